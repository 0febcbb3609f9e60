//! Recent successful logins by address and email address, which exempt their owner from limits that strangers use up
//! (like OWASP's "device cookies", but by address).

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, MAX_KEYS};
use super::shared::{SharedLimit, SharedLimits};
use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a success counts: 30 days, as long as an unused login lasts.
const SUCCESS_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The same in milliseconds.
const SUCCESS_TTL_MS: i64 = SUCCESS_TTL.as_millis() as i64;

/// Who succeeded lately: on all servers if the limits are shared, else on this one.
pub(super) struct RecentSuccesses {
    keys: RandomState,
    local: SuccessesInMemory,
    shared: SharedLimit,
}

impl RecentSuccesses {
    /// Makes an empty table in memory.
    pub(super) fn new(name: &'static str, clock: &MonotonicClock, shared: Option<&SharedLimits>) -> Self {
        let shared = SharedLimit::new(name, shared);
        Self { keys: RandomState::new(), local: SuccessesInMemory::new(clock), shared }
    }

    /// Returns whether a subject has succeeded within the last 30 days.
    pub(super) async fn contains(&self, subject: &Subject<'_>, now: Timestamp) -> bool {
        let succeeded = self.shared.query(subject, |store, key| store.has_succeeded(key, SUCCESS_TTL_MS, now)).await;
        succeeded.unwrap_or_else(|| self.local.contains(self.keys.hash_one(subject)))
    }

    /// Records a success.
    pub(super) async fn record(&self, subject: &Subject<'_>, now: Timestamp) {
        self.local.record(self.keys.hash_one(subject));
        self.shared.query(subject, |store, key| store.record_success(key, SUCCESS_TTL_MS, now)).await;
    }
}

/// When each key last succeeded on this server. While [`MAX_KEYS`] that still count are stored, no new ones are added; otherwise an
/// attacker with many accounts and addresses could evict all others.
struct SuccessesInMemory {
    clock: MonotonicClock,
    succeeded: Mutex<HashMap<Key, Duration>>,
}

impl SuccessesInMemory {
    fn new(clock: &MonotonicClock) -> Self {
        Self { clock: clock.clone(), succeeded: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Duration>> {
        self.succeeded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn contains(&self, key: Key) -> bool {
        let now = self.clock.elapsed();
        self.lock().get(&key).is_some_and(|at| *at + SUCCESS_TTL > now)
    }

    fn record(&self, key: Key) {
        let now = self.clock.elapsed();
        let mut succeeded = self.lock();
        let is_full = |succeeded: &HashMap<Key, Duration>| succeeded.len() as u64 >= MAX_KEYS;
        if is_full(&succeeded) {
            succeeded.retain(|_, at| *at + SUCCESS_TTL > now);
        }
        if !is_full(&succeeded) || succeeded.contains_key(&key) {
            succeeded.insert(key, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 60 * 60 * 1_000;

    #[test]
    fn success_expires_30_days_after_the_last_one() {
        let clock = MonotonicClock::default();
        let successes = SuccessesInMemory::new(&clock);
        // Day by day, because the clock limits the size of a step.
        let on_day = |day: i64| clock.advance_to(Timestamp::from_millis(day * DAY));
        on_day(0);
        successes.record(1);
        successes.record(2);
        (1..=10).for_each(on_day);
        successes.record(2);
        (11..30).for_each(on_day);
        assert_eq!([1, 2, 3].map(|key| successes.contains(key)), [true, true, false]);
        on_day(30);
        assert_eq!([1, 2, 3].map(|key| successes.contains(key)), [false, true, false]);
    }

    #[test]
    fn expired_keys_make_room_for_new_ones() {
        let clock = MonotonicClock::default();
        let successes = SuccessesInMemory::new(&clock);
        clock.advance_to(Timestamp::from_millis(0));
        (1..=MAX_KEYS).for_each(|key| successes.record(key));
        (1..=30).for_each(|day: i64| clock.advance_to(Timestamp::from_millis(day * DAY)));
        successes.record(MAX_KEYS + 1);
        assert_eq!(successes.lock().keys().copied().collect::<Vec<_>>(), [MAX_KEYS + 1]);
    }

    #[test]
    fn known_keys_are_not_evicted_by_new_ones() {
        let successes = SuccessesInMemory::new(&MonotonicClock::default());
        for key in 1..=MAX_KEYS + 10 {
            successes.record(key);
        }
        assert_eq!(successes.lock().len() as u64, MAX_KEYS);
        assert!(successes.contains(1) && !successes.contains(MAX_KEYS + 1));
    }
}
