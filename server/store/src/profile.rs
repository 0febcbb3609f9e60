//! Changes to an account's name, email address and password.

use crate::unique_names::{EMAILS, UniqueNames};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::PersonName;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

/// The email addresses of an account.
pub struct Emails {
    /// The email address.
    pub email: String,
    /// Whether the email address is confirmed.
    pub is_verified: bool,
    /// The address that replaces `email` once it is confirmed.
    pub pending_email: Option<String>,
}

/// Changes the name of an account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn rename(
    connection: &mut AnyConnection,
    owner: Owner,
    first_name: &PersonName,
    last_name: &PersonName,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1")
        .bind(owner.id().to_string())
        .bind(first_name.as_str().to_owned())
        .bind(last_name.as_str().to_owned())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the email addresses of an account.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn emails(pool: &ReadPool, owner: Owner) -> Result<Option<Emails>, StoreError> {
    let row = sqlx::query("SELECT email, is_verified, pending_email FROM users WHERE id = $1")
        .bind(owner.id().to_string())
        .fetch_optional(pool)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Emails {
        email: row.try_get("email")?,
        is_verified: row.try_get::<i64, _>("is_verified")? != 0,
        pending_email: row.try_get("pending_email")?,
    }))
}

/// Sets or clears the email address that will replace the account's.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn set_pending_email(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE users SET pending_email = $2 WHERE id = $1")
        .bind(id.to_string())
        .bind(pending_email.map(str::to_owned))
        .execute(connection)
        .await?;
    Ok(())
}

/// Marks the account's email address as confirmed. Returns false if `email` is not its address.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn confirm_email(connection: &mut AnyConnection, id: Id, email: &str) -> Result<bool, StoreError> {
    let confirmed = sqlx::query("UPDATE users SET is_verified = 1 WHERE id = $1 AND email = $2")
        .bind(id.to_string())
        .bind(email.to_owned())
        .execute(connection)
        .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// Returns the email address of an account and whether it is confirmed, or `None` if its pending address is not
/// `pending_email`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn email_to_replace(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: &str,
) -> Result<Option<(String, bool)>, StoreError> {
    let row = sqlx::query("SELECT email, is_verified FROM users WHERE id = $1 AND pending_email = $2")
        .bind(id.to_string())
        .bind(pending_email.to_owned())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((row.try_get("email")?, row.try_get::<i64, _>("is_verified")? != 0)))
}

/// Makes the pending email address, now confirmed, the account's address. Returns false if another account has it or if
/// it is no longer pending.
///
/// # Errors
/// Returns [`StoreError::EmailTaken`] if another account took the address at the same time, or an error if the
/// statement fails.
pub async fn apply_pending_email(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: &str,
) -> Result<bool, StoreError> {
    let id = id.to_string();
    // Locks the account, so that the address that is released is the one that is replaced.
    let row = sqlx::query(
        "UPDATE users SET pending_email = pending_email WHERE id = $1 AND pending_email = $2 RETURNING email",
    )
    .bind(id.clone())
    .bind(pending_email.to_owned())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let replaced: String = row.try_get("email")?;
    if replaced == pending_email {
        return Ok(false);
    }
    if !EMAILS.claim(connection, pending_email, &id).await? {
        return Ok(false);
    }
    let sql = format!(
        "UPDATE users SET email = $2, pending_email = NULL, is_verified = 1 WHERE id = $1 \
         AND NOT EXISTS (SELECT 1 FROM users AS others WHERE others.email = $2 AND {})",
        UniqueNames::may_earlier_releases_run()
    );
    let changed = sqlx::query(AssertSqlSafe(sql))
        .bind(id.clone())
        .bind(pending_email.to_owned())
        .execute(&mut *connection)
        .await
        .map_err(|error| match error.as_database_error() {
            // A server of an earlier release gave the address to another account between the check and the write.
            Some(db_error) if db_error.is_unique_violation() => StoreError::EmailTaken,
            _ => StoreError::from(error),
        })?;
    let is_changed = changed.rows_affected() == 1;
    let released = if is_changed { replaced.as_str() } else { pending_email };
    EMAILS.release(connection, released, &id).await?;
    Ok(is_changed)
}

/// Sets the password that was chosen by a mailed link, confirms the email address that the link was sent to, and
/// cancels a scheduled deletion. Returns false, and changes nothing, if that is no longer the account's address.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn reset_password(
    connection: &mut AnyConnection,
    id: Id,
    email: &str,
    password_hash: &str,
) -> Result<bool, StoreError> {
    let updated = sqlx::query(
        "UPDATE users SET password_hash = $3, is_verified = 1, delete_at = NULL WHERE id = $1 AND email = $2",
    )
    .bind(id.to_string())
    .bind(email.to_owned())
    .bind(password_hash.to_owned())
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}
