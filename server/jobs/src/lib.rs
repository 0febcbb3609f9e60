//! Background jobs: [`Job`] is one entry of the binary's table of jobs, with its interval and its handler, and
//! [`mails`] is the delivery of mail. Where several servers share the work of a job, they lease it in the database: a
//! [`RecurringJob`] as a whole, mails one by one.
//!
//! May import `twentyfour-store`, `twentyfour-model` and `core-wasm`. Handlers of use cases are registered by the
//! binary.

pub mod mails;
mod recurring;

pub use recurring::{Lease, RecurringJob};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

/// Wakes a job before its interval is over, and ends it. Clones share it.
#[derive(Clone, Default)]
pub struct Wake(Arc<WakeState>);

#[derive(Default)]
struct WakeState {
    notify: Notify,
    is_closed: AtomicBool,
}

impl Wake {
    /// Runs the job now, or once more if it is running.
    pub fn wake(&self) {
        self.0.notify.notify_one();
    }

    /// Ends the job when its current run is over.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Returns whether [`Self::close`] was called.
    pub fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::SeqCst)
    }

    /// Waits until [`Self::wake`] is called.
    pub async fn notified(&self) {
        self.0.notify.notified().await;
    }
}

/// Why a run failed, for the log.
type JobError = Box<dyn fmt::Display + Send>;

type Handler = Box<dyn Fn() -> BoxFuture<'static, Result<(), JobError>> + Send + Sync>;

/// A job that runs at once and then at every interval.
pub struct Job {
    interval: Duration,
    wake: Wake,
    /// The message that is logged if a run fails.
    failure: &'static str,
    handler: Handler,
}

impl Job {
    /// Makes a job. If a run fails, `failure` is logged with the error, and the next run is its retry.
    pub fn new<F, E>(interval: Duration, failure: &'static str, handler: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(), E>> + Send + 'static,
        E: fmt::Display + Send + 'static,
    {
        let handler = move || -> BoxFuture<'static, Result<(), JobError>> {
            let run = handler();
            Box::pin(async move { run.await.map_err(|error| Box::new(error) as JobError) })
        };
        Self { interval, wake: Wake::default(), failure, handler: Box::new(handler) }
    }

    /// Lets `wake` run the job before its interval is over, and end it.
    #[must_use]
    pub fn with_wake(self, wake: Wake) -> Self {
        Self { wake, ..self }
    }

    /// Runs the job until it is closed.
    pub async fn run(self) {
        while !self.wake.is_closed() {
            // A run that panics must not end the job.
            match AssertUnwindSafe(async { (self.handler)().await }).catch_unwind().await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::warn!(%error, next_in = %format_interval(self.interval), "{}", self.failure);
                }
                Err(_) => {
                    tracing::error!(error = "panicked", next_in = %format_interval(self.interval), "{}", self.failure);
                }
            }
            _ = tokio::time::timeout(self.interval, self.wake.notified()).await;
        }
    }
}

/// Formats an interval in hours or seconds.
fn format_interval(interval: Duration) -> String {
    match interval.as_secs() {
        seconds if seconds > 0 && seconds % 3_600 == 0 => format!("{}h", seconds / 3_600),
        _ => format!("{interval:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[tokio::test]
    async fn job_runs_at_once_when_woken_and_after_failures_until_it_is_closed() {
        let (runs, wake) = (Arc::new(AtomicUsize::new(0)), Wake::default());
        let counted = runs.clone();
        let job = Job::new(Duration::from_secs(3_600), "cannot run, retrying", move || {
            let run = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                match run {
                    0 => Err("the first run fails"),
                    1 => panic!("the second one panics"),
                    _ => Ok(()),
                }
            }
        });
        let running = tokio::spawn(job.with_wake(wake.clone()).run());
        for expected in 1..=4 {
            while runs.load(Ordering::SeqCst) < expected {
                tokio::task::yield_now().await;
            }
            wake.wake();
        }
        wake.close();
        tokio::time::timeout(Duration::from_secs(10), running).await.expect("it ends").unwrap();
        assert!(runs.load(Ordering::SeqCst) >= 4);
    }

    #[test]
    fn intervals_are_formatted_for_the_log() {
        let formatted = [5, 60, 3_600, 7_200].map(|seconds| format_interval(Duration::from_secs(seconds)));
        assert_eq!(formatted, ["5s", "60s", "1h", "2h"]);
    }
}
