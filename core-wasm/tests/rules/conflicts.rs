//! Changes of several people in the same place: undo, texts that meet, and descriptions that are merged (SPEC M80 to
//! M87).

use crate::board_deltas::{apply_remote_change, edit_title, exchange, retitle, settled};
use crate::boards::{add_card, move_card, titles};
use crate::cards::open_card;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, ben, intent, user};
use core_wasm::app::Input;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{CardEdit, Change};
use core_wasm::protocol::sharing::{Member, Role};
use serde_json::json;

const KEPT: &str = "It was changed since then, so it stays as it is";
const PARTLY_KEPT: &str = "Some of it was changed since then and stays as it is";

fn undo(device: &mut Device) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "undo", "change_id": null })))
}

fn redo(device: &mut Device) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(json!({ "type": "redo" })))
}

/// Returns a device and its server with a board that Ada and Ben share.
fn shared() -> (Device, Server, Id) {
    let (mut device, mut server, board) = settled();
    let member = |account, role| Member {
        user_id: account,
        first_name: user(account).first_name,
        last_name: user(account).last_name,
        picture: None,
        role,
        shares_focus: false,
    };
    let members = vec![member(ada(), Role::Owner), member(ben(), Role::Editor)];
    server.boards.get_mut(&board).expect("it is there").share(Role::Owner, members);
    catch_up(&mut device, &mut server);
    (device, server, board)
}

fn catch_up(device: &mut Device, server: &mut Server) {
    device.feed(Input::Online);
    exchange(device, server);
}

/// Applies a change of Ben, and lets the device receive it.
fn ben_changes(device: &mut Device, server: &mut Server, board: Id, number: u64, change: Change) {
    exchange(device, server);
    apply_remote_change(server, board, number, change);
    catch_up(device, server);
    device.take_effects();
}

fn describe(device: &mut Device, card_id: Id, base: Option<&str>, text: &str) {
    device.dispatch_json(json!({ "type": "edit_card", "card_id": card_id, "description_base": base,
        "edits": [{ "field": "description", "value": text }] }));
}

fn description(device: &Device) -> &str {
    device.snapshot().open_card.as_ref().expect("a card is open").description.as_str()
}

fn merge(card_id: Id, base: &str, text: &str) -> Change {
    Change::MergeDescription { card_id: Some(card_id), base: base.to_owned(), text: text.to_owned() }
}

/// Returns the texts that are offered, with the reason.
fn offered(device: &Device) -> Vec<(&str, &str, ErrorCode)> {
    let refused = device.snapshot().sync.refused.iter();
    refused.map(|refused| (refused.what.as_str(), refused.text.as_deref().unwrap_or_default(), refused.code)).collect()
}

#[test]
fn m80_undo_keeps_a_later_change_of_the_same_field() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    ben_changes(&mut device, &mut server, board, 1, retitle(a, "Bens"));
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![KEPT.to_owned()], "Bensb".to_owned()));
    // The next undo takes back what the user did before.
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![], "Bens".to_owned()));
}

#[test]
fn m80_undo_ignores_later_changes_of_other_fields() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    let due = CardEdit::DueDate(Some("2026-03-05".to_owned()));
    ben_changes(&mut device, &mut server, board, 1, Change::EditCard { card_id: a, edit: due });
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![], "ab".to_owned()));
    assert!(device.board().cards[0].due_date.is_some() || device.board().cards[1].due_date.is_some());
}

#[test]
fn m80_redo_keeps_a_later_change_too() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    undo(&mut device).unwrap();
    ben_changes(&mut device, &mut server, board, 1, retitle(a, "Bens"));
    assert_eq!(redo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![KEPT.to_owned()], "Bensb".to_owned()));
    assert_eq!(redo(&mut device), Err(ErrorCode::NothingToUndo));
}

#[test]
fn m80_moves_and_deletions_are_undone_only_if_they_are_still_in_place() {
    let (mut device, mut server, board) = shared();
    let (a, b, list) = (device.card("a"), device.card("b"), device.list("To do"));
    move_card(&mut device, a, list, 1);
    ben_changes(
        &mut device,
        &mut server,
        board,
        1,
        Change::MoveCard { card_id: a, list_id: list, rank: "70".to_owned() },
    );
    let before = titles(&device);
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![KEPT.to_owned()], before));
    // Ben has restored the card already, so there is nothing to undo, and the change before it is undone.
    device.dispatch_json(json!({ "type": "delete_card", "card_id": b }));
    ben_changes(&mut device, &mut server, board, 2, Change::RestoreCard { card_id: b });
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![], "a".to_owned()));
}

#[test]
fn m80_a_part_that_is_unchanged_is_undone() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    device.dispatch_json(json!({ "type": "edit_card", "card_id": a, "edits": [
        { "field": "title", "value": "Mine" }, { "field": "due_date", "value": "2026-03-05" }] }));
    ben_changes(&mut device, &mut server, board, 1, retitle(a, "Bens"));
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!(device.take_toasts(), [PARTLY_KEPT]);
    let card = device.board().cards.iter().find(|card| card.id == a).expect("it shows");
    assert_eq!((card.title.as_str(), &card.due_date), ("Bens", &None));
    assert_eq!(redo(&mut device), Ok(()));
    let card = device.board().cards.iter().find(|card| card.id == a).expect("it shows");
    assert_eq!((card.title.as_str(), card.due_date.is_some()), ("Bens", true));
}

#[test]
fn m81_what_somebody_has_added_to_is_not_undone() {
    let changes: [fn(Id) -> Change; 2] = [
        |card_id| Change::AddComment { item_id: crate::support::id(80), card_id, text: "Nice".to_owned() },
        |card_id| retitle(card_id, "Bens"),
    ];
    for change in changes {
        let (mut device, mut server, board) = shared();
        let list = device.list("To do");
        let c = add_card(&mut device, list, "c");
        ben_changes(&mut device, &mut server, board, 1, change(c));
        let before = titles(&device);
        assert_eq!(undo(&mut device), Ok(()));
        assert_eq!((device.take_toasts(), titles(&device)), (vec![KEPT.to_owned()], before));
    }
    let (mut device, mut server, board) = shared();
    device.dispatch_json(json!({ "type": "add_list", "name": "Later" }));
    let (list_id, a) = (device.list("Later"), device.card("a"));
    ben_changes(&mut device, &mut server, board, 1, Change::MoveCard { card_id: a, list_id, rank: "80".to_owned() });
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!((device.take_toasts(), titles(&device)), (vec![KEPT.to_owned()], "b a".to_owned()));
}

#[test]
fn m81_own_changes_on_top_are_undone_first() {
    let (mut device, mut server, _) = shared();
    let list = device.list("To do");
    add_card(&mut device, list, "c");
    let c = open_card(&mut device, "c");
    device.dispatch_json(json!({ "type": "add_comment", "card_id": c, "text": "one" }));
    let comment = device.snapshot().open_card.as_ref().expect("it is open").comments[0].id;
    device
        .dispatch_json(json!({ "type": "edit_item", "item_id": comment, "edit": { "field": "text", "value": "two" } }));
    device.dispatch_json(
        json!({ "type": "edit_card", "card_id": c, "edits": [{ "field": "completed", "value": true }] }),
    );
    exchange(&mut device, &mut server);
    device.take_effects();
    for _ in 0..4 {
        assert_eq!(undo(&mut device), Ok(()));
        exchange(&mut device, &mut server);
    }
    assert_eq!((device.take_toasts(), titles(&device)), (vec![], "ab".to_owned()));
    for _ in 0..4 {
        assert_eq!(redo(&mut device), Ok(()));
    }
    assert_eq!((device.take_toasts(), titles(&device)), (vec![], "abc".to_owned()));
}

#[test]
fn m82_an_undo_is_ordered_like_any_change() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    exchange(&mut device, &mut server);
    undo(&mut device).unwrap();
    device.fail_all_requests();
    apply_remote_change(&mut server, board, 1, retitle(a, "Bens"));
    let changes = |device: &Device| device.requests.iter().find(|request| request.path.contains("since=")).cloned();
    device.feed(Input::Online);
    let request = changes(&device).expect("the changes are requested");
    server.respond(&mut device, &request);
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "ab");
    assert_eq!(offered(&device), [("Rename card “Bens”", "Bens", ErrorCode::OtherTextReplaced)]);
}

#[test]
fn m87_the_typed_description_is_merged_with_what_others_wrote() {
    let (mut device, mut server, board) = shared();
    let a = open_card(&mut device, "a");
    describe(&mut device, a, None, "One\n\nTwo");
    ben_changes(&mut device, &mut server, board, 1, merge(a, "One\n\nTwo", "One!\n\nTwo"));
    // The user has typed before Ben's change arrived.
    describe(&mut device, a, Some("One\n\nTwo"), "One\n\nTwo\n\nThree");
    assert_eq!(description(&device), "One!\n\nTwo\n\nThree");
    exchange(&mut device, &mut server);
    let stored = &server.boards[&board].records.cards[&a].description;
    assert_eq!(stored.as_str(), "One!\n\nTwo\n\nThree");
    assert_eq!(offered(&device), []);
}

#[test]
fn m83_unsent_descriptions_are_merged_in_the_order_of_the_server() {
    let (mut device, mut server, board) = shared();
    let a = open_card(&mut device, "a");
    describe(&mut device, a, None, "One");
    exchange(&mut device, &mut server);
    describe(&mut device, a, None, "Mine");
    device.fail_all_requests();
    apply_remote_change(&mut server, board, 1, merge(a, "One", "Bens"));
    catch_up(&mut device, &mut server);
    assert_eq!(description(&device), "Bens\n\nMine");
    assert_eq!(server.boards[&board].records.cards[&a].description.as_str(), "Bens\n\nMine");
}

#[test]
fn m83_equal_paragraphs_at_the_start_and_at_the_end_count_as_unchanged() {
    let (mut device, mut server, board) = shared();
    let a = open_card(&mut device, "a");
    describe(&mut device, a, None, "Same\n\nSame");
    exchange(&mut device, &mut server);
    // The user changes the first paragraph, and Ben deletes the last one.
    describe(&mut device, a, None, "Mine\n\nSame");
    device.fail_all_requests();
    apply_remote_change(&mut server, board, 1, merge(a, "Same\n\nSame", "Same"));
    catch_up(&mut device, &mut server);
    assert_eq!(description(&device), "Mine");
    assert_eq!(server.boards[&board].records.cards[&a].description.as_str(), "Mine");
    assert_eq!(offered(&device), []);
}

#[test]
fn m84_a_description_is_undone_by_paragraphs() {
    let (mut device, mut server, board) = shared();
    let a = open_card(&mut device, "a");
    describe(&mut device, a, None, "One\n\nTwo");
    describe(&mut device, a, None, "One\n\nTwo!");
    ben_changes(&mut device, &mut server, board, 1, merge(a, "One\n\nTwo!", "One\n\nTwo!\n\nBens"));
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!(device.take_toasts(), [""; 0]);
    assert_eq!(description(&device), "One\n\nTwo\n\nBens");
    assert_eq!(redo(&mut device), Ok(()));
    assert_eq!(description(&device), "One\n\nTwo!\n\nBens");
    ben_changes(&mut device, &mut server, board, 2, merge(a, "One\n\nTwo!\n\nBens", "One\n\nTwo?\n\nBens"));
    assert_eq!(undo(&mut device), Ok(()));
    assert_eq!(device.take_toasts(), [KEPT]);
    assert_eq!(description(&device), "One\n\nTwo?\n\nBens");
}

#[test]
fn m85_a_text_that_was_replaced_at_the_same_time_is_offered() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    ben_changes(&mut device, &mut server, board, 1, retitle(a, "Bens"));
    assert_eq!(offered(&device), [("Rename card “Bens”", "Mine", ErrorCode::OwnTextReplaced)]);
    let id = device.snapshot().sync.refused[0].id;
    device.reload("/app/b");
    exchange(&mut device, &mut server);
    assert_eq!(offered(&device).len(), 1);
    device.dispatch_json(json!({ "type": "dismiss_refused", "refused_id": id }));
    assert_eq!(offered(&device), []);
}

#[test]
fn m85_a_text_that_is_changed_later_is_not_offered() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    exchange(&mut device, &mut server);
    device.now += 61_000;
    ben_changes(&mut device, &mut server, board, 1, retitle(a, "Bens"));
    assert_eq!((titles(&device), offered(&device)), ("Bensb".to_owned(), vec![]));
    // The user's own later text replaces the earlier one.
    edit_title(&mut device, a, "Mine");
    edit_title(&mut device, a, "Mine again");
    exchange(&mut device, &mut server);
    catch_up(&mut device, &mut server);
    assert_eq!(offered(&device), []);
}

#[test]
fn m85_a_description_that_an_older_client_has_replaced_is_offered() {
    let (mut device, mut server, board) = shared();
    let a = open_card(&mut device, "a");
    describe(&mut device, a, None, "One\n\nTwo");
    let edit = CardEdit::Description("Bens".to_owned());
    ben_changes(&mut device, &mut server, board, 1, Change::EditCard { card_id: a, edit });
    assert_eq!(offered(&device), [("Edit description of card “a”", "One\n\nTwo", ErrorCode::OwnTextReplaced)]);
}

#[test]
fn m86_the_text_that_an_unsent_one_replaces_is_offered() {
    let (mut device, mut server, board) = shared();
    let a = device.card("a");
    edit_title(&mut device, a, "Mine");
    device.fail_all_requests();
    apply_remote_change(&mut server, board, 1, retitle(a, "Bens"));
    device.feed(Input::Online);
    let request = device.requests.iter().find(|request| request.path.contains("since=")).cloned();
    server.respond(&mut device, &request.expect("the changes are requested"));
    exchange(&mut device, &mut server);
    assert_eq!(titles(&device), "Mineb");
    assert_eq!(offered(&device), [("Rename card “Bens”", "Bens", ErrorCode::OtherTextReplaced)]);
    assert_eq!(server.boards[&board].records.cards[&a].title.as_str(), "Mine");
}
