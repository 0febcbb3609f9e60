//! Moves of cards and lists between boards (SPEC B56, B57).

use crate::board_deltas::{apply_remote_change, assert_agrees, edit_title, exchange};
use crate::boards::{add_card, add_list, open_new, titles};
use crate::cards::open_card;
use crate::copying::{color, open, prepare, prepared_lists, shown, undo, with_a_full_card};
use crate::focus_times::{focus, time};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, intent, log_in, opened, signed_in, user};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{CardEdit, Change};
use core_wasm::protocol::record::{Board, Priority};
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};

fn move_cards(cards: &[Id], board: Id, list: Id, index: u32) -> Value {
    json!({ "type": "move_cards_to_board", "card_ids": cards, "board_id": board, "list_id": list, "index": index })
}

fn move_list(list: Id, board: Id, index: u32) -> Value {
    json!({ "type": "move_list_to_board", "list_id": list, "board_id": board, "index": index })
}

fn redo(device: &mut Device) {
    device.dispatch_json(json!({ "type": "redo" }));
}

/// Returns a device and its server with two boards. Garden is open and has the cards a and b; House has x and y.
fn with_two_boards() -> (Device, Server, [Board; 2]) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let house = open_new(&mut device, "House");
    let list = add_list(&mut device, "Rooms");
    for title in ["x", "y"] {
        add_card(&mut device, list, title);
    }
    let garden = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    for title in ["a", "b"] {
        add_card(&mut device, list, title);
    }
    exchange(&mut device, &mut server);
    prepare(&mut device, house.id);
    exchange(&mut device, &mut server);
    (device, server, [garden, house])
}

/// Asserts that the device shows what the server has of both boards.
fn assert_boards_agree(device: &mut Device, server: &mut Server, boards: &[Board; 2]) {
    for board in boards {
        open(device, board);
        exchange(device, server);
        assert_agrees(device, server, board.id);
    }
}

#[test]
fn b56_a_card_moves_with_everything_on_it() {
    let (mut device, target) = with_a_full_card();
    let (a, garden) = (device.card("a"), device.board().board.clone());
    let (before, details) = shown(&mut device, "a");
    prepare(&mut device, target.id);
    let (list, _) = prepared_lists(&device)[0];
    device.take_effects();
    device.dispatch_json(move_cards(&[a], target.id, list, 1));
    assert_eq!(device.take_toasts(), ["1 card moved to House"]);
    assert_eq!((titles(&device).as_str(), prepared_lists(&device)), ("b", vec![(list, 3)]));
    open(&mut device, &target);
    assert_eq!(titles(&device), "xay");
    let (moved, found) = shown(&mut device, "a");
    assert_eq!(moved, before);
    assert_eq!((moved.priority, moved.comments), (Priority::Completed, 1));
    assert_eq!(
        (&found.description, &found.subtasks, &found.comments, &found.reminders),
        (&details.description, &details.subtasks, &details.comments, &details.reminders)
    );
    let board = &device.board().board;
    let colors = ["home", "work", "other"].map(|label| color(board, label));
    assert_eq!(colors, [Some("#222222".to_owned()), Some("#111111".to_owned()), None]);

    undo(&mut device);
    assert_eq!(titles(&device), "xy");
    open(&mut device, &garden);
    assert_eq!(titles(&device), "ab");
    let (back, found) = shown(&mut device, "a");
    assert_eq!((back, found.subtasks, found.comments), (before, details.subtasks, details.comments));
    assert_eq!(found.activity[0].what, "moved it here from another board");
    redo(&mut device);
    assert_eq!(titles(&device), "b");
    undo(&mut device);
    assert_eq!(titles(&device), "ab");
}

#[test]
fn b56_cards_keep_the_given_order_and_are_one_step_to_undo() {
    let (mut device, mut server, boards) = with_two_boards();
    let [garden, house] = &boards;
    let (list, source) = (prepared_lists(&device)[0].0, device.list("To do"));
    for title in ["c", "d", "e"] {
        add_card(&mut device, source, title);
    }
    let cards = ["e", "a", "d", "b"].map(|title| device.card(title));
    device.take_effects();
    device.dispatch_json(move_cards(&cards, house.id, list, 1));
    assert_eq!(device.take_toasts(), ["4 cards moved to House"]);
    assert_eq!((titles(&device).as_str(), device.snapshot().history.undo.as_deref()), ("c", Some("Move 4 cards")));
    open(&mut device, house);
    assert_eq!(titles(&device), "xeadby");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "xeadby");
    undo(&mut device);
    assert_eq!(titles(&device), "xy");
    open(&mut device, garden);
    assert_eq!(titles(&device), "abcde");
    redo(&mut device);
    assert_eq!(titles(&device), "c");
    undo(&mut device);
    exchange(&mut device, &mut server);
    assert_boards_agree(&mut device, &mut server, &boards);
    open(&mut device, garden);
    assert_eq!(titles(&device), "abcde");
}

#[test]
fn b56_a_refused_move_moves_nothing() {
    let (mut device, _, [garden, house]) = with_two_boards();
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    let many: Vec<Id> = (0..1_001).map(|number| id(5_000 + number)).collect();
    let before = device.snapshot().clone();
    for (refused, code) in [
        (move_cards(&[a, id(99)], house.id, list, 0), ErrorCode::UnknownCard),
        (move_cards(&[a], house.id, id(99), 0), ErrorCode::UnknownList),
        (move_cards(&[a], id(99), list, 0), ErrorCode::UnknownBoard),
        (move_cards(&[a], garden.id, device.list("To do"), 0), ErrorCode::BadIntent),
        (move_cards(&[a, a], house.id, list, 0), ErrorCode::BadIntent),
        (move_cards(&many, house.id, list, 0), ErrorCode::TooManyCards),
        (move_list(id(99), house.id, 0), ErrorCode::UnknownList),
        (move_list(device.list("To do"), id(99), 0), ErrorCode::UnknownBoard),
    ] {
        assert_eq!(device.try_dispatch(intent(refused)), Err(code));
    }
    assert_eq!(*device.snapshot(), before);
}

#[test]
fn b56_viewers_and_commenters_of_either_board_move_nothing() {
    for role in [Role::Viewer, Role::Commenter] {
        for viewed in 0..2 {
            let (mut device, mut server, boards) = with_two_boards();
            server.boards.get_mut(&boards[viewed].id).expect("the board").share(role, vec![]);
            device.feed(Input::Online);
            exchange(&mut device, &mut server);
            let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
            let (house, source) = (boards[1].id, device.list("To do"));
            assert_eq!(device.try_dispatch(intent(move_cards(&[a], house, list, 0))), Err(ErrorCode::ForbiddenRole));
            assert_eq!(device.try_dispatch(intent(move_list(source, house, 0))), Err(ErrorCode::ForbiddenRole));
            assert_eq!(titles(&device), "ab");
        }
    }
}

#[test]
fn b56_a_move_made_offline_survives_a_reload_and_is_sent_later() {
    let (mut device, mut server, boards) = with_two_boards();
    let [garden, house] = &boards;
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Mine" }));
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    open(&mut device, house);
    edit_title(&mut device, a, "A");
    device.reload(&format!("/app/b/{}", house.slug.as_str()));
    assert_eq!(titles(&device), "Axy");
    open_card(&mut device, "A");
    assert_eq!(shown(&mut device, "A").0.comments, 1);
    open(&mut device, garden);
    assert_eq!(titles(&device), "b");
    let bodies: Vec<String> = device.requests.iter().filter_map(|request| request.body.clone()).collect();
    assert!(bodies.iter().all(|body| !body.contains("records")), "the server has them: {bodies:?}");
    exchange(&mut device, &mut server);
    assert!(server.boards[&house.id].records.cards[&a].title.as_str() == "A");
    assert!(!server.boards[&garden.id].records.cards.contains_key(&a));
    assert_boards_agree(&mut device, &mut server, &boards);
    assert!(device.snapshot().sync.refused.is_empty());
    device.reload(&format!("/app/b/{}", garden.slug.as_str()));
    assert_eq!(titles(&device), "b", "the stored board does not have it any more");
}

#[test]
fn b56_a_refusal_of_the_server_puts_the_card_back() {
    let (mut device, mut server, boards) = with_two_boards();
    let [garden, house] = &boards;
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    apply_remote_change(
        &mut server,
        garden.id,
        1,
        Change::AddList { list_id: id(50), name: "L".into(), rank: "f0".into() },
    );
    server.boards.get_mut(&house.id).expect("the board").share(Role::Viewer, vec![]);
    exchange(&mut device, &mut server);
    let refused = &device.snapshot().sync.refused;
    assert_eq!(refused.iter().map(|refused| refused.code).collect::<Vec<_>>(), [ErrorCode::ForbiddenRole]);
    assert_eq!(titles(&device), "ab ");
    open(&mut device, house);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "xy");
}

#[test]
fn b56_other_devices_see_the_card_leave_and_keep_what_they_write() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let mut other = signed_in(ada());
    // So that its ids differ.
    other.now += 1;
    open(&mut other, &garden);
    exchange(&mut other, &mut server);
    prepare(&mut other, house.id);
    exchange(&mut other, &mut server);
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    exchange(&mut device, &mut server);
    // The other device has not noticed it yet.
    other.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Do not lose me" }));
    exchange(&mut other, &mut server);
    let refused = &other.snapshot().sync.refused;
    let texts: Vec<_> = refused.iter().map(|refused| (refused.text.as_deref(), refused.code)).collect();
    assert_eq!(texts, [(Some("Do not lose me"), ErrorCode::UnknownCard)]);
    other.feed(Input::Online);
    exchange(&mut other, &mut server);
    assert_eq!(titles(&other), "b");
    open(&mut other, &house);
    exchange(&mut other, &mut server);
    assert_eq!(titles(&other), "axy");
}

#[test]
fn b56_people_who_are_not_members_of_the_other_board_are_no_longer_assigned() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let member = |account: Id, role: Role| Member {
        user_id: account,
        first_name: user(account).first_name,
        last_name: "Example".to_owned(),
        picture: None,
        role,
        shares_focus: false,
    };
    let share = |server: &mut Server, board: Id, members: Vec<Member>| {
        server.boards.get_mut(&board).expect("the board").share(Role::Owner, members);
    };
    share(&mut server, garden.id, vec![member(ada(), Role::Owner), member(ben(), Role::Editor)]);
    share(&mut server, house.id, vec![member(ada(), Role::Owner), member(id(3), Role::Editor)]);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    let assign = |user_id: Id| json!({ "field": "assign", "value": user_id });
    device.dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": [assign(ada()), assign(ben())] }));
    exchange(&mut device, &mut server);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    open(&mut device, &house);
    assert_eq!(shown(&mut device, "a").0.assignee_ids, [ada()]);
    exchange(&mut device, &mut server);
    assert_eq!(shown(&mut device, "a").0.assignee_ids, [ada()]);
    undo(&mut device);
    open(&mut device, &garden);
    assert_eq!(shown(&mut device, "a").0.assignee_ids, [ada(), ben()]);
    exchange(&mut device, &mut server);
    assert_eq!(server.boards[&garden.id].records.cards[&a].assignee_ids, [ada(), ben()]);
    redo(&mut device);
    open(&mut device, &house);
    assert_eq!(shown(&mut device, "a").0.assignee_ids, [ada()]);
}

#[test]
fn b56_a_guest_moves_cards_which_move_on_the_server_after_the_login() {
    let mut device = opened("/app", &[("name", "Ada")]);
    let house = open_new(&mut device, "House");
    let rooms = add_list(&mut device, "Rooms");
    let garden = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    let a = add_card(&mut device, list, "a");
    device.dispatch_json(json!({ "type": "add_subtask", "card_id": a, "title": "s" }));
    prepare(&mut device, house.id);
    device.dispatch_json(move_cards(&[a], house.id, rooms, 0));
    device.reload(&format!("/app/b/{}", house.slug.as_str()));
    assert_eq!((titles(&device).as_str(), shown(&mut device, "a").0.subtasks), ("a", 1));
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login" }));
    log_in(&mut device, ada());
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert!(server.boards[&house.id].records.cards.contains_key(&a));
    assert!(server.boards[&garden.id].records.cards.is_empty());
    assert!(device.snapshot().sync.refused.is_empty());
}

#[test]
fn b56_a_card_that_others_have_moved_back_before_the_response_is_not_on_both_boards() {
    let (mut device, mut server, boards) = with_two_boards();
    let [garden, house] = &boards;
    let (a, list, source) = (device.card("a"), prepared_lists(&device)[0].0, device.list("To do"));
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    let request = device.requests.remove(0);
    let response = server.response_to(&request, device.now);
    let back = Change::MoveToBoard {
        card_id: Some(a),
        list_id: source,
        board_id: garden.id,
        rank: "f0".into(),
        records: None,
    };
    apply_remote_change(&mut server, house.id, 1, back);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    device.respond_to(request.id, response);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ba");
    assert_boards_agree(&mut device, &mut server, &boards);
    open(&mut device, house);
    assert_eq!(titles(&device), "xy");
}

#[test]
fn y37_a_card_on_a_list_that_others_have_deleted_loads_the_list() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let (b, list, source) = (device.card("b"), prepared_lists(&device)[0].0, device.list("To do"));
    add_card(&mut device, source, "c");
    let request = device.requests.remove(0);
    // The board is then loaded again, without what is in the trash.
    let (board_id, rank) = (house.id, "f0".to_owned());
    let away = Change::MoveToBoard { card_id: Some(b), list_id: list, board_id, rank, records: None };
    apply_remote_change(&mut server, garden.id, 1, away);
    apply_remote_change(&mut server, garden.id, 2, Change::TrashList { list_id: source });
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(device.board().lists.len(), 0);
    server.respond(&mut device, &request);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ac");
    assert_agrees(&device, &server, garden.id);
}

#[test]
fn b56_undo_keeps_a_card_that_was_moved_since() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    exchange(&mut device, &mut server);
    apply_remote_change(&mut server, house.id, 1, Change::MoveCard { card_id: a, list_id: list, rank: "f0".into() });
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    undo(&mut device);
    assert_eq!(titles(&device), "b");
    open(&mut device, &house);
    assert_eq!(titles(&device), "xya");
    open(&mut device, &garden);
    // Another edit does not keep the card.
    let b = device.card("b");
    prepare(&mut device, house.id);
    device.dispatch_json(move_cards(&[b], house.id, list, 0));
    exchange(&mut device, &mut server);
    let edit = CardEdit::Title("B".to_owned());
    apply_remote_change(&mut server, house.id, 2, Change::EditCard { card_id: b, edit });
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    undo(&mut device);
    assert_eq!(titles(&device), "B");
}

#[test]
fn b57_a_list_moves_with_its_cards() {
    let (mut device, mut server, boards) = with_two_boards();
    let [garden, house] = &boards;
    let (list, b) = (device.list("To do"), device.card("b"));
    device
        .dispatch_json(json!({ "type": "edit_card", "card_id": b, "edits": [{ "field": "archived", "value": true }] }));
    device.take_effects();
    device.dispatch_json(move_list(list, house.id, 0));
    assert_eq!(device.take_toasts(), ["List moved to House"]);
    assert_eq!((device.board().lists.len(), device.snapshot().history.undo.as_deref()), (0, Some("Move list")));
    open(&mut device, house);
    assert_eq!(titles(&device), "a xy");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "a xy");
    assert!(server.boards[&house.id].records.cards[&b].archived_at.is_some());
    assert!(server.boards[&garden.id].records.lists.is_empty());
    undo(&mut device);
    assert_eq!(titles(&device), "xy");
    open(&mut device, garden);
    assert_eq!(titles(&device), "a");
    exchange(&mut device, &mut server);
    assert_eq!((server.boards[&garden.id].records.cards.len(), titles(&device).as_str()), (2, "a"));
    redo(&mut device);
    exchange(&mut device, &mut server);
    open(&mut device, house);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "a xy");
}

#[test]
fn b56_undo_keeps_a_card_that_was_hidden_since() {
    for hide in [
        |card_id, _| Change::TrashCard { card_id },
        |card_id, _| Change::EditCard { card_id, edit: CardEdit::Archived(true) },
        |_, list_id| Change::TrashList { list_id },
    ] {
        let (mut device, mut server, [garden, house]) = with_two_boards();
        let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
        device.dispatch_json(move_cards(&[a], house.id, list, 0));
        exchange(&mut device, &mut server);
        apply_remote_change(&mut server, house.id, 1, hide(a, list));
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
        undo(&mut device);
        open(&mut device, &garden);
        exchange(&mut device, &mut server);
        assert_eq!(titles(&device), "b");
        let card = &server.boards[&house.id].records.cards[&a];
        assert_eq!((card.trashed_at.is_some(), card.archived_at.is_some()), {
            let change = hide(a, list);
            (matches!(change, Change::TrashCard { .. }), matches!(change, Change::EditCard { .. }))
        });
    }
}

#[test]
fn b57_undo_keeps_a_list_with_cards_that_others_have_added_since() {
    let (mut device, mut server, [_, house]) = with_two_boards();
    let list = device.list("To do");
    device.dispatch_json(move_list(list, house.id, 0));
    exchange(&mut device, &mut server);
    let (title, rank, priority) = ("theirs".to_owned(), "f0".to_owned(), Priority::Low);
    let theirs = Change::AddCard { card_id: id(77), list_id: list, rank, title, priority };
    apply_remote_change(&mut server, house.id, 1, theirs);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    undo(&mut device);
    exchange(&mut device, &mut server);
    assert!(server.boards[&house.id].records.cards.contains_key(&id(77)));
    assert!(server.boards[&house.id].records.lists.contains_key(&list));
}

#[test]
fn b56_a_refused_move_is_removed_from_the_other_board_if_the_source_is_lost() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    open(&mut device, &house);
    open(&mut device, &garden);
    prepare(&mut device, house.id);
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    open(&mut device, &house);
    assert_eq!(titles(&device), "axy");
    server.boards.remove(&garden.id);
    for _ in 0..2 {
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
    }
    let refused: Vec<_> = device.snapshot().sync.refused.iter().map(|refused| refused.code).collect();
    assert_eq!((titles(&device).as_str(), refused), ("xy", vec![ErrorCode::BoardAccessLost]));
}

/// Returns a guest's device with the boards House, which is open, and Garden. House has a completed card and its next occurrence,
/// whose id is in the trash of Garden, too.
fn with_an_occurrence_on_both_boards() -> (Device, Board, Board, Id) {
    let mut device = opened("/app", &[("name", "Ada")]);
    let house = open_new(&mut device, "House");
    let rooms = add_list(&mut device, "Rooms");
    let garden = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    let a = add_card(&mut device, list, "a");
    let edit = |device: &mut Device, field: &str, value: Value| {
        device
            .dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": field, "value": value }] }));
    };
    edit(&mut device, "due_date", json!("2026-03-03T09:00"));
    edit(
        &mut device,
        "recurrence",
        json!({ "every": 1, "unit": "weeks", "weekdays": [], "from_completion": false, "until": null, "remaining": null, "day_of_month": null }),
    );
    edit(&mut device, "completed", json!(true));
    undo(&mut device);
    prepare(&mut device, house.id);
    device.dispatch_json(move_cards(&[a], house.id, rooms, 0));
    open(&mut device, &house);
    edit(&mut device, "completed", json!(true));
    (device, house, garden, a)
}

#[test]
fn b56_a_card_whose_id_the_other_board_has_is_refused() {
    let (mut device, house, garden, a) = with_an_occurrence_on_both_boards();
    let next = device.board().cards.iter().find(|card| card.id != a).expect("the next occurrence").id;
    let list = device.list("Rooms");
    let b = add_card(&mut device, list, "b");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": b, "edits": [{ "field": "labels", "value": ["work"] }] }),
    );
    device.dispatch_json(json!({ "type": "set_label_color", "label": "work", "color": "#111111" }));
    prepare(&mut device, garden.id);
    let target = prepared_lists(&device)[0].0;
    let before = device.snapshot().clone();
    assert_eq!(
        device.try_dispatch(intent(move_cards(&[next, b], garden.id, target, 0))),
        Err(ErrorCode::IdTaken),
        "before the first card is moved"
    );
    assert_eq!(device.try_dispatch(intent(move_list(list, garden.id, 0))), Err(ErrorCode::IdTaken));
    assert_eq!(*device.snapshot(), before);
    open(&mut device, &garden);
    assert_eq!((titles(&device).as_str(), color(&device.board().board, "work")), ("", None));
    open(&mut device, &house);
    assert_eq!(titles(&device), "aab");
}

#[test]
fn b56_a_board_in_the_trash_gets_no_cards() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    exchange(&mut device, &mut server);
    apply_remote_change(&mut server, garden.id, 1, Change::TrashBoard);
    apply_remote_change(&mut server, house.id, 2, Change::TrashBoard);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let b = device.card("b");
    assert_eq!(device.try_dispatch(intent(move_cards(&[b], house.id, list, 0))), Err(ErrorCode::UnknownBoard));
    device.take_effects();
    undo(&mut device);
    assert_eq!(device.take_toasts().len(), 1, "the card is kept");
    exchange(&mut device, &mut server);
    assert!(server.boards[&house.id].records.cards.contains_key(&a));
}

#[test]
fn b56_the_timers_card_is_found_on_the_other_board() {
    let (mut device, _, [garden, house]) = with_two_boards();
    let (a, list) = (device.card("a"), prepared_lists(&device)[0].0);
    device.dispatch_json(json!({ "type": "focus_card", "board_id": garden.id, "card_id": a }));
    let board = |device: &Device| {
        let card = device.snapshot().timer.card.clone().expect("a card");
        (card.board_id, card.board_slug)
    };
    device.dispatch_json(move_cards(&[a], house.id, list, 0));
    assert_eq!(board(&device), (house.id, house.slug.clone()));
    undo(&mut device);
    assert_eq!(board(&device), (garden.id, garden.slug.clone()));
    redo(&mut device);
    assert_eq!(board(&device), (house.id, house.slug.clone()));
    undo(&mut device);
    device.dispatch_json(move_list(device.list("To do"), house.id, 0));
    assert_eq!(board(&device), (house.id, house.slug));
}

#[test]
fn b56_a_guests_focus_time_follows_the_card() {
    let mut device = opened("/app", &[("name", "Ada")]);
    let house = open_new(&mut device, "House");
    let rooms = add_list(&mut device, "Rooms");
    let garden = open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    let (a, b) = (add_card(&mut device, list, "a"), add_card(&mut device, list, "b"));
    focus(&mut device, garden.id, a, 25);
    focus(&mut device, garden.id, b, 15);
    prepare(&mut device, house.id);
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "all" }));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    // The focused minutes of the card and of both boards, in the totals of the open board and in My Stats.
    let shown = |device: &mut Device| {
        let of_board = |device: &Device, id: Id| {
            let boards = &device.snapshot().breakdown.boards;
            boards.iter().find(|board| board.board_id == Some(id)).map_or(0, |board| board.focused / 60)
        };
        let stats = [of_board(device, garden.id), of_board(device, house.id)];
        let sessions = &device.snapshot().focus_sessions.sessions;
        let names: Vec<_> = sessions.iter().rev().filter_map(|session| session.board_name.clone()).collect();
        let times = [&garden, &house].map(|board| {
            open(device, board);
            (time(device, board.id).0, time(device, a).0)
        });
        (times, stats, names.join(" "))
    };
    let before = ([(40, 25), (0, 0)], [40, 0], "Garden Garden".to_owned());
    let after = ([(15, 0), (25, 25)], [15, 25], "House Garden".to_owned());
    assert_eq!(shown(&mut device), before);
    open(&mut device, &garden);
    device.dispatch_json(move_cards(&[a], house.id, rooms, 0));
    assert_eq!(shown(&mut device), after);
    undo(&mut device);
    assert_eq!(shown(&mut device), before);
    redo(&mut device);
    assert_eq!(shown(&mut device), after);
    device.reload("/app");
    device.dispatch_json(json!({ "type": "load_breakdown", "period": "all" }));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    assert_eq!(shown(&mut device), after);
    // A session that still names the former board counts for the other one, too.
    let start = Timestamp::from_millis(device.now - 20 * 60_000);
    let entry = json!({ "start": start, "utc_offset": 60, "minutes": 10, "board_id": garden.id, "card_id": a });
    device.dispatch_json(json!({ "type": "add_session", "session": entry }));
    assert_eq!(shown(&mut device).0, [(15, 0), (35, 35)]);
    // The server finds the card, so the sessions are sent as they were stored.
    device.dispatch_json(json!({ "type": "visit", "path": "/auth?type=login" }));
    log_in(&mut device, ada());
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_eq!((device.unsent_keys(), device.snapshot().sync.refused.len()), (vec![], 0));
}

#[test]
fn b56_unsent_focus_time_follows_the_card_until_the_move_is_refused() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let (a, list) = (device.card("a"), device.list("To do"));
    server.boards.get_mut(&house.id).expect("the board").share(Role::Viewer, vec![]);
    focus(&mut device, garden.id, a, 25);
    device.dispatch_json(move_list(list, house.id, 0));
    assert_eq!((time(&device, garden.id), time(&device, a)), ((0, 0), (0, 0)));
    open(&mut device, &house);
    assert_eq!((time(&device, house.id), time(&device, list), time(&device, a)), ((25, 1), (25, 1), (25, 1)));
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().sync.refused.len(), 1);
    assert_eq!(time(&device, house.id), (0, 0));
    open(&mut device, &garden);
    exchange(&mut device, &mut server);
    assert_eq!((time(&device, garden.id), time(&device, a)), ((25, 1), (25, 1)));
}

#[test]
fn b56_stored_boards_follow_a_move_that_a_tab_without_them_has_sent() {
    let (_, mut server, [garden, house]) = with_two_boards();
    let mut browser = Browser::new(2, true, &mut server);
    browser.exchange_all(&mut server);
    open(&mut browser.tabs[1], &garden);
    browser.exchange_all(&mut server);
    prepare(&mut browser.tabs[1], house.id);
    browser.exchange_all(&mut server);
    let (a, list) = (browser.tabs[1].card("a"), prepared_lists(&browser.tabs[1])[0].0);
    browser.tabs[1].dispatch_json(move_cards(&[a], house.id, list, 0));
    browser.deliver_broadcasts();
    browser.tabs.pop();
    browser.exchange_all(&mut server);
    assert!(server.boards[&house.id].records.cards.contains_key(&a));
    // Offline.
    let tab = &mut browser.tabs[0];
    tab.reload(&format!("/app/b/{}", house.slug.as_str()));
    assert_eq!(titles(tab), "axy");
    open(tab, &garden);
    assert_eq!(titles(tab), "b");
}

#[test]
fn b57_cards_in_the_archive_do_not_count() {
    let (mut device, mut server, [garden, house]) = with_two_boards();
    let list = device.list("To do");
    for number in 0..1_001 {
        let (title, rank, priority) = ("c".to_owned(), "f0".to_owned(), Priority::Low);
        let card_id = id(5_000 + number);
        apply_remote_change(
            &mut server,
            garden.id,
            2 * number,
            Change::AddCard { card_id, list_id: list, rank, title, priority },
        );
        let edit = CardEdit::Archived(true);
        apply_remote_change(&mut server, garden.id, 2 * number + 1, Change::EditCard { card_id, edit });
    }
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ab");
    device.dispatch_json(move_list(list, house.id, 0));
    exchange(&mut device, &mut server);
    assert_eq!(server.boards[&house.id].records.cards.len(), 1_005);
}
