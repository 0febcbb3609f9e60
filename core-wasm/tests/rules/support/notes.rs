//! Notes on an in-memory server that works like the real one: notes have versions, each save is applied once, and of
//! two conflicting texts the later one is shown and the other is kept as a conflict.

use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{
    Note, NoteChange, NoteResponse, NoteVersion, NoteVersionResponse, NoteVersionsResponse, NotesResponse,
};
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A note on the server.
pub(crate) struct ServerNote {
    pub(crate) note: Note,
    /// All saves so far.
    pub(crate) saves: BTreeSet<Id>,
    /// The saves whose text is the current one.
    equal: BTreeSet<Id>,
    /// The other texts, by save.
    pub(crate) texts: BTreeMap<Id, (NoteVersion, String)>,
    /// The conflicting saves that were not dismissed, latest last.
    apart: Vec<Id>,
}

/// All notes of the account.
#[derive(Default)]
pub(crate) struct ServerNotes {
    pub(crate) version: i64,
    pub(crate) notes: BTreeMap<Id, ServerNote>,
    removed: BTreeMap<Id, i64>,
    /// The number of notes per page of a response; 0 for all.
    pub(crate) page: usize,
}

impl ServerNotes {
    /// Responds to a request for notes.
    pub(crate) fn route(
        &mut self,
        method: &str,
        parts: &[&str],
        query: &str,
        body: Option<&str>,
        now: i64,
    ) -> Result<Value, &'static str> {
        let id = |text: &str| Id::parse(text).ok_or("not_found");
        Ok(match (method, parts) {
            ("GET", ["notes"]) => {
                let since: i64 =
                    query.strip_prefix("since=").and_then(|since| since.parse().ok()).ok_or("bad_query")?;
                if since < 0 {
                    return Err("bad_query");
                }
                json!(self.since(since))
            }
            ("PUT", ["notes", note]) => {
                let request: Value = serde_json::from_str(body.unwrap_or_default()).map_err(|_| "bad_body")?;
                let change = serde_json::from_value(request["change"].clone()).map_err(|_| "bad_body")?;
                json!(self.change(id(note)?, change, now)?)
            }
            ("GET", ["notes", note, "versions"]) => {
                let note = self.notes.get(&id(note)?).ok_or("unknown_note")?;
                let mut versions: Vec<NoteVersion> = note.texts.values().map(|(version, _)| version.clone()).collect();
                versions.sort_by_key(|version| std::cmp::Reverse((version.edited_at, version.save_id)));
                json!(NoteVersionsResponse { versions })
            }
            ("GET", ["notes", note, "versions", save]) => {
                let note = self.notes.get(&id(note)?).ok_or("unknown_note")?;
                let (version, document) = note.texts.get(&id(save)?).ok_or("not_found")?.clone();
                json!(NoteVersionResponse { version, document })
            }
            _ => return Err("not_found"),
        })
    }

    fn since(&self, since: i64) -> NotesResponse {
        let mut notes: Vec<Note> =
            self.notes.values().map(ServerNote::to_note).filter(|note| note.version > since).collect();
        notes.sort_by_key(|note| note.version);
        let has_more = self.page > 0 && notes.len() > self.page;
        if has_more {
            notes.truncate(self.page);
        }
        let version = if has_more { notes.last().map_or(since, |note| note.version) } else { self.version };
        let removed = self.removed.iter().filter(|(_, at)| (since + 1..=version).contains(*at));
        NotesResponse { removed: removed.map(|(id, _)| *id).collect(), notes, version, has_more }
    }

    /// Applies a change to a note.
    pub(crate) fn change(&mut self, id: Id, change: NoteChange, now: i64) -> Result<NoteResponse, &'static str> {
        let (now, next) = (Timestamp::from_millis(now), self.version + 1);
        let sent = match &change {
            NoteChange::Save { document, .. } => {
                Document::parse(document).map_err(|code| code.as_str())?;
                Some(document.clone())
            }
            _ => None,
        };
        let is_written = match (self.notes.get_mut(&id), change) {
            (None, NoteChange::Save { save_id, document, edited_at, .. }) => {
                let edited_at = edited_at.min(now);
                let (pinned_at, trashed_at, document) = (None, None, Some(document));
                let note = Note {
                    id,
                    document,
                    save_id,
                    created_at: edited_at,
                    edited_at,
                    pinned_at,
                    trashed_at,
                    apart: vec![],
                    version: next,
                };
                let saves = BTreeSet::from([save_id]);
                self.removed.remove(&id);
                self.notes.insert(
                    id,
                    ServerNote { note, equal: saves.clone(), saves, texts: BTreeMap::new(), apart: vec![] },
                );
                true
            }
            (None, _) => return Err("unknown_note"),
            (Some(note), NoteChange::Save { save_id, base, document, edited_at, .. }) => {
                note.save(save_id, base, document, edited_at.min(now))
            }
            (Some(note), change) => note.mark(&change, now),
        };
        let known = self.notes.get_mut(&id).ok_or("unknown_note")?;
        if is_written {
            (self.version, known.note.version) = (next, next);
        }
        let mut note = known.to_note();
        if sent.is_some() && note.document == sent {
            note.document = None;
        }
        Ok(NoteResponse { since: note.version - 1, note })
    }

    /// Removes a note, as the server does when it has been in the trash long enough.
    pub(crate) fn remove(&mut self, id: Id) {
        self.version += 1;
        self.notes.remove(&id);
        self.removed.insert(id, self.version);
    }

    /// Returns every saved text that is not superseded: the current one and the other ones.
    pub(crate) fn texts(&self, id: Id) -> Vec<String> {
        let Some(note) = self.notes.get(&id) else { return vec![] };
        let shown = note.note.document.clone().into_iter();
        shown.chain(note.texts.values().map(|(_, document)| document.clone())).collect()
    }
}

impl ServerNote {
    /// Returns the note with its conflicts, latest first.
    pub(crate) fn to_note(&self) -> Note {
        let apart = self.apart.iter().rev().filter_map(|save| self.texts.get(save)).map(|(version, _)| version.clone());
        Note { apart: apart.collect(), ..self.note.clone() }
    }

    fn add_version(&mut self, save_id: Id, edited_at: Timestamp, document: String) {
        let snippet =
            Document::parse(&document).map_or_else(|_| String::new(), |read| title_and_snippet(&read.text()).0);
        let version = NoteVersion { save_id, edited_at, device: "Chrome on Linux".to_owned(), snippet };
        self.texts.insert(save_id, (version, document));
    }

    fn show(&mut self, save_id: Id, edited_at: Timestamp, document: String) {
        let before = self.note.document.replace(document).unwrap_or_default();
        self.add_version(self.note.save_id, self.note.edited_at, before);
        (self.note.save_id, self.note.edited_at, self.note.trashed_at) = (save_id, edited_at, None);
        self.equal = BTreeSet::from([save_id]);
    }

    fn save(&mut self, save_id: Id, base: Option<Id>, document: String, edited_at: Timestamp) -> bool {
        if !self.saves.insert(save_id) {
            return false;
        }
        if self.note.document.as_ref() == Some(&document) {
            self.equal.insert(save_id);
            return self.note.trashed_at.take().is_some();
        }
        let texts = &self.texts;
        self.apart.retain(|save| texts.get(save).is_none_or(|(_, text)| *text != document));
        if base.is_some_and(|base| self.equal.contains(&base)) {
            self.show(save_id, edited_at, document);
            return true;
        }
        self.apart.retain(|save| Some(*save) != base);
        if edited_at >= self.note.edited_at {
            self.apart.push(self.note.save_id);
            self.show(save_id, edited_at, document);
        } else {
            self.apart.push(save_id);
            self.add_version(save_id, edited_at, document);
            self.note.trashed_at = None;
        }
        true
    }

    fn mark(&mut self, change: &NoteChange, now: Timestamp) -> bool {
        let Note { pinned_at, trashed_at, .. } = &mut self.note;
        match change {
            NoteChange::Pin if pinned_at.is_none() => *pinned_at = Some(now),
            NoteChange::Unpin if pinned_at.is_some() => *pinned_at = None,
            NoteChange::Trash if trashed_at.is_none() => *trashed_at = Some(now),
            NoteChange::Restore if trashed_at.is_some() => *trashed_at = None,
            NoteChange::PutAway { save_id } if self.apart.contains(save_id) => {
                self.apart.retain(|save| save != save_id)
            }
            _ => return false,
        }
        true
    }
}
