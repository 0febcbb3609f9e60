//! Matching of Google identities to accounts.

use super::{Browser, COMPLETE, FAILED, MINUTE, PASSWORD, ada, number, with_google, with_provider_and_config};
use crate::support::{Person, TestApp, on_both_engines};
use axum::http::Method;
use serde_json::{Value, json};

const LINKED: &str = "SELECT count(*) FROM google_identities";
const MAILED: &str = "SELECT count(*) FROM mails WHERE kind = 'google_linked'";

/// An account with a password and the email address that the provider knows.
async fn ada_with_a_password(app: &TestApp, is_verified: bool) -> Person {
    let person = app.person("ada").await;
    app.execute(&format!("UPDATE users SET is_verified = {}", i32::from(is_verified))).await;
    person
}

fn password(person: &Person) -> Value {
    json!({"email": person.email, "password": "correct horse"})
}

on_both_engines! {
    async fn new_google_user_gets_an_account_without_password(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let response = Browser::new(&app).log_in(&provider, ada()).await;
        assert_eq!(response.as_object().unwrap().len(), 3);
        let user = &response["user"][0];
        assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Ada"), &json!("Lovelace")));
        assert_eq!((&user["email"], &user["is_verified"]), (&json!("ada@example.org"), &json!(true)));
        assert_eq!(user["date_joined"], "2026-03-03T12:00:00.000Z");
        for guess in ["", "correct horse"] {
            let log_in = json!({"email": "ada@example.org", "password": guess});
            app.post_unauthenticated("/api/auth/login/", log_in).await.assert_rejected(401, "credentials_invalid");
        }
        assert_eq!(number(&app, MAILED).await, 0);
    }

    async fn linked_account_is_found_by_subject(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let first = Browser::new(&app).log_in(&provider, ada()).await;
        app.advance_clock(MINUTE);
        let mut elsewhere = ada();
        elsewhere["email"] = json!("ada@elsewhere.example");
        elsewhere["given_name"] = json!("Augusta");
        let second = Browser::new(&app).log_in(&provider, elsewhere).await;
        let (first, second) = (&first["user"][0], &second["user"][0]);
        assert_eq!(first["id"], second["id"]);
        assert_eq!((&second["email"], &second["first_name"]), (&first["email"], &first["first_name"]));
        assert_eq!(second["last_login"], "2026-03-03T12:01:00.000Z");
        // Another subject with another email address is another user.
        let eve = json!({"sub": "eve", "email": "eve@example.org"});
        assert_ne!(Browser::new(&app).log_in(&provider, eve).await["user"][0]["id"], first["id"]);
        assert_eq!(number(&app, LINKED).await, 2);
    }

    async fn names_come_from_claims_or_email(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        for (number, (given, family, first, last)) in [
            (json!(null), json!(null), "x0".to_owned(), "x0".to_owned()),
            (json!("  "), json!("\u{0}"), "x1".to_owned(), "x1".to_owned()),
            (json!(" Ada\u{0} "), json!("é".repeat(300)), "Ada".to_owned(), "é".repeat(200)),
        ].into_iter().enumerate() {
            let email = format!("x{number}@example.org");
            let claims = json!({"sub": email, "email": email, "given_name": given, "family_name": family});
            let response = Browser::new(&app).log_in(&provider, claims).await;
            let user = &response["user"][0];
            assert_eq!((&user["first_name"], &user["last_name"]), (&json!(first), &json!(last)));
        }
    }

    async fn confirmed_account_is_linked_and_other_logins_end(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let person = ada_with_a_password(&app, true).await;
        let response = Browser::new(&app).log_in(&provider, ada()).await;
        assert_eq!(response["user"][0]["id"], person.id.as_str());
        assert_eq!(response["user"][0]["first_name"], "ada");
        // An attacker may be logged in, if the owner confirmed the address by a careless click.
        app.get("/api/user/", &person.access_token).await.assert_rejected(401, "token_invalid");
        let refresh_request = json!({"refresh_token": person.refresh_token});
        app.post_unauthenticated("/api/auth/refresh/", refresh_request).await.assert_rejected(401, "refresh_invalid");
        let elsewhere = app.post_unauthenticated("/api/auth/login/", password(&person)).await.assert_ok();
        assert_eq!((number(&app, LINKED).await, number(&app, MAILED).await), (1, 1));
        let to_whom = format!("{MAILED} AND recipient = '{}' AND user_id = '{}'", person.email, person.id);
        assert_eq!(number(&app, &to_whom).await, 1);
        // The notice is sent once.
        Browser::new(&app).log_in(&provider, ada()).await;
        assert_eq!((number(&app, LINKED).await, number(&app, MAILED).await), (1, 1));
        // Nothing has changed, so nobody is logged out.
        app.get("/api/user/", elsewhere["access_token"].as_str().unwrap()).await.assert_ok();
    }

    async fn other_addresses_are_linked_by_the_password_once(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let person = ada_with_a_password(&app, true).await;
        let mut claims = ada();
        claims["hd"] = Value::Null;
        let mut browser = Browser::new(&app);
        assert_eq!(browser.log_in_at_provider(&provider, claims.clone()).await, PASSWORD);
        assert_eq!((number(&app, LINKED).await, number(&app, MAILED).await), (0, 0));
        // The cookie is good for the password only.
        let mut other = browser.clone();
        other.complete().await.assert_rejected(422, "google_failed");
        for wrong in ["", "wrong horse"] {
            browser.link(wrong).await.assert_rejected(403, "password_wrong");
        }
        let response = browser.link("correct horse").await.assert_ok();
        assert_eq!((&response["user"][0]["id"], &browser.cookie), (&json!(person.id), &None));
        app.get("/api/user/", response["access_token"].as_str().unwrap()).await.assert_ok();
        // A user who knows the password could log in before, so nobody is logged out.
        app.get("/api/user/", &person.access_token).await.assert_ok();
        assert_eq!((number(&app, LINKED).await, number(&app, MAILED).await), (1, 1));
        // The next login needs no password.
        assert_eq!(Browser::new(&app).log_in(&provider, claims).await["user"][0]["id"], person.id.as_str());
    }

    async fn password_for_linking_works_once_within_10_min(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        ada_with_a_password(&app, true).await;
        let mut claims = ada();
        claims["hd"] = json!("example.com");
        let mut browser = Browser::new(&app);
        assert_eq!(browser.log_in_at_provider(&provider, claims.clone()).await, PASSWORD);
        let mut copy = browser.clone();
        app.advance_clock(10 * MINUTE - 1);
        browser.link("correct horse").await.assert_ok();
        copy.link("correct horse").await.assert_rejected(422, "google_failed");
        app.execute("DELETE FROM google_identities").await;
        assert_eq!(browser.log_in_at_provider(&provider, claims).await, PASSWORD);
        app.advance_clock(10 * MINUTE);
        browser.link("correct horse").await.assert_rejected(422, "google_failed");
        assert_eq!(number(&app, LINKED).await, 0);
    }

    async fn account_without_password_cannot_be_linked_to_another_address(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let response = Browser::new(&app).log_in(&provider, ada()).await;
        let mut claims = ada();
        (claims["sub"], claims["hd"]) = (json!("eve-at-google"), Value::Null);
        let mut browser = Browser::new(&app);
        assert_eq!(browser.log_in_at_provider(&provider, claims).await, PASSWORD);
        browser.link("").await.assert_rejected(403, "password_wrong");
        app.get("/api/user/", response["access_token"].as_str().unwrap()).await.assert_ok();
        assert_eq!(number(&app, LINKED).await, 1);
    }

    async fn unconfirmed_account_needs_its_password_too(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let attacker = ada_with_a_password(&app, false).await;
        let mut claims = ada();
        claims["hd"] = Value::Null;
        assert_eq!(Browser::new(&app).log_in_at_provider(&provider, claims).await, PASSWORD);
        app.get("/api/user/", &attacker.access_token).await.assert_ok();
        assert_eq!(number(&app, LINKED).await, 0);
    }

    async fn unconfirmed_account_is_reclaimed_by_the_email_owner(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        // An attacker signed up with the address of another user and set up every login method and pending link.
        let attacker = ada_with_a_password(&app, false).await;
        let id = &attacker.id;
        app.execute(&format!(
            "UPDATE users SET pending_email = 'attacker@example.org', delete_at = 9000000000000; \
             INSERT INTO links (token_hash, user_id, purpose, email, expires_at) \
             VALUES ('x', '{id}', 'confirm_email', 'attacker@example.org', 9000000000000); \
             INSERT INTO google_identities (issuer, subject, user_id, linked_at) VALUES ('{}', 'attacker', '{id}', 0)",
            provider.url,
        )).await;
        let response = Browser::new(&app).log_in(&provider, ada()).await;
        assert_eq!((&response["user"][0]["id"], &response["user"][0]["is_verified"]), (&json!(id), &json!(true)));
        app.post_unauthenticated("/api/auth/login/", password(&attacker)).await.assert_rejected(401, "credentials_invalid");
        let refresh_request = json!({"refresh_token": attacker.refresh_token});
        app.post_unauthenticated("/api/auth/refresh/", refresh_request).await.assert_rejected(401, "refresh_invalid");
        app.get("/api/user/", &attacker.access_token).await.assert_rejected(401, "token_invalid");
        for left in [
            "SELECT count(*) FROM links",
            "SELECT count(*) FROM users WHERE pending_email IS NOT NULL OR password_hash <> '' OR delete_at IS NOT NULL",
            "SELECT count(*) FROM google_identities WHERE subject = 'attacker'",
        ] {
            assert_eq!(number(&app, left).await, 0, "{left}");
        }
        assert_eq!((number(&app, LINKED).await, number(&app, "SELECT count(*) FROM logins").await), (1, 1));
    }

    async fn google_sign_up_requires_an_invitation(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let person = ada_with_a_password(&app, true).await;
        let closed = with_provider_and_config(&app, &provider, |config| config.is_invitation_only = true);
        let stranger = json!({"sub": "eve", "email": "eve@example.org"});
        assert_eq!(Browser::new(&closed).log_in_at_provider(&provider, stranger).await, FAILED);
        assert_eq!(number(&app, "SELECT count(*) FROM users").await, 1);
        let response = Browser::new(&closed).log_in(&provider, ada()).await;
        assert_eq!(response["user"][0]["id"], person.id.as_str());
    }

    async fn google_sign_up_redeems_an_invitation_but_login_does_not(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        ada_with_a_password(&app, true).await;
        let closed = with_provider_and_config(&app, &provider, |config| config.is_invitation_only = true);
        // SHA-256 of "abc".
        app.execute("INSERT INTO invitations VALUES ('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 0, NULL)").await;
        let visit = async |code: &str, claims: Value| {
            let mut browser = Browser::new(&closed);
            let response = browser.send(Method::GET, &format!("/api/auth/google/?invitation={code}")).await.assert_ok();
            browser.follow_callback(&provider.authorize(response["auth_url"].as_str().unwrap(), claims)).await
        };
        let stranger = |name: &str| json!({"sub": name, "email": format!("{name}@example.org")});
        assert_eq!(visit("abc", ada()).await, COMPLETE);
        assert_eq!(app.count("invitations WHERE used_at IS NULL").await, 1);
        assert_eq!(visit("wrong", stranger("eve")).await, FAILED);
        assert_eq!(visit("abc", stranger("eve")).await, COMPLETE);
        assert_eq!(visit("abc", stranger("bob")).await, FAILED);
        assert_eq!((app.count("users").await, app.count("invitations WHERE used_at IS NULL").await), (2, 0));
    }

    async fn completion_ignores_the_request_body(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        // Additional claims are not stored either.
        let mut claims = ada();
        let fields = json!({
            "id": crate::support::new_id(), "is_admin": true, "is_verified": false, "user_type": "admin", "total_time": 5000,
            "email": "eve@example.org", "first_name": "Eve", "account_id": "eve", "password": "correct horse",
        });
        for field in ["id", "is_admin", "user_type", "total_time"] {
            claims[field] = fields[field].clone();
        }
        let mut browser = Browser::new(&app);
        assert_eq!(browser.log_in_at_provider(&provider, claims).await, COMPLETE);
        let body = axum::body::Body::from(fields.to_string());
        let response = browser.send_with(Method::POST, "/api/auth/google/complete/", body).await.assert_ok();
        let user = &response["user"][0];
        assert_eq!(
            (&user["is_admin"], &user["is_verified"], &user["user_type"], &user["total_time"], &user["email"], &user["first_name"]),
            (&json!(false), &json!(true), &json!("basic"), &json!(0), &json!("ada@example.org"), &json!("Ada"))
        );
        assert_ne!(user["id"], fields["id"]);
        assert_eq!(app.count("users WHERE is_admin <> 0 OR password_hash <> ''").await, 0);
    }

    async fn google_login_does_not_cancel_deletion(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        ada_with_a_password(&app, true).await;
        app.execute("UPDATE users SET delete_at = 9000000000000").await;
        Browser::new(&app).log_in(&provider, ada()).await;
        assert_eq!(number(&app, "SELECT count(*) FROM users WHERE delete_at = 9000000000000").await, 1);
    }

    async fn concurrent_google_logins_create_one_account(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let visits = (0..4).map(|_| {
            let (mut browser, provider) = (Browser::new(&app), provider.clone());
            async move { browser.log_in(&provider, ada()).await["user"][0]["id"].clone() }
        });
        let ids = futures_util::future::join_all(visits).await;
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        assert_eq!((number(&app, "SELECT count(*) FROM users").await, number(&app, LINKED).await), (1, 1));
    }

    async fn login_fails_if_the_account_is_deleted_before_completion(app: TestApp) {
        let (app, provider) = with_google(&app).await;
        let mut browser = Browser::new(&app);
        assert_eq!(browser.log_in_at_provider(&provider, ada()).await, COMPLETE);
        app.execute("DELETE FROM users").await;
        browser.complete().await.assert_rejected(422, "google_failed");
    }
}
