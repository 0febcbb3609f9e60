//! Reads and writes boards' own rows, and the overview of an account's boards.

use super::statements::{Value, statements};
use super::{json, read_id, read_json, read_optional_text, read_text, read_timestamp};
use crate::members::{self, Membership};
use crate::unique_names::SLUGS;
use crate::{StoreError, search};
use core_wasm::protocol::http::{BoardOverview, Column};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::text::{BoardName, Color, Description, Image, ImportKey, ListName, Slug};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use twentyfour_model::Owner;

/// A board as stored.
#[derive(Clone, Debug)]
pub struct BoardRow {
    /// The board's own record.
    pub board: Board,
    /// The account that owns the board.
    pub owner_id: Id,
    /// How many batches have changed the board.
    pub version: i64,
    /// The version at which records were last deleted permanently. A client with an earlier version may still have
    /// them.
    pub purged_version: i64,
    /// The number of members, the owner included.
    pub member_count: i64,
}

pub(super) const COLUMNS: &str = "boards.id, boards.owner_id, boards.slug, boards.name, boards.description, boards.color, \
    boards.image, boards.is_template, boards.import_key, boards.label_colors, boards.trashed_at, boards.version, boards.purged_version, boards.member_count";

/// The columns and `record_version` under the names of the union of all records (`records::CARD_UNION_COLUMNS`), in its
/// order. [`board_of_union`] reads them.
pub(super) const BOARD_UNION_COLUMNS: &str = "'board' AS record, id, owner_id AS parent_id, slug AS rank, name AS title, \
    description, color AS priority, image AS importance, version AS completed_at, import_key AS due_date, \
    label_colors AS labels, '' AS assignee_ids, CAST(NULL AS TEXT) AS cover_id, CAST(NULL AS TEXT) AS recurrence, CAST(NULL AS BIGINT) AS estimate_minutes, is_template AS is_collapsed, record_version AS created_at, purged_version AS edited_at, \
    member_count AS archived_at, trashed_at";

/// Reads a board and its record version from a row with [`BOARD_UNION_COLUMNS`], as its owner sees it.
pub(super) fn board_of_union(row: &AnyRow) -> Result<(BoardRow, i64), StoreError> {
    let row_of_board = BoardRow {
        board: Board {
            id: read_id(row, "id")?,
            slug: read_text(row, "rank", Slug::parse)?,
            name: read_text(row, "title", BoardName::parse)?,
            description: read_text(row, "description", Description::parse)?,
            color: read_optional_text(row, "priority", Color::parse)?,
            image: read_optional_text(row, "importance", Image::parse)?,
            favorite: false,
            shares_focus: false,
            is_template: row.try_get::<i64, _>("is_collapsed")? != 0,
            label_colors: read_json(row, "labels")?,
            trashed_at: read_timestamp(row, "trashed_at")?,
            role: Role::Owner,
            members: vec![],
            watched_ids: vec![],
            is_muted: false,
            import_key: read_optional_text(row, "due_date", ImportKey::parse)?,
        },
        owner_id: read_id(row, "parent_id")?,
        version: row.try_get("completed_at")?,
        purged_version: row.try_get("edited_at")?,
        member_count: row.try_get("archived_at")?,
    };
    Ok((row_of_board, row.try_get("created_at")?))
}

/// A board of an account, with its membership.
#[derive(Clone, Debug)]
pub struct MemberBoard {
    /// The board, as the member sees it.
    pub row: BoardRow,
    /// The membership.
    pub membership: Membership,
}

/// Joins boards with the memberships of the account `$1`.
const OF_MEMBER: &str =
    "FROM board_members CROSS JOIN boards WHERE board_members.user_id = $1 AND boards.id = board_members.board_id";

/// Reads a board from a row, as its owner sees it, without what is personal.
fn board(row: &AnyRow) -> Result<BoardRow, StoreError> {
    Ok(BoardRow {
        board: Board {
            id: read_id(row, "id")?,
            slug: read_text(row, "slug", Slug::parse)?,
            name: read_text(row, "name", BoardName::parse)?,
            description: read_text(row, "description", Description::parse)?,
            color: read_optional_text(row, "color", Color::parse)?,
            image: read_optional_text(row, "image", Image::parse)?,
            favorite: false,
            shares_focus: false,
            is_template: row.try_get::<i64, _>("is_template")? != 0,
            label_colors: read_json(row, "label_colors")?,
            trashed_at: read_timestamp(row, "trashed_at")?,
            role: Role::Owner,
            members: vec![],
            watched_ids: vec![],
            is_muted: false,
            import_key: read_optional_text(row, "import_key", ImportKey::parse)?,
        },
        owner_id: read_id(row, "owner_id")?,
        version: row.try_get("version")?,
        purged_version: row.try_get("purged_version")?,
        member_count: row.try_get("member_count")?,
    })
}

/// Reads a board from a row of a query that joins it with a membership, as that member sees it, without the members.
fn board_of_member(row: &AnyRow) -> Result<MemberBoard, StoreError> {
    let (mut row_of_board, membership) = (board(row)?, members::membership(row)?);
    membership.personalize_board(&mut row_of_board.board);
    Ok(MemberBoard { row: row_of_board, membership })
}

/// The part of a URL that identifies a board: its id or its slug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardAddress {
    /// By its id.
    Id(Id),
    /// By its slug.
    Slug(Slug),
}

impl BoardAddress {
    /// Returns the condition that a board has the address in a parameter.
    pub(crate) fn condition(&self, parameter: &str) -> String {
        match self {
            Self::Id(_) => format!("boards.id = {parameter}"),
            Self::Slug(_) => SLUGS.is_owner(parameter),
        }
    }
}

impl fmt::Display for BoardAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(formatter),
            Self::Slug(slug) => formatter.write_str(slug.as_str()),
        }
    }
}

/// Returns the board at an address, for any account, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_address<'e>(
    executor: impl Executor<'e, Database = Any>,
    address: &BoardAddress,
) -> Result<Option<BoardRow>, StoreError> {
    let row = sqlx::query(AssertSqlSafe(format!("SELECT {COLUMNS} FROM boards WHERE {}", address.condition("$1"))))
        .bind(address.to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(board).transpose()
}

/// Returns the board of an account at an address, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_member_at<'e>(
    executor: impl Executor<'e, Database = Any>,
    account: Owner,
    address: &BoardAddress,
) -> Result<Option<MemberBoard>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, {} {OF_MEMBER} AND {}", members::COLUMNS, address.condition("$2"));
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(account.id().to_string())
        .bind(address.to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(board_of_member).transpose()
}

/// Returns the board of an owner that was imported with a key, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn with_import_key(
    connection: &mut AnyConnection,
    owner: Owner,
    key: &ImportKey,
) -> Result<Option<Id>, StoreError> {
    let query = sqlx::query("SELECT id FROM boards WHERE owner_id = $1 AND import_key = $2 ORDER BY id LIMIT 1");
    let row = query.bind(owner.id().to_string()).bind(key.as_str().to_owned()).fetch_optional(connection).await?;
    row.map(|row| read_id(&row, "id")).transpose()
}

/// Adds a board at version 1, with its owner. Returns false if its id or its slug is taken.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    new: &Board,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let id = new.id.to_string();
    if !SLUGS.claim(connection, new.slug.as_str(), &id).await? {
        return Ok(false);
    }
    let inserted = sqlx::query(
        "INSERT INTO boards (id, owner_id, slug, name, description, color, image, label_colors, trashed_at, is_template, import_key, version, record_version) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, 1) ON CONFLICT DO NOTHING",
    )
    .bind(id.clone())
    .bind(owner.id().to_string())
    .bind(new.slug.as_str().to_owned())
    .bind(new.name.as_str().to_owned())
    .bind(new.description.as_str().to_owned())
    .bind(new.color.as_ref().map(|color| color.as_str().to_owned()))
    .bind(new.image.as_ref().map(|image| image.as_str().to_owned()))
    .bind(json(&new.label_colors))
    .bind(new.trashed_at.map(|moment| moment.millis()))
    .bind(i64::from(new.is_template))
    .bind(new.import_key.as_ref().map(|key| key.as_str().to_owned()))
    .execute(&mut *connection)
    .await
    .map_err(super::map_missing_account)?;
    if inserted.rows_affected() == 0 {
        SLUGS.release_unused(connection, new.slug.as_str(), &id).await?;
        return Ok(false);
    }
    members::insert(connection, new.id, owner, Role::Owner, now).await
}

/// Deletes the boards that fulfill a condition on `$1`, with everything on them, and releases their slugs.
///
/// # Errors
/// Returns an error if a statement fails.
pub(super) async fn remove_all(
    connection: &mut AnyConnection,
    condition: &str,
    value: Value,
) -> Result<(), StoreError> {
    let sql = format!("DELETE FROM boards WHERE {condition} RETURNING slug, id");
    for row in value.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(&mut *connection).await? {
        SLUGS.release(connection, row.try_get("slug")?, row.try_get("id")?).await?;
        search::forget_subject(connection, read_id(&row, "id")?).await?;
    }
    Ok(())
}

/// Counts the bytes of a board's texts.
pub(super) const TEXT_BYTES: &str = "octet_length(boards.description) \
    + (SELECT CAST(COALESCE(SUM(octet_length(cards.description)), 0) AS BIGINT) FROM cards WHERE cards.board_id = boards.id) \
    + (SELECT CAST(COALESCE(SUM(octet_length(items.content)), 0) AS BIGINT) FROM items WHERE items.board_id = boards.id)";

/// What a transaction takes of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BoardSpace {
    /// The number of versions.
    pub versions: i64,
    /// The bytes of new ops.
    pub op_bytes: i64,
    /// The bytes of the bodies of new ops.
    pub body_bytes: i64,
    /// The bytes of new texts: descriptions, subtasks, comments and reminders.
    pub text_bytes: i64,
    /// The number of new cards.
    pub cards: i64,
}

impl BoardSpace {
    /// Returns what is left of this space after `used`, or `None` if nothing is.
    pub fn minus(&self, used: &Self) -> Option<Self> {
        let rest = Self {
            versions: self.versions - used.versions,
            op_bytes: self.op_bytes - used.op_bytes,
            body_bytes: self.body_bytes - used.body_bytes,
            text_bytes: self.text_bytes - used.text_bytes,
            cards: self.cards - used.cards,
        };
        (rest != Self::default()).then_some(rest)
    }
}

/// A board of which a transaction has taken space.
pub struct ReservedBoard {
    /// The board, with its version after that.
    pub row: BoardRow,
    /// The bytes of its stored ops, the new ones included.
    pub op_bytes: i64,
    /// The bytes of its texts, the new ones included.
    pub text_bytes: i64,
    /// The number of its cards, the new ones included.
    pub card_count: i64,
    /// Whether any member has webhooks.
    pub has_webhooks: bool,
}

/// Takes space of boards and returns them; missing boards are left out. The update locks the rows, so other batches wait
/// until the transaction ends.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn reserve(
    connection: &mut AnyConnection,
    spaces: &BTreeMap<Id, BoardSpace>,
) -> Result<Vec<ReservedBoard>, StoreError> {
    let row = |(id, space): (&Id, &BoardSpace)| {
        let BoardSpace { versions, op_bytes, body_bytes, text_bytes, cards } = *space;
        [(*id).into(), versions.into(), op_bytes.into(), body_bytes.into(), text_bytes.into(), cards.into()]
    };
    let updates = statements(spaces.iter().map(row), |values| {
        format!(
            "UPDATE boards SET version = version + taken.column2, op_bytes = op_bytes + taken.column3, \
             body_bytes = body_bytes + taken.column4, text_bytes = text_bytes + taken.column5, \
             card_count = card_count + taken.column6 \
             FROM ({values}) AS taken WHERE boards.id = taken.column1 \
             RETURNING {COLUMNS}, op_bytes, text_bytes, card_count, CASE WHEN EXISTS (SELECT 1 FROM board_members \
             JOIN webhooks ON webhooks.user_id = board_members.user_id WHERE board_members.board_id = boards.id) \
             THEN 1 ELSE 0 END AS has_webhooks"
        )
    });
    let mut boards = Vec::with_capacity(spaces.len());
    for update in updates {
        for row in update.fetch_all(&mut *connection).await? {
            boards.push(ReservedBoard {
                op_bytes: row.try_get("op_bytes")?,
                text_bytes: row.try_get("text_bytes")?,
                card_count: row.try_get("card_count")?,
                has_webhooks: row.try_get::<i64, _>("has_webhooks")? != 0,
                row: board(&row)?,
            });
        }
    }
    Ok(boards)
}

/// Locks a board until the transaction ends.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn lock(connection: &mut AnyConnection, id: Id) -> Result<(), StoreError> {
    let locking = sqlx::query("UPDATE boards SET version = version WHERE id = $1");
    locking.bind(id.to_string()).execute(connection).await?;
    Ok(())
}

/// Locks a board like [`lock`] if an account is a member, so that no account can delay changes of boards that it cannot see.
/// Returns whether it is locked. The account may have been removed while this waited for the lock.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn lock_of_member(connection: &mut AnyConnection, account: Owner, id: Id) -> Result<bool, StoreError> {
    let locking = sqlx::query(
        "UPDATE boards SET version = version WHERE id = $1 \
         AND EXISTS (SELECT 1 FROM board_members WHERE board_members.board_id = $1 AND board_members.user_id = $2)",
    );
    let locking = locking.bind(id.to_string()).bind(account.id().to_string());
    Ok(locking.execute(connection).await?.rows_affected() > 0)
}

/// Gives space back that a transaction has taken of a board and not used.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn release(connection: &mut AnyConnection, id: Id, space: &BoardSpace) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE boards SET version = version - $2, op_bytes = op_bytes - $3, body_bytes = body_bytes - $4, \
         text_bytes = text_bytes - $5, card_count = card_count - $6 WHERE id = $1",
    )
    .bind(id.to_string())
    .bind(space.versions)
    .bind(space.op_bytes)
    .bind(space.body_bytes)
    .bind(space.text_bytes)
    .bind(space.cards)
    .execute(connection)
    .await?;
    Ok(())
}

/// What an account has stored on its boards, those in the trash included.
pub struct OwnedSpace {
    /// The number of boards.
    pub boards: i64,
    /// The number of cards.
    pub cards: i64,
    /// The bytes of stored ops and of texts.
    pub bytes: i64,
}

/// Returns what an account has stored on its boards.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn space_of_owner(connection: &mut AnyConnection, owner: Owner) -> Result<OwnedSpace, StoreError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS boards, CAST(COALESCE(SUM(card_count), 0) AS BIGINT) AS cards, \
         CAST(COALESCE(SUM(op_bytes + text_bytes), 0) AS BIGINT) AS bytes FROM boards WHERE owner_id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_one(connection)
    .await?;
    Ok(OwnedSpace { boards: row.try_get("boards")?, cards: row.try_get("cards")?, bytes: row.try_get("bytes")? })
}

/// Writes the board's own fields. The slug never changes.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn update(connection: &mut AnyConnection, board: &Board, version: i64) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE boards SET name = $2, description = $3, color = $4, image = $5, label_colors = $6, \
         kept_until = CASE WHEN trashed_at = $7 THEN kept_until END, trashed_at = $7, record_version = $8, is_template = $9 WHERE id = $1",
    )
    .bind(board.id.to_string())
    .bind(board.name.as_str().to_owned())
    .bind(board.description.as_str().to_owned())
    .bind(board.color.as_ref().map(|color| color.as_str().to_owned()))
    .bind(board.image.as_ref().map(|image| image.as_str().to_owned()))
    .bind(json(&board.label_colors))
    .bind(board.trashed_at.map(|moment| moment.millis()))
    .bind(version)
    .bind(i64::from(board.is_template))
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns how many boards of an account are not in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn count_in_use(connection: &mut AnyConnection, owner: Owner) -> Result<usize, StoreError> {
    let row = sqlx::query("SELECT COUNT(*) AS number FROM boards WHERE owner_id = $1 AND trashed_at IS NULL")
        .bind(owner.id().to_string())
        .fetch_one(connection)
        .await?;
    Ok(usize::try_from(row.try_get::<i64, _>("number")?).unwrap_or(0))
}

/// Returns the ids of the boards that an account owns and shares and that are not in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn owned_and_shared(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Id>, StoreError> {
    let query = sqlx::query("SELECT id FROM boards WHERE owner_id = $1 AND member_count > 1 AND trashed_at IS NULL")
        .bind(owner.id().to_string());
    query.fetch_all(connection).await?.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns all boards of an account, its own and others', those in the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_member(connection: &mut AnyConnection, account: Owner) -> Result<Vec<MemberBoard>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, {} {OF_MEMBER}", members::COLUMNS);
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(account.id().to_string()).fetch_all(&mut *connection).await?;
    let mut boards: Vec<MemberBoard> = rows.iter().map(board_of_member).collect::<Result<_, _>>()?;
    let of_rows = boards.iter_mut().map(|MemberBoard { row, .. }| (&mut row.board, row.member_count));
    members::fill_in(connection, of_rows).await?;
    Ok(boards)
}

/// Sets the number of members and the owner of a board, at a new version, which it returns. The transaction must have
/// changed the members before.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn update_members(connection: &mut AnyConnection, id: Id) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "UPDATE boards SET version = version + 1, record_version = version + 1, \
         member_count = (SELECT COUNT(*) FROM board_members WHERE board_id = boards.id), \
         owner_id = (SELECT user_id FROM board_members WHERE board_id = boards.id AND role = 'owner') \
         WHERE id = $1 RETURNING version",
    )
    .bind(id.to_string())
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("version")?)
}

/// Returns an account's boards that are not in the trash, its own and others', with their lists and card counts, in no
/// particular order. With `only`, returns just that board, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn overview(
    connection: &mut AnyConnection,
    account: Owner,
    only: Option<Id>,
) -> Result<Vec<BoardOverview>, StoreError> {
    let chosen = if only.is_some() { "boards.id = $2" } else { "boards.trashed_at IS NULL" };
    let chosen = format!("{OF_MEMBER} AND {chosen}");
    let with_binds = |sql: String| {
        let query = sqlx::query(AssertSqlSafe(sql)).bind(account.id().to_string());
        match only {
            Some(id) => query.bind(id.to_string()),
            None => query,
        }
    };
    let rows =
        with_binds(format!("SELECT {COLUMNS}, {} {chosen}", members::COLUMNS)).fetch_all(&mut *connection).await?;
    let mut boards: Vec<MemberBoard> = rows.iter().map(board_of_member).collect::<Result<_, _>>()?;
    let of_rows = boards.iter_mut().map(|MemberBoard { row, .. }| (&mut row.board, row.member_count));
    members::fill_in(connection, of_rows).await?;
    let lists = with_binds(format!(
        "SELECT board_id, id, name, rank FROM lists \
         WHERE board_id IN (SELECT boards.id {chosen}) AND trashed_at IS NULL"
    ))
    .fetch_all(&mut *connection)
    .await?;
    let counts = with_binds(format!(
        "SELECT board_id, list_id, CAST(count(*) AS BIGINT) AS card_count FROM cards \
         WHERE board_id IN (SELECT boards.id {chosen}) AND trashed_at IS NULL AND archived_at IS NULL \
         GROUP BY board_id, list_id"
    ))
    .fetch_all(connection)
    .await?;
    let mut card_counts = HashMap::with_capacity(counts.len());
    for row in &counts {
        card_counts.insert((read_id(row, "board_id")?, read_id(row, "list_id")?), row.try_get::<i64, _>("card_count")?);
    }
    let mut columns: HashMap<Id, Vec<(Rank, Column)>> = HashMap::with_capacity(boards.len());
    for row in &lists {
        let (board_id, id) = (read_id(row, "board_id")?, read_id(row, "id")?);
        let column = Column {
            id,
            name: read_text(row, "name", ListName::parse)?,
            cards: vec![],
            card_count: card_counts.get(&(board_id, id)).copied().unwrap_or(0),
        };
        columns.entry(board_id).or_default().push((read_text(row, "rank", Rank::parse)?, column));
    }
    let overview = boards.into_iter().map(|MemberBoard { row: BoardRow { board, .. }, .. }| {
        let mut columns = columns.remove(&board.id).unwrap_or_default();
        // Sorted here because the database's text order depends on its collation.
        columns.sort_by(|(rank, column), (other_rank, other)| rank.cmp(other_rank).then(column.id.cmp(&other.id)));
        BoardOverview { board, columns: columns.into_iter().map(|(_, column)| column).collect() }
    });
    Ok(overview.collect())
}

/// Parts of the text of ops that only their author sees: reminders, and how the author sees the board. Quotes within texts are
/// escaped, so no text contains these.
const PERSONAL_OPS: [&str; 8] = [
    r#""type":"add_reminder""#,
    r#""edit":{"field":"minutes_before""#,
    r#""edit":{"field":"collapsed""#,
    r#""edit":{"field":"favorite""#,
    r#""edit":{"field":"watch""#,
    r#""edit":{"field":"unwatch""#,
    r#""edit":{"field":"muted""#,
    r#""edit":{"field":"shares_focus""#,
];

/// Returns when each board of an account was last changed, by the clock of the device that changed it, as far as its ops are
/// still known. Changes that only their author sees do not count.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn last_changes(
    connection: &mut AnyConnection,
    account: Owner,
) -> Result<HashMap<Id, Timestamp>, StoreError> {
    let is_shown = PERSONAL_OPS.map(|part| format!("ops.body NOT LIKE '%{part}%'")).join(" AND ");
    // The index of ops with a body finds the newest one of each board.
    let sql = format!(
        "SELECT boards.id AS id, (SELECT ops.at FROM ops WHERE ops.board_id = boards.id AND ops.body <> '' AND {is_shown} \
         ORDER BY ops.version DESC, ops.id DESC LIMIT 1) AS changed_at {OF_MEMBER} AND boards.trashed_at IS NULL"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(account.id().to_string()).fetch_all(connection).await?;
    let mut changes = HashMap::with_capacity(rows.len());
    for row in &rows {
        if let Some(changed_at) = read_timestamp(row, "changed_at")? {
            changes.insert(read_id(row, "id")?, changed_at);
        }
    }
    Ok(changes)
}
