//! Recent successful logins by address and email address, which exempt their owner from limits that strangers use up
//! (like OWASP's "device cookies", but by address).

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, MAX_KEYS};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a success counts: 30 days, as long as an unused login lasts.
const SUCCESS_TTL: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// When each key last succeeded. While [`MAX_KEYS`] are stored, no new ones are added; otherwise an attacker with many
/// accounts and addresses could evict all others.
pub(super) struct RecentSuccesses {
    clock: MonotonicClock,
    succeeded: Mutex<HashMap<Key, Duration>>,
}

impl RecentSuccesses {
    /// Makes an empty table.
    pub(super) fn new(clock: &MonotonicClock) -> Self {
        Self { clock: clock.clone(), succeeded: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Duration>> {
        self.succeeded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a key has succeeded within the last 30 days.
    pub(super) fn contains(&self, key: Key) -> bool {
        let now = self.clock.elapsed();
        self.lock().get(&key).is_some_and(|at| *at + SUCCESS_TTL > now)
    }

    /// Records a success.
    pub(super) fn record(&self, key: Key) {
        let now = self.clock.elapsed();
        let mut succeeded = self.lock();
        if succeeded.len() < MAX_KEYS || succeeded.contains_key(&key) {
            succeeded.insert(key, now);
        }
    }

    /// Removes expired entries.
    pub(super) fn sweep(&self) {
        let now = self.clock.elapsed();
        let mut succeeded = self.lock();
        succeeded.retain(|_, at| *at + SUCCESS_TTL > now);
        succeeded.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    const DAY: i64 = 24 * 60 * 60 * 1_000;

    #[test]
    fn success_expires_30_days_after_the_last_one() {
        let clock = MonotonicClock::default();
        let successes = RecentSuccesses::new(&clock);
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
        successes.sweep();
        assert_eq!(successes.lock().keys().copied().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn known_keys_are_not_evicted_by_new_ones() {
        let successes = RecentSuccesses::new(&MonotonicClock::default());
        for key in 1..=MAX_KEYS as u64 + 10 {
            successes.record(key);
        }
        assert_eq!(successes.lock().len(), MAX_KEYS);
        assert!(successes.contains(1) && !successes.contains(MAX_KEYS as u64 + 1));
    }
}
