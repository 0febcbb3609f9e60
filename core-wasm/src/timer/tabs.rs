//! Synchronization with the timer in other tabs of this browser.

use super::machine::{State, Timer};
use super::{TimerStep, restore};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step, UiEffect};

impl Timer {
    /// Syncs from the texts that another tab has stored. Sounds and notifications were already played there.
    pub(super) fn sync_from_storage(&mut self, state: Option<&str>, session: Option<&str>, env: &Env) -> TimerStep {
        let stored = restore::parse(state, session, None, self.settings, env);
        if stored.is_half_written {
            // The other tab has written only one of the two texts; another event follows for the second one.
            return TimerStep::default();
        }
        let logs = stored.dropped.into_iter().map(|message| IoEffect::Log { message });
        let mut result = match stored.timer {
            Some(timer) if self.is_newer_than(&timer) => self.store_own_state(),
            Some(timer) if self.is_equivalent(&timer) => TimerStep::default(),
            Some(timer) => self.replace_with(timer),
            None => TimerStep::default(),
        };
        result.step.io_effects.extend(logs);
        result
    }

    /// Returns whether this tab's state is newer than what another tab stored without knowing of it.
    fn is_newer_than(&self, other: &Self) -> bool {
        matches!((self.changed_at, other.changed_at), (Some(mine), Some(theirs)) if mine > theirs)
    }

    fn store_own_state(&self) -> TimerStep {
        TimerStep { step: Step { io_effects: self.store(), ..Step::default() }, recorded_sessions: vec![] }
    }

    /// Replaces the state with another tab's. Does not store anything: a tab that was frozen receives old events all at
    /// once, and the first ones are outdated.
    fn replace_with(&mut self, timer: Timer) -> TimerStep {
        // The tab that starts a segment becomes the sound owner; any other change keeps the owner. Without Web Locks
        // this is the only notification.
        let is_sound_owner = self.is_sound_owner && self.has_same_sound_claim(&timer);
        *self = Self { is_sound_owner, changed_at: timer.changed_at.or(self.changed_at), ..timer };
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        if !self.is_playing_sound() {
            step.ui_effects.push(UiEffect::StopSounds);
        }
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Returns whether the sound was not claimed in between. The state alone does not show this: a pause that is
    /// resumed within the same millisecond changes nothing else.
    fn has_same_sound_claim(&self, other: &Self) -> bool {
        match (self.sound_claim_id, other.sound_claim_id) {
            (bell, Some(others)) => bell == Some(others),
            // An earlier version of the app in another tab does not store a claim id.
            (_, None) => !matches!(other.state, State::Running { .. }) || self.is_same_run(other),
        }
    }

    /// Returns whether both are in the same segment of the same session, regardless of the deadline.
    fn is_same_run(&self, other: &Self) -> bool {
        match (&self.state, &other.state) {
            (State::Running { recording, .. }, State::Running { recording: others, .. }) => {
                recording.id == others.id && recording.segments.len() == others.segments.len()
            }
            _ => false,
        }
    }

    /// Returns whether both would be stored as the same state, except for the time at which the timer was last seen
    /// running.
    fn is_equivalent(&self, other: &Self) -> bool {
        self.stored_session() == other.stored_session()
            && match (&self.state, &other.state) {
                (State::Running { run, .. }, State::Running { run: others, .. }) => run.ends_at == others.ends_at,
                (State::Paused { .. }, State::Paused { .. }) => self.displayed_seconds() == other.displayed_seconds(),
                (State::Idle { .. }, State::Idle { .. }) => self.length == other.length,
                _ => false,
            }
    }
}
