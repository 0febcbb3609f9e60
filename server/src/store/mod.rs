//! All SQL, in one text for SQLite and PostgreSQL. Ids and times are arguments. Callers have checked permissions before
//! ([`crate::domain::policy`]).

pub(crate) mod accounts;
pub(crate) mod admin;
pub(crate) mod board_reads;
pub(crate) mod boards;
pub(crate) mod db;
pub(crate) mod deletion;
pub(crate) mod expired;
pub(crate) mod export;
pub(crate) mod focus_days;
pub(crate) mod focus_sessions;
pub(crate) mod google;
pub(crate) mod invitations;
pub(crate) mod links;
pub(crate) mod logins;
pub(crate) mod mails;
pub(crate) mod note_versions;
pub(crate) mod notes;
pub(crate) mod ops;
pub(crate) mod pictures;
pub(crate) mod preferences;
pub(crate) mod profile;
pub(crate) mod records;
pub(crate) mod refresh_tokens;
pub(crate) mod trash;
pub(crate) mod verification;
pub(crate) mod waitlist;
mod writes;

use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, ColumnIndex, Row};

/// A stream of rows. [`ApiError::Database`] ends it; any other error concerns one row only.
pub(crate) type Rows<'c, T> = BoxStream<'c, Result<T, ApiError>>;

/// Streams the rows of a query whose only parameter is an id.
fn stream_rows<'c, T: 'c>(
    connection: &'c mut AnyConnection,
    sql: String,
    id: Id,
    read: fn(&AnyRow) -> Result<T, ApiError>,
) -> Rows<'c, T> {
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch(connection);
    rows.map(move |row| read(&row?)).boxed()
}

/// Returns the error for a column with an invalid value, which is an internal error.
fn corrupt_column(column: &str) -> ApiError {
    ApiError::Internal(format!("invalid value in column {column}"))
}

fn read_id(row: &AnyRow, column: &str) -> Result<Id, ApiError>
where
    for<'a> &'a str: ColumnIndex<AnyRow>,
{
    Id::parse(row.try_get::<&str, _>(column)?).ok_or_else(|| corrupt_column(column))
}

fn read_text<T>(row: &AnyRow, column: &str, parse: fn(&str) -> Result<T, ErrorCode>) -> Result<T, ApiError> {
    parse(row.try_get::<&str, _>(column)?).map_err(|_| corrupt_column(column))
}

fn read_optional_text<T>(
    row: &AnyRow,
    column: &str,
    parse: fn(&str) -> Result<T, ErrorCode>,
) -> Result<Option<T>, ApiError> {
    row.try_get::<Option<&str>, _>(column)?.map(|text| parse(text).map_err(|_| corrupt_column(column))).transpose()
}

fn read_timestamp(row: &AnyRow, column: &str) -> Result<Option<Timestamp>, ApiError> {
    Ok(row.try_get::<Option<i64>, _>(column)?.map(Timestamp::from_millis))
}

/// Reads an enum value that [`tag`] wrote.
fn read_tag<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T, ApiError> {
    let text: &str = row.try_get(column)?;
    let deserializer: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
        serde::de::IntoDeserializer::into_deserializer(text);
    T::deserialize(deserializer).map_err(|_| corrupt_column(column))
}

/// Returns a fieldless enum as its serialized name.
pub(crate) fn tag(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_owned()
}

/// Serializes a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("cannot serialize a protocol type: {error}"))
}

/// Reads a JSON value that [`json`] wrote.
fn read_json<T: for<'de> Deserialize<'de>>(row: &AnyRow, column: &str) -> Result<T, ApiError> {
    serde_json::from_str(row.try_get::<&str, _>(column)?).map_err(|_| corrupt_column(column))
}

/// Maps a foreign key violation to `ErrorCode::TokenInvalid`: the account was deleted, so its token is no longer valid.
fn map_missing_account(error: sqlx::Error) -> ApiError {
    match error.as_database_error() {
        Some(db_error) if db_error.is_foreign_key_violation() => ErrorCode::TokenInvalid.into(),
        _ => error.into(),
    }
}
