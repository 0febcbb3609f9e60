//! Recurring cards and estimates.

use crate::support::{Person, TestApp, add_card, add_list, new_id, on_both_engines, statuses};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::DueDate;
use serde_json::{Value, json};

fn weekly() -> Value {
    json!({"every": 1, "unit": "weeks", "weekdays": [2], "from_completion": false, "until": null, "remaining": null, "day_of_month": null})
}

fn edit(card: &str, field: &str, value: Value) -> Value {
    json!({"type": "edit_card", "card_id": card, "edit": {"field": field, "value": value}})
}

/// The due date of [`Recurring`].
const DUE: &str = "2026-03-03T09:00";

fn complete(card: &str, day: &str) -> Value {
    complete_due(card, DUE, day)
}

fn complete_due(card: &str, due: &str, day: &str) -> Value {
    json!({"type": "complete_recurring", "card_id": card, "due": due, "day": day})
}

fn next_of(id: &str) -> String {
    next_after(id, DUE)
}

fn next_after(id: &str, due: &str) -> String {
    Id::parse(id).unwrap().of_next_occurrence(&DueDate::parse(due).unwrap()).to_string()
}

fn by_id<'a>(records: &'a Value, kind: &str, id: &str) -> &'a Value {
    records[kind].as_array().unwrap().iter().find(|record| record["id"] == id).unwrap_or(&Value::Null)
}

/// A board with a card that is due on Tuesday, 3 March 2026, and repeats every week.
struct Recurring {
    board: String,
    card: String,
    subtask: String,
}

impl Recurring {
    async fn new(app: &TestApp, owner: &Person) -> Self {
        let board = app.board(owner, "Garden").await;
        let (list, card, subtask) = (new_id(), new_id(), new_id());
        let response = app.change(owner, &board, &[
            add_list(&list, "To do", "80"),
            add_card(&card, &list, "Water", "80"),
            edit(&card, "description", json!("All of them")),
            edit(&card, "due_date", json!(DUE)),
            edit(&card, "recurrence", weekly()),
            edit(&card, "estimate", json!(90)),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": card, "rank": "80", "title": "Fill the can"}),
            json!({"type": "edit_item", "item_id": subtask, "edit": {"field": "done", "value": true}}),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 8]);
        Self { board, card, subtask }
    }
}

on_both_engines! {
    async fn completing_a_recurring_card_adds_the_next_one_once(app: TestApp) {
        let ada = app.person("ada").await;
        let Recurring { board, card, subtask } = Recurring::new(&app, &ada).await;
        let before = app.open_board(&ada, &board).await;
        assert_eq!((&before["cards"][0]["recurrence"], &before["cards"][0]["estimate_minutes"]), (&weekly(), &json!(90)));
        // Two devices that were offline on different days.
        for day in ["2026-03-03", "2026-03-12"] {
            assert_eq!(statuses(&app.change(&ada, &board, &[complete(&card, day)]).await), ["applied"]);
        }
        let (next, copy) = (next_of(&card), next_of(&subtask));
        for app in [app.clone(), app.restart().await] {
            let opened = app.open_board(&ada, &board).await;
            assert_eq!(opened["cards"].as_array().unwrap().len(), 2);
            let done = by_id(&opened, "cards", &card);
            assert_eq!((&done["priority"], &done["recurrence"], &done["due_date"]), (&json!("completed"), &Value::Null, &json!("2026-03-03T09:00")));
            let added = by_id(&opened, "cards", &next);
            assert_eq!((&added["due_date"], &added["recurrence"], &added["completed_at"]), (&json!("2026-03-10T09:00"), &weekly(), &Value::Null));
            assert_eq!((&added["title"], &added["description"], &added["estimate_minutes"]), (&json!("Water"), &json!("All of them"), &json!(90)));
            assert_eq!(opened["items"].as_array().unwrap().len(), 2);
            let item = by_id(&opened, "items", &copy);
            assert_eq!((&item["card_id"], &item["content"]["is_done"]), (&json!(next), &json!(false)));
        }
        let changes = app.changes(&ada, &board, before["version"].as_i64().unwrap()).await;
        assert_eq!((changes["cards"].as_array().unwrap().len(), changes["items"].as_array().unwrap().len()), (2, 1));
        app.assert_verified().await;
    }

    async fn a_card_that_is_completed_in_the_batch_that_made_it_repeats(app: TestApp) {
        let ada = app.person("ada").await;
        let board = app.board(&ada, "Garden").await;
        let (list, card, subtask) = (new_id(), new_id(), new_id());
        let [next, copy] = [&card, &subtask].map(|id| next_after(id, "2026-03-03"));
        let response = app.change(&ada, &board, &[
            add_list(&list, "To do", "80"),
            add_card(&card, &list, "Water", "80"),
            json!({"type": "add_subtask", "item_id": subtask, "card_id": card, "rank": "80", "title": "Fill the can"}),
            edit(&card, "due_date", json!("2026-03-03")),
            edit(&card, "recurrence", weekly()),
            complete_due(&card, "2026-03-03", "2026-03-03"),
            complete_due(&next, "2026-03-10", "2026-03-10"),
        ]).await;
        assert_eq!(statuses(&response), ["applied"; 7]);
        let opened = app.open_board(&ada, &board).await;
        let [last, last_copy] = [&next, &copy].map(|id| next_after(id, "2026-03-10"));
        assert_eq!(by_id(&opened, "cards", &last)["due_date"], "2026-03-17");
        assert_eq!(by_id(&opened, "items", &last_copy)["card_id"], last.as_str());
        app.assert_verified().await;
    }

    async fn a_completion_that_was_undone_copies_the_card_again(app: TestApp) {
        let ada = app.person("ada").await;
        let Recurring { board, card, subtask } = Recurring::new(&app, &ada).await;
        app.change(&ada, &board, &[complete(&card, "2026-03-03")]).await;
        let next = next_of(&card);
        let undone = app.change(&ada, &board, &[
            json!({"type": "trash_card", "card_id": next}),
            edit(&card, "recurrence", weekly()),
            edit(&card, "completed", json!(false)),
            edit(&card, "title", json!("Water twice")),
            json!({"type": "trash_item", "item_id": subtask}),
        ]).await;
        assert_eq!(statuses(&undone), ["applied"; 5]);
        let version = app.open_board(&ada, &board).await["version"].as_i64().unwrap();
        app.change(&ada, &board, &[complete(&card, "2026-03-03")]).await;
        let opened = app.open_board(&ada, &board).await;
        assert_eq!(by_id(&opened, "cards", &next_of(&next))["title"], "Water twice");
        assert_eq!(by_id(&opened, "cards", &next), &Value::Null, "the first copy stays in the trash");
        assert_eq!(opened["items"], json!([]), "the subtask was deleted");
        let changes = app.changes(&ada, &board, version).await;
        assert_ne!(by_id(&changes, "cards", &next)["trashed_at"], Value::Null, "for a device that has added it again");
        app.assert_verified().await;
    }

    async fn a_next_occurrence_in_the_trash_is_not_overwritten(app: TestApp) {
        let ada = app.person("ada").await;
        let Recurring { board, card, subtask } = Recurring::new(&app, &ada).await;
        let (first, second) = (next_of(&card), next_of(&next_of(&card)));
        app.change(&ada, &board, &[
            complete(&card, "2026-03-03"),
            edit(&first, "description", json!("With a note")),
            json!({"type": "trash_card", "card_id": first}),
        ]).await;
        // In one batch: completed again twice, because the second occurrence is deleted, too.
        let again = [edit(&card, "completed", json!(false)), edit(&card, "recurrence", weekly()), complete(&card, "2026-03-03")];
        let batch: Vec<Value> = again.iter().cloned().chain([json!({"type": "trash_card", "card_id": second})]).chain(again.iter().cloned()).collect();
        assert_eq!(statuses(&app.change(&ada, &board, &batch).await), ["applied"; 7]);
        let third = next_of(&second);
        let opened = app.open_board(&ada, &board).await;
        assert_eq!(by_id(&opened, "cards", &third)["due_date"], "2026-03-10T09:00");
        assert_eq!(by_id(&opened, "items", &next_of(&next_of(&next_of(&subtask))))["card_id"], third.as_str());
        assert_eq!(statuses(&app.change(&ada, &board, &[json!({"type": "restore_card", "card_id": first})]).await), ["applied"]);
        let opened = app.open_board(&ada, &board).await;
        assert_eq!(by_id(&opened, "cards", &first)["description"], "With a note");
        assert_eq!(by_id(&opened, "items", &next_of(&subtask))["card_id"], first.as_str());
        app.assert_verified().await;
    }

    async fn members_who_watch_a_card_watch_the_next_one(app: TestApp) {
        let (ada, grace, eve) = (app.person("ada").await, app.person("grace").await, app.person("eve").await);
        let Recurring { board, card, .. } = Recurring::new(&app, &ada).await;
        app.join(&ada, &board, &grace, "editor").await;
        app.join(&ada, &board, &eve, "viewer").await;
        let watch = json!({"type": "edit_board", "edit": {"field": "watch", "value": card}});
        for person in [&ada, &eve] {
            assert_eq!(statuses(&app.change(person, &board, std::slice::from_ref(&watch)).await), ["applied"]);
        }
        let version = app.open_board(&ada, &board).await["version"].as_i64().unwrap();
        let last = next_after(&next_of(&card), "2026-03-10T09:00");
        let completions = [complete(&card, "2026-03-03"), complete_due(&next_of(&card), "2026-03-10T09:00", "2026-03-10")];
        assert_eq!(statuses(&app.change(&grace, &board, &completions).await), ["applied"; 2]);
        for (person, expected) in [(&ada, json!([card, next_of(&card), last])), (&eve, json!([card, next_of(&card), last])), (&grace, json!([]))] {
            assert_eq!(app.changes(person, &board, version).await["board"]["watched_ids"], expected);
            assert_eq!(app.open_board(person, &board).await["board"]["watched_ids"], expected);
        }
        // The author's own are part of the op.
        let unwatch = json!({"type": "edit_board", "edit": {"field": "unwatch", "value": last}});
        app.change(&eve, &board, &[unwatch]).await;
        assert_eq!(statuses(&app.change(&ada, &board, &[complete_due(&last, "2026-03-17T09:00", "2026-03-17")]).await), ["applied"]);
        let next = next_after(&last, "2026-03-17T09:00");
        assert_eq!(app.open_board(&ada, &board).await["board"]["watched_ids"], json!([card, next_of(&card), last, next]));
        assert_eq!(app.open_board(&eve, &board).await["board"]["watched_ids"], json!([card, next_of(&card)]));
        app.assert_verified().await;
    }

    async fn the_copies_of_items_are_stored_as_they_are_shown(app: TestApp) {
        let (ada, eve) = (app.person("ada").await, app.person("eve").await);
        let Recurring { board, card, subtask } = Recurring::new(&app, &ada).await;
        app.join(&ada, &board, &eve, "viewer").await;
        // An item of somebody else on another card has the id of the copy.
        let (other, copy, next) = (new_id(), next_of(&subtask), next_of(&card));
        let before = app.open_board(&ada, &board).await;
        let author = &by_id(&before, "items", &subtask)["author_id"];
        let list = before["lists"][0]["id"].as_str().unwrap().to_owned();
        app.change(&ada, &board, &[add_card(&other, &list, "Other", "81")]).await;
        let planted = json!({"type": "add_reminder", "item_id": copy, "card_id": other, "minutes_before": 15});
        assert_eq!(statuses(&app.change(&eve, &board, &[planted]).await), ["applied"]);
        app.advance_clock(60_000);
        assert_eq!(statuses(&app.change(&ada, &board, &[complete(&card, "2026-03-03")]).await), ["applied"]);
        let first = by_id(&app.open_board(&ada, &board).await, "items", &copy).clone();
        assert_eq!((&first["card_id"], &first["author_id"], &first["content"]["title"]), (&json!(next), author, &json!("Fill the can")));
        assert_eq!(by_id(&app.open_board(&eve, &board).await, "items", &copy), &first);
        app.assert_verified().await;
        // After an undo, the item is copied again, at another time. The item with the id of that copy is in the trash.
        let second = next_of(&copy);
        let planted = json!({"type": "add_reminder", "item_id": second, "card_id": other, "minutes_before": 15});
        app.change(&eve, &board, &[planted, json!({"type": "trash_item", "item_id": second})]).await;
        app.change(&ada, &board, &[
            json!({"type": "trash_card", "card_id": next}),
            edit(&card, "recurrence", weekly()),
            edit(&card, "completed", json!(false)),
        ]).await;
        let again = json!({"ops": [{"id": new_id(), "at": "2026-03-04T12:00:00Z", "change": complete(&card, "2026-03-03")}]});
        app.post(&format!("/api/boards/{board}/ops/"), &ada.access_token, again).await.assert_ok();
        let mut expected = first;
        expected["created_at"] = json!("2026-03-04T12:00:00.000Z");
        (expected["id"], expected["card_id"]) = (json!(second), json!(next_of(&next)));
        for app in [app.clone(), app.restart().await] {
            assert_eq!(by_id(&app.open_board(&ada, &board).await, "items", &second), &expected);
        }
        app.assert_verified().await;
    }

    async fn members_keep_their_reminders_and_see_no_others(app: TestApp) {
        let (ada, grace, eve) = (app.person("ada").await, app.person("grace").await, app.person("eve").await);
        let Recurring { board, card, .. } = Recurring::new(&app, &ada).await;
        app.join(&ada, &board, &grace, "editor").await;
        app.join(&ada, &board, &eve, "viewer").await;
        let (own, other) = (new_id(), new_id());
        for (person, item) in [(&ada, &own), (&eve, &other)] {
            let remind = json!({"type": "add_reminder", "item_id": item, "card_id": card, "minutes_before": 15});
            assert_eq!(statuses(&app.change(person, &board, &[remind]).await), ["applied"]);
        }
        assert_eq!(app.change(&eve, &board, &[complete(&card, "2026-03-03")]).await["results"][0]["code"], "forbidden_role");
        assert_eq!(statuses(&app.change(&grace, &board, &[complete(&card, "2026-03-03")]).await), ["applied"]);
        let next = next_of(&card);
        for (person, expected) in [(&ada, Some(next_of(&own))), (&eve, Some(next_of(&other))), (&grace, None)] {
            let opened = app.open_board(person, &board).await;
            let reminders: Vec<&str> = opened["items"].as_array().unwrap().iter()
                .filter(|item| item["card_id"] == next.as_str() && item["content"]["kind"] == "reminder")
                .map(|item| item["id"].as_str().unwrap()).collect();
            assert_eq!(reminders, Vec::from_iter(expected.as_deref()));
        }
        app.assert_verified().await;
    }

    async fn invalid_recurrences_and_estimates_are_refused(app: TestApp) {
        let ada = app.person("ada").await;
        let Recurring { board, card, .. } = Recurring::new(&app, &ada).await;
        let with = |field: &str, value: Value| {
            let mut recurrence = weekly();
            recurrence[field] = value;
            edit(&card, "recurrence", recurrence)
        };
        for (change, expected) in [
            (with("every", json!(0)), "recurrence_invalid"),
            (with("every", json!(-1)), "bad_op"),
            (with("unit", json!("hours")), "bad_op"),
            (with("weekdays", json!([8])), "recurrence_invalid"),
            (with("remaining", json!(1000)), "recurrence_invalid"),
            (with("until", json!("soon")), "bad_op"),
            (edit(&card, "recurrence", json!("weekly")), "bad_op"),
            (edit(&card, "estimate", json!(0)), "estimate_invalid"),
            (edit(&card, "estimate", json!(6001)), "estimate_invalid"),
            (edit(&card, "estimate", json!("1h")), "bad_op"),
            (complete(&card, "2026-02-30"), "bad_op"),
            (complete_due(&card, "2026-02-30", "2026-03-03"), "bad_op"),
            (complete(&new_id(), "2026-03-03"), "unknown_card"),
            (edit(&card, "due_date", Value::Null), "applied"),
            (edit(&card, "recurrence", weekly()), "recurrence_needs_due_date"),
            (edit(&card, "estimate", Value::Null), "applied"),
        ] {
            assert_eq!(statuses(&app.change(&ada, &board, std::slice::from_ref(&change)).await), [expected], "{change}");
        }
        let opened = app.open_board(&ada, &board).await;
        assert_eq!((&opened["cards"][0]["recurrence"], &opened["cards"][0]["estimate_minutes"]), (&Value::Null, &Value::Null));
    }
}
