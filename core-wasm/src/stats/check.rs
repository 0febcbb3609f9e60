//! Which sessions may be kept. A session that could not have happened would falsify every number.

use super::focused_millis;
use crate::protocol::error::ErrorCode;
use crate::protocol::record::{FocusSession, Outcome, Segment};
use crate::protocol::time::Timestamp;

/// The most segments of a session.
pub(crate) const MOST_SEGMENTS: usize = 1_000;

/// The longest time from the first start to the last end of a session, in milliseconds.
pub(crate) const LONGEST_SPAN: i64 = 24 * 3_600_000;

/// The longest planned length, in seconds.
pub(crate) const LONGEST_PLAN: i64 = 86_400;

/// How far ahead of ours a clock may be, in milliseconds.
const CLOCK_TOLERANCE: i64 = 10 * 60_000;

/// What rounding to whole seconds may take from a completed session, in milliseconds.
const ROUNDING: i64 = 1_000;

/// Offsets from UTC that exist, in minutes.
pub(crate) const OFFSETS: std::ops::RangeInclusive<i32> = -720..=840;

/// Whether a session may be kept (SPEC S20 to S25). Refused with [`ErrorCode::SessionInvalid`]. `now` is the moment by
/// the clock of whoever keeps it.
pub fn check_session(session: &FocusSession, now: Timestamp) -> Result<(), ErrorCode> {
    let Some(last) = session.segments.last() else { return Err(ErrorCode::SessionInvalid) };
    // Segments that follow each other, end by now and lie within a day cannot hold more time than has passed.
    let holds = segments_fit(&session.segments)
        && last.end.millis() <= now.millis() + CLOCK_TOLERANCE
        && (0..=LONGEST_PLAN).contains(&session.planned)
        && (session.outcome != Outcome::Completed || focused_millis(session) + ROUNDING >= session.planned * 1_000);
    if holds { Ok(()) } else { Err(ErrorCode::SessionInvalid) }
}

/// Whether segments, possibly none, follow each other without overlap, each from a start to a later end, within a day.
pub(crate) fn segments_fit(segments: &[Segment]) -> bool {
    let span = match segments {
        [] => 0,
        [first, ..] => segments[segments.len() - 1].end.millis() - first.start.millis(),
    };
    segments.len() <= MOST_SEGMENTS
        && span <= LONGEST_SPAN
        && segments.iter().all(|segment| segment.start < segment.end && OFFSETS.contains(&segment.utc_offset))
        && segments.windows(2).all(|pair| pair[0].end <= pair[1].start)
}
