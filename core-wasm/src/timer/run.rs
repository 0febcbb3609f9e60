//! The running segment of a phase and its deadline.

use super::recording::{Recording, minus_millis};
use crate::env::Env;
use crate::protocol::time::Timestamp;

/// How far the device's clock may fall behind the monotonic clock, in milliseconds, before it counts as set back. The
/// two clocks are read at slightly different moments, and time synchronization slows down a clock that is ahead.
const CLOCK_DRIFT_MS: i64 = 1_000;

/// Two ticks further apart than this, in milliseconds, mean that the device was asleep, so alarms may fire late.
const SLEEP_THRESHOLD_MS: i64 = 5_000;

/// The running segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RunningSegment {
    /// When the segment started.
    pub(super) since: Timestamp,
    /// The user's offset from UTC at the start, in minutes.
    pub(super) utc_offset: i32,
    /// The deadline.
    pub(super) ends_at: Timestamp,
    /// The time of the last tick, which is shown.
    pub(super) last_tick: Timestamp,
    /// The time of the last tick on the monotonic clock.
    pub(super) last_tick_monotonic_ms: i64,
    /// The time of the tick before. After the end of the phase it is when the timer was last seen running.
    pub(super) previous_tick: Timestamp,
    /// The stored time at which the timer was last seen running.
    pub(super) stored_last_seen: Timestamp,
    /// Whether this tab is about to end the phase instead of the sound owner.
    pub(super) takeover: Takeover,
    /// Whether the segment was shifted after a clock change and this is not stored yet.
    pub(super) is_shift_unsaved: bool,
}

/// How far a tab that is not the sound owner has come with ending the phase after its deadline. Times are on the
/// monotonic clock, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takeover {
    /// The deadline has not passed.
    NotDue,
    /// The sound owner has until then to end the phase.
    Waiting {
        /// When this tab claims the end.
        until_ms: i64,
    },
    /// This tab has stored a claim to end the phase.
    Claimed {
        /// When this tab ends the phase, unless another tab's claim is stored later.
        until_ms: i64,
    },
}

impl Takeover {
    /// Returns the time at which this tab acts, once the deadline has passed.
    pub(super) fn until_ms(self) -> Option<i64> {
        match self {
            Self::NotDue => None,
            Self::Waiting { until_ms } | Self::Claimed { until_ms } => Some(until_ms),
        }
    }
}

/// The result of reading the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ClockObservation {
    /// The clock was set back, and the recorded time was shifted with it.
    pub(super) was_set_back: bool,
    /// No tick arrived for a while, so the device was asleep.
    pub(super) was_asleep: bool,
}

impl RunningSegment {
    /// Creates a segment that starts now, with the given remaining time in milliseconds.
    pub(super) fn new(env: &Env, remaining_ms: i64) -> Self {
        Self {
            since: env.now,
            utc_offset: env.utc_offset,
            ends_at: Timestamp::from_millis(env.now.millis() + remaining_ms),
            last_tick: env.now,
            last_tick_monotonic_ms: env.monotonic_ms,
            previous_tick: env.now,
            stored_last_seen: env.now,
            takeover: Takeover::NotDue,
            is_shift_unsaved: false,
        }
    }

    /// Returns the remaining time at the last tick, in milliseconds.
    pub(super) fn remaining_ms(&self) -> i64 {
        (self.ends_at.millis() - self.last_tick.millis()).max(0)
    }

    /// Updates the current time. If the clock was set back (it shows less than before, or less than the monotonic clock
    /// allows), shifts the segments and the deadline by the same amount, so that neither elapsed nor remaining time is
    /// lost.
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
        // Other tabs compare the claim with the device's clock, so after a clock change it has to be stored again.
        if let (true, Takeover::Claimed { until_ms }) = (was_set_back, self.takeover) {
            self.takeover = Takeover::Waiting { until_ms };
        }
        (self.previous_tick, self.last_tick, self.last_tick_monotonic_ms) = (self.last_tick, env.now, env.monotonic_ms);
        ClockObservation { was_set_back, was_asleep }
    }

    /// Returns when the timer was last seen running, at the latest its deadline.
    pub(super) fn last_seen_running(&self) -> Timestamp {
        self.previous_tick.max(self.stored_last_seen).min(self.ends_at)
    }

    /// Returns the recording including this segment up to a moment.
    pub(super) fn with_current_segment(&self, recording: &Recording, until: Timestamp) -> Recording {
        let mut recording = recording.clone();
        recording.add(self.since, until, self.utc_offset);
        recording
    }

    /// Returns the milliseconds until the displayed second changes or, at 0:00, until this tab may end the phase.
    pub(super) fn ms_until_redraw(&self) -> u32 {
        match self.remaining_ms() {
            0 => self.ms_until_deadline(),
            remaining_ms => ((remaining_ms - 1) % 1_000 + 1) as u32,
        }
    }

    /// Returns the milliseconds until the deadline or, after it, until this tab may end the phase.
    pub(super) fn ms_until_deadline(&self) -> u32 {
        let after = match (self.remaining_ms(), self.takeover.until_ms()) {
            (0, Some(until)) => until.saturating_sub(self.last_tick_monotonic_ms).max(1),
            (remaining_ms, _) => remaining_ms.max(1),
        };
        u32::try_from(after).unwrap_or(u32::MAX)
    }
}
