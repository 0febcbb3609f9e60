//! Changes of a board by the server, merged below this device's pending changes (SPEC Y6 to Y8).

use crate::boards::{add_card, add_list, move_card, open_new, titles};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::world::{ON_ONE_ACCOUNT, World};
use crate::support::{MORNING, ada, id, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::OpsRequest;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change};
use core_wasm::protocol::record::{Board, Card, List};
use core_wasm::protocol::time::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;
use std::collections::BTreeMap;

/// Returns a device and its server with the same board of one list and two cards, `a` and `b`. No request is in flight.
pub(crate) fn settled() -> (Device, Server, Id) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let board = open_new(&mut device, "Garden").id;
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    add_card(&mut device, list, "b");
    exchange(&mut device, &mut server);
    (device, server, board)
}

/// Lets the server respond until no request is in flight.
pub(crate) fn exchange(device: &mut Device, server: &mut Server) {
    while let Some(request) = device.requests.first().cloned() {
        server.respond(device, &request);
    }
}

/// Applies a change from another device on the server.
pub(crate) fn apply_remote_change(server: &mut Server, board: Id, number: u64, change: Change) {
    let op = BoardOp { id: id(1_000 + number), at: Timestamp::from_millis(MORNING), change };
    server.run(board, &[op]).expect("the board is there");
}

pub(crate) fn retitle(card_id: Id, title: &str) -> Change {
    Change::EditCard { card_id, edit: CardEdit::Title(title.to_owned()) }
}

pub(crate) fn edit_title(device: &mut Device, card_id: Id, title: &str) {
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": card_id, "edits": [{ "field": "title", "value": title }] }),
    );
}

/// Returns the ops of the request in flight.
pub(crate) fn ops_in_flight(device: &Device) -> Vec<BoardOp> {
    let request = device.requests.iter().find(|request| request.path.ends_with("/ops/")).expect("a batch");
    serde_json::from_value::<OpsRequest>(request.json()).expect("a batch of ops").ops
}

/// Asserts that the open board equals the server's.
pub(crate) fn assert_agrees(device: &Device, server: &Server, board: Id) {
    let records = &server.boards[&board].records;
    let mut lists: Vec<&List> = records.lists.values().filter(|list| list.trashed_at.is_none()).collect();
    lists.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
    let shown = device.board();
    assert_eq!(shown.board, records.board);
    let names = |lists: Vec<(Id, &str)>| lists.into_iter().map(|(id, name)| (id, name.to_owned())).collect::<Vec<_>>();
    assert_eq!(
        names(shown.lists.iter().map(|list| (list.id, list.name.as_str())).collect()),
        names(lists.iter().map(|list| (list.id, list.name.as_str())).collect())
    );
    let mut count = 0;
    for list in &shown.lists {
        let mut cards: Vec<&Card> =
            records.cards.values().filter(|card| card.list_id == list.id && card.trashed_at.is_none()).collect();
        cards.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
        assert_eq!(list.card_ids, cards.iter().map(|card| card.id).collect::<Vec<_>>());
        count += cards.len();
        for card in cards {
            let shown = shown.cards.iter().find(|shown| shown.id == card.id).expect("every card is shown");
            assert_eq!((&shown.title, &shown.labels), (&card.title, &card.labels));
            assert_eq!((shown.priority, &shown.due_date), (card.priority, &card.due_date));
            assert_eq!(shown.has_description, !card.description.as_str().is_empty());
        }
    }
    assert_eq!(shown.cards.len(), count);
}

#[test]
fn y6_remote_changes_are_applied_below_pending_ops() {
    let (mut device, mut server, board) = settled();
    let (a, b, list) = (device.card("a"), device.card("b"), device.list("To do"));
    edit_title(&mut device, a, "mine");
    move_card(&mut device, b, list, 0);
    add_card(&mut device, list, "c");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    apply_remote_change(&mut server, board, 2, retitle(b, "beans"));
    apply_remote_change(
        &mut server,
        board,
        3,
        Change::AddList { list_id: id(50), name: "Later".to_owned(), rank: "f0".to_owned() },
    );
    device.feed(Input::Online);
    let changes_request = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(&mut device, &changes_request);
    assert_eq!(titles(&device), "beansminec ");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_board_list_keeps_unsent_names() {
    let (mut device, mut server, board) = settled();
    device.dispatch_json(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Mine" }] }),
    );
    let edit = core_wasm::protocol::op::BoardEdit::Description("Theirs".to_owned());
    apply_remote_change(&mut server, board, 1, Change::EditBoard { edit });
    device.feed(Input::Online);
    let changes_request = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(&mut device, &changes_request);
    let shown = &device.snapshot().boards[0];
    assert_eq!((shown.name.as_str(), shown.description.as_str()), ("Mine", "Theirs"));
}

#[test]
fn y6_resent_ops_do_not_override_later_remote_changes() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    server.response_to(&sent, device.now);
    device.fail_request("/boards/");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Online);
    let changes_request = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(&mut device, &changes_request);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_a_delta_that_arrives_before_the_response_wins() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    let late = server.response_to(&sent, device.now);
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Online);
    let changes_request = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(&mut device, &changes_request);
    device.respond_to(sent.id, late);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_stale_deltas_are_ignored() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Online);
    let slow = device.request(&format!("/boards/{board}/changes/")).clone();
    let old = server.response_to(&slow, device.now);
    device.requests.retain(|request| request.id != slow.id);
    edit_title(&mut device, a, "mine");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    device.respond_to(slow.id, old);
    assert_eq!(titles(&device), "mineb");
}

#[test]
fn y7_a_refused_op_is_removed_and_reported() {
    let (mut device, mut server, board) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "refused");
    server.refused_ops.insert(ops_in_flight(&device)[0].id);
    device.fail_request("/boards/");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "priority", "value": "high" }] }),
    );
    add_card(&mut device, list, "c");
    device.fire_alarm(Alarm::Outbox);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "abc");
    let priority = |device: &Device| json!(device.board().cards.iter().find(|card| card.id == a).unwrap().priority);
    assert_eq!(priority(&device), "high", "its neighbors in the batch stay");
    assert_eq!(device.snapshot().sync.refused.first().map(|refused| refused.code), Some(ErrorCode::UnknownCard));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y7_dependents_of_a_refused_op_are_removed() {
    let (mut device, mut server, board) = settled();
    let list = add_list(&mut device, "Refused");
    server.refused_ops.insert(ops_in_flight(&device)[0].id);
    add_card(&mut device, list, "c");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ab");
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y7_ops_of_a_deleted_board_are_dropped() {
    let (mut device, mut server, board) = settled();
    server.boards.remove(&board);
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    exchange(&mut device, &mut server);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(device.snapshot().sync.refused.first().map(|refused| refused.code), Some(ErrorCode::BoardAccessLost));
    assert_eq!(titles(&device), "ab");
}

#[test]
fn y7_refused_ops_of_closed_boards_are_reverted() {
    let (mut device, mut server, board) = settled();
    device.reload("/app/b");
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    device.dispatch_json(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Refused" }] }),
    );
    server.refused_ops.insert(ops_in_flight(&device)[0].id);
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().boards[0].name.as_str(), "Garden");
}

#[test]
fn y8_gaps_fetch_changes_since_the_contiguous_version() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    apply_remote_change(&mut server, board, 1, retitle(b, "theirs"));
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    server.respond(&mut device, &sent);
    assert_eq!(device.open_requests(), [format!("GET /boards/{board}/changes/?since=2")]);
    assert_eq!(titles(&device), "mineb");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "minetheirs");
    assert_agrees(&device, &server, board);
}

#[test]
fn y8_without_a_gap_nothing_is_fetched() {
    let (mut device, mut server, _) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    move_card(&mut device, a, list, 1);
    let sent = device.requests[0].clone();
    server.respond(&mut device, &sent);
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn y8_versions_of_other_devices_are_fetched() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    let at = Timestamp::from_millis(MORNING);
    let theirs = [
        BoardOp { id: id(60), at, change: retitle(a, "same") },
        BoardOp { id: id(61), at, change: retitle(b, "theirs") },
    ];
    server.run(board, &theirs).unwrap();
    // The change has no effect on the server, so the version in its response is the other device's.
    edit_title(&mut device, a, "same");
    exchange(&mut device, &mut server);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y8_ops_awaiting_a_delta_stay_pending() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    let path = format!("/boards/{board}/changes/");
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    server.response_to(&sent, device.now);
    device.fail_request("/boards/");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Online);
    let request = device.request(&path).clone();
    server.respond(&mut device, &request);
    apply_remote_change(&mut server, board, 2, retitle(b, "same"));
    edit_title(&mut device, b, "same");
    // First the repeated change, which the server already has, then one without effect there; the delta arrives last.
    for _ in 0..2 {
        let request = device.requests.iter().find(|request| request.path.ends_with("/ops/")).expect("ops").clone();
        server.respond(&mut device, &request);
    }
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "theirssame");
    assert_agrees(&device, &server, board);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn y3_client_and_server_converge(
        run in vec((select(ON_ONE_ACCOUNT), any::<u8>(), any::<u8>(), any::<u8>()), 1..150)
    ) {
        let mut world = World::new();
        for action in run {
            world.perform(action);
        }
        world.drain_requests();
        prop_assert_eq!(world.device.unsent_keys(), Vec::<String>::new());
        prop_assert_eq!(world.device.snapshot().sync.unsent, 0);
        for board in world.device.snapshot().boards.clone() {
            world.device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
            world.drain_requests();
            assert_agrees(&world.device, &world.servers[0], board.id);
        }
        let names = |boards: Vec<Board>| boards.into_iter().map(|board| (board.id, board)).collect::<BTreeMap<_, _>>();
        world.device.dispatch_json(json!({ "type": "load_boards" }));
        world.drain_requests();
        let kept = world.servers[0].boards.values().map(|board| board.records.board.clone()).collect();
        prop_assert_eq!(names(world.device.snapshot().boards.clone()), names(kept));
    }
}
