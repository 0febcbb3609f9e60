//! The outbox: every change of the person's, in the order in which it was made, until the server has it. It is stored entry
//! by entry, so that neither a reload nor a crash loses one, and sent one request at a time. Sending is idempotent.
//!
//! Every tab of a browser has all of it in memory; one of them, the leader, sends it and tells the others what came of it.

mod notes;
mod sessions;

pub use notes::NoteSyncResult;
pub use sessions::SessionSyncResult;

use super::backoff;
use super::describe;
use crate::api::{ApiRequest, ApiResponse, Failure, Purpose};
use crate::board::machine::Boards;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{Alarm, IoEffect};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::http::{OpStatus, OpsRequest, OpsResponse, PreferencesUpdate};
use crate::protocol::id::Id;
use crate::protocol::note::{NoteChangeRequest, NoteResponse};
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::peer::PeerMessage;
use crate::protocol::record::Board;
use crate::protocol::stored::{FORMAT, OutboxEntry, StoredRefusal, idb_key, local_key};
use crate::protocol::view::{RefusedView, SendFailure, SyncView};
use crate::sort::sort_by_key;
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};

/// The most ops that go into one request.
const MAX_BATCH_OPS: usize = 200;
/// About as much as the ops of one request may measure, in bytes of JSON: enough has to pass within the 10 seconds that a
/// request has, also on a slow network. One op may be larger by itself.
const MAX_BATCH_BYTES: usize = 256 << 10;
/// How many ids of entries that have left are remembered: another tab may tell of one after its answer.
const MAX_REMEMBERED_IDS: usize = 1_000;

/// What matters here of the answer to a created board; its columns are empty.
#[derive(Deserialize)]
struct CreatedBoardBody {
    board: Board,
}

/// What became of the entries that were sent, for the machines that made them.
#[derive(Debug, PartialEq, Eq)]
pub enum BoardSyncResult {
    /// A board exists on the server now, as this record.
    BoardCreated(Board),
    /// The server would not create this board.
    BoardRefused(Id),
    /// The server will not have this op.
    OpRefused(Id, Id),
    /// The server has these ops.
    OpsConfirmed(Id, ConfirmedOps),
}

/// Ops of one request that the server has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ConfirmedOps {
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
pub enum PreferencesSyncResult {
    /// The server has them, and told how all preferences stand with them.
    Accepted {
        /// What was changed.
        update: PreferencesUpdate,
        /// The server's answer.
        response: ApiResponse,
    },
    /// The server will not have them.
    Refused(PreferencesUpdate),
}

/// What [`Outbox::revision`] answers.
pub type OutboxRevision = (usize, Option<Id>, Option<Id>, u64);

/// Changes that wait to be sent, of one account.
#[derive(Debug, Default)]
pub struct Outbox {
    account: Option<Id>,
    /// In the order of the ids.
    entries: VecDeque<(Id, OutboxEntry)>,
    /// The last id of all, those that have left too.
    last_id: Option<Id>,
    /// Entries that have left, the latest last.
    removed_ids: VecDeque<Id>,
    /// Saves of notes that no request has ever held, as far as the tab that sends knows.
    never_sent: Vec<Id>,
    /// Entries that have given way to a later save, the latest last.
    coalesced_ids: VecDeque<Id>,
    /// Changes of notes that have left since this was last asked.
    note_results: Vec<NoteSyncResult>,
    /// Entries that wait behind the rest (SPEC Y10).
    deferred: Vec<Id>,
    /// Whether what is stored has been read. Until then nothing is sent: something older may come.
    is_storage_loaded: bool,
    /// Whether this tab holds the lock of the one that sends.
    has_lead_lock: bool,
    /// Stored entries that this version cannot read: a newer one wrote them. They stay where they are (SPEC Y9).
    unreadable: BTreeSet<Id>,
    /// Entries that another tab made and that were not found in the storage yet. What they depend on may wait in that tab alone.
    peer_only: BTreeSet<Id>,
    /// The entries that are on their way.
    in_flight: Vec<Id>,
    failures: u32,
    /// Whether the server answered the last try that failed.
    had_response: bool,
    /// The most ops of the next request; `None` while nothing timed out (SPEC Y33).
    batch_limit: Option<usize>,
    /// Whether the alarm for the next try is set.
    is_backing_off: bool,
    is_live: bool,
    is_memory_only: bool,
    refused: Vec<RefusedView>,
    notice: Option<Rejection>,
    /// How many entries were changed where they stand.
    edits_in_place: u64,
    /// Focus sessions that have left since this was last asked.
    session_results: Vec<SessionSyncResult>,
    /// The last preferences that have left since this was last asked.
    preferences_result: Option<PreferencesSyncResult>,
    last_view: SyncView,
}

impl Outbox {
    /// The outbox of an account. What is stored of it comes later, by [`Outbox::read`].
    pub fn open(account: Option<Id>, before: &Self) -> Self {
        let (has_lead_lock, is_memory_only) = (before.has_lead_lock, before.is_memory_only);
        Self { account, has_lead_lock, is_memory_only, ..Self::default() }
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
    pub fn has_preferences(&self) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::Preferences { .. }))
    }

    /// The last preferences that have left since this was last asked.
    pub fn take_preferences_result(&mut self) -> Option<PreferencesSyncResult> {
        self.preferences_result.take()
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
    pub fn has_unsent_creation(&self, board: Id) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::CreateBoard { request } if request.id.as_deref().and_then(Id::parse) == Some(board)))
    }

    /// What waits, with the ids, for another tab.
    pub fn cloned_entries(&self) -> Vec<(Id, OutboxEntry)> {
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
        self.is_storage_loaded && !self.is_guest_outbox() && !self.is_empty()
    }

    /// The entry that stands first.
    pub fn first_id(&self) -> Option<Id> {
        self.entries.front().map(|(id, _)| *id)
    }

    /// Whether an entry waits here.
    pub fn contains(&self, id: Id) -> bool {
        self.find(id).is_ok()
    }

    /// Another one whenever something came or went.
    pub fn revision(&self) -> OutboxRevision {
        (self.entries.len(), self.last_id, self.removed_ids.back().copied(), self.edits_in_place)
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
    fn is_guest_outbox(&self) -> bool {
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
            unsent: if self.is_guest_outbox() { 0 } else { u32::try_from(self.unsent()).unwrap_or(u32::MAX) },
            send_failure: (self.failures > 0).then_some(if self.had_response {
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
    pub fn push(&mut self, entries: Vec<OutboxEntry>, env: &Env, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let (mut pushed, mut replaced_ids) = (Vec::with_capacity(entries.len()), vec![]);
        for mut entry in entries {
            let id = self.next_id(env);
            replaced_ids.extend(self.coalesce_save(self.entries.len(), &mut entry, ctx));
            self.track_unsent_save(id, &entry);
            ctx.write_idb(format!("{}{id}", idb_key::outbox_prefix(account)), crate::json(&entry));
            self.last_id = Some(id);
            self.entries.push_back((id, entry.clone()));
            pushed.push((id, entry));
        }
        ctx.broadcasts.push(PeerMessage::EntriesAdded { account, entries: pushed, replaced_ids });
        self.send(ctx);
    }

    /// An id behind that of the last entry, so that the order of the stored keys is the order of the changes, also when the
    /// clock was set back or two changes fall into one millisecond.
    fn next_id(&self, env: &Env) -> Id {
        let id = env.new_id();
        match self.last_id.filter(|last| id <= *last) {
            Some(last) => last.next_after(&env.random().to_le_bytes().repeat(2)[..10].try_into().unwrap_or_default()),
            None => id,
        }
    }

    /// Takes in what is stored, by key. What another version wrote stays where it is, and what is corrupt is set aside (SPEC Y9).
    /// Returns the entries that are new here.
    pub fn read(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) -> Vec<(Id, OutboxEntry)> {
        let prefix = self.account.map(idb_key::outbox_prefix).unwrap_or_default();
        let mut entries = vec![];
        for (key, text) in stored {
            // An id at the maximum leaves no room for later changes, so such an entry is set aside.
            let id = key.strip_prefix(&prefix).and_then(Id::parse).filter(Id::has_successor);
            match (id, serde_json::from_str(&text)) {
                (Some(id), Ok(entry)) => {
                    self.peer_only.remove(&id);
                    entries.push((id, entry));
                }
                (Some(id), Err(error)) if error.is_data() => self.skip_unreadable(id, &key, ctx),
                _ => ctx.quarantine(key, text),
            }
        }
        self.merge_entries(entries, ctx)
    }

    /// Leaves a stored entry for a version that can read it. What is made from here on stands behind it.
    fn skip_unreadable(&mut self, id: Id, key: &str, ctx: &mut Context) {
        if self.unreadable.insert(id) {
            self.last_id = self.last_id.max(Some(id));
            ctx.log(format!("Cannot read a stored change from another app version, kept it for later: {key}"));
        }
    }

    /// Takes in entries that lie in the storage already, where they belong. Answers those that are new here.
    pub fn merge_entries(&mut self, entries: Vec<(Id, OutboxEntry)>, ctx: &mut Context) -> Vec<(Id, OutboxEntry)> {
        let mut new_entries = vec![];
        for (id, entry) in entries {
            if !id.has_successor() {
                continue;
            }
            let was_removed = self.removed_ids.contains(&id);
            if was_removed && matches!(entry, OutboxEntry::FocusSession { .. }) {
                self.session_results.push(SessionSyncResult::Unknown);
            }
            if (was_removed && !self.is_leader()) || self.coalesced_ids.contains(&id) {
                continue;
            }
            // The leader sends again what still waits somewhere: it may have been stored after it was sent, and would stay for
            // ever. The server knows it by its id.
            if let Err(index) = self.find(id) {
                self.last_id = self.last_id.max(Some(id));
                self.entries.insert(index, (id, entry.clone()));
                new_entries.push((id, entry));
            }
        }
        self.publish_view_if_changed(ctx);
        new_entries
    }

    /// Takes in entries that another tab of this browser has made. Returns those that are new here.
    pub fn merge_peer_entries(&mut self, entries: Vec<(Id, OutboxEntry)>, ctx: &mut Context) -> Vec<(Id, OutboxEntry)> {
        let new_entries = self.merge_entries(entries, ctx);
        self.peer_only.extend(new_entries.iter().map(|(id, _)| *id));
        new_entries
    }

    /// Removes a borrowed op whose board the server does not know, without a word: the board may wait unsent in the tab that made both. The
    /// storage is read again, and an op that is found there is sent, and refused for good. Returns `None` for any other entry.
    fn drop_peer_entry(&mut self, id: Id, ctx: &mut Context) -> Option<BoardSyncResult> {
        let account = self.account?;
        let index = self.find(id).ok().filter(|_| self.peer_only.contains(&id))?;
        let (_, OutboxEntry::BoardOp { board_id, op }) = self.entries.get(index)? else { return None };
        let result = BoardSyncResult::OpRefused(*board_id, op.id);
        self.entries.remove(index);
        self.peer_only.remove(&id);
        let prefix = idb_key::outbox_prefix(account);
        if !ctx.idb_reads.contains(&prefix) {
            ctx.idb_reads.push(prefix);
        }
        self.is_storage_loaded = false;
        self.publish_view_if_changed(ctx);
        Some(result)
    }

    /// Whether an entry was here, or was told of, and has left.
    pub fn was_removed(&self, id: Id) -> bool {
        self.removed_ids.contains(&id)
    }

    /// Takes in the refused changes that are stored.
    pub fn read_refused(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) {
        let prefix = self.account.map(idb_key::refused_prefix).unwrap_or_default();
        for (key, text) in stored {
            let refusal: Option<StoredRefusal> =
                serde_json::from_str(&text).ok().filter(|stored: &StoredRefusal| stored.format == FORMAT);
            match key.strip_prefix(&prefix).and_then(Id::parse).zip(refusal) {
                Some((id, StoredRefusal { code, what, text, .. })) => {
                    if self.refused.iter().all(|known| known.id != id) {
                        self.refused.push(RefusedView { id, code, message: code.sentence().to_owned(), what, text });
                    }
                }
                None => ctx.quarantine(key, text),
            }
        }
        sort_by_key(&mut self.refused, |refused| refused.id);
    }

    /// All that is stored is known, or may not be: what waits is sent from here on.
    pub fn set_storage_loaded(&mut self, is_read: bool) {
        self.is_storage_loaded = is_read;
    }

    /// Whether what is stored has been read.
    pub fn is_storage_loaded(&self) -> bool {
        self.is_storage_loaded
    }

    /// This tab is the one that sends.
    pub fn acquire_lead(&mut self, ctx: &mut Context) {
        self.has_lead_lock = true;
        self.never_sent.clear();
        // What another tab's last try came to says nothing of this one's.
        self.failures = 0;
        self.publish_view_if_changed(ctx);
    }

    /// Stops sending, because another tab has taken over as leader (SPEC Y32).
    pub fn lose_lead(&mut self, ctx: &mut Context) {
        self.has_lead_lock = false;
        self.failures = 0;
        self.clear_never_sent();
        if std::mem::take(&mut self.is_backing_off) {
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        // A tab that stores nothing goes on sending.
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Keeps every waiting save: another tab may have sent it, so a later save must not replace it.
    pub fn clear_never_sent(&mut self) {
        self.never_sent.clear();
    }

    /// Whether this tab sends. Where nothing is stored each tab does: the one that leads may have opened after what waits here was
    /// made, and has no storage to find it in. The server knows what it has by its id.
    pub fn is_leader(&self) -> bool {
        self.has_lead_lock || self.is_memory_only
    }

    /// Whether changes of other devices arrive by themselves.
    pub fn set_live(&mut self, is_live: bool, ctx: &mut Context) {
        if self.is_live != is_live {
            self.is_live = is_live;
            if is_live {
                // The server is there: what waits for the end of a pause need not.
                self.failures = 0;
                self.request_retry(ctx);
            }
            self.publish_view_if_changed(ctx);
        }
    }

    /// The browser does not keep anything any more.
    pub fn on_storage_failed(&mut self, ctx: &mut Context) {
        self.is_memory_only = true;
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// The browser keeps things again.
    pub fn on_storage_recovered(&mut self, ctx: &mut Context) {
        self.is_memory_only = false;
        self.publish_view_if_changed(ctx);
    }

    /// Sends what stands first, unless something is on its way, a pause is running, or another tab sends (SPEC Y2, Y3).
    pub fn send(&mut self, ctx: &mut Context) {
        if self.is_leader()
            && self.is_storage_loaded
            && !self.is_guest_outbox()
            && self.in_flight.is_empty()
            && !self.is_backing_off
        {
            let first = self.entries.iter().position(|(id, _)| !self.deferred.contains(id)).unwrap_or(0);
            if let Some((id, entry)) = self.entries.get(first) {
                let (ids, api_request) = match entry {
                    OutboxEntry::BoardOp { board_id, .. } => self.batch(first, *board_id),
                    OutboxEntry::CreateBoard { request } => {
                        (vec![*id], send_request("POST", "/boards/create-board/", crate::json(request)))
                    }
                    OutboxEntry::FocusSession { session, .. } => {
                        (vec![*id], send_request("POST", "/focus-sessions/", crate::json(session)))
                    }
                    OutboxEntry::Preferences { update } => {
                        (vec![*id], send_request("PUT", "/preferences/", crate::json(update)))
                    }
                    OutboxEntry::Note { note_id, change } => {
                        let request = NoteChangeRequest { change: change.clone() };
                        (vec![*id], send_request("PUT", &format!("/notes/{note_id}/"), crate::json(&request)))
                    }
                };
                self.never_sent.retain(|id| !ids.contains(id));
                self.in_flight = ids;
                ctx.requests.push(api_request);
            }
        }
        self.publish_view_if_changed(ctx);
    }

    /// The ops of one board that stand together, as many as fit into a request.
    fn batch(&self, first: usize, board: Id) -> (Vec<Id>, ApiRequest) {
        let (mut ids, mut ops, mut bytes) = (vec![], vec![], 0);
        for (id, entry) in self.entries.iter().skip(first).take(self.batch_limit.unwrap_or(MAX_BATCH_OPS)) {
            let OutboxEntry::BoardOp { board_id, op } = entry else { break };
            bytes += crate::json(op).len();
            if *board_id != board || (bytes > MAX_BATCH_BYTES && !ops.is_empty()) {
                break;
            }
            ids.push(*id);
            ops.push(op.clone());
        }
        (ids, send_request("POST", &format!("/boards/{board}/ops/"), crate::json(&OpsRequest { ops })))
    }

    /// Tries again at once: the pause is over, the network is back or the page is visible again.
    pub fn retry_now(&mut self, ctx: &mut Context) {
        if self.is_backing_off {
            self.is_backing_off = false;
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        self.send(ctx);
    }

    /// The same, and where another tab sends, it is told so.
    pub fn request_retry(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account.filter(|_| !self.is_leader() && !self.is_empty()) {
            ctx.broadcasts.push(PeerMessage::RetryNow { account });
        }
        self.retry_now(ctx);
    }

    /// The answer to what was sent.
    pub fn on_response(
        &mut self,
        response: &ApiResponse,
        boards: &Boards,
        env: &Env,
        ctx: &mut Context,
    ) -> Vec<BoardSyncResult> {
        let ids = std::mem::take(&mut self.in_flight);
        if ids.iter().all(|id| self.find(*id).is_err()) {
            // Without Web Locks two tabs send the same, and the other had its answer first.
            self.send(ctx);
            return vec![];
        }
        let is_batch = self.has_op(&ids);
        let failure = match self.apply_response(&ids, response, boards, ctx) {
            Ok(results) => {
                self.failures = 0;
                if is_batch {
                    self.batch_limit = self.batch_limit.map(|limit| limit * 2).filter(|limit| *limit < MAX_BATCH_OPS);
                }
                self.broadcast_result(ids, response, ctx);
                self.send(ctx);
                return results;
            }
            Err(failure) => failure,
        };
        // A board made offline waits, which is no failure. A server that answers without creating it is one.
        if response.is_received() && !response.is_unauthorized() && self.is_creation(&ids) {
            ctx.log("Error creating board");
        }
        match failure {
            // The new leader retries it and gets the same response.
            Failure::Transient | Failure::Permanent { .. } if !self.is_leader() => vec![],
            // The session is over: what waits stays for the next login.
            Failure::Permanent { status: 401, .. } => vec![],
            // Not the session is wrong but the clock, not the note but the room that is left (SPEC Y10): it waits behind the rest, and
            // the person is told.
            Failure::Permanent { rejection, .. }
                if matches!(rejection.code, ErrorCode::ClockAhead | ErrorCode::NoteLimit) =>
            {
                self.notice = Some(rejection);
                self.deferred.extend(ids);
                self.back_off(env, ctx);
                vec![]
            }
            Failure::Transient => {
                if is_batch && response.is_too_large() {
                    self.batch_limit = Some((ids.len() / 2).max(1));
                }
                self.failures = self.failures.saturating_add(1);
                self.had_response = response.is_received();
                self.broadcast_result(vec![], &response.without_body(), ctx);
                self.back_off(env, ctx);
                vec![]
            }
            Failure::Permanent { .. } if is_batch && ids.iter().any(|id| self.peer_only.contains(id)) => {
                ids.iter().filter_map(|id| self.drop_peer_entry(*id, ctx)).collect()
            }
            Failure::Permanent { rejection, .. } => {
                let refused = match self.retry_without_card(&ids, &rejection, ctx) {
                    true => vec![],
                    false => self.refuse_entries(&ids, &rejection, boards, ctx),
                };
                self.failures = 0;
                self.broadcast_result(ids, response, ctx);
                self.send(ctx);
                refused
            }
        }
    }

    /// The leader had an answer to what it sent, or none.
    pub fn on_peer_response(
        &mut self,
        ids: &[Id],
        response: &ApiResponse,
        boards: &Boards,
        ctx: &mut Context,
    ) -> Vec<BoardSyncResult> {
        // A tab that has lost the lead may tell of a failure after the new leader has sent all.
        if !ids.is_empty() || !self.is_leader() {
            self.failures = u32::from(ids.is_empty() && !self.is_empty());
            self.had_response = response.is_received();
        }
        let results = match self.apply_response(ids, response, boards, ctx) {
            Ok(results) => results,
            Err(Failure::Permanent { rejection, .. }) if self.retry_without_card(ids, &rejection, ctx) => vec![],
            Err(Failure::Permanent { rejection, .. }) => self.refuse_entries(ids, &rejection, boards, ctx),
            Err(Failure::Transient) => vec![],
        };
        self.send(ctx);
        results
    }

    fn broadcast_result(&self, entry_ids: Vec<Id>, response: &ApiResponse, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let (status, body) = match response {
            ApiResponse::Received { status, body } => (*status, body.clone()),
            ApiResponse::NetworkError | ApiResponse::TimedOut => (0, String::new()),
        };
        ctx.broadcasts.push(PeerMessage::SendResult { account, entry_ids, status, body });
    }

    fn back_off(&mut self, env: &Env, ctx: &mut Context) {
        self.is_backing_off = true;
        let after = backoff::delay_ms(self.failures, env);
        ctx.step.io_effects.push(IoEffect::SetAlarm { alarm: Alarm::Outbox, after });
        self.publish_view_if_changed(ctx);
    }

    /// Takes the entries of a request out, as the server has them now.
    fn apply_response(
        &mut self,
        ids: &[Id],
        response: &ApiResponse,
        boards: &Boards,
        ctx: &mut Context,
    ) -> Result<Vec<BoardSyncResult>, Failure> {
        let known = ids.iter().find_map(|id| self.find(*id).ok());
        match known.and_then(|index| self.entries.get(index)) {
            Some((_, OutboxEntry::BoardOp { board_id, .. })) => {
                let board_id = *board_id;
                let response: OpsResponse = response.read()?;
                if response.results.is_empty() {
                    // Nothing would leave the outbox, and the same would be sent again without a pause.
                    return Err(Failure::Transient);
                }
                let mut confirmed = ConfirmedOps { version: response.version, ..ConfirmedOps::default() };
                // Refused ops come first: they are taken out from among the others, while those can still be taken back.
                let mut results = vec![];
                // An answer with fewer results than ops would leave the rest for the next batch.
                for (id, result) in ids.iter().zip(&response.results) {
                    let Some(entry) = self.remove_entry(*id, ctx) else {
                        confirmed.is_partial |= result.status != OpStatus::Refused;
                        continue;
                    };
                    let OutboxEntry::BoardOp { op, .. } = &entry else { continue };
                    match result.status {
                        OpStatus::Applied => confirmed.applied.push(op.id),
                        OpStatus::Duplicate => confirmed.duplicate.push(op.id),
                        OpStatus::Refused => {
                            self.record_refusal(
                                *id,
                                &entry,
                                result.code.unwrap_or(ErrorCode::BadOp).into(),
                                boards,
                                ctx,
                            );
                            results.push(BoardSyncResult::OpRefused(board_id, op.id));
                        }
                    }
                }
                results.push(BoardSyncResult::OpsConfirmed(board_id, confirmed));
                Ok(results)
            }
            Some((id, OutboxEntry::CreateBoard { .. })) => {
                let (id, response) = (*id, response.read::<CreatedBoardBody>()?);
                self.remove_entry(id, ctx);
                Ok(vec![BoardSyncResult::BoardCreated(response.board)])
            }
            Some((id, OutboxEntry::Note { .. })) => {
                let (id, response) = (*id, response.read::<NoteResponse>()?);
                if let Some(OutboxEntry::Note { change, .. }) = self.remove_entry(id, ctx) {
                    self.note_results.push(NoteSyncResult::Accepted { change, response });
                }
                Ok(vec![])
            }
            known if response.is_success() => {
                let known = known.map(|(id, _)| *id);
                for id in ids.iter().copied().chain(known) {
                    match self.remove_entry(id, ctx) {
                        Some(OutboxEntry::FocusSession { session, .. }) => self.on_session_accepted(session, response),
                        Some(OutboxEntry::Preferences { update }) => {
                            self.preferences_result =
                                Some(PreferencesSyncResult::Accepted { update, response: response.clone() });
                        }
                        _ => {}
                    }
                }
                Ok(vec![])
            }
            _ => Err(response.failure()),
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
        places.filter_map(|index| self.entries.get(index)).map(|(_, entry)| entry)
    }

    /// Gives up entries that the server will never take.
    fn refuse_entries(
        &mut self,
        ids: &[Id],
        rejection: &Rejection,
        boards: &Boards,
        ctx: &mut Context,
    ) -> Vec<BoardSyncResult> {
        let mut results = vec![];
        for id in ids {
            if let Some(entry) = self.remove_entry(*id, ctx) {
                self.record_refusal(*id, &entry, rejection.clone(), boards, ctx);
                results.extend(refusal_result(&entry));
                match entry {
                    OutboxEntry::FocusSession { session, previous } => {
                        self.session_results.push(SessionSyncResult::Refused { id: session.id, previous });
                    }
                    OutboxEntry::Preferences { update } => {
                        self.preferences_result = Some(PreferencesSyncResult::Refused(update));
                    }
                    OutboxEntry::Note { .. } => self.note_results.push(NoteSyncResult::Refused),
                    OutboxEntry::BoardOp { .. } | OutboxEntry::CreateBoard { .. } => {}
                }
            }
        }
        results
    }

    /// Tells the person of a refused change, until they put it away (SPEC Y12).
    fn record_refusal(
        &mut self,
        id: Id,
        entry: &OutboxEntry,
        rejection: Rejection,
        boards: &Boards,
        ctx: &mut Context,
    ) {
        let Rejection { code, message } = rejection;
        let (what, text) = describe::describe(entry, boards);
        if matches!(entry, OutboxEntry::BoardOp { op, .. } if matches!(op.change, Change::EditBoard { .. })) {
            ctx.log("Error updating board");
        }
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            let stored = StoredRefusal { format: FORMAT, code, what: what.clone(), text: text.clone() };
            ctx.write_idb(format!("{}{id}", idb_key::refused_prefix(account)), crate::json(&stored));
        }
        self.refused.push(RefusedView { id, code, message, what, text });
    }

    /// Puts away the word that a change was refused, or all of them; the other tabs do too (SPEC Y12).
    pub fn dismiss_refused(&mut self, refused_id: Option<Id>, ctx: &mut Context) {
        let ids = self.refused.iter().map(|refused| refused.id);
        let ids: Vec<Id> = ids.filter(|id| refused_id.is_none_or(|refused_id| refused_id == *id)).collect();
        for id in ids {
            if let Some(account) = self.account {
                ctx.delete_idb(format!("{}{id}", idb_key::refused_prefix(account)));
                ctx.broadcasts.push(PeerMessage::RefusalDismissed { account, refused_id: id });
            }
            self.on_refusal_dismissed(id, ctx);
        }
        if refused_id.is_none() {
            self.notice = None;
        }
        self.publish_view_if_changed(ctx);
    }

    /// Another tab has put it away.
    pub fn on_refusal_dismissed(&mut self, refused_id: Id, ctx: &mut Context) {
        self.refused.retain(|refused| refused.id != refused_id);
        self.publish_view_if_changed(ctx);
    }

    /// Takes an entry out. In the storage it is the leader who does.
    fn remove_entry(&mut self, id: Id, ctx: &mut Context) -> Option<OutboxEntry> {
        self.removed_ids.push_back(id);
        if self.removed_ids.len() > MAX_REMEMBERED_IDS {
            self.removed_ids.pop_front();
        }
        self.unreadable.remove(&id);
        self.peer_only.remove(&id);
        if let Some(account) = self.account.filter(|_| self.is_leader()) {
            ctx.delete_idb(format!("{}{id}", idb_key::outbox_prefix(account)));
            if self.is_memory_only {
                // The first version of the app may have stored it there, or a guest, and it could not move.
                ctx.remove_local_storage(format!("{}{account}/{id}", local_key::LEGACY_OUTBOX_PREFIX));
                ctx.delete_idb(format!("{}{id}", idb_key::outbox_prefix(Id::GUEST)));
            }
        }
        let index = self.find(id).ok()?;
        if let Some(delayed) = self.deferred.iter().position(|delayed| *delayed == id) {
            self.deferred.remove(delayed);
            // The clock is right again, or there is room.
            self.notice = None;
        }
        self.entries.remove(index).map(|(_, entry)| entry)
    }

    /// Where an entry stands, or would stand.
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(&id))
    }

    /// Tells the mirror of an outbox that has just been opened.
    pub fn publish_view(&mut self, ctx: &mut Context) {
        self.last_view = self.view();
        ctx.step.patches.push(Patch::Sync { sync: self.view() });
    }

    fn publish_view_if_changed(&mut self, ctx: &mut Context) {
        let view = self.view();
        if view != self.last_view {
            self.last_view = view.clone();
            ctx.step.patches.push(Patch::Sync { sync: view });
        }
    }
}

fn send_request(method: &'static str, path: &str, body: String) -> ApiRequest {
    ApiRequest::with_body(Purpose::SendOutbox, method, path, body)
}

fn refusal_result(entry: &OutboxEntry) -> Option<BoardSyncResult> {
    match entry {
        OutboxEntry::BoardOp { board_id, op } => Some(BoardSyncResult::OpRefused(*board_id, op.id)),
        OutboxEntry::CreateBoard { request } => {
            request.id.as_deref().and_then(Id::parse).map(BoardSyncResult::BoardRefused)
        }
        OutboxEntry::FocusSession { .. } | OutboxEntry::Preferences { .. } | OutboxEntry::Note { .. } => None,
    }
}
