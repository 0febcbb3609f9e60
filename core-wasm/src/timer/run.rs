//! The stretch of a phase that is running, and its deadline.

use super::recording::{Recording, earlier};
use crate::env::Env;
use crate::protocol::time::Timestamp;

/// How far the device's clock may fall behind the one that nobody sets, in milliseconds, before it counts as set back. Both are
/// read at slightly different moments, and the device's clock is slowed down a little when it is ahead.
const DRIFT: i64 = 1_000;

/// Two ticks that lie further apart than this, in milliseconds, were slept between: an alarm that was set before may go off late.
const AWAKE: i64 = 5_000;

/// The stretch that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// When it began.
    pub(super) since: Timestamp,
    /// The person's offset from UTC at that moment, in minutes.
    pub(super) utc_offset: i32,
    /// The deadline.
    pub(super) ends_at: Timestamp,
    /// The moment that is showing.
    pub(super) seen: Timestamp,
    /// The same by the clock that nobody sets.
    pub(super) seen_uptime: i64,
    /// The moment that was showing before: where the timer was last seen to run, once it has ended.
    pub(super) seen_before: Timestamp,
    /// The moment that is stored as seen.
    pub(super) seen_stored: Timestamp,
    /// Until when, by the clock that nobody sets, this tab waits for the one that rings. `None` before the end.
    pub(super) waits_until: Option<i64>,
    /// Whether this tab has stored a claim to call the end. It calls the end when that wait is over.
    pub(super) has_claimed_end: bool,
    /// Whether it has moved back with the clock and that is not stored yet.
    pub(super) is_moved: bool,
}

/// What a look at the clocks has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    /// The clock was set back, and what is recorded has moved back with it.
    pub(super) moved: bool,
    /// Nobody looked for a while.
    pub(super) slept: bool,
}

impl Run {
    /// A stretch that begins now and lasts so many milliseconds.
    pub(super) fn new(env: &Env, left: i64) -> Self {
        Self {
            since: env.now,
            utc_offset: env.utc_offset,
            ends_at: Timestamp::from_millis(env.now.millis() + left),
            seen: env.now,
            seen_uptime: env.uptime,
            seen_before: env.now,
            seen_stored: env.now,
            waits_until: None,
            has_claimed_end: false,
            is_moved: false,
        }
    }

    /// What is left at the moment that is showing, in milliseconds.
    pub(super) fn left(&self) -> i64 {
        (self.ends_at.millis() - self.seen.millis()).max(0)
    }

    /// Moves on to a moment. Where the clock was set back (it shows less than before, or less than the clock that nobody sets
    /// allows), everything moves back with it, so that neither what has passed nor what is left is lost.
    pub(super) fn see(&mut self, env: &Env, recording: &mut Recording) -> Seen {
        let passed = env.uptime.saturating_sub(self.seen_uptime).max(0);
        let set_back = self.seen.millis().saturating_add(passed).saturating_sub(env.now.millis());
        let moved = env.now < self.seen || set_back > DRIFT;
        let slept = passed.max(env.now.millis() - self.seen.millis()) > AWAKE;
        if moved {
            for moment in [&mut self.since, &mut self.ends_at, &mut self.seen, &mut self.seen_stored] {
                *moment = earlier(*moment, set_back);
            }
            recording.move_back(set_back);
        }
        self.is_moved |= moved;
        // Other tabs date the claim by the clock, so after a change of the clock it has to be stored again.
        self.has_claimed_end &= !moved;
        (self.seen_before, self.seen, self.seen_uptime) = (self.seen, env.now, env.uptime);
        Seen { moved, slept }
    }

    /// Where the timer was last seen to run, before the end or at it.
    pub(super) fn last_seen(&self) -> Timestamp {
        self.seen_before.max(self.seen_stored).min(self.ends_at)
    }

    /// The recording with this stretch up to a moment.
    pub(super) fn recorded(&self, recording: &Recording, until: Timestamp) -> Recording {
        let mut recording = recording.clone();
        recording.add(self.since, until, self.utc_offset);
        recording
    }

    /// Milliseconds until the displayed second changes, or until the end is called where 0:00 is showing already.
    pub(super) fn next_change(&self) -> u32 {
        match self.left() {
            0 => self.end(),
            left => ((left - 1) % 1_000 + 1) as u32,
        }
    }

    /// Milliseconds until the deadline, or until the end is called where it has passed.
    pub(super) fn end(&self) -> u32 {
        let after = match (self.left(), self.waits_until) {
            (0, Some(until)) => until.saturating_sub(self.seen_uptime).max(1),
            (left, _) => left.max(1),
        };
        u32::try_from(after).unwrap_or(u32::MAX)
    }
}
