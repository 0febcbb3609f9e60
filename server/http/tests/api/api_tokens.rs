//! API tokens: what they may do, and how they end.

use crate::access::{SECRET, World, routes, send_row};
use crate::limits::Limited;
use crate::support::{Person, TestApp, TestResponse, add_card, add_list, new_id, on_both_engines, op};
use axum::http::{Method, header};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const MINUTE: i64 = 60 * 1_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// What a response says about every API token that is not valid.
const NOT_VALID: &str = "The API token is invalid or has expired. Create a new one in Settings, under Integrations.";

/// Creates a token with some fields of the request replaced.
async fn create(app: &TestApp, person: &Person, fields: Value) -> TestResponse {
    let mut body =
        json!({"name": "a script", "scopes": ["read"], "expires_at": app.in_days(90), "password": "correct horse"});
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    app.post("/api/account/tokens/", &person.access_token, body).await
}

async fn tokens(app: &TestApp, person: &Person) -> Vec<Value> {
    app.get("/api/account/tokens/", &person.access_token).await.assert_ok()["tokens"].as_array().unwrap().clone()
}

async fn revoke(app: &TestApp, person: &Person, id: &Value) -> TestResponse {
    let path = format!("/api/account/tokens/{}/", id.as_str().unwrap());
    app.send_text(Method::DELETE, &path, Some(&person.access_token), String::new()).await
}

/// Checks that a token is not valid.
async fn assert_ended(app: &TestApp, token: &str) {
    let response = app.get("/api/user/", token).await;
    assert_eq!(response.body["message"], NOT_VALID);
    response.assert_rejected(401, "token_invalid");
}

/// Returns when the only token was last used, once that was recorded in the background.
async fn last_use(app: &TestApp, person: &Person, before: &Value) -> Value {
    let began = Instant::now();
    loop {
        let last = tokens(app, person).await[0]["last_used_at"].clone();
        if last != *before {
            return last;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "it is not recorded");
        tokio::task::yield_now().await;
    }
}

on_both_engines! {
    async fn every_operation_refuses_tokens_unless_it_names_their_scope(app: TestApp) {
        let (ada, eve) = World::two(&app, "ada", "eve").await;
        let everything = app.api_token(&ada.person, json!(["read", "write"]), Value::Null).await;
        let reading = app.api_token(&ada.person, json!(["read"]), Value::Null).await;
        let writing = app.api_token(&ada.person, json!(["write"]), Value::Null).await;
        let of_board = app.api_token(&ada.person, json!(["read", "write"]), json!([ada.board])).await;
        let other_board = app.board(&ada.person, "other").await;
        let elsewhere = app.api_token(&ada.person, json!(["read", "write"]), json!([other_board])).await;
        let (mut closed, mut opened) = (0, 0);
        for (route, operation) in routes(&app).await {
            let security = operation["security"].as_array().cloned();
            if security == Some(vec![json!({})]) {
                continue;
            }
            let row = ada.row(&route);
            let method: Method = route.split_once(' ').unwrap().0.parse().unwrap();
            let send = async |token: &String| send_row(&app, &method, &row, Some(token)).await;
            let scope = security.iter().flatten().find_map(|allowed| allowed["api_token"][0].as_str());
            let Some(scope) = scope else {
                closed += 1;
                match route.contains("/admin/") {
                    true => send(&everything).await.assert_rejected(404, "not_found"),
                    false => send(&everything).await.assert_rejected(403, "token_scope"),
                }
                continue;
            };
            opened += 1;
            let (allowed, refused) = if scope == "read" { (&reading, &writing) } else { (&writing, &reading) };
            let response = send(refused).await;
            assert_eq!(response.headers[header::WWW_AUTHENTICATE], "Bearer error=\"insufficient_scope\"", "{route}");
            response.assert_rejected(403, "token_scope");

            // A token for another board gets nothing of this one, and a token for this board nothing without a board.
            let response = send(&elsewhere).await;
            assert!(!response.body.to_string().contains(SECRET), "{route}: {}", response.body);
            let response = match route.contains("{board}") {
                true => {
                    response.assert_rejected(403, "token_scope");
                    send(&of_board).await
                }
                false => send(allowed).await,
            };
            assert_eq!(response.status.as_u16(), row.owner, "{route}: {}", response.body);
            // Nobody else's token opens it, either.
            if route.contains("{board}") {
                let response = send_row(&app, &method, &ada.row(&route), Some(&app.api_token(&eve.person, json!(["read", "write"]), Value::Null).await)).await;
                response.assert_rejected(404, "not_found");
            }
        }
        assert!(closed > 40 && opened == 25, "{closed} {opened}");
    }

    async fn token_is_shown_once_and_stored_as_a_hash(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "a").await;
        let fields = json!({"name": "  Backup ", "scopes": ["write", "read", "read"], "board_ids": [board, board]});
        let created = create(&app, &ada, fields).await.assert_ok();
        let token = created["token"].as_str().unwrap();
        assert!(token.starts_with("tf_") && token.len() == 52, "{token}");
        let shown = &created["api_token"];
        assert_eq!(
            (&shown["name"], &shown["scopes"], &shown["board_ids"], &shown["expires_at"], &shown["last_used_at"]),
            (&json!("Backup"), &json!(["read", "write"]), &json!([board]), &app.in_days(90), &Value::Null)
        );
        assert_eq!(shown["last_characters"], token[48..]);
        assert_eq!(tokens(&app, &ada).await, std::slice::from_ref(shown));
        let stored = app.query_column("SELECT token_hash || name || last_characters || scopes || board_ids FROM api_tokens").await;
        assert!(!stored[0].contains(&token[3..40]), "{stored:?}");
    }

    async fn last_use_is_recorded_every_10_minutes(app: TestApp) {
        let ada = app.person("ada").await;
        let token = app.api_token(&ada, json!(["read"]), Value::Null).await;
        app.get("/api/user/", &token).await.assert_ok();
        let first = last_use(&app, &ada, &Value::Null).await;
        assert_eq!(first, app.in_days(0));
        app.advance_clock(9 * MINUTE);
        app.get("/api/user/", &token).await.assert_ok();
        app.advance_clock(MINUTE);
        app.get("/api/user/", &token).await.assert_ok();
        assert_eq!(last_use(&app, &ada, &first).await, app.in_days(0), "not the use a minute ago");
    }

    async fn invalid_tokens_are_refused(app: TestApp) {
        let ada = app.person("ada").await;
        let body = json!({"name": "a", "scopes": ["read"], "expires_at": app.in_days(1), "password": "correct horse"});
        for wrong in ["", "wrong horse"] {
            create(&app, &ada, json!({"password": wrong})).await.assert_rejected(403, "password_wrong");
        }
        for (fields, code) in [
            (json!({"name": " "}), "name_required"),
            (json!({"name": "x".repeat(201)}), "name_too_long"),
            (json!({"scopes": []}), "body_invalid"),
            (json!({"scopes": ["admin"]}), "body_invalid"),
            (json!({"board_ids": []}), "body_invalid"),
            (json!({"board_ids": (0..101).map(|_| new_id()).collect::<Vec<_>>()}), "body_invalid"),
            (json!({"expires_at": app.in_days(0)}), "body_invalid"),
            (json!({"expires_at": app.in_days(366)}), "body_invalid"),
            (json!({"expires_at": null}), "body_invalid"),
        ] {
            let response = create(&app, &ada, fields.clone()).await;
            assert_eq!((response.status.as_u16(), &response.body["code"]), (422, &json!(code)), "{fields}");
        }
        let (eve, foreign) = (app.person("eve").await, json!({"board_ids": [new_id()]}));
        create(&app, &ada, foreign).await.assert_rejected(404, "not_found");
        let eves = app.board(&eve, "e").await;
        create(&app, &ada, json!({"board_ids": [eves]})).await.assert_rejected(404, "not_found");
        assert_eq!(tokens(&app, &ada).await, [Value::Null; 0]);
        app.post_unauthenticated("/api/account/tokens/", body).await.assert_rejected(401, "token_missing");

        let token = app.api_token(&ada, json!(["read"]), Value::Null).await;
        for text in [&token.replace("tf_", "tf_x"), &format!("tf_{}", "0".repeat(48)), "tf_"] {
            assert_ended(&app, text).await;
        }
        app.execute("UPDATE api_tokens SET token_hash = 'x'").await;
        assert_ended(&app, &token).await;
    }

    async fn account_has_at_most_50_tokens(app: TestApp) {
        let ada = app.person("ada").await;
        for number in 0..50 {
            app.execute(&format!(
                "INSERT INTO api_tokens (token_hash, id, user_id, name, last_characters, scopes, created_at, expires_at) \
                 VALUES ('{number}', '{}', '{}', 'n', 'abcd', '[\"read\"]', 1, 9000000000000)",
                new_id(), ada.id
            ))
            .await;
        }
        create(&app, &ada, json!({})).await.assert_rejected(409, "token_limit");
        revoke(&app, &ada, &tokens(&app, &ada).await[0]["id"]).await.assert_ok();
        create(&app, &ada, json!({})).await.assert_ok();
    }

    async fn token_ends_when_it_is_revoked_or_expires(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let token = app.api_token(&ada, json!(["read"]), Value::Null).await;
        app.get("/api/user/", &token).await.assert_ok();
        let id = tokens(&app, &ada).await[0]["id"].clone();
        revoke(&app, &eve, &id).await.assert_rejected(404, "not_found");
        assert_eq!(revoke(&app, &ada, &id).await.assert_ok(), json!({"tokens": []}));
        assert_ended(&app, &token).await;
        revoke(&app, &ada, &id).await.assert_rejected(404, "not_found");

        let token = app.api_token(&ada, json!(["read"]), Value::Null).await;
        app.advance_clock(90 * DAY - 1);
        app.get("/api/user/", &token).await.assert_ok();
        app.advance_clock(1);
        let response = app.get("/api/user/", &token).await;
        assert_eq!(response.body["message"], NOT_VALID);
        response.assert_rejected(401, "token_expired");
        // What is not an API token is one of a login.
        let response = app.get("/api/user/", "x").await;
        assert_eq!(response.body["message"], "Your session is no longer valid. Log in again.");
        app.delete_expired().await;
        assert_eq!(app.count("api_tokens").await, 0);
        // Until then it is cached.
        app.advance_clock(10 * 1_000);
        assert_ended(&app, &token).await;
    }

    async fn tokens_end_with_all_logins_and_with_the_account(app: TestApp) {
        let password = json!({"password": "correct horse"});
        for (name, path, body) in [
            ("ada", "/api/account/logins/end-all/", password.clone()),
            ("eve", "/api/account/delete/", password),
        ] {
            let person = app.person(name).await;
            let token = app.api_token(&person, json!(["read"]), Value::Null).await;
            app.get("/api/user/", &token).await.assert_ok();
            app.post(path, &person.access_token, body).await.assert_ok();
            assert_ended(&app, &token).await;
            assert_eq!(app.count("api_tokens").await, 0, "{path}");
        }
        let mut mia = app.person("mia").await;
        let token = app.api_token(&mia, json!(["read"]), Value::Null).await;
        // A changed password ends the other logins only.
        let body = json!({"current_password": "correct horse", "password": "battery staple"});
        let pair = app.put("/api/account/password/", &mia.access_token, body).await.assert_ok();
        mia.access_token = pair["access_token"].as_str().unwrap().to_owned();
        app.get("/api/user/", &token).await.assert_ok();
        app.execute(&format!("INSERT INTO links VALUES ('{}', '{}', 'reset_password', '{}', 9000000000000)", sha256("reset"), mia.id, mia.email)).await;
        let body = json!({"token": "reset", "password": "a better horse"});
        app.post_unauthenticated("/api/auth/reset-password/", body).await.assert_ok();
        assert_ended(&app, &token).await;
    }

    async fn token_of_boards_reaches_nothing_else(app: TestApp) {
        let ada = app.person("ada").await;
        let (own, other) = (app.board(&ada, "own").await, app.board(&ada, "other").await);
        let (list, card) = (new_id(), new_id());
        for board in [&own, &other] {
            app.change(&ada, board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        }
        let token = app.api_token(&ada, json!(["read", "write"]), json!([own])).await;
        // A cursor would show that there is more on other boards.
        app.index_search().await;
        let found = app.get("/api/search/?q=c&limit=1", &token).await.assert_ok();
        let results = found["results"].as_array().unwrap();
        assert_eq!((results.len(), &results[0]["board_id"], &found["cursor"]), (1, &json!(own), &Value::Null));
        let slug = async |board: &str| app.open_board(&ada, board).await["board"]["slug"].as_str().unwrap().to_owned();
        for address in [own.clone(), slug(&own).await] {
            app.get(&format!("/api/boards/{address}/"), &token).await.assert_ok();
        }
        for address in [other.clone(), slug(&other).await, new_id(), "nothing-here".to_owned()] {
            app.get(&format!("/api/boards/{address}/"), &token).await.assert_rejected(403, "token_scope");
        }
        let boards = app.get("/api/boards/get-boards/", &token).await.assert_ok();
        assert_eq!((boards.as_array().unwrap().len(), &boards[0]["id"]), (1, &json!(own)));

        let due = json!({"type": "edit_card", "card_id": card, "edit": {"field": "due_date", "value": "2026-03-04"}});
        for board in [&own, &other] {
            app.change(&ada, board, std::slice::from_ref(&due)).await;
        }
        let tasks = app.get("/api/tasks/", &token).await.assert_ok();
        assert_eq!((tasks["boards"].as_array().unwrap().len(), &tasks["boards"][0]["board"]["id"]), (1, &json!(own)));

        // Moves to other boards.
        let ops = |board: &str| json!({"ops": [op(json!({
            "type": "move_to_board", "board_id": board, "card_id": card, "list_id": list, "rank": "90"
        }))]});
        app.post(&format!("/api/boards/{own}/ops/"), &token, ops(&other)).await.assert_rejected(403, "token_scope");

        // Focus sessions of other boards, or of none.
        let session = |id: &str, board: Value, revision: i64| json!({
            "id": id, "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": board, "card_id": null,
            "segments": [{"start": "2026-03-03T10:00:00Z", "end": "2026-03-03T10:25:00Z", "utc_offset": 0}], "revision": revision
        });
        let (new, existing) = (new_id(), new_id());
        app.post("/api/focus-sessions/", &ada.access_token, session(&existing, json!(other), 0)).await.assert_ok();
        app.post("/api/focus-sessions/", &token, session(&new, json!(own), 0)).await.assert_ok();
        for (id, board) in [(&new_id(), json!(other)), (&new_id(), Value::Null), (&existing, json!(own))] {
            app.post("/api/focus-sessions/", &token, session(id, board, 1)).await.assert_rejected(403, "token_scope");
        }
        // A card of another board and one that does not exist look the same, and so do such boards.
        let hidden = new_id();
        app.change(&ada, &other, &[add_card(&hidden, &list, "h", "90")]).await;
        for card in [hidden, new_id()] {
            let mut body = session(&new_id(), json!(own), 0);
            body["card_id"] = json!(card);
            app.post("/api/focus-sessions/", &token, body).await.assert_rejected(404, "not_found");
        }
        app.post("/api/focus-sessions/", &token, session(&new_id(), json!(new_id()), 0)).await.assert_rejected(403, "token_scope");
        // The profile has the sums of all sessions.
        let user = async |token: &str| app.get("/api/user/", token).await.assert_ok()["user"][0].clone();
        let sums = |user: &Value| ["focus_streak", "longest_focus_streak", "total_time"].map(|field| user[field].as_i64().unwrap());
        let (of_login, of_token) = (user(&ada.access_token).await, user(&token).await);
        assert!(sums(&of_login).iter().all(|sum| *sum > 0), "{of_login}");
        assert_eq!((sums(&of_token), &of_token["email"]), ([0; 3], &of_login["email"]));
    }

    async fn token_loses_boards_with_the_account(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = app.board(&ada, "a").await;
        app.join(&ada, &board, &eve, "viewer").await;
        let token = app.api_token(&eve, json!(["read", "write"]), json!([board])).await;
        app.get(&format!("/api/boards/{board}/"), &token).await.assert_ok();
        let list = json!({"ops": [op(add_list(&new_id(), "l", "80"))]});
        let result = app.post(&format!("/api/boards/{board}/ops/"), &token, list).await.assert_ok();
        assert_eq!(result["results"][0]["code"], "forbidden_role", "the role limits the token, too");
        let path = format!("/api/boards/{board}/members/{}/", eve.id);
        app.send_text(Method::DELETE, &path, Some(&ada.access_token), String::new()).await.assert_ok();
        app.get(&format!("/api/boards/{board}/"), &token).await.assert_rejected(404, "not_found");
    }

    async fn creation_and_revocation_are_audited_and_mailed(app: TestApp) {
        let ada = app.person("ada").await;
        app.execute("UPDATE users SET is_admin = 1, is_verified = 1").await;
        let token = app.api_token(&ada, json!(["read"]), Value::Null).await;
        let notices = format!("mails WHERE kind = 'api_token_created' AND user_id = '{}'", ada.id);
        assert_eq!(app.count(&notices).await, 1);
        let mails = app.mails().await;
        assert!(mails.iter().any(|mail| mail.subject == "An API token was created"), "{}", mails.len());
        app.advance_clock(1);
        revoke(&app, &ada, &tokens(&app, &ada).await[0]["id"]).await.assert_ok();
        let entries = app.get("/api/admin/audit/", &ada.access_token).await.assert_ok()["entries"].clone();
        let shown: Vec<Value> = entries.as_array().unwrap().iter().map(|entry| json!([entry["action"], entry["admin"], entry["target"], entry["detail"]])).collect();
        let by_ada = |action: &str| json!([action, ada.email, ada.email, token[48..]]);
        assert_eq!(shown, [by_ada("revoke_api_token"), by_ada("create_api_token")]);
    }

    async fn token_and_all_tokens_of_an_account_have_rate_limits(app: TestApp) {
        let limited = Limited::new(&app);
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let mut tokens = Vec::new();
        for person in [&ada, &ada, &ada, &eve] {
            tokens.push(app.api_token(person, json!(["read"]), Value::Null).await);
        }
        // Requests that are refused for another reason count, too.
        let send = async |token: &str| limited.get("/api/account/tokens/", token).await;
        for token in &tokens[..2] {
            for _ in 0..300 {
                send(token).await.assert_rejected(403, "token_scope");
            }
            send(token).await.assert_rejected(429, "too_many_requests");
        }
        send(&tokens[2]).await.assert_rejected(429, "too_many_requests");
        send(&tokens[3]).await.assert_rejected(403, "token_scope");
        limited.get("/api/user/", &ada.access_token).await.assert_ok();
    }
}

/// Returns the SHA-256 of a text, under which tokens are stored.
fn sha256(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
