//! Backoff after wrong passwords: after ten failures, the delay before each further attempt doubles.

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, MAX_KEYS};
use super::shared::SharedLimits;
use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use twentyfour_store::rate_limits::{Attempt, Backoff};

/// The number of failures without a delay.
const FREE_ATTEMPTS: u32 = 10;

/// The delay after the failure number [`FREE_ATTEMPTS`]; it doubles after each further failure.
const INITIAL_DELAY: Duration = Duration::from_secs(1);
const MAX_DELAY: Duration = Duration::from_secs(15 * 60);

/// How long failures count after the last one.
const FAILURE_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// The same for shared limits.
const BACKOFF: Backoff = Backoff {
    free_attempts: FREE_ATTEMPTS as i64,
    initial_delay_ms: INITIAL_DELAY.as_millis() as i64,
    max_delay_ms: MAX_DELAY.as_millis() as i64,
    ttl_ms: FAILURE_TTL.as_millis() as i64,
};

/// The failures per key since the last success: on all servers if the limits are shared, else on this one. In memory, beyond
/// [`MAX_KEYS`] those of the key that was unused for the longest time are forgotten.
pub(super) struct FailureBackoff {
    /// The name, which is part of the keys of shared limits.
    name: &'static str,
    keys: RandomState,
    here: FailuresInMemory,
    shared: Option<SharedLimits>,
}

impl FailureBackoff {
    /// Makes a backoff without failures in memory.
    pub(super) fn new(name: &'static str, clock: &MonotonicClock, shared: Option<&SharedLimits>) -> Self {
        Self { name, keys: RandomState::new(), here: FailuresInMemory::new(clock), shared: shared.cloned() }
    }

    /// Checks whether an attempt is allowed now.
    ///
    /// # Errors
    /// Returns the remaining delay if it is not.
    pub(super) async fn check(&self, subject: &Subject<'_>, now: Timestamp) -> Attempt {
        if let Some(shared) = &self.shared {
            let key = shared.key(self.name, subject);
            if let Some(failures) = shared.ask(|store| store.failures(&key)).await {
                return BACKOFF.check(failures, now);
            }
        }
        self.here.check(self.keys.hash_one(subject))
    }

    /// Starts an attempt and counts it as a failure until [`FailureBackoff::reset`] is called, so that concurrent
    /// attempts count too.
    ///
    /// # Errors
    /// Returns the remaining delay if no attempt is allowed now.
    pub(super) async fn try_acquire(&self, subject: &Subject<'_>, now: Timestamp) -> Attempt {
        if let Some(shared) = &self.shared {
            let key = shared.key(self.name, subject);
            if let Some(attempt) = shared.ask(|store| store.add_failure(&key, BACKOFF, now)).await {
                return attempt;
            }
        }
        self.here.try_acquire(self.keys.hash_one(subject))
    }

    /// Removes the failures of a subject after a success.
    pub(super) async fn reset(&self, subject: &Subject<'_>) {
        self.here.reset(self.keys.hash_one(subject));
        if let Some(shared) = &self.shared {
            let key = shared.key(self.name, subject);
            shared.ask(|store| store.reset(&key)).await;
        }
    }
}

/// The failures on this server.
struct FailuresInMemory {
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

impl FailuresInMemory {
    fn new(clock: &MonotonicClock) -> Self {
        let by_key = Cache::builder().eviction_policy(EvictionPolicy::lru());
        let by_key = by_key.max_capacity(MAX_KEYS).time_to_idle(FAILURE_TTL).build();
        Self { clock: clock.clone(), by_key }
    }

    fn check(&self, key: Key) -> Attempt {
        let Some(failures) = self.by_key.get(&key) else { return Ok(()) };
        let now = self.clock.elapsed();
        let failures = failures.lock().unwrap_or_else(PoisonError::into_inner).at(now);
        failures.remaining_delay(now).map_or(Ok(()), Err)
    }

    fn try_acquire(&self, key: Key) -> Attempt {
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
