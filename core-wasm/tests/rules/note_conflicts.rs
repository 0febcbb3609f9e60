//! Concurrent edits of one note: two devices, two tabs, a network that loses responses (SPEC N14 to N16, N19, N22). No
//! text is lost or silently overwritten, and no text is replaced while the user is editing it.

use crate::notes::{open_note, opens, respond_to_all, save, save_text, summary, three_notes, titles, with_notes};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, ada, document, id};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::note::NoteStatus;
use serde_json::json;

/// Returns two devices with the note 30 open, and their server. The clock of the second is one minute ahead.
fn two_devices() -> (Device, Device, Server) {
    let mut server = three_notes();
    let [first, second] = [0, 60_000].map(|ahead| {
        let mut device = with_notes(&mut server);
        device.now += ahead;
        opens(&mut device, 30);
        device
    });
    (first, second, server)
}

/// Lets the device fetch the changes it has missed.
fn fetch_missed_changes(device: &mut Device, server: &mut Server) {
    device.feed(Input::Online);
    respond_to_all(device, server);
}

fn conflicting_texts(device: &Device) -> Vec<&str> {
    open_note(device).apart.iter().map(|version| version.snippet.as_str()).collect()
}

#[test]
fn n14_the_later_of_two_conflicting_versions_shows() {
    // The order in which the saves arrive does not matter.
    for second_is_first in [false, true] {
        let (mut first, mut second, mut server) = two_devices();
        save_text(&mut first, "Oat milk");
        save_text(&mut second, "Soy milk");
        let (one, other) = if second_is_first { (&mut second, &mut first) } else { (&mut first, &mut second) };
        respond_to_all(one, &mut server);
        respond_to_all(other, &mut server);
        fetch_missed_changes(one, &mut server);
        for device in [&first, &second] {
            assert_eq!((titles(device)[0], conflicting_texts(device)), ("Soy milk", vec!["Oat milk"]));
            assert!(summary(device, 30).has_apart);
        }
        assert_eq!(open_note(&first).document, document("Soy milk"));
        assert_eq!(open_note(&second).document, document("Milk"), "its editor is ahead of it");
    }
}

#[test]
fn n14_typing_after_a_conflict_builds_on_the_editor_text() {
    let (mut first, mut second, mut server) = two_devices();
    save_text(&mut second, "Soy milk");
    respond_to_all(&mut second, &mut server);
    // The first device saves three times, the last time one minute after the second device's save.
    save_text(&mut first, "Oat");
    save_text(&mut first, "Oat milk");
    first.now += 120_000;
    let edition = open_note(&first).edition;
    save_text(&mut first, "Oat milk!");
    assert_eq!(open_note(&first).edition, edition, "the editor's text is not replaced while typing");
    respond_to_all(&mut first, &mut server);
    assert_eq!((titles(&first)[0], conflicting_texts(&first)), ("Oat milk!", vec!["Soy milk"]));
    assert_eq!(open_note(&first).edition, edition, "the editor already has the shown text");
    fetch_missed_changes(&mut second, &mut server);
    assert_eq!(
        (open_note(&second).document.clone(), conflicting_texts(&second)),
        (document("Oat milk!"), vec!["Soy milk"])
    );
    // From here on there is no conflict.
    second.now = first.now + 1_000;
    save_text(&mut second, "Oat milk and soy milk");
    respond_to_all(&mut second, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    assert_eq!(
        (open_note(&first).document.clone(), conflicting_texts(&first)),
        (document("Oat milk and soy milk"), vec!["Soy milk"])
    );
}

#[test]
fn n14_a_save_names_the_base_the_editor_had() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open_note(&first).edition;
    save_text(&mut second, "Soy milk");
    respond_to_all(&mut second, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    assert_eq!(open_note(&first).document, document("Soy milk"));
    // Text typed just before arrives now, based on the previous edition.
    first.now += 120_000;
    first.dispatch_json(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk"), "edition": before }),
    );
    assert_eq!((titles(&first)[0], open_note(&first).document.clone()), ("Oat milk", document("Oat milk")));
    respond_to_all(&mut first, &mut server);
    assert_eq!(
        (titles(&first)[0], conflicting_texts(&first)),
        ("Oat milk", vec!["Soy milk"]),
        "the other text is kept as a conflict"
    );
    // The user continues typing from there, based on either edition.
    first.dispatch_json(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk!"), "edition": before }),
    );
    respond_to_all(&mut first, &mut server);
    save_text(&mut first, "Oat milk!!");
    respond_to_all(&mut first, &mut server);
    assert_eq!((titles(&first)[0], conflicting_texts(&first)), ("Oat milk!!", vec!["Soy milk"]));
}

#[test]
fn n14_late_saves_name_their_original_base() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open_note(&first).edition;
    opens(&mut first, 31);
    save_text(&mut second, "Soy milk");
    respond_to_all(&mut second, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    first.now += 120_000;
    first.dispatch_json(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk"), "edition": before }),
    );
    respond_to_all(&mut first, &mut server);
    assert_eq!(open_note(&first).document, document("Bread"));
    opens(&mut first, 30);
    assert_eq!(
        (open_note(&first).document.clone(), conflicting_texts(&first)),
        (document("Oat milk"), vec!["Soy milk"])
    );
}

#[test]
fn n15_remote_text_waits_for_the_save_response() {
    let (mut first, mut second, mut server) = two_devices();
    save_text(&mut second, "Soy milk");
    respond_to_all(&mut second, &mut server);
    save_text(&mut first, "Oat milk");
    let edition = open_note(&first).edition;
    // The other text arrives while the first device's save is in flight.
    let saving = first.requests.remove(0);
    first.feed(Input::Online);
    respond_to_all(&mut first, &mut server);
    assert_eq!((open_note(&first).edition, titles(&first)[0]), (edition, "Oat milk"));
    assert_eq!(conflicting_texts(&first), Vec::<&str>::new());
    // According to the response the other text is newer.
    server.respond(&mut first, &saving);
    assert_ne!(open_note(&first).edition, edition);
    assert_eq!(
        (open_note(&first).document.clone(), conflicting_texts(&first)),
        (document("Soy milk"), vec!["Oat milk"])
    );
}

#[test]
fn n15_typing_keeps_remote_text_waiting() {
    let (mut first, mut second, mut server) = two_devices();
    save_text(&mut second, "Soy milk");
    respond_to_all(&mut second, &mut server);
    save_text(&mut first, "Oat milk");
    let edition = open_note(&first).edition;
    save_text(&mut first, "Oat milk!");
    let saving = first.requests[0].clone();
    server.respond(&mut first, &saving);
    assert_eq!(
        (open_note(&first).edition, titles(&first)[0]),
        (edition, "Oat milk!"),
        "a newer text of this device is unsent"
    );
    respond_to_all(&mut first, &mut server);
    assert_eq!(
        (open_note(&first).document.clone(), conflicting_texts(&first)),
        (document("Soy milk"), vec!["Oat milk!"])
    );
}

#[test]
fn n15_a_lost_response_is_no_conflict() {
    let (mut first, _, mut server) = two_devices();
    save_text(&mut first, "Oat");
    let edition = open_note(&first).edition;
    // The server has the save, but the response was lost. Text typed since must not replace the save, but be based on
    // it.
    let saving = first.requests[0].clone();
    server.response_to(&saving, first.now);
    first.fail_request("/notes/");
    save_text(&mut first, "Oat milk");
    first.fire_alarm(Alarm::Outbox);
    respond_to_all(&mut first, &mut server);
    assert_eq!((titles(&first)[0], conflicting_texts(&first)), ("Oat milk", Vec::<&str>::new()));
    assert_eq!(open_note(&first).edition, edition);
    assert_eq!(server.notes.notes[&id(30)].saves.len(), 3);
}

#[test]
fn n15_a_reload_before_the_response_creates_no_conflict() {
    for reaches_the_server in [false, true] {
        let (mut first, _, mut server) = two_devices();
        save_text(&mut first, "Oat");
        if reaches_the_server {
            let saving = first.requests[0].clone();
            server.response_to(&saving, first.now);
        }
        first.reload("/app/notes");
        opens(&mut first, 30);
        assert_eq!(
            (open_note(&first).status, open_note(&first).document.clone()),
            (NoteStatus::Ready, document("Oat"))
        );
        save_text(&mut first, "Oat milk");
        respond_to_all(&mut first, &mut server);
        assert_eq!((titles(&first)[0], conflicting_texts(&first)), ("Oat milk", Vec::<&str>::new()));
        assert_eq!((open_note(&first).document.clone(), first.unsent_keys().len()), (document("Oat"), 0));
    }
}

#[test]
fn n15_identical_concurrent_texts_are_no_conflict() {
    let (mut first, mut second, mut server) = two_devices();
    save_text(&mut first, "Oat milk");
    save_text(&mut second, "Oat milk");
    respond_to_all(&mut first, &mut server);
    let edition = open_note(&second).edition;
    respond_to_all(&mut second, &mut server);
    assert_eq!((open_note(&second).edition, conflicting_texts(&second)), (edition, Vec::<&str>::new()));
    save_text(&mut second, "Oat milk!");
    respond_to_all(&mut second, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    assert_eq!(
        (open_note(&first).document.clone(), conflicting_texts(&first)),
        (document("Oat milk!"), Vec::<&str>::new())
    );
}

#[test]
fn n13_reverted_typing_is_no_conflict() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open_note(&second).edition;
    save_text(&mut first, "Oat milk");
    respond_to_all(&mut first, &mut server);
    fetch_missed_changes(&mut second, &mut server);
    assert_eq!(open_note(&second).document, document("Oat milk"));
    // A letter was typed and deleted just before, so the editor's text equals the one it started from.
    let again =
        |text: &str| json!({ "type": "edit_note", "note_id": id(30), "document": document(text), "edition": before });
    second.dispatch_json(again("Milk"));
    assert_eq!((second.snapshot().sync.unsent, titles(&second)[0]), (0, "Oat milk"));
    // The same after the second device has saved, and the other one has received and changed that text.
    save_text(&mut second, "Oat milk!");
    respond_to_all(&mut second, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    first.now += 1_000;
    save_text(&mut first, "Oat milk, two bottles");
    respond_to_all(&mut first, &mut server);
    let edition = open_note(&second).edition;
    fetch_missed_changes(&mut second, &mut server);
    assert_ne!(open_note(&second).edition, edition);
    let still =
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk!"), "edition": edition });
    second.dispatch_json(still);
    assert_eq!((second.snapshot().sync.unsent, titles(&second)[0]), (0, "Oat milk, two bottles"));
    assert_eq!(conflicting_texts(&second), Vec::<&str>::new());
}

#[test]
fn n15_equal_texts_share_a_base() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open_note(&second).edition;
    save_text(&mut first, "Oat milk");
    respond_to_all(&mut first, &mut server);
    fetch_missed_changes(&mut second, &mut server);
    // The editor has not received the new text, and the user types the same.
    for text in ["Oat milk", "Oat milk!"] {
        second.dispatch_json(
            json!({ "type": "edit_note", "note_id": id(30), "document": document(text), "edition": before }),
        );
    }
    respond_to_all(&mut second, &mut server);
    assert_eq!((titles(&second)[0], conflicting_texts(&second)), ("Oat milk!", Vec::<&str>::new()));
}

/// Returns two tabs of one browser with the note 30 open, and their server. With locks the first tab leads, otherwise
/// all do.
pub(crate) fn two_tabs(has_locks: bool) -> (Browser, Server) {
    let mut server = three_notes();
    let mut browser = Browser::new(2, has_locks, &mut server);
    for tab in &mut browser.tabs {
        opens(tab, 30);
    }
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| open_note(tab).document == document("Milk")));
    (browser, server)
}

#[test]
fn n16_unedited_tabs_show_the_text_of_other_tabs() {
    let (mut browser, mut server) = two_tabs(true);
    for writer in [1, 0] {
        let text = format!("Written in tab {writer}");
        save_text(&mut browser.tabs[writer], &text);
        browser.deliver_broadcasts();
        assert_eq!(open_note(&browser.tabs[1 - writer]).document, document(&text), "before the text is sent");
        browser.exchange_all(&mut server);
        assert!(browser.tabs.iter().all(|tab| titles(tab)[0] == text && conflicting_texts(tab).is_empty()));
    }
    assert_eq!(server.notes.notes[&id(30)].note.document, Some(document("Written in tab 0")));
}

#[test]
fn n16_the_leader_coalesces_saves_of_other_tabs() {
    let (mut browser, mut server) = two_tabs(true);
    let unsent = |browser: &Browser| browser.tabs.iter().map(|tab| tab.snapshot().sync.unsent).collect::<Vec<_>>();
    for text in ["O", "Oa", "Oat", "Oat milk"] {
        save_text(&mut browser.tabs[1], text);
        browser.deliver_broadcasts();
    }
    assert_eq!(unsent(&browser), [2, 2], "the first save is in flight");
    assert_eq!(browser.tabs[0].unsent_keys().len(), 2);
    browser.exchange_all(&mut server);
    assert_eq!((unsent(&browser), browser.tabs[0].unsent_keys().len()), (vec![0, 0], 0));
    let kept = &server.notes.notes[&id(30)];
    assert_eq!((kept.note.document.clone(), kept.saves.len()), (Some(document("Oat milk")), 3));
    assert!(browser.tabs.iter().all(|tab| conflicting_texts(tab).is_empty() && titles(tab)[0] == "Oat milk"));
    // A late message about a replaced save does not restore it.
    let entry = json!({ "note": { "note_id": id(30), "change": { "type": "pin" } } });
    let message =
        json!({ "pushed": { "account": ada(), "entries": [[id(70), entry]], "replaces": [id(70)] } }).to_string();
    browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::PeerMessage { message: message.clone() }));
    assert_eq!(unsent(&browser), [0, 0]);
}

#[test]
fn n16_b_a_replaced_save_is_not_stored_when_the_storage_recovers() {
    let (mut browser, mut server) = two_tabs(true);
    let indexed_db = browser.tabs[0].indexed_db.clone();
    save_text(&mut browser.tabs[1], "O");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = true;
    save_text(&mut browser.tabs[1], "Oat");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = false;
    // The leader can store that this one replaces the one before.
    save_text(&mut browser.tabs[1], "Oat milk");
    browser.deliver_broadcasts();
    browser.tabs[1].fire_alarm(Alarm::StorageRetry);
    assert!(browser.tabs.iter().all(|tab| !tab.snapshot().sync.is_memory_only));
    assert_eq!(browser.tabs[0].unsent_keys().len(), 2, "O and Oat milk");
    browser.exchange_all(&mut server);
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
    assert!(browser.tabs.iter().all(|tab| conflicting_texts(tab).is_empty() && titles(tab)[0] == "Oat milk"));
}

#[test]
fn n16_b_a_tab_learns_of_a_replacement_that_was_not_stored() {
    let (mut browser, mut server) = two_tabs(true);
    let indexed_db = browser.tabs[0].indexed_db.clone();
    save_text(&mut browser.tabs[0], "O");
    save_text(&mut browser.tabs[0], "Oat");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = true;
    save_text(&mut browser.tabs[0], "Oat milk");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = false;
    browser.open(&mut server);
    assert_eq!(browser.tabs[2].snapshot().sync.unsent, 2, "O and Oat");
    browser.exchange_all(&mut server);
    browser.tabs[0].fire_alarm(Alarm::StorageRetry);
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.unsent == 0));
    assert_eq!(server.notes.notes[&id(30)].note.document, Some(document("Oat milk")));
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
}

#[test]
fn n16_b_the_leader_deletes_a_replaced_save_that_was_stored_late() {
    let (mut browser, mut server) = two_tabs(true);
    let indexed_db = browser.tabs[0].indexed_db.clone();
    save_text(&mut browser.tabs[0], "O");
    save_text(&mut browser.tabs[0], "Oat");
    let key = browser.tabs[0].unsent_keys().pop().expect("a stored save");
    let text = indexed_db.borrow().texts[&key].clone();
    save_text(&mut browser.tabs[0], "Oat milk");
    indexed_db.borrow_mut().texts.insert(key, text);
    browser.tabs[0].feed(Input::LeadAcquired);
    assert_eq!(browser.tabs[0].unsent_keys().len(), 2, "O and Oat milk");
    browser.exchange_all(&mut server);
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
    assert!(browser.tabs.iter().all(|tab| conflicting_texts(tab).is_empty() && titles(tab)[0] == "Oat milk"));
}

#[test]
fn n16_b_a_new_leader_stores_what_replaced_a_stored_save() {
    let (mut browser, mut server) = two_tabs(true);
    let indexed_db = browser.tabs[0].indexed_db.clone();
    save_text(&mut browser.tabs[0], "O");
    save_text(&mut browser.tabs[0], "Oat");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = true;
    save_text(&mut browser.tabs[0], "Oat milk");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = false;
    browser.tabs[1].feed(Input::LeadAcquired);
    let keys = browser.tabs[1].unsent_keys();
    assert_eq!(keys.len(), 2, "O and Oat milk");
    assert!(indexed_db.borrow().texts[&keys[1]].contains("Oat milk"));
    browser.exchange_all(&mut server);
    browser.tabs[0].fire_alarm(Alarm::StorageRetry);
    browser.exchange_all(&mut server);
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
    assert!(browser.tabs.iter().all(|tab| conflicting_texts(tab).is_empty() && titles(tab)[0] == "Oat milk"));
}

#[test]
fn n16_b_a_new_leader_stores_what_replaced_a_stored_save_also_after_another_tabs_save() {
    let (mut browser, mut server) = two_tabs(true);
    let indexed_db = browser.tabs[0].indexed_db.clone();
    save_text(&mut browser.tabs[0], "O");
    save_text(&mut browser.tabs[0], "Oat");
    browser.deliver_broadcasts();
    // The first tab does not know this one yet.
    save_text(&mut browser.tabs[1], "Soy");
    browser.tabs[0].now += 1_000;
    indexed_db.borrow_mut().is_failing = true;
    save_text(&mut browser.tabs[0], "Oat milk");
    browser.deliver_broadcasts();
    indexed_db.borrow_mut().is_failing = false;
    browser.tabs[1].feed(Input::LeadAcquired);
    let stored: Vec<String> = indexed_db.borrow().texts.values().cloned().collect();
    assert!(["Soy", "Oat milk"].iter().all(|text| stored.iter().any(|stored| stored.contains(text))));
    browser.exchange_all(&mut server);
    browser.tabs[0].fire_alarm(Alarm::StorageRetry);
    browser.exchange_all(&mut server);
    assert_eq!(browser.tabs[0].unsent_keys(), Vec::<String>::new());
}

#[test]
fn n16_concurrent_tabs_lose_nothing() {
    for has_locks in [true, false] {
        let (mut browser, mut server) = two_tabs(has_locks);
        save_text(&mut browser.tabs[0], "Oat milk");
        browser.tabs[1].now += 1_000;
        save_text(&mut browser.tabs[1], "Soy milk");
        browser.exchange_all(&mut server);
        browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::Online));
        browser.exchange_all(&mut server);
        let texts = server.notes.texts(id(30));
        assert!(["Milk", "Oat milk", "Soy milk"].iter().all(|text| texts.contains(&document(text))), "{texts:?}");
        for tab in &browser.tabs {
            assert_eq!((titles(tab)[0], conflicting_texts(tab)), ("Soy milk", vec!["Oat milk"]));
            assert_eq!(tab.snapshot().sync.unsent, 0);
        }
        assert_eq!(open_note(&browser.tabs[0]).document, document("Soy milk"));
    }
}

#[test]
fn n16_a_new_leader_does_not_coalesce_possibly_sent_saves() {
    let (mut browser, mut server) = two_tabs(true);
    save_text(&mut browser.tabs[1], "Oat");
    browser.deliver_broadcasts();
    let saving = browser.tabs[0].request("/notes/").clone();
    server.response_to(&saving, MORNING);
    browser.close_first();
    save_text(&mut browser.tabs[0], "Oat milk");
    browser.exchange_all(&mut server);
    assert_eq!((titles(&browser.tabs[0])[0], conflicting_texts(&browser.tabs[0])), ("Oat milk", Vec::<&str>::new()));
    assert_eq!(server.notes.notes[&id(30)].saves.len(), 3);
}

#[test]
fn n19_a_conflicting_version_can_be_used_or_dismissed() {
    for uses in [false, true] {
        let mut server = three_notes();
        server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING - 2_000), MORNING).expect("taken");
        server.notes.change(id(30), save(141, Some(130), "Soy milk", MORNING - 1_000), MORNING).expect("taken");
        let mut device = with_notes(&mut server);
        opens(&mut device, 30);
        assert_eq!(
            (open_note(&device).document.clone(), conflicting_texts(&device)),
            (document("Soy milk"), vec!["Oat milk"])
        );
        let kind = if uses { "use_note_version" } else { "put_note_version_away" };
        device.dispatch_json(json!({ "type": kind, "save_id": id(140) }));
        if uses {
            let request = device.request("/notes/").clone();
            server.respond(&mut device, &request);
        }
        assert_eq!(conflicting_texts(&device), Vec::<&str>::new(), "at once");
        assert!(!summary(&device, 30).has_apart);
        let shown = if uses { "Oat milk" } else { "Soy milk" };
        assert_eq!(open_note(&device).document, document(shown));
        respond_to_all(&mut device, &mut server);
        assert_eq!(
            (open_note(&device).document.clone(), conflicting_texts(&device)),
            (document(shown), Vec::<&str>::new())
        );
        let texts = server.notes.texts(id(30));
        assert!(["Oat milk", "Soy milk"].iter().all(|text| texts.contains(&document(text))));
    }
}

#[test]
fn n22_saving_recreates_a_deleted_note() {
    let (mut first, _, mut server) = two_devices();
    server.notes.remove(id(30));
    save_text(&mut first, "Oat milk");
    respond_to_all(&mut first, &mut server);
    fetch_missed_changes(&mut first, &mut server);
    assert_eq!((titles(&first)[0], open_note(&first).status), ("Oat milk", NoteStatus::Ready));
}
