//! Which tab rings (SPEC T27). Of several tabs the one in which the timer was last started has the bell: it loops the sound,
//! calls the end and records it. The others follow, and one of them steps in where the bell does not ring: its tab may be
//! frozen, or gone. Before it does, it stores a claim and waits until every other tab has either read that claim or reported an
//! end of its own: messages between tabs take time, and a tab that opens just then finds the deadline passed as well.

use super::TimerStep;
use super::machine::{State, Timer};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step, UiEffect};
use crate::protocol::time::Timestamp;

/// The least that a tab without the bell waits after the deadline, in milliseconds: longer than a page that is kept back in the
/// background takes to ring and say so.
const MIN_TAKEOVER_DELAY_MS: i64 = 3_000;

/// How much longer it may wait, in milliseconds. Chance decides, so that of several such tabs one is the first.
const TAKEOVER_JITTER_MS: u64 = 1_750;

/// How long a tab waits after it has stored its claim before it calls the end, in milliseconds: longer than three messages between
/// tabs take.
const CLAIM_SETTLE_MS: i64 = 250;

/// How long the other tabs leave the end to a tab that has claimed it, in milliseconds: longer than it takes to call the end, so
/// a claim that is older comes from a tab that is frozen or closed.
const CLAIM_TTL_MS: i64 = 1_000;

/// What a tab does about a deadline that has passed.
pub(super) enum DeadlineAction {
    /// Leaves the end to another tab for now.
    Wait,
    /// Tells the other tabs that it is about to call the end.
    Claim,
    /// Calls the end.
    End,
}

impl Timer {
    /// Takes the bell into this tab. Must be called before the timer is stored: the new identifier tells the tab that had the bell,
    /// also where there are no Web Locks.
    pub(super) fn claim_sound(&mut self, env: &Env) -> IoEffect {
        (self.is_sound_owner, self.sound_claim_id) = (true, Some(env.new_id()));
        IoEffect::AcquireSoundLock
    }

    /// This tab has the bell from now on, or has it no more.
    pub(super) fn set_sound_owner(&mut self, is_sound_owner: bool) -> TimerStep {
        let had = std::mem::replace(&mut self.is_sound_owner, is_sound_owner);
        let mut step = Step::default();
        if had != is_sound_owner
            && let State::Running { run, .. } = &self.state
        {
            // At 0:00 it is too late to begin.
            let sound = self.looped_sound().filter(|_| run.takeover_at.is_none());
            step.ui_effects.push(sound.unwrap_or(UiEffect::StopSounds));
        }
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Decides what this tab does now that the deadline has passed.
    pub(super) fn action_at_deadline(&mut self, env: &Env) -> DeadlineAction {
        let ends_at_once = self.is_sound_owner && !self.is_end_claimed_elsewhere(env.now);
        let State::Running { run, .. } = &mut self.state else { return DeadlineAction::Wait };
        match run.takeover_at {
            Some(until) if env.monotonic_ms < until => DeadlineAction::Wait,
            Some(_) if run.has_claimed_end_phase => DeadlineAction::End,
            Some(_) => DeadlineAction::Claim,
            None if ends_at_once => DeadlineAction::End,
            None => {
                let delay = MIN_TAKEOVER_DELAY_MS + (env.random() % TAKEOVER_JITTER_MS) as i64;
                run.takeover_at = Some(env.monotonic_ms.saturating_add(delay));
                DeadlineAction::Wait
            }
        }
    }

    /// Stores a claim to call the end: a new identifier of the bell. Of two claims the one stored last counts, because the tab that
    /// made the other one reads it and follows. The time of the last change stays, so a claim never undoes an end.
    pub(super) fn claim_end(&mut self, env: &Env) -> TimerStep {
        self.sound_claim_id = Some(env.new_id());
        if let State::Running { run, .. } = &mut self.state {
            run.has_claimed_end_phase = true;
            run.takeover_at = Some(env.monotonic_ms.saturating_add(CLAIM_SETTLE_MS));
        }
        let mut step = self.redraw();
        step.io_effects.extend(self.end_alarm());
        step.io_effects.extend(self.store_state_and_session());
        TimerStep { step, recorded_sessions: vec![] }
    }

    /// Whether another tab is just about to call the end: the bell was identified anew after the deadline, a moment ago.
    pub(super) fn is_end_claimed_elsewhere(&self, now: Timestamp) -> bool {
        let (State::Running { run, .. }, Some(bell)) = (&self.state, self.sound_claim_id) else { return false };
        let claimed_at = i64::try_from(bell.milliseconds()).unwrap_or(i64::MAX);
        let is_recent = (0..CLAIM_TTL_MS).contains(&now.millis().saturating_sub(claimed_at));
        is_recent && claimed_at >= run.ends_at.millis() && !run.has_claimed_end_phase
    }
}
