//! One note in several places: two devices, two tabs, a network that loses answers (SPEC N14 to N16, N19, N22). No text is ever lost
//! or silently overwritten, and nothing is replaced under somebody's hands.

use crate::notes::{asks, open, opens, save, summary, three_notes, titles, with_notes, writes};
use crate::support::browser::Browser;
use crate::support::device::Device;
use crate::support::server::Server;
use crate::support::{MORNING, ada, document, id};
use core_wasm::app::Input;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::note::NoteStatus;
use serde_json::json;

/// Two devices with the note 30 open, and their server. The second one's clock is a minute ahead.
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

/// The device asks for what it has missed, and is answered.
fn catches_up(device: &mut Device, server: &mut Server) {
    device.feed(Input::Woken);
    asks(device, server);
}

fn apart(device: &Device) -> Vec<&str> {
    open(device).apart.iter().map(|version| version.snippet.as_str()).collect()
}

#[test]
fn n14_of_two_texts_that_were_written_apart_the_later_shows_and_the_other_is_beside_it() {
    // Who is heard first does not matter.
    for second_is_first in [false, true] {
        let (mut first, mut second, mut server) = two_devices();
        writes(&mut first, "Oat milk");
        writes(&mut second, "Soy milk");
        let (one, other) = if second_is_first { (&mut second, &mut first) } else { (&mut first, &mut second) };
        asks(one, &mut server);
        asks(other, &mut server);
        catches_up(one, &mut server);
        for device in [&first, &second] {
            assert_eq!((titles(device)[0], apart(device)), ("Soy milk", vec!["Oat milk"]));
            assert!(summary(device, 30).has_apart);
        }
        assert_eq!(open(&first).document, document("Soy milk"));
        assert_eq!(open(&second).document, document("Milk"), "its editor is ahead of it");
    }
}

#[test]
fn n14_what_is_typed_on_after_that_is_upon_what_the_editor_holds() {
    let (mut first, mut second, mut server) = two_devices();
    writes(&mut second, "Soy milk");
    asks(&mut second, &mut server);
    // Three saves of the first, the last of them a minute later than the second's.
    writes(&mut first, "Oat");
    writes(&mut first, "Oat milk");
    first.now += 120_000;
    let edition = open(&first).edition;
    writes(&mut first, "Oat milk!");
    assert_eq!(open(&first).edition, edition, "nothing is replaced under somebody's hands");
    asks(&mut first, &mut server);
    assert_eq!((titles(&first)[0], apart(&first)), ("Oat milk!", vec!["Soy milk"]));
    assert_eq!(open(&first).edition, edition, "the editor holds what shows");
    catches_up(&mut second, &mut server);
    assert_eq!((open(&second).document.clone(), apart(&second)), (document("Oat milk!"), vec!["Soy milk"]));
    // From here on it is one text again.
    second.now = first.now + 1_000;
    writes(&mut second, "Oat milk and soy milk");
    asks(&mut second, &mut server);
    catches_up(&mut first, &mut server);
    assert_eq!((open(&first).document.clone(), apart(&first)), (document("Oat milk and soy milk"), vec!["Soy milk"]));
}

#[test]
fn n14_an_editor_that_has_not_heard_of_the_other_text_says_what_it_began_from() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open(&first).edition;
    writes(&mut second, "Soy milk");
    asks(&mut second, &mut server);
    catches_up(&mut first, &mut server);
    assert_eq!(open(&first).document, document("Soy milk"));
    // What the person had typed in the moment before comes now, from the edition before.
    first.now += 120_000;
    first.dispatches(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk"), "edition": before }),
    );
    assert_eq!((titles(&first)[0], open(&first).document.clone()), ("Oat milk", document("Oat milk")));
    asks(&mut first, &mut server);
    assert_eq!((titles(&first)[0], apart(&first)), ("Oat milk", vec!["Soy milk"]), "it was not overwritten silently");
    // And typing goes on upon that, from either edition.
    first.dispatches(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk!"), "edition": before }),
    );
    asks(&mut first, &mut server);
    writes(&mut first, "Oat milk!!");
    asks(&mut first, &mut server);
    assert_eq!((titles(&first)[0], apart(&first)), ("Oat milk!!", vec!["Soy milk"]));
}

#[test]
fn n14_an_editor_that_is_closed_late_still_says_what_it_began_from() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open(&first).edition;
    opens(&mut first, 31);
    writes(&mut second, "Soy milk");
    asks(&mut second, &mut server);
    catches_up(&mut first, &mut server);
    first.now += 120_000;
    first.dispatches(
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk"), "edition": before }),
    );
    asks(&mut first, &mut server);
    assert_eq!(open(&first).document, document("Bread"));
    opens(&mut first, 30);
    assert_eq!((open(&first).document.clone(), apart(&first)), (document("Oat milk"), vec!["Soy milk"]));
}

#[test]
fn n15_what_comes_from_elsewhere_waits_for_the_answer_to_ones_own() {
    let (mut first, mut second, mut server) = two_devices();
    writes(&mut second, "Soy milk");
    asks(&mut second, &mut server);
    writes(&mut first, "Oat milk");
    let edition = open(&first).edition;
    // The word of the other text comes while the first one's save is on its way.
    let saving = first.requests.remove(0);
    first.feed(Input::Woken);
    asks(&mut first, &mut server);
    assert_eq!((open(&first).edition, titles(&first)[0]), (edition, "Oat milk"));
    assert_eq!(apart(&first), Vec::<&str>::new());
    // The answer: the other text was later.
    server.settle(&mut first, &saving);
    assert_ne!(open(&first).edition, edition);
    assert_eq!((open(&first).document.clone(), apart(&first)), (document("Soy milk"), vec!["Oat milk"]));
}

#[test]
fn n15_what_was_typed_since_keeps_the_other_text_waiting() {
    let (mut first, mut second, mut server) = two_devices();
    writes(&mut second, "Soy milk");
    asks(&mut second, &mut server);
    writes(&mut first, "Oat milk");
    let edition = open(&first).edition;
    writes(&mut first, "Oat milk!");
    let saving = first.requests[0].clone();
    server.settle(&mut first, &saving);
    assert_eq!((open(&first).edition, titles(&first)[0]), (edition, "Oat milk!"), "a newer text of one's own waits");
    asks(&mut first, &mut server);
    assert_eq!((open(&first).document.clone(), apart(&first)), (document("Soy milk"), vec!["Oat milk!"]));
}

#[test]
fn n15_an_answer_that_was_lost_is_no_other_text() {
    let (mut first, _, mut server) = two_devices();
    writes(&mut first, "Oat");
    let edition = open(&first).edition;
    // The server has it, and nobody hears of it. What is typed on may not take its place: it is written upon it.
    let saving = first.requests[0].clone();
    server.answer(&saving, first.now);
    first.lose("/notes/");
    writes(&mut first, "Oat milk");
    first.wait_for(Alarm::Outbox);
    asks(&mut first, &mut server);
    assert_eq!((titles(&first)[0], apart(&first)), ("Oat milk", Vec::<&str>::new()));
    assert_eq!(open(&first).edition, edition);
    assert_eq!(server.notes.notes[&id(30)].saves.len(), 3);
}

#[test]
fn n15_a_page_that_closes_before_the_answer_goes_on_where_it_was() {
    for reaches_the_server in [false, true] {
        let (mut first, _, mut server) = two_devices();
        writes(&mut first, "Oat");
        if reaches_the_server {
            let saving = first.requests[0].clone();
            server.answer(&saving, first.now);
        }
        first.reload("/app/notes");
        opens(&mut first, 30);
        assert_eq!((open(&first).status, open(&first).document.clone()), (NoteStatus::Ready, document("Oat")));
        writes(&mut first, "Oat milk");
        asks(&mut first, &mut server);
        assert_eq!((titles(&first)[0], apart(&first)), ("Oat milk", Vec::<&str>::new()));
        assert_eq!((open(&first).document.clone(), first.unsent_keys().len()), (document("Oat"), 0));
    }
}

#[test]
fn n15_the_same_text_in_two_places_is_one() {
    let (mut first, mut second, mut server) = two_devices();
    writes(&mut first, "Oat milk");
    writes(&mut second, "Oat milk");
    asks(&mut first, &mut server);
    let edition = open(&second).edition;
    asks(&mut second, &mut server);
    assert_eq!((open(&second).edition, apart(&second)), (edition, Vec::<&str>::new()));
    writes(&mut second, "Oat milk!");
    asks(&mut second, &mut server);
    catches_up(&mut first, &mut server);
    assert_eq!((open(&first).document.clone(), apart(&first)), (document("Oat milk!"), Vec::<&str>::new()));
}

#[test]
fn n13_what_was_written_and_taken_back_is_no_text_beside_anothers() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open(&second).edition;
    writes(&mut first, "Oat milk");
    asks(&mut first, &mut server);
    catches_up(&mut second, &mut server);
    assert_eq!(open(&second).document, document("Oat milk"));
    // A letter was written and deleted in the moment before: the editor still holds what it was opened with.
    let again =
        |text: &str| json!({ "type": "edit_note", "note_id": id(30), "document": document(text), "edition": before });
    second.dispatches(again("Milk"));
    assert_eq!((second.shows().sync.unsent, titles(&second)[0]), (0, "Oat milk"));
    // The same after a save of its own, which the other has heard of and written upon.
    writes(&mut second, "Oat milk!");
    asks(&mut second, &mut server);
    catches_up(&mut first, &mut server);
    first.now += 1_000;
    writes(&mut first, "Oat milk, two bottles");
    asks(&mut first, &mut server);
    let edition = open(&second).edition;
    catches_up(&mut second, &mut server);
    assert_ne!(open(&second).edition, edition);
    let still =
        json!({ "type": "edit_note", "note_id": id(30), "document": document("Oat milk!"), "edition": edition });
    second.dispatches(still);
    assert_eq!((second.shows().sync.unsent, titles(&second)[0]), (0, "Oat milk, two bottles"));
    assert_eq!(apart(&second), Vec::<&str>::new());
}

#[test]
fn n15_an_editor_that_wrote_the_same_as_another_goes_on_from_that() {
    let (mut first, mut second, mut server) = two_devices();
    let before = open(&second).edition;
    writes(&mut first, "Oat milk");
    asks(&mut first, &mut server);
    catches_up(&mut second, &mut server);
    // It has not taken the new text, and has written the same.
    for text in ["Oat milk", "Oat milk!"] {
        second.dispatches(
            json!({ "type": "edit_note", "note_id": id(30), "document": document(text), "edition": before }),
        );
    }
    asks(&mut second, &mut server);
    assert_eq!((titles(&second)[0], apart(&second)), ("Oat milk!", Vec::<&str>::new()));
}

/// Two tabs of one browser with the note 30 open, and their server. The first leads, unless all do.
fn two_tabs(has_locks: bool) -> (Browser, Server) {
    let mut server = three_notes();
    let mut browser = Browser::new(2, has_locks, &mut server);
    for tab in &mut browser.tabs {
        opens(tab, 30);
    }
    browser.exchange_all(&mut server);
    assert!(browser.tabs.iter().all(|tab| open(tab).document == document("Milk")));
    (browser, server)
}

#[test]
fn n16_a_tab_without_a_text_of_its_own_takes_that_of_the_other() {
    let (mut browser, mut server) = two_tabs(true);
    for writer in [1, 0] {
        let text = format!("Written in tab {writer}");
        writes(&mut browser.tabs[writer], &text);
        browser.talk();
        assert_eq!(open(&browser.tabs[1 - writer]).document, document(&text), "before it was sent");
        browser.exchange_all(&mut server);
        assert!(browser.tabs.iter().all(|tab| titles(tab)[0] == text && apart(tab).is_empty()));
    }
    assert_eq!(server.notes.notes[&id(30)].note.document, Some(document("Written in tab 0")));
}

#[test]
fn n16_the_tab_that_sends_lets_saves_of_the_other_give_way() {
    let (mut browser, mut server) = two_tabs(true);
    let unsent = |browser: &Browser| browser.tabs.iter().map(|tab| tab.shows().sync.unsent).collect::<Vec<_>>();
    for text in ["O", "Oa", "Oat", "Oat milk"] {
        writes(&mut browser.tabs[1], text);
        browser.talk();
    }
    assert_eq!(unsent(&browser), [2, 2], "the first is on its way");
    assert_eq!(browser.tabs[0].unsent_keys().len(), 2);
    browser.exchange_all(&mut server);
    assert_eq!((unsent(&browser), browser.tabs[0].unsent_keys().len()), (vec![0, 0], 0));
    let kept = &server.notes.notes[&id(30)];
    assert_eq!((kept.note.document.clone(), kept.saves.len()), (Some(document("Oat milk")), 3));
    assert!(browser.tabs.iter().all(|tab| apart(tab).is_empty() && titles(tab)[0] == "Oat milk"));
    // What is told late, of a save that has given way, brings nothing back.
    let entry = json!({ "note": { "note_id": id(30), "change": { "type": "pin" } } });
    let message =
        json!({ "pushed": { "account": ada(), "entries": [[id(70), entry]], "replaces": [id(70)] } }).to_string();
    browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::Told { message: message.clone() }));
    assert_eq!(unsent(&browser), [0, 0]);
}

#[test]
fn n16_two_tabs_that_write_apart_lose_nothing() {
    for has_locks in [true, false] {
        let (mut browser, mut server) = two_tabs(has_locks);
        writes(&mut browser.tabs[0], "Oat milk");
        browser.tabs[1].now += 1_000;
        writes(&mut browser.tabs[1], "Soy milk");
        browser.exchange_all(&mut server);
        browser.tabs.iter_mut().for_each(|tab| _ = tab.feed(Input::Woken));
        browser.exchange_all(&mut server);
        let texts = server.notes.texts(id(30));
        assert!(["Milk", "Oat milk", "Soy milk"].iter().all(|text| texts.contains(&document(text))), "{texts:?}");
        for tab in &browser.tabs {
            assert_eq!((titles(tab)[0], apart(tab)), ("Soy milk", vec!["Oat milk"]));
            assert_eq!(tab.shows().sync.unsent, 0);
        }
        assert_eq!(open(&browser.tabs[0]).document, document("Soy milk"));
    }
}

#[test]
fn n16_when_the_leader_closes_the_next_one_takes_nothing_for_unsent_that_may_have_been_sent() {
    let (mut browser, mut server) = two_tabs(true);
    writes(&mut browser.tabs[1], "Oat");
    browser.talk();
    let saving = browser.tabs[0].request("/notes/").clone();
    server.answer(&saving, MORNING);
    browser.close_first();
    writes(&mut browser.tabs[0], "Oat milk");
    browser.exchange_all(&mut server);
    assert_eq!((titles(&browser.tabs[0])[0], apart(&browser.tabs[0])), ("Oat milk", Vec::<&str>::new()));
    assert_eq!(server.notes.notes[&id(30)].saves.len(), 3);
}

#[test]
fn n19_a_text_that_was_written_apart_can_be_used_or_put_away() {
    for uses in [false, true] {
        let mut server = three_notes();
        server.notes.change(id(30), save(140, Some(130), "Oat milk", MORNING - 2_000), MORNING).expect("taken");
        server.notes.change(id(30), save(141, Some(130), "Soy milk", MORNING - 1_000), MORNING).expect("taken");
        let mut device = with_notes(&mut server);
        opens(&mut device, 30);
        assert_eq!((open(&device).document.clone(), apart(&device)), (document("Soy milk"), vec!["Oat milk"]));
        let kind = if uses { "use_note_version" } else { "put_note_version_away" };
        device.dispatches(json!({ "type": kind, "save_id": id(140) }));
        if uses {
            let request = device.request("/notes/").clone();
            server.settle(&mut device, &request);
        }
        assert_eq!(apart(&device), Vec::<&str>::new(), "at once");
        assert!(!summary(&device, 30).has_apart);
        let shown = if uses { "Oat milk" } else { "Soy milk" };
        assert_eq!(open(&device).document, document(shown));
        asks(&mut device, &mut server);
        assert_eq!((open(&device).document.clone(), apart(&device)), (document(shown), Vec::<&str>::new()));
        let texts = server.notes.texts(id(30));
        assert!(["Oat milk", "Soy milk"].iter().all(|text| texts.contains(&document(text))));
    }
}

#[test]
fn n22_what_is_written_in_a_note_that_is_gone_for_good_makes_it_again() {
    let (mut first, _, mut server) = two_devices();
    server.notes.remove(id(30));
    writes(&mut first, "Oat milk");
    asks(&mut first, &mut server);
    catches_up(&mut first, &mut server);
    assert_eq!((titles(&first)[0], open(&first).status), ("Oat milk", NoteStatus::Ready));
}
