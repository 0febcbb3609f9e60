//! Preferences, one row for each account that has changed any, and the history of streak goals.

use super::{json, read_tag, tag};
use crate::StoreError;
use core_wasm::protocol::background::Background;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate, StreakGoal};
use core_wasm::protocol::time::LocalDay;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

const COLUMNS: &str = "theme, focus_minutes, short_break_minutes, long_break_minutes, mins_for_streak, day_start_minutes, \
    time_zone, rounds, auto_start_breaks, auto_start_focus, hour_format, temperature_unit, focus_sound, ending_sound, volume, background, \
    wallpaper_pages, inbox_mails, shortcuts, views, appearance, language";

fn preferences(row: &AnyRow, goals: Vec<StreakGoal>) -> Result<Preferences, StoreError> {
    Ok(Preferences {
        theme: read_tag(row, "theme")?,
        focus_minutes: row.try_get("focus_minutes")?,
        short_break_minutes: row.try_get("short_break_minutes")?,
        long_break_minutes: row.try_get("long_break_minutes")?,
        mins_for_streak: row.try_get("mins_for_streak")?,
        day_start_minutes: row.try_get("day_start_minutes")?,
        time_zone: row.try_get("time_zone")?,
        rounds: row.try_get("rounds")?,
        auto_start_breaks: row.try_get::<i64, _>("auto_start_breaks")? != 0,
        auto_start_focus: row.try_get::<i64, _>("auto_start_focus")? != 0,
        hour_format: read_tag(row, "hour_format")?,
        temperature_unit: read_tag(row, "temperature_unit")?,
        focus_sound: read_tag(row, "focus_sound")?,
        ending_sound: read_tag(row, "ending_sound")?,
        volume: row.try_get("volume")?,
        background: read_background(&row.try_get::<String, _>("background")?),
        wallpaper_pages: read_tag(row, "wallpaper_pages")?,
        inbox_mails: read_tag(row, "inbox_mails")?,
        shortcuts: row.try_get("shortcuts")?,
        views: row.try_get("views")?,
        appearance: row.try_get("appearance")?,
        language: read_tag(row, "language")?,
        goals,
    })
}

/// Reads the background of Home. A value that a newer version stored counts as the default.
fn read_background(text: &str) -> Background {
    serde_json::from_str(text).unwrap_or_default()
}

/// Returns the preferences of an account, or the defaults if it has changed none.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn load(connection: &mut AnyConnection, owner: Owner) -> Result<Preferences, StoreError> {
    let row = sqlx::query(AssertSqlSafe(format!("SELECT {COLUMNS} FROM preferences WHERE user_id = $1")))
        .bind(owner.id().to_string())
        .fetch_optional(&mut *connection)
        .await?;
    match row {
        Some(row) => preferences(&row, goals(connection, owner).await?),
        None => Ok(Preferences::default()),
    }
}

/// Returns the streak goals of an account, the earliest first.
async fn goals(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<StreakGoal>, StoreError> {
    let rows = sqlx::query("SELECT from_day, minutes FROM streak_goals WHERE user_id = $1 ORDER BY from_day")
        .bind(owner.id().to_string())
        .fetch_all(connection)
        .await?;
    let goal = |row: &AnyRow| {
        let from = LocalDay::from_days_since_epoch(row.try_get("from_day")?);
        Ok(StreakGoal { from, minutes: row.try_get("minutes")? })
    };
    rows.iter().map(goal).collect()
}

/// Changes the fields that are set in `update` and returns all preferences. Goals are changed by [`replace_goals`].
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a query fails or a stored
/// value is invalid.
pub async fn update(
    connection: &mut AnyConnection,
    owner: Owner,
    update: &PreferencesUpdate,
) -> Result<Preferences, StoreError> {
    let defaults = Preferences::default();
    sqlx::query(AssertSqlSafe(format!(
        "INSERT INTO preferences (user_id, {COLUMNS}) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) ON CONFLICT (user_id) DO NOTHING"
    )))
    .bind(owner.id().to_string())
    .bind(tag(&defaults.theme))
    .bind(defaults.focus_minutes)
    .bind(defaults.short_break_minutes)
    .bind(defaults.long_break_minutes)
    .bind(defaults.mins_for_streak)
    .bind(defaults.day_start_minutes)
    .bind(defaults.time_zone)
    .bind(defaults.rounds)
    .bind(i64::from(defaults.auto_start_breaks))
    .bind(i64::from(defaults.auto_start_focus))
    .bind(tag(&defaults.hour_format))
    .bind(tag(&defaults.temperature_unit))
    .bind(tag(&defaults.focus_sound))
    .bind(tag(&defaults.ending_sound))
    .bind(defaults.volume)
    .bind(json(&defaults.background))
    .bind(tag(&defaults.wallpaper_pages))
    .bind(tag(&defaults.inbox_mails))
    .bind(defaults.shortcuts)
    .bind(defaults.views)
    .bind(defaults.appearance)
    .bind(tag(&defaults.language))
    .execute(&mut *connection)
    .await
    .map_err(super::map_missing_account)?;
    let row = sqlx::query(AssertSqlSafe(format!(
        "UPDATE preferences SET theme = COALESCE($2, theme), focus_minutes = COALESCE($3, focus_minutes), \
         short_break_minutes = COALESCE($4, short_break_minutes), long_break_minutes = COALESCE($5, long_break_minutes), \
         mins_for_streak = COALESCE($6, mins_for_streak), day_start_minutes = COALESCE($7, day_start_minutes), \
         time_zone = COALESCE($8, time_zone), rounds = COALESCE($9, rounds), \
         auto_start_breaks = COALESCE($10, auto_start_breaks), auto_start_focus = COALESCE($11, auto_start_focus), \
         hour_format = COALESCE($12, hour_format), temperature_unit = COALESCE($13, temperature_unit), \
         focus_sound = COALESCE($14, focus_sound), ending_sound = COALESCE($15, ending_sound), \
         volume = COALESCE($16, volume), background = COALESCE($17, background), \
         wallpaper_pages = COALESCE($18, wallpaper_pages), \
         inbox_mails = COALESCE($19, inbox_mails), shortcuts = COALESCE($20, shortcuts), \
         views = COALESCE($21, views), appearance = COALESCE($22, appearance), language = COALESCE($23, language) WHERE user_id = $1 RETURNING {COLUMNS}"
    )))
    .bind(owner.id().to_string())
    .bind(update.theme.as_ref().map(tag))
    .bind(update.focus_minutes)
    .bind(update.short_break_minutes)
    .bind(update.long_break_minutes)
    .bind(update.mins_for_streak)
    .bind(update.day_start_minutes)
    .bind(update.time_zone.clone())
    .bind(update.rounds)
    .bind(update.auto_start_breaks.map(i64::from))
    .bind(update.auto_start_focus.map(i64::from))
    .bind(update.hour_format.as_ref().map(tag))
    .bind(update.temperature_unit.as_ref().map(tag))
    .bind(update.focus_sound.as_ref().map(tag))
    .bind(update.ending_sound.as_ref().map(tag))
    .bind(update.volume)
    .bind(update.background.as_ref().map(json))
    .bind(update.wallpaper_pages.as_ref().map(tag))
    .bind(update.inbox_mails.as_ref().map(tag))
    .bind(update.shortcuts.clone())
    .bind(update.views.clone())
    .bind(update.appearance.clone())
    .bind(update.language.as_ref().map(tag))
    .fetch_one(&mut *connection)
    .await?;
    preferences(&row, goals(connection, owner).await?)
}

/// Replaces the goals from the day `from` on by those in `goals`; earlier entries of `goals` are ignored.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn replace_goals(
    connection: &mut AnyConnection,
    owner: Owner,
    from: LocalDay,
    goals: &[StreakGoal],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM streak_goals WHERE user_id = $1 AND from_day >= $2")
        .bind(owner.id().to_string())
        .bind(from.days_since_epoch())
        .execute(&mut *connection)
        .await?;
    for goal in goals.iter().filter(|goal| goal.from >= from) {
        sqlx::query("INSERT INTO streak_goals (user_id, from_day, minutes) VALUES ($1, $2, $3)")
            .bind(owner.id().to_string())
            .bind(goal.from.days_since_epoch())
            .bind(goal.minutes)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
