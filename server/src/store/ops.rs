//! The ops that have become part of a board.

use super::db::{MAXIMUM_BINDS, placeholders, row_placeholders};
use super::read_id;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::HashMap;

/// An op as it is kept.
pub(crate) struct OpRow {
    pub(crate) id: Id,
    /// SHA-256 of the body, in hexadecimal.
    pub(crate) hash: String,
    /// The op as JSON, written by the server.
    pub(crate) body: String,
}

/// The hashes of those of the ops that a board has already.
pub(crate) async fn hashes(
    connection: &mut AnyConnection,
    board_id: Id,
    ids: &[Id],
) -> Result<HashMap<Id, String>, ApiError> {
    let mut hashes = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(MAXIMUM_BINDS - 1) {
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

/// Keeps ops under the version of their board that they led to.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    ops: &[OpRow],
    version: i64,
) -> Result<(), ApiError> {
    const BINDS: usize = 5;
    for ops in ops.chunks(MAXIMUM_BINDS / BINDS) {
        let sql = format!(
            "INSERT INTO ops (board_id, id, hash, body, version) VALUES {}",
            row_placeholders(ops.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(ops.len() == 1);
        for op in ops {
            query = query
                .bind(board_id.to_string())
                .bind(op.id.to_string())
                .bind(op.hash.clone())
                .bind(op.body.clone())
                .bind(version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}
