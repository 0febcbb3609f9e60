//! Starting, pausing, ending: what a phase goes through.

use super::*;

#[test]
fn t1_a_new_timer_waits_with_a_focus_session_of_the_saved_length() {
    let tab = Tab::new();
    assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    let view = tab.timer.view();
    assert_eq!((view.length, view.completed_in_round, view.can_start), (1_500, 0, true));
    assert!(tab.storage.is_empty() && tab.alarm.is_none() && tab.logged.is_empty());
}

#[test]
fn t2_start_runs_sounds_notifies_and_saves() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    assert_eq!(tab.shows(), "25:00 runs");
    assert_eq!(tab.timer.view().state.ends_at, Some(NINE + minutes(25)));
    assert_eq!(tab.loops, Some((FocusSound::Default, 50)));
    assert_eq!(tab.notices(), ["Time to work!"]);
    assert!(tab.storage.contains_key(key::TIMER_STATE) && tab.storage.contains_key(key::TIMER_SESSION));
}

#[test]
fn t2_starting_a_break_says_so() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Skip);
    tab.notices();
    tab.does(TimerEvent::Start);
    assert_eq!((tab.shows().as_str(), tab.notices()), ("5:00 runs", vec!["Time for a break!".to_owned()]));
}

#[test]
fn t3_start_while_running_changes_nothing() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(2_000).notices();
    let before = tab.timer.clone();
    let env = tab.env();
    assert_eq!(tab.timer.update(TimerEvent::Start, &env), Ok(TimerStep::default()));
    assert_eq!(tab.timer, before);
}

#[test]
fn t4_nothing_left_cannot_be_started() {
    let mut tab = Tab::new();
    tab.types(TimerField::Minutes, "0");
    assert_eq!(tab.shows(), "0:00 idle");
    assert!(!tab.timer.view().can_start);
    assert_eq!(tab.tell(TimerEvent::Start), Err(ErrorCode::TimerEmpty));
    tab.types(TimerField::Seconds, "1").does(TimerEvent::Start);
    assert_eq!(tab.shows(), "0:01 runs");
}

#[test]
fn t4_nothing_left_cannot_be_resumed() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(500).does(TimerEvent::Pause);
    tab.types(TimerField::Minutes, "0").types(TimerField::Seconds, "0");
    assert_eq!(tab.tell(TimerEvent::Start), Err(ErrorCode::TimerEmpty));
    assert_eq!(tab.shows(), "0:00 paused");
}

#[test]
fn t5_what_is_left_comes_from_the_deadline() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    for (passed, expected) in [
        (1, "25:00 runs"),
        (999, "25:00 runs"),
        (1_000, "24:59 runs"),
        (61_000, "23:59 runs"),
        (minutes(25) - 1_000, "0:01 runs"),
        (minutes(25) - 1, "0:01 runs"),
    ] {
        tab.now = NINE + passed;
        tab.does(TimerEvent::Tick);
        assert_eq!(tab.shows(), expected, "after {passed} ms");
    }
}

#[test]
fn t6_each_tick_asks_for_the_next_when_the_displayed_second_changes() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    assert_eq!(tab.alarm, Some(NINE + 1_000));
    tab.now = NINE + 1_040;
    tab.does(TimerEvent::Tick);
    assert_eq!(tab.alarm, Some(NINE + 2_000), "a late tick does not make the next one late");
    tab.now = NINE + 1_999;
    tab.does(TimerEvent::Tick);
    assert_eq!(tab.alarm, Some(NINE + 2_000));
    tab.does(TimerEvent::Pause);
    assert_eq!(tab.alarm, None);
}

#[test]
fn t6_a_tick_writes_nothing() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    let stored = std::mem::take(&mut tab.storage);
    tab.waits(10_000);
    assert!(tab.storage.is_empty() && stored.len() == 3);
}

#[test]
fn t7_pause_keeps_what_is_left() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(90_250).notices();
    tab.does(TimerEvent::Pause);
    assert_eq!(tab.shows(), "23:30 paused");
    assert_eq!(tab.loops, None);
    assert_eq!(tab.notices(), ["bell", "Timer has been paused"]);
    tab.sleeps(minutes(60)).does(TimerEvent::Tick).does(TimerEvent::Start);
    assert_eq!(tab.timer.view().state.ends_at, Some(tab.now + minutes(25) - 90_250), "to the millisecond");
}

#[test]
fn t8_only_a_running_timer_can_be_paused() {
    let mut tab = Tab::new();
    assert_eq!(tab.tell(TimerEvent::Pause), Err(ErrorCode::TimerNotRunning));
    tab.does(TimerEvent::Start).waits(1_000).does(TimerEvent::Pause);
    assert_eq!(tab.tell(TimerEvent::Pause), Err(ErrorCode::TimerNotRunning));
    assert_eq!(tab.shows(), "24:59 paused");
}

#[test]
fn t9_pauses_make_several_segments_each_with_its_offset() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Pause).waits(minutes(30));
    tab.utc_offset = 120;
    tab.does(TimerEvent::Start).waits(minutes(15));
    let resumed = NINE + minutes(40);
    assert_eq!(tab.kept.len(), 1);
    let session = &tab.kept[0];
    let expected = [stretch(NINE, NINE + minutes(10), 60), stretch(resumed, resumed + minutes(15), 120)];
    assert_eq!((session.segments.as_slice(), session.outcome), (expected.as_slice(), Outcome::Completed));
}

#[test]
fn t10_reset_goes_back_to_a_focus_session_of_the_saved_length() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Skip).types(TimerField::Minutes, "7").does(TimerEvent::Start).waits(1_000).notices();
    tab.does(TimerEvent::Reset);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!((tab.alarm, tab.loops, tab.stored_state()), (None, None, None));
    assert_eq!(tab.notices(), ["Timer has been reset"]);
}

#[test]
fn t10_reset_keeps_the_round_and_what_was_focused() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(25)).does(TimerEvent::Skip).does(TimerEvent::Start).waits(minutes(3));
    tab.does(TimerEvent::Reset);
    assert_eq!(tab.kept[1].outcome, Outcome::Stopped);
    assert_eq!(tab.kept[1].segments, [stretch(NINE + minutes(25), NINE + minutes(28), 60)]);
    assert_eq!(tab.timer.view().completed_in_round, 1);
    assert_eq!(Tab::open(tab.storage, tab.now).timer.view().completed_in_round, 1, "after a reload too");
}

#[test]
fn t11_at_the_deadline_the_phase_switches() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).notices();
    tab.waits(minutes(25));
    assert_eq!((tab.shows().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    assert_eq!((tab.alarm, tab.end_alarm, tab.loops), (None, None, None));
    assert_eq!(tab.notices(), ["bell", "Time for a break!"]);
    let stored = tab.stored_state().unwrap();
    assert_eq!(
        (&stored["minutes"], &stored["isActive"], &stored["isWorkSession"]),
        (&5.into(), &false.into(), &false.into())
    );
    tab.does(TimerEvent::Start).notices();
    tab.waits(minutes(5));
    assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.notices(), ["bell", "Time to work!"]);
}

#[test]
fn t12_after_every_fourth_completed_focus_session_the_break_is_long() {
    let mut tab = Tab::new();
    let mut breaks = vec![];
    for _ in 0..9 {
        tab.does(TimerEvent::Start).waits(minutes(25));
        breaks.push((tab.phase(), tab.timer.view().length, tab.timer.view().completed_in_round));
        tab.does(TimerEvent::Start).waits(minutes(15));
        assert_eq!(tab.phase(), SessionKind::Focus);
    }
    let short = |completed| (SessionKind::ShortBreak, 300, completed);
    let long = (SessionKind::LongBreak, 900, 0);
    assert_eq!(breaks, [short(1), short(2), short(3), long, short(1), short(2), short(3), long, short(1)]);
}

#[test]
fn t12_a_focus_session_that_was_skipped_does_not_count() {
    let mut tab = Tab::new();
    for _ in 0..5 {
        tab.does(TimerEvent::Start).waits(minutes(24)).does(TimerEvent::Skip);
        assert_eq!((tab.phase(), tab.timer.view().completed_in_round), (SessionKind::ShortBreak, 0));
        tab.does(TimerEvent::Skip);
    }
}

#[test]
fn t13_skip_ends_the_phase_early() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(2)).notices();
    tab.does(TimerEvent::Skip);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    assert_eq!(
        (tab.notices(), tab.loops, tab.alarm),
        (vec!["bell".to_owned(), "Time for a break!".to_owned()], None, None)
    );
    assert_eq!((tab.kept[0].outcome, tab.kept[0].planned), (Outcome::Stopped, 1_500));
    tab.does(TimerEvent::Skip);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.notices(), ["bell", "Time to work!"]);
    assert_eq!(tab.kept.len(), 1);
}

#[test]
fn t13_skip_ends_a_paused_phase_too() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(2)).does(TimerEvent::Pause).waits(minutes(60)).does(TimerEvent::Skip);
    assert_eq!(tab.kept[0].segments, [stretch(NINE, NINE + minutes(2), 60)]);
    assert_eq!(tab.shows(), "5:00 idle");
}

#[test]
fn t14_an_end_that_was_slept_through_makes_no_sound() {
    for (late, expected) in [(0, 2), (60_000, 2), (60_001, 0), (minutes(600), 0)] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).notices();
        tab.sleeps(minutes(25) + late).does(TimerEvent::Tick);
        assert_eq!((tab.shows().as_str(), tab.loops), ("5:00 idle", None));
        assert_eq!(tab.notices().len(), expected, "{late} ms late");
        assert_eq!(tab.kept[0].segments, [stretch(NINE, NINE + minutes(25), 60)], "it ended when it ended");
        assert_eq!(tab.kept[0].outcome, Outcome::Completed);
    }
}

#[test]
fn t15_focus_of_a_minute_is_kept_and_less_is_not() {
    for (milliseconds, expected) in [(59_999, 0), (60_000, 1)] {
        for end in [TimerEvent::Reset, TimerEvent::Skip] {
            let mut tab = Tab::new();
            tab.does(TimerEvent::Start).waits(milliseconds).does(end);
            assert_eq!(tab.kept.len(), expected);
        }
    }
    let mut tab = Tab::new();
    tab.types(TimerField::Minutes, "0").types(TimerField::Seconds, "59").does(TimerEvent::Start).waits(59_000);
    assert_eq!((tab.phase(), tab.kept.len()), (SessionKind::ShortBreak, 0));
}

#[test]
fn t15_breaks_are_not_kept() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Skip).does(TimerEvent::Start).waits(minutes(5));
    tab.does(TimerEvent::Skip).does(TimerEvent::Start).waits(minutes(4)).does(TimerEvent::Skip);
    assert_eq!(tab.kept, []);
}

#[test]
fn t15_a_session_has_one_id_from_its_first_start_to_its_end() {
    let mut tab = Tab::new();
    let id = |tab: &Tab| {
        let session: serde_json::Value = serde_json::from_str(&tab.storage[key::TIMER_SESSION]).unwrap();
        session["id"].as_str().and_then(Id::parse)
    };
    tab.does(TimerEvent::Start).waits(minutes(10));
    let first = id(&tab);
    tab.does(TimerEvent::Pause);
    assert_eq!(id(&tab), first);
    let mut tab = Tab::open(tab.storage, tab.now);
    tab.does(TimerEvent::Start).waits(minutes(15));
    assert_eq!(Some(tab.kept[0].id), first);
    assert_eq!(id(&tab), None);
    tab.does(TimerEvent::Start);
    assert!(id(&tab).is_some_and(|id| Some(id) != first));
}

#[test]
fn t16_a_clock_set_back_never_shows_more_than_was_left() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10));
    tab.sleeps(-minutes(60)).does(TimerEvent::Tick);
    assert_eq!(tab.shows(), "15:00 runs");
    let reloaded = Tab::open(tab.storage.clone(), tab.now);
    assert_eq!(reloaded.shows(), "15:00 runs", "and what is stored has moved with it");
    tab.waits(minutes(15));
    assert_eq!(tab.shows(), "5:00 idle");
    let end = NINE - minutes(50) + minutes(15);
    assert_eq!(tab.kept[0].segments, [stretch(end - minutes(25), end, 60)], "nothing lies in the future");
}

#[test]
fn t16_a_clock_set_back_between_two_events_takes_no_time_away() {
    for event in [TimerEvent::Pause, TimerEvent::Skip, TimerEvent::Reset] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(minutes(10));
        tab.sleeps(-minutes(60)).does(event.clone());
        if event == TimerEvent::Pause {
            assert_eq!(tab.shows(), "15:00 paused");
            tab.does(TimerEvent::Reset);
        }
        assert_eq!(tab.kept[0].segments, [stretch(NINE - minutes(60), NINE - minutes(50), 60)]);
    }
}

#[test]
fn t16_a_clock_set_back_during_a_pause_keeps_what_was_focused_out_of_the_future() {
    for end in [TimerEvent::Reset, TimerEvent::Skip] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Pause);
        tab.sleeps(-minutes(60)).does(end);
        assert_eq!(tab.kept[0].segments, [stretch(NINE - minutes(60), NINE - minutes(50), 60)]);
    }
}

#[test]
fn t16_a_clock_set_back_during_a_pause_or_a_reload_leaves_the_rest() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Pause);
    tab.sleeps(-minutes(60)).does(TimerEvent::Start);
    assert_eq!(tab.shows(), "15:00 runs");
    let mut tab = Tab::open(tab.storage, tab.now - minutes(60));
    assert_eq!(tab.shows(), "15:00 runs");
    tab.waits(minutes(16));
    assert_eq!(check_session(&tab.kept[0], Timestamp::from_millis(tab.now)), Ok(()));
    assert_eq!(crate::stats::focused_millis(&tab.kept[0]), minutes(25));
}

#[test]
fn t28_a_pause_of_a_day_ends_the_session_and_begins_another() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Pause);
    let first = tab.kept[0].id;
    tab.sleeps(minutes(24 * 60 - 25)).does(TimerEvent::Start);
    let id = |tab: &Tab| tab.timer.session().id;
    assert_eq!(id(&tab), Some(first), "it still spans no more than a day");
    tab.does(TimerEvent::Pause).sleeps(1).does(TimerEvent::Start);
    assert_ne!(id(&tab), Some(first));
    assert_eq!((tab.kept.len(), tab.kept[0].outcome), (1, Outcome::Stopped));
    assert_eq!(tab.shows(), "15:00 runs");
    tab.waits(minutes(15));
    assert_eq!((tab.kept.len(), tab.kept[1].outcome, tab.kept[1].planned), (2, Outcome::Completed, 900));
    assert_ne!(tab.kept[0].id, tab.kept[1].id);
}

#[test]
fn t28_a_thousand_pauses_end_the_session_and_begin_another() {
    let mut tab = Tab::open_with(Storage::new(), NINE, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
    for _ in 0..1_000 {
        tab.does(TimerEvent::Start).sleeps(1_000).does(TimerEvent::Pause).sleeps(1_000);
    }
    let id = tab.kept[0].id;
    assert_eq!(tab.timer.session().id, Some(id));
    tab.does(TimerEvent::Start);
    assert_ne!(tab.timer.session().id, Some(id));
    assert_eq!((tab.kept.len(), tab.kept[0].segments.len()), (1, 1_000));
    assert_eq!(check_session(&tab.kept[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t29_what_is_asked_after_the_deadline_finds_the_phase_ended() {
    let field = TimerField::Minutes;
    for event in [
        TimerEvent::Start,
        TimerEvent::Pause,
        TimerEvent::Skip,
        TimerEvent::Type { field, text: "9".to_owned() },
        TimerEvent::StepField { field, direction: StepDirection::Up },
    ] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).notices();
        tab.sleeps(minutes(26)).does(event.clone());
        assert_eq!((tab.shows().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak), "{event:?}");
        assert_eq!(tab.notices(), ["bell", "Time for a break!"]);
        assert_eq!(tab.kept[0].segments, [stretch(NINE, NINE + minutes(25), 60)]);
    }
}

#[test]
fn t29_a_reset_after_the_deadline_keeps_the_session_and_goes_back() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).notices();
    tab.sleeps(minutes(26)).does(TimerEvent::Reset);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.notices(), ["Timer has been reset"]);
    assert_eq!((tab.kept[0].outcome, tab.timer.view().completed_in_round), (Outcome::Completed, 1));
    assert_eq!(tab.stored_state(), None);
}
