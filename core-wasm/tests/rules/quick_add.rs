//! Cards that are added with all their fields to any board (SPEC B55).

use crate::board_deltas::{exchange, settled};
use crate::boards::{add_list, open_new};
use crate::support::device::Device;
use crate::support::{ada, id, intent, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Priority};
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::view::PreparedBoardView;
use serde_json::{Value, json};

fn prepare(device: &mut Device, board: Id) -> PreparedBoardView {
    device.dispatch_json(json!({ "type": "prepare_board", "board_id": board }));
    prepared(device)
}

fn prepared(device: &Device) -> PreparedBoardView {
    device.snapshot().prepared_board.clone().expect("a prepared board")
}

fn quick_add(board: Id, list: Id, title: &str, edits: Value) -> Value {
    json!({ "type": "quick_add", "board_id": board, "list_id": list, "title": title, "edits": edits })
}

/// Returns a device with the boards House, which has two lists, and Garden, which is open and empty.
fn with_two_boards() -> (Device, Board) {
    let mut device = signed_in(ada());
    let house = open_new(&mut device, "House");
    add_list(&mut device, "Rooms");
    add_list(&mut device, "Later");
    open_new(&mut device, "Garden");
    (device, house)
}

#[test]
fn b55_a_card_is_added_with_all_fields_to_a_board_that_is_not_open() {
    let (mut device, house) = with_two_boards();
    let later = prepare(&mut device, house.id).lists[1].id;
    let edits = json!([
        { "field": "priority", "value": "high" },
        { "field": "due_date", "value": "2026-03-06T17:00" },
        { "field": "recurrence", "value": { "every": 1, "unit": "weeks", "weekdays": [5], "from_completion": false,
            "until": null, "remaining": null, "day_of_month": null } },
        { "field": "labels", "value": ["urgent"] },
        { "field": "estimate", "value": 30 },
    ]);
    device.dispatch_json(quick_add(house.id, later, " Send report ", edits));
    device.dispatch_json(quick_add(house.id, later, "Second", json!([])));
    let view = prepared(&device);
    assert_eq!((view.lists[0].card_count, view.lists[1].card_count), (0, 2));
    device.dispatch_json(json!({ "type": "open_board", "slug": house.slug }));
    let cards = &device.board().cards;
    let card = cards.iter().find(|card| card.title.as_str() == "Send report").expect("the card");
    assert_eq!((card.priority, card.estimate_minutes), (Priority::High, Some(30)));
    assert_eq!(card.due_date.as_ref().map(|due| due.as_str()), Some("2026-03-06T17:00"));
    assert_eq!(card.recurrence.as_ref().map(|recurrence| recurrence.weekdays.clone()), Some(vec![5]));
    assert_eq!(card.labels.iter().map(|label| label.as_str()).collect::<Vec<_>>(), ["urgent"]);
    let second = cards.iter().find(|card| card.title.as_str() == "Second").expect("the card");
    assert_eq!((second.priority, view.added_card_id), (Priority::Low, Some(second.id)));
    let expected = ["Send report", "Second"].map(str::to_owned).to_vec();
    assert_eq!(device.layout()[1], ("Later".to_owned(), expected));
}

#[test]
fn b55_one_undo_removes_the_card_and_redo_restores_it() {
    let (mut device, house) = with_two_boards();
    let rooms = prepare(&mut device, house.id).lists[0].id;
    device.dispatch_json(quick_add(house.id, rooms, "Paint", json!([{ "field": "estimate", "value": 60 }])));
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Add card"));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(prepared(&device).lists[0].card_count, 0);
    device.dispatch_json(json!({ "type": "redo" }));
    assert_eq!(prepared(&device).lists[0].card_count, 1);
    assert_eq!(prepare(&mut device, house.id).added_card_id, None, "the board was prepared again");
}

#[test]
fn b55_nothing_is_added_if_something_is_refused() {
    let (mut device, house) = with_two_boards();
    let rooms = prepare(&mut device, house.id).lists[0].id;
    let too_long = "x".repeat(501);
    for (title, edits, code) in [
        (" ", json!([]), ErrorCode::TitleRequired),
        (too_long.as_str(), json!([]), ErrorCode::TitleTooLong),
        ("a", json!([{ "field": "due_date", "value": "2026-02-30" }]), ErrorCode::DueDateInvalid),
        (
            "a",
            json!([{ "field": "estimate", "value": 30 }, { "field": "estimate", "value": 0 }]),
            ErrorCode::EstimateInvalid,
        ),
    ] {
        assert_eq!(device.try_dispatch(intent(quick_add(house.id, rooms, title, edits))), Err(code));
    }
    assert_eq!(device.try_dispatch(intent(quick_add(house.id, id(99), "a", json!([])))), Err(ErrorCode::UnknownList));
    assert_eq!(device.try_dispatch(intent(quick_add(id(99), rooms, "a", json!([])))), Err(ErrorCode::UnknownBoard));
    let view = prepared(&device);
    assert_eq!((view.lists[0].card_count, view.added_card_id), (0, None));
}

#[test]
fn b55_viewers_and_commenters_cannot_add_cards() {
    for role in [Role::Viewer, Role::Commenter] {
        let (mut device, mut server, board) = settled();
        server.boards.get_mut(&board).expect("the board").share(role, vec![]);
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
        let list = device.list("To do");
        let added = device.try_dispatch(intent(quick_add(board, list, "a", json!([]))));
        assert_eq!(added, Err(ErrorCode::ForbiddenRole));
    }
}
