//! Describes a change that the server refused (SPEC Y29). The change is no longer shown, so without a description the
//! text that the user wrote in it would be lost.

use crate::board::machine::Boards;
use crate::board::reduce::Record;
use crate::notes::document::{self, Document};
use crate::protocol::id::Id;
use crate::protocol::note::NoteChange;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::ItemContent;
use crate::protocol::stored::OutboxEntry;
use crate::sync::entry::Description;

/// Returns a description of the change, and the text that the user wrote in it.
pub(super) fn describe(entry: &OutboxEntry, boards: &Boards) -> Description {
    let (what, text) = match entry {
        OutboxEntry::CreateBoard { request } => (format!("Add board {}", quoted(&request.name)), None),
        OutboxEntry::BoardOp { board_id, op } => OpDescriber { boards, board_id: *board_id, op }.describe(),
        OutboxEntry::FocusSession { .. } => ("Save focus session".to_owned(), None),
        OutboxEntry::Preferences { .. } => ("Change settings".to_owned(), None),
        OutboxEntry::Note { change, .. } => describe_note(change),
    };
    Description { what, text }
}

fn describe_note(change: &NoteChange) -> (String, Option<String>) {
    match change {
        NoteChange::Save { document, .. } => {
            // A document that cannot be parsed is returned unchanged, because it may still contain the user's text.
            let text = Document::parse(document).map_or_else(|_| document.clone(), |document| document.text());
            let (title, _) = document::title_and_snippet(&text);
            (format!("Save {}", describe_record("note", Some(title))), Some(text).filter(|text| !text.is_empty()))
        }
        NoteChange::Pin => ("Pin note".to_owned(), None),
        NoteChange::Unpin => ("Unpin note".to_owned(), None),
        NoteChange::Trash => ("Delete note".to_owned(), None),
        NoteChange::Restore => ("Restore note".to_owned(), None),
        NoteChange::PutAway { .. } => ("Dismiss conflicting version of a note".to_owned(), None),
    }
}

/// An op with the boards that contain the names of its records.
struct OpDescriber<'a> {
    boards: &'a Boards,
    board_id: Id,
    op: &'a BoardOp,
}

impl OpDescriber<'_> {
    fn describe(&self) -> (String, Option<String>) {
        let text = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        match &self.op.change {
            Change::AddList { name, .. } => (format!("Add list {}", quoted(name)), text(name)),
            Change::MoveList { list_id, .. } => (format!("Move {}", self.list(*list_id)), None),
            Change::EditList { list_id, edit } => match edit {
                ListEdit::Name(name) => (format!("Rename {}", self.list(*list_id)), text(name)),
                ListEdit::Collapsed(_) => (format!("Collapse {}", self.list(*list_id)), None),
            },
            Change::TrashList { list_id } => (format!("Delete {}", self.list(*list_id)), None),
            Change::RestoreList { list_id } => (format!("Restore {}", self.list(*list_id)), None),
            Change::AddCard { title, .. } => (format!("Add card {}", quoted(title)), text(title)),
            Change::MoveCard { card_id, .. } => (format!("Move {}", self.card(*card_id)), None),
            Change::EditCard { card_id, edit } => match edit {
                CardEdit::Title(title) => (format!("Rename {}", self.card(*card_id)), text(title)),
                CardEdit::Description(description) => {
                    (format!("Edit description of {}", self.card(*card_id)), text(description))
                }
                CardEdit::Archived(true) => (format!("Archive {}", self.card(*card_id)), None),
                _ => (format!("Edit {}", self.card(*card_id)), None),
            },
            Change::TrashCard { card_id } => (format!("Delete {}", self.card(*card_id)), None),
            Change::RestoreCard { card_id } => (format!("Restore {}", self.card(*card_id)), None),
            Change::AddSubtask { card_id, title, .. } => {
                (format!("Add sub-task to {}", self.card(*card_id)), text(title))
            }
            Change::AddComment { card_id, text: comment, .. } => {
                (format!("Comment on {}", self.card(*card_id)), text(comment))
            }
            Change::AddReminder { card_id, .. } => (format!("Add reminder to {}", self.card(*card_id)), None),
            Change::MoveSubtask { item_id, .. } => (format!("Move {}", self.item(*item_id)), None),
            Change::EditItem { item_id, edit } => match edit {
                ItemEdit::Title(title) => (format!("Rename {}", self.item(*item_id)), text(title)),
                ItemEdit::Text(comment) => (format!("Edit {}", self.item(*item_id)), text(comment)),
                ItemEdit::Done(_) | ItemEdit::MinutesBefore(_) => (format!("Edit {}", self.item(*item_id)), None),
            },
            Change::TrashItem { item_id } => (format!("Delete {}", self.item(*item_id)), None),
            Change::RestoreItem { item_id } => (format!("Restore {}", self.item(*item_id)), None),
            Change::SetLabelColor { label, .. } => (format!("Change color of label {}", quoted(label)), None),
            Change::EditBoard { edit } => match edit {
                BoardEdit::Name(name) => (format!("Rename {}", self.board()), text(name)),
                BoardEdit::Description(description) => {
                    (format!("Edit description of {}", self.board()), text(description))
                }
                _ => (format!("Edit {}", self.board()), None),
            },
            Change::TrashBoard => (format!("Delete {}", self.board()), None),
            Change::RestoreBoard => (format!("Restore {}", self.board()), None),
        }
    }

    /// Finds a record in its state before the op, or else in its current state.
    fn find<T>(&self, matches: impl Fn(&Record) -> Option<T>) -> Option<T> {
        self.boards.records_before_op(self.board_id, self.op.id).iter().find_map(matches)
    }

    fn board(&self) -> String {
        let before = self.find(|record| match record {
            Record::Board(board) => Some(board.name.as_str().to_owned()),
            _ => None,
        });
        let current_name = || self.boards.overview().find(self.board_id).map(|board| board.name.as_str().to_owned());
        describe_record("board", before.or_else(current_name))
    }

    fn list(&self, id: Id) -> String {
        let before = self.find(|record| match record {
            Record::List(list) if list.id == id => Some(list.name.as_str().to_owned()),
            _ => None,
        });
        let current_name =
            || self.boards.records(self.board_id)?.lists.get(&id).map(|list| list.name.as_str().to_owned());
        describe_record("list", before.or_else(current_name))
    }

    fn card(&self, id: Id) -> String {
        let before = self.find(|record| match record {
            Record::Card(card) if card.id == id => Some(card.title.as_str().to_owned()),
            _ => None,
        });
        let current_name =
            || self.boards.records(self.board_id)?.cards.get(&id).map(|card| card.title.as_str().to_owned());
        describe_record("card", before.or_else(current_name))
    }

    fn item(&self, id: Id) -> String {
        let item = self.boards.records(self.board_id).and_then(|records| records.items.get(&id));
        let Some(item) = item else { return "an item on a card".to_owned() };
        let kind = match item.content {
            ItemContent::Subtask { .. } => "sub-task",
            ItemContent::Comment { .. } => "comment",
            ItemContent::Reminder { .. } => "reminder",
        };
        format!("{kind} on {}", self.card(item.card_id))
    }
}

fn describe_record(kind: &str, name: Option<String>) -> String {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => format!("{kind} {}", quoted(&name)),
        None => format!("a {kind}"),
    }
}

fn quoted(name: &str) -> String {
    format!("“{name}”")
}
