//! Migration of a database of the first version, without loss of data.

use crate::support::{START, TestApp, migrations, on_both_engines};
use serde_json::json;
use sqlx::AnyPool;

const OWNER: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70";
const BOARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71";
const LIST: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72";
/// The time at the start of the id above and of the next one: 0x0192f0c17b3a milliseconds.
const MADE: i64 = 0x0192_f0c1_7b3a;
const CARD: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c73";
const DONE: &str = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74";
/// A UUID of another version, which contains no time.
const FOREIGN: &str = "9292f0c1-7b3a-4c9e-8a54-3d1f6b2e9c75";

on_both_engines! {
    async fn migrations_keep_data_of_the_first_version(app: TestApp) {
        // The tables of the first version replace those that opening the database created.
        let all = migrations().await;
        for table in ["picture_pieces", "pictures", "note_versions", "notes", "removed_notes", "logins", "google_identities", "google_attempts", "links", "mails", "invitations", "items", "ops", "cards", "lists", "boards", "refresh_tokens", "preferences", "focus_sessions",
                      "focus_days", "streak_goals", "waitlist_links", "waitlist", "users", "jobs", "health_probe", "audit_log",
                      "_sqlx_migrations"] {
            app.execute(&format!("DROP TABLE {table}")).await;
        }
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
