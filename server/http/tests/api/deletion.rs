//! Deletion of accounts: scheduled, canceled and executed.

use crate::support::{Person, START, TestApp, add_card, add_list, enable_mail, new_id, on_both_engines, png};
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60 * 1_000;

async fn delete(app: &TestApp, person: &Person) -> Value {
    app.post("/api/account/delete/", &person.access_token, json!({"password": "correct horse"})).await.assert_ok()["account"]
        .clone()
}

/// Returns the tables with a row that contains one of the texts, in any of their current columns.
async fn rows_of(app: &TestApp, of: &[&str]) -> Vec<String> {
    let columns = if app.is_postgres() {
        "SELECT CAST(table_name || '.' || column_name AS TEXT) FROM information_schema.columns WHERE table_schema = current_schema()"
    } else {
        "SELECT m.name || '.' || c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' \
         AND m.name NOT LIKE 'sqlite%'"
    };
    let mut found = Vec::new();
    for column in app.query_column(columns).await {
        let (table, name) = column.split_once('.').unwrap();
        // Announcements are deleted by themselves, some seconds after the change at the latest.
        if table.starts_with('_') || table == "announcements" {
            continue;
        }
        for text in of {
            let sql =
                format!("SELECT '{column}' FROM \"{table}\" WHERE CAST(\"{name}\" AS TEXT) LIKE '%{text}%' LIMIT 1");
            found.extend(app.query_column(&sql).await);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Creates a row of an account in every table, where necessary directly in the database.
async fn create_rows_in_every_table(app: &TestApp, person: &Person) -> String {
    let board = app.board(person, "Mine").await;
    let (list, card) = (new_id(), new_id());
    app.change(
        person,
        &board,
        &[
            add_list(&list, "l", "80"),
            add_card(&card, &list, "c", "80"),
            json!({"type": "add_comment", "item_id": new_id(), "card_id": card, "text": "t"}),
        ],
    )
    .await;
    app.attach(person, (&board, &card), ("name=a", ""), "a").await.assert_ok();
    let session = json!({
        "id": new_id(), "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": board, "card_id": card,
        "segments": [{"start": "2026-03-03T08:30:00Z", "end": "2026-03-03T08:55:00Z", "utc_offset": 60}]
    });
    app.post("/api/focus-sessions/", &person.access_token, session).await.assert_ok();
    app.put("/api/preferences/", &person.access_token, json!({"mins_for_streak": 10})).await.assert_ok();
    app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "x", "email": person.email})).await.assert_ok();
    let note = new_id();
    let first = app.save_note(person, &note, None, "t").await;
    app.save_note(person, &note, Some(&first), "u").await;
    app.picture(person).await;
    app.set_avatar(person, png(8, 8)).await.assert_ok();
    let id = &person.id;
    for sql in [
        format!("INSERT INTO removed_notes (user_id, id, version) VALUES ('{id}', '{note}', 1)"),
        format!("INSERT INTO google_identities (issuer, subject, user_id, linked_at) VALUES ('i', '{id}', '{id}', 1)"),
        format!(
            "INSERT INTO google_attempts (cookie_hash, state_hash, nonce, code_verifier, user_id, expires_at) \
            VALUES ('{id}', 's', 'n', 'v', '{id}', 9000000000000)"
        ),
        format!(
            "INSERT INTO links (token_hash, user_id, purpose, email, expires_at) VALUES ('{id}', '{id}', 'confirm_email', 'x', 9000000000000)"
        ),
        format!(
            "INSERT INTO mails (id, kind, recipient, user_id, parameters, created_at, next_try_at, tries) \
            VALUES ('{id}', 'reset_password', '{}', NULL, '{{}}', 1, 9000000000000, 0)",
            person.email
        ),
        format!(
            "INSERT INTO board_invitations (id, board_id, code_hash, role, created_at, expires_at) \
            VALUES ('{}', '{board}', '{id}', 'editor', 1, 9000000000000)",
            new_id()
        ),
        format!("INSERT INTO public_links (board_id, code, created_at) VALUES ('{board}', '{id}', 1)"),
        format!(
            "INSERT INTO inbox_entries (id, user_id, kind, board_id, author_id, created_at, expires_at, is_read, is_mailed) \
            VALUES ('{}', '{id}', 'assignment', '{board}', '{id}', 1, 9000000000000, 0, 0)",
            new_id()
        ),
        format!(
            "INSERT INTO calendar_feeds (user_id, code, cards, includes_sessions, created_at) VALUES ('{id}', '{id}', 'all', 0, 1)"
        ),
        format!("INSERT INTO calendar_sources (user_id, url, added_at) VALUES ('{id}', 'https://example.com', 1)"),
        format!(
            "INSERT INTO api_tokens (token_hash, id, user_id, name, last_characters, scopes, created_at, expires_at) \
            VALUES ('{id}', '{id}', '{id}', 'n', 'abcd', '[]', 1, 9000000000000)"
        ),
        format!(
            "INSERT INTO webhooks (user_id, id, url, events, secret, leased_until, created_at) \
            VALUES ('{id}', '{note}', 'https://hooks.example/', '[]', 's', 0, 1)"
        ),
        format!(
            "INSERT INTO webhook_deliveries (user_id, webhook_id, id, event, body, created_at, tries, is_delivered, attempts) \
            VALUES ('{id}', '{note}', '{note}', 'card.created', '{{}}', 1, 0, 0, '[]')"
        ),
        format!("INSERT INTO inbox_mailings (user_id, mailed_at, unsubscribe_token) VALUES ('{id}', 1, '{id}')"),
        format!(
            "INSERT INTO membership_changes (id, user_id, expires_at) VALUES ('{}', '{id}', 9000000000000)",
            new_id()
        ),
        format!("INSERT INTO waitlist_links (token_hash, email) VALUES ('{}', '{}')", new_id(), person.email),
    ] {
        app.execute(&sql).await;
    }
    app.index_search().await;
    board
}

on_both_engines! {
    async fn account_is_deleted_after_7_days_and_works_until_then(app: TestApp) {
        let ada = app.person("ada").await;
        let other_login = app.with_new_token(&ada).await;
        let before = app.get("/api/account/", &ada.access_token).await.assert_ok();
        assert_eq!((&before["account"]["delete_at"], before["account"]["logins"].as_array().unwrap().len()), (&Value::Null, 2));
        let wrong = json!({"password": "wrong horse"});
        app.post("/api/account/delete/", &ada.access_token, wrong).await.assert_rejected(403, "password_wrong");
        assert_eq!(app.query_column("SELECT kind FROM mails WHERE kind = 'account_deletion'").await.len(), 0);
        let account = delete(&app, &ada).await;
        assert_eq!(account["delete_at"], "2026-03-10T12:00:00.000Z");
        assert_eq!(account["logins"].as_array().unwrap().len(), 1, "the other login has ended");
        app.get("/api/user/", &other_login.access_token).await.assert_rejected(401, "token_invalid");
        let mails = "SELECT recipient || ' ' || user_id FROM mails WHERE kind = 'account_deletion'";
        assert_eq!(app.query_column(mails).await, [format!("ada@example.org {}", ada.id)]);

        // On another day the deletion is scheduled again, from another device.
        app.advance_clock(DAY);
        app.purge_accounts().await;
        let ada = app.with_new_token(&ada).await;
        assert_eq!(delete(&app, &ada).await["delete_at"], "2026-03-10T12:00:00.000Z", "the deletion date does not change");
        assert_eq!(app.query_column(mails).await.len(), 1, "no second mail is sent");
        app.board(&ada, "Still here").await;

        app.advance_clock(6 * DAY - 1);
        app.purge_accounts().await;
        let ada = app.with_new_token(&ada).await;
        assert_eq!(app.get("/api/boards/get-boards/", &ada.access_token).await.assert_ok().as_array().unwrap().len(), 1);
        app.advance_clock(1);
        app.purge_accounts().await;
        // Another server has not cached the login.
        app.restart().await.get("/api/user/", &ada.access_token).await.assert_rejected(401, "token_invalid");
        app.post("/api/account/keep/", &ada.access_token, json!({})).await.assert_rejected(401, "token_invalid");
        let log_in = json!({"email": ada.email, "password": "correct horse"});
        app.post_unauthenticated("/api/auth/login/", log_in).await.assert_rejected(401, "credentials_invalid");
        // The email address is free again.
        let again = app.person("ada").await;
        assert_ne!(again.id, ada.id);
        assert_eq!(app.get("/api/boards/get-boards/", &again.access_token).await.assert_ok(), json!([]));
    }

    async fn deletion_can_be_canceled(app: TestApp) {
        let ada = app.person("ada").await;
        let stored = app.post("/api/account/keep/", &ada.access_token, json!({})).await.assert_ok();
        assert_eq!(stored["account"]["delete_at"], Value::Null, "no deletion was scheduled");
        delete(&app, &ada).await;
        app.advance_clock(6 * DAY);
        let ada = app.with_new_token(&ada).await;
        let stored = app.post("/api/account/keep/", &ada.access_token, json!({})).await.assert_ok();
        assert_eq!(stored["account"]["delete_at"], Value::Null);
        app.advance_clock(30 * DAY);
        app.purge_accounts().await;
        let ada = app.with_new_token(&ada).await;
        // The deletion is scheduled again, with a new period and a new notice.
        assert_eq!(delete(&app, &ada).await["delete_at"], "2026-04-15T12:00:00.000Z");
        assert_eq!(app.query_column("SELECT kind FROM mails WHERE kind = 'account_deletion'").await.len(), 2);
    }

    async fn permanent_deletion_continues_after_an_interruption_and_cannot_be_canceled(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Large").await;
        let list = new_id();
        app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
        // More than one transaction deletes.
        for part in 0..3 {
            let cards: Vec<Value> =
                (0..500).map(|number| add_card(&new_id(), &list, "c", &format!("{part}{number:04}1"))).collect();
            app.change(&ada, &board, &cards).await;
        }
        delete(&app, &ada).await;
        app.advance_clock(7 * DAY);
        let ada = app.with_new_token(&ada).await;
        // As an interrupted deletion leaves it.
        let id = &ada.id;
        for sql in [
            format!("UPDATE users SET purge_started_at = 1, password_hash = '', email = 'deleted ' || id WHERE id = '{id}'"),
            format!("DELETE FROM links WHERE user_id = '{id}'"),
        ] {
            app.execute(&sql).await;
        }
        app.execute("DELETE FROM cards WHERE rank < '1'").await;
        app.assert_verified().await;
        app.post("/api/account/keep/", &ada.access_token, json!({})).await.assert_rejected(401, "token_invalid");
        let log_in = json!({"email": ada.email, "password": "correct horse"});
        app.post_unauthenticated("/api/auth/login/", log_in).await.assert_rejected(401, "credentials_invalid");
        // No mail leads back to it, and the email can be used again.
        let with_mail = app.with_config(enable_mail);
        with_mail.post_unauthenticated("/api/auth/forgot-password/", json!({"email": ada.email})).await.assert_ok();
        app.send_mails().await;
        assert_eq!(app.count("links").await, 0);
        let again = app.person("ada").await;
        app.purge_accounts().await;
        for table in ["boards", "lists", "cards", "ops"] {
            assert_eq!(app.count(table).await, 0, "{table}");
        }
        assert_eq!(app.query_column("SELECT id FROM users").await, [again.id]);
    }

    async fn deleted_account_leaves_no_rows(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let boards = [create_rows_in_every_table(&app, &ada).await, create_rows_in_every_table(&app, &eve).await];
        let of = |person: &Person, board: &String| [person.id.clone(), person.email.clone(), board.clone()];
        let (adas, eves) = (of(&ada, &boards[0]), of(&eve, &boards[1]));
        let (adas, eves) = (adas.each_ref().map(String::as_str), eves.each_ref().map(String::as_str));
        delete(&app, &ada).await;
        let before = rows_of(&app, &adas).await;
        let tables = |columns: &[String]| {
            let mut tables: Vec<String> = columns.iter().map(|column| column.split('.').next().unwrap().to_owned()).collect();
            tables.dedup();
            tables
        };
        // New tables must be listed here or, if they hold no user data, below.
        let with_traces = [
            "attachments", "avatars", "board_invitations", "board_members", "boards", "calendar_feeds", "calendar_sources", "cards", "emails", "focus_days", "focus_sessions", "google_attempts", "google_identities", "inbox_entries", "inbox_mailings", "items", "links", "lists",
            "logins", "mails", "membership_changes", "note_versions", "notes", "ops", "pictures", "preferences", "public_links", "refresh_tokens", "removed_notes", "search_progress", "search_texts", "slugs", "streak_goals", "users", "waitlist",
            "waitlist_links", "webhook_deliveries", "webhooks",
        ];
        assert_eq!(tables(&before), with_traces);
        let all = if app.is_postgres() {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()"
        } else {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        };
        let mut without: Vec<String> = app.query_column(all).await;
        without.retain(|table| !table.starts_with('_') && !with_traces.contains(&table.as_str()));
        // The full-text index of SQLite, which triggers keep equal to `search_texts`.
        without.retain(|table| !table.starts_with("search_index"));
        without.sort();
        // Chunks of pictures refer only to their picture, and API tokens end when the deletion is scheduled.
        assert_eq!(
            without,
            [
                "announcements",
                "api_tokens",
                "audit_log",
                "health_probe",
                "invitations",
                "jobs",
                "mail_recipients",
                "picture_pieces",
                "rate_limits",
                "schema_support",
                "servers",
            ]
        );
        assert_eq!(app.count("picture_pieces").await, 2);

        let eves_before = rows_of(&app, &eves).await;
        app.advance_clock(7 * DAY);
        app.purge_accounts().await;
        assert_eq!(rows_of(&app, &adas).await, Vec::<String>::new());
        assert_eq!(rows_of(&app, &eves).await, eves_before, "data of other users is unchanged");
        assert_eq!(app.count("picture_pieces").await, 1);
        let eve = app.with_new_token(&eve).await;
        app.open_board(&eve, &boards[1]).await;
    }

    async fn concurrent_cancel_and_delete_are_atomic(app: TestApp) {
        let mut people = Vec::new();
        for number in 0..12 {
            let person = app.person(&format!("p{number}")).await;
            let board = app.board(&person, "B").await;
            app.change(&person, &board, &[add_list(&new_id(), "l", "80")]).await;
            delete(&app, &person).await;
            people.push((person, board));
        }
        app.advance_clock(7 * DAY);
        for (person, _) in &mut people {
            *person = app.with_new_token(person).await;
        }
        let purging = {
            let app = app.clone();
            tokio::spawn(async move { app.purge_accounts().await })
        };
        let keeping: Vec<_> = people.iter().rev().cloned().map(|(person, _)| {
            let app = app.clone();
            tokio::spawn(async move { app.post("/api/account/keep/", &person.access_token, json!({})).await.status.as_u16() })
        }).collect();
        let mut statuses = Vec::new();
        for keeping in keeping {
            statuses.push(keeping.await.unwrap());
        }
        statuses.reverse();
        purging.await.unwrap();
        for ((person, board), status) in people.iter().zip(statuses) {
            let left = rows_of(&app, &[&person.id, board]).await;
            match status {
                200 => {
                    let person = app.with_new_token(person).await;
                    assert_eq!(app.open_board(&person, board).await["lists"].as_array().unwrap().len(), 1);
                }
                401 => assert_eq!(left, Vec::<String>::new()),
                other => panic!("{other}"),
            }
        }
        // The next run of the job deletes no other account.
        let stored = app.query_column("SELECT id FROM users").await;
        app.purge_accounts().await;
        assert_eq!(app.query_column("SELECT id FROM users").await, stored);
    }

    async fn large_account_is_deleted_quickly(app: TestApp) {
        let ada = app.person("ada").await;
        let board = create_rows_in_every_table(&app, &ada).await;
        let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)";
        app.execute(&format!(
            "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, starts_at, ends_at, segments) {numbers} \
             SELECT '{}', 's' || n, 'focus', 1200, 'stopped', {START}, {START}, '[]' FROM numbers", ada.id
        )).await;
        app.execute(&format!(
            "INSERT INTO cards (board_id, id, list_id, rank, title, description, priority, labels, version) {numbers} \
             SELECT '{board}', 'c' || n, (SELECT id FROM lists WHERE board_id = '{board}'), '80', 't', '', 'low', '[]', 1 FROM numbers"
        )).await;
        delete(&app, &ada).await;
        app.advance_clock(7 * DAY);
        let since = std::time::Instant::now();
        app.purge_accounts().await;
        assert!(since.elapsed().as_secs() < 10, "{:?}", since.elapsed());
        assert_eq!(rows_of(&app, &[&ada.id, &board]).await, Vec::<String>::new());
    }
}
