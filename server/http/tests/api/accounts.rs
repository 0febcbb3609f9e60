//! Sign-up, login and the lifetime of tokens.

use crate::support::{START, TestApp, on_both_engines};
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use std::collections::BTreeSet;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

on_both_engines! {
    async fn sign_up_returns_tokens_and_user(app: TestApp) {
        let body = json!({
            "first_name": "  Ada ", "last_name": "Lovelace", "email": "Ada@Example.org", "password": "correct horse"
        });
        let response = app.post_unauthenticated("/api/auth/signup/", body).await.assert_ok();
        let user = &response["user"][0];
        let mut fields: Vec<&String> = user.as_object().unwrap().keys().collect();
        fields.sort();
        assert_eq!(fields, [
            "date_joined", "delete_at", "email", "first_name", "focus_streak", "id", "is_admin", "is_limited", "is_verified", "last_login",
            "last_name", "longest_focus_streak", "mins_for_streak", "picture", "total_time", "user_type",
        ]);
        assert_eq!(user["first_name"], "Ada");
        assert_eq!(user["email"], "ada@example.org");
        assert_eq!(user["date_joined"], "2026-03-03T12:00:00.000Z");
        assert_eq!(user["last_login"], "2026-03-03T12:00:00.000Z");
        assert_eq!(user["is_verified"], false);
        assert_eq!(user["is_admin"], false);
        assert_eq!(user["user_type"], "basic");
        assert_eq!(user["mins_for_streak"], 25);

        let token = response["access_token"].as_str().unwrap();
        assert_eq!(app.get("/api/user/", token).await.assert_ok(), json!({"user": [user]}));
    }

    async fn email_is_unique_in_any_spelling(app: TestApp) {
        app.person("ada").await;
        let body = json!({"first_name": "A", "last_name": "B", "email": "ADA@example.org", "password": "a long secret"});
        app.post_unauthenticated("/api/auth/signup/", body).await.assert_rejected(409, "email_taken");
    }

    async fn concurrent_sign_ups_create_one_account(app: TestApp) {
        let body = json!({"first_name": "A", "last_name": "B", "email": "one@example.org", "password": "a long secret"});
        let responses = futures_util::future::join_all((0..6).map(|_| app.post_unauthenticated("/api/auth/signup/", body.clone()))).await;
        let statuses: Vec<u16> = responses.iter().map(|response| response.status.as_u16()).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 5, "{statuses:?}");
    }

    async fn refresh_token_is_256_random_bits(app: TestApp) {
        let ada = app.person("ada").await;
        let logged_in = app.log_in(&ada, "").await;
        let mut tokens = vec![ada.refresh_token.clone(), logged_in.refresh_token];
        // Reuses one token within its grace period, and refreshes each new token.
        for _ in 0..50 {
            for token in [ada.refresh_token.clone(), tokens[tokens.len() - 1].clone()] {
                let pair = app.refresh(&token).await.assert_ok();
                tokens.push(pair["refresh_token"].as_str().unwrap().to_owned());
            }
        }
        let bytes: Vec<Vec<u8>> = tokens.iter().map(|token| URL_SAFE_NO_PAD.decode(token).unwrap()).collect();
        assert!(bytes.iter().all(|bytes| bytes.len() == 32));
        assert_eq!(bytes.iter().collect::<BTreeSet<_>>().len(), 102);
        // No bit is constant. The probability of a failure by chance is 2^-93.
        for place in 0..256 {
            let ones = bytes.iter().filter(|bytes| bytes[place / 8] >> (place % 8) & 1 == 1).count();
            assert!((1..102).contains(&ones), "bit {place}");
        }
    }

    async fn login_updates_last_login_and_hides_which_part_was_wrong(app: TestApp) {
        let ada = app.person("ada").await;
        app.advance_clock(DAY);
        let response = app.post_unauthenticated("/api/auth/login/", json!({"email": "ADA@example.org", "password": "correct horse"})).await.assert_ok();
        assert_eq!(response["user"][0]["id"], ada.id.as_str());
        assert_eq!(response["user"][0]["last_login"], "2026-03-04T12:00:00.000Z");
        assert_eq!(response["user"][0]["date_joined"], "2026-03-03T12:00:00.000Z");

        let wrong = app.post_unauthenticated("/api/auth/login/", json!({"email": ada.email, "password": "incorrect"})).await;
        let unknown = app.post_unauthenticated("/api/auth/login/", json!({"email": "eve@example.org", "password": "incorrect"})).await;
        assert_eq!(wrong.body, unknown.body);
        wrong.assert_rejected(401, "credentials_invalid");
        unknown.assert_rejected(401, "credentials_invalid");
        let endless = json!({"email": ada.email, "password": "x".repeat(100_000)});
        app.post_unauthenticated("/api/auth/login/", endless).await.assert_rejected(401, "credentials_invalid");
    }

    async fn access_token_expires_after_15_min(app: TestApp) {
        let ada = app.person("ada").await;
        let validate = json!({"token": ada.access_token});
        app.advance_clock(15 * MINUTE - 1);
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        let response = app.post_unauthenticated("/api/auth/validate-token/", validate.clone()).await.assert_ok();
        assert!(response["message"].is_string());
        app.advance_clock(1);
        app.get("/api/user/", &ada.access_token).await.assert_rejected(401, "token_expired");
        app.post_unauthenticated("/api/auth/validate-token/", validate).await.assert_rejected(401, "token_expired");
        app.post_unauthenticated("/api/auth/validate-token/", json!({"token": "x"})).await.assert_rejected(401, "token_invalid");
    }

    async fn refresh_token_yields_a_working_pair(app: TestApp) {
        let ada = app.person("ada").await;
        app.advance_clock(DAY);
        let pair = app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        assert_eq!(pair.as_object().unwrap().len(), 2);
        assert_ne!(pair["refresh_token"], ada.refresh_token.as_str());
        app.get("/api/user/", pair["access_token"].as_str().unwrap()).await.assert_ok();
        // The new token can be refreshed within another 30 days.
        app.advance_clock(29 * DAY);
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": pair["refresh_token"]})).await.assert_ok();
    }

    async fn refresh_token_may_be_reused_within_30_s(app: TestApp) {
        let ada = app.person("ada").await;
        let trade = json!({"refresh_token": ada.refresh_token});
        let first = app.post_unauthenticated("/api/auth/refresh/", trade.clone()).await.assert_ok();
        app.advance_clock(30_000);
        let second = app.post_unauthenticated("/api/auth/refresh/", trade).await.assert_ok();
        assert_ne!(first["refresh_token"], second["refresh_token"]);
        for pair in [first, second] {
            app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": pair["refresh_token"]})).await.assert_ok();
        }
    }

    async fn reused_refresh_token_ends_its_login(app: TestApp) {
        let ada = app.person("ada").await;
        let other_login = app.post_unauthenticated("/api/auth/login/", json!({"email": ada.email, "password": "correct horse"})).await.assert_ok();
        let trade = json!({"refresh_token": ada.refresh_token});
        let next = app.post_unauthenticated("/api/auth/refresh/", trade.clone()).await.assert_ok();
        app.advance_clock(30_001);
        app.post_unauthenticated("/api/auth/refresh/", trade.clone()).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": next["refresh_token"]})).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/refresh/", trade).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": other_login["refresh_token"]})).await.assert_ok();
    }

    async fn refresh_token_expires_after_30_days(app: TestApp) {
        let ada = app.person("ada").await;
        app.advance_clock(30 * DAY);
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": "unknown"})).await.assert_rejected(401, "refresh_invalid");
    }

    async fn logout_ends_the_login_and_is_idempotent(app: TestApp) {
        let ada = app.person("ada").await;
        let next = app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_ok();
        let token = json!({"refresh_token": next["refresh_token"]});
        app.post_unauthenticated("/api/auth/logout/", token.clone()).await.assert_ok();
        app.post_unauthenticated("/api/auth/refresh/", token.clone()).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/refresh/", json!({"refresh_token": ada.refresh_token})).await.assert_rejected(401, "refresh_invalid");
        app.post_unauthenticated("/api/auth/logout/", token).await.assert_ok();
    }

    async fn secrets_are_stored_only_hashed(app: TestApp) {
        let ada = app.person("ada").await;
        // Both statements fail if they find a row, because they divide by zero.
        for (table, column, secret) in [
            ("users", "password_hash", "correct horse"),
            ("refresh_tokens", "token_hash", ada.refresh_token.as_str()),
        ] {
            app.execute(&format!("CREATE TABLE found_{table} (hit BIGINT NOT NULL CHECK (hit = 0))")).await;
            app.execute(&format!(
                "INSERT INTO found_{table} SELECT count(*) FROM {table} WHERE {column} LIKE '%{secret}%'"
            )).await;
        }
    }

    async fn token_of_a_deleted_account_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let token = &ada.access_token;
        // The login is cached now, so the missing account is detected.
        app.get("/api/user/", token).await.assert_ok();
        app.execute("DELETE FROM users").await;
        app.get("/api/user/", token).await.assert_rejected(401, "token_invalid");
        app.post("/api/boards/create-board/", token, json!({"name": "x"})).await.assert_rejected(401, "token_invalid");
        app.put("/api/preferences/", token, json!({"focus_minutes": 30})).await.assert_rejected(401, "token_invalid");
        let session = json!({
            "id": crate::support::new_id(), "kind": "focus", "planned": 60, "outcome": "stopped",
            "segments": [{"start": "2026-03-03T11:00:00Z", "end": "2026-03-03T11:01:00Z", "utc_offset": 0}]
        });
        app.post("/api/focus-sessions/", token, session).await.assert_rejected(401, "token_invalid");
        app.advance_clock(10_000);
        app.get("/api/health/", token).await.assert_ok();
        app.get("/api/boards/get-boards/", token).await.assert_rejected(401, "token_invalid");
    }

    async fn bearer_scheme_is_case_insensitive_and_required(app: TestApp) {
        let ada = app.person("ada").await;
        for (header, status) in [
            (format!("bearer {}", ada.access_token), 200),
            (format!("BEARER  {}", ada.access_token), 200),
            (format!("Basic {}", ada.access_token), 401),
            (ada.access_token.clone(), 401),
            ("Bearer".to_owned(), 401),
            ("Bearer ".to_owned(), 401),
        ] {
            let request = axum::http::Request::get("/api/user/").header("authorization", &header);
            let response = app.send(request.body(axum::body::Body::empty()).unwrap()).await;
            assert_eq!(response.status.as_u16(), status, "{header}");
        }
    }

    async fn google_login_without_configuration_returns_501(app: TestApp) {
        app.send_text(Method::GET, "/api/auth/google/", None, String::new()).await.assert_rejected(501, "google_off");
    }

    async fn user_statistics_use_local_days(app: TestApp) {
        let ada = app.person("ada").await;
        let session = |start: i64, minutes: i64| json!({
            "id": crate::support::new_id(), "kind": "focus", "planned": minutes * 60, "outcome": "completed",
            "segments": [{
                "start": core_wasm::protocol::time::Timestamp::from_millis(start),
                "end": core_wasm::protocol::time::Timestamp::from_millis(start + minutes * MINUTE),
                "utc_offset": 60,
            }]
        });
        for days_ago in [1, 2, 3, 5] {
            app.post("/api/focus-sessions/", &ada.access_token, session(START - days_ago * DAY, 30)).await.assert_ok();
        }
        let user = |response: serde_json::Value| response["user"][0].clone();
        let now = user(app.get("/api/user/", &ada.access_token).await.assert_ok());
        assert_eq!(now["focus_streak"], 3, "today is still open, so the streak ends yesterday");
        assert_eq!(now["longest_focus_streak"], 3);
        assert_eq!(now["total_time"], 4 * 30 * 60);
        // A new goal does not change earlier days.
        for (minutes, from, streak) in [(31, "2026-03-03", 3), (25, "2026-03-03", 3), (31, "2026-03-02", 0)] {
            let update = json!({"mins_for_streak": minutes, "mins_for_streak_from": from});
            app.put("/api/preferences/", &ada.access_token, update).await.assert_ok();
            let now = user(app.get("/api/user/", &ada.access_token).await.assert_ok());
            assert_eq!((&now["focus_streak"], &now["mins_for_streak"]), (&json!(streak), &json!(minutes)));
        }
    }
}
