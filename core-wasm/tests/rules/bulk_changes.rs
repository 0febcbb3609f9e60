//! Changes of many cards at once (SPEC B45).

use crate::boards::{add_card, titles, with_cards};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::{id, intent};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::view::CardView;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Changes the cards with these one-letter titles.
fn change(device: &mut Device, cards: &str, change: &Value) -> Result<(), ErrorCode> {
    let card_ids: Vec<Id> = cards.chars().map(|title| device.card(&title.to_string())).collect();
    change_ids(device, &card_ids, change)
}

fn change_ids(device: &mut Device, card_ids: &[Id], change: &Value) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "change_cards", "card_ids": card_ids, "change": change })))
}

fn edit(field: &str, value: impl Into<Value>) -> Value {
    json!({ "type": "edit", "edit": { "field": field, "value": value.into() } })
}

fn move_to(list: Id, before: Option<Id>) -> Value {
    json!({ "type": "move", "list_id": list, "before": before })
}

fn unsent(device: &Device) -> usize {
    device.snapshot().sync.unsent as usize
}

fn card<'a>(device: &'a Device, title: &str) -> &'a CardView {
    device.board().cards.iter().find(|card| card.title.as_str() == title).expect("a card with this title")
}

fn labels(device: &Device, title: &str) -> Vec<String> {
    card(device, title).labels.iter().map(|label| label.as_str().to_owned()).collect()
}

#[test]
fn b45_one_field_of_many_cards_changes_and_one_undo_takes_it_back() {
    let mut device = with_cards();
    change(&mut device, "b", &edit("priority", "high")).unwrap();
    let before = unsent(&device);
    change(&mut device, "abe", &edit("priority", "high")).unwrap();
    assert_eq!(unsent(&device), before + 2, "b stays the same");
    assert!(["a", "b", "e"].iter().all(|title| card(&device, title).priority == Priority::High));
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Change 2 cards"));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    let priorities = ["a", "b", "e"].map(|title| card(&device, title).priority);
    assert_eq!(priorities, [Priority::Low, Priority::High, Priority::Low]);
    assert_eq!(device.snapshot().history.redo.as_deref(), Some("Change 2 cards"));
    device.dispatch_json(json!({ "type": "redo" }));
    assert!(["a", "b", "e"].iter().all(|title| card(&device, title).priority == Priority::High));
}

#[test]
fn b45_labels_are_added_and_removed() {
    let mut device = with_cards();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "edit_card", "card_id": a,
        "edits": [{ "field": "labels", "value": ["home", "work"] }] }));
    let before = unsent(&device);
    change(&mut device, "ab", &json!({ "type": "add_label", "label": "work" })).unwrap();
    assert_eq!((labels(&device, "a"), labels(&device, "b")), (vec!["home".into(), "work".into()], vec!["work".into()]));
    assert_eq!(unsent(&device), before + 1, "a has the label already");
    change(&mut device, "abc", &json!({ "type": "remove_label", "label": "work" })).unwrap();
    assert_eq!((labels(&device, "a"), labels(&device, "b")), (vec!["home".into()], vec![]));
    assert_eq!(unsent(&device), before + 3, "c does not have the label");
}

#[test]
fn b45_all_changes_are_made_or_none() {
    let mut device = with_cards();
    let d = device.card("d");
    let many: Vec<String> = (0..50).map(|number| format!("label {number}")).collect();
    device.dispatch_json(json!({ "type": "edit_card", "card_id": d, "edits": [{ "field": "labels", "value": many }] }));
    let shown = device.snapshot().clone();
    let refused = change(&mut device, "abcd", &json!({ "type": "add_label", "label": "one more" }));
    assert_eq!(refused, Err(ErrorCode::TooManyLabels));
    assert_eq!(change(&mut device, "ab", &edit("due_date", "soon")), Err(ErrorCode::DueDateInvalid));
    assert_eq!(change(&mut device, "ab", &move_to(id(99), None)), Err(ErrorCode::UnknownList));
    let list = device.list("Doing");
    assert_eq!(change(&mut device, "ab", &move_to(list, Some(id(99)))), Err(ErrorCode::UnknownCard));
    for refused in [edit("title", "x"), edit("description", "x"), edit("cover", Value::Null)] {
        assert_eq!(change(&mut device, "ab", &refused), Err(ErrorCode::BadIntent), "{refused}");
    }
    assert_eq!(*device.snapshot(), shown);
}

#[test]
fn b45_at_most_1000_cards_are_changed() {
    let mut device = with_cards();
    let many = vec![device.card("a"); 1_001];
    assert_eq!(change_ids(&mut device, &many, &json!({ "type": "delete" })), Err(ErrorCode::TooManyCards));
    assert_eq!(change_ids(&mut device, &many[1..], &json!({ "type": "delete" })), Ok(()));
    assert_eq!(titles(&device), "bcd e ");
}

#[test]
fn b45_cards_that_are_not_shown_are_ignored() {
    let mut device = with_cards();
    let [a, b, c] = ["a", "b", "c"].map(|title| device.card(title));
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    device.dispatch_json(json!({ "type": "archive_card", "card_id": b }));
    let before = unsent(&device);
    change_ids(&mut device, &[a, b, c, id(99)], &edit("priority", "high")).unwrap();
    assert_eq!(unsent(&device), before + 1);
    assert_eq!(titles(&device), "cd e ");
}

#[test]
fn b45_moved_cards_keep_their_order_on_the_board() {
    for (cards, list, before, expected, ops) in [
        ("da", "Doing", None, "bc ead ", 2),
        ("da", "Doing", Some("e"), "bc ade ", 2),
        ("ae", "To do", None, "bcdae  ", 2),
        ("ea", "To do", Some("a"), "aebcd  ", 1),
        ("bd", "To do", Some("b"), "abdc e", 1),
        ("abcd", "To do", Some("a"), "abcd e ", 0),
        ("bcd", "To do", None, "abcd e ", 0),
        ("cde", "To do", None, "abcde  ", 1),
        ("abcde", "Done", None, "  abcde", 5),
    ] {
        let mut device = with_cards();
        let (list, before) = (device.list(list), before.map(|title| device.card(title)));
        let known = unsent(&device);
        change(&mut device, cards, &move_to(list, before)).unwrap();
        assert_eq!(titles(&device).trim_end(), expected.trim_end(), "{cards} before {before:?}");
        assert_eq!(unsent(&device) - known, ops, "{cards} before {before:?}");
        if ops > 0 {
            let label = if ops == 1 { "Move card".to_owned() } else { format!("Move {ops} cards") };
            assert_eq!(device.snapshot().history.undo.as_deref(), Some(label.as_str()));
            device.dispatch_json(json!({ "type": "undo", "change_id": null }));
            assert_eq!(titles(&device), "abcd e ");
        }
    }
}

#[test]
fn b45_cards_move_behind_the_last_visible_card() {
    let mut device = with_cards();
    let (todo, e) = (device.list("To do"), device.card("e"));
    device
        .dispatch_json(json!({ "type": "edit_card", "card_id": e, "edits": [{ "field": "labels", "value": ["x"] }] }));
    change(&mut device, "b", &json!({ "type": "add_label", "label": "x" })).unwrap();
    device.dispatch_json(json!({ "type": "set_filter",
        "filter": { "text": "", "labels": ["x"], "priorities": [], "due": null } }));
    change(&mut device, "e", &move_to(todo, None)).unwrap();
    assert_eq!(titles(&device), "abecd  ");
}

#[test]
fn b45_deleting_and_archiving_offer_undo_in_a_toast() {
    for (value, toast) in
        [(json!({ "type": "delete" }), "3 cards deleted"), (edit("archived", true), "3 cards archived")]
    {
        let mut device = with_cards();
        open_card(&mut device, "b");
        device.take_effects();
        change(&mut device, "abe", &value).unwrap();
        assert_eq!(device.take_toasts(), [toast]);
        assert_eq!((titles(&device).as_str(), &device.snapshot().open_card), ("cd  ", &None));
        device.dispatch_json(json!({ "type": "undo", "change_id": null }));
        assert_eq!(titles(&device), "abcd e ");
    }
}

#[test]
fn b45_a_thousand_cards_move_with_short_ranks_and_are_sent_in_batches() {
    let mut device = with_cards();
    let (todo, doing) = (device.list("To do"), device.list("Doing"));
    for _ in 0..996 {
        add_card(&mut device, todo, "x");
    }
    add_card(&mut device, doing, "f");
    let f = device.card("f");
    let all: Vec<Id> = device.board().lists[0].card_ids.clone();
    let before = unsent(&device);
    change_ids(&mut device, &all, &move_to(doing, Some(f))).unwrap();
    assert_eq!(unsent(&device) - before, 1_000);
    let list = &device.board().lists[1].card_ids;
    assert_eq!((list.len(), &list[1..1_001]), (1_002, &all[..]));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(device.board().lists[0].card_ids, all);
    let stored = &device.indexed_db.borrow().texts;
    let longest = device.unsent_keys().iter().filter_map(|key| rank_of_move(&stored[key])).map(|rank| rank.len()).max();
    assert!(longest <= Some(12), "{longest:?}");
}

/// Returns the rank in a stored op that moves a card.
fn rank_of_move(entry: &str) -> Option<String> {
    let entry: Value = serde_json::from_str(entry).ok()?;
    let change = entry.pointer("/op/change")?;
    (change["type"] == "move_card").then(|| change["rank"].as_str().map(str::to_owned))?
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn b45_moves_of_any_cards_give_the_expected_order(
        moved in prop::collection::vec(0usize..5, 0..5),
        list in 0usize..3,
        before in prop::option::of(0usize..5),
    ) {
        let mut device = with_cards();
        let letters = ["a", "b", "c", "d", "e"];
        let before_id = before.map(|index| device.card(letters[index]));
        let lists: Vec<Vec<String>> = device.layout().into_iter().map(|(_, cards)| cards).collect();
        let list_id = device.board().lists[list].id;
        let selected: String = moved.iter().map(|index| letters[*index]).collect();
        let result = change(&mut device, &selected, &move_to(list_id, before_id));
        let position = match before {
            Some(index) => lists[list].iter().position(|title| title == letters[index]),
            None => Some(lists[list].len()),
        };
        let Some(position) = position else {
            prop_assert_eq!(result, Err(ErrorCode::UnknownCard));
            return Ok(());
        };
        let is_moved = |title: &String| selected.contains(title.as_str());
        let mut expected: Vec<Vec<String>> = lists
            .iter()
            .map(|cards| cards.iter().filter(|title| !is_moved(title)).cloned().collect())
            .collect();
        let index = lists[list][..position].iter().filter(|title| !is_moved(title)).count();
        let in_order = lists.concat().into_iter().filter(is_moved);
        expected[list].splice(index..index, in_order);
        let shown: Vec<Vec<String>> = device.layout().into_iter().map(|(_, cards)| cards).collect();
        prop_assert_eq!(shown, expected);
    }
}
