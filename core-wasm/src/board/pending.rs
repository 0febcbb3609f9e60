//! The changes to boards that the server does not have yet.

use super::reduce;
use super::slug::slug;
use crate::protocol::id::Id;
use crate::protocol::op::BoardOp;
use crate::protocol::record::Board;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::sync::pending::PendingEntries;

/// A change to boards in the outbox.
#[derive(Clone, Debug)]
pub(super) enum PendingChange {
    /// A board that was created here.
    Create(Box<Board>),
    /// A change to a board.
    Op {
        /// The board.
        board_id: Id,
        /// The change.
        op: BoardOp,
    },
}

impl PendingChange {
    /// Returns the change to boards that an entry of the outbox makes, if it makes one.
    pub(super) fn of(entry: &OutboxEntry) -> Option<Self> {
        match entry {
            OutboxEntry::CreateBoard { .. } => board_from_entry(entry).map(|board| Self::Create(Box::new(board))),
            OutboxEntry::BoardOp { board_id, op } => Some(Self::Op { board_id: *board_id, op: op.clone() }),
            OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => None,
        }
    }
}

/// The changes to boards in the outbox, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct PendingChanges(pub(super) PendingEntries<PendingChange>);

impl PendingChanges {
    /// Returns all changes, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &PendingChange> {
        self.0.values()
    }

    /// Returns the ops on a board, in order.
    pub(super) fn ops(&self, board: Id) -> impl Iterator<Item = &BoardOp> {
        self.0.values().filter_map(move |change| match change {
            PendingChange::Op { board_id, op } if *board_id == board => Some(op),
            _ => None,
        })
    }

    /// Returns whether the server does not know a board yet.
    pub(super) fn has_creation(&self, board_id: Id) -> bool {
        self.0.values().any(|change| matches!(change, PendingChange::Create(board) if board.id == board_id))
    }
}

/// Returns the board that an entry of the outbox creates, if it creates one.
pub(super) fn board_from_entry(entry: &OutboxEntry) -> Option<Board> {
    let OutboxEntry::CreateBoard { request } = entry else { return None };
    let (id, name) = (request.id.as_deref().and_then(Id::parse)?, BoardName::parse(&request.name).ok()?);
    let slug = slug(&name, id, 4);
    Some(reduce::new_board(id, name, slug))
}
