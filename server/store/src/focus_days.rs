//! The sums of focus time per account, by local day, board and card.

use super::statements::{MAX_BINDS, execute_all, placeholders};
use super::{corrupt_column, read_id, read_json};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::http::{CardFocus, DaySum, MemberFocus};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::{LocalDay, Timestamp};
use core_wasm::stats::FocusSum;
use core_wasm::stats::shares::{FocusShare, ShareBoard};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

/// When the days of an account start: in its stored sums and in its preferences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DayStarts {
    /// In minutes after midnight; `None` if no sums have been computed yet.
    summed: Option<i64>,
    /// In minutes after midnight.
    pub preferred: i64,
}

impl DayStarts {
    /// Returns whether the sums were computed with the preferred day start.
    pub fn are_current(self) -> bool {
        self.summed == Some(self.preferred)
    }
}

/// Locks an account until the transaction ends.
///
/// # Errors
/// Returns [`StoreError::AccountMissing`] if the account no longer exists, or an error if the statement fails.
pub async fn lock_account(connection: &mut AnyConnection, owner: Owner) -> Result<(), StoreError> {
    lock(connection, owner, "UPDATE users SET focus_version = focus_version WHERE id = $1").await
}

/// Locks an account, so that its sessions cannot change until the transaction ends, and counts a change to them.
///
/// # Errors
/// Returns [`StoreError::AccountMissing`] if the account no longer exists, or an error if the statement fails.
pub async fn lock_and_count(connection: &mut AnyConnection, owner: Owner) -> Result<(), StoreError> {
    lock(connection, owner, "UPDATE users SET focus_version = focus_version + 1 WHERE id = $1").await
}

async fn lock(connection: &mut AnyConnection, owner: Owner, sql: &'static str) -> Result<(), StoreError> {
    let locked = sqlx::query(sql).bind(owner.id().to_string()).execute(connection).await?;
    // The token of a deleted account is no longer valid.
    if locked.rows_affected() == 1 { Ok(()) } else { Err(StoreError::AccountMissing) }
}

/// Returns when the days of an account start.
///
/// # Errors
/// Returns [`StoreError::AccountMissing`] if the account no longer exists, or an error if the query fails.
pub async fn day_starts(connection: &mut AnyConnection, owner: Owner) -> Result<DayStarts, StoreError> {
    let row = sqlx::query(
        "SELECT users.summed_day_start, COALESCE(preferences.day_start_minutes, 0) AS chosen \
         FROM users LEFT JOIN preferences ON preferences.user_id = users.id WHERE users.id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_optional(connection)
    .await?
    .ok_or(StoreError::AccountMissing)?;
    Ok(DayStarts { summed: row.try_get("summed_day_start")?, preferred: row.try_get("chosen")? })
}

/// Deletes all sums of an account and records the day start, in minutes after midnight, of the sums that will replace
/// them.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn reset(connection: &mut AnyConnection, owner: Owner, day_start: i64) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM focus_days WHERE user_id = $1")
        .bind(owner.id().to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE users SET summed_day_start = $2 WHERE id = $1")
        .bind(owner.id().to_string())
        .bind(day_start)
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the sums of some days.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, owner: Owner, days: &[LocalDay]) -> Result<(), StoreError> {
    for days in days.chunks(MAX_BINDS - 1) {
        let sql = format!("DELETE FROM focus_days WHERE user_id = $1 AND day IN ({})", placeholders(2, days.len()));
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(days.len() == 1).bind(owner.id().to_string());
        for day in days {
            query = query.bind(day.days_since_epoch());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts sums for days that have none yet.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, owner: Owner, sums: &[FocusSum]) -> Result<(), StoreError> {
    let id_text = |id: Option<Id>| id.map_or_else(String::new, |id| id.to_string());
    let row = |FocusSum { board_id, card_id, sum }: &FocusSum| {
        [
            owner.id().into(),
            sum.day.days_since_epoch().into(),
            id_text(*board_id).into(),
            id_text(*card_id).into(),
            sum.focused.into(),
            sum.sessions.into(),
            sum.first_start.millis().into(),
            i64::from(sum.first_utc_offset).into(),
            sum.last_start.millis().into(),
            i64::from(sum.last_utc_offset).into(),
        ]
    };
    execute_all(connection, sums.iter().map(row), |values| {
        format!(
            "INSERT INTO focus_days (user_id, day, board_id, card_id, focused, sessions, first_start, first_utc_offset, \
             last_start, last_utc_offset) SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL"
        )
    })
    .await
}

/// Returns the sums as stored, in no particular order.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn rows(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<FocusSum>, StoreError> {
    let rows = sqlx::query(
        "SELECT day, board_id, card_id, focused, sessions, first_start, first_utc_offset, last_start, last_utc_offset \
         FROM focus_days WHERE user_id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    let offset = |row: &AnyRow, column: &str| -> Result<i32, StoreError> {
        i32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| corrupt_column(column))
    };
    let sum = |row: &AnyRow| {
        Ok(FocusSum {
            board_id: read_id_or_none(row, "board_id")?,
            card_id: read_id_or_none(row, "card_id")?,
            sum: DaySum {
                day: LocalDay::from_days_since_epoch(row.try_get("day")?),
                focused: row.try_get("focused")?,
                sessions: row.try_get("sessions")?,
                first_start: Timestamp::from_millis(row.try_get("first_start")?),
                first_utc_offset: offset(row, "first_utc_offset")?,
                last_start: Timestamp::from_millis(row.try_get("last_start")?),
                last_utc_offset: offset(row, "last_utc_offset")?,
            },
        })
    };
    rows.iter().map(sum).collect()
}

/// Reads an id that is stored as an empty string if absent.
fn read_id_or_none(row: &AnyRow, column: &str) -> Result<Option<Id>, StoreError> {
    if row.try_get::<&str, _>(column)?.is_empty() { Ok(None) } else { read_id(row, column).map(Some) }
}

/// Returns the sums per day, the earliest first, over all boards and cards: the same result as
/// [`core_wasm::stats::merge_days`] over the rows. The database adds them up, so the cost grows with the number of days
/// rather than with the cards per day.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn all(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<DaySum>, StoreError> {
    // A start and its UTC offset belong together, so both are packed into one number that can be compared: offsets are
    // between -720 and 840 minutes.
    let rows = sqlx::query(
        "SELECT day, CAST(sum(focused) AS BIGINT) AS focused, CAST(sum(sessions) AS BIGINT) AS sessions, \
         min(first_start * 2048 + first_utc_offset + 1024) AS earliest, \
         max(last_start * 2048 + last_utc_offset + 1024) AS latest \
         FROM focus_days WHERE user_id = $1 GROUP BY day ORDER BY day",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    let moment = |row: &AnyRow, column: &str| -> Result<(Timestamp, i32), StoreError> {
        let number: i64 = row.try_get(column)?;
        let offset = i32::try_from(number.rem_euclid(2048) - 1024).map_err(|_| corrupt_column(column))?;
        Ok((Timestamp::from_millis(number.div_euclid(2048)), offset))
    };
    let sum = |row: &AnyRow| {
        let (first_start, first_utc_offset) = moment(row, "earliest")?;
        let (last_start, last_utc_offset) = moment(row, "latest")?;
        Ok(DaySum {
            day: LocalDay::from_days_since_epoch(row.try_get("day")?),
            focused: row.try_get("focused")?,
            sessions: row.try_get("sessions")?,
            first_start,
            first_utc_offset,
            last_start,
            last_utc_offset,
        })
    };
    rows.iter().map(sum).collect()
}

/// Returns the focus time and the sessions on a board of an account, by card.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_board(
    connection: &mut AnyConnection,
    owner: Owner,
    board_id: Id,
) -> Result<Vec<CardFocus>, StoreError> {
    let rows = sqlx::query(
        "SELECT card_id, CAST(sum(focused) AS BIGINT) AS focused, CAST(sum(sessions) AS BIGINT) AS sessions \
         FROM focus_days WHERE user_id = $1 AND board_id = $2 GROUP BY card_id",
    )
    .bind(owner.id().to_string())
    .bind(board_id.to_string())
    .fetch_all(connection)
    .await?;
    let card = |row: &AnyRow| {
        let card_id = read_id_or_none(row, "card_id")?;
        Ok(CardFocus { card_id, focused: row.try_get("focused")?, sessions: row.try_get("sessions")? })
    };
    rows.iter().map(card).collect()
}

/// Returns the focus time on a card by those members of its board who share it, the longest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn shared_on_card(pool: &ReadPool, board_id: Id, card_id: Id) -> Result<Vec<MemberFocus>, StoreError> {
    let rows = sqlx::query(
        "SELECT board_members.user_id, CAST(sum(focus_days.focused) AS BIGINT) AS focused \
         FROM board_members JOIN focus_days ON focus_days.user_id = board_members.user_id \
         AND focus_days.board_id = board_members.board_id AND focus_days.card_id = $2 \
         WHERE board_members.board_id = $1 AND board_members.shares_focus <> 0 \
         GROUP BY board_members.user_id ORDER BY 2 DESC, 1",
    )
    .bind(board_id.to_string())
    .bind(card_id.to_string())
    .fetch_all(pool)
    .await?;
    let member = |row: &AnyRow| Ok(MemberFocus { user_id: read_id(row, "user_id")?, focused: row.try_get("focused")? });
    rows.iter().map(member).collect()
}

/// Returns the focus time on the days from `from` to `to` (both included), by board and card, in no particular order.
/// Boards and cards in the trash are included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn shares(
    connection: &mut AnyConnection,
    owner: Owner,
    from: LocalDay,
    to: LocalDay,
) -> Result<Vec<FocusShare>, StoreError> {
    let rows = sqlx::query(
        "SELECT shares.focused, shares.sessions, boards.id AS id, boards.name AS name, boards.color AS color, \
         cards.labels AS labels \
         FROM (SELECT board_id, card_id, CAST(sum(focused) AS BIGINT) AS focused, CAST(sum(sessions) AS BIGINT) AS sessions \
               FROM focus_days WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY board_id, card_id) AS shares \
         LEFT JOIN board_members ON board_members.board_id = shares.board_id AND board_members.user_id = $1 \
         LEFT JOIN boards ON boards.id = board_members.board_id \
         LEFT JOIN cards ON cards.board_id = boards.id AND cards.id = shares.card_id",
    )
    .bind(owner.id().to_string())
    .bind(from.days_since_epoch())
    .bind(to.days_since_epoch())
    .fetch_all(connection)
    .await?;
    let share = |row: &AnyRow| {
        Ok(FocusShare {
            board: match row.try_get::<Option<&str>, _>("id")? {
                Some(_) => Some(ShareBoard {
                    id: read_id(row, "id")?,
                    name: row.try_get("name")?,
                    color: row.try_get("color")?,
                }),
                None => None,
            },
            labels: match row.try_get::<Option<&str>, _>("labels")? {
                Some(_) => read_json(row, "labels")?,
                None => vec![],
            },
            focused: row.try_get("focused")?,
            sessions: row.try_get("sessions")?,
        })
    };
    rows.iter().map(share).collect()
}

/// A card with an estimate that was completed.
pub struct EstimatedCard {
    /// The estimate in minutes.
    pub minutes: u32,
    /// When it was completed.
    pub completed_at: Timestamp,
    /// The focus time of the account on the card, in milliseconds.
    pub focused: i64,
}

/// Returns the cards with an estimate on the boards of an account that were completed in a time range (both ends included),
/// without those in the trash, those of templates, and those that are assigned to others only.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn estimated_cards(
    connection: &mut AnyConnection,
    owner: Owner,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<EstimatedCard>, StoreError> {
    let rows = sqlx::query(
        "SELECT cards.estimate_minutes, cards.completed_at, \
         (SELECT CAST(COALESCE(sum(focused), 0) AS BIGINT) FROM focus_days WHERE focus_days.user_id = $1 \
          AND focus_days.board_id = cards.board_id AND focus_days.card_id = cards.id) AS focused \
         FROM board_members CROSS JOIN boards CROSS JOIN cards CROSS JOIN lists WHERE board_members.user_id = $1 \
         AND boards.id = board_members.board_id AND boards.trashed_at IS NULL AND boards.is_template = 0 \
         AND cards.board_id = boards.id AND cards.estimate_minutes IS NOT NULL \
         AND cards.completed_at BETWEEN $2 AND $3 AND cards.trashed_at IS NULL \
         AND lists.board_id = cards.board_id AND lists.id = cards.list_id AND lists.trashed_at IS NULL \
         AND (cards.assignee_ids = '[]' OR cards.assignee_ids LIKE '%' || $1 || '%')",
    )
    .bind(owner.id().to_string())
    .bind(from.millis())
    .bind(to.millis())
    .fetch_all(connection)
    .await?;
    let card = |row: &AnyRow| {
        let minutes: i64 = row.try_get("estimate_minutes")?;
        Ok(EstimatedCard {
            minutes: u32::try_from(minutes).map_err(|_| corrupt_column("estimate_minutes"))?,
            completed_at: Timestamp::from_millis(row.try_get("completed_at")?),
            focused: row.try_get("focused")?,
        })
    };
    rows.iter().map(card).collect()
}
