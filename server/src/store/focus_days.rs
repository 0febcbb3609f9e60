//! The sums of focused time, by local day, board and card of each account.

use super::db::{MAX_BINDS, placeholders, row_placeholders};
use super::{corrupt_column, read_id, read_json};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{CardFocus, DaySum};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::{LocalDay, Timestamp};
use core_wasm::stats::FocusSum;
use core_wasm::stats::shares::FocusShare;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// The days by whose start the sums of an account were made, and those that its person has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DayStarts {
    /// In minutes after midnight; `None` where no sums have been made yet.
    summed: Option<i64>,
    /// In minutes after midnight.
    pub(crate) preferred: i64,
}

impl DayStarts {
    /// Whether the sums are those of the person's days.
    pub(crate) fn are_current(self) -> bool {
        self.summed == Some(self.preferred)
    }
}

/// Keeps every other change of an account's sessions out until the transaction ends.
pub(crate) async fn lock(connection: &mut AnyConnection, owner: Owner) -> Result<(), ApiError> {
    let locked = sqlx::query("UPDATE users SET summed_day_start = summed_day_start WHERE id = $1")
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    // An account that is gone has a token that is worth nothing any more.
    if locked.rows_affected() == 1 { Ok(()) } else { Err(ErrorCode::TokenInvalid.into()) }
}

/// When the days of an account begin.
pub(crate) async fn day_starts(connection: &mut AnyConnection, owner: Owner) -> Result<DayStarts, ApiError> {
    let row = sqlx::query(
        "SELECT users.summed_day_start, COALESCE(preferences.day_start_minutes, 0) AS chosen \
         FROM users LEFT JOIN preferences ON preferences.user_id = users.id WHERE users.id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_optional(connection)
    .await?
    .ok_or(ErrorCode::TokenInvalid)?;
    Ok(DayStarts { summed: row.try_get("summed_day_start")?, preferred: row.try_get("chosen")? })
}

/// Removes all sums of an account, for new ones of days that begin at so many minutes after midnight.
pub(crate) async fn reset(connection: &mut AnyConnection, owner: Owner, day_start: i64) -> Result<(), ApiError> {
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

/// Removes the sums of some days, of which there are few.
pub(crate) async fn remove(connection: &mut AnyConnection, owner: Owner, days: &[LocalDay]) -> Result<(), ApiError> {
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

/// Adds sums of days that have none yet.
pub(crate) async fn insert(connection: &mut AnyConnection, owner: Owner, sums: &[FocusSum]) -> Result<(), ApiError> {
    const BINDS: usize = 10;
    let id_text = |id: Option<Id>| id.map_or_else(String::new, |id| id.to_string());
    for sums in sums.chunks(MAX_BINDS / BINDS) {
        let sql = format!(
            "INSERT INTO focus_days (user_id, day, board_id, card_id, focused, sessions, first_start, first_utc_offset, \
             last_start, last_utc_offset) VALUES {}",
            row_placeholders(sums.len(), BINDS)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(sums.len() == 1);
        for FocusSum { board_id, card_id, sum } in sums {
            query = query
                .bind(owner.id().to_string())
                .bind(sum.day.days_since_epoch())
                .bind(id_text(*board_id))
                .bind(id_text(*card_id))
                .bind(sum.focused)
                .bind(sum.sessions)
                .bind(sum.first_start.millis())
                .bind(i64::from(sum.first_utc_offset))
                .bind(sum.last_start.millis())
                .bind(i64::from(sum.last_utc_offset));
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// The sums as they are kept, in no order.
pub(crate) async fn rows(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<FocusSum>, ApiError> {
    let rows = sqlx::query(
        "SELECT day, board_id, card_id, focused, sessions, first_start, first_utc_offset, last_start, last_utc_offset \
         FROM focus_days WHERE user_id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    let offset = |row: &AnyRow, column: &str| -> Result<i32, ApiError> {
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

/// Reads an id whose absence is kept as an empty text.
fn read_id_or_none(row: &AnyRow, column: &str) -> Result<Option<Id>, ApiError> {
    if row.try_get::<&str, _>(column)?.is_empty() { Ok(None) } else { read_id(row, column).map(Some) }
}

/// The sums of all days, the earliest first, whatever they were for: what [`core_wasm::stats::merge_days`] makes of the rows.
/// The database adds them up, so that the cost grows with the days and hardly with the cards of each.
pub(crate) async fn all(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<DaySum>, ApiError> {
    // A moment and its offset belong together, so they are compared as one number: offsets lie between -720 and 840.
    let rows = sqlx::query(
        "SELECT day, CAST(sum(focused) AS BIGINT) AS focused, CAST(sum(sessions) AS BIGINT) AS sessions, \
         min(first_start * 2048 + first_utc_offset + 1024) AS earliest, \
         max(last_start * 2048 + last_utc_offset + 1024) AS latest \
         FROM focus_days WHERE user_id = $1 GROUP BY day ORDER BY day",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    let moment = |row: &AnyRow, column: &str| -> Result<(Timestamp, i32), ApiError> {
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

/// What was focused for a board of an account, by card.
pub(crate) async fn of_board(
    connection: &mut AnyConnection,
    owner: Owner,
    board_id: Id,
) -> Result<Vec<CardFocus>, ApiError> {
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

/// What was focused on the days of a span, both ends included, by board and card, in no order. Boards and cards in the trash
/// count as others do.
pub(crate) async fn shares(
    connection: &mut AnyConnection,
    owner: Owner,
    from: LocalDay,
    to: LocalDay,
) -> Result<Vec<FocusShare>, ApiError> {
    let rows = sqlx::query(
        "SELECT shares.focused, shares.sessions, boards.id AS id, boards.name AS name, boards.color AS color, \
         cards.labels AS labels \
         FROM (SELECT board_id, card_id, CAST(sum(focused) AS BIGINT) AS focused, CAST(sum(sessions) AS BIGINT) AS sessions \
               FROM focus_days WHERE user_id = $1 AND day BETWEEN $2 AND $3 GROUP BY board_id, card_id) AS shares \
         LEFT JOIN boards ON boards.id = shares.board_id AND boards.owner_id = $1 \
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
                Some(_) => Some((read_id(row, "id")?, row.try_get("name")?, row.try_get("color")?)),
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
