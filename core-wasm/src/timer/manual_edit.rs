//! A session under way that the person changes or deletes by hand.

use super::TimerStep;
use super::machine::{State, Timer};
use super::recording::Recording;
use crate::env::Env;
use crate::protocol::id::Id;

impl Timer {
    /// The session is as the person has said from here on (SPEC T45): the timer makes nothing more of it, and what is left of
    /// the phase becomes a session of its own. A question that stood about it has been answered.
    pub(super) fn detach_session(&mut self, session_id: Id, env: &Env) -> TimerStep {
        let is_overrun_session = self.overrun.as_ref().is_some_and(|overrun| overrun.session.id == session_id);
        if is_overrun_session {
            self.overrun = None;
        }
        let remaining_ms = self.remaining_ms();
        let is_current_session = match &mut self.state {
            State::Running { recording, run } if recording.id == session_id => {
                *recording = Recording::new(env.new_id());
                self.length = (run.ends_at.millis() - run.since.millis()) / 1_000;
                true
            }
            State::Paused { recording, .. } if recording.id == session_id => {
                *recording = Recording::new(env.new_id());
                self.length = remaining_ms / 1_000;
                true
            }
            _ => false,
        };
        if !is_overrun_session && !is_current_session {
            return TimerStep::default();
        }
        let was_sound_owner = self.is_sound_owner;
        // A session has begun in this tab: for the others it looks like a start, and like one it comes with the bell.
        let starts_session = is_current_session && matches!(self.state, State::Running { .. });
        let claim = starts_session.then(|| self.claim_sound(env));
        let mut result = self.redraw_and_store();
        if starts_session && !was_sound_owner {
            result.step.ui_effects.extend(self.looped_sound());
        }
        result.step.io_effects.extend(claim);
        result
    }
}
