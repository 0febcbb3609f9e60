//! A focus session that ended while nobody looked. It is kept up to its planned end; what becomes of the time since is the
//! person's to say (SPEC T36).

use super::machine::Timer;
use super::recording::end_by;
use super::{Recorded, TimerStep};
use crate::protocol::intent::OverrunChoice;
use crate::protocol::record::{FocusSession, Outcome};
use crate::protocol::stored::StoredOverrun;
use crate::protocol::time::Timestamp;
use crate::protocol::view::OverrunView;
use crate::stats::{LONGEST_SPAN, SHORTEST_SESSION, focused_millis};

impl Timer {
    /// Asks about a session whose end was seen late. `seen` is when it was last seen to run, `until` when the person came back.
    pub(super) fn ask(&mut self, finished: Option<&Recorded>, seen: Timestamp, until: Timestamp) {
        let asked = finished.map(|recorded| StoredOverrun { session: recorded.session.clone(), seen, until });
        self.overrun = asked.or(self.overrun.take());
    }

    /// Does what the person has chosen. Without a question nothing changes.
    pub(super) fn resolve(&mut self, choice: OverrunChoice, now: Timestamp) -> TimerStep {
        let Some(overrun) = self.overrun.take() else { return TimerStep::default() };
        let mut session = chosen(&overrun, choice);
        let mut result = self.drawn_and_stored();
        if session != overrun.session {
            // The clock may have been set back since.
            end_by(&mut session.segments, now);
            let session = FocusSession { revision: overrun.session.revision + 1, ..session };
            result.finished.push(Recorded { session, previous: Some(overrun.session) });
        }
        result
    }

    /// What the person is asked.
    pub(super) fn question(&self) -> Option<OverrunView> {
        let overrun = self.overrun.as_ref()?;
        let counts = |choice| {
            let session = chosen(overrun, choice);
            if session.is_deleted { 0 } else { focused_millis(&session) / 1_000 }
        };
        Some(OverrunView {
            keep: counts(OverrunChoice::Keep),
            trim: counts(OverrunChoice::Trim),
            discard: counts(OverrunChoice::Discard),
        })
    }
}

/// The session as each choice leaves it, with the revision that it had.
fn chosen(overrun: &StoredOverrun, choice: OverrunChoice) -> FocusSession {
    let mut session = overrun.session.clone();
    let (Some(first), Some(last)) = (session.segments.first().copied(), session.segments.last_mut()) else {
        return session;
    };
    match choice {
        OverrunChoice::Keep => {
            let latest = Timestamp::from_millis(first.start.millis() + LONGEST_SPAN);
            last.end = last.end.max(overrun.until.min(latest));
        }
        OverrunChoice::Discard if overrun.seen < last.end => {
            last.end = overrun.seen.max(last.start);
            session.segments.retain(|segment| segment.start < segment.end);
            session.outcome = Outcome::Stopped;
            if focused_millis(&session) < SHORTEST_SESSION {
                return FocusSession { is_deleted: true, ..overrun.session.clone() };
            }
        }
        OverrunChoice::Trim | OverrunChoice::Discard => {}
    }
    session
}
