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
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The number of notes.
const NOTES: usize = 3;

/// The history of all texts. Every text is unique, so a text identifies its save.
#[derive(Default)]
pub(super) struct NoteHistory {
    /// The content of each editor, by page and edition.
    editor_texts: HashMap<(u64, u32), (Id, String)>,
    /// The text on which each text is based.
    bases: HashMap<String, String>,
    /// The texts in each browser's storage, by key.
    stored: BTreeMap<(usize, String), String>,
    /// All texts that were ever stored in a browser.
    durable: BTreeSet<String>,
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

    /// Checks a committed write of a browser: a text may only be removed from the storage if the server has it, or if it
    /// was replaced by a text that continues it and that is stored or on the server.
    pub(super) fn check_commit(&mut self, browser: usize, entries: &[(String, Option<String>)], server: &ServerNotes) {
        let mut removed = vec![];
        for (key, entry) in entries {
            let key = (browser, key.clone());
            if let Some(text) = entry.as_ref().and_then(|entry| text_of(entry)) {
                self.durable.insert(text.clone());
                removed.extend(self.stored.insert(key, text));
            } else if entry.is_none() {
                removed.extend(self.stored.remove(&key));
            }
        }
        for text in removed {
            let is_stored =
                self.stored.iter().any(|((owner, _), later)| *owner == browser && self.continues(later, &text));
            assert!(
                is_stored || self.has_reached(server, &text),
                "a save was deleted from the storage before the server had it: {text}"
            );
        }
    }

    /// Checks that the server has every text that was stored in a browser, or a later one that continues it.
    pub(super) fn check_sent(&self, server: &ServerNotes) {
        let lost = self.durable.iter().find(|text| !self.has_reached(server, text));
        assert_eq!(lost, None, "a stored text is not on the server");
    }

    /// Returns whether the server has a text, or one that continues it.
    fn has_reached(&self, server: &ServerNotes, text: &str) -> bool {
        let ids = server.notes.keys();
        ids.flat_map(|id| server.texts(*id)).any(|later| self.continues(&later, text))
    }

    /// Returns whether a text is another one, or was made from it by editing.
    fn continues(&self, later: &str, text: &str) -> bool {
        std::iter::successors(Some(later), |later| self.bases.get(*later).map(String::as_str)).any(|seen| seen == text)
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
            assert!(is_beside || self.continues(now, text), "{text} was overwritten unseen by {now}");
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

/// Returns the text that an entry of the outbox saves.
fn text_of(entry: &str) -> Option<String> {
    match serde_json::from_str(entry).ok()? {
        OutboxEntry::Note { change: NoteChange::Save { document, .. }, .. } => Some(document),
        _ => None,
    }
}

/// Counts the saves that the server got from the users.
pub(super) fn saves(server: &ServerNotes) -> u64 {
    let saves: usize = server.notes.values().map(|note| note.saves.len()).sum();
    (saves - NOTES) as u64
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
