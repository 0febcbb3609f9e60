//! A focus session that ended unattended. It is recorded up to its planned end, and the user decides what to do with
//! the time since (SPEC T36).

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
    /// Asks the user about a session whose end was detected late. `seen` is when it was last seen running, `until` when
    /// the user came back.
    pub(super) fn open_overrun_question(
        &mut self,
        finished: Option<&RecordedSession>,
        seen: Timestamp,
        until: Timestamp,
    ) {
        let overrun = finished.map(|recorded| StoredOverrun { session: recorded.session.clone(), seen, until });
        self.overrun = overrun.or(self.overrun.take());
    }

    /// Applies the user's choice. Does nothing if no question is open.
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

    /// Returns the question for the user, with the resulting length of each choice in seconds.
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

/// Returns the session that results from a choice, with its revision unchanged.
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
