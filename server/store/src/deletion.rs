//! Scheduled deletion of accounts.

use super::{audit, read_id, read_timestamp, waitlist};
use crate::boards;
use crate::search;
use crate::unique_names::EMAILS;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

/// Schedules an account's deletion and returns its email address. Returns `None` if the deletion is already scheduled
/// or the account does not exist.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn schedule(
    connection: &mut AnyConnection,
    owner: Owner,
    delete_at: Timestamp,
) -> Result<Option<String>, StoreError> {
    let row = sqlx::query("UPDATE users SET delete_at = $2 WHERE id = $1 AND delete_at IS NULL RETURNING email")
        .bind(owner.id().to_string())
        .bind(delete_at.millis())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("email")?)).transpose()
}

/// The outcome of [`cancel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CancelOutcome {
    /// The deletion was scheduled and is canceled.
    Canceled,
    /// No deletion was scheduled.
    NotScheduled,
    /// The account does not exist.
    AccountMissing,
}

/// Cancels an account's deletion.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn cancel(connection: &mut AnyConnection, owner: Owner) -> Result<CancelOutcome, StoreError> {
    // The update locks the row, so that the value read cannot change before it is written.
    let row = sqlx::query(
        "UPDATE users SET delete_at = delete_at WHERE id = $1 AND purge_started_at IS NULL RETURNING delete_at",
    )
    .bind(owner.id().to_string())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(CancelOutcome::AccountMissing) };
    sqlx::query("UPDATE users SET delete_at = NULL WHERE id = $1")
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    match read_timestamp(&row, "delete_at")? {
        Some(_) => Ok(CancelOutcome::Canceled),
        None => Ok(CancelOutcome::NotScheduled),
    }
}

/// Returns the ids of the accounts whose deletion is due, the earliest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn due(pool: &ReadPool, now: Timestamp) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query("SELECT id FROM users WHERE delete_at <= $1 ORDER BY delete_at")
        .bind(now.millis())
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Begins the permanent deletion of an account that is due. It can no longer be canceled, and no login is possible. Its email is
/// removed everywhere, and a new account can use it. Returns false if the deletion is not due, was canceled, or the account
/// does not exist.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn begin_purge(connection: &mut AnyConnection, account_id: Id, now: Timestamp) -> Result<bool, StoreError> {
    // The update locks the row.
    let row = sqlx::query("UPDATE users SET delete_at = delete_at WHERE id = $1 AND delete_at <= $2 RETURNING email")
        .bind(account_id.to_string())
        .bind(now.millis())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(false) };
    let email: String = row.try_get("email")?;
    // Forms refuse emails with a space, so this one cannot be entered.
    sqlx::query(
        "UPDATE users SET purge_started_at = COALESCE(purge_started_at, $2), password_hash = '', \
         email = 'deleted ' || id, pending_email = NULL WHERE id = $1",
    )
    .bind(account_id.to_string())
    .bind(now.millis())
    .execute(&mut *connection)
    .await?;
    EMAILS.release(connection, &email, &account_id.to_string()).await?;
    for table in ["board_invitations", "public_links"] {
        let sql = format!("DELETE FROM {table} WHERE board_id IN (SELECT id FROM boards WHERE owner_id = $1)");
        sqlx::query(AssertSqlSafe(sql)).bind(account_id.to_string()).execute(&mut *connection).await?;
    }
    for table in
        ["api_tokens", "avatars", "calendar_feeds", "calendar_sources", "google_identities", "links", "webhooks"]
    {
        let sql = format!("DELETE FROM {table} WHERE user_id = $1");
        sqlx::query(AssertSqlSafe(sql)).bind(account_id.to_string()).execute(&mut *connection).await?;
    }
    sqlx::query("DELETE FROM mails WHERE user_id = $1 OR recipient = $2")
        .bind(account_id.to_string())
        .bind(email.clone())
        .execute(&mut *connection)
        .await?;
    waitlist::remove_email(connection, &email).await?;
    audit::forget_account(connection, account_id, &email).await?;
    Ok(true)
}

/// The maximum number of rows that one transaction of a purge deletes.
const ROWS_PER_PURGE: i64 = 1_000;

/// The tables of an account that can be large, children before their parents, each with its key and the condition that
/// selects the rows of the account `$1`.
const LARGE_TABLES: [(&str, &str, &str); 11] = [
    (
        "search_texts",
        "subject_id, kind, record_id",
        "subject_id IN (SELECT id FROM boards WHERE owner_id = $1 UNION ALL SELECT CAST($1 AS TEXT))",
    ),
    ("inbox_entries", "user_id, id", "user_id = $1 OR board_id IN (SELECT id FROM boards WHERE owner_id = $1)"),
    ("items", "board_id, id", "board_id IN (SELECT id FROM boards WHERE owner_id = $1)"),
    ("cards", "board_id, id", "board_id IN (SELECT id FROM boards WHERE owner_id = $1)"),
    ("lists", "board_id, id", "board_id IN (SELECT id FROM boards WHERE owner_id = $1)"),
    ("ops", "board_id, id", "board_id IN (SELECT id FROM boards WHERE owner_id = $1)"),
    ("picture_pieces", "picture_id, position", "picture_id IN (SELECT id FROM pictures WHERE user_id = $1)"),
    ("note_versions", "user_id, note_id, save_id", "user_id = $1"),
    ("notes", "user_id, id", "user_id = $1"),
    ("focus_sessions", "user_id, id", "user_id = $1"),
    ("focus_days", "user_id, day, board_id, card_id", "user_id = $1"),
];

/// Deletes some data of an account whose permanent deletion has begun. Returns true if there may be more.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn purge_batch(connection: &mut AnyConnection, account_id: Id) -> Result<bool, StoreError> {
    // A write transaction begins with a write, which locks the account.
    sqlx::query("UPDATE users SET purge_started_at = purge_started_at WHERE id = $1")
        .bind(account_id.to_string())
        .execute(&mut *connection)
        .await?;
    for (table, key, condition) in LARGE_TABLES {
        let sql = format!(
            "DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {condition} LIMIT {ROWS_PER_PURGE})"
        );
        let deleted = sqlx::query(AssertSqlSafe(sql)).bind(account_id.to_string()).execute(&mut *connection).await?;
        if deleted.rows_affected() > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Deletes an account with the rest of its data: foreign keys cascade to everything that refers to it. Returns false if another
/// server has done so.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, account_id: Id) -> Result<bool, StoreError> {
    boards::remove_all(connection, "owner_id = $1", account_id.into()).await?;
    search::forget_subject(connection, account_id).await?;
    let removed = sqlx::query("DELETE FROM users WHERE id = $1").bind(account_id.to_string()).execute(connection);
    Ok(removed.await?.rows_affected() > 0)
}
