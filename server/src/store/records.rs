//! The lists and cards of a board.

use super::db::{MAXIMUM_BINDS, placeholders, row_placeholders};
use super::{json, read_id, read_json, read_moment, read_tag, read_text, tag, unreadable};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::board::rank::Rank;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Card, List};
use core_wasm::protocol::text::{CardTitle, Description, ListName};
use core_wasm::protocol::time::DueDate;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Row};

const LIST_COLUMNS: &str = "id, name, rank, trashed_at";
const CARD_COLUMNS: &str = "id, list_id, rank, title, description, priority, due_date, labels, trashed_at";

/// A list, whose name stands in the column `name`.
fn list(row: &AnyRow, name: &str) -> Result<List, ApiError> {
    Ok(List {
        id: read_id(row, "id")?,
        name: read_text(row, name, ListName::parse)?,
        rank: read_text(row, "rank", Rank::parse)?,
        trashed_at: read_moment(row, "trashed_at")?,
    })
}

fn card(row: &AnyRow) -> Result<Card, ApiError> {
    let due_date: Option<&str> = row.try_get("due_date")?;
    Ok(Card {
        id: read_id(row, "id")?,
        list_id: read_id(row, "list_id")?,
        rank: read_text(row, "rank", Rank::parse)?,
        title: read_text(row, "title", CardTitle::parse)?,
        description: read_text(row, "description", Description::parse)?,
        priority: read_tag(row, "priority")?,
        due_date: due_date.map(|text| DueDate::parse(text).ok_or_else(|| unreadable("due_date"))).transpose()?,
        labels: read_json(row, "labels")?,
        trashed_at: read_moment(row, "trashed_at")?,
    })
}

/// A statement that is prepared once and kept, where its text is always the same.
fn query<'q>(sql: String, is_constant: bool) -> Query<'q, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(sql)).persistent(is_constant)
}

/// The cards of a board with the ids, the lists with the ids, and the lists that those cards lie in; in the trash or not.
/// What is not on the board is left out, and a list may come more than once. One statement, unless there are many ids:
/// each is a turn to the database while everybody else waits for the board.
pub(crate) async fn by_id(
    connection: &mut AnyConnection,
    board_id: Id,
    list_ids: &[Id],
    card_ids: &[Id],
) -> Result<(Vec<List>, Vec<Card>), ApiError> {
    const LISTS: &str = "SELECT 'list' AS record, id, '' AS list_id, rank, name AS title, '' AS description, \
                         '' AS priority, '' AS due_date, '' AS labels, trashed_at FROM lists WHERE board_id = $1 AND id IN";
    let (mut lists, mut cards) = (Vec::new(), Vec::new());
    let half = (MAXIMUM_BINDS - 1) / 2;
    for turn in 0..list_ids.len().max(card_ids.len()).div_ceil(half) {
        let of_turn = |ids: &[Id]| ids.iter().skip(turn * half).take(half).map(Id::to_string).collect::<Vec<_>>();
        let (list_ids, card_ids) = (of_turn(list_ids), of_turn(card_ids));
        let of_lists = placeholders(2, list_ids.len());
        let of_cards = placeholders(2 + list_ids.len(), card_ids.len());
        let mut selects = Vec::with_capacity(3);
        if !list_ids.is_empty() {
            selects.push(format!("{LISTS} ({of_lists})"));
        }
        if !card_ids.is_empty() {
            let in_which = format!("SELECT list_id FROM cards WHERE board_id = $1 AND id IN ({of_cards})");
            selects.push(format!("{LISTS} ({in_which})"));
            let columns = CARD_COLUMNS;
            selects.push(format!("SELECT 'card', {columns} FROM cards WHERE board_id = $1 AND id IN ({of_cards})"));
        }
        let mut query = query(selects.join(" UNION ALL "), list_ids.len() <= 1 && card_ids.len() <= 1);
        for id in [board_id.to_string()].into_iter().chain(list_ids).chain(card_ids) {
            query = query.bind(id);
        }
        for row in query.fetch_all(&mut *connection).await? {
            match row.try_get("record")? {
                "list" => lists.push(list(&row, "title")?),
                _ => cards.push(card(&row)?),
            }
        }
    }
    Ok((lists, cards))
}

/// Writes lists under a version of their board.
pub(crate) async fn put_lists(
    connection: &mut AnyConnection,
    board_id: Id,
    lists: &[&List],
    version: i64,
) -> Result<(), ApiError> {
    const BINDS: usize = 7;
    for lists in lists.chunks(MAXIMUM_BINDS / BINDS) {
        let sql = format!(
            "INSERT INTO lists (board_id, id, name, rank, trashed_at, version, restored_version) VALUES {} \
             ON CONFLICT (board_id, id) DO UPDATE SET name = excluded.name, rank = excluded.rank, \
             restored_version = CASE WHEN lists.trashed_at IS NOT NULL AND excluded.trashed_at IS NULL \
             THEN excluded.version ELSE lists.restored_version END, \
             trashed_at = excluded.trashed_at, version = excluded.version",
            row_placeholders(lists.len(), BINDS)
        );
        let mut query = query(sql, lists.len() == 1);
        for list in lists {
            query = query
                .bind(board_id.to_string())
                .bind(list.id.to_string())
                .bind(list.name.as_str().to_owned())
                .bind(list.rank.to_string())
                .bind(list.trashed_at.map(|moment| moment.millis()))
                .bind(version)
                .bind(0_i64);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Writes cards under a version of their board.
pub(crate) async fn put_cards(
    connection: &mut AnyConnection,
    board_id: Id,
    cards: &[&Card],
    version: i64,
) -> Result<(), ApiError> {
    const BINDS: usize = 11;
    for cards in cards.chunks(MAXIMUM_BINDS / BINDS) {
        let sql = format!(
            "INSERT INTO cards (board_id, id, list_id, rank, title, description, priority, due_date, labels, trashed_at, version) \
             VALUES {} ON CONFLICT (board_id, id) DO UPDATE SET list_id = excluded.list_id, rank = excluded.rank, \
             title = excluded.title, description = excluded.description, priority = excluded.priority, \
             due_date = excluded.due_date, labels = excluded.labels, trashed_at = excluded.trashed_at, version = excluded.version",
            row_placeholders(cards.len(), BINDS)
        );
        let mut query = query(sql, cards.len() == 1);
        for card in cards {
            query = query
                .bind(board_id.to_string())
                .bind(card.id.to_string())
                .bind(card.list_id.to_string())
                .bind(card.rank.to_string())
                .bind(card.title.as_str().to_owned())
                .bind(card.description.as_str().to_owned())
                .bind(tag(&card.priority))
                .bind(card.due_date.as_ref().map(|due| due.as_str().to_owned()))
                .bind(json(&card.labels))
                .bind(card.trashed_at.map(|moment| moment.millis()))
                .bind(version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// The lists and cards of a board that are in use. A card in a list that is in the trash counts as being there too.
pub(crate) async fn in_use(connection: &mut AnyConnection, board_id: Id) -> Result<(Vec<List>, Vec<Card>), ApiError> {
    let lists = sqlx::query(AssertSqlSafe(format!(
        "SELECT {LIST_COLUMNS} FROM lists WHERE board_id = $1 AND trashed_at IS NULL"
    )))
    .bind(board_id.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let cards = sqlx::query(AssertSqlSafe(format!(
        "SELECT {CARD_COLUMNS} FROM cards WHERE board_id = $1 AND trashed_at IS NULL \
         AND list_id NOT IN (SELECT id FROM lists WHERE board_id = $1 AND trashed_at IS NOT NULL)"
    )))
    .bind(board_id.to_string())
    .fetch_all(connection)
    .await?;
    Ok((
        lists.iter().map(|row| list(row, "name")).collect::<Result<_, _>>()?,
        cards.iter().map(card).collect::<Result<_, _>>()?,
    ))
}

/// What was written to a board after a version.
pub(crate) struct Changes {
    /// The board's version.
    pub(crate) version: i64,
    /// The version that last wrote the board's own fields.
    pub(crate) record_version: i64,
    pub(crate) lists: Vec<List>,
    pub(crate) cards: Vec<Card>,
}

/// The lists and cards of a board that were written after a version, those in the trash too. A list that has come out of
/// the trash meanwhile brings its cards along: whoever loaded the board while it lay there has never seen them.
///
/// One statement, so that all of it is the same moment without the cost of a transaction. SQLite keeps the order of a
/// CROSS JOIN, and `+ 0` keeps it from using the cards' index of versions: it would read nearly all cards of the board to
/// find that hardly ever a list was restored. `None` where there is no such board.
pub(crate) async fn changed_since(pool: &AnyPool, board_id: Id, since: i64) -> Result<Option<Changes>, ApiError> {
    let rows = sqlx::query(
        "SELECT 'board' AS record, id, '' AS list_id, '' AS rank, '' AS title, '' AS description, '' AS priority, \
         '' AS due_date, '' AS labels, trashed_at, version, record_version FROM boards WHERE id = $1 \
         UNION ALL SELECT 'list', id, '', rank, name, '', '', '', '', trashed_at, version, 0 \
         FROM lists WHERE board_id = $1 AND version > $2 \
         UNION ALL SELECT 'card', id, list_id, rank, title, description, priority, due_date, labels, trashed_at, version, 0 \
         FROM cards WHERE board_id = $1 AND version > $2 \
         UNION ALL SELECT 'card', cards.id, cards.list_id, cards.rank, cards.title, cards.description, cards.priority, \
         cards.due_date, cards.labels, cards.trashed_at, cards.version, 0 \
         FROM lists CROSS JOIN cards WHERE lists.board_id = $1 AND lists.version > $2 AND lists.restored_version > $2 \
         AND cards.board_id = lists.board_id AND cards.list_id = lists.id AND cards.version + 0 <= $2",
    )
    .bind(board_id.to_string())
    .bind(since)
    .fetch_all(pool)
    .await?;
    let mut board = None;
    let (mut lists, mut cards) = (Vec::new(), Vec::new());
    for row in &rows {
        match row.try_get("record")? {
            "list" => lists.push(list(row, "title")?),
            "card" => cards.push(card(row)?),
            _ => board = Some((row.try_get("version")?, row.try_get("record_version")?)),
        }
    }
    Ok(board.map(|(version, record_version)| Changes { version, record_version, lists, cards }))
}

/// Whether an account has a card, on the board that is given or on any.
pub(crate) async fn owns_card(
    pool: &AnyPool,
    owner: Owner,
    card_id: Id,
    board_id: Option<Id>,
) -> Result<bool, ApiError> {
    let row = sqlx::query(
        "SELECT 1 AS found FROM boards JOIN cards ON cards.board_id = boards.id \
         WHERE boards.owner_id = $1 AND cards.id = $2 AND boards.id = COALESCE($3, boards.id) LIMIT 1",
    )
    .bind(owner.id().to_string())
    .bind(card_id.to_string())
    .bind(board_id.map(|id| id.to_string()))
    .fetch_optional(pool)
    .await?;
    Ok(row.is_some())
}
