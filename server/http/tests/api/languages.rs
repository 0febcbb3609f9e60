//! The language of errors, confirmations and mails.

use crate::support::{TestApp, TestResponse, enable_contact_form, enable_mail, on_both_engines};
use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use std::time::Duration;

/// Sends a request that prefers a language.
async fn send_in(
    app: &TestApp,
    language: &str,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: String,
) -> TestResponse {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT_LANGUAGE, language);
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    app.send(request.body(Body::from(body)).unwrap()).await
}

/// Returns the text of an error in a language.
fn sentence(language: &str, code: &str) -> String {
    let catalog = match language {
        "en" => include_str!("../../../../messages/en/errors.json"),
        "de" => include_str!("../../../../messages/de/errors.json"),
        _ => include_str!("../../../../messages/es/errors.json"),
    };
    serde_json::from_str::<Value>(catalog).unwrap()[code].as_str().unwrap().to_owned()
}

#[track_caller]
fn assert_localized(response: &TestResponse, language: &str) {
    assert_eq!(response.headers["content-language"], language, "{}", response.body);
    let vary: Vec<&str> = response.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(vary.contains(&"Accept-Language"), "{vary:?}");
}

on_both_engines! {
    async fn errors_answer_in_the_preferred_language(app: TestApp) {
        let ada = app.person("ada").await;
        let token = Some(ada.access_token.as_str());
        let invalid = json!({"first_name": "", "last_name": "Byron"}).to_string();
        for (accepted, language) in [("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr,es-419;q=0.7", "es"), ("fr", "en"), ("en,de", "en")] {
            for (method, path, token, body, code) in [
                (Method::GET, "/api/nothing", token, String::new(), "not_found"),
                (Method::GET, "/api", token, String::new(), "not_found"),
                (Method::PATCH, "/api/preferences/", token, String::new(), "method_not_allowed"),
                (Method::GET, "/api/preferences/", None, String::new(), "token_missing"),
                (Method::GET, "/api/preferences/", Some("x"), String::new(), "token_invalid"),
                (Method::PUT, "/api/preferences/", token, json!({"volume": 101}).to_string(), "preference_invalid"),
                (Method::PUT, "/api/user/", token, invalid.clone(), "first_name_required"),
                (Method::GET, "/api/boards/nothing/", token, String::new(), "not_found"),
            ] {
                let response = send_in(&app, accepted, method, path, token, body).await;
                assert_localized(&response, language);
                let message = (response.body["code"].as_str(), response.body["message"].as_str());
                assert_eq!(message, (Some(code), Some(sentence(language, code).as_str())), "{path}");
            }
            // Details for developers follow the sentence.
            for (body, code) in [("{", "bad_json"), (r#"{"volume": "loud"}"#, "body_invalid")] {
                let response = send_in(&app, accepted, Method::PUT, "/api/preferences/", token, body.to_owned()).await;
                assert_localized(&response, language);
                assert_eq!(response.body["code"], code);
                assert!(response.body["message"].as_str().unwrap().starts_with(&sentence(language, code)), "{}", response.body);
            }
        }
    }

    async fn without_a_preference_errors_are_english(app: TestApp) {
        let response = app.post_unauthenticated("/api/nothing", json!({})).await;
        assert_localized(&response, "en");
        assert_eq!(response.body["message"], sentence("en", "not_found"));
    }

    async fn errors_of_writes_and_forms_answer_in_the_preferred_language(app: TestApp) {
        app.person("ada").await;
        let post = |path: &'static str, body: Value| send_in(&app, "de", Method::POST, path, None, body.to_string());
        let response = post("/api/add-to-waitlist/", json!({"name": " ", "email": "ada"})).await;
        let fields: Vec<&Value> = response.body["errors"].as_array().unwrap().iter().map(|error| &error["message"]).collect();
        assert_eq!(fields, [&json!(sentence("de", "name_required")), &json!(sentence("de", "email_no_at"))], "{}", response.body);
        let taken = json!({"first_name": "Ada", "last_name": "Byron", "email": "ada@example.org", "password": "correct horse battery"});
        let response = post("/api/auth/signup/", taken).await;
        assert_eq!(response.body["message"], sentence("de", "email_taken"), "{}", response.body);
    }

    async fn rate_limits_answer_in_the_preferred_language(app: TestApp) {
        let app = app.alone().with_config(|config| {
            config.has_rate_limits = true;
            config.limits_timeout = Duration::from_secs(10);
        });
        let ada = app.person("ada").await;
        for _ in 0..600 {
            app.get("/api/preferences/", &ada.access_token).await;
        }
        let response = send_in(&app, "de", Method::GET, "/api/preferences/", Some(&ada.access_token), String::new()).await;
        assert_localized(&response, "de");
        assert_eq!((response.status.as_u16(), &response.body["code"]), (429, &json!("too_many_requests")));
        assert!(response.body["message"].as_str().unwrap().contains("Sekunde"), "{}", response.body);
    }

    async fn confirmations_answer_in_the_preferred_language(app: TestApp) {
        let catalog: Value = serde_json::from_str(include_str!("../../../../messages/es/api.json")).unwrap();
        let response = send_in(&app, "es", Method::GET, "/api/health/", None, String::new()).await;
        assert_localized(&response, "es");
        assert_eq!(response.assert_ok(), json!({"message": catalog["database_responds"]}));
        let ada = app.person("ada").await;
        let body = json!({"email": "ada@example.org"}).to_string();
        let response = send_in(&app, "es", Method::POST, "/api/auth/forgot-password/", Some(&ada.access_token), body).await;
        assert_eq!(response.body["message"], catalog["reset_link_requested"], "{}", response.body);
        let data = send_in(&app, "es", Method::GET, "/api/preferences/", Some(&ada.access_token), String::new()).await;
        assert!(!data.headers.contains_key("content-language"), "it has no texts");
    }

    async fn mails_are_in_the_language_of_the_account(app: TestApp) {
        let app = app.with_config(enable_mail);
        for (name, language) in [("ada", "de"), ("grace", "es"), ("eve", "en")] {
            let person = app.person(name).await;
            app.mails().await;
            app.put("/api/preferences/", &person.access_token, json!({"language": language})).await.assert_ok();
            // The request prefers another language than the account.
            let body = json!({"email": format!("{name}@example.org")}).to_string();
            send_in(&app, "es", Method::POST, "/api/auth/forgot-password/", None, body).await.assert_ok();
            let mails = app.mails().await;
            assert_eq!(mails.len(), 1);
            assert_eq!(mails[0].subject, mail_text(language, "reset_password_subject"));
            assert!(mails[0].text.contains(&mail_text(language, "reset_password_expiry")), "{}", mails[0].text);
            assert!(mails[0].html.contains(&format!("<html lang=\"{language}\">")), "{}", mails[0].html);
        }
    }

    async fn mails_to_people_without_an_account_are_in_the_language_of_the_inviter(app: TestApp) {
        let app = app.with_config(enable_mail);
        let (ada, grace) = (app.person("ada").await, app.person("grace").await);
        app.put("/api/preferences/", &grace.access_token, json!({"language": "es"})).await.assert_ok();
        app.mails().await;
        let board = app.board(&ada, "Launch").await;
        for (email, language) in [("eve@example.org", "de"), ("grace@example.org", "es")] {
            let body = json!({"email": email, "role": "viewer"}).to_string();
            let path = format!("/api/boards/{board}/invitations/");
            send_in(&app, "de", Method::POST, &path, Some(&ada.access_token), body).await.assert_ok();
            let mails = app.mails().await;
            assert_eq!((mails.len(), mails[0].to.as_str()), (1, email));
            assert_eq!(mails[0].subject, mail_text(language, "board_invitation_subject"));
            assert!(mails[0].text.contains("Launch"), "{}", mails[0].text);
        }
    }

    async fn first_mail_of_an_account_is_in_the_language_of_its_sign_up(app: TestApp) {
        let app = app.with_config(enable_mail);
        let body = json!({"first_name": "Ada", "last_name": "Byron", "email": "ada@example.org", "password": "correct horse battery"});
        send_in(&app, "de", Method::POST, "/api/auth/signup/", None, body.to_string()).await.assert_ok();
        assert_eq!(app.mails().await[0].subject, mail_text("de", "confirm_email_subject"));
    }

    async fn contact_messages_are_in_the_language_of_the_operator(app: TestApp) {
        let app = app.with_config(enable_contact_form);
        let body = json!({"name": "Ada", "email": "ada@example.org", "message": "Grüße"}).to_string();
        let response = send_in(&app, "de", Method::POST, "/api/contact/", None, body).await;
        assert_localized(&response, "de");
        assert_eq!(app.mails().await[0].subject, mail_text("en", "contact_subject"));
    }
}

/// Returns a text of mails in a language.
fn mail_text(language: &str, id: &str) -> String {
    let catalog = match language {
        "en" => include_str!("../../../../messages/en/mails.json"),
        "de" => include_str!("../../../../messages/de/mails.json"),
        _ => include_str!("../../../../messages/es/mails.json"),
    };
    serde_json::from_str::<Value>(catalog).unwrap()[id].as_str().unwrap().to_owned()
}
