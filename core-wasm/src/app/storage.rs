//! What the browser stores, in IndexedDB and in the local storage (SPEC Y13 to Y24).

use super::App;
use crate::board::storage::parse_stored;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, StoredOverview, idb_key, local_key};
use crate::sync::outbox::Outbox;

impl App {
    /// Asks for what is stored for the account that is signed in.
    pub(super) fn load_account_storage(&mut self, account: Id, ctx: &mut Context) {
        self.boards.set_account(account);
        // The first version of the app kept its outbox in the local storage. It is removed there once it is kept here.
        let prefix = legacy_outbox_prefix(account);
        for (key, text) in self.local_storage.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix)) {
            ctx.write_idb(format!("{}{}", idb_key::outbox_prefix(account), &key[prefix.len()..]), text.clone());
        }
        ctx.idb_reads.push(idb_key::startup_prefix(account));
        self.is_reading_storage = true;
    }

    /// Something that was asked for has been read from IndexedDB.
    pub(super) fn on_idb_read(&mut self, prefix: &str, stored: Vec<(String, String)>, ctx: &mut Context) {
        let Some(account) = self.account_id else { return };
        if prefix == idb_key::account_prefix(Id::GUEST) {
            self.import_guest_data(account, stored, ctx);
        } else if prefix == idb_key::startup_prefix(account) {
            self.on_startup_read(account, stored, ctx);
        } else if prefix == idb_key::outbox_prefix(account) {
            self.outbox.set_storage_loaded(true);
            let new_entries = self.outbox.read(stored, ctx);
            self.boards.apply_peer_entries(&new_entries, &self.outbox, ctx);
            self.answer_leader_ping(account, ctx);
            self.outbox.send(ctx);
        } else if prefix == idb_key::quarantined(&idb_key::outbox_prefix(account)) {
            self.restore_quarantined(account, stored, ctx);
        } else if prefix == idb_key::fired_reminders(account) {
            self.tasks.reminders().on_fired_reread(stored.first().map(|(_, text)| text.as_str()));
        } else if prefix == idb_key::notes_prefix(account) {
            self.notes.on_storage_read(stored, ctx);
        } else if let Some(board_id) = board_id_of_prefix(prefix, account) {
            self.boards.on_stored_board_read(board_id, stored, &self.outbox, ctx);
        }
        self.start_sending(ctx);
    }

    /// Everything but the boards has been read.
    fn on_startup_read(&mut self, account: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        self.is_reading_storage = false;
        if account != Id::GUEST {
            // Behind what the account itself has kept, so that nothing of that gives way.
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
                boards = parse_stored(&text, |stored: &StoredOverview| stored.format).map(|stored| stored.boards);
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
        if !new_entries.is_empty() && !self.outbox.is_leader() {
            // The tab that made these may have closed before it told anybody, or have stored them after they were sent.
            ctx.broadcasts.push(PeerMessage::EntriesAdded {
                account,
                entries: new_entries.clone(),
                replaced_ids: vec![],
            });
        }
        self.boards.restore(boards, &self.outbox, ctx);
        self.boards.apply_peer_entries(&new_entries, &self.outbox, ctx);
        self.is_reading_boards = true;
        let (drafts, tasks, calls) =
            (idb_key::draft_prefix(account), idb_key::tasks(account), idb_key::fired_reminders(account));
        let stored = |wanted: &str| others.iter().find(|(key, _)| key == wanted).map(|(_, text)| text.as_str());
        if let Some(text) = stored(&tasks) {
            self.tasks.restore(text, &mut self.boards, &self.outbox, ctx);
        }
        self.tasks.reminders().restore(account, stored(&calls), ctx);
        if let Some(text) = stored(&idb_key::stats(account)) {
            self.stats.restore(account, text, ctx);
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

    /// The changes that the first version of the app had stored. Those that are kept now leave the local storage; where
    /// nothing is kept they are taken from there.
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
            let new_key = format!("{new}{}", &key[old.len()..]);
            if already_migrated.iter().any(|(kept, _)| *kept == new_key) {
                ctx.remove_local_storage(key);
            } else {
                moved.push((new_key, text));
            }
        }
        moved
    }

    /// Sends what waits once all that is stored is known, the boards that it is about too: so that what is confirmed can be
    /// kept.
    fn start_sending(&mut self, ctx: &mut Context) {
        if self.is_reading_boards && !self.boards.is_reading() {
            self.is_reading_boards = false;
            self.outbox.set_storage_loaded(true);
            self.outbox.send(ctx);
        }
    }

    /// Asks once for what earlier versions have set aside: some time after the app has opened, which it would only slow.
    pub(super) fn request_quarantine(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account_id.filter(|_| !std::mem::replace(&mut self.has_requested_quarantine, true))
        {
            ctx.idb_reads.push(idb_key::quarantined(&idb_key::outbox_prefix(account)));
        }
    }

    /// Changes that an earlier version could not read and moved away: those that this one reads go back to where they were
    /// (SPEC Y34).
    fn restore_quarantined(&mut self, account: Id, stored: Vec<(String, String)>, ctx: &mut Context) {
        let quarantine_prefix = idb_key::quarantined("");
        let mut entries = vec![];
        for (key, text) in stored {
            let Some(original_key) = key.strip_prefix(&quarantine_prefix) else { continue };
            let has_id = original_key.strip_prefix(&idb_key::outbox_prefix(account)).and_then(Id::parse).is_some();
            if has_id && serde_json::from_str::<OutboxEntry>(&text).is_ok() {
                ctx.write_idb(original_key.to_owned(), text.clone());
                entries.push((original_key.to_owned(), text));
                ctx.delete_idb(key);
            }
        }
        self.merge_stored_entries(account, entries, ctx);
    }

    /// Takes in changes that have just been put into the account's storage, and tells the other tabs.
    pub(super) fn merge_stored_entries(&mut self, account: Id, entries: Vec<(String, String)>, ctx: &mut Context) {
        let new_entries = self.outbox.read(entries, ctx);
        if !new_entries.is_empty() {
            ctx.broadcasts.push(PeerMessage::EntriesAdded {
                account,
                entries: new_entries.clone(),
                replaced_ids: vec![],
            });
            self.outbox.coalesce_new(&new_entries, ctx);
            self.boards.apply_peer_entries(&new_entries, &self.outbox, ctx);
            self.outbox.send(ctx);
        }
    }

    /// What has come together in this input goes out: what is to be kept comes first (SPEC Y1).
    pub(super) fn flush(&mut self, ctx: &mut Context) {
        let io = &mut ctx.step.io_effects;
        let mut entries = std::mem::take(&mut ctx.idb_writes);
        if self.outbox.is_memory_only() {
            self.failed_writes.record(&entries, &ctx.idb_prefix_deletes);
            self.retain_removals(&mut entries);
        }
        if !entries.is_empty() {
            io.push(IoEffect::WriteIndexedDb { entries });
        }
        io.extend(ctx.idb_prefix_deletes.drain(..).map(|prefix| IoEffect::DeleteIndexedDbPrefix { prefix }));
        io.extend(ctx.idb_reads.drain(..).map(|prefix| IoEffect::ReadIndexedDb { prefix }));
        io.extend(ctx.broadcasts.drain(..).map(|message| IoEffect::Broadcast { message: crate::json(&message) }));
    }

    /// The browser stores again what it is given. The outbox is read again, because a read may have failed meanwhile.
    pub(super) fn on_storage_recovered(&mut self, ctx: &mut Context) {
        if !self.outbox.is_memory_only() {
            return;
        }
        self.failed_writes.on_success(ctx);
        self.outbox.on_storage_recovered(ctx);
        if let Some(account) = self.account_id.filter(|_| self.outbox.is_storage_loaded()) {
            self.outbox.set_storage_loaded(false);
            ctx.idb_reads.push(idb_key::outbox_prefix(account));
        }
    }

    /// Where nothing more is kept, what was kept before still leaves: a removal needs no room, and what was sent would be sent
    /// again. What something else takes the place of stays.
    fn retain_removals(&self, entries: &mut Vec<(String, Option<String>)>) {
        let Some(account) = self.account_id else { return entries.clear() };
        let guest_outbox_prefix = idb_key::outbox_prefix(Id::GUEST);
        let removable_prefixes = [
            idb_key::outbox_prefix(account),
            idb_key::refused_prefix(account),
            idb_key::draft_prefix(account),
            guest_outbox_prefix.clone(),
        ];
        let replaced: Vec<String> =
            entries.iter().filter(|(_, text)| text.is_some()).map(|(key, _)| key.clone()).collect();
        entries.retain(|(key, text)| {
            text.is_none()
                && removable_prefixes.iter().any(|prefix| key.starts_with(prefix.as_str()))
                && !replaced.contains(&idb_key::quarantined(key))
                && key
                    .strip_prefix(&guest_outbox_prefix)
                    .is_none_or(|id| !replaced.iter().any(|other| other.ends_with(id)))
        });
    }

    /// The outbox of whoever is signed in now. What the account that leaves has not sent waits in the storage; where nothing
    /// is kept, here.
    pub(super) fn switch_outbox(&mut self, account: Option<Id>) {
        self.pending_leader_ping = None;
        let previous_outbox = std::mem::take(&mut self.outbox);
        self.outbox = Outbox::open(account, &previous_outbox);
        if let Some(owner) = previous_outbox.owner().filter(|_| previous_outbox.is_memory_only()) {
            self.in_memory_outboxes.insert(owner, previous_outbox.into_entries());
        }
        self.import_unsaved_guest_entries();
    }

    /// A session that ended while its owner's login had run out waits for their next one (SPEC A18).
    pub(super) fn store_for_next_login(&mut self, owner: Id, entries: Vec<OutboxEntry>, env: &Env, ctx: &mut Context) {
        // Preferences are the only other change that a stranger can make, and those are this browser's alone.
        for entry in entries.into_iter().filter(|entry| matches!(entry, OutboxEntry::FocusSession { .. })) {
            let id = env.new_id();
            ctx.write_idb(format!("{}{id}", idb_key::outbox_prefix(owner)), crate::json(&entry));
            if self.outbox.is_memory_only() {
                self.in_memory_outboxes.entry(owner).or_default().push((id, entry));
            }
        }
    }

    /// The account's data leaves the browser (SPEC A16).
    pub(super) fn delete_account_data(&mut self, account: Id, ctx: &mut Context) {
        self.outbox.discard();
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

/// In front of the keys of an account's outbox in the local storage, as the first version of the app had them.
fn legacy_outbox_prefix(account: Id) -> String {
    format!("{}{account}/", local_key::LEGACY_OUTBOX_PREFIX)
}

/// The board of which all was asked for.
fn board_id_of_prefix(prefix: &str, account: Id) -> Option<Id> {
    Id::parse(prefix.strip_prefix(&idb_key::account_prefix(account))?.strip_prefix("board/")?.strip_suffix('/')?)
}
