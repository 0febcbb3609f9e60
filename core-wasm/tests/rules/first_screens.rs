//! The first screen of a board, shown while the board itself is being read (SPEC Y41, Y42).

use crate::board_deltas::{apply_remote_change, assert_agrees, edit_title, exchange, retitle, settled};
use crate::boards::{add_card, titles};
use crate::support::device::{Device, Request};
use crate::support::server::Server;
use crate::support::{ada, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::Intent;
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::response::ApiResponse;
use core_wasm::protocol::stored::{StoredFirstScreen, local_key};
use core_wasm::protocol::view::{BoardStatus, DueStatus};
use serde_json::json;

fn first_screens(device: &Device) -> Vec<(String, String)> {
    let texts = &device.indexed_db.borrow().texts;
    texts
        .iter()
        .filter(|(key, _)| key.contains("first screen"))
        .map(|(key, text)| (key.clone(), text.clone()))
        .collect()
}

fn only_first_screen(device: &Device) -> StoredFirstScreen {
    let stored = first_screens(device);
    assert_eq!(stored.len(), 1, "{stored:?}");
    serde_json::from_str(&stored[0].1).expect("a first screen")
}

/// Returns a device whose open board has been stored with its first screen, and the board's path.
fn stored() -> (Device, Server, Id, String) {
    let (mut device, mut server, board) = settled();
    // A stored board is found through the list of boards.
    device.dispatch_json(json!({ "type": "load_boards" }));
    exchange(&mut device, &mut server);
    device.feed(Input::PageHidden);
    let path = format!("/app/b/{}", server.boards[&board].records.board.slug.as_str());
    (device, server, board, path)
}

/// Opens another page on a path. It has read the first screen and nothing else.
fn reload_to_first_screen(device: &Device, path: &str) -> Device {
    let mut page = Device::tab(device.now, device.storage.clone(), device.indexed_db.clone());
    page.defers_reads = true;
    page.feed(Input::LeadAcquired);
    page.start(path);
    page.pending_reads.sort_by_key(|prefix| !prefix.contains("first screen"));
    page.deliver_read();
    page
}

/// Opens another page on the first screen and changes the title of the card "a" there. Returns the page and the card.
fn edit_first_screen(device: &Device, path: &str) -> (Device, Id) {
    let mut page = reload_to_first_screen(device, path);
    let a = page.card("a");
    edit_title(&mut page, a, "A");
    (page, a)
}

fn deliver_all_reads(page: &mut Device) {
    while !page.pending_reads.is_empty() {
        page.deliver_read();
    }
}

#[test]
fn y41_first_screen_shows_until_the_board_is_read() {
    let (device, _, _, path) = stored();
    let mut page = reload_to_first_screen(&device, &path);
    assert_eq!((titles(&page).as_str(), page.snapshot().open_status), ("ab", BoardStatus::Loading));
    let slug = page.snapshot().open_slug.clone();
    // What the page dispatches once it is drawn does not start over.
    page.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(titles(&page), "ab");
    deliver_all_reads(&mut page);
    assert_eq!((titles(&page).as_str(), page.snapshot().open_status), ("ab", BoardStatus::Ready));
}

#[test]
fn y41_first_screen_contains_the_first_cards_and_the_number_of_the_others() {
    let (mut device, mut server, _, path) = stored();
    let list = device.list("To do");
    for number in 0..45 {
        add_card(&mut device, list, &format!("c{number}"));
    }
    exchange(&mut device, &mut server);
    device.feed(Input::PageHidden);
    let StoredFirstScreen { board, .. } = only_first_screen(&device);
    let shown: Vec<Id> = board.cards.iter().map(|card| card.id).collect();
    assert_eq!(shown, device.board().lists[0].card_ids[..40]);
    assert_eq!((&board.lists[0].card_ids, board.lists[0].unloaded_cards), (&shown, 7));

    let mut page = reload_to_first_screen(&device, &path);
    assert_eq!((page.board().lists[0].card_ids.len(), page.board().lists[0].unloaded_cards), (40, 7));
    deliver_all_reads(&mut page);
    assert_eq!((page.board().lists[0].card_ids.len(), page.board().lists[0].unloaded_cards), (47, 0));
}

#[test]
fn y41_a_first_screen_of_an_earlier_version_lists_all_cards() {
    let (device, _, _, path) = stored();
    let mut stored = only_first_screen(&device);
    stored.board.cards.truncate(1);
    let (key, text) = (first_screens(&device)[0].0.clone(), serde_json::to_string(&stored).expect("it is JSON"));
    assert!(!text.contains("unloaded_cards"), "{text}");
    device.indexed_db.borrow_mut().texts.insert(key, text);
    let mut page = reload_to_first_screen(&device, &path);
    assert_eq!((page.board().lists[0].card_ids.len(), page.board().cards.len()), (2, 1));
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "ab");
}

#[test]
fn y41_first_screen_is_stored_when_the_page_is_hidden_or_the_board_closed() {
    let (mut device, _, _, path) = stored();
    let a = device.card("a");
    let before = first_screens(&device);
    edit_title(&mut device, a, "A");
    assert_eq!(first_screens(&device), before, "a change does not write it");
    device.feed(Input::PageHidden);
    assert_eq!(only_first_screen(&device).board.cards[0].title.as_str(), "A", "unsent changes are part of it");
    device.indexed_db.borrow_mut().texts.retain(|key, _| !key.contains("first screen"));
    device.feed(Input::PageHidden);
    assert_eq!(first_screens(&device), vec![], "it is not stored again without a change");
    edit_title(&mut device, a, "AA");
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(only_first_screen(&device).board.cards[0].title.as_str(), "AA");
    let mut page = reload_to_first_screen(&device, &path);
    assert_eq!(titles(&page), "AAb");
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "AAb");
}

#[test]
fn y41_first_screen_has_the_due_status_of_today() {
    let (mut device, mut server, _, path) = stored();
    let a = device.card("a");
    let edits = json!([{ "field": "due_date", "value": "2030-01-01" }]);
    device.dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": edits }));
    exchange(&mut device, &mut server);
    device.feed(Input::PageHidden);
    assert_eq!(only_first_screen(&device).board.cards[0].due_status, Some(DueStatus::Later));
    device.now += 20 * 365 * 86_400_000;
    let page = reload_to_first_screen(&device, &path);
    assert_eq!(page.board().cards[0].due_status, Some(DueStatus::Overdue));
}

#[test]
fn y41_first_screens_are_deleted_with_the_board_and_at_log_out() {
    let (device, _, board, path) = stored();
    let mut page = reload_to_first_screen(&device, &path);
    deliver_all_reads(&mut page);
    page.respond_with(&format!("/boards/{board}/changes/"), 404, json!({ "code": "not_found", "message": "" }));
    assert_eq!(page.snapshot().open_status, BoardStatus::NotFound);
    assert_eq!(first_screens(&page), vec![]);

    let (mut device, ..) = stored();
    let key = first_screens(&device)[0].0.clone();
    let prefix = device.stored(local_key::FIRST_SCREENS).expect("the page knows where first screens are").to_owned();
    assert_eq!(key, format!("{prefix}/app/b/{}/", device.snapshot().open_slug));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!((first_screens(&device), device.stored(local_key::FIRST_SCREENS)), (vec![], None));
}

#[test]
fn y41_unreadable_first_screens_are_ignored() {
    let (device, _, _, path) = stored();
    let key = first_screens(&device)[0].0.clone();
    for text in ["{", r#"{"format":9}"#] {
        device.indexed_db.borrow_mut().texts.insert(key.clone(), text.to_owned());
        let mut page = reload_to_first_screen(&device, &path);
        assert_eq!(page.snapshot().open_board, None);
        deliver_all_reads(&mut page);
        assert_eq!(titles(&page), "ab");
        assert_eq!(only_first_screen(&page).board.cards.len(), 2, "it is replaced");
    }
}

#[test]
fn y41_a_first_screen_that_cannot_be_stored_is_no_failure() {
    let (mut device, _, _, _) = stored();
    let a = device.card("a");
    edit_title(&mut device, a, "A");
    device.indexed_db.borrow_mut().is_failing = true;
    device.feed(Input::PageHidden);
    assert!(!device.snapshot().sync.is_memory_only);
}

#[test]
fn y42_changes_wait_until_the_board_is_read() {
    let (device, mut server, board, path) = stored();
    let mut page = reload_to_first_screen(&device, &path);
    let (a, list) = (page.card("a"), page.list("To do"));
    edit_title(&mut page, a, "A");
    page.dispatch_json(json!({ "type": "add_card", "list_id": list, "title": "c", "priority": "low" }));
    page.dispatch_json(json!({ "type": "move_card", "card_id": a, "list_id": list, "index": 2 }));
    page.dispatch_json(json!({ "type": "open_card", "card_id": a }));
    assert_eq!((titles(&page).as_str(), page.snapshot().sync.unsent), ("ab", 0));
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "bcA");
    assert_eq!(page.snapshot().open_card.as_ref().map(|card| card.id), Some(a));
    exchange(&mut page, &mut server);
    assert_agrees(&page, &server, board);
    page.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(titles(&page), "Abc", "each of them can be undone");
}

#[test]
fn y42_a_title_that_is_too_long_is_refused_at_once() {
    let (device, _, _, path) = stored();
    let mut page = reload_to_first_screen(&device, &path);
    let list = page.list("To do");
    let add = |title: &str| Intent::AddCard { list_id: list, title: title.to_owned(), priority: Priority::Low };
    assert_eq!(page.try_dispatch(add(&"x".repeat(501))), Err(ErrorCode::TitleTooLong));
    assert_eq!(page.try_dispatch(add("c")), Ok(()));
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "abc");
}

#[test]
fn y42_positions_count_the_cards_that_are_not_loaded() {
    let (mut device, mut server, board, path) = stored();
    let list = device.list("To do");
    for number in 0..45 {
        add_card(&mut device, list, &format!("c{number}"));
    }
    exchange(&mut device, &mut server);
    device.feed(Input::PageHidden);
    let mut page = reload_to_first_screen(&device, &path);
    let (a, b) = (page.card("a"), page.card("b"));
    page.dispatch_json(json!({ "type": "move_card", "card_id": a, "list_id": list, "index": 44 }));
    page.dispatch_json(json!({ "type": "drop_card", "card_id": b, "list_id": list, "before": null }));
    page.dispatch_json(json!({ "type": "add_card", "list_id": list, "title": "c", "priority": "low" }));
    deliver_all_reads(&mut page);
    let title = |index: usize| {
        let view = page.board();
        let id = view.lists[0].card_ids[index];
        view.cards.iter().find(|card| card.id == id).map(|card| card.title.as_str().to_owned())
    };
    assert_eq!([43, 45, 46, 47].map(title), ["a", "c44", "b", "c"].map(|text| Some(text.to_owned())));
    exchange(&mut page, &mut server);
    assert_agrees(&page, &server, board);
}

#[test]
fn y42_changes_are_made_before_the_board_is_closed() {
    let (device, mut server, board, path) = stored();
    let (mut page, a) = edit_first_screen(&device, &path);
    page.dispatch_json(json!({ "type": "close_board" }));
    page.dispatch_json(json!({ "type": "open_board", "slug": "another" }));
    deliver_all_reads(&mut page);
    assert_eq!(page.snapshot().open_slug, "another");
    exchange(&mut page, &mut server);
    assert_eq!(server.boards[&board].records.cards[&a].title.as_str(), "A");
}

#[test]
fn y42_undo_waits_for_the_changes_before_it() {
    let (device, _, _, path) = stored();
    let (mut page, a) = edit_first_screen(&device, &path);
    edit_title(&mut page, a, "AA");
    page.dispatch_json(json!({ "type": "undo" }));
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "Ab");
}

#[test]
fn y42_waiting_changes_are_unsent() {
    let (device, _, _, path) = stored();
    let (mut page, _) = edit_first_screen(&device, &path);
    let outcome = page.try_dispatch(Intent::LogOut { discard_unsent: false });
    assert_eq!(outcome, Err(ErrorCode::UnsentChanges));
}

#[test]
fn y41_the_first_screen_of_a_board_that_does_not_exist_is_deleted() {
    let (device, _, _, path) = stored();
    device.indexed_db.borrow_mut().texts.retain(|key, _| !key.contains("/board/"));
    let mut page = reload_to_first_screen(&device, &path);
    deliver_all_reads(&mut page);
    page.respond_with(&path.replace("/app/b/", "/boards/"), 404, json!({ "code": "not_found", "message": "" }));
    assert_eq!(page.snapshot().open_status, BoardStatus::NotFound);
    assert_eq!(first_screens(&page), []);
}

#[test]
fn y42_changes_to_a_board_that_cannot_be_read_are_refused_with_a_toast() {
    let (device, _, _, path) = stored();
    device.indexed_db.borrow_mut().texts.retain(|key, _| !key.contains("/board/"));
    let (mut page, _) = edit_first_screen(&device, &path);
    deliver_all_reads(&mut page);
    assert_eq!(titles(&page), "ab", "the board is requested from the server");
    page.take_toasts();
    page.fail_all_requests();
    assert_eq!((page.snapshot().open_status, page.take_toasts().len()), (BoardStatus::Failed, 1));
}

/// Opens a board on another device, which has stored nothing. Returns the device, its request for the first screen and
/// that for the board.
fn open_elsewhere(path: &str) -> (Device, Request, Request) {
    let mut page = signed_in(ada());
    page.reload(path);
    let request = |end: &str| page.requests.iter().find(|request| request.path.ends_with(end)).cloned();
    let (first_screen, board) = (request("/first-screen/"), request("/changes/"));
    (page, first_screen.expect("a request for the first screen"), board.expect("a request for the board"))
}

#[test]
fn y43_a_board_that_is_not_stored_shows_the_first_screen_of_the_server() {
    let (_, mut server, board_id, path) = stored();
    let (mut page, first_screen, board) = open_elsewhere(&path);
    let slug = path.strip_prefix("/app/b/").unwrap();
    assert_eq!(first_screen.path, format!("/boards/{slug}/first-screen/"));
    server.respond(&mut page, &first_screen);
    assert_eq!((titles(&page).as_str(), page.snapshot().open_status), ("ab", BoardStatus::Loading));
    // Changes wait as with a stored first screen (SPEC Y42).
    let a = page.card("a");
    edit_title(&mut page, a, "A");
    server.respond(&mut page, &board);
    assert_eq!((titles(&page).as_str(), page.snapshot().open_status), ("Ab", BoardStatus::Ready));
    exchange(&mut page, &mut server);
    assert_agrees(&page, &server, board_id);
}

#[test]
fn y43_a_first_screen_that_fails_or_arrives_too_late_is_ignored() {
    let (device, mut server, board_id, path) = stored();
    for response in [ApiResponse::NetworkError, ApiResponse::Received { status: 404, body: "{}".to_owned() }] {
        let (mut page, first_screen, board) = open_elsewhere(&path);
        page.respond_to(first_screen.id, response);
        assert_eq!(page.snapshot().open_status, BoardStatus::Loading);
        server.respond(&mut page, &board);
        assert_eq!((titles(&page).as_str(), page.log.len()), ("ab", 0));
    }
    let (mut page, first_screen, board) = open_elsewhere(&path);
    let outdated = server.response_to(&first_screen, page.now);
    apply_remote_change(&mut server, board_id, 1, retitle(device.card("a"), "A"));
    server.respond(&mut page, &board);
    page.respond_to(first_screen.id, outdated);
    assert_eq!((titles(&page).as_str(), page.snapshot().open_status), ("Ab", BoardStatus::Ready));
}

#[test]
fn y43_a_stored_board_needs_no_first_screen_of_the_server() {
    let (device, _, _, path) = stored();
    let mut page = reload_to_first_screen(&device, &path);
    deliver_all_reads(&mut page);
    assert!(!page.requests.iter().any(|request| request.path.contains("first-screen")), "{:?}", page.requests);
}
