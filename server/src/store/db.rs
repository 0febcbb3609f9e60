//! The database: one pool type and one SQL text for SQLite and PostgreSQL.
//!
//! The engines differ in two places, here and in [`super::writes`]. SQLite takes one writer at a time, so its writes go
//! through one task that commits whatever is waiting together: one flush to the disk then serves many requests. PostgreSQL
//! runs its writers side by side and groups their commits itself, but for those to one board, which wait for one another: of
//! each board, what is waiting is committed together.

use super::writes::{BoardQueues, MAX_QUEUED_WRITES, WriteJob, run_writer, write_job};
use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use url::Url;

/// The most binds in one statement, and so the most ids in one list.
pub(crate) const MAX_BINDS: usize = 500;

/// How long a request waits for a connection. Below the client's limit of 10 seconds, so that it hears why.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// What a write does with its connection.
pub(crate) type WriteFuture<'c, T> = Pin<Box<dyn Future<Output = Result<T, ApiError>> + Send + 'c>>;

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
    writer: Option<mpsc::Sender<WriteJob>>,
    /// PostgreSQL's queues of writes to boards.
    board_queues: BoardQueues,
    /// The address of a PostgreSQL.
    postgres_url: Option<Arc<str>>,
}

impl Database {
    /// Opens a database, makes the file and its folder where they are missing, and brings its tables up to date.
    ///
    /// `url` is `sqlite://path` or `postgres://…`. Must be called within a tokio runtime.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        sqlx::any::install_default_drivers();
        let database_error = |error| OpenError::Database { url: without_password(url), error };
        let (engine, options) = if url.starts_with("sqlite:") {
            (Engine::Sqlite, AnyConnectOptions::from_str(&sqlite_url(url)?).map_err(database_error)?)
        } else if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            (Engine::Postgres, AnyConnectOptions::from_str(url).map_err(database_error)?)
        } else {
            return Err(OpenError::Address("it must start with sqlite:// or postgres://".to_owned()));
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
        let pool = pool.connect_with(options).await.map_err(database_error)?;
        sqlx::migrate!("./migrations").run(&pool).await.map_err(OpenError::Migration)?;
        let writer = (engine == Engine::Sqlite).then(|| {
            let (sender, jobs) = mpsc::channel(MAX_QUEUED_WRITES);
            tokio::spawn(run_writer(pool.clone(), jobs));
            sender
        });
        let postgres_url = (engine == Engine::Postgres).then(|| url.into());
        Ok(Self { pool, engine, writer, board_queues: BoardQueues::default(), postgres_url })
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
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T> + Send + 'static,
    {
        let Some(writer) = &self.writer else {
            let mut transaction = self.pool.begin().await?;
            let value = work(&mut transaction).await?;
            transaction.commit().await?;
            return Ok(value);
        };
        let (job, response) = write_job(work, |_| ());
        writer.send(job).await.map_err(|_| ErrorCode::Unavailable)?;
        response.await.map_err(|_| ErrorCode::Unavailable)?
    }

    /// Runs a write to a board like [`Self::write`]. Once it is committed `tell` gets its value, for one write to a board
    /// after the other in the order of their commits.
    pub(crate) async fn write_to_board<T, F>(
        &self,
        board_id: Id,
        work: F,
        on_commit: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> WriteFuture<'c, T> + Send + 'static,
    {
        let (job, response) = write_job(work, on_commit);
        match &self.writer {
            Some(writer) => writer.send(job).await.map_err(|_| ErrorCode::Unavailable)?,
            None => self.board_queues.push(&self.pool, board_id, job)?,
        }
        response.await.map_err(|_| ErrorCode::Unavailable)?
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

/// Why a database could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The address cannot be read.
    Address(String),
    /// The folder of the file cannot be made.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// The database refused.
    Database {
        /// The database URL without its password.
        url: String,
        /// The cause.
        error: sqlx::Error,
    },
    /// Its tables could not be brought up to date.
    Migration(sqlx::migrate::MigrateError),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(reason) => write!(formatter, "DATABASE_URL is invalid: {reason}"),
            Self::Folder { path, error } => write!(
                formatter,
                "Cannot create the database folder {}: {error}. Make its parent writable for this user",
                path.display()
            ),
            Self::Database { url, error } => {
                write!(formatter, "Cannot open the database at {url}: {error}. Check DATABASE_URL and its permissions")
            }
            Self::Migration(error) => write!(
                formatter,
                "Cannot migrate the database: {error}. Run the version that last used it, or restore a backup"
            ),
        }
    }
}

impl std::error::Error for OpenError {}

/// Returns a database URL for error messages, without its password and parameters.
fn without_password(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else { return "DATABASE_URL".to_owned() };
    // Fails only where the URL cannot have a password.
    _ = parsed.set_password(None);
    parsed.set_query(None);
    parsed.into()
}

/// The address of a SQLite file with an absolute path, whose folder exists, and which is made when it is missing. A plain
/// path would not do: in `sqlite://data/file` the URL's rules take `data` for a host.
fn sqlite_url(url: &str) -> Result<String, OpenError> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = path.strip_prefix("//").unwrap_or(path);
    let (path, parameters) = path.split_once('?').unwrap_or((path, ""));
    if path.is_empty() || path == ":memory:" || parameters.contains("mode=memory") {
        return Err(OpenError::Address("an in-memory database would lose all data; name a file".into()));
    }
    let path = std::path::absolute(Path::new(path)).map_err(|error| OpenError::Folder { path: path.into(), error })?;
    if let Some(folder) = path.parent() {
        crate::config::create_private_dir(folder).map_err(|error| OpenError::Folder { path: folder.into(), error })?;
    }
    let mut file = Url::from_file_path(&path).map_err(|()| OpenError::Address("the path is not valid".to_owned()))?;
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
    use sqlx::Row;

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

    #[test]
    fn sqlite_url_may_be_relative_and_have_spaces() {
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
    fn placeholders_are_numbered() {
        assert_eq!(placeholders(2, 3), "$2, $3, $4");
        assert_eq!(row_placeholders(2, 2), "($1, $2), ($3, $4)");
    }
}
