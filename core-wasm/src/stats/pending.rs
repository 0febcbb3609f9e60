//! The focus sessions that the server does not have yet.

use crate::protocol::id::Id;
use crate::protocol::op::Change;
use crate::protocol::record::FocusSession;
use crate::protocol::stored::OutboxEntry;
use crate::sync::pending::PendingEntries;

/// A version of a session in the outbox.
#[derive(Clone, Debug)]
struct PendingSession {
    /// On the board where its card is, as far as unsent moves show.
    session: FocusSession,
    /// The board that the entry names.
    named_board_id: Option<Id>,
    /// What this device knew of the session before; `None` for a new one.
    previous: Option<Box<FocusSession>>,
}

/// The versions of focus sessions in the outbox, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct PendingSessions {
    entries: PendingEntries<PendingSession>,
    /// The entries of the outbox that move cards to other boards.
    moves: Vec<Id>,
    /// Whether sessions or moves of cards have changed since [`Self::follow_moves`].
    has_changed: bool,
}

impl PendingSessions {
    /// Adds the session of an entry of the outbox. Returns whether the sessions, or where their cards are, may have changed.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) -> bool {
        let is_change = match entry {
            OutboxEntry::FocusSession { session, previous } => {
                let (session, previous) = (session.clone(), previous.clone());
                self.entries.insert(id, PendingSession { named_board_id: session.board_id, session, previous });
                true
            }
            OutboxEntry::BoardOp { op, .. } if op.change.other_board().is_some() => {
                self.moves.push(id);
                true
            }
            _ => false,
        };
        self.has_changed |= is_change;
        is_change
    }

    /// Removes an entry that is no longer in the outbox. Returns whether the sessions, or where their cards are, may have changed.
    pub(crate) fn on_entry_removed(&mut self, id: Id) -> bool {
        let move_count = self.moves.len();
        self.moves.retain(|entry| *entry != id);
        let is_change = self.entries.remove(id).is_some() || self.moves.len() < move_count;
        self.has_changed |= is_change;
        is_change
    }

    /// Moves the sessions on cards that move to other boards, so that they count there (SPEC B56). `moves` are the unsent
    /// ops that move something, each with its board, in order.
    pub(crate) fn follow_moves<'a>(&mut self, moves: impl Iterator<Item = (Id, &'a Change)>) {
        if !std::mem::take(&mut self.has_changed) {
            return;
        }
        for pending in self.entries.values_mut() {
            pending.session.board_id = pending.named_board_id;
        }
        for (source_id, change) in moves {
            let Change::MoveToBoard { board_id, records: Some(moved), .. } = change else { continue };
            for PendingSession { session, .. } in self.entries.values_mut() {
                let is_moved = |card_id: Id| moved.cards.iter().any(|card| card.id == card_id);
                if session.board_id == Some(source_id) && session.card_id.is_some_and(is_moved) {
                    session.board_id = Some(*board_id);
                }
            }
        }
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.moves.clear();
    }

    /// Returns whether there is no session.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns every version of each session, in order, each with what this device knew before.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&FocusSession, Option<&FocusSession>)> {
        self.entries.values().map(|pending| (&pending.session, pending.previous.as_deref()))
    }

    /// Returns whether any version of a session is unsent.
    pub(crate) fn contains(&self, session_id: Id) -> bool {
        self.iter().any(|(session, _)| session.id == session_id)
    }

    /// Returns the newest version of each session, in the order of their first versions (SPEC S33).
    pub(crate) fn newest(&self) -> Vec<&FocusSession> {
        let mut newest: Vec<&FocusSession> = vec![];
        for (session, _) in self.iter() {
            match newest.iter_mut().find(|known| known.id == session.id) {
                // The first one with the same revision counts.
                Some(known) if session.revision > known.revision => *known = session,
                Some(_) => {}
                None => newest.push(session),
            }
        }
        newest
    }
}

/// What statistics need to know of the outbox.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionSync<'a> {
    /// The unsent sessions.
    pub(crate) pending: &'a PendingSessions,
    /// Whether the stored outbox was read; before that, unsent sessions may be missing.
    pub(crate) is_complete: bool,
    /// The account whose statistics these are.
    pub(crate) account: Option<Id>,
    /// Whether this tab removes sent entries from the storage.
    pub(crate) is_leader: bool,
    /// Whether changed preferences are unsent.
    pub(crate) has_pending_preferences: bool,
}

/// The server's decision about a focus session that is no longer in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SessionSyncResult {
    /// The server has the session, in this version.
    Accepted(Box<FocusSession>),
    /// The server refused the session.
    Refused {
        /// The session.
        id: Id,
        /// What the server has instead, as far as this device knows.
        previous: Option<Box<FocusSession>>,
    },
    /// Another tab announced it after the response to it. What the server has is not known here.
    Unknown,
}
