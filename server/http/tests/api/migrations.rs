//! Migration of a database of the first version, without loss of data.

use crate::support::{START, TestApp, add_card, add_list, migrations, new_id, on_both_engines};
use serde_json::json;
use sqlx::AnyPool;
use twentyfour_domain::backup::pending_migrations;
use twentyfour_domain::transfer::{SEARCH_TABLES, TABLES, UNMOVED_TABLES};

const OWNER: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70";
const BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71";
const LIST: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72";
/// The time at the start of the id above and of the next one: 0x0192f0c17b3a milliseconds.
const MADE: i64 = 0x0192_f0c1_7b3a;
const CARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73";
const DONE: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74";
/// A UUID of another version, which contains no time.
const FOREIGN: &str = "9292f0c1-7b3a-4c9e-8a54-3d1f6b2e9c75";

async fn drop_tables(app: &TestApp) {
    // A virtual table of SQLite, which takes its own tables with it.
    let index = if app.is_postgres() { &[][..] } else { &["search_index"] };
    let others = UNMOVED_TABLES.iter().chain(&SEARCH_TABLES).chain(&["_sqlx_migrations"]);
    for table in index.iter().chain(TABLES.iter().rev()).chain(others) {
        app.execute(&format!("DROP TABLE IF EXISTS {table}")).await;
    }
}

/// Returns the names of the columns of a table; none if there is no such table.
async fn columns(app: &TestApp, table: &str) -> Vec<String> {
    let sql = match app.is_postgres() {
        true => format!(
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = '{table}' ORDER BY ordinal_position"
        ),
        false => format!("SELECT name FROM pragma_table_info('{table}')"),
    };
    app.query_column(&sql).await
}

/// Returns the rows of a table as SQL: for each row, its columns and their values as literals.
async fn rows(app: &TestApp, table: &str) -> Vec<Vec<(String, String)>> {
    let columns = columns(app, table).await;
    let (quote, separator) = if app.is_postgres() { ("quote_nullable", "chr(1)") } else { ("quote", "char(1)") };
    let literals: Vec<String> = columns.iter().map(|column| format!("{quote}({column})")).collect();
    let sql = format!("SELECT {} FROM {table}", literals.join(&format!(" || {separator} || ")));
    let rows = app.query_column(&sql).await;
    let row = |row: &String| columns.iter().cloned().zip(row.split('\u{1}').map(str::to_owned)).collect();
    rows.iter().map(row).collect()
}

on_both_engines! {
    async fn every_earlier_version_is_upgraded_with_its_data(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Trip").await;
        let (list, card, note) = (new_id(), new_id(), new_id());
        app.change(&ada, &board, &[
            add_list(&list, "Plan", "80"),
            add_card(&card, &list, "Book", "80"),
            json!({"type": "add_comment", "item_id": new_id(), "card_id": card, "text": "soon"}),
            json!({"type": "edit_board", "edit": {"field": "favorite", "value": true}}),
        ]).await;
        let first = app.save_note(&ada, &note, None, "before").await;
        app.save_note(&ada, &note, Some(&first), "after").await;
        app.picture(&ada).await;
        let session = json!({
            "id": new_id(), "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": board, "card_id": card,
            "segments": [{"start": "2026-03-03T08:30:00Z", "end": "2026-03-03T08:55:00Z", "utc_offset": 60}]
        });
        app.post("/api/focus-sessions/", &ada.access_token, session).await.assert_ok();
        app.put("/api/preferences/", &ada.access_token, json!({"mins_for_streak": 10})).await.assert_ok();
        app.post_unauthenticated("/api/add-to-waitlist/", json!({"name": "x", "email": "x@example.org"})).await.assert_ok();
        let mut data = Vec::new();
        for table in TABLES {
            data.push((table, rows(&app, table).await));
        }
        let all = migrations(app.is_postgres()).await;
        let pending = async || i64::try_from(pending_migrations(&app.url).await.unwrap().len()).unwrap();
        drop_tables(&app).await;
        // SQLite needs fewer.
        let versions: Vec<i64> = all.iter().map(|migration| migration.version).collect();
        let count = pending().await;
        assert_eq!(count, i64::try_from(versions.len()).unwrap());
        for (applied, version) in (1..count).zip(versions) {
            drop_tables(&app).await;
            assert_eq!(pending().await, count);
            let pool = AnyPool::connect(&app.url).await.unwrap();
            all.run_to(version, &pool).await.unwrap();
            pool.close().await;
            assert_eq!(pending().await, count - applied);
            let mut inserted = Vec::new();
            for (table, rows) in &data {
                let known = columns(&app, table).await;
                for row in rows {
                    let (names, values): (Vec<&str>, Vec<&str>) = row
                        .iter()
                        .filter(|(name, _)| known.contains(name))
                        .map(|(name, value)| (name.as_str(), value.as_str()))
                        .unzip();
                    // Columns that a later version has moved to another table.
                    let moved = match *table {
                        "boards" if known.iter().any(|name| name == "favorite") => (", favorite", ", 1"),
                        _ => ("", ""),
                    };
                    if !names.is_empty() {
                        app.execute(&format!(
                            "INSERT INTO {table} ({}{}) VALUES ({}{})", names.join(", "), moved.0, values.join(", "), moved.1
                        )).await;
                    }
                }
                if !known.is_empty() {
                    inserted.push((*table, rows.len()));
                }
            }
            let upgraded = app.restart().await;
            upgraded.assert_verified().await;
            for (table, count) in inserted {
                assert_eq!(upgraded.count(table).await, count, "{table} after version {version}");
            }
            let ada = upgraded.person_with_id(&ada.id).await;
            let opened = upgraded.open_board(&ada, &board).await;
            assert_eq!(
                (&opened["board"]["name"], &opened["lists"][0]["name"], &opened["cards"][0]["title"]),
                (&json!("Trip"), &json!("Plan"), &json!("Book")),
                "after version {version}"
            );
            assert_eq!((&opened["board"]["favorite"], &opened["board"]["role"]), (&json!(true), &json!("owner")));
            assert_eq!(opened["items"].as_array().map(Vec::len), Some(usize::from(version > 1)), "after version {version}");
            upgraded.database.close().await;
        }
    }

    async fn migrations_keep_data_of_the_first_version(app: TestApp) {
        // The tables of the first version replace those that opening the database created.
        let all = migrations(app.is_postgres()).await;
        drop_tables(&app).await;
        let pool = AnyPool::connect(&app.url).await.unwrap();
        all.run_to(1, &pool).await.unwrap();
        pool.close().await;
        let joined = START - 1_000;
        app.execute(&format!(
            "INSERT INTO users VALUES ('{OWNER}', 'ada@example.org', 'Ada', 'Byron', 'x', {joined}, NULL, 0, 0, 'basic')"
        )).await;
        app.execute(&format!(
            "INSERT INTO boards VALUES ('{BOARD}', '{OWNER}', 'b-1', 'B', '', NULL, NULL, 1, NULL, 9, 1)"
        )).await;
        app.execute(&format!("INSERT INTO lists VALUES ('{BOARD}', '{LIST}', 'l', '80', NULL, 2, 0)")).await;
        for (id, priority) in [(CARD, "high"), (DONE, "completed"), (FOREIGN, "medium")] {
            app.execute(&format!(
                "INSERT INTO cards VALUES ('{BOARD}', '{id}', '{LIST}', '80', 't', '', '{priority}', NULL, '[]', NULL, 3)"
            )).await;
        }
        let changes = [
            format!(r#"{{"type":"add_card","card_id":"{CARD}","list_id":"{LIST}","rank":"80","title":"t","priority":"low"}}"#),
            format!(r#"{{"type":"move_card","card_id":"{CARD}","list_id":"{LIST}","rank":"80"}}"#),
            format!(r#"{{"type":"edit_card","card_id":"{CARD}","edit":{{"field":"title","value":"t"}}}}"#),
            format!(r#"{{"type":"trash_card","card_id":"{CARD}"}}"#),
            format!(r#"{{"type":"restore_card","card_id":"{CARD}"}}"#),
            format!(r#"{{"type":"edit_list","list_id":"{LIST}","edit":{{"field":"name","value":"add_card"}}}}"#),
            format!(r#"{{"type":"trash_card","card_id":"{DONE}"}}"#),
        ];
        for (number, change) in changes.iter().enumerate() {
            let id = format!("0192f0c1-7b{number}a-7c9e-8a54-3d1f6b2e9c76");
            let body = format!(r#"{{"id":"{id}","at":"2026-03-03T08:30:0{number}.000Z","change":{change}}}"#);
            app.execute(&format!("INSERT INTO ops VALUES ('{BOARD}', '{id}', 'h{number}', '{body}', 3)")).await;
        }
        app.execute(&format!("INSERT INTO preferences VALUES ('{OWNER}', 'light', 50, 5, 15, 20, 240, 'Europe/Berlin')")).await;
        // 20 minutes at half past three on the morning of 3 March in local time, with days that start at four.
        let (start, end) = (START - 34_200_000, START - 33_000_000);
        let moment = |millis: i64| core_wasm::protocol::time::Timestamp::from_millis(millis).to_string();
        let segments = json!([{"start": moment(start), "end": moment(end), "utc_offset": 60}]);
        app.execute(&format!(
            "INSERT INTO focus_sessions VALUES ('{OWNER}', '{CARD}', 'focus', 1500, 'stopped', '{BOARD}', '{CARD}', {start}, {end}, \
             '{segments}')"
        )).await;

        let app = app.restart().await;
        let ada = app.person_with_id(OWNER).await;
        let opened = app.open_board(&ada, BOARD).await;
        assert_eq!((&opened["version"], &opened["board"]["label_colors"]), (&json!(9), &json!([])));
        assert_eq!(opened["lists"][0]["is_collapsed"], false);
        let card = |id: &str| opened["cards"].as_array().unwrap().iter().find(|card| card["id"] == id).unwrap().clone();
        let moment = |millis: i64| json!(moment(millis));
        for (id, importance, completed_at, created_at) in [
            (CARD, "high", json!(null), moment(MADE)),
            (DONE, "low", moment(MADE), moment(MADE)),
            (FOREIGN, "medium", json!(null), moment(joined)),
        ] {
            let card = card(id);
            assert_eq!((&card["importance"], &card["completed_at"]), (&json!(importance), &completed_at));
            assert_eq!((&card["created_at"], &card["archived_at"]), (&created_at, &json!(null)));
        }
        let response = app.get(&format!("/api/boards/{BOARD}/cards/{CARD}/activity/"), &ada.access_token).await.assert_ok();
        let entries: Vec<(&str, &str)> = response["activity"].as_array().unwrap().iter()
            .map(|one| (one["who"].as_str().unwrap(), one["change"]["type"].as_str().unwrap())).collect();
        assert_eq!(entries, ["restore_card", "trash_card", "edit_card", "move_card", "add_card"].map(|kind| ("Ada Byron", kind)));
        assert_eq!(app.changes(&ada, BOARD, 0).await["is_complete"], false);

        // The sums of existing sessions are computed when they are first needed.
        let days = app.get("/api/focus-days/", &ada.access_token).await.assert_ok();
        assert_eq!((&days["days"][0]["day"], &days["days"][0]["focused"]), (&json!("2026-03-02"), &json!(1_200_000)));
        assert_eq!(days["days"].as_array().unwrap().len(), 1);
        let user = app.get("/api/user/", &ada.access_token).await.assert_ok();
        assert_eq!((&user["user"][0]["total_time"], &user["user"][0]["focus_streak"]), (&json!(1_200), &json!(1)));
        let stored = app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
        assert_eq!((&stored["sessions"][0]["revision"], &stored["sessions"][0]["is_deleted"]), (&json!(0), &json!(false)));
        // The single goal of all days becomes the goal of the days before today.
        let preferences = app.get("/api/preferences/", &ada.access_token).await.assert_ok();
        assert_eq!(preferences["goals"], json!([{"from": "1970-01-01", "minutes": 20}]));
        assert_eq!((&preferences["theme"], &preferences["rounds"], &preferences["volume"]), (&json!("light"), &json!(4), &json!(50)));
        assert_eq!((&preferences["focus_sound"], &preferences["hour_format"]), (&json!("default"), &json!("12")));
    }
}
