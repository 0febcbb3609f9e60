//! What has been recorded of the phase at hand.

use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::stored::TimerCard;
use crate::protocol::time::Timestamp;
use crate::stats::{MAX_SEGMENTS, MAX_SESSION_SPAN_MS, MIN_SESSION_MS};
use crate::timer::RecordedSession;

/// The finished stretches of a phase that has been started. They never overlap and never lie ahead of the clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Recording {
    /// The id of the session that comes of it. The same in every tab, so that no session is kept twice.
    pub(super) id: Id,
    /// The stretches in order.
    pub(super) segments: Vec<Segment>,
    /// How often a session was made of it: the revision of the next one.
    pub(super) revision: i64,
    /// The last session that was made of it.
    pub(super) last_recorded: Option<FocusSession>,
}

/// What a session is besides its stretches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Phase<'a> {
    /// What it was.
    pub(super) kind: SessionKind,
    /// How long it was meant to last, in seconds.
    pub(super) planned: i64,
    /// What it was for.
    pub(super) card: Option<&'a TimerCard>,
}

impl Recording {
    /// A recording of nothing yet.
    pub(super) fn new(id: Id) -> Self {
        Self { id, segments: Vec::new(), revision: 0, last_recorded: None }
    }

    /// A recording as it was stored. Whenever a stretch is finished it is kept, so what was kept last are the stretches that
    /// are stored; with the planned length that the phase has by now, which is in no sum.
    pub(super) fn from_stored(id: Id, segments: Vec<Segment>, revision: i64, phase: Phase) -> Self {
        let mut recording = Self { id, segments, revision, last_recorded: None };
        if revision > 0 {
            recording.last_recorded =
                Some(FocusSession { revision: revision - 1, ..recording.session(phase, Outcome::Stopped) });
        }
        recording
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

    /// Moves everything into the past, for a clock that was set back by so many milliseconds.
    pub(super) fn shift_back(&mut self, milliseconds: i64) {
        move_back(&mut self.segments, milliseconds);
    }

    /// Moves everything into the past where it lies ahead of a moment; says whether that was so.
    pub(super) fn shift_before(&mut self, now: Timestamp) -> bool {
        end_by(&mut self.segments, now)
    }

    /// How many milliseconds one session still takes from a moment on (SPEC S23).
    pub(super) fn remaining_span_ms(&self, from: Timestamp) -> i64 {
        MAX_SESSION_SPAN_MS - self.segments.first().map_or(0, |first| from.millis() - first.start.millis())
    }

    /// Whether so many more milliseconds, from a moment on, still make one session (SPEC S20, S23).
    pub(super) fn can_fit(&self, from: Timestamp, milliseconds: i64) -> bool {
        self.segments.len() < MAX_SEGMENTS && milliseconds <= self.remaining_span_ms(from)
    }

    /// Makes a session of it, where it is worth keeping and something has changed since the last one (SPEC T15).
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

/// Moves stretches into the past: what has been focused keeps its length, and nothing lies in the future.
fn move_back(segments: &mut [Segment], milliseconds: i64) {
    for segment in segments {
        segment.start = minus_millis(segment.start, milliseconds);
        segment.end = minus_millis(segment.end, milliseconds);
    }
}

/// Moves stretches into the past where they lie ahead of a moment; says whether that was so.
pub(super) fn end_by(segments: &mut [Segment], now: Timestamp) -> bool {
    let ahead = segments.last().map_or(0, |last| last.end.millis() - now.millis());
    if ahead > 0 {
        move_back(segments, ahead);
    }
    ahead > 0
}

/// The moment so many milliseconds before another.
pub(super) fn minus_millis(moment: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_millis(moment.millis() - milliseconds)
}
