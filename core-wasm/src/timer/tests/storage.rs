//! Reloads, corrupt values and other tabs.

use super::*;

#[test]
fn t23_the_stored_state_has_the_five_specified_names_and_the_deadline() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    assert_eq!(
        tab.stored_state(),
        Some(serde_json::json!({
            "minutes": 25,
            "seconds": 0,
            "isActive": true,
            "isWorkSession": true,
            "hasPreviousSession": false,
            "endsAt": NINE_AM + minutes(25),
        }))
    );
    tab.advance(minutes(1)).send(TimerEvent::Pause);
    assert_eq!(
        tab.stored_state(),
        Some(serde_json::json!({
            "minutes": 24,
            "seconds": 0,
            "isActive": false,
            "isWorkSession": true,
            "hasPreviousSession": true,
            "endsAt": null,
        }))
    );
}

#[test]
fn t23_a_state_without_its_session_is_restored_too() {
    let table = [
        (r#"{"minutes":7,"seconds":30,"isActive":false,"isWorkSession":true,"hasPreviousSession":false}"#, "7:30 idle"),
        (
            r#"{"minutes":7,"seconds":30,"isActive":false,"isWorkSession":false,"hasPreviousSession":true}"#,
            "7:30 paused",
        ),
        (
            r#"{"minutes":9,"seconds":9,"isActive":true,"isWorkSession":true,"hasPreviousSession":false,"endsAt":1772528700000}"#,
            "5:00 runs",
        ),
    ];
    for (state, expected) in table {
        let mut tab = Tab::open(Storage::from([(local_key::TIMER_STATE.to_owned(), state.to_owned())]), NINE_AM);
        assert_eq!((tab.display().as_str(), tab.logged.len()), (expected, 0));
        if !tab.timer.view().state.is_active {
            tab.send(TimerEvent::Start);
        }
        tab.advance(minutes(10));
        for session in &tab.latest_sessions {
            assert_eq!(check_session(session, Timestamp::from_millis(tab.now)), Ok(()));
        }
    }
}

#[test]
fn t24_a_paused_timer_keeps_its_milliseconds_over_a_reload() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(1_250).send(TimerEvent::Pause);
    let mut reloaded = Tab::open(tab.storage.clone(), tab.now + minutes(1));
    assert_eq!(reloaded.display(), "24:59 paused");
    reloaded.send(TimerEvent::Start);
    assert_eq!(reloaded.end_alarm, Some(reloaded.now + minutes(25) - 1_250));
}

#[test]
fn t24_milliseconds_that_do_not_belong_to_the_stored_state_are_ignored() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(1_250).send(TimerEvent::Pause);
    let stored: serde_json::Value = serde_json::from_str(&tab.storage[local_key::TIMER_SESSION]).unwrap();
    assert_eq!(stored["left"], minutes(25) - 1_250);
    for left in [minutes(25), minutes(24), 0, -1, i64::MIN, i64::MAX] {
        let mut wrong = stored.clone();
        wrong["left"] = left.into();
        let mut storage = tab.storage.clone();
        storage.insert(local_key::TIMER_SESSION.to_owned(), wrong.to_string());
        let mut reloaded = Tab::open(storage, tab.now);
        assert_eq!(reloaded.display(), "24:59 paused", "{left}");
        reloaded.send(TimerEvent::Start);
        assert_eq!(reloaded.end_alarm, Some(reloaded.now + minutes(25) - 1_000), "{left}");
    }
}

#[test]
fn t24_timer_is_correct_after_a_reload() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10));
    let mut tab = Tab::open(tab.storage, tab.now + minutes(5));
    assert_eq!((tab.display().as_str(), tab.loops, tab.take_notices().len()), ("10:00 runs", None, 0));
    tab.advance(minutes(11));
    assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(25), 60)]);
}

#[test]
fn t24_missed_deadlines_switch_as_of_the_deadline() {
    for (late, rings) in [(0, true), (59_999, true), (60_001, false), (minutes(60 * 24 * 30), false)] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(minutes(10));
        let mut tab = Tab::open(tab.storage, NINE_AM + minutes(25) + late);
        assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
        assert_eq!(!tab.take_notices().is_empty(), rings, "{late} ms late");
        assert_eq!(tab.latest_sessions[0].segments, [stretch(NINE_AM, NINE_AM + minutes(25), 60)]);
        assert_eq!(tab.latest_sessions[0].outcome, Outcome::Completed);
        assert_eq!(Tab::open(tab.storage, tab.now).latest_sessions, [], "the phase does not switch again");
    }
}

#[test]
fn t25_a_corrupt_state_is_dropped() {
    let state = |minutes: &str, seconds: &str, active: &str, paused: &str, ends_at: &str| {
        format!(
            r#"{{"minutes":{minutes},"seconds":{seconds},"isActive":{active},"isWorkSession":true,"hasPreviousSession":{paused},"endsAt":{ends_at}}}"#
        )
    };
    let table = [
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        r#"{"minutes":25"#.to_owned(),
        state("\"25\"", "0", "false", "false", "null"),
        state("1.5", "0", "false", "false", "null"),
        state("-1", "0", "false", "false", "null"),
        state("181", "0", "false", "false", "null"),
        state("9223372036854775807", "0", "false", "false", "null"),
        state("25", "60", "false", "false", "null"),
        state("25", "-1", "false", "false", "null"),
        state("25", "0", "true", "false", "null"),
        state("25", "0", "false", "false", "1772528700000"),
        state("25", "0", "true", "true", "1772528700000"),
        state("25", "0", "true", "false", "-1"),
        state("25", "0", "true", "false", "9223372036854775807"),
        state("25", "0", "true", "false", "1872528700000"),
    ];
    for text in table {
        let tab = Tab::open(Storage::from([(local_key::TIMER_STATE.to_owned(), text.clone())]), NINE_AM);
        assert_eq!((tab.display().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus), "{text}");
        assert_eq!(tab.logged.len(), 1, "{text}");
        assert!(tab.storage.is_empty(), "{text}");
        assert_eq!(tab.quarantined, Storage::from([("set aside/timerState".to_owned(), text)]), "nothing is lost");
    }
}

/// Returns a stored overrun of a session of 25 minutes with the given outcome.
fn overrun(outcome: Outcome) -> String {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).sleep(minutes(60)).send(TimerEvent::Tick);
    let overrun = tab.timer.stored_session().overrun.unwrap();
    let session = FocusSession { outcome, ..overrun.session };
    let overrun = crate::protocol::stored::StoredOverrun { session, ..overrun };
    format!("\"overrun\":{}", serde_json::to_string(&overrun).unwrap())
}

#[test]
fn t25_a_valid_stored_overrun_is_restored() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Skip);
    let session = tab.storage[local_key::TIMER_SESSION].replace("\"overrun\":null", &overrun(Outcome::Completed));
    tab.storage.insert(local_key::TIMER_SESSION.to_owned(), session);
    let tab = Tab::open(tab.storage, tab.now);
    assert_eq!((tab.logged.len(), tab.timer.view().overrun.is_some()), (0, true));
}

#[test]
fn t41_state_of_the_first_version_is_restored() {
    let state = |is_active: bool, ends_at: &str| {
        format!(
            r#"{{"minutes":20,"seconds":0,"isActive":{is_active},"isWorkSession":true,"hasPreviousSession":{},"endsAt":{ends_at}}}"#,
            !is_active
        )
    };
    let session = |since: &str| {
        format!(
            r#"{{"version":1,"phase":"focus","length":1500,"edited":false,"completed_in_round":2,"id":"019cb2ec-f680-7db8-baac-7f31faee0aa6","segments":[{{"start":"2026-03-03T08:50:00.000Z","end":"2026-03-03T08:55:00.000Z","utc_offset":60}}],"running_since":{since}}}"#
        )
    };
    let running = (state(true, "1772529600000"), session(r#"["2026-03-03T09:00:00.000Z",60]"#));
    for (state, session) in [running, (state(false, "null"), session("null"))] {
        let texts = [(local_key::TIMER_STATE.to_owned(), state), (local_key::TIMER_SESSION.to_owned(), session)];
        let mut tab = Tab::open(Storage::from(texts), NINE_AM);
        assert_eq!((tab.logged.len(), tab.timer.view().completed_in_round, tab.timer.view().card), (0, 2, None));
        assert!(tab.display().starts_with("20:00"));
        if !tab.timer.view().state.is_active {
            tab.send(TimerEvent::Start);
        }
        tab.advance(minutes(21));
        let [RecordedSession { session, previous: None }] = tab.recorded.as_slice() else {
            panic!("one session, once")
        };
        assert_eq!((session.id.to_string().as_str(), session.revision), ("019cb2ec-f680-7db8-baac-7f31faee0aa6", 0));
        assert_eq!(crate::stats::focused_millis(session), minutes(25));
    }
}

#[test]
fn t25_a_corrupt_session_is_dropped_and_the_state_kept() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(10));
    let session = &tab.storage[local_key::TIMER_SESSION];
    let table = [
        String::new(),
        "{}".to_owned(),
        session.replace("\"version\":2", "\"version\":3"),
        session.replace("\"length\":1500", "\"length\":-1"),
        session.replace("\"completed_in_round\":0", "\"completed_in_round\":12"),
        session.replace("\"revision\":0", "\"revision\":-1"),
        session.replace("\"revision\":0", "\"revision\":9223372036854775807"),
        session.replace("\"card\":null", "\"card\":{}"),
        session.replace("\"overrun\":null", &overrun(Outcome::Stopped)),
        session.replace("\"phase\":\"focus\"", "\"phase\":\"short_break\""),
        session.replace("Z\",60]", "Z\",900]"),
        session.replace(
            "\"segments\":[]",
            r#""segments":[{"start":"2026-03-03T12:00:00Z","end":"2026-03-03T11:00:00Z","utc_offset":0}]"#,
        ),
        session.replace(
            "\"segments\":[]",
            r#""segments":[{"start":"2026-03-03T08:00:00Z","end":"2026-03-03T09:30:00Z","utc_offset":0}]"#,
        ),
    ];
    for text in table {
        assert_ne!(&text, session, "the case differs from the stored session");
        let mut storage = tab.storage.clone();
        storage.insert(local_key::TIMER_SESSION.to_owned(), text.clone());
        let restored = Tab::open(storage, tab.now);
        assert_eq!((restored.display().as_str(), restored.logged.len()), ("15:00 runs", 1), "{text}");
    }
}

#[test]
fn t26_changes_from_other_tabs_are_silent() {
    let mut first = Tab::new();
    let mut second = Tab::new();
    let mut both = |event: TimerEvent, expected: &str| {
        first.send(event).advance(5_000);
        second.advance(5_000).sync_storage(&first.storage.clone());
        second.send(TimerEvent::Tick);
        assert_eq!((first.display().as_str(), second.display().as_str()), (expected, expected));
        assert_eq!((second.loops, second.take_notices().len()), (None, 0));
        assert_eq!(first.alarm.is_some(), second.alarm.is_some());
    };
    both(TimerEvent::Start, "24:55 runs");
    both(TimerEvent::Pause, "24:55 paused");
    both(TimerEvent::EditField { field: TimerField::Minutes, text: "9".to_owned() }, "9:55 paused");
    both(TimerEvent::Start, "9:50 runs");
    both(TimerEvent::Reset, "25:00 idle");
    both(TimerEvent::Skip, "5:00 idle");
}

#[test]
fn t26_a_half_written_state_is_ignored() {
    let mut first = Tab::new();
    let mut second = Tab::new();
    for event in [
        TimerEvent::Start,
        TimerEvent::Pause,
        TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Up },
        TimerEvent::Start,
        TimerEvent::Skip,
        TimerEvent::StepField { field: TimerField::Minutes, direction: StepDirection::Up },
        TimerEvent::Start,
        TimerEvent::Skip,
        TimerEvent::Start,
        TimerEvent::Reset,
    ] {
        let mut half = first.storage.clone();
        first.sleep(5_000).send(event);
        half.insert(local_key::TIMER_SESSION.to_owned(), first.storage[local_key::TIMER_SESSION].clone());
        second.sleep(5_000).sync_storage(&half).sync_storage(&first.storage);
        assert_eq!((second.display(), second.logged.len()), (first.display(), 0));
    }
}

#[test]
fn t26_sound_stops_when_another_tab_takes_over() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start).advance(5_000);
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.send(TimerEvent::Pause);
    first.take_notices();
    first.sync_storage(&second.storage);
    assert_eq!((first.display().as_str(), first.loops, first.alarm), ("24:55 paused", None, None));
    assert!(first.take_notices().is_empty());
}

#[test]
fn t26_redundant_and_invalid_storage_events_change_nothing() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(5_500);
    let before = tab.timer.clone();
    tab.sync_storage(&tab.storage.clone());
    tab.send(TimerEvent::StorageChanged { state: Some("{".to_owned()), session: None });
    assert_eq!((&tab.timer, tab.loops), (&before, Some((FocusSound::Default, 50))));
    assert_eq!(tab.logged.len(), 1);
}

#[test]
fn t27_the_tab_that_started_owns_the_sound() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start).advance(minutes(1));
    assert!(first.claimed_sound);
    let mut second = Tab::open_with(first.storage.clone(), first.now, SETTINGS, 77);
    let mut third = Tab::open_with(first.storage.clone(), first.now, SETTINGS, 88);
    first.take_notices();
    for tab in [&mut second, &mut third] {
        tab.advance(minutes(24) + 2_999);
        assert_eq!((tab.display().as_str(), tab.loops), ("0:00 runs", None), "the tab waits for the sound owner");
    }
    first.advance(minutes(24));
    assert_eq!(first.take_notices(), ["bell", "Time for a break!"]);
    for tab in [&mut second, &mut third] {
        tab.sync_storage(&first.storage).advance(10_000);
        assert_eq!((tab.display().as_str(), tab.take_notices().len(), tab.latest_sessions.len()), ("5:00 idle", 0, 0));
        assert!(!tab.claimed_sound);
    }
}

#[test]
fn t27_another_tab_takes_over_from_a_silent_sound_owner() {
    let mut waited = HashSet::new();
    for entropy in 0..50 {
        let mut first = Tab::new();
        first.send(TimerEvent::Start);
        let mut second = Tab::open_with(first.storage, NINE_AM, SETTINGS, entropy);
        second.advance(minutes(25));
        assert_eq!(second.display(), "0:00 runs");
        waited.insert(second.end_alarm.unwrap() - second.now);
        second.advance(2_999);
        assert_eq!(second.display(), "0:00 runs");
        second.advance(2_000);
        assert_eq!((second.display().as_str(), second.take_notices().len()), ("5:00 idle", 2));
        assert_eq!(
            second.latest_sessions[0].segments,
            [stretch(NINE_AM, NINE_AM + minutes(25), 60)],
            "it ended at the deadline"
        );
    }
    assert!(waited.iter().all(|waited| (3_000..5_000).contains(waited)));
    assert!(waited.len() > 40, "the delay is random, so tabs rarely switch at once");
}
