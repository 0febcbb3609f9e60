//! Queries of the admin commands.

use super::accounts::{AccountRow, COLUMNS, account};
use super::{Rows, corrupt_column, read_timestamp, tag};
use crate::{StoreError, webhooks};
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// Makes an account an administrator. Returns false if there is no such account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn make_admin(connection: &mut AnyConnection, id: Id) -> Result<bool, StoreError> {
    let changed =
        sqlx::query("UPDATE users SET is_admin = 1 WHERE id = $1").bind(id.to_string()).execute(connection).await?;
    Ok(changed.rows_affected() == 1)
}

/// Sets the plan of an account. Returns false if there is no such account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn set_plan(connection: &mut AnyConnection, id: Id, plan: UserType) -> Result<bool, StoreError> {
    let changed = sqlx::query("UPDATE users SET user_type = $2 WHERE id = $1")
        .bind(id.to_string())
        .bind(tag(&plan))
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}

/// Ends the logins, API tokens and calendar feeds of all accounts, and turns their webhooks off. Returns the number of logins.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn end_all_logins(connection: &mut AnyConnection) -> Result<u64, StoreError> {
    // Refresh tokens first: a token refresh locks in the same order, so the two cannot deadlock.
    sqlx::query("DELETE FROM refresh_tokens").execute(&mut *connection).await?;
    sqlx::query("DELETE FROM api_tokens").execute(&mut *connection).await?;
    sqlx::query("DELETE FROM calendar_feeds").execute(&mut *connection).await?;
    webhooks::disable_of_all_accounts(connection).await?;
    let removed = sqlx::query("DELETE FROM logins").execute(connection).await?;
    Ok(removed.rows_affected())
}

/// Streams the accounts, the earliest first.
pub fn accounts(connection: &mut AnyConnection) -> Rows<'_, AccountRow> {
    let sql = format!("SELECT {COLUMNS} FROM users ORDER BY date_joined, id");
    sqlx::query(AssertSqlSafe(sql)).fetch(connection).map(|row| account(&row?)).boxed()
}

/// An entry of the waitlist.
pub struct WaitlistEntry {
    /// The email address.
    pub email: String,
    /// The name, as it was entered.
    pub name: String,
    /// When the address joined the waitlist.
    pub joined_at: Timestamp,
}

/// Streams the waitlist, the earliest entry first.
pub fn waitlist(connection: &mut AnyConnection) -> Rows<'_, WaitlistEntry> {
    let visitor = |row: &AnyRow| {
        Ok(WaitlistEntry {
            email: row.try_get("email")?,
            name: row.try_get("name")?,
            joined_at: read_timestamp(row, "joined_at")?.ok_or_else(|| corrupt_column("joined_at"))?,
        })
    };
    sqlx::query("SELECT email, name, joined_at FROM waitlist ORDER BY joined_at, email")
        .fetch(connection)
        .map(move |row| visitor(&row?))
        .boxed()
}
