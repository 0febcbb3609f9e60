//! Focused time of the open board, its lists and its cards (SPEC S50 to S54).

use crate::board_deltas::{exchange, settled};
use crate::boards::{add_card, add_list, move_card};
use crate::stats::session_at;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{id, refusal};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::BoardStatus;
use serde_json::json;

/// Returns a device and its server with an open board with the cards `a` and `b`. 25 minutes were focused for `a`, 50
/// for `b` and 10 for the board alone. No request is in flight.
fn with_times() -> (Device, Server, Id) {
    let (mut device, mut server, board) = settled();
    let slug = device.snapshot().open_slug.clone();
    let (a, b) = (device.card("a"), device.card("b"));
    let of = |card_id, session| FocusSession { board_id: Some(board), card_id, ..session };
    server.sessions = vec![
        of(Some(a), session_at(1, 2, 25)),
        of(Some(b), session_at(2, 30, 50)),
        of(None, session_at(3, 5, 10)),
        session_at(4, 7, 100),
    ];
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(device.snapshot().focus_times, []);
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    exchange(&mut device, &mut server);
    (device, server, board)
}

/// Returns the focused minutes and the number of sessions of a board, a list or a card.
pub(crate) fn time(device: &Device, id: Id) -> (i64, i64) {
    let found = device.snapshot().focus_times.iter().find(|time| time.id == id);
    found.map_or((0, 0), |time| (time.focused / 60, time.sessions))
}

/// Focuses on a card for the given minutes.
pub(crate) fn focus(device: &mut Device, board_id: Id, card_id: Id, minutes: i64) {
    device.dispatch_json(json!({ "type": "focus_card", "board_id": board_id, "card_id": card_id }));
    device.now += minutes * 60_000;
    device.dispatch_json(json!({ "type": "reset_timer" }));
    device.dispatch_json(json!({ "type": "clear_timer_card" }));
}

#[test]
fn s50_time_adds_up_on_the_card_its_list_and_the_board() {
    let (device, _, board) = with_times();
    let (a, b) = (device.card("a"), device.card("b"));
    assert_eq!((time(&device, a), time(&device, b)), ((25, 1), (50, 1)));
    assert_eq!(time(&device, device.list("To do")), (75, 2), "the sum of the list's cards");
    assert_eq!(time(&device, board), (85, 3), "and what was for the board alone");
    assert_eq!(device.snapshot().focus_times.len(), 4);
}

#[test]
fn s54_less_than_a_minute_is_not_shown() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    let seconds = |number, card_id, seconds: i64| {
        let mut session = FocusSession { board_id: Some(board), card_id: Some(card_id), ..session_at(number, 2, 1) };
        session.segments[0].end = Timestamp::from_millis(session.segments[0].start.millis() + seconds * 1_000);
        session
    };
    server.sessions = vec![seconds(1, a, 59), seconds(2, b, 60)];
    let slug = device.snapshot().open_slug.clone();
    device.dispatch_json(json!({ "type": "close_board" }));
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    exchange(&mut device, &mut server);
    let shown =
        |device: &Device, id| device.snapshot().focus_times.iter().find(|time| time.id == id).map(|time| time.focused);
    assert_eq!((shown(&device, a), shown(&device, b), shown(&device, board)), (None, Some(60), Some(119)));
    // A session that leaves less than a minute removes the time.
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(502) }));
    assert_eq!((shown(&device, b), shown(&device, board)), (None, None));
}

#[test]
fn s51_stored_times_are_shown_offline() {
    let (mut device, _, board) = with_times();
    let (slug, a) = (device.snapshot().open_slug.clone(), device.card("a"));
    focus(&mut device, board, a, 5);
    device.reload("/app");
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    device.fail_all_requests();
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    assert_eq!((time(&device, a), time(&device, board)), ((30, 2), (90, 4)));
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(device.snapshot().focus_times, []);
}

#[test]
fn s51_an_unsent_board_shows_pending_time() {
    let (mut device, mut server, _) = with_times();
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    let board =
        device.snapshot().boards.iter().find(|board| board.name.as_str() == "Kitchen").expect("it shows").clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": board.slug }));
    let list = add_list(&mut device, "To do");
    let card = add_card(&mut device, list, "c");
    focus(&mut device, board.id, card, 7);
    assert_eq!((time(&device, card), time(&device, board.id)), ((7, 1), (7, 1)));
    exchange(&mut device, &mut server);
    assert_eq!((time(&device, card), time(&device, board.id)), ((7, 1), (7, 1)));
}

#[test]
fn s52_times_follow_sessions_and_count_each_once() {
    let (mut device, mut server, board) = with_times();
    let (a, b) = (device.card("a"), device.card("b"));
    focus(&mut device, board, a, 5);
    assert_eq!((time(&device, a), time(&device, board)), ((30, 2), (90, 4)));
    exchange(&mut device, &mut server);
    assert_eq!((time(&device, a), time(&device, board)), ((30, 2), (90, 4)));
    device.dispatch_json(json!({ "type": "load_sessions" }));
    exchange(&mut device, &mut server);
    // One session moves from one card to the other, and another session is deleted.
    let moved = device.snapshot().focus_sessions.sessions.iter().find(|it| it.id == id(501)).expect("it shows").clone();
    device.dispatch_json(json!({ "type": "edit_session", "session_id": moved.id, "session": {
        "start": moved.start, "utc_offset": 60, "minutes": 25, "board_id": board, "card_id": b } }));
    device.dispatch_json(json!({ "type": "delete_session", "session_id": id(503) }));
    let expected = ((5, 1), (75, 2), (80, 3));
    let shown = |device: &Device| (time(device, a), time(device, b), time(device, board));
    assert_eq!(shown(&device), expected);
    exchange(&mut device, &mut server);
    assert_eq!(shown(&device), expected);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(time(&device, board), (90, 4));
    exchange(&mut device, &mut server);
    assert_eq!(time(&device, board), (90, 4));
}

#[test]
fn s53_times_follow_cards_from_list_to_list_and_out_of_the_board() {
    let (mut device, mut server, board) = with_times();
    let (a, todo, done) = (device.card("a"), device.list("To do"), add_list(&mut device, "Done"));
    move_card(&mut device, a, done, 0);
    assert_eq!((time(&device, todo), time(&device, done), time(&device, board)), ((50, 1), (25, 1), (85, 3)));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!((time(&device, todo), time(&device, done)), ((75, 2), (0, 0)));
    device.dispatch_json(json!({ "type": "delete_card", "card_id": a }));
    assert_eq!(
        (time(&device, todo), time(&device, board)),
        ((50, 1), (85, 3)),
        "the board keeps the time of deleted cards"
    );
    exchange(&mut device, &mut server);
    assert_eq!((time(&device, todo), time(&device, board)), ((50, 1), (85, 3)));
}

#[test]
fn y30_sessions_of_a_deleted_board_are_sent_without_it() {
    let (mut device, mut server, board) = with_times();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "load_stats" }));
    exchange(&mut device, &mut server);
    focus(&mut device, board, a, 5);
    server.boards.clear();
    let sent = device.request("/focus-sessions/").clone();
    assert_eq!(sent.json()["card_id"], json!(a));
    server.respond(&mut device, &sent);
    // Perhaps only the card was deleted, so the session is sent again without it.
    let again = device.request("/focus-sessions/").clone();
    assert_eq!((&again.json()["board_id"], &again.json()["card_id"]), (&json!(board), &json!(null)));
    server.respond(&mut device, &again);
    let again = device.request("/focus-sessions/").json();
    assert_eq!((&again["board_id"], &again["card_id"]), (&json!(null), &json!(null)));
    assert_eq!(device.snapshot().sync.refused, [], "the user does not see the refusal");
    // The session is stored without the card, and is sent in this form after a reload.
    let kept = device.unsent_keys().into_iter().next().expect("an unsent session");
    assert!(device.indexed_db.borrow().texts[&kept].contains(r#""card_id":null"#));
    let sent = device.request("/focus-sessions/").clone();
    server.respond(&mut device, &sent);
    assert_eq!(server.sessions.len(), 5);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(device.snapshot().stats.total_sessions, 5);
}

#[test]
fn y30_a_session_of_a_deleted_card_stays_on_its_board() {
    let (mut device, mut server, board) = with_times();
    let a = device.card("a");
    focus(&mut device, board, a, 5);
    server.boards.get_mut(&board).expect("the board").records.cards.remove(&a);
    exchange(&mut device, &mut server);
    let kept = server.sessions.last().expect("the session");
    assert_eq!((kept.board_id, kept.card_id), (Some(board), None));
    assert_eq!((device.snapshot().sync.refused.len(), device.unsent_keys().len()), (0, 0));
}

#[test]
fn y30_a_session_refused_without_a_board_is_reported() {
    let (mut device, _, board) = with_times();
    let a = device.card("a");
    focus(&mut device, board, a, 5);
    for refused in [0, 0, 1] {
        device.respond_with("/focus-sessions/", 404, refusal("not_found"));
        assert_eq!(device.snapshot().sync.refused.len(), refused);
    }
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}
