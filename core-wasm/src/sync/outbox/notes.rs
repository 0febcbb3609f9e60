//! The changes of notes in the outbox. Somebody who types saves every second: a save that goes on with one that has never been
//! sent takes its place, so that a day of writing offline is one save and not thousands (SPEC N8).
//!
//! The tab that sends decides, since it alone knows what it has sent. A save that may have reached the server stays: the next one
//! names it as what it was written upon.

use super::{MAX_REMEMBERED_IDS, Outbox};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::note::{NoteChange, NoteResponse};
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// What became of a change of a note that has left the outbox.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "values are used immediately and never stored")]
pub enum NoteSyncResult {
    /// The server has it.
    Accepted {
        /// What was sent.
        change: NoteChange,
        /// What the server answered.
        response: NoteResponse,
    },
    /// The server will not have it.
    Refused,
}

impl Outbox {
    /// The changes of notes that wait, in order, each with the id of its entry and the note.
    pub fn note_changes(&self) -> impl DoubleEndedIterator<Item = (Id, Id, &NoteChange)> {
        self.entries.iter().filter_map(|(id, entry)| match entry {
            OutboxEntry::Note { note_id, change } => Some((*id, *note_id, change)),
            _ => None,
        })
    }

    /// Whether a save of a note waits.
    pub fn has_save(&self, save: Id) -> bool {
        self.note_changes().any(|(_, _, change)| matches!(change, NoteChange::Save { save_id, .. } if *save_id == save))
    }

    /// Whether the answer to a change of a note is about to come: what it tells need not be asked for.
    pub fn is_sending_note(&self) -> bool {
        let first = match self.in_flight.first() {
            Some(id) => self.find(*id).ok().and_then(|index| self.entries.get(index)),
            None => self.entries.front().filter(|_| !self.is_leader() && self.failures == 0),
        };
        matches!(first, Some((_, OutboxEntry::Note { .. })))
    }

    /// The changes of notes that have left since this was last asked, in order.
    pub fn take_note_results(&mut self) -> Vec<NoteSyncResult> {
        std::mem::take(&mut self.note_results)
    }

    /// Remembers a save that was put in here.
    pub(super) fn track_unsent_save(&mut self, id: Id, entry: &OutboxEntry) {
        if self.is_leader() && matches!(entry, OutboxEntry::Note { .. }) {
            self.never_sent.push(id);
        }
    }

    /// Takes the save out that an entry at a place goes on with, where it is the last change of its note before it and has never been
    /// sent. The entry is then written upon what that one was written upon, and goes on with it where that one did. Answers which has
    /// given way.
    pub(super) fn coalesce_save(&mut self, index: usize, entry: &mut OutboxEntry, ctx: &mut Context) -> Option<Id> {
        let account = self.account.filter(|_| self.is_leader())?;
        let OutboxEntry::Note { note_id, change: NoteChange::Save { base, goes_on: goes_on @ true, .. } } = entry
        else {
            return None;
        };
        let is_of_note = |(_, other): &&(Id, OutboxEntry)| matches!(other, OutboxEntry::Note { note_id: other, .. } if other == note_id);
        let (id, before) = self.entries.iter().take(index).rev().find(is_of_note)?;
        let OutboxEntry::Note {
            change: NoteChange::Save { save_id, base: base_before, goes_on: was_continuation, .. },
            ..
        } = before
        else {
            return None;
        };
        if *base != Some(*save_id) || !self.never_sent.contains(id) {
            return None;
        }
        (*base, *goes_on) = (*base_before, *was_continuation);
        let id = *id;
        ctx.delete_idb(format!("{}{id}", idb_key::outbox_prefix(account)));
        self.remove_coalesced(id);
        Some(id)
    }

    /// Takes an entry out that has given way to another.
    fn remove_coalesced(&mut self, id: Id) {
        if let Ok(index) = self.find(id) {
            self.entries.remove(index);
        }
        self.never_sent.retain(|known| *known != id);
        self.removed_ids.push_back(id);
        self.coalesced_ids.push_back(id);
        if self.coalesced_ids.len() > MAX_REMEMBERED_IDS {
            self.coalesced_ids.pop_front();
        }
        self.edits_in_place += 1;
    }

    /// Another tab has put saves in, to which others have given way: those leave here too.
    pub fn apply_replacements(&mut self, entries: &[(Id, OutboxEntry)], replaces: &[Id]) {
        if replaces.is_empty() {
            return;
        }
        replaces.iter().for_each(|id| self.remove_coalesced(*id));
        for (id, entry) in entries {
            if let Some((_, known)) = self.find(*id).ok().and_then(|index| self.entries.get_mut(index)) {
                known.clone_from(entry);
            }
        }
    }

    /// Saves of another tab are new here: those that they go on with give way, and the other tabs are told so.
    pub fn coalesce_new(&mut self, new_entries: &[(Id, OutboxEntry)], ctx: &mut Context) {
        let Some(account) = self.account.filter(|_| self.is_leader()) else { return };
        for (id, entry) in new_entries {
            self.track_unsent_save(*id, entry);
            let mut entry = entry.clone();
            let Some(replaced) = self.find(*id).ok().and_then(|index| self.coalesce_save(index, &mut entry, ctx))
            else {
                continue;
            };
            ctx.write_idb(format!("{}{id}", idb_key::outbox_prefix(account)), crate::json(&entry));
            if let Some((_, known)) = self.find(*id).ok().and_then(|index| self.entries.get_mut(index)) {
                known.clone_from(&entry);
            }
            ctx.broadcasts.push(PeerMessage::EntriesAdded {
                account,
                entries: vec![(*id, entry)],
                replaced_ids: vec![replaced],
            });
        }
    }
}
