//! Deletion of expired rows.

use crate::StoreError;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe};

/// The tables with an `expires_at` column, each with the columns of its key.
pub const TABLES: [(&str, &str); 11] = [
    ("refresh_tokens", "token_hash"),
    ("logins", "user_id, id"),
    ("api_tokens", "token_hash"),
    ("links", "token_hash"),
    ("google_attempts", "cookie_hash"),
    ("audit_log", "id"),
    ("board_invitations", "board_id, id"),
    ("membership_changes", "user_id, id"),
    ("inbox_entries", "user_id, id"),
    ("rate_limits", "key_hash"),
    ("mail_recipients", "recipient_hash"),
];

/// The maximum number of rows deleted in one transaction, to keep its locks short.
const MAX_BATCH: u64 = 1_000;

/// Deletes a batch of expired rows of one of [`TABLES`]. Returns true if there may be more: after a full batch. A row that
/// is renewed meanwhile stays. Its batch is then not full, so the other expired rows wait for the next run of the job.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn delete_batch(
    connection: &mut AnyConnection,
    (table, key): (&'static str, &'static str),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = format!(
        "DELETE FROM {table} WHERE expires_at <= $1 \
         AND ({key}) IN (SELECT {key} FROM {table} WHERE expires_at <= $1 LIMIT {MAX_BATCH})"
    );
    let removed = sqlx::query(AssertSqlSafe(sql)).bind(now.millis()).execute(connection).await?;
    Ok(removed.rows_affected() == MAX_BATCH)
}
