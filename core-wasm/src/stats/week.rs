//! The chart of a week and its three tiles.

use super::days::seconds_of;
use crate::protocol::http::DaySum;
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
    /// Returns the bars of the chart.
    pub(super) fn named_days(&self) -> Vec<StatsDay> {
        self.days
            .iter()
            .zip(short_names().into_iter().zip(full_names()))
            .map(|(focused, (day, full_day))| StatsDay {
                day: day.to_owned(),
                full_day: full_day.to_owned(),
                focused: *focused,
            })
            .collect()
    }
}
