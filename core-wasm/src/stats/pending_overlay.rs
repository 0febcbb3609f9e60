//! Combines the server's totals with the sessions that wait in the outbox. The requested totals exclude those
//! sessions, so each session counts exactly once: either in the totals, or with its newest version on top of them
//! (SPEC S32 to S36).

use super::pending::{SessionSync, SessionSyncResult};
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::resource::fetch::Fetch;

/// Maximum number of sessions that a request excludes, to keep its URL short. Pending sessions beyond it are not sent
/// until the response arrives; the server's versions of them are subtracted from the response.
const MAX_EXCLUDED: usize = 100;

/// The sessions that the totals exclude, and the changes to them while a request is in flight.
#[derive(Debug, Default)]
pub(crate) struct PendingSessionOverlay {
    /// Pending sessions, of which no version is in the totals.
    ids: Vec<Id>,
    fetch: Fetch,
    /// Whether to fetch the totals as soon as the outbox has been read from storage.
    is_fetch_requested: bool,
    /// The sessions that were pending when the request was made.
    pending_at_request: Vec<Id>,
    /// The sessions that the request excluded.
    excluded: Vec<Id>,
    /// The accepted versions of sessions that have left the outbox since the request.
    accepted_since: Vec<FocusSession>,
}

impl PendingSessionOverlay {
    /// Creates the overlay for stored totals that exclude these sessions.
    pub(crate) fn from_stored(ids: Vec<Id>) -> Self {
        Self { ids, ..Self::default() }
    }

    /// Returns the sessions that the totals exclude.
    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// Returns whether to fetch the totals now, because the outbox had not been read when they were requested.
    pub(crate) fn should_fetch(&self, sync: &SessionSync) -> bool {
        self.is_fetch_requested && sync.is_complete
    }

    /// Starts a request for the totals and returns the sessions to exclude. Returns `None` if a request is in flight or
    /// the outbox has not been read yet.
    pub(crate) fn start_fetch(&mut self, sync: &SessionSync) -> Option<Vec<Id>> {
        self.is_fetch_requested = !sync.is_complete;
        if self.is_fetch_requested || !self.fetch.start() {
            return None;
        }
        self.pending_at_request.clear();
        self.accepted_since.clear();
        for (session, _) in sync.pending.iter() {
            if !self.pending_at_request.contains(&session.id) {
                self.pending_at_request.push(session.id);
            }
        }
        self.excluded = self.pending_at_request.iter().copied().take(MAX_EXCLUDED).collect();
        Some(self.excluded.clone())
    }

    /// Marks a response in flight as possibly outdated, because something else has changed on the server.
    pub(crate) fn invalidate(&mut self) {
        self.fetch.invalidate();
    }

    /// Handles the server's totals. Returns whether they can be used; outdated ones cannot and must be fetched again.
    /// Calls `put` with each version that the server has accepted but that the totals exclude.
    pub(crate) fn on_response(&mut self, sync: &SessionSync, put: &mut dyn FnMut(&FocusSession)) -> bool {
        let outcome = self.fetch.finish();
        if !outcome.is_outdated {
            self.ids = std::mem::take(&mut self.excluded);
            // If a session was sent more than once, its last version counts.
            for session in std::mem::take(&mut self.accepted_since).iter().rev() {
                if !sync.pending.contains(session.id) && self.remove(session.id) {
                    put(session);
                }
            }
            self.ids.retain(|id| sync.pending.contains(*id));
        }
        !outcome.is_outdated
    }

    /// Handles a failed request.
    pub(crate) fn on_failure(&mut self) {
        self.fetch.fail();
    }

    /// Handles a change of the outbox. For each newly pending session, calls `subtract` with the version that the
    /// server has.
    pub(crate) fn on_outbox_changed(&mut self, sync: &SessionSync, subtract: &mut dyn FnMut(&FocusSession)) {
        for (session, previous) in sync.pending.iter() {
            if !self.ids.contains(&session.id) {
                if !self.pending_at_request.contains(&session.id) {
                    // The session may reach the server before the totals are computed.
                    self.fetch.invalidate();
                }
                if let Some(previous) = previous {
                    subtract(previous);
                }
                self.ids.push(session.id);
            }
        }
    }

    /// Handles a session that has left the outbox. Returns the version to add to the totals, if any.
    pub(crate) fn on_entry_removed<'a>(
        &mut self,
        results: &'a SessionSyncResult,
        sync: &SessionSync,
    ) -> Option<&'a FocusSession> {
        let (id, accepted) = match results {
            SessionSyncResult::Accepted(session) => (session.id, Some(session.as_ref())),
            SessionSyncResult::Refused { id, previous } => (*id, previous.as_deref()),
            SessionSyncResult::Unknown => {
                self.fetch.invalidate();
                return None;
            }
        };
        if self.excluded.contains(&id) {
            self.accepted_since.extend(accepted.cloned());
        } else {
            self.fetch.invalidate();
        }
        if sync.pending.contains(id) || !self.remove(id) {
            return None;
        }
        accepted
    }

    fn remove(&mut self, id: Id) -> bool {
        let index = self.ids.iter().position(|other| *other == id);
        index.map(|index| self.ids.swap_remove(index)).is_some()
    }
}
