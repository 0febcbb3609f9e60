//! The database: one pool type and one SQL text for SQLite and PostgreSQL.
//!
//! The engines differ in a few places, here and in [`super::writes`]. SQLite allows one writer at a time, so a single
//! task, on a thread of its own, runs all writes and commits those that are waiting together: one flush to the disk then
//! serves many requests. PostgreSQL runs writers in parallel. There only writes to boards are queued, since those to one
//! board would wait for each other.

use super::backup;
use super::sqlite_file::SqliteFile;
use super::writes::{
    MAX_QUEUED_WRITES, OnCommit, Retries, SharedWrite, SharedWriteJob, SingleWrite, Transactions, WriteQueue,
    WriteThread,
};
use crate::migrate;
use crate::migrations::Migrations;
use crate::open_error::{OpenError, without_password};
use crate::replica::{self, Replica};
use crate::servers;
use crate::time_limit::{TimeLimit, test_before_acquire};
use crate::{ReadPool, StoreError, WriteError};
use core_wasm::protocol::id::Id;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Transaction};
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::Instrument;
use twentyfour_model::{PoolSettings, TRACES};

/// The settings of a connection to PostgreSQL.
///
/// It keeps the plan of a prepared statement until the table is analyzed. One made while the table was small would read all
/// of a table that has grown. The cost that this adds to reads of whole tables must not start the compiler.
///
/// PostgreSQL does not notice that a server has closed its connection while a statement waits for a lock. The statement goes on
/// waiting, and keeps its own locks.
///
/// A single read sees one state of the database at each isolation level. `SERIALIZABLE` would only make writes fail that run
/// at the same time; their transactions begin with it explicitly.
const POSTGRES_SESSION: &str = "SET enable_seqscan = off; SET jit = off; SET lock_timeout = '5s'; \
    SELECT set_config('default_transaction_isolation', 'repeatable read', false) \
    WHERE current_setting('default_transaction_isolation') = 'serializable'";

/// Selects the isolation level that the database, its user or the URL sets.
const DEFAULT_ISOLATION: &str =
    "SELECT CAST(reset_val AS TEXT) FROM pg_settings WHERE name = 'default_transaction_isolation'";

/// The settings of a connection to a replica, which refuses serializable transactions.
const REPLICA_SESSION: &str =
    "SET enable_seqscan = off; SET jit = off; SET default_transaction_isolation = 'repeatable read'";

/// The future of a write that uses a connection.
pub type WriteFuture<'c, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'c>>;

/// The database engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// Returns the maximum number of connections, unless it is set.
    fn default_connections(self) -> u32 {
        match self {
            Self::Sqlite => 5,
            Self::Postgres => 16,
        }
    }

    /// Returns how many groups of writes are committed at once, with a maximum number of connections. SQLite allows one
    /// writer. More than 4 make the groups so small that fewer writes are committed per second.
    fn max_group_commits(self, max_connections: u32) -> usize {
        match self {
            Self::Sqlite => 1,
            // The other half of the connections is left for reads.
            Self::Postgres => usize::try_from(max_connections / 2).unwrap_or(usize::MAX).clamp(1, 4),
        }
    }
}

/// An open database. Clones share its connections.
#[derive(Clone)]
pub struct Database {
    pool: AnyPool,
    reads: ReadPool,
    replica: Option<Replica>,
    engine: Engine,
    transactions: Transactions,
    /// The queue of all writes (SQLite), or of writes to boards (PostgreSQL).
    queue: WriteQueue,
    /// The URL (PostgreSQL only).
    postgres_url: Option<Arc<str>>,
}

impl Database {
    /// Opens a database like [`Self::open_with`], with the default number of connections.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if the database cannot be opened.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        Self::open_with(url, PoolSettings::default()).await
    }

    /// Opens a database, creates the file and its folder if they are missing, and runs the migrations.
    ///
    /// `url` is `sqlite://path` or `postgres://…`. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// Returns an [`OpenError`] if the URL is invalid, the folder cannot be created, the connection fails or a
    /// migration fails.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub async fn open_with(url: &str, settings: PoolSettings) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        let database_error = |error| OpenError::Database { url: without_password(url), error };
        let (engine, options) = if url.starts_with("sqlite:") {
            let file = SqliteFile::parse(url)?;
            file.prepare()?;
            (Engine::Sqlite, AnyConnectOptions::from_str(&file.url()?).map_err(database_error)?)
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            (Engine::Postgres, AnyConnectOptions::from_str(url).map_err(database_error)?)
        } else {
            return Err(OpenError::Address("it must start with sqlite:// or postgres://".to_owned()));
        };
        let max_connections = settings.max_connections.unwrap_or(engine.default_connections());
        let mut pool = AnyPoolOptions::new().acquire_timeout(settings.acquire_timeout).max_connections(max_connections);
        pool = match engine {
            // Connections to a file cannot be lost, so testing each before use would only cost time.
            Engine::Sqlite => pool.test_before_acquire(false).after_connect(|connection, _| {
                Box::pin(async move {
                    // FULL, although NORMAL is twice as fast: an acknowledged change must survive a power failure.
                    for pragma in [
                        "PRAGMA journal_mode = WAL",
                        "PRAGMA synchronous = FULL",
                        "PRAGMA foreign_keys = ON",
                        "PRAGMA busy_timeout = 250",
                        // What a statement that changes several rows would undo stays in memory, not in a temporary file.
                        "PRAGMA temp_store = MEMORY",
                        // 8 MB: most pages of a busy board are read once.
                        "PRAGMA cache_size = -8192",
                        // A checkpoint per 2 MB. Larger ones are not faster, and writes wait while one is flushed to the
                        // disk.
                        "PRAGMA wal_autocheckpoint = 500",
                    ] {
                        sqlx::raw_sql(pragma).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            }),
            Engine::Postgres => test_before_acquire(pool).after_connect(|connection, _| {
                Box::pin(async move {
                    sqlx::raw_sql(POSTGRES_SESSION).execute(connection).await?;
                    Ok(())
                })
            }),
        };
        let pool = pool.connect_with(options).await.map_err(database_error)?;
        if engine == Engine::Sqlite {
            let mut connection = pool.acquire().await.map_err(database_error)?;
            let copied = backup::copy_before_migration(&mut connection, SqliteFile::parse(url)?.path()).await;
            copied.map_err(|error| OpenError::Copy(Box::new(error)))?;
        }
        let migrations = Migrations::embedded();
        let is_new = migrate::run(&pool, engine, &migrations).await.map_err(OpenError::Migration)?;
        servers::ensure_supported(&pool, &migrations).await?;
        if is_new {
            servers::contract_new(&pool, &migrations).await;
        }
        let isolation: Option<String> = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => {
                sqlx::query_scalar(DEFAULT_ISOLATION).fetch_optional(&pool).await.map_err(database_error)?
            }
        };
        let transactions = Transactions::new(pool.clone(), engine, isolation.as_deref());
        let thread = match engine {
            Engine::Sqlite => Some(WriteThread::start().map_err(|error| OpenError::Thread { error })?),
            // A connection's socket belongs to the threads that opened it.
            Engine::Postgres => None,
        };
        let queue = WriteQueue::new(transactions.clone(), engine.max_group_commits(max_connections), thread);
        let postgres_url = (engine == Engine::Postgres).then(|| url.into());
        let reads = ReadPool::new(pool.clone(), TimeLimit::short(engine));
        Ok(Self { pool, reads, replica: None, engine, transactions, queue, postgres_url })
    }

    /// Also reads from a replica, if it has what a read needs (`replica.rs`). It is connected to when it is first read, so
    /// that it may be down.
    ///
    /// # Errors
    /// Returns [`OpenError::Replica`] if this is no PostgreSQL, or the URL is invalid.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn with_replica(mut self, url: &str, settings: PoolSettings) -> Result<Self, OpenError> {
        if self.engine != Engine::Postgres || !(url.starts_with("postgres:") || url.starts_with("postgresql:")) {
            return Err(OpenError::Replica("both databases must be PostgreSQL".to_owned()));
        }
        let options = AnyConnectOptions::from_str(url).map_err(|error| OpenError::Replica(error.to_string()))?;
        let pool = test_before_acquire(AnyPoolOptions::new())
            .acquire_timeout(replica::ACQUIRE_TIMEOUT)
            .max_connections(settings.max_connections.unwrap_or(self.engine.default_connections()))
            .after_connect(|connection, _| {
                Box::pin(async move {
                    sqlx::raw_sql(REPLICA_SESSION).execute(connection).await?;
                    Ok(())
                })
            });
        self.replica = Some(Replica::new(pool.connect_lazy_with(options)));
        Ok(self)
    }

    /// Returns the replica, if there is one.
    pub(crate) fn replica(&self) -> Option<&Replica> {
        self.replica.as_ref()
    }

    /// Returns the connections for single reads.
    pub fn pool(&self) -> &ReadPool {
        &self.reads
    }

    /// Returns the pool, for statements that are not run again if they fail.
    pub(crate) fn primary(&self) -> &AnyPool {
        &self.pool
    }

    /// Begins a transaction that is not run again if it fails.
    ///
    /// # Errors
    /// Returns an error if no connection is available or the database fails.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.pool.begin().await?)
    }

    /// Returns whether [`Self::close`] was called.
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }

    /// Waits until [`Self::close`] is called.
    pub async fn closed(&self) {
        self.pool.close_event().await;
    }

    /// Returns the URL if this is a PostgreSQL, for features that need their own connection.
    pub(crate) fn postgres_url(&self) -> Option<&str> {
        self.postgres_url.as_deref()
    }

    /// Begins a read transaction in which all reads see the same snapshot.
    ///
    /// # Errors
    /// Returns an error if no connection is available or the database fails.
    pub async fn snapshot(&self) -> Result<Snapshot, StoreError> {
        let (connection, limit) = (self.pool.acquire().await?, TimeLimit::short(self.engine));
        // Made before the transaction begins: if the caller no longer waits, the connection must not return to the pool with it.
        let mut snapshot = Snapshot { connection, limit, has_ended: false };
        limit.apply(snapshot.connection.execute(self.begin_snapshot())).await.flatten()?;
        Ok(snapshot)
    }

    /// Returns the statement that begins a transaction in which all reads see the same snapshot.
    pub(crate) fn begin_snapshot(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite => "BEGIN",
            Engine::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Runs a write in a transaction, which is committed if `work` returns `Ok` and rolled back otherwise. A transaction
    /// that fails for a reason that passes is run again, with a clone of `work`, for up to 3 seconds. The first statement
    /// of `work` must be a write: otherwise two transactions on PostgreSQL could read the same state and both act on it.
    ///
    /// # Errors
    /// Returns the error of `work`, [`StoreError::Unavailable`] if the write could not be run to its end, or an error
    /// if the commit fails.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone + Send + 'static,
    {
        match self.engine {
            Engine::Sqlite => {
                let (job, result) = SingleWrite::new(work, |_: &T| ());
                self.queue.push(None, job)?;
                response(result).await
            }
            Engine::Postgres => {
                let span = tracing::info_span!(target: TRACES, "write");
                self.transactions.run_alone(work, Retries::since(Instant::now())).instrument(span).await
            }
        }
    }

    /// Runs a write like [`Self::write`], with what it announces, and calls `on_commit` with its value after the commit,
    /// even if the caller no longer waits.
    ///
    /// # Errors
    /// Returns the error of `work`, or [`StoreError::Unavailable`] if the queue is full, the write could not be run to
    /// its end or the commit fails.
    pub async fn write_and_announce<T, E, F>(&self, work: F, on_commit: impl OnCommit<T>) -> Result<T, E>
    where
        T: Send + 'static,
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone + Send + 'static,
    {
        let (job, result) = SingleWrite::new(work, on_commit);
        match self.engine {
            Engine::Sqlite => self.queue.push(None, job)?,
            Engine::Postgres => {
                let (transactions, span) = (self.transactions.clone(), tracing::info_span!(target: TRACES, "write"));
                // In a task of its own, so that it completes without its caller.
                tokio::spawn(async move { transactions.run_job(job).await }.instrument(span));
            }
        }
        response(result).await
    }

    /// Runs a write to a board like [`Self::write`], with what it announces, and calls `on_commit` with its value after the
    /// commit. The callbacks of one board run one after another, in the order of the commits.
    ///
    /// # Errors
    /// Returns the error of `work`, or [`StoreError::Unavailable`] if the queue is full, the write could not be run to
    /// its end or the commit fails.
    pub async fn write_to_board<T, E, F>(&self, board_id: Id, work: F, on_commit: impl OnCommit<T>) -> Result<T, E>
    where
        T: Send + 'static,
        E: WriteError,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T, E> + Clone + Send + 'static,
    {
        let (job, result) = SingleWrite::new(work, on_commit);
        self.queue.push(Some(board_id), job)?;
        response(result).await
    }

    /// Runs a write to a board like [`Self::write_to_board`], together with the waiting writes of its kind to this and
    /// other boards.
    ///
    /// # Errors
    /// Returns the error of the write, or [`StoreError::Unavailable`] if the queue is full, the write could not be run
    /// to its end or the commit fails.
    pub async fn write_shared<W: SharedWrite>(
        &self,
        board_id: Id,
        write: W,
        on_commit: impl OnCommit<W::Output>,
    ) -> Result<W::Output, W::Error> {
        let (job, result) = SharedWriteJob::new(write, on_commit);
        self.queue.push(Some(board_id), job)?;
        response(result).await
    }

    /// The maximum number of waiting writes.
    pub const MAX_QUEUED_WRITES: usize = MAX_QUEUED_WRITES;

    /// Returns whether this is an SQLite database.
    pub fn is_sqlite(&self) -> bool {
        self.engine == Engine::Sqlite
    }

    /// Returns the number of connections, and of those that are not in use.
    pub fn connections(&self) -> (u32, usize) {
        (self.pool.size(), self.pool.num_idle())
    }

    /// Returns the number of writes that are waiting.
    pub fn queued_writes(&self) -> usize {
        self.queue.len()
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Closes all connections once they are idle. Later requests fail because the database is unavailable.
    pub async fn close(&self) {
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
        self.pool.close().await;
    }
}

/// Waits for the result of a queued write.
async fn response<T, E: WriteError>(result: oneshot::Receiver<Result<T, E>>) -> Result<T, E> {
    result.await.map_err(|_| StoreError::Unavailable)?
}

/// A read transaction in which all reads see the same state. Dropping it ends it too, and closes its connection, which may not
/// respond any more.
pub struct Snapshot {
    connection: PoolConnection<Any>,
    limit: TimeLimit,
    has_ended: bool,
}

impl Snapshot {
    /// Ends the transaction and returns its connection to the pool.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        self.limit.apply(self.connection.execute("COMMIT")).await.flatten()?;
        self.has_ended = true;
        Ok(())
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        if !self.has_ended {
            self.connection.close_on_drop();
        }
    }
}

impl Deref for Snapshot {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for Snapshot {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;
    use std::time::Duration;

    #[tokio::test]
    async fn only_postgres_has_a_replica() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        let refused = database.with_replica("postgres://localhost/x", PoolSettings::default()).err().unwrap();
        assert!(refused.to_string().starts_with("DATABASE_REPLICA_URL is invalid: "), "{refused}");
    }

    #[tokio::test]
    async fn canceled_snapshot_leaves_no_transaction_open() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        for limit in 0..300 {
            // It is canceled at different points.
            _ = tokio::time::timeout(Duration::from_micros(limit), database.snapshot()).await;
            let snapshot = database.snapshot().await.unwrap();
            snapshot.commit().await.unwrap();
        }
    }

    #[tokio::test]
    async fn sqlite_pragmas_ensure_durability_and_foreign_keys() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        for (pragma, expected) in [("synchronous", "2"), ("foreign_keys", "1"), ("journal_mode", "wal")] {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}")))
                .fetch_one(database.pool())
                .await
                .unwrap();
            assert_eq!(row.get::<String, _>(0), expected, "{pragma}");
        }
    }
}
