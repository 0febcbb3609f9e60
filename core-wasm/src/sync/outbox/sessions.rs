//! The focus sessions of the outbox, and what becomes of them: whoever counts them counts what waits on top of what the server
//! has (SPEC S33, S34).

use super::Outbox;
use crate::call::{Answer, Turn};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::FocusSessionAnswer;
use crate::protocol::id::Id;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::{OutboxEntry, kept};

/// What became of a focus session that has left the outbox, for whoever counts what waits on top of what the server has.
#[derive(Debug, PartialEq, Eq)]
pub enum Left {
    /// The server has it, in this version.
    Sent(Box<FocusSession>),
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
    pub fn holds(&self, session: Id) -> bool {
        self.sessions().any(|(waiting, _)| waiting.id == session)
    }

    /// The focus sessions that have left since this was last asked, in order.
    pub fn take_left(&mut self) -> Vec<Left> {
        std::mem::take(&mut self.left)
    }

    /// The server has taken a session.
    pub(super) fn session_sent(&mut self, session: FocusSession, answer: &Answer) {
        // Another device may have changed it further.
        let kept = answer.read::<FocusSessionAnswer>().map(|answer| answer.session);
        let kept = kept.ok().filter(|kept| kept.id == session.id).unwrap_or(session);
        self.left.push(Left::Sent(Box::new(kept)));
    }

    /// A session whose card is gone for good goes without it, and one whose board is gone without that: the time was focused
    /// all the same (SPEC Y30). The server does not say which of the two is missing, so the card goes first. Answers whether
    /// that is what the server has refused.
    pub(super) fn without_card(&mut self, ids: &[Id], rejection: &Rejection, turn: &mut Turn) -> bool {
        let is_leader = self.is_leader();
        let place = ids.iter().find_map(|id| self.find(*id).ok());
        let Some((id, entry)) = place.and_then(|place| self.entries.get_mut(place)) else { return false };
        let OutboxEntry::FocusSession { session, .. } = entry else { return false };
        if rejection.code != ErrorCode::NotFound || (session.board_id, session.card_id) == (None, None) {
            return false;
        }
        if session.card_id.take().is_none() {
            session.board_id = None;
        }
        if let Some(account) = self.account.filter(|_| is_leader) {
            turn.keep(format!("{}{id}", kept::outbox(account)), crate::json(entry));
        }
        self.changes += 1;
        true
    }
}
