//! The notes: what the server has told of them, the changes that wait on top of that, and the one that is open.
//!
//! [`document`] says what a note may say, `markdown` writes it for other programs. The machine is in four parts: `machine` asks the
//! server and the storage, `list` lays the changes that wait over what is known and orders the result, `open` is the open note and
//! its editor, `versions` its other texts.

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
    /// Whether somebody has looked at notes.
    is_requested: bool,
    /// Whether what is stored has been read.
    is_storage_loaded: bool,
    /// Whether the server has told all of them since.
    is_synced: bool,
    status: LoadStatus,
    /// The notes as the server has them, with their documents.
    confirmed: BTreeMap<Id, Note>,
    /// The version of the account's notes up to which all are known.
    version: i64,
    /// The version that the server is known to have.
    server_version: i64,
    /// Whether the server is being asked.
    is_fetching: bool,
    /// Whether it is to be asked once more after that.
    needs_refetch: bool,
    /// What was last seen of the outbox.
    outbox_revision: OutboxRevision,
    /// The notes of which changes waited then.
    pending_note_ids: BTreeSet<Id>,
    /// The notes that are to be looked at again.
    dirty_ids: BTreeSet<Id>,
    /// The notes as they are shown.
    listed: BTreeMap<Id, ListedNote>,
    /// Whether they are told as one.
    is_bulk: bool,
    order: NoteOrder,
    /// What a save says that has just been checked.
    last_parsed: Option<SearchableText>,
    open: Option<OpenNote>,
    /// What editors have begun from.
    editions: BTreeMap<u32, Edition>,
    last_edition: u32,
    /// The notes that were begun in this page.
    new_note_ids: BTreeSet<Id>,
}

impl Notes {
    /// What the shell draws.
    pub fn view(&self) -> NotesView {
        NotesView {
            status: self.status,
            notes: self.listed.values().map(|shown| shown.summary.clone()).collect(),
            order: self.order.clone(),
            open: self.open.as_ref().map(|open| open.view.clone()),
        }
    }

    /// Forgets everything: somebody else is signed in now. What is stored stays for its owner. Editions go on counting, so that none
    /// comes twice.
    pub fn reset(&mut self, ctx: &mut Context) {
        let shown = self.view();
        *self = Self { last_edition: self.last_edition, ..Self::default() };
        if shown != self.view() {
            ctx.step.patches.push(Patch::NotesLoaded { notes: crate::json(&self.view()) });
        }
    }
}
