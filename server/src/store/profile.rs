//! What an account can change of itself: its name, its email, its password.

use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::PersonName;
use sqlx::{AnyConnection, AnyPool, Row};

/// The emails of an account.
pub(crate) struct Emails {
    pub(crate) email: String,
    pub(crate) is_verified: bool,
    /// The one that is to replace it.
    pub(crate) pending_email: Option<String>,
}

/// Changes the name.
pub(crate) async fn rename(
    connection: &mut AnyConnection,
    owner: Owner,
    first_name: &PersonName,
    last_name: &PersonName,
) -> Result<(), ApiError> {
    sqlx::query("UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1")
        .bind(owner.id().to_string())
        .bind(first_name.as_str().to_owned())
        .bind(last_name.as_str().to_owned())
        .execute(connection)
        .await?;
    Ok(())
}

/// The emails of an account.
pub(crate) async fn emails(pool: &AnyPool, owner: Owner) -> Result<Option<Emails>, ApiError> {
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

/// Sets the email that is to replace the account's.
pub(crate) async fn set_pending_email(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: Option<&str>,
) -> Result<(), ApiError> {
    sqlx::query("UPDATE users SET pending_email = $2 WHERE id = $1")
        .bind(id.to_string())
        .bind(pending_email.map(str::to_owned))
        .execute(connection)
        .await?;
    Ok(())
}

/// Confirms the email of an account. False where it is not that one.
pub(crate) async fn confirm_email(connection: &mut AnyConnection, id: Id, email: &str) -> Result<bool, ApiError> {
    let confirmed = sqlx::query("UPDATE users SET is_verified = 1 WHERE id = $1 AND email = $2")
        .bind(id.to_string())
        .bind(email.to_owned())
        .execute(connection)
        .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// The email of an account that another is to replace, and whether it is confirmed. `None` where that other one is not wanted.
pub(crate) async fn email_to_replace(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: &str,
) -> Result<Option<(String, bool)>, ApiError> {
    let row = sqlx::query("SELECT email, is_verified FROM users WHERE id = $1 AND pending_email = $2")
        .bind(id.to_string())
        .bind(pending_email.to_owned())
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some((row.try_get("email")?, row.try_get::<i64, _>("is_verified")? != 0)))
}

/// Puts the pending email, which is confirmed now, in the place of the account's. False where another account has it.
pub(crate) async fn apply_pending_email(
    connection: &mut AnyConnection,
    id: Id,
    pending_email: &str,
) -> Result<bool, ApiError> {
    let changed = sqlx::query(
        "UPDATE users SET email = $2, pending_email = NULL, is_verified = 1 WHERE id = $1 AND pending_email = $2 \
         AND NOT EXISTS (SELECT 1 FROM users AS others WHERE others.email = $2)",
    )
    .bind(id.to_string())
    .bind(pending_email.to_owned())
    .execute(connection)
    .await
    .map_err(|error| match error.as_database_error() {
        // It got it in this moment.
        Some(db_error) if db_error.is_unique_violation() => ErrorCode::EmailTaken.into(),
        _ => ApiError::from(error),
    })?;
    Ok(changed.rows_affected() == 1)
}

/// Sets the password that was chosen by a link, confirms the email that the link went to, and takes back an end that was set for the
/// account. False, and nothing is changed, where that email is not the account's any more.
pub(crate) async fn reset_password(
    connection: &mut AnyConnection,
    id: Id,
    email: &str,
    password_hash: &str,
) -> Result<bool, ApiError> {
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
