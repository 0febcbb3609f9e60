//! The waitlist.

use crate::support::{TestApp, TestResponse, enable_mail, on_both_engines};
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use twentyfour_server::{Mail, SendError};

const THANKS: &str = "Successfully joined the waitlist!";

async fn join(app: &TestApp, body: Value) {
    let response = app.post_unauthenticated("/api/add-to-waitlist/", body).await.assert_ok();
    assert_eq!(response, json!({"message": THANKS}));
}

/// Returns the token in a waitlist mail.
fn token(mail: &Mail) -> String {
    let (_, rest) = mail.text.split_once("https://twentyfour.example/waitlist/leave?token=").unwrap();
    rest.lines().next().unwrap().to_owned()
}

async fn leave(app: &TestApp, token: &str) -> TestResponse {
    app.send_text(Method::POST, &format!("/api/leave-waitlist/{token}"), None, String::new()).await
}

on_both_engines! {
    async fn joining_twice_is_idempotent(app: TestApp) {
        for email in ["ada@example.org", "ADA@example.org", " Ada@EXAMPLE.org "] {
            join(&app, json!({"name": "Ada", "email": email})).await;
        }
        assert_eq!(app.query_column("SELECT name || ' ' || email FROM waitlist").await, ["Ada ada@example.org"]);
        assert_eq!(app.count("mails").await, 0, "without mail settings no mail is queued");
    }

    async fn honeypot_waitlist_entry_is_dropped(app: TestApp) {
        let app = app.with_config(enable_mail);
        join(&app, json!({"name": "Ada", "email": "ada@example.org", "website": "https://spam.example"})).await;
        assert_eq!((app.count("waitlist").await, app.count("mails").await), (0, 0));
        let response = app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "", "email": "x", "website": "y"})).await;
        assert_eq!((response.status.as_u16(), response.body["code"].as_str()), (422, Some("name_required")));
        for (number, website) in [Value::Null, json!(""), json!(" ")].into_iter().enumerate() {
            join(&app, json!({"name": "Ada", "email": format!("{number}@example.org"), "website": website})).await;
        }
        assert_eq!(app.count("waitlist").await, 3);
    }

    async fn all_invalid_fields_are_named(app: TestApp) {
        let response = app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": " ", "email": "ada"})).await;
        assert_eq!(response.status.as_u16(), 422);
        let [name, email] = &response.body["errors"].as_array().unwrap()[..] else { panic!("{}", response.body) };
        assert_eq!((name["code"].as_str(), email["code"].as_str()), (Some("name_required"), Some("email_invalid")));
        assert_eq!((&response.body["code"], &response.body["message"]), (&name["code"], &name["message"]));
        let response = app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "Ada", "email": "ada"})).await;
        response.assert_rejected(422, "email_invalid");
    }

    async fn invalid_entries_are_rejected(app: TestApp) {
        let app = app.with_config(enable_mail);
        for body in [
            "", "{", "null", "[]", "\"ada@example.org\"", "name=Ada&email=ada@example.org", r#"{"name": "Ada"}"#,
            r#"{"name": ["Ada"], "email": "ada@example.org"}"#, r#"{"name": "Ada", "email": {"$ne": ""}}"#,
            r#"{"name": "Ada", "email": "ada@example.org", "website": 1}"#,
            r#"{"name": "<script>", "email": "<script>alert(1)</script>"}"#, r#"{"name": "' OR 1 = 1 --", "email": "' OR 1 = 1 --"}"#,
        ] {
            let response = app.send_text(Method::POST, "/api/add-to-waitlist/", None, body.to_owned()).await;
            assert!([400, 422].contains(&response.status.as_u16()), "{body}: {}", response.body);
        }
        assert_eq!((app.count("waitlist").await, app.count("mails").await), (0, 0));
    }

    async fn joining_sends_one_mail_with_an_unsubscribe_link(app: TestApp) {
        let app = app.with_config(enable_mail);
        for _ in 0..3 {
            join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        }
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        assert_eq!((mails[0].to.as_str(), mails[0].subject.as_str()), ("ada@example.org", "You are on the waitlist"));
        let token = token(&mails[0]);
        let request = format!("https://twentyfour.example/api/leave-waitlist/{token}");
        assert_eq!((&mails[0].unsubscribe_url, &mails[0].reply_to), (&Some(request), &None));
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        assert_eq!(app.mails().await, []);
        assert_eq!(app.count("mails").await, 0);

        join(&app, json!({"name": "Eve", "email": "eve@example.org"})).await;
        assert_ne!(token, self::token(&app.mails().await[0]));
        for _ in 0..2 {
            assert_eq!(leave(&app, &token).await.assert_ok(), json!({"message": "You have left the waitlist."}));
            assert_eq!(app.query_column("SELECT email FROM waitlist").await, ["eve@example.org"]);
        }
        assert_eq!(app.count("waitlist_links WHERE email = 'ada@example.org'").await, 0, "the address is forgotten");

        // A visitor who joins again gets a new mail, and the used link has no further effect.
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        leave(&app, &token).await.assert_ok();
        assert_eq!(app.count("waitlist").await, 2);
        leave(&app, &self::token(&mails[0])).await.assert_ok();
        assert_eq!(app.query_column("SELECT email FROM waitlist").await, ["eve@example.org"]);
    }

    async fn unknown_unsubscribe_token_is_rejected(app: TestApp) {
        let app = app.with_config(enable_mail);
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        let token = token(&app.mails().await[0]);
        let (shorter, hash) = (&token[1..], app.query_column("SELECT token_hash FROM waitlist_links").await.remove(0));
        for nonsense in ["x", "%00", "%20", "ada@example.org", "'%20OR%201=1", shorter, &hash, &token.to_lowercase(), "%C3%BC"] {
            leave(&app, nonsense).await.assert_rejected(422, "link_invalid");
        }
        for path in ["/api/leave-waitlist", "/api/leave-waitlist/"] {
            app.send_text(Method::POST, path, None, String::new()).await.assert_rejected(404, "not_found");
        }
        assert_eq!(app.count("waitlist").await, 1);
    }

    async fn unsubscribe_body_is_ignored(app: TestApp) {
        let app = app.with_config(enable_mail);
        let bodies = [
            ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"), ("multipart/form-data; boundary=x", "--x--"),
            ("application/json", "{"), ("text/plain", ""),
        ];
        for (number, (kind, body)) in bodies.into_iter().enumerate() {
            join(&app, json!({"name": "Ada", "email": format!("{number}@example.org")})).await;
            let token = token(&app.mails().await[0]);
            let request = Request::post(format!("/api/leave-waitlist/{token}/")).header("content-type", kind);
            app.send(request.body(Body::from(body)).unwrap()).await.assert_ok();
            assert_eq!(app.count("waitlist").await, 0, "{kind}");
        }
    }

    async fn opening_the_unsubscribe_link_changes_nothing(app: TestApp) {
        let app = app.with_config(enable_mail);
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        let token = token(&app.mails().await[0]);
        for (segment, place) in [(token.as_str(), token.as_str()), ("a%26b%0d%0a%2F", "a%26b%0D%0A%2F")] {
            let response = app.send_text(Method::GET, &format!("/api/leave-waitlist/{segment}"), None, String::new()).await;
            assert_eq!(response.status.as_u16(), 303);
            assert_eq!(response.headers["location"], format!("/waitlist/leave?token={place}").as_str());
        }
        assert_eq!(app.count("waitlist").await, 1);
    }

    async fn failed_waitlist_mail_does_not_fail_joining(app: TestApp) {
        let app = app.with_config(enable_mail);
        *app.transport.forced_error.lock().unwrap() = Some(SendError::TransientFailure("unreachable".to_owned()));
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        app.send_mails().await;
        assert_eq!((app.count("waitlist").await, app.count("mails").await), (1, 1));
        *app.transport.forced_error.lock().unwrap() = None;
        app.advance_clock(10_000);
        leave(&app, &token(&app.mails().await[0])).await.assert_ok();
        assert_eq!(app.count("waitlist").await, 0);

        // Such a mail is given up at once and affects nothing else.
        *app.transport.forced_error.lock().unwrap() = Some(SendError::Unaddressable("no such address".to_owned()));
        join(&app, json!({"name": "Eve", "email": "eve@example.org"})).await;
        app.send_mails().await;
        assert_eq!((app.count("waitlist").await, app.count("mails").await), (1, 0));
    }

    async fn leaving_before_the_mail_is_sent_drops_it(app: TestApp) {
        let app = app.with_config(enable_mail);
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        app.execute("DELETE FROM waitlist").await;
        assert_eq!(app.mails().await, []);
        assert_eq!((app.count("mails").await, app.count("waitlist_links").await), (0, 0));
    }

    async fn joining_again_sends_the_mail_once_mail_is_enabled(app: TestApp) {
        join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        let app = app.with_config(enable_mail);
        for _ in 0..2 {
            join(&app, json!({"name": "Ada", "email": "ada@example.org"})).await;
        }
        assert_eq!(app.mails().await.len(), 1, "once");
        assert_eq!((app.count("waitlist").await, app.count("mails").await), (1, 0));
    }
}
