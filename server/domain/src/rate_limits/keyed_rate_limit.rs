//! A rate limit per key: a burst, which refills over time.

use super::clock::MonotonicClock;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::ShrinkableKeyedStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The hash of an address, email address or account. The hash function gets a random key at each start, so that nobody
/// can construct collisions.
pub(super) type Key = u64;

/// The maximum number of keys per limit, at about 30 bytes each.
pub(super) const MAX_KEYS: usize = 50_000;

/// The key that all new keys share while [`MAX_KEYS`] are in use.
const OVERFLOW_KEY: Key = 0;

/// A number of attempts per time window and key. It refills continuously (GCRA: ITU-T I.371, section A.1), so that a
/// burst at the boundary of two windows does not get twice the quota.
pub(super) struct KeyedRateLimit(RateLimiter<Key, Store, MonotonicClock, NoOpMiddleware<Nanos>>);

impl KeyedRateLimit {
    /// Makes a limit with a quota per key.
    pub(super) fn new(quota: Quota, clock: &MonotonicClock) -> Self {
        Self(RateLimiter::new(quota, Store::default(), clock.clone()))
    }

    /// Uses one attempt.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) fn try_acquire(&self, key: Key) -> Result<(), Duration> {
        self.0.check_key(&key).map_err(|rejection| rejection.wait_time_from(self.0.clock().now()))
    }

    /// Removes all keys whose limit has refilled completely.
    pub(super) fn sweep(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// The state of the limit: for each key, when it will have refilled. Unlike governor's own store, its size is bounded.
#[derive(Default)]
struct Store(Mutex<HashMap<Key, Nanos>>);

impl Store {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Nanos>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Store {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut states = self.lock();
        let has_capacity = states.len() < MAX_KEYS || states.contains_key(key);
        let key = if has_capacity { *key } else { OVERFLOW_KEY };
        let (outcome, next) = measure(states.get(&key).copied())?;
        states.insert(key, next);
        Ok(outcome)
    }
}

impl ShrinkableKeyedStateStore<Key> for Store {
    fn retain_recent(&self, drop_below: Nanos) {
        self.lock().retain(|_, full_at| full_at.as_u64() > drop_below.as_u64());
    }

    fn shrink_to_fit(&self) {
        self.lock().shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.lock().len()
    }

    fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;
    use std::num::NonZeroU32;

    fn three_a_minute() -> (KeyedRateLimit, MonotonicClock) {
        let clock = MonotonicClock::default();
        (KeyedRateLimit::new(Quota::per_minute(NonZeroU32::new(3).unwrap()), &clock), clock)
    }

    #[test]
    fn limit_refills_over_time() {
        let (limiter, clock) = three_a_minute();
        clock.advance_to(Timestamp::from_millis(0));
        assert_eq!([(); 4].map(|()| limiter.try_acquire(1).is_ok()), [true, true, true, false]);
        assert_eq!(limiter.try_acquire(1), Err(Duration::from_secs(20)));
        assert_eq!(limiter.try_acquire(2), Ok(()), "each has a budget of its own");
        clock.advance_to(Timestamp::from_millis(19_999));
        assert_eq!(limiter.try_acquire(1), Err(Duration::from_millis(1)));
        clock.advance_to(Timestamp::from_millis(20_000));
        assert_eq!([(); 2].map(|()| limiter.try_acquire(1).is_ok()), [true, false]);
    }

    #[test]
    fn refilled_keys_are_swept() {
        let (limiter, clock) = three_a_minute();
        clock.advance_to(Timestamp::from_millis(0));
        (1..=100).for_each(|key| limiter.try_acquire(key).unwrap());
        limiter.sweep();
        assert_eq!(limiter.0.len(), 100);
        clock.advance_to(Timestamp::from_millis(30_000));
        (1..=3).for_each(|key| limiter.try_acquire(key).unwrap());
        clock.advance_to(Timestamp::from_millis(40_000));
        limiter.sweep();
        assert_eq!(limiter.0.len(), 3);
    }

    #[test]
    fn keys_beyond_the_maximum_share_one_limit() {
        let (limiter, _) = three_a_minute();
        for key in 1..=MAX_KEYS as u64 {
            limiter.try_acquire(key).unwrap();
        }
        let new_keys = (0..10).map(|number| limiter.try_acquire(MAX_KEYS as u64 + 1 + number).is_ok());
        assert_eq!(new_keys.filter(|is_ok| *is_ok).count(), 3, "new keys share one limit");
        assert_eq!(limiter.0.len(), MAX_KEYS + 1);
        assert_eq!(limiter.try_acquire(1), Ok(()), "known keys keep their own limit");
    }
}
