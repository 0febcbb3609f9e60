//! The stretch of a phase that is running, and its deadline.

use super::recording::{Recording, minus_millis};
use crate::env::Env;
use crate::protocol::time::Timestamp;

/// How far the device's clock may fall behind the one that nobody sets, in milliseconds, before it counts as set back. Both are
/// read at slightly different moments, and the device's clock is slowed down a little when it is ahead.
const CLOCK_DRIFT_MS: i64 = 1_000;

/// Two ticks that lie further apart than this, in milliseconds, were slept between: an alarm that was set before may go off late.
const SLEEP_THRESHOLD_MS: i64 = 5_000;

/// The stretch that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RunningSegment {
    /// When it began.
    pub(super) since: Timestamp,
    /// The person's offset from UTC at that moment, in minutes.
    pub(super) utc_offset: i32,
    /// The deadline.
    pub(super) ends_at: Timestamp,
    /// The moment that is showing.
    pub(super) last_tick: Timestamp,
    /// The same by the clock that nobody sets.
    pub(super) last_tick_monotonic_ms: i64,
    /// The moment that was showing before: where the timer was last seen to run, once it has ended.
    pub(super) previous_tick: Timestamp,
    /// The moment that is stored as seen.
    pub(super) stored_last_seen: Timestamp,
    /// Until when, by the clock that nobody sets, this tab waits for the one that rings. `None` before the end.
    pub(super) takeover_at: Option<i64>,
    /// Whether this tab has stored a claim to call the end. It calls the end when that wait is over.
    pub(super) has_claimed_end_phase: bool,
    /// Whether it has moved back with the clock and that is not stored yet.
    pub(super) is_shift_unsaved: bool,
}

/// What a look at the clocks has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ClockObservation {
    /// The clock was set back, and what is recorded has moved back with it.
    pub(super) was_set_back: bool,
    /// Nobody looked for a while.
    pub(super) was_asleep: bool,
}

impl RunningSegment {
    /// A stretch that begins now and lasts so many milliseconds.
    pub(super) fn new(env: &Env, remaining_ms: i64) -> Self {
        Self {
            since: env.now,
            utc_offset: env.utc_offset,
            ends_at: Timestamp::from_millis(env.now.millis() + remaining_ms),
            last_tick: env.now,
            last_tick_monotonic_ms: env.monotonic_ms,
            previous_tick: env.now,
            stored_last_seen: env.now,
            takeover_at: None,
            has_claimed_end_phase: false,
            is_shift_unsaved: false,
        }
    }

    /// What is left at the moment that is showing, in milliseconds.
    pub(super) fn remaining_ms(&self) -> i64 {
        (self.ends_at.millis() - self.last_tick.millis()).max(0)
    }

    /// Moves on to a moment. Where the clock was set back (it shows less than before, or less than the clock that nobody sets
    /// allows), everything moves back with it, so that neither what has passed nor what is left is lost.
    pub(super) fn observe_clock(&mut self, env: &Env, recording: &mut Recording) -> ClockObservation {
        let passed = env.monotonic_ms.saturating_sub(self.last_tick_monotonic_ms).max(0);
        let set_back = self.last_tick.millis().saturating_add(passed).saturating_sub(env.now.millis());
        let was_set_back = env.now < self.last_tick || set_back > CLOCK_DRIFT_MS;
        let was_asleep = passed.max(env.now.millis() - self.last_tick.millis()) > SLEEP_THRESHOLD_MS;
        if was_set_back {
            for moment in [&mut self.since, &mut self.ends_at, &mut self.last_tick, &mut self.stored_last_seen] {
                *moment = minus_millis(*moment, set_back);
            }
            recording.shift_back(set_back);
        }
        self.is_shift_unsaved |= was_set_back;
        // Other tabs date the claim by the clock, so after a change of the clock it has to be stored again.
        self.has_claimed_end_phase &= !was_set_back;
        (self.previous_tick, self.last_tick, self.last_tick_monotonic_ms) = (self.last_tick, env.now, env.monotonic_ms);
        ClockObservation { was_set_back, was_asleep }
    }

    /// Where the timer was last seen to run, before the end or at it.
    pub(super) fn last_seen_running(&self) -> Timestamp {
        self.previous_tick.max(self.stored_last_seen).min(self.ends_at)
    }

    /// The recording with this stretch up to a moment.
    pub(super) fn with_current_segment(&self, recording: &Recording, until: Timestamp) -> Recording {
        let mut recording = recording.clone();
        recording.add(self.since, until, self.utc_offset);
        recording
    }

    /// Milliseconds until the displayed second changes, or until the end is called where 0:00 is showing already.
    pub(super) fn ms_until_redraw(&self) -> u32 {
        match self.remaining_ms() {
            0 => self.ms_until_deadline(),
            remaining_ms => ((remaining_ms - 1) % 1_000 + 1) as u32,
        }
    }

    /// Milliseconds until the deadline, or until the end is called where it has passed.
    pub(super) fn ms_until_deadline(&self) -> u32 {
        let after = match (self.remaining_ms(), self.takeover_at) {
            (0, Some(until)) => until.saturating_sub(self.last_tick_monotonic_ms).max(1),
            (remaining_ms, _) => remaining_ms.max(1),
        };
        u32::try_from(after).unwrap_or(u32::MAX)
    }
}
