//! The outbox: the user's changes in order, until the server has confirmed them. Each entry is stored under its own
//! key, so that neither a reload nor a crash loses one. One request is in flight at a time. Sending an entry twice has
//! no effect, because the server knows its id.
//!
//! Every tab of a browser holds the whole outbox in memory. One of them, the leader, sends it and broadcasts the
//! results to the others.

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

/// The maximum number of ops per request.
const MAX_BATCH_OPS: usize = 200;
/// The approximate maximum size of the ops in one request, in bytes of JSON. It is small enough for a slow network to
/// send within the request timeout of 10 seconds. A single op may be larger.
const MAX_BATCH_BYTES: usize = 256 << 10;
/// The maximum number of remembered ids of removed entries. They are needed because another tab may announce an entry
/// after its response.
const MAX_REMEMBERED_IDS: usize = 1_000;

/// The used part of the response to a created board. A new board has no lists.
#[derive(Deserialize)]
struct CreatedBoardBody {
    board: Board,
}

/// The result of sending entries that concern boards.
#[derive(Debug, PartialEq, Eq)]
pub enum BoardSyncResult {
    /// The server has created a board and stored this record.
    BoardCreated(Board),
    /// The server has refused to create the board with this id.
    BoardRefused(Id),
    /// The server has refused an op; contains the ids of the board and of the op.
    OpRefused(Id, Id),
    /// The server has confirmed ops of the board with this id.
    OpsConfirmed(Id, ConfirmedOps),
}

/// The ops of one request that the server has confirmed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ConfirmedOps {
    /// The ids of the ops that were new to the server.
    pub applied: Vec<Id>,
    /// The ids of the ops that the server had already applied.
    pub duplicate: Vec<Id>,
    /// Whether the request contained further confirmed ops that this tab does not have.
    pub is_partial: bool,
    /// The board's version that includes all of them.
    pub version: i64,
}

/// The result of sending changed preferences that have left the outbox.
#[derive(Debug, PartialEq, Eq)]
pub enum PreferencesSyncResult {
    /// The server has accepted the changes and returned all preferences.
    Accepted {
        /// The changes.
        update: PreferencesUpdate,
        /// The server's response.
        response: ApiResponse,
    },
    /// The server has refused these changes.
    Refused(PreferencesUpdate),
}

/// A value that changes whenever the outbox does, as returned by [`Outbox::revision`]: the number of entries, the id of
/// the last entry added, the id of the last entry removed, and the number of entries changed in place.
pub type OutboxRevision = (usize, Option<Id>, Option<Id>, u64);

/// The unsent changes of one account.
#[derive(Debug, Default)]
pub struct Outbox {
    account: Option<Id>,
    /// The entries, sorted by id.
    entries: VecDeque<(Id, OutboxEntry)>,
    /// The greatest id of all entries so far, including removed ones.
    last_id: Option<Id>,
    /// The ids of removed entries, the latest last.
    removed_ids: VecDeque<Id>,
    /// The ids of note changes that no request has contained, as far as this tab knows.
    never_sent: Vec<Id>,
    /// The ids of entries that a later save has replaced, the latest last.
    coalesced_ids: VecDeque<Id>,
    /// The results of note changes since they were last taken.
    note_results: Vec<NoteSyncResult>,
    /// The ids of entries that are sent after all others (SPEC Y10).
    deferred: Vec<Id>,
    /// Whether the stored entries have been read. Nothing is sent before, because older entries may follow.
    is_storage_loaded: bool,
    /// Whether this tab holds the leader's Web Lock.
    has_lead_lock: bool,
    /// The ids of stored entries that a newer version of the app wrote and this one cannot read. They stay stored (SPEC
    /// Y9).
    unreadable: BTreeSet<Id>,
    /// The ids of entries that another tab announced and that have not been found in the storage yet. Entries that they
    /// depend on may exist only in that tab.
    peer_only: BTreeSet<Id>,
    /// The ids of the entries in the current request.
    in_flight: Vec<Id>,
    failures: u32,
    /// Whether the last failed request received a response.
    had_response: bool,
    /// The maximum number of ops in the next request after one timed out or was too large (SPEC Y33); `None` means
    /// [`MAX_BATCH_OPS`].
    batch_limit: Option<usize>,
    /// Whether the alarm of the next retry is set.
    is_backing_off: bool,
    is_live: bool,
    is_memory_only: bool,
    refused: Vec<RefusedView>,
    notice: Option<Rejection>,
    /// The number of entries that were changed in place.
    edits_in_place: u64,
    /// The results of focus sessions since they were last taken.
    session_results: Vec<SessionSyncResult>,
    /// The latest result of preferences since it was last taken.
    preferences_result: Option<PreferencesSyncResult>,
    last_view: SyncView,
}

impl Outbox {
    /// Creates the outbox of an account, with the role and the storage state of the previous one. The stored entries
    /// follow with [`Outbox::read`].
    pub fn open(account: Option<Id>, before: &Self) -> Self {
        let (has_lead_lock, is_memory_only) = (before.has_lead_lock, before.is_memory_only);
        Self { account, has_lead_lock, is_memory_only, ..Self::default() }
    }

    /// Returns the unsent changes in order.
    pub fn entries(&self) -> impl Iterator<Item = &OutboxEntry> {
        self.entries.iter().map(|(_, entry)| entry)
    }

    /// Returns the unsent ops of a board in order.
    pub fn ops(&self, board: Id) -> impl Iterator<Item = &BoardOp> {
        self.entries().filter_map(move |entry| match entry {
            OutboxEntry::BoardOp { board_id, op } if *board_id == board => Some(op),
            _ => None,
        })
    }

    /// Returns whether there are unsent preferences.
    pub fn has_preferences(&self) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::Preferences { .. }))
    }

    /// Takes the latest result of preferences since the last call.
    pub fn take_preferences_result(&mut self) -> Option<PreferencesSyncResult> {
        self.preferences_result.take()
    }

    /// Returns whether the last request failed and none has succeeded since, because the server cannot be reached or
    /// returned an error.
    pub fn is_offline(&self) -> bool {
        self.failures > 0
    }

    /// Returns whether the user has to fix something, such as the device's clock, before everything can be sent.
    pub fn has_notice(&self) -> bool {
        self.notice.is_some()
    }

    /// Returns whether the creation of this board is unsent.
    pub fn has_unsent_creation(&self, board: Id) -> bool {
        self.entries().any(|entry| matches!(entry, OutboxEntry::CreateBoard { request } if request.id.as_deref().and_then(Id::parse) == Some(board)))
    }

    /// Returns copies of the unsent changes with their ids, to send to another tab.
    pub fn cloned_entries(&self) -> Vec<(Id, OutboxEntry)> {
        self.entries.iter().cloned().collect()
    }

    /// Returns whether there are no unsent changes that this version can send.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether the storage contains changes that this version cannot read.
    pub fn has_unreadable(&self) -> bool {
        !self.unreadable.is_empty()
    }

    /// Returns whether there are changes for the leader to send.
    pub fn needs_leader(&self) -> bool {
        self.is_storage_loaded && !self.is_guest_outbox() && !self.is_empty()
    }

    /// Returns the id of the first entry.
    pub fn first_id(&self) -> Option<Id> {
        self.entries.front().map(|(id, _)| *id)
    }

    /// Returns whether the outbox contains this entry.
    pub fn contains(&self, id: Id) -> bool {
        self.find(id).is_ok()
    }

    /// Returns a value that is different after every change of the outbox.
    pub fn revision(&self) -> OutboxRevision {
        (self.entries.len(), self.last_id, self.removed_ids.back().copied(), self.edits_in_place)
    }

    /// Returns whether the storage does not work, so that the outbox exists only in memory.
    pub fn is_memory_only(&self) -> bool {
        self.is_memory_only
    }

    /// Returns the account that the outbox belongs to.
    pub fn owner(&self) -> Option<Id> {
        self.account
    }

    /// Returns whether the outbox is a guest's, which is never sent.
    fn is_guest_outbox(&self) -> bool {
        self.account == Some(Id::GUEST)
    }

    /// Removes all entries, after the user has logged out and accepted losing them.
    pub fn discard(&mut self) {
        *self = Self::open(self.account, self);
    }

    /// Returns all entries, to keep them in memory if the browser cannot store anything.
    pub fn into_entries(self) -> Vec<(Id, OutboxEntry)> {
        self.entries.into()
    }

    /// Returns the state for the mirror.
    pub fn view(&self) -> SyncView {
        SyncView {
            // A guest's changes are not shown as unsent, because they are only sent after a sign-up or login.
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

    /// Counts the changes that the server has not confirmed, including those that this version cannot read.
    fn unsent(&self) -> usize {
        self.entries.len() + self.unreadable.len()
    }

    /// Adds changes, stores them and broadcasts them to the other tabs (SPEC Y1). Does nothing without an account.
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

    /// Returns an id greater than that of the last entry, so that the order of the stored keys is the order of the
    /// changes, even if the clock was set back or two changes are made within a millisecond.
    fn next_id(&self, env: &Env) -> Id {
        let id = env.new_id();
        match self.last_id.filter(|last| id <= *last) {
            Some(last) => last.next_after(&env.random().to_le_bytes().repeat(2)[..10].try_into().unwrap_or_default()),
            None => id,
        }
    }

    /// Adds the stored entries, given by key. Entries of a newer version stay stored, and corrupt ones are set aside
    /// (SPEC Y9). Returns the entries that were not in the outbox yet.
    pub fn read(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) -> Vec<(Id, OutboxEntry)> {
        let prefix = self.account.map(idb_key::outbox_prefix).unwrap_or_default();
        let mut entries = vec![];
        for (key, text) in stored {
            // An entry with the maximum id leaves no ids for later changes, so it is set aside.
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

    /// Leaves a stored entry for a version that can read it. New entries get greater ids.
    fn skip_unreadable(&mut self, id: Id, key: &str, ctx: &mut Context) {
        if self.unreadable.insert(id) {
            self.last_id = self.last_id.max(Some(id));
            ctx.log(format!("Cannot read a stored change from another app version, kept it for later: {key}"));
        }
    }

    /// Inserts entries that are in the storage already, in the order of their ids. Returns those that were not in the
    /// outbox yet.
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
            // The leader sends an entry again that is still stored after it was sent. Otherwise the entry would stay
            // stored forever. The server recognizes it by its id.
            if let Err(index) = self.find(id) {
                self.last_id = self.last_id.max(Some(id));
                self.entries.insert(index, (id, entry.clone()));
                new_entries.push((id, entry));
            }
        }
        self.publish_view_if_changed(ctx);
        new_entries
    }

    /// Adds entries that another tab of this browser has announced. Returns those that were not in the outbox yet.
    pub fn merge_peer_entries(&mut self, entries: Vec<(Id, OutboxEntry)>, ctx: &mut Context) -> Vec<(Id, OutboxEntry)> {
        let new_entries = self.merge_entries(entries, ctx);
        self.peer_only.extend(new_entries.iter().map(|(id, _)| *id));
        new_entries
    }

    /// Removes another tab's op whose board the server does not know, without reporting a refusal, because the creation
    /// of the board may be unsent in that tab. The storage is read again: if it contains the op, the op is sent again
    /// and then finally refused. Returns `None` for any other entry.
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

    /// Returns whether an entry with this id has been removed, even if this tab never had it.
    pub fn was_removed(&self, id: Id) -> bool {
        self.removed_ids.contains(&id)
    }

    /// Adds the stored refusals.
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

    /// Sets whether all stored data has been read. Nothing is sent before that.
    pub fn set_storage_loaded(&mut self, is_read: bool) {
        self.is_storage_loaded = is_read;
    }

    /// Returns whether the stored entries have been read.
    pub fn is_storage_loaded(&self) -> bool {
        self.is_storage_loaded
    }

    /// Makes this tab the leader.
    pub fn acquire_lead(&mut self, ctx: &mut Context) {
        self.has_lead_lock = true;
        self.never_sent.clear();
        // The failure was another tab's.
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
        // If the storage does not work, this tab continues to send its own changes.
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Marks all saves as possibly sent by another tab, so that later saves do not replace them.
    pub fn clear_never_sent(&mut self) {
        self.never_sent.clear();
    }

    /// Returns whether this tab sends. Without working storage every tab does, because the leader may have opened
    /// later and cannot read this tab's entries. The server recognizes entries that it already has by their ids.
    pub fn is_leader(&self) -> bool {
        self.has_lead_lock || self.is_memory_only
    }

    /// Sets whether the live connection is open.
    pub fn set_live(&mut self, is_live: bool, ctx: &mut Context) {
        if self.is_live != is_live {
            self.is_live = is_live;
            if is_live {
                // The server can be reached, so a backoff ends early.
                self.failures = 0;
                self.request_retry(ctx);
            }
            self.publish_view_if_changed(ctx);
        }
    }

    /// Continues in memory after the storage has failed.
    pub fn on_storage_failed(&mut self, ctx: &mut Context) {
        self.is_memory_only = true;
        self.send(ctx);
        self.publish_view_if_changed(ctx);
    }

    /// Uses the storage again after its recovery.
    pub fn on_storage_recovered(&mut self, ctx: &mut Context) {
        self.is_memory_only = false;
        self.publish_view_if_changed(ctx);
    }

    /// Sends the first entries, unless a request is in flight, a backoff is running, or this tab is not the leader
    /// (SPEC Y2, Y3).
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

    /// Builds the request for the adjacent ops of one board from `first` on, as many as fit.
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

    /// Retries immediately, for example after a backoff or when the page wakes.
    pub fn retry_now(&mut self, ctx: &mut Context) {
        if self.is_backing_off {
            self.is_backing_off = false;
            ctx.step.io_effects.push(IoEffect::ClearAlarm { alarm: Alarm::Outbox });
        }
        self.send(ctx);
    }

    /// Retries immediately if this tab is the leader, and otherwise requests it from the leader.
    pub fn request_retry(&mut self, ctx: &mut Context) {
        if let Some(account) = self.account.filter(|_| !self.is_leader() && !self.is_empty()) {
            ctx.broadcasts.push(PeerMessage::RetryNow { account });
        }
        self.retry_now(ctx);
    }

    /// Handles the response to the request in flight. Returns the results for the boards.
    pub fn on_response(
        &mut self,
        response: &ApiResponse,
        boards: &Boards,
        env: &Env,
        ctx: &mut Context,
    ) -> Vec<BoardSyncResult> {
        let ids = std::mem::take(&mut self.in_flight);
        if ids.iter().all(|id| self.find(*id).is_err()) {
            // Without Web Locks, another tab has sent the same entries and has already received the response.
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
        // An unsent board is not an error, but a server that responds without creating it is.
        if response.is_received() && !response.is_unauthorized() && self.is_creation(&ids) {
            ctx.log("Error creating board");
        }
        match failure {
            // The new leader retries it and gets the same response.
            Failure::Transient | Failure::Permanent { .. } if !self.is_leader() => vec![],
            // The session has ended. The entries stay stored for the next login.
            Failure::Permanent { status: 401, .. } => vec![],
            // The device's clock is wrong, or the limit for notes is reached (SPEC Y10). The entry is sent after all
            // others, and the user gets a notice.
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

    /// Handles the result of a request of the leader. Returns the results for the boards.
    pub fn on_peer_response(
        &mut self,
        ids: &[Id],
        response: &ApiResponse,
        boards: &Boards,
        ctx: &mut Context,
    ) -> Vec<BoardSyncResult> {
        // A former leader may report a failure after the new leader has already sent everything.
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

    /// Removes the entries of a request that the server has confirmed or refused, and returns the results for the
    /// boards. Returns the failure if the request failed as a whole.
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
                    // Nothing would be removed, and the same request would be repeated without a delay.
                    return Err(Failure::Transient);
                }
                let mut confirmed = ConfirmedOps { version: response.version, ..ConfirmedOps::default() };
                // Refusals come first, because a refused op has to be reverted while the others are still pending.
                let mut results = vec![];
                // If the response has fewer results than the request had ops, the remaining ops are sent again in the
                // next batch.
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

    /// Returns whether one of these entries is a board op.
    fn has_op(&self, ids: &[Id]) -> bool {
        self.entries_of(ids).any(|entry| matches!(entry, OutboxEntry::BoardOp { .. }))
    }

    /// Returns whether these entries are the creation of a board, which is sent alone.
    fn is_creation(&self, ids: &[Id]) -> bool {
        self.entries_of(ids).any(|entry| matches!(entry, OutboxEntry::CreateBoard { .. }))
    }

    /// Returns the entries with these ids that are still in the outbox.
    fn entries_of(&self, ids: &[Id]) -> impl Iterator<Item = &OutboxEntry> {
        let places = ids.iter().filter_map(|id| self.find(*id).ok());
        places.filter_map(|index| self.entries.get(index)).map(|(_, entry)| entry)
    }

    /// Removes entries that the server has refused and returns the results for the boards.
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

    /// Reports a refused change to the user until they dismiss it (SPEC Y12).
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

    /// Dismisses one refusal or all of them, in every tab (SPEC Y12).
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

    /// Removes a refusal that another tab has dismissed.
    pub fn on_refusal_dismissed(&mut self, refused_id: Id, ctx: &mut Context) {
        self.refused.retain(|refused| refused.id != refused_id);
        self.publish_view_if_changed(ctx);
    }

    /// Removes an entry and returns it. Only the leader also deletes it from the storage.
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
                // The first version of the app or a guest may have stored the entry under another key, and migrating it
                // failed.
                ctx.remove_local_storage(format!("{}{account}/{id}", local_key::LEGACY_OUTBOX_PREFIX));
                ctx.delete_idb(format!("{}{id}", idb_key::outbox_prefix(Id::GUEST)));
            }
        }
        let index = self.find(id).ok()?;
        if let Some(delayed) = self.deferred.iter().position(|delayed| *delayed == id) {
            self.deferred.remove(delayed);
            // The clock is correct again, or a note may be added again.
            self.notice = None;
        }
        self.entries.remove(index).map(|(_, entry)| entry)
    }

    /// Returns the index of an entry, or where it would have to be inserted.
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(&id))
    }

    /// Publishes the view of an outbox that has just been opened.
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
