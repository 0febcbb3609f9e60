//! Reading boards as a whole: all that is in use, what was written since a version, and what lies across boards.

use super::read_id;
use super::records::{
    BoardContents, CARD_COLUMNS, CARD_UNION_COLUMNS, ITEM_COLUMNS, ITEM_UNION_COLUMNS, LIST_COLUMNS,
    LIST_UNION_COLUMNS, card, item, list,
};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use std::collections::HashMap;

/// The cards of a board that nobody sees: those in the trash or in the archive, and those in a list in the trash.
const HIDDEN_CARD_IDS: &str = "SELECT id FROM cards WHERE board_id = $1 AND trashed_at IS NOT NULL \
    UNION SELECT id FROM cards WHERE board_id = $1 AND archived_at IS NOT NULL \
    UNION SELECT cards.id FROM lists JOIN cards ON cards.board_id = lists.board_id AND cards.list_id = lists.id \
    WHERE lists.board_id = $1 AND lists.trashed_at IS NOT NULL";

/// The lists, cards and items of a board that are in use. What lies on something out of sight counts as being so too.
pub(crate) async fn in_use(connection: &mut AnyConnection, board_id: Id) -> Result<BoardContents, ApiError> {
    let mut rows = Vec::with_capacity(3);
    for sql in [
        format!("SELECT {LIST_COLUMNS} FROM lists WHERE board_id = $1 AND trashed_at IS NULL"),
        format!(
            "SELECT {CARD_COLUMNS} FROM cards WHERE board_id = $1 AND trashed_at IS NULL AND archived_at IS NULL \
             AND list_id NOT IN (SELECT id FROM lists WHERE board_id = $1 AND trashed_at IS NOT NULL)"
        ),
        format!(
            "SELECT {ITEM_COLUMNS} FROM items WHERE board_id = $1 AND trashed_at IS NULL \
             AND card_id NOT IN ({HIDDEN_CARD_IDS})"
        ),
    ] {
        rows.push(sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).fetch_all(&mut *connection).await?);
    }
    Ok(BoardContents {
        lists: rows[0].iter().map(list).collect::<Result<_, _>>()?,
        cards: rows[1].iter().map(card).collect::<Result<_, _>>()?,
        items: rows[2].iter().map(item).collect::<Result<_, _>>()?,
    })
}

/// What was written to a board after a version.
pub(crate) struct Changes {
    /// The board's version.
    pub(crate) version: i64,
    /// The version that last wrote the board's own fields.
    pub(crate) record_version: i64,
    pub(crate) contents: BoardContents,
}

/// The lists, cards and items of a board that were written after a version, those in the trash too. A list that has come
/// out of the trash meanwhile brings its cards and what lies on them, and a card that has come back into sight what lies on
/// it: whoever loaded the board while they were away has never seen them.
///
/// One statement, so that all of it is the same moment without the cost of a transaction. SQLite keeps the order of a
/// CROSS JOIN, and `+ 0` keeps it from using the indexes of versions there: it would read nearly all records of the board to
/// find that hardly ever something came back. `None` where there is no such board.
pub(crate) async fn changed_since(pool: &AnyPool, board_id: Id, since: i64) -> Result<Option<Changes>, ApiError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT 'board' AS record, id, '' AS parent_id, '' AS rank, '' AS title, '' AS description, '' AS priority, \
         '' AS importance, version AS completed_at, '' AS due_date, '' AS labels, 0 AS is_collapsed, \
         record_version AS created_at, CAST(NULL AS BIGINT) AS edited_at, CAST(NULL AS BIGINT) AS archived_at, trashed_at \
         FROM boards WHERE id = $1 \
         UNION ALL SELECT {LIST_UNION_COLUMNS} FROM lists WHERE board_id = $1 AND version > $2 \
         UNION ALL SELECT {CARD_UNION_COLUMNS} FROM cards WHERE board_id = $1 AND version > $2 \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM items WHERE board_id = $1 AND version > $2 \
         UNION ALL SELECT {CARD_UNION_COLUMNS} FROM lists CROSS JOIN cards \
         WHERE lists.board_id = $1 AND lists.version > $2 AND lists.restored_version > $2 \
         AND cards.board_id = lists.board_id AND cards.list_id = lists.id AND cards.version + 0 <= $2 \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM cards CROSS JOIN items \
         WHERE cards.board_id = $1 AND cards.version > $2 AND cards.restored_version > $2 \
         AND items.board_id = cards.board_id AND items.card_id = cards.id AND items.version + 0 <= $2 \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM lists CROSS JOIN cards CROSS JOIN items \
         WHERE lists.board_id = $1 AND lists.version > $2 AND lists.restored_version > $2 \
         AND cards.board_id = lists.board_id AND cards.list_id = lists.id AND cards.restored_version + 0 <= $2 \
         AND items.board_id = cards.board_id AND items.card_id = cards.id AND items.version + 0 <= $2"
    )))
    .bind(board_id.to_string())
    .bind(since)
    .fetch_all(pool)
    .await?;
    let mut board = None;
    let mut contents = BoardContents::default();
    for row in &rows {
        match row.try_get("record")? {
            // The columns of its versions are named as those of the records beside it.
            "board" => board = Some((row.try_get("completed_at")?, row.try_get("created_at")?)),
            _ => contents.add(row)?,
        }
    }
    Ok(board.map(|(version, record_version)| Changes { version, record_version, contents }))
}

/// The dated cards of an account that are in use, with the reminders that lie on them, by board.
pub(crate) async fn dated(
    connection: &mut AnyConnection,
    owner: Owner,
) -> Result<HashMap<Id, BoardContents>, ApiError> {
    const CARDS: &str = "FROM boards CROSS JOIN cards CROSS JOIN lists \
        WHERE boards.owner_id = $1 AND boards.trashed_at IS NULL AND cards.board_id = boards.id \
        AND cards.due_date IS NOT NULL AND cards.trashed_at IS NULL AND cards.archived_at IS NULL \
        AND lists.board_id = cards.board_id AND lists.id = cards.list_id AND lists.trashed_at IS NULL";
    let cards = of_owner(connection, owner, format!("SELECT boards.id AS board_id, {CARD_COLUMNS} {CARDS}")).await?;
    let reminders = of_owner(
        connection,
        owner,
        format!(
            "SELECT items.board_id AS board_id, {ITEM_COLUMNS} FROM items WHERE items.trashed_at IS NULL \
             AND items.content LIKE '{{\"kind\":\"reminder\"%' \
             AND (items.board_id, items.card_id) IN (SELECT cards.board_id, cards.id {CARDS})"
        ),
    )
    .await?;
    let mut by_board: HashMap<Id, BoardContents> = HashMap::new();
    for row in &cards {
        by_board.entry(read_id(row, "board_id")?).or_default().cards.push(card(row)?);
    }
    for row in &reminders {
        by_board.entry(read_id(row, "board_id")?).or_default().items.push(item(row)?);
    }
    Ok(by_board)
}

/// The lists in the trash, and the cards in the trash or in the archive, of the boards of an account that are in use.
pub(crate) async fn trashed_and_archived(
    connection: &mut AnyConnection,
    owner: Owner,
) -> Result<HashMap<Id, BoardContents>, ApiError> {
    const OF_BOARDS: &str = "board_id IN (SELECT id FROM boards WHERE owner_id = $1 AND trashed_at IS NULL)";
    let lists = format!("SELECT board_id, {LIST_COLUMNS} FROM lists WHERE {OF_BOARDS} AND trashed_at IS NOT NULL");
    // Two statements, since each has an index of its own that holds only what is away.
    let cards = format!("SELECT board_id, {CARD_COLUMNS} FROM cards WHERE {OF_BOARDS} AND");
    let (trashed, archived) =
        (format!("{cards} trashed_at IS NOT NULL"), format!("{cards} archived_at IS NOT NULL AND trashed_at IS NULL"));
    let mut by_board: HashMap<Id, BoardContents> = HashMap::new();
    for row in &of_owner(connection, owner, lists).await? {
        by_board.entry(read_id(row, "board_id")?).or_default().lists.push(list(row)?);
    }
    for sql in [trashed, archived] {
        for row in &of_owner(connection, owner, sql).await? {
            by_board.entry(read_id(row, "board_id")?).or_default().cards.push(card(row)?);
        }
    }
    Ok(by_board)
}

/// All lists of the boards of an account, by board, in the trash or not.
pub(crate) async fn lists_of_boards(
    connection: &mut AnyConnection,
    owner: Owner,
) -> Result<HashMap<Id, BoardContents>, ApiError> {
    let sql = format!(
        "SELECT board_id, {LIST_COLUMNS} FROM lists WHERE board_id IN (SELECT id FROM boards WHERE owner_id = $1)"
    );
    let mut by_board: HashMap<Id, BoardContents> = HashMap::new();
    for row in &of_owner(connection, owner, sql).await? {
        by_board.entry(read_id(row, "board_id")?).or_default().lists.push(list(row)?);
    }
    Ok(by_board)
}

async fn of_owner(connection: &mut AnyConnection, owner: Owner, sql: String) -> Result<Vec<AnyRow>, ApiError> {
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string()).fetch_all(connection).await?)
}
