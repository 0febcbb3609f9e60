//! What a person can change of their own account.

use crate::support::{Answer, Person, TestApp, on_both_engines, token};
use serde_json::{Value, json};

async fn change_email(app: &TestApp, person: &Person, email: &str) -> Answer {
    app.put("/api/account/email/", &person.access_token, json!({"email": email, "password": "correct horse"})).await
}

async fn confirm(app: &TestApp, token: &str) -> Answer {
    app.post_openly("/api/auth/confirm-email/", json!({"token": token})).await
}

async fn email(app: &TestApp, person: &Person) -> Value {
    app.get("/api/user/", &person.access_token).await.ok()["user"][0]["email"].clone()
}

on_both_engines! {
    async fn a_name_is_changed_and_stays(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let body = json!({"first_name": " Ada ", "last_name": "King"});
        let answer = app.put("/api/user/", &ada.access_token, body).await.ok();
        assert_eq!((&answer["user"][0]["first_name"], &answer["user"][0]["last_name"]), (&json!("Ada"), &json!("King")));
        assert_eq!(app.get("/api/user/", &ada.access_token).await.ok(), answer);
        assert_eq!(app.get("/api/user/", &eve.access_token).await.ok()["user"][0]["first_name"], "eve");
        for (body, code) in [
            (json!({"first_name": " ", "last_name": "King"}), "first_name_required"),
            (json!({"first_name": "Ada", "last_name": ""}), "last_name_required"),
            (json!({"first_name": "x".repeat(201), "last_name": "King"}), "name_too_long"),
            (json!({"first_name": "a\0", "last_name": "King"}), "text_invalid"),
            (json!({"first_name": "Ada"}), "body_invalid"),
        ] {
            app.put("/api/user/", &ada.access_token, body).await.refused(422, code);
        }
        assert_eq!(app.get("/api/user/", &ada.access_token).await.ok(), answer, "a refusal changes nothing");
    }

    async fn an_email_changes_when_the_new_one_is_confirmed(app: TestApp) {
        let ada = app.person("ada").await;
        let first = app.mailed_token().await;
        app.confirm_emails().await;
        let answer = change_email(&app, &ada, "Ada@King.example").await.ok();
        assert_eq!(answer["account"]["pending_email"], "ada@king.example");
        assert_eq!(email(&app, &ada).await, json!("ada@example.org"), "not before it is confirmed");
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@king.example", "Confirm your email"));
        confirm(&app, &first).await.refused(422, "link_invalid");
        // Asked for again, it goes to the same.
        app.post("/api/account/send-confirmation/", &ada.access_token, json!({})).await.ok();
        app.post_openly("/api/auth/forgot-password/", json!({"email": ada.email})).await.ok();
        let mails = app.mails().await;
        let token = |address: &str| token(mails.iter().find(|mail| mail.to == address).unwrap());
        let (confirmation, resetting) = (token("ada@king.example"), token("ada@example.org"));
        confirm(&app, &confirmation).await.ok();

        let user = app.get("/api/user/", &ada.access_token).await.ok();
        assert_eq!((&user["user"][0]["email"], &user["user"][0]["is_verified"]), (&json!("ada@king.example"), &json!(true)));
        assert_eq!(app.get("/api/account/", &ada.access_token).await.ok()["account"]["pending_email"], Value::Null);
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@example.org", "Your email was changed"));
        assert!(!mails[0].text.contains("king"), "the old address does not learn the new one");
        app.post_openly("/api/auth/login/", json!({"email": ada.email, "password": "correct horse"})).await.refused(401, "credentials_invalid");
        app.post_openly("/api/auth/login/", json!({"email": "ada@king.example", "password": "correct horse"})).await.ok();
        // A link that went to the old address opens nothing any more.
        let body = json!({"token": resetting, "password": "a better horse"});
        app.post_openly("/api/auth/reset-password/", body).await.refused(422, "link_invalid");
    }

    async fn an_address_that_nobody_confirmed_is_not_told_that_it_was_replaced(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "ada@king.example").await.ok();
        let token = app.mailed_token().await;
        confirm(&app, &token).await.ok();
        assert_eq!((app.mails().await, app.count("mails").await), (vec![], 0));
    }

    async fn changing_an_email_asks_for_the_password_and_a_free_address(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        app.mails().await;
        let path = "/api/account/email/";
        let wrong = json!({"email": "ada@king.example", "password": "wrong horse"});
        app.put(path, &ada.access_token, wrong).await.refused(403, "password_wrong");
        change_email(&app, &ada, "EVE@example.org").await.refused(409, "email_taken");
        for bad in ["", "ada", "ädä@example.com", "ada@king.example\r\nBcc: eve@example.org", &format!("a@{}.com", "b.".repeat(130))] {
            change_email(&app, &ada, bad).await.refused(422, "email_invalid");
        }
        app.put(path, "x", json!({"email": "a@b.example", "password": ""})).await.refused(401, "token_invalid");
        assert_eq!(change_email(&app, &ada, "ada@example.org").await.ok()["account"]["pending_email"], Value::Null);
        assert_eq!((app.mails().await, app.count("mails").await), (vec![], 0), "nothing was asked of anybody");
        assert_eq!((email(&app, &ada).await, email(&app, &eve).await), (json!("ada@example.org"), json!("eve@example.org")));
        // A host in another script is taken as the browser sends it (RFC 5891).
        change_email(&app, &ada, "ada@xn--bcher-kva.example").await.ok();
        assert_eq!(app.mails().await[0].to, "ada@xn--bcher-kva.example");
    }

    async fn a_change_of_email_can_be_taken_back_and_replaced(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "wrong@king.example").await.ok();
        let wrong = app.mailed_token().await;
        assert_eq!(change_email(&app, &ada, "ada@example.org").await.ok()["account"]["pending_email"], Value::Null);
        confirm(&app, &wrong).await.refused(422, "link_invalid");

        change_email(&app, &ada, "second@king.example").await.ok();
        let second = app.mailed_token().await;
        change_email(&app, &ada, "third@king.example").await.ok();
        confirm(&app, &second).await.refused(422, "link_invalid");
        let third = app.mailed_token().await;
        confirm(&app, &third).await.ok();
        assert_eq!(email(&app, &ada).await, json!("third@king.example"));
    }

    async fn an_email_that_another_account_got_meanwhile_is_taken(app: TestApp) {
        let ada = app.person("ada").await;
        app.mails().await;
        change_email(&app, &ada, "eve@example.org").await.ok();
        let token = app.mailed_token().await;
        let eve = app.person("eve").await;
        confirm(&app, &token).await.refused(409, "email_taken");
        confirm(&app, &token).await.refused(422, "link_invalid");
        assert_eq!((email(&app, &ada).await, email(&app, &eve).await), (json!("ada@example.org"), json!("eve@example.org")));
        assert_eq!(app.get("/api/account/", &ada.access_token).await.ok()["account"]["pending_email"], Value::Null);

        // Two want the same address and confirm at once: one gets it.
        let (one, two) = (app.person("one").await, app.person("two").await);
        app.mails().await;
        let mut tokens = Vec::new();
        for person in [&one, &two] {
            change_email(&app, person, "both@example.org").await.ok();
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

    async fn a_new_password_ends_what_a_stranger_may_have_begun(app: TestApp) {
        for by_mail in [true, false] {
            let ada = app.person(if by_mail { "ada" } else { "eve" }).await;
            app.mails().await;
            app.confirm_emails().await;
            // Whoever knows the password asks for mails that give them the account.
            change_email(&app, &ada, "stranger@example.net").await.ok();
            let stranger = app.mailed_token().await;
            app.post_openly("/api/auth/forgot-password/", json!({"email": ada.email})).await.ok();
            let resetting = app.mailed_token().await;
            if by_mail {
                let body = json!({"token": resetting, "password": "a better horse"});
                app.post_openly("/api/auth/reset-password/", body).await.ok();
            } else {
                let body = json!({"current_password": "correct horse", "password": "a better horse"});
                app.put("/api/account/password/", &ada.access_token, body).await.ok();
            }
            confirm(&app, &stranger).await.refused(422, "link_invalid");
            let body = json!({"token": resetting, "password": "another horse"});
            app.post_openly("/api/auth/reset-password/", body).await.refused(422, "link_invalid");
            let mails = app.mails().await;
            assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, ada.email.as_str(), "Your password was changed"));
            let login = json!({"email": ada.email, "password": "a better horse"});
            assert_eq!(app.post_openly("/api/auth/login/", login).await.ok()["user"][0]["email"], json!(ada.email));
        }
    }
}
