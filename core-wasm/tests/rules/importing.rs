//! Boards that an import has read (SPEC B59, B60).

use crate::board_deltas::{assert_agrees, exchange};
use crate::boards::add_card;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, id, intent, log_in, opened, refusal, signed_in};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::Intent;
use serde_json::{Value, json};

/// The id of the imported board.
fn board_id() -> Id {
    id(900)
}

/// Returns the records of a board with a list, a card and a comment.
fn records() -> Value {
    let at = "2025-01-02T03:04:05.000Z";
    json!({
        "version": 1, "is_complete": true,
        "board": {
            "id": board_id(), "slug": "moved-in", "name": "Moved in", "description": "", "color": null, "image": null,
            "favorite": false, "label_colors": [], "trashed_at": null, "import_key": "trello:5f2b"
        },
        "lists": [{ "id": id(901), "name": "To do", "rank": "80", "is_collapsed": false, "trashed_at": null }],
        "cards": [{
            "id": id(902), "list_id": id(901), "rank": "80", "title": "Boxes", "description": "", "priority": "high",
            "importance": "high", "completed_at": null, "due_date": "2026-03-04", "labels": ["home"], "created_at": at,
            "archived_at": null, "trashed_at": null
        }],
        "items": [{
            "id": id(903), "card_id": id(902), "author_id": null, "created_at": at, "edited_at": null, "trashed_at": null,
            "content": { "kind": "comment", "text": "Twelve of them" }
        }]
    })
}

fn import(records: &Value) -> Intent {
    intent(json!({ "type": "import_board", "records": records.to_string() }))
}

/// Opens the imported board and returns the titles of its cards by list.
fn contents(device: &mut Device) -> Vec<(String, Vec<String>)> {
    device.dispatch_json(json!({ "type": "open_board", "slug": "moved-in" }));
    device.layout()
}

#[test]
fn b59_a_guest_imports_a_board_and_takes_it_along() {
    let mut device = opened("/app/b", &[("name", "Ada")]);
    device.dispatch(import(&records()));
    let expected = [("To do".to_owned(), vec!["Boxes".to_owned()])];
    assert_eq!(contents(&mut device), expected);

    device.reload("/app/b/moved-in");
    assert_eq!(device.layout(), expected, "it was stored");
    add_card(&mut device, id(901), "Keys");

    let mut server = Server::new(ada());
    log_in(&mut device, ada());
    exchange(&mut device, &mut server);
    assert_eq!(device.snapshot().sync.unsent, 0);
    let board = &server.boards[&board_id()];
    assert_eq!((board.version, board.records.cards.len(), board.records.items.len()), (2, 2, 1));
    contents(&mut device);
    assert_agrees(&device, &server, board_id());
}

#[test]
fn b59_an_import_is_sent_in_one_request_and_later_changes_wait_for_it() {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.dispatch(import(&records()));
    contents(&mut device);
    add_card(&mut device, id(901), "Keys");
    let sent = device.request("/boards/import-records/?made_offline=false").json();
    assert_eq!((&sent["board"]["import_key"], &sent["cards"][0]["title"]), (&json!("trello:5f2b"), &json!("Boxes")));
    assert!(device.open_requests().iter().all(|path| !path.contains("/ops/")), "{:?}", device.open_requests());

    let mut server = Server::new(ada());
    exchange(&mut device, &mut server);
    assert_agrees(&device, &server, board_id());
    device.reload("/app/b/moved-in");
    assert_eq!(
        device.layout(),
        [("To do".to_owned(), vec!["Boxes".to_owned(), "Keys".to_owned()])],
        "from the storage"
    );
}

#[test]
fn b59_a_refused_import_leaves_nothing() {
    let mut device = signed_in(ada());
    device.dispatch(import(&records()));
    device.respond_with("/boards/import-records/?made_offline=false", 422, refusal("plan_limit"));
    assert_eq!(device.snapshot().boards, []);
    assert_eq!(device.snapshot().sync.unsent, 0);
    device.reload("/app/b");
    assert_eq!(device.snapshot().boards, []);
}

#[test]
fn b59_undo_moves_an_imported_board_to_the_trash() {
    let mut device = signed_in(ada());
    device.dispatch(import(&records()));
    assert_eq!(device.snapshot().boards.len(), 1);
    device.dispatch_json(json!({ "type": "undo" }));
    assert_eq!(device.snapshot().boards, []);
}

#[test]
fn b59_unreadable_or_large_records_and_known_boards_are_refused() {
    let mut device = signed_in(ada());
    let mut without_board = records();
    without_board["board"] = Value::Null;
    for broken in [json!("x"), json!([]), without_board] {
        assert_eq!(device.try_dispatch(import(&broken)), Err(ErrorCode::BadIntent), "{broken}");
    }
    let too_large = json!({ "type": "import_board", "records": records().to_string() + &" ".repeat(32 << 20) });
    assert_eq!(device.try_dispatch(intent(too_large)), Err(ErrorCode::TooLarge));
    device.dispatch(import(&records()));
    assert_eq!(device.try_dispatch(import(&records())), Err(ErrorCode::IdTaken));
    assert_eq!(device.snapshot().boards.len(), 1);
}

#[test]
fn b60_a_copy_of_an_imported_board_is_not_taken_for_it() {
    let mut device = signed_in(ada());
    device.dispatch(import(&records()));
    contents(&mut device);
    device.dispatch_json(json!({
        "type": "duplicate_board", "board_id": board_id(), "name": "Copy", "includes_cards": true, "is_template": false
    }));
    let keys: Vec<_> =
        device.snapshot().boards.iter().map(|board| (board.name.as_str(), board.import_key.is_some())).collect();
    assert_eq!(keys, [("Copy", false), ("Moved in", true)]);
}
