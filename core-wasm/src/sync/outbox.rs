//! The outbox: every change of the user, in the order in which it was made, until the server has it. It is stored entry
//! by entry, so that neither a reload nor a crash loses one, and is sent one request at a time. Sending is idempotent.
//!
//! Every tab of a browser has the whole outbox in memory; one of them, the leader, sends it and broadcasts the
//! responses to the others.
//!
//! The outbox does not know what an entry changes: it uses entries only through [`Entry`], and reports what happens to
//! them as [`OutboxEvent`]s.

mod coalesce;
mod send;

use super::entry::{Description, Entry, OutboxEvent};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::patch::Patch;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{FORMAT, StoredRefusal, idb_key, local_key};
use crate::protocol::view::{RefusedView, SendFailure, SyncView};
use crate::sort::sort_by_key;
use std::collections::VecDeque;

/// Maximum number of removed ids that are remembered. Another tab may announce an entry after the response to it.
const MAX_REMEMBERED_IDS: usize = 1_000;

/// The unsent changes of one account.
#[derive(Debug)]
pub(crate) struct Outbox<E: Entry> {
    account: Option<Id>,
    /// Sorted by id.
    entries: VecDeque<(Id, E)>,
    /// The greatest id of all entries so far, including those that were removed.
    last_id: Option<Id>,
    /// The ids of removed entries, the latest last.
    removed_ids: VecDeque<Id>,
    /// Replaceable entries that were in no request yet, as far as the leader knows.
    never_sent: Vec<Id>,
    /// Entries that a later entry has replaced, the latest last.
    coalesced_ids: VecDeque<Id>,
    /// The last replaceable entry that was added, also after it is sent. Usually the other tabs have it too, so that the
    /// next one can be announced by its difference.
    last_replaceable: Option<E>,
    /// Entries that are sent after all others (SPEC Y10).
    deferred: Vec<Id>,
    /// Whether the stored outbox has been read. Until then nothing is sent, because older entries may be stored.
    is_storage_loaded: bool,
    /// Whether this tab holds the lock of the leader.
    has_lead_lock: bool,
    /// Whether the browser's storage does not work, so that nothing is kept beyond the page.
    is_memory_only: bool,
    /// Stored entries that this version cannot read, because a newer one wrote them. They stay in the storage (SPEC
    /// Y9).
    unreadable: IdMap<()>,
    /// Entries of other tabs that were not found in the storage yet. What they depend on may only be known in that tab.
    peer_only: IdMap<()>,
    state: SendState,
    /// The failures in a row since the last success; `None` after a success.
    failure: Option<SendFailures>,
    /// The maximum number of entries of the next batch; `None` while no request timed out (SPEC Y33).
    batch_limit: Option<usize>,
    is_live: bool,
    refused: Vec<RefusedView>,
    notice: Option<Rejection>,
    /// What has happened since [`Outbox::take_events`] was last called.
    events: Vec<OutboxEvent<E>>,
    mirrored: SyncView,
}

/// Whether a request is in flight.
#[derive(Debug, Default)]
enum SendState {
    #[default]
    Idle,
    /// A request with these entries is in flight.
    InFlight(Vec<Id>),
    /// The alarm for the next attempt is set.
    BackingOff,
}

/// Failed attempts to send, without a success in between.
#[derive(Clone, Copy, Debug)]
struct SendFailures {
    /// The number of failures since the page last woke.
    count: u32,
    cause: SendFailure,
}

impl<E: Entry> Default for Outbox<E> {
    fn default() -> Self {
        Self {
            account: None,
            entries: VecDeque::new(),
            last_id: None,
            removed_ids: VecDeque::new(),
            never_sent: vec![],
            coalesced_ids: VecDeque::new(),
            last_replaceable: None,
            deferred: vec![],
            is_storage_loaded: false,
            has_lead_lock: false,
            is_memory_only: false,
            unreadable: IdMap::default(),
            peer_only: IdMap::default(),
            state: SendState::Idle,
            failure: None,
            batch_limit: None,
            is_live: false,
            refused: vec![],
            notice: None,
            events: vec![],
            mirrored: SyncView::default(),
        }
    }
}

impl<E: Entry> Outbox<E> {
    /// Creates the outbox of an account. What is stored of it is added later by [`Outbox::read`].
    /// The lead and the state of the storage are those of the previous outbox, because they are the browser's.
    pub(crate) fn open(account: Option<Id>, previous: &Self) -> Self {
        let (has_lead_lock, is_memory_only) = (previous.has_lead_lock, previous.is_memory_only);
        Self { account, has_lead_lock, is_memory_only, ..Self::default() }
    }

    /// Takes what has happened to entries since the last call, in order.
    pub(crate) fn take_events(&mut self) -> Vec<OutboxEvent<E>> {
        std::mem::take(&mut self.events)
    }

    /// Returns whether the last attempt to send failed: the server is unreachable or has an error.
    pub(crate) fn is_offline(&self) -> bool {
        self.failure.is_some()
    }

    /// Returns whether the user has to correct something before everything can be sent.
    pub(crate) fn has_notice(&self) -> bool {
        self.notice.is_some()
    }

    /// Returns a copy of all entries with their ids, for another tab.
    pub(crate) fn cloned_entries(&self) -> Vec<(Id, E)> {
        self.entries.iter().cloned().collect()
    }

    /// Returns whether there is no entry that this version can send.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether the storage holds entries that this version cannot read.
    pub(crate) fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// Returns whether there is something for the leader to send.
    pub(crate) fn needs_leader(&self) -> bool {
        self.is_storage_loaded && !self.is_guest_outbox() && !self.is_empty()
    }

    /// Returns the id of the first entry.
    pub(crate) fn first_id(&self) -> Option<Id> {
        self.entries.front().map(|(id, _)| *id)
    }

    /// Returns whether the outbox contains an entry.
    pub(crate) fn contains(&self, id: Id) -> bool {
        self.find(id).is_ok()
    }

    /// Returns whether the browser's storage does not work, so that nothing is kept beyond the page.
    pub(crate) fn is_memory_only(&self) -> bool {
        self.is_memory_only
    }

    /// Returns the account whose outbox this is.
    pub(crate) fn owner(&self) -> Option<Id> {
        self.account
    }

    /// Returns whether this is a guest's outbox, which is never sent.
    fn is_guest_outbox(&self) -> bool {
        self.account == Some(Id::GUEST)
    }

    /// Discards everything: the user logs out and accepts that.
    pub(crate) fn discard(&mut self) {
        *self = Self::open(self.account, self);
    }

    /// Returns all entries, for a browser whose storage does not work.
    pub(crate) fn into_entries(self) -> Vec<(Id, E)> {
        self.entries.into()
    }

    /// Returns what the shell shows.
    pub(crate) fn view(&self) -> SyncView {
        SyncView {
            // A guest's changes wait for an account, not for the server.
            unsent: if self.is_guest_outbox() { 0 } else { u32::try_from(self.unsent_count()).unwrap_or(u32::MAX) },
            send_failure: self.failure.map(|failure| failure.cause),
            is_live: self.is_live,
            is_memory_only: self.is_memory_only,
            notice: self.notice.clone(),
            refused: self.refused.clone(),
        }
    }

    /// Counts the changes that the server does not have, including those that this version cannot read.
    fn unsent_count(&self) -> usize {
        self.entries.len() + self.unreadable.len()
    }

    /// Adds changes, stores them and sends them to the other tabs (SPEC Y1). Without an account nothing is added.
    pub(crate) fn push(&mut self, entries: Vec<E>, env: &Env, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let (mut pushed, mut replaced_ids) = (Vec::with_capacity(entries.len()), vec![]);
        for mut entry in entries {
            let id = self.next_id(env);
            let replaced_id = self.coalesce(self.entries.len(), &mut entry, ctx);
            self.track_never_sent(id, &entry);
            let json = json::json(&entry);
            match self.difference_message(account, id, &entry, replaced_id.as_slice()) {
                Some(message) => {
                    ctx.broadcast(&message);
                    ctx.write_idb(idb_key::outbox_entry(account, id), json);
                }
                None => {
                    replaced_ids.extend(replaced_id);
                    pushed.push((id, json));
                }
            }
            self.last_id = Some(id);
            self.entries.push_back((id, entry.clone()));
            self.on_added(id, entry);
        }
        if !pushed.is_empty() {
            ctx.broadcasts.push(E::added_message_json(account, &pushed, &replaced_ids));
        }
        // Written after the message is built, so that the texts need not be copied.
        for (id, json) in pushed.into_iter().filter(|(id, _)| !replaced_ids.contains(id)) {
            ctx.write_idb(idb_key::outbox_entry(account, id), json);
        }
        self.send(ctx);
    }

    /// Records that an entry is new here.
    fn on_added(&mut self, id: Id, entry: E) {
        if entry.is_replaceable() {
            self.last_replaceable = Some(entry.clone());
        }
        self.events.push(OutboxEvent::Added { id, entry });
    }

    /// Creates the message that announces only how an entry differs from the last one with the same target. A tab without
    /// that one reads the storage, so without storage there is no such message.
    fn difference_message(&self, account: Id, id: Id, entry: &E, replaced_ids: &[Id]) -> Option<PeerMessage> {
        let known =
            self.last_replaceable.as_ref().filter(|known| entry.has_same_target(known) && !self.is_memory_only)?;
        entry.difference_message(account, id, known, replaced_ids)
    }

    /// Returns the first matching entry: the last replaceable one, to which differences refer, or one that waits.
    pub(crate) fn find_known(&self, matches: impl Fn(&E) -> bool) -> Option<&E> {
        let entries = self.entries.iter().map(|(_, entry)| entry);
        self.last_replaceable.iter().chain(entries).find(|entry| matches(entry))
    }

    fn write(&self, account: Id, id: Id, entry: &E, ctx: &mut Context) {
        ctx.write_idb(idb_key::outbox_entry(account, id), json::json(entry));
    }

    /// Creates an id greater than that of the last entry, so that the order of the stored keys is the order of the
    /// changes, even if the clock was set back or two changes fall into one millisecond.
    fn next_id(&self, env: &Env) -> Id {
        let id = env.new_id();
        match self.last_id.filter(|last| id <= *last) {
            Some(last) => last.next_after(&env.random().to_le_bytes().repeat(2)[..10].try_into().unwrap_or_default()),
            None => id,
        }
    }

    /// Adds the stored entries, given by key. Those of another version stay in the storage, and corrupt ones are
    /// quarantined (SPEC Y9). Returns the entries that are new here.
    pub(crate) fn read(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) -> Vec<(Id, E)> {
        let prefix = self.account.map(idb_key::outbox_prefix).unwrap_or_default();
        let mut entries = vec![];
        for (key, text) in stored {
            // After the greatest possible id there is no id for a later change, so such an entry is quarantined.
            let id = key.strip_prefix(&prefix).and_then(Id::parse).filter(Id::has_successor);
            match (id, json::parse(&text)) {
                (Some(id), Ok(entry))
                    if self.coalesced_ids.contains(&id) && self.has_lead_lock && !self.is_memory_only =>
                {
                    self.delete_replaced(id, &entry, ctx);
                }
                (Some(id), Ok(entry)) => {
                    self.peer_only.remove(&id);
                    entries.push((id, entry));
                }
                (Some(id), Err(_)) if json::is_json(&text) => self.skip_unreadable(id, &key, ctx),
                _ => ctx.quarantine(key, text),
            }
        }
        self.merge_entries(entries, ctx)
    }

    /// Leaves a stored entry for a version that can read it. New entries get greater ids.
    fn skip_unreadable(&mut self, id: Id, key: &str, ctx: &mut Context) {
        if self.unreadable.insert(id, ()).is_none() {
            self.last_id = self.last_id.max(Some(id));
            ctx.log(format!("A stored change was written by another version of the app and waits for it: {key}"));
        }
    }

    /// Adds entries that are stored already. Returns those that are new here.
    pub(crate) fn merge_entries(&mut self, entries: Vec<(Id, E)>, ctx: &mut Context) -> Vec<(Id, E)> {
        let mut new_entries = vec![];
        for (id, entry) in entries {
            if !id.has_successor() {
                continue;
            }
            let was_removed = self.removed_ids.contains(&id);
            if was_removed {
                self.events.push(OutboxEvent::Outdated { entry: entry.clone() });
            }
            if (was_removed && !self.is_leader()) || self.coalesced_ids.contains(&id) {
                continue;
            }
            // The leader sends it again: it may have been stored after it was sent, and would stay in the storage
            // forever. The server recognizes it by its id.
            if let Err(index) = self.find(id) {
                self.last_id = self.last_id.max(Some(id));
                self.entries.insert(index, (id, entry.clone()));
                self.on_added(id, entry.clone());
                new_entries.push((id, entry));
            }
        }
        self.publish_view_if_changed(ctx);
        new_entries
    }

    /// Adds entries that another tab of this browser has made. Returns those that are new here.
    pub(crate) fn merge_peer_entries(&mut self, entries: Vec<(Id, E)>, ctx: &mut Context) -> Vec<(Id, E)> {
        let new_entries = self.merge_entries(entries, ctx);
        // The other tab has missed the response to an entry that was removed here, and needs the one that follows now.
        let unknown = new_entries.iter().filter(|(id, _)| !self.removed_ids.contains(id));
        self.peer_only.extend(unknown.map(|(id, _)| (*id, ())));
        new_entries
    }

    /// Returns whether an entry has been removed from this outbox.
    pub(crate) fn was_removed(&self, id: Id) -> bool {
        self.removed_ids.contains(&id)
    }

    /// Adds the stored refusals.
    pub(crate) fn read_refused(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) {
        let prefix = self.account.map(idb_key::refused_prefix).unwrap_or_default();
        for (key, text) in stored {
            let refusal: Option<StoredRefusal> =
                json::parse(&text).ok().filter(|stored: &StoredRefusal| stored.format == FORMAT);
            match key.strip_prefix(&prefix).and_then(Id::parse).zip(refusal) {
                Some((id, StoredRefusal { code, what, text, .. })) => {
                    if !self.is_refusal_shown(id) {
                        self.refused.push(RefusedView { id, code, message: code.sentence().to_owned(), what, text });
                    }
                }
                None => ctx.quarantine(key, text),
            }
        }
        sort_by_key(&mut self.refused, |refused| refused.id);
    }

    /// Sets whether the stored outbox has been read. Entries are sent only then.
    pub(crate) fn set_storage_loaded(&mut self, is_loaded: bool) {
        self.is_storage_loaded = is_loaded;
    }

    /// Returns whether the stored outbox has been read.
    pub(crate) fn is_storage_loaded(&self) -> bool {
        self.is_storage_loaded
    }

    /// Makes this tab the leader.
    pub(crate) fn acquire_lead(&mut self, ctx: &mut Context) {
        self.has_lead_lock = true;
        self.never_sent.clear();
        // The last failure was another tab's.
        self.failure = None;
        self.publish_view_if_changed(ctx);
    }

    /// Stops sending, because another tab has taken over as leader (SPEC Y32).
    pub(crate) fn lose_lead(&mut self, ctx: &mut Context) {
        self.has_lead_lock = false;
        self.failure = None;
        self.clear_never_sent();
        self.stop_backing_off(ctx);
        // A tab without storage continues to send.
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Marks all entries as possibly sent by another tab, so that a later one does not replace any of them.
    pub(crate) fn clear_never_sent(&mut self) {
        self.never_sent.clear();
    }

    /// Returns whether this tab sends. Without storage every tab does: the leader may have been opened after an entry
    /// was made, and has no storage to find it in. The server recognizes repeated entries by their ids.
    pub(crate) fn is_leader(&self) -> bool {
        self.has_lead_lock || self.is_memory_only
    }

    /// Sets whether the live connection is open.
    pub(crate) fn set_live(&mut self, is_live: bool, ctx: &mut Context) {
        if self.is_live != is_live {
            self.is_live = is_live;
            self.publish_view_if_changed(ctx);
        }
    }

    /// Sends again at once, because the server has announced that it is ready (SPEC Y45).
    pub(crate) fn on_server_ready(&mut self, ctx: &mut Context) {
        self.failure = None;
        self.request_retry(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Keeps entries in memory only from now on, because the browser's storage failed.
    pub(crate) fn on_storage_failed(&mut self, ctx: &mut Context) {
        self.is_memory_only = true;
        // A later entry exists only in memory, so it must not replace one that is stored.
        self.clear_never_sent();
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Stores entries again, because the browser's storage works again.
    pub(crate) fn on_storage_recovered(&mut self, ctx: &mut Context) {
        self.is_memory_only = false;
        self.publish_view_if_changed(ctx);
    }

    /// Shows a refused change until the user dismisses it (SPEC Y12).
    fn record_refusal(
        &mut self,
        id: Id,
        entry: &E,
        rejection: Rejection,
        describe: &dyn Fn(&E) -> Description,
        ctx: &mut Context,
    ) {
        let description = describe(entry);
        if let Some(message) = entry.refusal_log() {
            ctx.log(message);
        }
        if self.is_leader() {
            self.store_refusal(id, rejection.code, &description, ctx);
        }
        let (Rejection { code, message }, Description { what, text }) = (rejection, description);
        // Another tab may have sent it again.
        if !self.is_refusal_shown(id) {
            self.refused.push(RefusedView { id, code, message, what, text });
        }
    }

    fn is_refusal_shown(&self, id: Id) -> bool {
        self.refused.iter().any(|refused| refused.id == id)
    }

    /// Shows a text that was replaced, or never sent, in the same way, until the user dismisses it.
    pub(crate) fn offer_text(&mut self, id: Id, code: ErrorCode, description: Description, ctx: &mut Context) {
        if self.is_refusal_shown(id) {
            return;
        }
        // Only this tab may know of it.
        self.store_refusal(id, code, &description, ctx);
        let Description { what, text } = description;
        self.refused.push(RefusedView { id, code, message: code.sentence().to_owned(), what, text });
        self.publish_view_if_changed(ctx);
    }

    fn store_refusal(&self, id: Id, code: ErrorCode, description: &Description, ctx: &mut Context) {
        if let Some(account) = self.account {
            let Description { what, text } = description.clone();
            let stored = StoredRefusal { format: FORMAT, code, what, text };
            ctx.write_idb(format!("{}{id}", idb_key::refused_prefix(account)), json::json(&stored));
        }
    }

    /// Dismisses a refusal, or all of them, in every tab (SPEC Y12).
    pub(crate) fn dismiss_refused(&mut self, refused_id: Option<Id>, ctx: &mut Context) {
        let ids = self.refused.iter().map(|refused| refused.id);
        let ids: Vec<Id> = ids.filter(|id| refused_id.is_none_or(|refused_id| refused_id == *id)).collect();
        for id in ids {
            if let Some(account) = self.account {
                ctx.delete_idb(format!("{}{id}", idb_key::refused_prefix(account)));
                ctx.broadcast(&PeerMessage::RefusalDismissed { account, refused_id: id });
            }
            self.on_refusal_dismissed(id, ctx);
        }
        if refused_id.is_none() {
            self.notice = None;
        }
        self.publish_view_if_changed(ctx);
    }

    /// Removes a refusal that another tab has dismissed.
    pub(crate) fn on_refusal_dismissed(&mut self, refused_id: Id, ctx: &mut Context) {
        self.refused.retain(|refused| refused.id != refused_id);
        self.publish_view_if_changed(ctx);
    }

    /// Removes an entry. Only the leader removes it from the storage.
    fn remove_entry(&mut self, id: Id, ctx: &mut Context) -> Option<E> {
        self.removed_ids.push_back(id);
        if self.removed_ids.len() > MAX_REMEMBERED_IDS {
            self.removed_ids.pop_front();
        }
        self.unreadable.remove(&id);
        self.peer_only.remove(&id);
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            ctx.delete_idb(idb_key::outbox_entry(account, id));
            if self.is_memory_only {
                // The first version of the app, or a guest, may have stored it in another place, from where it could
                // not be moved.
                ctx.remove_local_storage(format!("{}{account}/{id}", local_key::LEGACY_OUTBOX_PREFIX));
                ctx.delete_idb(idb_key::outbox_entry(Id::GUEST, id));
            }
        }
        let index = self.find(id).ok()?;
        if let Some(deferred) = self.deferred.iter().position(|deferred| *deferred == id) {
            self.deferred.remove(deferred);
            // Whatever the notice asked the user to correct has been corrected.
            self.notice = None;
        }
        self.entries.remove(index).map(|(_, entry)| entry)
    }

    /// Finds the index of an entry, or the one where it would be inserted.
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(&id))
    }

    /// Sends the view of an outbox that has changed, or has just been opened, to the mirror.
    pub(crate) fn publish_view(&mut self, ctx: &mut Context) {
        let view = self.view();
        self.mirrored = view.clone();
        ctx.step.patches.push(Patch::Sync { sync: view });
        ctx.events.push(DomainEvent::SendStateChanged);
    }

    fn publish_view_if_changed(&mut self, ctx: &mut Context) {
        if self.view() != self.mirrored {
            self.publish_view(ctx);
        }
    }
}

#[cfg(test)]
mod tests;
