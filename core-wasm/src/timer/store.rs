//! The values that the timer writes to the local storage.

use super::machine::{State, Timer};
use super::restore;
use crate::protocol::effect::IoEffect;
use crate::protocol::stored::{TimerSession, local_key};

impl Timer {
    /// Stores the session before the state, so that a tab that reads the state finds the matching session.
    pub(super) fn store_state_and_session(&self) -> [IoEffect; 2] {
        let state = json::json(&self.view().state);
        [self.store_session(), IoEffect::SetLocalStorage { key: local_key::TIMER_STATE.to_owned(), value: state }]
    }

    /// Stores the session, the state, and the time at which the timer was last seen running.
    pub(super) fn store(&self) -> Vec<IoEffect> {
        self.store_state_and_session().into_iter().chain(self.store_last_seen()).collect()
    }

    /// Stores the time at which the timer was last seen running.
    pub(super) fn store_last_seen(&self) -> Option<IoEffect> {
        let State::Running { run, .. } = &self.state else { return None };
        Some(IoEffect::SetLocalStorage {
            key: local_key::TIMER_LAST_SEEN.to_owned(),
            value: run.stored_last_seen.millis().to_string(),
        })
    }

    /// Stores the session without the state.
    pub(super) fn store_session(&self) -> IoEffect {
        IoEffect::SetLocalStorage {
            key: local_key::TIMER_SESSION.to_owned(),
            value: json::json(&self.stored_session()),
        }
    }

    /// Returns the session in the form in which it is stored.
    pub(super) fn stored_session(&self) -> TimerSession {
        let mut session = TimerSession {
            version: restore::VERSION,
            phase: self.phase,
            length: self.length,
            edited: false,
            completed_in_round: self.completed_in_round,
            id: None,
            segments: vec![],
            running_since: None,
            revision: 0,
            card: self.card.clone(),
            overrun: self.overrun.clone(),
            after_end: false,
            bell: self.sound_claim_id,
            changed: self.changed_at,
            left: None,
        };
        let recording = match &self.state {
            State::Idle { is_edited, is_after_deadline } => {
                (session.edited, session.after_end) = (*is_edited, *is_after_deadline);
                return session;
            }
            State::Running { recording, run } => {
                session.running_since = Some((run.since, run.utc_offset));
                recording
            }
            State::Paused { recording, remaining_ms } => {
                session.left = Some(*remaining_ms);
                recording
            }
        };
        session.id = Some(recording.id);
        session.segments.clone_from(&recording.segments);
        session.revision = recording.revision;
        session
    }
}
