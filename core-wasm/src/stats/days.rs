//! Which local day a moment belongs to.

use crate::protocol::record::{FocusSession, Segment, SessionKind};
use crate::protocol::time::Timestamp;
use std::collections::BTreeMap;

const MILLIS_PER_MINUTE: i64 = 60_000;
const MILLIS_PER_DAY: i64 = 86_400_000;

/// A local day: days since 1970-01-01, a Thursday.
pub(super) type Day = i64;

/// The local day of a moment under an offset, where days begin at `day_start_minutes` after midnight.
pub(super) fn day_of(moment: Timestamp, utc_offset: i32, day_start_minutes: i64) -> Day {
    local_millis(moment.millis(), utc_offset, day_start_minutes).div_euclid(MILLIS_PER_DAY)
}

/// Milliseconds by a clock that shows zero when the local 1970-01-01 begins for the person.
fn local_millis(millis: i64, utc_offset: i32, day_start_minutes: i64) -> i64 {
    millis + (i64::from(utc_offset) - day_start_minutes) * MILLIS_PER_MINUTE
}

/// What was focused on one day.
#[derive(Clone, Copy, Debug)]
pub(super) struct FocusedDay {
    /// Focused time, in milliseconds.
    pub(super) millis: i64,
    /// When the earliest segment of this day began, with its offset.
    pub(super) first: (Timestamp, i32),
    /// When the latest segment of this day began, with its offset.
    pub(super) last: (Timestamp, i32),
}

/// Focused time by local day. Days without any are not in it.
#[derive(Debug, Default)]
pub(super) struct FocusedDays(BTreeMap<Day, FocusedDay>);

impl FocusedDays {
    /// Files every segment of every focus session (SPEC S1 to S4), in one pass.
    pub(super) fn collect(sessions: &[FocusSession], day_start_minutes: i64) -> Self {
        let mut days = Self::default();
        for session in sessions.iter().filter(|session| session.kind == SessionKind::Focus) {
            for segment in &session.segments {
                days.file(segment, day_start_minutes);
            }
        }
        days
    }

    /// Cuts a segment at the ends of days. The offset is the segment's own all the way: a person who changes the clock
    /// in between moves the next segment, never one that is under way.
    fn file(&mut self, segment: &Segment, day_start_minutes: i64) {
        let local = |moment: Timestamp| local_millis(moment.millis(), segment.utc_offset, day_start_minutes);
        let (mut start, end) = (local(segment.start), local(segment.end));
        let began = (segment.start, segment.utc_offset);
        while start < end {
            let day = start.div_euclid(MILLIS_PER_DAY);
            let cut = end.min((day + 1) * MILLIS_PER_DAY);
            let entry = self.0.entry(day).or_insert(FocusedDay { millis: 0, first: began, last: began });
            entry.millis += cut - start;
            entry.first = entry.first.min(began);
            entry.last = entry.last.max(began);
            start = cut;
        }
    }

    /// The focused time of a day, in whole seconds.
    pub(super) fn seconds(&self, day: Day) -> i64 {
        self.0.get(&day).map_or(0, |focused| focused.millis / 1_000)
    }

    /// The focused time of all days, in milliseconds.
    pub(super) fn total_millis(&self) -> i64 {
        self.0.values().map(|focused| focused.millis).sum()
    }

    /// The days with focused time, earliest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Day, &FocusedDay)> {
        self.0.iter().map(|(day, focused)| (*day, focused))
    }
}
