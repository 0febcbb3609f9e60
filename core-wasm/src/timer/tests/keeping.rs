//! What is kept of a session before it has ended, and how its length changes on the way.

use super::*;

/// What was kept: the session's number, its revision, its outcome and its focused minutes.
fn versions(tab: &Tab) -> Vec<(usize, i64, Outcome, i64)> {
    let number = |id: Id| tab.kept.iter().position(|kept| kept.id == id).unwrap();
    let version = |Recorded { session, .. }: &Recorded| {
        let focused = crate::stats::focused_millis(session);
        (number(session.id), session.revision, session.outcome, focused / 60_000)
    };
    tab.recorded.iter().map(version).collect()
}

#[test]
fn t31_a_pause_keeps_what_was_focused_and_every_later_version_names_the_one_before() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(59_999).does(TimerEvent::Pause);
    assert_eq!(versions(&tab), [], "less than a minute");
    tab.does(TimerEvent::Start).waits(minutes(9)).does(TimerEvent::Pause);
    tab.waits(minutes(30)).does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause);
    tab.does(TimerEvent::Start).waits(minutes(11));
    let expected = [(0, 0, Outcome::Stopped, 9), (0, 1, Outcome::Stopped, 14), (0, 2, Outcome::Completed, 25)];
    assert_eq!(versions(&tab), expected);
    let previous = tab.recorded.iter().map(|recorded| recorded.previous.clone()).collect::<Vec<_>>();
    let sessions = tab.recorded.iter().map(|recorded| Some(recorded.session.clone())).collect::<Vec<_>>();
    assert_eq!(previous, [None, sessions[0].clone(), sessions[1].clone()]);
}

#[test]
fn t31_what_is_kept_already_is_not_kept_again() {
    for end in [TimerEvent::Skip, TimerEvent::Reset, TimerEvent::Leave] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause).waits(minutes(1)).does(end);
        assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5)]);
    }
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause).does(TimerEvent::Finish);
    assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5), (0, 1, Outcome::FinishedEarly, 5)]);
}

#[test]
fn t31_the_versions_go_on_after_a_reload_and_in_another_tab() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause);
    let session = first.recorded[0].session.clone();
    let mut second = Tab::open(first.storage.clone(), first.now);
    let mut third = Tab::new();
    third.now = first.now;
    third.sees(&first.storage);
    for tab in [&mut second, &mut third] {
        tab.does(TimerEvent::Start).waits(minutes(2)).does(TimerEvent::Reset);
        let Recorded { session: next, previous } = &tab.recorded[0];
        assert_eq!((next.id, next.revision, previous.as_ref()), (session.id, 1, Some(&session)));
    }
}

#[test]
fn t16_a_clock_set_back_by_less_than_has_passed_is_noticed_too() {
    for (back, expected) in [(1_000, "23:01 runs"), (1_001, "23:00 runs"), (minutes(1), "23:00 runs")] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(1_000).sleeps(minutes(2) - 1_000);
        tab.sets_clock(-back).does(TimerEvent::Tick);
        assert_eq!(tab.shows(), expected, "{back} ms; up to a second is the two clocks' own difference");
    }
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10)).sleeps(minutes(5)).sets_clock(-minutes(3)).does(TimerEvent::Pause);
    let end = NINE + minutes(12);
    assert_eq!(
        (tab.shows().as_str(), &tab.kept[0].segments),
        ("10:00 paused", &vec![stretch(end - minutes(15), end, 60)])
    );
}

#[test]
fn t16_a_clock_set_forward_counts_as_sleep() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(1)).sets_clock(minutes(10)).does(TimerEvent::Tick);
    assert_eq!(tab.shows(), "14:00 runs");
}

#[test]
fn t16_what_was_kept_before_the_clock_was_set_back_is_kept_where_it_moved_to() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause).does(TimerEvent::Start).waits(minutes(1));
    tab.sets_clock(-minutes(60)).waits(1_000);
    assert_eq!(tab.kept[0].segments, [stretch(NINE - minutes(60), NINE - minutes(55), 60)]);
    assert_eq!((tab.kept[0].revision, tab.kept[0].outcome), (1, Outcome::Stopped));
    tab.waits(minutes(19));
    assert_eq!((tab.kept[0].revision, tab.kept[0].outcome), (2, Outcome::Completed));
}

#[test]
fn t32_finish_ends_a_focus_session_as_done() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(20)).notices();
    tab.does(TimerEvent::Finish);
    assert_eq!((tab.shows().as_str(), tab.phase(), tab.loops), ("5:00 idle", SessionKind::ShortBreak, None));
    assert_eq!(tab.notices(), ["Time for a break!"], "no bell: the person knows");
    assert_eq!((tab.kept[0].outcome, tab.kept[0].planned), (Outcome::FinishedEarly, 1_500));
    assert_eq!(tab.timer.view().completed_in_round, 1);
}

#[test]
fn t32_the_finish_of_the_last_round_leads_to_the_long_break() {
    let mut tab = Tab::open_with(Storage::new(), NINE, TimerSettings { rounds: 1, ..SETTINGS }, 1);
    tab.does(TimerEvent::Start).waits(minutes(20)).does(TimerEvent::Pause).does(TimerEvent::Finish);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("15:00 idle", SessionKind::LongBreak));
}

#[test]
fn t32_the_finish_of_anything_else_is_a_skip() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Finish);
    assert_eq!((tab.shows().as_str(), tab.timer.view().completed_in_round), ("5:00 idle", 0), "it was not begun");
    tab.does(TimerEvent::Start).waits(minutes(1)).notices();
    tab.does(TimerEvent::Finish);
    assert_eq!(
        (tab.shows().as_str(), tab.notices()),
        ("25:00 idle", vec!["bell".to_owned(), "Time to work!".to_owned()])
    );
    assert_eq!(tab.recorded, []);
}

#[test]
fn t33_five_minutes_more() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Extend);
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("30:00 idle", 1_800));
    assert_eq!(Tab::open(tab.storage.clone(), NINE).shows(), "30:00 idle");
    tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Extend);
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("25:00 runs", 2_100));
    assert_eq!(tab.end_alarm, Some(tab.now + minutes(25)));
    assert_eq!(tab.loops, Some((FocusSound::Default, 50)), "it sounds on");
    tab.does(TimerEvent::Pause).does(TimerEvent::Extend);
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("30:00 paused", 2_400));
    tab.does(TimerEvent::Start).waits(minutes(30));
    assert_eq!((tab.kept[0].planned, tab.kept[0].outcome), (2_400, Outcome::Completed));
    assert_eq!(check_session(&tab.kept[0], Timestamp::from_millis(tab.now)), Ok(()));
    tab.does(TimerEvent::Start).waits(minutes(1)).does(TimerEvent::Extend);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("9:00 runs", SessionKind::ShortBreak), "a break too");
}

#[test]
fn t33_no_more_than_three_hours_are_left() {
    for (start, event) in [(false, None), (true, None), (true, Some(TimerEvent::Pause))] {
        let mut tab = Tab::open_with(Storage::new(), NINE, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
        if start {
            tab.does(TimerEvent::Start);
        }
        if let Some(event) = event {
            tab.waits(1).does(event);
        }
        for _ in 0..3 {
            tab.does(TimerEvent::Extend);
            let shown = tab.shows();
            assert!(shown.starts_with("180:59"), "{shown}");
            let reloaded = Tab::open(tab.storage.clone(), tab.now);
            assert_eq!((reloaded.shows(), reloaded.logged.len()), (shown, 0));
        }
    }
}

#[test]
fn t33_a_session_that_is_extended_again_and_again_spans_a_day_at_most() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    for _ in 0..400 {
        tab.sleeps(minutes(4)).does(TimerEvent::Extend);
        let reloaded = Tab::open(tab.storage.clone(), tab.now);
        assert_eq!((reloaded.shows(), reloaded.logged.len()), (tab.shows(), 0));
        if !tab.timer.view().state.is_active {
            break;
        }
    }
    assert_eq!(crate::stats::focused_millis(&tab.kept[0]), minutes(24 * 60));
    assert_eq!(check_session(&tab.kept[0], Timestamp::from_millis(tab.now)), Ok(()));
    assert_eq!((tab.kept[0].outcome, tab.kept[0].planned), (Outcome::Completed, 86_400));
}

#[test]
fn t42_a_person_who_leaves_keeps_what_was_focused_and_hears_nothing() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Leave);
    assert_eq!((tab.shows().as_str(), tab.recorded.len(), tab.storage.len()), ("25:00 idle", 0, 0));
    tab.does(TimerEvent::Start).waits(minutes(5)).notices();
    tab.does(TimerEvent::Leave);
    assert_eq!((tab.shows().as_str(), tab.loops, tab.notices().len()), ("20:00 paused", None, 0));
    assert_eq!(versions(&tab), [(0, 0, Outcome::Stopped, 5)]);
    tab.does(TimerEvent::Leave);
    assert_eq!(versions(&tab).len(), 1);
}
