//! When something works again, such as writes to a database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often an attempt starts.
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(200);

/// An attempt that takes longer shows that it does not work yet. A write may wait for a replica, or for a connection.
const SLOW: Duration = Duration::from_secs(1);

/// Attempts something again and again until it is dropped, without waiting for an attempt to end. A database that comes back may
/// commit a write and then none for seconds, for example until its replica is connected.
pub(crate) struct Watch {
    attempts: Arc<Mutex<Vec<Attempt>>>,
    is_stopped: Arc<AtomicBool>,
}

#[derive(Clone, Copy)]
struct Attempt {
    started: Instant,
    /// When it ended, and whether it succeeded.
    outcome: Option<(Instant, bool)>,
}

impl Watch {
    /// Starts the attempts.
    pub(super) fn start(attempt: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let watch = Self { attempts: Arc::default(), is_stopped: Arc::default() };
        let (attempts, is_stopped, attempt) = (watch.attempts.clone(), watch.is_stopped.clone(), Arc::new(attempt));
        thread::spawn(move || {
            while !is_stopped.load(Ordering::Relaxed) {
                let (attempts, attempt) = (attempts.clone(), attempt.clone());
                let number = {
                    let mut attempts = lock(&attempts);
                    attempts.push(Attempt { started: Instant::now(), outcome: None });
                    attempts.len() - 1
                };
                thread::spawn(move || {
                    let succeeds = attempt();
                    lock(&attempts)[number].outcome = Some((Instant::now(), succeeds));
                });
                thread::sleep(ATTEMPT_INTERVAL);
            }
        });
        watch
    }

    /// Returns whether an attempt has succeeded.
    pub(super) fn has_succeeded(&self) -> bool {
        lock(&self.attempts).iter().any(|attempt| attempt.outcome.is_some_and(|(_, succeeds)| succeeds))
    }

    /// Returns when the first attempt succeeded after which none has failed or been slow until now.
    pub(crate) fn back_at(&self) -> Option<Instant> {
        back_at(&lock(&self.attempts), Instant::now())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Returns when the first attempt succeeded after the last one that failed or was slow.
fn back_at(attempts: &[Attempt], now: Instant) -> Option<Instant> {
    let is_bad = |attempt: &Attempt| match attempt.outcome {
        Some((ended, succeeds)) => !succeeds || ended - attempt.started > SLOW,
        None => now - attempt.started > SLOW,
    };
    let good = attempts.iter().rposition(is_bad).map_or(0, |last_bad| last_bad + 1);
    attempts[good..].iter().filter_map(|attempt| Some(attempt.outcome?.0)).min()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_works_again_once_no_attempt_fails_or_is_slow() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let attempt = |started: u64, ended: u64, succeeds: bool| Attempt {
            started: at(started),
            outcome: Some((at(ended), succeeds)),
        };
        let early = [attempt(0, 2_000, false), attempt(200, 210, true)];
        assert_eq!(back_at(&early, at(300)), Some(at(210)));
        let later = [&early[..], &[attempt(400, 1_900, true), attempt(600, 610, true)]].concat();
        assert_eq!(back_at(&later, at(2_000)), Some(at(610)), "the third was slow");
        let waits = [&later[..], &[Attempt { started: at(800), outcome: None }]].concat();
        assert_eq!(back_at(&waits, at(1_000)), Some(at(610)));
        assert_eq!(back_at(&waits, at(2_000)), None);
        assert_eq!(back_at(&[], at(0)), None);
    }

    #[test]
    fn attempts_are_repeated_until_the_end() {
        let counter = Arc::new(Mutex::new(0));
        let count = counter.clone();
        let watch = Watch::start(move || {
            *lock(&count) += 1;
            *lock(&count) > 2
        });
        super::super::wait_for("an attempt", Duration::from_secs(10), || watch.back_at().is_some()).unwrap();
        assert!(watch.has_succeeded() && *lock(&counter) > 2);
    }
}
