//! What happens in one machine and matters to others. Machines add events to the context; the app routes them.

use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::BoardOp;

/// Something that has happened in a machine.
#[derive(Clone, Debug)]
pub(crate) enum DomainEvent {
    /// The signed-in user is another one, or what is known of them has changed.
    UserChanged,
    /// The account was loaded for Settings, or has changed there.
    AccountChanged,
    /// The preferences have changed.
    PreferencesChanged,
    /// The live connection works from now on (`true`), or no longer.
    LiveChanged(bool),
    /// What is unsent, or whether it can be sent, has changed.
    SendStateChanged,
    /// Another board is open, or none.
    OpenBoardChanged(Option<Id>),
    /// A board was deleted on the server, or the user was removed from it.
    BoardLost(Id),
    /// Records of a board have changed, on the server or here.
    BoardChanged(BoardChange),
    /// A text of the user and one of somebody else met in the same field, and one of them is not shown.
    TextReplaced {
        /// The board.
        board_id: Id,
        /// The op by which the user has written a text there.
        op: BoardOp,
        /// Which of the texts was replaced.
        code: ErrorCode,
        /// The text that is not shown.
        text: String,
    },
    /// The server refused a change to a board that is not in memory, or reported one that is too large to send: what
    /// pages know of it has to be fetched again.
    BoardsOutdated,
}

/// A board, and which of its records have changed.
#[derive(Clone, Debug)]
pub(crate) struct BoardChange {
    /// The board.
    pub(crate) board_id: Id,
    /// Its changed records.
    pub(crate) records: RecordChanges,
}

/// The records that changed since the last check, so that views derived from them can be recomputed.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordChanges {
    /// Whether any record may have changed.
    pub(crate) all_changed: bool,
    /// Whether the board's own record has changed.
    pub(crate) board_changed: bool,
    /// Whether a list was added or removed, together with its cards.
    pub(crate) list_added_or_removed: bool,
    /// The lists that changed.
    pub(crate) lists: Vec<Id>,
    /// The cards that changed, or whose items changed.
    pub(crate) cards: Vec<Id>,
}

impl RecordChanges {
    /// Returns the changes of a board of which every record may have changed.
    pub(crate) fn all() -> Self {
        Self { all_changed: true, ..Self::default() }
    }
}
