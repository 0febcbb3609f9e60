//! The ops that were applied to boards.

use super::db::{MAX_BINDS, placeholders, row_placeholders};
use super::read_id;
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use std::collections::HashMap;

/// An op as stored.
pub struct OpRow {
    /// The id of the op.
    pub id: Id,
    /// SHA-256 of the body, in hexadecimal.
    pub hash: String,
    /// The op as JSON, serialized by the server.
    pub body: String,
    /// The card whose activity the op belongs to, if any.
    pub card_id: Option<Id>,
    /// When the user did it, by their clock.
    pub at: Timestamp,
}

/// Returns the hashes of those of the given ops that were already applied to the board.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn hashes(
    connection: &mut AnyConnection,
    board_id: Id,
    ids: &[Id],
) -> Result<HashMap<Id, String>, StoreError> {
    let mut hashes = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(MAX_BINDS - 1) {
        let sql = format!("SELECT id, hash FROM ops WHERE board_id = $1 AND id IN ({})", placeholders(2, ids.len()));
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(ids.len() == 1).bind(board_id.to_string());
        for id in ids {
            query = query.bind(id.to_string());
        }
        for row in query.fetch_all(&mut *connection).await? {
            hashes.insert(read_id(&row, "id")?, row.try_get("hash")?);
        }
    }
    Ok(hashes)
}

/// Stores ops of an account under the board version that they produced.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    user_id: Id,
    ops: &[OpRow],
    version: i64,
) -> Result<(), StoreError> {
    const BINDS: usize = 8;
    for ops in ops.chunks(MAX_BINDS / BINDS) {
        let sql = format!(
            "INSERT INTO ops (board_id, id, hash, body, version, user_id, card_id, at) VALUES {}",
            row_placeholders(ops.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(ops.len() == 1);
        for op in ops {
            query = query
                .bind(board_id.to_string())
                .bind(op.id.to_string())
                .bind(op.hash.clone())
                .bind(op.body.clone())
                .bind(version)
                .bind(user_id.to_string())
                .bind(op.card_id.map(|id| id.to_string()))
                .bind(op.at.millis());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// An op in a card's activity: its body and the name of its author.
pub struct ActivityRow {
    /// The op as JSON.
    pub body: String,
    /// The first name of the author.
    pub first_name: String,
    /// The last name of the author.
    pub last_name: String,
}

/// Returns at most `limit` ops that changed a card or its items, the latest first, or `None` if the board has no such
/// card.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_card(
    pool: &AnyPool,
    board_id: Id,
    card_id: Id,
    limit: i64,
) -> Result<Option<Vec<ActivityRow>>, StoreError> {
    let (board, card) = (board_id.to_string(), card_id.to_string());
    let card_query = sqlx::query("SELECT id FROM cards WHERE board_id = $1 AND id = $2").bind(&board).bind(&card);
    if card_query.fetch_optional(pool).await?.is_none() {
        return Ok(None);
    }
    let rows = sqlx::query(
        "SELECT ops.body, users.first_name, users.last_name FROM ops JOIN users ON users.id = ops.user_id \
         WHERE ops.board_id = $1 AND ops.card_id = $2 ORDER BY ops.at DESC, ops.version DESC, ops.id DESC LIMIT $3",
    )
    .bind(board)
    .bind(card)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let read = |row: &AnyRow| {
        Ok(ActivityRow {
            body: row.try_get("body")?,
            first_name: row.try_get("first_name")?,
            last_name: row.try_get("last_name")?,
        })
    };
    rows.iter().map(read).collect::<Result<_, _>>().map(Some)
}
