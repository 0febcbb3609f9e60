//! What an account may store, and how long the texts of its changes are kept.

use crate::support::{Person, TestApp, add_card, add_list, new_id, on_both_engines, op, statuses};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::DueDate;
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// Returns the number of ops with a body, and the bytes of all bodies.
async fn stored_bodies(app: &TestApp) -> (i64, i64) {
    let count = number(app, "COUNT(*)", "ops WHERE body <> ''").await;
    (count, number(app, "COALESCE(SUM(octet_length(body)), 0)", "ops").await)
}

/// Returns a number from a table directly.
async fn number(app: &TestApp, value: &str, table: &str) -> i64 {
    app.query_column(&format!("SELECT CAST({value} AS TEXT) FROM {table}")).await[0].parse().unwrap()
}

async fn usage(app: &TestApp, person: &Person) -> Value {
    app.get("/api/account/", &person.access_token).await.assert_ok()["account"]["usage"].clone()
}

on_both_engines! {
    async fn long_texts_are_stored_once_and_their_changes_shortened(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let edit = |number: usize| {
            let value = format!("{number}{}", "ä".repeat(31_000));
            json!({"type": "edit_card", "card_id": card, "edit": {"field": "description", "value": value}})
        };
        let edits: Vec<Value> = (0..40).map(|number| op(edit(number))).collect();
        let path = format!("/api/boards/{board}/ops/");
        let send = async |ops: &[Value]| app.post(&path, &ada.access_token, json!({"ops": ops})).await.assert_ok();
        assert_eq!(statuses(&send(&edits).await), ["applied"; 40]);
        let (count, bytes) = stored_bodies(&app).await;
        assert_eq!(count, 42);
        assert!(bytes < 42 * 1_000, "{bytes}");
        // Another text with the same beginning is another op.
        assert_eq!(statuses(&send(&edits).await), ["duplicate"; 40]);
        let mut changed = edits[0].clone();
        changed["change"]["edit"]["value"] = json!(format!("0{}", "ä".repeat(30_999)));
        assert_eq!(statuses(&send(&[changed]).await), ["op_id_reused"]);
        let activity = app.get(&format!("/api/boards/{board}/cards/{card}/activity/"), &ada.access_token).await.assert_ok();
        let text = activity["activity"][0]["change"]["edit"]["value"].as_str().unwrap();
        assert_eq!(text.chars().count(), 200);
        assert_eq!(usage(&app, &ada).await["change_bytes"]["used"], json!(bytes + 42 * 200 + 62_002));
    }

    async fn only_the_latest_texts_of_changes_are_kept(app: TestApp) {
        let app = app.with_config(|config| config.op_retention.max_count = 150);
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let path = format!("/api/boards/{board}/ops/");
        let batch = |first: usize, count: usize| -> Vec<Value> {
            let title = |number| json!({"field": "title", "value": format!("t{number}")});
            let edit = |number| op(json!({"type": "edit_card", "card_id": card, "edit": title(number)}));
            (first..first + count).map(edit).collect()
        };
        let first = batch(0, 90);
        for ops in [first.clone(), batch(100, 90), batch(200, 120)] {
            app.post(&path, &ada.access_token, json!({"ops": ops})).await.assert_ok();
        }
        let (count, bytes) = stored_bodies(&app).await;
        assert_eq!((count, app.count("ops").await), (150, 302));
        assert_eq!(usage(&app, &ada).await["change_bytes"]["used"], json!(bytes + 302 * 200));
        // A trimmed op is still recognized.
        let again = app.post(&path, &ada.access_token, json!({"ops": first})).await.assert_ok();
        assert_eq!(statuses(&again), ["duplicate"; 90]);
        let activity = app.get(&format!("/api/boards/{board}/cards/{card}/activity/"), &ada.access_token).await.assert_ok();
        assert_eq!(activity["activity"].as_array().unwrap().len(), 100);
        // Single changes are trimmed from time to time.
        for number in 0..100 {
            app.post(&path, &ada.access_token, json!({"ops": batch(1_000 + number, 1)})).await.assert_ok();
        }
        assert_eq!(stored_bodies(&app).await.0, 155);
        app.assert_verified().await;
    }

    async fn kept_texts_of_changes_are_limited_in_bytes(app: TestApp) {
        let app = app.with_config(|config| config.op_retention.max_bytes = 30_000);
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let path = format!("/api/boards/{board}/ops/");
        let send = async |length: usize| {
            let edit = json!({"field": "description", "value": "d".repeat(length)});
            let edit = || op(json!({"type": "edit_card", "card_id": card, "edit": edit}));
            let ops: Vec<Value> = (0..101).map(|_| edit()).collect();
            app.post(&path, &ada.access_token, json!({"ops": ops})).await.assert_ok();
            let (count, bytes) = stored_bodies(&app).await;
            assert_eq!(number(&app, "body_bytes", "boards").await, bytes);
            (count, bytes)
        };
        let (count, bytes) = send(10).await;
        assert!(count == 103 && bytes < 30_000, "{count} bodies, {bytes} bytes");
        let (count, bytes) = send(200).await;
        assert!(count < 100 && (29_000..=30_000).contains(&bytes), "{count} bodies, {bytes} bytes");
        app.assert_verified().await;
    }

    async fn texts_of_boards_count_until_they_are_deleted(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card, other) = (app.board(&ada, "B").await, new_id(), new_id(), new_id());
        let cards = [add_list(&list, "l", "80"), add_card(&card, &list, "c", "80"), add_card(&other, &list, "o", "81")];
        app.change(&ada, &board, &cards).await;
        let path = format!("/api/boards/{board}/ops/");
        let send = async |changes: Vec<Value>| {
            let ops: Vec<Value> = changes.into_iter().map(op).collect();
            app.post(&path, &ada.access_token, json!({"ops": ops})).await.assert_ok()
        };
        let describe = |card: &str, length: usize| {
            json!({"type": "edit_card", "card_id": card, "edit": {"field": "description", "value": "ä".repeat(length)}})
        };
        let (comment, subtask) = (new_id(), new_id());
        send(vec![
            describe(&card, 40_000),
            describe(&card, 30_000),
            describe(&other, 50),
            json!({"type": "add_comment", "card_id": card, "item_id": comment, "text": "\"text\""}),
            json!({"type": "add_subtask", "card_id": card, "item_id": subtask, "rank": "80", "title": "t"}),
            json!({"type": "edit_item", "item_id": subtask, "edit": {"field": "done", "value": true}}),
            json!({"type": "edit_board", "edit": {"field": "description", "value": "board"}}),
        ])
        .await;
        let text_bytes = async || number(&app, "text_bytes", "boards").await;
        let stored = text_bytes().await;
        assert_eq!(stored, 60_105 + 93, "the items are counted as JSON");
        app.assert_verified().await;

        let set = async |bytes: i64| app.execute(&format!("UPDATE boards SET text_bytes = {bytes}")).await;
        set((1 << 30) - 70_000).await;
        assert_eq!(statuses(&send(vec![describe(&other, 50_000)]).await), ["change_limit"]);
        set(stored).await;
        assert_eq!(statuses(&send(vec![describe(&other, 50_000)]).await), ["applied"]);
        assert_eq!(text_bytes().await, stored + 2 * 49_950);

        send(vec![json!({"type": "trash_card", "card_id": card})]).await;
        app.purge_trash().await;
        app.advance_clock(31 * DAY);
        app.purge_trash().await;
        assert_eq!((app.count("cards").await, text_bytes().await), (1, 100_005));
        app.assert_verified().await;
    }

    async fn copies_in_one_request_count_towards_the_limit(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        let edit = |field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"),
            add_card(&card, &list, "c", "80"),
            edit("description", json!("ä".repeat(50_000))),
            edit("due_date", json!("2026-03-03")),
            edit("recurrence", json!({"every": 1, "unit": "days", "weekdays": [], "from_completion": false, "until": null, "remaining": null, "day_of_month": null})),
        ])
        .await;
        // Each of the next occurrences has a longer text than was reserved for it.
        let (mut occurrence, mut changes) = (Id::parse(&card).unwrap(), vec![]);
        for day in ["2026-03-03", "2026-03-04", "2026-03-05"] {
            changes.push(json!({"type": "complete_recurring", "card_id": occurrence, "due": day, "day": day}));
            occurrence = occurrence.of_next_occurrence(&DueDate::parse(day).unwrap());
        }
        let set = async |bytes: i64| app.execute(&format!("UPDATE boards SET text_bytes = {bytes}")).await;
        let (stored, op_bytes) = (number(&app, "text_bytes", "boards").await, number(&app, "op_bytes", "boards").await);
        set((1 << 30) - op_bytes - 3 * 65_536 - 50_000).await;
        let response = app.change(&ada, &board, &changes).await;
        assert_eq!(statuses(&response), ["applied", "change_limit", "unknown_card"], "the second copy does not fit");
        set(stored + 100_000).await;
        assert_eq!(statuses(&app.change(&ada, &board, &changes[1..]).await), ["applied"; 2]);
        assert_eq!(number(&app, "text_bytes", "boards").await, stored + 300_000);
        app.assert_verified().await;
    }

    async fn texts_of_changes_expire_after_60_days(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, other) = (app.board(&ada, "B").await, app.board(&ada, "C").await);
        for board in [&board, &other] {
            app.change(&ada, board, &[add_list(&new_id(), "l", "80")]).await;
        }
        app.advance_clock(59 * DAY);
        app.trim_ops().await;
        assert_eq!(stored_bodies(&app).await.0, 2);
        app.advance_clock(2 * DAY);
        let ada = app.log_in(&ada, "").await;
        let later = json!({"id": new_id(), "at": "2026-05-03T12:00:00Z", "change": add_list(&new_id(), "m", "81")});
        app.post(&format!("/api/boards/{board}/ops/"), &ada.access_token, json!({"ops": [later]})).await.assert_ok();
        app.trim_ops().await;
        assert_eq!((stored_bodies(&app).await.0, app.count("ops").await), (1, 3));
        app.assert_verified().await;
    }

    async fn cards_and_changes_are_limited_per_account(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, list, card) = (app.board(&ada, "B").await, new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let mut shown = usage(&app, &ada).await;
        assert_eq!((&shown["boards"], &shown["cards"]), (&json!({"used": 1, "limit": 2_000}), &json!({"used": 1, "limit": 200_000})));
        let path = format!("/api/boards/{board}/ops/");
        let send = async |changes: Vec<Value>| {
            let ops: Vec<Value> = changes.into_iter().map(op).collect();
            app.post(&path, &ada.access_token, json!({"ops": ops})).await.assert_ok()
        };
        let rename = || json!({"type": "edit_card", "card_id": card, "edit": {"field": "title", "value": new_id()}});

        let set = async |column: &str, number: i64| app.execute(&format!("UPDATE boards SET {column} = {number}")).await;
        set("card_count", 200_099).await;
        assert_eq!(statuses(&send(vec![add_card(&new_id(), &list, "n", "81"), rename()]).await), ["card_limit", "applied"]);
        assert_eq!(number(&app, "card_count", "boards").await, 200_099, "a refused card does not count");
        set("card_count", 1).await;
        // The same card again, under another op.
        assert_eq!(statuses(&send(vec![add_card(&card, &list, "c", "80")]).await), ["applied"]);
        assert_eq!(number(&app, "card_count", "boards").await, 1);
        assert_eq!(statuses(&send(vec![add_card(&new_id(), &list, "n", "81")]).await), ["applied"]);
        shown = usage(&app, &ada).await;
        assert_eq!(shown["cards"]["used"], json!(2));

        let stored = number(&app, "op_bytes", "boards").await;
        set("op_bytes", (1 << 30) + (1 << 20) - 1).await;
        assert_eq!(statuses(&send(vec![rename(), rename()]).await), ["change_limit"; 2]);
        set("op_bytes", stored).await;
        assert_eq!(statuses(&send(vec![rename()]).await), ["applied"]);
        app.assert_verified().await;
    }

    async fn boards_are_limited_per_account(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        app.execute(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1999) \
             INSERT INTO boards (id, owner_id, slug, name, description, version, record_version) SELECT \
             '01900001-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{}', \
             's' || CAST(n AS TEXT), 'n', '', 1, 1 FROM numbers",
            ada.id
        )).await;
        app.board(&ada, "the last").await;
        let create = async |person: &Person| {
            app.post("/api/boards/create-board/", &person.access_token, json!({"name": "one more"})).await
        };
        create(&ada).await.assert_rejected(409, "board_limit");
        create(&eve).await.assert_ok();
        assert_eq!(usage(&app, &ada).await["boards"], json!({"used": 2_000, "limit": 2_000}));
    }
}
