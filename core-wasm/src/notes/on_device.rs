//! The notes as this device has them, for the finder, which reads what the browser stores without a running core.

use super::Notes;
use super::document::{Document, title_and_snippet};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::stored::OutboxEntry;
use crate::protocol::time::Timestamp;

/// The text of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteText {
    /// The note's id.
    pub id: Id,
    /// Its first line, at most 200 characters; empty for a note without text.
    pub title: String,
    /// Its plain text, with the first line.
    pub text: String,
    /// When it was written.
    pub edited_at: Timestamp,
    /// Whether the note is in the trash.
    pub is_trashed: bool,
}

/// Returns the notes, given what is stored under [`notes_prefix`] and the entries of the outbox in order: the server's
/// state with the unsent changes.
///
/// [`notes_prefix`]: crate::protocol::stored::idb_key::notes_prefix
pub fn read_notes(account: Id, stored: Vec<(String, String)>, outbox: &[(Id, OutboxEntry)]) -> Vec<NoteText> {
    let mut notes = Notes { account: Some(account), ..Notes::default() };
    notes.on_storage_read(stored, &mut Context::default());
    let mut ids: IdMap<()> = notes.confirmed.keys().map(|id| (*id, ())).collect();
    for (id, entry) in outbox {
        notes.on_entry_added(*id, entry);
        if let OutboxEntry::Note { note_id, .. } = entry {
            ids.insert(*note_id, ());
        }
    }
    let text_of = |id: &Id| {
        let state = notes.state(*id)?;
        // A document written by a newer version of the app may not be readable here.
        let text = Document::parse(state.document).map_or_else(|_| String::new(), |document| document.text());
        let (title, _) = title_and_snippet(&text);
        Some(NoteText { id: *id, title, text, edited_at: state.edited_at, is_trashed: state.trashed_at.is_some() })
    };
    ids.keys().filter_map(text_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::note::{Note, NoteChange};
    use crate::protocol::stored::{FORMAT, StoredNote, idb_key};

    fn id(number: u8) -> Id {
        Id::from_parts(1_000 + u64::from(number), &[number; 10])
    }

    fn document(text: &str) -> String {
        format!(r#"{{"type":"doc","content":[{{"type":"paragraph","content":[{{"type":"text","text":"{text}"}}]}}]}}"#)
    }

    fn stored(number: u8, version: i64, text: &str) -> (String, String) {
        let at = Timestamp::from_millis(5_000);
        let note = Note {
            id: id(number),
            document: Some(document(text)),
            save_id: id(number + 100),
            created_at: at,
            edited_at: at,
            pinned_at: None,
            trashed_at: None,
            apart: vec![],
            version,
        };
        (idb_key::note(id(50), id(number), version), json::json(&StoredNote { format: FORMAT, note: Some(note) }))
    }

    #[test]
    fn z2_notes_are_read_with_their_unsent_changes() {
        let save = |text| NoteChange::Save {
            save_id: id(70),
            base: None,
            document: document(text),
            edited_at: Timestamp::from_millis(9_000),
            goes_on: true,
        };
        let outbox = [
            (id(60), OutboxEntry::Note { note_id: id(1), change: NoteChange::Trash }),
            (id(61), OutboxEntry::Note { note_id: id(3), change: save("New") }),
        ];
        let kept = vec![stored(1, 4, "Old"), stored(1, 5, "Groceries"), stored(2, 6, "Plan")];
        let mut notes = read_notes(id(50), kept, &outbox);
        notes.sort_by_key(|note| note.id);
        let found: Vec<_> = notes.iter().map(|note| (note.title.as_str(), note.is_trashed)).collect();
        assert_eq!(found, [("Groceries", true), ("Plan", false), ("New", false)]);
    }
}
