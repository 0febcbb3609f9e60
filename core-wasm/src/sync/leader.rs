//! Watches the tab that sends and rings for all tabs of a browser. A visible tab with something at stake asks the leader for a sign
//! of life, and takes its lock over where none comes (SPEC Y32). Only such a tab sets an alarm, so idle tabs are not woken.

use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::peer::PeerMessage;

/// How long the leader may be silent before it is asked for a sign of life.
const LEADER_SILENCE_MS: u32 = 20_000;
/// How long the leader has for the answer. By chance up to [`PONG_TIMEOUT_JITTER_MS`] more, so that of several tabs one takes over first.
const PONG_TIMEOUT_MS: u32 = 8_000;
const PONG_TIMEOUT_JITTER_MS: u64 = 2_000;
/// An alarm that is later than this means that this tab was suspended itself: the answer may still wait to be delivered.
const LATE_ALARM_MS: i64 = 5_000;
/// A tab that took nothing in for this long may have been suspended, and another may have taken over meanwhile.
const SUSPENDED_AFTER_MS: i64 = 20_000;

/// What a follower waits for.
#[derive(Debug, Clone, Copy)]
struct LeaderDeadline {
    /// The uptime at which the wait ends, in milliseconds.
    expires_at_ms: i64,
    /// Whether the leader was asked for a sign of life.
    is_pinged: bool,
}

/// One tab's view of the leader.
#[derive(Debug, Default)]
pub struct LeaderWatch {
    is_hidden: bool,
    /// `None` while nothing depends on the leader.
    wait: Option<LeaderDeadline>,
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
        let before = self.last_input.replace(env.monotonic_ms);
        (self.has_peers || has_unsent) && before.is_some_and(|before| env.monotonic_ms - before > SUSPENDED_AFTER_MS)
    }

    /// The page was hidden or shown: a hidden tab never takes over.
    pub fn set_hidden(&mut self, is_hidden: bool) {
        self.is_hidden = is_hidden;
    }

    /// Starts or stops to watch the leader. `is_at_stake` says whether this tab follows and has something that only the leader does.
    pub fn set_watching(&mut self, depends_on_leader: bool, env: &Env, ctx: &mut Context) {
        match (depends_on_leader && !self.is_hidden, self.wait) {
            (true, None) => self.set_deadline(LEADER_SILENCE_MS, false, env, ctx),
            (false, Some(_)) => {
                self.wait = None;
                ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Leader });
            }
            _ => {}
        }
    }

    /// The leader has done something, or says that it is there.
    pub fn on_leader_activity(&mut self, env: &Env, ctx: &mut Context) {
        if self.wait.is_some() {
            self.set_deadline(LEADER_SILENCE_MS, false, env, ctx);
        }
    }

    /// The wait is over: asks the leader, or takes over from one that has not answered.
    pub fn on_alarm(&mut self, ping: PeerMessage, env: &Env, ctx: &mut Context) {
        let Some(deadline) = self.wait else { return };
        if deadline.is_pinged && env.monotonic_ms - deadline.expires_at_ms <= LATE_ALARM_MS {
            ctx.step.io_effects.push(IoEffect::AcquireLead);
            self.set_deadline(LEADER_SILENCE_MS, false, env, ctx);
        } else {
            ctx.broadcasts.push(ping);
            let jitter = u32::try_from(env.random() % PONG_TIMEOUT_JITTER_MS).unwrap_or_default();
            self.set_deadline(PONG_TIMEOUT_MS + jitter, true, env, ctx);
        }
    }

    fn set_deadline(&mut self, after: u32, is_pinged: bool, env: &Env, ctx: &mut Context) {
        self.wait = Some(LeaderDeadline { expires_at_ms: env.monotonic_ms + i64::from(after), is_pinged });
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Leader, after });
    }
}
