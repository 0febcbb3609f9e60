//! The user's manual edits of the session that the timer is recording.

use super::TimerStep;
use super::machine::{State, Timer};
use super::recording::Recording;
use crate::env::Env;
use crate::protocol::id::Id;

impl Timer {
    /// Detaches a session that the user edited or deleted (SPEC T45): the timer no longer changes it, and the rest of
    /// the phase becomes a new session. An open question about its overrun is dropped.
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
        // This tab has started a session. Other tabs see it as a start, so this tab must also claim the sound.
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
