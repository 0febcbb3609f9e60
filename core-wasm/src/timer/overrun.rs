//! A focus session that ended while nobody looked. It is kept up to its planned end; what becomes of the time since is the
//! person's to say (SPEC T36).

use super::machine::Timer;
use super::recording::end_by;
use super::{RecordedSession, TimerStep};
use crate::protocol::intent::OverrunChoice;
use crate::protocol::record::{FocusSession, Outcome};
use crate::protocol::stored::StoredOverrun;
use crate::protocol::time::Timestamp;
use crate::protocol::view::OverrunView;
use crate::stats::{MAX_SESSION_SPAN_MS, MIN_SESSION_MS, focused_millis};

impl Timer {
    /// Asks about a session whose end was seen late. `seen` is when it was last seen to run, `until` when the person came back.
    pub(super) fn ask_about_overrun(&mut self, finished: Option<&RecordedSession>, seen: Timestamp, until: Timestamp) {
        let asked = finished.map(|recorded| StoredOverrun { session: recorded.session.clone(), seen, until });
        self.overrun = asked.or(self.overrun.take());
    }

    /// Does what the person has chosen. Without a question nothing changes.
    pub(super) fn resolve_overrun(&mut self, choice: OverrunChoice, now: Timestamp) -> TimerStep {
        let Some(overrun) = self.overrun.take() else { return TimerStep::default() };
        let mut session = session_after_choice(&overrun, choice);
        let mut result = self.redraw_and_store();
        if session != overrun.session {
            // The clock may have been set back since.
            end_by(&mut session.segments, now);
            let session = FocusSession { revision: overrun.session.revision + 1, ..session };
            result.recorded_sessions.push(RecordedSession { session, previous: Some(overrun.session) });
        }
        result
    }

    /// What the person is asked.
    pub(super) fn overrun_view(&self) -> Option<OverrunView> {
        let overrun = self.overrun.as_ref()?;
        let counts = |choice| {
            let session = session_after_choice(overrun, choice);
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
fn session_after_choice(overrun: &StoredOverrun, choice: OverrunChoice) -> FocusSession {
    let mut session = overrun.session.clone();
    let (Some(first), Some(last)) = (session.segments.first().copied(), session.segments.last_mut()) else {
        return session;
    };
    match choice {
        OverrunChoice::Keep => {
            let latest = Timestamp::from_millis(first.start.millis() + MAX_SESSION_SPAN_MS);
            last.end = last.end.max(overrun.until.min(latest));
        }
        OverrunChoice::Discard if overrun.seen < last.end => {
            last.end = overrun.seen.max(last.start);
            session.segments.retain(|segment| segment.start < segment.end);
            session.outcome = Outcome::Stopped;
            if focused_millis(&session) < MIN_SESSION_MS {
                return FocusSession { is_deleted: true, ..overrun.session.clone() };
            }
        }
        OverrunChoice::Trim | OverrunChoice::Discard => {}
    }
    session
}
