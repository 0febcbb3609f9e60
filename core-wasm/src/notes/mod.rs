//! Notes: those of the server, overlaid with pending changes, and the open note.
//!
//! [`document`] defines the content of a note, and `markdown` exports it. The machine has five parts: `machine` loads
//! and stores notes, `overlay` applies pending changes, `list` sorts and searches the notes, `open` is the open note
//! and its editor, and `versions` its earlier and conflicting texts. [`on_device`] reads the stored notes for the finder.

use crate::context::Context;
use crate::map::Map;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::messages::core as messages;
use crate::protocol::note::{Note, NoteChange, NoteOrder, NoteResponse, NotesView};
use crate::protocol::patch::Patch;
use crate::protocol::stored::OutboxEntry;
use crate::resource::remote::RemoteResource;
use crate::sync::pending::PendingEntries;
use crate::trash::retention::LocalDate;
use list::{ListedNote, SearchableText};
use open::{Edition, OpenNote};

pub mod document;
mod list;
mod machine;
mod markdown;
#[cfg(test)]
mod markdown_tests;
pub mod on_device;
mod open;
mod overlay;
mod versions;

/// Returns the name of the file of a note without a title.
pub fn untitled_note() -> &'static str {
    messages::note_untitled()
}

/// A change to a note in the outbox.
#[derive(Clone, Debug)]
struct PendingNoteChange {
    note_id: Id,
    change: NoteChange,
}

/// The server's decision about a change of a note that is no longer in the outbox.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "each is used at once, and none is kept")]
pub(crate) enum NoteSyncResult {
    /// The server has applied the change.
    Accepted {
        /// The change that was sent.
        change: NoteChange,
        /// The server's response.
        response: NoteResponse,
    },
    /// The server refused the change.
    Refused,
}

/// How much is known of the notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Completeness {
    /// The stored notes have not been read yet.
    #[default]
    Unread,
    /// The stored notes have been read. Notes of other devices may be missing.
    Stored,
    /// All notes have been synced with the server since.
    Synced,
}

/// All notes of an account.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    account: Option<Id>,
    /// Whether pages have requested the notes and the request for their changes. The notes themselves are in
    /// `confirmed`.
    resource: RemoteResource,
    completeness: Completeness,
    /// The notes as the server has them, with their documents.
    confirmed: IdMap<Note>,
    /// The version of the account's notes up to which nothing is missing.
    version: i64,
    /// The latest known version on the server.
    server_version: i64,
    /// The changes that the server does not have yet.
    pending: PendingEntries<PendingNoteChange>,
    /// The user's local date, for the days until notes in the trash are deleted.
    today: LocalDate,
    /// The notes whose list entries have to be updated.
    dirty_ids: IdMap<()>,
    /// The notes of the list.
    listed: IdMap<ListedNote>,
    /// Whether the next update has to send the whole list.
    is_bulk: bool,
    order: NoteOrder,
    /// The text of the last save, parsed when it was validated.
    last_parsed: Option<SearchableText>,
    open: Option<OpenNote>,
    /// The editions that editors have started from.
    editions: Map<u32, Edition>,
    last_edition: u32,
    /// The notes that were created on this page and may have no text yet.
    new_note_ids: IdMap<()>,
}

impl Notes {
    /// Returns the notes as the mirror holds them.
    pub(crate) fn view(&self) -> NotesView {
        NotesView {
            status: self.resource.status(),
            notes: self.listed.values().map(|shown| shown.summary.clone()).collect(),
            order: self.order.clone(),
            open: self.open.as_ref().map(|open| open.view.clone()),
        }
    }

    /// Returns whether the stored notes have been read.
    fn is_storage_loaded(&self) -> bool {
        self.completeness != Completeness::Unread
    }

    /// Sets the user's local date. When it changes, the notes in the trash are updated.
    pub(crate) fn set_local_date(&mut self, today: LocalDate) {
        if self.today != today {
            self.today = today;
            let trashed = self.listed.iter().filter(|(_, listed)| listed.summary.trashed_at.is_some());
            self.dirty_ids.extend(trashed.map(|(id, _)| (*id, ())));
        }
    }

    /// Adds the change of a note that an entry of the outbox makes.
    pub(crate) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) {
        if let OutboxEntry::Note { note_id, change } = entry {
            self.pending.insert(id, PendingNoteChange { note_id: *note_id, change: change.clone() });
            self.dirty_ids.insert(*note_id, ());
        }
    }

    /// Removes an entry that is no longer in the outbox.
    pub(crate) fn on_entry_removed(&mut self, id: Id) {
        if let Some(removed) = self.pending.remove(id) {
            self.dirty_ids.insert(removed.note_id, ());
        }
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(crate) fn on_outbox_cleared(&mut self) {
        self.pending.clear();
    }

    /// Clears the state after a change of account. Stored notes remain for their owner. Edition numbers continue, so
    /// that none is used twice.
    pub(crate) fn reset(&mut self, ctx: &mut Context) {
        let shown = self.view();
        *self = Self { last_edition: self.last_edition, ..Self::default() };
        if shown != self.view() {
            ctx.step.patches.push(Patch::NotesLoaded { notes: json::json(&self.view()) });
        }
    }
}
