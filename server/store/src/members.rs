//! The members of boards, and what only they see of a board: whether it is a favorite, the lists that they have collapsed,
//! what they watch, whether it is muted, and whether they share their focus time.

use super::{avatars, json, read_id, read_json, read_tag, tag};
use crate::statements::{MAX_BINDS, placeholders};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, List};
use core_wasm::protocol::sharing::{Member, Role};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use std::collections::{BTreeSet, HashMap};
use twentyfour_model::Owner;

/// How long other servers may take to notice that a member was added or removed, in milliseconds.
const CHANGE_TTL_MS: i64 = 60_000;

/// The columns of a membership in a query that joins it with its board.
pub(super) const COLUMNS: &str = "board_members.role, board_members.is_favorite, board_members.collapsed_list_ids, \
    board_members.watched_ids, board_members.is_muted, board_members.shares_focus";

/// A membership under the names of the union of all records (`records::CARD_UNION_COLUMNS`), in its order. The title is
/// the role, the labels are the collapsed lists, the assignees are what is watched, `created_at` is whether it is
/// muted, and `archived_at` whether the focus time is shared.
pub(super) const UNION_COLUMNS: &str = "'member' AS record, board_members.user_id AS id, '' AS parent_id, '' AS rank, \
    board_members.role AS title, '' AS description, '' AS priority, '' AS importance, \
    CAST(NULL AS BIGINT) AS completed_at, CAST(NULL AS TEXT) AS due_date, \
    board_members.collapsed_list_ids AS labels, board_members.watched_ids AS assignee_ids, \
    CAST(NULL AS TEXT) AS cover_id, CAST(NULL AS TEXT) AS recurrence, CAST(NULL AS BIGINT) AS estimate_minutes, \
    board_members.is_favorite AS is_collapsed, \
    CAST(board_members.is_muted AS BIGINT) AS created_at, CAST(NULL AS BIGINT) AS edited_at, \
    CAST(board_members.shares_focus AS BIGINT) AS archived_at, \
    CAST(NULL AS BIGINT) AS trashed_at";

/// A membership: the role, and what only the member sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// The role.
    pub role: Role,
    /// Whether the board is a favorite of the member.
    pub is_favorite: bool,
    /// The lists that the member has collapsed. Some of them may be in the trash.
    pub collapsed_list_ids: BTreeSet<Id>,
    /// What the member watches: cards, lists, or the board itself. Some of them may be in the trash.
    pub watched_ids: Vec<Id>,
    /// Whether nothing about the board is added to the member's inbox.
    pub is_muted: bool,
    /// Whether the other members see the member's focus time on each card.
    pub shares_focus: bool,
}

impl Membership {
    /// Sets the fields of a board that the member sees differently from others.
    pub fn personalize_board(&self, board: &mut Board) {
        board.role = self.role;
        board.favorite = self.is_favorite;
        board.watched_ids.clone_from(&self.watched_ids);
        board.is_muted = self.is_muted;
        board.shares_focus = self.shares_focus;
    }

    /// Sets the fields of lists that the member sees differently from others.
    pub fn personalize_lists<'a>(&self, lists: impl IntoIterator<Item = &'a mut List>) {
        for list in lists {
            list.is_collapsed = self.collapsed_list_ids.contains(&list.id);
        }
    }
}

/// Reads a membership from a row with [`COLUMNS`].
pub(super) fn membership(row: &AnyRow) -> Result<Membership, StoreError> {
    Ok(Membership {
        role: read_tag(row, "role")?,
        is_favorite: row.try_get::<i64, _>("is_favorite")? != 0,
        collapsed_list_ids: read_json(row, "collapsed_list_ids")?,
        watched_ids: read_json(row, "watched_ids")?,
        is_muted: row.try_get::<i64, _>("is_muted")? != 0,
        shares_focus: row.try_get::<i64, _>("shares_focus")? != 0,
    })
}

/// Reads a membership from a row with [`UNION_COLUMNS`].
pub(super) fn membership_of_union(row: &AnyRow) -> Result<Membership, StoreError> {
    Ok(Membership {
        role: read_tag(row, "title")?,
        is_favorite: row.try_get::<i64, _>("is_collapsed")? != 0,
        collapsed_list_ids: read_json(row, "labels")?,
        watched_ids: read_json(row, "assignee_ids")?,
        is_muted: row.try_get::<i64, _>("created_at")? != 0,
        shares_focus: row.try_get::<i64, _>("archived_at")? != 0,
    })
}

/// Adds a member to a board. Returns false if the account is a member already.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    account: Owner,
    role: Role,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO board_members (board_id, user_id, role, is_favorite, collapsed_list_ids, joined_at) \
         VALUES ($1, $2, $3, 0, '[]', $4) ON CONFLICT DO NOTHING",
    )
    .bind(board_id.to_string())
    .bind(account.id().to_string())
    .bind(tag(&role))
    .bind(now.millis())
    .execute(connection)
    .await
    .map_err(super::map_missing_account)?;
    Ok(inserted.rows_affected() == 1)
}

/// Sets a member's role. Returns false if there is no such member.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn set_role(
    connection: &mut AnyConnection,
    board_id: Id,
    user_id: Id,
    role: Role,
) -> Result<bool, StoreError> {
    let updated = sqlx::query("UPDATE board_members SET role = $3 WHERE board_id = $1 AND user_id = $2")
        .bind(board_id.to_string())
        .bind(user_id.to_string())
        .bind(tag(&role))
        .execute(connection)
        .await?;
    Ok(updated.rows_affected() == 1)
}

/// Removes a member. Returns false if there is no such member.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, board_id: Id, user_id: Id) -> Result<bool, StoreError> {
    let removed = sqlx::query("DELETE FROM board_members WHERE board_id = $1 AND user_id = $2")
        .bind(board_id.to_string())
        .bind(user_id.to_string())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Removes an account from the assignees of a board's cards, at the board's new version. Call it when the account has left.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn unassign(
    connection: &mut AnyConnection,
    board_id: Id,
    user_id: Id,
    version: i64,
) -> Result<(), StoreError> {
    // The ids are a JSON array without spaces.
    sqlx::query(
        "UPDATE cards SET version = $3, assignee_ids = REPLACE(REPLACE(REPLACE(assignee_ids, \
         '\"' || $2 || '\",', ''), ',\"' || $2 || '\"', ''), '\"' || $2 || '\"', '') \
         WHERE board_id = $1 AND assignee_ids LIKE '%' || $2 || '%'",
    )
    .bind(board_id.to_string())
    .bind(user_id.to_string())
    .bind(version)
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes the lists and cards that no longer exist from what the members of a board have collapsed and watch. Gives the board
/// a new version if that changes what a member sees of it.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub(super) async fn forget_deleted(connection: &mut AnyConnection, board_id: Id) -> Result<(), StoreError> {
    let board = board_id.to_string();
    let members = sqlx::query(
        "SELECT user_id, collapsed_list_ids, watched_ids FROM board_members \
         WHERE board_id = $1 AND (collapsed_list_ids <> '[]' OR watched_ids <> '[]')",
    )
    .bind(board.clone())
    .fetch_all(&mut *connection)
    .await?;
    if members.is_empty() {
        return Ok(());
    }
    let existing =
        sqlx::query("SELECT id FROM lists WHERE board_id = $1 UNION ALL SELECT id FROM cards WHERE board_id = $1");
    let existing = existing.bind(board.clone()).fetch_all(&mut *connection).await?;
    let mut existing = existing.iter().map(|row| read_id(row, "id")).collect::<Result<BTreeSet<Id>, _>>()?;
    existing.insert(board_id);
    let mut is_visible = false;
    for row in &members {
        let collapsed: BTreeSet<Id> = read_json(row, "collapsed_list_ids")?;
        let watched: Vec<Id> = read_json(row, "watched_ids")?;
        let left_collapsed: BTreeSet<Id> = collapsed.intersection(&existing).copied().collect();
        let left_watched: Vec<Id> = watched.iter().filter(|id| existing.contains(id)).copied().collect();
        if left_collapsed == collapsed && left_watched == watched {
            continue;
        }
        is_visible |= left_watched != watched;
        sqlx::query(
            "UPDATE board_members SET collapsed_list_ids = $3, watched_ids = $4 WHERE board_id = $1 AND user_id = $2",
        )
        .bind(board.clone())
        .bind(read_id(row, "user_id")?.to_string())
        .bind(json(&left_collapsed))
        .bind(json(&left_watched))
        .execute(&mut *connection)
        .await?;
    }
    if is_visible {
        sqlx::query("UPDATE boards SET version = version + 1, record_version = version + 1 WHERE id = $1")
            .bind(board)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Writes what only a member sees of a board.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn update_personal(
    connection: &mut AnyConnection,
    board_id: Id,
    user_id: Id,
    membership: &Membership,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE board_members SET is_favorite = $3, collapsed_list_ids = $4, watched_ids = $5, is_muted = $6, \
         shares_focus = $7 \
         WHERE board_id = $1 AND user_id = $2",
    )
    .bind(board_id.to_string())
    .bind(user_id.to_string())
    .bind(i64::from(membership.is_favorite))
    .bind(json(&membership.collapsed_list_ids))
    .bind(json(&membership.watched_ids))
    .bind(i64::from(membership.is_muted))
    .bind(i64::from(membership.shares_focus))
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns an account's membership of a board, or `None` if it is not a member.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    board_id: Id,
    user_id: Id,
) -> Result<Option<Membership>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM board_members WHERE board_id = $1 AND user_id = $2");
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(board_id.to_string())
        .bind(user_id.to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(membership).transpose()
}

/// Returns the accounts and memberships of those members of a board who watch anything on it.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn watching(connection: &mut AnyConnection, board_id: Id) -> Result<Vec<(Id, Membership)>, StoreError> {
    let sql = format!("SELECT user_id, {COLUMNS} FROM board_members WHERE board_id = $1 AND watched_ids <> '[]'");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((read_id(row, "user_id")?, membership(row)?))).collect()
}

/// Returns the ids of the boards of an account, its own and others', those in the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn board_ids<'e>(executor: impl Executor<'e, Database = Any>, account_id: Id) -> Result<Vec<Id>, StoreError> {
    let query = sqlx::query("SELECT board_id FROM board_members WHERE user_id = $1").bind(account_id.to_string());
    query.fetch_all(executor).await?.iter().map(|row| read_id(row, "board_id")).collect()
}

/// Locks an account until the transaction ends, and returns the number of others' boards that it is a member of.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn count_shared(connection: &mut AnyConnection, account: Owner) -> Result<i64, StoreError> {
    sqlx::query("UPDATE users SET date_joined = date_joined WHERE id = $1")
        .bind(account.id().to_string())
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query("SELECT COUNT(*) AS number FROM board_members WHERE user_id = $1 AND role <> $2")
        .bind(account.id().to_string())
        .bind(tag(&Role::Owner))
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("number")?)
}

/// Returns the members of boards: the owner first, then by role from admin to viewer, then by name.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_boards(
    connection: &mut AnyConnection,
    board_ids: &[Id],
) -> Result<HashMap<Id, Vec<Member>>, StoreError> {
    let mut members: HashMap<Id, Vec<Member>> = HashMap::with_capacity(board_ids.len());
    for ids in board_ids.chunks(MAX_BINDS) {
        let sql = format!(
            "SELECT board_members.board_id, board_members.user_id, board_members.role, board_members.shares_focus, \
             users.first_name, users.last_name, avatars.id AS avatar_id FROM board_members \
             JOIN users ON users.id = board_members.user_id LEFT JOIN avatars ON avatars.user_id = users.id \
             WHERE board_members.board_id IN ({})",
            placeholders(1, ids.len())
        );
        let query = ids.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, id| query.bind(id.to_string()));
        for row in query.fetch_all(&mut *connection).await? {
            members.entry(read_id(&row, "board_id")?).or_default().push(member(&row)?);
        }
    }
    for members in members.values_mut() {
        members.sort_by_cached_key(|member| {
            (std::cmp::Reverse(member.role), member.name().to_lowercase(), member.user_id)
        });
    }
    Ok(members)
}

/// A member of a board, with what decides about their inbox.
pub struct Subscriber {
    /// The member.
    pub member: Member,
    /// What the member watches on the board.
    pub watched_ids: Vec<Id>,
    /// Whether nothing about the board is added to the member's inbox.
    pub is_muted: bool,
}

/// Returns the members of a board, for their inboxes. What they watch is only read if `reads_watched`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn subscribers(
    connection: &mut AnyConnection,
    board_id: Id,
    reads_watched: bool,
) -> Result<Vec<Subscriber>, StoreError> {
    let rows = sqlx::query(
        "SELECT board_members.user_id, board_members.role, board_members.shares_focus, board_members.is_muted, \
         CASE WHEN $2 <> 0 THEN board_members.watched_ids ELSE '[]' END AS watched_ids, users.first_name, users.last_name, \
         avatars.id AS avatar_id FROM board_members JOIN users ON users.id = board_members.user_id \
         LEFT JOIN avatars ON avatars.user_id = users.id WHERE board_members.board_id = $1",
    )
    .bind(board_id.to_string())
    .bind(i64::from(reads_watched))
    .fetch_all(connection)
    .await?;
    let subscriber = |row: &AnyRow| {
        Ok(Subscriber {
            member: member(row)?,
            watched_ids: read_json(row, "watched_ids")?,
            is_muted: row.try_get::<i64, _>("is_muted")? != 0,
        })
    };
    rows.iter().map(subscriber).collect()
}

/// Reads a member from a row with the account's id, name and picture, and the membership's role and whether the focus time is
/// shared.
fn member(row: &AnyRow) -> Result<Member, StoreError> {
    Ok(Member {
        user_id: read_id(row, "user_id")?,
        first_name: row.try_get("first_name")?,
        last_name: row.try_get("last_name")?,
        picture: avatars::path_in(row)?,
        role: read_tag(row, "role")?,
        shares_focus: row.try_get::<i64, _>("shares_focus")? != 0,
    })
}

/// Fills in the members of those boards that are shared.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn fill_in<'a>(
    connection: &mut AnyConnection,
    boards: impl IntoIterator<Item = (&'a mut Board, i64)>,
) -> Result<(), StoreError> {
    let mut shared: Vec<&mut Board> =
        boards.into_iter().filter(|(_, member_count)| *member_count > 1).map(|(board, _)| board).collect();
    if shared.is_empty() {
        return Ok(());
    }
    let ids: Vec<Id> = shared.iter().map(|board| board.id).collect();
    let mut members = of_boards(connection, &ids).await?;
    for board in &mut shared {
        board.members = members.remove(&board.id).unwrap_or_default();
    }
    Ok(())
}

/// Records that an account was added to a board or removed from one, for the other servers.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_change(
    connection: &mut AnyConnection,
    id: Id,
    user_id: Id,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO membership_changes (id, user_id, expires_at) VALUES ($1, $2, $3)")
        .bind(id.to_string())
        .bind(user_id.to_string())
        .bind(now.plus_millis(CHANGE_TTL_MS).millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the accounts that were added to a board or removed from one during the last minute.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn recently_changed(pool: &ReadPool, now: Timestamp) -> Result<BTreeSet<Id>, StoreError> {
    let query = sqlx::query("SELECT user_id FROM membership_changes WHERE expires_at > $1").bind(now.millis());
    query.fetch_all(pool).await?.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Gives the shared boards of an account a new version, because its name or picture has changed, and returns each with its version.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn touch_shared_boards(connection: &mut AnyConnection, account: Owner) -> Result<Vec<(Id, i64)>, StoreError> {
    let rows = sqlx::query(
        "UPDATE boards SET version = version + 1, record_version = version + 1 WHERE member_count > 1 \
         AND id IN (SELECT board_id FROM board_members WHERE user_id = $1) RETURNING id, version",
    )
    .bind(account.id().to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((read_id(row, "id")?, row.try_get("version")?))).collect()
}

/// Removes everybody else from the boards of an account that is deleted, and returns who was removed.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn remove_others(connection: &mut AnyConnection, owner_id: Id) -> Result<BTreeSet<Id>, StoreError> {
    let rows = sqlx::query(
        "DELETE FROM board_members WHERE user_id <> $1 AND board_id IN (SELECT id FROM boards WHERE owner_id = $1) \
         RETURNING user_id",
    )
    .bind(owner_id.to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Ends the memberships of others' boards of an account that is deleted, and deletes its reminders there. It is no longer
/// assigned to cards. Returns each board with its new version.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn remove_account(connection: &mut AnyConnection, user_id: Id) -> Result<Vec<(Id, i64)>, StoreError> {
    const BOARDS: &str = "SELECT board_id FROM board_members WHERE user_id = $1 AND role <> 'owner'";
    const REMINDERS: &str = "items.author_id = $1 AND items.content LIKE '{\"kind\":\"reminder\"%'";
    let sql = format!(
        "UPDATE boards SET version = version + 1, record_version = version + 1, member_count = member_count - 1, \
         text_bytes = text_bytes - (SELECT CAST(COALESCE(SUM(octet_length(items.content)), 0) AS BIGINT) FROM items \
         WHERE items.board_id = boards.id AND {REMINDERS}) WHERE id IN ({BOARDS}) RETURNING id, version"
    );
    let boards = sqlx::query(AssertSqlSafe(sql)).bind(user_id.to_string()).fetch_all(&mut *connection).await?;
    for sql in [
        format!("DELETE FROM items WHERE {REMINDERS} AND board_id IN ({BOARDS})"),
        "DELETE FROM board_members WHERE user_id = $1 AND role <> 'owner'".to_owned(),
    ] {
        sqlx::query(AssertSqlSafe(sql)).bind(user_id.to_string()).execute(&mut *connection).await?;
    }
    let boards = boards.iter().map(|row| Ok((read_id(row, "id")?, row.try_get("version")?)));
    let boards = boards.collect::<Result<Vec<(Id, i64)>, StoreError>>()?;
    for (board_id, version) in &boards {
        unassign(connection, *board_id, user_id, *version).await?;
    }
    Ok(boards)
}
