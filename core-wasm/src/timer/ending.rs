//! The end of a phase: at its deadline, or before.

use super::machine::{State, Timer};
use super::recording::Recording;
use super::{Recorded, TimerStep, sounds};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, UiEffect};
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::key;

/// An end that is seen later than this, in milliseconds, has been slept through: it makes no sound, nothing starts by itself, and
/// the person is asked what becomes of the time since.
const IN_TIME: i64 = 60_000;

impl Timer {
    /// Ends a running phase at its deadline, whenever that is noticed.
    pub(super) fn complete(&mut self, env: &Env) -> TimerStep {
        let Some((late, finished)) = self.close() else { return TimerStep::default() };
        let next = self.credited();
        let is_in_time = late <= IN_TIME;
        let mut ends = vec![];
        if is_in_time {
            ends.extend(sounds::ending(&self.settings));
            ends.push(sounds::time_for(next));
        }
        self.go_on(next, ends, is_in_time && self.rings, finished, env)
    }

    /// The person has reset a phase whose deadline had passed: it counts as it ran, and nothing sounds.
    pub(super) fn complete_and_reset(&mut self) -> TimerStep {
        let Some((_, finished)) = self.close() else { return TimerStep::default() };
        let next = self.credited();
        self.wait_with(next);
        let mut result = self.reset();
        result.finished = finished.into_iter().collect();
        result
    }

    /// Records a phase that has reached its deadline. Answers how late that was seen, in milliseconds.
    fn close(&mut self) -> Option<(i64, Option<Recorded>)> {
        let State::Running { run, .. } = &self.state else { return None };
        let (ends_at, late) = (run.ends_at, run.seen.millis() - run.ends_at.millis());
        let (seen, until) = (run.last_seen(), run.seen);
        let finished = self.record(ends_at, Outcome::Completed);
        if late > IN_TIME {
            self.ask(finished.as_ref(), seen, until);
        }
        Some((late, finished))
    }

    /// Counts a focus session that has ended as it should. Answers what comes next.
    fn credited(&mut self) -> SessionKind {
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

    /// Ends a focus session before its deadline, as done (SPEC T32).
    pub(super) fn finish(&mut self, env: &Env) -> TimerStep {
        if self.phase != SessionKind::Focus || matches!(self.state, State::Idle { .. }) {
            return self.skip(env);
        }
        let finished = self.record(env.now, Outcome::FinishedEarly);
        let next = self.credited();
        // The person is here, whatever tab had the bell.
        let take_bell = self.settings.starts(next).then(|| self.take_bell(env));
        let mut result = self.go_on(next, vec![sounds::time_for(next)], true, finished, env);
        result.step.io.extend(take_bell);
        result
    }

    /// Breaks a phase off and goes to the next.
    pub(super) fn skip(&mut self, env: &Env) -> TimerStep {
        let finished = self.record(env.now, Outcome::Stopped);
        let next = if self.phase == SessionKind::Focus { SessionKind::ShortBreak } else { SessionKind::Focus };
        let ends = sounds::ending(&self.settings).into_iter().chain([sounds::time_for(next)]).collect();
        self.go_on(next, ends, false, finished, env)
    }

    /// Breaks a phase off and goes back to a focus session.
    pub(super) fn reset_at(&mut self, env: &Env) -> TimerStep {
        let finished = self.record(env.now, Outcome::Stopped);
        let mut result = self.reset();
        result.finished = finished.into_iter().collect();
        result
    }

    fn reset(&mut self) -> TimerStep {
        self.wait_with(SessionKind::Focus);
        let mut step = self.drawn();
        step.ui = vec![UiEffect::StopSounds, sounds::notify("Timer has been reset")];
        // The round and the card outlive the state: a person who starts a phase over has lost neither.
        step.io.extend([self.store_session(), IoEffect::Remove { key: key::TIMER_STATE.to_owned() }]);
        TimerStep { step, finished: vec![] }
    }

    /// Goes to the next phase, and starts it where it may start and the person has chosen that it does.
    fn go_on(
        &mut self,
        next: SessionKind,
        ends: Vec<UiEffect>,
        may_start: bool,
        finished: Option<Recorded>,
        env: &Env,
    ) -> TimerStep {
        let after_end = self.is_over();
        self.wait_with(next);
        let mut result = if may_start && self.settings.starts(next) {
            self.run(Recording::new(env.new_id()), self.length * 1_000, env)
        } else {
            self.state = State::Idle { edited: false, after_end };
            self.drawn_and_stored()
        };
        result.step.ui.insert(0, UiEffect::StopSounds);
        result.step.ui.splice(1..1, ends);
        result.finished = finished.into_iter().collect();
        result
    }
}
