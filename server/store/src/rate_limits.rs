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

/// How far the clocks of two servers may differ, in milliseconds: one minute. If a stored time is further in the future, nothing
/// is decided or changed. Otherwise, a server whose clock is ahead could lock people out, and one whose clock is behind could
/// allow what the others have rejected.
pub const MAX_CLOCK_DIFFERENCE_MS: i64 = 60 * 1_000;

/// The times at which rows expire are rounded up to whole hours, in milliseconds. Most updates then change no indexed column,
/// which costs PostgreSQL much less.
const EXPIRY_STEP_MS: i64 = 60 * 60 * 1_000;

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

/// Uses one attempt of a quota (GCRA: ITU-T I.371, section A.1). A rejected attempt changes nothing. Returns `None`, and changes
/// nothing, if the stored time is too far in the future, see [`MAX_CLOCK_DIFFERENCE_MS`].
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn acquire(
    database: &Database,
    key: &str,
    quota: Quota,
    now: Timestamp,
) -> Result<Option<Attempt>, StoreError> {
    let (now, interval) = (now.millis(), quota.interval_ms());
    // An attempt is allowed while the limit is full again before this time.
    let max_moment = now.saturating_add(quota.burst_ms() - interval);
    let max_plausible = now.saturating_add(quota.burst_ms() + MAX_CLOCK_DIFFERENCE_MS);
    let used = sqlx::query(
        "INSERT INTO rate_limits (key_hash, moment, failures, expires_at) VALUES ($1, $2, 0, $3) \
         ON CONFLICT (key_hash) DO UPDATE SET expires_at = excluded.expires_at, \
         moment = CASE WHEN rate_limits.moment > $4 THEN rate_limits.moment + $5 ELSE excluded.moment END \
         WHERE rate_limits.moment <= $6 RETURNING moment",
    )
    .bind(key.to_owned())
    .bind(now.saturating_add(interval))
    .bind(expiry(now.saturating_add(quota.burst_ms())))
    .bind(now)
    .bind(interval)
    .bind(max_moment)
    .fetch_optional(database.pool())
    .await?;
    if used.is_some() {
        return Ok(Some(Ok(())));
    }
    // Without a row, it expired between the statements.
    let moment = read_moment(database, key).await?.unwrap_or(max_moment);
    if moment > max_plausible {
        return Ok(None);
    }
    Ok(Some(Err(milliseconds(moment.saturating_sub(max_moment).max(1)))))
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
        if !self.counts(failures, now) || failures.count < self.free_attempts {
            return Ok(());
        }
        let doublings = (failures.count - self.free_attempts).min(self.max_doublings());
        let delay = (self.initial_delay_ms << doublings).min(self.max_delay_ms);
        match failures.last.saturating_add(delay).saturating_sub(now.millis()) {
            ..=0 => Ok(()),
            wait => Err(milliseconds(wait)),
        }
    }

    /// Returns the failures after a further one.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is allowed.
    pub fn add(self, failures: Failures, now: Timestamp) -> Result<Failures, Duration> {
        self.check(failures, now)?;
        let count = if self.counts(failures, now) { failures.count } else { 0 };
        Ok(Failures { count: count.saturating_add(1), last: now.millis() })
    }

    /// Returns whether these failures have not expired.
    fn counts(self, failures: Failures, now: Timestamp) -> bool {
        failures.last.saturating_add(self.ttl_ms) > now.millis()
    }
}

/// Checks whether an attempt is allowed now. Returns `None` if the stored time is too far in the future, see
/// [`MAX_CLOCK_DIFFERENCE_MS`].
///
/// # Errors
/// Returns an error if the query fails.
pub async fn check_failures(
    database: &Database,
    key: &str,
    backoff: Backoff,
    now: Timestamp,
) -> Result<Option<Attempt>, StoreError> {
    let row = sqlx::query("SELECT failures, moment FROM rate_limits WHERE key_hash = $1")
        .bind(key.to_owned())
        .fetch_optional(database.pool())
        .await?;
    let failures = row.as_ref().map_or(Ok(Failures::default()), read_failures)?;
    Ok(is_plausible(failures.last, now).then(|| backoff.check(failures, now)))
}

/// Starts an attempt and counts it as a failure, unless attempts are delayed. Returns `None`, and changes nothing, if the stored
/// time is too far in the future, see [`MAX_CLOCK_DIFFERENCE_MS`].
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn add_failure(
    database: &Database,
    key: &str,
    backoff: Backoff,
    now: Timestamp,
) -> Result<Option<Attempt>, StoreError> {
    let sql = format!(
        "INSERT INTO rate_limits (key_hash, moment, failures, expires_at) VALUES ($1, $2, 1, $3) \
         ON CONFLICT (key_hash) DO UPDATE SET moment = excluded.moment, expires_at = excluded.expires_at, \
         failures = CASE WHEN rate_limits.moment <= $4 THEN 1 ELSE rate_limits.failures + 1 END \
         WHERE rate_limits.moment <= $5 AND (rate_limits.failures < {} OR rate_limits.moment <= $4 \
         OR rate_limits.moment + {} <= $2) RETURNING failures",
        backoff.free_attempts,
        delay_sql(backoff)
    );
    let added = sqlx::query(AssertSqlSafe(sql))
        .bind(key.to_owned())
        .bind(now.millis())
        .bind(expiry(now.plus_millis(backoff.ttl_ms).millis()))
        .bind(now.plus_millis(-backoff.ttl_ms).millis())
        .bind(now.plus_millis(MAX_CLOCK_DIFFERENCE_MS).millis())
        .fetch_optional(database.pool())
        .await?;
    if added.is_some() {
        return Ok(Some(Ok(())));
    }
    let attempt = check_failures(database, key, backoff, now).await?;
    // If an attempt is allowed now, the failures have expired between the statements.
    Ok(attempt.map(|attempt| Err(attempt.err().unwrap_or(milliseconds(1)))))
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
}

/// Returns whether a key has succeeded within the last `ttl_ms` milliseconds. Returns `None` if the stored time is too far in the
/// future, see [`MAX_CLOCK_DIFFERENCE_MS`].
///
/// # Errors
/// Returns an error if the query fails.
pub async fn has_succeeded(
    database: &Database,
    key: &str,
    ttl_ms: i64,
    now: Timestamp,
) -> Result<Option<bool>, StoreError> {
    let Some(moment) = read_moment(database, key).await? else { return Ok(Some(false)) };
    Ok(is_plausible(moment, now).then(|| moment.saturating_add(ttl_ms) > now.millis()))
}

/// Removes the state of a key.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn remove(database: &Database, key: &str) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM rate_limits WHERE key_hash = $1").bind(key.to_owned());
    query.execute(database.pool()).await?;
    Ok(())
}

/// Returns whether a time, in milliseconds since the Unix epoch, may be that of another server's clock: whether it is at most
/// [`MAX_CLOCK_DIFFERENCE_MS`] in the future.
pub fn is_plausible(moment: i64, now: Timestamp) -> bool {
    moment <= now.millis().saturating_add(MAX_CLOCK_DIFFERENCE_MS)
}

async fn read_moment(database: &Database, key: &str) -> Result<Option<i64>, StoreError> {
    let query = sqlx::query_scalar("SELECT moment FROM rate_limits WHERE key_hash = $1").bind(key.to_owned());
    Ok(query.fetch_optional(database.pool()).await?)
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
