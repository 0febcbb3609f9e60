//! Passwords: requirements, changes, and logins that reveal nothing.

use crate::support::{Person, TestApp, on_both_engines};
use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use futures_util::future::join_all;
use serde_json::json;
use std::task::{Context, Waker};
use std::time::Instant;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const NEW: &str = "battery staple";

async fn log_in(app: &TestApp, email: &str, password: &str) -> crate::support::TestResponse {
    app.post_unauthenticated("/api/auth/login/", json!({"email": email, "password": password})).await
}

async fn change(app: &TestApp, token: &str, current: &str, new: &str) -> crate::support::TestResponse {
    app.put("/api/account/password/", token, json!({"current_password": current, "password": new})).await
}

/// Changes the password and returns the account with its new tokens.
async fn changed(app: &TestApp, person: &Person, current: &str, new: &str) -> Person {
    let response = change(app, &person.access_token, current, new).await.assert_ok();
    let token = |kind: &str| response[kind].as_str().unwrap().to_owned();
    Person { access_token: token("access_token"), refresh_token: token("refresh_token"), ..person.clone() }
}

/// Removes the password of an account, as in accounts that were created with Google.
async fn without_password(app: &TestApp, person: &Person) {
    app.execute(&format!("UPDATE users SET password_hash = '' WHERE id = '{}'", person.id)).await;
}

on_both_engines! {
    async fn password_change_completes_after_client_disconnect(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let other = app.with_new_token(&ada).await;
        // Puts the other login into the server's cache.
        app.get("/api/user/", &other.access_token).await.assert_ok();
        let body = json!({"current_password": "correct horse", "password": "a better horse"});
        {
            let mut pending_request = std::pin::pin!(app.put("/api/account/password/", &ada.access_token, body));
            // The request has started; now the client disconnects.
            assert!(pending_request.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        let log_in = json!({"email": ada.email, "password": "a better horse"});
        let started = std::time::Instant::now();
        while app.post_unauthenticated("/api/auth/login/", log_in.clone()).await.status != 200
            || app.get("/api/user/", &other.access_token).await.status != 401
        {
            assert!(started.elapsed().as_secs() < 20, "the password was not changed, or the other login not ended");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    async fn common_password_is_rejected(app: TestApp) {
        let ada = app.person("Countess").await;
        for (password, code) in [
            ("short", "password_too_short"),
            (&"x".repeat(129), "password_too_long"),
            ("PassWord1", "password_common"),
            ("12345678", "password_common"),
            ("qwertyuiop", "password_common"),
            ("countess", "password_personal"),
            ("COUNTESS EXAMPLE", "password_personal"),
            ("countessexample", "password_personal"),
            ("countess@example.org", "password_personal"),
        ] {
            let sign_up = json!({"first_name": "Countess", "last_name": "Example", "email": "countess@example.org", "password": password});
            app.post_unauthenticated("/api/auth/signup/", sign_up).await.assert_rejected(422, code);
            change(&app, &ada.access_token, "correct horse", password).await.assert_rejected(422, code);
        }
        log_in(&app, &ada.email, "correct horse").await.assert_ok();
        change(&app, &ada.access_token, "correct horse", "countess of lovelace").await.assert_ok();
    }

    async fn password_change_ends_other_logins(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let (other, eve) = (app.log_in(&ada, "curl/8.5.0").await, app.person("eve").await);
        app.get("/api/user/", &other.access_token).await.assert_ok();
        let ada = changed(&app, &ada, "correct horse", NEW).await;
        app.get("/api/user/", &other.access_token).await.assert_rejected(401, "token_invalid");
        app.refresh(&other.refresh_token).await.assert_rejected(401, "refresh_invalid");
        assert_eq!(app.logins(&ada.access_token).await.len(), 1);
        for person in [&ada, &eve] {
            app.get("/api/user/", &person.access_token).await.assert_ok();
            app.refresh(&person.refresh_token).await.assert_ok();
        }
        log_in(&app, &ada.email, "correct horse").await.assert_rejected(401, "credentials_invalid");
        log_in(&app, &ada.email, NEW).await.assert_ok();
        log_in(&app, &eve.email, "correct horse").await.assert_ok();
    }

    async fn password_change_reissues_tokens_of_the_current_login(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let before = app.log_in(&ada, "curl/8.5.0").await;
        app.advance_clock(MINUTE);
        let pair = app.refresh(&before.refresh_token).await.assert_ok();
        let (stolen, latest) = (pair["access_token"].as_str().unwrap(), pair["refresh_token"].as_str().unwrap());
        let there = app.restart().await;
        for server in [&app, &there] {
            for token in [&before.access_token, stolen] {
                server.get("/api/user/", token).await.assert_ok();
            }
        }
        let login = app.logins(&before.access_token).await[0].clone();
        app.advance_clock(SECOND);
        let after = changed(&app, &before, "correct horse", NEW).await;
        for token in [&before.access_token, stolen] {
            app.get("/api/user/", token).await.assert_rejected(401, "token_invalid");
        }
        // The login continues with a new id.
        let now = app.logins(&after.access_token).await[0].clone();
        assert_ne!(now["id"], login["id"]);
        for field in ["device", "created_at", "is_current"] {
            assert_eq!(now[field], login[field]);
        }
        app.advance_clock(10 * SECOND);
        there.get("/api/user/", &before.access_token).await.assert_rejected(401, "token_invalid");
        there.get("/api/user/", &after.access_token).await.assert_ok();
        there.database.close().await;
        // Another tab may use the previous token for 30 seconds; later use counts as theft.
        app.advance_clock(20 * SECOND);
        let tab = app.refresh(latest).await.assert_ok();
        app.get("/api/user/", tab["access_token"].as_str().unwrap()).await.assert_ok();
        app.refresh(&after.refresh_token).await.assert_ok();
        app.advance_clock(1);
        app.get("/api/user/", &after.access_token).await.assert_ok();
        app.refresh(latest).await.assert_rejected(401, "refresh_invalid");
        app.get("/api/user/", &after.access_token).await.assert_rejected(401, "token_invalid");
    }

    async fn refresh_during_password_change_succeeds(app: TestApp) {
        let mut ada = app.person("ada").await;
        let mut passwords = ["correct horse".to_owned(), "battery staple 0".to_owned()];
        for round in 0..8 {
            let [current, new] = &passwords;
            let (response, traded) = tokio::join!(
                change(&app, &ada.access_token, current, new),
                join_all((0..4).map(|_| app.refresh(&ada.refresh_token)))
            );
            let response = response.assert_ok();
            for pair in traded {
                let refresh_token = pair.assert_ok()["refresh_token"].as_str().unwrap().to_owned();
                let next = app.refresh(&refresh_token).await.assert_ok();
                app.get("/api/user/", next["access_token"].as_str().unwrap()).await.assert_ok();
            }
            let token = |kind: &str| response[kind].as_str().unwrap().to_owned();
            ada = Person { access_token: token("access_token"), refresh_token: token("refresh_token"), ..ada };
            assert_eq!(app.logins(&ada.access_token).await.len(), 1);
            passwords = [passwords[1].clone(), format!("battery staple {}", round + 1)];
        }
    }

    async fn password_change_sends_mail_and_revokes_links(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        for (number, person, purpose) in [(1, &ada, "reset_password"), (2, &ada, "confirm_email"), (3, &eve, "reset_password")] {
            app.execute(&format!("INSERT INTO links VALUES ('{number}', '{}', '{purpose}', 'e', 9000000000000)", person.id)).await;
        }
        change(&app, &ada.access_token, "correct horse", NEW).await.assert_ok();
        let notices = format!("mails WHERE kind = 'password_changed' AND recipient = 'ada@example.org' AND user_id = '{}'", ada.id);
        assert_eq!((app.count(&notices).await, app.count("mails WHERE kind = 'password_changed'").await), (1, 1));
        assert_eq!((app.count("links WHERE token_hash <> '3'").await, app.count("links").await), (0, 1));
    }

    async fn password_change_requires_the_current_password(app: TestApp) {
        let ada = app.person("ada").await;
        let other = app.log_in(&ada, "curl/8.5.0").await;
        for wrong in ["", "wrong horse", "CORRECT HORSE", "correct horse ", &"x".repeat(100_000)] {
            change(&app, &ada.access_token, wrong, NEW).await.assert_rejected(403, "password_wrong");
        }
        for body in [json!({}), json!({"password": NEW}), json!({"current_password": "correct horse"}), json!({"current_password": 1, "password": NEW})] {
            app.put("/api/account/password/", &ada.access_token, body).await.assert_rejected(422, "body_invalid");
        }
        app.send_text(axum::http::Method::PUT, "/api/account/password/", None, "{}".to_owned()).await.assert_rejected(401, "token_missing");
        assert_eq!(app.logins(&ada.access_token).await.len(), 2);
        app.refresh(&other.refresh_token).await.assert_ok();
        log_in(&app, &ada.email, "correct horse").await.assert_ok();
        log_in(&app, &ada.email, NEW).await.assert_rejected(401, "credentials_invalid");
        assert_eq!(app.count("mails WHERE kind = 'password_changed'").await, 0);
    }

    async fn account_without_password_can_set_one_after_a_fresh_login(app: TestApp) {
        let (ada, late) = (app.person("ada").await, app.person("late").await);
        for person in [&ada, &late] {
            without_password(&app, person).await;
            assert_eq!(app.get("/api/account/", &person.access_token).await.assert_ok()["account"]["has_password"], false);
            for password in ["", "correct horse"] {
                log_in(&app, &person.email, password).await.assert_rejected(401, "credentials_invalid");
            }
        }
        app.advance_clock(10 * MINUTE);
        change(&app, &ada.access_token, "", "ada@example.org").await.assert_rejected(422, "password_personal");
        let ada = changed(&app, &ada, "", NEW).await;
        // From now on the password is required, however recent the login is.
        change(&app, &ada.access_token, "", "another staple").await.assert_rejected(403, "password_wrong");
        assert_eq!(app.get("/api/account/", &ada.access_token).await.assert_ok()["account"]["has_password"], true);
        log_in(&app, &ada.email, NEW).await.assert_ok();
        app.advance_clock(1);
        change(&app, &late.access_token, "", NEW).await.assert_rejected(403, "login_stale");
        // Refreshed tokens belong to the same login.
        let pair = app.refresh(&late.refresh_token).await.assert_ok();
        change(&app, pair["access_token"].as_str().unwrap(), "", NEW).await.assert_rejected(403, "login_stale");
    }

    async fn login_with_the_old_password_during_a_change_is_ended(app: TestApp) {
        let ada = app.person("ada").await;
        let (changed, responses) = tokio::join!(
            change(&app, &ada.access_token, "correct horse", NEW),
            join_all((0..6).map(|_| log_in(&app, &ada.email, "correct horse")))
        );
        let tokens = changed.assert_ok();
        for response in responses {
            if response.status == 200 {
                app.get("/api/user/", response.body["access_token"].as_str().unwrap()).await.assert_rejected(401, "token_invalid");
            } else {
                response.assert_rejected(401, "credentials_invalid");
            }
        }
        assert_eq!(app.logins(tokens["access_token"].as_str().unwrap()).await.len(), 1);
    }

    async fn concurrent_password_changes_are_consistent(app: TestApp) {
        let ada = app.person("ada").await;
        let passwords = ["first new one", "second new one", "third new one"];
        let responses = join_all(passwords.map(|new| change(&app, &ada.access_token, "correct horse", new))).await;
        let holds: Vec<&str> = passwords.into_iter().zip(responses).filter_map(|(new, response)| match response.status.as_u16() {
            200 => Some(new),
            _ => { response.assert_rejected(403, "password_wrong"); None }
        }).collect();
        assert_eq!(holds.len(), 1);
        log_in(&app, &ada.email, holds[0]).await.assert_ok();
    }

    async fn login_does_not_reveal_accounts(app: TestApp) {
        let (ada, none) = (app.person("ada").await, app.person("none").await);
        without_password(&app, &none).await;
        let endless = "x".repeat(100_000);
        let tries = [
            (ada.email.as_str(), "wrong horse"),
            ("nobody@example.org", "wrong horse"),
            (none.email.as_str(), "wrong horse"),
            (none.email.as_str(), ""),
            (ada.email.as_str(), &endless),
            ("nobody@example.org", &endless),
        ];
        let mut times = tries.map(|_| Vec::new());
        for _ in 0..15 {
            let mut first = None;
            for ((email, password), times) in tries.iter().zip(&mut times) {
                let started = Instant::now();
                let response = log_in(&app, email, password).await;
                times.push(started.elapsed());
                let mut headers = response.headers;
                headers.remove("x-request-id");
                let response = (response.status, headers, response.body);
                assert_eq!(*first.get_or_insert_with(|| response.clone()), response, "{email}");
            }
            assert_eq!(first.unwrap().2["code"], "credentials_invalid");
        }
        // Compares the fastest times, since a busy machine only slows requests down. A response without hashing would
        // be far faster. A unit test of the use case counts that exactly one password is verified.
        let [wrong, others @ ..] = times.map(|times| times.into_iter().min().unwrap());
        for other in others {
            assert!(other < wrong * 3 && wrong < other * 3, "{wrong:?} {others:?}");
        }
    }

    async fn login_rehashes_outdated_hashes(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8 * 1024, 1, 1, None).unwrap());
        let hash = weak.hash_password(b"correct horse").unwrap().to_string();
        app.execute(&format!("UPDATE users SET password_hash = '{hash}'")).await;
        let stored_hashes = async |person: &Person, like: &str| {
            app.count(&format!("users WHERE id = '{}' AND password_hash LIKE '{like}'", person.id)).await
        };
        let (old, new) = ("$argon2id$v=19$m=8192,t=1,p=1$%", "$argon2id$v=19$m=19456,t=2,p=1$%");
        log_in(&app, &ada.email, "wrong horse").await.assert_rejected(401, "credentials_invalid");
        assert_eq!((stored_hashes(&ada, old).await, stored_hashes(&eve, old).await), (1, 1));
        // All at once: the hash that one of them stores is valid for all.
        for response in join_all((0..5).map(|_| log_in(&app, &ada.email, "correct horse"))).await {
            response.assert_ok();
        }
        assert_eq!((stored_hashes(&ada, new).await, stored_hashes(&eve, old).await), (1, 1));
        log_in(&app, &ada.email, "correct horse").await.assert_ok();
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        log_in(&app, &eve.email, "correct horse").await.assert_ok();
        assert_eq!(stored_hashes(&eve, new).await, 1);
    }

    async fn device_name_is_stored_instead_of_user_agent(app: TestApp) {
        let ada = app.person("ada").await;
        for (header, device) in [
            ("curl/8.5.0".to_owned(), "curl"),
            ("<b>bold</b>".to_owned(), ""),
            ("x".repeat(4_000), &"x".repeat(40)),
        ] {
            let person = app.log_in(&ada, &header).await;
            let logins = app.logins(&person.access_token).await;
            assert_eq!(logins[0]["device"], device);
        }
    }
}
