//! Forgetting what has run out.

use crate::error::ApiError;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe};

/// What runs out, with the name of its key. Each has `expires_at`.
pub(crate) const TABLES: [(&str, &str); 4] =
    [("refresh_tokens", "token_hash"), ("logins", "id"), ("links", "token_hash"), ("google_attempts", "cookie_hash")];

/// The most rows that go in one transaction, so that nobody waits for long.
const MAX_BATCH: u64 = 1_000;

/// Removes rows of a table that have run out. True: there may be more.
pub(crate) async fn delete_batch(
    connection: &mut AnyConnection,
    (table, key): (&'static str, &'static str),
    now: Timestamp,
) -> Result<bool, ApiError> {
    let sql = format!(
        "DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} WHERE expires_at <= $1 LIMIT {MAX_BATCH})"
    );
    let removed = sqlx::query(AssertSqlSafe(sql)).bind(now.millis()).execute(connection).await?;
    Ok(removed.rows_affected() == MAX_BATCH)
}
