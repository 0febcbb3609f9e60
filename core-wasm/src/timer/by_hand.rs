//! A session under way that the person changes or deletes by hand.

use super::TimerStep;
use super::machine::{State, Timer};
use super::recording::Recording;
use crate::env::Env;
use crate::protocol::id::Id;

impl Timer {
    /// The session is as the person has said from here on (SPEC T45): the timer makes nothing more of it, and what is left of
    /// the phase becomes a session of its own. A question that stood about it has been answered.
    pub(super) fn let_go(&mut self, session_id: Id, env: &Env) -> TimerStep {
        let asks = self.overrun.as_ref().is_some_and(|overrun| overrun.session.id == session_id);
        if asks {
            self.overrun = None;
        }
        let left = self.left();
        let is_under_way = match &mut self.state {
            State::Running { recording, run } if recording.id == session_id => {
                *recording = Recording::new(env.new_id());
                self.length = (run.ends_at.millis() - run.since.millis()) / 1_000;
                true
            }
            State::Paused { recording, .. } if recording.id == session_id => {
                *recording = Recording::new(env.new_id());
                self.length = left / 1_000;
                true
            }
            _ => false,
        };
        if !asks && !is_under_way {
            return TimerStep::default();
        }
        let had_bell = self.rings;
        // A session has begun in this tab: for the others it looks like a start, and like one it comes with the bell.
        let begins = is_under_way && matches!(self.state, State::Running { .. });
        let take_bell = begins.then(|| self.take_bell(env));
        let mut result = self.drawn_and_stored();
        if begins && !had_bell {
            result.step.ui.extend(self.sound());
        }
        result.step.io.extend(take_bell);
        result
    }
}
