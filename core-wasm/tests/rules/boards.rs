//! Boards on one device (SPEC B10 to B14, B42, B62).

use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, id, intent, refusal, signed_in, signed_out_device};
use core_wasm::app::Input;
use core_wasm::board::reduce::new_board;
use core_wasm::protocol::effect::UiEffect;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Priority};
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::{BoardStatus, LoadStatus};
use serde_json::{Value, json};

/// Adds a board and opens it.
pub(crate) fn open_new(device: &mut Device, name: &str) -> Board {
    let before: Vec<Id> = device.snapshot().boards.iter().map(|board| board.id).collect();
    device.dispatch_json(json!({ "type": "add_board", "name": name }));
    let added = device.snapshot().boards.iter().find(|board| !before.contains(&board.id)).expect("a new board").clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": added.slug }));
    added
}

pub(crate) fn add_list(device: &mut Device, name: &str) -> Id {
    device.dispatch_json(json!({ "type": "add_list", "name": name }));
    device.list(name)
}

pub(crate) fn add_card(device: &mut Device, list_id: Id, title: &str) -> Id {
    device.dispatch_json(json!({ "type": "add_card", "list_id": list_id, "title": title, "priority": "low" }));
    device.card(title)
}

pub(crate) fn move_card(device: &mut Device, card_id: Id, list_id: Id, index: u32) {
    device.dispatch_json(json!({ "type": "move_card", "card_id": card_id, "list_id": list_id, "index": index }));
}

/// Returns a device with an open board of three lists with four cards, one card and none.
pub(crate) fn with_cards() -> Device {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    let (todo, doing) = (add_list(&mut device, "To do"), add_list(&mut device, "Doing"));
    add_list(&mut device, "Done");
    for title in ["a", "b", "c", "d"] {
        add_card(&mut device, todo, title);
    }
    add_card(&mut device, doing, "e");
    device
}

/// Returns the titles of the cards list by list, such as `abcd e `.
pub(crate) fn titles(device: &Device) -> String {
    device.layout().into_iter().map(|(_, titles)| titles.concat()).collect::<Vec<_>>().join(" ")
}

fn list_names(device: &Device) -> Vec<String> {
    device.layout().into_iter().map(|(name, _)| name).collect()
}

fn board(number: u64, name: &str, favorite: bool) -> Board {
    let slug = Slug::parse(&format!("board-{number}")).expect("a slug");
    Board { favorite, ..new_board(id(number), BoardName::parse(name).expect("a name"), slug) }
}

fn names(device: &Device) -> Vec<&str> {
    device.snapshot().boards.iter().map(|board| board.name.as_str()).collect()
}

#[test]
fn b10_a_new_board_is_empty_and_not_a_favorite() {
    let mut device = signed_in(ada());
    let added = open_new(&mut device, "  Garden ");
    assert_eq!((added.name.as_str(), added.favorite, added.description.as_str()), ("Garden", false, ""));
    assert_eq!((added.color, added.image, added.trashed_at), (None, None, None));
    assert_eq!(device.layout(), []);
    let sent = device.request("/boards/create-board/").json();
    assert_eq!(sent, json!({ "name": "Garden", "id": added.id }));
}

#[test]
fn b10_a_new_board_works_before_the_server_confirms() {
    let mut device = signed_in(ada());
    let added = open_new(&mut device, "Garden");
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    let list = add_list(&mut device, "To do");
    add_card(&mut device, list, "Water the beans");
    assert_eq!(
        device.open_requests(),
        ["POST /boards/create-board/"],
        "a new board is not fetched, and its ops wait until it is created"
    );
    device.respond_with("/boards/create-board/", 200, json!({ "board": added }));
    assert_eq!(
        device.open_requests(),
        [format!("POST /boards/{}/ops/", added.id), format!("GET /boards/{}/changes/?since=0", added.id)]
    );
    device.accept_ops(2);
    assert_eq!(device.layout(), [("To do".to_owned(), vec!["Water the beans".to_owned()])]);
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn b10_a_refused_board_leaves_the_list() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    device.respond_with("/boards/create-board/", 422, refusal("id_taken"));
    assert_eq!(names(&device), Vec::<&str>::new());
    assert_eq!(device.snapshot().open_status, BoardStatus::Closed);
    assert_eq!(device.snapshot().sync.refused.first().map(|refused| refused.code), Some(ErrorCode::IdTaken));
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
}

#[test]
fn b10_url_follows_a_changed_slug() {
    let mut device = signed_in(ada());
    let added = open_new(&mut device, "Garden");
    let longer = Board { slug: Slug::parse("garden-7f3kx").unwrap(), ..added.clone() };
    device.take_paths();
    device.respond_with("/boards/create-board/", 200, json!({ "board": longer }));
    assert_eq!(device.take_paths(), ["/app/b/garden-7f3kx"], "the page moves to the new slug");
    assert_eq!(device.snapshot().open_slug, "garden-7f3kx");
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    assert_eq!(device.snapshot().boards, [longer]);
}

#[test]
fn b11_an_unknown_board_shows_loading_then_content() {
    let mut device = signed_in(ada());
    let mut server = Server::new(ada());
    let request = serde_json::from_value(json!({ "name": "Garden", "id": id(5) })).unwrap();
    let slug = server.create(&request).records.board.slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
    assert_eq!(device.snapshot().open_status, BoardStatus::Loading);
    assert_eq!(
        device.open_requests(),
        ["changes", "first-screen"].map(|path| format!("GET /boards/{}/{path}/", slug.as_str()))
    );
    let request = device.requests[0].clone();
    server.respond(&mut device, &request);
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    assert_eq!(device.board().board.id, id(5));
}

#[test]
fn b11_known_boards_open_immediately_and_catch_up() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    let lists = json!([{ "id": id(6), "name": "To do", "rank": "80", "is_collapsed": false, "trashed_at": null }]);
    device.respond_with(
        "/boards/board-5/",
        200,
        json!({ "version": 3, "board": board(5, "Garden", false), "lists": lists, "cards": [] }),
    );
    device.fail_request("/boards/board-5/first-screen/");
    device.respond_with("/boards/get-boards/", 200, json!([board(5, "Garden", false)]));
    device.respond_with(&format!("/boards/{}/focus-time/", id(5)), 200, json!({ "cards": [] }));
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!((device.snapshot().open_status, device.snapshot().open_board.is_some()), (BoardStatus::Closed, false));
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready);
    assert_eq!(list_names(&device), ["To do"]);
    device.fail_request(&format!("/boards/{}/focus-time/", id(5)));
    assert_eq!(device.open_requests(), [format!("GET /boards/{}/changes/?since=3", id(5))]);
    let lists = json!([{ "id": id(7), "name": "Done", "rank": "90", "is_collapsed": false, "trashed_at": null }]);
    device.respond_with("/boards/", 200, json!({ "version": 4, "board": null, "lists": lists, "cards": [] }));
    assert_eq!(list_names(&device), ["To do", "Done"]);
}

/// Opens a board that the server has, closes it, and answers what it requested.
fn visit(device: &mut Device, number: u64, cards: &Value) {
    device.dispatch_json(json!({ "type": "open_board", "slug": format!("board-{number}") }));
    let list =
        json!({ "id": id(number * 10), "name": "To do", "rank": "80", "is_collapsed": false, "trashed_at": null });
    if device.snapshot().open_status == BoardStatus::Loading {
        let records = json!({ "version": 3, "board": board(number, "Garden", false), "lists": [list], "cards": cards });
        device.respond_with(&format!("/boards/board-{number}/"), 200, records);
    }
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "close_board" }));
}

/// Returns the boards in memory: those that are requested again when the live connection is lost and the page resumes.
fn in_memory(device: &mut Device) -> Vec<u64> {
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.fail_all_requests();
    device.feed(Input::Online);
    let requests = device.open_requests();
    (5..=12).filter(|number| requests.contains(&format!("GET /boards/{}/changes/?since=3", id(*number)))).collect()
}

#[test]
fn b44_boards_that_were_closed_long_ago_leave_the_memory() {
    let mut device = signed_in(ada());
    for number in 5..=9 {
        visit(&mut device, number, &json!([]));
    }
    assert_eq!(in_memory(&mut device), [7, 8, 9]);
    visit(&mut device, 7, &json!([]));
    visit(&mut device, 10, &json!([]));
    assert_eq!(in_memory(&mut device), [7, 9, 10], "the last closed ones stay");
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    assert_eq!(list_names(&device), ["To do"], "it opens from the storage");
}

#[test]
fn b44_a_board_with_changes_to_undo_stays_in_memory() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    let records = json!({ "version": 3, "board": board(5, "Garden", false), "lists": [], "cards": [] });
    device.respond_with("/boards/board-5/", 200, records);
    add_list(&mut device, "Doing");
    for number in 6..=10 {
        visit(&mut device, number, &json!([]));
    }
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    assert_eq!(list_names(&device), ["Doing"]);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(list_names(&device), Vec::<String>::new());
}

#[test]
fn b44_boards_stay_in_memory_while_the_storage_does_not_work() {
    let mut device = signed_in(ada());
    device.report_storage_failure();
    for number in 5..=9 {
        visit(&mut device, number, &json!([]));
    }
    assert_eq!(in_memory(&mut device), [5, 6, 7, 8, 9]);
}

#[test]
fn b44_tasks_of_a_board_that_left_the_memory_still_show() {
    let mut device = signed_in(ada());
    let card = |number: u64, title: &str, due: Value| {
        json!({ "id": id(number), "list_id": id(50), "rank": "80", "title": title, "description": "", "priority": "low",
            "importance": "low", "completed_at": null, "due_date": due, "labels": [],
            "created_at": "2026-03-01T08:00:00Z", "archived_at": null, "trashed_at": null })
    };
    let mut assigned = card(62, "Assigned", Value::Null);
    assigned["assignee_ids"] = json!([ada()]);
    let cards = json!([card(60, "Dated", json!("2026-03-10")), card(61, "Undated", Value::Null), assigned]);
    visit(&mut device, 5, &cards);
    for number in 6..=9 {
        visit(&mut device, number, &json!([]));
    }
    assert_eq!(in_memory(&mut device), [7, 8, 9]);
    device.dispatch_json(json!({ "type": "load_tasks" }));
    let titles: Vec<&str> = device.snapshot().tasks.tasks.iter().map(|task| task.title.as_str()).collect();
    assert_eq!(titles, ["Dated", "Assigned"]);
}

#[test]
fn b11_an_unavailable_board_is_not_found_or_failed() {
    let open = |response: Option<(u16, &str)>| {
        let mut device = signed_in(ada());
        device.dispatch_json(json!({ "type": "open_board", "slug": "garden" }));
        match response {
            Some((status, body)) => device.respond_with_text("/boards/garden/", status, body),
            None => device.fail_request("/boards/garden/"),
        }
        device
    };
    let missing = open(Some((404, &refusal("not_found").to_string())));
    assert_eq!(missing.snapshot().open_status, BoardStatus::NotFound);
    for response in [
        None,
        Some((503, "")),
        Some((200, "<html>")),
        Some((200, r#"{"version":1,"board":null,"lists":[],"cards":[]}"#)),
        Some((404, "<html>")),
    ] {
        assert_eq!(open(response).snapshot().open_status, BoardStatus::Failed, "{response:?}");
    }
    let mut failed = open(None);
    failed.fail_request("/boards/garden/first-screen/");
    failed.feed(core_wasm::app::Input::Online);
    assert_eq!(failed.snapshot().open_status, BoardStatus::Loading, "retried when the network is back");
    assert_eq!(failed.open_requests(), ["GET /boards/garden/changes/", "GET /boards/garden/first-screen/"]);
}

#[test]
fn b11_an_open_board_that_is_deleted_is_not_found() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    device.respond_with(
        "/boards/board-5/",
        200,
        json!({ "version": 3, "board": board(5, "Garden", false), "lists": [], "cards": [] }),
    );
    device.respond_with("/boards/get-boards/", 200, json!([board(5, "Garden", false)]));
    device.respond_with(&format!("/boards/{}/focus-time/", id(5)), 200, json!({ "cards": [] }));
    device.feed(core_wasm::app::Input::Online);
    device.respond_with(&format!("/boards/{}/changes/", id(5)), 404, refusal("not_found"));
    assert_eq!(device.snapshot().open_status, BoardStatus::NotFound);
    assert_eq!(device.try_dispatch(intent(json!({ "type": "add_list", "name": "x" }))), Err(ErrorCode::UnknownBoard));
}

#[test]
fn b11_late_responses_for_a_closed_board_are_ignored() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-6" }));
    device.respond_with(
        "/boards/board-5/",
        200,
        json!({ "version": 3, "board": board(5, "Garden", false), "lists": [], "cards": [] }),
    );
    assert_eq!(
        (device.snapshot().open_slug.as_str(), device.snapshot().open_status),
        ("board-6", BoardStatus::Loading)
    );
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-7" }));
    device.fail_request("/boards/board-6/");
    assert_eq!(
        (device.snapshot().open_slug.as_str(), device.snapshot().open_status),
        ("board-7", BoardStatus::Loading)
    );
    device.dispatch_json(json!({ "type": "open_board", "slug": "board-5" }));
    assert_eq!(device.snapshot().open_status, BoardStatus::Ready, "the response is kept in memory");
}

#[test]
fn b11_slugs_are_percent_encoded_in_requests() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "open_board", "slug": "../user?x=ä#" }));
    assert_eq!(
        device.open_requests(),
        ["changes", "first-screen"].map(|path| format!("GET /boards/%2E%2E%2Fuser%3Fx%3D%C3%A4%23/{path}/"))
    );
}

#[test]
fn b12_a_moved_card_gets_the_requested_index() {
    for (title, list, index, expected) in [
        ("a", "To do", 2, "bcad e "),
        ("d", "To do", 0, "dabc e "),
        ("a", "To do", 3, "bcda e "),
        ("b", "To do", 99, "acdb e "),
        ("a", "Doing", 0, "bcd ae "),
        ("a", "Doing", 1, "bcd ea "),
        ("a", "Doing", 99, "bcd ea "),
        ("e", "Done", 0, "abcd  e"),
        ("e", "To do", 2, "abecd  "),
    ] {
        let mut device = with_cards();
        let (card, list_id) = (device.card(title), device.list(list));
        move_card(&mut device, card, list_id, index);
        assert_eq!(titles(&device), expected, "{title} to {list} {index}");
    }
}

#[test]
fn b12_a_moved_list_gets_the_requested_index() {
    for (name, index, expected) in [
        ("To do", 1, ["Doing", "To do", "Done"]),
        ("To do", u32::MAX, ["Doing", "Done", "To do"]),
        ("Done", 0, ["Done", "To do", "Doing"]),
    ] {
        let mut device = with_cards();
        let list_id = device.list(name);
        device.dispatch_json(json!({ "type": "move_list", "list_id": list_id, "index": index }));
        assert_eq!(list_names(&device), expected);
    }
}

#[test]
fn b12_indexes_ignore_trashed_records() {
    let mut device = with_cards();
    let (todo, a, d) = (device.list("To do"), device.card("a"), device.card("d"));
    device.dispatch_json(json!({ "type": "delete_card", "card_id": device.card("b") }));
    move_card(&mut device, d, todo, 1);
    assert_eq!(titles(&device), "adc e ");
    device.dispatch_json(json!({ "type": "delete_list", "list_id": device.list("Doing") }));
    device.dispatch_json(json!({ "type": "move_list", "list_id": todo, "index": 1 }));
    assert_eq!(list_names(&device), ["Done", "To do"]);
    move_card(&mut device, a, todo, 2);
    assert_eq!(titles(&device), " dca");
}

#[test]
fn b13_a_move_to_the_same_position_does_nothing() {
    let mut device = with_cards();
    let before = device.unsent_keys();
    let (todo, d, done) = (device.list("To do"), device.card("d"), device.list("Done"));
    move_card(&mut device, d, todo, 3);
    assert_eq!(device.last.patches, []);
    move_card(&mut device, d, todo, 99);
    assert_eq!(device.last.patches, []);
    device.dispatch_json(json!({ "type": "move_list", "list_id": done, "index": 2 }));
    assert_eq!(device.last.patches, []);
    device.dispatch_json(json!({ "type": "move_list", "list_id": done, "index": 7 }));
    assert_eq!(device.last.patches, []);
    assert_eq!(device.unsent_keys(), before, "and nothing is sent");
}

#[test]
fn b14_boards_sort_by_favorite_then_name_ignoring_case() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    let boards = [board(5, "beans", false), board(6, "Apples", false), board(7, "Zoo", true), board(8, "Cress", false)];
    device.respond_with("/boards/get-boards/", 200, json!(boards));
    assert_eq!(names(&device), ["Zoo", "Apples", "beans", "Cress"]);
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
    device.dispatch_json(json!({ "type": "add_board", "name": "bananas" }));
    assert_eq!(names(&device), ["Zoo", "Apples", "bananas", "beans", "Cress"]);
    let edit = |number, field: &str, value: serde_json::Value| json!({ "type": "edit_board", "board_id": id(number), "edits": [{ "field": field, "value": value }] });
    device.dispatch_json(edit(8, "favorite", json!(true)));
    assert_eq!(names(&device), ["Cress", "Zoo", "Apples", "bananas", "beans"]);
    device.dispatch_json(edit(7, "favorite", json!(false)));
    device.dispatch_json(edit(6, "name", json!("yams")));
    assert_eq!(names(&device), ["Cress", "bananas", "beans", "yams", "Zoo"]);
}

#[test]
fn b14_a_board_in_the_trash_leaves_the_list() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    let gone = Board { trashed_at: Some(Timestamp::from_millis(1)), ..board(7, "Gone", false) };
    device.respond_with(
        "/boards/get-boards/",
        200,
        json!([board(5, "Garden", false), board(6, "Kitchen", false), gone]),
    );
    assert_eq!(names(&device), ["Garden", "Kitchen"]);
    device.dispatch_json(json!({ "type": "delete_board", "board_id": id(5) }));
    assert_eq!(names(&device), ["Kitchen"]);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([board(5, "Garden", false), board(6, "Kitchen", false)]));
    assert_eq!(names(&device), ["Kitchen"], "even before the server has the deletion");
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "delete_board", "board_id": id(99) }))),
        Err(ErrorCode::UnknownBoard)
    );
}

#[test]
fn b14_a_failed_board_list_shows_an_error_and_retries() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.fail_request("/boards/get-boards/");
    assert_eq!(device.snapshot().boards_status, LoadStatus::Failed);
    device.dispatch_json(json!({ "type": "load_boards" }));
    assert_eq!(device.snapshot().boards_status, LoadStatus::Loading);
    device.respond_with("/boards/get-boards/", 200, json!([]));
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.fail_request("/boards/get-boards/");
    assert_eq!(device.snapshot().boards_status, LoadStatus::Ready, "the loaded boards are kept");
}

/// Returns a board as the server lists it.
pub(crate) fn listed(board: &Board, list_count: u32, card_count: u32, present_ids: &[Id]) -> Value {
    let mut listed = json!(board);
    (listed["list_count"], listed["card_count"]) = (json!(list_count), json!(card_count));
    (listed["changed_at"], listed["present_ids"]) = (json!("2020-01-02T03:04:05.000Z"), json!(present_ids));
    listed
}

/// Returns the numbers of the lists and cards of a board, and when it was last changed.
fn numbers(device: &Device, board_id: Id) -> (u32, u32, Option<Timestamp>) {
    let summary = device.snapshot().board_summaries.iter().find(|summary| summary.id == board_id).expect("a summary");
    (summary.list_count, summary.card_count, summary.changed_at)
}

#[test]
fn b62_boards_in_memory_are_counted_with_unsent_changes() {
    let mut device = with_cards();
    let garden = device.board().board.id;
    let archived = device.card("a");
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": archived, "edits": [{ "field": "archived", "value": true }] }),
    );
    let trashed = device.card("b");
    device.dispatch_json(json!({ "type": "delete_card", "card_id": trashed }));
    device.dispatch_json(json!({ "type": "close_board" }));
    let (lists, cards, changed_at) = numbers(&device, garden);
    assert_eq!((lists, cards), (3, 3));
    assert!(changed_at.is_some(), "the last unsent change");
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(numbers(&device, garden).1, 4, "a change while no board is open");
    device.dispatch_json(json!({ "type": "load_boards" }));
    let other = board(6, "Kitchen", false);
    device.respond_with("/boards/get-boards/", 200, json!([listed(&other, 2, 7, &[])]));
    assert_eq!((numbers(&device, garden).0, numbers(&device, garden).1), (3, 4), "the server does not know it yet");
    assert_eq!((numbers(&device, other.id).0, numbers(&device, other.id).1), (2, 7));
    let changed_at = numbers(&device, garden).2;
    device.now += 60_000;
    device.dispatch_json(
        json!({ "type": "edit_board", "board_id": garden, "edits": [{ "field": "favorite", "value": true }] }),
    );
    assert_eq!(numbers(&device, garden).2, changed_at, "only the user sees a favorite");
    device.dispatch_json(json!({ "type": "open_board", "slug": other.slug }));
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([listed(&other, 2, 8, &[])]));
    assert_eq!(numbers(&device, other.id).1, 8, "a list that arrives while a board is open");
}

#[test]
fn b62_numbers_of_the_last_list_show_offline() {
    let mut device = signed_in(ada());
    let kitchen = board(6, "Kitchen", false);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([listed(&kitchen, 2, 7, &[])]));
    device.reload("/app/boards");
    device.fail_all_requests();
    assert_eq!((numbers(&device, kitchen.id).0, numbers(&device, kitchen.id).1), (2, 7));
    device.feed(Input::Online);
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([kitchen]));
    assert_eq!(device.snapshot().board_summaries, [], "a server of an earlier release sends no numbers");
}

/// Creates a board from a template, and returns the path that the page navigates to.
fn begin(device: &mut Device, template: &str) -> String {
    device.dispatch_json(json!({ "type": "add_board_from_template", "template": template }));
    match device.last.ui_effects.as_slice() {
        [UiEffect::Navigate { path, replace: false }] => path.clone(),
        other => panic!("it opens the board and does nothing else: {other:?}"),
    }
}

#[test]
fn b42_templates_create_lists_and_cards() {
    for (template, name, lists) in
        [("week_plan", "Week plan", 7), ("project", "Project", 4), ("personal_kanban", "Personal kanban", 3)]
    {
        let mut device = signed_in(ada());
        let path = begin(&mut device, template);
        assert_eq!(names(&device), [name]);
        let slug = path.strip_prefix("/app/b/").expect("the address of a board").to_owned();
        device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
        assert_eq!(device.snapshot().open_status, BoardStatus::Ready, "at once, without the server");
        assert_eq!(device.layout().len(), lists, "{template}");
        let cards: usize = device.layout().iter().map(|(_, titles)| titles.len()).sum();
        assert_eq!(cards, 3, "{template}");
        assert!(device.layout().iter().all(|(name, _)| !name.is_empty()));
    }
}

#[test]
fn b42_done_template_cards_are_completed() {
    let mut device = signed_in(ada());
    let path = begin(&mut device, "personal_kanban");
    device.dispatch_json(json!({ "type": "open_board", "slug": path.trim_start_matches("/app/b/") }));
    let (last, titles) = device.layout().pop().expect("lists");
    assert_eq!((last.as_str(), titles.len()), ("Done", 1));
    let done = device.card(&titles[0]);
    let card = device.board().cards.iter().find(|card| card.id == done).expect("the card is on the board");
    assert_eq!(card.priority, Priority::Completed);
}

#[test]
fn b42_undo_removes_a_template_board_as_one_step() {
    let mut device = signed_in(ada());
    begin(&mut device, "project");
    let layout = |device: &mut Device| {
        let slug = device.snapshot().boards[0].slug.clone();
        device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
        device.layout()
    };
    let made = layout(&mut device);
    assert_eq!(device.snapshot().history.undo.as_deref(), Some("Add board"));
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(names(&device), Vec::<&str>::new());
    assert_eq!(
        (device.snapshot().history.undo.as_deref(), device.snapshot().history.redo.as_deref()),
        (None, Some("Add board"))
    );
    device.dispatch_json(json!({ "type": "redo" }));
    assert_eq!(layout(&mut device), made);
}

#[test]
fn b42_template_board_is_sent_before_its_content() {
    let mut device = signed_in(ada());
    begin(&mut device, "week_plan");
    let board = device.snapshot().boards[0].clone();
    assert_eq!(device.request("/boards/create-board/").json(), json!({ "name": "Week plan", "id": board.id }));
    device.respond_with("/boards/create-board/", 200, json!({ "board": board }));
    let sent = device.request(&format!("/boards/{}/ops/", board.id)).json();
    assert_eq!(sent["ops"].as_array().map(Vec::len), Some(10), "seven lists and three cards");
    device.accept_ops(10);
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn b42_templates_need_an_account_or_guest() {
    let mut device = signed_out_device("/auth");
    let intent_json = json!({ "type": "add_board_from_template", "template": "project" });
    assert_eq!(device.try_dispatch(intent(intent_json)), Err(ErrorCode::SignedOut));
}

#[test]
fn b58_a_board_can_be_created_with_a_first_list() {
    let mut device = signed_in(ada());
    let add = |name: &str, list: &str| intent(json!({ "type": "add_board", "name": name, "first_list": list }));
    let long = "x".repeat(1_000);
    assert_eq!(device.try_dispatch(add("My board", &long)), Err(ErrorCode::NameTooLong));
    assert!(device.try_dispatch(add(&long, "To do")).is_err());
    assert!(device.snapshot().boards.is_empty());
    device.try_dispatch(add("My board", "To do")).unwrap();
    let board = device.snapshot().boards[0].clone();
    device.dispatch_json(json!({ "type": "prepare_board", "board_id": board.id }));
    let lists = device.snapshot().prepared_board.as_ref().unwrap().lists.clone();
    assert_eq!(lists.iter().map(|list| list.name.as_str()).collect::<Vec<_>>(), ["To do"]);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert!(device.snapshot().boards.is_empty());
}
