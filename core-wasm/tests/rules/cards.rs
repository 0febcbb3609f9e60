//! The open card, its items, the filter, and drops of cards (SPEC B35 to B40, B43).

use crate::boards::{titles, with_cards};
use crate::support::device::Device;
use crate::support::{ada, id, intent};
use core_wasm::app::Input;
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::view::{CardDetails, LoadStatus};
use serde_json::{Value, json};

pub(crate) fn open_card(device: &mut Device, title: &str) -> Id {
    let card = device.card(title);
    device.dispatch_json(json!({ "type": "open_card", "card_id": card }));
    card
}

fn details(device: &Device) -> &CardDetails {
    device.snapshot().open_card.as_ref().expect("an open card")
}

fn subtasks(device: &Device) -> Vec<(&str, bool)> {
    details(device).subtasks.iter().map(|subtask| (subtask.title.as_str(), subtask.is_done)).collect()
}

fn edit(card: Id, edits: Value) -> Value {
    json!({ "type": "edit_card", "card_id": card, "edits": edits })
}

#[test]
fn b38_open_card_details_update_with_every_change() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    assert_eq!(details(&device).description.as_str(), "");
    device.dispatch_json(edit(a, json!([{ "field": "description", "value": "With **care**" }])));
    assert_eq!(details(&device).description.as_str(), "With **care**");
    for title in ["one", "two", "three"] {
        device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": title }));
    }
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Well" }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 15 }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 60 }));
    assert_eq!(subtasks(&device), [("one", false), ("two", false), ("three", false)]);
    let first = details(&device).subtasks[0].id;
    device.dispatch_json(json!({ "type": "edit_item", "item_id": first, "edit": { "field": "done", "value": true } }));
    device.dispatch_json(json!({ "type": "move_subtask", "item_id": first, "index": 1 }));
    assert_eq!(subtasks(&device), [("two", false), ("one", true), ("three", false)]);
    assert_eq!(details(&device).comments[0].text.as_str(), "Well");
    let minutes: Vec<i64> = details(&device).reminders.iter().map(|reminder| reminder.minutes_before).collect();
    assert_eq!(minutes, [60, 15]);
    let card = device.board().cards.iter().find(|card| card.id == a).unwrap();
    assert_eq!((card.subtasks, card.subtasks_done, card.comments, card.reminders), (3, 1, 1, 2));
    assert!(card.has_description);
    device.dispatch_json(json!({ "type": "close_card" }));
    assert_eq!(device.snapshot().open_card, None);
}

#[test]
fn b38_a_deleted_card_closes() {
    for gone in [
        |device: &mut Device, a| device.dispatch_json(json!({ "type": "delete_card", "card_id": a })),
        |device: &mut Device, a| device.dispatch_json(json!({ "type": "archive_card", "card_id": a })),
        |device: &mut Device, _| {
            let list = device.list("To do");
            device.dispatch_json(json!({ "type": "delete_list", "list_id": list }));
        },
        |device: &mut Device, _| device.dispatch_json(json!({ "type": "close_board" })),
    ] {
        let mut device = with_cards();
        let a = open_card(&mut device, "a");
        gone(&mut device, a);
        assert_eq!(device.snapshot().open_card, None);
    }
    let mut device = with_cards();
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "open_card", "card_id": id(99) }))),
        Err(ErrorCode::UnknownCard)
    );
}

#[test]
fn b36_edits_are_atomic_and_no_ops_are_skipped() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    let (shown, unsent) = (device.snapshot().clone(), device.snapshot().sync.unsent);
    let bad = edit(a, json!([{ "field": "title", "value": "Other" }, { "field": "due_date", "value": "soon" }]));
    assert_eq!(device.try_dispatch(intent(bad)), Err(ErrorCode::DueDateInvalid));
    assert_eq!(*device.snapshot(), shown);
    device
        .dispatch_json(edit(a, json!([{ "field": "title", "value": " a " }, { "field": "priority", "value": "low" }])));
    assert_eq!(*device.snapshot(), shown, "nothing has changed");
    device.dispatch_json(edit(
        a,
        json!([{ "field": "title", "value": "Other" }, { "field": "priority", "value": "low" },
            { "field": "due_date", "value": "2026-03-03" }]),
    ));
    assert_eq!(device.snapshot().sync.unsent, unsent + 2);
    let board = device.board().board.clone();
    let bad = json!({ "type": "edit_board", "board_id": board.id, "edits": [
        { "field": "name", "value": "Other" }, { "field": "color", "value": "red" }] });
    assert_eq!(device.try_dispatch(intent(bad)), Err(ErrorCode::ColorInvalid));
    assert_eq!(device.board().board, board);
}

#[test]
fn b37_blank_and_duplicate_items_are_ignored() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 15 }));
    let unsent = device.snapshot().sync.unsent;
    device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": "  " }));
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "\n" }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 15 }));
    assert_eq!(device.snapshot().sync.unsent, unsent);
    for (value, code) in [
        (json!({ "type": "add_reminder", "card_id": a, "minutes_before": -1 }), ErrorCode::ReminderInvalid),
        (json!({ "type": "add_subtask", "card_id": id(99), "title": "x" }), ErrorCode::UnknownCard),
        (json!({ "type": "add_comment", "card_id": id(99), "text": "x" }), ErrorCode::UnknownCard),
        (json!({ "type": "add_comment", "card_id": a, "text": "x".repeat(10_001) }), ErrorCode::CommentTooLong),
        (json!({ "type": "delete_item", "item_id": id(99) }), ErrorCode::UnknownItem),
        (json!({ "type": "move_subtask", "item_id": id(99), "index": 0 }), ErrorCode::UnknownItem),
    ] {
        assert_eq!(device.try_dispatch(intent(value.clone())), Err(code), "{value}");
    }
}

#[test]
fn b35_archiving_removes_the_card_and_the_toast_undoes_it() {
    let mut device = with_cards();
    let a = device.card("a");
    device.take_effects();
    device.dispatch_json(json!({ "type": "archive_card", "card_id": a }));
    assert_eq!(crate::boards::titles(&device), "bcd e ");
    let effects = device.take_effects();
    let [UiEffect::Toast { message, undo: Some(change_id), .. }] = effects.as_slice() else {
        panic!("one toast with a way back, not {effects:?}")
    };
    assert_eq!(message, "Card archived");
    device.dispatch_json(json!({ "type": "undo", "change_id": change_id }));
    assert_eq!(crate::boards::titles(&device), "abcd e ");
}

#[test]
fn b39_activity_works_offline_with_unsent_changes_first() {
    let mut device = with_cards();
    let a = open_card(&mut device, "a");
    device.dispatch_json(edit(a, json!([{ "field": "title", "value": "Milk" }])));
    let activity_of = |device: &Device| -> Vec<(String, String, bool)> {
        let views = &details(device).activity;
        views.iter().map(|view| (view.who.clone(), view.what.clone(), view.is_unsent)).collect()
    };
    let you = |what: &str, is_unsent| ("You".to_owned(), what.to_owned(), is_unsent);
    assert_eq!(activity_of(&device), [you("renamed it to “Milk”", true), you("added this card to “To do”", true)]);
    assert_eq!(details(&device).activity_status, LoadStatus::Loading);
    device.dispatch_json(json!({ "type": "load_activity" }));
    device.fail_request("/boards/");
    let path = format!("/boards/{}/cards/{a}/activity/", device.board().board.id);
    device.fail_request(&path);
    device.dispatch_json(json!({ "type": "load_activity" }));
    let change = json!({ "type": "edit_card", "card_id": a, "edit": { "field": "completed", "value": true } });
    let entry = json!({ "id": id(70), "at": "2026-03-03T08:00:00Z", "who": "Ada Lovelace", "user_id": ada(), "card_id": a, "change": change });
    device.respond_with(&path, 200, json!({ "activity": [entry] }));
    assert!(activity_of(&device).contains(&you("marked it as done", false)), "{:?}", activity_of(&device));
}

fn matching_cards(device: &Device) -> Vec<String> {
    let view = &device.snapshot().filter;
    let ids = view.matching.as_ref().expect("a filter");
    let cards = device.board().cards.iter().filter(|card| ids.contains(&card.id));
    let mut titles: Vec<String> = cards.map(|card| card.title.as_str().to_owned()).collect();
    assert_eq!(titles.len(), ids.len(), "only what is shown can fit");
    titles.sort();
    titles
}

fn filter(device: &mut Device, filter: Value) {
    device.dispatch_json(json!({ "type": "set_filter", "filter": filter }));
}

#[test]
fn b40_filters_combine_all_parts_and_update_with_cards() {
    let mut device = with_cards();
    let (a, b) = (device.card("a"), device.card("b"));
    device.dispatch_json(edit(
        a,
        json!([{ "field": "labels", "value": ["Shop"] }, { "field": "priority", "value": "high" }]),
    ));
    device.dispatch_json(edit(b, json!([{ "field": "description", "value": "In the SHOP" }])));
    filter(&mut device, json!({ "text": " shop", "labels": [], "priorities": [], "due": null }));
    assert_eq!(matching_cards(&device), ["a", "b"]);
    filter(&mut device, json!({ "text": "shop", "labels": [], "priorities": ["high"], "due": null }));
    assert_eq!(matching_cards(&device), ["a"]);
    device.dispatch_json(edit(b, json!([{ "field": "priority", "value": "high" }])));
    assert!(device.last.patches.contains(&Patch::CardMatched { id: b, fits: true }));
    assert_eq!(matching_cards(&device), ["a", "b"]);
    device.dispatch_json(edit(b, json!([{ "field": "description", "value": "" }])));
    assert_eq!(matching_cards(&device), ["a"]);
    filter(&mut device, json!({ "text": "", "labels": ["Shop", "Home"], "priorities": [], "due": null }));
    assert_eq!(matching_cards(&device), ["a"]);
    let list = device.list("To do");
    device.dispatch_json(json!({ "type": "delete_list", "list_id": list }));
    assert_eq!(matching_cards(&device), Vec::<String>::new());
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(matching_cards(&device), ["a"]);
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    assert_eq!(matching_cards(&device), Vec::<String>::new());
    filter(&mut device, Value::Null);
    assert_eq!((&device.snapshot().filter.filter, &device.snapshot().filter.matching), (&None, &None));
}

#[test]
fn b40_filters_update_with_time_and_reset_with_the_board() {
    let mut device = with_cards();
    let a = device.card("a");
    // The local time on the device is 09:30.
    device.dispatch_json(edit(a, json!([{ "field": "due_date", "value": "2026-03-03T09:31" }])));
    filter(&mut device, json!({ "text": "", "labels": [], "priorities": [], "due": "overdue" }));
    assert_eq!(matching_cards(&device), Vec::<String>::new());
    device.now += 2 * 60_000;
    device.feed(Input::Online);
    assert_eq!(matching_cards(&device), ["a"]);
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(device.snapshot().filter.matching, None);
    let refused = json!({ "type": "set_filter", "filter": null });
    assert_eq!(device.try_dispatch(intent(refused)), Err(ErrorCode::UnknownBoard));
}

#[test]
fn b40_a_filter_without_a_condition_shows_all_cards() {
    let mut device = with_cards();
    filter(&mut device, json!({ "text": "a", "labels": [], "priorities": [], "due": null }));
    filter(&mut device, json!({ "text": "  ", "labels": [], "priorities": [], "due": null }));
    assert_eq!(device.last.patches, [Patch::FilterChanged { filter: None, matching: None }]);
    assert_eq!(device.snapshot().filter.filter, None);
    filter(&mut device, json!({ "text": "", "labels": [], "priorities": [], "due": null }));
    assert_eq!(device.last.patches, []);
}

fn drop_card(device: &mut Device, card: &str, list: &str, before: Option<&str>) {
    let before = before.map(|title| device.card(title));
    let (card_id, list_id) = (device.card(card), device.list(list));
    device.dispatch_json(json!({ "type": "drop_card", "card_id": card_id, "list_id": list_id, "before": before }));
}

/// Sets a filter that shows only some cards.
fn show_only(device: &mut Device, shown: &[&str]) {
    for title in shown {
        let id = device.card(title);
        device.dispatch_json(edit(id, json!([{ "field": "labels", "value": ["Shown"] }])));
    }
    filter(device, json!({ "text": "", "labels": ["Shown"], "priorities": [], "due": null }));
}

#[test]
fn b43_a_card_drops_before_another_card_or_at_the_end() {
    let mut device = with_cards();
    drop_card(&mut device, "a", "To do", Some("d"));
    assert_eq!(titles(&device), "bcad e ");
    drop_card(&mut device, "d", "To do", Some("b"));
    assert_eq!(titles(&device), "dbca e ");
    drop_card(&mut device, "b", "Doing", Some("e"));
    assert_eq!(titles(&device), "dca be ");
    drop_card(&mut device, "d", "Doing", None);
    assert_eq!(titles(&device), "ca bed ");
    drop_card(&mut device, "c", "Done", None);
    assert_eq!(titles(&device), "a bed c");
}

#[test]
fn u1_a_drop_can_be_undone() {
    let mut device = with_cards();
    drop_card(&mut device, "a", "Doing", Some("e"));
    assert_eq!(titles(&device), "bcd ae ");
    device.dispatch_json(json!({ "type": "undo" }));
    assert_eq!(titles(&device), "abcd e ");
    device.dispatch_json(json!({ "type": "redo" }));
    assert_eq!(titles(&device), "bcd ae ");
}

#[test]
fn b43_under_a_filter_a_card_drops_beside_the_shown_cards() {
    let mut device = with_cards();
    show_only(&mut device, &["a", "c"]);
    drop_card(&mut device, "c", "To do", Some("a"));
    assert_eq!(titles(&device), "cabd e ");
    drop_card(&mut device, "c", "To do", None);
    assert_eq!(titles(&device), "acbd e ", "after the last shown card, not after the hidden ones");
    drop_card(&mut device, "a", "Doing", None);
    assert_eq!(titles(&device), "cbd ea ", "at the end of a list that shows no cards");
    drop_card(&mut device, "a", "To do", None);
    assert_eq!(titles(&device), "cabd e ");
}

#[test]
fn b43_a_drop_that_keeps_the_shown_order_does_nothing() {
    let mut device = with_cards();
    show_only(&mut device, &["a", "c", "e"]);
    for (card, list, before) in [("a", "To do", Some("c")), ("c", "To do", None), ("e", "Doing", None)] {
        drop_card(&mut device, card, list, before);
        assert_eq!(titles(&device), "abcd e ", "{card}");
        assert!(device.last.patches.is_empty(), "{card}");
    }
    filter(&mut device, Value::Null);
    drop_card(&mut device, "a", "To do", Some("b"));
    assert!(device.last.patches.is_empty());
    let (a, e, list) = (device.card("a"), device.card("e"), device.list("To do"));
    let drop =
        |card: Id, before: Id| json!({ "type": "drop_card", "card_id": card, "list_id": list, "before": before });
    assert_eq!(device.try_dispatch(intent(drop(a, e))), Err(ErrorCode::UnknownCard), "not in that list");
    assert_eq!(device.try_dispatch(intent(drop(id(99), a))), Err(ErrorCode::UnknownCard));
}
