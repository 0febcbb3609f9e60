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
const LEAST_PATIENCE: i64 = 3_000;

/// How much longer it may wait, in milliseconds. Chance decides, so that of several such tabs one is the first.
const MORE_PATIENCE: u64 = 1_750;

/// How long a tab waits after it has stored its claim before it calls the end, in milliseconds: longer than three messages between
/// tabs take.
const CLAIM_HOLD: i64 = 250;

/// How long the other tabs leave the end to a tab that has claimed it, in milliseconds: longer than it takes to call the end, so
/// a claim that is older comes from a tab that is frozen or closed.
const CLAIM_TTL: i64 = 1_000;

/// What a tab does about a deadline that has passed.
pub(super) enum AtDeadline {
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
    pub(super) fn take_bell(&mut self, env: &Env) -> IoEffect {
        (self.rings, self.bell) = (true, Some(env.new_id()));
        IoEffect::TakeBell
    }

    /// This tab has the bell from now on, or has it no more.
    pub(super) fn ring(&mut self, rings: bool) -> TimerStep {
        let had = std::mem::replace(&mut self.rings, rings);
        let mut step = Step::default();
        if had != rings
            && let State::Running { run, .. } = &self.state
        {
            // At 0:00 it is too late to begin.
            let sound = self.sound().filter(|_| run.waits_until.is_none());
            step.ui.push(sound.unwrap_or(UiEffect::StopSounds));
        }
        TimerStep { step, finished: vec![] }
    }

    /// Decides what this tab does now that the deadline has passed.
    pub(super) fn at_deadline(&mut self, env: &Env) -> AtDeadline {
        let ends_at_once = self.rings && !self.is_end_claimed_elsewhere(env.now);
        let State::Running { run, .. } = &mut self.state else { return AtDeadline::Wait };
        match run.waits_until {
            Some(until) if env.uptime < until => AtDeadline::Wait,
            Some(_) if run.has_claimed_end => AtDeadline::End,
            Some(_) => AtDeadline::Claim,
            None if ends_at_once => AtDeadline::End,
            None => {
                let patience = LEAST_PATIENCE + (env.random() % MORE_PATIENCE) as i64;
                run.waits_until = Some(env.uptime.saturating_add(patience));
                AtDeadline::Wait
            }
        }
    }

    /// Stores a claim to call the end: a new identifier of the bell. Of two claims the one stored last counts, because the tab that
    /// made the other one reads it and follows. The time of the last change stays, so a claim never undoes an end.
    pub(super) fn claim_end(&mut self, env: &Env) -> TimerStep {
        self.bell = Some(env.new_id());
        if let State::Running { run, .. } = &mut self.state {
            run.has_claimed_end = true;
            run.waits_until = Some(env.uptime.saturating_add(CLAIM_HOLD));
        }
        let mut step = self.drawn();
        step.io.extend(self.end_alarm());
        step.io.extend(self.store_texts());
        TimerStep { step, finished: vec![] }
    }

    /// Whether another tab is just about to call the end: the bell was identified anew after the deadline, a moment ago.
    pub(super) fn is_end_claimed_elsewhere(&self, now: Timestamp) -> bool {
        let (State::Running { run, .. }, Some(bell)) = (&self.state, self.bell) else { return false };
        let claimed_at = i64::try_from(bell.milliseconds()).unwrap_or(i64::MAX);
        let is_recent = (0..CLAIM_TTL).contains(&now.millis().saturating_sub(claimed_at));
        is_recent && claimed_at >= run.ends_at.millis() && !run.has_claimed_end
    }
}
