//! Changes that users make to their own account.

use crate::support::{Person, TestApp, TestResponse, on_both_engines, token};
use serde_json::{Value, json};

async fn change_email(app: &TestApp, person: &Person, email: &str) -> TestResponse {
    app.put("/api/account/email/", &person.access_token, json!({"email": email, "password": "correct horse"})).await
}

async fn confirm(app: &TestApp, token: &str) -> TestResponse {
    app.post_unauthenticated("/api/auth/confirm-email/", json!({"token": token})).await
}

async fn email(app: &TestApp, person: &Person) -> Value {
    app.get("/api/user/", &person.access_token).await.assert_ok()["user"][0]["email"].clone()
}

on_both_engines! {
    async fn name_can_be_changed(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let body = json!({"first_name": " Ada ", "last_name": "King"});
        let response = app.put("/api/user/", &ada.access_token, body).await.assert_ok();
        assert_eq!((&response["user"][0]["first_name"], &response["user"][0]["last_name"]), (&json!("Ada"), &json!("King")));
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok(), response);
        assert_eq!(app.get("/api/user/", &eve.access_token).await.assert_ok()["user"][0]["first_name"], "eve");
        for (body, code) in [
            (json!({"first_name": " ", "last_name": "King"}), "first_name_required"),
            (json!({"first_name": "Ada", "last_name": ""}), "last_name_required"),
            (json!({"first_name": "x".repeat(201), "last_name": "King"}), "name_too_long"),
            (json!({"first_name": "a\0", "last_name": "King"}), "text_invalid"),
            (json!({"first_name": "Ada"}), "body_invalid"),
        ] {
            app.put("/api/user/", &ada.access_token, body).await.assert_rejected(422, code);
        }
        assert_eq!(app.get("/api/user/", &ada.access_token).await.assert_ok(), response, "a refusal changes nothing");
    }

    async fn email_changes_after_confirmation(app: TestApp) {
        let ada = app.person("ada").await;
        let first = app.mailed_token().await;
        app.confirm_emails().await;
        let response = change_email(&app, &ada, "Ada@King.example").await.assert_ok();
        assert_eq!(response["account"]["pending_email"], "ada@king.example");
        assert_eq!(email(&app, &ada).await, json!("ada@example.org"), "the email changes only after confirmation");
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@king.example", "Confirm your email"));
        confirm(&app, &first).await.assert_rejected(422, "link_invalid");
        // A repeated request sends the mail to the same address.
        app.post("/api/account/send-confirmation/", &ada.access_token, json!({})).await.assert_ok();
        app.post_unauthenticated("/api/auth/forgot-password/", json!({"email": ada.email})).await.assert_ok();
        let mails = app.mails().await;
        let token = |address: &str| token(mails.iter().find(|mail| mail.to == address).unwrap());
        let (confirmation, resetting) = (token("ada@king.example"), token("ada@example.org"));
        confirm(&app, &confirmation).await.assert_ok();

        let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert_eq!((&user["user"][0]["email"], &user["user"][0]["is_verified"]), (&json!("ada@king.example"), &json!(true)));
        assert_eq!(app.get("/api/account/", &ada.access_token).await.assert_ok()["account"]["pending_email"], Value::Null);
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@example.org", "Your email was changed"));
        assert!(!mails[0].text.contains("king"), "the mail to the old address does not contain the new one");
        app.post_unauthenticated("/api/auth/login/", json!({"email": ada.email, "password": "correct horse"})).await.assert_rejected(401, "credentials_invalid");
        app.post_unauthenticated("/api/auth/login/", json!({"email": "ada@king.example", "password": "correct horse"})).await.assert_ok();
        // A link that was sent to the previous address is invalid.
        let body = json!({"token": resetting, "password": "a better horse"});
        app.post_unauthenticated("/api/auth/reset-password/", body).await.assert_rejected(422, "link_invalid");
    }

    async fn unconfirmed_old_email_gets_no_notice(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "ada@king.example").await.assert_ok();
        let token = app.mailed_token().await;
        confirm(&app, &token).await.assert_ok();
        assert_eq!((app.mails().await, app.count("mails").await), (vec![], 0));
    }

    async fn email_change_requires_password_and_free_email(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        app.mails().await;
        let path = "/api/account/email/";
        let wrong = json!({"email": "ada@king.example", "password": "wrong horse"});
        app.put(path, &ada.access_token, wrong).await.assert_rejected(403, "password_wrong");
        change_email(&app, &ada, "EVE@example.org").await.assert_rejected(409, "email_taken");
        for bad in ["", "ada", "ädä@example.com", "ada@king.example\r\nBcc: eve@example.org", &format!("a@{}.com", "b.".repeat(130))] {
            change_email(&app, &ada, bad).await.assert_rejected(422, "email_invalid");
        }
        app.put(path, "x", json!({"email": "a@b.example", "password": ""})).await.assert_rejected(401, "token_invalid");
        assert_eq!(change_email(&app, &ada, "ada@example.org").await.assert_ok()["account"]["pending_email"], Value::Null);
        assert_eq!((app.mails().await, app.count("mails").await), (vec![], 0), "no mails are sent");
        assert_eq!((email(&app, &ada).await, email(&app, &eve).await), (json!("ada@example.org"), json!("eve@example.org")));
        // An international domain name in the form that browsers send (RFC 5891).
        change_email(&app, &ada, "ada@xn--bcher-kva.example").await.assert_ok();
        assert_eq!(app.mails().await[0].to, "ada@xn--bcher-kva.example");
    }

    async fn pending_email_change_can_be_canceled_or_replaced(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "wrong@king.example").await.assert_ok();
        let wrong = app.mailed_token().await;
        assert_eq!(change_email(&app, &ada, "ada@example.org").await.assert_ok()["account"]["pending_email"], Value::Null);
        confirm(&app, &wrong).await.assert_rejected(422, "link_invalid");

        change_email(&app, &ada, "second@king.example").await.assert_ok();
        let second = app.mailed_token().await;
        change_email(&app, &ada, "third@king.example").await.assert_ok();
        confirm(&app, &second).await.assert_rejected(422, "link_invalid");
        let third = app.mailed_token().await;
        confirm(&app, &third).await.assert_ok();
        assert_eq!(email(&app, &ada).await, json!("third@king.example"));
    }

    async fn email_taken_meanwhile_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "eve@example.org").await.assert_ok();
        let token = app.mailed_token().await;
        let eve = app.person("eve").await;
        confirm(&app, &token).await.assert_rejected(409, "email_taken");
        confirm(&app, &token).await.assert_rejected(422, "link_invalid");
        assert_eq!((email(&app, &ada).await, email(&app, &eve).await), (json!("ada@example.org"), json!("eve@example.org")));
        assert_eq!(app.get("/api/account/", &ada.access_token).await.assert_ok()["account"]["pending_email"], Value::Null);

        // Two accounts confirm the same address at once: one of them gets it.
        let (one, two) = (app.person("one").await, app.person("two").await);
        app.mails().await;
        let mut tokens = Vec::new();
        for person in [&one, &two] {
            change_email(&app, person, "both@example.org").await.assert_ok();
            tokens.push(app.mailed_token().await);
        }
        let (first, second) = tokio::join!(confirm(&app, &tokens[0]), confirm(&app, &tokens[1]));
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [200, 409]);
        let mut emails = [email(&app, &one).await, email(&app, &two).await].map(|email| email.as_str().unwrap().to_owned());
        emails.sort();
        assert!(emails[0] == "both@example.org" && ["one@example.org", "two@example.org"].contains(&emails[1].as_str()), "{emails:?}");
    }

    async fn new_password_cancels_pending_changes(app: TestApp) {
        for by_mail in [true, false] {
            let ada = app.person(if by_mail { "ada" } else { "eve" }).await;
            app.mails().await;
            app.confirm_emails().await;
            // An attacker who knows the password requests mails that would give them the account.
            change_email(&app, &ada, "stranger@example.net").await.assert_ok();
            let stranger = app.mailed_token().await;
            app.post_unauthenticated("/api/auth/forgot-password/", json!({"email": ada.email})).await.assert_ok();
            let resetting = app.mailed_token().await;
            if by_mail {
                let body = json!({"token": resetting, "password": "a better horse"});
                app.post_unauthenticated("/api/auth/reset-password/", body).await.assert_ok();
            } else {
                let body = json!({"current_password": "correct horse", "password": "a better horse"});
                app.put("/api/account/password/", &ada.access_token, body).await.assert_ok();
            }
            confirm(&app, &stranger).await.assert_rejected(422, "link_invalid");
            let body = json!({"token": resetting, "password": "another horse"});
            app.post_unauthenticated("/api/auth/reset-password/", body).await.assert_rejected(422, "link_invalid");
            let mails = app.mails().await;
            assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, ada.email.as_str(), "Your password was changed"));
            let login = json!({"email": ada.email, "password": "a better horse"});
            assert_eq!(app.post_unauthenticated("/api/auth/login/", login).await.assert_ok()["user"][0]["email"], json!(ada.email));
        }
    }
}
