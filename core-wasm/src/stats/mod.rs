//! Statistics: what My Stats shows, computed from sessions that really happened (SPEC S1 to S25).
//!
//! Where to start: [`summary`] is the four tiles and what an account carries, [`week`] the chart and its three tiles,
//! [`view`] both for the screen, and [`check_session`] decides which sessions may be kept at all. All are functions of
//! their arguments: the server and the browser give the same numbers for the same sessions.

mod check;
mod days;
pub mod machine;
mod streak;
mod week;

pub use check::check_session;
pub(crate) use check::{LONGEST_PLAN, LONGEST_SPAN, MOST_SEGMENTS, OFFSETS, segments_fit};
pub use week::{Week, week_tiles};

use crate::protocol::record::{FocusSession, SessionKind};
use crate::protocol::time::Timestamp;
use crate::protocol::view::{LoadStatus, StatsView};
use days::{FocusedDays, day_of};

/// Focus sessions shorter than this, in milliseconds, are not counted as sessions; their time counts.
const SHORTEST_SESSION: i64 = 60_000;

/// What a person has chosen for their statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatsSettings {
    /// Focused minutes that make a day count for the streak: 1 to 1,440.
    pub mins_for_streak: i64,
    /// When the person's day begins, in minutes after midnight: 0 to 360.
    pub day_start_minutes: i64,
}

/// The numbers of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatsSummary {
    /// Focused time of today, in seconds.
    pub focused_today: i64,
    /// How many focus sessions of one minute or more there are.
    pub total_sessions: i64,
    /// The current streak, in days.
    pub current_streak: i64,
    /// The longest streak, in days.
    pub longest_streak: i64,
    /// All focused time, in seconds.
    pub total_time: i64,
}

/// The numbers of an account at a moment, for a person at `utc_offset` (in minutes, east positive). The sessions may
/// come in any order.
pub fn summary(sessions: &[FocusSession], settings: &StatsSettings, now: Timestamp, utc_offset: i32) -> StatsSummary {
    let days = FocusedDays::collect(sessions, settings.day_start_minutes);
    summary_of_days(sessions, &days, settings, now, utc_offset)
}

fn summary_of_days(
    sessions: &[FocusSession],
    days: &FocusedDays,
    settings: &StatsSettings,
    now: Timestamp,
    utc_offset: i32,
) -> StatsSummary {
    let today = day_of(now, utc_offset, settings.day_start_minutes);
    let streaks = streak::streaks(days, settings.mins_for_streak, today, utc_offset);
    let counts =
        |session: &&FocusSession| session.kind == SessionKind::Focus && focused_millis(session) >= SHORTEST_SESSION;
    StatsSummary {
        focused_today: days.seconds(today),
        total_sessions: sessions.iter().filter(counts).count() as i64,
        current_streak: streaks.current,
        longest_streak: streaks.longest,
        total_time: days.total_millis() / 1_000,
    }
}

/// The week at hand, for a person at `utc_offset` (in minutes, east positive). The sessions may come in any order.
pub fn week(sessions: &[FocusSession], settings: &StatsSettings, now: Timestamp, utc_offset: i32) -> Week {
    let days = FocusedDays::collect(sessions, settings.day_start_minutes);
    week::week_of_day(&days, day_of(now, utc_offset, settings.day_start_minutes))
}

/// My Stats as the screen shows it.
pub fn view(sessions: &[FocusSession], settings: &StatsSettings, now: Timestamp, utc_offset: i32) -> StatsView {
    let days = FocusedDays::collect(sessions, settings.day_start_minutes);
    let summary = summary_of_days(sessions, &days, settings, now, utc_offset);
    let week = week::week_of_day(&days, day_of(now, utc_offset, settings.day_start_minutes));
    StatsView {
        status: LoadStatus::Ready,
        focused_today: summary.focused_today,
        total_sessions: summary.total_sessions,
        current_streak: summary.current_streak,
        longest_streak: summary.longest_streak,
        week: week.named_days(),
        total_focused: week.total,
        average_focused: week.average,
        most_active_day: week.most_active.map(|index| week::FULL_NAMES[index].to_owned()),
        ..StatsView::default()
    }
}

/// The focused time of a session, in milliseconds: its pauses do not count.
pub(crate) fn focused_millis(session: &FocusSession) -> i64 {
    session.segments.iter().map(|segment| (segment.end.millis() - segment.start.millis()).max(0)).sum()
}

#[cfg(test)]
mod tests;
