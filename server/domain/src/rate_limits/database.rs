//! Shared limits in the database.

use super::shared::{LimitStore, StoreFuture, Unavailable};
use core_wasm::protocol::time::Timestamp;
use std::sync::Arc;
use tokio::sync::Semaphore;
use twentyfour_store::rate_limits::{self, Attempt, Backoff, Quota};
use twentyfour_store::{Database, StoreError};

/// The maximum number of decisions at once, each of which uses a connection. Other requests keep the rest of the connections
/// while the table is locked.
const MAX_CONCURRENT_DECISIONS: usize = 4;

/// Stores the state of limits in the database.
pub(super) struct DatabaseLimits {
    database: Database,
    permits: Arc<Semaphore>,
}

impl DatabaseLimits {
    pub(super) fn new(database: Database) -> Self {
        Self { database, permits: Arc::new(Semaphore::new(MAX_CONCURRENT_DECISIONS)) }
    }

    /// Runs a decision in a task, which continues when the returned future is dropped. A canceled query would keep its
    /// connection busy, too, but without its permit.
    fn run<'a, T, F>(&self, decide: impl FnOnce(Database) -> F + Send + 'a) -> StoreFuture<'a, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<Option<T>, StoreError>> + Send + 'static,
    {
        let (database, permits) = (self.database.clone(), self.permits.clone());
        Box::pin(async move {
            let permit = permits.acquire_owned().await.map_err(|error| Unavailable::Failed(error.to_string()))?;
            let decision = decide(database);
            let task = tokio::spawn(async move {
                let outcome = decision.await;
                drop(permit);
                outcome
            });
            let outcome = task.await.map_err(|error| Unavailable::Failed(format!("a decision failed: {error}")))?;
            let decision =
                outcome.map_err(|error: StoreError| Unavailable::Failed(format!("the database failed: {error}")))?;
            decision.ok_or(Unavailable::ClocksDiffer)
        })
    }
}

impl LimitStore for DatabaseLimits {
    fn acquire<'a>(&'a self, key: &str, quota: Quota, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let key = key.to_owned();
        self.run(move |database| async move { rate_limits::acquire(&database, &key, quota, now).await })
    }

    fn check_failures<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let key = key.to_owned();
        self.run(move |database| async move { rate_limits::check_failures(&database, &key, backoff, now).await })
    }

    fn add_failure<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt> {
        let key = key.to_owned();
        self.run(move |database| async move { rate_limits::add_failure(&database, &key, backoff, now).await })
    }

    fn reset<'a>(&'a self, key: &str) -> StoreFuture<'a, ()> {
        let key = key.to_owned();
        self.run(move |database| async move { rate_limits::remove(&database, &key).await.map(Some) })
    }

    fn record_success<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, ()> {
        let key = key.to_owned();
        self.run(
            move |database| async move { rate_limits::record_success(&database, &key, ttl_ms, now).await.map(Some) },
        )
    }

    fn has_succeeded<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, bool> {
        let key = key.to_owned();
        self.run(move |database| async move { rate_limits::has_succeeded(&database, &key, ttl_ms, now).await })
    }
}
