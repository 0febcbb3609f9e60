//! Group commit: writes that are waiting in a queue share a transaction, so that one flush to the disk serves many
//! requests. Writes of the same kind also share their statements ([`SharedWrite`]). If a shared statement fails, the
//! group is run again with a savepoint for each write, so that only the failing ones are rolled back.
//!
//! On PostgreSQL, several servers commit groups at once. Each group locks its boards in the order of their ids, so that they do
//! not deadlock, and any other write to a board has a transaction of its own.
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

/// How often a transaction may conflict with others before it holds a lock while it retries, or before its group is divided.
const MAX_CONFLICTS: u32 = 2;

/// The number of locks, which the kinds of writes share.
const RETRY_LOCKS: usize = 32;

/// The start of a write transaction on PostgreSQL, at an isolation level.
///
/// If the machine of a server vanishes, PostgreSQL waits for its next statement until TCP gives up, for up to hours, and its locks
/// stop the writes of all other servers. So a transaction ends that waits for longer than a running server needs between
/// two statements.
macro_rules! begin_postgres {
    ($level:literal) => {
        concat!("BEGIN", $level, "; SET LOCAL idle_in_transaction_session_timeout = '3s'")
    };
}

/// The pool, with the statement that begins a write transaction on its engine.
#[derive(Clone)]
pub(super) struct Transactions {
    pool: AnyPool,
    begin: &'static str,
    /// The statement that begins a transaction after a conflict.
    begin_after_conflict: &'static str,
    group_limit: TimeLimit,
    single_limit: TimeLimit,
    /// Whether transactions lock rows, so that several of them can run at once.
    has_row_locks: bool,
    /// Whether a transaction fails if it waits for a row that another one changes.
    fails_after_waiting: bool,
    /// Locks by kind of write, see [`Attempts`].
    retry_locks: Arc<[Arc<Mutex<()>>; RETRY_LOCKS]>,
}

/// The attempts of one write.
struct Attempts {
    retries: Retries,
    /// Held after [`MAX_CONFLICTS`], until the write ends, so that writes of one kind do not keep failing each other.
    lock: Option<OwnedMutexGuard<()>>,
}

impl Transactions {
    /// Makes the transactions of a pool. `isolation` is the default isolation level of its connections, on PostgreSQL.
    pub(super) fn new(pool: AnyPool, engine: Engine, isolation: Option<&str>) -> Self {
        let begin = match (engine, isolation) {
            // SQLite takes its only write lock at once. A transaction that begins with a read cannot get it later if
            // another one has written meanwhile.
            (Engine::Sqlite, _) => "BEGIN IMMEDIATE",
            // The default of the connections is lower, for single reads.
            (Engine::Postgres, Some("serializable")) => begin_postgres!(" ISOLATION LEVEL SERIALIZABLE"),
            (Engine::Postgres, _) => begin_postgres!(""),
        };
        let begin_after_conflict = match engine {
            Engine::Sqlite => begin,
            // At this level, a transaction that waits for a row goes on when it gets the row. At the higher ones it fails, and
            // a slow server might never succeed while another one writes all the time. Every write is correct at this
            // level, the default of PostgreSQL. Databases without it use a higher one.
            Engine::Postgres => begin_postgres!(" ISOLATION LEVEL READ COMMITTED"),
        };
        let fails_after_waiting = matches!(isolation, Some("serializable" | "repeatable read"));
        Self {
            pool,
            begin,
            begin_after_conflict,
            group_limit: TimeLimit::short(engine),
            single_limit: TimeLimit::long(engine),
            has_row_locks: engine == Engine::Postgres,
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

    /// Returns the statement that begins the next transaction of a write that had some conflicts.
    fn begin(&self, conflicts: u32) -> &'static str {
        if conflicts == 0 { self.begin } else { self.begin_after_conflict }
    }

    /// Waits until a failed write of a kind may be tried again. Returns false if it may not: for an error that does not
    /// pass, or when the time for retries is over.
    async fn prepare_retry(&self, kind: &str, error: &StoreError, attempts: &mut Attempts) -> bool {
        if !error.is_transient() || !attempts.retries.pause_after(error).await {
            return false;
        }
        tracing::debug!(%error, "write failed, retrying");
        if attempts.retries.conflicts() >= MAX_CONFLICTS && attempts.lock.is_none() {
            let mut hasher = DefaultHasher::new();
            kind.hash(&mut hasher);
            let index = usize::try_from(hasher.finish() % RETRY_LOCKS as u64).unwrap_or_default();
            let lock = self.retry_locks[index].clone().lock_owned();
            attempts.lock = tokio::time::timeout_at(attempts.retries.deadline(), lock).await.ok();
        }
        true
    }

    /// Runs a write in a transaction of its own and retries it until `retries` ends.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the transaction fails.
    pub(super) async fn run_alone<T, E, F>(&self, work: F, retries: Retries) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone,
    {
        let mut attempts = Attempts { retries, lock: None };
        loop {
            let outcome = self.run_once(work.clone(), &attempts).await;
            let cause = outcome.as_ref().err().and_then(WriteError::store_error).and_then(StoreError::as_transient);
            match cause {
                Some(cause) if self.prepare_retry(std::any::type_name::<F>(), &cause, &mut attempts).await => {}
                _ => return outcome,
            }
        }
    }

    /// Runs `work` in a transaction, which is committed if it returns `Ok`.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the transaction fails.
    async fn run_once<T, E, F>(&self, work: F, attempts: &Attempts) -> Result<T, E>
    where
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E>,
    {
        let mut connection = self.pool.acquire().await.map_err(StoreError::from)?;
        let attempt = async {
            let mut transaction =
                connection.begin_with(self.begin(attempts.retries.conflicts())).await.map_err(StoreError::from)?;
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
        let mut attempts = Attempts { retries: Retries::since(Instant::now()), lock: None };
        let is_committed = loop {
            match self.run_job_once(&mut job, &attempts).await {
                Ok(is_committed) => break is_committed,
                Err(error) => {
                    if !self.prepare_retry(std::any::type_name_of_val(&job), &error, &mut attempts).await {
                        log_failure(&error, 1);
                        break false;
                    }
                }
            }
        };
        Box::new(job).finish(is_committed);
    }

    /// Runs a job in a transaction. Returns whether it was committed; a rejected write is rolled back.
    ///
    /// # Errors
    /// Returns an error if the transaction fails.
    async fn run_job_once(&self, job: &mut impl Job, attempts: &Attempts) -> Result<bool, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let attempt = async {
            let mut transaction = connection.begin_with(self.begin(attempts.retries.conflicts())).await?;
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

/// Logs that some writes failed: as an error, unless the reason passes.
fn log_failure(error: &StoreError, writes: usize) {
    if error.is_transient() {
        tracing::warn!(%error, writes, "writes failed after retries");
    } else {
        tracing::error!(%error, writes, "writes failed");
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
