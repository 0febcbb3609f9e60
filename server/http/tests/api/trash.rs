//! The trash, the archive and the tasks, and permanent deletion.

use crate::support::{TestApp, add_card, add_list, new_id, on_both_engines, statuses};
use serde_json::{Value, json};

const DAY: i64 = 24 * 60 * 60 * 1_000;

fn sorted_ids(records: &Value) -> Vec<String> {
    let mut ids: Vec<String> =
        records.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

fn sorted(ids: &[&String]) -> Vec<String> {
    let mut ids: Vec<String> = ids.iter().map(|id| (*id).clone()).collect();
    ids.sort();
    ids
}

fn edit(card: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}})
}

fn comment(item: &str, card: &str, text: &str) -> Value {
    json!({"type": "add_comment", "item_id": item, "card_id": card, "text": text})
}

on_both_engines! {
    async fn items_follow_their_card(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, card, archived) = (new_id(), new_id(), new_id());
        let (subtask, remark, reminder, trashed_item, of_archived) = (new_id(), new_id(), new_id(), new_id(), new_id());
        let response = app.change(&ada, &board, &[
            add_list(&list, "l", "80"),
            add_card(&card, &list, "c", "80"),
            add_card(&archived, &list, "a", "81"),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": card, "rank": "80", "title": "s"}),
            comment(&remark, &card, "**r**"),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": card, "minutes_before": 30}),
            comment(&trashed_item, &card, "g"),
            comment(&of_archived, &archived, "x"),
            json!({"type": "edit_item", "item_id": subtask, "edit": {"field": "done", "value": true}}),
            json!({"type": "edit_item", "item_id": remark, "edit": {"field": "text", "value": "new"}}),
            json!({"type": "trash_item", "item_id": trashed_item}),
            edit(&archived, "archived", json!(true)),
        ]).await;
        assert!(statuses(&response).iter().all(|status| *status == "applied"), "{response}");
        let opened = app.restart().await.open_board(&ada, &board).await;
        assert_eq!(sorted_ids(&opened["cards"]), sorted(&[&card]));
        let made = "2026-03-03T12:00:00.000Z";
        let expected = [
            (&subtask, json!({"kind": "subtask", "rank": "80", "title": "s", "is_done": true}), Value::Null),
            (&remark, json!({"kind": "comment", "text": "new"}), json!(made)),
            (&reminder, json!({"kind": "reminder", "minutes_before": 30}), Value::Null),
        ];
        assert_eq!(opened["items"].as_array().unwrap().len(), 3);
        for (id, content, edited_at) in expected {
            let item = opened["items"].as_array().unwrap().iter().find(|item| item["id"] == id.as_str()).unwrap();
            assert_eq!(item, &json!({
                "id": id, "card_id": card, "author_id": ada.id, "content": content, "created_at": made, "edited_at": edited_at, "trashed_at": null
            }));
        }
        // Since version 0, all records are returned, whatever their state.
        let all = app.changes(&ada, &board, 0).await;
        assert_eq!(sorted_ids(&all["items"]), sorted(&[&subtask, &remark, &reminder, &trashed_item, &of_archived]));

        // A client that opened the board while the card was archived gets its items when the card is restored.
        let version = opened["version"].as_i64().unwrap();
        app.change(&ada, &board, &[edit(&archived, "archived", json!(false))]).await;
        let changes = app.changes(&ada, &board, version).await;
        assert_eq!((sorted_ids(&changes["cards"]), sorted_ids(&changes["items"])), (sorted(&[&archived]), sorted(&[&of_archived])));
        // The same applies when a list is restored, and when a card is moved out of a trashed list.
        app.change(&ada, &board, &[json!({"type": "trash_list", "list_id": list})]).await;
        let version = app.open_board(&ada, &board).await["version"].as_i64().unwrap();
        let other = new_id();
        app.change(&ada, &board, &[
            add_list(&other, "o", "81"), json!({"type": "move_card", "card_id": archived, "list_id": other, "rank": "80"}),
        ]).await;
        let changes = app.changes(&ada, &board, version).await;
        assert_eq!((sorted_ids(&changes["cards"]), sorted_ids(&changes["items"])), (sorted(&[&archived]), sorted(&[&of_archived])));
        app.change(&ada, &board, &[json!({"type": "restore_list", "list_id": list})]).await;
        let changes = app.changes(&ada, &board, version + 1).await;
        assert_eq!(sorted_ids(&changes["cards"]), sorted(&[&card]));
        assert_eq!(sorted_ids(&changes["items"]), sorted(&[&subtask, &remark, &reminder, &trashed_item]));
        // A later edit of the card returns only the card.
        app.change(&ada, &board, &[edit(&card, "title", json!("t"))]).await;
        let changes = app.changes(&ada, &board, version + 2).await;
        assert_eq!((sorted_ids(&changes["cards"]), changes["items"].clone()), (sorted(&[&card]), json!([])));
    }

    async fn trash_lists_trashed_and_archived_records(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (board, trashed_board, untouched) = (app.board(&ada, "B").await, app.board(&ada, "trashed").await, app.board(&ada, "U").await);
        let (list, trashed_list) = (new_id(), new_id());
        let cards: Vec<String> = (0..4).map(|_| new_id()).collect();
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"), add_list(&trashed_list, "trashed", "81"),
            add_card(&cards[0], &list, "kept", "80"), add_card(&cards[1], &list, "trashed", "81"),
            add_card(&cards[2], &list, "archived", "82"), add_card(&cards[3], &trashed_list, "with its list", "80"),
            json!({"type": "trash_card", "card_id": cards[1]}), edit(&cards[2], "archived", json!(true)),
            json!({"type": "trash_list", "list_id": trashed_list}),
        ]).await;
        app.change(&ada, &trashed_board, &[json!({"type": "trash_board"})]).await;
        app.change(&ada, &untouched, &[add_list(&new_id(), "l", "80")]).await;
        let trash = app.get("/api/trash/", &ada.access_token).await.assert_ok();
        let of = |id: &str| trash["boards"].as_array().unwrap().iter().find(|one| one["board"]["id"] == id).unwrap().clone();
        assert_eq!(trash["boards"].as_array().unwrap().len(), 2);
        assert_eq!(sorted_ids(&of(&board)["lists"]), sorted(&[&list, &trashed_list]));
        assert_eq!(sorted_ids(&of(&board)["cards"]), sorted(&[&cards[1], &cards[2]]));
        assert_eq!((&of(&trashed_board)["board"]["name"], &of(&trashed_board)["cards"]), (&json!("trashed"), &json!([])));
        assert_eq!(of(&trashed_board)["board"]["trashed_at"], "2026-03-03T12:00:00.000Z");
        assert_eq!(app.get("/api/trash/", &eve.access_token).await.assert_ok(), json!({"boards": []}));
        app.change(&ada, &trashed_board, &[json!({"type": "restore_board"})]).await;
        let boards = app.get("/api/trash/", &ada.access_token).await.assert_ok()["boards"].clone();
        assert_eq!(boards.as_array().unwrap().len(), 1);
    }

    async fn trash_is_purged_after_30_days(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, doomed) = (app.board(&ada, "B").await, app.board(&ada, "doomed").await);
        let (list, trashed_list) = (new_id(), new_id());
        let cards: Vec<String> = (0..4).map(|_| new_id()).collect();
        let items: Vec<String> = (0..3).map(|_| new_id()).collect();
        // The client's clock does not matter; it may be years behind.
        let op = |change: Value| json!({"id": new_id(), "at": "2001-01-01T00:00:00Z", "change": change});
        let send = |board: String, changes: Vec<Value>| {
            let (app, ada) = (app.clone(), ada.clone());
            let ops: Vec<Value> = changes.into_iter().map(op).collect();
            async move { app.send_ops(&ada, &board, json!(ops)).await.assert_ok() }
        };
        send(board.clone(), vec![
            add_list(&list, "l", "80"), add_list(&trashed_list, "trashed", "81"),
            add_card(&cards[0], &list, "kept", "80"), add_card(&cards[1], &list, "trashed", "81"),
            add_card(&cards[2], &list, "archived", "82"), add_card(&cards[3], &trashed_list, "with its list", "80"),
            comment(&items[0], &cards[0], "kept"), comment(&items[1], &cards[0], "trashed"),
            comment(&items[2], &cards[1], "with its card"),
            json!({"type": "trash_card", "card_id": cards[1]}), edit(&cards[2], "archived", json!(true)),
            json!({"type": "trash_list", "list_id": trashed_list}), json!({"type": "trash_item", "item_id": items[1]}),
        ]).await;
        send(doomed.clone(), vec![json!({"type": "trash_board"})]).await;
        let before = app.changes(&ada, &board, 0).await;
        app.purge_trash().await;
        app.advance_clock(29 * DAY);
        app.purge_trash().await;
        let later = app.changes(&app.with_new_token(&ada).await, &board, 0).await;
        for kind in ["lists", "cards", "items"] {
            assert_eq!(sorted_ids(&later[kind]), sorted_ids(&before[kind]), "nothing is deleted before 30 days");
        }
        // A record that is restored and trashed again starts a new retention period.
        app.change(&app.with_new_token(&ada).await, &board, &[json!({"type": "restore_list", "list_id": trashed_list})]).await;
        app.purge_trash().await;
        app.change(&app.with_new_token(&ada).await, &board, &[json!({"type": "trash_list", "list_id": trashed_list})]).await;
        app.purge_trash().await;
        app.advance_clock(2 * DAY);
        app.purge_trash().await;

        let all = app.changes(&app.with_new_token(&ada).await, &board, 0).await;
        assert_eq!((&all["is_complete"], &all["version"]), (&json!(true), &json!(4)), "deleted records require a complete response");
        assert_eq!(all["board"]["name"], "B");
        assert_eq!((sorted_ids(&all["lists"]), sorted_ids(&all["cards"])), (sorted(&[&list]), sorted(&[&cards[0]])));
        assert_eq!(sorted_ids(&all["items"]), sorted(&[&items[0]]));
        assert_eq!(app.changes(&app.with_new_token(&ada).await, &board, 4).await["is_complete"], false, "who is up to date stays so");
        let trash = app.get("/api/trash/", &app.with_new_token(&ada).await.access_token).await.assert_ok();
        assert_eq!(trash["boards"].as_array().unwrap().len(), 1, "the board in the trash is deleted");
        assert_eq!(sorted_ids(&trash["boards"][0]["cards"]), sorted(&[&cards[2]]), "the archive stays");
        let response = app.change(&app.with_new_token(&ada).await, &board, &[
            json!({"type": "restore_card", "card_id": cards[1]}), json!({"type": "restore_item", "item_id": items[1]}),
            json!({"type": "restore_list", "list_id": trashed_list}),
        ]).await;
        assert_eq!(statuses(&response), ["unknown_card", "unknown_item", "applied"]);
        let opened = app.changes(&app.with_new_token(&ada).await, &board, 0).await;
        assert_eq!(sorted_ids(&opened["cards"]), sorted(&[&cards[0], &cards[3]]));
        // From the version of the deletion on, changes are incremental again.
        assert_eq!(app.changes(&app.with_new_token(&ada).await, &board, 4).await["is_complete"], false);
        assert_eq!(app.changes(&app.with_new_token(&ada).await, &board, 3).await["is_complete"], true);
    }

    async fn deleted_lists_and_cards_are_no_longer_watched_or_collapsed(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "B").await;
        let (list, deleted_list, card, deleted_card) = (new_id(), new_id(), new_id(), new_id());
        let watch = |id: &str| json!({"type": "edit_board", "edit": {"field": "watch", "value": id}});
        let collapse = |id: &str| json!({"type": "edit_list", "list_id": id, "edit": {"field": "collapsed", "value": true}});
        app.change(&ada, &board, &[
            add_list(&list, "kept", "80"), add_list(&deleted_list, "deleted", "81"),
            add_card(&card, &list, "kept", "80"), add_card(&deleted_card, &deleted_list, "with its list", "80"),
            collapse(&list), collapse(&deleted_list),
            watch(&board), watch(&card), watch(&deleted_card), watch(&deleted_list),
            json!({"type": "trash_list", "list_id": deleted_list}),
        ]).await;
        app.purge_trash().await;
        app.advance_clock(31 * DAY);
        app.purge_trash().await;
        let changes = app.changes(&app.with_new_token(&ada).await, &board, 2).await;
        assert_eq!((&changes["version"], &changes["is_complete"]), (&json!(3), &json!(false)), "the board's record has changed");
        assert_eq!(changes["board"]["watched_ids"], json!([board, card]));
        let collapsed = app.query_column("SELECT collapsed_list_ids FROM board_members").await;
        assert_eq!(collapsed, [json!([list]).to_string()]);
        app.assert_verified().await;
    }

    async fn trashing_again_restarts_the_30_days(app: TestApp) {
        let ada = app.person("ada").await;
        let (board, doomed) = (app.board(&ada, "B").await, app.board(&ada, "doomed").await);
        let (list, hidden_list, card, hidden_card, remark) = (new_id(), new_id(), new_id(), new_id(), new_id());
        app.change(&ada, &board, &[
            add_list(&list, "l", "80"), add_list(&hidden_list, "hidden", "81"),
            add_card(&card, &list, "kept", "80"), add_card(&hidden_card, &list, "hidden", "81"), comment(&remark, &card, "r"),
        ]).await;
        let changes = |kind: &str| [
            json!({"type": format!("{kind}_list"), "list_id": hidden_list}),
            json!({"type": format!("{kind}_card"), "card_id": hidden_card}),
            json!({"type": format!("{kind}_item"), "item_id": remark}),
        ];
        app.change(&ada, &board, &changes("trash")).await;
        app.change(&ada, &doomed, &[json!({"type": "trash_board"})]).await;
        app.purge_trash().await;
        app.advance_clock(29 * DAY);
        let again = app.with_new_token(&ada).await;
        let later = |changes: &[Value]| {
            let op = |change: &Value| json!({"id": new_id(), "at": "2026-04-01T12:00:00Z", "change": change});
            changes.iter().map(op).collect::<Value>()
        };
        let batch = [changes("restore"), changes("trash")].concat();
        for (board, batch) in [
            (&board, batch.as_slice()),
            (&doomed, &[json!({"type": "restore_board"}), json!({"type": "trash_board"})]),
        ] {
            let response = app.send_ops(&again, board, later(batch)).await.assert_ok();
            assert!(statuses(&response).iter().all(|status| *status == "applied"), "{response}");
        }
        app.purge_trash().await;
        app.advance_clock(29 * DAY);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        let all = app.changes(&ada, &board, 0).await;
        assert_eq!(sorted_ids(&all["lists"]), sorted(&[&list, &hidden_list]));
        assert_eq!((sorted_ids(&all["cards"]), sorted_ids(&all["items"])), (sorted(&[&card, &hidden_card]), sorted(&[&remark])));
        app.changes(&ada, &doomed, 0).await;
        app.advance_clock(2 * DAY);
        app.purge_trash().await;
        let ada = app.with_new_token(&ada).await;
        let all = app.changes(&ada, &board, 0).await;
        assert_eq!((sorted_ids(&all["lists"]), sorted_ids(&all["cards"])), (sorted(&[&list]), sorted(&[&card])));
        assert_eq!(all["items"], json!([]));
        app.get(&format!("/api/boards/{doomed}/changes/?since=0"), &ada.access_token).await.assert_rejected(404, "not_found");
    }

    async fn tasks_list_dated_cards_of_all_boards(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let (one, two, trashed_board) = (app.board(&ada, "1").await, app.board(&ada, "2").await, app.board(&ada, "trashed").await);
        assert_eq!(app.get("/api/tasks/", &ada.access_token).await.assert_ok(), json!({"boards": []}));
        let (list, idle, trashed_list) = (new_id(), new_id(), new_id());
        let cards: Vec<String> = (0..6).map(|_| new_id()).collect();
        let (reminder, trashed, remark) = (new_id(), new_id(), new_id());
        let due = |card: &str| edit(card, "due_date", json!("2026-03-04"));
        app.change(&ada, &one, &[
            add_list(&list, "l", "80"), add_list(&idle, "idle", "81"), add_list(&trashed_list, "trashed", "82"),
            add_card(&cards[0], &list, "dated", "80"), add_card(&cards[1], &list, "undated", "81"),
            add_card(&cards[2], &list, "trashed", "82"), add_card(&cards[3], &list, "archived", "83"),
            add_card(&cards[4], &trashed_list, "with its list", "80"), add_card(&cards[5], &list, "done", "84"),
            due(&cards[0]), due(&cards[2]), due(&cards[3]), due(&cards[4]), due(&cards[5]),
            json!({"type": "trash_card", "card_id": cards[2]}), edit(&cards[3], "archived", json!(true)),
            edit(&cards[5], "completed", json!(true)), json!({"type": "trash_list", "list_id": trashed_list}),
            json!({"type": "add_reminder", "item_id": reminder, "card_id": cards[0], "minutes_before": 5}),
            json!({"type": "add_reminder", "item_id": trashed, "card_id": cards[0], "minutes_before": 6}),
            json!({"type": "trash_item", "item_id": trashed}), comment(&remark, &cards[0], "r"),
        ]).await;
        let (list_two, card_two) = (new_id(), new_id());
        app.change(&ada, &two, &[add_list(&list_two, "l", "80"), add_card(&card_two, &list_two, "c", "80"), due(&card_two)]).await;
        app.change(&ada, &trashed_board, &[add_list(&list, "l", "80"), add_card(&cards[0], &list, "c", "80"), due(&cards[0]), json!({"type": "trash_board"})]).await;
        let tasks = app.get("/api/tasks/", &ada.access_token).await.assert_ok();
        let of = |id: &str| tasks["boards"].as_array().unwrap().iter().find(|one| one["board"]["id"] == id).unwrap().clone();
        assert_eq!(tasks["boards"].as_array().unwrap().len(), 2);
        assert_eq!((sorted_ids(&of(&one)["lists"]), sorted_ids(&of(&one)["cards"])), (sorted(&[&list]), sorted(&[&cards[0], &cards[5]])));
        assert_eq!((sorted_ids(&of(&one)["items"]), &of(&one)["is_complete"]), (sorted(&[&reminder]), &json!(false)));
        assert_eq!((sorted_ids(&of(&two)["lists"]), sorted_ids(&of(&two)["cards"])), (sorted(&[&list_two]), sorted(&[&card_two])));
        assert_eq!(app.get("/api/tasks/", &eve.access_token).await.assert_ok(), json!({"boards": []}));
    }

    async fn card_activity_is_sorted_latest_first(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let board = app.board(&ada, "B").await;
        let (list, card, other, remark) = (new_id(), new_id(), new_id(), new_id());
        app.change(&ada, &board, &[add_list(&list, "l", "80"), add_card(&card, &list, "c", "80"), add_card(&other, &list, "o", "81")]).await;
        let later = |at: &str, change: Value| json!([{"id": new_id(), "at": at, "change": change}]);
        for ops in [
            later("2026-03-03T12:02:00Z", edit(&card, "description", json!("日".repeat(300)))),
            later("2026-03-03T12:01:00Z", comment(&remark, &card, "hello")),
            later("2026-03-03T12:03:00Z", json!({"type": "edit_item", "item_id": remark, "edit": {"field": "text", "value": "hi"}})),
            // Changes without effect and rejected ones are not in the activity.
            later("2026-03-03T12:04:00Z", edit(&card, "title", json!("c"))),
            later("2026-03-03T12:05:00Z", edit(&card, "title", json!(""))),
            later("2026-03-03T12:06:00Z", edit(&other, "title", json!("p"))),
        ] {
            app.send_ops(&ada, &board, ops).await.assert_ok();
        }
        let path = |board: &str, card: &str| format!("/api/boards/{board}/cards/{card}/activity/");
        let response = app.get(&path(&board, &card), &ada.access_token).await.assert_ok();
        let activity = response["activity"].as_array().unwrap();
        let entries: Vec<(&str, &str)> =
            activity.iter().map(|one| (one["at"].as_str().unwrap(), one["change"]["type"].as_str().unwrap())).collect();
        assert_eq!(entries, [
            ("2026-03-03T12:03:00.000Z", "edit_item"), ("2026-03-03T12:02:00.000Z", "edit_card"),
            ("2026-03-03T12:01:00.000Z", "add_comment"), ("2026-03-03T12:00:00.000Z", "add_card"),
        ]);
        assert!(activity.iter().all(|one| one["who"] == "ada Example"));
        assert_eq!(activity[1]["change"]["edit"]["value"], "日".repeat(200), "texts are cut");
        // At most 100 entries are returned.
        let many: Vec<Value> = (0..150).map(|number| edit(&card, "title", json!(format!("{number}")))).collect();
        app.change(&ada, &board, &many).await;
        assert_eq!(app.get(&path(&board, &card), &ada.access_token).await.assert_ok()["activity"].as_array().unwrap().len(), 100);

        let second = app.board(&ada, "2").await;
        for (person, board, card) in [
            (&eve, board.as_str(), card.as_str()), (&ada, second.as_str(), card.as_str()), (&ada, board.as_str(), "x"),
            (&ada, "x", card.as_str()), (&ada, board.as_str(), list.as_str()),
        ] {
            app.get(&path(board, card), &person.access_token).await.assert_rejected(404, "not_found");
        }
    }
}
