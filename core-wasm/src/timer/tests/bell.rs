//! The bell, and the alarm of the deadline.

use super::*;

#[test]
fn t27_every_start_takes_the_bell() {
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
        tab.waits(1_000).took_bell = false;
        tab.does(event.clone());
        assert_eq!(tab.took_bell, expected, "{event:?}");
    }
}

#[test]
fn t27_a_tab_that_gets_the_bell_sounds_and_one_that_loses_it_is_silent() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).waits(1_000);
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.does(TimerEvent::Ringing(true));
    assert_eq!(second.loops, Some((FocusSound::Default, 50)));
    first.does(TimerEvent::Ringing(false));
    assert_eq!(first.loops, None);
    second.does(TimerEvent::Ringing(true)).notices();
    second.waits(minutes(25));
    assert_eq!(second.notices(), ["bell", "Time for a break!"], "in time");
    let mut idle = Tab::new();
    idle.does(TimerEvent::Ringing(true)).does(TimerEvent::Ringing(false)).does(TimerEvent::Ringing(true));
    assert_eq!((idle.loops, idle.notices().len()), (None, 0), "nothing runs");
}

#[test]
fn t27_at_the_end_it_is_too_late_to_begin_a_sound() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start);
    let mut second = Tab::open(first.storage, NINE);
    second.waits(minutes(25) + 1_000).does(TimerEvent::Ringing(true));
    assert_eq!((second.shows().as_str(), second.loops), ("0:00 runs", None));
    second.waits(4_000);
    assert_eq!((second.shows().as_str(), second.notices().len()), ("5:00 idle", 2));
}

#[test]
fn t27_without_locks_the_tab_that_adopts_anothers_start_rings_no_more() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).does(TimerEvent::Ringing(true)).waits(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.does(TimerEvent::Pause).does(TimerEvent::Ringing(true)).waits(minutes(1));
    first.waits(minutes(1)).sees(&second.storage);
    second.does(TimerEvent::Start).does(TimerEvent::Ringing(true));
    first.sees(&second.storage).notices();
    assert_eq!((first.loops, second.loops.is_some()), (None, true));
    first.waits(minutes(24) + 2_000);
    assert_eq!((first.shows().as_str(), first.notices().len()), ("0:00 runs", 0));
}

#[test]
fn t27_a_tab_in_which_the_session_under_way_is_changed_by_hand_takes_the_bell_along() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::Pause).does(TimerEvent::Start).waits(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    let session_id = first.kept[0].id;
    second.does(TimerEvent::ChangedByHand { session_id });
    assert_eq!((second.took_bell, second.loops.is_some()), (true, true));
    first.sees(&second.storage).notices();
    assert_eq!(first.loops, None);
    second.waits(minutes(19));
    assert_eq!(second.notices(), ["bell", "Time for a break!"], "in time");
    first.waits(minutes(19)).sees(&second.storage).waits(10_000);
    assert_eq!((first.shows().as_str(), first.notices().len()), ("5:00 idle", 0));
}

#[test]
fn t26_what_another_tab_changes_on_the_way_leaves_the_bell_where_it_is() {
    let mut first = Tab::new();
    first.does(TimerEvent::FocusCard { card: card(1) }).waits(minutes(1));
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.does(TimerEvent::Extend);
    first.sees(&second.storage).notices();
    assert_eq!((first.shows().as_str(), first.loops.is_some()), ("29:00 runs", true));
    assert_eq!(first.end_alarm, Some(first.now + minutes(29)));
    first.waits(minutes(29));
    assert_eq!(first.notices(), ["bell", "Time for a break!"]);
}

#[test]
fn t24_a_tab_with_the_bell_sounds_again_after_a_reload() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(1));
    for rings_first in [true, false] {
        let mut timer = Timer::new(SETTINGS);
        let env = Env::new(Timestamp::from_millis(tab.now), 60, 9);
        let text = |key: &str| tab.storage.get(key).map(String::as_str);
        let mut ui = vec![];
        if rings_first {
            ui.extend(timer.update(TimerEvent::Ringing(true), &env).unwrap().step.ui);
        }
        let restored = timer.restore(text(key::TIMER_STATE), text(key::TIMER_SESSION), None, SETTINGS, &env);
        ui.extend(restored.step.ui);
        ui.extend(timer.update(TimerEvent::Ringing(true), &env).unwrap().step.ui);
        assert_eq!(ui, [UiEffect::PlayLoop { sound: FocusSound::Default, volume: 50 }]);
    }
}

#[test]
fn t43_the_alarm_of_the_deadline_is_set_whenever_that_moves() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    assert_eq!(tab.end_alarm, Some(NINE + minutes(25)));
    for (event, expected) in [
        (TimerEvent::Extend, Some(NINE + minutes(30))),
        (TimerEvent::Pause, None),
        (TimerEvent::Start, Some(NINE + minutes(30))),
        (TimerEvent::Reset, None),
    ] {
        tab.does(event);
        assert_eq!(tab.end_alarm, expected);
    }
    tab.does(TimerEvent::Start);
    let mut reloaded = Tab::open(tab.storage.clone(), NINE + minutes(1));
    assert_eq!(reloaded.end_alarm, Some(NINE + minutes(25)));
    tab.waits(minutes(5)).does(TimerEvent::Extend);
    reloaded.waits(minutes(4)).sees(&tab.storage);
    assert_eq!(reloaded.end_alarm, Some(NINE + minutes(30)));
}

#[test]
fn t43_it_is_set_anew_after_a_sleep_and_not_with_every_tick() {
    for (slept, expected) in [(5_000, None), (5_001, Some(NINE + minutes(25)))] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(1_000);
        tab.end_alarm = None;
        tab.sleeps(slept).does(TimerEvent::Tick);
        assert_eq!(tab.end_alarm, expected);
    }
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(1_000);
    tab.sets_clock(-minutes(5));
    tab.end_alarm = None;
    tab.does(TimerEvent::Tick);
    assert_eq!(tab.end_alarm, Some(tab.now + minutes(25) - 1_000), "and where the clock was set back");
}
