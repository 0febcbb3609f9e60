//! The end of accounts.

use super::{read_id, read_timestamp};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AnyPool, Row};

/// Sets when an account goes for good, and gives its email. `None` where that is set already, or where the account is gone.
pub(crate) async fn schedule(
    connection: &mut AnyConnection,
    owner: Owner,
    delete_at: Timestamp,
) -> Result<Option<String>, ApiError> {
    let row = sqlx::query("UPDATE users SET delete_at = $2 WHERE id = $1 AND delete_at IS NULL RETURNING email")
        .bind(owner.id().to_string())
        .bind(delete_at.millis())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("email")?)).transpose()
}

/// Lets an account stay, and tells when it would have gone. `None` where the account is gone.
pub(crate) async fn cancel(
    connection: &mut AnyConnection,
    owner: Owner,
) -> Result<Option<Option<Timestamp>>, ApiError> {
    // The lock comes first, so that what is read is not changed before it is written.
    let row = sqlx::query("UPDATE users SET delete_at = delete_at WHERE id = $1 RETURNING delete_at")
        .bind(owner.id().to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    sqlx::query("UPDATE users SET delete_at = NULL WHERE id = $1")
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    Ok(Some(read_timestamp(&row, "delete_at")?))
}

/// The accounts whose time is over.
pub(crate) async fn due(pool: &AnyPool, now: Timestamp) -> Result<Vec<Id>, ApiError> {
    let rows = sqlx::query("SELECT id FROM users WHERE delete_at <= $1 ORDER BY delete_at")
        .bind(now.millis())
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Keeps everybody else from changing an account until the transaction ends. False where its time is not over, or not any
/// more, or where it is gone.
pub(crate) async fn lock_due(connection: &mut AnyConnection, account_id: Id, now: Timestamp) -> Result<bool, ApiError> {
    let locked = sqlx::query("UPDATE users SET delete_at = delete_at WHERE id = $1 AND delete_at <= $2")
        .bind(account_id.to_string())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(locked.rows_affected() == 1)
}

/// Removes an account and all that is its own.
pub(crate) async fn remove(connection: &mut AnyConnection, account_id: Id) -> Result<(), ApiError> {
    // Whatever refers to the account goes with it; the rest is known by its email.
    let row = sqlx::query("DELETE FROM users WHERE id = $1 RETURNING email")
        .bind(account_id.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(()) };
    let email: String = row.try_get("email")?;
    sqlx::query("DELETE FROM mails WHERE user_id = $1 OR recipient = $2")
        .bind(account_id.to_string())
        .bind(email.clone())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM waitlist WHERE email = $1").bind(email).execute(connection).await?;
    Ok(())
}
