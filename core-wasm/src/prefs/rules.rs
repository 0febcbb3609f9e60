//! The rules of preferences: ranges, merging of changes, daily goals, and reading of stored values. The server applies
//! them, too.

use crate::protocol::background::MAX_BACKGROUND_BYTES;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::{
    MAX_APPEARANCE_BYTES, MAX_SHORTCUTS_BYTES, MAX_VIEWS_BYTES, Preferences, PreferencesUpdate, StreakGoal, Theme,
};
use crate::protocol::range::{DAY_START_MINUTES, GOAL_MINUTES, NumberRange, PHASE_MINUTES, ROUNDS, VOLUME};
use crate::protocol::response::ApiResponse;
use crate::protocol::time::LocalDay;
use crate::stats::{DEFAULT_GOAL_MINUTES, goal_of};
use json::ReadJson;
use serde::Deserialize;

/// How many days ago a goal may have been changed: a device may have been offline, or be a day ahead.
const GOAL_DAYS_AGO: std::ops::RangeInclusive<i64> = -1..=60;

/// Checks that all fields of an update are in range (SPEC F3). The server checks the time zone, because it has the
/// table of zones.
///
/// # Errors
///
/// Returns `PreferenceInvalid` if a field is out of range.
pub fn check(update: &PreferencesUpdate) -> Result<(), ErrorCode> {
    let within = |value: Option<i64>, range: NumberRange| value.is_none_or(|value| range.contains(value));
    let is_valid = within(update.focus_minutes, PHASE_MINUTES)
        && within(update.short_break_minutes, PHASE_MINUTES)
        && within(update.long_break_minutes, PHASE_MINUTES)
        && within(update.mins_for_streak, GOAL_MINUTES)
        && within(update.day_start_minutes, DAY_START_MINUTES)
        && within(update.rounds, ROUNDS)
        && within(update.volume, VOLUME)
        && update.background.as_ref().is_none_or(|background| json::json(background).len() <= MAX_BACKGROUND_BYTES)
        && is_web_text(update.shortcuts.as_ref(), MAX_SHORTCUTS_BYTES)
        && is_web_text(update.views.as_ref(), MAX_VIEWS_BYTES)
        && is_web_text(update.appearance.as_ref(), MAX_APPEARANCE_BYTES);
    if is_valid { Ok(()) } else { Err(ErrorCode::PreferenceInvalid) }
}

/// Returns whether a text that only the web app reads can be stored. Databases cannot store all control characters.
fn is_web_text(text: Option<&String>, max_bytes: usize) -> bool {
    text.is_none_or(|text| text.len() <= max_bytes && text.bytes().all(|byte| byte >= b' '))
}

/// Parses stored preferences or those of the server. Returns `None` if they are incomplete or a field is out of range,
/// because they may be written by something else. Fields added in later versions may be missing and get their defaults
/// (SPEC F6).
pub(super) fn parse_preferences(text: &str) -> Option<Preferences> {
    /// The goals, which are the only field that an update does not contain.
    #[derive(Deserialize, ReadJson)]
    struct Goals {
        #[serde(default)]
        goals: Vec<StreakGoal>,
    }
    let all: PreferencesUpdate = json::parse(text).ok()?;
    let Goals { mut goals } = json::parse(text).ok()?;
    let has_first_fields = all.theme.is_some()
        && all.focus_minutes.is_some()
        && all.short_break_minutes.is_some()
        && all.long_break_minutes.is_some()
        && all.day_start_minutes.is_some()
        && all.time_zone.is_some();
    let minutes = all.mins_for_streak.filter(|_| has_first_fields)?;
    check(&all).ok()?;
    let are_within = goals.iter().all(|goal| GOAL_MINUTES.contains(goal.minutes));
    let are_sorted = goals.windows(2).all(|pair| pair[0].from < pair[1].from);
    if goals.is_empty() && minutes != DEFAULT_GOAL_MINUTES {
        // Before goals had a first day, the only goal applied to all days.
        goals.push(StreakGoal { from: LocalDay::from_days_since_epoch(i64::MIN), minutes });
    }
    let mut preferences = Preferences { goals, ..Preferences::default() };
    apply(&mut preferences, &all);
    (are_within && are_sorted).then_some(preferences)
}

/// Sets the fields that an update contains.
pub fn apply(preferences: &mut Preferences, update: &PreferencesUpdate) {
    fn set<T: Clone>(field: &mut T, value: &Option<T>) {
        if let Some(value) = value {
            *field = value.clone();
        }
    }
    set(&mut preferences.theme, &update.theme);
    set(&mut preferences.focus_minutes, &update.focus_minutes);
    set(&mut preferences.short_break_minutes, &update.short_break_minutes);
    set(&mut preferences.long_break_minutes, &update.long_break_minutes);
    set(&mut preferences.mins_for_streak, &update.mins_for_streak);
    set(&mut preferences.day_start_minutes, &update.day_start_minutes);
    set(&mut preferences.time_zone, &update.time_zone);
    set(&mut preferences.rounds, &update.rounds);
    set(&mut preferences.auto_start_breaks, &update.auto_start_breaks);
    set(&mut preferences.auto_start_focus, &update.auto_start_focus);
    set(&mut preferences.hour_format, &update.hour_format);
    set(&mut preferences.temperature_unit, &update.temperature_unit);
    set(&mut preferences.focus_sound, &update.focus_sound);
    set(&mut preferences.ending_sound, &update.ending_sound);
    set(&mut preferences.volume, &update.volume);
    set(&mut preferences.background, &update.background);
    set(&mut preferences.inbox_mails, &update.inbox_mails);
    set(&mut preferences.shortcuts, &update.shortcuts);
    set(&mut preferences.views, &update.views);
    set(&mut preferences.appearance, &update.appearance);
    set(&mut preferences.language, &update.language);
    set(&mut preferences.wallpaper_pages, &update.wallpaper_pages);
    if let (Some(minutes), Some(from)) = (update.mins_for_streak, update.mins_for_streak_from) {
        set_goal(&mut preferences.goals, StreakGoal { from, minutes });
    }
}

/// Returns the day from which a new goal applies, if the device says that it was changed on `claimed`. `today` is the
/// user's current day on the server. A change may arrive late from an offline device and still applies from when it was
/// made (SPEC S26): from up to 60 days ago to one day ahead, because of time zones. It never applies to days before the
/// latest existing goal.
pub fn effective_goal_day(claimed: Option<LocalDay>, goals: &[StreakGoal], today: LocalDay) -> LocalDay {
    let ago = |day: &LocalDay| today.days_since_epoch() - day.days_since_epoch();
    let first = goals.last().map(|last| last.from.min(today));
    let day = claimed.filter(|day| GOAL_DAYS_AGO.contains(&ago(day))).unwrap_or(today);
    first.map_or(day, |first| day.max(first))
}

/// Adds a goal, and removes those that would start on the same day or later (SPEC S26).
pub fn set_goal(goals: &mut Vec<StreakGoal>, goal: StreakGoal) {
    goals.retain(|known| known.from < goal.from);
    if goal_of(goals, goal.from) != goal.minutes {
        goals.push(goal);
    }
}

/// Parses the preferences of a response. Returns `None` if it has none.
pub(super) fn parse_response(response: &ApiResponse) -> Option<Preferences> {
    match response {
        ApiResponse::Received { status: 200..=299, body } => parse_preferences(body),
        _ => None,
    }
}

/// Returns a phase length moved into its range (SPEC F1).
pub(super) fn clamp(minutes: i64) -> i64 {
    minutes.clamp(PHASE_MINUTES.min, PHASE_MINUTES.max)
}

/// Returns the name of a theme, as the specification's key stores it.
pub(super) fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
        Theme::System => "system",
    }
}

/// Returns the theme with this name, or `None`.
pub(super) fn theme_from_name(text: &str) -> Option<Theme> {
    [Theme::Dark, Theme::Light, Theme::System].into_iter().find(|theme| theme_name(*theme) == text)
}
