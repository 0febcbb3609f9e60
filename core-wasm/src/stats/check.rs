//! Validation of focus sessions. A session that is impossible would falsify all statistics.

use super::focused_millis;
use crate::protocol::error::ErrorCode;
use crate::protocol::record::{FocusSession, Outcome, Segment};
use crate::protocol::time::{Timestamp, UTC_OFFSETS};

/// Maximum number of segments of a session.
pub(crate) const MAX_SEGMENTS: usize = 1_000;

/// Maximum time from the first start to the last end of a session, in milliseconds.
pub(crate) const MAX_SESSION_SPAN_MS: i64 = 24 * 3_600_000;

/// Maximum planned length, in seconds.
pub(crate) const MAX_PLANNED_SECONDS: i64 = 86_400;

/// How far a client's clock may be ahead of the server's, in milliseconds.
const CLOCK_TOLERANCE_MS: i64 = 10 * 60_000;

/// How much rounding to whole seconds may take from a completed session, in milliseconds.
pub(super) const ROUNDING_TOLERANCE_MS: i64 = 1_000;

/// Checks whether a session is valid (SPEC S20 to S25). `now` is the current time of the caller.
///
/// # Errors
///
/// Returns [`ErrorCode::SessionInvalid`], or [`ErrorCode::ClockAhead`] if only the clock is wrong.
pub fn check_session(session: &FocusSession, now: Timestamp) -> Result<(), ErrorCode> {
    let Some(last) = session.segments.last() else { return Err(ErrorCode::SessionInvalid) };
    // Segments in sequence that end by now and span at most a day cannot contain more time than has passed.
    let is_valid = are_valid_segments(&session.segments)
        && (0..=MAX_PLANNED_SECONDS).contains(&session.planned)
        && (session.outcome != Outcome::Completed
            || focused_millis(session) + ROUNDING_TOLERANCE_MS >= session.planned * 1_000);
    match is_valid {
        false => Err(ErrorCode::SessionInvalid),
        true if last.end.millis() > now.millis() + CLOCK_TOLERANCE_MS => Err(ErrorCode::ClockAhead),
        true => Ok(()),
    }
}

/// Returns whether the segments, if any, do not overlap, each ends after its start, and together they span at most a
/// day.
pub(crate) fn are_valid_segments(segments: &[Segment]) -> bool {
    let span = match segments {
        [] => 0,
        [first, ..] => segments[segments.len() - 1].end.millis() - first.start.millis(),
    };
    segments.len() <= MAX_SEGMENTS
        && span <= MAX_SESSION_SPAN_MS
        && segments.iter().all(|segment| segment.start < segment.end && UTC_OFFSETS.contains(&segment.utc_offset))
        && segments.windows(2).all(|pair| pair[0].end <= pair[1].start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::record::SessionKind;
    use crate::stats::tests::{MINUTE, at, focus, segment, session};

    /// Checks a session with these segments at noon of 3 March 2026 UTC.
    fn check(segments: Vec<Segment>) -> Result<(), ErrorCode> {
        check_session(&session(SessionKind::Focus, segments), at("2026-03-03T12:00:00Z").0)
    }

    const REFUSED: Result<(), ErrorCode> = Err(ErrorCode::SessionInvalid);

    #[test]
    fn s20_segments_are_ordered_without_overlap() {
        let (early, late) = (segment("2026-03-03T09:00:00Z", 600), segment("2026-03-03T10:00:00Z", 600));
        assert_eq!(check(vec![early, late]), Ok(()));
        assert_eq!(check(vec![segment("2026-03-03T09:00:00Z", 600), segment("2026-03-03T09:10:00Z", 600)]), Ok(()));
        assert_eq!(check(vec![]), REFUSED);
        assert_eq!(check(vec![late, early]), REFUSED);
        assert_eq!(check(vec![segment("2026-03-03T09:00:00Z", 601), segment("2026-03-03T09:10:00Z", 600)]), REFUSED);
        assert_eq!(check(vec![segment("2026-03-03T09:00:00Z", 0)]), REFUSED);
        assert_eq!(check(vec![segment("2026-03-03T09:00:00Z", -1)]), REFUSED);
        let many = |count: i64| {
            (0..count).map(|index| {
                let start = Timestamp::from_millis(late.start.millis() + 2_000 * index);
                Segment { start, end: Timestamp::from_millis(start.millis() + 1_000), utc_offset: 0 }
            })
        };
        assert_eq!(check(many(1_000).collect()), Ok(()));
        assert_eq!(check(many(1_001).collect()), REFUSED);
    }

    #[test]
    fn s21_utc_offsets_outside_the_valid_range_are_refused() {
        let with = |utc_offset| check(vec![Segment { utc_offset, ..segment("2026-03-03T09:00:00Z", 600) }]);
        assert_eq!((with(-720), with(840)), (Ok(()), Ok(())));
        assert_eq!((with(-721), with(841)), (REFUSED, REFUSED));
        assert_eq!((with(i32::MIN), with(i32::MAX)), (REFUSED, REFUSED));
    }

    #[test]
    fn s22_session_ends_are_limited_to_ten_minutes_ahead() {
        assert_eq!(check(vec![segment("2026-03-03T11:30:00Z", 40 * MINUTE)]), Ok(()));
        let ahead = Err(ErrorCode::ClockAhead);
        assert_eq!(check(vec![segment("2026-03-03T11:30:00Z", 40 * MINUTE + 1)]), ahead);
        assert_eq!(check(vec![segment("2026-03-03T12:30:00Z", 60)]), ahead);
    }

    #[test]
    fn s23_a_session_spans_a_day_at_most() {
        let last = segment("2026-03-03T10:00:00Z", 600);
        assert_eq!(check(vec![segment("2026-03-02T10:10:00Z", 600), last]), Ok(()));
        assert_eq!(check(vec![segment("2026-03-02T10:09:59Z", 600), last]), REFUSED);
    }

    #[test]
    fn s24_the_planned_length_is_up_to_a_day() {
        let with = |planned| {
            let session = FocusSession { planned, ..focus("2026-03-03T09:00:00Z", 600) };
            check_session(&session, at("2026-03-03T12:00:00Z").0)
        };
        assert_eq!((with(0), with(86_400)), (Ok(()), Ok(())));
        assert_eq!((with(-1), with(86_401)), (REFUSED, REFUSED));
        assert_eq!((with(i64::MIN), with(i64::MAX)), (REFUSED, REFUSED));
    }

    #[test]
    fn s25_completed_means_the_planned_time_was_focused() {
        let with = |outcome, seconds| {
            let session = FocusSession { outcome, ..focus("2026-03-03T09:00:00Z", seconds) };
            check_session(&session, at("2026-03-03T12:00:00Z").0)
        };
        assert_eq!(with(Outcome::Completed, 1_500), Ok(()));
        assert_eq!(with(Outcome::Completed, 1_499), Ok(()), "rounding");
        assert_eq!(with(Outcome::Completed, 1_498), REFUSED);
        for outcome in [Outcome::FinishedEarly, Outcome::Stopped, Outcome::AddedByHand] {
            assert_eq!(with(outcome, 60), Ok(()));
        }
    }
}
