//! Storage in IndexedDB (SPEC Y13 to Y21, Y29).

use crate::board_deltas::{apply_remote_change, assert_agrees, edit_title, exchange, retitle, settled};
use crate::boards::{add_card, add_list, open_new, titles};
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, id, log_in, refusal, signed_in, signed_in_storage};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, IoEffect};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::view::{BoardStatus, DueStatus, LoadStatus};
use serde_json::json;

fn keys(device: &Device, part: &str) -> Vec<String> {
    device.indexed_db.borrow().texts.keys().filter(|key| key.contains(part)).cloned().collect()
}

fn store_text(device: &Device, key: &str, text: &str) {
    device.indexed_db.borrow_mut().write(vec![(key.to_owned(), Some(text.to_owned()))]);
}

fn garden() -> serde_json::Value {
    json!({ "type": "open_board", "slug": "garden-x" })
}

/// Returns a device and its server with a board of one list and two cards, and the list of boards loaded.
fn listed() -> (Device, Server, Id) {
    let (mut device, mut server, board) = settled();
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    (device, server, board)
}

/// Returns the same after an offline reload.
fn reopened() -> (Device, Server, Id) {
    let (mut device, server, board) = listed();
    device.reload("/app/b");
    device.fail_all_requests();
    (device, server, board)
}

fn open(device: &mut Device, server: &Server, board: Id) {
    let slug = server.boards[&board].records.board.slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
}

#[test]
fn y13_nothing_is_sent_before_storage_is_loaded() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    device.requests.clear();
    let mut page = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    page.defers_reads = true;
    page.feed(Input::LeadAcquired);
    page.start("/app");
    page.dispatch_json(json!({ "type": "set_theme", "theme": "light" }));
    page.dispatch_json(json!({ "type": "load_boards" }));
    open(&mut page, &server, board);
    let sending = |page: &Device| page.requests.iter().filter(|request| request.method == "PUT").count();
    assert_eq!(sending(&page), 0);
    assert_eq!(
        (page.snapshot().boards_status, page.snapshot().open_status),
        (LoadStatus::Loading, BoardStatus::Loading)
    );
    while !page.pending_reads.is_empty() {
        assert_eq!(sending(&page), 0, "the board with an unsent change is read first too");
        page.deliver_read();
    }
    assert_eq!(titles(&page), "Ab", "earlier intents are not lost");
    exchange(&mut page, &mut server);
    assert_agrees(&page, &server, board);
    assert_eq!(page.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y13_committed_changes_survive_a_crash() {
    let (mut device, mut server, board) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "A");
    add_card(&mut device, list, "c");
    device.requests.clear();
    device.crash("/app");
    assert_eq!(device.snapshot().sync.unsent, 1, "the last change was not committed yet");
    exchange(&mut device, &mut server);
    open(&mut device, &server, board);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y14_corrupt_or_newer_values_are_quarantined() {
    let (mut device, mut server, board) = listed();
    let snapshot = keys(&device, "/news/")[0].clone();
    let overview = format!("{}/kept/overview", ada());
    for (key, text) in [(&snapshot, r#"{"format":2,"all":"new"}"#), (&overview, "{")] {
        store_text(&device, key, text);
    }
    device.reload("/app");
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    open(&mut device, &server, board);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    let aside = keys(&device, "set aside/");
    assert!(aside.contains(&format!("set aside/{overview}")), "{aside:?}");
    assert!(aside.contains(&format!("set aside/{snapshot}")), "{aside:?}");
    assert!(device.log.iter().any(|line| line.contains("set aside")));
}

#[test]
fn y15_stored_board_list_shows_until_the_response() {
    let (mut device, mut server, board) = reopened();
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
    assert_eq!(device.snapshot().boards.len(), 1);
    device.dispatch_json(
        json!({ "type": "edit_board", "board_id": board, "edits": [{ "field": "name", "value": "Mine" }] }),
    );
    device.reload("/app/b");
    device.fail_all_requests();
    assert_eq!(device.snapshot().boards[0].name.as_str(), "Mine");
    let request = serde_json::from_value(json!({ "name": "Kitchen", "id": id(80) })).unwrap();
    server.create(&request);
    device.feed(Input::Online);
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().boards.len(), 2);
}

#[test]
fn y16_stored_boards_open_offline_and_catch_up() {
    let (mut device, mut server, board) = reopened();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "ab");
    device.fail_all_requests();
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    apply_remote_change(&mut server, board, 1, retitle(device.card("b"), "theirs"));
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "Ab");
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "Atheirs");
    assert_agrees(&device, &server, board);
}

#[test]
fn y16_confirmed_changes_survive_an_offline_reload() {
    let (mut device, mut server, board) = settled();
    let (a, b) = (device.card("a"), device.card("b"));
    device.dispatch_json(json!({ "type": "load_boards" }));
    edit_title(&mut device, a, "A");
    exchange(&mut device, &mut server);
    edit_title(&mut device, b, "B");
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "AB");
    assert_eq!(device.snapshot().sync.unsent, 1);
}

#[test]
fn y16_created_boards_are_found_without_opening_the_list() {
    let (mut device, mut server, board) = settled();
    open(&mut device, &server, board);
    exchange(&mut device, &mut server);
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "ab");
}

#[test]
fn y16_unstored_boards_are_fetched() {
    let mut device = signed_in(ada());
    device.dispatch_json(garden());
    assert_eq!(device.snapshot().open_status, BoardStatus::Loading);
    assert_eq!(device.open_requests(), ["GET /boards/garden-x/changes/", "GET /boards/garden-x/first-screen/"]);
}

#[test]
fn y17_complete_responses_replace_all_records() {
    let (mut device, mut server, board) = listed();
    let (a, b) = (device.card("a"), device.card("b"));
    edit_title(&mut device, b, "mine");
    device.requests.clear();
    let mut all = server.boards[&board].since(-1);
    all.is_complete = true;
    all.version += 10;
    all.cards.retain(|card| card.id != a);
    device.feed(Input::Online);
    device.respond_with(&format!("/boards/{board}/changes/"), 200, json!(all));
    assert_eq!(titles(&device), "mine");
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "mine");
    server.boards.remove(&board);
}

#[test]
fn y17_a_replaced_board_keeps_the_due_status_of_its_cards() {
    let (mut device, mut server, board) = listed();
    let a = device.card("a");
    let edits = json!([{ "field": "due_date", "value": "2000-01-01" }]);
    device.dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": edits }));
    exchange(&mut device, &mut server);
    let mut all = server.boards[&board].since(-1);
    all.is_complete = true;
    all.version += 10;
    device.feed(Input::Online);
    device.respond_with(&format!("/boards/{board}/changes/"), 200, json!(all));
    assert_eq!(device.board().cards[0].due_status, Some(DueStatus::Overdue));
}

#[test]
fn y18_many_deltas_are_compacted_into_a_snapshot() {
    let (mut device, mut server, board) = listed();
    let a = device.card("a");
    for number in 0..230 {
        apply_remote_change(&mut server, board, number, retitle(a, &format!("theirs {number}")));
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
    }
    assert_eq!(keys(&device, "/snapshot/").len(), 1);
    assert!(keys(&device, "/news/").len() < 100);
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "theirs 229b");
}

#[test]
fn y17_a_server_rollback_is_accepted() {
    let (mut device, mut server, board) = listed();
    let older = server.boards[&board].full();
    let a = device.card("a");
    for title in ["lost", "lost too"] {
        edit_title(&mut device, a, title);
        exchange(&mut device, &mut server);
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
    }
    device.feed(Input::Online);
    device.respond_with(&format!("/boards/{board}/changes/"), 400, refusal("bad_query"));
    let slug = older.board.as_ref().expect("a board").slug.as_str().to_owned();
    device.respond_with(&format!("/boards/{slug}/"), 200, json!(older));
    assert_eq!(titles(&device), "ab");
    device.fail_all_requests();
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "ab", "the earlier records are deleted");
    assert!(device.open_requests().contains(&format!("GET /boards/{board}/changes/?since={}", older.version)));
}

#[test]
fn y18_deltas_after_a_gap_are_skipped_and_fetched() {
    let (mut device, mut server, board) = listed();
    let a = device.card("a");
    for number in 0..3 {
        apply_remote_change(&mut server, board, number, retitle(a, &format!("theirs {number}")));
        device.feed(Input::Online);
        exchange(&mut device, &mut server);
    }
    let news = keys(&device, "/news/");
    let gap = &news[news.len() - 2];
    device.indexed_db.borrow_mut().write(vec![(gap.clone(), None)]);
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "theirs 0b");
    let since = server.boards[&board].since(0).version - 2;
    assert!(device.open_requests().contains(&format!("GET /boards/{board}/changes/?since={since}")));
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y19_works_in_memory_without_storage() {
    let mut device = Device::new(signed_in_storage(ada()));
    device.indexed_db.borrow_mut().is_failing = true;
    let mut server = Server::new(ada());
    device.start("/app");
    exchange(&mut device, &mut server);
    assert!(device.snapshot().sync.is_memory_only);
    let board = open_new(&mut device, "Garden").id;
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "a");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    let keeps = |effect: &IoEffect| matches!(effect, IoEffect::WriteIndexedDb { entries } if entries.iter().any(|(_, text)| text.is_some()));
    assert!(!device.last.io_effects.iter().any(keeps));
}

#[test]
fn y46_changes_that_could_not_be_stored_are_known_until_they_are_sent_or_stored() {
    let (mut device, mut server, _) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    assert!(!device.asks_before_closing(), "the change is stored");
    exchange(&mut device, &mut server);

    device.indexed_db.borrow_mut().is_failing = true;
    device.report_storage_failure();
    assert!(!device.asks_before_closing(), "nothing was changed");
    edit_title(&mut device, a, "B");
    assert!(device.asks_before_closing());
    exchange(&mut device, &mut server);
    assert!(!device.asks_before_closing(), "the change is sent");

    edit_title(&mut device, a, "C");
    assert!(device.asks_before_closing());
    device.indexed_db.borrow_mut().is_failing = false;
    device.fire_alarm(Alarm::StorageRetry);
    assert!(!device.asks_before_closing(), "the change is stored");
}

#[test]
fn y46_changes_of_a_guest_that_could_not_be_stored_are_known() {
    let mut device = Device::new([("name".to_owned(), "Grace".to_owned())]);
    device.indexed_db.borrow_mut().is_failing = true;
    device.start("/app/b");
    assert!(!device.asks_before_closing(), "nothing was changed");
    open_new(&mut device, "Garden");
    assert!(device.asks_before_closing());
}

#[test]
fn y19_accepted_changes_leave_a_failing_storage() {
    let (mut device, mut server, board) = settled();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    device.report_storage_failure();
    let others = |device: &Device| keys(device, "").iter().filter(|key| !key.contains("/outbox/")).count();
    let before = others(&device);
    assert_eq!(device.unsent_keys().len(), 1);
    exchange(&mut device, &mut server);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert_eq!(others(&device), before, "what something else would take the place of stays");
    device.reload("/app");
    assert_eq!(device.snapshot().sync.unsent, 0);
    assert_eq!(server.boards[&board].records.cards[&a].title.as_str(), "A");
}

#[test]
fn y19_a_refused_change_stays_in_a_failing_storage_with_its_text() {
    let (mut device, mut server, _) = settled();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "add_comment", "card_id": a, "text": "Water it" }));
    device.report_storage_failure();
    // The server refuses the change twice, because the card is not there.
    let board = server.boards.values_mut().next().expect("the board is there");
    board.records.cards.remove(&a);
    exchange(&mut device, &mut server);
    let texts = |device: &Device| -> Vec<Option<String>> {
        device.snapshot().sync.refused.iter().map(|refused| refused.text.clone()).collect()
    };
    assert_eq!(texts(&device), [Some("Water it".to_owned())]);
    assert_eq!(device.unsent_keys().len(), 1);
    device.reload("/app");
    exchange(&mut device, &mut server);
    assert_eq!(texts(&device), [Some("Water it".to_owned())]);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y19_unsent_changes_survive_re_login_without_storage() {
    let (mut device, mut server, board) = settled();
    device.indexed_db.borrow_mut().is_failing = true;
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    assert!(device.snapshot().sync.is_memory_only);
    device.requests.clear();
    for key in ["access_token", "refresh_token"] {
        device.store_in_other_tab(key, None);
    }
    assert_eq!(device.snapshot().sync.unsent, 0);
    device.requests.clear();
    log_in(&mut device, ada());
    assert_eq!(device.snapshot().sync.unsent, 1);
    exchange(&mut device, &mut server);
    assert!(server.boards[&board].records.cards[&a].title.as_str() == "A");
}

#[test]
fn y20_legacy_outbox_is_migrated() {
    let old = format!("outbox/{}/{}", ada(), id(4));
    let entry = json!({ "create_board": { "request": { "name": "Garden", "id": id(5) } } }).to_string();
    for refuses in [false, true] {
        let mut stored = signed_in_storage(ada()).to_vec();
        stored.push((old.clone(), entry.clone()));
        stored.push((format!("outbox/{}/{}", ben(), id(6)), entry.clone()));
        let mut device = Device::new(stored);
        device.indexed_db.borrow_mut().is_failing = refuses;
        device.start("/app");
        assert!(device.snapshot().boards.iter().any(|board| board.name.as_str() == "Garden"));
        assert_eq!(device.storage.contains_key(&old), refuses, "the old key is removed once IndexedDB has the entry");
        assert_eq!(keys(&device, &format!("/kept/outbox/{}", id(4))).len(), usize::from(!refuses));
        assert!(
            device.storage.contains_key(&format!("outbox/{}/{}", ben(), id(6))),
            "the entry of another account stays"
        );
        let mut server = Server::new(ada());
        exchange(&mut device, &mut server);
        assert_eq!(server.boards.len(), 1);
        assert!(!device.storage.contains_key(&old), "sent entries are removed");
    }
}

#[test]
fn y21_log_out_deletes_everything_and_expiry_nothing() {
    let (mut device, mut server, board) = settled();
    store_text(&device, &format!("{}/kept/tasks", ben()), "{}");
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    let before = keys(&device, "");
    for key in ["access_token", "refresh_token"] {
        device.store_in_other_tab(key, None);
    }
    assert_eq!(keys(&device, ""), before);
    device.requests.clear();
    log_in(&mut device, ben());
    assert_eq!((device.snapshot().sync.unsent, device.snapshot().boards.len()), (0, 0));
    assert_eq!(keys(&device, &ada().to_string()).len(), before.len() - 1, "another account's login forgets nothing");
    device.requests.clear();
    for key in ["access_token", "refresh_token"] {
        device.store_in_other_tab(key, None);
    }
    device.requests.clear();
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    open(&mut device, &server, board);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    assert_eq!(server.boards[&board].records.cards[&a].title.as_str(), "A");
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!(keys(&device, &ada().to_string()), Vec::<String>::new());
    assert_eq!(keys(&device, &format!("{}/kept/tasks", ben())).len(), 1, "another's stays");
}

#[test]
fn y29_refused_changes_show_their_text_until_dismissed() {
    let (mut device, mut server, _) = settled();
    let (a, list) = (device.card("a"), device.list("To do"));
    edit_title(&mut device, a, "Milk");
    for op in crate::board_deltas::ops_in_flight(&device) {
        server.refused_ops.insert(op.id);
    }
    exchange(&mut device, &mut server);
    add_card(&mut device, list, "Bread");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": a, "edits": [{ "field": "description", "value": "long text" }] }),
    );
    device.respond_with("/boards/", 404, refusal("not_found"));
    device.requests.clear();
    let refusals_of = |device: &Device| {
        let refused = device.snapshot().sync.refused.iter();
        refused.map(|refused| (refused.what.clone(), refused.text.clone())).collect::<Vec<_>>()
    };
    let refusal = |what: &str, text: &str| (what.to_owned(), Some(text.to_owned()));
    let first = [refusal("Rename card “a”", "Milk"), refusal("Add card “Bread”", "Bread")];
    assert_eq!(refusals_of(&device), first, "the second was sent by itself");
    device.reload("/app");
    assert_eq!(refusals_of(&device), first);
    device.dispatch_json(json!({ "type": "dismiss_refused", "refused_id": null }));
    assert_eq!(refusals_of(&device), []);
    device.reload("/app");
    assert_eq!(refusals_of(&device), []);
}

#[test]
fn y37_pending_edits_apply_when_the_gap_closes() {
    let (mut device, mut server, board) = listed();
    let (list_id, card_id) = (device.list("To do"), id(90));
    let (rank, title) = ("f0".to_owned(), "c".to_owned());
    let before = keys(&device, "/news/");
    apply_remote_change(
        &mut server,
        board,
        1,
        Change::AddCard { card_id, list_id, rank, title, priority: Priority::Low },
    );
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let news = keys(&device, "/news/").into_iter().find(|key| !before.contains(key)).expect("stored news");
    edit_title(&mut device, card_id, "C");
    device.indexed_db.borrow_mut().write(vec![(news, None)]);
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "ab", "the card is behind the gap");
    device.feed(Input::Online);
    let changes = device.requests.iter().find(|request| request.path.contains("/changes/")).cloned();
    server.respond(&mut device, &changes.expect("a request for the missing changes"));
    assert_eq!(titles(&device), "abC");
    assert_eq!(device.snapshot().sync.unsent, 1, "the edit is unsent");
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
}

#[test]
fn y38_failed_writes_are_retried_when_storage_recovers() {
    let (mut device, mut server, board) = listed();
    let (a, b) = (device.card("a"), device.card("b"));
    device.indexed_db.borrow_mut().is_failing = true;
    edit_title(&mut device, a, "A");
    assert!(device.snapshot().sync.is_memory_only);
    exchange(&mut device, &mut server);
    device.dispatch_json(json!({ "type": "save_draft", "key": "card/x", "text": "half a thought" }));
    edit_title(&mut device, b, "B");
    for _ in 0..3 {
        device.fire_alarm(Alarm::StorageRetry);
        assert!(device.snapshot().sync.is_memory_only, "the flag stays while writes fail");
    }
    device.indexed_db.borrow_mut().is_failing = false;
    device.fire_alarm(Alarm::StorageRetry);
    assert!(!device.snapshot().sync.is_memory_only && !device.alarms.contains_key(&Alarm::StorageRetry));
    assert_eq!(device.unsent_keys().len(), 1, "entries sent meanwhile are not stored again");
    device.reload("/app/b");
    device.fail_all_requests();
    open(&mut device, &server, board);
    assert_eq!(titles(&device), "AB");
    assert_eq!(keys(&device, "/draft/").len(), 1);
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board);
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn y38_failed_deletes_of_a_log_out_are_retried() {
    let (mut device, _, _) = settled();
    device.indexed_db.borrow_mut().is_failing = true;
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_ne!(keys(&device, &ada().to_string()), Vec::<String>::new());
    device.indexed_db.borrow_mut().is_failing = false;
    device.fire_alarm(Alarm::StorageRetry);
    assert_eq!(keys(&device, &ada().to_string()), Vec::<String>::new());
}
