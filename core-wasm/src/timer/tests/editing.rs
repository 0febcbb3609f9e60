//! The editor, and lengths from the settings.

use super::*;

#[test]
fn t17_invalid_input_only_redraws_the_field() {
    let mut tab = Tab::new();
    for text in ["60", "-1", "x", "", "25"] {
        tab.mirrored = None;
        tab.type_field(TimerField::Minutes, text);
        assert_eq!(tab.display(), "25:00 idle");
        assert!(tab.storage.is_empty());
    }
    tab.type_field(TimerField::Seconds, "61");
    assert_eq!(tab.display(), "25:00 idle", "the seconds keep their own value");
}

#[test]
fn t18_arrows_step_the_timer() {
    let mut tab = Tab::new();
    for (field, direction, expected) in [
        (TimerField::Minutes, StepDirection::Up, "26:00 idle"),
        (TimerField::Seconds, StepDirection::Up, "26:01 idle"),
        (TimerField::Seconds, StepDirection::Down, "26:00 idle"),
        (TimerField::Seconds, StepDirection::Down, "26:00 idle"),
        (TimerField::Minutes, StepDirection::Down, "25:00 idle"),
    ] {
        tab.send(TimerEvent::StepField { field, direction });
        assert_eq!(tab.display(), expected);
    }
}

#[test]
fn t19_a_focus_time_over_an_hour_shows_in_full_and_steps_down() {
    let mut tab = Tab::open_with(Storage::new(), NINE_AM, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
    assert_eq!(tab.display(), "180:00 idle");
    tab.send(TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Up });
    assert_eq!(tab.display(), "180:00 idle");
    tab.send(TimerEvent::StepField { field: TimerField::Seconds, direction: StepDirection::Up });
    assert_eq!(tab.display(), "180:01 idle");
    tab.send(TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Down });
    assert_eq!(tab.display(), "179:01 idle");
    tab.send(TimerEvent::Start).advance(1_000);
    assert_eq!(Tab::open(tab.storage, tab.now).display(), "179:00 runs");
}

#[test]
fn t20_the_editor_sets_the_length_of_an_idle_phase() {
    let mut tab = Tab::new();
    tab.type_field(TimerField::Minutes, "10").type_field(TimerField::Seconds, "30");
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("10:30 idle", 630));
    assert_eq!(Tab::open(tab.storage.clone(), NINE_AM).display(), "10:30 idle");
    tab.send(TimerEvent::Start).advance(630_000);
    assert_eq!((tab.latest_sessions[0].planned, tab.latest_sessions[0].outcome), (630, Outcome::Completed));
    assert_eq!(tab.display(), "5:00 idle", "the next phase has its own length");
}

#[test]
fn t20_editor_sets_the_remaining_time_of_a_paused_phase() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::Pause);
    tab.type_field(TimerField::Minutes, "2");
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("2:00 paused", 7 * 60));
    tab.send(TimerEvent::Start).advance(minutes(2));
    assert_eq!((tab.latest_sessions[0].planned, tab.latest_sessions[0].outcome), (7 * 60, Outcome::Completed));
    assert_eq!(check_session(&tab.latest_sessions[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t21_a_running_timer_cannot_be_edited() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(1_000);
    let (field, text) = (TimerField::Minutes, "10".to_owned());
    assert_eq!(tab.try_send(TimerEvent::EditField { field, text }), Err(ErrorCode::TimerRunning));
    assert_eq!(
        tab.try_send(TimerEvent::StepField { field, direction: StepDirection::Up }),
        Err(ErrorCode::TimerRunning)
    );
    assert_eq!(tab.display(), "24:59 runs");
}

#[test]
fn t22_new_lengths_apply_to_an_unedited_idle_phase() {
    let longer = TimerSettings { focus: 3_000, short_break: 600, long_break: 1_200, ..SETTINGS };
    let mut tab = Tab::new();
    tab.send(TimerEvent::SettingsChanged(longer));
    assert_eq!(tab.display(), "50:00 idle");
    tab.send(TimerEvent::Skip);
    assert_eq!(tab.display(), "10:00 idle");
    tab.type_field(TimerField::Minutes, "7").send(TimerEvent::SettingsChanged(SETTINGS));
    assert_eq!(tab.display(), "7:00 idle");
    assert_eq!(Tab::open(tab.storage, NINE_AM).display(), "7:00 idle");
}

#[test]
fn t22_new_lengths_do_not_change_a_started_phase() {
    let shorter = TimerSettings { focus: 60, ..SETTINGS };
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(5)).send(TimerEvent::SettingsChanged(shorter));
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("20:00 runs", 1_500));
    tab.send(TimerEvent::Pause).send(TimerEvent::SettingsChanged(SETTINGS)).send(TimerEvent::SettingsChanged(shorter));
    assert_eq!((tab.display().as_str(), tab.timer.view().length), ("20:00 paused", 1_500));
    tab.send(TimerEvent::Reset);
    assert_eq!(tab.display(), "1:00 idle");
}

#[test]
fn t22_restored_idle_phases_use_changed_lengths() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Skip);
    let tab = Tab::open_with(tab.storage, NINE_AM, TimerSettings { short_break: 600, ..SETTINGS }, 1);
    assert_eq!((tab.display().as_str(), tab.phase()), ("10:00 idle", SessionKind::ShortBreak));
}

#[test]
fn t22_lengths_are_clamped() {
    let wrong = TimerSettings { focus: 0, short_break: i64::MIN, long_break: i64::MAX, ..SETTINGS };
    assert_eq!(wrong.phase_length(SessionKind::Focus), 1);
    assert_eq!(wrong.phase_length(SessionKind::ShortBreak), 1);
    assert_eq!(wrong.phase_length(SessionKind::LongBreak), 10_800);
}
