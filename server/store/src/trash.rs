//! Purge of the trash: trashed records get a purge date and are deleted permanently after it.

use super::boards::{self, TEXT_BYTES};
use super::read_id;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe};

/// The tables with trashed records, children before their parents.
const TABLES: [&str; 4] = ["items", "cards", "lists", "boards"];

/// Sets the purge date of everything in the trash that has none yet.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn set_purge_date(connection: &mut AnyConnection, kept_until: Timestamp) -> Result<(), StoreError> {
    for table in TABLES {
        let sql = format!("UPDATE {table} SET kept_until = $1 WHERE trashed_at IS NOT NULL AND kept_until IS NULL");
        sqlx::query(AssertSqlSafe(sql)).bind(kept_until.millis()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns the boards that have records due for purging.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn boards_to_purge(pool: &ReadPool, now: Timestamp) -> Result<Vec<Id>, StoreError> {
    const DUE: &str = "trashed_at IS NOT NULL AND kept_until <= $1";
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT board_id FROM items WHERE {DUE} UNION SELECT board_id FROM cards WHERE {DUE} \
         UNION SELECT board_id FROM lists WHERE {DUE}"
    )))
    .bind(now.millis())
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| read_id(row, "board_id")).collect()
}

/// Deletes the due records of a board permanently, with everything in them. Restored records are kept.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn purge_board_contents(
    connection: &mut AnyConnection,
    board_id: Id,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE boards SET purged_version = version WHERE id = $1")
        .bind(board_id.to_string())
        .execute(&mut *connection)
        .await?;
    for table in &TABLES[..3] {
        let sql = format!("DELETE FROM {table} WHERE board_id = $1 AND trashed_at IS NOT NULL AND kept_until <= $2");
        sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(now.millis()).execute(&mut *connection).await?;
    }
    let sql = format!(
        "UPDATE boards SET card_count = (SELECT COUNT(*) FROM cards WHERE board_id = $1), text_bytes = {TEXT_BYTES} WHERE id = $1"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).execute(&mut *connection).await?;
    super::search::forget_deleted(connection, board_id).await?;
    super::members::forget_deleted(connection, board_id).await
}

/// Deletes the due boards permanently, with everything on them.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn purge_boards(connection: &mut AnyConnection, now: Timestamp) -> Result<(), StoreError> {
    boards::remove_all(connection, "trashed_at IS NOT NULL AND kept_until <= $1", now.millis().into()).await
}
