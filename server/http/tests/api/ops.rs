//! Batches of ops and incremental changes.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, op, statuses};
use axum::http::Method;
use serde_json::{Value, json};

fn by_id(records: &Value) -> Vec<(String, Value)> {
    let mut records: Vec<(String, Value)> =
        records.as_array().unwrap().iter().map(|one| (one["id"].as_str().unwrap().to_owned(), one.clone())).collect();
    records.sort_by(|left, right| left.0.cmp(&right.0));
    records
}

fn ids(records: &Value) -> Vec<String> {
    by_id(records).into_iter().map(|(id, _)| id).collect()
}

fn sorted<const N: usize>(ids: [&String; N]) -> Vec<String> {
    let mut ids: Vec<String> = ids.into_iter().cloned().collect();
    ids.sort();
    ids
}

on_both_engines! {
    async fn card_fields_round_trip(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, other, card) = (new_id(), new_id(), new_id());
        let edit = |field: &str, value: Value| json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}});
        let response = app.change(&ada, &board, &[
            add_list(&list, "To do", "80"),
            add_list(&other, "Done", "81"),
            add_card(&card, &list, "Milk", "80"),
            edit("title", json!("Oat milk 🥛")),
            edit("description", json!("two\nlines, \"quotes\" and 日本語")),
            edit("priority", json!("high")),
            edit("due_date", json!("2028-02-29T23:59")),
            edit("labels", json!(["shop", "home", "shop"])),
            json!({"type": "move_card", "card_id": card, "list_id": other, "rank": "7fff80"}),
            json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": ""}}),
            json!({"type": "move_list", "list_id": list, "rank": "90"}),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 11]);
        assert_eq!(response["version"], 2);
        let expected_card = json!({
            "id": card, "list_id": other, "rank": "7fff80", "title": "Oat milk 🥛",
            "description": "two\nlines, \"quotes\" and 日本語", "priority": "high",
            "importance": "high", "completed_at": null, "due_date": "2028-02-29T23:59", "labels": ["shop", "home"], "assignee_ids": [],
            "created_at": "2026-03-03T12:00:00.000Z", "archived_at": null, "trashed_at": null
        });
        for app in [app.clone(), app.restart().await] {
            let opened = app.open_board(&ada, &board).await;
            assert_eq!(opened["cards"], json!([expected_card]));
            assert_eq!(by_id(&opened["lists"]), by_id(&json!([
                {"id": list, "name": "", "rank": "90", "is_collapsed": false, "trashed_at": null},
                {"id": other, "name": "Done", "rank": "81", "is_collapsed": false, "trashed_at": null},
            ])));
        }
        app.change(&ada, &board, &[edit("due_date", Value::Null), edit("labels", json!([]))]).await;
        let opened = app.open_board(&ada, &board).await;
        assert_eq!((&opened["cards"][0]["due_date"], &opened["cards"][0]["labels"]), (&Value::Null, &json!([])));
    }

    async fn repeated_op_is_a_duplicate(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let rename = |name: &str| op(json!({"type": "edit_board", "edit": {"field": "name", "value": name}}));
        let first = json!([rename("first")]);
        let response = app.send_ops(&ada, &board, first.clone()).await.assert_ok();
        assert_eq!((statuses(&response), &response["version"]), (vec!["applied"], &json!(2)));
        app.send_ops(&ada, &board, json!([rename("second")])).await.assert_ok();
        let again = app.restart().await.send_ops(&ada, &board, first.clone()).await.assert_ok();
        assert_eq!((statuses(&again), &again["version"]), (vec!["duplicate"], &json!(3)));
        // The same op with other whitespace, another time format and another order of fields.
        let spaced = format!(
            r#"{{"ops": [ {{"change": {}, "at": "2026-03-03T13:00:00.000+01:00", "id": {}}} ]}}"#,
            first[0]["change"], first[0]["id"]
        );
        let path = format!("/api/boards/{board}/ops/");
        let again = app.send_text(Method::POST, &path, Some(&ada.access_token), spaced).await.assert_ok();
        assert_eq!(statuses(&again), ["duplicate"]);
        assert_eq!(app.open_board(&ada, &board).await["board"]["name"], "second");
    }

    async fn no_op_change_is_recorded(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "same").await;
        let rename = |name: &str| op(json!({"type": "edit_board", "edit": {"field": "name", "value": name}}));
        let idle = json!([rename("same")]);
        let response = app.send_ops(&ada, &board, idle.clone()).await.assert_ok();
        assert_eq!((statuses(&response), &response["version"]), (vec!["applied"], &json!(1)));
        app.send_ops(&ada, &board, json!([rename("newer")])).await.assert_ok();
        assert_eq!(statuses(&app.send_ops(&ada, &board, idle).await.assert_ok()), ["duplicate"]);
        assert_eq!(app.open_board(&ada, &board).await["board"]["name"], "newer");
    }

    async fn reused_op_id_with_another_body_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let first = op(json!({"type": "edit_board", "edit": {"field": "name", "value": "first"}}));
        let mut other = first.clone();
        other["change"]["edit"]["value"] = json!("other");
        let response = app.send_ops(&ada, &board, json!([first, first, other])).await.assert_ok();
        assert_eq!(statuses(&response), ["applied", "duplicate", "op_id_reused"]);
        assert_eq!(statuses(&app.send_ops(&ada, &board, json!([other])).await.assert_ok()), ["op_id_reused"]);
        assert_eq!(app.open_board(&ada, &board).await["board"]["name"], "first");
    }

    async fn record_ids_are_scoped_to_the_board(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (of_ada, of_eve) = (app.board(&ada, "A").await, app.board(&eve, "E").await);
        let (list, card) = (new_id(), new_id());
        let ops = |title: &str, ids: &[String; 2]| json!([
            {"id": ids[0], "at": "2026-03-03T12:00:00Z", "change": add_list(&list, title, "80")},
            {"id": ids[1], "at": "2026-03-03T12:00:00Z", "change": add_card(&card, &list, title, "80")},
        ]);
        let op_ids = [new_id(), new_id()];
        for (person, board, title) in [(&ada, &of_ada, "ada's"), (&eve, &of_eve, "eve's")] {
            let response = app.send_ops(person, board, ops(title, &op_ids)).await.assert_ok();
            assert_eq!(statuses(&response), ["applied", "applied"]);
        }
        for (person, board, title) in [(&ada, &of_ada, "ada's"), (&eve, &of_eve, "eve's")] {
            let opened = app.open_board(person, board).await;
            assert_eq!((&opened["lists"][0]["name"], &opened["cards"][0]["title"]), (&json!(title), &json!(title)));
        }
    }

    async fn records_of_another_board_are_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let (one, two) = (app.board(&ada, "1").await, app.board(&ada, "2").await);
        let (list_one, list_two, card_one) = (new_id(), new_id(), new_id());
        app.change(&ada, &one, &[add_list(&list_one, "l", "80"), add_card(&card_one, &list_one, "c", "80")]).await;
        app.change(&ada, &two, &[add_list(&list_two, "l", "80")]).await;
        let response = app.change(&ada, &two, &[
            json!({"type": "trash_card", "card_id": card_one}),
            json!({"type": "move_card", "card_id": card_one, "list_id": list_two, "rank": "80"}),
            add_card(&new_id(), &list_one, "x", "80"),
            json!({"type": "trash_list", "list_id": list_one}),
        ]).await;
        assert_eq!(statuses(&response), ["unknown_card", "unknown_card", "unknown_list", "unknown_list"]);
        assert_eq!(response["version"], 2);
        assert_eq!(app.open_board(&ada, &one).await["cards"][0]["list_id"], list_one.as_str());
    }

    async fn invalid_op_does_not_affect_the_rest_of_the_batch(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card) = (new_id(), new_id());
        let named = new_id();
        let edit = |field: &str, value: Value| op(json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}}));
        let add = |title: String| op(add_card(&new_id(), &list, &title, "80"));
        let cases = [
            (json!(null), "bad_op"),
            (json!("op"), "bad_op"),
            (json!([]), "bad_op"),
            (json!({}), "bad_op"),
            (json!({"id": named, "at": "2026-03-03T12:00:00Z", "change": {"type": "explode"}}), "bad_op"),
            (json!({"id": 7, "at": "2026-03-03T12:00:00Z", "change": {"type": "trash_board"}}), "bad_op"),
            (json!({"id": new_id(), "at": "yesterday", "change": {"type": "trash_board"}}), "bad_op"),
            (op(json!({"type": "add_list", "list_id": "x", "name": "", "rank": "80"})), "bad_op"),
            (op(json!({"type": "trash_list", "list_id": new_id()})), "unknown_list"),
            (op(json!({"type": "trash_card", "card_id": new_id()})), "unknown_card"),
            (op(add_list(&new_id(), &"x".repeat(201), "80")), "name_too_long"),
            (op(add_list(&new_id(), "a\u{0}b", "80")), "text_invalid"),
            (op(add_list(&new_id(), "", "")), "bad_rank"),
            (op(add_list(&new_id(), "", "8000")), "bad_rank"),
            (op(add_list(&new_id(), "", "zz")), "bad_rank"),
            (op(add_list(&new_id(), "", &"80".repeat(2_049))), "bad_rank"),
            (add("   ".to_owned()), "title_required"),
            (add("x".repeat(501)), "title_too_long"),
            (add("a\u{0}b".to_owned()), "text_invalid"),
            (edit("title", json!("")), "title_required"),
            (edit("title", json!(7)), "bad_op"),
            (edit("description", json!("x".repeat(50_001))), "description_too_long"),
            (edit("description", json!("\u{0}")), "text_invalid"),
            (edit("priority", json!("urgent")), "bad_op"),
            (edit("due_date", json!("2026-02-30")), "due_date_invalid"),
            (edit("due_date", json!("2026-02-03T25:00")), "due_date_invalid"),
            (edit("labels", json!(["x".repeat(51)])), "label_invalid"),
            (edit("labels", json!([" "])), "label_invalid"),
            (edit("labels", json!((0..51).map(|n| n.to_string()).collect::<Vec<_>>())), "too_many_labels"),
            (edit("shade", json!("red")), "bad_op"),
            (op(json!({"type": "edit_board", "edit": {"field": "color", "value": "red"}})), "color_invalid"),
            (op(json!({"type": "edit_board", "edit": {"field": "image", "value": "http://images.unsplash.com/x"}})), "image_invalid"),
        ];
        let mut batch = vec![op(add_list(&list, "kept", "80")), op(add_card(&card, &list, "kept", "80"))];
        batch.extend(cases.iter().map(|(op, _)| op.clone()));
        batch.push(op(json!({"type": "edit_card", "card_id": card, "edit": {"field": "title", "value": "last"}})));
        let response = app.send_ops(&ada, &board, json!(batch)).await.assert_ok();
        let mut expected = vec!["applied", "applied"];
        expected.extend(cases.iter().map(|(_, code)| *code));
        expected.push("applied");
        assert_eq!(statuses(&response), expected);
        assert_eq!(response["results"][2], json!({"id": null, "status": "refused", "code": "bad_op"}));
        assert_eq!(response["results"][6], json!({"id": named, "status": "refused", "code": "bad_op"}));
        let opened = app.open_board(&ada, &board).await;
        assert_eq!((ids(&opened["lists"]), ids(&opened["cards"])), (vec![list.clone()], vec![card.clone()]));
        assert_eq!((&opened["cards"][0]["title"], &opened["version"]), (&json!("last"), &json!(2)));
    }

    async fn unreadable_batch_is_rejected(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let path = format!("/api/boards/{board}/ops/");
        let send = |body: &str| app.send_text(Method::POST, &path, Some(&ada.access_token), body.to_owned());
        for body in ["", "{", r#"{"ops":[}"#, r#"{"ops":7,"#] {
            send(body).await.assert_rejected(400, "bad_json");
        }
        for body in ["[]", "null", "{}", r#"{"ops":7}"#, r#"{"ops":{}}"#] {
            send(body).await.assert_rejected(422, "body_invalid");
        }
        let many: Vec<Value> = (0..501).map(|_| op(json!({"type": "trash_board"}))).collect();
        app.send_ops(&ada, &board, json!(many)).await.assert_rejected(413, "too_many_ops");
        let large = format!(r#"{{"ops":[],"x":"{}"}}"#, "x".repeat(33 << 20));
        send(&large).await.assert_rejected(413, "too_large");
        assert_eq!(app.open_board(&ada, &board).await["version"], 1);
        assert_eq!(app.send_ops(&ada, &board, json!([])).await.assert_ok(), json!({"version": 1, "results": []}));
        // The parser limits the nesting depth, so the stack is safe; such an op does not affect others.
        let nested = format!(r#"{{"ops":[{}{}]}}"#, "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(statuses(&send(&nested).await.assert_ok()), ["bad_op"]);
    }

    async fn batch_may_have_500_large_ops(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let list = new_id();
        let mut batch = vec![op(add_list(&list, "l", "80"))];
        let text = "x".repeat(50_000);
        for number in 0..249 {
            let card = new_id();
            batch.push(op(add_card(&card, &list, &format!("{number}"), "80")));
            batch.push(op(json!({"type": "edit_card", "card_id": card, "edit": {"field": "description", "value": text}})));
        }
        batch.push(op(json!({"type": "trash_board"})));
        assert_eq!(batch.len(), 500);
        let response = app.send_ops(&ada, &board, json!(batch)).await.assert_ok();
        assert!(statuses(&response).iter().all(|status| *status == "applied"));
        assert_eq!(response["version"], 2);
        let opened = app.open_board(&ada, &board).await;
        assert_eq!(opened["cards"].as_array().unwrap().len(), 249);
        assert!(opened["cards"].as_array().unwrap().iter().all(|card| card["description"] == text.as_str()));
        let again = app.send_ops(&ada, &board, json!(batch)).await.assert_ok();
        assert!(statuses(&again).iter().all(|status| *status == "duplicate"));
    }

    async fn changes_include_trashed_records(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card, other) = (new_id(), new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80")]).await;
        app.change(&ada, &board, &[add_card(&card, &list, "c", "80"), add_card(&other, &list, "o", "81")]).await;
        app.change(&ada, &board, &[json!({"type": "trash_card", "card_id": card})]).await;
        app.change(&ada, &board, &[json!({"type": "edit_board", "edit": {"field": "name", "value": "N"}})]).await;

        let all = app.changes(&ada, &board, 0).await;
        assert_eq!((&all["version"], &all["board"]["name"]), (&json!(5), &json!("N")));
        assert_eq!((ids(&all["lists"]), ids(&all["cards"])), (vec![list.clone()], sorted([&card, &other])));
        let since_2 = app.changes(&ada, &board, 2).await;
        assert_eq!((ids(&since_2["lists"]), ids(&since_2["cards"])), (vec![], sorted([&card, &other])));
        let since_3 = app.changes(&ada, &board, 3).await;
        assert_eq!(ids(&since_3["cards"]), sorted([&card]));
        assert_eq!(since_3["cards"][0]["trashed_at"], "2026-03-03T12:00:00.000Z");
        let since_4 = app.changes(&ada, &board, 4).await;
        assert_eq!((ids(&since_4["cards"]), &since_4["board"]["name"]), (vec![], &json!("N")));
        let current = json!({"version": 5, "is_complete": false, "board": null, "lists": [], "cards": [], "items": []});
        assert_eq!(app.changes(&ada, &board, 5).await, current);
        let slug = app.open_board(&ada, &board).await["board"]["slug"].as_str().unwrap().to_owned();
        assert_eq!(app.changes(&ada, &slug, 5).await, current);

        for since in ["6", "-1", "x", "", "1.5", "9223372036854775808", "9223372036854775807"] {
            let path = format!("/api/boards/{board}/changes/?since={since}");
            app.get(&path, &ada.access_token).await.assert_rejected(422, "bad_query");
        }
    }

    async fn restored_list_syncs_its_cards(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, other) = (new_id(), new_id());
        let cards: Vec<String> = (0..3).map(|_| new_id()).collect();
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"),
            add_list(&other, "o", "81"),
            add_card(&cards[0], &list, "a", "80"),
            add_card(&cards[1], &list, "b", "81"),
            add_card(&cards[2], &other, "c", "80"),
        ]).await;
        app.change(&ada, &board, &[json!({"type": "trash_list", "list_id": list})]).await;
        let opened = app.open_board(&ada, &board).await;
        assert_eq!((&opened["version"], ids(&opened["cards"])), (&json!(3), sorted([&cards[2]])));
        app.change(&ada, &board, &[json!({"type": "restore_list", "list_id": list})]).await;
        let changes = app.changes(&ada, &board, 3).await;
        assert_eq!((ids(&changes["lists"]), ids(&changes["cards"])), (vec![list.clone()], sorted([&cards[0], &cards[1]])));
        // A later change of the list returns only the list.
        app.change(&ada, &board, &[json!({"type": "edit_list", "list_id": list, "edit": {"field": "name", "value": "n"}})]).await;
        let changes = app.changes(&ada, &board, 4).await;
        assert_eq!((ids(&changes["lists"]), ids(&changes["cards"])), (vec![list], vec![]));
    }

    async fn editing_a_trashed_board_restores_it(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        app.change(&ada, &board, &[json!({"type": "trash_board"})]).await;
        assert_eq!(app.open_board(&ada, &board).await["board"]["trashed_at"], "2026-03-03T12:00:00.000Z");
        let response = app.change(&ada, &board, &[json!({"type": "edit_board", "edit": {"field": "name", "value": "N"}})]).await;
        assert_eq!(statuses(&response), ["applied"]);
        assert_eq!(app.open_board(&ada, &board).await["board"]["trashed_at"], Value::Null);
    }
}
