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
#[serde(tag = "type", rename_all = "snake_case", try_from = "super::flat::FlatChange")]
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
    /// One of the four.
    Priority(Priority),
    /// A due date, or null for none.
    DueDate(Option<String>),
    /// Up to 50 labels of 1 to 50 characters.
    Labels(Vec<String>),
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
