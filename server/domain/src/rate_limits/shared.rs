//! The state of limits that all servers share: in the database or in Redis. While it is unavailable, each server falls
//! back to its own limits in memory.

use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use futures_util::future::BoxFuture;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use twentyfour_model::KeyedHash;
use twentyfour_store::rate_limits::{Attempt, Backoff, Failures, Quota};

/// How long a decision may take, so that an unavailable store does not delay requests.
const TIMEOUT: Duration = Duration::from_millis(250);

/// How long no request waits for a store that has failed. Then one request tries it again.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The interval of the warnings about an unavailable store.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The outcome of a request to a store, or why it failed, for the log.
pub(super) type StoreFuture<'a, T> = BoxFuture<'a, Result<T, String>>;

/// Where the state of shared limits is stored. Each method is atomic, also if several servers call it. Keys are keyed
/// hashes. Times in the future, from a server whose clock is wrong, must lock nobody out.
pub(super) trait LimitStore: Send + Sync {
    /// Uses one attempt of a quota.
    fn acquire<'a>(&'a self, key: &'a str, quota: Quota, now: Timestamp) -> StoreFuture<'a, Attempt>;

    /// Returns the failures of a key.
    fn failures<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Failures>;

    /// Starts an attempt and counts it as a failure, unless attempts are delayed.
    fn add_failure<'a>(&'a self, key: &'a str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt>;

    /// Removes the failures of a key.
    fn reset<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()>;

    /// Records that a key succeeded now, for `ttl_ms` milliseconds or longer.
    fn record_success<'a>(&'a self, key: &'a str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, ()>;

    /// Returns when a key last succeeded, in milliseconds since the Unix epoch.
    fn succeeded_at<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<i64>>;
}

/// A store, with the keys of this installation. Clones share it.
#[derive(Clone)]
pub(super) struct SharedLimits {
    store: Arc<dyn LimitStore>,
    keys: KeyedHash,
    availability: Arc<Mutex<Availability>>,
}

/// Whether a store responds.
#[derive(Default)]
struct Availability {
    /// Until when the store is not asked, because it has failed.
    paused_until: Option<Instant>,
    /// When its failure was logged last.
    logged_at: Option<Instant>,
}

impl SharedLimits {
    /// Makes the limits of servers that share a store and the secret of `keys`.
    pub(super) fn new(store: impl LimitStore + 'static, keys: KeyedHash) -> Self {
        Self { store: Arc::new(store), keys, availability: Arc::default() }
    }

    /// Returns the key of a limit and a subject in the store.
    pub(super) fn key(&self, limit: &str, subject: &Subject<'_>) -> String {
        self.keys.hash(&format!("{limit} {subject}"))
    }

    /// Asks the store. Returns `None` if it is unavailable: then the limits of this server apply.
    pub(super) async fn ask<'a, T>(
        &'a self,
        request: impl FnOnce(&'a dyn LimitStore) -> StoreFuture<'a, T>,
    ) -> Option<T> {
        if self.is_paused() {
            return None;
        }
        let outcome = tokio::time::timeout(TIMEOUT, request(&*self.store)).await;
        let error = match outcome {
            Ok(Ok(value)) => {
                self.lock().paused_until = None;
                return Some(value);
            }
            Ok(Err(error)) => error,
            Err(_) => format!("no response within {} ms", TIMEOUT.as_millis()),
        };
        self.pause(&error);
        None
    }

    /// Returns whether the store is not asked now. The first request after the pause starts another one, so that the others do not
    /// wait for a store that still does not respond.
    fn is_paused(&self) -> bool {
        let (mut availability, now) = (self.lock(), Instant::now());
        match availability.paused_until {
            None => false,
            Some(until) if now < until => true,
            Some(_) => {
                availability.paused_until = Some(now + RETRY_INTERVAL);
                false
            }
        }
    }

    fn pause(&self, error: &str) {
        let (mut availability, now) = (self.lock(), Instant::now());
        availability.paused_until = Some(now + RETRY_INTERVAL);
        if availability.logged_at.is_none_or(|at| now.duration_since(at) >= LOG_INTERVAL) {
            availability.logged_at = Some(now);
            drop(availability);
            tracing::warn!(error, "shared rate limits unavailable, each server limits on its own");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Availability> {
        self.availability.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
