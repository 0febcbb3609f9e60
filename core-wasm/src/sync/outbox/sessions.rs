//! The focus sessions of the outbox, and what becomes of them: whoever counts them counts what waits on top of what the server
//! has (SPEC S33, S34).

use super::Outbox;
use crate::api::ApiResponse;
use crate::context::Context;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::FocusSessionResponse;
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// What became of a focus session that has left the outbox, for whoever counts what waits on top of what the server has.
#[derive(Debug, PartialEq, Eq)]
pub enum SessionSyncResult {
    /// The server has it, in this version.
    Accepted(Box<FocusSession>),
    /// The server will not have it.
    Refused {
        /// Which.
        id: Id,
        /// What the server has instead, as far as this device knows.
        previous: Option<Box<FocusSession>>,
    },
    /// Another tab told of it after its answer: what the server has cannot be told from here.
    Unknown,
}

impl Outbox {
    /// The focus sessions that wait, in order: every version of each, with what this device knew of it before.
    pub fn sessions(&self) -> impl Iterator<Item = (&FocusSession, Option<&FocusSession>)> {
        self.entries().filter_map(|entry| match entry {
            OutboxEntry::FocusSession { session, previous } => Some((session, previous.as_deref())),
            _ => None,
        })
    }

    /// Whether a focus session waits in any version.
    pub fn has_session(&self, session: Id) -> bool {
        self.sessions().any(|(waiting, _)| waiting.id == session)
    }

    /// The focus sessions that have left since this was last asked, in order.
    pub fn take_session_results(&mut self) -> Vec<SessionSyncResult> {
        std::mem::take(&mut self.session_results)
    }

    /// The server has taken a session.
    pub(super) fn on_session_accepted(&mut self, session: FocusSession, response: &ApiResponse) {
        // Another device may have changed it further.
        let accepted = response.read::<FocusSessionResponse>().map(|response| response.session);
        let accepted = accepted.ok().filter(|accepted| accepted.id == session.id).unwrap_or(session);
        self.session_results.push(SessionSyncResult::Accepted(Box::new(accepted)));
    }

    /// A session whose card is gone for good goes without it, and one whose board is gone without that: the time was focused
    /// all the same (SPEC Y30). The server does not say which of the two is missing, so the card goes first. Answers whether
    /// that is what the server has refused.
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
