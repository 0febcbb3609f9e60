//! Mailed links: password reset and email confirmation.

use crate::support::{PUBLIC_URL, Person, TestApp, TestResponse, on_both_engines};
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

async fn forgot(app: &TestApp, email: &str) -> TestResponse {
    app.post_unauthenticated("/api/auth/forgot-password/", json!({"email": email})).await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> TestResponse {
    app.post_unauthenticated("/api/auth/reset-password/", json!({"token": token, "password": password})).await
}

async fn confirm(app: &TestApp, token: &str) -> TestResponse {
    app.post_unauthenticated("/api/auth/confirm-email/", json!({"token": token})).await
}

async fn log_in(app: &TestApp, email: &str, password: &str) -> TestResponse {
    app.post_unauthenticated("/api/auth/login/", json!({"email": email, "password": password})).await
}

async fn user(app: &TestApp, person: &Person) -> Value {
    app.get("/api/user/", &person.access_token).await.assert_ok()["user"][0].clone()
}

/// Creates an account and discards its first mail.
async fn person(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    assert_eq!(app.mails().await.len(), 1);
    person
}

on_both_engines! {
    async fn sign_up_sends_a_confirmation_link(app: TestApp) {
        let ada = app.person("ada").await;
        assert_eq!(user(&app, &ada).await["is_verified"], false);
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@example.org", "Confirm your email"));
        let (_, rest) = mails[0].text.split_once(&format!("{PUBLIC_URL}/auth?type=confirm#token=")).unwrap();
        let token = rest.lines().next().unwrap();
        assert!(token.len() == 43 && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{token}");
        confirm(&app, token).await.assert_ok();
        assert_eq!(user(&app, &ada).await["is_verified"], true);
        confirm(&app, token).await.assert_rejected(422, "link_invalid");
    }

    async fn confirmation_link_expires_after_a_day_and_can_be_resent(app: TestApp) {
        let ada = app.person("ada").await;
        let first = app.mailed_token().await;
        app.advance_clock(HOUR);
        let ada = app.with_new_token(&ada).await;
        app.post("/api/account/send-confirmation/", &ada.access_token, json!({})).await.assert_ok();
        let second = app.mailed_token().await;
        confirm(&app, &first).await.assert_rejected(422, "link_invalid");
        app.advance_clock(24 * HOUR - 1);
        confirm(&app, &second).await.assert_ok();

        // The address is already confirmed.
        let ada = app.with_new_token(&ada).await;
        app.post("/api/account/send-confirmation/", &ada.access_token, json!({})).await.assert_ok();
        assert_eq!(app.mails().await, []);
        app.post("/api/account/send-confirmation/", "x", json!({})).await.assert_rejected(401, "token_invalid");

        let eve = app.person("eve").await;
        let late = app.mailed_token().await;
        app.advance_clock(24 * HOUR);
        confirm(&app, &late).await.assert_rejected(422, "link_invalid");
        assert_eq!(user(&app, &app.with_new_token(&eve).await).await["is_verified"], false);
    }

    async fn password_can_be_reset_by_link(app: TestApp) {
        let ada = person(&app, "ada").await;
        forgot(&app, "Ada@Example.org").await.assert_ok();
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@example.org", "Choose a new password"));
        let (_, rest) = mails[0].text.split_once(&format!("{PUBLIC_URL}/auth?type=reset#token=")).unwrap();
        let token = rest.lines().next().unwrap();

        // A password that breaks a rule does not use up the link.
        reset(&app, token, "short").await.assert_rejected(422, "password_too_short");
        reset(&app, token, &"x".repeat(129)).await.assert_rejected(422, "password_too_long");
        reset(&app, token, "a better horse").await.assert_ok();
        reset(&app, token, "another horse").await.assert_rejected(422, "link_invalid");

        log_in(&app, &ada.email, "correct horse").await.assert_rejected(401, "credentials_invalid");
        log_in(&app, &ada.email, "another horse").await.assert_rejected(401, "credentials_invalid");
        let response = log_in(&app, &ada.email, "a better horse").await.assert_ok();
        assert_eq!(response["user"][0]["is_verified"], true, "the link arrived there");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_rejected(401, "refresh_invalid");
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str(), mails[0].subject.as_str()), (1, "ada@example.org", "Your password was changed"));
    }

    async fn link_works_only_for_its_purpose(app: TestApp) {
        app.person("ada").await;
        let confirmation = app.mailed_token().await;
        reset(&app, &confirmation, "a better horse").await.assert_rejected(422, "link_invalid");
        forgot(&app, "ada@example.org").await.assert_ok();
        let resetting = app.mailed_token().await;
        confirm(&app, &resetting).await.assert_rejected(422, "link_invalid");
        confirm(&app, &confirmation).await.assert_ok();
        reset(&app, &resetting, "a better horse").await.assert_ok();
        for token in ["", "x", "'; DROP TABLE links; --", "\0", &"x".repeat(100_000)] {
            reset(&app, token, "a better horse").await.assert_rejected(422, "link_invalid");
            confirm(&app, token).await.assert_rejected(422, "link_invalid");
        }
    }

    async fn reset_link_expires_after_30_min_and_only_the_latest_works(app: TestApp) {
        person(&app, "ada").await;
        forgot(&app, "ada@example.org").await.assert_ok();
        let first = app.mailed_token().await;
        app.advance_clock(MINUTE);
        forgot(&app, "ada@example.org").await.assert_ok();
        let second = app.mailed_token().await;
        reset(&app, &first, "a better horse").await.assert_rejected(422, "link_invalid");
        app.advance_clock(30 * MINUTE);
        reset(&app, &second, "a better horse").await.assert_rejected(422, "link_invalid");
        forgot(&app, "ada@example.org").await.assert_ok();
        let third = app.mailed_token().await;
        app.advance_clock(30 * MINUTE - 1);
        reset(&app, &third, "a better horse").await.assert_ok();
    }

    async fn recovery_does_not_reveal_accounts(app: TestApp) {
        person(&app, "ada").await;
        let known = forgot(&app, "ada@example.org").await;
        let unknown = forgot(&app, "nobody@example.org").await;
        assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
        let names = |response: &TestResponse| response.headers.keys().map(|name| name.as_str().to_owned()).collect::<Vec<String>>();
        assert_eq!(names(&known), names(&unknown));
        assert_eq!(app.count("mails").await, 2, "one row per request");
        let mails = app.mails().await;
        assert_eq!((mails.len(), mails[0].to.as_str()), (1, "ada@example.org"));
        let resetting = app.count("links WHERE purpose = 'reset_password'").await;
        assert_eq!((app.count("mails").await, resetting), (0, 1), "the row of the unknown email is deleted");
        forgot(&app, "nobody").await.assert_rejected(422, "email_invalid");
        forgot(&app, "ädä@example.org").await.assert_rejected(422, "email_invalid");
        forgot(&app, "ada@example.org\r\nBcc: eve@example.org").await.assert_rejected(422, "email_invalid");
        assert_eq!(app.count("mails").await, 0);
    }

    async fn link_is_used_once_under_concurrency(app: TestApp) {
        let ada = person(&app, "ada").await;
        forgot(&app, "ada@example.org").await.assert_ok();
        let token = app.mailed_token().await;
        let passwords = ["the first horse", "the second horse", "the third horse"];
        let (first, second, third) =
            tokio::join!(reset(&app, &token, passwords[0]), reset(&app, &token, passwords[1]), reset(&app, &token, passwords[2]));
        let responses = [first, second, third];
        let won: Vec<usize> = (0..3).filter(|&index| responses[index].status == 200).collect();
        assert_eq!(won.len(), 1, "{responses:?}");
        for (index, response) in responses.into_iter().enumerate() {
            if index == won[0] {
                log_in(&app, &ada.email, passwords[index]).await.assert_ok();
            } else {
                response.assert_rejected(422, "link_invalid");
                log_in(&app, &ada.email, passwords[index]).await.assert_rejected(401, "credentials_invalid");
            }
        }
        assert_eq!(app.mails().await.len(), 1, "one mail for the one accepted reset");

        app.person("eve").await;
        let token = app.mailed_token().await;
        let (first, second) = tokio::join!(confirm(&app, &token), confirm(&app, &token));
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [200, 422]);
    }

    async fn reset_link_is_invalid_after_an_email_change(app: TestApp) {
        let ada = person(&app, "ada").await;
        forgot(&app, "ada@example.org").await.assert_ok();
        let token = app.mailed_token().await;
        // A direct change of the address, without ending the link.
        app.execute("UPDATE users SET email = 'ada@king.example'").await;
        app.execute("UPDATE emails SET email = 'ada@king.example'").await;
        reset(&app, &token, "a better horse").await.assert_rejected(422, "link_invalid");
        log_in(&app, "ada@king.example", "correct horse").await.assert_ok();
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert_eq!(app.count("users WHERE is_verified = 1").await, 0);
    }

    async fn password_reset_cancels_account_deletion(app: TestApp) {
        let ada = person(&app, "ada").await;
        app.post("/api/account/delete/", &ada.access_token, json!({"password": "correct horse"})).await.assert_ok();
        forgot(&app, "ada@example.org").await.assert_ok();
        let token = app.mailed_token().await;
        reset(&app, &token, "a better horse").await.assert_ok();
        assert_eq!(app.count("users WHERE delete_at IS NOT NULL").await, 0);
        let subjects: Vec<String> = app.mails().await.into_iter().map(|mail| mail.subject).collect();
        assert_eq!(subjects, ["Your password was changed"], "no mail about the canceled deletion");
    }

    async fn link_tokens_are_stored_only_hashed(app: TestApp) {
        person(&app, "ada").await;
        forgot(&app, "ada@example.org").await.assert_ok();
        assert_eq!(app.count("links WHERE purpose = 'reset_password'").await, 0, "the link is created when the mail is sent");
        let token = app.mailed_token().await;
        let stored = app.query_column("SELECT token_hash || email || purpose || user_id FROM links").await;
        assert_eq!(stored.len(), 2);
        assert!(stored.iter().all(|row| !row.contains(&token)), "{stored:?}");
        reset(&app, &token, "a better horse").await.assert_ok();
        assert_eq!(app.count("links").await, 0, "a new password ends all links");
    }
}
