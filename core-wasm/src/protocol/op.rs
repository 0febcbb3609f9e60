//! Durable changes to a board. An op has one intention and touches single fields, so that two people's edits of one card
//! both survive. The browser makes ops, the server applies them with the same reducer ([`crate::board::reduce`]).
//!
//! Texts are raw here and are checked by the reducer, so that a bad one is refused with its own code.

use super::id::Id;
use super::record::Priority;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A change to a board, with its own id: applying it twice is applying it once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardOp {
    /// The op's id.
    pub id: Id,
    /// When the person did it, by their clock.
    pub at: Timestamp,
    /// What they did.
    pub change: Change,
}

/// What an op does. Positions are ranks; a record that is put somewhere while in the trash comes back from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", try_from = "super::union_parsing::FlatChange")]
pub enum Change {
    /// Adds an empty list.
    AddList {
        /// The id of the new list.
        list_id: Id,
        /// Its name, 0 to 200 characters.
        name: String,
        /// Its place.
        rank: String,
    },
    /// Puts a list elsewhere.
    MoveList {
        /// The list.
        list_id: Id,
        /// Its new place.
        rank: String,
    },
    /// Changes one field of a list.
    EditList {
        /// The list.
        list_id: Id,
        /// The field and its new value.
        edit: ListEdit,
    },
    /// Puts a list, with what lies in it, into the trash.
    TrashList {
        /// The list.
        list_id: Id,
    },
    /// Takes a list out of the trash.
    RestoreList {
        /// The list.
        list_id: Id,
    },
    /// Adds a card.
    AddCard {
        /// The id of the new card.
        card_id: Id,
        /// The list it goes into.
        list_id: Id,
        /// Its place there.
        rank: String,
        /// Its title, 1 to 500 characters.
        title: String,
        /// Its priority; low when left out.
        priority: Priority,
    },
    /// Puts a card elsewhere, in its own list or in another of the same board.
    MoveCard {
        /// The card.
        card_id: Id,
        /// The list it goes into.
        list_id: Id,
        /// Its place there.
        rank: String,
    },
    /// Changes one field of a card.
    EditCard {
        /// The card.
        card_id: Id,
        /// The field and its new value.
        edit: CardEdit,
    },
    /// Puts a card into the trash.
    TrashCard {
        /// The card.
        card_id: Id,
    },
    /// Takes a card out of the trash.
    RestoreCard {
        /// The card.
        card_id: Id,
    },
    /// Adds a sub-task to a card.
    AddSubtask {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// Its place among the sub-tasks of the card.
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
        /// Its text, 1 to 10,000 characters.
        text: String,
    },
    /// Adds a reminder to a card.
    AddReminder {
        /// The id of the new item.
        item_id: Id,
        /// The card.
        card_id: Id,
        /// How long before the due date it calls, in minutes: 0 to 525,600.
        minutes_before: i64,
    },
    /// Puts a sub-task elsewhere among those of its card.
    MoveSubtask {
        /// The item.
        item_id: Id,
        /// Its new place.
        rank: String,
    },
    /// Changes one field of an item.
    EditItem {
        /// The item.
        item_id: Id,
        /// The field and its new value.
        edit: ItemEdit,
    },
    /// Puts an item into the trash.
    TrashItem {
        /// The item.
        item_id: Id,
    },
    /// Takes an item out of the trash.
    RestoreItem {
        /// The item.
        item_id: Id,
    },
    /// Chooses the colour of a label on this board.
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
    /// Puts the board into the trash.
    TrashBoard,
    /// Takes the board out of the trash.
    RestoreBoard,
}

/// One field of a list, with a new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum ListEdit {
    /// 0 to 200 characters.
    Name(String),
    /// Whether it shows its name only.
    Collapsed(bool),
}

/// One field of a card, with a new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum CardEdit {
    /// 1 to 500 characters.
    Title(String),
    /// 0 to 50,000 characters.
    Description(String),
    /// One of the four. Completed marks the card done at that moment; the importance that it had is kept.
    Priority(Priority),
    /// Whether it is done: true is the priority completed, false goes back to the importance that it had.
    Completed(bool),
    /// A due date, or null for none.
    DueDate(Option<String>),
    /// Up to 50 labels of 1 to 50 characters.
    Labels(Vec<String>),
    /// Whether it lies in the archive.
    Archived(bool),
}

/// One field of an item, with a new value. A field that an item of that kind does not have is refused (`bad_op`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "field", content = "value", rename_all = "snake_case")]
pub enum ItemEdit {
    /// A sub-task's title, 1 to 500 characters.
    Title(String),
    /// Whether a sub-task is done.
    Done(bool),
    /// A comment's text, 1 to 10,000 characters.
    Text(String),
    /// How long before the due date a reminder calls, in minutes: 0 to 525,600.
    MinutesBefore(i64),
}

/// One field of a board, with a new value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
    /// A picture on offer; null for the default.
    Image(Option<String>),
    /// Whether it stands first.
    Favorite(bool),
}
