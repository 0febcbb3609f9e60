//! The focus sessions of the outbox and the results of sending them. The statistics add unsent sessions to the server's
//! totals (SPEC S33, S34).

use super::Outbox;
use crate::api::ApiResponse;
use crate::context::Context;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::FocusSessionResponse;
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// The result of sending a focus session that has left the outbox, for the machines that add unsent sessions to the
/// server's totals.
#[derive(Debug, PartialEq, Eq)]
pub enum SessionSyncResult {
    /// The server has accepted the session and stored this version.
    Accepted(Box<FocusSession>),
    /// The server has refused the session.
    Refused {
        /// The session's id.
        id: Id,
        /// The version on the server, as far as this device knows.
        previous: Option<Box<FocusSession>>,
    },
    /// Another tab announced the session after its response had arrived, so the version on the server is unknown.
    Unknown,
}

impl Outbox {
    /// Returns all versions of the unsent focus sessions in order, each with the version that this device knew before
    /// it.
    pub fn sessions(&self) -> impl Iterator<Item = (&FocusSession, Option<&FocusSession>)> {
        self.entries().filter_map(|entry| match entry {
            OutboxEntry::FocusSession { session, previous } => Some((session, previous.as_deref())),
            _ => None,
        })
    }

    /// Returns whether any version of a focus session is unsent.
    pub fn has_session(&self, session: Id) -> bool {
        self.sessions().any(|(waiting, _)| waiting.id == session)
    }

    /// Takes the results of focus sessions since the last call, in order.
    pub fn take_session_results(&mut self) -> Vec<SessionSyncResult> {
        std::mem::take(&mut self.session_results)
    }

    /// Records that the server has accepted a session.
    pub(super) fn on_session_accepted(&mut self, session: FocusSession, response: &ApiResponse) {
        // The server's version may be newer, because another device may have changed the session.
        let accepted = response.read::<FocusSessionResponse>().map(|response| response.session);
        let accepted = accepted.ok().filter(|accepted| accepted.id == session.id).unwrap_or(session);
        self.session_results.push(SessionSyncResult::Accepted(Box::new(accepted)));
    }

    /// Prepares a refused session to be sent again, first without its card and then without its board, because the
    /// focused time must not be lost if these were permanently deleted (SPEC Y30). The server does not say which of
    /// them is missing. Returns whether this was the reason for the refusal.
    pub(super) fn retry_without_card(&mut self, ids: &[Id], rejection: &Rejection, ctx: &mut Context) -> bool {
        let is_leader = self.is_leader();
        let index = ids.iter().find_map(|id| self.find(*id).ok());
        let Some((id, entry)) = index.and_then(|index| self.entries.get_mut(index)) else { return false };
        let OutboxEntry::FocusSession { session, .. } = entry else { return false };
        if rejection.code != ErrorCode::NotFound || (session.board_id, session.card_id) == (None, None) {
            return false;
        }
        if session.card_id.take().is_none() {
            session.board_id = None;
        }
        if let Some(account) = self.account.filter(|_| is_leader) {
            ctx.write_idb(format!("{}{id}", idb_key::outbox_prefix(account)), crate::json(entry));
        }
        self.edits_in_place += 1;
        true
    }
}
