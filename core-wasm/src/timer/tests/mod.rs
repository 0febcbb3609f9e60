//! The timer in a simulated tab that carries out its effects. The tests are grouped by topic, such as [`phases`];
//! [`properties`] holds the property tests, and [`tabs`] a model of several tabs.

mod cards;
mod editing;
mod end_notice;
mod overrun;
mod phases;
mod properties;
mod recording;
mod settings;
mod sound_owner;
mod storage;
mod tabs;

use super::*;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{EndingSound, FocusSound};
use crate::protocol::id::Id;
use crate::protocol::patch::Patch;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::stored::{TimerSession, TimerState, local_key};
use crate::protocol::time::Timestamp;
use crate::protocol::view::TimerView;
use crate::stats::check_session;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

const SETTINGS: TimerSettings = TimerSettings {
    focus: 1_500,
    short_break: 300,
    long_break: 900,
    rounds: 4,
    auto_start_breaks: false,
    auto_start_focus: false,
    focus_sound: FocusSound::Default,
    ending_sound: EndingSound::EndingSound,
    volume: 50,
};

/// 3 March 2026, 9:00 UTC.
const NINE_AM: i64 = 1_772_528_400_000;

type Storage = BTreeMap<String, String>;

/// A simulated browser tab that carries out effects, so that tests observe what a user would.
struct Tab {
    timer: Timer,
    now: i64,
    /// How far the device's clock was set ahead of the monotonic clock, in milliseconds.
    set_forward: i64,
    utc_offset: i32,
    /// Incremented for every input, so that each has different randomness.
    entropy: u64,
    storage: Storage,
    /// Values that were quarantined in IndexedDB.
    quarantined: Storage,
    /// The looping sound and its volume.
    loops: Option<(FocusSound, i64)>,
    /// When the alarm for the next second fires.
    alarm: Option<i64>,
    /// When the alarm for the deadline fires.
    end_alarm: Option<i64>,
    /// Whether sound ownership was claimed since this was last checked.
    claimed_sound: bool,
    /// The sounds and notifications so far, in order.
    noticed: Vec<String>,
    logged: Vec<String>,
    /// The recorded versions of sessions, in order.
    recorded: Vec<RecordedSession>,
    /// The latest version of each recorded session, in the order in which the sessions were first recorded.
    latest_sessions: Vec<FocusSession>,
    /// The timer view from the last patch.
    mirrored: Option<TimerView>,
}

impl Tab {
    fn open(storage: Storage, now: i64) -> Self {
        Self::open_with(storage, now, SETTINGS, 1)
    }

    fn open_with(storage: Storage, now: i64, settings: TimerSettings, entropy: u64) -> Self {
        let mut tab = Self {
            timer: Timer::new(settings),
            now,
            set_forward: 0,
            utc_offset: 60,
            entropy: entropy + 1_000,
            storage,
            quarantined: Storage::new(),
            loops: None,
            alarm: None,
            end_alarm: None,
            claimed_sound: false,
            noticed: vec![],
            logged: vec![],
            recorded: vec![],
            latest_sessions: vec![],
            mirrored: None,
        };
        let env = Env::new(Timestamp::from_millis(now), 60, entropy);
        let text = |key: &str| tab.storage.get(key).cloned();
        let (state, session) = (text(local_key::TIMER_STATE), text(local_key::TIMER_SESSION));
        let seen = text(local_key::TIMER_LAST_SEEN);
        let step = tab.timer.restore(state.as_deref(), session.as_deref(), seen.as_deref(), settings, &env);
        tab.carry_out(step);
        tab
    }

    fn new() -> Self {
        Self::open(Storage::new(), NINE_AM)
    }

    fn env(&mut self) -> Env {
        self.entropy += 1;
        let env = Env::new(Timestamp::from_millis(self.now), self.utc_offset, self.entropy);
        env.with_monotonic_ms(self.now - self.set_forward)
    }

    fn try_send(&mut self, event: TimerEvent) -> Result<(), ErrorCode> {
        let env = self.env();
        let step = self.timer.update(event, &env)?;
        self.carry_out(step);
        Ok(())
    }

    /// Sends an event that must succeed.
    fn send(&mut self, event: TimerEvent) -> &mut Self {
        assert_eq!(self.try_send(event.clone()), Ok(()), "{event:?}");
        self
    }

    fn type_field(&mut self, field: TimerField, text: &str) -> &mut Self {
        self.send(TimerEvent::EditField { field, text: text.to_owned() })
    }

    /// Advances the time, delivering the ticks that the alarms request.
    fn advance(&mut self, milliseconds: i64) -> &mut Self {
        let until = self.now + milliseconds;
        let next = |tab: &Self| [tab.alarm, tab.end_alarm].into_iter().flatten().min();
        while let Some(alarm) = next(self).filter(|alarm| *alarm <= until) {
            self.now = self.now.max(alarm);
            for set in [&mut self.alarm, &mut self.end_alarm] {
                *set = set.filter(|set| *set > alarm);
            }
            self.send(TimerEvent::Tick);
        }
        self.now = until;
        self
    }

    /// Advances the time without ticks, as on a sleeping computer, or sets the clock back.
    fn sleep(&mut self, milliseconds: i64) -> &mut Self {
        self.now += milliseconds;
        self
    }

    /// Sets the clock forward or back. The monotonic clock and the alarms are not affected.
    fn set_clock(&mut self, milliseconds: i64) -> &mut Self {
        self.now += milliseconds;
        self.set_forward += milliseconds;
        for alarm in [&mut self.alarm, &mut self.end_alarm].into_iter().flatten() {
            *alarm += milliseconds;
        }
        self
    }

    /// Delivers the values that another tab has stored.
    fn sync_storage(&mut self, storage: &Storage) -> &mut Self {
        self.storage.clone_from(storage);
        let text = |key: &str| storage.get(key).cloned();
        self.send(TimerEvent::StorageChanged {
            state: text(local_key::TIMER_STATE),
            session: text(local_key::TIMER_SESSION),
        })
    }

    fn carry_out(&mut self, TimerStep { step, recorded_sessions }: TimerStep) {
        assert_eq!(step.rejection, None);
        for effect in step.ui_effects {
            match effect {
                UiEffect::PlayLoop { sound, volume } => self.loops = Some((sound, volume)),
                UiEffect::PlayEnding { .. } => self.noticed.push("bell".to_owned()),
                UiEffect::StopSounds => self.loops = None,
                UiEffect::Notify { body } => self.noticed.push(body),
                other => panic!("not the timer's: {other:?}"),
            }
        }
        for effect in step.io_effects {
            match effect {
                IoEffect::SetAlarm { alarm: Alarm::Timer, after } => self.alarm = Some(self.now + i64::from(after)),
                IoEffect::ClearAlarm { alarm: Alarm::Timer } => self.alarm = None,
                IoEffect::SetAlarm { alarm: Alarm::TimerEnd, after } => {
                    self.end_alarm = Some(self.now + i64::from(after));
                }
                IoEffect::ClearAlarm { alarm: Alarm::TimerEnd } => self.end_alarm = None,
                IoEffect::AcquireSoundLock => self.claimed_sound = true,
                IoEffect::WriteIndexedDb { entries } => {
                    self.quarantined.extend(entries.into_iter().filter_map(|(key, text)| Some((key, text?))));
                }
                IoEffect::SetLocalStorage { key, value } => _ = self.storage.insert(key, value),
                IoEffect::RemoveLocalStorage { key } => _ = self.storage.remove(&key),
                IoEffect::Log { message } => self.logged.push(message),
                other => panic!("not the timer's: {other:?}"),
            }
        }
        for patch in step.patches {
            let Patch::Timer { timer } = patch else { panic!("not the timer's: {patch:?}") };
            self.mirrored = Some(timer);
        }
        for recorded in recorded_sessions {
            let RecordedSession { session, previous } = recorded.clone();
            match self.latest_sessions.iter_mut().find(|kept| kept.id == session.id) {
                Some(kept) => {
                    assert_eq!((kept.revision + 1, Some(&*kept)), (session.revision, previous.as_ref()));
                    *kept = session;
                }
                None => self.latest_sessions.push(session),
            }
            self.recorded.push(recorded);
        }
    }

    /// Returns the displayed timer, such as `25:00 idle`, `24:59 runs` or `24:59 paused`. Checks that the patches and
    /// the view agree.
    fn display(&self) -> String {
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

    /// Returns the sounds and notifications since the last call.
    fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.noticed)
    }

    /// Returns the stored state with the field names of the specification.
    fn stored_state(&self) -> Option<serde_json::Value> {
        self.storage.get(local_key::TIMER_STATE).map(|text| serde_json::from_str(text).unwrap())
    }
}

/// Returns one of several cards.
fn card(number: u8) -> TimerCard {
    let id = |kind: u8| Id::from_parts(1_700_000_000_000, &[kind, number, 0, 0, 0, 0, 0, 0, 0, 0]);
    TimerCard {
        board_id: id(1),
        board_slug: serde_json::from_str("\"garden\"").unwrap(),
        card_id: id(2),
        title: serde_json::from_str(&format!("\"Card {number}\"")).unwrap(),
    }
}

fn minutes(count: i64) -> i64 {
    count * 60_000
}

fn stretch(from: i64, to: i64, utc_offset: i32) -> Segment {
    Segment { start: Timestamp::from_millis(from), end: Timestamp::from_millis(to), utc_offset }
}
