//! Runs of days on which the goal was reached.

use super::days::{Day, FocusedDays};

/// An eastward jump of the offset by at least this many minutes takes more than half of a date away from a traveller,
/// or all of it: from Honolulu to Auckland, 4 March is followed by 6 March. No change to summer time comes near it.
const DATE_LOST: i32 = 12 * 60;

/// Streaks, in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Streaks {
    /// The one that is still alive; 0 where none is.
    pub(super) current: i64,
    /// The longest ever.
    pub(super) longest: i64,
}

/// The streaks on a day, for a person at `utc_offset` (SPEC S8 to S12).
pub(super) fn streaks(days: &FocusedDays, mins_for_streak: i64, today: Day, utc_offset: i32) -> Streaks {
    let goal = mins_for_streak.max(1) * 60_000;
    let mut longest = 0;
    let mut run = 0;
    // The day that the run has reached, with the offset that the person had at its end.
    let mut reached: Option<(Day, i32)> = None;
    for (day, focused) in days.iter().filter(|(_, focused)| focused.millis >= goal) {
        let continues = reached.is_some_and(|reached| follows(reached, day, focused.first.1));
        run = if continues { run + 1 } else { 1 };
        longest = longest.max(run);
        reached = Some((day, focused.last.1));
    }
    // After a flight to the west the last day may lie ahead of today; it has been lived all the same.
    let alive = reached.is_some_and(|reached| reached.0 >= today || follows(reached, today, utc_offset));
    Streaks { current: if alive { run } else { 0 }, longest }
}

/// Whether no day that the person lived lies between a day that was reached and a later one.
fn follows((reached, offset_then): (Day, i32), day: Day, offset: i32) -> bool {
    match day - reached {
        1 => true,
        2 => offset - offset_then >= DATE_LOST,
        _ => false,
    }
}
