//! The chart of a week and its three tiles.

use super::days::seconds_of;
use super::streak::goal_of;
use crate::protocol::http::{DaySum, StreakGoal};
use crate::protocol::messages::{Text, core as messages};
use crate::protocol::time::LocalDay;
use crate::protocol::view::StatsDay;

fn short_names() -> [&'static str; 7] {
    [
        messages::day_short_monday(),
        messages::day_short_tuesday(),
        messages::day_short_wednesday(),
        messages::day_short_thursday(),
        messages::day_short_friday(),
        messages::day_short_saturday(),
        messages::day_short_sunday(),
    ]
    .map(Text::get)
}

/// Returns the full names of the days of the week, Monday first.
pub(super) fn full_names() -> [&'static str; 7] {
    [
        messages::day_monday(),
        messages::day_tuesday(),
        messages::day_wednesday(),
        messages::day_thursday(),
        messages::day_friday(),
        messages::day_saturday(),
        messages::day_sunday(),
    ]
    .map(Text::get)
}

/// A week from Monday to Sunday.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Week {
    /// The focused time of each day, Monday first, in seconds.
    pub days: [i64; 7],
    /// The focused time of the week, in seconds.
    pub total: i64,
    /// The average focused time per day, in seconds.
    pub average: i64,
    /// The index in `days` of the day with the most focused time, or `None` if there is no focused time.
    pub most_active: Option<usize>,
}

/// Computes the tiles of a week (SPEC S15 to S17). `days` is the focused time of each day, Monday first, in seconds;
/// `days_so_far` is the number of days that have begun, 7 for past weeks.
pub fn week_tiles(days: [i64; 7], days_so_far: i64) -> Week {
    let total = days.iter().sum();
    let most_active = (0..days.len())
        .filter(|&index| days[index] > 0)
        .reduce(|best, day| if days[day] > days[best] { day } else { best });
    Week { days, total, average: total / days_so_far.clamp(1, 7), most_active }
}

/// Returns the Monday of a day's week.
pub fn monday_of(day: LocalDay) -> LocalDay {
    // Day 0 was a Thursday, three days after a Monday.
    LocalDay::from_days_since_epoch(day.days_since_epoch() - (day.days_since_epoch() + 3).rem_euclid(7))
}

/// Returns the week that begins on a Monday, as of today.
pub(super) fn week_from(days: &[DaySum], monday: LocalDay, today: LocalDay) -> Week {
    let mut focused = [0; 7];
    for (seconds, day) in focused.iter_mut().zip(monday.days_since_epoch()..) {
        *seconds = seconds_of(days, LocalDay::from_days_since_epoch(day));
    }
    week_tiles(focused, today.days_since_epoch() - monday.days_since_epoch() + 1)
}

impl Week {
    /// Returns the bars of the chart of the week that begins on a Monday.
    pub(super) fn named_days(&self, monday: LocalDay, goals: &[StreakGoal]) -> Vec<StatsDay> {
        self.days
            .iter()
            .zip(short_names().into_iter().zip(full_names()))
            .zip(monday.days_since_epoch()..)
            .map(|((focused, (day, full_day)), date)| StatsDay {
                day: day.to_owned(),
                full_day: full_day.to_owned(),
                focused: *focused,
                goal: goal_of(goals, LocalDay::from_days_since_epoch(date)) * 60,
            })
            .collect()
    }
}

/// The number of weeks that the current one is compared with.
const COMPARED_WEEKS: i64 = 4;

/// The current week beside the weeks before it, in seconds (SPEC S58).
#[derive(Debug, Default)]
pub(super) struct RecentWeeks {
    /// The focused time of each week, the earliest first and the current one last.
    pub(super) totals: Vec<i64>,
    /// The same from Monday to today's day of the week.
    pub(super) so_far: Vec<i64>,
    /// The average of the earlier weeks in `so_far`.
    pub(super) usual_so_far: Option<i64>,
}

/// Compares the current week with the four weeks before it. `days` must be sorted.
pub(super) fn recent_weeks(days: &[DaySum], today: LocalDay) -> RecentWeeks {
    let mut recent = RecentWeeks::default();
    let (mut sum, mut count) = (0, 0);
    let current = monday_of(today).days_since_epoch();
    let days_so_far = today.days_since_epoch() - current + 1;
    for weeks_ago in (0..=COMPARED_WEEKS).rev() {
        let monday = current - 7 * weeks_ago;
        let focused = |to: i64| (monday..to).map(|day| seconds_of(days, LocalDay::from_days_since_epoch(day))).sum();
        let so_far: i64 = focused(monday + days_so_far);
        recent.totals.push(focused(monday + 7));
        recent.so_far.push(so_far);
        if weeks_ago > 0 && days.first().is_some_and(|first| first.day.days_since_epoch() < monday + days_so_far) {
            (sum, count) = (sum + so_far, count + 1);
        }
    }
    recent.usual_so_far = i64::checked_div(sum, count);
    recent
}
