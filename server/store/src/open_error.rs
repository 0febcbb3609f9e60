//! Why a database cannot be opened, in sentences for the operator.

use crate::StoreError;
use crate::backup::BackupError;
use std::path::PathBuf;
use url::Url;

/// Why a database could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The URL is invalid.
    Address(String),
    /// The folder of the file could not be created.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// The permissions of the database's files could not be set.
    Permissions {
        /// The database.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// Another server uses the database.
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// The lock file could not be created.
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// The connection failed.
    Database {
        /// The database URL without its password.
        url: String,
        /// The cause.
        error: sqlx::Error,
    },
    /// The thread that writes could not be started.
    Thread {
        /// The cause.
        error: std::io::Error,
    },
    /// The database could not be copied before its migration.
    Copy(Box<BackupError>),
    /// A migration failed.
    Migration(sqlx::migrate::MigrateError),
    /// A later release has dropped what this one uses.
    TooOld,
    /// A statement failed.
    Store(StoreError),
    /// The replica cannot be used.
    Replica(String),
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
            Self::Permissions { path, error } => write!(
                formatter,
                "Cannot make the database {} private: {error}. Make this user the owner of the file and its folder",
                path.display()
            ),
            Self::Locked { path } => write!(
                formatter,
                "Another server uses the database {}. Stop it first, or use PostgreSQL, which several servers can share",
                path.display()
            ),
            Self::Lock { path, error } => write!(
                formatter,
                "Cannot create the lock file {}: {error}. Make its folder writable for this user",
                path.display()
            ),
            Self::Database { url, error } => {
                write!(formatter, "Cannot open the database at {url}: {error}. Check DATABASE_URL and its permissions")
            }
            Self::Thread { error } => {
                write!(formatter, "Cannot start the thread of the database: {error}. Allow this user more threads")
            }
            Self::Copy(error) => write!(formatter, "Cannot copy the database before its migration: {error}"),
            Self::Replica(reason) => write!(formatter, "DATABASE_REPLICA_URL is invalid: {reason}"),
            Self::TooOld => formatter.write_str(
                "A later release has removed from the database what this one uses. Start that release or a later one",
            ),
            Self::Store(error) => write!(formatter, "The database failed: {error}. Check its log"),
            Self::Migration(error) => write!(
                formatter,
                "Cannot migrate the database: {error}. Run the version that last used it, or restore a backup"
            ),
        }
    }
}

impl std::error::Error for OpenError {}

/// Returns a database URL for error messages, without its password and parameters.
pub(crate) fn without_password(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else { return "DATABASE_URL".to_owned() };
    // Fails only for URLs that cannot have a password.
    _ = parsed.set_password(None);
    parsed.set_query(None);
    parsed.into()
}
