//! The attachments of cards (SPEC M61, M63, M118 to M121). The server stores the files.

use crate::board_deltas::{apply_remote_change, exchange, settled};
use crate::boards::{add_card, add_list, open_new};
use crate::cards::open_card;
use crate::sharing::shared;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{ada, intent, signed_in};
use core_wasm::app::Input;
use core_wasm::board::policy::check_change;
use core_wasm::protocol::attachment::{MAX_ATTACHMENT_BYTES, UploadStatus, UploadView};
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{CardEdit, Change};
use core_wasm::protocol::sharing::Role;
use serde_json::{Value, json};

fn attach(number: u8, card_id: Id, name: &str) -> Change {
    Change::AddAttachment {
        item_id: Id::from_parts(u64::from(number), &[number; 10]),
        card_id,
        name: name.to_owned(),
        content_type: "text/plain".to_owned(),
        bytes: 5,
        width: None,
        height: None,
    }
}

#[test]
fn m61_editors_admins_and_the_owner_attach_and_delete_files() {
    let (mut device, mut server, board) = settled();
    let card = open_card(&mut device, "a");
    apply_remote_change(&mut server, board, 1, attach(7, card, "a.txt"));
    let records = &mut server.boards.get_mut(&board).expect("the board is there").records;
    let delete = Change::TrashItem { item_id: Id::from_parts(7, &[7; 10]) };
    for role in [Role::Viewer, Role::Commenter, Role::Editor, Role::Admin, Role::Owner] {
        records.board.role = role;
        let expected = if role >= Role::Editor { Ok(()) } else { Err(ErrorCode::ForbiddenRole) };
        assert_eq!(check_change(records, &attach(8, card, "b.txt")), expected, "{role:?}");
        assert_eq!(check_change(records, &delete), expected, "{role:?}");
    }
}

#[test]
fn m63_attachments_are_counted_and_listed() {
    let (mut device, mut server, board) = settled();
    let card = open_card(&mut device, "a");
    for (number, name) in [(7, "a.txt"), (8, "b.txt")] {
        apply_remote_change(&mut server, board, u64::from(number), attach(number, card, name));
    }
    device.feed(Input::Online);
    exchange(&mut device, &mut server);
    let open = device.snapshot().open_card.clone().expect("the card is open");
    assert_eq!(open.attachments.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.txt", "b.txt"]);
    let counted = device.board().cards.iter().find(|shown| shown.id == card).map(|shown| shown.attachments);
    assert_eq!(counted, Some(2));
}

const NOTHING: [&str; 0] = [];

fn upload(device: &mut Device, card_id: Id, name: &str, file: u32, size: usize) -> Result<(), ErrorCode> {
    device.try_dispatch(intent(
        json!({ "type": "upload_attachment", "card_id": card_id, "name": name, "file": file, "size": size }),
    ))
}

/// Returns a device with two files in the queue for a card of a settled board. The first one is being sent.
fn uploading() -> (Device, Server, Id, Id) {
    let (mut device, server, board) = settled();
    let card = device.card("a");
    assert_eq!(upload(&mut device, card, "Gärten 1.png", 7, 10), Ok(()));
    assert_eq!(upload(&mut device, card, "b.txt", 8, 20), Ok(()));
    (device, server, board, card)
}

fn uploads(device: &Device) -> &[UploadView] {
    &device.snapshot().uploads
}

fn statuses(device: &Device) -> Vec<UploadStatus> {
    uploads(device).iter().map(|upload| upload.status).collect()
}

/// Returns the handle of the file that is being sent.
fn file_in_flight(device: &Device) -> Option<String> {
    device.requests.iter().find(|request| request.method == "POST").and_then(|request| request.body.clone())
}

fn uploads_path(board: Id, card: Id) -> String {
    format!("/boards/{board}/cards/{card}/attachments/")
}

fn refuse(device: &mut Device, path: &str, status: u16, code: &str) {
    device.respond_with(path, status, json!({ "code": code, "message": "No." }));
}

#[test]
fn m118_uploads_are_sent_one_at_a_time_under_their_id() {
    let (mut device, _, board, card) = uploading();
    use UploadStatus::{Uploading, Waiting};
    assert_eq!(statuses(&device), [Uploading, Waiting]);
    let (first, second) = (uploads(&device)[0].id, uploads(&device)[1].id);
    let path = uploads_path(board, card);
    assert_eq!(device.open_requests(), [format!("POST {path}?name=G%C3%A4rten%201%2Epng&id={first}")]);
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 7"));
    let shown = &uploads(&device)[1];
    assert_eq!((shown.board_id, shown.card_id, shown.name.as_str(), shown.bytes), (board, card, "b.txt", 20));

    device.respond_with(&path, 200, json!({}));
    assert_eq!(device.request(&path).path, format!("{path}?name=b%2Etxt&id={second}"));
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 8"));
    assert_eq!(device.released, [7]);
}

#[test]
fn m118_files_that_may_not_be_attached_are_refused_and_released() {
    let (mut device, ..) = settled();
    let card = device.card("a");
    assert_eq!(upload(&mut device, card, "a", 1, MAX_ATTACHMENT_BYTES + 1), Err(ErrorCode::FileTooLarge));
    assert_eq!(upload(&mut device, card, "a", 2, usize::MAX), Err(ErrorCode::FileTooLarge));
    assert_eq!(upload(&mut device, card, " ", 3, 1), Err(ErrorCode::NameRequired));
    assert_eq!(upload(&mut device, Id::GUEST, "a", 4, 1), Err(ErrorCode::UnknownCard));
    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(upload(&mut device, card, "a", 5, 1), Err(ErrorCode::UnknownBoard));
    assert_eq!((device.released.as_slice(), uploads(&device).len()), (&[1, 2, 3, 4, 5][..], 0));

    for (role, expected) in [
        (Role::Viewer, ErrorCode::ForbiddenRole),
        (Role::Commenter, ErrorCode::ForbiddenRole),
        (Role::Editor, ErrorCode::UnknownCard),
    ] {
        let (mut device, ..) = shared(role);
        assert_eq!(upload(&mut device, card, "a", 1, 1), Err(expected), "{role:?}");
    }
    let (mut device, ..) = settled();
    let card = device.card("a");
    assert_eq!(upload(&mut device, card, "a", 1, MAX_ATTACHMENT_BYTES), Ok(()));
    assert_eq!((statuses(&device), device.released.len()), (vec![UploadStatus::Uploading], 0));
}

#[test]
fn m118_uploads_wait_for_unsent_changes() {
    let (mut device, mut server, _) = settled();
    let list = device.list("To do");
    let card = add_card(&mut device, list, "c");
    assert_eq!(upload(&mut device, card, "a.txt", 7, 1), Ok(()));
    assert_eq!(
        (statuses(&device), file_in_flight(&device).as_deref() == Some("file 7")),
        (vec![UploadStatus::Waiting], false)
    );
    let ops = device.requests[0].clone();
    assert!(ops.path.ends_with("/ops/"), "{}", ops.path);
    server.respond(&mut device, &ops);
    assert_eq!(
        (statuses(&device), file_in_flight(&device).as_deref()),
        (vec![UploadStatus::Uploading], Some("file 7"))
    );
}

#[test]
fn m118_a_board_that_the_server_does_not_know_yet_can_get_files() {
    let (mut device, mut server) = (signed_in(ada()), Server::new(ada()));
    let board = open_new(&mut device, "Garden").id;
    let list = add_list(&mut device, "To do");
    let card = add_card(&mut device, list, "a");
    assert_eq!(upload(&mut device, card, "a.txt", 7, 1), Ok(()));
    while statuses(&device) == [UploadStatus::Waiting] {
        let request = device.requests.first().cloned().expect("something is sent before the file");
        assert_ne!(request.body.as_deref(), Some("file 7"));
        server.respond(&mut device, &request);
    }
    assert!(server.boards[&board].records.cards.contains_key(&card));
    assert!(device.requests.iter().any(|request| request.body.as_deref() == Some("file 7")));
}

#[test]
fn m119_uploads_wait_for_the_connection() {
    let (mut device, _, board, card) = uploading();
    let path = uploads_path(board, card);
    let resumes: [fn(&mut Device); 3] = [
        |device| device.fire_alarm(Alarm::Uploads),
        |device| _ = device.feed(Input::Online),
        |device| _ = device.feed(Input::PageVisible),
    ];
    let mut sent = vec![];
    for resume in resumes {
        sent.extend(file_in_flight(&device));
        device.fail_request(&path);
        assert_eq!(statuses(&device), [UploadStatus::Waiting; 2]);
        assert_eq!((file_in_flight(&device), device.released.len()), (None, 0));
        resume(&mut device);
    }
    sent.extend(file_in_flight(&device));
    assert_eq!(
        sent,
        ["file 7", "file 8", "file 7", "file 8"],
        "a file that cannot be read does not hold back the others"
    );
    assert_eq!(uploads(&device)[0].rejection, None);
}

#[test]
fn m119_the_live_connection_resumes_uploads() {
    let (mut device, _, board, card) = uploading();
    device.respond_with(&uploads_path(board, card), 503, json!({ "code": "server_busy", "message": "Busy." }));
    assert_eq!(file_in_flight(&device), None);
    device.feed(Input::SocketOpened);
    crate::live::receive_socket_message(&mut device, json!({ "type": "ready" }));
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 8"));
}

#[test]
fn m119_only_responses_count_against_an_upload() {
    let (mut device, _, board, card) = uploading();
    let path = uploads_path(board, card);
    let second = uploads(&device)[1].id;
    device.dispatch_json(json!({ "type": "cancel_upload", "upload_id": second }));
    for _ in 0..6 {
        device.fail_request(&path);
        device.fire_alarm(Alarm::Uploads);
    }
    device.respond_with_text(&path, 503, "");
    assert_eq!(statuses(&device), [UploadStatus::Waiting]);
}

#[test]
fn m119_refused_uploads_fail_and_can_be_sent_again() {
    let (mut device, _, board, card) = uploading();
    let path = uploads_path(board, card);
    refuse(&mut device, &path, 409, "attachment_limit");
    let failed = &uploads(&device)[0];
    assert_eq!(failed.status, UploadStatus::Failed);
    assert_eq!(failed.rejection.as_ref().map(|rejection| rejection.code), Some(ErrorCode::AttachmentLimit));
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 8"), "the next one is sent");
    let id = failed.id;
    device.dispatch_json(json!({ "type": "retry_upload", "upload_id": id }));
    assert_eq!((uploads(&device)[0].status, uploads(&device)[0].rejection.is_some()), (UploadStatus::Waiting, false));
    device.respond_with(&path, 200, json!({}));
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 7"));
    device.respond_with_text(&path, 413, "<html>");
    let code = |device: &Device| uploads(device)[0].rejection.as_ref().map(|rejection| rejection.code);
    assert_eq!(code(&device), Some(ErrorCode::FileTooLarge));

    device.dispatch_json(json!({ "type": "retry_upload", "upload_id": id }));
    for _ in 0..4 {
        device.respond_with_text(&path, 500, "");
        assert_eq!(uploads(&device)[0].status, UploadStatus::Waiting);
        device.fire_alarm(Alarm::Uploads);
    }
    device.respond_with_text(&path, 500, "");
    assert_eq!((uploads(&device)[0].status, code(&device)), (UploadStatus::Failed, Some(ErrorCode::Unavailable)));
}

#[test]
fn m119_uploads_can_be_canceled() {
    let (mut device, _, board, card) = uploading();
    let cancel = |device: &mut Device, index: usize| {
        let id = uploads(device)[index].id;
        device.dispatch_json(json!({ "type": "cancel_upload", "upload_id": id }));
    };
    let canceled = device.request(&uploads_path(board, card)).id;
    cancel(&mut device, 0);
    assert_eq!((device.released.as_slice(), uploads(&device).len()), (&[7][..], 1));
    let last = device.requests.last().and_then(|request| request.body.clone());
    assert_eq!(last.as_deref(), Some("file 8"), "the next one is sent");
    let response = core_wasm::protocol::response::ApiResponse::Received { status: 499, body: String::new() };
    device.respond_to(canceled, response);
    assert_eq!(statuses(&device), [UploadStatus::Uploading], "the response does not count for another upload");
    device.fail_request(&uploads_path(board, card));
    cancel(&mut device, 0);
    assert_eq!((device.released.as_slice(), uploads(&device).len()), (&[7, 8][..], 0));
    device.fire_alarm(Alarm::Uploads);
    assert_eq!(device.open_requests(), NOTHING);
}

#[test]
fn m120_stored_upload_is_shown_until_the_board_has_it() {
    let (mut device, mut server, board) = settled();
    let card = open_card(&mut device, "a");
    assert_eq!(upload(&mut device, card, "a.txt", 7, 5), Ok(()));
    let item_id = uploads(&device)[0].id;
    let Change::AddAttachment { name, content_type, bytes, width, height, .. } = attach(7, card, "a.txt") else {
        panic!()
    };
    let change = Change::AddAttachment { item_id, card_id: card, name, content_type, bytes, width, height };
    apply_remote_change(&mut server, board, 1, change);
    device.respond_with(&uploads_path(board, card), 200, json!({}));
    assert_eq!((statuses(&device), device.released.as_slice()), (vec![UploadStatus::Uploading], &[7][..]));
    exchange(&mut device, &mut server);
    assert_eq!(uploads(&device).len(), 0);
    let open = device.snapshot().open_card.as_ref().expect("the card is open");
    assert_eq!(open.attachments.iter().map(|file| file.id).collect::<Vec<_>>(), [item_id]);
}

#[test]
fn m119_stored_upload_can_be_hidden() {
    let (mut device, _, board, card) = uploading();
    let first = uploads(&device)[0].id;
    device.respond_with(&uploads_path(board, card), 200, json!({}));
    device.dispatch_json(json!({ "type": "cancel_upload", "upload_id": first }));
    assert_eq!((uploads(&device).len(), device.released.as_slice()), (1, &[7][..]));
    assert_eq!(file_in_flight(&device).as_deref(), Some("file 8"), "the next one is not disturbed");
}

#[test]
fn m120_log_out_and_lost_boards_remove_uploads() {
    let (mut device, ..) = uploading();
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": true }));
    assert_eq!((uploads(&device).len(), device.released.as_slice()), (0, &[7, 8][..]));

    let (mut device, mut server, board, card) = uploading();
    device.fail_request(&uploads_path(board, card));
    server.boards.remove(&board);
    device.feed(Input::Online);
    while let Some(request) = device.requests.first().cloned() {
        server.respond(&mut device, &request);
    }
    assert_eq!((uploads(&device).len(), device.released.as_slice()), (0, &[7, 8][..]));
}

/// Responds to the request for the addresses of the board's attachments with those of `ids`.
fn respond_with_links(device: &mut Device, board: Id, ids: &[Id]) {
    let links: Vec<Value> =
        ids.iter().map(|id| json!({ "id": id, "url": format!("/{id}"), "preview_url": null })).collect();
    let body = json!({ "links": links, "expires_at": "2026-03-03T08:40:00.000Z" });
    device.respond_with(&format!("/boards/{board}/attachments/"), 200, body);
}

fn linked(device: &Device) -> Option<Vec<Id>> {
    device.snapshot().attachment_links.as_ref().map(|links| links.iter().map(|link| link.id).collect())
}

/// Applies a change from another device and lets the device load it.
fn receive(device: &mut Device, server: &mut Server, board: Id, number: u64, change: Change) {
    apply_remote_change(server, board, number, change);
    device.feed(Input::Online);
    let request = device.request(&format!("/boards/{board}/changes/")).clone();
    server.respond(device, &request);
}

#[test]
fn m121_addresses_of_the_open_board_are_loaded_and_kept_valid() {
    let (mut device, mut server, board) = settled();
    let (card, path) = (device.card("a"), format!("/boards/{board}/attachments/"));
    let is_requested = |device: &Device| device.requests.iter().any(|request| request.path == path);
    assert!(!is_requested(&device), "the board has no attachments");
    let [first, second] = [7, 8].map(|number| Id::from_parts(number, &[number as u8; 10]));
    receive(&mut device, &mut server, board, 1, attach(7, card, "a.txt"));
    assert_eq!((is_requested(&device), linked(&device)), (true, None));
    respond_with_links(&mut device, board, &[first]);
    assert_eq!(linked(&device), Some(vec![first]));

    device.now += 200_000;
    device.feed(Input::Online);
    assert!(!is_requested(&device), "they are still valid");
    receive(&mut device, &mut server, board, 2, attach(8, card, "b.txt"));
    assert_eq!((is_requested(&device), linked(&device)), (true, Some(vec![first])));
    respond_with_links(&mut device, board, &[first, second]);
    assert_eq!(linked(&device), Some(vec![first, second]));

    device.feed(Input::PageHidden);
    device.fire_alarm(Alarm::AttachmentLinks);
    assert!(!is_requested(&device), "a hidden page needs none");
    device.feed(Input::PageVisible);
    device.fail_request(&path);
    assert_eq!((is_requested(&device), linked(&device)), (false, Some(vec![first, second])));
    let failed_at = device.now;
    device.fire_alarm(Alarm::AttachmentLinks);
    assert_eq!((is_requested(&device), device.now - failed_at), (true, 30_000));

    device.dispatch_json(json!({ "type": "close_board" }));
    assert_eq!(linked(&device), None);
    respond_with_links(&mut device, board, &[first]);
    assert_eq!(linked(&device), None, "another board may be open by now");
}

#[test]
fn m62_a_card_whose_cover_was_deleted_shows_none() {
    let (mut device, mut server, board) = settled();
    let card = device.card("a");
    let Change::AddAttachment { item_id, name, bytes, .. } = attach(7, card, "a.png") else { panic!() };
    let size = Some(3);
    let picture = Change::AddAttachment {
        item_id,
        card_id: card,
        name,
        content_type: "image/png".to_owned(),
        bytes,
        width: size,
        height: size,
    };
    apply_remote_change(&mut server, board, 1, picture);
    receive(
        &mut device,
        &mut server,
        board,
        2,
        Change::EditCard { card_id: card, edit: CardEdit::Cover(Some(item_id)) },
    );
    let cover =
        |device: &Device| device.board().cards.iter().find(|shown| shown.id == card).and_then(|shown| shown.cover_id);
    assert_eq!(cover(&device), Some(item_id));
    device.dispatch_json(json!({ "type": "delete_item", "item_id": item_id }));
    assert_eq!(cover(&device), None);
    device.dispatch_json(json!({ "type": "undo", "change_id": null }));
    assert_eq!(cover(&device), Some(item_id));
}
