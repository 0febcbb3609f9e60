//! What has been recorded of the phase at hand.

use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::time::Timestamp;
use crate::stats::{LONGEST_SPAN, MOST_SEGMENTS};

/// Focus sessions with less focused time than this, in milliseconds, are not worth keeping.
const WORTH_KEEPING: i64 = 60_000;

/// The finished stretches of a phase that has been started. They never overlap and never lie ahead of the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Recording {
    /// The id of the session that comes of it. The same in every tab, so that no session is kept twice.
    pub(super) id: Id,
    /// The stretches in order.
    pub(super) segments: Vec<Segment>,
}

impl Recording {
    /// A recording of nothing yet.
    pub(super) fn new(id: Id) -> Self {
        Self { id, segments: Vec::new() }
    }

    /// The time recorded, in milliseconds.
    pub(super) fn focused(&self) -> i64 {
        self.segments.iter().map(|segment| segment.end.millis() - segment.start.millis()).sum()
    }

    /// Adds a stretch; one without any time is left out.
    pub(super) fn add(&mut self, start: Timestamp, end: Timestamp, utc_offset: i32) {
        if start < end {
            self.segments.push(Segment { start, end, utc_offset });
        }
    }

    /// Moves everything into the past, for a clock that was set back by so many milliseconds: what has been focused keeps
    /// its length, and nothing lies in the future.
    pub(super) fn move_back(&mut self, milliseconds: i64) {
        for segment in &mut self.segments {
            segment.start = earlier(segment.start, milliseconds);
            segment.end = earlier(segment.end, milliseconds);
        }
    }

    /// Moves everything into the past where it lies ahead of a moment.
    pub(super) fn end_by(&mut self, now: Timestamp) {
        if let Some(last) = self.segments.last() {
            self.move_back((last.end.millis() - now.millis()).max(0));
        }
    }

    /// Whether so many more milliseconds, from a moment on, still make one session (SPEC S20, S23).
    pub(super) fn takes(&self, from: Timestamp, milliseconds: i64) -> bool {
        let span = self.segments.first().map_or(0, |first| from.millis() - first.start.millis());
        self.segments.len() < MOST_SEGMENTS && span + milliseconds <= LONGEST_SPAN
    }

    /// The session that comes of it, where it is worth keeping (SPEC T15). `planned` is in seconds.
    pub(super) fn finish(self, kind: SessionKind, planned: i64, outcome: Outcome) -> Option<FocusSession> {
        if kind != SessionKind::Focus || self.focused() < WORTH_KEEPING {
            return None;
        }
        Some(FocusSession {
            id: self.id,
            kind,
            planned,
            outcome,
            board_id: None,
            card_id: None,
            segments: self.segments,
            revision: 0,
            is_deleted: false,
        })
    }
}

/// The moment so many milliseconds before another.
pub(super) fn earlier(moment: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_millis(moment.millis() - milliseconds)
}
