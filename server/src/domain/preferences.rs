//! Preferences, which are synced between a user's devices.

use super::{plans, policy};
use crate::AppState;
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::preferences;
use chrono::{DateTime, Offset, TimeZone};
use core_wasm::prefs;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate, StreakGoal};
use core_wasm::protocol::time::{LocalDay, Timestamp, local_day};

/// Returns the preferences of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn load(app: &AppState, account: Actor) -> Result<Preferences, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let preferences = preferences::load(&mut snapshot, policy::owner_of(account)).await?;
    snapshot.commit().await?;
    Ok(preferences)
}

/// Changes the fields that are set and returns all preferences. A new streak goal applies from its day on; earlier days
/// keep theirs.
///
/// # Errors
/// Returns `ErrorCode::PreferenceInvalid` if a value or the time zone is invalid, or `ErrorCode::PlanLimit` if the plan
/// does not include the background, or an error if the database fails.
pub(crate) async fn update(app: &AppState, account: Actor, update: PreferencesUpdate) -> Result<Preferences, ApiError> {
    prefs::check(&update)?;
    // The core has no time zone database.
    if update.time_zone.as_ref().is_some_and(|zone| zone.parse::<chrono_tz::Tz>().is_err()) {
        return Err(ErrorCode::PreferenceInvalid.into());
    }
    if let Some(background) = update.background.as_ref().filter(|_| !update.made_offline) {
        plans::check_wallpaper(app, account, background).await?;
    }
    let (owner, now) = (policy::owner_of(account), app.now());
    let changes_nothing = update == PreferencesUpdate::default();
    let preferences = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                let mut changed = preferences::update(connection, owner, &update).await?;
                if let Some(minutes) = update.mins_for_streak {
                    let from = effective_goal_day(&update, &changed, now);
                    prefs::set_goal(&mut changed.goals, StreakGoal { from, minutes });
                    preferences::replace_goals(connection, owner, from, &changed.goals).await?;
                }
                Ok(changed)
            })
        })
        .await?;
    if !changes_nothing {
        app.live.announce_preferences(account.id, account.login_id);
    }
    Ok(preferences)
}

/// Returns the day from which a new goal applies: see [`prefs::effective_goal_day`]. Today is the day in the user's
/// time zone.
fn effective_goal_day(update: &PreferencesUpdate, preferences: &Preferences, now: Timestamp) -> LocalDay {
    let offset = utc_offset(&preferences.time_zone, now);
    let today = local_day(now, offset, preferences.day_start_minutes);
    prefs::effective_goal_day(update.mins_for_streak_from, &preferences.goals, today)
}

/// Returns the UTC offset of a time zone at a time, in minutes, east positive. An unknown zone counts as UTC: zones are
/// validated when they are set, but a newer time zone database may have dropped one.
pub(crate) fn utc_offset(time_zone: &str, moment: Timestamp) -> i32 {
    let zone = time_zone.parse::<chrono_tz::Tz>().unwrap_or(chrono_tz::Tz::UTC);
    let moment = DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default().naive_utc();
    zone.offset_from_utc_datetime(&moment).fix().local_minus_utc() / 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utc_offset_follows_daylight_saving_time() {
        let at = |zone: &str, moment: &str| utc_offset(zone, Timestamp::parse(moment).unwrap());
        assert_eq!(at("Europe/Berlin", "2026-01-15T12:00:00Z"), 60);
        assert_eq!(at("Europe/Berlin", "2026-07-15T12:00:00Z"), 120);
        assert_eq!(at("America/St_Johns", "2026-01-15T12:00:00Z"), -210);
        assert_eq!(at("Asia/Kathmandu", "2026-01-15T12:00:00Z"), 345);
        assert_eq!(at("Nowhere/At_All", "2026-01-15T12:00:00Z"), 0);
    }
}
