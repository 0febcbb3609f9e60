//! The data in the browser, in IndexedDB and in the local storage (SPEC Y13 to Y21, Y34, Y38).

use super::{App, StorageLoad};
use crate::context::Context;
use crate::context::events::DomainEvent;
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::id::Id;
use crate::protocol::stored::{OutboxEntry, StoredOverview, idb_key, local_key, parse_stored};
use crate::sync::failed_writes::Writes;
use crate::sync::outbox::Outbox;

impl App {
    /// Starts to read the stored data of the signed-in account.
    pub(super) fn load_account_storage(&mut self, account: Id, ctx: &mut Context) {
        self.boards.set_account(account);
        // The first version of the app stored its outbox in the local storage. It is removed from there once it is in
        // IndexedDB.
        let prefix = legacy_outbox_prefix(account);
        for (key, text) in self.local_storage.iter_from(&prefix).take_while(|(key, _)| key.starts_with(&prefix)) {
            ctx.write_idb(idb_key::outbox_prefix(account) + key.get(prefix.len()..).unwrap_or_default(), text.clone());
        }
        ctx.idb_reads.push(idb_key::startup_prefix(account));
        // The server knows no board of a guest, so a guest has no first screens.
        self.set_first_screens_prefix(Some(account).filter(|account| *account != Id::GUEST), ctx);
        self.storage_load = StorageLoad::ReadingAccount;
    }

    /// Stores where the page finds the account's first screens before the core has loaded (SPEC Y41).
    pub(super) fn set_first_screens_prefix(&mut self, account: Option<Id>, ctx: &mut Context) {
        let prefix = account.map(idb_key::first_screens_prefix);
        let stored = self.local_storage.get(local_key::FIRST_SCREENS);
        match prefix {
            Some(prefix) if stored != Some(&prefix) => {
                self.local_storage.insert(local_key::FIRST_SCREENS.to_owned(), prefix.clone());
                ctx.set_local_storage(local_key::FIRST_SCREENS, prefix);
            }
            None if stored.is_some() => {
                self.local_storage.remove(local_key::FIRST_SCREENS);
                ctx.remove_local_storage(local_key::FIRST_SCREENS);
            }
            _ => {}
        }
    }

    /// Handles data that has been read from IndexedDB.
    pub(super) fn on_idb_read(&mut self, prefix: &str, stored: Vec<(String, String)>, ctx: &mut Context) {
        let Some(account) = self.account_id else { return };
        if prefix == idb_key::account_prefix(Id::GUEST) {
            self.import_guest_data(account, stored, ctx);
        } else if prefix == idb_key::startup_prefix(account) {
            self.on_startup_read(account, stored, ctx);
        } else if prefix == idb_key::outbox_prefix(account) {
            self.outbox.set_storage_loaded(true);
            let new_entries = self.outbox.read(stored, ctx);
            self.route_outbox_events(ctx);
            self.boards.apply_peer_entries(&new_entries, ctx);
            self.answer_leader_ping(account, ctx);
            self.outbox.send(ctx);
        } else if prefix.starts_with(&idb_key::outbox_prefix(account)) {
            // One entry that another tab has announced without its whole text.
            let id = |key: &str| Id::parse(key.rsplit_once('/')?.1);
            let entries = stored.iter().filter_map(|(key, text)| Some((id(key)?, json::parse(text).ok()?))).collect();
            self.on_peer_entries(entries, &[], ctx);
            if stored.is_empty() {
                // It has been sent meanwhile.
                self.notes.refresh(ctx);
            }
        } else if prefix == idb_key::quarantined(&idb_key::outbox_prefix(account)) {
            self.restore_quarantined(account, stored, ctx);
        } else if prefix == idb_key::fired_reminders(account) {
            self.tasks.reminders().on_fired_reread(stored.first().map(|(_, text)| text.as_str()));
        } else if prefix == idb_key::notes_prefix(account) {
            self.notes.on_storage_read(stored, ctx);
        } else if let Some(slug) = slug_of_first_screen(prefix, account) {
            let text = stored.into_iter().next().map(|(_, text)| text);
            self.boards.on_first_screen_read(slug, text, ctx);
        } else if let Some(board_id) = board_id_of_prefix(prefix, account) {
            self.boards.on_stored_board_read(board_id, stored, ctx);
        }
        self.start_sending(ctx);
    }

    /// Handles the stored data of the account, which is everything but the boards.
    fn on_startup_read(&mut self, account: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        if account != Id::GUEST {
            // A guest's data is read after the account's own, so that it does not replace any of it.
            ctx.idb_reads.push(idb_key::account_prefix(Id::GUEST));
        }
        let (outbox, refused) = (idb_key::outbox_prefix(account), idb_key::refused_prefix(account));
        let overview = idb_key::overview(account);
        let (mut entries, mut refusals, mut boards, mut others) = (vec![], vec![], None, vec![]);
        for (key, text) in stored {
            if key.starts_with(&outbox) {
                entries.push((key, text));
            } else if key.starts_with(&refused) {
                refusals.push((key, text));
            } else if key == overview {
                boards = parse_stored(&text, |stored: &StoredOverview| stored.format);
                if boards.is_none() {
                    ctx.quarantine(key, text);
                }
            } else {
                others.push((key, text));
            }
        }
        entries.extend(self.migrate_legacy_outbox(account, &entries, ctx));
        self.outbox.read_refused(refusals, ctx);
        let mut new_entries = self.outbox.read(entries, ctx);
        new_entries
            .extend(self.outbox.merge_entries(self.in_memory_outboxes.remove(&account).unwrap_or_default(), ctx));
        self.route_outbox_events(ctx);
        if !new_entries.is_empty() && !self.outbox.is_leader() {
            // The tab that made these entries may have closed before it announced them, or may have stored them after
            // they were sent.
            Self::announce(account, new_entries.clone(), ctx);
        }
        self.boards.restore(boards, ctx);
        self.boards.apply_peer_entries(&new_entries, ctx);
        self.storage_load = StorageLoad::ReadingBoards;
        ctx.events.push(DomainEvent::SendStateChanged);
        let (drafts, tasks, fired_reminders_key) =
            (idb_key::draft_prefix(account), idb_key::tasks(account), idb_key::fired_reminders(account));
        let stored = |wanted: &str| others.iter().find(|(key, _)| key == wanted).map(|(_, text)| text.as_str());
        if let Some(text) = stored(&tasks) {
            self.tasks.restore(text, &mut self.boards, self.outbox.owner(), ctx);
        }
        self.tasks.reminders().restore(account, stored(&fired_reminders_key), ctx);
        if let Some(text) = stored(&idb_key::stats(account)) {
            self.stats.restore(account, text, ctx);
        }
        if account != Id::GUEST {
            self.inbox.restore(account, stored(&idb_key::inbox(account)), ctx);
        }
        let focus_times = idb_key::focus_times_prefix(account);
        for (key, text) in &others {
            if let Some(board_id) = key.strip_prefix(&focus_times).and_then(Id::parse) {
                self.focus_times.restore(account, board_id, text, ctx);
            }
        }
        let drafts = others.into_iter().filter_map(|(key, text)| Some((key.strip_prefix(&drafts)?.to_owned(), text)));
        self.drafts.restore(drafts, ctx);
    }

    /// Returns the outbox entries that the first version of the app stored and that still have to be migrated. Entries
    /// that are in IndexedDB already are removed from the local storage. If IndexedDB does not work, the entries are
    /// read from the local storage.
    fn migrate_legacy_outbox(
        &mut self,
        account: Id,
        already_migrated: &[(String, String)],
        ctx: &mut Context,
    ) -> Vec<(String, String)> {
        let (old, new) = (legacy_outbox_prefix(account), idb_key::outbox_prefix(account));
        let keys: Vec<String> = self.local_storage.keys().filter(|key| key.starts_with(&old)).cloned().collect();
        let mut moved = vec![];
        for key in keys {
            let Some(text) = self.local_storage.remove(&key) else { continue };
            let new_key = new.clone() + key.get(old.len()..).unwrap_or_default();
            if already_migrated.iter().any(|(stored_key, _)| *stored_key == new_key) {
                ctx.remove_local_storage(key);
            } else {
                moved.push((new_key, text));
            }
        }
        moved
    }

    /// Starts to send the outbox once all stored data has been read, including the boards with unsent changes, so that
    /// their confirmations can be stored.
    fn start_sending(&mut self, ctx: &mut Context) {
        if self.storage_load == StorageLoad::ReadingBoards && !self.boards.is_reading() {
            self.storage_load = StorageLoad::Done;
            self.outbox.set_storage_loaded(true);
            self.outbox.send(ctx);
        }
    }

    /// Requests, once, the changes that earlier versions have set aside. This happens some time after the start so as
    /// not to slow it down.
    pub(super) fn request_quarantine(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account_id.filter(|_| !std::mem::replace(&mut self.has_requested_quarantine, true))
        {
            ctx.idb_reads.push(idb_key::quarantined(&idb_key::outbox_prefix(account)));
        }
    }

    /// Moves changes that an earlier version could not read and set aside back to the outbox if this version can read
    /// them (SPEC Y34).
    fn restore_quarantined(&mut self, account: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        let quarantine_prefix = idb_key::quarantined("");
        let mut entries = vec![];
        for (key, text) in stored {
            let Some(original_key) = key.strip_prefix(&quarantine_prefix) else { continue };
            let has_id = original_key.strip_prefix(&idb_key::outbox_prefix(account)).and_then(Id::parse).is_some();
            if has_id && json::parse::<OutboxEntry>(&text).is_ok() {
                ctx.write_idb(original_key.to_owned(), text.clone());
                entries.push((original_key.to_owned(), text));
                ctx.delete_idb(key);
            }
        }
        self.merge_stored_entries(account, entries, ctx);
    }

    /// Adds entries that have just been written to the account's storage, and announces them to the other tabs.
    pub(super) fn merge_stored_entries(&mut self, account: Id, entries: Vec<(String, String)>, ctx: &mut Context) {
        let new_entries = self.outbox.read(entries, ctx);
        if !new_entries.is_empty() {
            Self::announce(account, new_entries.clone(), ctx);
            self.outbox.coalesce_new(&new_entries, ctx);
            self.route_outbox_events(ctx);
            self.boards.apply_peer_entries(&new_entries, ctx);
            self.outbox.send(ctx);
        }
    }

    /// Emits the storage writes and messages of this input. The writes come first, so that a crash cannot lose a change
    /// (SPEC Y1).
    pub(super) fn flush(&mut self, ctx: &mut Context) {
        let io = &mut ctx.step.io_effects;
        let mut entries = std::mem::take(&mut ctx.idb_writes);
        if self.outbox.is_memory_only() {
            let deletions = self.safe_deletions(&entries);
            self.failed_writes.record(std::mem::replace(&mut entries, deletions), &ctx.idb_prefix_deletes);
        }
        if !entries.is_empty() {
            io.push(IoEffect::WriteIndexedDb { entries });
        }
        io.extend(ctx.idb_prefix_deletes.drain(..).map(|prefix| IoEffect::DeleteIndexedDbPrefix { prefix }));
        io.extend(ctx.idb_reads.drain(..).map(|prefix| IoEffect::ReadIndexedDb { prefix }));
        io.extend(ctx.broadcasts.drain(..).map(|message| IoEffect::Broadcast { message }));
    }

    /// Handles the recovery of IndexedDB. The outbox is read again, because an earlier read may have failed.
    pub(super) fn on_storage_recovered(&mut self, ctx: &mut Context) {
        if !self.outbox.is_memory_only() {
            return;
        }
        self.failed_writes.on_success(ctx);
        self.outbox.on_storage_recovered(ctx);
        if let Some(account) = self.account_id.filter(|_| !self.outbox.is_leader()) {
            // Without storage this tab sent its entries itself. Now the leader sends them, and may not know them.
            self.announce_all(account, ctx);
        }
        if let Some(account) = self.account_id.filter(|_| self.outbox.is_storage_loaded()) {
            self.outbox.set_storage_loaded(false);
            ctx.idb_reads.push(idb_key::outbox_prefix(account));
        }
    }

    /// Returns the deletions that are safe while the storage does not work. A deletion needs no space, and without it an
    /// entry that has been sent would be sent again. A key stays if its value was to be moved to another key, because
    /// that write may fail.
    fn safe_deletions(&self, entries: &Writes) -> Writes {
        let Some(account) = self.account_id.filter(|_| entries.iter().any(|(_, text)| text.is_none())) else {
            return vec![];
        };
        let removable_prefixes = [
            idb_key::outbox_prefix(account),
            idb_key::refused_prefix(account),
            idb_key::draft_prefix(account),
            idb_key::outbox_prefix(Id::GUEST),
        ];
        // A moved entry keeps its id as the last segment: in quarantine, from the guest's outbox, or as the description of a
        // refused one. The description of a draft has another id.
        let is_moved = |key: &str| {
            let id = key.rsplit('/').next();
            let is_draft = key.starts_with(&removable_prefixes[2]);
            entries.iter().any(|(other, text)| {
                let is_target =
                    if is_draft { other.starts_with(&removable_prefixes[1]) } else { other.rsplit('/').next() == id };
                text.is_some() && is_target
            })
        };
        let is_safe = |(key, text): &&(String, Option<String>)| {
            text.is_none() && removable_prefixes.iter().any(|prefix| key.starts_with(prefix.as_str())) && !is_moved(key)
        };
        entries.iter().filter(is_safe).cloned().collect()
    }

    /// Switches to the outbox of the account that is now signed in. The previous account's unsent entries stay in the
    /// storage, or in memory if the browser cannot store anything.
    pub(super) fn switch_outbox(&mut self, account: Option<Id>) {
        self.pending_leader_ping = None;
        self.clear_pending();
        let previous_outbox = std::mem::take(&mut self.outbox);
        self.outbox = Outbox::open(account, &previous_outbox);
        if let Some(owner) = previous_outbox.owner().filter(|_| previous_outbox.is_memory_only()) {
            self.in_memory_outboxes.insert(owner, previous_outbox.into_entries());
        }
        self.import_unsaved_guest_entries();
    }

    /// Stores focus sessions that were recorded after their owner's login session had ended, for the owner's next login
    /// (SPEC A18).
    pub(super) fn store_for_next_login(&mut self, owner: Id, entries: Vec<OutboxEntry>, env: &Env, ctx: &mut Context) {
        // Preferences are the only other change that can be made while signed out, and they belong to the browser.
        for entry in entries.into_iter().filter(|entry| matches!(entry, OutboxEntry::FocusSession { .. })) {
            let id = env.new_id();
            ctx.write_idb(idb_key::outbox_entry(owner, id), json::json(&entry));
            if self.outbox.is_memory_only() {
                self.in_memory_outboxes.get_or_default(owner).push((id, entry));
            }
        }
    }

    /// Deletes the account's data from the browser (SPEC A16).
    pub(super) fn delete_account_data(&mut self, account: Id, ctx: &mut Context) {
        self.outbox.discard();
        self.clear_pending();
        self.in_memory_outboxes.remove(&account);
        let old = legacy_outbox_prefix(account);
        self.local_storage
            .keys()
            .filter(|key| key.starts_with(&old))
            .for_each(|key| ctx.remove_local_storage(key.clone()));
        self.local_storage.retain(|key, _| !key.starts_with(&old));
        ctx.idb_prefix_deletes
            .extend([idb_key::account_prefix(account), idb_key::quarantined(&idb_key::account_prefix(account))]);
    }
}

/// Returns the key prefix under which the first version of the app stored an account's outbox in the local storage.
fn legacy_outbox_prefix(account: Id) -> String {
    format!("{}{account}/", local_key::LEGACY_OUTBOX_PREFIX)
}

/// Returns the slug of the board whose first screen is read by this key prefix.
fn slug_of_first_screen(prefix: &str, account: Id) -> Option<&str> {
    prefix.strip_prefix(&idb_key::first_screens_prefix(account))?.strip_prefix("/app/b/")?.strip_suffix('/')
}

/// Returns whether a write consists of first screens only.
pub(super) fn are_first_screens(entries: &Writes) -> bool {
    !entries.is_empty() && entries.iter().all(|(key, _)| idb_key::is_first_screen(key))
}

/// Returns the board whose stored data is read by this key prefix.
fn board_id_of_prefix(prefix: &str, account: Id) -> Option<Id> {
    Id::parse(prefix.strip_prefix(&idb_key::account_prefix(account))?.strip_prefix("board/")?.strip_suffix('/')?)
}
