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
    let mut last_goal_day: Option<GoalDay> = None;
    for sum in days.iter().filter(|sum| sum.focused >= goal_of(goals, sum.day) * 60_000) {
        let continues = last_goal_day.is_some_and(|last| last.precedes(sum.day, sum.first_utc_offset));
        run = if continues { run + 1 } else { 1 };
        longest = longest.max(run);
        last_goal_day = Some(GoalDay { day: sum.day, utc_offset: sum.last_utc_offset });
    }
    // After a flight to the west the last day may be later than today and still counts.
    let alive = last_goal_day.is_some_and(|last| last.day >= today || last.precedes(today, utc_offset));
    Streaks { current: if alive { run } else { 0 }, longest }
}

/// A day with a reached goal.
#[derive(Clone, Copy)]
struct GoalDay {
    day: LocalDay,
    /// The user's offset from UTC at the end of the day, in minutes.
    utc_offset: i32,
}

impl GoalDay {
    /// Returns whether no day is missing between this one and a later one, except a date that a flight skipped.
    fn precedes(self, day: LocalDay, utc_offset: i32) -> bool {
        match day.days_since_epoch() - self.day.days_since_epoch() {
            1 => true,
            2 => utc_offset - self.utc_offset >= LOST_DATE_OFFSET_MINUTES,
            _ => false,
        }
    }
}
