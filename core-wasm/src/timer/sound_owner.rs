//! The sound owner: the one tab of a browser that loops the sound, ends the phases and records them (SPEC T27). It is
//! the tab in which the timer was last started.
//!
//! The other tabs sync from the storage. If the sound owner does not end a phase, because its tab is frozen or closed,
//! another tab takes over. Before it does, it stores a claim and waits until every other tab has either read the claim
//! or reported that it has ended the phase: messages between tabs take time, and a tab that opens at that moment also
//! finds that the deadline has passed.

use super::TimerStep;
use super::machine::{State, Timer};
use super::run::Takeover;
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step, UiEffect};
use crate::protocol::time::Timestamp;

/// Minimum time that another tab waits after the deadline before it takes over, in milliseconds. It is longer than a
/// throttled background page takes to end the phase and report it.
const MIN_TAKEOVER_DELAY_MS: i64 = 3_000;

/// Maximum random addition to that time, in milliseconds, so that of several waiting tabs one is first.
const TAKEOVER_JITTER_MS: u64 = 1_750;

/// The delay between storing a claim and ending the phase, in milliseconds. It is longer than three messages between
/// tabs take.
const CLAIM_SETTLE_MS: i64 = 250;

/// How long other tabs respect a claim, in milliseconds. Ending a phase takes less time, so an older claim comes from a
/// tab that is frozen or closed.
const CLAIM_TTL_MS: i64 = 1_000;

/// The action of a tab after the deadline.
pub(super) enum DeadlineAction {
    /// Wait for another tab to end the phase.
    Wait,
    /// Announce to the other tabs that this tab is about to end the phase.
    Claim,
    /// End the phase.
    End,
}

impl Timer {
    /// Makes this tab the sound owner. Must be called before the timer is stored: the new claim id notifies the
    /// previous owner, also in browsers without Web Locks.
    pub(super) fn claim_sound(&mut self, env: &Env) -> IoEffect {
        (self.is_sound_owner, self.sound_claim_id) = (true, Some(env.new_id()));
        IoEffect::AcquireSoundLock
    }

    /// Sets whether this tab is the sound owner.
    pub(super) fn set_sound_owner(&mut self, is_sound_owner: bool) -> TimerStep {
        let had = std::mem::replace(&mut self.is_sound_owner, is_sound_owner);
        let mut step = Step::default();
        if had != is_sound_owner
            && let State::Running { run, .. } = &self.state
        {
            // At 0:00 the sound must not start any more.
            let sound = self.looped_sound().filter(|_| run.takeover == Takeover::NotDue);
            step.ui_effects.push(sound.unwrap_or(UiEffect::StopSounds));
        }
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Decides what this tab does after the deadline.
    pub(super) fn action_at_deadline(&mut self, env: &Env) -> DeadlineAction {
        let ends_at_once = self.is_sound_owner && !self.is_end_claimed_elsewhere(env.now);
        let State::Running { run, .. } = &mut self.state else { return DeadlineAction::Wait };
        match run.takeover {
            Takeover::Waiting { until_ms } | Takeover::Claimed { until_ms } if env.monotonic_ms < until_ms => {
                DeadlineAction::Wait
            }
            Takeover::Claimed { .. } => DeadlineAction::End,
            Takeover::Waiting { .. } => DeadlineAction::Claim,
            Takeover::NotDue if ends_at_once => DeadlineAction::End,
            Takeover::NotDue => {
                let delay = MIN_TAKEOVER_DELAY_MS + (env.random() % TAKEOVER_JITTER_MS) as i64;
                run.takeover = Takeover::Waiting { until_ms: env.monotonic_ms.saturating_add(delay) };
                DeadlineAction::Wait
            }
        }
    }

    /// Stores a claim to end the phase: a new claim id. Of two claims the one stored last wins, because the other tab
    /// reads it and gives up its own. The time of the last change stays the same, so a claim never reverts an end.
    pub(super) fn claim_end(&mut self, env: &Env) -> TimerStep {
        self.sound_claim_id = Some(env.new_id());
        if let State::Running { run, .. } = &mut self.state {
            run.takeover = Takeover::Claimed { until_ms: env.monotonic_ms.saturating_add(CLAIM_SETTLE_MS) };
        }
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        step.io_effects.extend(self.store_state_and_session());
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Returns whether another tab is about to end the phase: it stored a claim after the deadline, less than
    /// [`CLAIM_TTL_MS`] ago.
    pub(super) fn is_end_claimed_elsewhere(&self, now: Timestamp) -> bool {
        let (State::Running { run, .. }, Some(bell)) = (&self.state, self.sound_claim_id) else { return false };
        let claimed_at = i64::try_from(bell.milliseconds()).unwrap_or(i64::MAX);
        let is_recent = (0..CLAIM_TTL_MS).contains(&now.millis().saturating_sub(claimed_at));
        is_recent && claimed_at >= run.ends_at.millis() && !matches!(run.takeover, Takeover::Claimed { .. })
    }
}
