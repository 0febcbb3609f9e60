//! Moving cards and lists between boards: who may, what stays with a card, and what others see.

use crate::account_export::Archive;
use crate::live::Client;
use crate::sharing::Shared;
use crate::support::{Person, TestApp, add_card, add_list, new_id, on_both_engines, op, png, statuses};
use serde_json::{Value, json};

fn move_card(card: &str, board: &str, list: &str) -> Value {
    json!({"type": "move_to_board", "card_id": card, "list_id": list, "board_id": board, "rank": "40"})
}

fn move_list(list: &str, board: &str) -> Value {
    json!({"type": "move_to_board", "card_id": null, "list_id": list, "board_id": board, "rank": "40"})
}

fn edit(card: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}})
}

fn ids<'a>(board: &'a Value, kind: &str) -> Vec<&'a str> {
    let mut ids: Vec<&str> =
        board[kind].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids
}

fn sorted<'a>(ids: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.into_iter().map(String::as_str).collect();
    ids.sort_unstable();
    ids
}

/// A shared board, and another board of its owner with a list.
struct TwoBoards {
    shared: Shared,
    board: String,
    list: String,
}

impl TwoBoards {
    async fn new(app: &TestApp) -> Self {
        let shared = Shared::new(app).await;
        let (board, list) = (app.board(&shared.owner, "House").await, new_id());
        app.change(&shared.owner, &board, &[add_list(&list, "Rooms", "80")]).await;
        Self { shared, board, list }
    }

    fn move_card(&self) -> Value {
        move_card(&self.shared.card, &self.board, &self.list)
    }

    /// Sends a change of the shared board, and returns its status or code.
    async fn send(&self, app: &TestApp, person: &Person, change: &Value) -> String {
        statuses(&self.shared.send(app, person, change).await)[0].to_owned()
    }

    /// Returns the card on the other board, as its owner sees it.
    async fn moved(&self, app: &TestApp) -> Value {
        let board = app.open_board(&self.shared.owner, &self.board).await;
        let cards = board["cards"].as_array().unwrap();
        cards.iter().find(|card| card["id"] == json!(self.shared.card)).cloned().unwrap_or(Value::Null)
    }
}

async fn activity(app: &TestApp, person: &Person, path: &str) -> Vec<String> {
    let response = app.get(&format!("/api/boards/{path}activity/"), &person.access_token).await.assert_ok();
    let changes = response["activity"].as_array().unwrap().iter().map(|entry| &entry["change"]["type"]);
    changes.map(|kind| kind.as_str().unwrap().to_owned()).collect()
}

async fn usage(app: &TestApp, person: &Person) -> Value {
    app.get("/api/account/", &person.access_token).await.assert_ok()["account"]["usage"].clone()
}

on_both_engines! {
    async fn a_card_moves_with_everything_on_it(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let (owner, card) = (&two.shared.owner, &two.shared.card);
        let target = (two.shared.board.as_str(), card.as_str());
        let file = app.attach(owner, target, ("name=a.png", "image/png"), png(20, 20)).await.assert_ok();
        let attachment = file["item"]["id"].as_str().unwrap().to_owned();
        let (reply, subtask) = (new_id(), new_id());
        let response = app.change(owner, &two.shared.board, &[
            edit(card, "description", json!("Long")),
            edit(card, "due_date", json!("2026-03-09")),
            edit(card, "estimate", json!(30)),
            edit(card, "labels", json!(["home"])),
            edit(card, "cover", json!(attachment)),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": card, "rank": "80", "title": "s"}),
            json!({"type": "add_comment", "item_id": reply, "card_id": card, "text": "gone"}),
            json!({"type": "set_reaction", "item_id": two.shared.comment, "emoji": "👍", "is_set": true}),
            json!({"type": "trash_item", "item_id": reply}),
            json!({"type": "edit_board", "edit": {"field": "watch", "value": card}}),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 10]);
        let before = two.shared.open(&app, owner).await;
        let used = usage(&app, owner).await;
        let of_card = format!("{}/cards/{card}/", two.shared.board);
        let history = activity(&app, owner, &of_card).await;

        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        let after = app.open_board(owner, &two.board).await;
        let mut expected = before["cards"][0].clone();
        (expected["list_id"], expected["rank"]) = (json!(two.list), json!("40"));
        assert_eq!(after["cards"], json!([expected]));
        assert_eq!(ids(&after, "items"), ids(&before, "items"));
        assert_eq!(after["board"]["watched_ids"], json!([card]));
        let left = two.shared.open(&app, owner).await;
        assert_eq!((&left["cards"], &left["items"], &left["board"]["watched_ids"]), (&json!([]), &json!([]), &json!([])));
        // The trash has moved, too.
        assert_eq!(statuses(&app.change(owner, &two.board, &[json!({"type": "restore_item", "item_id": reply})]).await), ["applied"]);
        app.get(&format!("/api/attachments/{attachment}/"), &owner.access_token).await.assert_ok();
        let of_card = format!("{}/cards/{card}/", two.board);
        let moved = activity(&app, owner, &of_card).await;
        assert_eq!(moved.len(), history.len() + 2, "the move and the restored comment");
        assert_eq!(activity(&app, owner, &format!("{}/", two.board)).await, ["restore_item", "move_to_board", "add_list"]);
        assert_eq!(activity(&app, owner, &format!("{}/", two.shared.board)).await[0], "move_to_board");
        let after = usage(&app, owner).await;
        assert_eq!((&after["cards"], &after["attachment_bytes"]), (&used["cards"], &used["attachment_bytes"]));
        app.index_search().await;
        let found = app.get("/api/search/?q=Long", &owner.access_token).await.assert_ok();
        assert!(found.to_string().contains(&two.board) && !found.to_string().contains(&two.shared.board), "{found}");
        app.assert_verified().await;
    }

    async fn a_move_that_is_sent_again_is_made_once(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let moves = json!([op(two.move_card())]);
        let first = app.send_ops(owner, &two.shared.board, moves.clone()).await.assert_ok();
        assert_eq!(statuses(&first), ["applied"]);
        let again = app.send_ops(owner, &two.shared.board, moves.clone()).await.assert_ok();
        assert_eq!((statuses(&again), &again["version"]), (vec!["duplicate"], &first["version"]));
        let mut other = moves.clone();
        other[0]["change"]["rank"] = json!("50");
        assert_eq!(statuses(&app.send_ops(owner, &two.shared.board, other).await.assert_ok()), ["op_id_reused"]);
        // What the browser knows of the card is ignored.
        let mut with_records = moves.clone();
        with_records[0]["change"]["records"] = json!({"version": 0, "board": null, "lists": [], "cards": []});
        assert_eq!(statuses(&app.send_ops(owner, &two.shared.board, with_records).await.assert_ok()), ["duplicate"]);
        // An op that was applied before the move is still recognized.
        let comment = json!([op(json!({"type": "add_comment", "item_id": new_id(), "card_id": two.shared.card, "text": "t"}))]);
        let back = move_card(&two.shared.card, &two.shared.board, &two.shared.list);
        assert_eq!(statuses(&app.change(owner, &two.board, &[back]).await), ["applied"]);
        assert_eq!(statuses(&app.send_ops(owner, &two.shared.board, comment.clone()).await.assert_ok()), ["applied"]);
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        assert_eq!(statuses(&app.send_ops(owner, &two.shared.board, comment).await.assert_ok()), ["duplicate"]);
        assert_eq!(two.moved(&app).await["list_id"], json!(two.list));
        app.assert_verified().await;
    }

    async fn only_editors_of_both_boards_move_cards(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let grace = two.shared.member(&app, "grace", "editor").await;
        // A board that she does not know, and one that does not exist.
        assert_eq!(two.send(&app, &grace, &two.move_card()).await, "unknown_board");
        let nowhere = move_card(&two.shared.card, &new_id(), &two.list);
        assert_eq!(two.send(&app, &grace, &nowhere).await, "unknown_board");
        let own = app.board(&grace, "Mine").await;
        let list = new_id();
        app.change(&grace, &own, &[add_list(&list, "l", "80")]).await;
        app.join(&two.shared.owner, &two.board, &grace, "commenter").await;
        assert_eq!(two.send(&app, &grace, &two.move_card()).await, "forbidden_role");
        app.set_role(&two.shared.owner, &two.board, &grace.id, "editor").await.assert_ok();
        app.set_role(&two.shared.owner, &two.shared.board, &grace.id, "commenter").await.assert_ok();
        for change in [two.move_card(), move_card(&two.shared.card, &own, &list), move_list(&two.shared.list, &own)] {
            assert_eq!(two.send(&app, &grace, &change).await, "forbidden_role");
        }
        app.set_role(&two.shared.owner, &two.shared.board, &grace.id, "editor").await.assert_ok();
        for (change, code) in [
            (move_card(&new_id(), &two.board, &two.list), "unknown_card"),
            (move_card(&two.shared.card, &two.board, &new_id()), "unknown_list"),
            (move_list(&new_id(), &two.board), "unknown_list"),
            (move_card(&two.shared.card, &two.shared.board, &two.shared.list), "bad_op"),
        ] {
            assert_eq!(two.send(&app, &grace, &change).await, code);
        }
        let eve = app.person("eve").await;
        app.send_ops(&eve, &two.shared.board, json!([op(two.move_card())])).await.assert_rejected(404, "not_found");
        assert_eq!(two.send(&app, &grace, &two.move_card()).await, "applied");
        app.assert_verified().await;
    }

    async fn people_who_are_not_members_leave_the_card(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let (grace, eve) = (two.shared.member(&app, "grace", "editor").await, two.shared.member(&app, "eve", "editor").await);
        app.join(owner, &two.board, &grace, "viewer").await;
        let card = &two.shared.card;
        let response = app.change(owner, &two.shared.board, &[
            edit(card, "assign", json!(grace.id)), edit(card, "assign", json!(eve.id)), edit(card, "assign", json!(owner.id)),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 3]);
        for person in [&grace, &eve] {
            let watch = json!({"type": "edit_board", "edit": {"field": "watch", "value": card}});
            assert_eq!(two.send(&app, person, &watch).await, "applied");
        }
        let since = two.shared.open(&app, &eve).await["version"].as_i64().unwrap();
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        assert_eq!(two.moved(&app).await["assignee_ids"], json!([grace.id, owner.id]));
        assert_eq!(app.open_board(&grace, &two.board).await["board"]["watched_ids"], json!([card]));
        // She has lost the card, and learns nothing of the other board.
        let changes = app.changes(&eve, &two.shared.board, since).await;
        assert_eq!((&changes["is_complete"], &changes["cards"], &changes["board"]["watched_ids"]), (&json!(true), &json!([]), &json!([])));
        let seen = app.get(&format!("/api/boards/{}/activity/", two.shared.board), &eve.access_token).await.assert_ok();
        assert!(!seen.to_string().contains("House") && !seen.to_string().contains("Rooms"), "{seen}");
        app.get(&format!("/api/boards/{}/", two.board), &eve.access_token).await.assert_rejected(404, "not_found");
        app.assert_verified().await;
    }

    async fn changes_of_others_for_a_card_that_has_moved_are_refused(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let grace = two.shared.member(&app, "grace", "editor").await;
        assert_eq!(two.send(&app, &two.shared.owner, &two.move_card()).await, "applied");
        let (card, comment) = (&two.shared.card, &two.shared.comment);
        for (change, code) in [
            (edit(card, "title", json!("t")), "unknown_card"),
            (json!({"type": "add_comment", "item_id": new_id(), "card_id": card, "text": "late"}), "unknown_card"),
            (json!({"type": "edit_item", "item_id": comment, "edit": {"field": "text", "value": "late"}}), "unknown_item"),
        ] {
            assert_eq!(two.send(&app, &grace, &change).await, code);
        }
        assert_eq!(two.send(&app, &two.shared.owner, &two.move_card()).await, "unknown_card");
    }

    async fn a_batch_makes_its_changes_in_order(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let (owner, second) = (&two.shared.owner, new_id());
        let response = app.change(owner, &two.shared.board, &[
            add_card(&second, &two.shared.list, "second", "90"),
            move_card(&second, &two.board, &two.list),
            two.move_card(),
            edit(&second, "title", json!("too late")),
            json!({"type": "trash_list", "list_id": two.shared.list}),
        ]).await;
        assert_eq!(statuses(&response), ["applied", "applied", "applied", "unknown_card", "applied"]);
        let after = app.open_board(owner, &two.board).await;
        assert_eq!(ids(&after, "cards"), sorted([&two.shared.card, &second]));
        assert_eq!(two.shared.open(&app, owner).await["version"], response["version"]);
        app.assert_verified().await;
    }

    async fn a_list_moves_with_all_of_its_cards(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let [archived, trashed] = [new_id(), new_id()];
        let response = app.change(owner, &two.shared.board, &[
            add_card(&archived, &two.shared.list, "a", "90"),
            add_card(&trashed, &two.shared.list, "t", "a0"),
            edit(&archived, "archived", json!(true)),
            json!({"type": "trash_card", "card_id": trashed}),
            json!({"type": "edit_list", "list_id": two.shared.list, "edit": {"field": "collapsed", "value": true}}),
            json!({"type": "edit_list", "list_id": two.shared.list, "edit": {"field": "color", "value": "#4CAF50"}}),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 6]);
        assert_eq!(two.send(&app, owner, &move_list(&two.shared.list, &two.board)).await, "applied");
        let after = app.open_board(owner, &two.board).await;
        assert_eq!(ids(&after, "lists"), sorted([&two.list, &two.shared.list]));
        let list = after["lists"].as_array().unwrap().iter().find(|list| list["id"] == json!(two.shared.list)).unwrap();
        assert_eq!((&list["is_collapsed"], &list["rank"], &list["color"]), (&json!(true), &json!("40"), &json!("#4caf50")));
        assert_eq!(statuses(&app.change(owner, &two.board, &[
            json!({"type": "restore_card", "card_id": trashed}), edit(&archived, "archived", json!(false)),
        ]).await), ["applied"; 2]);
        let after = app.open_board(owner, &two.board).await;
        assert_eq!(ids(&after, "cards"), sorted([&two.shared.card, &archived, &trashed]));
        assert_eq!(two.shared.open(&app, owner).await["lists"], json!([]));
        app.assert_verified().await;
    }

    async fn focus_sessions_follow_the_card(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let (owner, card) = (&two.shared.owner, &two.shared.card);
        let eve = two.shared.member(&app, "eve", "editor").await;
        let session = |id: &str, hour: u32, revision: i64| json!({
            "id": id, "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": two.shared.board, "card_id": card,
            "segments": [{"start": format!("2026-03-03T{hour:02}:00:00.000Z"), "end": format!("2026-03-03T{hour:02}:10:00.000Z"), "utc_offset": 0}],
            "revision": revision, "is_deleted": false
        });
        let put = async |person: &Person, session: Value| app.post("/api/focus-sessions/", &person.access_token, session).await.assert_ok();
        let id = new_id();
        put(owner, session(&id, 9, 0)).await;
        put(&eve, session(&new_id(), 9, 0)).await;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        // The timer of another device still names the former board.
        assert_eq!(put(owner, session(&new_id(), 10, 0)).await["session"]["board_id"], json!(two.board));
        assert_eq!(put(owner, session(&id, 9, 1)).await["session"]["board_id"], json!(two.board));
        let time = async |person: &Person, board: &str| {
            app.get(&format!("/api/boards/{board}/focus-time/"), &person.access_token).await.assert_ok().to_string()
        };
        assert!(time(owner, &two.board).await.contains("1200000"));
        assert!(!time(owner, &two.shared.board).await.contains("600000"));
        // The board keeps the time of those who cannot see the card any more.
        assert!(time(&eve, &two.shared.board).await.contains("600000"));
        app.assert_verified().await;
    }

    async fn the_limits_of_the_other_boards_owner_apply(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let grace = two.shared.member(&app, "grace", "editor").await;
        let (own, list) = (app.board(&grace, "Mine").await, new_id());
        app.change(&grace, &own, &[add_list(&list, "l", "80")]).await;
        let change = move_card(&two.shared.card, &own, &list);
        app.execute(&format!("UPDATE boards SET card_count = 200000 WHERE id = '{own}'")).await;
        assert_eq!(two.send(&app, &grace, &change).await, "card_limit");
        app.execute(&format!("UPDATE boards SET card_count = 0, text_bytes = {} WHERE id = '{own}'", 1 << 30)).await;
        assert_eq!(two.send(&app, &grace, &change).await, "change_limit");
        app.execute(&format!("UPDATE boards SET text_bytes = 0 WHERE id = '{own}'")).await;
        assert_eq!(two.send(&app, &grace, &change).await, "applied");
        assert_eq!(usage(&app, &grace).await["cards"]["used"], json!(1));
        assert_eq!(usage(&app, &two.shared.owner).await["cards"]["used"], json!(0));
        app.assert_verified().await;
    }

    async fn members_of_both_boards_see_a_move_live(app: TestApp) {
        let served = app.serve(1_000_000_000).await;
        let (app, two) = (served.app.clone(), TwoBoards::new(&served.app).await);
        let (grace, eve) = (two.shared.member(&app, "grace", "viewer").await, app.person("eve").await);
        app.join(&two.shared.owner, &two.board, &eve, "viewer").await;
        let (mut of_grace, mut of_eve) = (Client::of(&served, &grace).await, Client::of(&served, &eve).await);
        let since = app.open_board(&eve, &two.board).await["version"].as_i64().unwrap();
        assert_eq!(two.send(&app, &two.shared.owner, &two.move_card()).await, "applied");
        assert!(of_grace.receive().await.to_string().contains(&two.shared.board));
        assert!(of_eve.receive().await.to_string().contains(&two.board));
        let changes = app.changes(&eve, &two.board, since).await;
        assert_eq!((ids(&changes, "cards"), ids(&changes, "items")), (sorted([&two.shared.card]), sorted([&two.shared.comment])));
    }

    async fn items_of_the_other_board_are_not_overwritten(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let grace = two.shared.member(&app, "grace", "editor").await;
        let (own, list) = (app.board(&grace, "Mine").await, new_id());
        app.change(&grace, &own, &[add_list(&list, "l", "80")]).await;
        for (ids, is_trashed) in [([new_id(), new_id()], false), ([new_id(), new_id()], true)] {
            let [planted, list_card] = ids;
            let response = app.change(&grace, &own, &[
                add_card(&planted, &list, "p", "80"),
                json!({"type": "add_comment", "item_id": two.shared.comment, "card_id": planted, "text": "by grace"}),
                add_card(&list_card, &list, "q", "90"),
            ]).await;
            assert_eq!(statuses(&response)[..2], ["applied", "applied"]);
            if is_trashed {
                app.change(&grace, &own, &[json!({"type": "trash_item", "item_id": two.shared.comment})]).await;
            }
            let before = two.shared.open(&app, &two.shared.owner).await;
            for change in [move_card(&planted, &two.shared.board, &two.shared.list), move_list(&list, &two.shared.board)] {
                assert_eq!(statuses(&app.change(&grace, &own, &[change]).await), ["id_taken"]);
            }
            assert_eq!(two.shared.open(&app, &two.shared.owner).await, before);
            let response = app.change(&grace, &own, &[move_card(&list_card, &two.shared.board, &two.shared.list)]).await;
            assert_eq!(statuses(&response), ["applied"], "cards without such an item still move");
            app.execute(&format!("DELETE FROM items WHERE board_id = '{own}'")).await;
            app.execute(&format!("UPDATE boards SET text_bytes = 0 WHERE id = '{own}'")).await;
        }
        app.assert_verified().await;
    }

    async fn nothing_moves_to_a_board_in_the_trash(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        app.change(owner, &two.board, &[json!({"type": "trash_board"})]).await;
        for change in [two.move_card(), move_list(&two.shared.list, &two.board)] {
            assert_eq!(two.send(&app, owner, &change).await, "unknown_board");
        }
        app.change(owner, &two.board, &[json!({"type": "restore_board"})]).await;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
    }

    async fn boards_of_others_are_not_locked(app: TestApp) {
        if app.is_postgres() {
            // The trigger is written for SQLite.
            return;
        }
        let two = TwoBoards::new(&app).await;
        let (grace, eve) = (two.shared.member(&app, "grace", "editor").await, app.person("eve").await);
        app.execute(&format!(
            "CREATE TRIGGER refuse_lock BEFORE UPDATE ON boards WHEN OLD.id = '{}' BEGIN SELECT RAISE(ABORT, 'locked'); END",
            two.board
        )).await;
        assert_eq!(two.send(&app, &grace, &two.move_card()).await, "unknown_board");
        let back = move_card(&two.shared.card, &two.shared.board, &two.shared.list);
        app.send_ops(&eve, &two.board, json!([op(back)])).await.assert_rejected(404, "not_found");
    }

    async fn activity_names_no_records_of_other_boards(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let (grace, eve) = (two.shared.member(&app, "grace", "editor").await, app.person("eve").await);
        app.join(owner, &two.board, &eve, "editor").await;
        let (second, second_card) = (new_id(), new_id());
        app.change(owner, &two.shared.board, &[
            add_list(&second, "second", "90"),
            add_card(&second_card, &second, "c", "80"),
            json!({"type": "move_card", "card_id": two.shared.card, "list_id": second, "rank": "90"}),
        ]).await;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        let path = format!("/api/boards/{}/activity/", two.shared.board);
        let seen = app.get(&path, &grace.access_token).await.assert_ok().to_string();
        assert!(seen.contains("move_to_board") && !seen.contains(&two.board) && !seen.contains(&two.list), "{seen}");
        let path = format!("/api/boards/{}/cards/{}/activity/", two.board, two.shared.card);
        let seen = app.get(&path, &eve.access_token).await.assert_ok().to_string();
        for id in [&two.shared.board, &two.shared.list, &second] {
            assert!(!seen.contains(id.as_str()), "{id} in {seen}");
        }
        // Where it is now is shown.
        assert!(seen.contains("move_card") && seen.contains(&two.board) && seen.contains(&two.list), "{seen}");
        // So are the lists that have moved with a card.
        assert_eq!(two.send(&app, owner, &move_list(&second, &two.board)).await, "applied");
        let path = format!("/api/boards/{}/cards/{second_card}/activity/", two.board);
        assert!(app.get(&path, &eve.access_token).await.assert_ok().to_string().contains(&second));
    }

    async fn the_export_names_no_records_of_other_boards(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let grace = two.shared.member(&app, "grace", "editor").await;
        let own = app.board(&grace, "Mine").await;
        let (first, second, card) = (new_id(), new_id(), new_id());
        app.change(&grace, &own, &[
            add_list(&first, "first", "80"),
            add_list(&second, "second", "90"),
            add_card(&card, &first, "c", "80"),
        ]).await;
        // While the owner of the other board was a member here.
        app.join(&grace, &own, owner, "editor").await;
        let to_second = json!({"type": "move_card", "card_id": card, "list_id": second, "rank": "80"});
        app.change(owner, &own, &[to_second]).await;
        let path = format!("/api/boards/{own}/members/{}/", owner.id);
        app.delete(&path, &grace.access_token).await.assert_ok();
        let there = move_card(&card, &two.shared.board, &two.shared.list);
        assert_eq!(statuses(&app.change(&grace, &own, &[there]).await), ["applied"]);
        let exported = Archive::of(&app, owner).await;
        let activity = &exported.files["activity.json"];
        for id in [&own, &first, &second] {
            assert!(!activity.contains(id.as_str()), "{id} in {activity}");
        }
        for change in ["add_card", "move_card", "move_to_board"] {
            let is_of_card = |op: &&Value| op["change"]["type"] == json!(change) && op["change"]["card_id"] == json!(card);
            let boards = exported.json("activity.json");
            let ops = boards["boards"].as_array().unwrap().iter().flat_map(|board| board["ops"].as_array().unwrap().clone());
            assert_eq!(ops.filter(|op| is_of_card(&op)).count(), 1, "{change}");
        }
        // Where others move it next is not named either, but what the account has sent is as it was.
        let back = move_card(&card, &own, &first);
        assert_eq!(two.send(&app, &grace, &back).await, "applied");
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        let exported = Archive::of(&app, owner).await;
        let activity = &exported.files["activity.json"];
        assert!(!activity.contains(&own) && activity.contains(&two.board) && activity.contains(&two.list), "{activity}");
        // The one who is a member of both boards has the changes of her own board as she has sent them.
        let exported = Archive::of(&app, &grace).await;
        assert!(exported.files["activity.json"].contains(&two.shared.board));
        app.assert_verified().await;
    }

    async fn inboxes_with_moved_cards_are_announced(app: TestApp) {
        let served = app.serve(1_000_000_000).await;
        let (app, two) = (served.app.clone(), TwoBoards::new(&served.app).await);
        let owner = &two.shared.owner;
        let (grace, eve) = (two.shared.member(&app, "grace", "editor").await, two.shared.member(&app, "eve", "editor").await);
        app.join(owner, &two.board, &grace, "viewer").await;
        let card = &two.shared.card;
        let response = app.change(owner, &two.shared.board, &[
            edit(card, "assign", json!(grace.id)), edit(card, "assign", json!(eve.id)),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 2]);
        let clients = [Client::of(&served, owner).await, Client::of(&served, &grace).await, Client::of(&served, &eve).await];
        let [mut of_owner, mut of_grace, mut of_eve] = clients;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        // The entry of one names the other board now, and that of the other is hidden.
        for (client, boards) in [(&mut of_grace, 2), (&mut of_eve, 1)] {
            for _ in 0..boards {
                assert_eq!(client.receive().await["type"], "changed");
            }
            assert_eq!(client.receive().await, json!({"type": "inbox_changed"}));
        }
        for _ in 0..2 {
            assert_eq!(of_owner.receive().await["type"], "changed");
        }
        of_owner.assert_silent().await;
    }

    async fn at_most_500_records_are_watched_after_a_move(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let second = new_id();
        app.change(owner, &two.shared.board, &[
            add_card(&second, &two.shared.list, "second", "90"),
            json!({"type": "edit_board", "edit": {"field": "watch", "value": two.shared.card}}),
            json!({"type": "edit_board", "edit": {"field": "watch", "value": second}}),
        ]).await;
        let watched: Vec<String> = (0..499).map(|_| new_id()).collect();
        app.execute(&format!(
            "UPDATE board_members SET watched_ids = '{}' WHERE board_id = '{}'", json!(watched), two.board
        )).await;
        assert_eq!(two.send(&app, owner, &move_list(&two.shared.list, &two.board)).await, "applied");
        let after = app.open_board(owner, &two.board).await;
        let watched = after["board"]["watched_ids"].as_array().unwrap();
        assert_eq!((watched.len(), &watched[499]), (500, &json!(two.shared.card)));
    }

    async fn copied_activity_counts_for_the_limit(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let comments: Vec<Value> = (0..200)
            .map(|_| json!({"type": "add_comment", "item_id": new_id(), "card_id": two.shared.card, "text": "t"}))
            .collect();
        app.change(owner, &two.shared.board, &comments).await;
        // There is space for the move, but not for the copies of 200 changes.
        let used = usage(&app, owner).await["change_bytes"]["used"].as_i64().unwrap();
        let full = (1 << 30) - used - 20_000;
        app.execute(&format!("UPDATE boards SET op_bytes = op_bytes + {full} WHERE id = '{}'", two.board)).await;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "change_limit");
        app.execute(&format!("UPDATE boards SET op_bytes = op_bytes - {full} WHERE id = '{}'", two.board)).await;
        assert_eq!(two.send(&app, owner, &two.move_card()).await, "applied");
        app.assert_verified().await;
    }

    async fn concurrent_moves_and_edits_leave_one_card(app: TestApp) {
        let two = TwoBoards::new(&app).await;
        let owner = &two.shared.owner;
        let back = json!([op(move_card(&two.shared.card, &two.shared.board, &two.shared.list))]);
        for round in 0..5 {
            let title = json!([op(edit(&two.shared.card, "title", json!(format!("t{round}"))))]);
            let there = json!([op(two.move_card())]);
            let (one, other, edited) = tokio::join!(
                app.send_ops(owner, &two.shared.board, there),
                app.send_ops(owner, &two.board, back.clone()),
                app.send_ops(owner, &two.shared.board, title),
            );
            one.assert_ok();
            other.assert_ok();
            edited.assert_ok();
            let mut count = 0;
            for board in [&two.board, &two.shared.board] {
                count += app.open_board(owner, board).await["cards"].as_array().unwrap().len();
            }
            assert_eq!(count, 1);
        }
        app.assert_verified().await;
    }
}
