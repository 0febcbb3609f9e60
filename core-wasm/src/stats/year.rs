//! The heatmap: one year, day by day.

use super::days::seconds_of;
use crate::protocol::http::DaySum;
use crate::protocol::time::LocalDay;
use crate::protocol::view::HeatmapView;
use chrono::{Datelike, NaiveDate};

/// The highest color level of a day.
const MAX_LEVEL: i64 = 4;

/// Returns the year of a day.
pub(super) fn year_of(day: LocalDay) -> i64 {
    i64::from(day.date().year())
}

/// Returns the first day of a year from 1 to 9999, as days since 1970-01-01.
fn new_year(year: i64) -> i64 {
    let date = NaiveDate::from_ymd_opt(year as i32, 1, 1).unwrap_or_default();
    date.signed_duration_since(NaiveDate::default()).num_days()
}

/// Computes the heatmap of a year (SPEC S30, S31). The year is clamped to 1 to 9999.
pub fn heatmap(days: &[DaySum], year: i64, today: LocalDay) -> HeatmapView {
    let year = year.clamp(1, 9_999);
    let (begin, end) = (new_year(year), new_year(year) + days_in(year));
    let focused: Vec<i64> = (begin..end).map(|day| seconds_of(days, LocalDay::from_days_since_epoch(day))).collect();
    let best = focused.iter().copied().max().unwrap_or(0);
    let level =
        |seconds: &i64| (seconds * MAX_LEVEL + best - 1).checked_div(best).unwrap_or(0).clamp(0, MAX_LEVEL) as u8;
    let levels = focused.iter().map(level).collect();
    let last_year = year_of(today).max(days.last().map_or(0, |last| year_of(last.day)));
    HeatmapView {
        year,
        first_year: days.first().map_or(last_year, |first| year_of(first.day)).min(last_year),
        last_year,
        focused,
        levels,
    }
}

/// Returns the number of days of a year.
fn days_in(year: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if is_leap { 366 } else { 365 }
}
