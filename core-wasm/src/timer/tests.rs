use super::*;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, Sound, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::{Outcome, Segment};
use crate::protocol::stored::key;
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::check_session;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

const LENGTHS: Lengths = Lengths { focus: 1_500, short_break: 300, long_break: 900 };

/// 3 March 2026, 9:00 UTC.
const NINE: i64 = 1_772_528_400_000;

type Storage = BTreeMap<String, String>;

/// A browser's tab: it carries out effects, so that tests see what a person would.
struct Tab {
    timer: Timer,
    now: i64,
    utc_offset: i32,
    /// Counted up, so that every input has entropy of its own.
    entropy: u64,
    storage: Storage,
    /// Whether the default sound is looping.
    loops: bool,
    /// When the alarm goes off.
    alarm: Option<i64>,
    /// The sounds that were played once and the notifications that were shown, in order.
    noticed: Vec<String>,
    logged: Vec<String>,
    kept: Vec<FocusSession>,
    /// The last timer that a patch brought.
    mirrored: Option<TimerView>,
}

impl Tab {
    fn open(storage: Storage, now: i64) -> Self {
        Self::open_with(storage, now, LENGTHS, 1)
    }

    fn open_with(storage: Storage, now: i64, lengths: Lengths, entropy: u64) -> Self {
        let env = Env::new(Timestamp::from_millis(now), 60, entropy);
        let text = |key: &str| storage.get(key).map(String::as_str);
        let (timer, step) = Timer::restore(text(key::TIMER_STATE), text(key::TIMER_SESSION), lengths, &env);
        let mut tab = Self {
            timer,
            now,
            utc_offset: 60,
            entropy: entropy + 1_000,
            storage,
            loops: false,
            alarm: None,
            noticed: vec![],
            logged: vec![],
            kept: vec![],
            mirrored: None,
        };
        tab.carry_out(step);
        tab
    }

    fn new() -> Self {
        Self::open(Storage::new(), NINE)
    }

    fn env(&mut self) -> Env {
        self.entropy += 1;
        Env::new(Timestamp::from_millis(self.now), self.utc_offset, self.entropy)
    }

    fn tell(&mut self, event: TimerEvent) -> Result<(), ErrorCode> {
        let env = self.env();
        let step = self.timer.update(event, &env)?;
        self.carry_out(step);
        Ok(())
    }

    /// Tells an event that is taken.
    fn does(&mut self, event: TimerEvent) -> &mut Self {
        assert_eq!(self.tell(event.clone()), Ok(()), "{event:?}");
        self
    }

    fn types(&mut self, field: TimerField, text: &str) -> &mut Self {
        self.does(TimerEvent::Type { field, text: text.to_owned() })
    }

    /// Lets time pass with the ticks that the alarm asks for.
    fn waits(&mut self, milliseconds: i64) -> &mut Self {
        let until = self.now + milliseconds;
        while let Some(alarm) = self.alarm.filter(|alarm| *alarm <= until) {
            self.now = alarm;
            self.alarm = None;
            self.does(TimerEvent::Tick);
        }
        self.now = until;
        self
    }

    /// Lets time pass without any tick, as a sleeping computer does, or sets the clock back.
    fn sleeps(&mut self, milliseconds: i64) -> &mut Self {
        self.now += milliseconds;
        self
    }

    /// Lets the tab see what another has stored.
    fn sees(&mut self, storage: &Storage) -> &mut Self {
        self.storage.clone_from(storage);
        let text = |key: &str| storage.get(key).cloned();
        self.does(TimerEvent::StoredElsewhere { state: text(key::TIMER_STATE), session: text(key::TIMER_SESSION) })
    }

    fn carry_out(&mut self, TimerStep { step, finished }: TimerStep) {
        assert_eq!(step.rejection, None);
        for effect in step.ui {
            match effect {
                UiEffect::PlaySound { sound: Sound::Default } => self.loops = true,
                UiEffect::PlaySound { sound: Sound::Ending } => self.noticed.push("bell".to_owned()),
                UiEffect::StopSounds => self.loops = false,
                UiEffect::Notify { body } => self.noticed.push(body),
                other => panic!("not the timer's: {other:?}"),
            }
        }
        for effect in step.io {
            match effect {
                IoEffect::SetAlarm { alarm: Alarm::Timer, after } => self.alarm = Some(self.now + i64::from(after)),
                IoEffect::ClearAlarm { alarm: Alarm::Timer } => self.alarm = None,
                IoEffect::Store { key, value } => _ = self.storage.insert(key, value),
                IoEffect::Remove { key } => _ = self.storage.remove(&key),
                IoEffect::Log { message } => self.logged.push(message),
                other => panic!("not the timer's: {other:?}"),
            }
        }
        for patch in step.patches {
            let Patch::Timer { timer } = patch else { panic!("not the timer's: {patch:?}") };
            self.mirrored = Some(timer);
        }
        self.kept.extend(finished);
    }

    /// What the screen says: `25:00 idle`, `24:59 runs` or `24:59 paused`, by the patches and by the view alike.
    fn shows(&self) -> String {
        let view = self.timer.view();
        assert_eq!(self.mirrored.as_ref(), Some(&view), "the patches lead to the view");
        let state = match (view.state.is_active, view.state.has_previous_session) {
            (true, false) => "runs",
            (false, true) => "paused",
            (false, false) => "idle",
            (true, true) => panic!("a running timer has no previous session"),
        };
        format!("{}:{:02} {state}", view.state.minutes, view.state.seconds)
    }

    fn phase(&self) -> SessionKind {
        let view = self.timer.view();
        assert_eq!(view.state.is_work_session, view.phase == SessionKind::Focus);
        view.phase
    }

    /// What was noticed since the last time this was asked.
    fn notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.noticed)
    }

    /// The stored state, as the specification names it.
    fn stored_state(&self) -> Option<serde_json::Value> {
        self.storage.get(key::TIMER_STATE).map(|text| serde_json::from_str(text).unwrap())
    }
}

fn minutes(count: i64) -> i64 {
    count * 60_000
}

fn stretch(from: i64, to: i64, utc_offset: i32) -> Segment {
    Segment { start: Timestamp::from_millis(from), end: Timestamp::from_millis(to), utc_offset }
}

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
    assert!(tab.loops);
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
    assert!(tab.storage.is_empty() && stored.len() == 2);
}

#[test]
fn t7_pause_keeps_what_is_left() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(90_250).notices();
    tab.does(TimerEvent::Pause);
    assert_eq!(tab.shows(), "23:30 paused");
    assert!(!tab.loops);
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
    assert_eq!((tab.alarm, tab.loops, tab.stored_state()), (None, false, None));
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
    assert_eq!((tab.alarm, tab.loops), (None, false));
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
        (vec!["bell".to_owned(), "Time for a break!".to_owned()], false, None)
    );
    assert_eq!((tab.kept[0].outcome, tab.kept[0].planned), (Outcome::FinishedEarly, 1_500));
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
        assert_eq!((tab.shows().as_str(), tab.loops), ("5:00 idle", false));
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
    let mut tab = Tab::open_with(Storage::new(), NINE, Lengths { focus: 10_800, ..LENGTHS }, 1);
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
    let longer = Lengths { focus: 3_000, short_break: 600, long_break: 1_200 };
    let mut tab = Tab::new();
    tab.does(TimerEvent::LengthsChanged(longer));
    assert_eq!(tab.shows(), "50:00 idle");
    tab.does(TimerEvent::Skip);
    assert_eq!(tab.shows(), "10:00 idle");
    tab.types(TimerField::Minutes, "7").does(TimerEvent::LengthsChanged(LENGTHS));
    assert_eq!(tab.shows(), "7:00 idle");
    assert_eq!(Tab::open(tab.storage, NINE).shows(), "7:00 idle");
}

#[test]
fn t22_other_lengths_leave_a_phase_alone_that_was_started() {
    let shorter = Lengths { focus: 60, ..LENGTHS };
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(5)).does(TimerEvent::LengthsChanged(shorter));
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("20:00 runs", 1_500));
    tab.does(TimerEvent::Pause).does(TimerEvent::LengthsChanged(LENGTHS)).does(TimerEvent::LengthsChanged(shorter));
    assert_eq!((tab.shows().as_str(), tab.timer.view().length), ("20:00 paused", 1_500));
    tab.does(TimerEvent::Reset);
    assert_eq!(tab.shows(), "1:00 idle");
}

#[test]
fn t22_an_idle_phase_that_was_stored_follows_lengths_that_changed_meanwhile() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Skip);
    let tab = Tab::open_with(tab.storage, NINE, Lengths { short_break: 600, ..LENGTHS }, 1);
    assert_eq!((tab.shows().as_str(), tab.phase()), ("10:00 idle", SessionKind::ShortBreak));
}

#[test]
fn t22_lengths_outside_their_range_are_moved_inside() {
    let wrong = Lengths { focus: 0, short_break: i64::MIN, long_break: i64::MAX };
    assert_eq!(wrong.of(SessionKind::Focus), 1);
    assert_eq!(wrong.of(SessionKind::ShortBreak), 1);
    assert_eq!(wrong.of(SessionKind::LongBreak), 10_800);
}

#[test]
fn t23_the_stored_state_has_the_five_specified_names_and_the_deadline() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start);
    assert_eq!(
        tab.stored_state(),
        Some(serde_json::json!({
            "minutes": 25,
            "seconds": 0,
            "isActive": true,
            "isWorkSession": true,
            "hasPreviousSession": false,
            "endsAt": NINE + minutes(25),
        }))
    );
    tab.waits(minutes(1)).does(TimerEvent::Pause);
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
        let mut tab = Tab::open(Storage::from([(key::TIMER_STATE.to_owned(), state.to_owned())]), NINE);
        assert_eq!((tab.shows().as_str(), tab.logged.len()), (expected, 0));
        if !tab.timer.view().state.is_active {
            tab.does(TimerEvent::Start);
        }
        tab.waits(minutes(10));
        for session in &tab.kept {
            assert_eq!(check_session(session, Timestamp::from_millis(tab.now)), Ok(()));
        }
    }
}

#[test]
fn t24_after_a_reload_the_timer_is_where_it_truly_is() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10));
    let mut tab = Tab::open(tab.storage, tab.now + minutes(5));
    assert_eq!((tab.shows().as_str(), tab.loops, tab.notices().len()), ("10:00 runs", false, 0));
    tab.waits(minutes(11));
    assert_eq!(tab.kept[0].segments, [stretch(NINE, NINE + minutes(25), 60)]);
}

#[test]
fn t24_a_deadline_that_passed_meanwhile_switches_at_its_true_end() {
    for (late, rings) in [(0, true), (59_999, true), (60_001, false), (minutes(60 * 24 * 30), false)] {
        let mut tab = Tab::new();
        tab.does(TimerEvent::Start).waits(minutes(10));
        let mut tab = Tab::open(tab.storage, NINE + minutes(25) + late);
        assert_eq!((tab.shows().as_str(), tab.phase()), ("5:00 idle", SessionKind::ShortBreak));
        assert_eq!(!tab.notices().is_empty(), rings, "{late} ms late");
        assert_eq!(tab.kept[0].segments, [stretch(NINE, NINE + minutes(25), 60)]);
        assert_eq!(tab.kept[0].outcome, Outcome::Completed);
        assert_eq!(Tab::open(tab.storage, tab.now).kept, [], "and is not switched again");
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
        let tab = Tab::open(Storage::from([(key::TIMER_STATE.to_owned(), text.clone())]), NINE);
        assert_eq!((tab.shows().as_str(), tab.phase()), ("25:00 idle", SessionKind::Focus), "{text}");
        assert_eq!(tab.logged.len(), 1, "{text}");
        assert!(tab.storage.is_empty(), "{text}");
    }
}

#[test]
fn t25_a_corrupt_session_is_dropped_and_the_state_kept() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10));
    let session = &tab.storage[key::TIMER_SESSION];
    let table = [
        String::new(),
        "{}".to_owned(),
        session.replace("\"version\":1", "\"version\":2"),
        session.replace("\"length\":1500", "\"length\":-1"),
        session.replace("\"completed_in_round\":0", "\"completed_in_round\":4"),
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
        assert_ne!(&text, session, "the case is one");
        let mut storage = tab.storage.clone();
        storage.insert(key::TIMER_SESSION.to_owned(), text.clone());
        let restored = Tab::open(storage, tab.now);
        assert_eq!((restored.shows().as_str(), restored.logged.len()), ("15:00 runs", 1), "{text}");
    }
}

#[test]
fn t26_another_tab_is_followed_without_a_sound() {
    let mut first = Tab::new();
    let mut second = Tab::new();
    let mut both = |event: TimerEvent, expected: &str| {
        first.does(event).waits(5_000);
        second.waits(5_000).sees(&first.storage.clone());
        second.does(TimerEvent::Tick);
        assert_eq!((first.shows().as_str(), second.shows().as_str()), (expected, expected));
        assert_eq!((second.loops, second.notices().len()), (false, 0));
        assert_eq!(first.alarm.is_some(), second.alarm.is_some());
    };
    both(TimerEvent::Start, "24:55 runs");
    both(TimerEvent::Pause, "24:55 paused");
    both(TimerEvent::Type { field: TimerField::Minutes, text: "9".to_owned() }, "9:55 paused");
    both(TimerEvent::Start, "9:50 runs");
    both(TimerEvent::Reset, "25:00 idle");
    both(TimerEvent::Skip, "5:00 idle");
}

#[test]
fn t26_a_tab_that_sounds_falls_silent_when_another_takes_over() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).waits(5_000);
    let mut second = Tab::open(first.storage.clone(), first.now);
    second.does(TimerEvent::Pause);
    first.notices();
    first.sees(&second.storage);
    assert_eq!((first.shows().as_str(), first.loops, first.alarm), ("24:55 paused", false, None));
    assert!(first.notices().is_empty());
}

#[test]
fn t26_what_is_already_so_or_cannot_be_changes_nothing() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(5_500);
    let before = tab.timer.clone();
    tab.sees(&tab.storage.clone());
    tab.does(TimerEvent::StoredElsewhere { state: Some("{".to_owned()), session: None });
    assert_eq!((&tab.timer, tab.loops), (&before, true));
    assert_eq!(tab.logged.len(), 1);
}

#[test]
fn t27_of_two_tabs_one_rings() {
    let mut first = Tab::new();
    first.does(TimerEvent::Start).waits(minutes(1));
    let mut second = Tab::open_with(first.storage.clone(), first.now, LENGTHS, 77);
    let mut third = Tab::open_with(first.storage.clone(), first.now, LENGTHS, 88);
    first.notices();
    for tab in [&mut second, &mut third] {
        tab.waits(minutes(24));
        assert_eq!(tab.shows(), "0:00 runs", "it waits for the tab where Start was pressed");
    }
    first.waits(minutes(24));
    assert_eq!(first.notices(), ["bell", "Time for a break!"]);
    for tab in [&mut second, &mut third] {
        tab.waits(100).sees(&first.storage).waits(2_000);
        assert_eq!((tab.shows().as_str(), tab.notices().len(), tab.kept.len()), ("5:00 idle", 0, 0));
    }
}

#[test]
fn t27_a_tab_that_is_alone_rings_within_a_second() {
    for entropy in 0..50 {
        let mut first = Tab::new();
        first.does(TimerEvent::Start);
        let mut second = Tab::open_with(first.storage, NINE, LENGTHS, entropy);
        second.waits(minutes(25));
        assert_eq!(second.shows(), "0:00 runs");
        second.waits(1_000);
        assert_eq!((second.shows().as_str(), second.notices().len()), ("5:00 idle", 2));
        assert_eq!(second.kept[0].segments, [stretch(NINE, NINE + minutes(25), 60)], "it ended at the deadline");
    }
}

#[test]
fn t28_a_pause_of_a_day_ends_the_session_and_begins_another() {
    let mut tab = Tab::new();
    tab.does(TimerEvent::Start).waits(minutes(10)).does(TimerEvent::Pause);
    tab.sleeps(minutes(24 * 60 - 25)).does(TimerEvent::Start);
    assert_eq!(tab.kept, [], "it still spans no more than a day");
    tab.does(TimerEvent::Pause).sleeps(1).does(TimerEvent::Start);
    assert_eq!((tab.kept.len(), tab.kept[0].outcome), (1, Outcome::Stopped));
    assert_eq!(tab.shows(), "15:00 runs");
    tab.waits(minutes(15));
    assert_eq!((tab.kept.len(), tab.kept[1].outcome, tab.kept[1].planned), (2, Outcome::Completed, 900));
    assert_ne!(tab.kept[0].id, tab.kept[1].id);
}

#[test]
fn t28_a_thousand_pauses_end_the_session_and_begin_another() {
    let mut tab = Tab::open_with(Storage::new(), NINE, Lengths { focus: 10_800, ..LENGTHS }, 1);
    for _ in 0..1_000 {
        tab.does(TimerEvent::Start).sleeps(1_000).does(TimerEvent::Pause).sleeps(1_000);
    }
    assert_eq!(tab.kept, []);
    tab.does(TimerEvent::Start);
    assert_eq!(tab.kept[0].segments.len(), 1_000);
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

fn any_event() -> impl Strategy<Value = TimerEvent> {
    let field = || prop_oneof![Just(TimerField::Minutes), Just(TimerField::Seconds)];
    let direction = prop_oneof![Just(StepDirection::Up), Just(StepDirection::Down)];
    let lengths = (1i64..=180, 1i64..=180, 1i64..=180).prop_map(|(focus, short_break, long_break)| Lengths {
        focus: focus * 60,
        short_break: short_break * 60,
        long_break: long_break * 60,
    });
    prop_oneof![
        4 => Just(TimerEvent::Start),
        2 => Just(TimerEvent::Pause),
        1 => Just(TimerEvent::Reset),
        1 => Just(TimerEvent::Skip),
        4 => Just(TimerEvent::Tick),
        1 => (field(), "[0-9]{1,2}|x").prop_map(|(field, text)| TimerEvent::Type { field, text }),
        1 => (field(), direction).prop_map(|(field, direction)| TimerEvent::StepField { field, direction }),
        1 => lengths.prop_map(TimerEvent::LengthsChanged),
    ]
}

/// How the clock moves between two events, in milliseconds: mostly a little, at times far, now and then back.
fn any_pause() -> impl Strategy<Value = i64> {
    prop_oneof![6 => 0i64..2_000, 4 => 0i64..minutes(60), 1 => 0i64..minutes(60 * 48), 1 => -minutes(120)..0]
}

proptest! {
    #[test]
    fn t30_whatever_happens_the_timer_is_sound(events in prop::collection::vec((any_event(), any_pause()), 1..60)) {
        let mut tab = Tab::new();
        let mut lengths = LENGTHS;
        let mut ids = HashSet::new();
        for (event, pause) in events {
            let left_before = tab.timer.shown();
            let ran = tab.timer.view().state.is_active;
            tab.sleeps(pause);
            if let TimerEvent::LengthsChanged(changed) = event {
                lengths = changed;
            }
            let (before, storage) = (tab.timer.clone(), tab.storage.clone());
            if tab.tell(event.clone()).is_err() {
                prop_assert!(tab.timer.view() == before.view() && tab.storage == storage, "a refusal changes nothing");
            }
            let view = tab.timer.view();
            if event == TimerEvent::Tick && ran && view.state.is_active {
                prop_assert!(tab.timer.shown() <= left_before);
            }
            prop_assert!((0..=MOST_LEFT).contains(&tab.timer.shown()));
            prop_assert!(view.completed_in_round <= 3);
            prop_assert!(!tab.loops || view.state.is_active, "nothing sounds while nothing runs");
            prop_assert_eq!(tab.alarm.is_some(), view.state.is_active);
            for session in tab.kept.drain(..) {
                prop_assert_eq!(check_session(&session, Timestamp::from_millis(tab.now)), Ok(()));
                prop_assert!(ids.insert(session.id), "no session is kept twice");
            }
            // A reload shows the same, unless the clock has moved on since the last event that the timer noticed.
            if matches!(event, TimerEvent::Tick) || !view.state.is_active {
                let reloaded = Tab::open_with(tab.storage.clone(), tab.now, lengths, 5);
                if view.state.ends_at.is_none_or(|ends_at| tab.now < ends_at) {
                    prop_assert_eq!(reloaded.timer.view(), view);
                    prop_assert!(reloaded.logged.is_empty());
                }
            }
        }
    }

    #[test]
    fn t25_no_stored_text_breaks_the_timer(state in "\\PC{0,40}", session in "\\PC{0,40}", event in any_event()) {
        let storage = Storage::from([(key::TIMER_STATE.to_owned(), state), (key::TIMER_SESSION.to_owned(), session)]);
        let mut tab = Tab::open(storage, NINE);
        // Refused or taken, it is answered.
        let _ = tab.tell(event);
        prop_assert!(!tab.logged.is_empty());
    }

    #[test]
    fn t25_no_stored_numbers_break_the_timer(
        minutes in -1i64..200, seconds in -1i64..70, active in any::<bool>(), work in any::<bool>(), paused in any::<bool>(),
        ends_at in prop::option::of(prop_oneof![any::<i64>(), NINE - 10_000_000..NINE + 10_000_000]),
        events in prop::collection::vec((any_event(), any_pause()), 1..8),
    ) {
        let state = serde_json::json!({
            "minutes": minutes, "seconds": seconds, "isActive": active, "isWorkSession": work,
            "hasPreviousSession": paused, "endsAt": ends_at,
        });
        let mut tab = Tab::open(Storage::from([(key::TIMER_STATE.to_owned(), state.to_string())]), NINE);
        for (event, pause) in events {
            let _ = tab.sleeps(pause).tell(event);
            prop_assert!((0..=MOST_LEFT).contains(&tab.timer.shown()));
        }
        for session in &tab.kept {
            prop_assert_eq!(check_session(session, Timestamp::from_millis(NINE + 1_000_000_000)), Ok(()));
        }
    }
}
