//! What the timer writes into the browser's storage.

use super::machine::{State, Timer};
use super::restore;
use crate::protocol::effect::IoEffect;
use crate::protocol::stored::{TimerSession, key};

impl Timer {
    /// The session first: a tab that wakes up for the state then finds the session that belongs to it.
    pub(super) fn store(&self) -> Vec<IoEffect> {
        let state = crate::json(&self.view().state);
        let mut stored = vec![self.store_session(), IoEffect::Store { key: key::TIMER_STATE.to_owned(), value: state }];
        stored.extend(self.store_seen());
        stored
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
