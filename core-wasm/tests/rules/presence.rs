//! Presence: who has a board open, and who is editing which field (SPEC M70 to M75, B63).

use crate::board_deltas::exchange;
use crate::boards::{add_card, add_list, listed, open_new};
use crate::live::{receive_socket_message, take_socket_messages};
use crate::sharing::shared;
use crate::support::device::Device;
use crate::support::{ada, ben, id, opened, signed_in};
use core_wasm::app::Input;
use core_wasm::board::reduce::new_board;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::presence::{CardField, EditedField, PresentMember};
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::text::{BoardName, Slug};
use serde_json::{Value, json};

/// Accepts the device's live connection, with a server that accepts presence.
fn connect(device: &mut Device) {
    device.feed(Input::SocketOpened);
    receive_socket_message(device, json!({ "type": "ready", "accepts_presence": true }));
}

/// Returns a device with a live connection that has opened a board of Ada's and Ben's, which it has reported.
fn present() -> (Device, Id) {
    let (mut device, mut server, board_id) = shared(Role::Editor);
    connect(&mut device);
    exchange(&mut device, &mut server);
    assert_eq!(reports(&mut device), [report(Some(board_id), Value::Null)]);
    device.fire_alarm(Alarm::Presence);
    (device, board_id)
}

/// Returns what was reported since the last call.
fn reports(device: &mut Device) -> Vec<Value> {
    take_socket_messages(device).into_iter().filter(|message| message["type"] == "presence").collect()
}

fn report(board_id: Option<Id>, editing: Value) -> Value {
    json!({ "type": "presence", "board_id": board_id, "editing": editing })
}

fn field(card: u64, name: &str) -> Value {
    json!({ "card_id": id(card), "field": name })
}

fn set_editing(device: &mut Device, card: u64, field: &str, is_editing: bool) {
    let card_id = id(card);
    device
        .dispatch_json(json!({ "type": "set_editing", "card_id": card_id, "field": field, "is_editing": is_editing }));
}

fn receive(device: &mut Device, board_id: Id, is_complete: bool, present: Value, absent: Value) {
    receive_socket_message(
        device,
        json!({ "type": "presence", "board_id": board_id, "is_complete": is_complete, "present": present, "absent": absent }),
    );
}

fn present_member(user_id: Id, editing: Value) -> Value {
    json!({ "user_id": user_id, "editing": editing })
}

fn open_board(device: &mut Device, board_id: Id) {
    let boards = &device.snapshot().boards;
    let slug = boards.iter().find(|board| board.id == board_id).expect("the board").slug.clone();
    device.dispatch_json(json!({ "type": "open_board", "slug": slug }));
}

#[test]
fn m70_shared_board_is_reported_also_when_hidden() {
    let (mut device, board_id) = present();
    device.feed(Input::PageHidden);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    device.dispatch_json(json!({ "type": "close_board" }));
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), [report(None, Value::Null)]);
    device.fire_alarm(Alarm::Presence);
    open_board(&mut device, board_id);
    assert_eq!(reports(&mut device), [report(Some(board_id), Value::Null)]);
}

#[test]
fn m70_boards_without_other_members_are_not_reported() {
    let mut device = signed_in(ada());
    open_new(&mut device, "Garden");
    connect(&mut device);
    let list = add_list(&mut device, "Today");
    add_card(&mut device, list, "Milk");
    set_editing(&mut device, 7, "title", true);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    let mut guest = opened("/app", &[("name", "Ada")]);
    open_new(&mut guest, "Garden");
    set_editing(&mut guest, 7, "title", true);
    assert_eq!(guest.socket_messages, Vec::<String>::new());
}

#[test]
fn m70_servers_of_earlier_releases_receive_no_reports() {
    let (mut device, _, _) = shared(Role::Editor);
    device.feed(Input::SocketOpened);
    receive_socket_message(&mut device, json!({ "type": "ready" }));
    set_editing(&mut device, 7, "title", true);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    assert!(!device.alarms.contains_key(&Alarm::Presence));
}

#[test]
fn m71_reports_are_sent_at_once_and_throttled() {
    let (mut device, board_id) = present();
    let board = Some(board_id);
    set_editing(&mut device, 7, "title", true);
    assert_eq!(reports(&mut device), [report(board, field(7, "title"))]);
    set_editing(&mut device, 7, "title", false);
    set_editing(&mut device, 7, "description", true);
    set_editing(&mut device, 7, "description", false);
    set_editing(&mut device, 7, "comment", true);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    let sent_at = device.now;
    device.fire_alarm(Alarm::Presence);
    assert_eq!((reports(&mut device), device.now - sent_at), (vec![report(board, field(7, "comment"))], 200));
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), Vec::<Value>::new());

    // Moving to another field is one report.
    set_editing(&mut device, 7, "comment", false);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    set_editing(&mut device, 7, "title", true);
    assert_eq!(reports(&mut device), [report(board, field(7, "title"))]);
    device.fire_alarm(Alarm::Presence);
    set_editing(&mut device, 7, "title", false);
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), [report(board, Value::Null)]);
}

#[test]
fn m72_mirror_has_the_other_members_and_what_they_edit() {
    let (mut device, board_id) = present();
    receive(
        &mut device,
        board_id,
        true,
        json!([present_member(ben(), Value::Null), present_member(id(98), Value::Null)]),
        json!([]),
    );
    receive(&mut device, board_id, false, json!([present_member(ben(), field(7, "description"))]), json!([]));
    let editing = Some(EditedField { card_id: id(7), field: CardField::Description });
    let present = |user_id, editing| PresentMember { user_id, editing };
    assert_eq!(device.snapshot().presence, [present(id(98), None), present(ben(), editing)]);
    receive(&mut device, board_id, false, json!([]), json!([id(98)]));
    assert_eq!(device.snapshot().presence, [present(ben(), editing)]);
}

#[test]
fn m73_complete_message_replaces_and_other_boards_are_ignored() {
    let (mut device, board_id) = present();
    receive(&mut device, board_id, true, json!([present_member(ben(), Value::Null)]), json!([]));
    receive(&mut device, id(21), true, json!([present_member(id(98), Value::Null)]), json!([]));
    let ids = |device: &Device| device.snapshot().presence.iter().map(|member| member.user_id).collect::<Vec<_>>();
    assert_eq!(ids(&device), [ben()]);
    receive(&mut device, board_id, true, json!([present_member(id(98), Value::Null)]), json!([]));
    assert_eq!(ids(&device), [id(98)]);

    // A board that is closed and opened again at once was never reported as closed, so the server does not send its members again.
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(ids(&device), []);
    open_board(&mut device, board_id);
    assert_eq!((ids(&device), reports(&mut device)), (vec![id(98)], vec![]));
    device.dispatch_json(json!({ "type": "close_board" }));
    device.fire_alarm(Alarm::Presence);
    receive(&mut device, board_id, false, json!([present_member(ben(), Value::Null)]), json!([]));
    open_board(&mut device, board_id);
    assert_eq!(ids(&device), []);
}

#[test]
fn m74_closing_the_card_ends_editing() {
    let (mut device, board_id) = present();
    let list = add_list(&mut device, "Today");
    let card = add_card(&mut device, list, "Milk");
    device.dispatch_json(json!({ "type": "open_card", "card_id": card }));
    let edit =
        |is_editing| json!({ "type": "set_editing", "card_id": card, "field": "title", "is_editing": is_editing });
    device.dispatch_json(edit(true));
    let editing = json!({ "card_id": card, "field": "title" });
    assert_eq!(reports(&mut device), [report(Some(board_id), editing)]);
    device.dispatch_json(json!({ "type": "close_card" }));
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), [report(Some(board_id), Value::Null)]);
    device.fire_alarm(Alarm::Presence);

    // The next field may get the focus before the previous one reports that it was left.
    set_editing(&mut device, 7, "comment", true);
    set_editing(&mut device, 7, "title", false);
    assert_eq!(reports(&mut device), [report(Some(board_id), field(7, "comment"))]);
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), Vec::<Value>::new());
    device.dispatch_json(json!({ "type": "close_board" }));
    device.fire_alarm(Alarm::Presence);
    assert_eq!(reports(&mut device), [report(None, Value::Null)]);
}

#[test]
fn m75_nobody_is_present_without_a_connection() {
    let (mut device, board_id) = present();
    receive(&mut device, board_id, true, json!([present_member(ben(), Value::Null)]), json!([]));
    set_editing(&mut device, 7, "title", true);
    reports(&mut device);
    device.feed(Input::SocketClosed { code: 1006 });
    assert_eq!(device.snapshot().presence, []);
    device.fire_alarm(Alarm::Live);
    connect(&mut device);
    assert_eq!(reports(&mut device), [report(Some(board_id), field(7, "title"))]);
    receive(&mut device, board_id, true, json!([present_member(ben(), Value::Null)]), json!([]));
    assert_eq!(device.snapshot().presence.len(), 1);
    // A server that has missed changes says so, without a new connection.
    receive_socket_message(&mut device, json!({ "type": "ready", "accepts_presence": true }));
    assert_eq!(device.snapshot().presence.len(), 1);
}

#[test]
fn b63_list_of_boards_has_the_members_who_have_each_open() {
    let mut device = signed_in(ada());
    device.feed(Input::SocketOpened);
    receive_socket_message(&mut device, json!({ "type": "ready", "accepts_presence": true }));
    let kitchen = new_board(id(6), BoardName::parse("Kitchen").unwrap(), Slug::parse("kitchen").unwrap());
    device.dispatch_json(json!({ "type": "load_boards" }));
    device.respond_with("/boards/get-boards/", 200, json!([listed(&kitchen, 2, 7, &[ben()])]));
    let present = |device: &Device| device.snapshot().board_summaries[0].present_ids.clone();
    assert_eq!(present(&device), [ben()]);
    let stored = device.indexed_db.borrow().read(&format!("{}/kept/overview", ada()));
    assert!(!stored[0].1.contains(&ben().to_string()), "it is not stored");
    device.feed(Input::SocketClosed { code: 1006 });
    assert_eq!((present(&device), device.snapshot().board_summaries[0].card_count), (vec![], 7));
}
