//! Focus sessions, each known by its account and its id.

use super::{read_id, read_json, read_tag, tag, unreadable};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

fn session(row: &AnyRow) -> Result<FocusSession, ApiError> {
    let optional_id = |column: &str| -> Result<Option<Id>, ApiError> {
        row.try_get::<Option<&str>, _>(column)?
            .map(|text| Id::parse(text).ok_or_else(|| unreadable(column)))
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
        revision: 0,
        is_deleted: false,
    })
}

/// Keeps a session, and gives the one that is kept under its id: the first that was sent.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    new: &FocusSession,
    starts_at: Timestamp,
    ends_at: Timestamp,
) -> Result<FocusSession, ApiError> {
    let inserted = sqlx::query(
        "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, board_id, card_id, starts_at, ends_at, segments) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (user_id, id) DO NOTHING",
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
    .bind(super::json(&new.segments))
    .execute(&mut *connection)
    .await
    .map_err(super::account_gone)?;
    if inserted.rows_affected() == 1 {
        return Ok(new.clone());
    }
    let row = sqlx::query(
        "SELECT id, kind, planned, outcome, board_id, card_id, segments FROM focus_sessions WHERE user_id = $1 AND id = $2",
    )
    .bind(owner.id().to_string())
    .bind(new.id.to_string())
    .fetch_one(connection)
    .await?;
    session(&row)
}

/// The sessions of an account that touch a span, oldest first.
pub(crate) async fn load(
    pool: &AnyPool,
    owner: Owner,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<FocusSession>, ApiError> {
    let rows = sqlx::query(
        "SELECT id, kind, planned, outcome, board_id, card_id, segments FROM focus_sessions \
         WHERE user_id = $1 AND ends_at > $2 AND starts_at < $3 ORDER BY starts_at, id",
    )
    .bind(owner.id().to_string())
    .bind(from.millis())
    .bind(to.millis())
    .fetch_all(pool)
    .await?;
    rows.iter().map(session).collect()
}
