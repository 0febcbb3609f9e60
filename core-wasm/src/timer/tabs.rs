//! What the other tabs of this browser do with the timer, which is theirs too.

use super::machine::{State, Timer};
use super::{TimerStep, restore};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step, UiEffect};

impl Timer {
    /// Follows another tab, from the texts that it has stored. What had to sound has sounded there.
    pub(super) fn sync_from_storage(&mut self, state: Option<&str>, session: Option<&str>, env: &Env) -> TimerStep {
        let stored = restore::parse(state, session, None, self.settings, env);
        if stored.is_half_written {
            // The other tab has written one of the two texts; this is asked again when the second one is there.
            return TimerStep::default();
        }
        let logs = stored.dropped.into_iter().map(|message| IoEffect::Log { message });
        let mut result = match stored.timer {
            Some(timer) if self.is_newer_than(&timer) => self.store_again(),
            Some(timer) if self.is_equivalent(&timer) => TimerStep::default(),
            Some(timer) => self.replace_with(timer),
            None => TimerStep::default(),
        };
        result.step.io_effects.extend(logs);
        result
    }

    /// Whether what another tab has stored is older than what this tab has: it was stored unasked, before that tab had heard of the
    /// change.
    fn is_newer_than(&self, other: &Self) -> bool {
        matches!((self.changed_at, other.changed_at), (Some(mine), Some(theirs)) if mine > theirs)
    }

    fn store_again(&self) -> TimerStep {
        TimerStep { step: Step { io_effects: self.store(), ..Step::default() }, recorded_sessions: vec![] }
    }

    /// Nothing is stored: a tab that was frozen hears of everything late and at once, and what it hears first is no longer so.
    fn replace_with(&mut self, timer: Timer) -> TimerStep {
        // The bell goes to the tab that starts a stretch, and stays where it is for everything else. Without Web Locks nobody
        // else says so.
        let is_sound_owner = self.is_sound_owner && self.has_same_sound_claim(&timer);
        *self = Self { is_sound_owner, changed_at: timer.changed_at.or(self.changed_at), ..timer };
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        if !self.is_playing_sound() {
            step.ui_effects.push(UiEffect::StopSounds);
        }
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Whether nobody has taken the bell in between. What the timer stands at does not tell: a pause that is resumed within the
    /// same millisecond leaves everything else as it was.
    fn has_same_sound_claim(&self, other: &Self) -> bool {
        match (self.sound_claim_id, other.sound_claim_id) {
            (bell, Some(others)) => bell == Some(others),
            // An earlier version of the app, in another tab, stores none.
            (_, None) => !matches!(other.state, State::Running { .. }) || self.is_same_run(other),
        }
    }

    /// Whether both are in the same stretch of the same session, wherever it ends.
    fn is_same_run(&self, other: &Self) -> bool {
        match (&self.state, &other.state) {
            (State::Running { recording, .. }, State::Running { recording: others, .. }) => {
                recording.id == others.id && recording.segments.len() == others.segments.len()
            }
            _ => false,
        }
    }

    /// Whether storing either timer leaves the same, but for the moment at which it was last seen to run.
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
