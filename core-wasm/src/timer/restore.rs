//! Reads what the browser has stored of the timer. Anyone may have written it: an older version, another tab half-way
//! through, or a person with the developer tools. What cannot be is dropped and logged, never fatal.

use super::machine::{State, Timer};
use super::recording::Recording;
use super::run::Run;
use super::{Lengths, MOST_LEFT};
use crate::env::Env;
use crate::protocol::record::SessionKind;
use crate::protocol::stored::{TimerSession, TimerState, key};
use crate::protocol::time::Timestamp;
use crate::stats::{LONGEST_PLAN, OFFSETS, segments_fit};

/// The version of [`TimerSession`] that is written and read.
pub(super) const VERSION: u32 = 1;

/// The least that a tab which did not see Start pressed waits with ringing, in milliseconds: time for the tab that did to
/// ring and say so.
const LEAST_PATIENCE: u64 = 250;

/// How much longer it may wait, in milliseconds. Chance decides, so that of several such tabs one is the first.
const MORE_PATIENCE: u64 = 500;

/// What was read.
pub(super) struct Stored {
    /// The timer; `None` where its state had to be dropped.
    pub(super) timer: Option<Timer>,
    /// Why something was dropped, in words for the log.
    pub(super) dropped: Vec<String>,
    /// Whether the two texts tell of different moments, as they do while a tab is between writing one and the other.
    pub(super) is_half_written: bool,
}

/// Reads a timer from the texts under `timerState` and `timerSession`.
pub(super) fn read(state: Option<&str>, session: Option<&str>, lengths: Lengths, env: &Env) -> Stored {
    let mut stored = Stored { timer: None, dropped: vec![], is_half_written: false };
    let mut session = session.and_then(|text| {
        let session = parse_session(text);
        if session.is_none() {
            stored.dropped.push(format!("Dropped a corrupt {}", key::TIMER_SESSION));
        }
        session
    });
    let Some(text) = state else {
        let completed_in_round = session.map_or(0, |session| session.completed_in_round);
        stored.timer = Some(Timer::idle(SessionKind::Focus, lengths, completed_in_round));
        return stored;
    };
    let Some(state) = parse_state(text) else {
        stored.dropped.push(format!("Dropped a corrupt {}", key::TIMER_STATE));
        return stored;
    };
    if session.as_ref().is_some_and(|session| !belongs(session, &state)) {
        session = None;
        stored.is_half_written = true;
        stored.dropped.push(format!(
            "Dropped a {} that does not belong to its {}",
            key::TIMER_SESSION,
            key::TIMER_STATE
        ));
    }
    stored.timer = assemble(&state, session, lengths, env);
    if stored.timer.is_none() {
        stored.dropped.push(format!("Dropped an impossible {}", key::TIMER_STATE));
    }
    stored
}

fn parse_state(text: &str) -> Option<TimerState> {
    let state: TimerState = serde_json::from_str(text).ok()?;
    let holds = (0..=180).contains(&state.minutes)
        && (0..=59).contains(&state.seconds)
        && state.is_active == state.ends_at.is_some()
        && !(state.is_active && state.has_previous_session)
        && state.ends_at.is_none_or(|ends_at| Timestamp::from_millis(ends_at).millis() == ends_at);
    holds.then_some(state)
}

fn parse_session(text: &str) -> Option<TimerSession> {
    let session: TimerSession = serde_json::from_str(text).ok()?;
    let holds = session.version == VERSION
        && (0..=LONGEST_PLAN).contains(&session.length)
        && session.completed_in_round <= 3
        && segments_fit(&session.segments)
        && session.running_since.is_none_or(|(since, utc_offset)| {
            OFFSETS.contains(&utc_offset) && session.segments.last().is_none_or(|last| last.end <= since)
        });
    holds.then_some(session)
}

/// Whether a session tells of the same phase, in the same state.
fn belongs(session: &TimerSession, state: &TimerState) -> bool {
    let was_started = state.is_active || state.has_previous_session;
    (session.phase == SessionKind::Focus) == state.is_work_session
        && session.id.is_some() == was_started
        && session.running_since.is_some() == state.is_active
}

/// Puts the two together. `None` where the deadline cannot be.
fn assemble(state: &TimerState, session: Option<TimerSession>, lengths: Lengths, env: &Env) -> Option<Timer> {
    let left = state.minutes * 60 + state.seconds;
    let phase = match &session {
        Some(session) => session.phase,
        None if state.is_work_session => SessionKind::Focus,
        None => SessionKind::ShortBreak,
    };
    let completed_in_round = session.as_ref().map_or(0, |session| session.completed_in_round);
    let mut timer = Timer::idle(phase, lengths, completed_in_round);
    let planned = session.as_ref().map_or(i64::MAX, |session| session.length);
    let mut recording = match &session {
        Some(TimerSession { id: Some(id), segments, .. }) => Recording { id: *id, segments: segments.clone() },
        _ => Recording::new(env.new_id()),
    };
    if let Some(ends_at) = state.ends_at.map(Timestamp::from_millis) {
        let here = (env.now.min(ends_at), env.utc_offset);
        let (since, utc_offset) = session.and_then(|session| session.running_since).unwrap_or(here);
        let lasts = ends_at.millis() - since.millis();
        if !(0..=MOST_LEFT * 1_000).contains(&lasts) {
            return None;
        }
        if !recording.takes(since, lasts) {
            recording = Recording::new(recording.id);
        }
        timer.length = planned.min((recording.focused() + lasts) / 1_000);
        let patience = (LEAST_PATIENCE + env.random() % MORE_PATIENCE) as i64;
        let mut run = Run { since, utc_offset, ends_at, seen: since, patience };
        run.see(env.now, &mut recording);
        timer.state = State::Running { recording, run };
    } else if state.has_previous_session {
        timer.length = planned.min(recording.focused() / 1_000 + left);
        timer.state = State::Paused { recording, left: left * 1_000 };
    } else if session.as_ref().map_or(left != timer.length, |session| session.edited) {
        timer.length = left;
        timer.state = State::Idle { edited: true };
    }
    Some(timer)
}
