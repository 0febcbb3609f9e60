//! What this device has changed, and what the server says (SPEC Y1 to Y9).

use crate::boards::{add_card, add_list, move_card, open_new, titles, with_cards};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::world::{ON_ONE_ACCOUNT, World};
use crate::support::{MORNING, ada, id, refusal, signed_in, signed_in_storage};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::OpsRequest;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, CardEdit, Change};
use core_wasm::protocol::record::{Board, Card, List};
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardStatus, CardView};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A device and its server, with a board of one list and two cards, `a` and `b`, that both have; nothing is on its way.
fn settled() -> (Device, Server, Id) {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let board = open_new(&mut device, "Garden").id;
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    add_card(&mut device, list, "b");
    exchange(&mut device, &mut server);
    (device, server, board)
}

/// Lets the server answer until nobody asks any more.
fn exchange(device: &mut Device, server: &mut Server) {
    while let Some(request) = device.requests.first().cloned() {
        let answer = server.answer(&request, device.now);
        device.settle_by_id(request.id, answer);
    }
}

/// Another device's change, which the server has taken.
fn elsewhere(server: &mut Server, board: Id, number: u64, change: Change) {
    let op = BoardOp { id: id(1_000 + number), at: Timestamp::from_millis(MORNING), change };
    server.run(board, &[op]).expect("the board is there");
}

fn retitle(card_id: Id, title: &str) -> Change {
    Change::EditCard { card_id, edit: CardEdit::Title(title.to_owned()) }
}

fn edit_title(device: &mut Device, card_id: Id, title: &str) {
    device.dispatches(json!({ "type": "edit_card", "card_id": card_id, "edit": { "field": "title", "value": title } }));
}

/// The ops of the request that is on its way.
fn ops_on_their_way(device: &Device) -> Vec<BoardOp> {
    let request = device.requests.iter().find(|request| request.path.ends_with("/ops/")).expect("a batch");
    serde_json::from_value::<OpsRequest>(request.json()).expect("a batch of ops").ops
}

/// Fails unless the open board is what the server has.
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
            assert_eq!(*shown, CardView::from(card));
        }
    }
    assert_eq!(shown.cards.len(), count);
}

#[test]
fn y1_a_change_is_stored_under_a_key_of_its_own_before_it_is_sent() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    let position = |matches: fn(&IoEffect) -> bool| device.last.io.iter().position(matches).expect("such an effect");
    let stored = position(|effect| matches!(effect, IoEffect::Store { key, .. } if key.starts_with("outbox/")));
    let sent = position(|effect| matches!(effect, IoEffect::Fetch { .. }));
    assert!(stored < sent);
    assert!(device.unsent_keys()[0].starts_with(&format!("outbox/{}/", ada())));
}

#[test]
fn y1_the_keys_are_in_the_order_of_the_changes() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    let list = add_list(&mut device, "To do");
    // All within one millisecond, and then with a clock that was set back by a day.
    for title in ["a", "b", "c"] {
        add_card(&mut device, list, title);
    }
    device.now -= 24 * 60 * 60_000;
    for title in ["d", "e"] {
        add_card(&mut device, list, title);
    }
    assert_eq!(device.unsent_keys().len(), 7);
    device.reload("/app");
    device.dispatches(json!({ "type": "open_board", "slug": device.shows().boards[0].slug }));
    assert_eq!(titles(&device), "abcde");
}

#[test]
fn y2_one_request_is_on_its_way_and_ops_of_one_board_go_together() {
    let mut device = with_cards();
    let first = device.shows().boards[0].id;
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    assert_eq!(ops_on_their_way(&device).len(), 8, "three lists and five cards");
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    device.dispatches(json!({ "type": "set_theme", "theme": "light" }));
    edit_title(&mut device, a, "AA");
    let count = |device: &Device| device.requests.iter().filter(|request| request.method != "GET").count();
    assert_eq!(count(&device), 1);
    device.take_ops(2);
    assert_eq!(ops_on_their_way(&device).len(), 1, "the preferences stand between the two edits");
    assert_eq!(count(&device), 1);
    device.take_ops(3);
    assert_eq!(count(&device), 1);
    device.answer("/preferences/", 200, json!({}));
    assert_eq!(ops_on_their_way(&device).len(), 1);
    assert_eq!(device.request(&format!("/boards/{first}/ops/")).method, "POST");
}

#[test]
fn y2_a_request_stays_of_a_size_that_passes_in_time() {
    let (mut device, _, _) = settled();
    let a = device.card("a");
    device.dispatches(json!({ "type": "set_theme", "theme": "light" }));
    for number in 0..6 {
        let text = format!("{number}").repeat(50_000);
        device.dispatches(
            json!({ "type": "edit_card", "card_id": a, "edit": { "field": "description", "value": text } }),
        );
    }
    let wide = "\u{1}".repeat(50_000);
    device.dispatches(json!({ "type": "edit_card", "card_id": a, "edit": { "field": "description", "value": wide } }));
    for number in 0..300 {
        edit_title(&mut device, a, &format!("title {number}"));
    }
    device.answer("/preferences/", 200, json!({}));
    let mut batches = vec![];
    while device.shows().sync.unsent > 0 {
        batches.push(ops_on_their_way(&device).len());
        device.take_ops(10 + batches.len() as i64);
    }
    assert_eq!(batches, [5, 1, 1, 200, 100], "by their size, one that is too large by itself, and by their number");
}

#[test]
fn y3_a_failed_send_is_tried_again_after_a_pause_that_doubles_up_to_a_minute() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
        device.lose("/boards/create-board/");
        assert!(device.shows().sync.is_offline);
        assert_eq!(device.open(), Vec::<String>::new());
        let pause = device.alarms[&Alarm::Outbox] - device.now;
        assert!((seconds * 1_000..seconds * 1_250).contains(&pause), "{pause} ms where {seconds} s were due");
        device.wait_for(Alarm::Outbox);
        assert_eq!(device.open(), ["POST /boards/create-board/"]);
    }
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    assert!(!device.shows().sync.is_offline);
    device.dispatches(json!({ "type": "add_board", "name": "Kitchen" }));
    device.lose("/boards/create-board/");
    assert!(device.alarms[&Alarm::Outbox] - device.now < 1_250, "after a success the pauses begin anew");
}

#[test]
fn y3_it_is_tried_at_once_when_the_page_wakes() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "add_board", "name": "Garden" }));
    device.lose("/boards/create-board/");
    device.dispatches(json!({ "type": "add_board", "name": "Kitchen" }));
    assert_eq!(device.open(), Vec::<String>::new(), "a further change does not break the pause");
    device.feed(Input::Woken);
    assert_eq!(device.open(), ["POST /boards/create-board/"]);
    assert!(!device.alarms.contains_key(&Alarm::Outbox));
    device.feed(Input::Woken);
    assert_eq!(device.open(), ["POST /boards/create-board/"], "never two at a time");
}

#[test]
fn y3_no_unclear_answer_loses_or_reorders_a_change() {
    let unclear = [
        (500, "".to_owned()),
        (503, refusal("unavailable").to_string()),
        (429, refusal("busy").to_string()),
        (401, "<html>".to_owned()),
        (403, "<html>Blocked</html>".to_owned()),
        (404, "<html>Not here</html>".to_owned()),
        (413, "".to_owned()),
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
        device.answer_text("/boards/", status, &body);
        assert_eq!(device.unsent_keys(), keys, "{status} {body}");
        assert!(device.alarms.contains_key(&Alarm::Outbox), "{status} {body}");
        assert_eq!(titles(&device), "AAb");
        device.wait_for(Alarm::Outbox);
        let sent: Vec<Change> = ops_on_their_way(&device).into_iter().map(|op| op.change).collect();
        assert_eq!(sent, [retitle(a, "A"), retitle(a, "AA")]);
    }
}

#[test]
fn y3_a_result_that_is_missing_leaves_its_op_for_the_next_request() {
    let (mut device, _, _) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    edit_title(&mut device, a, "AA");
    device.lose("/boards/");
    device.wait_for(Alarm::Outbox);
    device.answer("/boards/", 200, json!({ "version": 3, "results": [{ "id": null, "status": "applied" }] }));
    assert_eq!(ops_on_their_way(&device).len(), 1);
    assert_eq!(ops_on_their_way(&device)[0].change, retitle(a, "AA"));
}

#[test]
fn y4_after_a_reload_what_waits_is_shown_and_sent() {
    let (mut device, mut server, board) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "A");
    add_card(&mut device, list, "c");
    let slug = device.board().board.slug.clone();
    device.lose_all();
    device.reload("/app/b");
    assert_eq!(device.shows().sync.unsent, 2);
    device.dispatches(json!({ "type": "open_board", "slug": slug }));
    let load = device.request(&format!("/boards/{}/", slug.as_str())).clone();
    let answer = server.answer(&load, device.now);
    device.settle_by_id(load.id, answer);
    assert_eq!(titles(&device), "Abc");
    exchange(&mut device, &mut server);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y4_a_board_that_was_made_offline_is_there_after_a_reload_offline() {
    let mut device = with_cards();
    let slug = device.board().board.slug.clone();
    device.reload("/app/b");
    device.lose_all();
    assert_eq!(device.shows().boards.len(), 1);
    device.dispatches(json!({ "type": "load_boards" }));
    device.lose_all();
    assert_eq!(device.shows().boards.len(), 1);
    device.dispatches(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(device.shows().open_status, BoardStatus::Ready);
    assert_eq!(titles(&device), "abcd e ");
    device.feed(Input::Woken);
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, device.board().board.id);
}

#[test]
fn y4_sessions_and_preferences_wait_too() {
    let mut device = signed_in(ada());
    device.dispatches(json!({ "type": "start_timer" }));
    device.now += 25 * 60_000;
    device.feed(Input::Alarm { alarm: Alarm::Timer });
    device.dispatches(json!({ "type": "set_theme", "theme": "light" }));
    device.reload("/app");
    assert_eq!(device.shows().sync.unsent, 2);
    device.lose_all();
    device.dispatches(json!({ "type": "load_stats" }));
    device.lose("/auth/refresh/");
    device.feed(Input::Woken);
    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_eq!(server.sessions.len(), 1);
    device.dispatches(json!({ "type": "load_stats" }));
    exchange(&mut device, &mut server);
    assert_eq!(device.shows().stats.focused_today, 25 * 60);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y5_what_the_server_has_taken_leaves_the_storage() {
    let mut device = with_cards();
    assert_eq!(device.unsent_keys().len(), 9);
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    assert_eq!(device.unsent_keys().len(), 8);
    device.take_ops(2);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(device.shows().sync.unsent, 0);
    device.dispatches(json!({ "type": "set_theme", "theme": "light" }));
    assert_eq!(device.unsent_keys().len(), 1);
    device.answer("/preferences/", 200, json!({}));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y6_news_goes_beneath_the_persons_own_changes() {
    let (mut device, mut server, board) = settled();
    let (a, b, list) = (device.card("a"), device.card("b"), device.list("To do"));
    edit_title(&mut device, a, "mine");
    move_card(&mut device, b, list, 0);
    add_card(&mut device, list, "c");
    elsewhere(&mut server, board, 1, retitle(a, "theirs"));
    elsewhere(&mut server, board, 2, retitle(b, "beans"));
    elsewhere(
        &mut server,
        board,
        3,
        Change::AddList { list_id: id(50), name: "Later".to_owned(), rank: "f0".to_owned() },
    );
    device.feed(Input::Woken);
    let news = device.request(&format!("/boards/{board}/changes/")).clone();
    let answer = server.answer(&news, device.now);
    device.settle_by_id(news.id, answer);
    assert_eq!(titles(&device), "beansminec ");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_the_list_of_boards_keeps_an_unsent_name_too() {
    let (mut device, mut server, board) = settled();
    device.dispatches(json!({ "type": "edit_board", "board_id": board, "edit": { "field": "name", "value": "Mine" } }));
    let edit = core_wasm::protocol::op::BoardEdit::Description("Theirs".to_owned());
    elsewhere(&mut server, board, 1, Change::EditBoard { edit });
    device.feed(Input::Woken);
    let news = device.request(&format!("/boards/{board}/changes/")).clone();
    let answer = server.answer(&news, device.now);
    device.settle_by_id(news.id, answer);
    let shown = &device.shows().boards[0];
    assert_eq!((shown.name.as_str(), shown.description.as_str()), ("Mine", "Theirs"));
}

#[test]
fn y6_a_later_change_elsewhere_wins_over_one_that_was_sent_twice() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    server.answer(&sent, device.now);
    device.lose("/boards/");
    elsewhere(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Woken);
    let news = device.request(&format!("/boards/{board}/changes/")).clone();
    let answer = server.answer(&news, device.now);
    device.settle_by_id(news.id, answer);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_news_that_overtakes_an_answer_wins_over_it() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    let late = server.answer(&sent, device.now);
    elsewhere(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Woken);
    let news = device.request(&format!("/boards/{board}/changes/")).clone();
    let answer = server.answer(&news, device.now);
    device.settle_by_id(news.id, answer);
    device.settle_by_id(sent.id, late);
    assert_eq!(titles(&device), "theirsb");
    assert_agrees(&device, &server, board);
}

#[test]
fn y6_news_that_was_overtaken_is_not_news() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    elsewhere(&mut server, board, 1, retitle(a, "theirs"));
    device.feed(Input::Woken);
    let slow = device.request(&format!("/boards/{board}/changes/")).clone();
    let old = server.answer(&slow, device.now);
    device.requests.retain(|request| request.id != slow.id);
    edit_title(&mut device, a, "mine");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    device.settle_by_id(slow.id, old);
    assert_eq!(titles(&device), "mineb");
}

#[test]
fn y7_a_refused_op_leaves_the_view_and_the_person_is_told_why() {
    let (mut device, mut server, board) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "refused");
    server.refuses.insert(ops_on_their_way(&device)[0].id);
    device.lose("/boards/");
    device.dispatches(json!({ "type": "edit_card", "card_id": a, "edit": { "field": "priority", "value": "high" } }));
    add_card(&mut device, list, "c");
    device.wait_for(Alarm::Outbox);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "abc");
    let priority = |device: &Device| json!(device.board().cards.iter().find(|card| card.id == a).unwrap().priority);
    assert_eq!(priority(&device), "high", "its neighbours in the batch stay");
    assert_eq!(device.shows().sync.refused.as_ref().map(|refused| refused.code), Some(ErrorCode::UnknownCard));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y7_what_depends_on_a_refused_op_leaves_with_it() {
    let (mut device, mut server, board) = settled();
    let list = add_list(&mut device, "Refused");
    server.refuses.insert(ops_on_their_way(&device)[0].id);
    add_card(&mut device, list, "c");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ab");
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_agrees(&device, &server, board);
}

#[test]
fn y7_ops_of_a_board_that_is_gone_are_given_up() {
    let (mut device, mut server, board) = settled();
    server.boards.remove(&board);
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    exchange(&mut device, &mut server);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(device.shows().sync.refused.as_ref().map(|refused| refused.code), Some(ErrorCode::NotFound));
    assert_eq!(titles(&device), "ab");
}

#[test]
fn y7_a_refused_change_of_a_board_that_is_not_open_is_taken_back_too() {
    let (mut device, mut server, board) = settled();
    device.reload("/app/b");
    device.dispatches(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    device.dispatches(
        json!({ "type": "edit_board", "board_id": board, "edit": { "field": "name", "value": "Refused" } }),
    );
    server.refuses.insert(ops_on_their_way(&device)[0].id);
    exchange(&mut device, &mut server);
    assert_eq!(device.shows().boards[0].name.as_str(), "Garden");
}

#[test]
fn y8_a_gap_asks_for_the_changes_since_the_known_version() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    elsewhere(&mut server, board, 1, retitle(b, "theirs"));
    edit_title(&mut device, a, "mine");
    let sent = device.requests[0].clone();
    let answer = server.answer(&sent, device.now);
    device.settle_by_id(sent.id, answer);
    assert_eq!(device.open(), [format!("GET /boards/{board}/changes/?since=2")]);
    assert_eq!(titles(&device), "mineb");
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "minetheirs");
    assert_agrees(&device, &server, board);
}

#[test]
fn y8_without_a_gap_nothing_is_asked() {
    let (mut device, mut server, _) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    move_card(&mut device, a, list, 1);
    let sent = device.requests[0].clone();
    let answer = server.answer(&sent, device.now);
    device.settle_by_id(sent.id, answer);
    assert_eq!(device.open(), Vec::<String>::new());
}

#[test]
fn y8_a_version_that_is_another_devices_is_still_asked_for() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    let at = Timestamp::from_millis(MORNING);
    let theirs = [
        BoardOp { id: id(60), at, change: retitle(a, "same") },
        BoardOp { id: id(61), at, change: retitle(b, "theirs") },
    ];
    server.run(board, &theirs).unwrap();
    // The server finds nothing to change, so that the version in its answer is the other device's.
    edit_title(&mut device, a, "same");
    exchange(&mut device, &mut server);
    device.feed(Input::Woken);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y9_what_cannot_be_read_stays_in_the_storage_and_blocks_nothing() {
    let mut device = Device::new(signed_in_storage(ada()));
    let newer = format!("outbox/{}/{}", ada(), id(3));
    let strange = format!("outbox/{}/strange", ada());
    let fine = format!("outbox/{}/{}", ada(), id(4));
    let entry = json!({ "create_board": { "request": { "name": "Garden", "id": id(5) } } });
    device.storage.insert(newer.clone(), json!({ "written_by_a_newer_version": 1 }).to_string());
    device.storage.insert(strange.clone(), "{".to_owned());
    device.storage.insert(fine.clone(), entry.to_string());
    device.reload("/app");
    assert_eq!(device.shows().sync.unsent, 2, "the board, and the time zone of this browser");
    assert_eq!(device.log.len(), 2);
    let request = device.request("/boards/create-board/").json();
    assert_eq!(request["name"], "Garden");
    device.answer("/boards/create-board/", 200, json!({ "board": device.shows().boards[0] }));
    let left = device.unsent_keys();
    assert!(left.contains(&newer) && left.contains(&strange) && !left.contains(&fine));
}

#[test]
fn y9_a_stored_op_of_a_shape_of_tomorrow_is_left_alone() {
    let mut device = Device::new(signed_in_storage(ada()));
    let key = format!("outbox/{}/{}", ada(), id(3));
    let op: Value = json!({ "id": id(4), "at": "2026-03-03T08:30:00.000Z", "change": { "type": "teleport_card" } });
    device.storage.insert(key.clone(), json!({ "board_op": { "board_id": id(5), "op": op } }).to_string());
    device.reload("/app");
    assert!(device.unsent_keys().contains(&key));
    assert!(!device.open().iter().any(|request| request.ends_with("/ops/")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn y3_whatever_is_lost_late_or_refused_in_the_end_both_agree(
        run in vec((select(ON_ONE_ACCOUNT), any::<u8>(), any::<u8>(), any::<u8>()), 1..150)
    ) {
        let mut world = World::new();
        for happening in run {
            world.happen(happening);
        }
        world.come_to_rest();
        prop_assert_eq!(world.device.unsent_keys(), Vec::<String>::new());
        prop_assert_eq!(world.device.shows().sync.unsent, 0);
        for board in world.device.shows().boards.clone() {
            world.device.dispatches(json!({ "type": "open_board", "slug": board.slug }));
            world.come_to_rest();
            assert_agrees(&world.device, &world.servers[0], board.id);
        }
        let names = |boards: Vec<Board>| boards.into_iter().map(|board| (board.id, board)).collect::<BTreeMap<_, _>>();
        world.device.dispatches(json!({ "type": "load_boards" }));
        world.come_to_rest();
        let kept = world.servers[0].boards.values().map(|board| board.records.board.clone()).collect();
        prop_assert_eq!(names(world.device.shows().boards.clone()), names(kept));
    }
}
