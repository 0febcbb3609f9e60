//! Emptying the trash: what lies there gets a day on which it goes for good, and goes.

use super::read_id;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};

/// Everything that can lie in the trash; what lies in another comes before it.
const TABLES: [&str; 4] = ["items", "cards", "lists", "boards"];

/// Gives everything that has come into the trash its day.
pub(crate) async fn set_purge_date(connection: &mut AnyConnection, kept_until: Timestamp) -> Result<(), ApiError> {
    for table in TABLES {
        let sql = format!("UPDATE {table} SET kept_until = $1 WHERE trashed_at IS NOT NULL AND kept_until IS NULL");
        sqlx::query(AssertSqlSafe(sql)).bind(kept_until.millis()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The boards on which something has to go.
pub(crate) async fn boards_to_purge(pool: &AnyPool, now: Timestamp) -> Result<Vec<Id>, ApiError> {
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

/// Removes from a board what has to go, with what lies in it. What came out of the trash meanwhile stays.
pub(crate) async fn purge_board_contents(
    connection: &mut AnyConnection,
    board_id: Id,
    now: Timestamp,
) -> Result<(), ApiError> {
    sqlx::query("UPDATE boards SET purged_version = version WHERE id = $1")
        .bind(board_id.to_string())
        .execute(&mut *connection)
        .await?;
    for table in &TABLES[..3] {
        let sql = format!("DELETE FROM {table} WHERE board_id = $1 AND trashed_at IS NOT NULL AND kept_until <= $2");
        sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(now.millis()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes the boards that have to go, with all that lies on them.
pub(crate) async fn purge_boards(connection: &mut AnyConnection, now: Timestamp) -> Result<(), ApiError> {
    sqlx::query("DELETE FROM boards WHERE trashed_at IS NOT NULL AND kept_until <= $1")
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}
