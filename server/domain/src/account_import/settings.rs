//! Importing the preferences with all daily goals, and the user's picture.

use super::ids::{IdMap, Outcome};
use super::pictures::current_id;
use crate::avatars::{self as avatar_cases, Avatars};
use crate::error::DomainError;
use crate::pictures::Pictures;
use crate::policy;
use crate::services::ChangeDeps;
use bytes::Bytes;
use core_wasm::prefs;
use core_wasm::protocol::background::Background;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{MAX_VIEWS_BYTES, PreferencesUpdate, StreakGoal};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::range::GOAL_MINUTES;
use core_wasm::protocol::time::{LocalDay, Timestamp, local_day};
use core_wasm::stats::DEFAULT_GOAL_MINUTES;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use twentyfour_bus::News;
use twentyfour_model::Actor;
use twentyfour_store::{avatars, preferences};

/// The maximum number of goals that are imported, the latest ones: a new one on each day of ten years.
const MAX_GOALS: usize = 3_660;

/// The fields of an update that no stored preferences have.
const UPDATE_ONLY_FIELDS: [&str; 2] = ["made_offline", "mins_for_streak_from"];

/// Replaces the preferences of the account by those in `account.json` and the daily goals by all of those. Fields that are invalid, or
/// that this version does not know, stay as they are, and so does a background that the plan does not include. Boards and pictures
/// become the imported ones. All devices of the account load the preferences again.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import_preferences(
    deps: &ChangeDeps,
    pictures: &Pictures,
    account: Actor,
    archived: &Value,
    ids: &IdMap,
) -> Result<Outcome, DomainError> {
    let Some(fields) = archived.as_object() else { return Ok(Outcome::Refused) };
    let (owner, now) = (policy::owner_of(account), deps.context.now());
    let mut update = valid_fields(fields);
    update.background = match update.background.take() {
        Some(background) => allowed_background(deps, pictures, account, background).await?,
        None => None,
    };
    update.views = update.views.map(|views| with_new_boards(views, ids)).filter(|views| views.len() <= MAX_VIEWS_BYTES);
    let goals = goals(fields, update.mins_for_streak, now);
    if let Some(goals) = &goals {
        update.mins_for_streak = Some(goals.last().map_or(DEFAULT_GOAL_MINUTES, |last| last.minutes));
    }
    if update == PreferencesUpdate::default() || prefs::check(&update).is_err() {
        return Ok(Outcome::Refused);
    }
    let update = Arc::new((update, goals));
    deps.context
        .database
        .write_and_announce::<_, DomainError, _>(
            move |connection| {
                Box::pin(async move {
                    let (update, goals) = &*update;
                    preferences::update(connection, owner, update).await?;
                    if let Some(goals) = goals {
                        preferences::replace_goals(connection, owner, first_day(), goals).await?;
                    }
                    Ok(())
                })
            },
            // Announced to the device that imports, too, because it does not have the new preferences either.
            deps.live.announcer(move |()| vec![News::Preferences { account_id: account.id, login_id: None }]),
        )
        .await?;
    Ok(Outcome::Imported)
}

/// Sets the user's picture from a file, unless the user has one.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import_avatar(deps: &Avatars, account: Actor, file: Bytes) -> Result<Outcome, DomainError> {
    let owner = policy::owner_of(account);
    let database = &deps.changes.context.database;
    let current = database.pool().run(move |connection| Box::pin(avatars::id_of(connection, owner))).await?;
    if current.is_some() {
        return Ok(Outcome::Existing);
    }
    match avatar_cases::replace(deps, account, file).await {
        Ok(_) => Ok(Outcome::Imported),
        Err(error) => Outcome::of_error(error),
    }
}

/// Returns the fields that are valid. An invalid field is left out, and the others are still imported.
fn valid_fields(fields: &Map<String, Value>) -> PreferencesUpdate {
    let read = |fields: Map<String, Value>| serde_json::from_value::<PreferencesUpdate>(Value::Object(fields)).ok();
    let is_valid = |(name, value): &(&String, &Value)| {
        let single = read(Map::from_iter([((*name).clone(), (*value).clone())]));
        !UPDATE_ONLY_FIELDS.contains(&name.as_str()) && single.is_some_and(|single| prefs::check(&single).is_ok())
    };
    let valid = fields.iter().filter(is_valid).map(|(name, value)| (name.clone(), value.clone()));
    let mut update = read(valid.collect()).unwrap_or_default();
    // The core has no time zone database.
    update.time_zone = update.time_zone.filter(|zone| zone.parse::<chrono_tz::Tz>().is_ok());
    update
}

/// Returns a background if the account may have it, with the imported picture.
async fn allowed_background(
    deps: &ChangeDeps,
    pictures: &Pictures,
    account: Actor,
    archived: Background,
) -> Result<Option<Background>, DomainError> {
    let background = match archived {
        Background::Picture(id) => match current_id(pictures, account, &id).await? {
            Some(id) => Background::Picture(id),
            None => return Ok(None),
        },
        other => other,
    };
    match deps.plans.check_wallpaper(account, &background).await {
        Ok(()) => Ok(Some(background)),
        Err(error) if error.code() == ErrorCode::PlanLimit => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the saved views, which the web app stores as JSON, with the ids of the imported boards.
fn with_new_boards(views: String, ids: &IdMap) -> String {
    let Ok(mut read) = serde_json::from_str::<Vec<Value>>(&views) else { return views };
    for board_id in read.iter_mut().filter_map(|view| view.get_mut("board_id")) {
        let new_id = board_id.as_str().and_then(Id::parse).and_then(|id| ids.boards.get(&id));
        if let Some(new_id) = new_id {
            *board_id = Value::String(new_id.to_string());
        }
    }
    if read.is_empty() { views } else { Value::Array(read).to_string() }
}

/// Returns the valid goals, the earliest first, or `None` if there is nothing about goals. `minutes` is the current goal. Goals of
/// days after tomorrow are left out.
fn goals(fields: &Map<String, Value>, minutes: Option<i64>, now: Timestamp) -> Option<Vec<StreakGoal>> {
    let archived = fields.get("goals").and_then(Value::as_array);
    if archived.is_none() && minutes.is_none() {
        return None;
    }
    // The latest time zone is 14 hours ahead.
    let last_day = local_day(now, 24 * 60, 0);
    let read = archived.into_iter().flatten().filter_map(|goal| StreakGoal::deserialize(goal).ok());
    let valid = read.filter(|goal| GOAL_MINUTES.contains(goal.minutes) && goal.from <= last_day);
    let by_day: BTreeMap<LocalDay, i64> = valid.map(|goal| (goal.from, goal.minutes)).collect();
    let mut goals: Vec<StreakGoal> = by_day.into_iter().map(|(from, minutes)| StreakGoal { from, minutes }).collect();
    goals.drain(..goals.len().saturating_sub(MAX_GOALS));
    if let (true, Some(minutes)) = (goals.is_empty(), minutes.filter(|minutes| *minutes != DEFAULT_GOAL_MINUTES)) {
        // The current goal without its first day.
        goals.push(StreakGoal { from: first_day(), minutes });
    }
    Some(goals)
}

/// Returns the first day that a goal can have.
fn first_day() -> LocalDay {
    LocalDay::from_days_since_epoch(i64::MIN)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{BOARD, TestServer, id, png};
    use super::*;
    use crate::preferences as cases;
    use core_wasm::protocol::http::{Preferences, Theme};
    use serde_json::json;
    use std::collections::HashMap;

    async fn import_json(server: &TestServer, archived: Value) -> (Outcome, Preferences) {
        let (services, account) = (&server.services, server.account);
        let ids = IdMap { boards: HashMap::from([(id(BOARD), id(21))]), ..IdMap::default() };
        let outcome = import_preferences(&services.changes, &services.pictures, account, &archived, &ids).await;
        (outcome.unwrap(), cases::load(&services.context, account).await.unwrap())
    }

    fn goal(from: &str, minutes: i64) -> StreakGoal {
        StreakGoal { from: LocalDay::parse(from).unwrap(), minutes }
    }

    #[tokio::test]
    async fn valid_preferences_and_all_goals_replace_those_of_the_account() {
        let server = TestServer::new().await;
        let view = |board: u8| json!({"id": "1", "name": "Mine", "board_id": id(board), "query": "label=a"});
        let archived = json!({
            "theme": "light", "focus_minutes": 50, "short_break_minutes": 0, "time_zone": "Pacific/Auckland", "volume": "loud",
            "mins_for_streak": 40, "mins_for_streak_from": "2026-03-01", "day_start_minutes": 240, "unknown": {"a": []},
            "background": {"picture": "0a".repeat(16)}, "views": json!([view(BOARD), view(99)]).to_string(),
            "goals": [
                {"from": "2026-02-01", "minutes": 60}, {"from": "2025-05-01", "minutes": 30}, {"from": "2026-02-01", "minutes": 45},
                {"from": "2999-01-01", "minutes": 10}, {"from": "2026-01-01", "minutes": 0}, "no goal"
            ]
        });
        let (outcome, preferences) = import_json(&server, archived).await;
        assert_eq!(outcome, Outcome::Imported);
        let defaults = Preferences::default();
        assert_eq!((preferences.theme, preferences.focus_minutes), (Theme::Light, 50));
        assert_eq!((&*preferences.time_zone, preferences.day_start_minutes), ("Pacific/Auckland", 240));
        assert_eq!(preferences.short_break_minutes, defaults.short_break_minutes);
        assert_eq!((preferences.volume, preferences.background), (defaults.volume, defaults.background));
        assert_eq!(preferences.goals, [goal("2025-05-01", 30), goal("2026-02-01", 45)]);
        assert_eq!(preferences.mins_for_streak, 45);
        assert_eq!(preferences.views, json!([view(21), view(99)]).to_string());

        let (outcome, preferences) =
            import_json(&server, json!({"mins_for_streak": 10, "time_zone": "Mars/Olympus"})).await;
        assert_eq!((outcome, &*preferences.time_zone), (Outcome::Imported, "Pacific/Auckland"));
        assert_eq!(preferences.goals, [goal("0001-01-01", 10)]);
        let (outcome, preferences) = import_json(&server, json!({"mins_for_streak": 25, "goals": []})).await;
        assert_eq!((outcome, preferences.goals), (Outcome::Imported, vec![]));
    }

    #[tokio::test]
    async fn preferences_without_valid_fields_are_refused() {
        let server = TestServer::new().await;
        for archived in [Value::Null, json!([]), json!({}), json!({"made_offline": true, "rounds": 13, "theme": null})]
        {
            assert_eq!(import_json(&server, archived).await, (Outcome::Refused, Preferences::default()));
        }
    }

    #[tokio::test]
    async fn picture_of_the_user_is_set_if_there_is_none() {
        let server = TestServer::new().await;
        let import_file =
            async |file: Vec<u8>| import_avatar(&server.services.avatars, server.account, file.into()).await.unwrap();
        assert_eq!(import_file(b"no picture".to_vec()).await, Outcome::Refused);
        assert_eq!(import_file(png(8, 6)).await, Outcome::Imported);
        assert_eq!(import_file(png(8, 6)).await, Outcome::Existing);
    }
}
