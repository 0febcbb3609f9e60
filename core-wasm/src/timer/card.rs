//! The card that the timer is set to. A session belongs to one card or to none, so changing the card starts a new
//! session.

use super::machine::{State, Timer};
use super::recording::Recording;
use super::{TimerStep, sounds};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::record::{Outcome, SessionKind};
use crate::protocol::stored::TimerCard;

impl Timer {
    /// Sets the timer to a card and starts a focus session if needed (SPEC T34).
    pub(super) fn focus_card(&mut self, card: TimerCard, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.phase != SessionKind::Focus {
            self.set_idle(SessionKind::Focus);
        }
        let is_same = self.card.as_ref().is_some_and(|known| known.card_id == card.card_id);
        if !is_same && !matches!(self.state, State::Idle { .. }) {
            return self.start_session_for_rest(Some(card), true, env);
        }
        self.card = Some(card);
        self.start(env)
    }

    /// Returns the card that the timer is set to.
    pub(crate) fn card(&self) -> Option<&TimerCard> {
        self.card.as_ref()
    }

    /// Sets the card to a newer version of it. The session goes on.
    pub(crate) fn set_card(&mut self, card: TimerCard) -> TimerStep {
        self.card = Some(card);
        self.redraw_and_store()
    }

    /// Removes the card from the timer (SPEC T35).
    pub(super) fn clear_card(&mut self, env: &Env) -> Result<TimerStep, ErrorCode> {
        if self.card.is_none() {
            return Ok(TimerStep::default());
        }
        if self.phase == SessionKind::Focus && !matches!(self.state, State::Idle { .. }) {
            return self.start_session_for_rest(None, matches!(self.state, State::Running { .. }), env);
        }
        self.card = None;
        Ok(self.redraw_and_store())
    }

    /// Records the time focused so far and continues the phase as a new session.
    fn start_session_for_rest(
        &mut self,
        card: Option<TimerCard>,
        runs: bool,
        env: &Env,
    ) -> Result<TimerStep, ErrorCode> {
        let remaining_ms = self.remaining_ms();
        if runs && remaining_ms == 0 {
            return Err(ErrorCode::TimerEmpty);
        }
        let ran = matches!(self.state, State::Running { .. });
        let finished = self.record(env.now, Outcome::Stopped);
        self.card = card;
        self.length = remaining_ms / 1_000;
        let recording = Recording::new(env.new_id());
        let mut result = if runs {
            let mut result = self.run_as_sound_owner(recording, remaining_ms, env);
            if !ran {
                result.step.ui_effects.push(sounds::phase_notification(self.phase));
            }
            result
        } else {
            self.state = State::Paused { recording, remaining_ms };
            self.redraw_and_store()
        };
        result.recorded_sessions = finished.into_iter().collect();
        Ok(result)
    }
}
