//! Streaks: consecutive days on which the user reached the goal.

use crate::protocol::http::{DaySum, StreakGoal};
use crate::protocol::time::LocalDay;

/// The goal before the first one that the user has set, in minutes.
pub const DEFAULT_GOAL_MINUTES: i64 = 25;

/// An eastward change of the offset by at least this many minutes skips more than half of a date for a traveler: when
/// flying from Honolulu to Auckland, 4 March is followed by 6 March. No change to daylight saving time is that large.
const LOST_DATE_OFFSET_MINUTES: i32 = 12 * 60;

/// Streaks, in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Streaks {
    /// The streak that is still active; 0 if there is none.
    pub(super) current: i64,
    /// The longest streak so far.
    pub(super) longest: i64,
}

/// Returns the goal of a day in minutes: the last one that applies from that day or earlier, or 25 before the first
/// (SPEC S26). `goals` must be sorted, earliest first.
pub fn goal_of(goals: &[StreakGoal], day: LocalDay) -> i64 {
    let begun = goals.partition_point(|goal| goal.from <= day);
    begun.checked_sub(1).map_or(DEFAULT_GOAL_MINUTES, |last| goals[last].minutes).max(1)
}

/// Computes the streaks as of `today`, for a user at `utc_offset` (SPEC S8 to S12).
pub(super) fn streaks(days: &[DaySum], goals: &[StreakGoal], today: LocalDay, utc_offset: i32) -> Streaks {
    let mut longest = 0;
    let mut run = 0;
    // The last day of the run, with the user's offset at its end.
    let mut last_goal_day: Option<(LocalDay, i32)> = None;
    for sum in days.iter().filter(|sum| sum.focused >= goal_of(goals, sum.day) * 60_000) {
        let continues =
            last_goal_day.is_some_and(|last_goal_day| is_next_lived_day(last_goal_day, sum.day, sum.first_utc_offset));
        run = if continues { run + 1 } else { 1 };
        longest = longest.max(run);
        last_goal_day = Some((sum.day, sum.last_utc_offset));
    }
    // After a flight to the west the last day may be later than today and still counts.
    let alive = last_goal_day
        .is_some_and(|last_goal_day| last_goal_day.0 >= today || is_next_lived_day(last_goal_day, today, utc_offset));
    Streaks { current: if alive { run } else { 0 }, longest }
}

/// Returns whether no day is missing between a day with a reached goal and a later one, except a date that a flight
/// skipped.
fn is_next_lived_day((last_goal_day, offset_then): (LocalDay, i32), day: LocalDay, offset: i32) -> bool {
    match day.days_since_epoch() - last_goal_day.days_since_epoch() {
        1 => true,
        2 => offset - offset_then >= LOST_DATE_OFFSET_MINUTES,
        _ => false,
    }
}
