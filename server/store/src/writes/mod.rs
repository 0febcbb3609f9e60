//! Group commit: writes that are waiting in a queue share a transaction, so that one flush to the disk serves many
//! requests. Writes of the same kind also share their statements ([`SharedWrite`]). If a shared statement fails, the
//! group is run again with a savepoint for each write, so that only the failing ones are rolled back.
//!
//! Every write can be run again: a transaction that fails for a reason that passes is retried as a whole.
//!
//! What a write announces to other servers ([`OnCommit`]) is stored in its transaction, by one statement for the group.

mod job;
mod queue;
mod retry;
#[cfg(test)]
mod tests;

pub(super) use job::{Job, SharedWriteJob, SingleWrite};
pub use job::{OnCommit, SharedFuture, SharedWrite};
pub(super) use queue::{MAX_QUEUED_WRITES, WriteQueue, WriteThread};
pub(super) use retry::Retries;

use super::db::{Engine, WriteFuture};
use crate::time_limit::{self, TimeLimit};
use crate::{StoreError, WriteError, announcements};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Connection};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::Instant;
use twentyfour_model::token::random_bytes;

/// How often a transaction may conflict with others before it holds a lock while it retries.
const MAX_CONFLICTS: u32 = 2;

/// The number of locks, which the kinds of writes share.
const RETRY_LOCKS: usize = 32;

/// The pool, with the statement that begins a write transaction on its engine.
#[derive(Clone)]
pub(super) struct Transactions {
    pool: AnyPool,
    begin: &'static str,
    group_limit: TimeLimit,
    single_limit: TimeLimit,
    /// Whether a transaction fails if it waits for a row that another one changes.
    fails_after_waiting: bool,
    /// Locks by kind of write. After two conflicts, a write holds its lock while it retries, so that writes of one kind do
    /// not keep failing each other.
    retry_locks: Arc<[Arc<Mutex<()>>; RETRY_LOCKS]>,
}

impl Transactions {
    /// Makes the transactions of a pool. `isolation` is the default isolation level of its connections, on PostgreSQL.
    pub(super) fn new(pool: AnyPool, engine: Engine, isolation: Option<&str>) -> Self {
        let begin = match (engine, isolation) {
            // SQLite takes its only write lock at once. A transaction that begins with a read cannot get it later if
            // another one has written meanwhile.
            (Engine::Sqlite, _) => "BEGIN IMMEDIATE",
            // The default of the connections is lower, for single reads.
            (Engine::Postgres, Some("serializable")) => "BEGIN ISOLATION LEVEL SERIALIZABLE",
            (Engine::Postgres, _) => "BEGIN",
        };
        let fails_after_waiting = matches!(isolation, Some("serializable" | "repeatable read"));
        Self {
            pool,
            begin,
            group_limit: TimeLimit::short(engine),
            single_limit: TimeLimit::long(engine),
            fails_after_waiting,
            retry_locks: Arc::default(),
        }
    }

    /// Lets the transactions of other servers write to a board before the next group does, if [`Self::fails_after_waiting`]:
    /// one that has waited for a group fails when that commits, and is only just beginning again when the next group
    /// begins. The pause is longer if the last group took long, because the others then take longer to begin, too.
    async fn yield_board(&self, last_group: Duration) {
        let pause = (last_group / 4).clamp(retry::PAUSE_BETWEEN_GROUPS, retry::LONGEST_PAUSE_BETWEEN_GROUPS);
        tokio::time::sleep(retry::jittered(pause, random_bytes())).await;
    }

    /// Acquires the lock for retries of a kind of write. Returns `None` if the time for retries ends first.
    async fn lock_for_retry(&self, kind: &str, retries: &Retries) -> Option<OwnedMutexGuard<()>> {
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        let lock = self.retry_locks.get(usize::try_from(hasher.finish()).unwrap_or_default() % RETRY_LOCKS)?;
        tokio::time::timeout_at(retries.deadline(), lock.clone().lock_owned()).await.ok()
    }

    /// Runs a write in a transaction of its own and retries it until `retries` ends.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the transaction fails.
    pub(super) async fn run_alone<T, E, F>(&self, work: F, mut retries: Retries) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone,
    {
        let (mut conflicts, mut lock) = (0, None);
        loop {
            let outcome = self.run_once(work.clone()).await;
            let cause = match &outcome {
                Err(error) => error.store_error().and_then(StoreError::as_transient),
                Ok(_) => None,
            };
            match cause {
                Some(cause) if retries.pause_after(&cause).await => {
                    tracing::debug!("write failed, retrying");
                    conflicts += u32::from(cause.is_conflict());
                }
                _ => return outcome,
            }
            if conflicts >= MAX_CONFLICTS && lock.is_none() {
                lock = self.lock_for_retry(std::any::type_name::<F>(), &retries).await;
            }
        }
    }

    /// Runs `work` in a transaction, which is committed if it returns `Ok`.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the transaction fails.
    async fn run_once<T, E, F>(&self, work: F) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut connection = self.pool.acquire().await.map_err(StoreError::from)?;
        let attempt = async {
            let mut transaction = connection.begin_with(self.begin).await.map_err(StoreError::from)?;
            let value = work(&mut transaction).await?;
            transaction.commit().await.map_err(StoreError::from)?;
            Ok(value)
        };
        let outcome = self.single_limit.apply_to_write(attempt).await;
        close_if_broken(connection, &outcome).await;
        outcome
    }

    /// Runs a job in a transaction of its own, with what it announces, retries it, and reports its result.
    pub(super) async fn run_job(&self, mut job: impl Job) {
        let mut retries = Retries::since(Instant::now());
        let (mut conflicts, mut lock) = (0, None);
        let is_committed = loop {
            match self.run_job_once(&mut job).await {
                Ok(is_committed) => break is_committed,
                Err(error) if error.is_transient() => {
                    if !retries.pause_after(&error).await {
                        tracing::warn!(%error, "write failed after retries");
                        break false;
                    }
                    conflicts += u32::from(error.is_conflict());
                }
                Err(error) => {
                    tracing::error!(%error, "write failed");
                    break false;
                }
            }
            if conflicts >= MAX_CONFLICTS && lock.is_none() {
                lock = self.lock_for_retry(std::any::type_name_of_val(&job), &retries).await;
            }
        };
        Box::new(job).finish(is_committed);
    }

    /// Runs a job in a transaction. Returns whether it was committed; a rejected write is rolled back.
    ///
    /// # Errors
    /// Returns an error if the transaction fails.
    async fn run_job_once(&self, job: &mut impl Job) -> Result<bool, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let attempt = async {
            let mut transaction = connection.begin_with(self.begin).await?;
            if !job.run(&mut transaction).await? {
                transaction.rollback().await?;
                return Ok(false);
            }
            announcements::insert(&mut transaction, job.announcements()).await?;
            transaction.commit().await?;
            Ok(true)
        };
        let outcome = self.single_limit.apply_to_write(attempt).await;
        close_if_broken(connection, &outcome).await;
        outcome
    }
}

/// Returns the connection of a transaction, or closes it if it cannot be used again. There are three such cases: PostgreSQL
/// did not respond in time, its server became a replica, or SQLite rolled the transaction back, for example on a full disk,
/// while sqlx counts it as open.
async fn close_if_broken<T, E: WriteError>(
    connection: PoolConnection<Any>,
    outcome: &Result<T, E>,
) -> Option<PoolConnection<Any>> {
    let error = outcome.as_ref().err().and_then(WriteError::store_error);
    let timed_out = error.and_then(StoreError::as_database).filter(|error| time_limit::is_timed_out(error));
    if timed_out.is_some() {
        time_limit::release(connection, timed_out);
        return None;
    }
    let is_broken = |error: &StoreError| {
        error.is_read_only_server() || (matches!(error, StoreError::Database(_)) && !error.is_transient())
    };
    if error.is_some_and(is_broken) {
        _ = connection.close().await;
        return None;
    }
    Some(connection)
}
