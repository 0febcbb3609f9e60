//! The open note and its editor (SPEC N11 to N16).
//!
//! The editor is ahead of the core: it saves what the user types, and is never overwritten while its own save is
//! pending. Changes from elsewhere create a new *edition*, which replaces the editor's content. An edition remembers
//! the save that the editor's text is based on, so each save names the correct base, however late the editor receives a
//! new edition.

use super::document::Document;
use super::list::SearchableText;
use super::{Completeness, Notes, untitled_note};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::UiEffect;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::note::{NoteChange, NoteStatus, NoteView};
use crate::protocol::patch::Patch;
use crate::protocol::stored::OutboxEntry;
use crate::resource::fetch::Fetch;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of remembered editions. Editors with older ones have long been closed.
const MAX_EDITIONS: usize = 200;

/// Maximum length of an exported file's name without its extension, in characters.
const MAX_FILE_NAME_CHARS: usize = 80;

/// The open note.
#[derive(Debug)]
pub(super) struct OpenNote {
    pub(super) view: NoteView,
    /// The request for the list of earlier versions.
    pub(super) versions_fetch: Fetch,
    /// The loaded texts of other versions, by save.
    pub(super) documents: IdMap<String>,
    /// The version to restore as soon as its text has loaded.
    pub(super) pending_use: Option<Id>,
}

/// What an editor's text is based on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edition {
    note_id: Id,
    /// The save that the text is based on; `None` if it was never saved.
    base: Option<Id>,
    /// Whether the editor itself made that save.
    is_own_save: bool,
    /// A fingerprint of that save's text; `None` until there is one.
    fingerprint: Option<Fingerprint>,
}

/// The size and hash of a text, to compare texts without storing them.
type Fingerprint = (usize, u64);

fn fingerprint(document: &str) -> Fingerprint {
    let mut hasher = DefaultHasher::new();
    document.hash(&mut hasher);
    (document.len(), hasher.finish())
}

impl Notes {
    /// Creates a note and navigates to its page.
    pub(crate) fn add(&mut self, env: &Env, ctx: &mut Context) {
        let id = env.new_id();
        self.new_note_ids.insert(id, ());
        ctx.step.ui_effects.push(UiEffect::Navigate { path: format!("/app/notes/{id}"), replace: false });
    }

    /// Opens a note.
    pub(crate) fn open(&mut self, account: Id, id: Id, ctx: &mut Context) {
        if !self.resource.is_requested() {
            self.load(account, ctx);
        }
        let edition = self.begin_edition(Edition { note_id: id, base: None, is_own_save: false, fingerprint: None });
        let view = NoteView {
            id,
            status: NoteStatus::Loading,
            document: String::new(),
            edition,
            apart: vec![],
            versions: None,
            shown_version: None,
        };
        let versions_fetch = Fetch::default();
        self.open = Some(OpenNote { view, versions_fetch, documents: IdMap::default(), pending_use: None });
        self.publish_open(ctx);
    }

    /// Closes the open note.
    pub(crate) fn close(&mut self, ctx: &mut Context) {
        if self.open.take().is_some() {
            self.publish_open(ctx);
        }
    }

    fn begin_edition(&mut self, edition: Edition) -> u32 {
        self.last_edition = self.last_edition.wrapping_add(1);
        self.editions.insert(self.last_edition, edition);
        if self.editions.len() > MAX_EDITIONS {
            self.editions.remove_first();
        }
        self.last_edition
    }

    fn publish_open(&self, ctx: &mut Context) {
        let note = self.open.as_ref().map(|open| json::json(&open.view));
        ctx.step.patches.push(Patch::NoteOpened { note });
    }

    /// Saves the content of an editor.
    ///
    /// # Errors
    ///
    /// Returns an error code if the note does not exist, or if the document is too long or invalid.
    pub(crate) fn edit(
        &mut self,
        note_id: Id,
        document: String,
        edition: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let parsed = Document::parse(&document)?;
        let state = self.state(note_id);
        let editor = self.editions.get(&edition).copied().filter(|editor| editor.note_id == note_id);
        let is_known = state.is_some() || editor.is_some() || self.new_note_ids.contains_key(&note_id);
        if !is_known {
            return Err(ErrorCode::UnknownNote);
        }
        let is_same = match &state {
            Some(state) => state.document == document,
            // A note is created when it has content.
            None => parsed.is_blank(),
        };
        let document_fingerprint = Some(fingerprint(&document));
        if is_same {
            // The editor shows the note's current text, even if it was saved elsewhere, so that save becomes its base.
            if let Some((editor, shown)) =
                editor.zip(state.map(|state| state.save_id)).filter(|(editor, shown)| editor.base != Some(*shown))
            {
                self.editions.insert(
                    edition,
                    Edition { base: Some(shown), is_own_save: false, fingerprint: document_fingerprint, ..editor },
                );
            }
            return Ok(());
        }
        if editor.is_some_and(|editor| editor.base.is_some() && editor.fingerprint == document_fingerprint) {
            // The user has undone all changes since the base, so a newer text from elsewhere stays.
            return Ok(());
        }
        let base = editor.map_or_else(|| state.map(|state| state.save_id), |editor| editor.base);
        let text = parsed.text();
        let save_id = self.push_save(note_id, base, document, true, env, ctx);
        self.last_parsed = Some(SearchableText::new(save_id, text));
        if let Some(editor) = editor {
            self.editions.insert(
                edition,
                Edition { base: Some(save_id), is_own_save: true, fingerprint: document_fingerprint, ..editor },
            );
        }
        Ok(())
    }

    fn push_save(
        &mut self,
        note_id: Id,
        base: Option<Id>,
        document: String,
        is_continuation: bool,
        env: &Env,
        ctx: &mut Context,
    ) -> Id {
        let save_id = env.new_id();
        let change = NoteChange::Save { save_id, base, document, edited_at: env.now, goes_on: is_continuation };
        ctx.outbox_entries.push(OutboxEntry::Note { note_id, change });
        save_id
    }

    /// Replaces the text of the open note, regardless of its editor's content.
    pub(super) fn replace_text(&mut self, document: String, env: &Env, ctx: &mut Context) {
        let Some(note_id) = self.open.as_ref().map(|open| open.view.id) else { return };
        let state = self.state(note_id);
        if state.as_ref().is_some_and(|state| state.document == document) {
            return;
        }
        let base = state.map(|state| state.save_id);
        self.push_save(note_id, base, document, false, env, ctx);
        // Mark the editor's saves as foreign, so that a pending one does not prevent the editor from being updated.
        self.editions
            .values_mut()
            .filter(|editor| editor.note_id == note_id)
            .for_each(|editor| editor.is_own_save = false);
    }

    /// Replaces a save with the one that the server has for the same text.
    pub(super) fn merge_saves(&mut self, save: Id, other: Id) {
        self.editions
            .values_mut()
            .filter(|editor| editor.base == Some(save))
            .for_each(|editor| editor.base = Some(other));
    }

    fn has_pending_save(&self, save: Id) -> bool {
        self.pending
            .values()
            .any(|pending| matches!(&pending.change, NoteChange::Save { save_id, .. } if *save_id == save))
    }

    /// Updates the editor if the open note has loaded or was changed elsewhere.
    pub(super) fn reconcile_open_note(&mut self, ctx: &mut Context) {
        let Some(open) = &self.open else { return };
        let (id, edition, status) = (open.view.id, open.view.edition, open.view.status);
        let Some(editor) = self.editions.get(&edition).copied() else { return };
        let Some(state) = self.state(id).filter(|_| self.is_storage_loaded()) else {
            let status = match (self.new_note_ids.contains_key(&id), self.completeness == Completeness::Synced) {
                (true, _) => NoteStatus::Ready,
                (false, true) => NoteStatus::Missing,
                (false, false) => NoteStatus::Loading,
            };
            self.set_open_status(status, ctx);
            return;
        };
        let apart = state.apart.clone();
        let is_held = editor.base == Some(state.save_id)
            // The editor's own save is pending, so changes from elsewhere wait for the response.
            || (editor.is_own_save && editor.base.is_some_and(|base| self.has_pending_save(base)));
        let is_equal = !editor.is_own_save && open.view.document == state.document;
        let is_new = status != NoteStatus::Ready;
        let (save_id, document) =
            (state.save_id, (is_new || (!is_held && !is_equal)).then(|| state.document.to_owned()));
        if let Some(document) = document {
            let editor = Edition {
                note_id: id,
                base: Some(save_id),
                is_own_save: false,
                fingerprint: Some(fingerprint(&document)),
            };
            let edition = self.begin_edition(editor);
            if let Some(open) = &mut self.open {
                (open.view.status, open.view.edition, open.view.apart) = (NoteStatus::Ready, edition, apart);
                open.view.document = document;
            }
            self.publish_open(ctx);
        } else {
            if is_equal && let Some(editor) = self.editions.get_mut(&edition) {
                editor.base = Some(save_id);
            }
            self.set_conflicts(apart, ctx);
        }
    }

    fn set_open_status(&mut self, status: NoteStatus, ctx: &mut Context) {
        let Some(open) = self.open.as_mut().filter(|open| open.view.status != status) else { return };
        open.view.status = status;
        if status != NoteStatus::Ready {
            (open.view.document, open.view.apart, open.view.versions) = (String::new(), vec![], None);
            open.view.shown_version = None;
        }
        self.publish_open(ctx);
    }

    /// Offers a note for download as a Markdown file.
    ///
    /// # Errors
    ///
    /// Returns an error code if the note does not exist or its document cannot be read.
    pub(crate) fn export(&self, note_id: Id, ctx: &mut Context) -> Result<(), ErrorCode> {
        let state = self.state(note_id).ok_or(ErrorCode::UnknownNote)?;
        let document = Document::parse(state.document)?;
        let (title, _) = super::document::title_and_snippet(&document.text());
        ctx.step.ui_effects.push(UiEffect::Download {
            name: format!("{}.md", file_name(&title)),
            media_type: "text/markdown".to_owned(),
            text: document.markdown(),
        });
        Ok(())
    }
}

/// Converts a title to a file name that is valid on every system: without path separators, reserved characters, and
/// leading or trailing dots.
fn file_name(title: &str) -> String {
    let is_kept = |character: char| {
        !character.is_control() && !matches!(character, '\\' | '/' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    let kept: String = title.chars().map(|character| if is_kept(character) { character } else { ' ' }).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(MAX_FILE_NAME_CHARS).collect();
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() { untitled_note().to_owned() } else { name.to_owned() }
}
