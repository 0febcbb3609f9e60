//! Passwords that were tried and were wrong: after ten, each next try waits twice as long.

use super::budget::{Key, MOST_KEYS};
use super::clock::ToldClock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many failures have no delay of their own.
const FREE: u32 = 10;

/// The delay after the last of them; after each further one it is twice as long.
const SHORTEST_DELAY: Duration = Duration::from_secs(1);
const LONGEST_DELAY: Duration = Duration::from_secs(15 * 60);

/// How long failures are remembered after the last one.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The failures of each key, since its last success.
pub(super) struct Failures {
    clock: ToldClock,
    known: Mutex<HashMap<Key, Failed>>,
}

#[derive(Clone, Copy, Default)]
struct Failed {
    times: u32,
    last: Duration,
}

impl Failed {
    /// How long it is until the next try is taken.
    fn wait(self, now: Duration) -> Option<Duration> {
        let doublings = self.times.checked_sub(FREE)?;
        let delay = SHORTEST_DELAY.saturating_mul(1_u32.checked_shl(doublings).unwrap_or(u32::MAX)).min(LONGEST_DELAY);
        (self.last + delay).checked_sub(now).filter(|left| !left.is_zero())
    }
}

impl Failures {
    pub(super) fn new(clock: &ToldClock) -> Self {
        Self { clock: clock.clone(), known: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Failed>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a try would be taken. The error is how long it is until then.
    pub(super) fn look(&self, key: Key) -> Result<(), Duration> {
        let wait = self.lock().get(&key).and_then(|failed| failed.wait(self.clock.passed()));
        wait.map_or(Ok(()), Err)
    }

    /// Takes a try, and counts it as a failure until [`Failures::forget`] says otherwise: of many that come at the same time each
    /// knows of those before.
    pub(super) fn take(&self, key: Key) -> Result<(), Duration> {
        let now = self.clock.passed();
        let mut known = self.lock();
        // Whoever finds no place is held by the other limits.
        if known.len() >= MOST_KEYS && !known.contains_key(&key) {
            return Ok(());
        }
        let failed = known.entry(key).or_default();
        match failed.wait(now) {
            Some(wait) => Err(wait),
            None => {
                *failed = Failed { times: failed.times.saturating_add(1), last: now };
                Ok(())
            }
        }
    }

    /// Forgets the failures of a key, since it has succeeded.
    pub(super) fn forget(&self, key: Key) {
        self.lock().remove(&key);
    }

    /// Forgets what is too old to count.
    pub(super) fn sweep(&self) {
        let now = self.clock.passed();
        let mut known = self.lock();
        known.retain(|_, failed| failed.last + FORGOTTEN_AFTER > now);
        known.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    #[test]
    fn after_ten_failures_each_delay_is_twice_the_last_up_to_a_quarter_of_an_hour() {
        let clock = ToldClock::default();
        let failures = Failures::new(&clock);
        let mut now = 0;
        clock.tell(Timestamp::from_millis(now));
        (0..10).for_each(|_| failures.take(1).unwrap());
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900] {
            assert_eq!(failures.take(1), Err(Duration::from_secs(seconds)));
            assert_eq!(failures.look(1), Err(Duration::from_secs(seconds)));
            now += i64::try_from(seconds).unwrap() * 1_000;
            clock.tell(Timestamp::from_millis(now - 1));
            assert_eq!(failures.take(1), Err(Duration::from_millis(1)));
            clock.tell(Timestamp::from_millis(now));
            assert_eq!((failures.look(1), failures.take(1)), (Ok(()), Ok(())));
        }
        assert_eq!(failures.take(2), Ok(()));
        failures.forget(1);
        (0..10).for_each(|_| failures.take(1).unwrap());
        assert!(failures.take(1).is_err());
    }

    #[test]
    fn failures_of_yesterday_are_forgotten() {
        let clock = ToldClock::default();
        let failures = Failures::new(&clock);
        clock.tell(Timestamp::from_millis(0));
        failures.take(1).unwrap();
        clock.tell(Timestamp::from_millis(1));
        failures.take(2).unwrap();
        clock.tell(Timestamp::from_millis(24 * 60 * 60 * 1_000));
        failures.sweep();
        assert_eq!(failures.lock().keys().copied().collect::<Vec<_>>(), [2]);
    }
}
