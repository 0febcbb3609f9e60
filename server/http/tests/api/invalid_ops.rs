//! Invalid ops on items, label colors and the archive: each is rejected individually with its own code.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, op, statuses};
use axum::http::Method;
use serde_json::{Value, json};

fn add(kind: &str, card: &str, fields: Value) -> Value {
    let mut change = json!({"type": format!("add_{kind}"), "item_id": new_id(), "card_id": card});
    change.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    change
}

fn edit(item: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_item", "item_id": item, "edit": {"field": field, "value": value}})
}

/// Numbers at the limits of every type that a field may have, as JSON.
const EXTREMES: [&str; 18] = [
    "-0.0",
    "-1",
    "0.5",
    "5e-324",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "1.7976931348623157e308",
    "1e400",
    "null",
];

on_both_engines! {
    async fn extreme_numbers_never_cause_a_server_error(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card, reminder) = (new_id(), new_id(), new_id());
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"), add_card(&card, &list, "c", "80"),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": card, "minutes_before": 5}),
        ]).await;
        let number = json!("@@@");
        let ops = |change: Value| json!({"ops": [op(change)]});
        let session = |planned: &Value, revision: &Value, utc_offset: &Value| json!({
            "id": new_id(), "kind": "focus", "planned": planned, "outcome": "stopped", "board_id": null, "card_id": null,
            "segments": [{"start": "2026-03-03T10:00:00Z", "end": "2026-03-03T10:20:00Z", "utc_offset": utc_offset}],
            "revision": revision, "is_deleted": false
        });
        let ops_path = format!("/api/boards/{board}/ops/");
        let mut requests = vec![
            (Method::POST, ops_path.clone(), ops(add("reminder", &card, json!({"minutes_before": number})))),
            (Method::POST, ops_path.clone(), ops(edit(&reminder, "minutes_before", number.clone()))),
            (Method::POST, ops_path, json!({"ops": number})),
            (Method::POST, "/api/focus-sessions/".to_owned(), session(&number, &json!(0), &json!(0))),
            (Method::POST, "/api/focus-sessions/".to_owned(), session(&json!(1_500), &number, &json!(0))),
            (Method::POST, "/api/focus-sessions/".to_owned(), session(&json!(1_500), &json!(0), &number)),
        ];
        for field in [
            "focus_minutes", "short_break_minutes", "long_break_minutes", "mins_for_streak", "day_start_minutes", "rounds", "volume",
        ] {
            requests.push((Method::PUT, "/api/preferences/".to_owned(), json!({field: number})));
        }
        for (method, path, body) in requests {
            for extreme in EXTREMES {
                let text = body.to_string().replace("\"@@@\"", extreme);
                let response = app.send_text(method.clone(), &path, Some(&ada.access_token), text.clone()).await;
                assert!(response.status.as_u16() < 500, "{method} {path} {text}: {}", response.status);
            }
        }
        for extreme in EXTREMES {
            for path in [format!("/api/boards/{board}/changes/?since={extreme}"), format!("/api/notes/?since={extreme}")] {
                let status = app.get(&path, &ada.access_token).await.status;
                assert!(status.as_u16() < 500, "{path}: {status}");
            }
        }
        // Accepted values can be read again.
        app.get("/api/preferences/", &ada.access_token).await.assert_ok();
        app.get("/api/focus-sessions/", &ada.access_token).await.assert_ok();
        app.open_board(&ada, &board).await;
    }

    async fn invalid_item_label_and_archive_ops_are_rejected_individually(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, other) = (app.board(&ada, "B").await, app.board(&ada, "other").await);
        let (list, card) = (new_id(), new_id());
        let (subtask, remark, reminder) = (new_id(), new_id(), new_id());
        let (foreign_list, foreign_card, foreign_item) = (new_id(), new_id(), new_id());
        app.change(&ada, &other, &[
            add_list(&foreign_list, "l", "80"), add_card(&foreign_card, &foreign_list, "c", "80"),
            json!({"type": "add_comment", "item_id": foreign_item, "card_id": foreign_card, "text": "t"}),
        ]).await;
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"), add_card(&card, &list, "c", "80"),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": card, "rank": "80", "title": "s"}),
            json!({"type": "add_comment", "item_id": remark, "card_id": card, "text": "t"}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": card, "minutes_before": 5}),
        ]).await;
        let before = app.open_board(&ada, &board).await;
        let color = |label: &str, color: Value| json!({"type": "set_label_color", "label": label, "color": color});
        let archived = |value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": "archived", "value": value}});
        let cases = [
            (add("subtask", &new_id(), json!({"rank": "80", "title": "s"})), "unknown_card"),
            (add("subtask", &foreign_card, json!({"rank": "80", "title": "s"})), "unknown_card"),
            (add("subtask", "x", json!({"rank": "80", "title": "s"})), "bad_op"),
            (add("subtask", &card, json!({"rank": "zz", "title": "s"})), "bad_rank"),
            (add("subtask", &card, json!({"rank": "8000", "title": "s"})), "bad_rank"),
            (add("subtask", &card, json!({"rank": "80", "title": " "})), "title_required"),
            (add("subtask", &card, json!({"rank": "80", "title": "x".repeat(501)})), "title_too_long"),
            (add("subtask", &card, json!({"rank": "80"})), "bad_op"),
            (add("comment", &card, json!({"text": " \n"})), "comment_required"),
            (add("comment", &card, json!({"text": "日".repeat(10_001)})), "comment_too_long"),
            (add("comment", &card, json!({"text": "a\u{0}b"})), "text_invalid"),
            (add("comment", &card, json!({"text": 7})), "bad_op"),
            (add("comment", &foreign_card, json!({"text": "t"})), "unknown_card"),
            (add("reminder", &card, json!({"minutes_before": -1})), "reminder_invalid"),
            (add("reminder", &card, json!({"minutes_before": 525_601})), "reminder_invalid"),
            (add("reminder", &card, json!({"minutes_before": 1.5})), "bad_op"),
            (add("reminder", &card, json!({"minutes_before": "5"})), "bad_op"),
            (json!({"type": "move_subtask", "item_id": subtask, "rank": ""}), "bad_rank"),
            (json!({"type": "move_subtask", "item_id": remark, "rank": "80"}), "bad_op"),
            (json!({"type": "move_subtask", "item_id": foreign_item, "rank": "80"}), "unknown_item"),
            (json!({"type": "trash_item", "item_id": new_id()}), "unknown_item"),
            (json!({"type": "trash_item", "item_id": foreign_item}), "unknown_item"),
            (json!({"type": "trash_item", "item_id": card}), "unknown_item"),
            (json!({"type": "restore_item", "item_id": "x"}), "bad_op"),
            (edit(&foreign_item, "text", json!("stolen")), "unknown_item"),
            (edit(&subtask, "title", json!("")), "title_required"),
            (edit(&subtask, "text", json!("t")), "bad_op"),
            (edit(&subtask, "done", json!("yes")), "bad_op"),
            (edit(&remark, "text", json!("")), "comment_required"),
            (edit(&remark, "title", json!("t")), "bad_op"),
            (edit(&remark, "minutes_before", json!(5)), "bad_op"),
            (edit(&reminder, "minutes_before", json!(-5)), "reminder_invalid"),
            (edit(&reminder, "done", json!(true)), "bad_op"),
            (edit(&reminder, "color", json!("red")), "bad_op"),
            (color(" ", json!("#4caf50")), "label_invalid"),
            (color(&"x".repeat(51), json!("#4caf50")), "label_invalid"),
            (color("shop", json!("red")), "color_invalid"),
            (color("shop", json!(7)), "bad_op"),
            (archived(json!("yes")), "bad_op"),
            (archived(json!(null)), "bad_op"),
            (json!({"type": "edit_list", "list_id": list, "edit": {"field": "collapsed", "value": 1}}), "bad_op"),
            (json!({"type": "move_card", "card_id": card, "list_id": foreign_list, "rank": "80"}), "unknown_list"),
            (json!({"type": "move_card", "card_id": foreign_card, "list_id": list, "rank": "80"}), "unknown_card"),
            (add_card(&new_id(), &foreign_list, "x", "80"), "unknown_list"),
        ];
        let batch: Vec<Value> = cases.iter().map(|(change, _)| op(change.clone())).collect();
        let response = app.send_ops(&ada, &board, json!(batch)).await.assert_ok();
        assert_eq!(statuses(&response), cases.iter().map(|(_, code)| *code).collect::<Vec<_>>());
        assert_eq!((response["version"].clone(), app.open_board(&ada, &board).await), (json!(2), before));
        let theirs = app.open_board(&ada, &other).await;
        assert_eq!((&theirs["version"], &theirs["items"][0]["content"]["text"]), (&json!(2), &json!("t")));
    }

    async fn board_keeps_200_label_colors_in_order(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let color = |number: usize| json!({"type": "set_label_color", "label": format!("label {number:03}"), "color": "#4CAF50"});
        let changes: Vec<Value> = (0..201).rev().map(color).collect();
        let response = app.change(&ada, &board, &changes).await;
        let mut expected = vec!["applied"; 200];
        expected.push("too_many_label_colors");
        assert_eq!(statuses(&response), expected);
        let opened = app.restart().await.open_board(&ada, &board).await;
        let stored: Vec<Value> = (1..201).map(|number| json!({"label": format!("label {number:03}"), "color": "#4caf50"})).collect();
        assert_eq!(opened["board"]["label_colors"], json!(stored));
        let clear = json!({"type": "set_label_color", "label": "label 100", "color": null});
        app.change(&ada, &board, &[clear]).await;
        let changes = app.changes(&ada, &board, 2).await;
        assert_eq!(changes["board"]["label_colors"].as_array().unwrap().len(), 199);
    }

    async fn repeated_item_op_is_a_duplicate_and_changed_body_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card, item) = (new_id(), new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80")]).await;
        let first = op(json!({"type": "add_comment", "item_id": item, "card_id": card, "text": "first"}));
        let mut other = first.clone();
        other["change"]["text"] = json!("other");
        assert_eq!(statuses(&app.send_ops(&ada, &board, json!([first])).await.assert_ok()), ["applied"]);
        app.change(&ada, &board, &[json!({"type": "trash_item", "item_id": item})]).await;
        let again = app.send_ops(&ada, &board, json!([first, other])).await.assert_ok();
        assert_eq!(statuses(&again), ["duplicate", "op_id_reused"]);
        assert_eq!(app.open_board(&ada, &board).await["items"], json!([]), "it stays in the trash");
        assert_eq!(app.changes(&ada, &board, 3).await["items"][0]["content"]["text"], "first");
    }
}
