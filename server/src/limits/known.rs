//! From where somebody has logged in: what strangers use up elsewhere is not theirs (as OWASP's "device cookies", but by the address).

use super::budget::{Key, MOST_KEYS};
use super::clock::ToldClock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a success is remembered: 30 days, as long as a login lasts that is not used.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// When each key last succeeded. Of bounded size: while [`MOST_KEYS`] are known no other becomes so, since whoever has many
/// accounts and addresses could otherwise push everybody out.
pub(super) struct Known {
    clock: ToldClock,
    succeeded: Mutex<HashMap<Key, Duration>>,
}

impl Known {
    pub(super) fn new(clock: &ToldClock) -> Self {
        Self { clock: clock.clone(), succeeded: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Duration>> {
        self.succeeded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a key has succeeded within the last 30 days.
    pub(super) fn knows(&self, key: Key) -> bool {
        let now = self.clock.passed();
        self.lock().get(&key).is_some_and(|at| *at + FORGOTTEN_AFTER > now)
    }

    /// Takes note that a key has succeeded.
    pub(super) fn remember(&self, key: Key) {
        let now = self.clock.passed();
        let mut succeeded = self.lock();
        if succeeded.len() < MOST_KEYS || succeeded.contains_key(&key) {
            succeeded.insert(key, now);
        }
    }

    /// Forgets what is too old to count.
    pub(super) fn sweep(&self) {
        let now = self.clock.passed();
        let mut succeeded = self.lock();
        succeeded.retain(|_, at| *at + FORGOTTEN_AFTER > now);
        succeeded.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    const DAY: i64 = 24 * 60 * 60 * 1_000;

    #[test]
    fn a_success_is_remembered_for_30_days_after_the_last() {
        let clock = ToldClock::default();
        let known = Known::new(&clock);
        // Days one by one: a longer leap of the server's clock is none.
        let on_day = |day: i64| clock.tell(Timestamp::from_millis(day * DAY));
        on_day(0);
        known.remember(1);
        known.remember(2);
        (1..=10).for_each(on_day);
        known.remember(2);
        (11..30).for_each(on_day);
        assert_eq!([1, 2, 3].map(|key| known.knows(key)), [true, true, false]);
        on_day(30);
        assert_eq!([1, 2, 3].map(|key| known.knows(key)), [false, true, false]);
        known.sweep();
        assert_eq!(known.lock().keys().copied().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn who_is_known_is_not_pushed_out_by_any_number_of_others() {
        let known = Known::new(&ToldClock::default());
        for key in 1..=MOST_KEYS as u64 + 10 {
            known.remember(key);
        }
        assert_eq!(known.lock().len(), MOST_KEYS);
        assert!(known.knows(1) && !known.knows(MOST_KEYS as u64 + 1));
    }
}
