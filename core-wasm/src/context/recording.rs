//! How to undo what the user has just done. Machines record it while they handle an intent.

use crate::protocol::id::Id;
use crate::protocol::op::Change;
use crate::protocol::record::{Board, Card, FocusSession, Item, List};

/// How an action is undone. Carrying it out gives the action that redoes it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum UndoAction {
    /// By changes to a board.
    Board {
        /// The board.
        board_id: Id,
        /// How each op is undone, the last op first.
        steps: Vec<UndoStep>,
    },
    /// By another version of a focus session.
    Session(SessionChange),
}

/// How one op on a board is undone, and what must not have changed meanwhile.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct UndoStep {
    /// The changes that undo the op, in order.
    pub(crate) changes: Vec<Change>,
    /// Whether all is known that lies on the records that the changes move to the trash.
    pub(crate) has_contents: bool,
    /// What the changes affect, as the op has left it.
    pub(crate) footprint: UndoFootprint,
}

/// What undoing an op would affect.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct UndoFootprint {
    /// What would be overwritten, as the changes that set it.
    pub(crate) overwritten: Vec<Change>,
    /// The board, if it would be moved to the trash.
    pub(crate) board: Option<Board>,
    /// The lists that would be moved to the trash or to another board.
    pub(crate) lists: Vec<List>,
    /// The cards that would be moved to the trash, and those on the lists.
    pub(crate) cards: Vec<Card>,
    /// The items that would be moved to the trash, and those on the cards.
    pub(crate) items: Vec<Item>,
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
