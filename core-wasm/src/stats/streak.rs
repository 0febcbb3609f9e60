//! Runs of days on which the goal was reached.

use crate::protocol::http::{DaySum, StreakGoal};
use crate::protocol::time::LocalDay;

/// The goal before the first that a person has chosen, in minutes.
pub const DEFAULT_GOAL_MINUTES: i64 = 25;

/// An eastward jump of the offset by at least this many minutes takes more than half of a date away from a traveller,
/// or all of it: from Honolulu to Auckland, 4 March is followed by 6 March. No change to summer time comes near it.
const LOST_DATE_OFFSET_MINUTES: i32 = 12 * 60;

/// Streaks, in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Streaks {
    /// The one that is still alive; 0 where none is.
    pub(super) current: i64,
    /// The longest ever.
    pub(super) longest: i64,
}

/// The goal of a day, in minutes: the last that held from that day or an earlier one, and 25 before the first (SPEC S26).
/// `goals` come with the earliest first.
pub fn goal_of(goals: &[StreakGoal], day: LocalDay) -> i64 {
    let begun = goals.partition_point(|goal| goal.from <= day);
    begun.checked_sub(1).map_or(DEFAULT_GOAL_MINUTES, |last| goals[last].minutes).max(1)
}

/// The streaks on a day, for a person at `utc_offset` (SPEC S8 to S12).
pub(super) fn streaks(days: &[DaySum], goals: &[StreakGoal], today: LocalDay, utc_offset: i32) -> Streaks {
    let mut longest = 0;
    let mut run = 0;
    // The day that the run has reached, with the offset that the person had at its end.
    let mut last_goal_day: Option<(LocalDay, i32)> = None;
    for sum in days.iter().filter(|sum| sum.focused >= goal_of(goals, sum.day) * 60_000) {
        let continues =
            last_goal_day.is_some_and(|last_goal_day| is_next_lived_day(last_goal_day, sum.day, sum.first_utc_offset));
        run = if continues { run + 1 } else { 1 };
        longest = longest.max(run);
        last_goal_day = Some((sum.day, sum.last_utc_offset));
    }
    // After a flight to the west the last day may lie ahead of today; it has been lived all the same.
    let alive = last_goal_day
        .is_some_and(|last_goal_day| last_goal_day.0 >= today || is_next_lived_day(last_goal_day, today, utc_offset));
    Streaks { current: if alive { run } else { 0 }, longest }
}

/// Whether no day that the person lived lies between a day that was reached and a later one.
fn is_next_lived_day((last_goal_day, offset_then): (LocalDay, i32), day: LocalDay, offset: i32) -> bool {
    match day.days_since_epoch() - last_goal_day.days_since_epoch() {
        1 => true,
        2 => offset - offset_then >= LOST_DATE_OFFSET_MINUTES,
        _ => false,
    }
}
