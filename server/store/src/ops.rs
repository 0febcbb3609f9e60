//! The ops that were applied to boards.

use super::read_id;
use super::statements::{Statement, execute_all};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
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

/// The columns of an op under the names of the union of all records (`records::CARD_UNION_COLUMNS`), in its order. The
/// title is its hash.
pub(super) const OP_UNION_COLUMNS: &str = "'op' AS record, ops.id AS id, '' AS parent_id, '' AS rank, ops.hash AS title, \
    '' AS description, '' AS priority, '' AS importance, CAST(NULL AS BIGINT) AS completed_at, \
    CAST(NULL AS TEXT) AS due_date, '' AS labels, '' AS assignee_ids, CAST(NULL AS TEXT) AS cover_id, CAST(NULL AS TEXT) AS recurrence, CAST(NULL AS BIGINT) AS estimate_minutes, 0 AS is_collapsed, CAST(NULL AS BIGINT) AS created_at, \
    CAST(NULL AS BIGINT) AS edited_at, CAST(NULL AS BIGINT) AS archived_at, CAST(NULL AS BIGINT) AS trashed_at";

/// Stores ops.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, ops: &[&OpRow]) -> Result<(), StoreError> {
    let row = |op: &&OpRow| {
        [
            op.board_id.into(),
            op.id.into(),
            op.hash.as_str().into(),
            op.body.as_str().into(),
            op.version.into(),
            op.user_id.into(),
            op.card_id.into(),
            op.at.millis().into(),
        ]
    };
    execute_all(connection, ops.iter().map(row), |values| {
        format!(
            "INSERT INTO ops (board_id, id, hash, body, version, user_id, card_id, at) \
             SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL"
        )
    })
    .await
}

/// Returns at most `limit` boards that have ops with a body, ordered by id, after the board `after`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn boards_with_bodies(pool: &ReadPool, after: Option<Id>, limit: i64) -> Result<Vec<Id>, StoreError> {
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
/// made before `made_before` by the clock of their user. The transaction must have changed the board before, so that its
/// counters cannot change meanwhile.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn trim_bodies(
    connection: &mut AnyConnection,
    board_id: Id,
    retention: OpRetention,
    made_before: Option<Timestamp>,
) -> Result<(), StoreError> {
    let board = board_id.to_string();
    let newest_trimmed = newest_beyond_limits(connection, &board, retention).await?;
    if let Some((version, id)) = newest_trimmed {
        let condition = "version <= $2 AND (version < $2 OR id <= $3)";
        empty_bodies(connection, condition, |query| query.bind(board.clone()).bind(version).bind(id.clone())).await?;
    }
    if let Some(made_before) = made_before {
        empty_bodies(connection, "at < $2", |query| query.bind(board.clone()).bind(made_before.millis())).await?;
    }
    Ok(())
}

/// Returns the version and id of the newest op with a body that is beyond `max_count` or `max_bytes`, counted from the newest.
/// As long as all bodies of the board are within `max_bytes`, it reads only an index of them.
async fn newest_beyond_limits(
    connection: &mut AnyConnection,
    board: &str,
    retention: OpRetention,
) -> Result<Option<(i64, String)>, StoreError> {
    let query = sqlx::query("SELECT body_bytes FROM boards WHERE id = $1").bind(board.to_owned());
    let Some(row) = query.fetch_optional(&mut *connection).await? else { return Ok(None) };
    let query = if row.try_get::<i64, _>("body_bytes")? > retention.max_bytes {
        let by_count_and_size = sqlx::query(
            "SELECT version, id FROM (SELECT version, id, ROW_NUMBER() OVER newest_first AS number, \
             SUM(octet_length(body)) OVER newest_first AS bytes FROM ops WHERE board_id = $1 AND body <> '' \
             WINDOW newest_first AS (ORDER BY version DESC, id DESC)) AS bodies \
             WHERE number > $2 OR bytes > $3 ORDER BY number LIMIT 1",
        );
        by_count_and_size.bind(board.to_owned()).bind(retention.max_count).bind(retention.max_bytes)
    } else {
        let by_count = sqlx::query(
            "SELECT version, id FROM ops WHERE board_id = $1 AND body <> '' \
             ORDER BY version DESC, id DESC LIMIT 1 OFFSET $2",
        );
        by_count.bind(board.to_owned()).bind(retention.max_count)
    };
    let row = query.fetch_optional(connection).await?;
    row.map(|row| Ok((row.try_get("version")?, row.try_get("id")?))).transpose()
}

/// Empties the bodies of the ops of the board `$1` that meet a condition.
async fn empty_bodies(
    connection: &mut AnyConnection,
    condition: &str,
    bind: impl Fn(Statement) -> Statement,
) -> Result<(), StoreError> {
    let trimmed = format!("board_id = $1 AND body <> '' AND {condition}");
    let subtract = format!(
        "UPDATE boards SET op_bytes = op_bytes - trimmed.bytes, body_bytes = body_bytes - trimmed.bytes FROM \
         (SELECT CAST(COALESCE(SUM(octet_length(body)), 0) AS BIGINT) AS bytes FROM ops WHERE {trimmed}) AS trimmed \
         WHERE id = $1"
    );
    for sql in [subtract, format!("UPDATE ops SET body = '' WHERE {trimmed}")] {
        bind(sqlx::query(AssertSqlSafe(sql))).execute(&mut *connection).await?;
    }
    Ok(())
}

/// An op in the activity of a card or a board: its body and the name of its author.
pub struct ActivityRow {
    /// The op as JSON.
    pub body: String,
    /// The card that the op belongs to, if any.
    pub card_id: Option<Id>,
    /// The account of the author.
    pub user_id: Id,
    /// The first and last name of the author; `None` if the account was deleted.
    pub name: Option<String>,
}

/// Returns at most `limit` ops with a body that changed a card or its items, the latest first, or `None` if the board has no such
/// card.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_card(
    pool: &ReadPool,
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
        "SELECT ops.body, ops.user_id, ops.card_id, users.first_name || ' ' || users.last_name AS name \
         FROM ops LEFT JOIN users ON users.id = ops.user_id \
         WHERE ops.board_id = $1 AND ops.card_id = $2 AND ops.body <> '' ORDER BY ops.at DESC, ops.version DESC, ops.id DESC LIMIT $3",
    )
    .bind(board)
    .bind(card)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(activity_row).collect::<Result<_, _>>().map(Some)
}

fn activity_row(row: &AnyRow) -> Result<ActivityRow, StoreError> {
    Ok(ActivityRow {
        body: row.try_get("body")?,
        card_id: row.try_get::<Option<String>, _>("card_id")?.is_some().then(|| read_id(row, "card_id")).transpose()?,
        user_id: read_id(row, "user_id")?,
        name: row.try_get("name")?,
    })
}

/// Whose ops are returned.
#[derive(Clone, Copy, Debug)]
pub enum Authors {
    /// Those of all accounts.
    All,
    /// Those of one account.
    One(Id),
    /// Those of accounts that were deleted.
    Deleted,
}

/// Returns at most `limit` ops of a board with a body by some authors, in the order in which the server applied them, the latest
/// first. They come before the op `before`, or are the latest without it. Returns `None` if the board has
/// no such op.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_board(
    pool: &ReadPool,
    board_id: Id,
    authors: Authors,
    before: Option<Id>,
    limit: i64,
) -> Result<Option<Vec<ActivityRow>>, StoreError> {
    let board = board_id.to_string();
    let cursor = match before {
        None => (i64::MAX, String::new()),
        Some(op_id) => {
            let query = sqlx::query("SELECT version FROM ops WHERE board_id = $1 AND id = $2")
                .bind(board.clone())
                .bind(op_id.to_string());
            let Some(row) = query.fetch_optional(pool).await? else { return Ok(None) };
            (row.try_get("version")?, op_id.to_string())
        }
    };
    let rows = sqlx::query(
        "SELECT ops.body, ops.user_id, ops.card_id, users.first_name || ' ' || users.last_name AS name \
         FROM ops LEFT JOIN users ON users.id = ops.user_id \
         WHERE ops.board_id = $1 AND ops.body <> '' AND ops.version > 0 AND ops.version <= $2 AND (ops.version < $2 OR ops.id < $3) \
         AND ops.user_id = COALESCE($4, ops.user_id) AND ($5 = 0 OR users.id IS NULL) \
         ORDER BY ops.version DESC, ops.id DESC LIMIT $6",
    )
    .bind(board)
    .bind(cursor.0)
    .bind(cursor.1)
    .bind(match authors {
        Authors::One(id) => Some(id.to_string()),
        Authors::All | Authors::Deleted => None,
    })
    .bind(i64::from(matches!(authors, Authors::Deleted)))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(activity_row).collect::<Result<_, _>>().map(Some)
}
