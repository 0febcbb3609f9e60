//! Copies of SQLite databases, made while a server uses them, and their restoration.

use super::db::Database;
use super::migrations::Migrations;
use super::sqlite_file::{DatabaseLock, SqliteFile};
use crate::OpenError;
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, Connection};
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use twentyfour_model::paths::{create_private_dir, private_file_options};

/// Selects the migrations that a database has.
const APPLIED_VERSIONS: &str = "SELECT version FROM _sqlx_migrations ORDER BY version";

/// Why a copy was not made or not restored.
#[derive(Debug)]
pub enum BackupError {
    /// The database is not an SQLite database.
    NotSqlite,
    /// The file exists already.
    Exists(PathBuf),
    /// The file is no intact database of this program.
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The database failed.
    Database(sqlx::Error),
    /// The database cannot be opened or locked.
    Open(OpenError),
}

impl fmt::Display for BackupError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSqlite => {
                formatter.write_str("This command copies SQLite databases. Use pg_dump and pg_restore for PostgreSQL")
            }
            Self::Exists(path) => write!(formatter, "{} exists already. Name a new file", path.display()),
            Self::Invalid { path, reason } => {
                write!(formatter, "{} cannot be restored: {reason}. Choose another backup", path.display())
            }
            Self::File { path, error } => {
                write!(
                    formatter,
                    "Cannot read or write {}: {error}. Check its folder and its permissions",
                    path.display()
                )
            }
            Self::Database(error) => {
                write!(formatter, "Database error: {error}. Check DATABASE_URL, and the free space of the disk")
            }
            Self::Open(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for BackupError {}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<OpenError> for BackupError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

/// Copies the database into a new file, as it is at one moment. Other connections can write meanwhile.
///
/// # Errors
/// Returns an error if the database is not SQLite, the file exists, or it cannot be written.
pub async fn back_up(database: &Database, path: &Path) -> Result<(), BackupError> {
    if !database.is_sqlite() {
        return Err(BackupError::NotSqlite);
    }
    let mut connection = database.pool().acquire().await?;
    copy_into(&mut connection, path).await
}

/// Copies the database of a connection into a new file, which is complete once it has its name.
///
/// # Errors
/// Returns an error if the file exists or cannot be written.
async fn copy_into(connection: &mut AnyConnection, path: &Path) -> Result<(), BackupError> {
    if path.exists() {
        return Err(BackupError::Exists(path.to_owned()));
    }
    let file_error = |error| BackupError::File { path: path.to_owned(), error };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private_dir(folder).map_err(file_error)?;
    }
    let partial = with_suffix(path, ".partial");
    remove_if_exists(&partial).map_err(file_error)?;
    // SQLite writes into an empty file, and keeps its permissions.
    private_file_options().create_new(true).open(&partial).map_err(file_error)?;
    let copied = sqlx::query("VACUUM INTO $1").bind(partial.to_string_lossy().into_owned()).execute(connection).await;
    if let Err(error) = copied {
        _ = remove_if_exists(&partial);
        return Err(error.into());
    }
    File::open(&partial)
        .and_then(|file| file.sync_all())
        .and_then(|()| std::fs::rename(&partial, path))
        .map_err(file_error)
}

/// Replaces the database at a URL by a copy. The replaced database is kept beside it, under the returned name. No server
/// may use the database.
///
/// # Errors
/// Returns an error if the database is not SQLite, a server uses it, or the copy is not intact or cannot be read.
pub async fn restore(url: &str, backup: &Path, seconds: i64) -> Result<Option<PathBuf>, BackupError> {
    if !url.starts_with("sqlite:") {
        return Err(BackupError::NotSqlite);
    }
    let database = SqliteFile::parse(url)?;
    let _lock = DatabaseLock::acquire(url)?;
    check(backup).await?;
    let path = database.path();
    let restored = with_suffix(path, ".restored");
    // A database that was replaced, and is put back, may have its newest changes in its log.
    let log = with_suffix(backup, "-wal");
    let copied = copy_file(backup, &restored).and_then(|()| match log.exists() {
        true => copy_file(&log, &with_suffix(&restored, "-wal")),
        false => remove_if_exists(&with_suffix(&restored, "-wal")),
    });
    copied.map_err(|error| BackupError::File { path: backup.to_owned(), error })?;
    let file_error = |error| BackupError::File { path: path.to_owned(), error };
    let replaced = with_suffix(path, &format!(".replaced-{seconds}"));
    let is_empty = std::fs::metadata(path).map(|metadata| metadata.len() == 0).unwrap_or(true);
    for suffix in ["-wal", "-shm", ""] {
        let part = with_suffix(path, suffix);
        if is_empty {
            remove_if_exists(&part).map_err(file_error)?;
        } else if part.exists() {
            std::fs::rename(&part, with_suffix(&replaced, suffix)).map_err(file_error)?;
        }
    }
    // The log first. If this stops in between, the database is missing, which is noticed. In the other order it would be
    // there without its newest changes.
    if log.exists() {
        std::fs::rename(with_suffix(&restored, "-wal"), with_suffix(path, "-wal")).map_err(file_error)?;
    }
    std::fs::rename(&restored, path).map_err(file_error)?;
    Ok((!is_empty).then_some(replaced))
}

/// Copies a file to a private one, which is replaced if it exists, and waits until it is on the disk.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    remove_if_exists(to)?;
    let mut target = private_file_options().create_new(true).open(to)?;
    io::copy(&mut File::open(from)?, &mut target)?;
    target.sync_all()
}

/// Checks that a file is an intact database of this version or an earlier one.
async fn check(path: &Path) -> Result<(), BackupError> {
    let invalid = |reason: String| BackupError::Invalid { path: path.to_owned(), reason };
    sqlx::any::install_default_drivers();
    let mut connection =
        AnyConnection::connect(&read_only_url(path)?).await.map_err(|error| invalid(error.to_string()))?;
    let outcome: Result<String, sqlx::Error> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut connection).await;
    match outcome {
        Ok(text) if text == "ok" => {}
        Ok(text) => return Err(invalid(text)),
        Err(error) => return Err(invalid(error.to_string())),
    }
    let applied = applied_versions(&mut connection).await.map_err(|error| invalid(error.to_string()))?;
    _ = connection.close().await;
    let latest = Migrations::embedded().of_sqlite().iter().map(|migration| migration.version).max().unwrap_or_default();
    match applied.last() {
        None => Err(invalid("it is not a database of Twentyfour".to_owned())),
        Some(version) if *version > latest => Err(invalid("a newer version of Twentyfour made it".to_owned())),
        Some(_) => Ok(()),
    }
}

/// Returns the versions of the migrations that ran on a database, the earliest first; empty if none did.
///
/// # Errors
/// Returns an error if the database cannot be read.
async fn applied_versions(connection: &mut AnyConnection) -> Result<Vec<i64>, sqlx::Error> {
    // The databases list their tables in different ways.
    let find_table = match connection.backend_name() {
        "SQLite" => "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
        _ => "SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('_sqlx_migrations')",
    };
    let tables: i64 = sqlx::query_scalar(find_table).fetch_one(&mut *connection).await?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_scalar(APPLIED_VERSIONS).fetch_all(connection).await
}

/// Copies an SQLite database that is about to be migrated, so that the previous version can be used again. An earlier
/// copy of the same version is replaced.
///
/// # Errors
/// Returns an error if the copy cannot be written.
pub(super) async fn copy_before_migration(connection: &mut AnyConnection, path: &Path) -> Result<(), BackupError> {
    let applied = applied_versions(connection).await?;
    let pending = pending(&Migrations::embedded().of_sqlite(), &applied);
    let Some(last) = applied.last().filter(|_| !pending.is_empty()) else { return Ok(()) };
    let copy = with_suffix(path, &format!(".version-{last}"));
    remove_if_exists(&copy).map_err(|error| BackupError::File { path: copy.clone(), error })?;
    copy_into(connection, &copy).await?;
    tracing::warn!(path = %copy.display(), "database copied before its migration");
    Ok(())
}

/// Returns the migrations that are missing among the applied ones, each as `version description`.
fn pending(migrator: &Migrator, applied: &[i64]) -> Vec<String> {
    let missing = migrator.iter().filter(|migration| !applied.contains(&migration.version));
    missing.map(|migration| format!("{} {}", migration.version, migration.description)).collect()
}

/// Returns the migrations that the database at a URL still needs, each as `version description`. Changes nothing.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub async fn pending_migrations(url: &str) -> Result<Vec<String>, BackupError> {
    sqlx::any::install_default_drivers();
    let (migrator, mut connection) = if url.starts_with("sqlite:") {
        let (file, migrator) = (SqliteFile::parse(url)?, Migrations::embedded().of_sqlite());
        if !file.path().exists() {
            return Ok(pending(&migrator, &[]));
        }
        (migrator, AnyConnection::connect(&read_only_url(file.path())?).await?)
    } else {
        (Migrations::embedded().of_postgres(), AnyConnection::connect(url).await?)
    };
    let applied = applied_versions(&mut connection).await?;
    connection.close().await?;
    Ok(pending(&migrator, &applied))
}

/// Deletes the oldest copies in a folder whose names start with `prefix`, and keeps `count`. The names sort by age. Copies
/// that were interrupted are deleted too.
///
/// # Errors
/// Returns the error of the file system.
pub fn prune(folder: &Path, prefix: &str, count: usize) -> io::Result<()> {
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(prefix) && name.ends_with(".db.partial") {
            remove_if_exists(&path)?;
        } else if name.starts_with(prefix) && name.ends_with(".db") {
            copies.push(path);
        }
    }
    copies.sort();
    let excess = copies.len().saturating_sub(count);
    copies.iter().take(excess).try_for_each(std::fs::remove_file)
}

/// Returns the URL that opens an SQLite database without changing or creating it.
fn read_only_url(path: &Path) -> Result<String, OpenError> {
    SqliteFile::parse(&format!("sqlite://{}?mode=ro", path.display()))?.url()
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Removes a file, unless there is none.
///
/// # Errors
/// Returns an error if the file exists and cannot be removed.
pub fn remove_if_exists(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::AssertSqlSafe;

    async fn tables(database: &Database) -> Vec<String> {
        let names = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
        names.fetch_all(database.pool()).await.unwrap()
    }

    #[tokio::test]
    async fn copy_is_restored_and_the_replaced_database_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.db");
        let url = format!("sqlite://{}", path.display());
        let backup = folder.path().join("backups/one.db");
        let database = Database::open(&url).await.unwrap();
        back_up(&database, &backup).await.unwrap();
        assert!(matches!(back_up(&database, &backup).await, Err(BackupError::Exists(_))));
        sqlx::raw_sql("CREATE TABLE later (x BIGINT)").execute(database.pool()).await.unwrap();
        assert!(tables(&database).await.contains(&"later".to_owned()));
        database.close().await;

        let lock = DatabaseLock::acquire(&url).unwrap();
        assert!(matches!(restore(&url, &backup, 1).await, Err(BackupError::Open(OpenError::Locked { .. }))));
        drop(lock);
        let replaced = restore(&url, &backup, 1).await.unwrap().unwrap();
        let (restored, kept) = (
            Database::open(&url).await.unwrap(),
            Database::open(&format!("sqlite://{}", replaced.display())).await.unwrap(),
        );
        assert!(!tables(&restored).await.contains(&"later".to_owned()));
        assert!(tables(&kept).await.contains(&"later".to_owned()));
        restored.close().await;
        kept.close().await;
    }

    #[tokio::test]
    async fn only_intact_databases_are_restored() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("data.db").display());
        let file = folder.path().join("file.db");
        for contents in [vec![], b"not a database".repeat(100)] {
            std::fs::write(&file, contents).unwrap();
            let outcome = restore(&url, &file, 1).await;
            assert!(matches!(outcome, Err(BackupError::Invalid { .. })), "{outcome:?}");
        }
        assert!(restore(&url, &folder.path().join("missing.db"), 1).await.is_err());
        assert!(matches!(restore("postgres://localhost/x", &file, 1).await, Err(BackupError::NotSqlite)));
    }

    #[tokio::test]
    async fn database_is_copied_before_a_migration() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.db");
        let url = format!("sqlite://{}", path.display());
        let migrator = Migrations::embedded().of_sqlite();
        assert_eq!(pending_migrations(&url).await.unwrap().len(), migrator.iter().count());
        Database::open(&url).await.unwrap().close().await;
        assert_eq!(pending_migrations(&url).await.unwrap(), [""; 0]);
        let versions: Vec<i64> = migrator.iter().map(|migration| migration.version).collect();
        let [.., previous, latest] = versions[..] else { panic!("there are several migrations") };
        let copy = with_suffix(&path, &format!(".version-{previous}"));
        assert!(!copy.exists());
        let mut connection = AnyConnection::connect(&url).await.unwrap();
        let sql = format!("DELETE FROM _sqlx_migrations WHERE version = {latest}; ALTER TABLE lists DROP COLUMN color");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        assert_eq!(pending_migrations(&url).await.unwrap(), ["47 list colors"]);
        Database::open(&url).await.unwrap().close().await;
        assert_eq!(pending_migrations(&format!("sqlite://{}", copy.display())).await.unwrap(), ["47 list colors"]);
        assert_eq!(pending_migrations(&url).await.unwrap(), [""; 0]);
    }

    #[tokio::test]
    async fn unreadable_database_has_no_known_migrations() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.db");
        let url = format!("sqlite://{}", path.display());
        std::fs::write(&path, b"not a database".repeat(100)).unwrap();
        assert!(pending_migrations(&url).await.is_err());
        std::fs::remove_file(&path).unwrap();
        let mut connection = AnyConnection::connect(&format!("{url}?mode=rwc")).await.unwrap();
        sqlx::raw_sql("CREATE TABLE _sqlx_migrations (other BIGINT)").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        assert!(pending_migrations(&url).await.is_err());
    }

    #[test]
    fn oldest_copies_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b-1.db", "b-2.db", "b-3.db", "b-2.db.partial", "b-4.txt", "other.db"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        prune(folder.path(), "b-", 2).unwrap();
        let mut left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["b-2.db", "b-3.db", "b-4.txt", "other.db"]);
    }
}
