//! Watches the tab that sends and rings for all tabs of a browser. A visible tab with something at stake asks the leader for a sign
//! of life, and takes its lock over where none comes (SPEC Y32). Only such a tab sets an alarm, so idle tabs are not woken.

use crate::call::Turn;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::peer::PeerMessage;

/// How long the leader may be silent before it is asked for a sign of life.
const QUIET_MILLISECONDS: u32 = 20_000;
/// How long the leader has for the answer. By chance up to [`SPREAD_MILLISECONDS`] more, so that of several tabs one takes over first.
const ANSWER_MILLISECONDS: u32 = 8_000;
const SPREAD_MILLISECONDS: u64 = 2_000;
/// An alarm that is later than this means that this tab was suspended itself: the answer may still wait to be delivered.
const LATE_MILLISECONDS: i64 = 5_000;
/// A tab that took nothing in for this long may have been suspended, and another may have taken over meanwhile.
const SUSPENDED_AFTER_MILLISECONDS: i64 = 20_000;

/// What a follower waits for.
#[derive(Debug, Clone, Copy)]
struct Wait {
    /// The uptime at which the wait ends, in milliseconds.
    until: i64,
    /// Whether the leader was asked for a sign of life.
    is_asked: bool,
}

/// One tab's view of the leader.
#[derive(Debug, Default)]
pub struct LeaderWatch {
    is_hidden: bool,
    /// `None` while nothing depends on the leader.
    wait: Option<Wait>,
    /// The uptime of the last input, in milliseconds.
    last_input: Option<i64>,
    /// Whether another tab was ever heard of.
    has_peers: bool,
}

impl LeaderWatch {
    /// Takes note of an input, from another tab or not. Returns whether this tab may have lost the lead before it, unnoticed, and
    /// whether that matters: it has something to send, or knows of other tabs.
    pub fn on_input(&mut self, is_from_peer: bool, has_unsent: bool, env: &Env) -> bool {
        self.has_peers |= is_from_peer;
        let before = self.last_input.replace(env.uptime);
        (self.has_peers || has_unsent)
            && before.is_some_and(|before| env.uptime - before > SUSPENDED_AFTER_MILLISECONDS)
    }

    /// The page was hidden or shown: a hidden tab never takes over.
    pub fn set_hidden(&mut self, is_hidden: bool) {
        self.is_hidden = is_hidden;
    }

    /// Starts or stops to watch the leader. `is_at_stake` says whether this tab follows and has something that only the leader does.
    pub fn follow(&mut self, is_at_stake: bool, env: &Env, turn: &mut Turn) {
        match (is_at_stake && !self.is_hidden, self.wait) {
            (true, None) => self.wait_for(QUIET_MILLISECONDS, false, env, turn),
            (false, Some(_)) => {
                self.wait = None;
                turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Leader });
            }
            _ => {}
        }
    }

    /// The leader has done something, or says that it is there.
    pub fn on_progress(&mut self, env: &Env, turn: &mut Turn) {
        if self.wait.is_some() {
            self.wait_for(QUIET_MILLISECONDS, false, env, turn);
        }
    }

    /// The wait is over: asks the leader, or takes over from one that has not answered.
    pub fn on_alarm(&mut self, question: PeerMessage, env: &Env, turn: &mut Turn) {
        let Some(wait) = self.wait else { return };
        if wait.is_asked && env.uptime - wait.until <= LATE_MILLISECONDS {
            turn.step.io.push(IoEffect::TakeLead);
            self.wait_for(QUIET_MILLISECONDS, false, env, turn);
        } else {
            turn.told.push(question);
            let spread = u32::try_from(env.random() % SPREAD_MILLISECONDS).unwrap_or_default();
            self.wait_for(ANSWER_MILLISECONDS + spread, true, env, turn);
        }
    }

    fn wait_for(&mut self, after: u32, is_asked: bool, env: &Env, turn: &mut Turn) {
        self.wait = Some(Wait { until: env.uptime + i64::from(after), is_asked });
        turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Leader, after });
    }
}
