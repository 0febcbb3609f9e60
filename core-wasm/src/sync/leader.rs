//! Monitors the leader, the one tab that sends the outbox and does similar work for all tabs of a browser. A visible
//! tab that depends on the leader pings it, and takes over its lock if there is no response (SPEC Y32). Only such a tab
//! sets an alarm, so idle tabs are not woken.

use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;

/// How long the leader may be silent before it is pinged, in milliseconds.
const LEADER_SILENCE_MS: u32 = 20_000;
/// How long to wait for the leader's pong. A random delay of up to [`PONG_TIMEOUT_JITTER_MS`] is added, so that only
/// one of several tabs takes over.
const PONG_TIMEOUT_MS: u32 = 8_000;
const PONG_TIMEOUT_JITTER_MS: u64 = 2_000;
/// If the alarm is later than this, in milliseconds, this tab itself was suspended and the pong may not have been
/// delivered yet.
const LATE_ALARM_MS: i64 = 5_000;
/// How often a leader is pinged because of the same entry and responds that it runs, but does not send the entry, before it
/// is replaced. It may run a version of the app that cannot read what this tab announces.
const MAX_PINGS_WITHOUT_PROGRESS: u32 = 2;
/// If a tab received no input for this long, in milliseconds, it may have been suspended and another tab may lead now.
const SUSPENDED_AFTER_MS: i64 = 20_000;

/// What a follower waits for. Times are on the monotonic clock, in milliseconds.
#[derive(Debug, Clone, Copy, Default)]
enum LeaderWait {
    /// Nothing: this tab does not depend on the leader.
    #[default]
    Inactive,
    /// Any activity of the leader.
    Quiet,
    /// The response to a ping.
    Pinged {
        /// When this tab takes over unless the leader has responded.
        until_ms: i64,
    },
}

/// A tab's monitoring of the leader.
#[derive(Debug, Default)]
pub(crate) struct LeaderWatch {
    is_hidden: bool,
    wait: LeaderWait,
    /// The entry because of which the leader was last pinged, and how often since it last said that it has the entry.
    pinged: (Option<Id>, u32),
    /// The time of the last input on the monotonic clock, in milliseconds.
    last_input: Option<i64>,
    /// Whether this tab has ever received a message of another tab.
    has_peers: bool,
}

impl LeaderWatch {
    /// Records an input. Returns whether this tab may have lost the lead while it was suspended, and has unsent changes
    /// or knows of other tabs.
    pub(crate) fn on_input(&mut self, is_from_peer: bool, has_unsent: bool, env: &Env) -> bool {
        self.has_peers |= is_from_peer;
        let before = self.last_input.replace(env.monotonic_ms);
        (self.has_peers || has_unsent) && before.is_some_and(|before| env.monotonic_ms - before > SUSPENDED_AFTER_MS)
    }

    /// Sets whether the page is hidden. A hidden tab never takes over.
    pub(crate) fn set_hidden(&mut self, is_hidden: bool) {
        self.is_hidden = is_hidden;
    }

    /// Returns whether the page is hidden.
    pub(crate) fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Starts or stops monitoring. `depends_on_leader` is true for a follower that waits for something only the leader
    /// does.
    pub(crate) fn set_watching(&mut self, depends_on_leader: bool, ctx: &mut Context) {
        match (depends_on_leader && !self.is_hidden, self.wait) {
            (true, LeaderWait::Inactive) => self.wait_for_activity(ctx),
            (false, LeaderWait::Quiet | LeaderWait::Pinged { .. }) => {
                self.wait = LeaderWait::Inactive;
                ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Leader });
            }
            _ => {}
        }
    }

    /// Handles the leader's response that it has the entry that waits.
    pub(crate) fn on_pong(&mut self, ctx: &mut Context) {
        self.pinged = (None, 0);
        self.on_leader_activity(ctx);
    }

    /// Restarts the wait after any message that shows that the leader is active.
    pub(crate) fn on_leader_activity(&mut self, ctx: &mut Context) {
        if !matches!(self.wait, LeaderWait::Inactive) {
            self.wait_for_activity(ctx);
        }
    }

    /// Handles the end of the wait: pings the leader, or takes over from a leader that has not answered. `entry_id` is the
    /// entry that waits.
    pub(crate) fn on_alarm(&mut self, account: Id, entry_id: Option<Id>, env: &Env, ctx: &mut Context) {
        match self.wait {
            LeaderWait::Inactive => {}
            LeaderWait::Pinged { until_ms } if env.monotonic_ms - until_ms <= LATE_ALARM_MS => self.take_over(ctx),
            LeaderWait::Quiet if entry_id.is_some() && self.pinged == (entry_id, MAX_PINGS_WITHOUT_PROGRESS) => {
                self.take_over(ctx);
            }
            LeaderWait::Quiet | LeaderWait::Pinged { .. } => {
                let (pinged_for, count) = self.pinged;
                self.pinged = (entry_id, if pinged_for == entry_id { count + 1 } else { 1 });
                ctx.broadcast(&PeerMessage::PingLeader { account, entry_id });
                let jitter = u32::try_from(env.random() % PONG_TIMEOUT_JITTER_MS).unwrap_or_default();
                let after = PONG_TIMEOUT_MS + jitter;
                self.wait = LeaderWait::Pinged { until_ms: env.monotonic_ms + i64::from(after) };
                ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Leader, after });
            }
        }
    }

    fn take_over(&mut self, ctx: &mut Context) {
        self.pinged = (None, 0);
        ctx.step.io_effects.push(IoEffect::AcquireLead);
        self.wait_for_activity(ctx);
    }

    fn wait_for_activity(&mut self, ctx: &mut Context) {
        self.wait = LeaderWait::Quiet;
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Leader, after: LEADER_SILENCE_MS });
    }
}
