//! Conversion between rows and the lists, cards and items of a board.

use super::ops::OP_UNION_COLUMNS;
use super::statements::{MAX_BINDS, Value, bind_rows, execute_all, padded_length, placeholders, values_list};
use super::{corrupt_column, json, read_id, read_json, read_tag, read_text, read_timestamp, tag};
use crate::members::{self, Membership, membership_of_union};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::{Board, BoardRecords, Card, Item, List};
use core_wasm::protocol::text::{CardTitle, Color, Description, ListName};
use core_wasm::protocol::time::{DueDate, Timestamp};
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use twentyfour_model::Owner;

/// The columns of lists, for queries about lists only; the next two are for cards and items. The author of an item is in
/// `importance`, and the color of a list in `cover_id`, as in the union of all records.
pub(super) const LIST_COLUMNS: &str =
    "lists.id, lists.name AS title, lists.rank, lists.color AS cover_id, lists.trashed_at";
pub(super) const CARD_COLUMNS: &str = "cards.id, cards.list_id AS parent_id, cards.rank, cards.title, cards.description, \
    cards.priority, cards.importance, cards.completed_at, cards.due_date, cards.labels, cards.assignee_ids, cards.cover_id, \
    cards.recurrence, cards.estimate_minutes, cards.created_at, cards.archived_at, cards.trashed_at";
pub(super) const ITEM_COLUMNS: &str = "items.id, items.card_id AS parent_id, items.author_id AS importance, items.content AS title, \
    items.created_at, items.edited_at, items.trashed_at";

/// The same columns with equal names and order, so that one `UNION ALL` query can read all three tables in one round
/// trip.
pub(super) const LIST_UNION_COLUMNS: &str = "'list' AS record, lists.id AS id, '' AS parent_id, lists.rank AS rank, \
    lists.name AS title, '' AS description, '' AS priority, '' AS importance, CAST(NULL AS BIGINT) AS completed_at, \
    CAST(NULL AS TEXT) AS due_date, '' AS labels, '' AS assignee_ids, lists.color AS cover_id, CAST(NULL AS TEXT) AS recurrence, CAST(NULL AS BIGINT) AS estimate_minutes, 0 AS is_collapsed, CAST(NULL AS BIGINT) AS created_at, \
    CAST(NULL AS BIGINT) AS edited_at, CAST(NULL AS BIGINT) AS archived_at, lists.trashed_at AS trashed_at";
pub(super) const CARD_UNION_COLUMNS: &str = "'card' AS record, cards.id AS id, cards.list_id AS parent_id, cards.rank AS rank, \
    cards.title AS title, cards.description AS description, cards.priority AS priority, cards.importance AS importance, \
    cards.completed_at AS completed_at, cards.due_date AS due_date, cards.labels AS labels, cards.assignee_ids AS assignee_ids, cards.cover_id AS cover_id, \
    cards.recurrence AS recurrence, cards.estimate_minutes AS estimate_minutes, 0 AS is_collapsed, \
    cards.created_at AS created_at, CAST(NULL AS BIGINT) AS edited_at, cards.archived_at AS archived_at, \
    cards.trashed_at AS trashed_at";
pub(super) const ITEM_UNION_COLUMNS: &str = "'item' AS record, items.id AS id, items.card_id AS parent_id, '' AS rank, \
    items.content AS title, '' AS description, '' AS priority, items.author_id AS importance, CAST(NULL AS BIGINT) AS completed_at, \
    CAST(NULL AS TEXT) AS due_date, '' AS labels, '' AS assignee_ids, CAST(NULL AS TEXT) AS cover_id, CAST(NULL AS TEXT) AS recurrence, CAST(NULL AS BIGINT) AS estimate_minutes, 0 AS is_collapsed, items.created_at AS created_at, \
    items.edited_at AS edited_at, CAST(NULL AS BIGINT) AS archived_at, items.trashed_at AS trashed_at";

/// Selects the items that a member sees, whose id is the given parameter: all but others' reminders.
pub(super) fn visible_to(parameter: &str) -> String {
    format!("(COALESCE(items.author_id, '') = {parameter} OR items.content NOT LIKE '{{\"kind\":\"reminder\"%')")
}

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

/// Reads a list from a row, without what is personal.
///
/// # Errors
/// Returns an error if a stored value is invalid.
pub(super) fn list(row: &AnyRow) -> Result<List, StoreError> {
    Ok(List {
        id: read_id(row, "id")?,
        name: read_text(row, "title", ListName::parse)?,
        rank: read_text(row, "rank", Rank::parse)?,
        is_collapsed: false,
        color: row
            .try_get::<Option<&str>, _>("cover_id")?
            .map(|color| Color::parse(color).map_err(|_| corrupt_column("color")))
            .transpose()?,
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
        assignee_ids: read_json(row, "assignee_ids")?,
        cover_id: row
            .try_get::<Option<&str>, _>("cover_id")?
            .map(|id| Id::parse(id).ok_or_else(|| corrupt_column("cover_id")))
            .transpose()?,
        recurrence: row
            .try_get::<Option<&str>, _>("recurrence")?
            .map(|text| serde_json::from_str(text).map_err(|_| corrupt_column("recurrence")))
            .transpose()?,
        estimate_minutes: row
            .try_get::<Option<i64>, _>("estimate_minutes")?
            .map(|minutes| u32::try_from(minutes).map_err(|_| corrupt_column("estimate_minutes")))
            .transpose()?,
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
    let author_id: Option<&str> = row.try_get("importance")?;
    Ok(Item {
        id: read_id(row, "id")?,
        card_id: read_id(row, "parent_id")?,
        author_id: author_id.map(|id| Id::parse(id).ok_or_else(|| corrupt_column("author_id"))).transpose()?,
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

/// What a batch refers to, each by the ids of its board and its own.
#[derive(Default)]
pub struct References {
    /// The members who make the changes.
    pub members: BTreeSet<(Id, Id)>,
    /// The ops, which may have been applied before.
    pub ops: BTreeSet<(Id, Id)>,
    /// The lists.
    pub lists: BTreeSet<(Id, Id)>,
    /// The lists of these cards are read too.
    pub cards: BTreeSet<(Id, Id)>,
    /// The items.
    pub items: BTreeSet<(Id, Id)>,
    /// The cards of which all items that are not in the trash are read.
    pub cards_with_items: BTreeSet<(Id, Id)>,
}

/// What was found of [`References`], each with its board.
#[derive(Default)]
pub struct Referenced {
    /// The memberships, with the account of each.
    pub members: Vec<(Id, Id, Membership)>,
    /// The ids and hashes of the ops that were applied before.
    pub ops: Vec<(Id, Id, String)>,
    /// The records, those in the trash included. A list may occur more than once.
    pub records: Vec<(Id, BoardContents)>,
}

/// Returns what a batch refers to. Unknown ids are ignored. All is one query unless there are many ids, since other writers
/// of the boards wait during each round trip.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn referenced(connection: &mut AnyConnection, references: &References) -> Result<Referenced, StoreError> {
    let row = |(board_id, id): &(Id, Id)| [(*board_id).into(), (*id).into()];
    let References { members, ops, lists, cards, items, cards_with_items } = references;
    let rows = [members, ops, lists, cards, items, cards_with_items]
        .map(|ids| ids.iter().map(row).collect::<Vec<[Value; 2]>>());
    // Two binds per id of seven lists, since the cards are bound twice.
    let per_kind = MAX_BINDS / 16;
    let longest = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut referenced = Referenced::default();
    for chunk in 0..longest.div_ceil(per_kind) {
        let of_chunk = [0, 1, 2, 3, 4, 5].map(|kind: usize| rows[kind].chunks(per_kind).nth(chunk).unwrap_or_default());
        read_referenced(connection, of_chunk, &mut referenced).await?;
    }
    Ok(referenced)
}

/// Adds what was found of some members, ops, lists, cards and items.
async fn read_referenced(
    connection: &mut AnyConnection,
    [members, ops, lists, cards, items, cards_with_items]: [&[[Value; 2]]; 6],
    referenced: &mut Referenced,
) -> Result<(), StoreError> {
    let is_wanted = |table: &str| format!("{table}.board_id = wanted.column1 AND {table}.id = wanted.column2");
    let of_cards = format!("{} AND lists.board_id = cards.board_id AND lists.id = cards.list_id", is_wanted("cards"));
    let of_card =
        "items.board_id = wanted.column1 AND items.card_id = wanted.column2 AND items.trashed_at IS NULL".to_owned();
    let is_member = "board_members.board_id = wanted.column1 AND board_members.user_id = wanted.column2".to_owned();
    let selects = [
        (members, members::UNION_COLUMNS, "board_members", "board_members", is_member),
        (ops, OP_UNION_COLUMNS, "ops", "ops", is_wanted("ops")),
        (lists, LIST_UNION_COLUMNS, "lists", "lists", is_wanted("lists")),
        (cards, LIST_UNION_COLUMNS, "lists", "cards CROSS JOIN lists", of_cards),
        (cards, CARD_UNION_COLUMNS, "cards", "cards", is_wanted("cards")),
        (items, ITEM_UNION_COLUMNS, "items", "items", is_wanted("items")),
        (cards_with_items, ITEM_UNION_COLUMNS, "items", "items", of_card),
    ];
    // The lists of ids have the same length, so that there are few different statements.
    let length = padded_length(
        [members, ops, lists, cards, items, cards_with_items].map(<[_]>::len).into_iter().max().unwrap_or_default(),
    );
    let selects: Vec<_> = selects.into_iter().filter(|(ids, ..)| !ids.is_empty()).collect();
    let sql = selects.iter().enumerate().map(|(index, (_, columns, table, tables, condition))| {
        // SQLite keeps the table order of a `CROSS JOIN`, and so uses the primary keys.
        format!(
            "SELECT {columns}, {table}.board_id AS board_id FROM ({}) AS wanted CROSS JOIN {tables} WHERE {condition}",
            values_list(1 + 2 * index * length, length, 2)
        )
    });
    let query = sqlx::query(AssertSqlSafe(sql.collect::<Vec<_>>().join(" UNION ALL ")));
    let query = selects.iter().fold(query, |query, (ids, ..)| bind_rows(query, ids.to_vec(), length));
    for row in query.fetch_all(connection).await? {
        let board_id = read_id(&row, "board_id")?;
        match row.try_get("record")? {
            "op" => referenced.ops.push((board_id, read_id(&row, "id")?, row.try_get("title")?)),
            "member" => referenced.members.push((board_id, read_id(&row, "id")?, membership_of_union(&row)?)),
            _ => {
                let mut contents = BoardContents::default();
                contents.add(&row)?;
                referenced.records.push((board_id, contents));
            }
        }
    }
    Ok(())
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
    let row = |RecordWrite { board_id, record: list, version, restored_version }: &RecordWrite<'_, List>| {
        [
            (*board_id).into(),
            list.id.into(),
            list.name.as_str().into(),
            list.rank.to_string().into(),
            list.color.as_ref().map(|color| color.as_str().to_owned()).into(),
            millis(list.trashed_at).into(),
            (*version).into(),
            (*restored_version).into(),
        ]
    };
    execute_all(connection, lists.iter().map(row), |values| {
        format!(
            "INSERT INTO lists (board_id, id, name, rank, color, trashed_at, version, restored_version) \
             SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT (board_id, id) DO UPDATE SET name = excluded.name, rank = excluded.rank, color = excluded.color, \
             restored_version = CASE WHEN excluded.restored_version > 0 \
             THEN excluded.restored_version ELSE lists.restored_version END, \
             kept_until = CASE WHEN excluded.trashed_at = lists.trashed_at THEN lists.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version"
        )
    })
    .await
}

/// Marks all lists of a board as changed at a version. A member who was removed and has come back sees them expanded
/// again, and may not have noticed the removal.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn touch_lists(connection: &mut AnyConnection, board_id: Id, version: i64) -> Result<(), StoreError> {
    sqlx::query("UPDATE lists SET version = $2 WHERE board_id = $1")
        .bind(board_id.to_string())
        .bind(version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Inserts or updates cards at versions of their boards.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put_cards(connection: &mut AnyConnection, cards: &[RecordWrite<'_, Card>]) -> Result<(), StoreError> {
    let row = |RecordWrite { board_id, record: card, version, restored_version }: &RecordWrite<'_, Card>| {
        [
            (*board_id).into(),
            card.id.into(),
            card.list_id.into(),
            card.rank.to_string().into(),
            card.title.as_str().into(),
            card.description.as_str().into(),
            tag(&card.priority).into(),
            tag(&card.importance).into(),
            millis(card.completed_at).into(),
            due_date(card),
            json(&card.labels).into(),
            json(&card.assignee_ids).into(),
            card.cover_id.into(),
            card.recurrence.as_ref().map(json).into(),
            card.estimate_minutes.map(i64::from).into(),
            card.created_at.millis().into(),
            millis(card.archived_at).into(),
            millis(card.trashed_at).into(),
            (*version).into(),
            (*restored_version).into(),
        ]
    };
    execute_all(connection, cards.iter().map(row), |values| {
        format!(
            "INSERT INTO cards (board_id, id, list_id, rank, title, description, priority, importance, completed_at, \
             due_date, labels, assignee_ids, cover_id, recurrence, estimate_minutes, created_at, archived_at, trashed_at, version, \
             restored_version) \
             SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT (board_id, id) DO UPDATE SET list_id = excluded.list_id, rank = excluded.rank, \
             title = excluded.title, description = excluded.description, priority = excluded.priority, \
             importance = excluded.importance, completed_at = excluded.completed_at, due_date = excluded.due_date, \
             labels = excluded.labels, assignee_ids = excluded.assignee_ids, cover_id = excluded.cover_id, \
             recurrence = excluded.recurrence, estimate_minutes = excluded.estimate_minutes, created_at = excluded.created_at, archived_at = excluded.archived_at, \
             restored_version = CASE WHEN excluded.restored_version > 0 \
             THEN excluded.restored_version ELSE cards.restored_version END, \
             kept_until = CASE WHEN excluded.trashed_at = cards.trashed_at THEN cards.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version"
        )
    })
    .await
}

/// Updates cards whose list, archive and trash stay the same, at versions of their boards. SQLite updates only the indexes
/// whose columns a statement sets, so this writes fewer pages than [`put_cards`].
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn update_cards(connection: &mut AnyConnection, cards: &[RecordWrite<'_, Card>]) -> Result<(), StoreError> {
    let row = |RecordWrite { board_id, record: card, version, .. }: &RecordWrite<'_, Card>| {
        [
            (*board_id).into(),
            card.id.into(),
            card.rank.to_string().into(),
            card.title.as_str().into(),
            card.description.as_str().into(),
            tag(&card.priority).into(),
            tag(&card.importance).into(),
            millis(card.completed_at).into(),
            due_date(card),
            json(&card.labels).into(),
            json(&card.assignee_ids).into(),
            card.cover_id.into(),
            card.recurrence.as_ref().map(json).into(),
            card.estimate_minutes.map(i64::from).into(),
            (*version).into(),
        ]
    };
    execute_all(connection, cards.iter().map(row), |values| {
        format!(
            "UPDATE cards SET rank = given.column3, title = given.column4, description = given.column5, \
             priority = given.column6, importance = given.column7, completed_at = given.column8, \
             due_date = given.column9, labels = given.column10, assignee_ids = given.column11, \
             cover_id = given.column12, recurrence = given.column13, estimate_minutes = given.column14, \
             version = given.column15 FROM ({values}) AS given \
             WHERE cards.board_id = given.column1 AND cards.id = given.column2"
        )
    })
    .await
}

fn due_date(card: &Card) -> Value {
    card.due_date.as_ref().map(|due| due.as_str().to_owned()).into()
}

/// Inserts or updates the items on cards at versions of their boards. The copy of an item for the next occurrence of a card may
/// replace an item of another card or author.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put_items(connection: &mut AnyConnection, items: &[RecordWrite<'_, Item>]) -> Result<(), StoreError> {
    let row = |RecordWrite { board_id, record: item, version, .. }: &RecordWrite<'_, Item>| {
        [
            (*board_id).into(),
            item.id.into(),
            item.card_id.into(),
            item.author_id.into(),
            json(&item.content).into(),
            item.created_at.millis().into(),
            millis(item.edited_at).into(),
            millis(item.trashed_at).into(),
            (*version).into(),
        ]
    };
    execute_all(connection, items.iter().map(row), |values| {
        format!(
            "INSERT INTO items (board_id, id, card_id, author_id, content, created_at, edited_at, trashed_at, version) \
             SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT (board_id, id) DO UPDATE SET card_id = excluded.card_id, author_id = excluded.author_id, \
             content = excluded.content, created_at = excluded.created_at, edited_at = excluded.edited_at, \
             kept_until = CASE WHEN excluded.trashed_at = items.trashed_at THEN items.kept_until END, \
             trashed_at = excluded.trashed_at, version = excluded.version"
        )
    })
    .await
}

/// Returns the ids of the lists on a board, those in the trash included.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list_ids<'e>(
    executor: impl Executor<'e, Database = Any>,
    board_id: Id,
) -> Result<BTreeSet<Id>, StoreError> {
    let query = sqlx::query("SELECT id FROM lists WHERE board_id = $1").bind(board_id.to_string());
    query.fetch_all(executor).await?.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns the ids of the items on a board, or on one of its cards, that an account sees, those in the trash included.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn visible_items<'e>(
    executor: impl Executor<'e, Database = Any>,
    account: Owner,
    board_id: Id,
    card_id: Option<Id>,
) -> Result<BTreeSet<Id>, StoreError> {
    let on_card = if card_id.is_some() { "AND card_id = $3" } else { "" };
    let sql = format!("SELECT id FROM items WHERE board_id = $1 {on_card} AND {}", visible_to("$2"));
    let query = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(account.id().to_string());
    let query = match card_id {
        Some(card_id) => query.bind(card_id.to_string()),
        None => query,
    };
    query.fetch_all(executor).await?.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns which of the given items of a board an account sees, each with whether it is a comment.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn visible_item_kinds(
    pool: &ReadPool,
    account: Owner,
    board_id: Id,
    item_ids: &[Id],
) -> Result<BTreeMap<Id, bool>, StoreError> {
    let mut kinds = BTreeMap::new();
    for ids in item_ids.chunks(MAX_BINDS - 2) {
        let sql = format!(
            "SELECT id, CASE WHEN content LIKE '{{\"kind\":\"comment\"%' THEN 1 ELSE 0 END AS is_comment FROM items \
             WHERE board_id = $1 AND {} AND id IN ({})",
            visible_to("$2"),
            placeholders(3, ids.len())
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(account.id().to_string());
        let query = ids.iter().fold(query, |query, id| query.bind(id.to_string()));
        for row in query.fetch_all(pool).await? {
            kinds.insert(read_id(&row, "id")?, row.try_get::<i64, _>("is_comment")? != 0);
        }
    }
    Ok(kinds)
}

/// Returns the board of an account, its own or another's, on which a card is: the given board if the card is there.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn board_of_card(
    pool: &ReadPool,
    account: Owner,
    card_id: Id,
    board_id: Option<Id>,
) -> Result<Option<Id>, StoreError> {
    let row = sqlx::query(
        "SELECT cards.board_id FROM board_members JOIN cards ON cards.board_id = board_members.board_id \
         WHERE board_members.user_id = $1 AND cards.id = $2 \
         ORDER BY CASE WHEN cards.board_id = $3 THEN 0 ELSE 1 END LIMIT 1",
    )
    .bind(account.id().to_string())
    .bind(card_id.to_string())
    .bind(board_id.map(|id| id.to_string()))
    .fetch_optional(pool)
    .await?;
    row.map(|row| read_id(&row, "board_id")).transpose()
}

/// Returns the boards of an account, its own or others', that have a card with an id, in the order of their ids.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn boards_of_card(pool: &ReadPool, account: Owner, card_id: Id) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT cards.board_id FROM board_members JOIN cards ON cards.board_id = board_members.board_id \
         WHERE board_members.user_id = $1 AND cards.id = $2 ORDER BY cards.board_id",
    )
    .bind(account.id().to_string())
    .bind(card_id.to_string())
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| read_id(row, "board_id")).collect()
}

/// Returns a card of a board, or `None` if there is no such card.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn card_by_id(connection: &mut AnyConnection, board_id: Id, card_id: Id) -> Result<Option<Card>, StoreError> {
    let sql = format!("SELECT {CARD_COLUMNS} FROM cards WHERE board_id = $1 AND id = $2");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(card_id.to_string());
    query.fetch_optional(connection).await?.as_ref().map(card).transpose()
}

/// Returns when the cards of a board were created, and their titles, by their ids.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn titles_of_cards(pool: &ReadPool, board_id: Id) -> Result<HashMap<Id, (Timestamp, String)>, StoreError> {
    let query = sqlx::query("SELECT id, created_at, title FROM cards WHERE board_id = $1").bind(board_id.to_string());
    let rows = query.fetch_all(pool).await?;
    rows.iter().map(|row| Ok((read_id(row, "id")?, (read_created_at(row)?, row.try_get("title")?)))).collect()
}

/// Returns whether a card is on a board of an account, its own or another's: on the given board or on any.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn has_card(pool: &ReadPool, account: Owner, card_id: Id, board_id: Option<Id>) -> Result<bool, StoreError> {
    let row = sqlx::query(
        "SELECT 1 AS found FROM board_members JOIN cards ON cards.board_id = board_members.board_id \
         WHERE board_members.user_id = $1 AND cards.id = $2 \
         AND board_members.board_id = COALESCE($3, board_members.board_id) LIMIT 1",
    )
    .bind(account.id().to_string())
    .bind(card_id.to_string())
    .bind(board_id.map(|id| id.to_string()))
    .fetch_optional(pool)
    .await?;
    Ok(row.is_some())
}
