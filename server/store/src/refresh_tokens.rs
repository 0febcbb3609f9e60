//! Refresh tokens, identified by their hash.

use super::{corrupt_column, map_missing_account, read_id, read_timestamp};
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// A refresh token that a client has just sent.
pub struct UsedToken {
    /// The login that the token belongs to.
    pub family_id: Id,
    /// The account that the token belongs to.
    pub user_id: Id,
    /// When the token expires.
    pub expires_at: Timestamp,
    /// When the token was first used: now, unless it was used before.
    pub used_at: Timestamp,
}

/// Adds a token to a family, which is the chain of tokens of one login.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    token_hash: &str,
    family_id: Id,
    user_id: Id,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO refresh_tokens (token_hash, family_id, user_id, expires_at, used_at) VALUES ($1, $2, $3, $4, NULL)",
    )
    .bind(token_hash.to_owned())
    .bind(family_id.to_string())
    .bind(user_id.to_string())
    .bind(expires_at.millis())
    .execute(connection)
    .await
    .map_err(map_missing_account)?;
    Ok(())
}

/// Marks a token as used and returns it, or `None` if it is unknown. A token that was used before keeps the time of its
/// first use.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn mark_used(
    connection: &mut AnyConnection,
    token_hash: &str,
    now: Timestamp,
) -> Result<Option<UsedToken>, StoreError> {
    let row = sqlx::query(
        "UPDATE refresh_tokens SET used_at = COALESCE(used_at, $2) WHERE token_hash = $1 \
         RETURNING family_id, user_id, expires_at, used_at",
    )
    .bind(token_hash.to_owned())
    .bind(now.millis())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(UsedToken {
        family_id: read_id(&row, "family_id")?,
        user_id: read_id(&row, "user_id")?,
        expires_at: read_timestamp(&row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?,
        used_at: read_timestamp(&row, "used_at")?.ok_or_else(|| corrupt_column("used_at"))?,
    }))
}

/// Returns the account and the login of a token, or `None` if the token is unknown.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn login_of(connection: &mut AnyConnection, token_hash: &str) -> Result<Option<(Id, Id)>, StoreError> {
    // An update that changes nothing, because a write transaction must begin with a write.
    let row =
        sqlx::query("UPDATE refresh_tokens SET used_at = used_at WHERE token_hash = $1 RETURNING user_id, family_id")
            .bind(token_hash.to_owned())
            .fetch_optional(connection)
            .await?;
    row.map(|row| Ok((read_id(&row, "user_id")?, read_id(&row, "family_id")?))).transpose()
}

/// Moves the tokens of one login of an account to another login id and marks them as used.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn move_family(
    connection: &mut AnyConnection,
    user_id: Id,
    family_id: Id,
    new_family_id: Id,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE refresh_tokens SET family_id = $3, used_at = COALESCE(used_at, $4) WHERE family_id = $1 AND user_id = $2",
    )
    .bind(family_id.to_string())
    .bind(user_id.to_string())
    .bind(new_family_id.to_string())
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the tokens of one login of an account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn delete_family(connection: &mut AnyConnection, user_id: Id, family_id: Id) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM refresh_tokens WHERE family_id = $1 AND user_id = $2")
        .bind(family_id.to_string())
        .bind(user_id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes all tokens of an account, except those of the login `except`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn delete_all(connection: &mut AnyConnection, user_id: Id, except: Option<Id>) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM refresh_tokens WHERE user_id = $1 AND family_id <> $2")
        .bind(user_id.to_string())
        .bind(except.map(|id| id.to_string()).unwrap_or_default())
        .execute(connection)
        .await?;
    Ok(())
}
