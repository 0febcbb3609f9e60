//! Notes in the simulation: users edit the same few notes concurrently, and no text is lost or silently overwritten.

use super::super::notes::save;
use super::super::support::notes::ServerNotes;
use super::super::support::{MORNING, id};
use super::rng::SeededRng;
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{Note, NoteChange, NoteStatus, NoteSummary};
use core_wasm::protocol::stored::OutboxEntry;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::Snapshot;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// The number of notes.
const NOTES: usize = 3;

/// The history of all texts. Every text is unique, so a text identifies its save.
#[derive(Default)]
pub(super) struct NoteHistory {
    /// The content of each editor, by page and edition.
    editor_texts: HashMap<(u64, u32), (Id, String)>,
    /// The text on which each text is based.
    bases: HashMap<String, String>,
    /// The saves in each browser's storage, by key.
    stored: BTreeMap<(usize, String), Id>,
}

impl NoteHistory {
    /// Updates the editor of the open note to its latest edition.
    fn observe(&mut self, page: u64, snapshot: &Snapshot) {
        if let Some(open) = snapshot.notes.open.as_ref().filter(|open| open.status == NoteStatus::Ready) {
            self.editor_texts.entry((page, open.edition)).or_insert_with(|| (open.id, open.document.clone()));
        }
    }

    /// Returns a random intent about notes that fits the state of the page.
    pub(super) fn intent(&mut self, page: u64, snapshot: &Snapshot, typed: u64, rng: &mut SeededRng) -> Value {
        self.observe(page, snapshot);
        let any = id(50_000 + rng.below(NOTES) as u64);
        let Some(open) = snapshot.notes.open.as_ref() else {
            return match rng.below(4) {
                0 => json!({ "type": "load_notes" }),
                _ => json!({ "type": "open_note", "note_id": any }),
            };
        };
        match rng.below(20) {
            0..=12 => {
                // Usually the editor has the latest edition; sometimes it has not received it yet.
                let edition = if rng.percent(80) { open.edition } else { open.edition.saturating_sub(1) };
                let Some((note_id, base)) = self.editor_texts.get(&(page, edition)).cloned() else {
                    return json!({ "type": "open_note", "note_id": open.id });
                };
                let document = edited(&base, typed, rng);
                self.bases.insert(document.clone(), base);
                self.editor_texts.insert((page, edition), (note_id, document.clone()));
                json!({ "type": "edit_note", "note_id": note_id, "document": document, "edition": edition })
            }
            13 => json!({ "type": "trash_note", "note_id": any }),
            14 => json!({ "type": "restore_note", "note_id": any }),
            15 => json!({ "type": "pin_note", "note_id": any }),
            16 => json!({ "type": "search_notes", "query": format!("{}", typed % 10) }),
            17 => match open.apart.first() {
                Some(version) => json!({ "type": "put_note_version_away", "save_id": version.save_id }),
                None => json!({ "type": "load_note_versions" }),
            },
            18 => json!({ "type": "close_note" }),
            _ => json!({ "type": "open_note", "note_id": any }),
        }
    }

    /// Checks a committed write of a browser: a save may only be removed from the storage if the server has it, or if a
    /// later save has replaced it.
    pub(super) fn check_commit(&mut self, browser: usize, entries: &[(String, Option<String>)], server: &ServerNotes) {
        let saves: Vec<(&String, Id)> =
            entries.iter().filter_map(|(key, text)| Some((key, save_of(text.as_ref()?)?))).collect();
        for (key, text) in entries {
            if text.is_none()
                && let Some(save) = self.stored.remove(&(browser, key.clone()))
            {
                let is_known = server.notes.values().any(|note| note.saves.contains(&save));
                assert!(is_known || !saves.is_empty(), "a save was deleted from the storage before the server had it");
            }
        }
        for (key, save) in saves {
            self.stored.insert((browser, key.clone()), save);
        }
    }

    /// Checks that if a text on the server was replaced without a conflict, the author of the new text had seen the old
    /// one.
    pub(super) fn check_seen(&self, before: &BTreeMap<Id, String>, server: &ServerNotes) {
        for (note_id, text) in before {
            let Some(note) = server.notes.get(note_id) else { continue };
            let current = note.to_note();
            let (Some(now), false) = (&current.document, current.document.as_ref() == Some(text)) else { continue };
            let is_beside = current
                .apart
                .iter()
                .any(|version| note.texts.get(&version.save_id).is_some_and(|(_, other)| other == text));
            let mut upon = now;
            let is_seen = std::iter::from_fn(|| {
                upon = self.bases.get(upon)?;
                Some(upon)
            });
            assert!(
                is_beside || is_seen.into_iter().any(|seen| seen == text),
                "{text} was overwritten unseen by {now}"
            );
        }
    }
}

/// Adds the notes that the users edit.
pub(super) fn add_notes(server: &mut ServerNotes) {
    for number in 0..NOTES as u64 {
        let text = format!("Note {number} of another device");
        server.change(id(50_000 + number), save(60_000 + number, None, &text, MORNING), MORNING).expect("a save");
    }
}

/// Returns the text of an editor after an edit: a new title, and sometimes blocks that were added, changed or removed
/// elsewhere. All texts differ.
fn edited(base: &str, typed: u64, rng: &mut SeededRng) -> String {
    let mut blocks: Vec<Value> = match serde_json::from_str::<Value>(base) {
        Ok(mut document) => document["content"].as_array_mut().map(std::mem::take).unwrap_or_default(),
        Err(_) => vec![],
    };
    let block = |text: String| json!({ "type": "paragraph", "content": [{ "type": "text", "text": text }] });
    if blocks.is_empty() {
        blocks = (0..8).map(|number| block(format!("Paragraph {number} of a note with several blocks"))).collect();
    }
    blocks[0] = block(format!("Note {typed}"));
    let index = 1 + rng.below(blocks.len());
    match rng.below(4) {
        0 if index < blocks.len() => _ = blocks.remove(index),
        1 if index < blocks.len() => blocks[index] = block(format!("Changed in {typed} – ü🥛")),
        2 if blocks.len() < 16 => blocks.insert(index, block(format!("Added in {typed}"))),
        _ => {}
    }
    json!({ "type": "doc", "content": blocks }).to_string()
}

fn save_of(entry: &str) -> Option<Id> {
    match serde_json::from_str(entry).ok()? {
        OutboxEntry::Note { change: NoteChange::Save { save_id, .. }, .. } => Some(save_id),
        _ => None,
    }
}

/// Returns the text of each note on the server.
pub(super) fn texts(server: &ServerNotes) -> BTreeMap<Id, String> {
    server.notes.iter().filter_map(|(id, note)| Some((*id, note.note.document.clone()?))).collect()
}

/// What a page shows of a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoteRow {
    id: Id,
    title: String,
    snippet: String,
    edited_at: Timestamp,
    pinned_at: Option<Timestamp>,
    trashed_at: Option<Timestamp>,
    has_conflict: bool,
}

/// Returns what every page must show of all notes, sorted by id.
pub(super) fn expected(server: &ServerNotes) -> Vec<NoteRow> {
    let row = |note: Note| {
        let document = note.document.as_deref().unwrap_or_default();
        let (title, snippet) = title_and_snippet(&Document::parse(document).expect("a document of the schema").text());
        NoteRow {
            id: note.id,
            title,
            snippet,
            edited_at: note.edited_at,
            pinned_at: note.pinned_at,
            trashed_at: note.trashed_at,
            has_conflict: !note.apart.is_empty(),
        }
    };
    server.notes.values().map(|note| row(note.to_note())).collect()
}

/// Returns all notes as a page shows them, sorted by id. The view has them in no particular order.
pub(super) fn shown(notes: &[NoteSummary]) -> Vec<NoteRow> {
    let row = |note: &NoteSummary| NoteRow {
        id: note.id,
        title: note.title.clone(),
        snippet: note.snippet.clone(),
        edited_at: note.edited_at,
        pinned_at: note.pinned_at,
        trashed_at: note.trashed_at,
        has_conflict: note.has_apart,
    };
    let mut rows: Vec<NoteRow> = notes.iter().map(row).collect();
    rows.sort_by_key(|row| row.id);
    rows
}
