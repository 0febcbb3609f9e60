//! What the timer writes into the browser's storage.

use super::machine::{State, Timer};
use super::restore;
use crate::protocol::effect::IoEffect;
use crate::protocol::stored::{TimerSession, key};

impl Timer {
    /// Stores the session before the state, so that a tab that reads the state finds the session that belongs to it.
    pub(super) fn store_texts(&self) -> [IoEffect; 2] {
        let state = crate::json(&self.view().state);
        [self.store_session(), IoEffect::Store { key: key::TIMER_STATE.to_owned(), value: state }]
    }

    /// Stores the session, the state, and when the timer was last seen to run.
    pub(super) fn store(&self) -> Vec<IoEffect> {
        self.store_texts().into_iter().chain(self.store_seen()).collect()
    }

    /// When the timer was last seen to run.
    pub(super) fn store_seen(&self) -> Option<IoEffect> {
        let State::Running { run, .. } = &self.state else { return None };
        Some(IoEffect::Store { key: key::TIMER_SEEN.to_owned(), value: run.seen_stored.millis().to_string() })
    }

    /// What stands beside the state alone.
    pub(super) fn store_session(&self) -> IoEffect {
        IoEffect::Store { key: key::TIMER_SESSION.to_owned(), value: crate::json(&self.session()) }
    }

    /// What is stored beside the state.
    pub(super) fn session(&self) -> TimerSession {
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
            bell: self.bell,
            changed: self.changed,
            left: None,
        };
        let recording = match &self.state {
            State::Idle { edited, after_end } => {
                (session.edited, session.after_end) = (*edited, *after_end);
                return session;
            }
            State::Running { recording, run } => {
                session.running_since = Some((run.since, run.utc_offset));
                recording
            }
            State::Paused { recording, left } => {
                session.left = Some(*left);
                recording
            }
        };
        session.id = Some(recording.id);
        session.segments.clone_from(&recording.segments);
        session.revision = recording.revision;
        session
    }
}
