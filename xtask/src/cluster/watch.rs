//! When a database can be written to again.

use super::ATTEMPT_INTERVAL;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A write that takes longer shows that the database is not back yet: it may wait for a replica, or for a connection.
const SLOW: Duration = Duration::from_secs(1);

/// Writes again and again until it is dropped. A database that comes back may commit a write and then none for seconds, for example
/// until its replica is connected.
pub(crate) struct Watch {
    attempts: Arc<Mutex<Vec<Attempt>>>,
    is_stopped: Arc<AtomicBool>,
}

/// An attempt to write.
#[derive(Clone, Copy)]
struct Attempt {
    started: Instant,
    /// When it ended, and whether the write was committed.
    outcome: Option<(Instant, bool)>,
}

impl Watch {
    /// Starts to write.
    pub(super) fn start(write: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let watch = Self { attempts: Arc::default(), is_stopped: Arc::default() };
        let (attempts, is_stopped, write) = (watch.attempts.clone(), watch.is_stopped.clone(), Arc::new(write));
        thread::spawn(move || {
            while !is_stopped.load(Ordering::Relaxed) {
                let (attempts, write) = (attempts.clone(), write.clone());
                let number = {
                    let mut attempts = lock(&attempts);
                    attempts.push(Attempt { started: Instant::now(), outcome: None });
                    attempts.len() - 1
                };
                // An attempt that waits delays nothing.
                thread::spawn(move || {
                    let is_committed = write();
                    lock(&attempts)[number].outcome = Some((Instant::now(), is_committed));
                });
                thread::sleep(ATTEMPT_INTERVAL);
            }
        });
        watch
    }

    /// Returns whether a write was committed.
    pub(crate) fn has_written(&self) -> bool {
        lock(&self.attempts).iter().any(|attempt| attempt.outcome.is_some_and(|(_, is_committed)| is_committed))
    }

    /// Returns when the first write was committed after which none failed or was slow until now.
    pub(crate) fn back_at(&self) -> Option<Instant> {
        back_at(&lock(&self.attempts), Instant::now())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Returns when the database was back, if it is now.
fn back_at(attempts: &[Attempt], now: Instant) -> Option<Instant> {
    let is_bad = |attempt: &Attempt| match attempt.outcome {
        Some((ended, is_committed)) => !is_committed || ended - attempt.started > SLOW,
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
    fn database_is_back_once_no_write_fails_or_is_slow_any_more() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let attempt = |started: u64, ended: u64, is_committed: bool| Attempt {
            started: at(started),
            outcome: Some((at(ended), is_committed)),
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
    fn writes_are_repeated_until_the_end() {
        let counter = Arc::new(Mutex::new(0));
        let count = counter.clone();
        let watch = Watch::start(move || {
            *lock(&count) += 1;
            *lock(&count) > 2
        });
        super::super::wait_for("a write", Duration::from_secs(10), || watch.has_written()).unwrap();
        assert!(watch.back_at().is_some() && *lock(&counter) > 2);
    }
}
