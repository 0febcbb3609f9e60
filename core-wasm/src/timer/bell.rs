//! Which tab rings (SPEC T27). Of several tabs the one in which the timer was last started has the bell: it loops the sound,
//! calls the end and records it. The others follow, and one of them steps in where the bell does not ring: its tab may be
//! frozen, or gone.

use super::TimerStep;
use super::machine::{State, Timer};
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step, UiEffect};

/// The least that a tab without the bell waits after the deadline, in milliseconds: longer than a page that is kept back in the
/// background takes to ring and say so.
const LEAST_PATIENCE: i64 = 3_000;

/// How much longer it may wait, in milliseconds. Chance decides, so that of several such tabs one is the first.
const MORE_PATIENCE: u64 = 2_000;

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

    /// The deadline has passed. Whether this tab calls the end now, or waits for the tab that has the bell.
    pub(super) fn calls_end(&mut self, env: &Env) -> bool {
        let rings = self.rings;
        let State::Running { run, .. } = &mut self.state else { return false };
        match run.waits_until {
            Some(until) => env.uptime >= until,
            None if rings => true,
            None => {
                let patience = LEAST_PATIENCE + (env.random() % MORE_PATIENCE) as i64;
                run.waits_until = Some(env.uptime.saturating_add(patience));
                false
            }
        }
    }
}
