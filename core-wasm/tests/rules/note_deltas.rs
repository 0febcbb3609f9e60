//! Long notes: a key typed in one does not copy all of it (SPEC N16).

use crate::note_conflicts::two_tabs;
use crate::notes::{open_note, opens, three_notes};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::id;
use core_wasm::app::Input;
use serde_json::{Value, json};

/// The most that one key in a long note may cost, in bytes.
const MAX_KEY_BYTES: usize = 4 << 10;

/// Returns a document of 50,000 words in 500 paragraphs, with a text added to the paragraph in the middle.
fn long_document(typed: &str) -> String {
    let paragraph = |number: usize| {
        let added = if number == 250 { typed } else { "" };
        let text = format!("{number} {}\"ü\"{added}", "seven b ".repeat(49));
        json!({ "type": "paragraph", "content": [{ "type": "text", "text": text }] })
    };
    json!({ "type": "doc", "content": (0..500).map(paragraph).collect::<Vec<Value>>() }).to_string()
}

/// Saves a document in the editor of the open note.
fn save_document(device: &mut Device, document: &str) {
    let (note_id, edition) = (open_note(device).id, open_note(device).edition);
    device.dispatch_json(json!({ "type": "edit_note", "note_id": note_id, "document": document, "edition": edition }));
}

fn assert_all_show(browser: &Browser, document: &str) {
    assert!(browser.tabs.iter().skip(1).all(|tab| open_note(tab).document == document));
}

#[test]
fn n16_c_a_key_in_a_long_note_sends_a_few_bytes_to_other_tabs() {
    for has_locks in [true, false] {
        let (mut browser, mut server) = two_tabs(has_locks);
        save_document(&mut browser.tabs[0], &long_document(""));
        browser.exchange_all(&mut server);
        for typed in ["O", "Oa", "Oat", "Oat milk"] {
            save_document(&mut browser.tabs[0], &long_document(typed));
            let bytes: usize = browser.tabs[0].broadcasts.iter().map(String::len).sum();
            assert!((1..MAX_KEY_BYTES).contains(&bytes), "{bytes} bytes");
            // The first saves are sent at once, the others wait.
            if typed == "O" {
                browser.exchange_all(&mut server);
            }
            browser.deliver_broadcasts();
            assert_all_show(&browser, &long_document(typed));
        }
        browser.exchange_all(&mut server);
        assert!(server.notes.notes[&id(30)].note.document == Some(long_document("Oat milk")));
        assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.unsent == 0));
    }
}

#[test]
fn n16_c_the_leader_sends_the_texts_of_which_it_got_the_changes() {
    let (mut browser, mut server) = two_tabs(true);
    for typed in ["", "O", "Oa", "Oat"] {
        save_document(&mut browser.tabs[1], &long_document(typed));
        browser.deliver_broadcasts();
    }
    // The first is in flight; the last replaces the others.
    assert_eq!(browser.tabs.iter().map(|tab| tab.snapshot().sync.unsent).collect::<Vec<_>>(), [2, 2]);
    browser.exchange_all(&mut server);
    let note = &server.notes.notes[&id(30)];
    assert!(note.note.document == Some(long_document("Oat")));
    assert_eq!(note.saves.len(), 3);
}

#[test]
fn n16_c_a_tab_without_the_earlier_text_reads_the_stored_one() {
    let (mut browser, mut server) = two_tabs(true);
    save_document(&mut browser.tabs[0], &long_document(""));
    browser.exchange_all(&mut server);
    browser.open(&mut server);
    opens(&mut browser.tabs[2], 30);
    save_document(&mut browser.tabs[0], &long_document("Oat"));
    assert!(browser.tabs[0].broadcasts.iter().all(|message| message.len() < MAX_KEY_BYTES));
    browser.deliver_broadcasts();
    assert_all_show(&browser, &long_document("Oat"));
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| tab.snapshot().sync.unsent == 0));
}

#[test]
fn n16_c_without_storage_the_whole_text_is_sent() {
    let (mut browser, mut server) = two_tabs(true);
    save_document(&mut browser.tabs[0], &long_document(""));
    browser.exchange_all(&mut server);
    browser.open(&mut server);
    opens(&mut browser.tabs[2], 30);
    browser.tabs[0].indexed_db.borrow_mut().is_failing = true;
    browser.tabs[0].feed(Input::StorageFailed { entries: vec![], deleted_prefix: None });
    save_document(&mut browser.tabs[0], &long_document("Oat"));
    browser.deliver_broadcasts();
    assert_all_show(&browser, &long_document("Oat"));
}

#[test]
fn n16_c_a_save_that_was_sent_meanwhile_is_requested() {
    let mut server = three_notes();
    let mut browser = Browser::new(2, true, &mut server);
    browser.tabs.iter_mut().for_each(|tab| opens(tab, 30));
    browser.exchange_all(&mut server);
    save_document(&mut browser.tabs[0], &long_document(""));
    browser.exchange_all(&mut server);
    browser.open(&mut server);
    opens(&mut browser.tabs[2], 30);
    browser.exchange_all(&mut server);
    // The third tab was suspended: the save is no longer stored when the message arrives.
    save_document(&mut browser.tabs[0], &long_document("Oat"));
    let messages = browser.tabs[0].broadcasts.clone();
    browser.tabs[0].broadcasts.clear();
    let request = browser.tabs[0].requests.remove(0);
    let response = server.response_to(&request, browser.tabs[0].now);
    browser.tabs[0].feed(Input::Response { id: request.id, response });
    for message in messages.into_iter().chain(std::mem::take(&mut browser.tabs[0].broadcasts)) {
        browser.tabs[2].feed(Input::PeerMessage { message });
    }
    browser.exchange_all(&mut server);
    assert!(open_note(&browser.tabs[2]).document == long_document("Oat"));
}
