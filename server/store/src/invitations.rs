//! Invitations, identified by the hash of their code.

use crate::StoreError;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Adds an invitation.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, code_hash: &str, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO invitations (code_hash, created_at, used_at) VALUES ($1, $2, NULL)")
        .bind(code_hash.to_owned())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Marks an invitation as used. Returns false if it does not exist or was used before.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn redeem(connection: &mut AnyConnection, code_hash: &str, now: Timestamp) -> Result<bool, StoreError> {
    let spent = sqlx::query("UPDATE invitations SET used_at = $2 WHERE code_hash = $1 AND used_at IS NULL")
        .bind(code_hash.to_owned())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(spent.rows_affected() == 1)
}
