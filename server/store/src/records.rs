//! Conversion between rows and the lists, cards and items of a board.

use super::db::{MAX_BINDS, pad_rows, pair_placeholders, row_placeholders, statement_chunks};
use super::{corrupt_column, json, read_id, read_json, read_tag, read_text, read_timestamp, tag};
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::{Board, BoardRecords, Card, Item, List};
use core_wasm::protocol::text::{CardTitle, Description, ListName};
use core_wasm::protocol::time::{DueDate, Timestamp};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use std::collections::BTreeSet;
use twentyfour_model::Owner;

/// The columns of lists, for queries about lists only; the next two are for cards and items.
pub(super) const LIST_COLUMNS: &str = "lists.id, lists.name AS title, lists.rank, lists.is_collapsed, lists.trashed_at";
pub(super) const CARD_COLUMNS: &str = "cards.id, cards.list_id AS parent_id, cards.rank, cards.title, cards.description, \
    cards.priority, cards.importance, cards.completed_at, cards.due_date, cards.labels, cards.created_at, \
    cards.archived_at, cards.trashed_at";
pub(super) const ITEM_COLUMNS: &str = "items.id, items.card_id AS parent_id, items.content AS title, items.created_at, \
    items.edited_at, items.trashed_at";

/// The same columns with equal names and order, so that one `UNION ALL` query can read all three tables in one round
/// trip.
pub(super) const LIST_UNION_COLUMNS: &str = "'list' AS record, lists.id AS id, '' AS parent_id, lists.rank AS rank, \
    lists.name AS title, '' AS description, '' AS priority, '' AS importance, CAST(NULL AS BIGINT) AS completed_at, \
    CAST(NULL AS TEXT) AS due_date, '' AS labels, lists.is_collapsed AS is_collapsed, CAST(NULL AS BIGINT) AS created_at, \
    CAST(NULL AS BIGINT) AS edited_at, CAST(NULL AS BIGINT) AS archived_at, lists.trashed_at AS trashed_at";
pub(super) const CARD_UNION_COLUMNS: &str = "'card' AS record, cards.id AS id, cards.list_id AS parent_id, cards.rank AS rank, \
    cards.title AS title, cards.description AS description, cards.priority AS priority, cards.importance AS importance, \
    cards.completed_at AS completed_at, cards.due_date AS due_date, cards.labels AS labels, 0 AS is_collapsed, \
    cards.created_at AS created_at, CAST(NULL AS BIGINT) AS edited_at, cards.archived_at AS archived_at, \
    cards.trashed_at AS trashed_at";
pub(super) const ITEM_UNION_COLUMNS: &str = "'item' AS record, items.id AS id, items.card_id AS parent_id, '' AS rank, \
    items.content AS title, '' AS description, '' AS priority, '' AS importance, CAST(NULL AS BIGINT) AS completed_at, \
    CAST(NULL AS TEXT) AS due_date, '' AS labels, 0 AS is_collapsed, items.created_at AS created_at, \
    items.edited_at AS edited_at, CAST(NULL AS BIGINT) AS archived_at, items.trashed_at AS trashed_at";

/// Records of a board: its lists, cards and items.
#[derive(Default)]
pub struct BoardContents {
    /// The lists.
    pub lists: Vec<List>,
    /// The cards.
    pub cards: Vec<Card>,
    /// The items.
    pub items: Vec<Item>,
}

impl BoardContents {
    /// Combines the contents with the board's version and its own record.
    pub fn into_records(self, version: i64, is_complete: bool, board: Option<Board>) -> BoardRecords {
        let Self { lists, cards, items } = self;
        BoardRecords { version, is_complete, board, lists, cards, items }
    }

    /// Adds the record in a row; the column `record` names its kind.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    pub(super) fn add(&mut self, row: &AnyRow) -> Result<(), StoreError> {
        match row.try_get("record")? {
            "list" => self.lists.push(list(row)?),
            "card" => self.cards.push(card(row)?),
            "item" => self.items.push(item(row)?),
            _ => return Err(corrupt_column("record")),
        }
        Ok(())
    }
}

/// Reads a list from a row.
///
/// # Errors
/// Returns an error if a stored value is invalid.
pub(super) fn list(row: &AnyRow) -> Result<List, StoreError> {
    Ok(List {
        id: read_id(row, "id")?,
        name: read_text(row, "title", ListName::parse)?,
        rank: read_text(row, "rank", Rank::parse)?,
        is_collapsed: row.try_get::<i64, _>("is_collapsed")? != 0,
        trashed_at: read_timestamp(row, "trashed_at")?,
    })
}

/// Reads a card from a row.
///
/// # Errors
/// Returns an error if a stored value is invalid.
pub(super) fn card(row: &AnyRow) -> Result<Card, StoreError> {
    let due_date: Option<&str> = row.try_get("due_date")?;
    Ok(Card {
        id: read_id(row, "id")?,
        list_id: read_id(row, "parent_id")?,
        rank: read_text(row, "rank", Rank::parse)?,
        title: read_text(row, "title", CardTitle::parse)?,
        description: read_text(row, "description", Description::parse)?,
        priority: read_tag(row, "priority")?,
        importance: read_tag(row, "importance")?,
        completed_at: read_timestamp(row, "completed_at")?,
        due_date: due_date.map(|text| DueDate::parse(text).ok_or_else(|| corrupt_column("due_date"))).transpose()?,
        labels: read_json(row, "labels")?,
        created_at: read_created_at(row)?,
        archived_at: read_timestamp(row, "archived_at")?,
        trashed_at: read_timestamp(row, "trashed_at")?,
    })
}

/// Reads an item from a row.
///
/// # Errors
/// Returns an error if a stored value is invalid.
pub(super) fn item(row: &AnyRow) -> Result<Item, StoreError> {
    Ok(Item {
        id: read_id(row, "id")?,
        card_id: read_id(row, "parent_id")?,
        content: read_json(row, "title")?,
        created_at: read_created_at(row)?,
        edited_at: read_timestamp(row, "edited_at")?,
        trashed_at: read_timestamp(row, "trashed_at")?,
    })
}

fn read_created_at(row: &AnyRow) -> Result<Timestamp, StoreError> {
    Ok(Timestamp::from_millis(row.try_get("created_at")?))
}

fn millis(moment: Option<Timestamp>) -> Option<i64> {
    moment.map(Timestamp::millis)
}

/// The records to read, each by the ids of its board and its own.
#[derive(Default)]
pub struct RecordIds {
    /// The lists.
    pub lists: BTreeSet<(Id, Id)>,
    /// The lists of these cards are read too.
    pub cards: BTreeSet<(Id, Id)>,
    /// The items.
    pub items: BTreeSet<(Id, Id)>,
}

/// Returns records by their ids, those in the trash included, with the board of each. Unknown ids are ignored, and a list
/// may be returned more than once. All is one query unless there are many ids, since other writers of the boards wait
/// during each round trip.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_id(
    connection: &mut AnyConnection,
    record_ids: &RecordIds,
) -> Result<Vec<(Id, BoardContents)>, StoreError> {
    let mut found = Vec::new();
    // Two binds per id; the cards are bound twice.
    let per_kind = MAX_BINDS / 8;
    let of_kinds = [&record_ids.lists, &record_ids.cards, &record_ids.items].map(|ids| ids.iter().collect::<Vec<_>>());
    let longest = of_kinds.iter().map(Vec::len).max().unwrap_or_default();
    for chunk in 0..longest.div_ceil(per_kind) {
        let [lists, cards, items] = [0, 1, 2].map(|kind: usize| {
            let mut ids = of_kinds[kind].chunks(per_kind).nth(chunk).unwrap_or_default().to_vec();
            pad_rows(&mut ids);
            ids
        });
        let mut selects = Vec::with_capacity(4);
        let mut binds = Vec::new();
        let mut select = |columns: &str, tables: &str, condition: &str, ids: &[&(Id, Id)]| {
            if !ids.is_empty() {
                // SQLite keeps the table order of a `CROSS JOIN`, and so uses the primary keys.
                selects.push(format!(
                    "SELECT {columns} FROM (VALUES {}) AS wanted CROSS JOIN {tables} WHERE {condition}",
                    pair_placeholders(binds.len() + 1, ids.len())
                ));
                binds.extend(ids.iter().flat_map(|(board_id, id)| [board_id.to_string(), id.to_string()]));
            }
        };
        let with_board = |columns: &str, table: &str| format!("{columns}, {table}.board_id AS board_id");
        let (list_columns, card_columns, item_columns) = (
            with_board(LIST_UNION_COLUMNS, "lists"),
            with_board(CARD_UNION_COLUMNS, "cards"),
            with_board(ITEM_UNION_COLUMNS, "items"),
        );
        let is_wanted = |table: &str| format!("{table}.board_id = wanted.column1 AND {table}.id = wanted.column2");
        select(&list_columns, "lists", &is_wanted("lists"), &lists);
        let of_cards =
            format!("{} AND lists.board_id = cards.board_id AND lists.id = cards.list_id", is_wanted("cards"));
        select(&list_columns, "cards CROSS JOIN lists", &of_cards, &cards);
        select(&card_columns, "cards", &is_wanted("cards"), &cards);
        select(&item_columns, "items", &is_wanted("items"), &items);
        let mut query = sqlx::query(AssertSqlSafe(selects.join(" UNION ALL ")));
        for bind in binds {
            query = query.bind(bind);
        }
        for row in query.fetch_all(&mut *connection).await? {
            let mut contents = BoardContents::default();
            contents.add(&row)?;
            found.push((read_id(&row, "board_id")?, contents));
        }
    }
    Ok(found)
}

/// A record to be written.
#[derive(Clone, Copy)]
pub struct RecordWrite<'a, R> {
    /// The board of the record.
    pub board_id: Id,
    /// The record.
    pub record: &'a R,
    /// The version of the board that changes the record.
    pub version: i64,
    /// The version that restored it from the trash or the archive; 0 for none.
    pub restored_version: i64,
}

/// Inserts or updates lists at versions of their boards. Here and below, a record that is trashed again, even within
/// one batch, starts its retention time again.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put_lists(connection: &mut AnyConnection, lists: &[RecordWrite<'_, List>]) -> Result<(), StoreError> {
    const BINDS: usize = 8;
    for lists in statement_chunks(lists, BINDS) {
        let sql = format!(
            "INSERT INTO lists (board_id, id, name, rank, is_collapsed, trashed_at, version, restored_version) VALUES {} \
             ON CONFLICT (board_id, id) DO UPDATE SET name = excluded.name, rank = excluded.rank, \
             is_collapsed = excluded.is_collapsed, \
             restored_version = CASE WHEN excluded.restored_version > 0 \
             THEN excluded.restored_version ELSE lists.restored_version END, \
             kept_until = CASE WHEN excluded.trashed_at = lists.trashed_at THEN lists.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version",
            row_placeholders(lists.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for RecordWrite { board_id, record: list, version, restored_version } in lists {
            query = query
                .bind(board_id.to_string())
                .bind(list.id.to_string())
                .bind(list.name.as_str().to_owned())
                .bind(list.rank.to_string())
                .bind(i64::from(list.is_collapsed))
                .bind(millis(list.trashed_at))
                .bind(*version)
                .bind(*restored_version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts or updates cards at versions of their boards.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put_cards(connection: &mut AnyConnection, cards: &[RecordWrite<'_, Card>]) -> Result<(), StoreError> {
    const BINDS: usize = 16;
    for cards in statement_chunks(cards, BINDS) {
        let sql = format!(
            "INSERT INTO cards (board_id, id, list_id, rank, title, description, priority, importance, completed_at, \
             due_date, labels, created_at, archived_at, trashed_at, version, restored_version) \
             VALUES {} ON CONFLICT (board_id, id) DO UPDATE SET list_id = excluded.list_id, rank = excluded.rank, \
             title = excluded.title, description = excluded.description, priority = excluded.priority, \
             importance = excluded.importance, completed_at = excluded.completed_at, due_date = excluded.due_date, \
             labels = excluded.labels, created_at = excluded.created_at, archived_at = excluded.archived_at, \
             restored_version = CASE WHEN excluded.restored_version > 0 \
             THEN excluded.restored_version ELSE cards.restored_version END, \
             kept_until = CASE WHEN excluded.trashed_at = cards.trashed_at THEN cards.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version",
            row_placeholders(cards.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for RecordWrite { board_id, record: card, version, restored_version } in cards {
            query = query
                .bind(board_id.to_string())
                .bind(card.id.to_string())
                .bind(card.list_id.to_string())
                .bind(card.rank.to_string())
                .bind(card.title.as_str().to_owned())
                .bind(card.description.as_str().to_owned())
                .bind(tag(&card.priority))
                .bind(tag(&card.importance))
                .bind(millis(card.completed_at))
                .bind(card.due_date.as_ref().map(|due| due.as_str().to_owned()))
                .bind(json(&card.labels))
                .bind(card.created_at.millis())
                .bind(millis(card.archived_at))
                .bind(millis(card.trashed_at))
                .bind(*version)
                .bind(*restored_version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts or updates the items on cards at versions of their boards. The card of an item never changes.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put_items(connection: &mut AnyConnection, items: &[RecordWrite<'_, Item>]) -> Result<(), StoreError> {
    const BINDS: usize = 8;
    for items in statement_chunks(items, BINDS) {
        let sql = format!(
            "INSERT INTO items (board_id, id, card_id, content, created_at, edited_at, trashed_at, version) VALUES {} \
             ON CONFLICT (board_id, id) DO UPDATE SET content = excluded.content, edited_at = excluded.edited_at, \
             kept_until = CASE WHEN excluded.trashed_at = items.trashed_at THEN items.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version",
            row_placeholders(items.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for RecordWrite { board_id, record: item, version, .. } in items {
            query = query
                .bind(board_id.to_string())
                .bind(item.id.to_string())
                .bind(item.card_id.to_string())
                .bind(json(&item.content))
                .bind(item.created_at.millis())
                .bind(millis(item.edited_at))
                .bind(millis(item.trashed_at))
                .bind(*version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns whether an account has a card, on the given board or on any.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn owns_card(pool: &AnyPool, owner: Owner, card_id: Id, board_id: Option<Id>) -> Result<bool, StoreError> {
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
