//! The sound owner and the alarm for the deadline.

use super::*;

#[test]
fn t27_every_start_claims_the_sound() {
    let mut tab = Tab::new();
    let events = [
        (TimerEvent::Start, true),
        (TimerEvent::Extend, false),
        (TimerEvent::Pause, false),
        (TimerEvent::Start, true),
        (TimerEvent::FocusCard { card: card(1) }, true),
        (TimerEvent::ClearCard, true),
        (TimerEvent::Skip, false),
        (TimerEvent::Start, true),
        (TimerEvent::Reset, false),
    ];
    for (event, expected) in events {
        tab.advance(1_000).claimed_sound = false;
        tab.send(event.clone());
        assert_eq!(tab.claimed_sound, expected, "{event:?}");
    }
}

#[test]
fn t27_sound_follows_the_sound_owner() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start).advance(1_000);
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.send(TimerEvent::SoundOwnerChanged(true));
    assert_eq!(second.loops, Some((FocusSound::Default, 50)));
    first.send(TimerEvent::SoundOwnerChanged(false));
    assert_eq!(first.loops, None);
    second.send(TimerEvent::SoundOwnerChanged(true)).take_notices();
    second.advance(minutes(25));
    assert_eq!(second.take_notices(), ["bell", "Time for a break!"], "in time");
    let mut idle = Tab::new();
    idle.send(TimerEvent::SoundOwnerChanged(true))
        .send(TimerEvent::SoundOwnerChanged(false))
        .send(TimerEvent::SoundOwnerChanged(true));
    assert_eq!((idle.loops, idle.take_notices().len()), (None, 0), "nothing runs");
}

#[test]
fn t27_no_sound_starts_at_the_deadline() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start);
    let mut second = Tab::open(first.storage, NINE_AM);
    second.advance(minutes(25) + 1_000).send(TimerEvent::SoundOwnerChanged(true));
    assert_eq!((second.display().as_str(), second.loops), ("0:00 runs", None));
    second.advance(4_000);
    assert_eq!((second.display().as_str(), second.take_notices().len()), ("5:00 idle", 2));
}

#[test]
fn t27_without_locks_a_start_in_another_tab_takes_sound_ownership() {
    let mut first = Tab::new();
    first.send(TimerEvent::Start).send(TimerEvent::SoundOwnerChanged(true)).advance(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.send(TimerEvent::Pause).send(TimerEvent::SoundOwnerChanged(true)).advance(minutes(1));
    first.advance(minutes(1)).sync_storage(&second.storage);
    second.send(TimerEvent::Start).send(TimerEvent::SoundOwnerChanged(true));
    first.sync_storage(&second.storage).take_notices();
    assert_eq!((first.loops, second.loops.is_some()), (None, true));
    first.advance(minutes(24) + 2_000);
    assert_eq!((first.display().as_str(), first.take_notices().len()), ("0:00 runs", 0));
}

#[test]
fn t27_editing_the_running_session_claims_the_sound() {
    let mut first = Tab::new();
    first
        .send(TimerEvent::Start)
        .advance(minutes(5))
        .send(TimerEvent::Pause)
        .send(TimerEvent::Start)
        .advance(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    let session_id = first.latest_sessions[0].id;
    second.send(TimerEvent::SessionEdited { session_id });
    assert_eq!((second.claimed_sound, second.loops.is_some()), (true, true));
    first.sync_storage(&second.storage).take_notices();
    assert_eq!(first.loops, None);
    second.advance(minutes(19));
    assert_eq!(second.take_notices(), ["bell", "Time for a break!"], "in time");
    first.advance(minutes(19)).sync_storage(&second.storage).advance(10_000);
    assert_eq!((first.display().as_str(), first.take_notices().len()), ("5:00 idle", 0));
}

#[test]
fn t26_changes_in_another_tab_keep_the_sound_owner() {
    let mut first = Tab::new();
    first.send(TimerEvent::FocusCard { card: card(1) }).advance(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.send(TimerEvent::Extend);
    first.sync_storage(&second.storage).take_notices();
    assert_eq!((first.display().as_str(), first.loops.is_some()), ("29:00 runs", true));
    assert_eq!(first.end_alarm, Some(first.now + minutes(29)));
    first.advance(minutes(29));
    assert_eq!(first.take_notices(), ["bell", "Time for a break!"]);
}

#[test]
fn t24_the_sound_owner_plays_again_after_a_reload() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(minutes(1));
    for rings_first in [true, false] {
        let mut timer = Timer::new(SETTINGS);
        let env = Env::new(Timestamp::from_millis(tab.now), 60, 9);
        let text = |key: &str| tab.storage.get(key).map(String::as_str);
        let mut ui = vec![];
        if rings_first {
            ui.extend(timer.update(TimerEvent::SoundOwnerChanged(true), &env).unwrap().step.ui_effects);
        }
        let restored =
            timer.restore(text(local_key::TIMER_STATE), text(local_key::TIMER_SESSION), None, SETTINGS, &env);
        ui.extend(restored.step.ui_effects);
        ui.extend(timer.update(TimerEvent::SoundOwnerChanged(true), &env).unwrap().step.ui_effects);
        assert_eq!(ui, [UiEffect::PlayLoop { sound: FocusSound::Default, volume: 50 }]);
    }
}

#[test]
fn t43_deadline_alarm_follows_the_deadline() {
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start);
    assert_eq!(tab.end_alarm, Some(NINE_AM + minutes(25)));
    for (event, expected) in [
        (TimerEvent::Extend, Some(NINE_AM + minutes(30))),
        (TimerEvent::Pause, None),
        (TimerEvent::Start, Some(NINE_AM + minutes(30))),
        (TimerEvent::Reset, None),
    ] {
        tab.send(event);
        assert_eq!(tab.end_alarm, expected);
    }
    tab.send(TimerEvent::Start);
    let mut reloaded = Tab::open(tab.storage.clone(), NINE_AM + minutes(1));
    assert_eq!(reloaded.end_alarm, Some(NINE_AM + minutes(25)));
    tab.advance(minutes(5)).send(TimerEvent::Extend);
    reloaded.advance(minutes(4)).sync_storage(&tab.storage);
    assert_eq!(reloaded.end_alarm, Some(NINE_AM + minutes(30)));
}

#[test]
fn t43_deadline_alarm_is_reset_after_sleep_not_per_tick() {
    for (slept, expected) in [(5_000, None), (5_001, Some(NINE_AM + minutes(25)))] {
        let mut tab = Tab::new();
        tab.send(TimerEvent::Start).advance(1_000);
        tab.end_alarm = None;
        tab.sleep(slept).send(TimerEvent::Tick);
        assert_eq!(tab.end_alarm, expected);
    }
    let mut tab = Tab::new();
    tab.send(TimerEvent::Start).advance(1_000);
    tab.set_clock(-minutes(5));
    tab.end_alarm = None;
    tab.send(TimerEvent::Tick);
    assert_eq!(tab.end_alarm, Some(tab.now + minutes(25) - 1_000), "and where the clock was set back");
}
