//! The changes of notes in the outbox. The editor saves every second, so a save that continues one that was never sent
//! replaces it. A day of writing offline thus becomes one save instead of thousands (SPEC N8).
//!
//! Only the leader decides this, because only it knows which saves it has sent. A save that may have reached the server
//! stays, and the next save has it as its base.

use super::{MAX_REMEMBERED_IDS, Outbox};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::note::{NoteChange, NoteResponse};
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// The result of sending a change of a note that has left the outbox.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "values are used immediately and never stored")]
pub enum NoteSyncResult {
    /// The server has accepted the change.
    Accepted {
        /// The change.
        change: NoteChange,
        /// The server's response.
        response: NoteResponse,
    },
    /// The server has refused the change.
    Refused,
}

impl Outbox {
    /// Returns the unsent changes of notes in order, each with the id of its entry and the id of the note.
    pub fn note_changes(&self) -> impl DoubleEndedIterator<Item = (Id, Id, &NoteChange)> {
        self.entries.iter().filter_map(|(id, entry)| match entry {
            OutboxEntry::Note { note_id, change } => Some((*id, *note_id, change)),
            _ => None,
        })
    }

    /// Returns whether a save of a note is unsent.
    pub fn has_save(&self, save: Id) -> bool {
        self.note_changes().any(|(_, _, change)| matches!(change, NoteChange::Save { save_id, .. } if *save_id == save))
    }

    /// Returns whether a change of a note is being sent, by this tab or probably by the leader. Its response makes a
    /// separate request unnecessary.
    pub fn is_sending_note(&self) -> bool {
        let first = match self.in_flight.first() {
            Some(id) => self.find(*id).ok().and_then(|index| self.entries.get(index)),
            None => self.entries.front().filter(|_| !self.is_leader() && self.failures == 0),
        };
        matches!(first, Some((_, OutboxEntry::Note { .. })))
    }

    /// Takes the results of changes of notes since the last call, in order.
    pub fn take_note_results(&mut self) -> Vec<NoteSyncResult> {
        std::mem::take(&mut self.note_results)
    }

    /// Records that a new save has not been sent.
    pub(super) fn track_unsent_save(&mut self, id: Id, entry: &OutboxEntry) {
        if self.is_leader() && matches!(entry, OutboxEntry::Note { .. }) {
            self.never_sent.push(id);
        }
    }

    /// Removes the save that `entry` continues, if it is the last change of the same note before `index` and was never
    /// sent. `entry` takes over its base and whether it continues another save. Returns the id of the removed entry.
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

    /// Removes an entry that a later save has replaced.
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

    /// Applies the replacements of saves that another tab has announced.
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

    /// Replaces earlier saves by those that another tab has added, and announces this to the other tabs.
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
