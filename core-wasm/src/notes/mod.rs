//! Notes: those of the server, overlaid with pending changes, and the open note.
//!
//! [`document`] defines the content of a note, and `markdown` exports it. The machine has four parts: `machine` loads
//! and stores notes, `list` applies pending changes and sorts the notes, `open` is the open note and its editor, and
//! `versions` its earlier and conflicting texts.

use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::note::{Note, NoteOrder, NotesView};
use crate::protocol::patch::Patch;
use crate::protocol::view::LoadStatus;
use crate::sync::outbox::OutboxRevision;
use list::{ListedNote, SearchableText};
use open::{Edition, OpenNote};
use std::collections::{BTreeMap, BTreeSet};

pub mod document;
mod list;
mod machine;
mod markdown;
#[cfg(test)]
mod markdown_tests;
mod open;
mod versions;

/// All notes of an account.
#[derive(Debug, Default)]
pub struct Notes {
    account: Option<Id>,
    /// Whether notes have been requested by a page.
    is_requested: bool,
    /// Whether the stored notes have been read.
    is_storage_loaded: bool,
    /// Whether all notes have been synced with the server since.
    is_synced: bool,
    status: LoadStatus,
    /// The notes as the server has them, with their documents.
    confirmed: BTreeMap<Id, Note>,
    /// The version of the account's notes up to which nothing is missing.
    version: i64,
    /// The latest known version on the server.
    server_version: i64,
    /// Whether a request for notes is in flight.
    is_fetching: bool,
    /// Whether to fetch again after that.
    needs_refetch: bool,
    /// The outbox revision of the last update.
    outbox_revision: OutboxRevision,
    /// The notes with pending changes at that revision.
    pending_note_ids: BTreeSet<Id>,
    /// The notes whose list entries have to be updated.
    dirty_ids: BTreeSet<Id>,
    /// The notes of the list.
    listed: BTreeMap<Id, ListedNote>,
    /// Whether the next update has to send the whole list.
    is_bulk: bool,
    order: NoteOrder,
    /// The text of the last save, parsed when it was validated.
    last_parsed: Option<SearchableText>,
    open: Option<OpenNote>,
    /// The editions that editors have started from.
    editions: BTreeMap<u32, Edition>,
    last_edition: u32,
    /// The notes that were created on this page and may have no text yet.
    new_note_ids: BTreeSet<Id>,
}

impl Notes {
    /// Returns the notes as the mirror holds them.
    pub fn view(&self) -> NotesView {
        NotesView {
            status: self.status,
            notes: self.listed.values().map(|shown| shown.summary.clone()).collect(),
            order: self.order.clone(),
            open: self.open.as_ref().map(|open| open.view.clone()),
        }
    }

    /// Clears the state after a change of account. Stored notes remain for their owner. Edition numbers continue, so
    /// that none is used twice.
    pub fn reset(&mut self, ctx: &mut Context) {
        let shown = self.view();
        *self = Self { last_edition: self.last_edition, ..Self::default() };
        if shown != self.view() {
            ctx.step.patches.push(Patch::NotesLoaded { notes: crate::json(&self.view()) });
        }
    }
}
