//! Reads of whole boards: their current contents, the changes since a version, and queries across all boards of an
//! account.

use super::records::{
    BoardContents, CARD_COLUMNS, CARD_UNION_COLUMNS, ITEM_COLUMNS, ITEM_UNION_COLUMNS, LIST_COLUMNS,
    LIST_UNION_COLUMNS, card, item, list, visible_to,
};
use super::statements::{MAX_BINDS, placeholders};
use super::{read_id, read_json, read_text};
use crate::boards::{BOARD_UNION_COLUMNS, BoardAddress, COLUMNS, MemberBoard, board_of_union};
use crate::members::{self, COLUMNS as MEMBER_COLUMNS, UNION_COLUMNS as MEMBER_UNION_COLUMNS, membership_of_union};
use crate::unique_names::SLUGS;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::{BoardRecords, Item};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;
use twentyfour_model::Owner;

/// Selects the ids of a board's hidden cards: in the trash, in the archive, or in a list that is in the trash.
const HIDDEN_CARD_IDS: &str = "SELECT id FROM cards WHERE board_id = $1 AND trashed_at IS NOT NULL \
    UNION SELECT id FROM cards WHERE board_id = $1 AND archived_at IS NOT NULL \
    UNION SELECT cards.id FROM lists JOIN cards ON cards.board_id = lists.board_id AND cards.list_id = lists.id \
    WHERE lists.board_id = $1 AND lists.trashed_at IS NOT NULL";

/// Selects a board's visible lists.
const VISIBLE_LISTS: &str = "FROM lists WHERE board_id = $1 AND trashed_at IS NULL";

/// Selects a board's visible cards.
const VISIBLE_CARDS: &str = "FROM cards WHERE board_id = $1 AND trashed_at IS NULL AND archived_at IS NULL \
    AND list_id NOT IN (SELECT id FROM lists WHERE board_id = $1 AND trashed_at IS NOT NULL)";

/// Returns the visible lists, cards and items of a board, as a member sees them. Cards of a trashed list and items of a
/// hidden card are hidden too.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn in_use(
    connection: &mut AnyConnection,
    account: Owner,
    board: &MemberBoard,
) -> Result<BoardContents, StoreError> {
    let items = format!("trashed_at IS NULL AND card_id NOT IN ({HIDDEN_CARD_IDS})");
    contents_of(connection, account, board, VISIBLE_CARDS, &items).await
}

/// Returns the lists, cards and items of a board that are not in the trash, those in the archive included, as a member sees them.
/// What belongs to a list or a card in the trash may be among them.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn with_archive(
    connection: &mut AnyConnection,
    account: Owner,
    board: &MemberBoard,
) -> Result<BoardContents, StoreError> {
    contents_of(
        connection,
        account,
        board,
        "FROM cards WHERE board_id = $1 AND trashed_at IS NULL",
        "trashed_at IS NULL",
    )
    .await
}

/// Returns the visible lists of a board, the cards that `cards` selects, and the items that fulfill a condition.
async fn contents_of(
    connection: &mut AnyConnection,
    account: Owner,
    board: &MemberBoard,
    cards: &str,
    items: &str,
) -> Result<BoardContents, StoreError> {
    let id = board.row.board.id.to_string();
    let of_board = |sql: String| sqlx::query(AssertSqlSafe(sql)).bind(id.clone());
    let lists = of_board(format!("SELECT {LIST_COLUMNS} {VISIBLE_LISTS}")).fetch_all(&mut *connection).await?;
    let cards = of_board(format!("SELECT {CARD_COLUMNS} {cards}")).fetch_all(&mut *connection).await?;
    let items = format!("SELECT {ITEM_COLUMNS} FROM items WHERE board_id = $1 AND {items} AND {}", visible_to("$2"));
    let items = of_board(items).bind(account.id().to_string()).fetch_all(connection).await?;
    let mut contents = BoardContents {
        lists: lists.iter().map(list).collect::<Result<_, _>>()?,
        cards: cards.iter().map(card).collect::<Result<_, _>>()?,
        items: items.iter().map(item).collect::<Result<_, _>>()?,
    };
    board.membership.personalize_lists(&mut contents.lists);
    Ok(contents)
}

/// Returns the labels of a board's cards, those in the trash excepted.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn labels(connection: &mut AnyConnection, board_id: Id) -> Result<BTreeSet<String>, StoreError> {
    let rows = sqlx::query("SELECT DISTINCT labels FROM cards WHERE board_id = $1 AND trashed_at IS NULL")
        .bind(board_id.to_string())
        .fetch_all(connection)
        .await?;
    let mut labels = BTreeSet::new();
    for row in &rows {
        labels.extend(read_json::<Vec<String>>(row, "labels")?);
    }
    Ok(labels)
}

/// Returns the rank of the last card that is shown in a list, or `None` if it shows none.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn last_rank(connection: &mut AnyConnection, board_id: Id, list_id: Id) -> Result<Option<Rank>, StoreError> {
    // Compared here because the database's text order depends on its collation.
    let rows = sqlx::query(
        "SELECT rank FROM cards WHERE board_id = $1 AND list_id = $2 AND trashed_at IS NULL AND archived_at IS NULL",
    )
    .bind(board_id.to_string())
    .bind(list_id.to_string())
    .fetch_all(connection)
    .await?;
    let mut last = None;
    for row in &rows {
        last = last.max(Some(read_text(row, "rank", Rank::parse)?));
    }
    Ok(last)
}

/// The visible lists of a board and the first visible cards of each.
pub struct FirstCards {
    /// The lists, the cards and their items.
    pub contents: BoardContents,
    /// The number of all visible cards of each list that has some.
    pub card_counts: HashMap<Id, usize>,
}

/// Returns the visible lists of a board and the first `count` visible cards of each, as a member sees them.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn first_cards(
    connection: &mut AnyConnection,
    account: Owner,
    board: &MemberBoard,
    count: usize,
) -> Result<FirstCards, StoreError> {
    let id = board.row.board.id.to_string();
    let lists = format!("SELECT {LIST_COLUMNS} {VISIBLE_LISTS}");
    let lists = sqlx::query(AssertSqlSafe(lists)).bind(&id).fetch_all(&mut *connection).await?;
    // Sorted here because the database's text order depends on its collation.
    let ranks = format!("SELECT id, list_id, rank {VISIBLE_CARDS}");
    let ranks = sqlx::query(AssertSqlSafe(ranks)).bind(&id).fetch_all(&mut *connection).await?;
    let mut by_list: HashMap<Id, Vec<(Rank, Id)>> = HashMap::new();
    for row in &ranks {
        let position = (read_text(row, "rank", Rank::parse)?, read_id(row, "id")?);
        by_list.entry(read_id(row, "list_id")?).or_default().push(position);
    }
    let card_counts = by_list.iter().map(|(list_id, cards)| (*list_id, cards.len())).collect();
    let mut first = Vec::new();
    for mut cards in by_list.into_values() {
        cards.sort_unstable();
        first.extend(cards.into_iter().take(count).map(|(_, card_id)| card_id.to_string()));
    }
    let mut contents =
        BoardContents { lists: lists.iter().map(list).collect::<Result<_, _>>()?, ..BoardContents::default() };
    board.membership.personalize_lists(&mut contents.lists);
    for ids in first.chunks(MAX_BINDS - 2) {
        let (of_cards, of_items) = (placeholders(2, ids.len()), placeholders(3, ids.len()));
        let of_cards = format!("SELECT {CARD_COLUMNS} FROM cards WHERE board_id = $1 AND id IN ({of_cards})");
        let of_items = format!(
            "SELECT {ITEM_COLUMNS} FROM items WHERE board_id = $1 AND trashed_at IS NULL AND {} AND card_id IN ({of_items})",
            visible_to("$2")
        );
        let of_cards = sqlx::query(AssertSqlSafe(of_cards)).bind(&id);
        let of_items = sqlx::query(AssertSqlSafe(of_items)).bind(&id).bind(account.id().to_string());
        let cards = ids.iter().fold(of_cards, |query, id| query.bind(id)).fetch_all(&mut *connection).await?;
        let items = ids.iter().fold(of_items, |query, id| query.bind(id)).fetch_all(&mut *connection).await?;
        for row in &cards {
            contents.cards.push(card(row)?);
        }
        for row in &items {
            contents.items.push(item(row)?);
        }
    }
    Ok(FirstCards { contents, card_counts })
}

/// The changes to a board since a version, as a member sees them.
pub struct Changes {
    /// The board as it is now, with its members if its own record is one of the changes.
    pub board: MemberBoard,
    /// The version that last changed the board's own fields.
    record_version: i64,
    contents: BoardContents,
}

impl Changes {
    /// Returns the changes as sent to a client at version `since`.
    pub fn into_records(self, since: i64) -> BoardRecords {
        let Self { board: MemberBoard { row, .. }, record_version, contents } = self;
        contents.into_records(row.version, false, (record_version > since).then_some(row.board))
    }
}

/// Makes the statement of [`changed_since`] for a board that fulfills a condition on `$1`. The parameter `$3` is the
/// member. Null stands for the board's owner, and then the reminders of all members are read.
///
/// All is one statement, so it is consistent without the cost of a transaction. SQLite keeps the table order of a
/// `CROSS JOIN`, and `+ 0` stops it from using the version indexes there: with them it would read nearly all records of
/// the board to find the few that were restored.
fn changed_since_statement(condition: &str) -> String {
    // No records are read if the client is up to date, or must load the whole board.
    const OUTDATED: &str = "(SELECT id FROM board WHERE version > $2 AND purged_version <= $2)";
    let visible = format!("($3 IS NULL OR {})", visible_to("$3"));
    format!(
        "WITH board AS MATERIALIZED (SELECT {COLUMNS}, record_version, board_members.user_id, {MEMBER_COLUMNS} \
         FROM boards CROSS JOIN board_members WHERE {condition} \
         AND board_members.board_id = boards.id AND board_members.user_id = COALESCE($3, boards.owner_id)) \
         SELECT {BOARD_UNION_COLUMNS} FROM board \
         UNION ALL SELECT {MEMBER_UNION_COLUMNS} FROM board AS board_members \
         UNION ALL SELECT {LIST_UNION_COLUMNS} FROM lists WHERE board_id = {OUTDATED} AND version > $2 \
         UNION ALL SELECT {CARD_UNION_COLUMNS} FROM cards WHERE board_id = {OUTDATED} AND version > $2 \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM items WHERE board_id = {OUTDATED} AND version > $2 AND {visible} \
         UNION ALL SELECT {CARD_UNION_COLUMNS} FROM lists CROSS JOIN cards \
         WHERE lists.board_id = {OUTDATED} AND lists.version > $2 AND lists.restored_version > $2 \
         AND cards.board_id = lists.board_id AND cards.list_id = lists.id AND cards.version + 0 <= $2 \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM cards CROSS JOIN items \
         WHERE cards.board_id = {OUTDATED} AND cards.version > $2 AND cards.restored_version > $2 \
         AND items.board_id = cards.board_id AND items.card_id = cards.id AND items.version + 0 <= $2 AND {visible} \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM lists CROSS JOIN cards CROSS JOIN items \
         WHERE lists.board_id = {OUTDATED} AND lists.version > $2 AND lists.restored_version > $2 \
         AND cards.board_id = lists.board_id AND cards.list_id = lists.id AND cards.restored_version + 0 <= $2 \
         AND items.board_id = cards.board_id AND items.card_id = cards.id AND items.version + 0 <= $2 AND {visible}"
    )
}

/// Returns a board with the lists, cards and items that were written after version `since`, those in the trash included,
/// as a member sees them, or `None` if there is no such board, or the account is no member. Without an account, the
/// board's owner is the member. A restored list brings
/// its cards and their items, and a restored card brings its items, even if they did not change: a client that loaded
/// the board while they were hidden has never seen them. No records are returned if some were purged since that
/// version.
async fn changed_since(
    connection: &mut AnyConnection,
    account: Option<Owner>,
    address: &BoardAddress,
    since: i64,
) -> Result<Option<Changes>, StoreError> {
    static BY_ID: LazyLock<String> = LazyLock::new(|| changed_since_statement("boards.id = $1"));
    static BY_SLUG: LazyLock<String> = LazyLock::new(|| changed_since_statement(&SLUGS.is_owner("$1")));
    let statement = match address {
        BoardAddress::Id(_) => &*BY_ID,
        BoardAddress::Slug(_) => &*BY_SLUG,
    };
    let rows = sqlx::query(statement.as_str())
        .bind(address.to_string())
        .bind(since)
        .bind(account.map(|account| account.id().to_string()))
        .fetch_all(&mut *connection)
        .await?;
    let (mut board, mut membership) = (None, None);
    let mut contents = BoardContents::default();
    for row in &rows {
        match row.try_get("record")? {
            "board" => board = Some(board_of_union(row)?),
            "member" => membership = Some(membership_of_union(row)?),
            _ => contents.add(row)?,
        }
    }
    let (Some((mut row, record_version)), Some(membership)) = (board, membership) else { return Ok(None) };
    membership.personalize_board(&mut row.board);
    membership.personalize_lists(&mut contents.lists);
    if record_version > since && row.member_count > 1 {
        members::fill_in(connection, [(&mut row.board, row.member_count)]).await?;
    }
    Ok(Some(Changes { board: MemberBoard { row, membership }, record_version, contents }))
}

/// Returns a board of an account and what was written to it after a version, or `None` if the account has no such
/// board. If `since` is before the last purge, or not before the current version, only the board's row is read.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn changes_since(
    connection: &mut AnyConnection,
    account: Owner,
    address: &BoardAddress,
    since: i64,
) -> Result<Option<Changes>, StoreError> {
    changed_since(connection, Some(account), address, since).await
}

/// The records of a board that were written after a version, for an announcement.
pub struct BoardChanges {
    /// The board's version.
    pub version: i64,
    /// The board's owner.
    pub owner_id: Id,
    /// The records as the owner sees them.
    pub of_owner: BoardRecords,
    /// The records as every other member sees them, or `None` if they see them differently from one another.
    pub of_others: Option<BoardRecords>,
}

/// Returns the records of a board that were written after a version, or `None` if there is no such board.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn records_since(pool: &ReadPool, board_id: Id, since: i64) -> Result<Option<BoardChanges>, StoreError> {
    let read = pool.run(move |connection| {
        Box::pin(async move { changed_since(connection, None, &BoardAddress::Id(board_id), since).await })
    });
    let changes = read.await?;
    Ok(changes.map(|changes| {
        let (owner_id, version) = (changes.board.row.owner_id, changes.board.row.version);
        let mut of_owner = changes.into_records(since);
        let of_others = is_same_for_all(&of_owner).then(|| of_owner.clone());
        of_owner.items.retain(|item| !item.is_reminder() || item.author_id == Some(owner_id));
        BoardChanges { version, owner_id, of_owner, of_others }
    }))
}

/// Returns whether all members see these records alike: the board's own record and lists are personal, and so are
/// reminders.
fn is_same_for_all(records: &BoardRecords) -> bool {
    records.board.is_none() && records.lists.is_empty() && !records.items.iter().any(Item::is_reminder)
}

/// Returns the visible cards of an account's boards that have a due date or are assigned to the account, with its
/// reminders, by board. Templates have none.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn tasks(connection: &mut AnyConnection, account: Owner) -> Result<HashMap<Id, BoardContents>, StoreError> {
    // Each condition has its own partial index.
    const DATED: &str = "cards.due_date IS NOT NULL";
    const ASSIGNED: &str =
        "cards.due_date IS NULL AND cards.assignee_ids <> '[]' AND cards.assignee_ids LIKE '%' || $1 || '%'";
    let of_cards = |condition: &str| {
        format!(
            "FROM board_members CROSS JOIN boards CROSS JOIN cards CROSS JOIN lists \
             WHERE board_members.user_id = $1 AND boards.id = board_members.board_id AND boards.trashed_at IS NULL \
             AND boards.is_template = 0 AND cards.board_id = boards.id \
             AND {condition} AND cards.trashed_at IS NULL AND cards.archived_at IS NULL \
             AND lists.board_id = cards.board_id AND lists.id = cards.list_id AND lists.trashed_at IS NULL"
        )
    };
    let mut cards = Vec::new();
    for condition in [DATED, ASSIGNED] {
        let sql = format!("SELECT boards.id AS board_id, {CARD_COLUMNS} {}", of_cards(condition));
        cards.extend(of_member(connection, account, sql).await?);
    }
    let reminders = of_member(
        connection,
        account,
        format!(
            "SELECT items.board_id AS board_id, {ITEM_COLUMNS} FROM items WHERE items.trashed_at IS NULL \
             AND items.author_id = $1 AND items.content LIKE '{{\"kind\":\"reminder\"%' \
             AND (items.board_id, items.card_id) IN (SELECT cards.board_id, cards.id {})",
            of_cards(DATED)
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

/// Returns the lists in the trash and the cards in the trash or archive, by board, of an account's boards that are not
/// in the trash themselves.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn trashed_and_archived(
    connection: &mut AnyConnection,
    account: Owner,
) -> Result<HashMap<Id, BoardContents>, StoreError> {
    const OF_BOARDS: &str = "board_id IN (SELECT boards.id FROM board_members JOIN boards \
        ON boards.id = board_members.board_id WHERE board_members.user_id = $1 AND boards.trashed_at IS NULL)";
    let lists = format!("SELECT board_id, {LIST_COLUMNS} FROM lists WHERE {OF_BOARDS} AND trashed_at IS NOT NULL");
    // Two statements, since each has its own partial index.
    let cards = format!("SELECT board_id, {CARD_COLUMNS} FROM cards WHERE {OF_BOARDS} AND");
    let (trashed, archived) =
        (format!("{cards} trashed_at IS NOT NULL"), format!("{cards} archived_at IS NOT NULL AND trashed_at IS NULL"));
    let mut by_board: HashMap<Id, BoardContents> = HashMap::new();
    for row in &of_member(connection, account, lists).await? {
        by_board.entry(read_id(row, "board_id")?).or_default().lists.push(list(row)?);
    }
    for sql in [trashed, archived] {
        for row in &of_member(connection, account, sql).await? {
            by_board.entry(read_id(row, "board_id")?).or_default().cards.push(card(row)?);
        }
    }
    Ok(by_board)
}

/// Returns all lists of an account's boards, by board, those in the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn lists_of_boards(
    connection: &mut AnyConnection,
    account: Owner,
) -> Result<HashMap<Id, BoardContents>, StoreError> {
    let sql = format!(
        "SELECT board_id, {LIST_COLUMNS} FROM lists \
         WHERE board_id IN (SELECT board_id FROM board_members WHERE user_id = $1)"
    );
    let mut by_board: HashMap<Id, BoardContents> = HashMap::new();
    for row in &of_member(connection, account, sql).await? {
        by_board.entry(read_id(row, "board_id")?).or_default().lists.push(list(row)?);
    }
    Ok(by_board)
}

async fn of_member(connection: &mut AnyConnection, account: Owner, sql: String) -> Result<Vec<AnyRow>, StoreError> {
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(account.id().to_string()).fetch_all(connection).await?)
}
