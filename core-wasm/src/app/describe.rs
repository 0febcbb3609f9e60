//! Describes a change that the server refused (SPEC Y29), and a draft of a board that was lost (M125). Neither is shown any
//! longer, so without a description the text that the user wrote in it would be lost.

use crate::board::machine::Boards;
use crate::board::reduce::{Record, Records};
use crate::notes::document::{self, Document};
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::note::NoteChange;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::ItemContent;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::time::Timestamp;
use crate::sync::entry::Description;

/// Returns a description of the change, and the text that the user wrote in it.
pub(super) fn describe(entry: &OutboxEntry, boards: &Boards) -> Description {
    let (what, text) = match entry {
        OutboxEntry::CreateBoard { request } => (messages::refused_add_board(&request.name), None),
        OutboxEntry::ImportBoard { records, .. } => {
            let name = records.board.as_ref().map_or("", |board| board.name.as_str());
            (messages::refused_add_board(name), None)
        }
        OutboxEntry::BoardOp { board_id, op } => OpDescriber { boards, board_id: *board_id, op }.describe(),
        OutboxEntry::FocusSession { .. } => (messages::refused_save_session().to_owned(), None),
        OutboxEntry::Preferences { .. } => (messages::refused_preferences().to_owned(), None),
        OutboxEntry::Note { change, .. } => describe_note(change),
    };
    Description { what, text }
}

/// Returns whether a draft is of a field of a board: its key begins with the kind of a record and its id, such as
/// `card/{id}/title`.
pub(super) fn is_draft_of(key: &str, board_id: Id, records: Option<&Records>) -> bool {
    let Some(DraftField { kind, id, .. }) = DraftField::parse(key) else { return false };
    match (kind, records) {
        ("board", _) => id == board_id,
        ("list", Some(records)) => records.lists.contains_key(&id),
        ("card", Some(records)) => records.cards.contains_key(&id),
        ("item", Some(records)) => records.items.contains_key(&id),
        _ => false,
    }
}

/// Returns a description of a draft of a board, as of the change that it was to become, with an id for it. The id depends on
/// the key only, so that two tabs that lose the board at once offer the text once. `None` if the user wrote no text.
pub(super) fn describe_draft(key: &str, text: String, board_id: Id, boards: &Boards) -> Option<(Id, Description)> {
    let DraftField { kind, id, name } = DraftField::parse(key).filter(|_| !text.trim().is_empty())?;
    let op = BoardOp { id, at: Timestamp::from_millis(0), change: Change::TrashBoard };
    let describer = OpDescriber { boards, board_id, op: &op };
    let record = match kind {
        "board" => describer.board(),
        "list" => describer.list(id),
        "card" => describer.card(id),
        _ => describer.item(id),
    };
    let what = match name {
        "name" | "title" => messages::refused_rename(&record),
        "description" => messages::refused_edit_description(&record),
        "list" => messages::refused_add_list(&text),
        "card" => messages::refused_add_card(&text),
        "comment" => messages::refused_comment(&record),
        "subtask" => messages::refused_add_subtask(&record),
        "" => messages::refused_edit(&record),
        // What was chosen from a list is no text.
        _ => return None,
    };
    // Different for each field of a record.
    let mut bytes = [0_u8; 10];
    for (index, byte) in key.bytes().enumerate() {
        let sum = &mut bytes[index % 10];
        *sum = sum.wrapping_mul(31).wrapping_add(byte);
    }
    Some((Id::from_parts(id.milliseconds(), &bytes), Description { what, text: Some(text) }))
}

/// A field with a draft, as its key names it.
struct DraftField<'a> {
    /// The kind of its record: `board`, `list`, `card` or `item`.
    kind: &'a str,
    /// The id of its record.
    id: Id,
    /// The name of the field; empty if the record has only one.
    name: &'a str,
}

impl<'a> DraftField<'a> {
    fn parse(key: &'a str) -> Option<Self> {
        let (kind, rest) = key.split_once('/')?;
        let (id, name) = rest.split_once('/').unwrap_or((rest, ""));
        Some(Self { kind, id: Id::parse(id)?, name })
    }
}

fn describe_note(change: &NoteChange) -> (String, Option<String>) {
    match change {
        NoteChange::Save { document, .. } => {
            // A document that cannot be parsed is returned unchanged, because it may still contain the user's text.
            let text = Document::parse(document).map_or_else(|_| document.clone(), |document| document.text());
            let (title, _) = document::title_and_snippet(&text);
            let note = describe_record(Some(title), messages::record_note, messages::record_note_unnamed);
            (messages::refused_save_note(&note), Some(text).filter(|text| !text.is_empty()))
        }
        NoteChange::Pin => (messages::refused_pin_note().to_owned(), None),
        NoteChange::Unpin => (messages::refused_unpin_note().to_owned(), None),
        NoteChange::Trash => (messages::refused_delete_note().to_owned(), None),
        NoteChange::Restore => (messages::refused_restore_note().to_owned(), None),
        NoteChange::PutAway { .. } => (messages::refused_dismiss_note_version().to_owned(), None),
    }
}

/// An op, or a placeholder of one for a draft, with the boards that contain the names of its records.
struct OpDescriber<'a> {
    boards: &'a Boards,
    board_id: Id,
    op: &'a BoardOp,
}

impl OpDescriber<'_> {
    fn describe(&self) -> (String, Option<String>) {
        let text = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        match &self.op.change {
            Change::AddList { name, .. } => (messages::refused_add_list(name), text(name)),
            Change::MoveList { list_id, .. } => (messages::refused_move(&self.list(*list_id)), None),
            Change::EditList { list_id, edit } => match edit {
                ListEdit::Name(name) => (messages::refused_rename(&self.list(*list_id)), text(name)),
                ListEdit::Collapsed(_) => (messages::refused_collapse(&self.list(*list_id)), None),
                ListEdit::Color(_) => (messages::refused_list_color(&self.list(*list_id)), None),
            },
            Change::TrashList { list_id } => (messages::refused_delete(&self.list(*list_id)), None),
            Change::RestoreList { list_id } => (messages::refused_restore(&self.list(*list_id)), None),
            Change::AddCard { title, .. } => (messages::refused_add_card(title), text(title)),
            Change::MoveCard { card_id, .. } => (messages::refused_move(&self.card(*card_id)), None),
            Change::MoveToBoard { card_id, list_id, .. } => {
                let moved = card_id.map_or_else(|| self.list(*list_id), |card_id| self.card(card_id));
                (messages::refused_move(&moved), None)
            }
            Change::EditCard { card_id, edit } => match edit {
                CardEdit::Title(title) => (messages::refused_rename(&self.card(*card_id)), text(title)),
                CardEdit::Description(description) => {
                    (messages::refused_edit_description(&self.card(*card_id)), text(description))
                }
                CardEdit::Archived(true) => (messages::refused_archive(&self.card(*card_id)), None),
                _ => (messages::refused_edit(&self.card(*card_id)), None),
            },
            Change::CompleteRecurring { card_id, .. } => (messages::refused_edit(&self.card(*card_id)), None),
            Change::MergeDescription { card_id, text: description, .. } => {
                let of = card_id.map_or_else(|| self.board(), |card_id| self.card(card_id));
                (messages::refused_edit_description(&of), text(description))
            }
            Change::TrashCard { card_id } => (messages::refused_delete(&self.card(*card_id)), None),
            Change::RestoreCard { card_id } => (messages::refused_restore(&self.card(*card_id)), None),
            Change::AddSubtask { card_id, title, .. } => {
                (messages::refused_add_subtask(&self.card(*card_id)), text(title))
            }
            Change::AddComment { card_id, text: comment, .. } => {
                (messages::refused_comment(&self.card(*card_id)), text(comment))
            }
            Change::AddReminder { card_id, .. } => (messages::refused_add_reminder(&self.card(*card_id)), None),
            Change::AddAttachment { card_id, name, .. } => (messages::refused_attach(name, &self.card(*card_id)), None),
            Change::MoveSubtask { item_id, .. } => (messages::refused_move(&self.item(*item_id)), None),
            Change::EditItem { item_id, edit } => match edit {
                ItemEdit::Title(title) => (messages::refused_rename(&self.item(*item_id)), text(title)),
                ItemEdit::Text(comment) => (messages::refused_edit(&self.item(*item_id)), text(comment)),
                ItemEdit::Done(_) | ItemEdit::MinutesBefore(_) => (messages::refused_edit(&self.item(*item_id)), None),
            },
            Change::SetReaction { item_id, .. } => (messages::refused_react(&self.item(*item_id)), None),
            Change::TrashItem { item_id } => (messages::refused_delete(&self.item(*item_id)), None),
            Change::RestoreItem { item_id } => (messages::refused_restore(&self.item(*item_id)), None),
            Change::SetLabelColor { label, .. } => (messages::refused_label_color(label), None),
            Change::EditBoard { edit } => match edit {
                BoardEdit::Name(name) => (messages::refused_rename(&self.board()), text(name)),
                BoardEdit::Description(description) => {
                    (messages::refused_edit_description(&self.board()), text(description))
                }
                _ => (messages::refused_edit(&self.board()), None),
            },
            Change::TrashBoard => (messages::refused_delete(&self.board()), None),
            Change::RestoreBoard => (messages::refused_restore(&self.board()), None),
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
        let current_name = || {
            let records = self.boards.records_or_removed(self.board_id).map(|records| &records.board);
            let board = self.boards.overview().find(self.board_id).or(records)?;
            Some(board.name.as_str().to_owned())
        };
        describe_record(before.or_else(current_name), messages::record_board, messages::record_board_unnamed)
    }

    fn list(&self, id: Id) -> String {
        let before = self.find(|record| match record {
            Record::List(list) if list.id == id => Some(list.name.as_str().to_owned()),
            _ => None,
        });
        let current_name =
            || self.boards.records_or_removed(self.board_id)?.lists.get(&id).map(|list| list.name.as_str().to_owned());
        describe_record(before.or_else(current_name), messages::record_list, messages::record_list_unnamed)
    }

    fn card(&self, id: Id) -> String {
        let before = self.find(|record| match record {
            Record::Card(card) if card.id == id => Some(card.title.as_str().to_owned()),
            _ => None,
        });
        let current_name =
            || self.boards.records_or_removed(self.board_id)?.cards.get(&id).map(|card| card.title.as_str().to_owned());
        describe_record(before.or_else(current_name), messages::record_card, messages::record_card_unnamed)
    }

    fn item(&self, id: Id) -> String {
        let item = self.boards.records_or_removed(self.board_id).and_then(|records| records.items.get(&id));
        let Some(item) = item else { return messages::record_item().to_owned() };
        let card = self.card(item.card_id);
        match item.content {
            ItemContent::Subtask { .. } => messages::record_subtask(&card),
            ItemContent::Comment { .. } => messages::record_comment(&card),
            ItemContent::Reminder { .. } => messages::record_reminder(&card),
            ItemContent::Attachment { .. } => messages::record_attachment(&card),
        }
    }
}

/// Describes a record by its name, or without one by its kind.
fn describe_record(name: Option<String>, named: fn(&str) -> String, unnamed: fn() -> &'static str) -> String {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => named(&name),
        None => unnamed().to_owned(),
    }
}
