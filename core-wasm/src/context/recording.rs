//! How to undo what the user has just done. Machines record it while they handle an intent.

use crate::protocol::id::Id;
use crate::protocol::op::Change;
use crate::protocol::record::FocusSession;

/// How an action is undone. Carrying it out gives the action that redoes it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum UndoAction {
    /// By changes to a board, in order.
    Board {
        /// The board.
        board_id: Id,
        /// The changes.
        changes: Vec<Change>,
    },
    /// By another version of a focus session.
    Session(SessionChange),
}

/// A change of a focus session that can be undone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SessionChange {
    /// The version after the change.
    pub(crate) after: FocusSession,
    /// The version to go back to; it gets a new revision then.
    pub(crate) before: FocusSession,
}

/// How to undo what the current intent has done so far.
#[derive(Debug)]
pub(crate) struct Recording {
    /// The id of the undo entry, once something refers to it.
    pub(crate) id: Option<Id>,
    /// The action that undoes it.
    pub(crate) action: UndoAction,
}
