//! The ops that were applied to boards.

use super::db::{MAX_BINDS, pad_rows, row_placeholders, statement_chunks};
use super::read_id;
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use twentyfour_model::OpRetention;

/// The bytes that a stored op counts for, besides its body.
pub const OP_ROW_BYTES: i64 = 200;

/// An op as stored.
pub struct OpRow {
    /// The board that it changed.
    pub board_id: Id,
    /// The id of the op.
    pub id: Id,
    /// SHA-256 of the whole op as JSON, in hexadecimal.
    pub hash: String,
    /// The op as JSON, with shortened texts.
    pub body: String,
    /// The version of the board that the op produced.
    pub version: i64,
    /// The account of the user.
    pub user_id: Id,
    /// The card whose activity the op belongs to, if any.
    pub card_id: Option<Id>,
    /// When the user did it, by their clock.
    pub at: Timestamp,
}

/// Returns the hashes of those ops, by the ids of their board and their own, that were already applied.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn hashes(connection: &mut AnyConnection, ids: &[(Id, Id)]) -> Result<Vec<(Id, Id, String)>, StoreError> {
    const BINDS: usize = 2;
    let mut hashes = Vec::new();
    for ids in ids.chunks(MAX_BINDS / BINDS) {
        let mut ids = ids.to_vec();
        pad_rows(&mut ids);
        // SQLite keeps the table order of a `CROSS JOIN`, and so uses the primary key.
        let sql = format!(
            "SELECT ops.board_id, ops.id, ops.hash FROM (VALUES {}) AS wanted CROSS JOIN ops \
             WHERE ops.board_id = wanted.column1 AND ops.id = wanted.column2",
            row_placeholders(ids.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(ids.len() <= 64);
        for (board_id, id) in ids {
            query = query.bind(board_id.to_string()).bind(id.to_string());
        }
        for row in query.fetch_all(&mut *connection).await? {
            hashes.push((read_id(&row, "board_id")?, read_id(&row, "id")?, row.try_get("hash")?));
        }
    }
    Ok(hashes)
}

/// Stores ops.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, ops: &[&OpRow]) -> Result<(), StoreError> {
    const BINDS: usize = 8;
    for ops in statement_chunks(ops, BINDS) {
        let sql = format!(
            "INSERT INTO ops (board_id, id, hash, body, version, user_id, card_id, at) VALUES {}",
            row_placeholders(ops.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for op in ops {
            query = query
                .bind(op.board_id.to_string())
                .bind(op.id.to_string())
                .bind(op.hash.clone())
                .bind(op.body.clone())
                .bind(op.version)
                .bind(op.user_id.to_string())
                .bind(op.card_id.map(|id| id.to_string()))
                .bind(op.at.millis());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns at most `limit` boards that have ops with a body, ordered by id, after the board `after`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn boards_with_bodies(pool: &AnyPool, after: Option<Id>, limit: i64) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT id FROM boards WHERE id > $1 AND EXISTS (SELECT 1 FROM ops WHERE board_id = boards.id AND body <> '') \
         ORDER BY id LIMIT $2",
    )
    .bind(after.map(|id| id.to_string()).unwrap_or_default())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Empties the bodies of a board's ops beyond the retention: those of the oldest versions, and, if it is given, of ops
/// made before `made_before` by the clock of their user.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn trim_bodies(
    connection: &mut AnyConnection,
    board_id: Id,
    retention: OpRetention,
    made_before: Option<Timestamp>,
) -> Result<(), StoreError> {
    /// The ops to trim: up to an op of a version, and those made before a time.
    const TRIMMED: &str = "board_id = $1 AND body <> '' AND (version < $2 OR (version = $2 AND id <= $3) OR at < $4)";
    // Locks the board first, so that its counters cannot change meanwhile.
    let board = board_id.to_string();
    sqlx::query("UPDATE boards SET version = version WHERE id = $1").bind(&board).execute(&mut *connection).await?;
    let newest = sqlx::query(
        "SELECT version, id, CAST(octet_length(body) AS BIGINT) AS size FROM ops WHERE board_id = $1 AND body <> '' \
         ORDER BY version DESC, id DESC LIMIT $2",
    )
    .bind(&board)
    .bind(retention.max_count + 1)
    .fetch_all(&mut *connection)
    .await?;
    let (mut count, mut bytes, mut last_trimmed) = (0, 0, (0, String::new()));
    for row in &newest {
        count += 1;
        bytes += row.try_get::<i64, _>("size")?;
        if count > retention.max_count || bytes > retention.max_bytes {
            last_trimmed = (row.try_get("version")?, row.try_get("id")?);
            break;
        }
    }
    let (version, id) = last_trimmed;
    if version == 0 && made_before.is_none() {
        return Ok(());
    }
    let made_before = made_before.map_or(i64::MIN, Timestamp::millis);
    let sum = format!("SELECT CAST(COALESCE(SUM(octet_length(body)), 0) AS BIGINT) AS bytes FROM ops WHERE {TRIMMED}");
    let sum = sqlx::query(AssertSqlSafe(sum)).bind(&board).bind(version).bind(&id).bind(made_before);
    let trimmed_bytes: i64 = sum.fetch_one(&mut *connection).await?.try_get("bytes")?;
    if trimmed_bytes == 0 {
        return Ok(());
    }
    let empty = format!("UPDATE ops SET body = '' WHERE {TRIMMED}");
    let empty = sqlx::query(AssertSqlSafe(empty)).bind(&board).bind(version).bind(&id).bind(made_before);
    empty.execute(&mut *connection).await?;
    sqlx::query("UPDATE boards SET op_bytes = op_bytes - $2 WHERE id = $1")
        .bind(board)
        .bind(trimmed_bytes)
        .execute(connection)
        .await?;
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

/// Returns at most `limit` ops with a body that changed a card or its items, the latest first, or `None` if the board has no such
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
         WHERE ops.board_id = $1 AND ops.card_id = $2 AND ops.body <> '' ORDER BY ops.at DESC, ops.version DESC, ops.id DESC LIMIT $3",
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
