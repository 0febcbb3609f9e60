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

/// Records that somebody signs up with an open invitation to a board. Returns false if it does not exist, has expired or was
/// accepted, or if somebody has signed up with it before.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn redeem_of_board(
    connection: &mut AnyConnection,
    code_hash: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let spent = sqlx::query(
        "INSERT INTO invitations (code_hash, created_at, used_at) SELECT code_hash, created_at, $2 FROM board_invitations \
         WHERE code_hash = $1 AND accepted_by IS NULL AND expires_at > $2 ON CONFLICT (code_hash) DO NOTHING",
    )
    .bind(code_hash.to_owned())
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(spent.rows_affected() == 1)
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
