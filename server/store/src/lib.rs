//! The database: all SQL, in one text for SQLite and PostgreSQL, transactions and migrations. Ids and times are
//! arguments, and callers have checked permissions before.
//!
//! May import `twentyfour-model` and `core-wasm`. Knows neither HTTP nor use cases: errors are [`StoreError`]s.

pub mod accounts;
pub mod admin;
pub mod announcements;
pub mod api_tokens;
pub mod attachments;
pub mod audit;
pub mod avatars;
pub mod backup;
pub mod board_invitations;
pub mod board_reads;
pub mod boards;
pub mod calendar;
mod db;
pub mod deletion;
mod error;
pub mod expired;
pub mod export;
pub mod focus_days;
pub mod focus_sessions;
pub mod google;
pub mod health;
pub mod inbox;
pub mod invitations;
pub mod jobs;
pub mod links;
pub mod logins;
pub mod mail_recipients;
pub mod mails;
pub mod members;
mod migrate;
mod migrations;
pub mod moves;
pub mod note_versions;
pub mod notes;
mod notify;
mod open_error;
pub mod ops;
pub mod people;
pub mod pictures;
pub mod preferences;
pub mod profile;
pub mod public_links;
pub mod rate_limits;
mod reads;
pub mod records;
pub mod refresh_tokens;
mod replica;
#[cfg(test)]
mod schema_tests;
pub mod search;
mod servers;
pub mod sizes;
mod sqlite_file;
mod statements;
#[cfg(test)]
mod test_databases;
mod time_limit;
pub mod transfer;
pub mod trash;
mod unique_names;
pub mod verification;
pub mod waitlist;
pub mod webhooks;
mod writes;

pub use db::{Database, Snapshot, WriteFuture};
pub use error::{StoreError, WriteError};
pub use notify::{Listener, Notification};
pub use open_error::OpenError;
pub use reads::ReadPool;
pub use replica::ReplicaScope;
pub use servers::ServerRegistration;
pub use sqlite_file::DatabaseLock;
pub use sqlx::AnyConnection as Connection;
pub use statements::MAX_BINDS;
pub use writes::{OnCommit, SharedFuture, SharedWrite};

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, ColumnIndex, Row};

/// A connection, or the pool, for a single read.
pub trait Executor<'e>: sqlx::Executor<'e, Database = sqlx::Any> {}

impl<'e, T: sqlx::Executor<'e, Database = sqlx::Any>> Executor<'e> for T {}

/// A stream of rows. [`StoreError::Database`] ends it; any other error concerns one row only.
pub type Rows<'c, T> = BoxStream<'c, Result<T, StoreError>>;

/// Streams the rows of a query whose only parameter is an id.
fn stream_rows<'c, T: 'c>(
    connection: &'c mut AnyConnection,
    sql: String,
    id: Id,
    read: fn(&AnyRow) -> Result<T, StoreError>,
) -> Rows<'c, T> {
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch(connection);
    rows.map(move |row| read(&row?)).boxed()
}

/// Returns the error for a column with an invalid value, which is an internal error.
fn corrupt_column(column: &str) -> StoreError {
    StoreError::CorruptColumn { column: column.to_owned() }
}

fn read_id(row: &AnyRow, column: &str) -> Result<Id, StoreError>
where
    for<'a> &'a str: ColumnIndex<AnyRow>,
{
    Id::parse(row.try_get::<&str, _>(column)?).ok_or_else(|| corrupt_column(column))
}

fn read_text<T>(row: &AnyRow, column: &str, parse: fn(&str) -> Result<T, ErrorCode>) -> Result<T, StoreError> {
    parse(row.try_get::<&str, _>(column)?).map_err(|_| corrupt_column(column))
}

fn read_optional_text<T>(
    row: &AnyRow,
    column: &str,
    parse: fn(&str) -> Result<T, ErrorCode>,
) -> Result<Option<T>, StoreError> {
    row.try_get::<Option<&str>, _>(column)?.map(|text| parse(text).map_err(|_| corrupt_column(column))).transpose()
}

fn read_timestamp(row: &AnyRow, column: &str) -> Result<Option<Timestamp>, StoreError> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp::from_millis))
}

/// Reads an enum value that [`tag`] wrote.
fn read_tag<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    let deserializer: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
        serde::de::IntoDeserializer::into_deserializer(text);
    T::deserialize(deserializer).map_err(|_| corrupt_column(column))
}

/// Returns a fieldless enum as its serialized name.
pub fn tag(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_owned()
}

/// Serializes a value as JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("cannot serialize a protocol type: {error}"))
}

/// Reads a JSON value that [`json`] wrote.
fn read_json<T: for<'de> Deserialize<'de>>(row: &AnyRow, column: &str) -> Result<T, StoreError> {
    serde_json::from_str(row.try_get::<&str, _>(column)?).map_err(|_| corrupt_column(column))
}

/// Maps a foreign key violation to [`StoreError::AccountMissing`]: the account was deleted, so its token is no longer
/// valid.
fn map_missing_account(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(db_error) if db_error.is_foreign_key_violation() => StoreError::AccountMissing,
        _ => error.into(),
    }
}
