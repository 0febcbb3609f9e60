//! Copies of cards, lists and boards (SPEC B46 to B48).

use crate::board_deltas::{exchange, settled};
use crate::boards::{add_card, add_list, open_new, titles, with_cards};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::{ada, id, intent, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Priority};
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::view::{CardDetails, CardView, LoadStatus};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn edit(device: &mut Device, card: Id, edits: Value) {
    device.dispatch_json(json!({ "type": "edit_card", "card_id": card, "edits": edits }));
}

/// Returns a device with two boards, of which Garden is open and its card "a" has everything that a card can have.
pub(crate) fn with_a_full_card() -> (Device, Board) {
    let mut device = signed_in(ada());
    let target = open_new(&mut device, "House");
    let list = add_list(&mut device, "Rooms");
    for title in ["x", "y"] {
        add_card(&mut device, list, title);
    }
    device.dispatch_json(json!({ "type": "set_label_color", "label": "work", "color": "#111111" }));
    open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    add_card(&mut device, list, "b");
    let a = open_card(&mut device, "a");
    for (label, color) in [("home", "#222222"), ("work", "#333333"), ("other", "#444444")] {
        device.dispatch_json(json!({ "type": "set_label_color", "label": label, "color": color }));
    }
    edit(
        &mut device,
        a,
        json!([
            { "field": "description", "value": "With **care**" },
            { "field": "priority", "value": "high" },
            { "field": "due_date", "value": "2026-03-05T10:00" },
            { "field": "labels", "value": ["home", "work"] },
        ]),
    );
    edit(&mut device, a, json!([{ "field": "completed", "value": true }]));
    for title in ["one", "two", "three"] {
        device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": title }));
    }
    let third = device.snapshot().open_card.as_ref().expect("a card").subtasks[2].id;
    device.dispatch_json(json!({ "type": "move_subtask", "item_id": third, "index": 0 }));
    device.dispatch_json(json!({ "type": "edit_item", "item_id": third, "edit": { "field": "done", "value": true } }));
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Mine" }));
    device.dispatch_json(json!({ "type": "add_reminder", "card_id": a, "minutes_before": 15 }));
    (device, target)
}

pub(crate) fn prepare(device: &mut Device, board: Id) {
    device.dispatch_json(json!({ "type": "prepare_board", "board_id": board }));
}

pub(crate) fn prepared_lists(device: &Device) -> Vec<(Id, u32)> {
    let prepared = device.snapshot().prepared_board.clone().expect("a prepared board");
    prepared.lists.iter().map(|list| (list.id, list.card_count)).collect()
}

fn status(device: &Device) -> Option<LoadStatus> {
    device.snapshot().prepared_board.as_ref().map(|board| board.status)
}

pub(crate) fn open(device: &mut Device, board: &Board) {
    device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
}

pub(crate) fn undo(device: &mut Device) {
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
}

/// Opens the last card with this title and returns what the board and the dialog show of it.
pub(crate) fn shown(device: &mut Device, title: &str) -> (CardView, CardDetails) {
    let card = device.board().cards.iter().rfind(|card| card.title.as_str() == title).expect("the card").clone();
    device.dispatch_json(json!({ "type": "open_card", "card_id": card.id }));
    (card, device.snapshot().open_card.clone().expect("an open card"))
}

pub(crate) fn color(board: &Board, label: &str) -> Option<String> {
    let colors = board.label_colors.iter();
    colors.filter(|color| color.label.as_str() == label).map(|color| color.color.as_str().to_owned()).next()
}

#[test]
fn b46_a_card_is_copied_to_another_board() {
    let (mut device, target) = with_a_full_card();
    let a = device.card("a");
    prepare(&mut device, target.id);
    let (list, count) = prepared_lists(&device)[0];
    assert_eq!((count, status(&device)), (2, Some(LoadStatus::Ready)));
    device.take_effects();
    device.dispatch_json(
        json!({ "type": "copy_card", "card_id": a, "board_id": target.id, "list_id": list, "index": 1 }),
    );
    assert_eq!(device.take_toasts(), ["Card copied"]);
    assert_eq!(prepared_lists(&device), [(list, 3)]);
    assert_eq!(titles(&device), "ab", "the source stays");
    let (source, details) = shown(&mut device, "a");
    open(&mut device, &target);
    assert_eq!(titles(&device), "xay");
    let (copy, copied) = shown(&mut device, "a");
    assert_ne!(copy.id, source.id);
    assert_eq!(source.priority, Priority::Completed);
    assert_eq!((copy.priority, &copy.due_date, &copy.labels), (Priority::High, &source.due_date, &source.labels));
    assert_eq!(copied.description, details.description);
    let subtasks = |details: &CardDetails| -> Vec<(String, bool)> {
        details.subtasks.iter().map(|subtask| (subtask.title.as_str().to_owned(), subtask.is_done)).collect()
    };
    assert_eq!(subtasks(&copied), [("three".to_owned(), true), ("one".to_owned(), false), ("two".to_owned(), false)]);
    assert_eq!(copied.reminders.iter().map(|reminder| reminder.minutes_before).collect::<Vec<_>>(), [15]);
    assert_eq!((copy.comments, copy.attachments), (0, 0));
    let board = &device.board().board;
    let colors = ["home", "work", "other"].map(|label| color(board, label));
    assert_eq!(colors, [Some("#222222".to_owned()), Some("#111111".to_owned()), None]);
}

#[test]
fn b46_one_undo_removes_the_copy_and_redo_restores_it() {
    let (mut device, target) = with_a_full_card();
    let a = device.card("a");
    prepare(&mut device, target.id);
    let (list, _) = prepared_lists(&device)[0];
    device.dispatch_json(
        json!({ "type": "copy_card", "card_id": a, "board_id": target.id, "list_id": list, "index": 99 }),
    );
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Copy card"));
    undo(&mut device);
    assert_eq!((prepared_lists(&device), titles(&device).as_str()), (vec![(list, 2)], "ab"));
    device.dispatch_json(json!({ "type": "redo" }));
    open(&mut device, &target);
    assert_eq!(titles(&device), "xya");
    assert_eq!(shown(&mut device, "a").1.subtasks.len(), 3);
}

#[test]
fn b46_a_card_is_copied_on_its_own_board() {
    let mut device = with_cards();
    let (board, list) = (device.board().board.id, device.list("Doing"));
    let copy = |card: Id, list: Id| {
        intent(json!({ "type": "copy_card", "card_id": card, "board_id": board, "list_id": list, "index": 0 }))
    };
    let b = device.card("b");
    assert_eq!(device.try_dispatch(copy(b, list)), Ok(()));
    assert_eq!(titles(&device), "abcd be ");
    assert_eq!(device.try_dispatch(copy(id(99), list)), Err(ErrorCode::UnknownCard));
    assert_eq!(device.try_dispatch(copy(b, id(99))), Err(ErrorCode::UnknownList));
    device.dispatch_json(json!({ "type": "delete_card", "card_id": b }));
    assert_eq!(device.try_dispatch(copy(b, list)), Err(ErrorCode::UnknownCard));
}

#[test]
fn b46_viewers_and_commenters_cannot_copy_to_a_board() {
    for role in [Role::Viewer, Role::Commenter] {
        let (mut device, mut server, board) = settled();
        server.boards.get_mut(&board).expect("the board").share(role, vec![]);
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
        let (a, list) = (device.card("a"), device.list("To do"));
        let card = json!({ "type": "copy_card", "card_id": a, "board_id": board, "list_id": list, "index": 0 });
        assert_eq!(device.try_dispatch(intent(card)), Err(ErrorCode::ForbiddenRole));
        let copy = json!({ "type": "copy_list", "list_id": list, "board_id": board, "index": 0 });
        assert_eq!(device.try_dispatch(intent(copy)), Err(ErrorCode::ForbiddenRole));
        // A duplicate belongs to the user.
        device.dispatch_json(
            json!({ "type": "duplicate_board", "board_id": board, "name": "Mine", "includes_cards": true, "is_template": false }),
        );
        let own = device.snapshot().boards.iter().find(|board| board.name.as_str() == "Mine").expect("a copy");
        assert_eq!((own.role, own.members.len()), (Role::Owner, 0));
    }
}

#[test]
fn b46_a_board_that_is_not_on_the_device_is_loaded_first() {
    let (mut device, mut server, _) = settled();
    let request = serde_json::from_value(json!({ "name": "House", "id": id(50) })).expect("a request");
    let house = server.create(&request).records.board.clone();
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    let a = device.card("a");
    let copy = json!({ "type": "copy_list", "list_id": device.list("To do"), "board_id": house.id, "index": 0 });
    assert_eq!(device.try_dispatch(intent(copy.clone())), Err(ErrorCode::UnknownBoard));
    prepare(&mut device, house.id);
    assert_eq!(status(&device), Some(LoadStatus::Loading));
    device.fail_request("/boards/house");
    assert_eq!(status(&device), Some(LoadStatus::Failed));
    prepare(&mut device, house.id);
    assert_eq!(status(&device), Some(LoadStatus::Loading));
    exchange(&mut device, &mut server);
    assert_eq!(status(&device), Some(LoadStatus::Ready));
    device.dispatch_json(copy);
    exchange(&mut device, &mut server);
    assert_eq!(server.boards[&house.id].records.cards.len(), device.board().lists[0].card_ids.len());
    assert!(!server.boards[&house.id].records.cards.contains_key(&a));
    device.dispatch_json(json!({ "type": "prepare_board", "board_id": null }));
    assert_eq!(status(&device), None);
}

#[test]
fn b46_a_stored_board_is_read_without_the_server() {
    let (mut device, mut server, board) = settled();
    let (slug, a) = (device.board().board.slug.clone(), device.card("a"));
    device.reload("/app");
    exchange(&mut device, &mut server);
    let other = open_new(&mut device, "Other");
    assert_ne!(slug, other.slug);
    prepare(&mut device, board);
    assert_eq!(status(&device), Some(LoadStatus::Ready));
    assert!(prepared_lists(&device)[0].1 > 0, "{a}");
}

#[test]
fn b47_a_list_is_copied_with_its_cards_in_order() {
    let (mut device, target) = with_a_full_card();
    let list = device.list("To do");
    prepare(&mut device, target.id);
    device.take_effects();
    device.dispatch_json(json!({ "type": "copy_list", "list_id": list, "board_id": target.id, "index": 0 }));
    assert_eq!(device.take_toasts(), ["List copied"]);
    open(&mut device, &target);
    assert_eq!(titles(&device), "ab xy");
    assert_eq!(shown(&mut device, "a").1.subtasks.len(), 3);
    undo(&mut device);
    assert_eq!(titles(&device), "xy");
    device.dispatch_json(json!({ "type": "redo" }));
    assert_eq!(titles(&device), "ab xy");
}

#[test]
fn b61_copies_of_a_list_keep_its_color() {
    let (mut device, target) = with_a_full_card();
    let list = device.list("To do");
    device.dispatch_json(
        json!({ "type": "edit_list", "list_id": list, "edit": { "field": "color", "value": "#4CAF50" } }),
    );
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Change list color"));
    let colors =
        |device: &Device| -> Vec<Value> { device.board().lists.iter().map(|list| json!(list.color)).collect() };
    let expected = colors(&device);
    assert!(expected.contains(&json!("#4caf50")));
    let board_id = device.board().board.id;
    prepare(&mut device, target.id);
    device.dispatch_json(json!({ "type": "copy_list", "list_id": list, "board_id": target.id, "index": 0 }));
    device.dispatch_json(json!({ "type": "duplicate_board", "board_id": board_id, "name": "Copy", "includes_cards": false, "is_template": false }));
    let copy = device.snapshot().boards.iter().find(|board| board.name.as_str() == "Copy").expect("a copy").clone();
    open(&mut device, &copy);
    assert_eq!(colors(&device), expected);
    open(&mut device, &target);
    assert_eq!(colors(&device)[0], "#4caf50");
}

#[test]
fn b48_a_board_is_duplicated_with_its_cards_or_without() {
    for (includes_cards, expected) in [(true, "ab"), (false, "")] {
        let (mut device, _) = with_a_full_card();
        let board = device.board().board.clone();
        device.dispatch_json(json!({ "type": "edit_board", "board_id": board.id, "edits": [
            { "field": "description", "value": "About" }, { "field": "color", "value": "#4caf50" },
            { "field": "image", "value": "/wallpapers/3.webp" }, { "field": "favorite", "value": true }] }));
        let board = device.board().board.clone();
        let duplicate = json!({ "type": "duplicate_board", "board_id": board.id, "name": " Copy ", "includes_cards": includes_cards, "is_template": false });
        device.take_paths();
        device.dispatch_json(duplicate);
        let copy = device.snapshot().boards.iter().find(|board| board.name.as_str() == "Copy").expect("a copy").clone();
        assert_eq!(device.take_paths(), [format!("/app/b/{}", copy.slug.as_str())]);
        assert_eq!((&copy.description, &copy.color, &copy.image), (&board.description, &board.color, &board.image));
        assert_eq!((copy.favorite, &copy.label_colors), (false, &board.label_colors));
        open(&mut device, &copy);
        assert_eq!(titles(&device), expected);
        assert_eq!(device.snapshot().history.undo.as_deref(), Some("Duplicate board"));
        undo(&mut device);
        assert!(device.snapshot().boards.iter().all(|board| board.id != copy.id));
        device.dispatch_json(json!({ "type": "redo" }));
        assert!(device.snapshot().boards.iter().any(|board| board.id == copy.id));
    }
}

#[test]
fn b48_at_most_a_thousand_cards_are_duplicated_offline() {
    let mut device = signed_in(ada());
    let board = open_new(&mut device, "Large");
    let list = add_list(&mut device, "All");
    for number in 0..1_000 {
        device.dispatch_json(
            json!({ "type": "add_card", "list_id": list, "title": format!("Card {number}"), "priority": "high" }),
        );
    }
    let started = Instant::now();
    device.dispatch_json(
        json!({ "type": "duplicate_board", "board_id": board.id, "name": "Copy", "includes_cards": true, "is_template": false }),
    );
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let copy = device.snapshot().boards.iter().find(|board| board.name.as_str() == "Copy").expect("a copy").clone();
    open(&mut device, &copy);
    let expected: Vec<String> = (0..1_000).map(|number| format!("Card {number}")).collect();
    assert_eq!(device.layout(), [("All".to_owned(), expected)]);

    // With one more card, neither the list nor the board is copied.
    let list = device.list("All");
    add_card(&mut device, list, "One more");
    let before = device.snapshot().clone();
    let duplicate = |includes_cards: bool| {
        intent(
            json!({ "type": "duplicate_board", "board_id": copy.id, "name": "Third", "includes_cards": includes_cards, "is_template": false }),
        )
    };
    assert_eq!(device.try_dispatch(duplicate(true)), Err(ErrorCode::TooManyCards));
    let copy_list = intent(json!({ "type": "copy_list", "list_id": list, "board_id": copy.id, "index": 0 }));
    assert_eq!(device.try_dispatch(copy_list), Err(ErrorCode::TooManyCards));
    assert_eq!(*device.snapshot(), before);
    assert_eq!(device.try_dispatch(duplicate(false)), Ok(()));
}

#[test]
fn b49_a_template_is_saved_and_used() {
    let (mut device, _) = with_a_full_card();
    let board = device.board().board.clone();
    let duplicate = |board_id: Id, name: &str, is_template: bool| json!({ "type": "duplicate_board", "board_id": board_id, "name": name, "includes_cards": true, "is_template": is_template });
    let find = |device: &Device, name: &str| {
        device.snapshot().boards.iter().find(|board| board.name.as_str() == name).expect("the board").clone()
    };
    device.dispatch_json(duplicate(board.id, "Weekly", true));
    assert_eq!(device.take_toasts(), ["Template saved"]);
    let template = find(&device, "Weekly");
    assert!(template.is_template);
    assert_eq!(device.board().board.id, board.id, "it is not opened");
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Save as template"));
    let is_task_of = |device: &mut Device, id: Id| {
        device.dispatch_json(json!({ "type": "load_tasks" }));
        device.snapshot().tasks.tasks.iter().any(|task| task.board_id == id)
    };
    assert!(is_task_of(&mut device, board.id));
    assert!(!is_task_of(&mut device, template.id), "cards of templates are no tasks");
    device.dispatch_json(duplicate(template.id, "This week", false));
    let used = find(&device, "This week");
    assert!(!used.is_template);
    assert!(is_task_of(&mut device, used.id));
    open(&mut device, &used);
    assert_eq!(titles(&device), "ab");
    undo(&mut device);
    undo(&mut device);
    assert!(device.snapshot().boards.iter().all(|board| !board.is_template));
}
