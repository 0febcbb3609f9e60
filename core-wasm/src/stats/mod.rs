//! Statistics: what My Stats shows, computed from recorded sessions (SPEC S1 to S59).
//!
//! Start with these pure functions: [`day_sums`] groups sessions by local day, [`summary`] computes the four tiles and
//! the totals of the account, [`week`] the chart and its three tiles, [`heatmap`] a year, [`view`] a whole page, and
//! [`check_session`] validates sessions.
//!
//! The server stores daily totals by board and card. When a session changes, it finds the affected days with
//! [`days_of`], computes their totals with [`focus_sums`], and adds totals up with [`merge_days`]. The browser fetches
//! the totals from there, so both compute the same numbers from the same sessions.

pub(crate) mod breakdown;
mod check;
mod days;
pub(crate) mod edit;
pub(crate) mod form;
pub(crate) mod list;
mod list_patches;
pub(crate) mod machine;
pub(crate) mod pending;
pub(crate) mod session_totals;
pub mod shares;
mod streak;
mod week;
mod year;

pub use check::check_session;
pub(crate) use check::{MAX_PLANNED_SECONDS, MAX_SEGMENTS, MAX_SESSION_SPAN_MS, are_valid_segments};
pub use days::{FocusSum, add_session, day_sums, days_of, focus_sums, is_counted, merge_days, subtract_session};
pub use streak::{DEFAULT_GOAL_MINUTES, goal_of};
pub use week::{Week, monday_of, week_tiles};
pub use year::heatmap;

use crate::protocol::http::{DaySum, Preferences, StreakGoal};
use crate::protocol::record::FocusSession;
use crate::protocol::time::{LocalDay, Timestamp, local_day};
use crate::protocol::view::{BestDay, LoadStatus, StatsView};

const MILLIS_PER_MINUTE: i64 = 60_000;

/// Minimum length of a focus session that is counted, in milliseconds. The time of shorter ones still counts. The timer
/// does not record them.
pub(crate) const MIN_SESSION_MS: i64 = MILLIS_PER_MINUTE;

/// The user's settings for statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatsSettings<'a> {
    /// When the user's day begins, in minutes after midnight: 0 to 360.
    pub day_start_minutes: i64,
    /// The streak goals in focused minutes per day, each with the day from which it applies, earliest first.
    pub goals: &'a [StreakGoal],
}

impl<'a> From<&'a Preferences> for StatsSettings<'a> {
    fn from(preferences: &'a Preferences) -> Self {
        Self { day_start_minutes: preferences.day_start_minutes, goals: &preferences.goals }
    }
}

/// The totals of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatsSummary {
    /// Focused time today, in seconds.
    pub focused_today: i64,
    /// Number of focus sessions of at least one minute.
    pub total_sessions: i64,
    /// The current streak, in days.
    pub current_streak: i64,
    /// The longest streak, in days.
    pub longest_streak: i64,
    /// The total focused time, in seconds.
    pub total_time: i64,
}

/// Computes the totals of an account at a moment. `utc_offset` is in minutes, positive to the east; `days` must be
/// sorted, without duplicates.
pub fn summary(days: &[DaySum], settings: &StatsSettings, now: Timestamp, utc_offset: i32) -> StatsSummary {
    let today = local_day(now, utc_offset, settings.day_start_minutes);
    let streaks = streak::streaks(days, settings.goals, today, utc_offset);
    StatsSummary {
        focused_today: days::seconds_of(days, today),
        total_sessions: days.iter().map(|day| day.sessions).sum(),
        current_streak: streaks.current,
        longest_streak: streaks.longest,
        total_time: days.iter().map(|day| day.focused).sum::<i64>() / 1_000,
    }
}

/// Returns the week that is `weeks_ago` weeks before the current one.
pub fn week(days: &[DaySum], settings: &StatsSettings, now: Timestamp, utc_offset: i32, weeks_ago: u32) -> Week {
    let today = local_day(now, utc_offset, settings.day_start_minutes);
    week::week_from(days, monday_before(today, weeks_ago), today)
}

/// Returns the Monday of the week that is `weeks_ago` weeks before that of `today`.
fn monday_before(today: LocalDay, weeks_ago: u32) -> LocalDay {
    LocalDay::from_days_since_epoch(monday_of(today).days_since_epoch() - 7 * i64::from(weeks_ago))
}

/// Returns the day with the most focused time in whole seconds, the earliest one if several are equal (SPEC S29).
pub fn best_day(days: &[DaySum]) -> Option<BestDay> {
    let shown = days.iter().map(|sum| BestDay { day: sum.day, focused: sum.focused / 1_000 });
    shown.filter(|day| day.focused > 0).reduce(|best, day| if day.focused > best.focused { day } else { best })
}

/// Returns My Stats as the screen shows it, with the week that is `weeks_ago` weeks before the current one.
pub fn view(days: &[DaySum], settings: &StatsSettings, now: Timestamp, utc_offset: i32, weeks_ago: u32) -> StatsView {
    let summary = summary(days, settings, now, utc_offset);
    let today = local_day(now, utc_offset, settings.day_start_minutes);
    let monday = monday_before(today, weeks_ago);
    let week = week::week_from(days, monday, today);
    let recent = week::recent_weeks(days, today);
    StatsView {
        status: LoadStatus::Ready,
        focused_today: summary.focused_today,
        goal_today: goal_of(settings.goals, today) * 60,
        total_sessions: summary.total_sessions,
        current_streak: summary.current_streak,
        longest_streak: summary.longest_streak,
        recent_weeks: recent.totals,
        recent_weeks_so_far: recent.so_far,
        usual_so_far: recent.usual_so_far,
        week: week.named_days(monday, settings.goals),
        total_focused: week.total,
        average_focused: week.average,
        most_active_day: week.most_active.map(|index| week::full_names()[index].to_owned()),
        weeks_ago,
        week_start: Some(monday),
        has_earlier_weeks: days.first().is_some_and(|first| first.day < monday),
        best_day: best_day(days),
    }
}

/// Returns the focused time of a session without its pauses, in milliseconds.
pub(crate) fn focused_millis(session: &FocusSession) -> i64 {
    session.segments.iter().map(|segment| (segment.end.millis() - segment.start.millis()).max(0)).sum()
}

#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod sum_tests;
#[cfg(test)]
mod tests;
