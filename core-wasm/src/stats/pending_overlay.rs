//! What sums of the server's lack. The server is asked for sums without the sessions that wait in the outbox here, so that each
//! session counts once: in the sums, or on top of them in its newest version, and never in both (SPEC S32 to S36).

use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::sync::outbox::{Outbox, SessionSyncResult};

/// How many sessions a request names to be left out: an address has to stay short. Those that wait behind so many are not
/// sent before the answer is there; the version that the server has of them is taken out of the answer.
const MAX_EXCLUDED: usize = 100;

/// Which sessions the sums lack, and what happens to them while new sums are asked for.
#[derive(Debug, Default)]
pub struct PendingSessionOverlay {
    /// Sessions that wait, and are in the sums in no version.
    ids: Vec<Id>,
    is_in_flight: bool,
    /// Whether something has changed at the server since the sums were asked for, which they may lack or hold.
    is_invalidated: bool,
    /// Whether the sums are to be asked for as soon as it is known what waits.
    is_fetch_requested: bool,
    /// Sessions that waited when the sums were asked for.
    pending_at_request: Vec<Id>,
    /// Those of them that the request named.
    excluded: Vec<Id>,
    /// Sessions that left the outbox since, as the server has them.
    accepted_since: Vec<FocusSession>,
}

impl PendingSessionOverlay {
    /// As it was stored beside the sums.
    pub fn from_stored(ids: Vec<Id>) -> Self {
        Self { ids, ..Self::default() }
    }

    /// The sessions that the sums lack.
    pub fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// Whether the sums are to be asked for now: what waits was not known when somebody wanted them.
    pub fn should_fetch(&self, outbox: &Outbox) -> bool {
        self.is_fetch_requested && outbox.is_storage_loaded()
    }

    /// Somebody wants the sums. Answers the sessions that are to be left out; `None` where they are on their way already, or
    /// where what waits has not been read yet.
    pub fn start_fetch(&mut self, outbox: &Outbox) -> Option<Vec<Id>> {
        self.is_fetch_requested = !outbox.is_storage_loaded();
        if self.is_fetch_requested || std::mem::replace(&mut self.is_in_flight, true) {
            return None;
        }
        self.is_invalidated = false;
        self.pending_at_request.clear();
        self.accepted_since.clear();
        for (session, _) in outbox.sessions() {
            if !self.pending_at_request.contains(&session.id) {
                self.pending_at_request.push(session.id);
            }
        }
        self.excluded = self.pending_at_request.iter().copied().take(MAX_EXCLUDED).collect();
        Some(self.excluded.clone())
    }

    /// Something else has changed at the server: sums that are on their way may lack it.
    pub fn invalidate(&mut self) {
        self.is_invalidated = true;
    }

    /// New sums have come. Answers whether they are to be used: those that were overtaken are not, and are to be asked for
    /// again. What they lack and the server has by now is handed to `put`.
    pub fn on_response(&mut self, outbox: &Outbox, put: &mut dyn FnMut(&FocusSession)) -> bool {
        self.is_in_flight = false;
        if !self.is_invalidated {
            self.ids = std::mem::take(&mut self.excluded);
            // Of a session that was sent twice meanwhile the last version counts.
            for session in std::mem::take(&mut self.accepted_since).iter().rev() {
                if !outbox.has_session(session.id) && self.remove(session.id) {
                    put(session);
                }
            }
            self.ids.retain(|id| outbox.has_session(*id));
        }
        !self.is_invalidated
    }

    /// New sums have not come.
    pub fn on_failure(&mut self) {
        self.is_in_flight = false;
    }

    /// Follows the outbox: of a session that begins to wait, the version that the server has is handed to `take`.
    pub fn on_outbox_changed(&mut self, outbox: &Outbox, subtract: &mut dyn FnMut(&FocusSession)) {
        for (session, previous) in outbox.sessions() {
            if !self.ids.contains(&session.id) {
                if !self.pending_at_request.contains(&session.id) {
                    // It may be sent before the sums are read.
                    self.is_invalidated = true;
                }
                if let Some(previous) = previous {
                    subtract(previous);
                }
                self.ids.push(session.id);
            }
        }
    }

    /// A session has left the outbox. Answers the version that belongs into the sums from here on.
    pub fn on_entry_removed<'a>(
        &mut self,
        results: &'a SessionSyncResult,
        outbox: &Outbox,
    ) -> Option<&'a FocusSession> {
        let (id, accepted) = match results {
            SessionSyncResult::Accepted(session) => (session.id, Some(session.as_ref())),
            SessionSyncResult::Refused { id, previous } => (*id, previous.as_deref()),
            SessionSyncResult::Unknown => {
                self.is_invalidated = true;
                return None;
            }
        };
        if self.excluded.contains(&id) {
            self.accepted_since.extend(accepted.cloned());
        } else {
            self.is_invalidated = true;
        }
        if outbox.has_session(id) || !self.remove(id) {
            return None;
        }
        accepted
    }

    fn remove(&mut self, id: Id) -> bool {
        let place = self.ids.iter().position(|other| *other == id);
        place.map(|place| self.ids.swap_remove(place)).is_some()
    }
}

/// The newest version of each session that waits, in the order in which they began to wait (SPEC S33).
pub fn newest_pending(outbox: &Outbox) -> Vec<&FocusSession> {
    let mut newest: Vec<&FocusSession> = vec![];
    for (session, _) in outbox.sessions() {
        match newest.iter_mut().find(|known| known.id == session.id) {
            // Of equal revisions the first counts.
            Some(known) if session.revision > known.revision => *known = session,
            Some(_) => {}
            None => newest.push(session),
        }
    }
    newest
}
