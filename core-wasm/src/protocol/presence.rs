//! Presence: who else has a board open, and which field of a card they are editing. It is never stored.

use super::id::Id;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A field of a card that shows who is editing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardField {
    /// The title.
    Title,
    /// The description.
    Description,
    /// A comment, new or existing.
    Comment,
}

/// A field of a card that somebody is editing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EditedField {
    /// The card.
    pub card_id: Id,
    /// Its field.
    pub field: CardField,
}

/// Another member who has a board open, in one or more tabs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PresentMember {
    /// The member's account.
    pub user_id: Id,
    /// The field that they are editing, in the tab where they started last; null if none.
    pub editing: Option<EditedField>,
}
