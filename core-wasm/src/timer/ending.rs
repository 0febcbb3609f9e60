//! The end of a phase, at its deadline or earlier.

use super::machine::{State, Timer};
use super::recording::Recording;
use super::{RecordedSession, TimerStep, sounds};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, UiEffect};
use crate::protocol::messages::core as messages;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::local_key;

/// An end detected later than this, in milliseconds, means that the device was asleep: no sound plays, no phase
/// auto-starts, and the user is asked what to do with the time since.
const MAX_LATE_END_MS: i64 = 60_000;

impl Timer {
    /// Ends a running phase whose deadline has passed.
    pub(super) fn complete(&mut self, env: &Env) -> TimerStep {
        let Some((late, finished)) = self.record_at_deadline() else { return TimerStep::default() };
        let next = self.count_completed_session();
        let is_in_time = late <= MAX_LATE_END_MS;
        let mut end_effects = vec![];
        if is_in_time {
            end_effects.extend(sounds::ending_effect(&self.settings));
            end_effects.push(sounds::phase_notification(next));
        }
        self.advance_phase(next, end_effects, is_in_time && self.is_sound_owner, finished, env)
    }

    /// Handles a reset of a phase whose deadline had already passed: the phase counts as completed, without a sound.
    pub(super) fn complete_and_reset(&mut self) -> TimerStep {
        let Some((_, finished)) = self.record_at_deadline() else { return TimerStep::default() };
        let next = self.count_completed_session();
        self.set_idle(next);
        let mut result = self.reset();
        result.recorded_sessions = finished.into_iter().collect();
        result
    }

    /// Records a phase that has reached its deadline. Returns how late this was detected, in milliseconds, and the
    /// session.
    fn record_at_deadline(&mut self) -> Option<(i64, Option<RecordedSession>)> {
        let State::Running { run, .. } = &self.state else { return None };
        let (ends_at, late) = (run.ends_at, run.last_tick.millis() - run.ends_at.millis());
        let (seen, until) = (run.last_seen_running(), run.last_tick);
        let finished = self.record(ends_at, Outcome::Completed);
        if late > MAX_LATE_END_MS {
            self.open_overrun_question(finished.as_ref(), seen, until);
        }
        Some((late, finished))
    }

    /// Counts a completed focus session. Returns the kind of the next phase.
    fn count_completed_session(&mut self) -> SessionKind {
        match self.phase {
            SessionKind::Focus if self.completed_in_round + 1 >= self.settings.rounds() => {
                self.completed_in_round = 0;
                SessionKind::LongBreak
            }
            SessionKind::Focus => {
                self.completed_in_round += 1;
                SessionKind::ShortBreak
            }
            SessionKind::ShortBreak | SessionKind::LongBreak => SessionKind::Focus,
        }
    }

    /// Ends a focus session before its deadline and counts it as completed (SPEC T32).
    pub(super) fn finish(&mut self, env: &Env) -> TimerStep {
        if self.phase != SessionKind::Focus || matches!(self.state, State::Idle { .. }) {
            return self.skip(env);
        }
        let finished = self.record(env.now, Outcome::FinishedEarly);
        let next = self.count_completed_session();
        // The user is active in this tab, so it becomes the sound owner, whichever tab was before.
        let claim = self.settings.auto_starts(next).then(|| self.claim_sound(env));
        let mut result = self.advance_phase(next, vec![sounds::phase_notification(next)], true, finished, env);
        result.step.io_effects.extend(claim);
        result
    }

    /// Stops the phase and moves on to the next one.
    pub(super) fn skip(&mut self, env: &Env) -> TimerStep {
        let finished = self.record(env.now, Outcome::Stopped);
        let next = if self.phase == SessionKind::Focus { SessionKind::ShortBreak } else { SessionKind::Focus };
        let end_effects =
            sounds::ending_effect(&self.settings).into_iter().chain([sounds::phase_notification(next)]).collect();
        self.advance_phase(next, end_effects, false, finished, env)
    }

    /// Stops the phase and returns to a focus session.
    pub(super) fn reset_at(&mut self, env: &Env) -> TimerStep {
        let finished = self.record(env.now, Outcome::Stopped);
        let mut result = self.reset();
        result.recorded_sessions = finished.into_iter().collect();
        result
    }

    fn reset(&mut self) -> TimerStep {
        self.set_idle(SessionKind::Focus);
        let mut step = self.redraw();
        step.ui_effects = vec![UiEffect::StopSounds, sounds::notify(messages::timer_reset())];
        // Starting over keeps the round and the card, so the session is stored while the state is removed.
        step.io_effects
            .extend([self.store_session(), IoEffect::RemoveLocalStorage { key: local_key::TIMER_STATE.to_owned() }]);
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Moves on to the next phase. Starts it if `may_start` is set and the user has enabled auto-start for it.
    fn advance_phase(
        &mut self,
        next: SessionKind,
        end_effects: Vec<UiEffect>,
        may_start: bool,
        finished: Option<RecordedSession>,
        env: &Env,
    ) -> TimerStep {
        let is_after_deadline = self.has_reached_deadline();
        self.set_idle(next);
        let mut result = if may_start && self.settings.auto_starts(next) {
            self.run(Recording::new(env.new_id()), self.length * 1_000, env)
        } else {
            self.state = State::Idle { is_edited: false, is_after_deadline };
            self.redraw_and_store()
        };
        result.step.ui_effects.insert(0, UiEffect::StopSounds);
        result.step.ui_effects.splice(1..1, end_effects);
        result.recorded_sessions = finished.into_iter().collect();
        result
    }
}
