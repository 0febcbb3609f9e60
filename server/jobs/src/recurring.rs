//! Jobs that run again and again, on one server at a time.

use crate::Job;
use core_wasm::protocol::time::Timestamp;
use futures_util::FutureExt;
use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;
use twentyfour_model::{Clock, TRACES};
use twentyfour_store::jobs::{self, JobRun};
use twentyfour_store::{Connection, Database, StoreError};

/// How often a server looks whether a job is due.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// How long a server may run a job before another one takes it over, in milliseconds: 30 minutes.
const LEASE_MS: i64 = 30 * 60 * 1_000;

/// The delay after the first failure, in milliseconds. It doubles after each further one, up to the interval.
const FIRST_RETRY_MS: i64 = 60 * 1_000;

/// A job that is due at every interval, whichever server runs it.
#[derive(Clone)]
pub struct RecurringJob {
    /// The name in the table of jobs.
    pub name: &'static str,
    /// The time between the end of a run and the next one, in milliseconds.
    pub interval_ms: i64,
    /// The message that is logged if a run fails.
    pub failure: &'static str,
}

/// The right of a server to run a job for a time. After that, another server may run it, also if this one still does: a server can
/// be paused, or slow. A handler whose changes must not be made twice holds the lease in the transaction of the change.
#[derive(Clone, Debug)]
pub struct Lease {
    name: &'static str,
    attempts: i64,
    leased_until: Timestamp,
}

impl Lease {
    /// Holds the lease until the caller's transaction ends, so that no other server can lease the job meanwhile. Returns false if
    /// one has done so already: then the transaction must change nothing.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn hold(&self, connection: &mut Connection) -> Result<bool, StoreError> {
        jobs::hold(connection, self.name, self.attempts, self.leased_until).await
    }
}

impl RecurringJob {
    /// Returns the job for this server, which calls `handler` when the job is due.
    pub fn on<F, E>(self, database: Database, clock: Clock, handler: impl Fn(Lease) -> F + Send + Sync + 'static) -> Job
    where
        F: Future<Output = Result<(), E>> + Send + 'static,
        E: fmt::Display + Send + 'static,
    {
        let failure = self.failure;
        let handler = Arc::new(handler);
        Job::new(POLL_INTERVAL, failure, move || {
            let (job, database, clock, handler) = (self.clone(), database.clone(), clock.clone(), handler.clone());
            async move { job.run_if_due(&database, &clock, |lease| handler(lease)).await }
        })
    }

    /// Runs the job if it is due. A failure of the handler is logged and stored, and the job is due again after a delay.
    ///
    /// # Errors
    /// Returns an error if the lease cannot be read or written.
    async fn run_if_due<F, E>(
        &self,
        database: &Database,
        clock: &Clock,
        handler: impl FnOnce(Lease) -> F,
    ) -> Result<(), StoreError>
    where
        F: Future<Output = Result<(), E>>,
        E: fmt::Display,
    {
        let (name, interval_ms, now) = (self.name, self.interval_ms, clock());
        let leased_until = now.plus_millis(LEASE_MS);
        let lease = database.write(move |connection| {
            Box::pin(async move { jobs::lease(connection, name, interval_ms, now, leased_until).await })
        });
        let Some(attempts) = lease.await? else { return Ok(()) };
        let span = tracing::info_span!(
            target: TRACES,
            parent: None,
            "job",
            otel.name = name,
            otel.status_code = tracing::field::Empty,
            attempts,
        );
        // After a panic, the job is due again like after another failure.
        let run = AssertUnwindSafe(async { handler(Lease { name, attempts, leased_until }).await })
            .catch_unwind()
            .instrument(span.clone());
        let error = match run.await {
            Ok(outcome) => outcome.err().map(|error| error.to_string()),
            Err(_) => Some("panicked".to_owned()),
        };
        let ended_at = clock();
        if let Some(error) = &error {
            span.record("otel.status_code", "ERROR");
            tracing::warn!(error, job = name, attempt = attempts, "{}", self.failure);
        }
        let next_run_at = self.next_run_at(ended_at, attempts, error.is_some());
        let run = JobRun { name, attempts, leased_until, ended_at, next_run_at, error };
        database.write(move |connection| Box::pin(async move { jobs::finish(connection, &run).await })).await
    }

    fn next_run_at(&self, ended_at: Timestamp, attempts: i64, has_failed: bool) -> Timestamp {
        let doublings = attempts.saturating_sub(1).clamp(0, 20);
        let retry = FIRST_RETRY_MS.saturating_mul(1 << doublings).min(self.interval_ms);
        ended_at.plus_millis(if has_failed { retry } else { self.interval_ms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

    const HOUR: i64 = 60 * 60 * 1_000;
    const JOB: RecurringJob = RecurringJob { name: "test", interval_ms: HOUR, failure: "cannot test, retrying" };

    #[tokio::test]
    async fn job_runs_on_one_server_per_interval_and_is_retried_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let (one, other) = (Database::open(&url).await.unwrap(), Database::open(&url).await.unwrap());
        let now = Arc::new(AtomicI64::new(0));
        let read = now.clone();
        let clock: Clock = Arc::new(move || Timestamp::from_millis(read.load(Ordering::SeqCst)));
        let (runs, fails) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let run = async |database: &Database| {
            let handler = |_| async {
                runs.fetch_add(1, Ordering::SeqCst);
                let fails = fails.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |fails| fails.checked_sub(1));
                match fails {
                    Ok(2) => panic!("in a test"),
                    Ok(_) => Err("in a test"),
                    Err(_) => Ok(()),
                }
            };
            JOB.run_if_due(database, &clock, handler).await.unwrap();
            runs.load(Ordering::SeqCst)
        };
        let (first, second) = tokio::join!(run(&one), run(&other));
        assert_eq!(first.max(second), 1, "on one of two servers");
        now.store(HOUR - 1, Ordering::SeqCst);
        assert_eq!(run(&other).await, 1);
        now.store(HOUR, Ordering::SeqCst);
        fails.store(2, Ordering::SeqCst);
        assert_eq!(run(&other).await, 2);
        for (minutes, expected) in [(0, 2), (1, 3), (2, 3), (3, 4), (62, 4), (63, 5)] {
            now.store(HOUR + minutes * 60_000, Ordering::SeqCst);
            assert_eq!(run(&one).await, expected, "after {minutes} minutes");
        }
        one.close().await;
        other.close().await;
    }

    #[tokio::test]
    async fn shorter_interval_applies_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let runs = AtomicUsize::new(0);
        let run = async |interval_ms, hours| {
            let clock: Clock = Arc::new(move || Timestamp::from_millis(hours * HOUR));
            let handler = |_| async {
                runs.fetch_add(1, Ordering::SeqCst);
                Ok::<(), String>(())
            };
            RecurringJob { interval_ms, ..JOB }.run_if_due(&database, &clock, handler).await.unwrap();
            runs.load(Ordering::SeqCst)
        };
        for (interval, hours, expected) in [(24, 0, 1), (24, 2, 1), (2, 1, 1), (2, 2, 2), (24, 4, 3)] {
            assert_eq!(run(interval * HOUR, hours).await, expected, "every {interval} hours, after {hours}");
        }
        database.close().await;
    }

    #[tokio::test]
    async fn lease_is_not_held_once_another_server_has_taken_the_job_over() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let clock = |now: i64| -> Clock { Arc::new(move || Timestamp::from_millis(now)) };
        let hold = async |lease: &Lease| {
            let lease = lease.clone();
            database.write(move |connection| Box::pin(async move { lease.hold(connection).await })).await.unwrap()
        };
        let held = std::sync::Mutex::new(Vec::new());
        let slow = async |lease: Lease| {
            let before = hold(&lease).await;
            // The lease ends, and another server leases the job and finishes it.
            let other = async |other: Lease| {
                let after = [hold(&lease).await, hold(&other).await];
                held.lock().unwrap().extend([before, after[0], after[1]]);
                Ok::<(), String>(())
            };
            JOB.run_if_due(&database, &clock(LEASE_MS), other).await.unwrap();
            let after = hold(&lease).await;
            held.lock().unwrap().push(after);
            Ok::<(), String>(())
        };
        JOB.run_if_due(&database, &clock(0), slow).await.unwrap();
        assert_eq!(*held.lock().unwrap(), [true, false, true, false]);
        let next_run_at: i64 = twentyfour_store::jobs::list(database.pool()).await.unwrap()[0].next_run_at.millis();
        assert_eq!(next_run_at, LEASE_MS + HOUR, "the slow server does not change when the job runs again");
        database.close().await;
    }

    #[tokio::test]
    async fn lease_of_a_server_that_died_ends() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let lease = async |now| {
            let (now, until) = (Timestamp::from_millis(now), Timestamp::from_millis(now + LEASE_MS));
            database
                .write(move |connection| {
                    Box::pin(async move { jobs::lease(connection, "test", HOUR, now, until).await })
                })
                .await
                .unwrap()
        };
        assert_eq!([lease(0).await, lease(LEASE_MS - 1).await, lease(LEASE_MS).await], [Some(1), None, Some(2)]);
        database.close().await;
    }
}
