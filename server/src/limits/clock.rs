//! The time that limits go by.

use core_wasm::protocol::time::Timestamp;
use governor::clock::Clock;
use governor::nanos::Nanos;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest step that counts as one, far beyond every limit: a clock that was set right may leap by years.
const LONGEST_STEP: Duration = Duration::from_secs(24 * 60 * 60);

/// The time since the server started, as it is told with each question. A clock that is set back stands still for that moment
/// only, and locks nobody out until it has caught up. Clones are the same clock.
#[derive(Clone, Default)]
pub(super) struct ToldClock(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    last: Option<Timestamp>,
    passed: Duration,
}

impl ToldClock {
    /// Takes note that it is now this time by the server's clock.
    pub(super) fn tell(&self, now: Timestamp) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let step = told.last.map_or(0, |last| now.millis().saturating_sub(last.millis()).max(0));
        told.passed += Duration::from_millis(step.unsigned_abs()).min(LONGEST_STEP);
        told.last = Some(now);
    }

    /// The time since the first that was told.
    pub(super) fn passed(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).passed
    }
}

impl Clock for ToldClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.passed().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_from_wherever_the_servers_clock_is_set_to() {
        let clock = ToldClock::default();
        let mut passed = Vec::new();
        for now in [5_000_000, 5_001_000, 1_000, 1_500, i64::MAX, 7_000, 7_500] {
            clock.tell(Timestamp::from_millis(now));
            passed.push(clock.passed());
        }
        let milliseconds = |number| Duration::from_millis(number);
        let leapt = LONGEST_STEP + milliseconds(1_500);
        assert_eq!(
            passed,
            [0, 1_000, 1_000, 1_500]
                .map(milliseconds)
                .into_iter()
                .chain([leapt, leapt, leapt + milliseconds(500)])
                .collect::<Vec<_>>()
        );
    }
}
