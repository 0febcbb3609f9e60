//! Focus sessions, identified by account and id.

use super::statements::{MAX_BINDS, placeholders};
use super::{Rows, corrupt_column, json, read_id, read_json, read_tag, stream_rows, tag};
use crate::moves::Move;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::http::NamedSession;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{FocusSession, SessionKind};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use twentyfour_model::Owner;

const COLUMNS: &str = "focus_sessions.id, focus_sessions.kind, focus_sessions.planned, focus_sessions.outcome, \
    focus_sessions.board_id, focus_sessions.card_id, focus_sessions.segments, focus_sessions.revision, \
    focus_sessions.is_deleted";

/// Joins the board and the card of a session if the account still has them. Card ids are unique within a board only, so
/// a session without a board has no card either.
const NAMES: &str = "LEFT JOIN board_members ON board_members.board_id = focus_sessions.board_id \
    AND board_members.user_id = focus_sessions.user_id \
    LEFT JOIN boards ON boards.id = board_members.board_id \
    LEFT JOIN cards ON cards.board_id = boards.id AND cards.id = focus_sessions.card_id";

fn session(row: &AnyRow) -> Result<FocusSession, StoreError> {
    let optional_id = |column: &str| -> Result<Option<Id>, StoreError> {
        row.try_get::<Option<&str>, _>(column)?
            .map(|text| Id::parse(text).ok_or_else(|| corrupt_column(column)))
            .transpose()
    };
    Ok(FocusSession {
        id: read_id(row, "id")?,
        kind: read_tag(row, "kind")?,
        planned: row.try_get("planned")?,
        outcome: read_tag(row, "outcome")?,
        board_id: optional_id("board_id")?,
        card_id: optional_id("card_id")?,
        segments: read_json(row, "segments")?,
        revision: row.try_get("revision")?,
        is_deleted: row.try_get::<i64, _>("is_deleted")? != 0,
    })
}

fn named_session(row: &AnyRow) -> Result<NamedSession, StoreError> {
    Ok(NamedSession {
        session: session(row)?,
        board_name: row.try_get("board_name")?,
        card_title: row.try_get("card_title")?,
    })
}

/// Returns the session with the given id, even if it is deleted.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_id(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<Option<FocusSession>, StoreError> {
    let row =
        sqlx::query(AssertSqlSafe(format!("SELECT {COLUMNS} FROM focus_sessions WHERE user_id = $1 AND id = $2")))
            .bind(owner.id().to_string())
            .bind(id.to_string())
            .fetch_optional(connection)
            .await?;
    row.as_ref().map(session).transpose()
}

/// Returns the sessions with the given ids, deleted ones included, in no particular order.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_ids(connection: &mut AnyConnection, owner: Owner, ids: &[Id]) -> Result<Vec<FocusSession>, StoreError> {
    let mut sessions = Vec::with_capacity(ids.len());
    for ids in ids.chunks(MAX_BINDS - 1) {
        let sql = format!(
            "SELECT {COLUMNS} FROM focus_sessions WHERE user_id = $1 AND id IN ({})",
            placeholders(2, ids.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(ids.len() == 1).bind(owner.id().to_string());
        for id in ids {
            query = query.bind(id.to_string());
        }
        for row in &query.fetch_all(&mut *connection).await? {
            sessions.push(session(row)?);
        }
    }
    Ok(sessions)
}

/// Inserts a session, or replaces the stored one with the same id.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn put(
    connection: &mut AnyConnection,
    owner: Owner,
    new: &FocusSession,
    starts_at: Timestamp,
    ends_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, board_id, card_id, starts_at, ends_at, segments, \
         revision, is_deleted) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
         ON CONFLICT (user_id, id) DO UPDATE SET kind = excluded.kind, planned = excluded.planned, \
         outcome = excluded.outcome, board_id = excluded.board_id, card_id = excluded.card_id, \
         starts_at = excluded.starts_at, ends_at = excluded.ends_at, segments = excluded.segments, \
         revision = excluded.revision, is_deleted = excluded.is_deleted",
    )
    .bind(owner.id().to_string())
    .bind(new.id.to_string())
    .bind(tag(&new.kind))
    .bind(new.planned)
    .bind(tag(&new.outcome))
    .bind(new.board_id.map(|id| id.to_string()))
    .bind(new.card_id.map(|id| id.to_string()))
    .bind(starts_at.millis())
    .bind(ends_at.millis())
    .bind(json(&new.segments))
    .bind(new.revision)
    .bind(i64::from(new.is_deleted))
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves the sessions of an account on cards that move to another board, and returns them.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn move_cards(
    connection: &mut AnyConnection,
    owner: Owner,
    of: &Move<'_>,
) -> Result<Vec<FocusSession>, StoreError> {
    let mut sessions = Vec::new();
    for card_ids in of.card_ids.chunks(MAX_BINDS - 3) {
        let sql = format!(
            "UPDATE focus_sessions SET board_id = $3 WHERE user_id = $1 AND board_id = $2 AND card_id IN ({}) \
             RETURNING {COLUMNS}",
            placeholders(4, card_ids.len())
        );
        let query = sqlx::query(AssertSqlSafe(sql)).persistent(card_ids.len() == 1).bind(owner.id().to_string());
        let query = query.bind(of.source_id.to_string()).bind(of.target_id.to_string());
        let query = card_ids.iter().fold(query, |query, id| query.bind(id.to_string()));
        for row in &query.fetch_all(&mut *connection).await? {
            sessions.push(session(row)?);
        }
    }
    Ok(sessions)
}

/// Returns the sessions of an account that overlap the time from `from` to `to`, the oldest first, without deleted
/// ones.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn load(
    connection: &mut AnyConnection,
    owner: Owner,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<FocusSession>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM focus_sessions \
         WHERE user_id = $1 AND ends_at > $2 AND starts_at < $3 AND is_deleted = 0 ORDER BY starts_at, id"
    )))
    .bind(owner.id().to_string())
    .bind(from.millis())
    .bind(to.millis())
    .fetch_all(connection)
    .await?;
    rows.iter().map(session).collect()
}

/// Returns the sessions of an account that start at `from` or later but before `to`, the oldest first, without deleted
/// ones.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn starting_between(
    connection: &mut AnyConnection,
    owner: Owner,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<FocusSession>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM focus_sessions \
         WHERE user_id = $1 AND starts_at >= $2 AND starts_at < $3 AND is_deleted = 0 ORDER BY starts_at, id"
    )))
    .bind(owner.id().to_string())
    .bind(from.millis())
    .bind(to.millis())
    .fetch_all(connection)
    .await?;
    rows.iter().map(session).collect()
}

/// A position in the list of sessions: a session's start and its id.
pub type SessionCursor = (Timestamp, Id);

/// Returns the cursor of a session of an account, or `None` if there is no such session.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn cursor_of(pool: &ReadPool, owner: Owner, id: Id) -> Result<Option<SessionCursor>, StoreError> {
    let row = sqlx::query("SELECT starts_at FROM focus_sessions WHERE user_id = $1 AND id = $2")
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .fetch_optional(pool)
        .await?;
    row.map(|row| Ok((Timestamp::from_millis(row.try_get("starts_at")?), id))).transpose()
}

/// Returns at most `limit` focus sessions of an account that come before a cursor (`None`: from the end), the latest
/// first, without deleted ones.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn latest(
    pool: &ReadPool,
    owner: Owner,
    before: Option<SessionCursor>,
    limit: i64,
) -> Result<Vec<NamedSession>, StoreError> {
    let condition = match before {
        Some(_) => "AND (focus_sessions.starts_at, focus_sessions.id) < ($4, $5)",
        None => "",
    };
    let sql = format!(
        "SELECT {COLUMNS}, boards.name AS board_name, cards.title AS card_title FROM focus_sessions {NAMES} \
         WHERE focus_sessions.user_id = $1 AND focus_sessions.kind = $2 AND focus_sessions.is_deleted = 0 {condition} \
         ORDER BY focus_sessions.starts_at DESC, focus_sessions.id DESC LIMIT $3"
    );
    let mut query =
        sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string()).bind(tag(&SessionKind::Focus)).bind(limit);
    if let Some((starts_at, id)) = before {
        query = query.bind(starts_at.millis()).bind(id.to_string());
    }
    query.fetch_all(pool).await?.iter().map(named_session).collect()
}

/// Returns at most `limit` sessions of an account that come after a cursor (`None`: from the start), each with its
/// start, the earliest first, without deleted ones.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn earliest<'e>(
    executor: impl Executor<'e, Database = Any>,
    owner: Owner,
    after: Option<SessionCursor>,
    limit: i64,
) -> Result<Vec<(Timestamp, NamedSession)>, StoreError> {
    let condition = match after {
        Some(_) => "AND (focus_sessions.starts_at, focus_sessions.id) > ($3, $4)",
        None => "",
    };
    let sql = format!(
        "SELECT {COLUMNS}, focus_sessions.starts_at, boards.name AS board_name, cards.title AS card_title \
         FROM focus_sessions {NAMES} WHERE focus_sessions.user_id = $1 AND focus_sessions.is_deleted = 0 {condition} \
         ORDER BY focus_sessions.starts_at, focus_sessions.id LIMIT $2"
    );
    let mut query = sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string()).bind(limit);
    if let Some((starts_at, id)) = after {
        query = query.bind(starts_at.millis()).bind(id.to_string());
    }
    let rows = query.fetch_all(executor).await?;
    rows.iter().map(|row| Ok((Timestamp::from_millis(row.try_get("starts_at")?), named_session(row)?))).collect()
}

/// A session as stored, with the indexed columns for its start and end.
pub struct SessionWithBounds {
    /// The session.
    pub session: FocusSession,
    /// The stored start, which must be that of the first segment.
    pub starts_at: Timestamp,
    /// The stored end, which must be that of the last segment.
    pub ends_at: Timestamp,
}

/// Streams all sessions of an account, deleted ones included, in no particular order.
pub fn all_with_bounds(connection: &mut AnyConnection, owner: Owner) -> Rows<'_, SessionWithBounds> {
    let sql = format!("SELECT {COLUMNS}, starts_at, ends_at FROM focus_sessions WHERE user_id = $1");
    stream_rows(connection, sql, owner.id(), |row| {
        Ok(SessionWithBounds {
            session: session(row)?,
            starts_at: Timestamp::from_millis(row.try_get("starts_at")?),
            ends_at: Timestamp::from_millis(row.try_get("ends_at")?),
        })
    })
}

/// Streams all sessions of an account with the names of their boards and cards, the earliest first, without deleted
/// ones.
pub fn all(connection: &mut AnyConnection, owner: Owner) -> Rows<'_, NamedSession> {
    let sql = format!(
        "SELECT {COLUMNS}, boards.name AS board_name, cards.title AS card_title FROM focus_sessions {NAMES} \
         WHERE focus_sessions.user_id = $1 AND focus_sessions.is_deleted = 0 \
         ORDER BY focus_sessions.starts_at, focus_sessions.id"
    );
    stream_rows(connection, sql, owner.id(), named_session)
}
