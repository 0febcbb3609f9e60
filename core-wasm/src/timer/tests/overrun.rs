//! Focus sessions that end unattended.

use super::*;
use crate::protocol::view::OverrunView;

/// Returns a tab with a focus session of 25 minutes that was last seen after 10 minutes and is seen again that many
/// minutes after its end.
fn back_after(late: i64) -> Tab {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10) + 500).take_notices();
    tab.sleep(minutes(15 + late) - 500).send(TimerEvent::Tick);
    tab
}

fn overrun_question(tab: &Tab) -> Option<OverrunView> {
    assert!(!tab.display().is_empty(), "the mirror has it too");
    tab.timer.view().overrun
}

#[test]
fn t36_late_ends_record_the_plan_and_show_the_overrun_question() {
    let tab = back_after(30);
    assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(25), 60)]);
    assert_eq!(overrun_question(&tab), Some(OverrunView { keep: 55 * 60, trim: 25 * 60, discard: 10 * 60 }));
    let mut other = Tab::new();
    other.now = tab.now;
    for tab in [&Tab::open(tab.storage.clone(), tab.now), other.sync_storage(&tab.storage)] {
        assert_eq!(overrun_question(tab), Some(OverrunView { keep: 55 * 60, trim: 25 * 60, discard: 10 * 60 }));
    }
}

#[test]
fn t36_no_question_for_timely_ends_breaks_or_short_sessions() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).sleep(minutes(26)).send(TimerEvent::Tick);
    assert_eq!(overrun_question(&tab), None, "a minute late is in time");
    tab.send(TimerEvent::Start).sleep(minutes(60)).send(TimerEvent::Tick);
    assert_eq!((overrun_question(&tab), tab.phase()), (None, SessionKind::Focus));
    tab.type_field(TimerField::Minutes, "0").type_field(TimerField::Seconds, "59").send(TimerEvent::Start);
    tab.sleep(minutes(60)).send(TimerEvent::Tick);
    assert_eq!((overrun_question(&tab), tab.latest_sessions.len()), (None, 1));
}

#[test]
fn t36_overrun_choices_set_the_session_length() {
    let table = [
        (OverrunChoice::Keep, Some((55, Outcome::Completed))),
        (OverrunChoice::Trim, None),
        (OverrunChoice::Discard, Some((10, Outcome::Stopped))),
    ];
    for (choice, expected) in table {
        let mut tab = back_after(30);
        tab.recorded.clear();
        tab.send(TimerEvent::ResolveOverrun(choice));
        assert_eq!((overrun_question(&tab), tab.display().as_str()), (None, "5:00 idle"));
        let changed = tab.recorded.first().map(|RecordedSession { session, previous }| {
            assert_eq!((session.revision, previous.as_ref().map(|previous| previous.revision)), (1, Some(0)));
            assert_eq!(check_session(session, Timestamp::from_millis(tab.now)), Ok(()));
            (crate::stats::focused_millis(session) / 60_000, session.outcome)
        });
        assert_eq!(changed, expected);
        assert_eq!(overrun_question(&Tab::open(tab.storage.clone(), tab.now)), None);
        tab.send(TimerEvent::ResolveOverrun(OverrunChoice::Keep));
        assert_eq!(tab.recorded.len(), usize::from(expected.is_some()), "the choice is offered only once");
    }
}

#[test]
fn t36_discard_deletes_sessions_under_a_minute() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(30_000).sleep(minutes(60)).send(TimerEvent::Tick);
    assert_eq!(overrun_question(&tab).map(|question| question.discard), Some(0));
    tab.send(TimerEvent::ResolveOverrun(OverrunChoice::Discard));
    assert!(tab.latest_sessions[0].is_deleted);
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t36_discard_keeps_segments_before_the_pause() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start)
        .advance(minutes(10))
        .send(TimerEvent::Pause)
        .advance(minutes(5))
        .send(TimerEvent::Start);
    tab.sleep(minutes(60)).send(TimerEvent::Tick).send(TimerEvent::ResolveOverrun(OverrunChoice::Discard));
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(10), 60)]);
    assert_eq!(
        (tab.latest_sessions[0].revision, tab.latest_sessions[0].outcome, tab.latest_sessions[0].is_deleted),
        (2, Outcome::Stopped, false)
    );
}

#[test]
fn t36_kept_overrun_is_capped_at_a_day() {
    let mut tab = back_after(60 * 72);
    assert_eq!(overrun_question(&tab).map(|question| question.keep), Some(24 * 3_600));
    tab.send(TimerEvent::ResolveOverrun(OverrunChoice::Keep));
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(24 * 60), 60)]);
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t36_clock_rollback_before_the_choice_keeps_segments_in_the_past() {
    let mut tab = back_after(30);
    tab.set_clock(-minutes(60)).send(TimerEvent::ResolveOverrun(OverrunChoice::Keep));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
    assert_eq!(crate::stats::focused_millis(&tab.latest_sessions[0]), minutes(55));
}

#[test]
fn t36_only_start_dismisses_the_question() {
    let mut tab = back_after(30);
    for event in [TimerEvent::Extend, TimerEvent::Skip, TimerEvent::Skip, TimerEvent::Reset, TimerEvent::Skip] {
        tab.send(event.clone());
        assert!(overrun_question(&tab).is_some(), "{event:?}");
        assert!(overrun_question(&Tab::open(tab.storage.clone(), tab.now)).is_some(), "{event:?}");
    }
    for event in [TimerEvent::Start, TimerEvent::FocusCard { card: card(1) }] {
        let mut tab = back_after(30);
        tab.recorded.clear();
        tab.send(event);
        assert_eq!((overrun_question(&tab), tab.recorded.len()), (None, 0));
    }
}

#[test]
fn t36_ends_missed_by_all_tabs_are_recorded_once() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10));
    let first = Tab::open(tab.storage.clone(), NINE_AM + minutes(90));
    assert_eq!(overrun_question(&first), Some(OverrunView { keep: 90 * 60, trim: 25 * 60, discard: 10 * 60 }));
    assert_eq!((first.latest_sessions.len(), first.latest_sessions[0].outcome), (1, Outcome::Completed));
    let second = Tab::open(first.storage.clone(), NINE_AM + minutes(91));
    assert_eq!((overrun_question(&second), second.latest_sessions.len()), (overrun_question(&first), 0));
}

#[test]
fn t37_sound_owner_stores_last_seen_once_a_minute() {
    let seen = |storage: &Storage| storage.get(local_key::TIMER_LAST_SEEN).and_then(|text| text.parse::<i64>().ok());
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    let mut other = Tab::open(tab.storage.clone(), NINE_AM);
    assert_eq!((seen(&tab.storage), tab.storage.len()), (Some(NINE_AM), 3));
    tab.storage.clear();
    other.storage.clear();
    for (after, expected) in [(59_000, None), (60_000, Some(1)), (119_000, Some(1)), (120_000, Some(2))] {
        tab.advance(NINE_AM + after - tab.now);
        assert_eq!(seen(&tab.storage), expected.map(|minute| NINE_AM + minutes(minute)), "after {after} ms");
    }
    assert_eq!(tab.storage.len(), 1, "and nothing else, which another tab might be changing");
    other.advance(minutes(2));
    assert!(other.storage.is_empty(), "the others store nothing");
}

#[test]
fn t37_invalid_last_seen_values_are_ignored() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10));
    for text in ["", "soon", "-1", "0", "9223372036854775807", "99999999999999999999"] {
        let mut storage = tab.storage.clone();
        storage.insert(local_key::TIMER_LAST_SEEN.to_owned(), text.to_owned());
        let tab = Tab::open(storage, NINE_AM + minutes(90));
        assert_eq!((tab.display().as_str(), tab.logged.len()), ("5:00 idle", 0), "{text}");
        assert_eq!(overrun_question(&tab).map(|question| question.trim), Some(25 * 60), "{text}");
    }
}
