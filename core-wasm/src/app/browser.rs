//! What the browser keeps, and what its other tabs tell (SPEC Y13 to Y24).

use super::App;
use crate::board::stored::read;
use crate::call::{Answer, Turn};
use crate::env::Env;
use crate::protocol::effect::IoEffect;
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, StoredOverview, kept, key};
use crate::sync::outbox::Outbox;

impl App {
    /// Asks for what is stored for the account that is signed in.
    pub(super) fn begin_account(&mut self, account: Id, turn: &mut Turn) {
        self.boards.begin(account);
        // The first version of the app kept its outbox in the local storage. It is removed there once it is kept here.
        let prefix = old_outbox(account);
        for (key, text) in self.stored.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix)) {
            turn.keep(format!("{}{}", kept::outbox(account), &key[prefix.len()..]), text.clone());
        }
        turn.loads.push(kept::small(account));
        self.awaits_stored = true;
    }

    /// Something that was asked for has been read from IndexedDB.
    pub(super) fn loaded(&mut self, prefix: &str, stored: Vec<(String, String)>, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        if prefix == kept::account(Id::GUEST) {
            self.guest_loaded(account, stored, turn);
        } else if prefix == kept::small(account) {
            self.small_loaded(account, stored, turn);
        } else if prefix == kept::outbox(account) {
            self.outbox.set_read(true);
            let fresh = self.outbox.read(stored, turn);
            self.boards.adopt(&fresh, &self.outbox, turn);
            self.answer_question(account, turn);
            self.outbox.send(turn);
        } else if prefix == kept::set_aside(&kept::outbox(account)) {
            self.read_set_aside(account, stored, turn);
        } else if prefix == kept::calls(account) {
            self.tasks.reminders().checked(stored.first().map(|(_, text)| text.as_str()));
        } else if prefix == kept::notes(account) {
            self.notes.read(stored, turn);
        } else if let Some(board_id) = board_of(prefix, account) {
            self.boards.board_read(board_id, stored, &self.outbox, turn);
        }
        self.begin_to_send(turn);
    }

    /// Everything but the boards has been read.
    fn small_loaded(&mut self, account: Id, stored: Vec<(String, String)>, turn: &mut Turn) {
        self.awaits_stored = false;
        if account != Id::GUEST {
            // Behind what the account itself has kept, so that nothing of that gives way.
            turn.loads.push(kept::account(Id::GUEST));
        }
        let (outbox, refused) = (kept::outbox(account), kept::refused(account));
        let overview = kept::overview(account);
        let (mut entries, mut refusals, mut boards, mut others) = (vec![], vec![], None, vec![]);
        for (key, text) in stored {
            if key.starts_with(&outbox) {
                entries.push((key, text));
            } else if key.starts_with(&refused) {
                refusals.push((key, text));
            } else if key == overview {
                boards = read(&text, |stored: &StoredOverview| stored.format).map(|stored| stored.boards);
                if boards.is_none() {
                    turn.set_aside(key, text);
                }
            } else {
                others.push((key, text));
            }
        }
        entries.extend(self.moved(account, &entries, turn));
        self.outbox.read_refused(refusals, turn);
        let mut fresh = self.outbox.read(entries, turn);
        fresh.extend(self.outbox.adopt(self.unkept.remove(&account).unwrap_or_default(), turn));
        if !fresh.is_empty() && !self.outbox.is_leader() {
            // The tab that made these may have closed before it told anybody, or have stored them after they were sent.
            turn.told.push(PeerMessage::Pushed { account, entries: fresh.clone(), replaces: vec![] });
        }
        self.boards.restore(boards, &self.outbox, turn);
        self.boards.adopt(&fresh, &self.outbox, turn);
        self.is_booting = true;
        let (drafts, tasks, calls) = (kept::draft(account), kept::tasks(account), kept::calls(account));
        let stored = |wanted: &str| others.iter().find(|(key, _)| key == wanted).map(|(_, text)| text.as_str());
        if let Some(text) = stored(&tasks) {
            self.tasks.restore(text, &mut self.boards, &self.outbox, turn);
        }
        self.tasks.reminders().restore(account, stored(&calls), turn);
        if let Some(text) = stored(&kept::stats(account)) {
            self.stats.restore(account, text, turn);
        }
        let focus_times = kept::focus_times(account);
        for (key, text) in &others {
            if let Some(board_id) = key.strip_prefix(&focus_times).and_then(Id::parse) {
                self.focus_times.restore(account, board_id, text, turn);
            }
        }
        let drafts = others.into_iter().filter_map(|(key, text)| Some((key.strip_prefix(&drafts)?.to_owned(), text)));
        self.drafts.restore(drafts, turn);
    }

    /// The changes that the first version of the app had stored. Those that are kept now leave the local storage; where
    /// nothing is kept they are taken from there.
    fn moved(&mut self, account: Id, kept_now: &[(String, String)], turn: &mut Turn) -> Vec<(String, String)> {
        let (old, new) = (old_outbox(account), kept::outbox(account));
        let keys: Vec<String> = self.stored.keys().filter(|key| key.starts_with(&old)).cloned().collect();
        let mut moved = vec![];
        for key in keys {
            let Some(text) = self.stored.remove(&key) else { continue };
            let new_key = format!("{new}{}", &key[old.len()..]);
            if kept_now.iter().any(|(kept, _)| *kept == new_key) {
                turn.remove(key);
            } else {
                moved.push((new_key, text));
            }
        }
        moved
    }

    /// Sends what waits once all that is stored is known, the boards that it is about too: so that what is confirmed can be
    /// kept.
    fn begin_to_send(&mut self, turn: &mut Turn) {
        if self.is_booting && !self.boards.is_reading() {
            self.is_booting = false;
            self.outbox.set_read(true);
            self.outbox.send(turn);
        }
    }

    /// Asks once for what earlier versions have set aside: some time after the app has opened, which it would only slow.
    pub(super) fn load_set_aside(&mut self, turn: &mut Turn) {
        if let Some(account) = self.account.filter(|_| !std::mem::replace(&mut self.is_set_aside_loaded, true)) {
            turn.loads.push(kept::set_aside(&kept::outbox(account)));
        }
    }

    /// Changes that an earlier version could not read and moved away: those that this one reads go back to where they were
    /// (SPEC Y34).
    fn read_set_aside(&mut self, account: Id, stored: Vec<(String, String)>, turn: &mut Turn) {
        let aside = kept::set_aside("");
        let mut entries = vec![];
        for (key, text) in stored {
            let Some(place) = key.strip_prefix(&aside) else { continue };
            let has_id = place.strip_prefix(&kept::outbox(account)).and_then(Id::parse).is_some();
            if has_id && serde_json::from_str::<OutboxEntry>(&text).is_ok() {
                turn.keep(place.to_owned(), text.clone());
                entries.push((place.to_owned(), text));
                turn.unkeep(key);
            }
        }
        self.take_in_stored(account, entries, turn);
    }

    /// Takes in changes that have just been put into the account's storage, and tells the other tabs.
    pub(super) fn take_in_stored(&mut self, account: Id, entries: Vec<(String, String)>, turn: &mut Turn) {
        let fresh = self.outbox.read(entries, turn);
        if !fresh.is_empty() {
            turn.told.push(PeerMessage::Pushed { account, entries: fresh.clone(), replaces: vec![] });
            self.outbox.join(&fresh, turn);
            self.boards.adopt(&fresh, &self.outbox, turn);
            self.outbox.send(turn);
        }
    }

    /// This tab is the one that sends and rings from now on. What the one before it may have left is read again.
    pub(super) fn leading(&mut self, turn: &mut Turn) {
        self.outbox.lead(turn);
        self.tasks.reminders().look_again();
        if let Some(account) = self.account.filter(|_| self.outbox.is_read()) {
            self.outbox.set_read(false);
            turn.loads.push(kept::outbox(account));
            turn.told.push(PeerMessage::Leads { account });
        }
    }

    /// Reads the outbox again before sending. This tab may have been suspended and replaced as leader; the read gives queued messages
    /// time to arrive.
    pub(super) fn read_outbox_again(&mut self, turn: &mut Turn) {
        if let Some(account) = self.account.filter(|_| self.outbox.is_leader() && self.outbox.is_read()) {
            self.outbox.forget_never_sent();
            self.outbox.set_read(false);
            turn.loads.push(kept::outbox(account));
        }
    }

    /// Watches the leader while something waits for it (SPEC Y32).
    pub(super) fn watch_leader(&mut self, env: &Env, turn: &mut Turn) {
        let is_at_stake = self.outbox.needs_leader() || self.tasks.reminders().needs_leader();
        self.leader.follow(is_at_stake && !self.outbox.is_leader(), env, turn);
    }

    /// The leader has been silent for long.
    pub(super) fn ask_leader(&mut self, env: &Env, turn: &mut Turn) {
        if let Some(account) = self.account {
            let entry_id = self.outbox.first_id().filter(|_| self.outbox.needs_leader());
            self.leader.on_alarm(PeerMessage::AskLeader { account, entry_id }, env, turn);
        }
    }

    /// Another tab of this browser said something. What is about another account is nothing to this one (SPEC A18).
    pub(super) fn told(&mut self, message: &str, env: &Env, turn: &mut Turn) {
        let (Ok(message), Some(account)) = (serde_json::from_str(message), self.account) else { return };
        self.follow_leader(account, &message, env, turn);
        match message {
            PeerMessage::Pushed { account: whose, entries, replaces } if whose == account => {
                // Of some the answer came before them.
                for (_, entry) in entries.iter().filter(|(id, _)| self.outbox.had(*id)) {
                    match entry {
                        OutboxEntry::BoardOp { board_id, .. } => self.boards.catch_up(*board_id, turn),
                        OutboxEntry::Note { .. } => self.notes.refresh(turn),
                        _ => {}
                    }
                }
                self.outbox.replace(&entries, &replaces);
                let fresh = self.outbox.borrow(entries, turn);
                self.outbox.join(&fresh, turn);
                self.boards.adopt(&fresh, &self.outbox, turn);
                self.outbox.send(turn);
            }
            PeerMessage::Answered { account: whose, entry_ids, status, body } if whose == account => {
                let answer = match status {
                    0 => Answer::Lost,
                    status => Answer::Arrived { status, body },
                };
                self.pages_overtaken();
                for sent in self.outbox.answered_elsewhere(&entry_ids, &answer, &self.boards, turn) {
                    self.boards.sent(sent, &self.outbox, turn);
                }
            }
            PeerMessage::Wake { account: whose } if whose == account => self.outbox.wake(turn),
            PeerMessage::Leads { account: whose } if whose == account && !self.outbox.is_empty() => {
                let entries = self.outbox.copies();
                turn.told.push(PeerMessage::Pushed { account, entries, replaces: vec![] });
            }
            PeerMessage::Called { account: whose, calls } if whose == account => self.tasks.reminders().told(calls),
            PeerMessage::Draft { account: whose, key, text } if whose == account => self.drafts.told(key, text, turn),
            PeerMessage::Dismissed { account: whose, refused_id } if whose == account => {
                self.outbox.dismissed(refused_id, turn);
            }
            _ => {}
        }
    }

    /// Answers a follower that asked for a sign of life, once the stored outbox has been read: before that, this tab cannot know whether
    /// it has the change that the follower waits for.
    fn answer_question(&mut self, account: Id, turn: &mut Turn) {
        if self.outbox.is_read()
            && let Some(entry_id) = self.question.take()
            && self.outbox.is_leader()
        {
            if entry_id.is_none_or(|id| self.outbox.holds_entry(id)) {
                turn.told.push(PeerMessage::LeaderAlive { account });
            } else if entry_id.is_some_and(|id| self.outbox.had(id)) {
                // The follower missed the response to its change: it hands it over once more, and hears what the server says.
                turn.told.push(PeerMessage::Leads { account });
            }
        }
    }

    /// Takes from a message of another tab what it says of the leader.
    fn follow_leader(&mut self, account: Id, message: &PeerMessage, env: &Env, turn: &mut Turn) {
        match message {
            PeerMessage::AskLeader { account: whose, entry_id } if *whose == account => {
                self.question = Some(*entry_id);
                self.answer_question(account, turn);
            }
            PeerMessage::Leads { account: whose } if *whose == account => {
                self.outbox.forget_never_sent();
                self.leader.on_progress(env, turn);
            }
            PeerMessage::LeaderAlive { account: whose }
            | PeerMessage::Answered { account: whose, .. }
            | PeerMessage::Called { account: whose, .. }
                if *whose == account =>
            {
                self.leader.on_progress(env, turn);
            }
            _ => {}
        }
    }

    /// What has come together in this input goes out: what is to be kept comes first (SPEC Y1).
    pub(super) fn flush(&mut self, turn: &mut Turn) {
        let io = &mut turn.step.io;
        let mut entries = std::mem::take(&mut turn.kept);
        if self.outbox.is_memory_only() {
            self.unsaved.record(&entries, &turn.forgotten);
            self.keep_removals(&mut entries);
        }
        if !entries.is_empty() {
            io.push(IoEffect::Keep { entries });
        }
        io.extend(turn.forgotten.drain(..).map(|prefix| IoEffect::Forget { prefix }));
        io.extend(turn.loads.drain(..).map(|prefix| IoEffect::Load { prefix }));
        io.extend(turn.told.drain(..).map(|message| IoEffect::Tell { message: crate::json(&message) }));
    }

    /// The browser stores again what it is given. The outbox is read again, because a read may have failed meanwhile.
    pub(super) fn storage_works(&mut self, turn: &mut Turn) {
        if !self.outbox.is_memory_only() {
            return;
        }
        self.unsaved.on_success(turn);
        self.outbox.storage_works(turn);
        if let Some(account) = self.account.filter(|_| self.outbox.is_read()) {
            self.outbox.set_read(false);
            turn.loads.push(kept::outbox(account));
        }
    }

    /// Where nothing more is kept, what was kept before still leaves: a removal needs no room, and what was sent would be sent
    /// again. What something else takes the place of stays.
    fn keep_removals(&self, entries: &mut Vec<(String, Option<String>)>) {
        let Some(account) = self.account else { return entries.clear() };
        let of_guests = kept::outbox(Id::GUEST);
        let alone = [kept::outbox(account), kept::refused(account), kept::draft(account), of_guests.clone()];
        let replaced: Vec<String> =
            entries.iter().filter(|(_, text)| text.is_some()).map(|(key, _)| key.clone()).collect();
        entries.retain(|(key, text)| {
            text.is_none()
                && alone.iter().any(|prefix| key.starts_with(prefix.as_str()))
                && !replaced.contains(&kept::set_aside(key))
                && key.strip_prefix(&of_guests).is_none_or(|id| !replaced.iter().any(|other| other.ends_with(id)))
        });
    }

    /// The outbox of whoever is signed in now. What the account that leaves has not sent waits in the storage; where nothing
    /// is kept, here.
    pub(super) fn change_outbox(&mut self, account: Option<Id>) {
        self.question = None;
        let left = std::mem::take(&mut self.outbox);
        self.outbox = Outbox::open(account, &left);
        if let Some(owner) = left.owner().filter(|_| left.is_memory_only()) {
            self.unkept.insert(owner, left.into_entries());
        }
        self.adopt_unkept_of_guest();
    }

    /// A session that ended while its owner's login had run out waits for their next one (SPEC A18).
    pub(super) fn shelve(&mut self, owner: Id, entries: Vec<OutboxEntry>, env: &Env, turn: &mut Turn) {
        // Preferences are the only other change that a stranger can make, and those are this browser's alone.
        for entry in entries.into_iter().filter(|entry| matches!(entry, OutboxEntry::FocusSession { .. })) {
            let id = env.new_id();
            turn.keep(format!("{}{id}", kept::outbox(owner)), crate::json(&entry));
            if self.outbox.is_memory_only() {
                self.unkept.entry(owner).or_default().push((id, entry));
            }
        }
    }

    /// The account's data leaves the browser (SPEC A16).
    pub(super) fn forget_account(&mut self, account: Id, turn: &mut Turn) {
        self.outbox.discard();
        self.unkept.remove(&account);
        let old = old_outbox(account);
        self.stored.keys().filter(|key| key.starts_with(&old)).for_each(|key| turn.remove(key.clone()));
        self.stored.retain(|key, _| !key.starts_with(&old));
        turn.forgotten.extend([kept::account(account), kept::set_aside(&kept::account(account))]);
    }
}

/// In front of the keys of an account's outbox in the local storage, as the first version of the app had them.
fn old_outbox(account: Id) -> String {
    format!("{}{account}/", key::OUTBOX)
}

/// The board of which all was asked for.
fn board_of(prefix: &str, account: Id) -> Option<Id> {
    Id::parse(prefix.strip_prefix(&kept::account(account))?.strip_prefix("board/")?.strip_suffix('/')?)
}
