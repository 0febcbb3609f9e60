//! A rate limit per key: a burst, which refills over time.

use super::clock::MonotonicClock;
use super::shared::{SharedLimit, SharedLimits};
use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use governor::RateLimiter;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use twentyfour_store::rate_limits::{Attempt, Quota};

/// The hash of who or what is limited, for limits in memory. The hash function gets a random key at each start, so that nobody
/// can construct collisions.
pub(super) type Key = u64;

/// The maximum number of keys per limit, at about 200 bytes each.
pub(super) const MAX_KEYS: u64 = 50_000;

/// A number of attempts per time window and key. It refills continuously (GCRA: ITU-T I.371, section A.1), so that a
/// burst at the boundary of two windows does not get twice the quota.
///
/// In memory, keys never share a limit. Beyond [`MAX_KEYS`] the key that was unused for the longest time is forgotten: it gets
/// its whole quota again.
pub(super) struct KeyedRateLimit {
    quota: Quota,
    keys: RandomState,
    limiter: RateLimiter<Key, Store, MonotonicClock, NoOpMiddleware<Nanos>>,
    states: Store,
    /// Until when keys are rejected in the shared limits. No other server can allow them earlier, so the store is not used.
    rejected_until: Cache<Key, Timestamp>,
    shared: SharedLimit,
}

impl KeyedRateLimit {
    /// Makes a limit with a quota per key: for all servers if it is shared, else for this one.
    pub(super) fn new(
        name: impl Into<String>,
        quota: Quota,
        clock: &MonotonicClock,
        shared: Option<&SharedLimits>,
    ) -> Self {
        let period = Duration::from_millis(quota.interval_ms().unsigned_abs());
        let burst = NonZeroU32::new(quota.times).unwrap_or(NonZeroU32::MIN);
        let in_memory = governor::Quota::with_period(period).unwrap_or_else(|| governor::Quota::per_second(burst));
        let in_memory = in_memory.allow_burst(burst);
        let states = Store::new(in_memory.burst_size_replenished_in());
        Self {
            quota,
            keys: RandomState::new(),
            limiter: RateLimiter::new(in_memory, states.clone(), clock.clone()),
            states,
            rejected_until: Cache::builder().max_capacity(MAX_KEYS).build(),
            shared: SharedLimit::new(name, shared),
        }
    }

    /// Uses one attempt.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) async fn try_acquire(&self, subject: &Subject<'_>, now: Timestamp) -> Attempt {
        let key = self.key(subject);
        if let Some(wait) = self.remaining_rejection(key, now) {
            return Err(wait);
        }
        let attempt = self.shared.query(subject, |store, key| store.acquire(key, self.quota, now)).await;
        let Some(attempt) = attempt else { return self.try_acquire_in_memory(key) };
        self.states.touch(key);
        if let Err(wait) = attempt {
            let wait_ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
            self.rejected_until.insert(key, now.plus_millis(wait_ms));
        }
        attempt
    }

    /// Uses one attempt of the limit in the memory of this server, which is not shared.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) fn try_acquire_unshared(&self, subject: &Subject<'_>) -> Attempt {
        self.try_acquire_in_memory(self.key(subject))
    }

    fn try_acquire_in_memory(&self, key: Key) -> Attempt {
        self.limiter.check_key(&key).map_err(|rejection| rejection.wait_time_from(self.limiter.clock().now()))
    }

    /// Returns whether a subject has used attempts on this server lately.
    pub(super) fn is_tracked(&self, subject: &Subject<'_>) -> bool {
        self.states.0.contains_key(&self.key(subject))
    }

    fn key(&self, subject: &Subject<'_>) -> Key {
        self.keys.hash_one(subject)
    }

    /// Returns how long a key is still rejected in the shared limits, as far as this server knows.
    fn remaining_rejection(&self, key: Key, now: Timestamp) -> Option<Duration> {
        let wait_ms = self.rejected_until.get(&key)?.millis().saturating_sub(now.millis());
        // A longer time means that the clock was set back.
        (1..=self.quota.burst_ms()).contains(&wait_ms).then(|| Duration::from_millis(wait_ms.unsigned_abs()))
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

    /// Remembers that a key was used.
    fn touch(&self, key: Key) {
        self.0.get_with(key, Arc::default);
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
    use core_wasm::protocol::id::Id;

    const THREE_A_MINUTE: Quota = Quota { times: 3, window_ms: 60_000 };

    fn three_a_minute() -> (KeyedRateLimit, MonotonicClock) {
        let clock = MonotonicClock::default();
        (KeyedRateLimit::new("test", THREE_A_MINUTE, &clock, None), clock)
    }

    fn account(number: u64) -> Subject<'static> {
        Subject::Account(Id::from_parts(number, &[0; 10]))
    }

    #[test]
    fn limit_refills_over_time() {
        let (limiter, clock) = three_a_minute();
        let try_acquire = |number| limiter.try_acquire_unshared(&account(number));
        clock.advance_to(Timestamp::from_millis(0));
        assert_eq!([(); 4].map(|()| try_acquire(1).is_ok()), [true, true, true, false]);
        assert_eq!(try_acquire(1), Err(Duration::from_secs(20)));
        assert_eq!(try_acquire(2), Ok(()), "each has a budget of its own");
        clock.advance_to(Timestamp::from_millis(19_999));
        assert_eq!(try_acquire(1), Err(Duration::from_millis(1)));
        clock.advance_to(Timestamp::from_millis(20_000));
        assert_eq!([(); 2].map(|()| try_acquire(1).is_ok()), [true, false]);
    }

    #[test]
    fn keys_beyond_the_maximum_replace_the_oldest_and_share_nothing() {
        let (limiter, _) = three_a_minute();
        let try_acquire = |number| limiter.try_acquire_unshared(&account(number));
        for key in 1..=2 * MAX_KEYS {
            try_acquire(key).unwrap();
        }
        let states = &limiter.states.0;
        states.run_pending_tasks();
        assert_eq!(states.entry_count(), MAX_KEYS);
        let newest = 2 * MAX_KEYS;
        assert!(limiter.is_tracked(&account(newest)) && !limiter.is_tracked(&account(1)));
        assert_eq!([(); 3].map(|()| try_acquire(newest).is_ok()), [true, true, false]);
        assert_eq!([(); 4].map(|()| try_acquire(newest + 1).is_ok()), [true, true, true, false]);
    }
}
