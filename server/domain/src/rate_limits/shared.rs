//! The state of limits that all servers share: in the database or in Redis. While it is unavailable, each server falls
//! back to its own limits in memory.

use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use futures_util::future::BoxFuture;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use twentyfour_model::KeyedHash;
use twentyfour_store::rate_limits::{Attempt, Backoff, Quota};

/// The number of failures in a row after which the store is paused. A single key whose decisions are slow, while those of others
/// succeed, does not pause it.
const FAILURES_BEFORE_PAUSE: u32 = 3;

/// How long no request waits for a store that has failed. Then one request tries it again.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The interval of the warnings about an unavailable store.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Why a store made no decision.
#[derive(Debug)]
pub(super) enum Unavailable {
    /// It failed. The text is for the log.
    Failed(String),
    /// A stored time is too far in the future, so the clock of this server or of another one is wrong. Nothing was changed.
    ClocksDiffer,
}

/// The outcome of a request to a store.
pub(super) type StoreFuture<'a, T> = BoxFuture<'a, Result<T, Unavailable>>;

/// Where the state of shared limits is stored. Each method is atomic, also if several servers call it. Keys are keyed
/// hashes. A stored time that is too far in the future makes the decision unavailable: it must neither lock anybody out nor be
/// overwritten.
pub(super) trait LimitStore: Send + Sync {
    /// Uses one attempt of a quota.
    fn acquire<'a>(&'a self, key: &str, quota: Quota, now: Timestamp) -> StoreFuture<'a, Attempt>;

    /// Checks whether the failures of a key allow an attempt now.
    fn check_failures<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt>;

    /// Starts an attempt and counts it as a failure, unless attempts are delayed.
    fn add_failure<'a>(&'a self, key: &str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt>;

    /// Removes the failures of a key.
    fn reset<'a>(&'a self, key: &str) -> StoreFuture<'a, ()>;

    /// Records that a key succeeded now, for `ttl_ms` milliseconds or longer.
    fn record_success<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, ()>;

    /// Returns whether a key has succeeded within the last `ttl_ms` milliseconds.
    fn has_succeeded<'a>(&'a self, key: &str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, bool>;
}

/// A store, with the keys of this installation. Clones share it.
#[derive(Clone)]
pub(super) struct SharedLimits {
    store: Arc<dyn LimitStore>,
    keys: KeyedHash,
    /// How long a decision may take, so that an unavailable store does not delay requests.
    timeout: Duration,
    availability: Arc<Mutex<Availability>>,
}

/// Whether a store responds.
#[derive(Default)]
struct Availability {
    /// The number of failures since the last success.
    failures: u32,
    /// Until when the store is not used, because it has failed.
    paused_until: Option<Instant>,
    /// When a failure was logged last.
    failure_logged_at: Option<Instant>,
    /// When it was logged last that clocks differ.
    clocks_logged_at: Option<Instant>,
}

impl SharedLimits {
    /// Makes the limits of servers that share a store and the secret of `keys`. A decision may take up to `timeout`.
    pub(super) fn new(store: impl LimitStore + 'static, keys: KeyedHash, timeout: Duration) -> Self {
        Self { store: Arc::new(store), keys, timeout, availability: Arc::default() }
    }

    /// Sends a request to the store. Returns `None` if the store is unavailable: then the limits of this server apply.
    async fn query<'a, T>(&'a self, request: impl FnOnce(&'a dyn LimitStore) -> StoreFuture<'a, T>) -> Option<T> {
        if self.is_paused() {
            return None;
        }
        let outcome = tokio::time::timeout(self.timeout, request(&*self.store)).await;
        let outcome = outcome.unwrap_or_else(|_| {
            Err(Unavailable::Failed(format!("no response within {} ms", self.timeout.as_millis())))
        });
        match outcome {
            Ok(value) => {
                self.record_response();
                Some(value)
            }
            Err(Unavailable::ClocksDiffer) => {
                self.record_response();
                self.log_different_clocks();
                None
            }
            Err(Unavailable::Failed(error)) => {
                self.record_failure(&error);
                None
            }
        }
    }

    /// Returns whether the store is not used now. The first request after the pause starts another one, so that the others do not
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

    fn record_response(&self) {
        let mut availability = self.lock();
        availability.failures = 0;
        availability.paused_until = None;
    }

    fn record_failure(&self, error: &str) {
        let (mut availability, now) = (self.lock(), Instant::now());
        availability.failures = availability.failures.saturating_add(1);
        if availability.failures >= FAILURES_BEFORE_PAUSE {
            availability.paused_until = Some(now + RETRY_INTERVAL);
        }
        let must_log = must_log(&mut availability.failure_logged_at, now);
        drop(availability);
        if must_log {
            tracing::warn!(error, "shared rate limits unavailable, each server limits on its own");
        }
    }

    fn log_different_clocks(&self) {
        if must_log(&mut self.lock().clocks_logged_at, Instant::now()) {
            tracing::warn!(
                "the clocks of the servers differ by more than a minute, this server limits on its own; \
                 synchronize the clocks of all servers with NTP"
            );
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Availability> {
        self.availability.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the limits: shared, or only in the memory of this server.
pub(super) struct SharedLimit {
    /// The name, which is part of the keys.
    name: String,
    shared: Option<SharedLimits>,
}

impl SharedLimit {
    /// Makes a limit that is shared if there are shared limits.
    pub(super) fn new(name: impl Into<String>, shared: Option<&SharedLimits>) -> Self {
        Self { name: name.into(), shared: shared.cloned() }
    }

    /// Sends a request about a subject to the store, with its key. Returns `None` if the limit of this server applies: the
    /// limit is not shared, or the store is unavailable.
    pub(super) async fn query<T>(
        &self,
        subject: &Subject<'_>,
        request: impl for<'a> FnOnce(&'a dyn LimitStore, &'a str) -> StoreFuture<'a, T>,
    ) -> Option<T> {
        let shared = self.shared.as_ref()?;
        let key = shared.keys.hash(&format!("{} {subject}", self.name));
        shared.query(|store| request(store, &key)).await
    }
}

/// Returns whether a warning is due that was logged last at `logged_at`, and sets that time.
fn must_log(logged_at: &mut Option<Instant>, now: Instant) -> bool {
    let is_due = logged_at.is_none_or(|at| now.duration_since(at) >= LOG_INTERVAL);
    if is_due {
        *logged_at = Some(now);
    }
    is_due
}
