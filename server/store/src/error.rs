//! The errors of the store.

use std::fmt;

/// Why a function of the store failed.
#[derive(Debug)]
pub enum StoreError {
    /// A statement or the connection failed.
    Database(sqlx::Error),
    /// A column holds a value that the code cannot read.
    CorruptColumn {
        /// The name of the column.
        column: String,
    },
    /// The account that the records belong to no longer exists.
    AccountMissing,
    /// Another account has the email.
    EmailTaken,
    /// The account already has the maximum number of pictures.
    PictureLimit,
    /// The write was not run to its end, or not committed. It can be tried again later.
    Unavailable,
    /// The transaction failed for a reason that passes, such as a deadlock.
    Transient {
        /// The database's error code.
        code: String,
    },
    /// A statement failed that several writes shared.
    SharedWriteFailed,
    /// The write panicked, and was rolled back.
    Panicked,
}

/// The error of a write, which the database may have caused.
pub trait WriteError: From<StoreError> + Send + 'static {
    /// Returns the error of the store, if it was the cause.
    fn store_error(&self) -> Option<&StoreError>;
}

impl WriteError for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

/// The error codes of transactions that can succeed if they are run again. PostgreSQL: serialization failure, deadlock, a
/// lock that was not available in time, and a server that became a read-only replica (appendix A of its manual).
const TRANSIENT_POSTGRES_CODES: [&str; 4] = ["40001", "40P01", LOCK_NOT_AVAILABLE, READ_ONLY_SERVER];

/// Those of transactions that failed because of another one.
const CONFLICT_POSTGRES_CODES: [&str; 2] = ["40001", "40P01"];

const READ_ONLY_SERVER: &str = "25006";

/// PostgreSQL's code of a transaction that waited for its next statement for longer than `idle_in_transaction_session_timeout`. It
/// ends the connection.
const IDLE_TRANSACTION: &str = "25P03";

/// PostgreSQL's code of a lock that was not available within `lock_timeout`.
pub(crate) const LOCK_NOT_AVAILABLE: &str = "55P03";

/// SQLite's primary result codes for a database that another process has locked: busy and locked.
const TRANSIENT_SQLITE_CODES: [u32; 2] = [5, 6];

impl StoreError {
    /// Returns whether the database is unreachable or overloaded, which may pass, as opposed to a wrong statement or
    /// value.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => is_unavailable(error),
            Self::Unavailable | Self::Transient { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the same transaction may succeed if it is run again.
    pub fn is_transient(&self) -> bool {
        self.as_transient().is_some()
    }

    /// Returns whether the transaction failed because of another one that ran at the same time.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self.as_transient(), Some(Self::Transient { code }) if CONFLICT_POSTGRES_CODES.contains(&code.as_str()))
    }

    /// Returns this error as [`StoreError::Transient`] if the same transaction may succeed if it is run again.
    pub(crate) fn as_transient(&self) -> Option<Self> {
        match self {
            Self::Database(error) => transient_code(error).map(|code| Self::Transient { code }),
            Self::Transient { code } => Some(Self::Transient { code: code.clone() }),
            _ => None,
        }
    }

    /// Returns the error of the database, if that is the cause.
    pub(crate) fn as_database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) => Some(error),
            _ => None,
        }
    }

    /// Returns whether the server of the connection accepts no writes, because it became a replica.
    pub(crate) fn is_read_only_server(&self) -> bool {
        matches!(self.as_transient(), Some(Self::Transient { code }) if code == READ_ONLY_SERVER)
    }

    /// Returns whether a column holds a value of another type than declared, which SQLite allows.
    pub fn is_type_mismatch(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => error.fmt(formatter),
            Self::CorruptColumn { column } => write!(formatter, "invalid value in column {column}"),
            Self::AccountMissing => formatter.write_str("the account no longer exists"),
            Self::EmailTaken => formatter.write_str("another account has the email"),
            Self::PictureLimit => formatter.write_str("the account has the maximum number of pictures"),
            Self::Unavailable => formatter.write_str("the database is unavailable"),
            Self::Transient { code } => write!(formatter, "the transaction failed with code {code}"),
            Self::SharedWriteFailed => formatter.write_str("a statement that several writes shared failed"),
            Self::Panicked => formatter.write_str("write panicked"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// Returns the code of an error after which the same transaction may succeed if it is run again.
pub(crate) fn transient_code(error: &sqlx::Error) -> Option<String> {
    let sqlx::Error::Database(error) = error else { return None };
    let code = error.code()?.into_owned();
    let is_transient = TRANSIENT_POSTGRES_CODES.contains(&code.as_str())
        || sqlite_code(&code).is_some_and(|code| TRANSIENT_SQLITE_CODES.contains(&code));
    is_transient.then_some(code)
}

/// Returns whether the connection ended before the response: the database was stopped or restarted, or the network
/// failed.
pub(crate) fn is_connection_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // The codes of PostgreSQL of connections that an operator, a crash or a timeout ends.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["57P01", "57P02", "57P05", IDLE_TRANSACTION, "08006", "08003"].contains(&code.as_ref())
        }),
        _ => false,
    }
}

/// Returns whether the database is unavailable or overloaded, which is temporary, rather than a statement being wrong.
fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // The PostgreSQL classes are connection exception, insufficient resources, operator intervention and transaction rollback
            // (deadlock); the single codes mean that the database is closed or does not exist.
            match sqlite_code(&code) {
                // Busy, locked, read-only, input/output error, full and cannot open.
                Some(code) => [5, 6, 8, 10, 13, 14].contains(&code),
                None => {
                    ["08", "53", "57", "40"].iter().any(|class| code.starts_with(class))
                        || ["55000", "3D000", LOCK_NOT_AVAILABLE, READ_ONLY_SERVER, IDLE_TRANSACTION]
                            .contains(&code.as_ref())
                }
            }
        }),
        _ => false,
    }
}

/// Returns SQLite's primary result code, or `None` for a code of PostgreSQL. PostgreSQL's codes have five characters,
/// SQLite's are numbers of at most four digits.
fn sqlite_code(code: &str) -> Option<u32> {
    let code: u32 = Some(code).filter(|code| code.len() < 5)?.parse().ok()?;
    Some(code & 0xff)
}
