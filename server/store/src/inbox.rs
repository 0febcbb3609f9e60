//! The inboxes of accounts, and when they were mailed.

use super::statements::{MAX_BINDS, execute_all, placeholders};
use super::{avatars, corrupt_column, read_id, read_json, read_tag, read_timestamp, tag};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::http::{InboxMails, deleted_user_name};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{InboxEntry, InboxKind};
use core_wasm::protocol::record::ItemContent;
use core_wasm::protocol::sharing::Role;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use twentyfour_model::Owner;

/// The maximum number of characters of a comment in an entry.
const MAX_TEXT_CHARS: usize = 200;

/// An entry to be added to an inbox.
pub struct NewEntry {
    /// The id of the entry; for an invitation, that of the invitation.
    pub id: Id,
    /// Whose inbox it is added to.
    pub user_id: Id,
    /// What it is about.
    pub kind: InboxKind,
    /// The board.
    pub board_id: Id,
    /// The card; `None` for an invitation.
    pub card_id: Option<Id>,
    /// The comment; `None` for other kinds.
    pub item_id: Option<Id>,
    /// The account of the person who did it. For a card that is due soon, that of the reader.
    pub author_id: Id,
    /// The due date; `None` for other kinds, or if it was removed.
    pub text: Option<String>,
}

/// Adds entries.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    entries: Vec<NewEntry>,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    let rows = entries.into_iter().map(|entry| {
        // An invitation is mailed itself.
        let is_mailed = i64::from(entry.kind == InboxKind::Invitation);
        [
            entry.id.into(),
            entry.user_id.into(),
            tag(&entry.kind).into(),
            entry.board_id.into(),
            entry.card_id.into(),
            entry.item_id.into(),
            entry.author_id.into(),
            entry.text.into(),
            now.millis().into(),
            expires_at.millis().into(),
            is_mailed.into(),
        ]
    });
    execute_all(connection, rows, |values| {
        format!(
            "INSERT INTO inbox_entries (id, user_id, kind, board_id, card_id, item_id, author_id, text, created_at, \
             expires_at, is_mailed, is_read) SELECT given.*, 0 FROM ({values}) AS given WHERE column1 IS NOT NULL"
        )
    })
    .await
}

/// The entries that an account sees, whose id is `$1`, at the time `$2`: about open invitations, and about cards of boards that
/// it is a member of.
const VISIBLE: &str = "inbox_entries JOIN boards ON boards.id = inbox_entries.board_id AND boards.trashed_at IS NULL \
    LEFT JOIN board_members ON board_members.board_id = inbox_entries.board_id AND board_members.user_id = inbox_entries.user_id \
    LEFT JOIN cards ON cards.board_id = inbox_entries.board_id AND cards.id = inbox_entries.card_id AND cards.trashed_at IS NULL \
    LEFT JOIN board_invitations ON board_invitations.board_id = inbox_entries.board_id AND board_invitations.id = inbox_entries.id \
    AND board_invitations.accepted_by IS NULL AND board_invitations.expires_at > $2 \
    WHERE inbox_entries.user_id = $1 AND ((board_members.user_id IS NOT NULL AND cards.id IS NOT NULL) \
    OR (board_members.user_id IS NULL AND board_invitations.id IS NOT NULL))";

/// Returns the latest entries of an inbox, or the latest before one of them.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn list(
    connection: &mut AnyConnection,
    account: Owner,
    before: Option<Id>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<InboxEntry>, StoreError> {
    let sql = select_entries("inbox_entries.id < $3 ORDER BY inbox_entries.id DESC LIMIT $4");
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(account.id().to_string())
        .bind(now.millis())
        // Every id is less than this.
        .bind(before.map_or_else(|| "g".to_owned(), |id| id.to_string()))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.iter().map(entry).collect()
}

/// Returns a query for the entries that an account sees and that fulfill a condition.
fn select_entries(condition: &str) -> String {
    // The order of the joins after `VISIBLE` does not matter, so they are subqueries of the columns.
    format!(
        "SELECT inbox_entries.id, inbox_entries.kind, inbox_entries.created_at, inbox_entries.is_read, \
         inbox_entries.board_id, inbox_entries.card_id, inbox_entries.text, boards.name AS board_name, \
         board_invitations.role, cards.title AS card_title, \
         CASE WHEN board_members.user_id IS NOT NULL THEN boards.slug END AS board_slug, \
         (SELECT id FROM users WHERE users.id = inbox_entries.author_id) AS author_id, \
         (SELECT first_name || ' ' || last_name FROM users WHERE users.id = inbox_entries.author_id) AS who, \
         (SELECT avatars.id FROM avatars WHERE avatars.user_id = inbox_entries.author_id) AS avatar_id, \
         (SELECT content FROM items WHERE items.board_id = inbox_entries.board_id AND items.id = inbox_entries.item_id \
         AND items.trashed_at IS NULL) AS content FROM {VISIBLE} AND {condition}"
    )
}

/// Returns those of some entries of an inbox that are visible and unread, at most `limit`, the latest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn to_mail(
    connection: &mut AnyConnection,
    account_id: Id,
    ids: &[Id],
    limit: i64,
    now: Timestamp,
) -> Result<Vec<Id>, StoreError> {
    let ids = &ids[..ids.len().min(MAX_BINDS - 3)];
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let sql = format!(
        "SELECT inbox_entries.id FROM {VISIBLE} AND inbox_entries.is_read = 0 AND inbox_entries.id IN ({}) \
         ORDER BY inbox_entries.id DESC LIMIT $3",
        placeholders(4, ids.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(account_id.to_string()).bind(now.millis()).bind(limit);
    let query = ids.iter().fold(query, |query, id| query.bind(id.to_string()));
    query.fetch_all(connection).await?.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns those of some entries that are still visible and unread, the latest first, for a mail that is sent now.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn for_mail(
    pool: &ReadPool,
    account_id: Id,
    ids: &[Id],
    now: Timestamp,
) -> Result<Vec<InboxEntry>, StoreError> {
    let ids = &ids[..ids.len().min(MAX_BINDS - 2)];
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let sql = select_entries(&format!(
        "inbox_entries.is_read = 0 AND inbox_entries.id IN ({}) ORDER BY inbox_entries.id DESC",
        placeholders(3, ids.len())
    ));
    let query = sqlx::query(AssertSqlSafe(sql)).bind(account_id.to_string()).bind(now.millis());
    let query = ids.iter().fold(query, |query, id| query.bind(id.to_string()));
    query.fetch_all(pool).await?.iter().map(entry).collect()
}

fn entry(row: &AnyRow) -> Result<InboxEntry, StoreError> {
    let kind: InboxKind = read_tag(row, "kind")?;
    let content = match row.try_get::<Option<&str>, _>("content")? {
        Some(_) => Some(read_json::<ItemContent>(row, "content")?),
        None => None,
    };
    let text = match content {
        Some(ItemContent::Comment { text, .. }) => Some(text.as_str().chars().take(MAX_TEXT_CHARS).collect()),
        _ => row.try_get("text")?,
    };
    let optional_id = |column: &str| -> Result<Option<Id>, StoreError> {
        let id: Option<&str> = row.try_get(column)?;
        id.map(|id| Id::parse(id).ok_or_else(|| corrupt_column(column))).transpose()
    };
    let role = match kind {
        InboxKind::Invitation => Some(read_tag::<Role>(row, "role")?),
        _ => None,
    };
    let who: Option<String> = row.try_get("who")?;
    Ok(InboxEntry {
        id: read_id(row, "id")?,
        kind,
        at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
        is_read: row.try_get::<i64, _>("is_read")? != 0,
        user_id: optional_id("author_id")?,
        who: who.unwrap_or_else(|| deleted_user_name().to_owned()),
        picture: avatars::path_in(row)?,
        board_id: read_id(row, "board_id")?,
        board_name: row.try_get("board_name")?,
        board_slug: row.try_get("board_slug")?,
        card_id: optional_id("card_id")?,
        card_title: row.try_get("card_title")?,
        text,
        role,
    })
}

/// Returns the number of entries of an inbox that are not marked as read.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn count_unread<'e>(
    executor: impl Executor<'e, Database = Any>,
    account: Owner,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let sql = format!("SELECT COUNT(*) FROM {VISIBLE} AND inbox_entries.is_read = 0");
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(account.id().to_string()).bind(now.millis());
    Ok(query.fetch_one(executor).await?)
}

/// Marks entries of an inbox as read or unread: those with these ids, and those up to and including `until`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn mark(
    connection: &mut AnyConnection,
    account: Owner,
    ids: &[Id],
    until: Option<Id>,
    is_read: bool,
) -> Result<(), StoreError> {
    const MARK: &str = "UPDATE inbox_entries SET is_read = $2 WHERE user_id = $1 AND is_read <> $2";
    for ids in ids.chunks(MAX_BINDS - 2) {
        let sql = format!("{MARK} AND id IN ({})", placeholders(3, ids.len()));
        let query = sqlx::query(AssertSqlSafe(sql)).bind(account.id().to_string()).bind(i64::from(is_read));
        ids.iter().fold(query, |query, id| query.bind(id.to_string())).execute(&mut *connection).await?;
    }
    if let Some(until) = until {
        let query = sqlx::query(AssertSqlSafe(format!("{MARK} AND id <= $3"))).bind(account.id().to_string());
        query.bind(i64::from(is_read)).bind(until.to_string()).execute(connection).await?;
    }
    Ok(())
}

/// Returns the accounts whose inboxes have more than `limit` entries.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn too_long(pool: &ReadPool, limit: i64) -> Result<Vec<Id>, StoreError> {
    let query = sqlx::query("SELECT user_id FROM inbox_entries GROUP BY user_id HAVING COUNT(*) > $1").bind(limit);
    query.fetch_all(pool).await?.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Deletes the oldest entries of an inbox, so that it has at most `limit`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn trim(connection: &mut AnyConnection, account_id: Id, limit: i64) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM inbox_entries WHERE user_id = $1 AND id <= \
         (SELECT id FROM inbox_entries WHERE user_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
    )
    .bind(account_id.to_string())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the entry about an invitation, and returns whose inbox it was in.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn remove_invitation(connection: &mut AnyConnection, board_id: Id, id: Id) -> Result<Option<Id>, StoreError> {
    let query = sqlx::query("DELETE FROM inbox_entries WHERE board_id = $1 AND id = $2 RETURNING user_id");
    query
        .bind(board_id.to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?
        .map(|row| read_id(&row, "user_id"))
        .transpose()
}

/// The cards that members are notified of when they are due soon: open ones that are not in the trash or the archive.
const OPEN_CARDS: &str = "cards.due_date IS NOT NULL AND cards.completed_at IS NULL AND cards.trashed_at IS NULL \
    AND cards.archived_at IS NULL";

/// Returns the time zones of the members of boards with open cards that are due between two due dates.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn zones_of_due_cards(pool: &ReadPool, from: &str, until: &str) -> Result<Vec<String>, StoreError> {
    let sql = format!(
        "SELECT DISTINCT COALESCE(preferences.time_zone, 'UTC') FROM cards \
         JOIN board_members ON board_members.board_id = cards.board_id AND board_members.is_muted = 0 \
         LEFT JOIN preferences ON preferences.user_id = board_members.user_id \
         WHERE {OPEN_CARDS} AND cards.due_date >= $1 AND cards.due_date <= $2"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(from.to_owned()).bind(until.to_owned());
    Ok(query.fetch_all(pool).await?)
}

/// The due dates that are soon in some time zones.
#[derive(Clone, Debug)]
pub struct DueWindow {
    /// The time zones, at most 900.
    pub zones: Vec<String>,
    /// The local day. A card that is due on a day is due until its end.
    pub today: String,
    /// The local time, to the minute.
    pub now: String,
    /// The last local time that is soon.
    pub until: String,
}

/// A card that is due soon, and a member who watches it or is assigned to it.
#[derive(Clone, Debug)]
pub struct DueCard {
    /// The member.
    pub user_id: Id,
    /// The board.
    pub board_id: Id,
    /// The card.
    pub card_id: Id,
    /// The due date.
    pub due_date: String,
}

/// Returns at most `limit` cards that are due soon, each with a member who has not been notified of that due date yet.
/// Members who have muted the board are not notified, and cards of templates are left out.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn due_soon(pool: &ReadPool, window: &DueWindow, limit: i64) -> Result<Vec<DueCard>, StoreError> {
    let zones = &window.zones[..window.zones.len().min(MAX_BINDS - 5)];
    let sql = format!(
        "SELECT board_members.user_id, cards.board_id, cards.id AS card_id, cards.due_date FROM cards \
         JOIN boards ON boards.id = cards.board_id AND boards.trashed_at IS NULL AND boards.is_template = 0 \
         JOIN lists ON lists.board_id = cards.board_id AND lists.id = cards.list_id AND lists.trashed_at IS NULL \
         JOIN board_members ON board_members.board_id = cards.board_id AND board_members.is_muted = 0 \
         LEFT JOIN preferences ON preferences.user_id = board_members.user_id \
         WHERE {OPEN_CARDS} AND cards.due_date >= $1 AND cards.due_date <= $3 \
         AND (cards.due_date = $1 OR (LENGTH(cards.due_date) > 10 AND cards.due_date >= $2)) \
         AND (cards.assignee_ids LIKE '%' || board_members.user_id || '%' \
         OR board_members.watched_ids LIKE '%' || cards.id || '%' \
         OR board_members.watched_ids LIKE '%' || cards.list_id || '%' \
         OR board_members.watched_ids LIKE '%' || cards.board_id || '%') \
         AND COALESCE(preferences.time_zone, 'UTC') IN ({}) \
         AND NOT EXISTS (SELECT 1 FROM inbox_entries WHERE inbox_entries.user_id = board_members.user_id \
         AND inbox_entries.kind = $4 AND inbox_entries.board_id = cards.board_id AND inbox_entries.card_id = cards.id \
         AND inbox_entries.text = cards.due_date) ORDER BY cards.due_date, cards.id, board_members.user_id LIMIT $5",
        placeholders(6, zones.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(window.today.clone()).bind(window.now.clone());
    let query = query.bind(window.until.clone()).bind(tag(&InboxKind::DueSoon)).bind(limit);
    let query = zones.iter().fold(query, |query, zone| query.bind(zone.clone()));
    let card = |row: &AnyRow| {
        Ok(DueCard {
            user_id: read_id(row, "user_id")?,
            board_id: read_id(row, "board_id")?,
            card_id: read_id(row, "card_id")?,
            due_date: row.try_get("due_date")?,
        })
    };
    query.fetch_all(pool).await?.iter().map(card).collect()
}

/// Which inboxes are due to be mailed. All times are when an entry was added, or when an inbox was mailed last.
#[derive(Clone, Copy, Debug)]
pub struct DueMailings {
    /// Entries until this time are mailed instantly.
    pub instant_until: Timestamp,
    /// Entries until this time are mailed once a day.
    pub daily_until: Timestamp,
    /// An inbox that is mailed once a day was mailed last until this time.
    pub mailed_until: Timestamp,
    /// Older entries are not mailed.
    pub not_before: Timestamp,
}

/// Returns at most `limit` accounts whose inboxes are due to be mailed, with their addresses. Only confirmed addresses are
/// mailed.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn due_mailings(pool: &ReadPool, due: DueMailings, limit: i64) -> Result<Vec<(Id, String)>, StoreError> {
    let rows = sqlx::query(
        "SELECT users.id, users.email, MIN(inbox_entries.created_at) AS oldest FROM inbox_entries \
         JOIN users ON users.id = inbox_entries.user_id AND users.is_verified <> 0 AND users.delete_at IS NULL \
         LEFT JOIN preferences ON preferences.user_id = users.id \
         LEFT JOIN inbox_mailings ON inbox_mailings.user_id = users.id \
         WHERE inbox_entries.is_read = 0 AND inbox_entries.is_mailed = 0 AND inbox_entries.created_at >= $4 \
         AND ((COALESCE(preferences.inbox_mails, $6) = $5 AND inbox_entries.created_at <= $1) \
         OR (COALESCE(preferences.inbox_mails, $6) = $6 AND inbox_entries.created_at <= $2 \
         AND COALESCE(inbox_mailings.mailed_at, 0) <= $3)) \
         GROUP BY users.id, users.email ORDER BY oldest LIMIT $7",
    )
    .bind(due.instant_until.millis())
    .bind(due.daily_until.millis())
    .bind(due.mailed_until.millis())
    .bind(due.not_before.millis())
    .bind(tag(&InboxMails::Instant))
    .bind(tag(&InboxMails::Daily))
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((read_id(row, "id")?, row.try_get("email")?))).collect()
}

/// Marks the entries of an inbox as mailed, and returns the unread ones, the latest first. Each entry is returned to one server only,
/// and entries that are added meanwhile are mailed the next time.
///
/// # Errors
/// Returns an error if the statement fails or a stored value is invalid.
pub async fn mark_mailed(connection: &mut AnyConnection, account_id: Id) -> Result<Vec<Id>, StoreError> {
    let marked = sqlx::query(
        "UPDATE inbox_entries SET is_mailed = 1 WHERE user_id = $1 AND is_mailed = 0 RETURNING id, is_read",
    )
    .bind(account_id.to_string())
    .fetch_all(connection)
    .await?;
    let mut ids = Vec::with_capacity(marked.len());
    for row in &marked {
        if row.try_get::<i64, _>("is_read")? == 0 {
            ids.push(read_id(row, "id")?);
        }
    }
    ids.sort_by(|one, other| other.cmp(one));
    Ok(ids)
}

/// Records that an inbox is mailed now, and returns the token of the link that turns these mails off: the given one for the
/// first mail, later the same one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_mailing(
    connection: &mut AnyConnection,
    account_id: Id,
    token: &str,
    now: Timestamp,
) -> Result<String, StoreError> {
    let row = sqlx::query(
        "INSERT INTO inbox_mailings (user_id, mailed_at, unsubscribe_token) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET mailed_at = excluded.mailed_at RETURNING unsubscribe_token",
    )
    .bind(account_id.to_string())
    .bind(now.millis())
    .bind(token.to_owned())
    .fetch_one(connection)
    .await
    .map_err(super::map_missing_account)?;
    Ok(row.try_get("unsubscribe_token")?)
}

/// Returns the account whose mails a token turns off.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn account_of_token(pool: &ReadPool, token: &str) -> Result<Option<Id>, StoreError> {
    let query = sqlx::query("SELECT user_id FROM inbox_mailings WHERE unsubscribe_token = $1").bind(token.to_owned());
    query.fetch_optional(pool).await?.map(|row| read_id(&row, "user_id")).transpose()
}
