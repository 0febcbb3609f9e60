//! Reads the stored timer. Its values may come from an older version, from another tab that is still writing, or from a
//! user with developer tools. Invalid values are dropped and logged; they never cause a failure.

use super::machine::{State, Timer};
use super::recording::{Phase, Recording};
use super::run::RunningSegment;
use super::{MAX_REMAINING_SECONDS, TimerSettings};
use crate::env::Env;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::{StoredOverrun, TimerSession, TimerState, local_key};
use crate::protocol::time::{Timestamp, UTC_OFFSETS};
use crate::stats::{MAX_PLANNED_SECONDS, MAX_SESSION_SPAN_MS, are_valid_segments, check_session};

/// The version of [`TimerSession`] that is written. Earlier versions can be read too.
pub(super) const VERSION: u32 = 2;

/// Exclusive maximum of completed sessions before the long break.
const MAX_ROUNDS: u32 = 12;

/// Maximum accepted revision: unreachable in use, and far from an integer overflow.
const MAX_REVISION: i64 = 1_000_000;

/// The result of reading the stored timer.
pub(super) struct RestoredTimer {
    /// The timer, or `None` if its state was invalid.
    pub(super) timer: Option<Timer>,
    /// Log messages about dropped values.
    pub(super) dropped: Vec<String>,
    /// Whether the two texts do not match, which happens while another tab is between writing one and the other.
    pub(super) is_half_written: bool,
}

/// Reads a timer from the texts under `timerState`, `timerSession` and `timerSeen`.
pub(super) fn parse(
    state: Option<&str>,
    session: Option<&str>,
    seen: Option<&str>,
    settings: TimerSettings,
    env: &Env,
) -> RestoredTimer {
    let mut stored = RestoredTimer { timer: None, dropped: vec![], is_half_written: false };
    let mut session = session.and_then(|text| {
        let session = parse_session(text);
        if session.is_none() {
            stored.dropped.push(format!("Dropped a corrupt {}", local_key::TIMER_SESSION));
        }
        session
    });
    let Some(text) = state else {
        let mut timer = Timer::new(settings);
        if let Some(session) = session {
            restore_persistent_fields(&mut timer, &session);
        }
        stored.timer = Some(timer);
        return stored;
    };
    let Some(state) = parse_state(text) else {
        stored.dropped.push(format!("Dropped a corrupt {}", local_key::TIMER_STATE));
        return stored;
    };
    if session.as_ref().is_some_and(|session| !is_consistent(session, &state)) {
        session = None;
        stored.is_half_written = true;
        stored.dropped.push(format!(
            "Dropped a {} that does not belong to its {}",
            local_key::TIMER_SESSION,
            local_key::TIMER_STATE
        ));
    }
    let seen = seen.and_then(|text| text.parse().ok()).map(Timestamp::from_millis);
    stored.timer = assemble(&state, session, seen, settings, env);
    if stored.timer.is_none() {
        stored.dropped.push(format!("Dropped an invalid {}", local_key::TIMER_STATE));
    }
    stored
}

fn parse_state(text: &str) -> Option<TimerState> {
    let state: TimerState = json::parse(text).ok()?;
    let is_valid = (0..=180).contains(&state.minutes)
        && (0..=59).contains(&state.seconds)
        && state.is_active == state.ends_at.is_some()
        && !(state.is_active && state.has_previous_session)
        && state.ends_at.is_none_or(|ends_at| Timestamp::from_millis(ends_at).millis() == ends_at);
    is_valid.then_some(state)
}

fn parse_session(text: &str) -> Option<TimerSession> {
    let session: TimerSession = json::parse(text).ok()?;
    let is_valid = (1..=VERSION).contains(&session.version)
        && (0..=MAX_PLANNED_SECONDS).contains(&session.length)
        && session.completed_in_round < MAX_ROUNDS
        && (0..=MAX_REVISION).contains(&session.revision)
        && session.left.is_none_or(|remaining_ms| (0..=MAX_REMAINING_SECONDS * 1_000).contains(&remaining_ms))
        && are_valid_segments(&session.segments)
        && session.overrun.as_ref().is_none_or(is_valid_overrun)
        && session.running_since.is_none_or(|(since, utc_offset)| {
            UTC_OFFSETS.contains(&utc_offset) && session.segments.last().is_none_or(|last| last.end <= since)
        });
    is_valid.then_some(session)
}

/// Returns whether a stored overrun is valid: its session must be a completed focus session.
fn is_valid_overrun(overrun: &StoredOverrun) -> bool {
    let StoredOverrun { session, until, .. } = overrun;
    session.kind == SessionKind::Focus
        && session.outcome == Outcome::Completed
        && (0..=MAX_REVISION).contains(&session.revision)
        && check_session(session, *until) == Ok(())
}

/// Returns whether the stored session and state describe the same phase in the same state.
fn is_consistent(session: &TimerSession, state: &TimerState) -> bool {
    let was_started = state.is_active || state.has_previous_session;
    (session.phase == SessionKind::Focus) == state.is_work_session
        && session.id.is_some() == was_started
        && session.running_since.is_some() == state.is_active
}

/// Restores the fields that do not belong to a single phase.
fn restore_persistent_fields(timer: &mut Timer, session: &TimerSession) {
    timer.completed_in_round = session.completed_in_round.min(timer.settings.rounds() - 1);
    timer.card.clone_from(&session.card);
    timer.overrun.clone_from(&session.overrun);
    (timer.sound_claim_id, timer.changed_at) = (session.bell, session.changed);
}

/// Combines the state and the session. Returns `None` if the deadline is impossible.
fn assemble(
    state: &TimerState,
    session: Option<TimerSession>,
    seen: Option<Timestamp>,
    settings: TimerSettings,
    env: &Env,
) -> Option<Timer> {
    let remaining_ms = state.minutes * 60 + state.seconds;
    let phase = match &session {
        Some(session) => session.phase,
        None if state.is_work_session => SessionKind::Focus,
        None => SessionKind::ShortBreak,
    };
    let mut timer = Timer::new(settings);
    timer.set_idle(phase);
    if let Some(session) = &session {
        restore_persistent_fields(&mut timer, session);
    }
    let planned = session.as_ref().map_or(i64::MAX, |session| session.length);
    let mut recording = match &session {
        Some(TimerSession { id: Some(id), segments, revision, length, .. }) => {
            let phase = Phase { kind: phase, planned: *length, card: timer.card.as_ref() };
            Recording::from_stored(*id, segments.clone(), *revision, phase)
        }
        _ => Recording::new(env.new_id()),
    };
    if let Some(ends_at) = state.ends_at.map(Timestamp::from_millis) {
        let here = (env.now.min(ends_at), env.utc_offset);
        let (since, utc_offset) = session.and_then(|session| session.running_since).unwrap_or(here);
        let duration_ms = ends_at.millis() - since.millis();
        if !(0..=MAX_SESSION_SPAN_MS).contains(&duration_ms) {
            return None;
        }
        let last_tick = seen.map_or(since, |seen| seen.clamp(since, ends_at));
        // If the clock was set back, the remaining time counts from the moment that was stored as last seen.
        if ends_at.millis() - last_tick.max(env.now).millis() > MAX_REMAINING_SECONDS * 1_000 {
            return None;
        }
        if !recording.can_fit(since, duration_ms) {
            recording = Recording::new(env.new_id());
        }
        timer.length = planned.min((recording.focused() + duration_ms) / 1_000);
        let mut run = RunningSegment {
            since,
            utc_offset,
            ends_at,
            last_tick,
            previous_tick: last_tick,
            stored_last_seen: last_tick,
            ..RunningSegment::new(env, 0)
        };
        run.observe_clock(env, &mut recording);
        timer.state = State::Running { recording, run };
    } else if state.has_previous_session {
        // The state has whole seconds, rounded up. If the session's value does not match, the state's value is used.
        let exact = session.and_then(|session| session.left).filter(|exact| (exact + 999) / 1_000 == remaining_ms);
        let remaining_ms = exact.unwrap_or(remaining_ms * 1_000);
        timer.length = planned.min((recording.focused() + remaining_ms) / 1_000);
        timer.state = State::Paused { recording, remaining_ms };
    } else {
        let is_edited = session.as_ref().map_or(remaining_ms != timer.length, |session| session.edited);
        if is_edited {
            timer.length = remaining_ms;
        }
        timer.state = State::Idle { is_edited, is_after_deadline: session.is_some_and(|session| session.after_end) };
    }
    Some(timer)
}
