//! The database: one pool type and one SQL text for SQLite and PostgreSQL.
//!
//! The engines differ in two places, both here. SQLite takes one writer at a time, so its writes go through one task that
//! commits whatever is waiting together: one flush to the disk then serves many requests. PostgreSQL runs its writers
//! side by side and groups their commits itself, but for those to one board, which wait for one another: of each board, what
//! is waiting is committed together.

use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use futures_util::FutureExt;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use url::Url;

/// The most binds in one statement, and so the most ids in one list.
pub(crate) const MAXIMUM_BINDS: usize = 500;

/// The most writes that share a commit.
const MAXIMUM_BATCH: usize = 64;

/// How long a request waits for a connection. Below the client's limit of 10 seconds, so that it hears why.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// What a write does with its connection.
pub(crate) type Work<'c, T> = Pin<Box<dyn Future<Output = Result<T, ApiError>> + Send + 'c>>;

/// A write, run inside a transaction. It answers whether to keep what it did, and how to tell its caller whether that lasts.
type Job =
    Box<dyn for<'c> FnOnce(&'c mut AnyConnection) -> Pin<Box<dyn Future<Output = (bool, Reply)> + Send + 'c>> + Send>;

/// Tells the caller of a write whether its transaction was committed.
type Reply = Box<dyn FnOnce(bool) + Send>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engine {
    Sqlite,
    Postgres,
}

/// An open database. Clones share its connections.
#[derive(Clone)]
pub struct Database {
    pool: AnyPool,
    engine: Engine,
    /// SQLite's queue of writes.
    writer: Option<mpsc::Sender<Job>>,
    /// PostgreSQL's queues of writes to boards. A board has one for as long as a task works on it.
    boards: Arc<Mutex<HashMap<Id, VecDeque<Job>>>>,
    /// The address of a PostgreSQL.
    postgres_url: Option<Arc<str>>,
}

impl Database {
    /// Opens a database, makes the file and its folder where they are missing, and brings its tables up to date.
    ///
    /// `url` is `sqlite://path` or `postgres://…`. Must be called within a tokio runtime.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        let (engine, options) = if url.starts_with("sqlite:") {
            (Engine::Sqlite, AnyConnectOptions::from_str(&sqlite_url(url)?).map_err(OpenError::Database)?)
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            (Engine::Postgres, AnyConnectOptions::from_str(url).map_err(OpenError::Database)?)
        } else {
            return Err(OpenError::Address("it must begin with sqlite:// or postgres://".to_owned()));
        };
        let mut pool = AnyPoolOptions::new().acquire_timeout(ACQUIRE_TIMEOUT);
        pool = match engine {
            // A file cannot hang up, so asking each connection whether it is alive would only cost time.
            Engine::Sqlite => pool.max_connections(5).test_before_acquire(false).after_connect(|connection, _| {
                Box::pin(async move {
                    // An acknowledged change survives a power cut: FULL, although NORMAL is twice as fast.
                    for pragma in [
                        "PRAGMA journal_mode = WAL",
                        "PRAGMA synchronous = FULL",
                        "PRAGMA foreign_keys = ON",
                        "PRAGMA busy_timeout = 3000",
                    ] {
                        sqlx::raw_sql(pragma).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            }),
            Engine::Postgres => pool.max_connections(16),
        };
        let pool = pool.connect_with(options).await.map_err(OpenError::Database)?;
        sqlx::migrate!("./migrations").run(&pool).await.map_err(OpenError::Migration)?;
        let writer = (engine == Engine::Sqlite).then(|| {
            let (sender, jobs) = mpsc::channel(1_024);
            tokio::spawn(run_writer(pool.clone(), jobs));
            sender
        });
        let postgres_url = (engine == Engine::Postgres).then(|| url.into());
        Ok(Self { pool, engine, writer, boards: Arc::default(), postgres_url })
    }

    /// Connections for single reads.
    pub(crate) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// The address, where it is a PostgreSQL: what only that can do goes over connections of its own.
    pub(crate) fn postgres_url(&self) -> Option<&str> {
        self.postgres_url.as_deref()
    }

    /// A transaction whose reads all see the same moment.
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, ApiError> {
        Ok(self
            .pool
            .begin_with(match self.engine {
                Engine::Sqlite => "BEGIN",
                Engine::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            })
            .await?)
    }

    /// Runs a write in a transaction: all of it is kept when it answers `Ok`, and nothing of it otherwise. Its first
    /// statement must write, or on PostgreSQL two of them could read the same state and both act on it.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> Work<'c, T> + Send + 'static,
    {
        let Some(writer) = &self.writer else {
            let mut transaction = self.pool.begin().await?;
            let value = work(&mut transaction).await?;
            transaction.commit().await?;
            return Ok(value);
        };
        let (job, answer) = job(work, |_| ());
        writer.send(job).await.map_err(|_| ErrorCode::Unavailable)?;
        answer.await.map_err(|_| ErrorCode::Unavailable)?
    }

    /// Runs a write to a board like [`Self::write`]. Once it is committed `tell` gets its value, for one write to a board
    /// after the other in the order of their commits.
    pub(crate) async fn write_to_board<T, F>(
        &self,
        board_id: Id,
        work: F,
        tell: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> Work<'c, T> + Send + 'static,
    {
        let (job, answer) = job(work, tell);
        match &self.writer {
            Some(writer) => writer.send(job).await.map_err(|_| ErrorCode::Unavailable)?,
            None => match lock(&self.boards).entry(board_id) {
                Entry::Occupied(mut queue) => queue.get_mut().push_back(job),
                Entry::Vacant(place) => {
                    place.insert(VecDeque::from([job]));
                    tokio::spawn(run_board_writer(self.pool.clone(), self.boards.clone(), board_id));
                }
            },
        }
        answer.await.map_err(|_| ErrorCode::Unavailable)?
    }

    /// Whether the database answers.
    pub(crate) async fn check(&self) -> Result<(), ApiError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Closes all connections, after those at work have finished. Requests that come later are told that the database
    /// is unavailable.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Locks without minding a panic elsewhere: a queue is right after each single step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a job of a write, and the channel over which its caller hears what became of it.
fn job<T, F>(work: F, tell: impl FnOnce(&T) + Send + 'static) -> (Job, oneshot::Receiver<Result<T, ApiError>>)
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut AnyConnection) -> Work<'c, T> + Send + 'static,
{
    let (sender, answer) = oneshot::channel();
    let job: Job = Box::new(move |connection| {
        Box::pin(async move {
            let result = AssertUnwindSafe(work(connection))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(ApiError::Internal("a write panicked".to_owned())));
            let keep = result.is_ok();
            let reply: Reply = Box::new(move |committed| {
                let result = if keep && !committed { Err(ErrorCode::Unavailable.into()) } else { result };
                if let Ok(value) = &result {
                    tell(value);
                }
                // Nobody listens where the request was dropped meanwhile.
                _ = sender.send(result);
            });
            (keep, reply)
        })
    });
    (job, answer)
}

/// Commits whatever is waiting, again and again, until the database is dropped.
async fn run_writer(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.recv().await {
        commit_together(&pool, first, || jobs.try_recv().ok()).await;
    }
}

/// Commits whatever is waiting for a board, again and again, until nothing is.
async fn run_board_writer(pool: AnyPool, boards: Arc<Mutex<HashMap<Id, VecDeque<Job>>>>, board_id: Id) {
    loop {
        let first = match lock(&boards).entry(board_id) {
            Entry::Vacant(_) => return,
            Entry::Occupied(mut queue) => match queue.get_mut().pop_front() {
                Some(first) => first,
                None => {
                    queue.remove();
                    return;
                }
            },
        };
        commit_together(&pool, first, || lock(&boards).get_mut(&board_id)?.pop_front()).await;
    }
}

/// Runs a job, and those that have come in the meantime, in one transaction, and tells their callers.
async fn commit_together(pool: &AnyPool, first: Job, next: impl FnMut() -> Option<Job>) {
    let mut replies = Vec::new();
    let outcome = run_together(pool, first, next, &mut replies).await;
    if let Err(error) = &outcome {
        tracing::error!(%error, "writes could not be committed");
    }
    for reply in replies {
        // A caller that panics over its news keeps nobody else from theirs.
        let told = std::panic::catch_unwind(AssertUnwindSafe(|| reply(outcome.is_ok())));
        if told.is_err() {
            tracing::error!("telling of a write panicked");
        }
    }
}

/// Each job has a savepoint of its own, so that one that fails takes back only its own changes. Where the transaction fails,
/// the caller of a job that was not run to its end learns it by the dropping of its channel.
async fn run_together(
    pool: &AnyPool,
    first: Job,
    mut next: impl FnMut() -> Option<Job>,
    replies: &mut Vec<Reply>,
) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut savepoint = "SAVEPOINT job";
    let mut job = Some(first);
    while let Some(run) = job.take() {
        sqlx::raw_sql(savepoint).execute(&mut *transaction).await?;
        let (keep, reply) = run(&mut transaction).await;
        replies.push(reply);
        if !keep {
            sqlx::raw_sql("ROLLBACK TO job").execute(&mut *transaction).await?;
        }
        // One turn to the database for both. Left open, savepoints would nest, and SQLite would keep old pages for each.
        savepoint = "RELEASE job; SAVEPOINT job";
        if replies.len() < MAXIMUM_BATCH {
            job = next();
        }
    }
    transaction.commit().await
}

/// Why a database could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The address cannot be read.
    Address(String),
    /// The folder of the file cannot be made.
    Folder(std::io::Error),
    /// The database refused.
    Database(sqlx::Error),
    /// Its tables could not be brought up to date.
    Migration(sqlx::migrate::MigrateError),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(reason) => write!(formatter, "DATABASE_URL cannot be read: {reason}"),
            Self::Folder(error) => write!(formatter, "the database's folder cannot be made: {error}"),
            Self::Database(error) => write!(formatter, "the database cannot be opened: {error}"),
            Self::Migration(error) => write!(formatter, "the database's tables cannot be brought up to date: {error}"),
        }
    }
}

impl std::error::Error for OpenError {}

/// The address of a SQLite file with an absolute path, whose folder exists, and which is made when it is missing. A plain
/// path would not do: in `sqlite://data/file` the URL's rules take `data` for a host.
fn sqlite_url(url: &str) -> Result<String, OpenError> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = path.strip_prefix("//").unwrap_or(path);
    let (path, parameters) = path.split_once('?').unwrap_or((path, ""));
    if path.is_empty() || path == ":memory:" || parameters.contains("mode=memory") {
        return Err(OpenError::Address("it must name a file, since a database in memory would lose everything".into()));
    }
    let path = std::path::absolute(Path::new(path)).map_err(OpenError::Folder)?;
    if let Some(folder) = path.parent() {
        crate::config::make_folder(folder).map_err(OpenError::Folder)?;
    }
    let mut file = Url::from_file_path(&path).map_err(|()| OpenError::Address("its path cannot be read".to_owned()))?;
    let creates = if parameters.contains("mode=") { "" } else { "mode=rwc" };
    file.set_query(Some([parameters, creates].join("&").trim_matches('&')));
    Ok(file.as_str().replacen("file:", "sqlite:", 1))
}

/// `$first, $first+1, …`: the placeholders of a list.
pub(crate) fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

/// `($1, $2), ($3, $4), …`: the placeholders of several rows.
pub(crate) fn row_placeholders(rows: usize, columns: usize) -> String {
    (0..rows).map(|row| format!("({})", placeholders(row * columns + 1, columns))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use sqlx::Row;

    async fn database(folder: &tempfile::TempDir) -> Database {
        let database = Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap();
        sqlx::raw_sql("CREATE TABLE numbers (number BIGINT NOT NULL UNIQUE)").execute(database.pool()).await.unwrap();
        database
    }

    async fn numbers(database: &Database) -> Vec<i64> {
        let rows = sqlx::query("SELECT number FROM numbers ORDER BY number").fetch_all(database.pool()).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    async fn insert(connection: &mut AnyConnection, number: i64) -> Result<(), ApiError> {
        sqlx::query("INSERT INTO numbers (number) VALUES ($1)").bind(number).execute(connection).await?;
        Ok(())
    }

    #[tokio::test]
    async fn writes_that_share_a_commit_fail_by_themselves() {
        let folder = tempfile::tempdir().unwrap();
        let database = database(&folder).await;
        let writes = (0..100_i64).map(|number| {
            database.write(move |connection| {
                Box::pin(async move {
                    insert(connection, number).await?;
                    match number % 4 {
                        1 => Err(ErrorCode::NotFound.into()),
                        2 => insert(connection, number).await,
                        3 => panic!("in a test"),
                        _ => Ok(()),
                    }
                })
            })
        });
        let codes: Vec<Option<ErrorCode>> =
            join_all(writes).await.into_iter().map(|result| result.err().map(|error| error.code())).collect();
        let expected = [None, Some(ErrorCode::NotFound), Some(ErrorCode::Internal), Some(ErrorCode::Internal)];
        assert_eq!(codes, expected.repeat(25));
        assert_eq!(numbers(&database).await, (0..100).step_by(4).collect::<Vec<i64>>());
    }

    #[tokio::test]
    async fn a_write_whose_caller_has_gone_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let database = database(&folder).await;
        let (go_on, told) = oneshot::channel::<()>();
        let mut abandoned = Box::pin(database.write(|connection| {
            Box::pin(async move {
                insert(connection, 1).await?;
                _ = told.await;
                insert(connection, 2).await
            })
        }));
        assert!((&mut abandoned).now_or_never().is_none(), "it is on its way");
        drop(abandoned);
        go_on.send(()).unwrap();
        database.write(|connection| Box::pin(insert(connection, 3))).await.unwrap();
        assert_eq!(numbers(&database).await, [1, 2, 3]);
    }

    #[tokio::test]
    async fn sqlite_keeps_what_it_acknowledges_and_its_references() {
        let folder = tempfile::tempdir().unwrap();
        let database = database(&folder).await;
        for (pragma, expected) in [("synchronous", "2"), ("foreign_keys", "1"), ("journal_mode", "wal")] {
            let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}")))
                .fetch_one(database.pool())
                .await
                .unwrap();
            assert_eq!(row.get::<String, _>(0), expected, "{pragma}");
        }
    }

    #[test]
    fn an_address_of_sqlite_may_be_relative_and_have_spaces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b/c#d.db");
        let url = sqlite_url(&format!("sqlite://{}", path.display())).unwrap();
        assert!(url.starts_with("sqlite:///") && url.ends_with("/a%20b/c%23d.db?mode=rwc"), "{url}");
        assert!(path.parent().unwrap().is_dir());
        assert!(
            sqlite_url(&format!("sqlite:{}?cache=private", path.display()))
                .unwrap()
                .ends_with("?cache=private&mode=rwc")
        );
        assert!(sqlite_url(&format!("sqlite://{}?mode=rw", path.display())).unwrap().ends_with("?mode=rw"));
        assert!(sqlite_url("sqlite:Cargo.toml").unwrap().starts_with("sqlite:///"));
        assert!(sqlite_url("sqlite::memory:").is_err() && sqlite_url("sqlite://").is_err());
    }

    #[test]
    fn placeholders_count_on() {
        assert_eq!(placeholders(2, 3), "$2, $3, $4");
        assert_eq!(row_placeholders(2, 2), "($1, $2), ($3, $4)");
    }
}
