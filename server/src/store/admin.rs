//! Queries of the admin commands.

use super::{Rows, corrupt_column, read_timestamp, tag};
use crate::error::ApiError;
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// Makes the account with this email address an administrator. Returns false if there is no such account.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn make_admin(connection: &mut AnyConnection, email: &Email) -> Result<bool, ApiError> {
    let changed = sqlx::query("UPDATE users SET is_admin = 1 WHERE email = $1")
        .bind(email.as_str().to_owned())
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}

/// Sets the plan of the account with this email address. Returns false if there is no such account.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn set_plan(connection: &mut AnyConnection, email: &Email, plan: UserType) -> Result<bool, ApiError> {
    let changed = sqlx::query("UPDATE users SET user_type = $2 WHERE email = $1")
        .bind(email.as_str().to_owned())
        .bind(tag(&plan))
        .execute(connection)
        .await?;
    Ok(changed.rows_affected() == 1)
}

/// Ends the logins of all accounts and returns how many there were.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn end_all_logins(connection: &mut AnyConnection) -> Result<u64, ApiError> {
    // Refresh tokens first: a token refresh locks in the same order, so the two cannot deadlock.
    sqlx::query("DELETE FROM refresh_tokens").execute(&mut *connection).await?;
    let removed = sqlx::query("DELETE FROM logins").execute(connection).await?;
    Ok(removed.rows_affected())
}

/// An entry of the waitlist.
pub(crate) struct WaitlistEntry {
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) joined_at: Timestamp,
}

/// Streams the waitlist, the earliest entry first.
pub(crate) fn waitlist(connection: &mut AnyConnection) -> Rows<'_, WaitlistEntry> {
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
