//! Shared limits in the database.

use super::shared::{LimitStore, StoreFuture};
use core_wasm::protocol::time::Timestamp;
use twentyfour_store::rate_limits::{self, Attempt, Backoff, Failures, Quota};
use twentyfour_store::{Database, StoreError};

/// Stores the state of limits in the database.
pub(super) struct DatabaseLimits(pub(super) Database);

impl LimitStore for DatabaseLimits {
    fn acquire<'a>(&'a self, key: &'a str, quota: Quota, now: Timestamp) -> StoreFuture<'a, Attempt> {
        Box::pin(async move { rate_limits::acquire(&self.0, key, quota, now).await.map_err(describe) })
    }

    fn failures<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Failures> {
        Box::pin(async move { rate_limits::failures(&self.0, key).await.map_err(describe) })
    }

    fn add_failure<'a>(&'a self, key: &'a str, backoff: Backoff, now: Timestamp) -> StoreFuture<'a, Attempt> {
        Box::pin(async move { rate_limits::add_failure(&self.0, key, backoff, now).await.map_err(describe) })
    }

    fn reset<'a>(&'a self, key: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move { rate_limits::remove(&self.0, key).await.map_err(describe) })
    }

    fn record_success<'a>(&'a self, key: &'a str, ttl_ms: i64, now: Timestamp) -> StoreFuture<'a, ()> {
        Box::pin(async move { rate_limits::record_success(&self.0, key, ttl_ms, now).await.map_err(describe) })
    }

    fn succeeded_at<'a>(&'a self, key: &'a str) -> StoreFuture<'a, Option<i64>> {
        Box::pin(async move { rate_limits::succeeded_at(&self.0, key).await.map_err(describe) })
    }
}

fn describe(error: StoreError) -> String {
    format!("the database failed: {error}")
}
