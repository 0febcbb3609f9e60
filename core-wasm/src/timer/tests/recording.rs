//! What is recorded of a session before it ends, and how its length changes meanwhile.

use super::*;

/// Returns each recorded version: the session's number, its revision, its outcome and its focused minutes.
fn versions(tab: &Tab) -> Vec<(usize, i64, Outcome, i64)> {
    let number = |id: Id| tab.latest_sessions.iter().position(|kept| kept.id == id).unwrap();
    let version = |RecordedSession { session, .. }: &RecordedSession| {
        let focused = crate::stats::focused_millis(session);
        (number(session.id), session.revision, session.outcome, focused / 60_000)
    };
    tab.recorded.iter().map(version).collect()
}

#[test]
fn t31_pause_records_a_version_that_names_its_predecessor() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(59_999).send(TimerEvent::Pause);
    assert_eq!(versions(&tab), [], "less than a minute");
    tab.send(TimerEvent::Start).advance(minutes(9)).send(TimerEvent::Pause);
    tab.advance(minutes(30)).send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause);
    tab.send(TimerEvent::Start).advance(minutes(11));
    let expected = [(0, 0, Outcome::Stopped, 9), (0, 1, Outcome::Stopped, 14), (0, 2, Outcome::Completed, 25)];
    assert_eq!(versions(&tab), expected);
    let previous = tab.recorded.iter().map(|recorded| recorded.previous.clone()).collect::<Vec<_>>();
    let sessions = tab.recorded.iter().map(|recorded| Some(recorded.session.clone())).collect::<Vec<_>>();
    assert_eq!(previous, [None, sessions[0].clone(), sessions[1].clone()]);
}

#[test]
fn t31_unchanged_sessions_are_not_recorded_again() {
    for end in [TimerEvent::Skip, TimerEvent::Reset, TimerEvent::LogOut] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause).advance(minutes(1)).send(end);
        assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5)]);
    }
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause).send(TimerEvent::Finish);
    assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5), (0, 1, Outcome::FinishedEarly, 5)]);
}

#[test]
fn t31_versions_continue_after_reload_and_in_other_tabs() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause);
    let session = first.recorded[0].session.clone();
    let mut second = Tab::open(first.storage.clone(), first.now);
    let mut third = Tab::new();
    third.now = first.now;
    third.sync_storage(&first.storage);
    for tab in [&mut second, &mut third] {
        tab.send(TimerEvent::Start).advance(minutes(2)).send(TimerEvent::Reset);
        let RecordedSession { session: next, previous } = &tab.recorded[0];
        assert_eq!((next.id, next.revision, previous.as_ref()), (session.id, 1, Some(&session)));
    }
}

#[test]
fn t16_small_clock_rollbacks_are_detected() {
    for (back, expected) in [(1_000, "23:01 runs"), (1_001, "23:00 runs"), (minutes(1), "23:00 runs")] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(1_000).sleep(minutes(2) - 1_000);
        tab.set_clock(-back).send(TimerEvent::Tick);
        assert_eq!(tab.display(), expected, "{back} ms; up to a second is the two clocks' own difference");
    }
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10)).sleep(minutes(5)).set_clock(-minutes(3)).send(TimerEvent::Pause);
    let end = NINE_AM + minutes(12);
    assert_eq!(
        (tab.display().as_str(), &tab.latest_sessions[0].segments),
        ("10:00 paused", &vec![stretch(end - minutes(15), end, 60)])
    );
}

#[test]
fn t16_a_clock_set_forward_counts_as_sleep() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(1)).set_clock(minutes(10)).send(TimerEvent::Tick);
    assert_eq!(tab.display(), "14:00 runs");
}

#[test]
fn t16_recorded_segments_shift_with_the_clock() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause).send(TimerEvent::Start).advance(minutes(1));
    tab.set_clock(-minutes(60)).advance(1_000);
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM - minutes(60), NINE_AM - minutes(55), 60)]);
    assert_eq!((tab.latest_sessions[0].revision, tab.latest_sessions[0].outcome), (1, Outcome::Stopped));
    tab.advance(minutes(19));
    assert_eq!((tab.latest_sessions[0].revision, tab.latest_sessions[0].outcome), (2, Outcome::Completed));
}

#[test]
fn t32_finish_ends_a_focus_session_as_done() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(20)).take_notices();
    tab.send(TimerEvent::Finish);
    assert_eq!((tab.display().as_str(), tab.phase(), tab.loops), ("5:00 idle", SessionKind::ShortBreak, None));
    assert_eq!(tab.take_notices(), ["Time for a break!"], "no bell, because the user ended the session");
    assert_eq!((tab.latest_sessions[0].outcome, tab.latest_sessions[0].planned), (Outcome::FinishedEarly, 1_500));
    assert_eq!(tab.timer.view().completed_in_round, 1);
}

#[test]
fn t32_the_finish_of_the_last_round_leads_to_the_long_break() {
    let mut tab = Tab::open_with(Storage::new(), NINE_AM, TimerSettings { rounds: 1, ..SETTINGS }, 1);
    tab.send(TimerEvent::Start).advance(minutes(20)).send(TimerEvent::Pause).send(TimerEvent::Finish);
    assert_eq!((tab.display().as_str(), tab.phase()), ("15:00 idle", SessionKind::LongBreak));
}

#[test]
fn t32_the_finish_of_anything_else_is_a_skip() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Finish);
    assert_eq!(
        (tab.display().as_str(), tab.timer.view().completed_in_round),
        ("5:00 idle", 0),
        "the session was not started"
    );
    tab.send(TimerEvent::Start).advance(minutes(1)).take_notices();
    tab.send(TimerEvent::Finish);
    assert_eq!(
        (tab.display().as_str(), tab.take_notices()),
        ("25:00 idle", vec!["bell".to_owned(), "Time to work!".to_owned()])
    );
    assert_eq!(tab.recorded, []);
}

#[test]
fn t32_the_view_offers_to_finish_started_focus_sessions_and_to_extend_started_phases() {
    let offers = |tab: &Tab| {
        let view = tab.timer.view();
        (view.can_finish, view.can_extend)
    };
    let mut tab = Tab::new();
    assert_eq!(offers(&tab), (false, false));
    tab.send(TimerEvent::Start).advance(minutes(1));
    assert_eq!(offers(&tab), (true, true));
    tab.send(TimerEvent::Pause);
    assert_eq!(offers(&tab), (true, true));
    tab.send(TimerEvent::Finish);
    assert_eq!(offers(&tab), (false, false));
    tab.send(TimerEvent::Start);
    assert_eq!((tab.phase(), offers(&tab)), (SessionKind::ShortBreak, (false, true)));
}

#[test]
fn t33_extend_adds_five_minutes() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Extend);
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("30:00 idle", 1_800));
    assert_eq!(Tab::open(tab.storage.clone(), NINE_AM).display(), "30:00 idle");
    tab.send(TimerEvent::Start).advance(minutes(10)).send(TimerEvent::Extend);
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("25:00 runs", 2_100));
    assert_eq!(tab.end_alarm, Some(tab.now + minutes(25)));
    assert_eq!(tab.loops, Some((FocusSound::Default, 50)), "the sound keeps looping");
    tab.send(TimerEvent::Pause).send(TimerEvent::Extend);
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("30:00 paused", 2_400));
    tab.send(TimerEvent::Start).advance(minutes(30));
    assert_eq!((tab.latest_sessions[0].planned, tab.latest_sessions[0].outcome), (2_400, Outcome::Completed));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
    tab.send(TimerEvent::Start).advance(minutes(1)).send(TimerEvent::Extend);
    assert_eq!((tab.display().as_str(), tab.phase()), ("9:00 runs", SessionKind::ShortBreak), "a break too");
}

#[test]
fn t33_extend_is_capped_at_the_maximum_remaining_time() {
    for (start, event) in [(false, None), (true, None), (true, Some(TimerEvent::Pause))] {
        let mut tab = Tab::open_with(Storage::new(), NINE_AM, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
        if start {
            tab.send(TimerEvent::Start);
        }
        if let Some(event) = event {
            tab.advance(1).send(event);
        }
        for _ in 0..3 {
            tab.send(TimerEvent::Extend);
            let shown = tab.display();
            assert!(shown.starts_with("180:59"), "{shown}");
            let reloaded = Tab::open(tab.storage.clone(), tab.now);
            assert_eq!((reloaded.display(), reloaded.logged.len()), (shown, 0));
        }
    }
}

#[test]
fn t33_extended_sessions_span_at_most_a_day() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    for _ in 0..400 {
        tab.sleep(minutes(4)).send(TimerEvent::Extend);
        let reloaded = Tab::open(tab.storage.clone(), tab.now);
        assert_eq!((reloaded.display(), reloaded.logged.len()), (tab.display(), 0));
        if !tab.timer.view().state.is_active {
            break;
        }
    }
    assert_eq!(crate::stats::focused_millis(&tab.latest_sessions[0]), minutes(24 * 60));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
    assert_eq!((tab.latest_sessions[0].outcome, tab.latest_sessions[0].planned), (Outcome::Completed, 86_400));
}

#[test]
fn t42_logging_out_records_focus_time_silently() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::LogOut);
    assert_eq!((tab.display().as_str(), tab.recorded.len(), tab.storage.len()), ("25:00 idle", 0, 0));
    tab.send(TimerEvent::Start).advance(minutes(5)).take_notices();
    tab.send(TimerEvent::LogOut);
    assert_eq!((tab.display().as_str(), tab.loops, tab.take_notices().len()), ("20:00 paused", None, 0));
    assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5)]);
    tab.send(TimerEvent::LogOut);
    assert_eq!(versions(&tab).len(), 1);
}
