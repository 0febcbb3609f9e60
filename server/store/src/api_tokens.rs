//! API tokens, identified by their hash.

use super::{corrupt_column, json, map_missing_account, read_id, read_json, read_timestamp};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::api_token::{ApiToken, ApiTokenScope};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Executor, Row};
use twentyfour_model::Owner;

/// A token that a program has sent.
pub struct FoundToken {
    /// The account that it acts for.
    pub user_id: Id,
    /// What is stored about it.
    pub token: ApiToken,
}

/// Adds a token.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    token_hash: &str,
    token: &ApiToken,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO api_tokens (token_hash, id, user_id, name, last_characters, scopes, board_ids, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(token_hash.to_owned())
    .bind(token.id.to_string())
    .bind(owner.id().to_string())
    .bind(token.name.clone())
    .bind(token.last_characters.clone())
    .bind(json(&token.scopes))
    .bind(token.board_ids.as_ref().map(json))
    .bind(token.created_at.millis())
    .bind(token.expires_at.millis())
    .execute(connection)
    .await
    .map_err(map_missing_account)?;
    Ok(())
}

/// Returns the token with a hash, or `None` if it is unknown. It may have expired.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn find(pool: &ReadPool, token_hash: &str) -> Result<Option<FoundToken>, StoreError> {
    let row = sqlx::query(
        "SELECT user_id, id, name, last_characters, scopes, board_ids, created_at, expires_at, last_used_at \
         FROM api_tokens WHERE token_hash = $1",
    )
    .bind(token_hash.to_owned())
    .fetch_optional(pool)
    .await?;
    row.map(|row| Ok(FoundToken { user_id: read_id(&row, "user_id")?, token: token(&row)? })).transpose()
}

/// Returns the tokens of an account that have not expired, the newest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(
    executor: impl Executor<'_, Database = Any>,
    owner: Owner,
    now: Timestamp,
) -> Result<Vec<ApiToken>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, name, last_characters, scopes, board_ids, created_at, expires_at, last_used_at \
         FROM api_tokens WHERE user_id = $1 AND expires_at > $2 ORDER BY id DESC",
    )
    .bind(owner.id().to_string())
    .bind(now.millis())
    .fetch_all(executor)
    .await?;
    rows.iter().map(token).collect()
}

fn token(row: &AnyRow) -> Result<ApiToken, StoreError> {
    let board_ids: Option<&str> = row.try_get("board_ids")?;
    Ok(ApiToken {
        id: read_id(row, "id")?,
        name: row.try_get("name")?,
        last_characters: row.try_get("last_characters")?,
        scopes: read_json::<Vec<ApiTokenScope>>(row, "scopes")?,
        board_ids: board_ids.map(|_| read_json(row, "board_ids")).transpose()?,
        created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
        expires_at: read_timestamp(row, "expires_at")?.ok_or_else(|| corrupt_column("expires_at"))?,
        last_used_at: read_timestamp(row, "last_used_at")?,
    })
}

/// Records that a token was used, unless that was recorded after `before`.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn record_use(
    connection: &mut AnyConnection,
    owner: Owner,
    id: Id,
    now: Timestamp,
    before: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE api_tokens SET last_used_at = $3 WHERE user_id = $1 AND id = $2 \
         AND (last_used_at IS NULL OR last_used_at <= $4)",
    )
    .bind(owner.id().to_string())
    .bind(id.to_string())
    .bind(now.millis())
    .bind(before.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes a token of an account. Returns its last characters, or `None` if the account has no such token.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<Option<String>, StoreError> {
    let row = sqlx::query("DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING last_characters")
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("last_characters")?)).transpose()
}

/// Removes all tokens of an account and returns their number.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn remove_all(connection: &mut AnyConnection, user_id: Id) -> Result<u64, StoreError> {
    let removed = sqlx::query("DELETE FROM api_tokens WHERE user_id = $1").bind(user_id.to_string());
    Ok(removed.execute(connection).await?.rows_affected())
}
