//! Logins: the list, how a login ends, and that its tokens are invalid afterwards.

use crate::support::{Person, SECRET, START, TestApp, access_token, claims, key_id, new_id, on_both_engines};
use axum::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};
use twentyfour_server::config::Secret;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * 60 * MINUTE;

/// The password of all accounts.
const PASSWORD: &str = "correct horse";

const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const FIREFOX: &str = "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0";

async fn end(app: &TestApp, token: &str, id: &str) -> crate::support::TestResponse {
    app.post("/api/account/logins/end/", token, json!({"id": id, "password": PASSWORD})).await
}

/// Checks that all tokens of a login are invalid.
async fn is_ended(app: &TestApp, person: &Person) {
    app.get("/api/user/", &person.access_token).await.assert_rejected(401, "token_invalid");
    app.refresh(&person.refresh_token).await.assert_rejected(401, "refresh_invalid");
}

/// Checks that all tokens of a login are valid. Uses the refresh token.
async fn assert_active(app: &TestApp, person: &Person) {
    app.get("/api/user/", &person.access_token).await.assert_ok();
    app.refresh(&person.refresh_token).await.assert_ok();
}

/// An account with three logins.
async fn three_logins(app: &TestApp) -> (Person, Person, Person) {
    let ada = app.person("ada").await;
    (app.log_in(&ada, CHROME).await, app.log_in(&ada, "curl/8.5.0").await, ada)
}

on_both_engines! {
    async fn logins_are_listed_current_first_then_by_last_seen(app: TestApp) {
        let eve = app.person("eve").await;
        let ada = app.person("ada").await;
        app.advance_clock(MINUTE);
        let chrome = app.log_in(&ada, CHROME).await;
        app.advance_clock(MINUTE);
        let firefox = app.log_in(&ada, FIREFOX).await;
        app.advance_clock(MINUTE);
        let curl = app.log_in(&ada, "curl/8.5.0").await;
        let response = app.get("/api/account/", &chrome.access_token).await.assert_ok();
        let account = &response["account"];
        let mut fields: Vec<&String> = account.as_object().unwrap().keys().collect();
        fields.sort();
        assert_eq!(fields, ["delete_at", "has_google", "has_password", "logins", "pending_email", "usage"]);
        assert_eq!(
            (&account["has_password"], &account["has_google"], &account["pending_email"], &account["delete_at"]),
            (&json!(true), &json!(false), &json!(null), &json!(null))
        );
        let devices = |logins: &[Value]| logins.iter().map(|login| login["device"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        let logins = account["logins"].as_array().unwrap();
        assert_eq!(devices(logins), ["Chrome on Windows", "curl", "Firefox on Android", ""]);
        assert_eq!(logins[0], json!({
            "id": logins[0]["id"], "device": "Chrome on Windows", "created_at": "2026-03-03T12:01:00.000Z",
            "last_seen": "2026-03-03T12:01:00.000Z", "is_current": true,
        }));
        assert!(logins[1..].iter().all(|login| login["is_current"] == false));

        // A token refresh counts as activity, but the login keeps its start.
        app.advance_clock(MINUTE);
        app.refresh(&firefox.refresh_token).await.assert_ok();
        let logins = app.logins(&curl.access_token).await;
        assert_eq!(devices(&logins), ["curl", "Firefox on Android", "Chrome on Windows", ""]);
        assert_eq!((&logins[1]["created_at"], &logins[1]["last_seen"]), (&json!("2026-03-03T12:02:00.000Z"), &json!("2026-03-03T12:04:00.000Z")));
        assert_eq!(app.logins(&eve.access_token).await.len(), 1);
        app.execute(&format!("UPDATE users SET pending_email = 'new@example.org', delete_at = {START} WHERE email = 'ada@example.org'")).await;
        app.execute(&format!("INSERT INTO google_identities SELECT 'issuer', 'subject', id, {START} FROM users WHERE email = 'ada@example.org'")).await;
        let account = app.get("/api/account/", &curl.access_token).await.assert_ok();
        let account = &account["account"];
        assert_eq!(
            (&account["has_google"], &account["pending_email"], &account["delete_at"]),
            (&json!(true), &json!("new@example.org"), &json!("2026-03-03T12:00:00.000Z"))
        );
        assert_eq!(app.get("/api/account/", &eve.access_token).await.assert_ok()["account"]["has_google"], false);
    }

    async fn only_the_latest_100_logins_are_listed(app: TestApp) {
        let ada = app.person("ada").await;
        app.execute(&format!(
            "INSERT INTO logins WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 150) \
             SELECT '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{}', 'd' || CAST(n AS TEXT), 0, {START} + n, {START} + 1000000 FROM numbers",
            ada.id
        )).await;
        let logins = app.logins(&ada.access_token).await;
        assert_eq!((logins.len(), &logins[0]["is_current"]), (100, &json!(true)));
        assert_eq!((&logins[1]["device"], &logins[99]["device"]), (&json!("d150"), &json!("d52")));
    }

    async fn login_can_end_another_login(app: TestApp) {
        let app = app.alone();
        let (here, lost, third) = three_logins(&app).await;
        let eve = app.person("eve").await;
        // The login is cached, which must not keep it valid.
        app.get("/api/user/", &lost.access_token).await.assert_ok();
        let id = app.login_id(&lost.access_token).await;
        let response = end(&app, &here.access_token, &id).await.assert_ok();
        let left = response["account"]["logins"].as_array().unwrap();
        assert_eq!(left.len(), 2);
        assert!(left.iter().all(|login| login["id"] != id.as_str()));
        is_ended(&app, &lost).await;
        for person in [&here, &third, &eve] {
            assert_active(&app, person).await;
        }
        end(&app, &here.access_token, &id).await.assert_rejected(404, "not_found");
    }

    async fn login_can_end_itself(app: TestApp) {
        let app = app.alone();
        let (here, other, _) = three_logins(&app).await;
        let id = app.login_id(&here.access_token).await;
        let response = end(&app, &here.access_token, &id).await.assert_ok();
        assert_eq!(response["account"]["logins"].as_array().unwrap().len(), 2);
        is_ended(&app, &here).await;
        assert_active(&app, &other).await;
    }

    async fn only_own_logins_can_be_ended(app: TestApp) {
        let app = app.alone();
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mine, theirs) = (app.login_id(&ada.access_token).await, app.login_id(&eve.access_token).await);
        for (id, status, code) in [
            (theirs.as_str(), 404, "not_found"),
            (new_id().as_str(), 404, "not_found"),
            (ada.id.as_str(), 404, "not_found"),
            ("", 422, "bad_id"),
            ("mine", 422, "bad_id"),
            (&format!("{mine}0"), 422, "bad_id"),
        ] {
            end(&app, &ada.access_token, id).await.assert_rejected(status, code);
        }
        for path in ["/api/account/logins/end/", "/api/account/logins/end-all/"] {
            app.post(path, &ada.access_token, json!({})).await.assert_rejected(422, "body_invalid");
        }
        app.post("/api/account/logins/end/", &ada.access_token, json!({"id": mine})).await.assert_rejected(422, "body_invalid");
        app.post_unauthenticated("/api/account/logins/end/", json!({"id": mine})).await.assert_rejected(401, "token_missing");
        app.post_unauthenticated("/api/account/logins/end-all/", json!({})).await.assert_rejected(401, "token_missing");
        for person in [&ada, &eve] {
            assert_active(&app, person).await;
        }
        // Only the logins of this account end.
        app.post("/api/account/logins/end-all/", &ada.access_token, json!({"password": PASSWORD})).await.assert_ok();
        is_ended(&app, &ada).await;
        assert_active(&app, &eve).await;
    }

    async fn ending_logins_requires_reauthentication(app: TestApp) {
        let (here, other, third) = three_logins(&app).await;
        let id = app.login_id(&other.access_token).await;
        for password in ["", "incorrect horse", "Correct horse"] {
            let one = json!({"id": id, "password": password});
            app.post("/api/account/logins/end/", &here.access_token, one).await.assert_rejected(403, "password_wrong");
            let all = json!({"password": password});
            app.post("/api/account/logins/end-all/", &here.access_token, all).await.assert_rejected(403, "password_wrong");
        }
        for person in [&here, &other, &third] {
            assert_active(&app, person).await;
        }
        // An access token alone does not reveal whether such a login exists either.
        let unknown = json!({"id": new_id(), "password": "incorrect horse"});
        app.post("/api/account/logins/end/", &here.access_token, unknown).await.assert_rejected(403, "password_wrong");
    }

    async fn account_without_password_needs_a_login_younger_than_10_min(app: TestApp) {
        let app = app.alone();
        let (here, other, _) = three_logins(&app).await;
        let id = app.login_id(&other.access_token).await;
        app.execute("UPDATE users SET password_hash = ''").await;
        app.advance_clock(10 * MINUTE + 1);
        let one = json!({"id": id, "password": ""});
        app.post("/api/account/logins/end/", &here.access_token, one.clone()).await.assert_rejected(403, "login_stale");
        let all = json!({"password": ""});
        app.post("/api/account/logins/end-all/", &here.access_token, all.clone()).await.assert_rejected(403, "login_stale");
        assert_active(&app, &other).await;
        app.advance_clock(-1);
        app.post("/api/account/logins/end/", &here.access_token, one).await.assert_ok();
        is_ended(&app, &other).await;
        app.post("/api/account/logins/end-all/", &here.access_token, all).await.assert_ok();
        is_ended(&app, &here).await;
    }

    async fn ending_all_logins_includes_the_current_one(app: TestApp) {
        let app = app.alone();
        let (here, other, third) = three_logins(&app).await;
        for person in [&other, &third] {
            app.get("/api/user/", &person.access_token).await.assert_ok();
        }
        let response = app.post("/api/account/logins/end-all/", &here.access_token, json!({"password": PASSWORD})).await.assert_ok();
        assert!(response["message"].is_string());
        for person in [&here, &other, &third] {
            is_ended(&app, person).await;
        }
        let again = app.log_in(&here, CHROME).await;
        assert_eq!(app.logins(&again.access_token).await.len(), 1);
        assert_eq!(app.count("refresh_tokens").await, 1);
    }

    async fn token_of_an_ended_login_is_rejected_on_every_route(app: TestApp) {
        let app = app.alone();
        let (here, lost, _) = three_logins(&app).await;
        app.get("/api/user/", &lost.access_token).await.assert_ok();
        let id = app.login_id(&lost.access_token).await;
        end(&app, &here.access_token, &id).await.assert_ok();
        let document = app.send_text(Method::GET, "/api/openapi.json", None, String::new()).await.assert_ok();
        let mut requests = 0;
        for (path, methods) in document["paths"].as_object().unwrap() {
            let path: String = path.split('/').map(|part| if part.starts_with('{') { new_id() } else { part.to_owned() }).collect::<Vec<_>>().join("/");
            for (method, operation) in methods.as_object().unwrap() {
                let is_open = operation["security"] == json!([{}]);
                if is_open {
                    continue;
                }
                let method: Method = method.to_uppercase().parse().unwrap();
                let response = app.send_text(method.clone(), &path, Some(&lost.access_token), "{}".to_owned()).await;
                let rejection = (response.status.as_u16(), &response.body["code"]);
                if path.starts_with("/api/admin/") {
                    // For everybody but administrators these paths do not exist.
                    assert_eq!(rejection, (404, &json!("not_found")), "{method} {path}");
                } else {
                    assert_eq!(rejection, (401, &json!("token_invalid")), "{method} {path}");
                    assert_eq!(response.headers["www-authenticate"], "Bearer");
                }
                requests += 1;
            }
        }
        assert!(requests >= 20, "{requests}");
        let validate = json!({"token": lost.access_token});
        app.post_unauthenticated("/api/auth/validate-token/", validate).await.assert_rejected(401, "token_invalid");
    }

    async fn other_servers_reject_an_ended_login_within_10_s(app: TestApp) {
        let (here, lost, _) = three_logins(&app).await;
        let there = app.restart().await;
        there.get("/api/user/", &lost.access_token).await.assert_ok();
        let id = app.login_id(&lost.access_token).await;
        end(&app, &here.access_token, &id).await.assert_ok();
        app.advance_clock(10 * SECOND);
        there.get("/api/user/", &lost.access_token).await.assert_rejected(401, "token_invalid");
        there.get("/api/user/", &here.access_token).await.assert_ok();
        // Refresh tokens are not cached.
        there.refresh(&lost.refresh_token).await.assert_rejected(401, "refresh_invalid");
        there.database.close().await;
    }

    async fn unavailable_database_is_not_reported_as_an_ended_login(app: TestApp) {
        let ada = app.person("ada").await;
        app.set_reachable(false).await;
        app.get("/api/user/", &ada.access_token).await.assert_rejected(503, "unavailable");
        app.refresh(&ada.refresh_token).await.assert_rejected(503, "unavailable");
        if app.is_postgres() {
            app.set_reachable(true).await;
            app.get("/api/user/", &ada.access_token).await.assert_ok();
        }
    }

    async fn logout_invalidates_the_access_token_of_its_login_only(app: TestApp) {
        let app = app.alone();
        let (here, other, _) = three_logins(&app).await;
        app.get("/api/user/", &here.access_token).await.assert_ok();
        app.post_unauthenticated("/api/auth/logout/", json!({"refresh_token": here.refresh_token})).await.assert_ok();
        is_ended(&app, &here).await;
        assert_eq!(app.logins(&other.access_token).await.len(), 2);
        assert_active(&app, &other).await;
    }

    async fn twenty_tabs_may_refresh_at_once(app: TestApp) {
        let ada = app.person("ada").await;
        app.advance_clock(14 * MINUTE);
        let responses = join_all((0..20).map(|_| app.refresh(&ada.refresh_token))).await;
        let pairs: Vec<Value> = responses.into_iter().map(|response| response.assert_ok()).collect();
        app.advance_clock(30 * SECOND);
        for pair in &pairs {
            app.get("/api/user/", pair["access_token"].as_str().unwrap()).await.assert_ok();
            app.refresh(pair["refresh_token"].as_str().unwrap()).await.assert_ok();
        }
        let logins = app.logins(pairs[0]["access_token"].as_str().unwrap()).await;
        assert_eq!((logins.len(), &logins[0]["last_seen"]), (1, &json!("2026-03-03T12:14:30.000Z")));
    }

    async fn refresh_token_reuse_after_30_s_ends_only_its_login(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let other = app.log_in(&ada, CHROME).await;
        let pair = app.refresh(&ada.refresh_token).await.assert_ok();
        let thief = pair["access_token"].as_str().unwrap();
        app.advance_clock(30 * SECOND);
        let late = app.refresh(&ada.refresh_token).await.assert_ok();
        app.advance_clock(1);
        app.get("/api/user/", thief).await.assert_ok();
        app.refresh(&ada.refresh_token).await.assert_rejected(401, "refresh_invalid");
        for token in [thief, late["access_token"].as_str().unwrap(), &ada.access_token] {
            app.get("/api/user/", token).await.assert_rejected(401, "token_invalid");
        }
        for pair in [&pair, &late] {
            app.refresh(pair["refresh_token"].as_str().unwrap()).await.assert_rejected(401, "refresh_invalid");
        }
        assert_eq!(app.logins(&other.access_token).await.len(), 1);
        assert_active(&app, &other).await;
    }

    async fn login_ended_during_refresh_stays_ended(app: TestApp) {
        for _ in 0..10 {
            let ada = app.person(&format!("ada{}", &new_id()[24..])).await;
            let other = app.log_in(&ada, CHROME).await;
            // The login is ended with its own token, because verifying a password takes longer than a token refresh.
            let log_out = app.post_unauthenticated("/api/auth/logout/", json!({"refresh_token": ada.refresh_token}));
            let (traded, ended) = tokio::join!(app.refresh(&ada.refresh_token), log_out);
            ended.assert_ok();
            assert!([200, 401].contains(&traded.status.as_u16()), "{traded:?}");
            if traded.status == 200 {
                app.get("/api/user/", traded.body["access_token"].as_str().unwrap()).await.assert_rejected(401, "token_invalid");
                app.refresh(traded.body["refresh_token"].as_str().unwrap()).await.assert_rejected(401, "refresh_invalid");
            }
            is_ended(&app, &ada).await;
            assert_active(&app, &other).await;
        }
    }

    async fn login_expires_after_30_idle_days(app: TestApp) {
        let ada = app.person("ada").await;
        app.advance_clock(29 * DAY);
        let pair = app.refresh(&ada.refresh_token).await.assert_ok();
        let other = app.log_in(&ada, CHROME).await;
        app.advance_clock(30 * DAY - 1);
        let last = app.refresh(pair["refresh_token"].as_str().unwrap()).await.assert_ok();
        let token = last["access_token"].as_str().unwrap();
        assert_eq!(app.logins(token).await.len(), 2);
        app.advance_clock(1);
        let logins = app.logins(token).await;
        assert_eq!((logins.len(), &logins[0]["is_current"]), (1, &json!(true)));
        is_ended_by_time(&app, &other).await;
    }

    async fn login_ends_after_365_days(app: TestApp) {
        let app = app.alone();
        let ada = app.person("ada").await;
        let mut token = ada.refresh_token.clone();
        for _ in 0..12 {
            app.advance_clock(29 * DAY);
            token = app.refresh(&token).await.assert_ok()["refresh_token"].as_str().unwrap().to_owned();
        }
        // 348 days have passed. Another login starts its own year.
        let other = app.log_in(&ada, CHROME).await;
        app.advance_clock(17 * DAY - 1);
        let last = app.refresh(&token).await.assert_ok();
        let other = app.refresh(&other.refresh_token).await.assert_ok();
        let access = last["access_token"].as_str().unwrap();
        app.get("/api/user/", access).await.assert_ok();
        // Neither token is valid longer than the login, except for the 10 seconds of the cache.
        app.advance_clock(1);
        app.refresh(last["refresh_token"].as_str().unwrap()).await.assert_rejected(401, "refresh_invalid");
        app.get("/api/user/", access).await.assert_rejected(401, "token_invalid");
        let logins = app.logins(other["access_token"].as_str().unwrap()).await;
        assert_eq!((logins.len(), &logins[0]["device"]), (1, &json!("Chrome on Windows")));
    }

    async fn access_token_of_an_expired_login_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        app.execute(&format!("UPDATE logins SET expires_at = {START} + 20000")).await;
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        app.advance_clock(20 * SECOND - 1);
        app.get("/api/user/", &ada.access_token).await.assert_ok();
        app.advance_clock(10 * SECOND);
        app.get("/api/user/", &ada.access_token).await.assert_rejected(401, "token_invalid");
    }

    async fn login_101_ends_the_least_recently_used_one(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let old = |number: u32| format!("01900000-0000-7000-8000-{number:012}");
        app.execute(&format!(
            "INSERT INTO logins WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 99) \
             SELECT '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{}', 'd' || CAST(n AS TEXT), \
             {START}, {START} + n, {START} + 1000000 FROM numbers",
            ada.id
        )).await;
        app.execute(&format!(
            "INSERT INTO refresh_tokens SELECT 't' || device, id, user_id, expires_at, NULL FROM logins WHERE user_id = '{}' AND device <> ''",
            ada.id
        )).await;
        app.advance_clock(MINUTE);
        app.refresh(&ada.refresh_token).await.assert_ok();
        let token_of = |number: u32| access_token(&claims(&ada.id, &old(number)), Some(&key_id(SECRET)), SECRET);
        // The logins are cached, which must not keep them valid.
        for number in 1..=3 {
            app.get("/api/user/", &token_of(number)).await.assert_ok();
        }
        for ended in 1..=2 {
            let new = app.log_in(&ada, CHROME).await;
            assert_eq!(app.logins(&new.access_token).await.len(), 100);
            app.get("/api/user/", &token_of(ended)).await.assert_rejected(401, "token_invalid");
            assert_eq!(app.count(&format!("refresh_tokens WHERE token_hash = 'td{ended}'")).await, 0);
            app.get("/api/user/", &token_of(3)).await.assert_ok();
            assert_active(&app, &new).await;
        }
        assert_eq!(app.count(&format!("logins WHERE user_id = '{}'", ada.id)).await, 100);
        assert_eq!(app.count("refresh_tokens WHERE token_hash LIKE 'td%'").await, 97);
        for person in [&ada, &eve] {
            assert_active(&app, person).await;
        }
    }

    async fn only_expired_rows_are_deleted(app: TestApp) {
        let ada = app.person("ada").await;
        let id = &ada.id;
        for (number, expires_at) in [(1, START + 30 * DAY), (2, START + 30 * DAY + 1)] {
            app.execute(&format!("INSERT INTO links VALUES ('{number}', '{id}', 'reset_password', 'e', {expires_at})")).await;
            app.execute(&format!("INSERT INTO google_attempts VALUES ('{number}', 's', 'n', 'v', NULL, NULL, {expires_at}, NULL, NULL)")).await;
        }
        // More than one batch.
        app.execute(&format!(
            "INSERT INTO refresh_tokens WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) \
             SELECT 't' || CAST(n AS TEXT), 'f', '{id}', {START}, {START} FROM numbers"
        )).await;
        app.advance_clock(DAY);
        let later = app.log_in(&ada, CHROME).await;
        app.delete_expired().await;
        assert_eq!((app.count("refresh_tokens").await, app.count("logins").await), (2, 2));
        app.advance_clock(29 * DAY);
        app.delete_expired().await;
        assert_eq!((app.count("refresh_tokens").await, app.count("logins").await), (1, 1));
        assert_eq!((app.count("links").await, app.count("google_attempts").await), (1, 1));
        app.refresh(&later.refresh_token).await.assert_ok();
        app.refresh(&ada.refresh_token).await.assert_rejected(401, "refresh_invalid");
    }

    async fn key_rotation_keeps_users_logged_in(app: TestApp) {
        const NEXT: &str = "another secret of the tests, 32 characters and more";
        let ada = app.person("ada").await;
        let rotated = app.with_config(|config| {
            config.jwt_secret = Secret::new(NEXT);
            config.jwt_secret_previous = Some(Secret::new(SECRET));
        });
        rotated.get("/api/user/", &ada.access_token).await.assert_ok();
        let pair = rotated.refresh(&ada.refresh_token).await.assert_ok();
        let token = pair["access_token"].as_str().unwrap();
        rotated.get("/api/user/", token).await.assert_ok();
        // The previous server does not know the new key.
        app.get("/api/user/", token).await.assert_rejected(401, "token_invalid");
        let without = app.with_config(|config| config.jwt_secret = Secret::new(NEXT));
        without.get("/api/user/", token).await.assert_ok();
        without.get("/api/user/", &ada.access_token).await.assert_rejected(401, "token_invalid");
        without.refresh(pair["refresh_token"].as_str().unwrap()).await.assert_ok();
        // A token that is signed with one key under the id of another is invalid.
        let login_id = app.login_id(&ada.access_token).await;
        let claims = claims(&ada.id, &login_id);
        rotated.get("/api/user/", &access_token(&claims, Some(&key_id(NEXT)), SECRET)).await.assert_rejected(401, "token_invalid");
        rotated.get("/api/user/", &access_token(&claims, Some(&key_id(NEXT)), NEXT)).await.assert_ok();
    }

    async fn access_token_has_key_id_and_own_login(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (mine, theirs) = (app.login_id(&ada.access_token).await, app.login_id(&eve.access_token).await);
        let key = key_id(SECRET);
        let right = claims(&ada.id, &mine);
        app.get("/api/user/", &access_token(&right, Some(&key), SECRET)).await.assert_ok();
        let with = |name: &str, value: Option<Value>| {
            let mut claims = right.clone();
            match value {
                Some(value) => claims[name] = value,
                None => _ = claims.as_object_mut().unwrap().remove(name),
            }
            access_token(&claims, Some(&key), SECRET)
        };
        for (reason, token) in [
            ("no key", access_token(&right, None, SECRET)),
            ("an unknown key", access_token(&right, Some("0123456789abcdef"), SECRET)),
            ("an empty key", access_token(&right, Some(""), SECRET)),
            ("no login", with("sid", None)),
            ("a login that is null", with("sid", Some(Value::Null))),
            ("a login that is no id", with("sid", Some(json!("mine")))),
            ("a login that there is not", with("sid", Some(json!(new_id())))),
            ("the login of somebody else", with("sid", Some(json!(theirs)))),
            ("somebody else", with("sub", Some(json!(eve.id)))),
            ("another audience", with("aud", Some(json!("other")))),
            ("another issuer", with("iss", Some(json!("other")))),
        ] {
            let response = app.get("/api/user/", &token).await;
            assert_eq!((response.status.as_u16(), &response.body["code"]), (401, &json!("token_invalid")), "{reason}");
        }
        // A cached login of another user is rejected too.
        app.get("/api/user/", &eve.access_token).await.assert_ok();
        app.get("/api/user/", &with("sid", Some(json!(theirs)))).await.assert_rejected(401, "token_invalid");
    }
}

async fn is_ended_by_time(app: &TestApp, person: &Person) {
    app.get("/api/user/", &person.access_token).await.assert_rejected(401, "token_expired");
    app.refresh(&person.refresh_token).await.assert_rejected(401, "refresh_invalid");
}
