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
    /// The write panicked, and was rolled back.
    Panicked,
}

impl StoreError {
    /// Returns whether the database is unreachable or overloaded, which may pass, as opposed to a wrong statement or
    /// value.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) => is_unavailable(error),
            Self::Unavailable => true,
            _ => false,
        }
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

/// Returns whether the database is unavailable or overloaded, which is temporary, rather than a statement being wrong.
fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // PostgreSQL's codes have five characters, SQLite's are numbers of at most four digits. The PostgreSQL
            // classes are connection exception, insufficient resources, operator intervention and transaction rollback
            // (deadlock); the single codes mean that the database is closed or does not exist.
            let postgres = code.len() == 5
                && (["08", "53", "57", "40"].iter().any(|class| code.starts_with(class))
                    || ["55000", "3D000"].contains(&code.as_ref()));
            // SQLite's primary result codes for busy, locked, read-only, input/output error, full and cannot open.
            let sqlite = code.parse::<u32>().is_ok_and(|code| [5, 6, 8, 10, 13, 14].contains(&(code & 0xff)));
            if code.len() == 5 { postgres } else { sqlite }
        }),
        _ => false,
    }
}
