//! What the module returns, as JSON text. `web/src/core/finder.ts` has the same types.

use crate::document::Kind;
use crate::fuzzy::Utf16Range;
use crate::query::{LocatedTerm, TermContent};
use json::WriteJson;

/// The kind of what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, WriteJson)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// A board.
    Board,
    /// A card.
    Card,
    /// A note.
    Note,
}

impl From<Kind> for ItemKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Board => Self::Board,
            Kind::Card => Self::Card,
            Kind::Note => Self::Note,
        }
    }
}

/// A board, a card or a note that was found.
#[derive(Clone, PartialEq, Eq, Debug, WriteJson)]
pub struct FoundItem {
    /// Its kind.
    pub kind: ItemKind,
    /// Its id.
    pub id: String,
    /// The id of its board, of a board its own; null for a note.
    pub board_id: Option<String>,
    /// Its title; empty for a note without text.
    pub title: String,
    /// The name of a card's board, otherwise empty.
    pub context: String,
    /// The path of the page that shows it.
    pub path: String,
    /// Whether it is a card that is done.
    pub is_done: bool,
    /// The parts of the title that match.
    pub ranges: Vec<Utf16Range>,
}

/// Where a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, WriteJson)]
#[serde(rename_all = "snake_case")]
pub enum TextState {
    /// In use.
    Active,
    /// In the archive.
    Archived,
    /// In the trash.
    Trashed,
}

/// A result of a search.
#[derive(Clone, PartialEq, Eq, Debug, WriteJson)]
pub struct SearchHit {
    /// What was found.
    pub item: FoundItem,
    /// A part of its other texts; may be empty.
    pub snippet: String,
    /// The parts of the snippet that match.
    pub snippet_ranges: Vec<Utf16Range>,
    /// Where it is.
    pub state: TextState,
    /// The due date of a card; null for none.
    pub due_date: Option<String>,
}

/// A text that was ranked.
#[derive(Clone, PartialEq, Eq, Debug, WriteJson)]
pub struct RankedText {
    /// Its number in the list.
    pub index: u32,
    /// The parts of it that match.
    pub ranges: Vec<Utf16Range>,
}

/// A term of a query.
#[derive(Clone, PartialEq, Eq, Debug, WriteJson)]
pub struct QueryTerm {
    /// The text of the term alone.
    pub text: String,
    /// Whether it is a filter.
    pub is_filter: bool,
    /// Its place in the query, in UTF-16 code units.
    pub range: Utf16Range,
}

impl QueryTerm {
    /// Describes a term of a query.
    pub fn new(located: &LocatedTerm, query: &str) -> Self {
        let units = |end: usize| query.get(..end).unwrap_or_default().encode_utf16().count() as u32;
        Self {
            text: located.term.to_string(),
            is_filter: matches!(located.term.content, TermContent::Filter(_)),
            range: (units(located.range.start), units(located.range.end)),
        }
    }
}
