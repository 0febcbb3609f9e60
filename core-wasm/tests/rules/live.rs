//! The live connection (SPEC Y25 to Y28).

use crate::board_deltas::{apply_remote_change, assert_agrees, edit_title, exchange, retitle, settled};
use crate::boards::titles;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{TOKEN_LIFETIME_MS, access_token, ada, id, signed_in, signed_out_device};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use serde_json::{Value, json};

/// Receives a message over the live connection.
pub(crate) fn receive_socket_message(device: &mut Device, message: Value) {
    device.feed(Input::SocketMessage { text: message.to_string() });
}

/// Accepts the device's live connection.
pub(crate) fn connect_live(device: &mut Device) {
    assert!(device.has_requested_socket);
    device.feed(Input::SocketOpened);
    receive_socket_message(device, json!({ "type": "ready" }));
    assert!(device.snapshot().sync.is_live);
}

/// Returns the messages sent over the live connection since the last call.
pub(crate) fn take_socket_messages(device: &mut Device) -> Vec<Value> {
    let texts = std::mem::take(&mut device.socket_messages);
    texts.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

/// Announces the changes of a board since a version over the live connection.
pub(crate) fn announce_change(device: &mut Device, server: &Server, board: Id, since: i64) {
    let records = server.boards[&board].since(since);
    let version = records.version;
    receive_socket_message(
        device,
        json!({ "type": "changed", "board_id": board, "since": since, "version": version, "records": records }),
    );
}

/// Returns a device and its server with the same board and a live connection.
fn live() -> (Device, Server, Id) {
    let (mut device, mut server, board) = settled();
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    take_socket_messages(&mut device);
    (device, server, board)
}

#[test]
fn y25_the_token_is_the_first_message() {
    let mut device = signed_in(ada());
    assert!(device.has_requested_socket);
    assert_eq!(device.socket_messages, Vec::<String>::new());
    device.feed(Input::SocketOpened);
    let token = device.storage["access_token"].clone();
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "authenticate", "token": token })]);
    assert!(!device.snapshot().sync.is_live);
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    assert!(device.snapshot().sync.is_live);
}

#[test]
fn y25_no_connection_without_login_and_log_out_closes_it() {
    assert!(!signed_out_device("/app").has_requested_socket);
    let (mut device, _, _) = live();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert!(!device.has_requested_socket && !device.snapshot().sync.is_live);
    assert!(!device.alarms.contains_key(&Alarm::Live));
}

#[test]
fn y25_a_refreshed_token_is_sent_on_the_open_connection() {
    let (mut device, mut server, _) = live();
    // The token is refreshed in time, because the live connection depends on it.
    device.alarms.insert(Alarm::Live, device.now + TOKEN_LIFETIME_MS - 30_000);
    device.fire_alarm(Alarm::Live);
    let renewal = device.request("/auth/refresh/").clone();
    server.respond(&mut device, &renewal);
    let token = device.storage["access_token"].clone();
    let all = take_socket_messages(&mut device);
    assert!(all.contains(&json!({ "type": "authenticate", "token": token })), "{all:?}");
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    assert!(device.snapshot().sync.is_live && device.has_requested_socket);
    assert_eq!(device.open_requests(), Vec::<String>::new(), "nothing was missed");
    // A token that another tab refreshed is sent too.
    let other = access_token(ada(), device.now + 2 * TOKEN_LIFETIME_MS);
    device.store_in_other_tab("access_token", Some(&other));
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "authenticate", "token": other })]);
}

#[test]
fn y26_remote_changes_are_pushed() {
    let (mut device, mut server, board) = live();
    let a = device.card("a");
    let since = server.boards[&board].since(0).version;
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    announce_change(&mut device, &server, board, since);
    assert_eq!(titles(&device), "theirsb");
    assert_eq!(device.open_requests(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
    // The announced changes are stored too.
    device.reload("/app/b");
    let slug = server.boards[&board].records.board.slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(titles(&device), "theirsb");
}

#[test]
fn y26_remote_changes_rebase_pending_ops_and_echoes_are_ignored() {
    let (mut device, mut server, board) = live();
    let (a, b) = (device.card("a"), device.card("b"));
    let since = server.boards[&board].since(0).version;
    edit_title(&mut device, a, "mine");
    apply_remote_change(&mut server, board, 1, retitle(b, "theirs"));
    announce_change(&mut device, &server, board, since);
    assert_eq!(titles(&device), "minetheirs");
    let sent = device.request("/boards/").clone();
    server.respond(&mut device, &sent);
    announce_change(&mut device, &server, board, since + 1);
    assert_eq!(device.last.patches, []);
    assert_eq!(device.open_requests(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y26_a_version_gap_is_fetched_once() {
    let (mut device, mut server, board) = live();
    let a = device.card("a");
    let since = server.boards[&board].since(0).version;
    for number in 1..=3 {
        apply_remote_change(&mut server, board, number, retitle(a, &format!("theirs {number}")));
    }
    announce_change(&mut device, &server, board, since + 1);
    announce_change(&mut device, &server, board, since + 2);
    assert_eq!(device.open_requests(), [format!("GET /boards/{board}/changes/?since={since}")]);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    // The change is too large to be announced.
    apply_remote_change(&mut server, board, 4, retitle(a, "theirs 4"));
    let changed =
        json!({ "type": "changed", "board_id": board, "since": since + 3, "version": since + 4, "records": null });
    receive_socket_message(&mut device, changed);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y26_remote_creations_and_deletions_update_the_board_list() {
    let (mut device, mut server, _) = live();
    let request = serde_json::from_value(json!({ "name": "Kitchen", "id": id(80) })).unwrap();
    server.create(&request);
    announce_change(&mut device, &server, id(80), 0);
    assert!(device.snapshot().boards.iter().any(|board| board.id == id(80)));
    assert_eq!(device.open_requests(), Vec::<String>::new());
    apply_remote_change(&mut server, id(80), 1, core_wasm::protocol::op::Change::TrashBoard);
    announce_change(&mut device, &server, id(80), 1);
    assert!(!device.snapshot().boards.iter().any(|board| board.id == id(80)));
}

#[test]
fn y26_reconnecting_fetches_missed_changes() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    connect_live(&mut device);
    let requests = device.open_requests();
    assert!(requests.contains(&"GET /boards/get-boards/".to_owned()), "{requests:?}");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y26_a_second_ready_message_triggers_catch_up() {
    let (mut device, mut server, board) = live();
    let other = crate::boards::open_new(&mut device, "Kitchen").id;
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "load_tasks" }));
    device.dispatch_json(json!({ "type": "load_trash" }));
    exchange(&mut device, &mut server);
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    let requests = device.open_requests();
    for path in ["/boards/get-boards/", "/tasks/", "/trash/"] {
        assert!(requests.contains(&format!("GET {path}")), "{path} in {requests:?}");
    }
    for id in [board, other] {
        let begin = format!("GET /boards/{id}/changes/");
        assert!(requests.iter().any(|request| request.starts_with(&begin)), "{begin} in {requests:?}");
    }
}

#[test]
fn y26_changes_that_are_announced_while_a_board_loads_are_requested_after_it() {
    let (first, mut server, board) = settled();
    let a = first.card("a");
    let mut device = signed_in(ada());
    connect_live(&mut device);
    exchange(&mut device, &mut server);
    let slug = server.boards[&board].records.board.slug.as_str().to_owned();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    let request = device.request(&format!("/boards/{slug}/changes/")).clone();
    let before = server.response_to(&request, device.now);
    let since = server.boards[&board].version;
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    announce_change(&mut device, &server, board, since);
    device.respond_to(request.id, before);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
}

#[test]
fn y40_failed_requests_for_announced_changes_are_sent_again_with_each_heartbeat() {
    let (mut device, mut server, board) = live();
    let a = device.card("a");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    let version = server.boards[&board].version;
    receive_socket_message(
        &mut device,
        json!({ "type": "changed", "board_id": board, "since": version - 1, "version": version, "records": null }),
    );
    server.preferences.rounds = 7;
    receive_socket_message(&mut device, json!({ "type": "preferences_changed" }));
    let mut in_flight = device.open_requests();
    in_flight.sort();
    assert_eq!(
        in_flight,
        [format!("GET /boards/{board}/changes/?since={}", version - 1), "GET /preferences/".to_owned()]
    );
    for _ in 0..2 {
        device.fail_all_requests();
        assert_eq!(device.open_requests(), Vec::<String>::new(), "not at once");
        device.fire_alarm(Alarm::Live);
        receive_socket_message(&mut device, json!({ "type": "pong" }));
        let mut again = device.open_requests();
        again.sort();
        assert_eq!(again, in_flight);
    }
    exchange(&mut device, &mut server);
    assert_eq!((titles(&device).as_str(), device.snapshot().preferences.rounds), ("theirsb", 7));
    device.fire_alarm(Alarm::Live);
    assert_eq!(device.open_requests(), Vec::<String>::new(), "nothing is missing");
}

#[test]
fn y40_requests_that_fail_after_a_reconnect_are_sent_once_more() {
    let (mut device, mut server, board) = live();
    for resource in ["notes", "tasks", "trash", "account", "stats", "sessions"] {
        device.dispatch_json(json!({ "type": format!("load_{resource}") }));
    }
    exchange(&mut device, &mut server);
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    let in_flight = device.open_requests();
    for path in ["/boards/get-boards/", "/notes/", "/tasks/", "/trash/"] {
        assert!(in_flight.iter().any(|request| request.starts_with(&format!("GET {path}"))), "{path} in {in_flight:?}");
    }
    let a = device.card("a");
    apply_remote_change(&mut server, board, 1, retitle(a, "theirs"));
    // The requests in flight were sent over the network that was lost, and time out only after the reconnect.
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    assert_eq!(device.open_requests(), in_flight, "one request at a time");
    device.fail_all_requests();
    let (mut before, mut again) = (in_flight, device.open_requests());
    before.sort();
    again.sort();
    assert_eq!(again, before);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
    // Without a change meanwhile, a failed request is not sent again.
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    device.fail_all_requests();
    assert_eq!(device.open_requests(), Vec::<String>::new());
}

#[test]
fn y27_after_sleep_without_a_connection_every_board_in_memory_catches_up() {
    let (mut device, mut server, board) = settled();
    crate::boards::open_new(&mut device, "Kitchen");
    exchange(&mut device, &mut server);
    let (a, slug) = (id(1), server.boards[&board].records.board.slug.clone());
    let card = server.boards[&board].records.cards.values().find(|card| card.title.as_str() == "a").map(|card| card.id);
    apply_remote_change(&mut server, board, 1, retitle(card.unwrap_or(a), "theirs"));
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(titles(&device), "theirsb", "before the server responds");
}

#[test]
fn y26_unknown_messages_are_ignored() {
    let (mut device, _, _) = live();
    for text in ["", "{}", "nonsense", r#"{"type":"fly"}"#, r#"{"type":"changed","board_id":7}"#] {
        device.feed(Input::SocketMessage { text: text.to_owned() });
        assert_eq!(device.last.patches, []);
        assert!(device.snapshot().sync.is_live);
    }
}

#[test]
fn y27_missing_pong_reconnects() {
    let (mut device, _, _) = live();
    assert_eq!(device.alarms[&Alarm::Live] - device.now, 25_000);
    device.fire_alarm(Alarm::Live);
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "ping" })]);
    // The alarm is aligned to full seconds, however long the response takes.
    device.now += 400;
    receive_socket_message(&mut device, json!({ "type": "pong" }));
    assert_eq!(device.alarms[&Alarm::Live] - device.now, 24_600);
    device.fire_alarm(Alarm::Live);
    assert_eq!(device.alarms[&Alarm::Live] - device.now, 10_000);
    device.fire_alarm(Alarm::Live);
    assert!(!device.has_requested_socket && !device.snapshot().sync.is_live);
    device.fire_alarm(Alarm::Live);
    assert!(device.has_requested_socket);
}

#[test]
fn y27_hidden_pages_do_not_ping() {
    let (mut device, _, _) = live();
    device.feed(Input::PageHidden);
    assert!(!device.alarms.contains_key(&Alarm::Live) && !device.alarms.contains_key(&Alarm::Clock));
    device.feed(Input::PageVisible);
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "ping" })]);
    device.feed(Input::PageHidden);
    assert_eq!(device.alarms[&Alarm::Live] - device.now, 10_000, "the alarm stays until the pong arrives");
    receive_socket_message(&mut device, json!({ "type": "pong" }));
    assert!(!device.alarms.contains_key(&Alarm::Live));
    device.feed(Input::SocketClosed { code: 1006 });
    assert!(device.alarms.contains_key(&Alarm::Live), "a lost connection is reopened");
}

#[test]
fn y27_reconnect_uses_exponential_backoff() {
    let (mut device, _, _) = live();
    for (shortest, longest) in [
        (0, 3_000),
        (1_000, 1_250),
        (2_000, 2_500),
        (4_000, 5_000),
        (8_000, 10_000),
        (16_000, 20_000),
        (32_000, 40_000),
    ]
    .into_iter()
    .chain([(60_000, 75_000); 2])
    {
        device.feed(Input::SocketClosed { code: 1006 });
        assert!(!device.snapshot().sync.is_live);
        let pause = device.alarms[&Alarm::Live] - device.now;
        assert!((shortest..longest).contains(&pause), "{pause} ms, not between {shortest} and {longest}");
        device.has_requested_socket = false;
        device.fire_alarm(Alarm::Live);
        if device.open_requests() == ["POST /auth/refresh/"] {
            let mut server = Server::new(ada());
            exchange(&mut device, &mut server);
        }
        assert!(device.has_requested_socket);
    }
    connect_live(&mut device);
    device.feed(Input::SocketClosed { code: 1006 });
    assert!(device.alarms[&Alarm::Live] - device.now < 3_000, "the backoff restarts after a live connection");
}

#[test]
fn y44_clients_of_a_stopped_server_reconnect_at_random_times() {
    for code in [1001, 1006] {
        let (mut device, mut server, _) = live();
        let mut pauses = vec![];
        for _ in 0..20 {
            device.feed(Input::SocketClosed { code });
            pauses.push(device.alarms[&Alarm::Live] - device.now);
            device.fire_alarm(Alarm::Live);
            exchange(&mut device, &mut server);
            connect_live(&mut device);
        }
        assert!(pauses.iter().all(|pause| (0..3_000).contains(pause)), "{pauses:?}");
        let (shortest, longest) = (pauses.iter().min().unwrap(), pauses.iter().max().unwrap());
        assert!(longest - shortest > 1_500, "{pauses:?}");
    }
}

#[test]
fn y45_ready_sends_unsent_changes_at_once() {
    let (mut device, mut server, board) = live();
    let a = device.card("a");
    let path = format!("/boards/{board}/ops/");
    edit_title(&mut device, a, "mine");
    for _ in 0..6 {
        device.fail_request(&path);
        device.fire_alarm(Alarm::Outbox);
    }
    device.fail_request(&path);
    assert!(device.alarms[&Alarm::Outbox] - device.now > 30_000);
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    device.fail_request(&path);
    assert!(device.alarms[&Alarm::Outbox] - device.now < 1_250, "the backoff starts again");
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y27_resume_reconnects_and_pings() {
    let (mut device, _, _) = live();
    device.feed(Input::Online);
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "ping" })]);
    device.feed(Input::SocketClosed { code: 1006 });
    device.has_requested_socket = false;
    device.feed(Input::Online);
    assert!(device.has_requested_socket);
    for _ in 0..5 {
        device.feed(Input::SocketClosed { code: 1006 });
        device.fire_alarm(Alarm::Live);
    }
    device.feed(Input::Online);
    device.feed(Input::SocketClosed { code: 1006 });
    assert!(device.alarms[&Alarm::Live] - device.now < 1_250, "a network that has just returned fails once more");
}

#[test]
fn y28_a_refused_token_is_refreshed_and_resent() {
    let (mut device, mut server, _) = live();
    device.has_requested_socket = false;
    device.feed(Input::SocketClosed { code: 4401 });
    assert_eq!(device.open_requests(), ["POST /auth/refresh/"]);
    exchange(&mut device, &mut server);
    assert!(device.has_requested_socket);
    device.feed(Input::SocketOpened);
    let token = device.storage["access_token"].clone();
    assert_eq!(take_socket_messages(&mut device), [json!({ "type": "authenticate", "token": token })]);
    // If the server refuses the new token too, the next attempt waits.
    device.has_requested_socket = false;
    device.feed(Input::SocketClosed { code: 4401 });
    exchange(&mut device, &mut server);
    assert!(!device.has_requested_socket);
    device.fire_alarm(Alarm::Live);
    assert!(device.has_requested_socket);
}

#[test]
fn y28_token_refresh_retries_when_offline() {
    let (mut device, mut server, _) = live();
    device.has_requested_socket = false;
    device.feed(Input::SocketClosed { code: 4401 });
    device.fail_request("/auth/refresh/");
    assert!(!device.has_requested_socket);
    while !device.has_requested_socket {
        device.fire_alarm(Alarm::Live);
        exchange(&mut device, &mut server);
    }
}

#[test]
fn m19_changed_memberships_reconnect_at_once() {
    let (mut device, mut server, _) = live();
    device.has_requested_socket = false;
    let limits = device.snapshot().limits.clone();
    device.feed(Input::SocketClosed { code: 4409 });
    assert!(device.has_requested_socket);
    let sync = &device.snapshot().sync;
    assert_eq!((sync.send_failure, &device.snapshot().limits), (None, &limits));
    connect_live(&mut device);
    assert!(device.open_requests().contains(&"GET /boards/get-boards/".to_owned()), "the memberships are loaded");
    exchange(&mut device, &mut server);
    // It was no failure, so the next backoff starts from the beginning.
    device.feed(Input::SocketClosed { code: 1006 });
    assert!(device.alarms[&Alarm::Live] - device.now < 3_000);
    // A connection that was not live yet waits.
    device.has_requested_socket = false;
    device.fire_alarm(Alarm::Live);
    device.has_requested_socket = false;
    device.feed(Input::SocketClosed { code: 4409 });
    assert!(!device.has_requested_socket);
}
