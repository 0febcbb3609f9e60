//! The time recorded in the current phase.

use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::stored::TimerCard;
use crate::protocol::time::Timestamp;
use crate::stats::{MAX_SEGMENTS, MAX_SESSION_SPAN_MS, MIN_SESSION_MS};
use crate::timer::RecordedSession;

/// The finished segments of a started phase. They never overlap and never lie in the future.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Recording {
    /// The id of the session that will be recorded. It is the same in every tab, so that no session is recorded twice.
    pub(super) id: Id,
    /// The segments in order.
    pub(super) segments: Vec<Segment>,
    /// The revision of the next version of the session.
    pub(super) revision: i64,
    /// The last recorded version of the session.
    pub(super) last_recorded: Option<FocusSession>,
}

/// The fields of a session except its segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase<'a> {
    /// The kind of phase.
    pub(super) kind: SessionKind,
    /// The planned length, in seconds.
    pub(super) planned: i64,
    /// The card, if any.
    pub(super) card: Option<&'a TimerCard>,
}

impl Recording {
    /// Creates an empty recording.
    pub(super) fn new(id: Id) -> Self {
        Self { id, segments: Vec::new(), revision: 0, last_recorded: None }
    }

    /// Restores a stored recording. Every finished segment is recorded at once, so the stored segments are those of the
    /// last recorded version. Its planned length may differ from the current one, but no total uses it.
    pub(super) fn from_stored(id: Id, segments: Vec<Segment>, revision: i64, phase: Phase) -> Self {
        let mut recording = Self { id, segments, revision, last_recorded: None };
        if revision > 0 {
            recording.last_recorded =
                Some(FocusSession { revision: revision - 1, ..recording.session(phase, Outcome::Stopped) });
        }
        recording
    }

    /// Returns the recorded time, in milliseconds.
    pub(super) fn focused(&self) -> i64 {
        self.segments.iter().map(|segment| segment.end.millis() - segment.start.millis()).sum()
    }

    /// Adds a segment unless it is empty.
    pub(super) fn add(&mut self, start: Timestamp, end: Timestamp, utc_offset: i32) {
        if start < end {
            self.segments.push(Segment { start, end, utc_offset });
        }
    }

    /// Moves all segments into the past by the number of milliseconds that the clock was set back.
    pub(super) fn shift_back(&mut self, milliseconds: i64) {
        move_back(&mut self.segments, milliseconds);
    }

    /// Moves all segments into the past so that none ends after `now`. Returns whether that was necessary.
    pub(super) fn shift_before(&mut self, now: Timestamp) -> bool {
        end_by(&mut self.segments, now)
    }

    /// Returns how many milliseconds are left before one session would exceed its maximum span (SPEC S23).
    pub(super) fn remaining_span_ms(&self, from: Timestamp) -> i64 {
        MAX_SESSION_SPAN_MS - self.segments.first().map_or(0, |first| from.millis() - first.start.millis())
    }

    /// Returns whether one session can hold that many more milliseconds from a moment on (SPEC S20, S23).
    pub(super) fn can_fit(&self, from: Timestamp, milliseconds: i64) -> bool {
        self.segments.len() < MAX_SEGMENTS && milliseconds <= self.remaining_span_ms(from)
    }

    /// Creates a version of the session if it is long enough and differs from the last version (SPEC T15).
    pub(super) fn record(&mut self, phase: Phase, outcome: Outcome) -> Option<RecordedSession> {
        if phase.kind != SessionKind::Focus || self.focused() < MIN_SESSION_MS {
            return None;
        }
        let session = self.session(phase, outcome);
        let is_kept = self
            .last_recorded
            .as_ref()
            .is_some_and(|kept| FocusSession { revision: self.revision, ..kept.clone() } == session);
        if is_kept {
            return None;
        }
        self.revision += 1;
        let previous = self.last_recorded.replace(session.clone());
        Some(RecordedSession { session, previous })
    }

    fn session(&self, phase: Phase, outcome: Outcome) -> FocusSession {
        FocusSession {
            id: self.id,
            kind: phase.kind,
            planned: phase.planned,
            outcome,
            board_id: phase.card.map(|card| card.board_id),
            card_id: phase.card.map(|card| card.card_id),
            segments: self.segments.clone(),
            revision: self.revision,
            is_deleted: false,
        }
    }
}

/// Moves segments into the past without changing their length.
fn move_back(segments: &mut [Segment], milliseconds: i64) {
    for segment in segments {
        segment.start = minus_millis(segment.start, milliseconds);
        segment.end = minus_millis(segment.end, milliseconds);
    }
}

/// Moves segments into the past so that none ends after `now`. Returns whether that was necessary.
pub(super) fn end_by(segments: &mut [Segment], now: Timestamp) -> bool {
    let ahead = segments.last().map_or(0, |last| last.end.millis() - now.millis());
    if ahead > 0 {
        move_back(segments, ahead);
    }
    ahead > 0
}

pub(super) fn minus_millis(moment: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_millis(moment.millis() - milliseconds)
}
