//! Entries that replace earlier ones. An entry that continues one that was never sent replaces it, so that frequent
//! saves during a day offline become one entry instead of thousands (SPEC N8).
//!
//! The leader decides, because only the leader knows what it has sent. An entry that may have reached the server stays:
//! the next one refers to it.

use super::{MAX_REMEMBERED_IDS, Outbox};
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::stored::idb_key;
use crate::sync::entry::{Entry, OutboxEvent};

impl<E: Entry> Outbox<E> {
    /// Remembers that a replaceable entry was not sent yet.
    pub(super) fn track_never_sent(&mut self, id: Id, entry: &E) {
        if self.is_leader() && entry.is_replaceable() {
            self.never_sent.push(id);
        }
    }

    /// Lets the entry at `index` replace the last entry with the same target before it, if that one was never sent.
    /// Returns the id of the entry that was replaced.
    pub(super) fn coalesce(&mut self, index: usize, entry: &mut E, ctx: &mut Context) -> Option<Id> {
        let account = self.account.filter(|_| self.is_leader() && entry.is_replaceable())?;
        let (id, earlier) = self.entries.iter().take(index).rev().find(|(_, other)| entry.has_same_target(other))?;
        if !self.never_sent.contains(id) || !entry.replace(earlier) {
            return None;
        }
        let id = *id;
        ctx.delete_idb(idb_key::outbox_entry(account, id));
        self.remove_coalesced(id);
        Some(id)
    }

    /// Removes an entry that another one has replaced.
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
        self.events.push(OutboxEvent::Replaced { id });
    }

    /// Applies the replacements that another tab has made.
    pub(crate) fn apply_replacements(&mut self, entries: &[(Id, E)], replaced_ids: &[Id]) {
        if replaced_ids.is_empty() {
            return;
        }
        replaced_ids.iter().for_each(|id| self.remove_coalesced(*id));
        for (id, entry) in entries {
            self.change_entry(*id, entry);
        }
    }

    /// Coalesces entries that another tab has made, and announces the replacements to the other tabs.
    pub(crate) fn coalesce_new(&mut self, new_entries: &[(Id, E)], ctx: &mut Context) {
        let Some(account) = self.account.filter(|_| self.is_leader()) else { return };
        for (id, entry) in new_entries {
            if !self.is_memory_only {
                // Otherwise it may be stored, while the entry that replaces it would exist only in memory.
                self.track_never_sent(*id, entry);
            }
            let mut entry = entry.clone();
            let Some(replaced) = self.find(*id).ok().and_then(|index| self.coalesce(index, &mut entry, ctx)) else {
                continue;
            };
            self.write(account, *id, &entry, ctx);
            self.change_entry(*id, &entry);
            let message = self.difference_message(account, *id, &entry, &[replaced]);
            ctx.broadcast(&message.unwrap_or_else(|| E::added_message(account, vec![(*id, entry)], vec![replaced])));
        }
    }

    /// Deletes a replaced entry that was found in the storage: a tab whose storage had failed stored it late. The later
    /// entries with the same target are stored in the same write, because one of them has replaced it and may exist only
    /// in memory.
    pub(super) fn delete_replaced(&self, replaced_id: Id, replaced: &E, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        ctx.delete_idb(idb_key::outbox_entry(account, replaced_id));
        for (id, entry) in &self.entries {
            if *id > replaced_id && entry.has_same_target(replaced) {
                self.write(account, *id, entry, ctx);
            }
        }
    }

    /// Announces again what has replaced these entries of another tab. That tab has read them from the storage, where the
    /// replacement could not be stored.
    pub(crate) fn announce_replacements(&self, entries: &[(Id, E)], ctx: &mut Context) {
        let Some(account) = self.account.filter(|_| self.is_leader()) else { return };
        let replaced: Vec<_> = entries.iter().filter(|(id, _)| self.coalesced_ids.contains(id)).collect();
        if replaced.is_empty() {
            return;
        }
        let continues = |entry: &E| replaced.iter().any(|(_, earlier)| entry.has_same_target(earlier));
        let waiting = self.entries.iter().filter(|(_, entry)| continues(entry)).cloned().collect();
        ctx.broadcast(&E::added_message(account, waiting, replaced.iter().map(|(id, _)| *id).collect()));
    }

    /// Returns whether a key of the storage is that of an entry that another one has replaced.
    pub(crate) fn is_key_of_replaced(&self, key: &str) -> bool {
        let prefix = self.account.map(idb_key::outbox_prefix).unwrap_or_default();
        key.strip_prefix(&prefix).and_then(Id::parse).is_some_and(|id| self.coalesced_ids.contains(&id))
    }

    /// Changes an entry while it waits, if it is in this outbox.
    fn change_entry(&mut self, id: Id, entry: &E) {
        if let Some((_, known)) = self.find(id).ok().and_then(|index| self.entries.get_mut(index)) {
            known.clone_from(entry);
            self.events.push(OutboxEvent::Changed { id, entry: entry.clone() });
        }
    }
}
