//! Where accounts are logged in.

use super::account_gone;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Adds a login.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    id: Id,
    user_id: Id,
    device: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), ApiError> {
    sqlx::query(
        "INSERT INTO logins (id, user_id, device, created_at, last_seen, expires_at) VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(id.to_string())
    .bind(user_id.to_string())
    .bind(device.to_owned())
    .bind(now.millis())
    .bind(expires_at.millis())
    .execute(connection)
    .await
    .map_err(account_gone)?;
    Ok(())
}
