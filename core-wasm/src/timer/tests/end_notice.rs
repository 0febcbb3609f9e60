//! The notice that a phase has ended and the next one is waiting.

use super::*;

/// Returns a tab whose focus session has just ended at its deadline.
fn ended() -> Tab {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(25));
    assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    tab
}

fn notice(tab: &Tab) -> bool {
    tab.display();
    tab.timer.view().shows_end_notice
}

#[test]
fn t46_a_phase_that_ends_at_its_deadline_leaves_a_notice_until_the_next_one_starts() {
    let mut tab = Tab::new();
    assert!(!notice(&tab));
    tab.send(TimerEvent::Start).advance(minutes(25) - 1);
    assert!(!notice(&tab));
    tab.advance(1);
    assert!(notice(&tab));
    tab.send(TimerEvent::Start);
    assert!(!notice(&tab));
    tab.advance(minutes(5));
    assert_eq!((notice(&tab), tab.phase()), (true, SessionKind::Focus));
}

#[test]
fn t46_skip_reset_and_focusing_on_a_card_end_the_notice() {
    for event in [TimerEvent::Skip, TimerEvent::Reset, TimerEvent::Finish, TimerEvent::FocusCard { card: card(1) }] {
        let mut tab = ended();
        assert!(notice(&tab));
        tab.send(event.clone());
        assert!(!notice(&tab), "{event:?}");
    }
}

#[test]
fn t46_a_change_of_the_length_keeps_the_notice() {
    let mut tab = ended();
    tab.send(TimerEvent::Extend).type_field(TimerField::Minutes, "7");
    tab.send(TimerEvent::SettingsChanged(TimerSettings { short_break: 600, ..SETTINGS }));
    assert_eq!((tab.display().as_str(), notice(&tab)), ("7:00 idle", true));
}

#[test]
fn t46_a_phase_ended_by_hand_leaves_no_notice() {
    for event in [TimerEvent::Skip, TimerEvent::Finish, TimerEvent::Reset] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(minutes(10)).send(event.clone());
        assert!(!notice(&tab), "{event:?}");
    }
    // Reset after the deadline, but before its tick.
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).sleep(minutes(25)).send(TimerEvent::Reset);
    assert_eq!((tab.display().as_str(), notice(&tab)), ("25:00 idle", false));
}

#[test]
fn t46_a_phase_that_starts_automatically_leaves_no_notice() {
    let settings = TimerSettings { auto_start_breaks: true, ..SETTINGS };
    let mut tab = Tab::open_with(Storage::new(), NINE_AM, settings, 1);
    tab.send(TimerEvent::Start).advance(minutes(25));
    assert_eq!((tab.display().as_str(), notice(&tab)), ("5:00 runs", false));
    // Auto-start is off for focus sessions here.
    tab.advance(minutes(5));
    assert_eq!((tab.display().as_str(), notice(&tab)), ("25:00 idle", true));
}

#[test]
fn t46_notice_survives_reload_until_answered() {
    let mut tab = ended();
    let mut again = Tab::open(tab.storage.clone(), tab.now + minutes(30));
    assert!(notice(&again));
    again.send(TimerEvent::Skip);
    assert!(!notice(&Tab::open(again.storage.clone(), again.now)));
    tab.sync_storage(&again.storage);
    assert!(!notice(&tab));
}

#[test]
fn t46_other_tabs_show_the_notice_and_end_it() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    let mut other = Tab::open(tab.storage.clone(), tab.now);
    tab.advance(minutes(25));
    other.now = tab.now;
    other.sync_storage(&tab.storage);
    assert!(notice(&tab) && notice(&other));
    other.send(TimerEvent::Start);
    tab.sync_storage(&other.storage);
    assert!(!notice(&tab) && !notice(&other));
}

#[test]
fn t46_overrun_question_takes_precedence_over_the_notice() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).sleep(minutes(60)).send(TimerEvent::Tick);
    assert!(tab.timer.view().overrun.is_some());
    assert!(!notice(&tab));
    tab.send(TimerEvent::ResolveOverrun(OverrunChoice::Trim));
    assert!(notice(&tab));
}

#[test]
fn t46_a_session_stored_by_an_earlier_version_has_no_notice() {
    let tab = ended();
    let mut storage = tab.storage.clone();
    let mut session: serde_json::Value = serde_json::from_str(&storage[local_key::TIMER_SESSION]).unwrap();
    assert_eq!(session.as_object_mut().unwrap().remove("after_end"), Some(true.into()));
    storage.insert(local_key::TIMER_SESSION.to_owned(), session.to_string());
    let again = Tab::open(storage, tab.now);
    assert_eq!((again.display().as_str(), notice(&again), again.logged.len()), ("5:00 idle", false, 0));
}
