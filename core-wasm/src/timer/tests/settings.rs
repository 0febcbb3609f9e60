//! Sounds, rounds and auto-start.

use super::*;

fn tab_with(settings: TimerSettings) -> Tab {
    Tab::open_with(Storage::new(), NINE_AM, settings, 1)
}

const AUTO: TimerSettings = TimerSettings { auto_start_breaks: true, auto_start_focus: true, ..SETTINGS };

#[test]
fn t38_next_phase_auto_starts_if_enabled() {
    let mut tab = tab_with(TimerSettings { auto_start_breaks: true, ..SETTINGS });
    tab.send(TimerEvent::Start).take_notices();
    tab.advance(minutes(25));
    assert_eq!((tab.display().as_str(), tab.phase()), ("5:00 runs", SessionKind::ShortBreak));
    assert_eq!(tab.take_notices(), ["bell", "Time for a break!"], "once");
    assert_eq!((tab.loops, tab.end_alarm), (Some((FocusSound::Default, 50)), Some(tab.now + minutes(5))));
    tab.advance(minutes(5));
    assert_eq!((tab.display().as_str(), tab.loops), ("25:00 idle", None), "a focus session does not");
    let mut tab = tab_with(TimerSettings { auto_start_focus: true, ..SETTINGS });
    tab.send(TimerEvent::Start).advance(minutes(25));
    assert_eq!(tab.display(), "5:00 idle");
    tab.send(TimerEvent::Start).advance(minutes(5) + 1_000);
    assert_eq!(tab.display(), "24:59 runs");
}

#[test]
fn t38_no_auto_start_after_skip_reset_or_a_missed_end() {
    for end in [TimerEvent::Skip, TimerEvent::Reset] {
        let mut tab = tab_with(AUTO);
        tab.send(TimerEvent::Start).advance(minutes(5)).send(end);
        assert!(!tab.timer.view().state.is_active);
    }
    for (late, expected) in [(60_000, "5:00 runs"), (60_001, "5:00 idle"), (minutes(600), "5:00 idle")] {
        let mut tab = tab_with(AUTO);
        tab.send(TimerEvent::Start).sleep(minutes(25) + late).send(TimerEvent::Tick);
        assert_eq!(tab.display(), expected);
    }
}

#[test]
fn t38_only_the_sound_owner_auto_starts() {
    let mut tab = tab_with(AUTO);
    tab.send(TimerEvent::Start);
    let mut other = Tab::open_with(tab.storage.clone(), NINE_AM, AUTO, 5);
    other.advance(minutes(26));
    assert_eq!(
        (other.display().as_str(), other.take_notices().len()),
        ("5:00 idle", 2),
        "another tab switches but does not auto-start"
    );
    let reloaded = Tab::open_with(tab.storage.clone(), NINE_AM + minutes(25) + 1_000, AUTO, 5);
    assert_eq!(reloaded.display(), "5:00 idle");
}

#[test]
fn t38_finish_auto_starts_the_break_in_its_tab() {
    let mut first = tab_with(AUTO);
    first.send(TimerEvent::Start).advance(minutes(5));
    let mut second = Tab::open_with(first.storage.clone(), first.now, AUTO, 5);
    second.send(TimerEvent::Finish);
    assert_eq!((second.display().as_str(), second.claimed_sound), ("5:00 runs", true));
    assert_eq!(second.loops, Some((FocusSound::Default, 50)));
    first.sync_storage(&second.storage);
    assert_eq!((first.display().as_str(), first.loops), ("5:00 runs", None));
}

#[test]
fn t39_settings_determine_sounds_and_volume() {
    let settings =
        TimerSettings { focus_sound: FocusSound::Rain, ending_sound: EndingSound::Gong, volume: 80, ..SETTINGS };
    let mut timer = Timer::new(settings);
    let env = Env::new(Timestamp::from_millis(NINE_AM), 60, 1);
    let ui = timer.update(TimerEvent::Start, &env).unwrap().step.ui_effects;
    assert_eq!(ui[0], UiEffect::PlayLoop { sound: FocusSound::Rain, volume: 80 });
    let env = Env::new(Timestamp::from_millis(NINE_AM + 1), 60, 1);
    let ui = timer.update(TimerEvent::Pause, &env).unwrap().step.ui_effects;
    assert_eq!(ui[..2], [UiEffect::StopSounds, UiEffect::PlayEnding { sound: EndingSound::Gong, volume: 80 }]);
}

#[test]
fn t39_no_sound_and_zero_volume_play_nothing() {
    let table = [
        (TimerSettings { focus_sound: FocusSound::None, ..SETTINGS }, false, true),
        (TimerSettings { ending_sound: EndingSound::None, ..SETTINGS }, true, false),
        (TimerSettings { volume: 0, ..SETTINGS }, false, false),
    ];
    for (settings, loops, rings) in table {
        let mut tab = tab_with(settings);
        tab.send(TimerEvent::Start);
        assert_eq!(tab.loops.is_some(), loops);
        tab.take_notices();
        tab.send(TimerEvent::Pause);
        assert_eq!(tab.take_notices().contains(&"bell".to_owned()), rings);
        tab.send(TimerEvent::Start).take_notices();
        tab.advance(minutes(25));
        assert_eq!(
            tab.take_notices(),
            if rings { vec!["bell", "Time for a break!"] } else { vec!["Time for a break!"] }
        );
    }
}

#[test]
fn t39_sound_changes_apply_immediately() {
    let mut tab = Tab::new();
    let change = |tab: &mut Tab, settings| {
        let before = tab.timer.view();
        tab.send(TimerEvent::SettingsChanged(settings));
        assert_eq!(tab.timer.view(), before, "the phase is not touched");
        tab.loops
    };
    let rain = TimerSettings { focus_sound: FocusSound::Rain, ..SETTINGS };
    assert_eq!(change(&mut tab, rain), None, "nothing runs");
    tab.send(TimerEvent::Start).advance(minutes(1));
    assert_eq!(tab.loops, Some((FocusSound::Rain, 50)));
    assert_eq!(change(&mut tab, TimerSettings { volume: 90, ..rain }), Some((FocusSound::Rain, 90)));
    assert_eq!(change(&mut tab, TimerSettings { focus_sound: FocusSound::None, ..rain }), None);
    assert_eq!(change(&mut tab, SETTINGS), Some((FocusSound::Default, 50)));
    let mut other = Tab::open(tab.storage.clone(), tab.now);
    assert_eq!(change(&mut other, rain), None, "another tab owns the sound");
}

#[test]
fn t40_long_break_follows_the_chosen_number_of_rounds() {
    for rounds in [1, 2, 12] {
        let mut tab = tab_with(TimerSettings { rounds, ..SETTINGS });
        for round in 1..=rounds {
            assert_eq!(
                (tab.timer.view().rounds, tab.timer.view().completed_in_round),
                (rounds as u32, round as u32 - 1)
            );
            tab.send(TimerEvent::Start).sleep(minutes(25)).send(TimerEvent::Tick);
            let expected = if round == rounds { SessionKind::LongBreak } else { SessionKind::ShortBreak };
            assert_eq!(tab.phase(), expected, "round {round} of {rounds}");
            tab.send(TimerEvent::Skip);
        }
        assert_eq!(tab.timer.view().completed_in_round, 0);
    }
    for (wrong, expected) in [(i64::MIN, 1), (0, 1), (13, 12), (i64::MAX, 12)] {
        assert_eq!(tab_with(TimerSettings { rounds: wrong, ..SETTINGS }).timer.view().rounds, expected);
    }
}

#[test]
fn t40_fewer_rounds_leave_at_least_one_until_the_long_break() {
    let mut tab = Tab::new();
    for _ in 0..3 {
        tab.send(TimerEvent::Start).sleep(minutes(25)).send(TimerEvent::Tick).send(TimerEvent::Skip);
    }
    let fewer = TimerSettings { rounds: 2, ..SETTINGS };
    assert_eq!(Tab::open_with(tab.storage.clone(), tab.now, fewer, 1).timer.view().completed_in_round, 1);
    tab.send(TimerEvent::SettingsChanged(fewer));
    assert_eq!((tab.timer.view().completed_in_round, tab.timer.view().rounds), (1, 2));
    assert_eq!(tab.mirrored, Some(tab.timer.view()));
    tab.send(TimerEvent::SettingsChanged(SETTINGS));
    assert_eq!(Tab::open(tab.storage.clone(), tab.now).timer.view().completed_in_round, 1, "the round is stored");
}
