//! The outbox: this device's changes until they reach the server (SPEC Y1 to Y5, Y9).

use crate::board_deltas::{assert_agrees, edit_title, exchange, ops_in_flight, retitle, settled};
use crate::boards::{add_card, add_list, open_new, titles, with_cards};
use crate::notes::{opens, save_text, three_notes, with_notes};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, id, intent, refusal, signed_in, signed_in_storage};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::view::BoardStatus;
use core_wasm::protocol::view::LoadStatus;
use serde_json::json;

#[test]
fn y1_changes_are_stored_under_their_own_key_before_sending() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let position =
        |matches: fn(&IoEffect) -> bool| device.last.io_effects.iter().position(matches).expect("such an effect");
    let stored = position(|effect| matches!(effect, IoEffect::WriteIndexedDb { .. }));
    let sent = position(|effect| matches!(effect, IoEffect::Fetch { .. }));
    assert!(stored < sent);
    assert!(device.unsent_keys()[0].starts_with(&format!("{}/kept/outbox/", ada())));
}

#[test]
fn y1_the_keys_are_in_the_order_of_the_changes() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    // All within one millisecond, then with a clock that was set back by a day.
    for title in ["a", "b", "c"] {
        add_card(&mut device, list, title);
    }
    device.now -= 24 * 60 * 60_000;
    for title in ["d", "e"] {
        add_card(&mut device, list, title);
    }
    assert_eq!(device.unsent_keys().len(), 7);
    device.reload("/app");
    device.dispatch_json(json!({ "type": "open_board", "slug": device.snapshot().boards[0].slug }));
    assert_eq!(titles(&device), "abcde");
}

#[test]
fn y1_ids_of_a_clock_far_ahead_allow_further_changes() {
    let mut device = signed_in(ada());
    device.fail_all_requests();
    let entry = |theme: &str| json!({ "preferences": { "update": { "theme": theme } } });
    let pushed = |id: &str| {
        let entries = json!([[id, entry("light")]]);
        json!({ "pushed": { "account": ada(), "entries": entries } }).to_string()
    };
    // The last millisecond but one that an id can hold.
    device.feed(Input::PeerMessage { message: pushed("ffffffff-fffe-7fff-bfff-ffffffffff00") });
    for _ in 0..5 {
        device.dispatch_json(json!({ "type": "set_theme", "theme": "dark" }));
    }
    let keys = device.unsent_keys();
    assert_eq!(keys.len(), 5, "the first is the other tab's: {keys:?}");
    assert!(keys.iter().all(|key| key.contains("/ffffffff-fffe-7fff-bfff-ffffffffff0")), "{keys:?}");
    // After the last possible id no further change could be stored, so this entry is ignored.
    device.feed(Input::PeerMessage { message: pushed("ffffffff-ffff-ffff-ffff-ffffffffffff") });
    device.dispatch_json(json!({ "type": "set_theme", "theme": "dark" }));
    assert_eq!(device.unsent_keys().len(), 6);
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 6);
}

#[test]
fn y2_one_request_in_flight_with_ops_batched_per_board() {
    let mut device = with_cards();
    let first = device.snapshot().boards[0].id;
    device.respond_with("/boards/create-board/", 200, json!({ "board": device.snapshot().boards[0] }));
    assert_eq!(ops_in_flight(&device).len(), 8, "three lists and five cards");
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    edit_title(&mut device, a, "AA");
    let count = |device: &Device| device.requests.iter().filter(|request| request.method != "GET").count();
    assert_eq!(count(&device), 1);
    device.accept_ops(2);
    assert_eq!(ops_in_flight(&device).len(), 1, "the preferences separate the two edits");
    assert_eq!(count(&device), 1);
    device.accept_ops(3);
    assert_eq!(count(&device), 1);
    device.respond_with("/preferences/", 200, json!({}));
    assert_eq!(ops_in_flight(&device).len(), 1);
    assert_eq!(device.request(&format!("/boards/{first}/ops/")).method, "POST");
}

#[test]
fn y2_batches_have_a_byte_limit() {
    let (mut device, _, _) = settled();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    for number in 0..6 {
        let text = format!("{number}").repeat(50_000);
        device.dispatch_json(
            json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "description", "value": text }] }),
        );
    }
    let wide = "\u{1}".repeat(50_000);
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "description", "value": wide }] }),
    );
    for number in 0..300 {
        edit_title(&mut device, a, &format!("title {number}"));
    }
    device.respond_with("/preferences/", 200, json!({}));
    let mut batches = vec![];
    while device.snapshot().sync.unsent > 0 {
        batches.push(ops_in_flight(&device).len());
        device.accept_ops(10 + batches.len() as i64);
    }
    // A changed description is sent with the text that it was made of.
    assert_eq!(batches, [3, 2, 1, 1, 200, 100], "batches are limited by size and by number of ops");
}

#[test]
fn y3_failed_sends_use_exponential_backoff() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        device.fail_request("/boards/create-board/");
        assert!(device.snapshot().sync.is_offline());
        assert_eq!(device.open_requests(), Vec::<String>::new());
        let pause = device.alarms[&Alarm::Outbox] - device.now;
        assert!((seconds * 1_000..seconds * 1_250).contains(&pause), "{pause} ms where {seconds} s were due");
        device.fire_alarm(Alarm::Outbox);
        assert_eq!(device.open_requests(), ["POST /boards/create-board/"]);
    }
    device.respond_with("/boards/create-board/", 200, json!({ "board": device.snapshot().boards[0] }));
    assert!(!device.snapshot().sync.is_offline());
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    device.fail_request("/boards/create-board/");
    assert!(device.alarms[&Alarm::Outbox] - device.now < 1_250, "the backoff restarts after a success");
}

#[test]
fn y3_resume_retries_immediately() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.fail_request("/boards/create-board/");
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    assert_eq!(device.open_requests(), Vec::<String>::new(), "a further change does not break the pause");
    device.feed(Input::Online);
    assert_eq!(device.open_requests(), ["POST /boards/create-board/"]);
    assert!(!device.alarms.contains_key(&Alarm::Outbox));
    device.feed(Input::Online);
    assert_eq!(device.open_requests(), ["POST /boards/create-board/"], "never two at a time");
    for _ in 0..5 {
        device.fail_request("/boards/create-board/");
        device.fire_alarm(Alarm::Outbox);
    }
    device.feed(Input::Online);
    device.fail_request("/boards/create-board/");
    assert!(device.alarms[&Alarm::Outbox] - device.now < 1_250, "a network that has just returned fails once more");
}

#[test]
fn y3_ambiguous_responses_keep_changes_and_their_order() {
    let unclear = [
        (500, "".to_owned()),
        (503, refusal("unavailable").to_string()),
        (429, refusal("busy").to_string()),
        (401, "<html>".to_owned()),
        (403, "<html>Blocked</html>".to_owned()),
        (404, "<html>Not here</html>".to_owned()),
        (200, "<html>Welcome to the hotel</html>".to_owned()),
        (200, "{}".to_owned()),
        (200, r#"{"version":9,"results":[]}"#.to_owned()),
    ];
    let (mut device, _, _) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    edit_title(&mut device, a, "AA");
    let keys = device.unsent_keys();
    for (status, body) in unclear {
        device.respond_with_text("/boards/", status, &body);
        assert_eq!(device.unsent_keys(), keys, "{status} {body}");
        assert!(device.alarms.contains_key(&Alarm::Outbox), "{status} {body}");
        assert_eq!(titles(&device), "AAb");
        device.fire_alarm(Alarm::Outbox);
        let sent: Vec<Change> = ops_in_flight(&device).into_iter().map(|op| op.change).collect();
        assert_eq!(sent, [retitle(a, "A"), retitle(a, "AA")]);
    }
}

#[test]
fn y3_ops_without_a_result_are_resent() {
    let (mut device, _, _) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    edit_title(&mut device, a, "AA");
    device.fail_request("/boards/");
    device.fire_alarm(Alarm::Outbox);
    device.respond_with("/boards/", 200, json!({ "version": 3, "results": [{ "id": null, "status": "applied" }] }));
    assert_eq!(ops_in_flight(&device).len(), 1);
    assert_eq!(ops_in_flight(&device)[0].change, retitle(a, "AA"));
}

#[test]
fn y33_timed_out_batches_are_halved() {
    let (mut device, _, _) = settled();
    let a = device.card("a");
    for number in 0..6 {
        edit_title(&mut device, a, &format!("title {number}"));
    }
    device.fail_request("/boards/");
    device.fire_alarm(Alarm::Outbox);
    let mut batches = vec![];
    for response in [
        ApiResponse::NetworkError,
        ApiResponse::TimedOut,
        ApiResponse::Received { status: 413, body: "<html>Too large</html>".to_owned() },
        ApiResponse::TimedOut,
    ] {
        batches.push(ops_in_flight(&device).len());
        device.respond_to(device.request("/boards/").id, response);
        device.fire_alarm(Alarm::Outbox);
    }
    assert_eq!(batches, [6, 6, 3, 1], "network errors do not halve the batch");
    let mut version = 10;
    let mut grows = vec![];
    while device.snapshot().sync.unsent > 0 {
        grows.push(ops_in_flight(&device).len());
        version += 1;
        device.accept_ops(version);
    }
    assert_eq!(grows, [1, 2, 3]);
}

#[test]
fn y4_unsent_changes_survive_a_reload() {
    let (mut device, mut server, board) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "A");
    add_card(&mut device, list, "c");
    let slug = device.board().board.slug.clone();
    device.fail_all_requests();
    device.reload("/app/b");
    assert_eq!(device.snapshot().sync.unsent, 2);
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(titles(&device), "Abc");
    exchange(&mut device, &mut server);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y4_offline_boards_survive_an_offline_reload() {
    let mut device = with_cards();
    let slug = device.board().board.slug.clone();
    device.reload("/app/b");
    device.fail_all_requests();
    assert_eq!(device.snapshot().boards.len(), 1);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.fail_all_requests();
    assert_eq!(device.snapshot().boards.len(), 1);
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    assert_eq!(titles(&device), "abcd e ");
    device.feed(Input::Online);
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, device.board().board.id);
}

#[test]
fn y4_unsent_sessions_and_preferences_survive_a_reload() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 25 * 60_000;
    device.feed(Input::Alarm { alarm: Alarm::Timer });
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 2);
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "load_stats" }));
    device.fail_request("/auth/refresh/");
    device.feed(Input::Online);
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_eq!(server.sessions.len(), 1);
    device.dispatch_json(json!({ "type": "load_stats" }));
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().stats.focused_today, 25 * 60);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y5_accepted_changes_leave_storage() {
    let mut device = with_cards();
    assert_eq!(device.unsent_keys().len(), 9);
    device.respond_with("/boards/create-board/", 200, json!({ "board": device.snapshot().boards[0] }));
    assert_eq!(device.unsent_keys().len(), 8);
    device.accept_ops(2);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(device.snapshot().sync.unsent, 0);
    device.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    assert_eq!(device.unsent_keys().len(), 1);
    device.respond_with("/preferences/", 200, json!({}));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

/// Returns a change that a newer version of the app has stored, in its format and in that of this version.
fn change_of_another_version() -> (String, String) {
    let entry = |kind: &str| {
        let change = json!({ "type": kind, "list_id": id(7), "name": "To do", "rank": "80" });
        let op = json!({ "id": id(6), "at": "2026-03-03T08:30:00.000Z", "change": change });
        json!({ "board_op": { "board_id": id(5), "op": op } }).to_string()
    };
    (entry("teleport_list"), entry("add_list"))
}

fn outbox_key(entry: &str) -> String {
    format!("{}/kept/outbox/{entry}", ada())
}

#[test]
fn y9_unreadable_changes_are_kept_until_they_can_be_read() {
    let mut device = Device::new(signed_in_storage(ada()));
    let (newer, strange) = (outbox_key(&id(3).to_string()), outbox_key("strange"));
    let fine = outbox_key(&id(4).to_string());
    let (unreadable, readable) = change_of_another_version();
    let entry = json!({ "create_board": { "request": { "name": "Garden", "id": id(5) } } }).to_string();
    let texts = [(newer.clone(), unreadable.clone()), (strange.clone(), "{".to_owned()), (fine.clone(), entry)];
    device.indexed_db.borrow_mut().write(texts.map(|(key, text)| (key, Some(text))).to_vec());
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 3, "the board, the unreadable change, and the time zone of this browser");
    assert_eq!(device.log.len(), 2);
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().sync.unsent, 1);
    assert_eq!(device.unsent_keys(), std::slice::from_ref(&newer));
    assert_eq!(device.indexed_db.borrow().texts[&newer], unreadable);
    assert_eq!(device.indexed_db.borrow().texts.get(&format!("set aside/{strange}")).map(String::as_str), Some("{"));
    let log_out = || intent(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!(device.try_dispatch(log_out()), Err(ErrorCode::UnsentChanges), "it would be lost");
    // The version that wrote the entry starts.
    device.indexed_db.borrow_mut().write(vec![(newer, Some(readable))]);
    device.reload("/app");
    exchange(&mut device, &mut server);
    assert_eq!(server.boards[&id(5)].records.lists.len(), 1);
    assert_eq!((device.snapshot().sync.unsent, device.unsent_keys()), (0, vec![]));
}

#[test]
fn y34_quarantined_changes_are_restored() {
    let mut device = signed_in(ada());
    let mut server = Server::new(ada());
    server.create(&serde_json::from_value(json!({ "name": "Garden", "id": id(5) })).expect("a board"));
    let (unreadable, readable) = change_of_another_version();
    let aside = |number| format!("set aside/{}", outbox_key(&id(number).to_string()));
    let texts = [(aside(3), readable), (aside(4), unreadable)];
    device.indexed_db.borrow_mut().write(texts.map(|(key, text)| (key, Some(text))).to_vec());
    device.reload("/app");
    device.fire_alarm(Alarm::Reminders);
    assert_eq!(device.unsent_keys().len(), 1);
    exchange(&mut device, &mut server);
    assert_eq!(server.boards[&id(5)].records.lists.len(), 1);
    assert_eq!((device.snapshot().sync.unsent, device.unsent_keys()), (0, vec![]));
    let indexed_db = device.indexed_db.borrow();
    assert!(!indexed_db.texts.contains_key(&aside(3)) && indexed_db.texts.contains_key(&aside(4)));
}

#[test]
fn y10_a_clock_ahead_session_is_deferred() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "start_timer" }));
    device.now += 5 * 60_000;
    device.dispatch_json(json!({ "type": "skip_timer" }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.respond_with("/focus-sessions/", 422, refusal("clock_ahead"));
    assert_eq!(device.snapshot().sync.notice.as_ref().map(|refused| refused.code), Some(ErrorCode::ClockAhead));
    assert!(!device.snapshot().sync.is_offline());
    assert_eq!(device.unsent_keys().len(), 2, "nothing is lost");
    device.fire_alarm(Alarm::Outbox);
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    assert_eq!(device.request("/focus-sessions/").json()["outcome"], "stopped");
}

#[test]
fn y10_a_note_over_the_limit_is_deferred() {
    let mut device = with_notes(&mut three_notes());
    opens(&mut device, 30);
    save_text(&mut device, "Rye");
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.respond_with("/notes/", 409, refusal("note_limit"));
    assert_eq!(device.snapshot().sync.notice.as_ref().map(|refused| refused.code), Some(ErrorCode::NoteLimit));
    assert_eq!(device.unsent_keys().len(), 2, "nothing is lost");
    device.fire_alarm(Alarm::Outbox);
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    assert!(device.request("/notes/").json().to_string().contains("Rye"));
}

#[test]
fn y11_a_stale_board_list_is_reloaded() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    // This response was computed before the board was created.
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!(device.snapshot().boards, std::slice::from_ref(&board));
    device.respond_with("/boards/get-boards/", 200, json!([board]));
    assert_eq!(device.snapshot().boards.len(), 1);
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
}

#[test]
fn y11_the_board_list_loads_despite_constant_changes() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    for _ in 0..2 {
        assert_eq!(device.snapshot().boards_status, LoadStatus::Loading);
        device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
        let board = device.snapshot().boards[0].clone();
        device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
        device.respond_with("/boards/get-boards/", 200, json!([]));
    }
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
    assert!(device.open_requests().contains(&"GET /boards/get-boards/".to_owned()), "the boards are requested again");
}

#[test]
fn y12_refusals_stay_until_dismissed() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "add_board", "name": "Garden" }));
    device.respond_with("/boards/create-board/", 422, refusal("id_taken"));
    device.dispatch_json(json!({ "type": "add_board", "name": "Kitchen" }));
    let board = device.snapshot().boards[0].clone();
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    assert!(!device.snapshot().sync.refused.is_empty());
    device.dispatch_json(json!({ "type": "dismiss_refused" }));
    assert_eq!(device.snapshot().sync.refused, []);
}
