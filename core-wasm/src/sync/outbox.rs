//! The outbox: every change of the person's, in the order in which it was made, until the server has it. It is stored entry
//! by entry, so that neither a reload nor a crash loses one, and sent one request at a time. Sending is idempotent.
//!
//! Every tab of a browser has all of it in memory; one of them, the leader, sends it and tells the others what came of it.

mod notes;
mod sessions;

pub use notes::NoteLeft;
pub use sessions::Left;

use super::pause;
use super::refused;
use crate::board::machine::Boards;
use crate::call::{Answer, Call, Failure, Purpose, Turn};
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{OpStatus, OpsAnswer, OpsRequest, PreferencesUpdate};
use crate::protocol::id::Id;
use crate::protocol::note::{NoteAnswer, NoteChangeRequest};
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::peer::PeerMessage;
use crate::protocol::record::Board;
use crate::protocol::stored::{FORMAT, OutboxEntry, StoredRefusal, kept, key};
use crate::protocol::view::{RefusedView, SendFailure, SyncView};
use crate::sorted::sort_by_key;
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};

/// The most ops that go into one request.
const BATCH: usize = 200;
/// About as much as the ops of one request may measure, in bytes of JSON: enough has to pass within the 10 seconds that a
/// request has, also on a slow network. One op may be larger by itself.
const BATCH_BYTES: usize = 256 << 10;
/// How many ids of entries that have left are remembered: another tab may tell of one after its answer.
const REMEMBERED: usize = 1_000;

/// What matters here of the answer to a created board; its columns are empty.
#[derive(Deserialize)]
struct Created {
    board: Board,
}

/// What became of the entries that were sent, for the machines that made them.
#[derive(Debug, PartialEq, Eq)]
pub enum Sent {
    /// A board exists on the server now, as this record.
    BoardCreated(Board),
    /// The server would not create this board.
    BoardRefused(Id),
    /// The server will not have this op.
    OpRefused(Id, Id),
    /// The server has these ops.
    OpsConfirmed(Id, Confirmed),
}

/// Ops of one request that the server has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Those that came for the first time.
    pub applied: Vec<Id>,
    /// Those that the server had already.
    pub duplicate: Vec<Id>,
    /// Whether there are others, which this tab has not heard of.
    pub is_partial: bool,
    /// The board's version, with all of them in it.
    pub version: i64,
}

/// What became of changed preferences that have left the outbox.
#[derive(Debug, PartialEq, Eq)]
pub enum PreferencesLeft {
    /// The server has them, and told how all preferences stand with them.
    Kept {
        /// What was changed.
        update: PreferencesUpdate,
        /// The server's answer.
        answer: Answer,
    },
    /// The server will not have them.
    Refused(PreferencesUpdate),
}

/// What [`Outbox::mark`] answers.
pub type Mark = (usize, Option<Id>, Option<Id>, u64);

/// Changes that wait to be sent, of one account.
#[derive(Debug, Default)]
pub struct Outbox {
    account: Option<Id>,
    /// In the order of the ids.
    entries: VecDeque<(Id, OutboxEntry)>,
    /// The last id of all, those that have left too.
    last_id: Option<Id>,
    /// Entries that have left, the latest last.
    gone: VecDeque<Id>,
    /// Saves of notes that no request has ever held, as far as the tab that sends knows.
    never_sent: Vec<Id>,
    /// Entries that have given way to a later save, the latest last.
    given_way: VecDeque<Id>,
    /// Changes of notes that have left since this was last asked.
    notes_left: Vec<NoteLeft>,
    /// Entries that wait behind the rest (SPEC Y10).
    delayed: Vec<Id>,
    /// Whether what is stored has been read. Until then nothing is sent: something older may come.
    is_read: bool,
    /// Whether this tab holds the lock of the one that sends.
    holds_lead: bool,
    /// Stored entries that this version cannot read: a newer one wrote them. They stay where they are (SPEC Y9).
    unreadable: BTreeSet<Id>,
    /// Entries that another tab made and that were not found in the storage yet. What they depend on may wait in that tab alone.
    borrowed: BTreeSet<Id>,
    /// The entries that are on their way.
    on_their_way: Vec<Id>,
    failures: u32,
    /// Whether the server answered the last try that failed.
    was_answered: bool,
    /// The most ops of the next request; `None` while nothing timed out (SPEC Y33).
    batch_limit: Option<usize>,
    /// Whether the alarm for the next try is set.
    is_waiting: bool,
    is_live: bool,
    is_memory_only: bool,
    refused: Vec<RefusedView>,
    notice: Option<Rejection>,
    /// How many entries were changed where they stand.
    changes: u64,
    /// Focus sessions that have left since this was last asked.
    left: Vec<Left>,
    /// The last preferences that have left since this was last asked.
    preferences_left: Option<PreferencesLeft>,
    last_view: SyncView,
}

impl Outbox {
    /// The outbox of an account. What is stored of it comes later, by [`Outbox::read`].
    pub fn open(account: Option<Id>, before: &Self) -> Self {
        let (holds_lead, is_memory_only) = (before.holds_lead, before.is_memory_only);
        Self { account, holds_lead, is_memory_only, ..Self::default() }
    }

    /// What waits, in order.
    pub fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.entries.iter().map(|(_, entry)| entry)
    }

    /// The ops that wait for a board, in order.
    pub fn ops(&self, board: Id) -> impl Iterator<Item = &BoardOp> {
        self.entries().filter_map(move |entry| match entry {
            OutboxEntry::BoardOp { board_id, op } if *board_id == board => Some(op),
            _ => None,
        })
    }

    /// Whether preferences wait.
    pub fn holds_preferences(&self) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::Preferences { .. }))
    }

    /// The last preferences that have left since this was last asked.
    pub fn take_preferences_left(&mut self) -> Option<PreferencesLeft> {
        self.preferences_left.take()
    }

    /// Whether the last try failed and nothing was sent: the server cannot be reached, or has an error.
    pub fn is_offline(&self) -> bool {
        self.failures > 0
    }

    /// Whether the person has to set something right before all can be sent.
    pub fn has_notice(&self) -> bool {
        self.notice.is_some()
    }

    /// Whether the server does not know this board yet.
    pub fn creates(&self, board: Id) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::CreateBoard { request } if request.id.as_deref().and_then(Id::parse) == Some(board)))
    }

    /// What waits, with the ids, for another tab.
    pub fn copies(&self) -> Vec<(Id, OutboxEntry)> {
        self.entries.iter().cloned().collect()
    }

    /// Whether nothing waits that this version can send.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the storage holds changes that this version cannot read.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// Whether something waits for the tab that sends.
    pub fn needs_leader(&self) -> bool {
        self.is_read && !self.is_guests() && !self.is_empty()
    }

    /// The entry that stands first.
    pub fn first_id(&self) -> Option<Id> {
        self.entries.front().map(|(id, _)| *id)
    }

    /// Whether an entry waits here.
    pub fn holds_entry(&self, id: Id) -> bool {
        self.find(id).is_ok()
    }

    /// Another one whenever something came or went.
    pub fn mark(&self) -> Mark {
        (self.entries.len(), self.last_id, self.gone.back().copied(), self.changes)
    }

    /// Whether nothing is kept beyond the page.
    pub fn is_memory_only(&self) -> bool {
        self.is_memory_only
    }

    /// Whose it is.
    pub fn owner(&self) -> Option<Id> {
        self.account
    }

    /// Whether it is a guest's, and nothing of it is sent.
    fn is_guests(&self) -> bool {
        self.account == Some(Id::GUEST)
    }

    /// Forgets everything: the person logs out and accepts that.
    pub fn discard(&mut self) {
        *self = Self::open(self.account, self);
    }

    /// Everything, for a browser that keeps nothing.
    pub fn into_entries(self) -> Vec<(Id, OutboxEntry)> {
        self.entries.into()
    }

    /// What the shell draws.
    pub fn view(&self) -> SyncView {
        SyncView {
            // What a guest has made waits for nothing but an account.
            unsent: if self.is_guests() { 0 } else { u32::try_from(self.unsent()).unwrap_or(u32::MAX) },
            send_failure: (self.failures > 0).then_some(if self.was_answered {
                SendFailure::Server
            } else {
                SendFailure::Offline
            }),
            is_live: self.is_live,
            is_memory_only: self.is_memory_only,
            notice: self.notice.clone(),
            refused: self.refused.clone(),
        }
    }

    /// How many changes the server does not have, those included that this version cannot read.
    fn unsent(&self) -> usize {
        self.entries.len() + self.unreadable.len()
    }

    /// Puts changes in, stores them and tells the other tabs (SPEC Y1). Without an account nothing can be kept.
    pub fn push(&mut self, entries: Vec<OutboxEntry>, env: &Env, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        let (mut pushed, mut replaces) = (Vec::with_capacity(entries.len()), vec![]);
        for mut entry in entries {
            let id = self.next_id(env);
            replaces.extend(self.give_way(self.entries.len(), &mut entry, turn));
            self.note_pushed(id, &entry);
            turn.keep(format!("{}{id}", kept::outbox(account)), crate::json(&entry));
            self.last_id = Some(id);
            self.entries.push_back((id, entry.clone()));
            pushed.push((id, entry));
        }
        turn.told.push(PeerMessage::Pushed { account, entries: pushed, replaces });
        self.send(turn);
    }

    /// An id behind that of the last entry, so that the order of the stored keys is the order of the changes, also when the
    /// clock was set back or two changes fall into one millisecond.
    fn next_id(&self, env: &Env) -> Id {
        let id = env.new_id();
        match self.last_id.filter(|last| id <= *last) {
            Some(last) => last.following(&env.random().to_le_bytes().repeat(2)[..10].try_into().unwrap_or_default()),
            None => id,
        }
    }

    /// Takes in what is stored, by key. What another version wrote stays where it is, and what is corrupt is set aside (SPEC Y9).
    /// Returns the entries that are new here.
    pub fn read(&mut self, stored: Vec<(String, String)>, turn: &mut Turn) -> Vec<(Id, OutboxEntry)> {
        let prefix = self.account.map(kept::outbox).unwrap_or_default();
        let mut entries = vec![];
        for (key, text) in stored {
            // An id at the maximum leaves no room for later changes, so such an entry is set aside.
            let id = key.strip_prefix(&prefix).and_then(Id::parse).filter(Id::can_be_followed);
            match (id, serde_json::from_str(&text)) {
                (Some(id), Ok(entry)) => {
                    self.borrowed.remove(&id);
                    entries.push((id, entry));
                }
                (Some(id), Err(error)) if error.is_data() => self.skip_unreadable(id, &key, turn),
                _ => turn.set_aside(key, text),
            }
        }
        self.adopt(entries, turn)
    }

    /// Leaves a stored entry for a version that can read it. What is made from here on stands behind it.
    fn skip_unreadable(&mut self, id: Id, key: &str, turn: &mut Turn) {
        if self.unreadable.insert(id) {
            self.last_id = self.last_id.max(Some(id));
            turn.log(format!("A stored change was written by another version of the app and waits for it: {key}"));
        }
    }

    /// Takes in entries that lie in the storage already, where they belong. Answers those that are new here.
    pub fn adopt(&mut self, entries: Vec<(Id, OutboxEntry)>, turn: &mut Turn) -> Vec<(Id, OutboxEntry)> {
        let mut fresh = vec![];
        for (id, entry) in entries {
            if !id.can_be_followed() {
                continue;
            }
            let has_left = self.gone.contains(&id);
            if has_left && matches!(entry, OutboxEntry::FocusSession { .. }) {
                self.left.push(Left::Unknown);
            }
            if (has_left && !self.is_leader()) || self.given_way.contains(&id) {
                continue;
            }
            // The leader sends again what still waits somewhere: it may have been stored after it was sent, and would stay for
            // ever. The server knows it by its id.
            if let Err(place) = self.find(id) {
                self.last_id = self.last_id.max(Some(id));
                self.entries.insert(place, (id, entry.clone()));
                fresh.push((id, entry));
            }
        }
        self.patch(turn);
        fresh
    }

    /// Takes in entries that another tab of this browser has made. Returns those that are new here.
    pub fn borrow(&mut self, entries: Vec<(Id, OutboxEntry)>, turn: &mut Turn) -> Vec<(Id, OutboxEntry)> {
        let fresh = self.adopt(entries, turn);
        self.borrowed.extend(fresh.iter().map(|(id, _)| *id));
        fresh
    }

    /// Removes a borrowed op whose board the server does not know, without a word: the board may wait unsent in the tab that made both. The
    /// storage is read again, and an op that is found there is sent, and refused for good. Returns `None` for any other entry.
    fn return_borrowed(&mut self, id: Id, turn: &mut Turn) -> Option<Sent> {
        let account = self.account?;
        let place = self.find(id).ok().filter(|_| self.borrowed.contains(&id))?;
        let (_, OutboxEntry::BoardOp { board_id, op }) = self.entries.get(place)? else { return None };
        let sent = Sent::OpRefused(*board_id, op.id);
        self.entries.remove(place);
        self.borrowed.remove(&id);
        let prefix = kept::outbox(account);
        if !turn.loads.contains(&prefix) {
            turn.loads.push(prefix);
        }
        self.is_read = false;
        self.patch(turn);
        Some(sent)
    }

    /// Whether an entry was here, or was told of, and has left.
    pub fn had(&self, id: Id) -> bool {
        self.gone.contains(&id)
    }

    /// Takes in the refused changes that are stored.
    pub fn read_refused(&mut self, stored: Vec<(String, String)>, turn: &mut Turn) {
        let prefix = self.account.map(kept::refused).unwrap_or_default();
        for (key, text) in stored {
            let refusal: Option<StoredRefusal> =
                serde_json::from_str(&text).ok().filter(|stored: &StoredRefusal| stored.format == FORMAT);
            match key.strip_prefix(&prefix).and_then(Id::parse).zip(refusal) {
                Some((id, StoredRefusal { code, what, text, .. })) => {
                    if self.refused.iter().all(|known| known.id != id) {
                        self.refused.push(RefusedView { id, code, message: code.sentence().to_owned(), what, text });
                    }
                }
                None => turn.set_aside(key, text),
            }
        }
        sort_by_key(&mut self.refused, |refused| refused.id);
    }

    /// All that is stored is known, or may not be: what waits is sent from here on.
    pub fn set_read(&mut self, is_read: bool) {
        self.is_read = is_read;
    }

    /// Whether what is stored has been read.
    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// This tab is the one that sends.
    pub fn lead(&mut self, turn: &mut Turn) {
        self.holds_lead = true;
        self.never_sent.clear();
        // What another tab's last try came to says nothing of this one's.
        self.failures = 0;
        self.patch(turn);
    }

    /// Stops sending, because another tab has taken over as leader (SPEC Y32).
    pub fn lose_lead(&mut self, turn: &mut Turn) {
        self.holds_lead = false;
        self.failures = 0;
        self.forget_never_sent();
        if std::mem::take(&mut self.is_waiting) {
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        // A tab that stores nothing goes on sending.
        self.send(turn);
        self.patch(turn);
    }

    /// Keeps every waiting save: another tab may have sent it, so a later save must not replace it.
    pub fn forget_never_sent(&mut self) {
        self.never_sent.clear();
    }

    /// Whether this tab sends. Where nothing is stored each tab does: the one that leads may have opened after what waits here was
    /// made, and has no storage to find it in. The server knows what it has by its id.
    pub fn is_leader(&self) -> bool {
        self.holds_lead || self.is_memory_only
    }

    /// Whether changes of other devices arrive by themselves.
    pub fn set_live(&mut self, is_live: bool, turn: &mut Turn) {
        if self.is_live != is_live {
            self.is_live = is_live;
            if is_live {
                // The server is there: what waits for the end of a pause need not.
                self.failures = 0;
                self.wake_all(turn);
            }
            self.patch(turn);
        }
    }

    /// The browser does not keep anything any more.
    pub fn storage_failed(&mut self, turn: &mut Turn) {
        self.is_memory_only = true;
        self.send(turn);
        self.patch(turn);
    }

    /// The browser keeps things again.
    pub fn storage_works(&mut self, turn: &mut Turn) {
        self.is_memory_only = false;
        self.patch(turn);
    }

    /// Sends what stands first, unless something is on its way, a pause is running, or another tab sends (SPEC Y2, Y3).
    pub fn send(&mut self, turn: &mut Turn) {
        if self.is_leader() && self.is_read && !self.is_guests() && self.on_their_way.is_empty() && !self.is_waiting {
            let first = self.entries.iter().position(|(id, _)| !self.delayed.contains(id)).unwrap_or(0);
            if let Some((id, entry)) = self.entries.get(first) {
                let (ids, call) = match entry {
                    OutboxEntry::BoardOp { board_id, .. } => self.batch(first, *board_id),
                    OutboxEntry::CreateBoard { request } => {
                        (vec![*id], sending("POST", "/boards/create-board/", crate::json(request)))
                    }
                    OutboxEntry::FocusSession { session, .. } => {
                        (vec![*id], sending("POST", "/focus-sessions/", crate::json(session)))
                    }
                    OutboxEntry::Preferences { update } => {
                        (vec![*id], sending("PUT", "/preferences/", crate::json(update)))
                    }
                    OutboxEntry::Note { note_id, change } => {
                        let request = NoteChangeRequest { change: change.clone() };
                        (vec![*id], sending("PUT", &format!("/notes/{note_id}/"), crate::json(&request)))
                    }
                };
                self.never_sent.retain(|id| !ids.contains(id));
                self.on_their_way = ids;
                turn.calls.push(call);
            }
        }
        self.patch(turn);
    }

    /// The ops of one board that stand together, as many as fit into a request.
    fn batch(&self, first: usize, board: Id) -> (Vec<Id>, Call) {
        let (mut ids, mut ops, mut bytes) = (vec![], vec![], 0);
        for (id, entry) in self.entries.iter().skip(first).take(self.batch_limit.unwrap_or(BATCH)) {
            let OutboxEntry::BoardOp { board_id, op } = entry else { break };
            bytes += crate::json(op).len();
            if *board_id != board || (bytes > BATCH_BYTES && !ops.is_empty()) {
                break;
            }
            ids.push(*id);
            ops.push(op.clone());
        }
        (ids, sending("POST", &format!("/boards/{board}/ops/"), crate::json(&OpsRequest { ops })))
    }

    /// Tries again at once: the pause is over, the network is back or the page is visible again.
    pub fn wake(&mut self, turn: &mut Turn) {
        if self.is_waiting {
            self.is_waiting = false;
            turn.step.io.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        self.send(turn);
    }

    /// The same, and where another tab sends, it is told so.
    pub fn wake_all(&mut self, turn: &mut Turn) {
        if let Some(account) = self.account.filter(|_| !self.is_leader() && !self.is_empty()) {
            turn.told.push(PeerMessage::Wake { account });
        }
        self.wake(turn);
    }

    /// The answer to what was sent.
    pub fn answered(&mut self, answer: &Answer, boards: &Boards, env: &Env, turn: &mut Turn) -> Vec<Sent> {
        let ids = std::mem::take(&mut self.on_their_way);
        if ids.iter().all(|id| self.find(*id).is_err()) {
            // Without Web Locks two tabs send the same, and the other had its answer first.
            self.send(turn);
            return vec![];
        }
        let is_batch = self.has_op(&ids);
        let failure = match self.taken(&ids, answer, boards, turn) {
            Ok(sent) => {
                self.failures = 0;
                if is_batch {
                    self.batch_limit = self.batch_limit.map(|limit| limit * 2).filter(|limit| *limit < BATCH);
                }
                self.tell(ids, answer, turn);
                self.send(turn);
                return sent;
            }
            Err(failure) => failure,
        };
        // A board made offline waits, which is no failure. A server that answers without creating it is one.
        if answer.has_arrived() && !answer.is_unauthorised() && self.is_creation(&ids) {
            turn.log("Error creating board");
        }
        match failure {
            // The new leader retries it and gets the same response.
            Failure::Passing | Failure::Final { .. } if !self.is_leader() => vec![],
            // The session is over: what waits stays for the next login.
            Failure::Final { status: 401, .. } => vec![],
            // Not the session is wrong but the clock, not the note but the room that is left (SPEC Y10): it waits behind the rest, and
            // the person is told.
            Failure::Final { rejection, .. }
                if matches!(rejection.code, ErrorCode::ClockAhead | ErrorCode::NoteLimit) =>
            {
                self.notice = Some(rejection);
                self.delayed.extend(ids);
                self.pause(env, turn);
                vec![]
            }
            Failure::Passing => {
                if is_batch && answer.is_too_large() {
                    self.batch_limit = Some((ids.len() / 2).max(1));
                }
                self.failures = self.failures.saturating_add(1);
                self.was_answered = answer.has_arrived();
                self.tell(vec![], &answer.without_body(), turn);
                self.pause(env, turn);
                vec![]
            }
            Failure::Final { .. } if is_batch && ids.iter().any(|id| self.borrowed.contains(id)) => {
                ids.iter().filter_map(|id| self.return_borrowed(*id, turn)).collect()
            }
            Failure::Final { rejection, .. } => {
                let refused = match self.without_card(&ids, &rejection, turn) {
                    true => vec![],
                    false => self.give_up(&ids, &rejection, boards, turn),
                };
                self.failures = 0;
                self.tell(ids, answer, turn);
                self.send(turn);
                refused
            }
        }
    }

    /// The leader had an answer to what it sent, or none.
    pub fn answered_elsewhere(&mut self, ids: &[Id], answer: &Answer, boards: &Boards, turn: &mut Turn) -> Vec<Sent> {
        // A tab that has lost the lead may tell of a failure after the new leader has sent all.
        if !ids.is_empty() || !self.is_leader() {
            self.failures = u32::from(ids.is_empty() && !self.is_empty());
            self.was_answered = answer.has_arrived();
        }
        let sent = match self.taken(ids, answer, boards, turn) {
            Ok(sent) => sent,
            Err(Failure::Final { rejection, .. }) if self.without_card(ids, &rejection, turn) => vec![],
            Err(Failure::Final { rejection, .. }) => self.give_up(ids, &rejection, boards, turn),
            Err(Failure::Passing) => vec![],
        };
        self.send(turn);
        sent
    }

    fn tell(&self, entry_ids: Vec<Id>, answer: &Answer, turn: &mut Turn) {
        let Some(account) = self.account else { return };
        let (status, body) = match answer {
            Answer::Arrived { status, body } => (*status, body.clone()),
            Answer::Lost | Answer::TimedOut => (0, String::new()),
        };
        turn.told.push(PeerMessage::Answered { account, entry_ids, status, body });
    }

    fn pause(&mut self, env: &Env, turn: &mut Turn) {
        self.is_waiting = true;
        let after = pause::after(self.failures, env);
        turn.step.io.push(IoEffect::SetAlarm { alarm: Alarm::Outbox, after });
        self.patch(turn);
    }

    /// Takes the entries of a request out, as the server has them now.
    fn taken(&mut self, ids: &[Id], answer: &Answer, boards: &Boards, turn: &mut Turn) -> Result<Vec<Sent>, Failure> {
        let known = ids.iter().find_map(|id| self.find(*id).ok());
        match known.and_then(|place| self.entries.get(place)) {
            Some((_, OutboxEntry::BoardOp { board_id, .. })) => {
                let board_id = *board_id;
                let answer: OpsAnswer = answer.read()?;
                if answer.results.is_empty() {
                    // Nothing would leave the outbox, and the same would be sent again without a pause.
                    return Err(Failure::Passing);
                }
                let mut confirmed = Confirmed { version: answer.version, ..Confirmed::default() };
                // Refused ops come first: they are taken out from among the others, while those can still be taken back.
                let mut sent = vec![];
                // An answer with fewer results than ops would leave the rest for the next batch.
                for (id, result) in ids.iter().zip(&answer.results) {
                    let Some(entry) = self.drop(*id, turn) else {
                        confirmed.is_partial |= result.status != OpStatus::Refused;
                        continue;
                    };
                    let OutboxEntry::BoardOp { op, .. } = &entry else { continue };
                    match result.status {
                        OpStatus::Applied => confirmed.applied.push(op.id),
                        OpStatus::Duplicate => confirmed.duplicate.push(op.id),
                        OpStatus::Refused => {
                            self.refuse(*id, &entry, result.code.unwrap_or(ErrorCode::BadOp).into(), boards, turn);
                            sent.push(Sent::OpRefused(board_id, op.id));
                        }
                    }
                }
                sent.push(Sent::OpsConfirmed(board_id, confirmed));
                Ok(sent)
            }
            Some((id, OutboxEntry::CreateBoard { .. })) => {
                let (id, answer) = (*id, answer.read::<Created>()?);
                self.drop(id, turn);
                Ok(vec![Sent::BoardCreated(answer.board)])
            }
            Some((id, OutboxEntry::Note { .. })) => {
                let (id, answer) = (*id, answer.read::<NoteAnswer>()?);
                if let Some(OutboxEntry::Note { change, .. }) = self.drop(id, turn) {
                    self.notes_left.push(NoteLeft::Taken { change, answer });
                }
                Ok(vec![])
            }
            known if answer.is_success() => {
                let known = known.map(|(id, _)| *id);
                for id in ids.iter().copied().chain(known) {
                    match self.drop(id, turn) {
                        Some(OutboxEntry::FocusSession { session, .. }) => self.session_sent(session, answer),
                        Some(OutboxEntry::Preferences { update }) => {
                            self.preferences_left = Some(PreferencesLeft::Kept { update, answer: answer.clone() });
                        }
                        _ => {}
                    }
                }
                Ok(vec![])
            }
            _ => Err(answer.failure()),
        }
    }

    /// Whether a board op is among these entries.
    fn has_op(&self, ids: &[Id]) -> bool {
        self.entries_of(ids).any(|entry| matches!(entry, OutboxEntry::BoardOp { .. }))
    }

    /// Whether these entries are the creation of a board, which is sent alone.
    fn is_creation(&self, ids: &[Id]) -> bool {
        self.entries_of(ids).any(|entry| matches!(entry, OutboxEntry::CreateBoard { .. }))
    }

    /// The entries with these ids that still wait.
    fn entries_of(&self, ids: &[Id]) -> impl Iterator<Item = &OutboxEntry> {
        let places = ids.iter().filter_map(|id| self.find(*id).ok());
        places.filter_map(|place| self.entries.get(place)).map(|(_, entry)| entry)
    }

    /// Gives up entries that the server will never take.
    fn give_up(&mut self, ids: &[Id], rejection: &Rejection, boards: &Boards, turn: &mut Turn) -> Vec<Sent> {
        let mut sent = vec![];
        for id in ids {
            if let Some(entry) = self.drop(*id, turn) {
                self.refuse(*id, &entry, rejection.clone(), boards, turn);
                sent.extend(refusal(&entry));
                match entry {
                    OutboxEntry::FocusSession { session, previous } => {
                        self.left.push(Left::Refused { id: session.id, previous });
                    }
                    OutboxEntry::Preferences { update } => {
                        self.preferences_left = Some(PreferencesLeft::Refused(update));
                    }
                    OutboxEntry::Note { .. } => self.notes_left.push(NoteLeft::Refused),
                    OutboxEntry::BoardOp { .. } | OutboxEntry::CreateBoard { .. } => {}
                }
            }
        }
        sent
    }

    /// Tells the person of a refused change, until they put it away (SPEC Y12).
    fn refuse(&mut self, id: Id, entry: &OutboxEntry, rejection: Rejection, boards: &Boards, turn: &mut Turn) {
        let Rejection { code, message } = rejection;
        let (what, text) = refused::describe(entry, boards);
        if matches!(entry, OutboxEntry::BoardOp { op, .. } if matches!(op.change, Change::EditBoard { .. })) {
            turn.log("Error updating board");
        }
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            let stored = StoredRefusal { format: FORMAT, code, what: what.clone(), text: text.clone() };
            turn.keep(format!("{}{id}", kept::refused(account)), crate::json(&stored));
        }
        self.refused.push(RefusedView { id, code, message, what, text });
    }

    /// Puts away the word that a change was refused, or all of them; the other tabs do too (SPEC Y12).
    pub fn dismiss_refused(&mut self, refused_id: Option<Id>, turn: &mut Turn) {
        let ids = self.refused.iter().map(|refused| refused.id);
        let ids: Vec<Id> = ids.filter(|id| refused_id.is_none_or(|refused_id| refused_id == *id)).collect();
        for id in ids {
            if let Some(account) = self.account {
                turn.unkeep(format!("{}{id}", kept::refused(account)));
                turn.told.push(PeerMessage::Dismissed { account, refused_id: id });
            }
            self.dismissed(id, turn);
        }
        if refused_id.is_none() {
            self.notice = None;
        }
        self.patch(turn);
    }

    /// Another tab has put it away.
    pub fn dismissed(&mut self, refused_id: Id, turn: &mut Turn) {
        self.refused.retain(|refused| refused.id != refused_id);
        self.patch(turn);
    }

    /// Takes an entry out. In the storage it is the leader who does.
    fn drop(&mut self, id: Id, turn: &mut Turn) -> Option<OutboxEntry> {
        self.gone.push_back(id);
        if self.gone.len() > REMEMBERED {
            self.gone.pop_front();
        }
        self.unreadable.remove(&id);
        self.borrowed.remove(&id);
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            turn.unkeep(format!("{}{id}", kept::outbox(account)));
            if self.is_memory_only {
                // The first version of the app may have stored it there, or a guest, and it could not move.
                turn.remove(format!("{}{account}/{id}", key::OUTBOX));
                turn.unkeep(format!("{}{id}", kept::outbox(Id::GUEST)));
            }
        }
        let place = self.find(id).ok()?;
        if let Some(delayed) = self.delayed.iter().position(|delayed| *delayed == id) {
            self.delayed.remove(delayed);
            // The clock is right again, or there is room.
            self.notice = None;
        }
        self.entries.remove(place).map(|(_, entry)| entry)
    }

    /// Where an entry stands, or would stand.
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(&id))
    }

    /// Tells the mirror of an outbox that has just been opened.
    pub fn show(&mut self, turn: &mut Turn) {
        self.last_view = self.view();
        turn.step.patches.push(Patch::Sync { sync: self.view() });
    }

    fn patch(&mut self, turn: &mut Turn) {
        let view = self.view();
        if view != self.last_view {
            self.last_view = view.clone();
            turn.step.patches.push(Patch::Sync { sync: view });
        }
    }
}

fn sending(method: &'static str, path: &str, body: String) -> Call {
    Call::send(Purpose::Send, method, path, body)
}

fn refusal(entry: &OutboxEntry) -> Option<Sent> {
    match entry {
        OutboxEntry::BoardOp { board_id, op } => Some(Sent::OpRefused(*board_id, op.id)),
        OutboxEntry::CreateBoard { request } => request.id.as_deref().and_then(Id::parse).map(Sent::BoardRefused),
        OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => None,
    }
}
