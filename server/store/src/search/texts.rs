//! The words of records: what can be found of each.

use crate::statements::Value;
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::Note;
use core_wasm::protocol::record::{Board, Card, Item, ItemContent, List};
use core_wasm::protocol::time::Timestamp;
use finder::text::for_each_word;

/// Separates texts of one record, so that no phrase is found across them. It is no word.
const SEPARATOR: &str = " _";

/// The number of bytes at the beginning of a text that are indexed. A `tsvector` of PostgreSQL has at most 1 MB of different words.
const MAX_INDEXED_BYTES: usize = 200_000;

/// The number of characters of a word that are indexed and compared.
const MAX_WORD_CHARS: usize = 64;

/// The kind of a record with text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A board: its name and description.
    Board,
    /// A list: its name.
    List,
    /// A card: its title, description and labels.
    Card,
    /// A sub-task.
    Subtask,
    /// A comment.
    Comment,
    /// An attachment: the name of its file.
    Attachment,
    /// A note.
    Note,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Board, Self::List, Self::Card, Self::Subtask, Self::Comment, Self::Attachment, Self::Note];

    /// Returns the name of the kind in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::List => "list",
            Self::Card => "card",
            Self::Subtask => "subtask",
            Self::Comment => "comment",
            Self::Attachment => "attachment",
            Self::Note => "note",
        }
    }

    /// Returns the kind with a name.
    pub(super) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Returns the folded words of a text, each after a space: those that are indexed, or those that are looked for.
pub(super) fn folded_words(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_INDEXED_BYTES);
    let mut words = String::with_capacity(end + 1);
    for_each_word(text.get(..end).unwrap_or_default(), |word, _| {
        words.push(' ');
        words.extend(word.chars().take(MAX_WORD_CHARS));
    });
    words
}

/// Returns the word of a board, or of an account's notes, by which all texts of it are found.
pub(super) fn subject_word(subject_id: Id) -> String {
    format!("_{}", subject_id.to_string().replace('-', ""))
}

/// A row of `search_texts`.
pub(super) struct SearchText {
    subject_id: Id,
    kind: Kind,
    record_id: Id,
    card_id: Option<Id>,
    moment: Timestamp,
    /// The words of the title.
    title: String,
    /// The words of the labels.
    labels: String,
    /// All words, those of the title first.
    words: String,
}

impl SearchText {
    fn new(subject_id: Id, kind: Kind, record_id: Id, moment: Timestamp, title: &str, body: &str) -> Self {
        let title = folded_words(title);
        let words = format!("{}{title}{SEPARATOR}{}", subject_word(subject_id), folded_words(body));
        Self { subject_id, kind, record_id, card_id: None, moment, title, labels: String::new(), words }
    }

    fn on_card(self, card_id: Id) -> Self {
        Self { card_id: Some(card_id), ..self }
    }

    pub(super) fn of_board(board: &Board) -> Self {
        Self::new(
            board.id,
            Kind::Board,
            board.id,
            created_at(board.id),
            board.name.as_str(),
            board.description.as_str(),
        )
    }

    pub(super) fn of_list(board_id: Id, list: &List) -> Self {
        Self::new(board_id, Kind::List, list.id, created_at(list.id), list.name.as_str(), "")
    }

    pub(super) fn of_card(board_id: Id, card: &Card) -> Self {
        let (title, description) = (card.title.as_str(), card.description.as_str());
        let mut text = Self::new(board_id, Kind::Card, card.id, card.created_at, title, description).on_card(card.id);
        for label in &card.labels {
            let words = format!("{SEPARATOR}{}", folded_words(label.as_str()));
            text.labels.push_str(&words);
            text.words.push_str(&words);
        }
        text
    }

    /// Returns the text of an item, or `None` for a reminder, which only its author sees.
    pub(super) fn of_item(board_id: Id, item: &Item) -> Option<Self> {
        let (kind, title, body) = match &item.content {
            ItemContent::Subtask { title, .. } => (Kind::Subtask, title.as_str(), ""),
            ItemContent::Comment { text, .. } => (Kind::Comment, "", text.as_str()),
            ItemContent::Attachment { name, .. } => (Kind::Attachment, name.as_str(), ""),
            ItemContent::Reminder { .. } => return None,
        };
        let moment = item.edited_at.unwrap_or(item.created_at);
        Some(Self::new(board_id, kind, item.id, moment, title, body).on_card(item.card_id))
    }

    pub(super) fn of_note(owner_id: Id, note: &Note) -> Self {
        let text = note_text(note.document.as_deref().unwrap_or_default());
        let (title, _) = title_and_snippet(&text);
        Self::new(owner_id, Kind::Note, note.id, note.edited_at, &title, &text)
    }

    /// Returns the values of the row, in the order of the columns that `progress.rs` writes.
    pub(super) fn into_row(self) -> [Value; 8] {
        [
            self.subject_id.into(),
            self.kind.name().into(),
            self.record_id.into(),
            self.card_id.into(),
            self.moment.millis().into(),
            self.title.into(),
            self.labels.into(),
            self.words.into(),
        ]
    }
}

/// Returns when a record was created, by its id. Ids that are not of version 7 do not contain the time.
fn created_at(id: Id) -> Timestamp {
    let is_version_7 = id.to_string().as_bytes().get(14) == Some(&b'7');
    let milliseconds = if is_version_7 { i64::try_from(id.milliseconds()).unwrap_or_default() } else { 0 };
    Timestamp::from_millis(milliseconds)
}

/// Returns the plain text of a note; empty if its document cannot be read.
pub(super) fn note_text(document: &str) -> String {
    Document::parse(document).map(|document| document.text()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_long_ones_are_cut() {
        assert_eq!(folded_words("Crème-Brûlée, 東京!"), " creme brulee 東 京");
        assert_eq!(folded_words(&"ä".repeat(100)), format!(" {}", "a".repeat(MAX_WORD_CHARS)));
        assert!(folded_words(&"é ".repeat(MAX_INDEXED_BYTES)).len() <= MAX_INDEXED_BYTES);
    }

    #[test]
    fn kinds_have_names() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.name()), Some(kind));
        }
        assert_eq!(Kind::parse("reminder"), None);
    }
}
