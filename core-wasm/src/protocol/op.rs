//! Durable changes to a board. An op has a single purpose and changes single fields, so that two edits of one card by
//! different people both survive. The browser creates ops; the server applies them with the same reducer
//! (`board::reduce`).
//!
//! Texts are not validated here but by the reducer, so that an invalid one is refused with its own code.

use super::id::Id;
use super::record::{BoardRecords, Priority, Recurrence};
use super::time::{DueDate, LocalDay, Timestamp};
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A change to a board. Its id is an idempotency key: applying it twice has the same result as applying it once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardOp {
    /// The op's id.
    pub id: Id,
    /// When the user made the change, by the clock of the user's device.
    pub at: Timestamp,
    /// The change.
    pub change: Change,
}

/// The change that an op makes. Positions are ranks. Moving a record that is in the trash also restores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Change {
    /// Adds an empty list.
    AddList {
        /// The id of the new list.
        list_id: Id,
        /// Its name, 0 to 200 characters.
        name: String,
        /// Its position.
        rank: String,
    },
    /// Moves a list.
    MoveList {
        /// The list.
        list_id: Id,
        /// Its new position.
        rank: String,
    },
    /// Changes one field of a list.
    EditList {
        /// The list.
        list_id: Id,
        /// The field and its new value.
        edit: ListEdit,
    },
    /// Moves a list and its cards to the trash.
    TrashList {
        /// The list.
        list_id: Id,
    },
    /// Restores a list from the trash.
    RestoreList {
        /// The list.
        list_id: Id,
    },
    /// Adds a card.
    AddCard {
        /// The id of the new card.
        card_id: Id,
        /// The list to add it to.
        list_id: Id,
        /// Its position in the list.
        rank: String,
        /// Its title, 1 to 500 characters.
        title: String,
        /// Its priority; low if absent.
        #[serde(default)]
        priority: Priority,
    },
    /// Moves a card within its list or to another list of the same board.
    MoveCard {
        /// The card.
        card_id: Id,
        /// The list to move it to.
        list_id: Id,
        /// Its position in that list.
        rank: String,
    },
    /// Moves a card, or a list with its cards, to another board, with everything on them. It is an op of the board on which
    /// they are. Those who are not members of the other board are no longer assigned.
    MoveToBoard {
        /// The card; null to move the list.
        card_id: Option<Id>,
        /// The list of the other board to move the card to, or the list that moves.
        list_id: Id,
        /// The other board.
        board_id: Id,
        /// Its position in that list, or on that board.
        rank: String,
        /// What moves, as the browser knows it: shown on the other board until the server has made the move. Not sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(ignore))]
        records: Option<Box<BoardRecords>>,
    },
    /// Changes one field of a card.
    EditCard {
        /// The card.
        card_id: Id,
        /// The field and its new value.
        edit: CardEdit,
    },
    /// Completes a recurring card and adds its next occurrence: a copy with the next due date. A card that does not repeat is
    /// only completed. Does nothing if the card is done.
    CompleteRecurring {
        /// The card.
        card_id: Id,
        /// The due date of the occurrence that is completed. The ids of the copies depend on it.
        due: DueDate,
        /// The user's local day of the completion.
        day: LocalDay,
    },
    /// Changes a description and merges it, by paragraphs, with what others have changed since `base`. A paragraph that
    /// both have changed is there twice afterwards. If the merged text would be too long, it is `text`.
    MergeDescription {
        /// The card; null for the description of the board.
        card_id: Option<Id>,
        /// The description that the user has changed, 0 to 50,000 characters.
        base: String,
        /// The changed description as Markdown, 0 to 50,000 characters.
        text: String,
    },
    /// Moves a card to the trash.
    TrashCard {
        /// The card.
        card_id: Id,
    },
    /// Restores a card from the trash.
    RestoreCard {
        /// The card.
        card_id: Id,
    },
    /// Adds a subtask to a card.
    AddSubtask {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// Its position among the card's subtasks.
        rank: String,
        /// Its title, 1 to 500 characters.
        title: String,
    },
    /// Adds a comment to a card.
    AddComment {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// Its text as Markdown, 1 to 10,000 characters.
        text: String,
    },
    /// Adds a reminder to a card.
    AddReminder {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// How long before the due date it fires, in minutes: 0 to 525,600.
        minutes_before: i64,
    },
    /// Adds an attachment to a card. Only the server makes this change, when a file was uploaded.
    AddAttachment {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// The name of the file, 1 to 255 characters.
        name: String,
        /// Its media type.
        content_type: String,
        /// Its size in bytes.
        bytes: i64,
        /// The width of a picture in pixels; null for other files.
        #[serde(default)]
        width: Option<u32>,
        /// The height of a picture in pixels; null for other files.
        #[serde(default)]
        height: Option<u32>,
    },
    /// Moves a subtask within its card.
    MoveSubtask {
        /// The item.
        item_id: Id,
        /// Its new position.
        rank: String,
    },
    /// Changes one field of an item.
    EditItem {
        /// The item.
        item_id: Id,
        /// The field and its new value.
        edit: ItemEdit,
    },
    /// Adds the author's reaction to a comment, or removes it.
    SetReaction {
        /// The comment.
        item_id: Id,
        /// The emoji.
        emoji: String,
        /// Whether the author reacts with it.
        is_set: bool,
    },
    /// Moves an item to the trash.
    TrashItem {
        /// The item.
        item_id: Id,
    },
    /// Restores an item from the trash.
    RestoreItem {
        /// The item.
        item_id: Id,
    },
    /// Sets the color of a label on this board.
    SetLabelColor {
        /// The label, 1 to 50 characters.
        label: String,
        /// `#rrggbb`; null for the default.
        color: Option<String>,
    },
    /// Changes one field of the board.
    EditBoard {
        /// The field and its new value.
        edit: BoardEdit,
    },
    /// Moves the board to the trash.
    TrashBoard,
    /// Restores the board from the trash.
    RestoreBoard,
}

impl Change {
    /// Returns the board to which the change moves something.
    pub fn other_board(&self) -> Option<Id> {
        match self {
            Self::MoveToBoard { board_id, .. } => Some(*board_id),
            _ => None,
        }
    }
}

/// A field of a list and its new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum ListEdit {
    /// 0 to 200 characters.
    Name(String),
    /// Whether the list is collapsed, so that only its name is shown.
    Collapsed(bool),
    /// `#rrggbb`; null for none.
    Color(Option<String>),
}

/// A field of a card and its new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum CardEdit {
    /// 1 to 500 characters.
    Title(String),
    /// Markdown, 0 to 50,000 characters.
    Description(String),
    /// Low, medium, high or completed. Completed marks the card as done now; its previous priority is remembered.
    Priority(Priority),
    /// Whether the card is done. True sets the priority to completed, false restores the previous priority.
    Completed(bool),
    /// A due date, or null for none, which also ends the recurrence.
    DueDate(Option<String>),
    /// Up to 50 labels of 1 to 50 characters.
    Labels(Vec<String>),
    /// Whether the card is in the archive.
    Archived(bool),
    /// A member of the board to assign to the card.
    Assign(Id),
    /// A member who is no longer assigned.
    Unassign(Id),
    /// An attachment of the card that becomes its cover, which must be a picture; null for none.
    Cover(Option<Id>),
    /// How the card repeats, which needs a due date; null if it does not.
    Recurrence(Option<Recurrence>),
    /// How long the card is estimated to take, in minutes: 1 to 6,000; null for no estimate.
    Estimate(Option<u32>),
}

/// A field of an item and its new value. A field that the item's kind does not have is refused (`bad_op`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum ItemEdit {
    /// A subtask's title, 1 to 500 characters.
    Title(String),
    /// Whether a subtask is done.
    Done(bool),
    /// A comment's text as Markdown, 1 to 10,000 characters.
    Text(String),
    /// How long before the due date a reminder fires, in minutes: 0 to 525,600.
    MinutesBefore(i64),
}

/// A field of a board and its new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum BoardEdit {
    /// 1 to 200 characters.
    Name(String),
    /// 0 to 50,000 characters.
    Description(String),
    /// `#rrggbb` or `transparent`; null for the default.
    Color(Option<String>),
    /// One of the pictures on offer; null for the default.
    Image(Option<String>),
    /// Whether the board is a favorite.
    Favorite(bool),
    /// A card, a list or the board itself, by its id, that the author watches from now on.
    Watch(Id),
    /// One that the author watches no more.
    Unwatch(Id),
    /// Whether the author's inbox gets nothing about the board.
    Muted(bool),
    /// Whether the other members see how long the author has focused on each card.
    SharesFocus(bool),
    /// Whether the board is a template for new boards.
    Template(bool),
}

impl BoardEdit {
    /// Returns whether the field is personal: each member has a value of their own, and others do not see it.
    pub fn is_personal(&self) -> bool {
        matches!(self, Self::Favorite(_) | Self::Watch(_) | Self::Unwatch(_) | Self::Muted(_) | Self::SharesFocus(_))
    }
}
