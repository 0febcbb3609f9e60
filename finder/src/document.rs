//! What is searched: boards, cards and notes as documents, made from the records that the browser stores.

use core_wasm::board::reduce::Records;
use core_wasm::notes::on_device::NoteText;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, Card, ItemContent, Priority};
use std::cmp::Reverse;

/// The kind of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A board.
    Board,
    /// A card with its subtasks, comments and attachments.
    Card,
    /// A note.
    Note,
}

/// Where a document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In use.
    Active,
    /// In the archive.
    Archived,
    /// In the trash, alone or with what contains it.
    Trashed,
}

/// A text that can be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its kind.
    pub kind: Kind,
    /// The id of the record.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its other texts, one per line.
    pub body: String,
    /// The labels of a card.
    pub labels: Vec<String>,
    /// The due date of a card.
    pub due: Option<String>,
    /// Whether it is a card that is done.
    pub is_done: bool,
    /// The names of the members who are assigned to a card.
    pub assignees: Vec<String>,
    /// Whether the user is one of them.
    pub is_mine: bool,
    /// Where it is.
    pub place: Place,
    /// When it was created, or last edited if that is known, in milliseconds since the epoch.
    pub time: i64,
}

impl Document {
    /// Creates a document without texts.
    pub fn new(kind: Kind, id: String) -> Self {
        Self {
            kind,
            id,
            title: String::new(),
            body: String::new(),
            labels: vec![],
            due: None,
            is_done: false,
            assignees: vec![],
            is_mine: false,
            place: Place::Active,
            time: 0,
        }
    }

    /// Returns the order of results that match equally: the latest first, then by title.
    pub fn order(&self) -> (Reverse<i64>, &str, &str) {
        (Reverse(self.time), &self.title, &self.id)
    }

    /// Returns the texts that are searched, each separately.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [self.title.as_str(), self.body.as_str()].into_iter().chain(self.labels.iter().map(String::as_str))
    }

    /// Creates the document of a board.
    pub fn of_board(board: &Board) -> Self {
        Self {
            title: board.name.as_str().to_owned(),
            body: board.description.as_str().to_owned(),
            place: if board.trashed_at.is_some() { Place::Trashed } else { Place::Active },
            time: board.id.milliseconds().cast_signed(),
            ..Self::new(Kind::Board, board.id.to_string())
        }
    }

    /// Creates the document of a note.
    pub fn of_note(note: NoteText) -> Self {
        let text = note.text.trim_start();
        let body = text.strip_prefix(note.title.as_str()).unwrap_or(text).trim().to_owned();
        Self {
            body,
            place: if note.is_trashed { Place::Trashed } else { Place::Active },
            time: note.edited_at.millis(),
            title: note.title,
            ..Self::new(Kind::Note, note.id.to_string())
        }
    }
}

/// Returns the documents of a board: the board itself and its cards. `user_id` is the user who searches.
pub fn board_documents(records: &Records, user_id: Id) -> Vec<Document> {
    let board = Document::of_board(&records.board);
    let mut bodies: std::collections::HashMap<&[u8; 16], String> = std::collections::HashMap::new();
    for item in records.items.values().filter(|item| item.trashed_at.is_none()) {
        let text = match &item.content {
            ItemContent::Subtask { title, .. } => title.as_str(),
            ItemContent::Comment { text, .. } => text.as_str(),
            ItemContent::Attachment { name, .. } => name.as_str(),
            ItemContent::Reminder { .. } => continue,
        };
        let body = bodies.entry(item.card_id.as_bytes()).or_default();
        body.push('\n');
        body.push_str(text);
    }
    let mut documents = Vec::with_capacity(records.cards.len() + 1);
    for card in records.cards.values() {
        let items = bodies.remove(card.id.as_bytes()).unwrap_or_default();
        documents.push(card_document(card, records, board.place, items, user_id));
    }
    documents.push(board);
    documents
}

fn card_document(card: &Card, records: &Records, board_place: Place, items: String, user_id: Id) -> Document {
    let is_list_trashed = records.lists.get(&card.list_id).is_some_and(|list| list.trashed_at.is_some());
    let members = || records.board.members.iter().filter(|member| card.assignee_ids.contains(&member.user_id));
    Document {
        title: card.title.as_str().to_owned(),
        body: card.description.as_str().to_owned() + &items,
        labels: card.labels.iter().map(|label| label.as_str().to_owned()).collect(),
        due: card.due_date.as_ref().map(|due| due.as_str().to_owned()),
        is_done: card.priority == Priority::Completed,
        assignees: members().map(|member| member.name()).collect(),
        is_mine: card.assignee_ids.contains(&user_id),
        place: match card {
            _ if card.trashed_at.is_some() || is_list_trashed || board_place == Place::Trashed => Place::Trashed,
            Card { archived_at: Some(_), .. } => Place::Archived,
            _ => Place::Active,
        },
        time: card.created_at.millis(),
        ..Document::new(Kind::Card, card.id.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    #[test]
    fn the_title_of_a_note_is_not_repeated_in_its_body() {
        let id = Id::from_parts(1, &[1; 10]);
        let note = |title: &str, text: &str| NoteText {
            id,
            title: title.to_owned(),
            text: text.to_owned(),
            edited_at: Timestamp::from_millis(5),
            is_trashed: true,
        };
        let document = Document::of_note(note("Groceries", "\nGroceries\n\nBread\n"));
        assert_eq!((document.title.as_str(), document.body.as_str()), ("Groceries", "Bread"));
        assert_eq!((document.place, document.time), (Place::Trashed, 5));
        assert_eq!(Document::of_note(note("", "")).body, "");
    }
}
