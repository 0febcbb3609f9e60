//! Preferences, which are synced between a user's devices.

use super::policy;
use crate::error::DomainError;
use crate::services::{ChangeDeps, Context};
use core_wasm::prefs;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate, StreakGoal};
use core_wasm::protocol::time::{LocalDay, Timestamp, local_day};
use twentyfour_bus::News;
use twentyfour_model::Actor;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_store::preferences;

/// Returns the preferences of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn load(context: &Context, account: Actor) -> Result<Preferences, DomainError> {
    let mut snapshot = context.database.snapshot().await?;
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
pub async fn update(deps: &ChangeDeps, account: Actor, update: PreferencesUpdate) -> Result<Preferences, DomainError> {
    prefs::check(&update)?;
    // The core has no time zone database.
    if update.time_zone.as_ref().is_some_and(|zone| zone.parse::<chrono_tz::Tz>().is_err()) {
        return Err(ErrorCode::PreferenceInvalid.into());
    }
    if let Some(background) = update.background.as_ref().filter(|_| !update.made_offline) {
        deps.plans.check_wallpaper(account, background).await?;
    }
    let (owner, now) = (policy::owner_of(account), deps.context.now());
    let changes_nothing = update == PreferencesUpdate::default();
    let preferences = deps
        .context
        .database
        .write_and_announce::<_, DomainError, _>(
            move |connection| {
                Box::pin(async move {
                    let mut changed = preferences::update(connection, owner, &update).await?;
                    if let Some(minutes) = update.mins_for_streak {
                        let from = effective_goal_day(&update, &changed, now);
                        prefs::set_goal(&mut changed.goals, StreakGoal { from, minutes });
                        preferences::replace_goals(connection, owner, from, &changed.goals).await?;
                    }
                    Ok(changed)
                })
            },
            deps.live.announcer(move |_: &Preferences| {
                let news = News::Preferences { account_id: account.id, login_id: Some(account.login_id) };
                (!changes_nothing).then_some(news).into_iter().collect()
            }),
        )
        .await?;
    Ok(preferences)
}

/// Returns the day from which a new goal applies: see [`prefs::effective_goal_day`]. Today is the day in the user's
/// time zone.
fn effective_goal_day(update: &PreferencesUpdate, preferences: &Preferences, now: Timestamp) -> LocalDay {
    let offset = utc_offset(&preferences.time_zone, now);
    let today = local_day(now, offset, preferences.day_start_minutes);
    prefs::effective_goal_day(update.mins_for_streak_from, &preferences.goals, today)
}
