//! The monotonic clock of the rate limits.

use core_wasm::protocol::time::Timestamp;
use governor::clock::Clock;
use governor::nanos::Nanos;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The maximum step of the clock, far longer than any rate limit window, because corrections of the system clock may be
/// years.
const MAX_STEP: Duration = Duration::from_secs(24 * 60 * 60);

/// The time since the server started, advanced by the times of requests. If the system clock is set back, this clock
/// stops only for that one step, so nobody is locked out until the system clock catches up. Clones share the state.
#[derive(Clone, Default)]
pub(super) struct MonotonicClock(Arc<Mutex<ClockState>>);

#[derive(Default)]
struct ClockState {
    last: Option<Timestamp>,
    elapsed: Duration,
}

impl MonotonicClock {
    /// Advances the clock to a time of the system clock.
    pub(super) fn advance_to(&self, now: Timestamp) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let step = state.last.map_or(0, |last| now.millis().saturating_sub(last.millis()).max(0));
        state.elapsed += Duration::from_millis(step.unsigned_abs()).min(MAX_STEP);
        state.last = Some(now);
    }

    /// Returns the time since the first call of [`Self::advance_to`].
    pub(super) fn elapsed(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed
    }
}

impl Clock for MonotonicClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.elapsed().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_is_monotonic_when_the_system_clock_jumps() {
        let clock = MonotonicClock::default();
        let mut elapsed = Vec::new();
        for now in [5_000_000, 5_001_000, 1_000, 1_500, i64::MAX, 7_000, 7_500] {
            clock.advance_to(Timestamp::from_millis(now));
            elapsed.push(clock.elapsed());
        }
        let milliseconds = |number| Duration::from_millis(number);
        let leapt = MAX_STEP + milliseconds(1_500);
        assert_eq!(
            elapsed,
            [0, 1_000, 1_000, 1_500]
                .map(milliseconds)
                .into_iter()
                .chain([leapt, leapt, leapt + milliseconds(500)])
                .collect::<Vec<_>>()
        );
    }
}
