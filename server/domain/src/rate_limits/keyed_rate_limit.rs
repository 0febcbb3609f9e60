//! A rate limit per key: a burst, which refills over time.

use super::clock::MonotonicClock;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::sync::Arc;
use std::time::Duration;

/// The hash of an address, email address or account. The hash function gets a random key at each start, so that nobody
/// can construct collisions.
pub(super) type Key = u64;

/// The maximum number of keys per limit, at about 200 bytes each.
pub(super) const MAX_KEYS: u64 = 50_000;

/// A number of attempts per time window and key. It refills continuously (GCRA: ITU-T I.371, section A.1), so that a
/// burst at the boundary of two windows does not get twice the quota.
///
/// Keys never share a limit. Beyond [`MAX_KEYS`] the key that was unused for the longest time is forgotten: it gets its
/// whole quota again.
pub(super) struct KeyedRateLimit {
    limiter: RateLimiter<Key, Store, MonotonicClock, NoOpMiddleware<Nanos>>,
    states: Store,
}

impl KeyedRateLimit {
    /// Makes a limit with a quota per key.
    pub(super) fn new(quota: Quota, clock: &MonotonicClock) -> Self {
        let states = Store::new(quota.burst_size_replenished_in());
        Self { limiter: RateLimiter::new(quota, states.clone(), clock.clone()), states }
    }

    /// Uses one attempt.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) fn try_acquire(&self, key: Key) -> Result<(), Duration> {
        self.limiter.check_key(&key).map_err(|rejection| rejection.wait_time_from(self.limiter.clock().now()))
    }

    /// Returns whether a key has used attempts lately.
    pub(super) fn knows(&self, key: Key) -> bool {
        self.states.0.contains_key(&key)
    }
}

/// The state of the limit of each key. Unlike governor's own store, its size is bounded. Clones share the state.
#[derive(Clone)]
struct Store(Cache<Key, Arc<InMemoryState>>);

impl Store {
    /// Makes a store that forgets keys after `refill_time` without a request, because their limit has refilled by then.
    fn new(refill_time: Duration) -> Self {
        let states = Cache::builder().eviction_policy(EvictionPolicy::lru());
        Self(states.max_capacity(MAX_KEYS).time_to_idle(refill_time).build())
    }
}

impl StateStore for Store {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        self.0.get_with(*key, Arc::default).measure_and_replace(&NotKeyed::NonKey, measure)
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
    fn keys_beyond_the_maximum_replace_the_oldest_and_share_nothing() {
        let (limiter, _) = three_a_minute();
        let states = &limiter.states.0;
        for key in 1..=2 * MAX_KEYS {
            limiter.try_acquire(key).unwrap();
        }
        states.run_pending_tasks();
        assert_eq!(states.entry_count(), MAX_KEYS);
        let newest = 2 * MAX_KEYS;
        assert!(limiter.knows(newest) && !limiter.knows(1));
        assert_eq!([(); 3].map(|()| limiter.try_acquire(newest).is_ok()), [true, true, false]);
        assert_eq!([(); 4].map(|()| limiter.try_acquire(newest + 1).is_ok()), [true, true, true, false]);
    }
}
