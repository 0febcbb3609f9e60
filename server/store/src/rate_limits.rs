//! The rate limits that servers share (table `rate_limits`). Keys are keyed hashes, see
//! [`KeyedHash`](twentyfour_model::KeyedHash).
//!
//! Each decision is one statement, which is committed alone: no server can decide between the read and the write of another.
//! The times are those of the servers' clocks, which may differ a little.

use crate::{Database, StoreError};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::time::Duration;

/// How far the clocks of two servers may differ, in milliseconds: one minute. A time further in the future is ignored, so
/// that a server with a wrong clock locks nobody out.
pub const MAX_CLOCK_DIFFERENCE_MS: i64 = 60 * 1_000;

/// The times at which rows expire are rounded up to whole hours, in milliseconds. Most updates then change no indexed column,
/// which costs PostgreSQL much less.
const EXPIRY_STEP_MS: i64 = 60 * 60 * 1_000;

/// How often a statement is run again because another server changed the same row.
const MAX_RETRIES: u32 = 20;

/// A number of attempts per time window, which may all be made at once and then refill steadily.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The number of attempts, 1 or more.
    pub times: u32,
    /// The window in milliseconds.
    pub window_ms: i64,
}

impl Quota {
    /// Returns the time in which one attempt refills, in milliseconds.
    pub fn interval_ms(self) -> i64 {
        (self.window_ms / i64::from(self.times.max(1))).max(1)
    }

    /// Returns the time in which all attempts refill, in milliseconds.
    pub fn burst_ms(self) -> i64 {
        self.interval_ms().saturating_mul(i64::from(self.times))
    }
}

/// Whether an attempt is allowed; if not, the time until the next one.
pub type Attempt = Result<(), Duration>;

/// Uses one attempt of a quota (GCRA: ITU-T I.371, section A.1). A rejected attempt changes nothing.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn acquire(database: &Database, key: &str, quota: Quota, now: Timestamp) -> Result<Attempt, StoreError> {
    let (now, interval) = (now.millis(), quota.interval_ms());
    // An attempt is allowed while the limit is full again before this time.
    let max_moment = now.saturating_add(quota.burst_ms() - interval);
    let implausible = now.saturating_add(quota.burst_ms() + MAX_CLOCK_DIFFERENCE_MS);
    let next = now.saturating_add(interval);
    retry(|| async move {
        let used = sqlx::query(
            "INSERT INTO rate_limits (key_hash, moment, failures, expires_at) VALUES ($1, $2, 0, $3) \
             ON CONFLICT (key_hash) DO UPDATE SET expires_at = excluded.expires_at, \
             moment = CASE WHEN rate_limits.moment > $4 AND rate_limits.moment <= $5 \
             THEN rate_limits.moment + $6 ELSE excluded.moment END \
             WHERE rate_limits.moment <= $7 OR rate_limits.moment > $5 RETURNING moment",
        )
        .bind(key.to_owned())
        .bind(next)
        .bind(expiry(now.saturating_add(quota.burst_ms())))
        .bind(now)
        .bind(implausible)
        .bind(interval)
        .bind(max_moment)
        .fetch_optional(database.pool())
        .await?;
        if used.is_some() {
            return Ok(Ok(()));
        }
        let moment = sqlx::query_scalar::<_, i64>("SELECT moment FROM rate_limits WHERE key_hash = $1")
            .bind(key.to_owned())
            .fetch_optional(database.pool())
            .await?;
        // Without a row, it expired between the statements.
        Ok(Err(milliseconds(moment.unwrap_or(max_moment).saturating_sub(max_moment).max(1))))
    })
    .await
}

/// The failures of a key.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Failures {
    /// Their number.
    pub count: i64,
    /// When the last one was, in milliseconds since the Unix epoch.
    pub last: i64,
}

/// How long attempts are delayed after failures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backoff {
    /// The number of failures without a delay.
    pub free_attempts: i64,
    /// The delay after that number of failures, in milliseconds. It doubles after each further one.
    pub initial_delay_ms: i64,
    /// The maximum delay in milliseconds.
    pub max_delay_ms: i64,
    /// How long failures count after the last one, in milliseconds.
    pub ttl_ms: i64,
}

impl Backoff {
    /// Returns the number of doublings after which the delay no longer grows.
    pub fn max_doublings(self) -> i64 {
        let steps = self.max_delay_ms / self.initial_delay_ms.max(1);
        i64::from(64 - steps.leading_zeros())
    }

    /// Checks whether an attempt is allowed after these failures.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is allowed.
    pub fn check(self, failures: Failures, now: Timestamp) -> Attempt {
        let now = now.millis();
        let is_counted =
            failures.last.saturating_add(self.ttl_ms) > now && failures.last <= now + MAX_CLOCK_DIFFERENCE_MS;
        if !is_counted || failures.count < self.free_attempts {
            return Ok(());
        }
        let doublings = (failures.count - self.free_attempts).min(self.max_doublings());
        let delay = (self.initial_delay_ms << doublings).min(self.max_delay_ms);
        match failures.last + delay - now {
            ..=0 => Ok(()),
            wait => Err(milliseconds(wait)),
        }
    }
}

/// Returns the failures of a key.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn failures(database: &Database, key: &str) -> Result<Failures, StoreError> {
    retry(|| async move {
        let row = sqlx::query("SELECT failures, moment FROM rate_limits WHERE key_hash = $1")
            .bind(key.to_owned())
            .fetch_optional(database.pool())
            .await?;
        row.as_ref().map_or(Ok(Failures::default()), read_failures)
    })
    .await
}

/// Starts an attempt and counts it as a failure, unless attempts are delayed.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn add_failure(
    database: &Database,
    key: &str,
    backoff: Backoff,
    now: Timestamp,
) -> Result<Attempt, StoreError> {
    let sql = format!(
        "INSERT INTO rate_limits (key_hash, moment, failures, expires_at) VALUES ($1, $2, 1, $3) \
         ON CONFLICT (key_hash) DO UPDATE SET moment = excluded.moment, expires_at = excluded.expires_at, \
         failures = CASE WHEN rate_limits.moment <= $4 OR rate_limits.moment > $5 THEN 1 \
         ELSE rate_limits.failures + 1 END \
         WHERE rate_limits.moment <= $4 OR rate_limits.moment > $5 OR rate_limits.moment + {} <= $2 RETURNING failures",
        delay_sql(backoff)
    );
    let (expired, implausible) =
        (now.plus_millis(-backoff.ttl_ms).millis(), now.plus_millis(MAX_CLOCK_DIFFERENCE_MS).millis());
    let is_added = retry(|| {
        let query = sqlx::query(AssertSqlSafe(sql.clone())).bind(key.to_owned()).bind(now.millis());
        let query = query.bind(expiry(now.plus_millis(backoff.ttl_ms).millis())).bind(expired).bind(implausible);
        async move { Ok(query.fetch_optional(database.pool()).await?.is_some()) }
    })
    .await?;
    if is_added {
        return Ok(Ok(()));
    }
    Ok(Err(backoff.check(failures(database, key).await?, now).err().unwrap_or(milliseconds(1))))
}

/// Returns the delay after the failures of a row as SQL.
fn delay_sql(backoff: Backoff) -> String {
    let Backoff { free_attempts, initial_delay_ms, max_delay_ms, .. } = backoff;
    let delays = (0..backoff.max_doublings()).map(|doublings| {
        let failures = free_attempts + doublings;
        format!("WHEN rate_limits.failures <= {failures} THEN {} ", (initial_delay_ms << doublings).min(max_delay_ms))
    });
    format!(
        "CASE WHEN rate_limits.failures < {free_attempts} THEN 0 {}ELSE {max_delay_ms} END",
        delays.collect::<String>()
    )
}

/// Records that a key succeeded now.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn record_success(database: &Database, key: &str, ttl_ms: i64, now: Timestamp) -> Result<(), StoreError> {
    retry(|| async move {
        sqlx::query(
            "INSERT INTO rate_limits (key_hash, moment, failures, expires_at) VALUES ($1, $2, 0, $3) \
             ON CONFLICT (key_hash) DO UPDATE SET moment = excluded.moment, expires_at = excluded.expires_at",
        )
        .bind(key.to_owned())
        .bind(now.millis())
        .bind(expiry(now.plus_millis(ttl_ms).millis()))
        .execute(database.pool())
        .await?;
        Ok(())
    })
    .await
}

/// Returns when a key last succeeded, in milliseconds since the Unix epoch.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn succeeded_at(database: &Database, key: &str) -> Result<Option<i64>, StoreError> {
    retry(|| async move {
        let query = sqlx::query_scalar("SELECT moment FROM rate_limits WHERE key_hash = $1").bind(key.to_owned());
        Ok(query.fetch_optional(database.pool()).await?)
    })
    .await
}

/// Removes the state of a key.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn remove(database: &Database, key: &str) -> Result<(), StoreError> {
    retry(|| async move {
        let query = sqlx::query("DELETE FROM rate_limits WHERE key_hash = $1").bind(key.to_owned());
        query.execute(database.pool()).await?;
        Ok(())
    })
    .await
}

fn read_failures(row: &AnyRow) -> Result<Failures, StoreError> {
    Ok(Failures { count: row.try_get("failures")?, last: row.try_get("moment")? })
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs())
}

/// Returns when a row expires that is needed until a time in milliseconds.
fn expiry(until: i64) -> i64 {
    (until / EXPIRY_STEP_MS + 1).saturating_mul(EXPIRY_STEP_MS)
}

/// Runs a statement again while it fails because another server changed the same row, which happens above the isolation level
/// READ COMMITTED.
async fn retry<T, F: Future<Output = Result<T, StoreError>>>(run: impl Fn() -> F) -> Result<T, StoreError> {
    for _ in 0..MAX_RETRIES {
        match run().await {
            Err(error) if error.is_transient() => tokio::task::yield_now().await,
            outcome => return outcome,
        }
    }
    run().await
}
