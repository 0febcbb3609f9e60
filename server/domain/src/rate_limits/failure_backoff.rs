//! Backoff after wrong passwords: after ten failures, the delay before each further attempt doubles.

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, MAX_KEYS};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The number of failures without a delay.
const FREE_ATTEMPTS: u32 = 10;

/// The delay after the failure number [`FREE_ATTEMPTS`]; it doubles after each further failure.
const INITIAL_DELAY: Duration = Duration::from_secs(1);
const MAX_DELAY: Duration = Duration::from_secs(15 * 60);

/// How long failures count after the last one.
const FAILURE_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// The failures per key since the last success. Beyond [`MAX_KEYS`] those of the key that was unused for the longest
/// time are forgotten.
pub(super) struct FailureBackoff {
    clock: MonotonicClock,
    by_key: Cache<Key, Arc<Mutex<FailureCount>>>,
}

#[derive(Clone, Copy, Default)]
struct FailureCount {
    times: u32,
    last: Duration,
}

impl FailureCount {
    /// Returns the failures that still count.
    fn at(self, now: Duration) -> Self {
        if self.last + FAILURE_TTL > now { self } else { Self::default() }
    }

    /// Returns the remaining delay before the next attempt.
    fn remaining_delay(self, now: Duration) -> Option<Duration> {
        let doublings = self.times.checked_sub(FREE_ATTEMPTS)?;
        let delay = INITIAL_DELAY.saturating_mul(1_u32.checked_shl(doublings).unwrap_or(u32::MAX)).min(MAX_DELAY);
        (self.last + delay).checked_sub(now).filter(|remaining| !remaining.is_zero())
    }
}

impl FailureBackoff {
    /// Makes a backoff without failures.
    pub(super) fn new(clock: &MonotonicClock) -> Self {
        let by_key = Cache::builder().eviction_policy(EvictionPolicy::lru());
        let by_key = by_key.max_capacity(MAX_KEYS).time_to_idle(FAILURE_TTL).build();
        Self { clock: clock.clone(), by_key }
    }

    /// Checks whether an attempt is allowed now.
    ///
    /// # Errors
    /// Returns the remaining delay if it is not.
    pub(super) fn check(&self, key: Key) -> Result<(), Duration> {
        let Some(failures) = self.by_key.get(&key) else { return Ok(()) };
        let now = self.clock.elapsed();
        let failures = failures.lock().unwrap_or_else(PoisonError::into_inner).at(now);
        failures.remaining_delay(now).map_or(Ok(()), Err)
    }

    /// Starts an attempt and counts it as a failure until [`FailureBackoff::reset`] is called, so that concurrent
    /// attempts count too.
    ///
    /// # Errors
    /// Returns the remaining delay if no attempt is allowed now.
    pub(super) fn try_acquire(&self, key: Key) -> Result<(), Duration> {
        let now = self.clock.elapsed();
        let failures = self.by_key.get_with(key, Arc::default);
        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = failures.at(now);
        match counted.remaining_delay(now) {
            Some(wait) => Err(wait),
            None => {
                *failures = FailureCount { times: counted.times.saturating_add(1), last: now };
                Ok(())
            }
        }
    }

    /// Removes the failures of a key after a success.
    pub(super) fn reset(&self, key: Key) {
        self.by_key.invalidate(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    #[test]
    fn delay_doubles_after_10_failures_up_to_15_min() {
        let clock = MonotonicClock::default();
        let failures = FailureBackoff::new(&clock);
        let mut now = 0;
        clock.advance_to(Timestamp::from_millis(now));
        (0..10).for_each(|_| failures.try_acquire(1).unwrap());
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
            assert_eq!(failures.try_acquire(1), Err(Duration::from_secs(seconds)));
            assert_eq!(failures.check(1), Err(Duration::from_secs(seconds)));
            now += i64::try_from(seconds).unwrap() * 1_000;
            clock.advance_to(Timestamp::from_millis(now - 1));
            assert_eq!(failures.try_acquire(1), Err(Duration::from_millis(1)));
            clock.advance_to(Timestamp::from_millis(now));
            assert_eq!((failures.check(1), failures.try_acquire(1)), (Ok(()), Ok(())));
        }
        assert_eq!(failures.try_acquire(2), Ok(()));
        failures.reset(1);
        (0..10).for_each(|_| failures.try_acquire(1).unwrap());
        assert!(failures.try_acquire(1).is_err());
    }

    #[test]
    fn failures_expire_after_a_day() {
        let clock = MonotonicClock::default();
        let failures = FailureBackoff::new(&clock);
        clock.advance_to(Timestamp::from_millis(0));
        (0..9).for_each(|_| failures.try_acquire(1).unwrap());
        clock.advance_to(Timestamp::from_millis(1));
        (0..9).for_each(|_| failures.try_acquire(2).unwrap());
        clock.advance_to(Timestamp::from_millis(24 * 60 * 60 * 1_000));
        for key in [1, 2] {
            failures.try_acquire(key).unwrap();
        }
        assert_eq!([1, 2].map(|key| failures.check(key).is_ok()), [true, false]);
    }
}
