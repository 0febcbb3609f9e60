//! Bodies about search.

use crate::protocol::id::Id;
use crate::protocol::time::DueDate;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum number of characters of a search text.
pub const MAX_SEARCH_CHARS: usize = 200;

/// The kind of a record that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SearchKind {
    /// A board: its name and description.
    Board,
    /// A list: its name.
    List,
    /// A card: its title, description and labels.
    Card,
    /// A subtask.
    Subtask,
    /// A comment.
    Comment,
    /// An attachment: the name of its file.
    Attachment,
    /// A note.
    Note,
}

/// A part of a text, in UTF-16 code units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextRange {
    /// Where it starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// A record that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchResult {
    /// Its kind.
    pub kind: SearchKind,
    /// Its id.
    pub id: Id,
    /// Its board, or itself if it is one; null for a note.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_id: Option<Id>,
    /// The name of the board; null for a note.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_name: Option<String>,
    /// The readable part of the board's URL; null for a note.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_slug: Option<String>,
    /// Its card, or itself if it is one; null for boards, lists and notes.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub card_id: Option<Id>,
    /// Its title: of what belongs to a card, that of the card; of a note, its first line.
    pub title: String,
    /// The words in the title that were looked for.
    pub title_ranges: Vec<TextRange>,
    /// A part of its text in one line, with the first word that was looked for, if any; may be empty.
    pub snippet: String,
    /// The words in the snippet that were looked for.
    pub ranges: Vec<TextRange>,
    /// Whether it, or its card, is in the archive and not in the trash.
    pub is_archived: bool,
    /// Whether it, or what it belongs to, is in the trash.
    pub is_trashed: bool,
    /// Whether its card, or the subtask itself, is completed.
    pub is_done: bool,
    /// The due date of its card; null for none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub due: Option<DueDate>,
}

/// The response to `GET /search/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchResponse {
    /// What was found: first what has all words in its title, then what is newer.
    pub results: Vec<SearchResult>,
    /// The `cursor` of the next page; null on the last one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cursor: Option<String>,
}
