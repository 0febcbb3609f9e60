//! The editor, and lengths from the settings.

use super::*;

#[test]
fn t17_what_was_not_taken_draws_the_field_again_and_nothing_else() {
    let mut tab = Tab::new();
    for text in ["60", "-1", "x", "", "25"] {
        tab.mirrored = None;
        tab.types(TimerField::Minutes, text);
        assert_eq!(tab.shows(), "25:00 idle");
        assert!(tab.storage.is_empty());
    }
    tab.types(TimerField::Seconds, "61");
    assert_eq!(tab.shows(), "25:00 idle", "the seconds keep their own value");
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
        tab.does(TimerEvent::StepField { field, direction });
        assert_eq!(tab.shows(), expected);
    }
}

#[test]
fn t19_a_focus_time_over_an_hour_shows_in_full_and_steps_down() {
    let mut tab = Tab::open_with(Storage::new(), NINE, TimerSettings { focus: 10_800, ..SETTINGS }, 1);
    assert_eq!(tab.shows(), "180:00 idle");
    tab.does(TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Up });
    assert_eq!(tab.shows(), "180:00 idle");
    tab.does(TimerEvent::StepField { field: TimerField::Seconds, direction: StepDirection::Up });
    assert_eq!(tab.shows(), "180:01 idle");
    tab.does(TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Down });
    assert_eq!(tab.shows(), "179:01 idle");
    tab.does(TimerEvent::Start).waits(1_000);
    assert_eq!(Tab::open(tab.storage, tab.now).shows(), "179:00 runs");
}

#[test]
fn t20_the_editor_sets_the_length_of_an_idle_phase() {
    let mut tab = Tab::new();
    tab.types(TimerField::Minutes, "10").types(TimerField::Seconds, "30");
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("10:30 idle", 630));
    assert_eq!(Tab::open(tab.storage.clone(), NINE).shows(), "10:30 idle");
    tab.does(TimerEvent::Start).waits(630_000);
    assert_eq!((tab.kept[0].planned, tab.kept[0].outcome), (630, Outcome::Completed));
    assert_eq!(tab.shows(), "5:00 idle", "the next phase has its own length");
}

#[test]
fn t20_the_editor_sets_what_is_left_of_a_paused_phase() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause);
    tab.types(TimerField::Minutes, "2");
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("2:00 paused", 7 * 60));
    tab.does(TimerEvent::Start).waits(minutes(2));
    assert_eq!((tab.kept[0].planned, tab.kept[0].outcome), (7 * 60, Outcome::Completed));
    assert_eq!(check_session(&tab.kept[0], Timestamp::from_millis(tab.now)), Ok(()));
}

#[test]
fn t21_a_running_timer_cannot_be_edited() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(1_000);
    let (field, text) = (TimerField::Minutes, "10".to_owned());
    assert_eq!(tab.tell(TimerEvent::Type { field, text }), Err(ErrorCode::TimerRunning));
    assert_eq!(tab.tell(TimerEvent::StepField { field, direction: StepDirection::Up }), Err(ErrorCode::TimerRunning));
    assert_eq!(tab.shows(), "24:59 runs");
}

#[test]
fn t22_other_lengths_apply_to_an_idle_phase_that_was_not_edited() {
    let longer = TimerSettings { focus: 3_000, short_break: 600, long_break: 1_200, ..SETTINGS };
    let mut tab = Tab::new();
    tab.does(TimerEvent::SettingsChanged(longer));
    assert_eq!(tab.shows(), "50:00 idle");
    tab.does(TimerEvent::Skip);
    assert_eq!(tab.shows(), "10:00 idle");
    tab.types(TimerField::Minutes, "7").does(TimerEvent::SettingsChanged(SETTINGS));
    assert_eq!(tab.shows(), "7:00 idle");
    assert_eq!(Tab::open(tab.storage, NINE).shows(), "7:00 idle");
}

#[test]
fn t22_other_lengths_leave_a_phase_alone_that_was_started() {
    let shorter = TimerSettings { focus: 60, ..SETTINGS };
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::SettingsChanged(shorter));
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("20:00 runs", 1_500));
    tab.does(TimerEvent::Pause).does(TimerEvent::SettingsChanged(SETTINGS)).does(TimerEvent::SettingsChanged(shorter));
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("20:00 paused", 1_500));
    tab.does(TimerEvent::Reset);
    assert_eq!(tab.shows(), "1:00 idle");
}

#[test]
fn t22_an_idle_phase_that_was_stored_follows_lengths_that_changed_meanwhile() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Skip);
    let tab = Tab::open_with(tab.storage, NINE, TimerSettings { short_break: 600, ..SETTINGS }, 1);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("10:00 idle", SessionKind::ShortBreak));
}

#[test]
fn t22_lengths_outside_their_range_are_moved_inside() {
    let wrong = TimerSettings { focus: 0, short_break: i64::MIN, long_break: i64::MAX, ..SETTINGS };
    assert_eq!(wrong.of(SessionKind::Focus), 1);
    assert_eq!(wrong.of(SessionKind::ShortBreak), 1);
    assert_eq!(wrong.of(SessionKind::LongBreak), 10_800);
}
