//! Preferences, one row for each account that has changed any.

use super::{read_tag, tag};
use crate::domain::policy::Owner;
use crate::error::ApiError;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

fn preferences(row: &AnyRow) -> Result<Preferences, ApiError> {
    Ok(Preferences {
        theme: read_tag(row, "theme")?,
        focus_minutes: row.try_get("focus_minutes")?,
        short_break_minutes: row.try_get("short_break_minutes")?,
        long_break_minutes: row.try_get("long_break_minutes")?,
        mins_for_streak: row.try_get("mins_for_streak")?,
        day_start_minutes: row.try_get("day_start_minutes")?,
        time_zone: row.try_get("time_zone")?,
        ..Preferences::default()
    })
}

/// The preferences of an account: the defaults where it has changed none.
pub(crate) async fn load(pool: &AnyPool, owner: Owner) -> Result<Preferences, ApiError> {
    let row = sqlx::query(
        "SELECT theme, focus_minutes, short_break_minutes, long_break_minutes, mins_for_streak, day_start_minutes, time_zone \
         FROM preferences WHERE user_id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_optional(pool)
    .await?;
    row.as_ref().map_or_else(|| Ok(Preferences::default()), preferences)
}

/// Changes the fields that are given, and gives all of them.
pub(crate) async fn update(
    connection: &mut AnyConnection,
    owner: Owner,
    update: &PreferencesUpdate,
) -> Result<Preferences, ApiError> {
    let defaults = Preferences::default();
    sqlx::query(
        "INSERT INTO preferences (user_id, theme, focus_minutes, short_break_minutes, long_break_minutes, mins_for_streak, day_start_minutes, time_zone) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id) DO NOTHING",
    )
    .bind(owner.id().to_string())
    .bind(tag(&defaults.theme))
    .bind(defaults.focus_minutes)
    .bind(defaults.short_break_minutes)
    .bind(defaults.long_break_minutes)
    .bind(defaults.mins_for_streak)
    .bind(defaults.day_start_minutes)
    .bind(defaults.time_zone)
    .execute(&mut *connection)
    .await
    .map_err(super::account_gone)?;
    let row = sqlx::query(
        "UPDATE preferences SET theme = COALESCE($2, theme), focus_minutes = COALESCE($3, focus_minutes), \
         short_break_minutes = COALESCE($4, short_break_minutes), long_break_minutes = COALESCE($5, long_break_minutes), \
         mins_for_streak = COALESCE($6, mins_for_streak), day_start_minutes = COALESCE($7, day_start_minutes), \
         time_zone = COALESCE($8, time_zone) WHERE user_id = $1 \
         RETURNING theme, focus_minutes, short_break_minutes, long_break_minutes, mins_for_streak, day_start_minutes, time_zone",
    )
    .bind(owner.id().to_string())
    .bind(update.theme.as_ref().map(tag))
    .bind(update.focus_minutes)
    .bind(update.short_break_minutes)
    .bind(update.long_break_minutes)
    .bind(update.mins_for_streak)
    .bind(update.day_start_minutes)
    .bind(update.time_zone.clone())
    .fetch_one(connection)
    .await?;
    preferences(&row)
}
