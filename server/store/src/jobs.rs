//! The jobs that run again and again (table `jobs`), which servers lease.

use super::{corrupt_column, read_timestamp};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::admin::AdminJob;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, Row};

/// Leases a job if it is due and no other server has leased it. It is also due when it last succeeded `interval_ms` ago: the
/// interval may be shorter than when the next run was scheduled. Returns the number of runs since its last success, this
/// one included, or `None` if it is not due.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn lease(
    connection: &mut AnyConnection,
    name: &str,
    interval_ms: i64,
    now: Timestamp,
    leased_until: Timestamp,
) -> Result<Option<i64>, StoreError> {
    sqlx::query(
        "INSERT INTO jobs (name, next_run_at, leased_until, attempts, last_error) VALUES ($1, 0, 0, 0, '') \
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(name.to_owned())
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query(
        "UPDATE jobs SET leased_until = $3, attempts = attempts + 1 \
         WHERE name = $1 AND leased_until <= $2 \
         AND (next_run_at <= $2 OR (attempts = 0 AND finished_at <= $4)) RETURNING attempts",
    )
    .bind(name.to_owned())
    .bind(now.millis())
    .bind(leased_until.millis())
    .bind(now.millis().saturating_sub(interval_ms))
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok(row.try_get("attempts")?)).transpose()
}

/// Locks a leased job until the caller's transaction ends. Returns false if another server has leased it since: `attempts` and
/// `leased_until` are those of the lease.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn hold(
    connection: &mut AnyConnection,
    name: &str,
    attempts: i64,
    leased_until: Timestamp,
) -> Result<bool, StoreError> {
    let held =
        sqlx::query("UPDATE jobs SET attempts = attempts WHERE name = $1 AND attempts = $2 AND leased_until = $3")
            .bind(name.to_owned())
            .bind(attempts)
            .bind(leased_until.millis())
            .execute(connection)
            .await?;
    Ok(held.rows_affected() > 0)
}

/// The end of a run of a job.
#[derive(Clone)]
pub struct JobRun {
    /// The name of the job.
    pub name: &'static str,
    /// What [`lease`] returned.
    pub attempts: i64,
    /// The end of the lease of this run.
    pub leased_until: Timestamp,
    /// When the run ended.
    pub ended_at: Timestamp,
    /// When the job runs again.
    pub next_run_at: Timestamp,
    /// Why the run failed; `None` if it succeeded.
    pub error: Option<String>,
}

/// Ends the lease of a run, unless another server has leased the job since.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn finish(connection: &mut AnyConnection, run: &JobRun) -> Result<(), StoreError> {
    let is_done = i64::from(run.error.is_none());
    sqlx::query(
        "UPDATE jobs SET leased_until = 0, next_run_at = $3, last_error = $4, \
         attempts = CASE WHEN $5 = 1 THEN 0 ELSE attempts END, \
         finished_at = CASE WHEN $5 = 1 THEN $6 ELSE finished_at END \
         WHERE name = $1 AND attempts = $2 AND leased_until = $7",
    )
    .bind(run.name)
    .bind(run.attempts)
    .bind(run.next_run_at.millis())
    .bind(run.error.clone().unwrap_or_default())
    .bind(is_done)
    .bind(run.ended_at.millis())
    .bind(run.leased_until.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns all jobs, by name.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(pool: &ReadPool) -> Result<Vec<AdminJob>, StoreError> {
    let rows = sqlx::query("SELECT name, finished_at, next_run_at, last_error FROM jobs ORDER BY name")
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(AdminJob {
                name: row.try_get("name")?,
                finished_at: read_timestamp(row, "finished_at")?,
                next_run_at: read_timestamp(row, "next_run_at")?.ok_or_else(|| corrupt_column("next_run_at"))?,
                last_error: row.try_get("last_error")?,
            })
        })
        .collect()
}
