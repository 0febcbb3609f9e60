//! Calendar feeds with the cards that are in them, and the addresses of other calendars. Codes and addresses are stored as they
//! are: the account can see the address of its feed again, and the server fetches the other calendar.

use super::{read_id, read_tag, tag};
use crate::StoreError;
use core_wasm::protocol::calendar::{CalendarCards, CalendarOptions};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use twentyfour_model::Owner;

/// The feed of an account.
#[derive(Clone)]
pub struct Feed {
    /// The account.
    pub account_id: Id,
    /// The secret part of its address.
    pub code: String,
    /// What it contains.
    pub options: CalendarOptions,
    /// When its address was made.
    pub created_at: Timestamp,
}

fn feed(row: &AnyRow) -> Result<Feed, StoreError> {
    Ok(Feed {
        account_id: read_id(row, "user_id")?,
        code: row.try_get("code")?,
        options: CalendarOptions {
            cards: read_tag(row, "cards")?,
            includes_sessions: row.try_get::<i64, _>("includes_sessions")? != 0,
        },
        created_at: Timestamp::from_millis(row.try_get("created_at")?),
    })
}

/// Returns the feed of an account, or `None` if it has none.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn feed_of<'e>(
    executor: impl Executor<'e, Database = Any>,
    owner: Owner,
) -> Result<Option<Feed>, StoreError> {
    let sql = "SELECT user_id, code, cards, includes_sessions, created_at FROM calendar_feeds WHERE user_id = $1";
    let row = sqlx::query(sql).bind(owner.id().to_string()).fetch_optional(executor).await?;
    row.as_ref().map(feed).transpose()
}

/// Returns the feed with a code, or `None` if there is none or the deletion of its account is scheduled.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn feed_by_code<'e>(
    executor: impl Executor<'e, Database = Any>,
    code: &str,
) -> Result<Option<Feed>, StoreError> {
    let sql = "SELECT user_id, code, cards, includes_sessions, calendar_feeds.created_at \
               FROM calendar_feeds JOIN users ON users.id = user_id WHERE code = $1 AND delete_at IS NULL";
    let row = sqlx::query(sql).bind(code.to_owned()).fetch_optional(executor).await?;
    row.as_ref().map(feed).transpose()
}

/// Stores the feed of an account, in place of the one it has. Returns false if the login that makes it has ended, which other
/// servers may not know yet.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or a statement fails.
pub async fn put_feed(connection: &mut AnyConnection, feed: &Feed, login_id: Id) -> Result<bool, StoreError> {
    let stored = sqlx::query(
        "INSERT INTO calendar_feeds (user_id, code, cards, includes_sessions, created_at) \
         SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM logins WHERE id = $6 AND user_id = $1) \
         ON CONFLICT (user_id) DO UPDATE SET code = excluded.code, cards = excluded.cards, \
         includes_sessions = excluded.includes_sessions, created_at = excluded.created_at",
    )
    .bind(feed.account_id.to_string())
    .bind(feed.code.clone())
    .bind(tag(&feed.options.cards))
    .bind(i64::from(feed.options.includes_sessions))
    .bind(feed.created_at.millis())
    .bind(login_id.to_string())
    .execute(connection)
    .await
    .map_err(super::map_missing_account)?;
    Ok(stored.rows_affected() > 0)
}

/// Changes what the feed of an account contains. Returns false if the account has no feed.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn set_options(
    connection: &mut AnyConnection,
    owner: Owner,
    options: CalendarOptions,
) -> Result<bool, StoreError> {
    let done = sqlx::query("UPDATE calendar_feeds SET cards = $2, includes_sessions = $3 WHERE user_id = $1")
        .bind(owner.id().to_string())
        .bind(tag(&options.cards))
        .bind(i64::from(options.includes_sessions))
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes the feed of an account, if it has one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove_feed(connection: &mut AnyConnection, owner: Owner) -> Result<(), StoreError> {
    end_feed(connection, owner.id()).await?;
    Ok(())
}

/// Removes the feed of an account and returns the number of removed feeds: 1, or 0 if it has none.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn end_feed(connection: &mut AnyConnection, user_id: Id) -> Result<u64, StoreError> {
    let removing = sqlx::query("DELETE FROM calendar_feeds WHERE user_id = $1").bind(user_id.to_string());
    Ok(removing.execute(connection).await?.rows_affected())
}

/// A card in a feed.
pub struct FeedCard {
    /// Its id.
    pub id: Id,
    /// The slug of its board.
    pub board_slug: String,
    /// The name of its board.
    pub board_name: String,
    /// Its title.
    pub title: String,
    /// Its description as Markdown; may be empty.
    pub description: String,
    /// Its due date, as on the wire.
    pub due_date: String,
    /// How long it is estimated to take, in minutes.
    pub estimate_minutes: Option<i64>,
    /// Whether it is done.
    pub is_completed: bool,
    /// When it was last changed, or made or completed if the op of that change is no longer stored.
    pub changed_at: Timestamp,
}

/// Which cards of an account are in its feed.
pub struct FeedRange {
    /// Which cards.
    pub cards: CalendarCards,
    /// The first due date.
    pub from: String,
    /// The due date before which the range ends.
    pub until: String,
    /// The maximum number of cards.
    pub limit: i64,
}

/// Returns the visible cards of an account's boards that are due in a range, the earliest first. If there are too many, the earliest
/// are left out, so that cards of the past do not push out those that are still to come. Templates have none.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn cards(
    connection: &mut AnyConnection,
    account: Owner,
    range: &FeedRange,
) -> Result<Vec<FeedCard>, StoreError> {
    let condition = match range.cards {
        CalendarCards::All => "",
        CalendarCards::Mine => "AND (boards.member_count = 1 OR cards.assignee_ids LIKE '%' || $1 || '%')",
    };
    // An index has the ops with a body by their version, and none has those of a card. The first version is that of all imported ops,
    // which do not say when an imported card was changed.
    let sql = format!(
        "SELECT cards.id, boards.slug, boards.name, cards.title, cards.description, cards.due_date, cards.estimate_minutes, \
         cards.completed_at, cards.created_at, \
         (SELECT MAX(ops.at) FROM ops WHERE ops.board_id = cards.board_id AND ops.version = cards.version AND cards.version > 1 \
         AND ops.body <> '') \
         AS changed_at \
         FROM board_members CROSS JOIN boards CROSS JOIN cards CROSS JOIN lists \
         WHERE board_members.user_id = $1 AND boards.id = board_members.board_id AND boards.trashed_at IS NULL \
         AND boards.is_template = 0 AND cards.board_id = boards.id \
         AND cards.due_date IS NOT NULL AND cards.due_date >= $2 AND cards.due_date < $3 \
         AND cards.trashed_at IS NULL AND cards.archived_at IS NULL \
         AND lists.board_id = cards.board_id AND lists.id = cards.list_id AND lists.trashed_at IS NULL {condition} \
         ORDER BY cards.due_date DESC, cards.id DESC LIMIT $4"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(account.id().to_string())
        .bind(range.from.clone())
        .bind(range.until.clone())
        .bind(range.limit)
        .fetch_all(connection)
        .await?;
    rows.iter().rev().map(feed_card).collect()
}

fn feed_card(row: &AnyRow) -> Result<FeedCard, StoreError> {
    let completed_at: Option<i64> = row.try_get("completed_at")?;
    let times = [Some(row.try_get("created_at")?), completed_at, row.try_get("changed_at")?];
    Ok(FeedCard {
        id: read_id(row, "id")?,
        board_slug: row.try_get("slug")?,
        board_name: row.try_get("name")?,
        title: row.try_get("title")?,
        description: row.try_get("description")?,
        due_date: row.try_get("due_date")?,
        estimate_minutes: row.try_get("estimate_minutes")?,
        is_completed: completed_at.is_some(),
        changed_at: Timestamp::from_millis(times.into_iter().flatten().max().unwrap_or_default()),
    })
}

/// The address of another calendar.
#[derive(Clone)]
pub struct Source {
    /// The address.
    pub url: String,
    /// When it was added.
    pub added_at: Timestamp,
}

/// Returns the address of the other calendar of an account, or `None` if it has none.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn source_of<'e>(
    executor: impl Executor<'e, Database = Any>,
    owner: Owner,
) -> Result<Option<Source>, StoreError> {
    let query =
        sqlx::query("SELECT url, added_at FROM calendar_sources WHERE user_id = $1").bind(owner.id().to_string());
    let source = |row: AnyRow| {
        Ok(Source { url: row.try_get("url")?, added_at: Timestamp::from_millis(row.try_get("added_at")?) })
    };
    query.fetch_optional(executor).await?.map(source).transpose()
}

/// Stores the address of the other calendar of an account, in place of the one it has.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or a statement fails.
pub async fn put_source(connection: &mut AnyConnection, owner: Owner, source: &Source) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO calendar_sources (user_id, url, added_at) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET url = excluded.url, added_at = excluded.added_at",
    )
    .bind(owner.id().to_string())
    .bind(source.url.clone())
    .bind(source.added_at.millis())
    .execute(connection)
    .await
    .map_err(super::map_missing_account)?;
    Ok(())
}

/// Removes the address of the other calendar of an account, if it has one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove_source(connection: &mut AnyConnection, owner: Owner) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM calendar_sources WHERE user_id = $1")
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    Ok(())
}
