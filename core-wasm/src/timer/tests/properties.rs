//! Property tests with random events in random order.

use super::*;

fn any_settings() -> impl Strategy<Value = TimerSettings> {
    let lengths = (1i64..=180, 1i64..=180, 1i64..=180);
    let sound = prop_oneof![Just(FocusSound::None), Just(FocusSound::Default), Just(FocusSound::Rain)];
    let choices = (1i64..=12, any::<bool>(), any::<bool>(), sound, prop_oneof![Just(0), Just(50)]);
    (lengths, choices).prop_map(|((focus, short_break, long_break), choices)| {
        let (rounds, auto_start_breaks, auto_start_focus, focus_sound, volume) = choices;
        TimerSettings {
            focus: focus * 60,
            short_break: short_break * 60,
            long_break: long_break * 60,
            rounds,
            auto_start_breaks,
            auto_start_focus,
            focus_sound,
            volume,
            ..SETTINGS
        }
    })
}

fn any_event() -> impl Strategy<Value = TimerEvent> {
    let field = || prop_oneof![Just(TimerField::Minutes), Just(TimerField::Seconds)];
    let direction = prop_oneof![Just(StepDirection::Up), Just(StepDirection::Down)];
    let choice = prop_oneof![Just(OverrunChoice::Keep), Just(OverrunChoice::Trim), Just(OverrunChoice::Discard)];
    prop_oneof![
        6 => Just(TimerEvent::Start),
        3 => Just(TimerEvent::Pause),
        1 => Just(TimerEvent::Reset),
        1 => Just(TimerEvent::Skip),
        1 => Just(TimerEvent::Finish),
        1 => Just(TimerEvent::Extend),
        2 => (0u8..2).prop_map(|number| TimerEvent::FocusCard { card: card(number) }),
        1 => Just(TimerEvent::ClearCard),
        2 => choice.prop_map(TimerEvent::ResolveOverrun),
        1 => any::<bool>().prop_map(TimerEvent::SoundOwnerChanged),
        1 => Just(TimerEvent::LogOut),
        6 => Just(TimerEvent::Tick),
        1 => (field(), "[0-9]{1,2}|x").prop_map(|(field, text)| TimerEvent::EditField { field, text }),
        1 => (field(), direction).prop_map(|(field, direction)| TimerEvent::StepField { field, direction }),
        1 => any_settings().prop_map(TimerEvent::SettingsChanged),
    ]
}

/// Generates how far the clock moves between two events, in milliseconds: mostly a little, sometimes far, rarely back.
fn any_pause() -> impl Strategy<Value = i64> {
    prop_oneof![6 => 0i64..2_000, 4 => 0i64..minutes(60), 1 => 0i64..minutes(60 * 48), 1 => -minutes(120)..0]
}

/// Generates how far the clock is set back between two events, in milliseconds, without the monotonic clock: mostly not
/// at all.
fn any_setting_back() -> impl Strategy<Value = i64> {
    prop_oneof![8 => Just(0i64), 1 => -2_000i64..0, 1 => -minutes(120)..0]
}

proptest! {
    #[test]
    fn t30_timer_invariants_hold_for_any_events(
        events in prop::collection::vec((any_event(), any_pause(), any_setting_back()), 1..60),
    ) {
        let mut tab = Tab::new();
        let mut settings = SETTINGS;
        let mut versions = HashSet::new();
        for (event, pause, set_back) in events {
            let left_before = tab.timer.displayed_seconds();
            let ran = tab.timer.stored_session().id.filter(|_| tab.timer.view().state.is_active);
            tab.sleep(pause).set_clock(set_back);
            if let TimerEvent::SettingsChanged(changed) = event {
                settings = changed;
            }
            let (before, storage) = (tab.timer.clone(), tab.storage.clone());
            if tab.try_send(event.clone()).is_err() {
                prop_assert!(tab.timer.view() == before.view() && tab.storage == storage, "a refusal changes nothing");
            }
            let view = tab.timer.view();
            if event == TimerEvent::Tick && ran.is_some() && ran == tab.timer.stored_session().id {
                prop_assert!(tab.timer.displayed_seconds() <= left_before);
            }
            prop_assert!((0..=MAX_REMAINING_SECONDS).contains(&tab.timer.displayed_seconds()));
            prop_assert!(view.completed_in_round < view.rounds);
            prop_assert!(view.overrun.is_none() || !view.state.is_active, "the overrun question is closed while the timer runs");
            prop_assert!(tab.loops.is_none() || view.state.is_active, "no sound loops while the timer is stopped");
            prop_assert_eq!(tab.alarm.is_some(), view.state.is_active);
            prop_assert_eq!(tab.end_alarm.is_some(), view.state.is_active);
            for RecordedSession { session, .. } in tab.recorded.drain(..) {
                prop_assert_eq!(check_session(&session, Timestamp::from_millis(tab.now)), Ok(()));
                prop_assert!(versions.insert((session.id, session.revision)), "no revision is recorded twice");
            }
            // A reload shows the same, unless the clock has moved since the last event that the timer handled.
            if (matches!(event, TimerEvent::Tick) || !view.state.is_active) && !tab.timer.has_unsaved_shift() {
                let reloaded = Tab::open_with(tab.storage.clone(), tab.now, settings, 5);
                if view.state.ends_at.is_none_or(|ends_at| tab.now < ends_at) {
                    prop_assert_eq!(reloaded.timer.view(), view);
                    prop_assert!(reloaded.logged.is_empty());
                }
            }
        }
    }

    #[test]
    fn t25_no_stored_text_breaks_the_timer(state in "\\PC{0,40}", session in "\\PC{0,40}", event in any_event()) {
        let storage = Storage::from([(local_key::TIMER_STATE.to_owned(), state), (local_key::TIMER_SESSION.to_owned(), session)]);
        let mut tab = Tab::open(storage, NINE_AM);
        // The event may succeed or fail; only the log matters.
        let _ = tab.try_send(event);
        prop_assert!(!tab.logged.is_empty());
    }

    #[test]
    fn t25_no_stored_numbers_break_the_timer(
        minutes in -1i64..200, seconds in -1i64..70, active in any::<bool>(), work in any::<bool>(), paused in any::<bool>(),
        ends_at in prop::option::of(prop_oneof![any::<i64>(), NINE_AM - 10_000_000..NINE_AM + 10_000_000]),
        events in prop::collection::vec((any_event(), any_pause()), 1..8),
    ) {
        let state = serde_json::json!({
            "minutes": minutes, "seconds": seconds, "isActive": active, "isWorkSession": work,
            "hasPreviousSession": paused, "endsAt": ends_at,
        });
        let mut tab = Tab::open(Storage::from([(local_key::TIMER_STATE.to_owned(), state.to_string())]), NINE_AM);
        for (event, pause) in events {
            let _ = tab.sleep(pause).try_send(event);
            prop_assert!((0..=MAX_REMAINING_SECONDS).contains(&tab.timer.displayed_seconds()));
        }
        for session in &tab.latest_sessions {
            prop_assert_eq!(check_session(session, Timestamp::from_millis(NINE_AM + 1_000_000_000)), Ok(()));
        }
    }
}
