//! The changes to boards that the server does not have yet.

use super::reduce;
use super::slug::slug;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::record::{Board, BoardRecords};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::BoardName;
use crate::sync::pending::PendingEntries;

/// A change to boards in the outbox.
#[derive(Clone, Debug)]
pub(super) enum PendingChange {
    /// A board that was created or imported here, with everything on it.
    Create(Box<BoardRecords>),
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
            OutboxEntry::CreateBoard { .. } | OutboxEntry::ImportBoard { .. } => {
                created_records(entry).map(|records| Self::Create(Box::new(records)))
            }
            OutboxEntry::BoardOp { board_id, op } => Some(Self::Op { board_id: *board_id, op: op.clone() }),
            OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => None,
        }
    }
}

/// The changes to boards in the outbox, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct PendingChanges {
    changes: PendingEntries<PendingChange>,
    /// The boards that are created by a change.
    created: IdMap<()>,
    /// The number of ops on each board that has any.
    op_counts: IdMap<usize>,
}

impl PendingChanges {
    /// Inserts a change by the id of its entry, or replaces the one with that id.
    pub(super) fn insert(&mut self, id: Id, change: PendingChange) {
        self.remove(id);
        match &change {
            PendingChange::Create(records) => {
                records.board.iter().for_each(|board| _ = self.created.insert(board.id, ()));
            }
            PendingChange::Op { board_id, op } => {
                for board_id in boards_of(*board_id, op) {
                    *self.op_counts.get_or_default(board_id) += 1;
                }
            }
        }
        self.changes.insert(id, change);
    }

    /// Removes a change. Returns whether there was one.
    pub(super) fn remove(&mut self, id: Id) -> bool {
        let removed = self.changes.remove(id);
        match &removed {
            Some(PendingChange::Create(records)) => {
                records.board.iter().for_each(|board| _ = self.created.remove(&board.id));
            }
            Some(PendingChange::Op { board_id, op }) => {
                for board_id in boards_of(*board_id, op) {
                    if let Some(count) = self.op_counts.get_mut(&board_id) {
                        *count -= 1;
                        if *count == 0 {
                            self.op_counts.remove(&board_id);
                        }
                    }
                }
            }
            None => {}
        }
        removed.is_some()
    }

    /// Removes all changes.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns whether there are ops on a board.
    pub(super) fn has_ops(&self, board_id: Id) -> bool {
        self.op_counts.contains_key(&board_id)
    }

    /// Returns all changes, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &PendingChange> {
        self.changes.values()
    }

    /// Returns the ops on a board, in order, with those that move something to it.
    pub(super) fn ops(&self, board: Id) -> impl Iterator<Item = &BoardOp> {
        let changes = self.has_ops(board).then(|| self.changes.values());
        changes.into_iter().flatten().filter_map(move |change| match change {
            PendingChange::Op { board_id, op } if boards_of(*board_id, op).any(|id| id == board) => Some(op),
            _ => None,
        })
    }

    /// Returns the changes that move something to another board, each with its board, in order.
    pub(super) fn moves(&self) -> impl Iterator<Item = (Id, &Change)> {
        self.changes.values().filter_map(|change| match change {
            PendingChange::Op { board_id, op } if op.change.other_board().is_some() => Some((*board_id, &op.change)),
            _ => None,
        })
    }

    /// Returns whether the server does not know a board yet.
    pub(super) fn has_creation(&self, board_id: Id) -> bool {
        self.created.contains_key(&board_id)
    }
}

/// Returns the boards that an op changes.
pub(super) fn boards_of(board_id: Id, op: &BoardOp) -> impl Iterator<Item = Id> {
    [board_id].into_iter().chain(op.change.other_board())
}

/// Returns the id of the board that an entry of the outbox creates, if it creates one. Unlike [`created_records`], it copies nothing.
pub(super) fn created_id(entry: &OutboxEntry) -> Option<Id> {
    match entry {
        OutboxEntry::ImportBoard { records, .. } => records.board.as_ref().map(|board| board.id),
        OutboxEntry::CreateBoard { request } => request.id.as_deref().and_then(Id::parse),
        _ => None,
    }
}

/// Returns the records of the board that an entry of the outbox creates, if it creates one.
pub(super) fn created_records(entry: &OutboxEntry) -> Option<BoardRecords> {
    let request = match entry {
        OutboxEntry::ImportBoard { records, .. } => return Some(records.as_ref().clone()),
        OutboxEntry::CreateBoard { request } => request,
        _ => return None,
    };
    let (id, name) = (request.id.as_deref().and_then(Id::parse)?, BoardName::parse(&request.name).ok()?);
    let slug = slug(&name, id, 4);
    Some(new_records(reduce::new_board(id, name, slug)))
}

/// Returns the records of a board that was just created.
pub(super) fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, is_complete: false, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}
