//! Backoff after wrong passwords: after ten failures, the delay before each further attempt doubles.

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, MAX_KEYS};
use super::shared::{SharedLimit, SharedLimits};
use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use twentyfour_store::rate_limits::{Attempt, Backoff, Failures};

/// How long failures count after the last one.
const FAILURE_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// Ten failures without a delay. The next delay is a second, and it doubles after each further failure, up to 15 minutes.
const BACKOFF: Backoff = Backoff {
    free_attempts: 10,
    initial_delay_ms: 1_000,
    max_delay_ms: 15 * 60 * 1_000,
    ttl_ms: FAILURE_TTL.as_millis() as i64,
};

/// The failures per key since the last success: on all servers if the limits are shared, else on this one. In memory, beyond
/// [`MAX_KEYS`] those of the key that was unused for the longest time are forgotten.
pub(super) struct FailureBackoff {
    keys: RandomState,
    local: FailuresInMemory,
    shared: SharedLimit,
}

impl FailureBackoff {
    /// Makes a backoff without failures in memory.
    pub(super) fn new(name: &'static str, clock: &MonotonicClock, shared: Option<&SharedLimits>) -> Self {
        let shared = SharedLimit::new(name, shared);
        Self { keys: RandomState::new(), local: FailuresInMemory::new(clock), shared }
    }

    /// Checks whether an attempt is allowed now.
    ///
    /// # Errors
    /// Returns the remaining delay if it is not.
    pub(super) async fn check(&self, subject: &Subject<'_>, now: Timestamp) -> Attempt {
        let attempt = self.shared.query(subject, |store, key| store.check_failures(key, BACKOFF, now)).await;
        attempt.unwrap_or_else(|| self.local.check(self.keys.hash_one(subject)))
    }

    /// Starts an attempt and counts it as a failure until [`FailureBackoff::reset`] is called, so that concurrent
    /// attempts count too.
    ///
    /// # Errors
    /// Returns the remaining delay if no attempt is allowed now.
    pub(super) async fn try_acquire(&self, subject: &Subject<'_>, now: Timestamp) -> Attempt {
        let attempt = self.shared.query(subject, |store, key| store.add_failure(key, BACKOFF, now)).await;
        attempt.unwrap_or_else(|| self.local.try_acquire(self.keys.hash_one(subject)))
    }

    /// Removes the failures of a subject after a success.
    pub(super) async fn reset(&self, subject: &Subject<'_>) {
        self.local.reset(self.keys.hash_one(subject));
        self.shared.query(subject, |store, key| store.reset(key)).await;
    }
}

/// The failures on this server.
struct FailuresInMemory {
    clock: MonotonicClock,
    by_key: Cache<Key, Arc<Mutex<Failures>>>,
}

impl FailuresInMemory {
    fn new(clock: &MonotonicClock) -> Self {
        let by_key = Cache::builder().eviction_policy(EvictionPolicy::lru());
        let by_key = by_key.max_capacity(MAX_KEYS).time_to_idle(FAILURE_TTL).build();
        Self { clock: clock.clone(), by_key }
    }

    fn check(&self, key: Key) -> Attempt {
        let Some(failures) = self.by_key.get(&key) else { return Ok(()) };
        let failures = *failures.lock().unwrap_or_else(PoisonError::into_inner);
        BACKOFF.check(failures, self.now())
    }

    fn try_acquire(&self, key: Key) -> Attempt {
        let failures = self.by_key.get_with(key, Arc::default);
        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
        *failures = BACKOFF.add(*failures, self.now())?;
        Ok(())
    }

    /// Returns the time of the monotonic clock.
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(i64::try_from(self.clock.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    fn reset(&self, key: Key) {
        self.by_key.invalidate(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_after_10_failures_up_to_15_min() {
        let clock = MonotonicClock::default();
        let failures = FailuresInMemory::new(&clock);
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
        let failures = FailuresInMemory::new(&clock);
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
