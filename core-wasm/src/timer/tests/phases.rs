//! Starting, pausing and ending phases.

use super::*;

#[test]
fn t1_new_timer_is_idle_with_the_saved_focus_length() {
    let tab = Tab::new();
    assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    let view = tab.timer.view();
    assert_eq!((view.length, view.completed_in_round, view.can_start), (1_500, 0, true));
    assert!(tab.storage.is_empty() && tab.alarm.is_none() && tab.logged.is_empty());
}

#[test]
fn t2_start_runs_sounds_notifies_and_saves() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    assert_eq!(tab.display(), "25:00 runs");
    assert_eq!(tab.timer.view().state.ends_at, Some(NINE_AM + minutes(25)));
    assert_eq!(tab.loops, Some((FocusSound::Default, 50)));
    assert_eq!(tab.take_notices(), ["Time to work!"]);
    assert!(tab.storage.contains_key(local_key::TIMER_STATE) && tab.storage.contains_key(local_key::TIMER_SESSION));
}

#[test]
fn t2_starting_a_break_notifies() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Skip);
    tab.take_notices();
    tab.send(TimerEvent::Start);
    assert_eq!((tab.display().as_str(), tab.take_notices()), ("5:00 runs", vec!["Time for a break!".to_owned()]));
}

#[test]
fn t3_start_while_running_changes_nothing() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(2_000).take_notices();
    let before = tab.timer.clone();
    let env = tab.env();
    assert_eq!(tab.timer.update(TimerEvent::Start, &env), Ok(TimerStep::default()));
    assert_eq!(tab.timer, before);
}

#[test]
fn t4_start_without_remaining_time_is_refused() {
    let mut tab = Tab::new();
    tab.type_field(TimerField::Minutes, "0");
    assert_eq!(tab.display(), "0:00 idle");
    assert!(!tab.timer.view().can_start);
    assert_eq!(tab.try_send(TimerEvent::Start), Err(ErrorCode::TimerEmpty));
    tab.type_field(TimerField::Seconds, "1").send(TimerEvent::Start);
    assert_eq!(tab.display(), "0:01 runs");
}

#[test]
fn t4_resume_without_remaining_time_is_refused() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(500).send(TimerEvent::Pause);
    tab.type_field(TimerField::Minutes, "0").type_field(TimerField::Seconds, "0");
    assert_eq!(tab.try_send(TimerEvent::Start), Err(ErrorCode::TimerEmpty));
    assert_eq!(tab.display(), "0:00 paused");
}

#[test]
fn t5_remaining_time_is_derived_from_the_deadline() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    for (passed, expected) in [
        (1, "25:00 runs"),
        (999, "25:00 runs"),
        (1_000, "24:59 runs"),
        (61_000, "23:59 runs"),
        (minutes(25) - 1_000, "0:01 runs"),
        (minutes(25) - 1, "0:01 runs"),
    ] {
        tab.now = NINE_AM + passed;
        tab.send(TimerEvent::Tick);
        assert_eq!(tab.display(), expected, "after {passed} ms");
    }
}

#[test]
fn t6_each_tick_schedules_the_next_displayed_second() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    assert_eq!(tab.alarm, Some(NINE_AM + 1_000));
    tab.now = NINE_AM + 1_040;
    tab.send(TimerEvent::Tick);
    assert_eq!(tab.alarm, Some(NINE_AM + 2_000), "a late tick does not delay the next one");
    tab.now = NINE_AM + 1_999;
    tab.send(TimerEvent::Tick);
    assert_eq!(tab.alarm, Some(NINE_AM + 2_000));
    tab.send(TimerEvent::Pause);
    assert_eq!(tab.alarm, None);
}

#[test]
fn t6_a_tick_writes_nothing() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    let stored = std::mem::take(&mut tab.storage);
    tab.advance(10_000);
    assert!(tab.storage.is_empty() && stored.len() == 3);
}

#[test]
fn t7_pause_keeps_the_remaining_milliseconds() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(90_250).take_notices();
    tab.send(TimerEvent::Pause);
    assert_eq!(tab.display(), "23:30 paused");
    assert_eq!(tab.loops, None);
    assert_eq!(tab.take_notices(), ["bell", "Timer has been paused"]);
    tab.sleep(minutes(60)).send(TimerEvent::Tick).send(TimerEvent::Start);
    assert_eq!(tab.timer.view().state.ends_at, Some(tab.now + minutes(25) - 90_250), "to the millisecond");
}

#[test]
fn t8_only_a_running_timer_can_be_paused() {
    let mut tab = Tab::new();
    assert_eq!(tab.try_send(TimerEvent::Pause), Err(ErrorCode::TimerNotRunning));
    tab.send(TimerEvent::Start).advance(1_000).send(TimerEvent::Pause);
    assert_eq!(tab.try_send(TimerEvent::Pause), Err(ErrorCode::TimerNotRunning));
    assert_eq!(tab.display(), "24:59 paused");
}

#[test]
fn t9_pauses_make_several_segments_each_with_its_offset() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10)).send(TimerEvent::Pause).advance(minutes(30));
    tab.utc_offset = 120;
    tab.send(TimerEvent::Start).advance(minutes(15));
    let resumed = NINE_AM + minutes(40);
    assert_eq!(tab.latest_sessions.len(), 1);
    let session = &tab.latest_sessions[0];
    let expected = [stretch(NINE_AM, NINE_AM + minutes(10), 60), stretch(resumed, resumed + minutes(15), 120)];
    assert_eq!((session.segments.as_slice(), session.outcome), (expected.as_slice(), Outcome::Completed));
}

#[test]
fn t10_reset_returns_to_the_saved_focus_length() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Skip)
        .type_field(TimerField::Minutes, "7")
        .send(TimerEvent::Start)
        .advance(1_000)
        .take_notices();
    tab.send(TimerEvent::Reset);
    assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!((tab.alarm, tab.loops, tab.stored_state()), (None, None, None));
    assert_eq!(tab.take_notices(), ["Timer has been reset"]);
}

#[test]
fn t10_reset_keeps_the_round_and_records_focus_time() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(25)).send(TimerEvent::Skip).send(TimerEvent::Start).advance(minutes(3));
    tab.send(TimerEvent::Reset);
    assert_eq!(tab.latest_sessions[1].outcome, Outcome::Stopped);
    assert_eq!(tab.latest_sessions[1].segments, [stretch(NINE_AM + minutes(25), NINE_AM + minutes(28), 60)]);
    assert_eq!(tab.timer.view().completed_in_round, 1);
    assert_eq!(Tab::open(tab.storage, tab.now).timer.view().completed_in_round, 1, "after a reload too");
}

#[test]
fn t11_at_the_deadline_the_phase_switches() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).take_notices();
    tab.advance(minutes(25));
    assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    assert_eq!((tab.alarm, tab.end_alarm, tab.loops), (None, None, None));
    assert_eq!(tab.take_notices(), ["bell", "Time for a break!"]);
    let stored = tab.stored_state().unwrap();
    assert_eq!(
        (&stored["minutes"], &stored["isActive"], &stored["isWorkSession"]),
        (&5.into(), &false.into(), &false.into())
    );
    tab.send(TimerEvent::Start).take_notices();
    tab.advance(minutes(5));
    assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.take_notices(), ["bell", "Time to work!"]);
}

#[test]
fn t12_after_every_fourth_completed_focus_session_the_break_is_long() {
    let mut tab = Tab::new();
    let mut breaks = vec![];
    for _ in 0..9 {
        tab.send(TimerEvent::Start).advance(minutes(25));
        breaks.push((tab.phase(), tab.timer.view().length, tab.timer.view().completed_in_round));
        tab.send(TimerEvent::Start).advance(minutes(15));
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
        tab.send(TimerEvent::Start).advance(minutes(24)).send(TimerEvent::Skip);
        assert_eq!((tab.phase(), tab.timer.view().completed_in_round), (SessionKind::ShortBreak, 0));
        tab.send(TimerEvent::Skip);
    }
}

#[test]
fn t13_skip_ends_the_phase_early() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(2)).take_notices();
    tab.send(TimerEvent::Skip);
    assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
    assert_eq!(
        (tab.take_notices(), tab.loops, tab.alarm),
        (vec!["bell".to_owned(), "Time for a break!".to_owned()], None, None)
    );
    assert_eq!((tab.latest_sessions[0].outcome, tab.latest_sessions[0].planned), (Outcome::Stopped, 1_500));
    tab.send(TimerEvent::Skip);
    assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.take_notices(), ["bell", "Time to work!"]);
    assert_eq!(tab.latest_sessions.len(), 1);
}

#[test]
fn t13_skip_ends_a_paused_phase_too() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(2)).send(TimerEvent::Pause).advance(minutes(60)).send(TimerEvent::Skip);
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(2), 60)]);
    assert_eq!(tab.display(), "5:00 idle");
}

#[test]
fn t14_ends_over_a_minute_late_are_silent() {
    for (late, expected) in [(0, 2), (60_000, 2), (60_001, 0), (minutes(600), 0)] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).take_notices();
        tab.sleep(minutes(25) + late).send(TimerEvent::Tick);
        assert_eq!((tab.display().as_str(), tab.loops), ("5:00 idle", None));
        assert_eq!(tab.take_notices().len(), expected, "{late} ms late");
        assert_eq!(
            tab.latest_sessions[0].segments,
            [stretch(NINE_AM, NINE_AM + minutes(25), 60)],
            "it ended when it ended"
        );
        assert_eq!(tab.latest_sessions[0].outcome, Outcome::Completed);
    }
}

#[test]
fn t15_only_focus_of_a_minute_or_more_is_recorded() {
    for (milliseconds, expected) in [(59_999, 0), (60_000, 1)] {
        for end in [TimerEvent::Reset, TimerEvent::Skip] {
            let mut tab = Tab::new();
            tab.send(TimerEvent::Start).advance(milliseconds).send(end);
            assert_eq!(tab.latest_sessions.len(), expected);
        }
    }
    let mut tab = Tab::new();
    tab.type_field(TimerField::Minutes, "0")
        .type_field(TimerField::Seconds, "59")
        .send(TimerEvent::Start)
        .advance(59_000);
    assert_eq!((tab.phase(), tab.latest_sessions.len()), (SessionKind::ShortBreak, 0));
}

#[test]
fn t15_breaks_are_not_recorded() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Skip).send(TimerEvent::Start).advance(minutes(5));
    tab.send(TimerEvent::Skip).send(TimerEvent::Start).advance(minutes(4)).send(TimerEvent::Skip);
    assert_eq!(tab.latest_sessions, []);
}

#[test]
fn t15_a_session_has_one_id_from_its_first_start_to_its_end() {
    let mut tab = Tab::new();
    let id = |tab: &Tab| {
        let session: serde_json::Value = serde_json::from_str(&tab.storage[local_key::TIMER_SESSION]).unwrap();
        session["id"].as_str().and_then(Id::parse)
    };
    tab.send(TimerEvent::Start).advance(minutes(10));
    let first = id(&tab);
    tab.send(TimerEvent::Pause);
    assert_eq!(id(&tab), first);
    let mut tab = Tab::open(tab.storage, tab.now);
    tab.send(TimerEvent::Start).advance(minutes(15));
    assert_eq!(Some(tab.latest_sessions[0].id), first);
    assert_eq!(id(&tab), None);
    tab.send(TimerEvent::Start);
    assert!(id(&tab).is_some_and(|id| Some(id) != first));
}

#[test]
fn t16_clock_rollback_never_adds_remaining_time() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10));
    tab.sleep(-minutes(60)).send(TimerEvent::Tick);
    assert_eq!(tab.display(), "15:00 runs");
    let reloaded = Tab::open(tab.storage.clone(), tab.now);
    assert_eq!(reloaded.display(), "15:00 runs", "and what is stored has moved with it");
    tab.advance(minutes(15));
    assert_eq!(tab.display(), "5:00 idle");
    let end = NINE_AM - minutes(50) + minutes(15);
    assert_eq!(tab.latest_sessions[0].segments, [stretch(end - minutes(25), end, 60)], "no segment is in the future");
}

#[test]
fn t16_clock_rollback_between_events_loses_no_time() {
    for event in [TimerEvent::Pause, TimerEvent::Skip, TimerEvent::Reset] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(minutes(10));
        tab.sleep(-minutes(60)).send(event.clone());
        if event == TimerEvent::Pause {
            assert_eq!(tab.display(), "15:00 paused");
            tab.send(TimerEvent::Reset);
        }
        assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM - minutes(60), NINE_AM - minutes(50), 60)]);
    }
}

#[test]
fn t16_clock_rollback_during_a_pause_shifts_recorded_time() {
    for end in [TimerEvent::Reset, TimerEvent::Skip] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(minutes(10)).send(TimerEvent::Pause);
        tab.sleep(-minutes(60)).send(end);
        assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM - minutes(60), NINE_AM - minutes(50), 60)]);
    }
}

#[test]
fn t16_clock_rollback_keeps_the_remaining_time() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10)).send(TimerEvent::Pause);
    tab.sleep(-minutes(60)).send(TimerEvent::Start);
    assert_eq!(tab.display(), "15:00 runs");
    let mut tab = Tab::open(tab.storage, tab.now - minutes(60));
    assert_eq!(tab.display(), "15:00 runs");
    tab.advance(minutes(16));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
    assert_eq!(crate::stats::focused_millis(&tab.latest_sessions[0]), minutes(25));
}

#[test]
fn t28_a_day_long_pause_starts_a_new_session() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10)).send(TimerEvent::Pause);
    let first = tab.latest_sessions[0].id;
    tab.sleep(minutes(24 * 60 - 25)).send(TimerEvent::Start);
    let id = |tab: &Tab| tab.timer.stored_session().id;
    assert_eq!(id(&tab), Some(first), "it still spans no more than a day");
    tab.send(TimerEvent::Pause).sleep(1).send(TimerEvent::Start);
    assert_ne!(id(&tab), Some(first));
    assert_eq!((tab.latest_sessions.len(), tab.latest_sessions[0].outcome), (1, Outcome::Stopped));
    assert_eq!(tab.display(), "15:00 runs");
    tab.advance(minutes(15));
    assert_eq!(
        (tab.latest_sessions.len(), tab.latest_sessions[1].outcome, tab.latest_sessions[1].planned),
        (2, Outcome::Completed, 900)
    );
    assert_ne!(tab.latest_sessions[0].id, tab.latest_sessions[1].id);
}

#[test]
fn t28_exceeding_1000_segments_starts_a_new_session() {
    let mut tab = Tab::open_with(Storage::new(), NINE_AM, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
    for _ in 0..1_000 {
        tab.send(TimerEvent::Start).sleep(1_000).send(TimerEvent::Pause).sleep(1_000);
    }
    let id = tab.latest_sessions[0].id;
    assert_eq!(tab.timer.stored_session().id, Some(id));
    tab.send(TimerEvent::Start);
    assert_ne!(tab.timer.stored_session().id, Some(id));
    assert_eq!((tab.latest_sessions.len(), tab.latest_sessions[0].segments.len()), (1, 1_000));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t29_events_after_the_deadline_see_the_phase_ended() {
    let field = TimerField::Minutes;
    for event in [
        TimerEvent::Start,
        TimerEvent::Pause,
        TimerEvent::Skip,
        TimerEvent::EditField { field, text: "9".to_owned() },
        TimerEvent::StepField { field, direction: StepDirection::Up },
    ] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).take_notices();
        tab.sleep(minutes(26)).send(event.clone());
        assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak), "{event:?}");
        assert_eq!(tab.take_notices(), ["bell", "Time for a break!"]);
        assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(25), 60)]);
    }
}

#[test]
fn t29_reset_after_the_deadline_records_the_session_and_resets() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).take_notices();
    tab.sleep(minutes(26)).send(TimerEvent::Reset);
    assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus));
    assert_eq!(tab.take_notices(), ["Timer has been reset"]);
    assert_eq!((tab.latest_sessions[0].outcome, tab.timer.view().completed_in_round), (Outcome::Completed, 1));
    assert_eq!(tab.stored_state(), None);
}
