//! Mailed links, identified by the hash of their token.

use super::{map_missing_account, read_id};
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Executor, Row};
use twentyfour_model::LinkPurpose;

/// A valid link.
pub struct Link {
    /// The account that the link is for.
    pub account_id: Id,
    /// The address that the link was mailed to.
    pub email: String,
}

fn link(row: &AnyRow) -> Result<Link, StoreError> {
    Ok(Link { account_id: read_id(row, "user_id")?, email: row.try_get("email")? })
}

/// Adds a link.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    token_hash: &str,
    account_id: Id,
    purpose: LinkPurpose,
    email: &str,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO links (token_hash, user_id, purpose, email, expires_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(token_hash.to_owned())
        .bind(account_id.to_string())
        .bind(purpose.tag())
        .bind(email.to_owned())
        .bind(expires_at.millis())
        .execute(connection)
        .await
        .map_err(map_missing_account)?;
    Ok(())
}

/// Returns a link that is valid at `now`, without using it up.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    token_hash: &str,
    purpose: LinkPurpose,
    now: Timestamp,
) -> Result<Option<Link>, StoreError> {
    let row =
        sqlx::query("SELECT user_id, email FROM links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3")
            .bind(token_hash.to_owned())
            .bind(purpose.tag())
            .bind(now.millis())
            .fetch_optional(executor)
            .await?;
    row.as_ref().map(link).transpose()
}

/// Returns and removes a link that is valid at `now`. If two requests use the same link, only one of them gets it.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn take(
    connection: &mut AnyConnection,
    token_hash: &str,
    purpose: LinkPurpose,
    now: Timestamp,
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query(
        "DELETE FROM links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING user_id, email",
    )
    .bind(token_hash.to_owned())
    .bind(purpose.tag())
    .bind(now.millis())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(link).transpose()
}

/// Removes all links of an account for a purpose, except the one with the token hash `except`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn end_all(
    connection: &mut AnyConnection,
    account_id: Id,
    purpose: LinkPurpose,
    except: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM links WHERE user_id = $1 AND purpose = $2 AND token_hash <> $3")
        .bind(account_id.to_string())
        .bind(purpose.tag())
        .bind(except.unwrap_or_default().to_owned())
        .execute(connection)
        .await?;
    Ok(())
}
