//! A write that shows whether the database accepts writes.

use crate::StoreError;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Writes one row.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn write_probe(connection: &mut AnyConnection, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO health_probe (id, probed_at) VALUES (1, $1) \
         ON CONFLICT (id) DO UPDATE SET probed_at = excluded.probed_at",
    )
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}
