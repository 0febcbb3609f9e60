//! The server's totals of focused time, to which the sessions that wait in the outbox are added. The requested totals
//! exclude those sessions, so each session counts exactly once: either in the totals, or with its newest version on top
//! of them (SPEC S32 to S36).

use super::pending::{SessionSync, SessionSyncResult};
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::view::LoadStatus;
use crate::resource::remote::{FailureOutcome, RemoteResource};

/// Maximum number of sessions that a request excludes, to keep its URL short. Pending sessions beyond it are not sent
/// until the response arrives; the server's versions of them are subtracted from the response.
const MAX_EXCLUDED: usize = 100;

/// Totals of the server, the sessions that they exclude, and the changes to those while a request is in flight.
#[derive(Debug)]
pub(crate) struct SessionTotals<T> {
    resource: RemoteResource<T>,
    /// Pending sessions, of which no version is in the totals.
    ids: Vec<Id>,
    /// Whether to fetch the totals as soon as the outbox has been read from storage.
    awaits_outbox: bool,
    /// The sessions that were pending when the request was made.
    pending_at_request: Vec<Id>,
    /// The sessions that the request excluded.
    excluded: Vec<Id>,
    /// The accepted versions of sessions that were removed from the outbox since the request.
    accepted_since: Vec<FocusSession>,
}

/// Adds a session to totals, or subtracts it.
type ChangeTotals<'a, T> = &'a dyn Fn(&mut T, &FocusSession);

impl<T> Default for SessionTotals<T> {
    fn default() -> Self {
        Self {
            resource: RemoteResource::default(),
            ids: vec![],
            awaits_outbox: false,
            pending_at_request: vec![],
            excluded: vec![],
            accepted_since: vec![],
        }
    }
}

impl<T> SessionTotals<T> {
    /// Returns the totals if they are known.
    pub(crate) fn get(&self) -> Option<&T> {
        self.resource.value()
    }

    /// Returns the load status of the totals.
    pub(crate) fn status(&self) -> LoadStatus {
        self.resource.status()
    }

    /// Returns whether a page has requested the totals.
    pub(crate) fn is_requested(&self) -> bool {
        self.resource.is_requested()
    }

    /// Notes the request of a page.
    pub(crate) fn request(&mut self) {
        self.resource.request();
    }

    /// Sets the totals to those that were stored, which exclude these sessions. Totals that are known already stay.
    /// Returns whether they were unknown.
    pub(crate) fn restore(&mut self, totals: T, excluded: Vec<Id>) -> bool {
        let is_unknown = !self.resource.is_ready();
        if is_unknown {
            self.resource.set(totals);
            self.ids = excluded;
        }
        is_unknown
    }

    /// Sets the totals if they are unknown, because the server has none yet.
    pub(crate) fn set_if_unknown(&mut self, totals: T) {
        if !self.resource.is_ready() {
            self.resource.set(totals);
        }
    }

    /// Returns the sessions that the totals exclude.
    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// Returns whether to fetch the totals now, because the outbox had not been read when they were requested.
    pub(crate) fn should_fetch(&self, sync: &SessionSync) -> bool {
        self.awaits_outbox && sync.is_complete
    }

    /// Starts a request for the totals and returns the sessions to exclude. Returns `None` if a request is in flight or
    /// the outbox has not been read yet.
    pub(crate) fn start_fetch(&mut self, sync: &SessionSync) -> Option<Vec<Id>> {
        self.awaits_outbox = !sync.is_complete;
        if self.awaits_outbox || !self.resource.start_fetch() {
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
        self.resource.invalidate();
    }

    /// Handles the server's totals. Returns whether they are used; outdated ones are not and must be fetched again.
    /// `add` adds the versions that the server has accepted but that the totals exclude.
    pub(crate) fn on_response(&mut self, mut totals: T, sync: &SessionSync, add: ChangeTotals<'_, T>) -> bool {
        if self.resource.finish_fetch().is_outdated {
            return false;
        }
        self.ids = std::mem::take(&mut self.excluded);
        // If a session was sent more than once, its last version counts.
        for session in std::mem::take(&mut self.accepted_since).iter().rev() {
            if !sync.pending.contains(session.id) && self.remove(session.id) {
                add(&mut totals, session);
            }
        }
        self.ids.retain(|id| sync.pending.contains(*id));
        self.resource.set(totals);
        true
    }

    /// Handles a failed request. Returns whether the totals must be fetched again.
    #[must_use]
    pub(crate) fn on_failure(&mut self) -> bool {
        self.resource.fail_fetch() == FailureOutcome::Refetch
    }

    /// Adds the sessions that the server has accepted to the totals, and subtracts the server's versions of those that
    /// have become pending.
    pub(crate) fn apply_outbox_changes(
        &mut self,
        results: &[SessionSyncResult],
        sync: &SessionSync,
        add: ChangeTotals<'_, T>,
        subtract: ChangeTotals<'_, T>,
    ) {
        for result in results {
            if let Some(session) = self.on_sync_result(result, sync)
                && let Some(totals) = self.resource.value_mut()
            {
                add(totals, session);
            }
        }
        for (session, previous) in sync.pending.iter() {
            if !self.ids.contains(&session.id) {
                if !self.pending_at_request.contains(&session.id) {
                    // The session may reach the server before the totals are computed.
                    self.resource.invalidate();
                }
                if let Some((totals, previous)) = self.resource.value_mut().zip(previous) {
                    subtract(totals, previous);
                }
                self.ids.push(session.id);
            }
        }
    }

    /// Handles a session that is no longer in the outbox. Returns the version to add to the totals, if any.
    fn on_sync_result<'a>(&mut self, result: &'a SessionSyncResult, sync: &SessionSync) -> Option<&'a FocusSession> {
        let (id, accepted) = match result {
            SessionSyncResult::Accepted(session) => (session.id, Some(session.as_ref())),
            SessionSyncResult::Refused { id, previous } => (*id, previous.as_deref()),
            SessionSyncResult::Unknown => {
                self.resource.invalidate();
                return None;
            }
        };
        if self.excluded.contains(&id) {
            self.accepted_since.extend(accepted.cloned());
        } else {
            self.resource.invalidate();
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
