//! Notes: loading, syncing, listing, searching and opening (SPEC N2 to N13, N17 to N23).

use crate::board_deltas::exchange;
use crate::live::connect_live;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, ada, ben, document, id, intent, log_in, refusal, signed_in};
use core_wasm::app::Input;
use core_wasm::protocol::effect::{Alarm, UiEffect};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{NoteChange, NoteStatus, NoteSummary, NoteView};
use core_wasm::protocol::patch::Patch;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::LoadStatus;
use proptest::prelude::*;
use serde_json::json;

/// Returns a save from another device of the account.
pub(crate) fn save(save_id: u64, base: Option<u64>, text: &str, edited_at: i64) -> NoteChange {
    let edited_at = Timestamp::from_millis(edited_at);
    NoteChange::Save { save_id: id(save_id), base: base.map(id), document: document(text), edited_at, goes_on: true }
}

/// Returns a server with three notes: "Milk" (30), "Bread" (31) and "Eggs" (32), saved in this order.
pub(crate) fn three_notes() -> Server {
    let mut server = Server::new(ada());
    for (number, text) in [(30, "Milk"), (31, "Bread"), (32, "Eggs")] {
        let change = save(number + 100, None, text, MORNING - 1_000_000 + number as i64 * 1_000);
        server.notes.change(id(number), change, MORNING).expect("saves are accepted");
    }
    server
}

/// Lets the server respond to all requests of the device.
pub(crate) fn respond_to_all(device: &mut Device, server: &mut Server) {
    exchange(device, server);
}

/// Returns a device that shows the notes of a server.
pub(crate) fn with_notes(server: &mut Server) -> Device {
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_notes" }));
    respond_to_all(&mut device, server);
    device
}

/// Returns the titles of the shown notes, in order.
pub(crate) fn titles(device: &Device) -> Vec<&str> {
    let notes = &device.snapshot().notes;
    let title = |id: &Id| notes.notes.iter().find(|note| note.id == *id).map_or("?", |note| note.title.as_str());
    notes.order.shown.iter().map(title).collect()
}

fn trashed(device: &Device) -> usize {
    device.snapshot().notes.order.trashed.len()
}

pub(crate) fn summary(device: &Device, note: u64) -> &NoteSummary {
    device.snapshot().notes.notes.iter().find(|summary| summary.id == id(note)).expect("the note is in the list")
}

pub(crate) fn open_note(device: &Device) -> &NoteView {
    device.snapshot().notes.open.as_ref().expect("an open note")
}

pub(crate) fn opens(device: &mut Device, note: u64) {
    device.dispatch_json(json!({ "type": "open_note", "note_id": id(note) }));
}

/// Saves a text in the editor of the open note, based on the shown edition.
pub(crate) fn save_text(device: &mut Device, text: &str) {
    let (note_id, edition) = (open_note(device).id, open_note(device).edition);
    device.dispatch_json(
        json!({ "type": "edit_note", "note_id": note_id, "document": document(text), "edition": edition }),
    );
}

/// Returns the open requests for notes.
pub(crate) fn open_note_requests(device: &Device) -> Vec<String> {
    device.open_requests().into_iter().filter(|request| request.contains("/notes/")).collect()
}

fn announce_notes_version(device: &mut Device, version: i64) {
    device.feed(Input::SocketMessage { text: json!({ "type": "notes_changed", "version": version }).to_string() });
}

#[test]
fn n2_list_shows_the_first_two_non_blank_lines() {
    let mut server = Server::new(ada());
    let text = json!({ "type": "doc", "content": [
        { "type": "paragraph" },
        { "type": "heading", "attrs": { "level": 1 }, "content": [{ "type": "text", "text": "  Groceries " }] },
        { "type": "bulletList", "content": [{ "type": "listItem", "content": [
            { "type": "paragraph", "content": [{ "type": "text", "text": "Milk" }] }] }] },
    ] });
    let NoteChange::Save { save_id, base, edited_at, .. } = save(130, None, "", MORNING) else { panic!("a save") };
    let change = NoteChange::Save { save_id, base, document: text.to_string(), edited_at, goes_on: true };
    server.notes.change(id(30), change, MORNING).expect("saves are accepted");
    let device = with_notes(&mut server);
    let shown = summary(&device, 30);
    assert_eq!((shown.title.as_str(), shown.snippet.as_str()), ("Groceries", "Milk"));
}

#[test]
fn n3_stored_notes_are_shown_immediately_and_offline() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    assert_eq!(titles(&device), ["Eggs", "Bread", "Milk"]);
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(titles(&device), ["Eggs", "Bread", "Milk"]);
    assert_eq!(device.snapshot().notes.status, LoadStatus::Ready);
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=3"]);
    device.fail_all_requests();
    assert_eq!((device.snapshot().notes.status, titles(&device).len()), (LoadStatus::Ready, 3));
    opens(&mut device, 31);
    assert_eq!(
        (open_note(&device).status, open_note(&device).document.clone()),
        (NoteStatus::Ready, document("Bread"))
    );
}

#[test]
fn n3_loading_fails_only_without_stored_notes() {
    let mut server = three_notes();
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(device.snapshot().notes.status, LoadStatus::Loading);
    device.fail_all_requests();
    assert_eq!(device.snapshot().notes.status, LoadStatus::Failed);
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(device.snapshot().notes.status, LoadStatus::Loading);
    respond_to_all(&mut device, &mut server);
    assert_eq!((device.snapshot().notes.status, titles(&device).len()), (LoadStatus::Ready, 3));
}

#[test]
fn n3_notes_can_be_created_offline_without_stored_notes() {
    let mut server = three_notes();
    let mut device = signed_in(ada());
    device.dispatch_json(json!({ "type": "load_notes" }));
    device.fail_all_requests();
    device.dispatch_json(json!({ "type": "add_note" }));
    let path = device.take_paths().remove(0);
    let note_id = Id::parse(path.strip_prefix("/app/notes/").expect("the page of a note")).expect("an id");
    device.dispatch_json(json!({ "type": "open_note", "note_id": note_id }));
    assert_eq!(open_note(&device).status, NoteStatus::Ready);
    save_text(&mut device, "Rye");
    assert_eq!((titles(&device), device.snapshot().notes.status), (vec!["Rye"], LoadStatus::Failed));
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    device.fail_all_requests();
    assert_eq!(titles(&device), ["Rye"]);
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut server);
    assert_eq!((titles(&device).len(), device.snapshot().notes.status), (4, LoadStatus::Ready));
    assert_eq!(device.snapshot().sync.unsent, 0);
}

#[test]
fn n3_notes_are_paged_and_removed_notes_disappear() {
    let mut server = three_notes();
    server.notes.page = 1;
    let mut device = with_notes(&mut server);
    assert_eq!(titles(&device), ["Eggs", "Bread", "Milk"]);
    server.notes.remove(id(31));
    server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING), MORNING).expect("saves are accepted");
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut server);
    assert_eq!(titles(&device), ["Oat milk", "Eggs"]);
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(titles(&device), ["Oat milk", "Eggs"], "removed notes do not reappear from the storage");
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=5"]);
}

#[test]
fn n4_remote_changes_are_fetched_once() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    connect_live(&mut device);
    respond_to_all(&mut device, &mut server);
    announce_notes_version(&mut device, 3);
    assert_eq!(open_note_requests(&device), Vec::<String>::new(), "the announced version is already known");
    server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING), MORNING).expect("saves are accepted");
    announce_notes_version(&mut device, 4);
    announce_notes_version(&mut device, 4);
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=3"]);
    respond_to_all(&mut device, &mut server);
    assert_eq!(titles(&device), ["Oat milk", "Eggs", "Bread"]);
    // The live announcement of the device's own change arrives before the response, which already contains everything.
    opens(&mut device, 31);
    device.now += 1_000;
    save_text(&mut device, "Rye");
    assert_eq!(open_note_requests(&device).len(), 1);
    announce_notes_version(&mut device, 5);
    assert_eq!(open_note_requests(&device).len(), 1);
    respond_to_all(&mut device, &mut server);
    announce_notes_version(&mut device, 5);
    assert_eq!((open_note_requests(&device).len(), titles(&device)[0]), (0, "Rye"));
    // A change in between was missed.
    server.notes.change(id(32), NoteChange::Pin, MORNING).expect("changes are accepted");
    save_text(&mut device, "Rye bread");
    respond_to_all(&mut device, &mut server);
    assert_eq!(titles(&device), ["Eggs", "Rye bread", "Oat milk"]);
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=7"]);
    assert_eq!(titles(&device), ["Eggs", "Rye bread", "Oat milk"]);
}

#[test]
fn y40_announcement_during_a_request_that_fails_is_followed() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    connect_live(&mut device);
    respond_to_all(&mut device, &mut server);
    announce_notes_version(&mut device, 4);
    let in_flight = open_note_requests(&device);
    assert_eq!(in_flight, ["GET /notes/?since=3"]);
    announce_notes_version(&mut device, 5);
    device.fail_all_requests();
    assert_eq!(open_note_requests(&device), in_flight, "sent again for the second announcement");
    device.fail_all_requests();
    assert_eq!(open_note_requests(&device), Vec::<String>::new(), "but only once");
}

#[test]
fn n4_a_lost_response_is_retried_when_online() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    connect_live(&mut device);
    respond_to_all(&mut device, &mut server);
    server.notes.change(id(30), NoteChange::Trash, MORNING).expect("changes are accepted");
    announce_notes_version(&mut device, 4);
    device.fail_request("/notes/");
    assert_eq!(open_note_requests(&device), Vec::<String>::new(), "no retry before the backoff delay");
    device.feed(Input::SocketMessage { text: json!({ "type": "ready" }).to_string() });
    respond_to_all(&mut device, &mut server);
    assert_eq!((titles(&device).len(), trashed(&device)), (2, 1));
}

#[test]
fn n5_unreadable_notes_are_quarantined_and_reloaded() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    let key = |note: u64, version: i64| format!("{}/notes/{}/{version:020}", ada(), id(note));
    let texts = device.indexed_db.borrow().texts.clone();
    assert!(texts.contains_key(&key(30, 1)) && texts.contains_key(&key(32, 3)));
    // Another tab stored an outdated version, and a newer version of the app another one.
    let old = texts[&key(30, 1)].clone();
    device.indexed_db.borrow_mut().write(vec![(key(31, 2), Some("{\"format\":99}".to_owned()))]);
    server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING), MORNING).expect("saves are accepted");
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut server);
    device.indexed_db.borrow_mut().write(vec![(key(30, 1), Some(old))]);
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(titles(&device), ["Oat milk", "Eggs"]);
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=0"]);
    let texts = device.indexed_db.borrow().texts.clone();
    assert!(texts.contains_key(&format!("set aside/{}", key(31, 2))));
    assert!(!texts.contains_key(&key(30, 1)), "only the latest version is stored");
    respond_to_all(&mut device, &mut server);
    assert_eq!(titles(&device), ["Oat milk", "Eggs", "Bread"]);
}

#[test]
fn n5_a_server_rollback_is_accepted() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    let mut older = Server::new(ada());
    older.notes.change(id(30), save(130, None, "Milk", MORNING), MORNING).expect("saves are accepted");
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut older);
    assert_eq!((titles(&device), device.snapshot().notes.status), (vec!["Milk"], LoadStatus::Ready));
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!((titles(&device), open_note_requests(&device)), (vec!["Milk"], vec!["GET /notes/?since=1".to_owned()]));
}

#[test]
fn n5_a_save_response_reveals_a_server_rollback() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    for text in ["Oat", "Oat milk"] {
        device.now += 1_000;
        save_text(&mut device, text);
        respond_to_all(&mut device, &mut server);
    }
    // The server is restored to a state before those two changes, and before "Bread" and "Eggs".
    let mut older = Server::new(ada());
    older.notes.change(id(30), save(130, None, "Milk", MORNING - 1_000_000), MORNING).expect("saves are accepted");
    device.now += 1_000;
    let edition = open_note(&device).edition;
    save_text(&mut device, "Oat milk, two bottles");
    let saving = device.request("/notes/").clone();
    older.respond(&mut device, &saving);
    assert_eq!(titles(&device), ["Oat milk, two bottles"], "at once");
    assert_eq!(open_note(&device).edition, edition, "the editor keeps the newer text");
    respond_to_all(&mut device, &mut older);
    assert_eq!((titles(&device), open_note(&device).edition), (vec!["Oat milk, two bottles"], edition));
    device.now += 1_000;
    save_text(&mut device, "Oat milk, three bottles");
    respond_to_all(&mut device, &mut older);
    assert_eq!(older.notes.notes[&id(30)].note.document, Some(document("Oat milk, three bottles")));
    device.reload("/app/notes");
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(
        (titles(&device), open_note_requests(&device)),
        (vec!["Oat milk, three bottles"], vec!["GET /notes/?since=3".to_owned()])
    );
}

#[test]
fn n5_pending_saves_are_sent_after_a_server_rollback() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    save_text(&mut device, "Oat milk");
    device.fail_all_requests();
    let mut older = Server::new(ada());
    older.notes.change(id(31), save(131, None, "Bread", MORNING), MORNING).expect("saves are accepted");
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut older);
    assert_eq!(older.notes.notes[&id(30)].note.document, Some(document("Oat milk")));
    assert_eq!(
        (titles(&device).len(), device.snapshot().sync.unsent, open_note(&device).status),
        (2, 0, NoteStatus::Ready)
    );
}

#[test]
fn n7_changes_apply_immediately_and_no_ops_are_skipped() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    let change = |device: &mut Device, kind: &str, note: u64| {
        let result = device.try_dispatch(intent(json!({ "type": kind, "note_id": id(note) })));
        (result, device.snapshot().sync.unsent)
    };
    assert_eq!(change(&mut device, "pin_note", 30), (Ok(()), 1));
    assert_eq!(titles(&device), ["Milk", "Eggs", "Bread"]);
    assert_eq!(change(&mut device, "pin_note", 30), (Ok(()), 1), "it is pinned already");
    assert_eq!(change(&mut device, "restore_note", 30), (Ok(()), 1), "it is not in the trash");
    assert_eq!(change(&mut device, "trash_note", 32), (Ok(()), 2));
    assert_eq!((titles(&device), trashed(&device)), (vec!["Milk", "Bread"], 1));
    assert_eq!(change(&mut device, "pin_note", 99), (Err(ErrorCode::UnknownNote), 2));
    assert_eq!(change(&mut device, "unpin_note", 30), (Ok(()), 3));
    assert_eq!(change(&mut device, "restore_note", 32), (Ok(()), 4));
    respond_to_all(&mut device, &mut server);
    assert_eq!((titles(&device), trashed(&device)), (vec!["Eggs", "Bread", "Milk"], 0));
    assert_eq!(device.snapshot().sync.unsent, 0);
    // Editing a note restores it from the trash.
    assert_eq!(change(&mut device, "trash_note", 31), (Ok(()), 1));
    opens(&mut device, 31);
    assert_eq!(open_note(&device).status, NoteStatus::Ready, "notes in the trash can be opened");
    save_text(&mut device, "Rye");
    assert_eq!(titles(&device), ["Rye", "Eggs", "Milk"]);
    respond_to_all(&mut device, &mut server);
    assert_eq!((titles(&device), trashed(&device)), (vec!["Rye", "Eggs", "Milk"], 0));
}

#[test]
fn n7_a_refused_save_is_removed_and_its_text_shown() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    save_text(&mut device, "Oat milk");
    device.respond_with("/notes/", 422, refusal("note_invalid"));
    respond_to_all(&mut device, &mut server);
    let refused = &device.snapshot().sync.refused[0];
    assert_eq!((refused.what.as_str(), refused.text.as_deref()), ("Save note “Oat milk”", Some("Oat milk")));
    assert_eq!((summary(&device, 30).title.as_str(), open_note(&device).document.clone()), ("Milk", document("Milk")));
}

#[test]
fn n8_consecutive_unsent_saves_are_coalesced() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    save_text(&mut device, "O");
    // The first save is in flight, so it stays, and the next one is based on it.
    for text in ["Oa", "Oat", "Oat m", "Oat milk"] {
        save_text(&mut device, text);
        assert_eq!((device.snapshot().sync.unsent, device.unsent_keys().len()), (2, 2));
    }
    // A save that was sent without a response may have arrived, so it is never coalesced.
    device.fail_request("/notes/");
    device.fire_alarm(Alarm::Outbox);
    device.fail_request("/notes/");
    save_text(&mut device, "Oat milk!");
    assert_eq!(device.snapshot().sync.unsent, 2);
    // Another change of the note is in between.
    device.dispatch_json(json!({ "type": "pin_note", "note_id": id(30) }));
    save_text(&mut device, "Oat milk!!");
    assert_eq!(device.snapshot().sync.unsent, 4);
    device.fire_alarm(Alarm::Outbox);
    respond_to_all(&mut device, &mut server);
    let kept = &server.notes.notes[&id(30)];
    assert_eq!(kept.note.document, Some(document("Oat milk!!")));
    assert_eq!((kept.saves.len(), kept.to_note().apart.len()), (4, 0), "Milk, O, Oat milk! and Oat milk!!");
    assert_eq!(device.unsent_keys(), Vec::<String>::new());
    assert!(!summary(&device, 30).has_apart);
}

#[test]
fn n8_a_stored_save_is_not_replaced_while_storage_fails() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    save_text(&mut device, "O");
    save_text(&mut device, "Oat");
    device.indexed_db.borrow_mut().is_failing = true;
    device.dispatch_json(json!({ "type": "save_draft", "key": "card/x", "text": "half a thought" }));
    save_text(&mut device, "Oat milk");
    assert_eq!(device.snapshot().sync.unsent, 3);
}

#[test]
fn n9_notes_sort_by_pinned_then_latest_edit() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    let ordered = |device: &Device| device.last.patches.iter().any(|patch| matches!(patch, Patch::NotesOrdered { .. }));
    opens(&mut device, 30);
    save_text(&mut device, "Oat milk");
    assert_eq!((titles(&device), ordered(&device)), (vec!["Oat milk", "Eggs", "Bread"], true));
    device.now += 1_000;
    save_text(&mut device, "Oat milk and more");
    assert!(!ordered(&device), "the note is first already");
    let changed = device.last.patches.iter().filter(|patch| matches!(patch, Patch::NoteChanged { .. })).count();
    assert_eq!(changed, 1);
    device.dispatch_json(json!({ "type": "pin_note", "note_id": id(31) }));
    assert_eq!(titles(&device), ["Bread", "Oat milk and more", "Eggs"]);
    device.dispatch_json(json!({ "type": "trash_note", "note_id": id(31) }));
    device.now += 1_000;
    device.dispatch_json(json!({ "type": "trash_note", "note_id": id(32) }));
    assert_eq!(device.snapshot().notes.order.trashed, [id(32), id(31)]);
}

#[test]
fn g4_notes_in_the_trash_show_the_days_that_are_left() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    device.dispatch_json(json!({ "type": "trash_note", "note_id": id(31) }));
    assert_eq!((summary(&device, 30).days_left, summary(&device, 31).days_left), (None, Some(30)));
    device.now += 2 * 24 * 60 * 60_000;
    device.feed(Input::Online);
    assert_eq!(summary(&device, 31).days_left, Some(28));
    let changed = device.last.patches.iter().filter(|patch| matches!(patch, Patch::NoteChanged { .. })).count();
    assert_eq!(changed, 1, "only the note in the trash");
}

#[test]
fn n10_a_search_finds_every_word_whatever_the_case() {
    let mut server = three_notes();
    server
        .notes
        .change(id(33), save(133, None, "Überraschung for Ada: MILK and honey", MORNING), MORNING)
        .expect("taken");
    let mut device = with_notes(&mut server);
    let mut search = |query: &str| {
        device.dispatch_json(json!({ "type": "search_notes", "query": query }));
        assert_eq!(device.snapshot().notes.order.query, query);
        titles(&device).into_iter().map(|title| title.chars().take(4).collect()).collect::<Vec<String>>()
    };
    assert_eq!(search("milk"), ["Über", "Milk"]);
    assert_eq!(search("  MILK  ÜBER "), ["Über"]);
    assert_eq!(search("milk bread"), Vec::<String>::new());
    assert_eq!(search(" ").len(), 4);
    search("milk");
    opens(&mut device, 31);
    save_text(&mut device, "Bread and milk");
    assert_eq!(titles(&device)[0], "Bread and milk", "what is written now is found");
    save_text(&mut device, "Bread");
    assert_eq!(titles(&device).len(), 2);
}

#[test]
fn n11_open_note_status_follows_loading() {
    let mut server = three_notes();
    let mut device = signed_in(ada());
    opens(&mut device, 31);
    assert_eq!((open_note(&device).status, open_note(&device).document.as_str()), (NoteStatus::Loading, ""));
    device.fail_all_requests();
    assert_eq!(open_note(&device).status, NoteStatus::Loading, "it may be on the server");
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut server);
    assert_eq!(
        (open_note(&device).status, open_note(&device).document.clone()),
        (NoteStatus::Ready, document("Bread"))
    );
    let edition = open_note(&device).edition;
    opens(&mut device, 99);
    assert_eq!(open_note(&device).status, NoteStatus::Missing);
    device.dispatch_json(json!({ "type": "trash_note", "note_id": id(30) }));
    opens(&mut device, 30);
    assert_ne!(open_note(&device).edition, edition);
    respond_to_all(&mut device, &mut server);
    assert_eq!(open_note(&device).status, NoteStatus::Ready);
    server.notes.remove(id(30));
    device.feed(Input::Online);
    respond_to_all(&mut device, &mut server);
    assert_eq!(open_note(&device).status, NoteStatus::Missing);
    device.dispatch_json(json!({ "type": "close_note" }));
    assert_eq!(device.snapshot().notes.open, None);
}

#[test]
fn n12_new_notes_are_stored_from_their_first_word() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    device.dispatch_json(json!({ "type": "add_note" }));
    let path = device.take_paths().remove(0);
    let note_id = Id::parse(path.strip_prefix("/app/notes/").expect("the page of a note")).expect("an id");
    device.dispatch_json(json!({ "type": "open_note", "note_id": note_id }));
    assert_eq!((open_note(&device).status, open_note(&device).document.as_str()), (NoteStatus::Ready, ""));
    save_text(&mut device, "");
    device.dispatch_json(json!({ "type": "trash_note", "note_id": note_id }));
    assert_eq!((device.snapshot().sync.unsent, titles(&device).len()), (0, 3));
    let edition = open_note(&device).edition;
    save_text(&mut device, "Honey");
    assert_eq!((titles(&device)[0], open_note(&device).edition), ("Honey", edition));
    save_text(&mut device, "Honey and tea");
    respond_to_all(&mut device, &mut server);
    assert_eq!(server.notes.notes[&note_id].note.document, Some(document("Honey and tea")));
    assert_eq!((titles(&device).len(), open_note(&device).edition), (4, edition));
}

#[test]
fn n13_invalid_documents_are_refused_and_repeats_ignored() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    let edition = open_note(&device).edition;
    let shown = device.snapshot().clone();
    let mut tries = |document: String| {
        device.try_dispatch(intent(
            json!({ "type": "edit_note", "note_id": id(30), "document": document, "edition": edition }),
        ))
    };
    assert_eq!(tries("<p>Milk</p>".to_owned()), Err(ErrorCode::NoteInvalid));
    assert_eq!(tries(document(&"x".repeat(3 << 20))), Err(ErrorCode::NoteTooLong));
    assert_eq!(tries(document("Milk")), Ok(()));
    assert_eq!(*device.snapshot(), shown);
    assert_eq!((device.unsent_keys().len(), device.open_requests().len()), (0, 0));
    let unknown = json!({ "type": "edit_note", "note_id": id(99), "document": document("x"), "edition": 1 });
    assert_eq!(device.try_dispatch(intent(unknown)), Err(ErrorCode::UnknownNote));
}

#[test]
fn n17_earlier_versions_load_and_show() {
    let mut server = three_notes();
    server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING), MORNING).expect("saves are accepted");
    let mut device = with_notes(&mut server);
    assert_eq!(device.try_dispatch(intent(json!({ "type": "load_note_versions" }))), Err(ErrorCode::UnknownNote));
    opens(&mut device, 30);
    assert_eq!(open_note(&device).versions, None);
    device.dispatch_json(json!({ "type": "load_note_versions" }));
    respond_to_all(&mut device, &mut server);
    let versions = open_note(&device).versions.clone().expect("versions");
    assert_eq!((versions.len(), versions[0].save_id, versions[0].snippet.as_str()), (1, id(130), "Milk"));
    let show = json!({ "type": "show_note_version", "save_id": id(130) });
    device.dispatch_json(show.clone());
    assert_eq!(open_note(&device).shown_version.as_ref().map(|shown| shown.document.clone()), Some(None));
    device.fail_request("/notes/");
    assert_eq!(open_note(&device).shown_version, None);
    assert_eq!(device.take_toasts(), ["Couldn’t load this version. Try again when you’re online."]);
    device.dispatch_json(show.clone());
    respond_to_all(&mut device, &mut server);
    let document_of = |device: &Device| open_note(device).shown_version.clone().and_then(|shown| shown.document);
    assert_eq!(document_of(&device), Some(document("Milk")));
    device.dispatch_json(json!({ "type": "show_note_version", "save_id": null }));
    assert_eq!(open_note(&device).shown_version, None);
    device.dispatch_json(show);
    assert_eq!(
        (document_of(&device), open_note_requests(&device).len()),
        (Some(document("Milk")), 0),
        "the version is loaded already"
    );
    let unknown = json!({ "type": "show_note_version", "save_id": id(99) });
    assert_eq!(device.try_dispatch(intent(unknown)), Err(ErrorCode::NotFound));
}

#[test]
fn n18_restoring_a_version_keeps_the_current_text() {
    let mut server = three_notes();
    server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING), MORNING).expect("saves are accepted");
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    // The last typed text has not been sent, and the restored version must not replace it.
    device.dispatch_json(json!({ "type": "pin_note", "note_id": id(31) }));
    save_text(&mut device, "Oat milk, two bottles");
    let edition = open_note(&device).edition;
    let use_it = json!({ "type": "use_note_version", "save_id": id(130) });
    assert_eq!(
        device.try_dispatch(intent(use_it.clone())),
        Err(ErrorCode::NotFound),
        "the versions are not loaded yet"
    );
    device.dispatch_json(json!({ "type": "load_note_versions" }));
    let id_of = device.request("/notes/").id;
    let request = device.requests.iter().find(|request| request.path.ends_with("/versions/")).cloned().expect("asked");
    assert_ne!(id_of, request.id, "the pin is in flight");
    server.respond(&mut device, &request);
    device.dispatch_json(use_it);
    assert_eq!(open_note(&device).edition, edition, "the version's text is not loaded yet");
    respond_to_all(&mut device, &mut server);
    assert_ne!(open_note(&device).edition, edition);
    assert_eq!(
        (open_note(&device).document.clone(), open_note(&device).shown_version.clone()),
        (document("Milk"), None)
    );
    let texts = server.notes.texts(id(30));
    for text in ["Milk", "Oat milk", "Oat milk, two bottles"] {
        assert!(texts.contains(&document(text)), "{text}");
    }
    assert_eq!(server.notes.notes[&id(30)].note.document, Some(document("Milk")));
}

#[test]
fn y40_versions_have_one_request_in_flight_and_load_again_after_it() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    device.dispatch_json(json!({ "type": "load_note_versions" }));
    device.dispatch_json(json!({ "type": "load_note_versions" }));
    let path = format!("GET /notes/{}/versions/", id(30));
    assert_eq!(device.open_requests(), std::slice::from_ref(&path));
    device.respond_with("/notes/", 200, json!({ "versions": [] }));
    assert_eq!(open_note(&device).versions, Some(vec![]));
    assert_eq!(device.open_requests(), std::slice::from_ref(&path), "the response may lack a later version");
    device.fail_request("/notes/");
    assert_eq!(device.open_requests(), Vec::<String>::new());
    device.dispatch_json(json!({ "type": "load_note_versions" }));
    assert_eq!(device.open_requests(), [path]);
}

#[test]
fn n21_a_note_is_offered_as_a_markdown_file() {
    let mut server = three_notes();
    for (number, text) in [(40, "a/b: \"c\"?\u{7} ..  x"), (41, "..."), (42, "ü")] {
        let text = if number == 42 { text.repeat(300) } else { text.to_owned() };
        server.notes.change(id(number), save(number + 100, None, &text, MORNING), MORNING).expect("taken");
    }
    let mut device = with_notes(&mut server);
    let mut file = |note: u64| {
        device.dispatch_json(json!({ "type": "export_note", "note_id": id(note) }));
        match device.take_effects().pop() {
            Some(UiEffect::Download { name, media_type, text }) => (name, media_type, text),
            other => panic!("{other:?} is no file"),
        }
    };
    let (name, media_type, text) = file(30);
    assert_eq!((name.as_str(), media_type.as_str(), text.as_str()), ("Milk.md", "text/markdown", "Milk\n"));
    assert_eq!(file(40).0, "a b c .. x.md");
    assert_eq!(file(41).0, "Untitled note.md");
    assert_eq!(file(42).0.chars().count(), 83);
    assert_eq!(
        device.try_dispatch(intent(json!({ "type": "export_note", "note_id": id(99) }))),
        Err(ErrorCode::UnknownNote)
    );
}

#[test]
fn n23_notes_are_separate_per_account_and_deleted_on_log_out() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    device.dispatch_json(json!({ "type": "search_notes", "query": "milk" }));
    device.dispatch_json(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!((device.snapshot().notes.notes.len(), device.snapshot().notes.open.is_none()), (0, true));
    assert_eq!(device.snapshot().notes.order.query, "");
    assert!(!device.indexed_db.borrow().texts.keys().any(|key| key.contains("/notes/")));
    device.fail_all_requests();
    log_in(&mut device, ben());
    let mut bens = Server::new(ben());
    respond_to_all(&mut device, &mut bens);
    device.dispatch_json(json!({ "type": "load_notes" }));
    assert_eq!(open_note_requests(&device), ["GET /notes/?since=0"]);
    respond_to_all(&mut device, &mut bens);
    assert_eq!((titles(&device).len(), device.snapshot().notes.status), (0, LoadStatus::Ready));
}

#[test]
fn n23_an_unsent_note_blocks_log_out() {
    let mut server = three_notes();
    let mut device = with_notes(&mut server);
    opens(&mut device, 30);
    save_text(&mut device, "Oat milk");
    let log_out = intent(json!({ "type": "log_out", "discard_unsent": false }));
    assert_eq!(device.try_dispatch(log_out), Err(ErrorCode::UnsentChanges));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn n13_any_editor_input_is_handled(document in ".{0,40}", edition in any::<u32>()) {
        let mut server = three_notes();
        let mut device = with_notes(&mut server);
        opens(&mut device, 30);
        let edit = json!({ "type": "edit_note", "note_id": id(30), "document": document, "edition": edition });
        prop_assert_eq!(device.try_dispatch(intent(edit)), Err(ErrorCode::NoteInvalid));
    }
}
