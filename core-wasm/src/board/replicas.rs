//! The boards in memory: their replicas with the user's unsent changes, what the browser stores of them, and keeping
//! them up to date with the server.

use super::due::LocalMinute;
use super::pending::{PendingChange, PendingChanges, board_from_entry};
use super::reduce::{Record, Records};
use super::replica::{MergeOutcome, Replica};
use super::storage::BoardStore;
use super::sync_results::ConfirmedOps;
use crate::api::{ApiRequest, Purpose, percent_encoded};
use crate::context::Context;
use crate::context::events::BoardChange;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords, Card, List};
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::OutboxEntry;
use crate::resource::fetch::Fetch;
use crate::sort::sort_by_key;

/// The boards in memory. They stay after they are closed, so that they open immediately the next time.
#[derive(Debug, Default)]
pub(super) struct Replicas {
    by_id: IdMap<Replica>,
    /// The open board. The patches of other boards are discarded, because the mirror does not have them.
    open_id: Option<Id>,
    /// The changes that the server does not have yet.
    pending: PendingChanges,
    /// What is stored of each board.
    store: BoardStore,
    /// The requests in flight for the changes of boards.
    catch_ups: IdMap<CatchUp>,
    /// The boards with a list that is being restored from the trash without having been loaded, so that its cards have
    /// to be requested.
    restoring_lists_of: Vec<Id>,
    /// The boards for which the server was rolled back to an older version. Each is loaded again, and the response
    /// replaces everything that is known of it.
    reloading_after_rollback: Vec<Id>,
    /// The user's local time.
    local_minute: LocalMinute,
}

/// A request for the changes of a board. The response is applied even if it is outdated: the next request continues
/// from its version.
#[derive(Debug)]
struct CatchUp {
    /// The version after which the changes are requested.
    since: i64,
    fetch: Fetch,
}

/// What a response or a live change did to a replica.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum ReplicaUpdate {
    /// It may have changed. The patches contain the changes.
    Patched,
    /// It was replaced as a whole, without patches.
    Replaced,
    /// The server has deleted the board, so it was removed.
    Deleted,
    /// Nothing, because the request failed.
    None,
}

/// What an op of the user did.
#[derive(Debug)]
pub(super) struct AppliedOp {
    /// The changes that undo it; none if it changed nothing.
    pub(super) inverse: Vec<Change>,
    /// The board's own record, if it has changed.
    pub(super) board: Option<Board>,
}

impl Replicas {
    /// Returns the replica of a board.
    pub(super) fn get(&self, board_id: Id) -> Option<&Replica> {
        self.by_id.get(&board_id)
    }

    /// Returns whether a board is in memory.
    pub(super) fn contains(&self, board_id: Id) -> bool {
        self.by_id.contains_key(&board_id)
    }

    /// Returns the ids of the boards.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        self.by_id.keys().copied()
    }

    /// Returns the id of the board with this slug.
    pub(super) fn id_of(&self, slug: &str) -> Option<Id> {
        self.by_id.values().map(Replica::board).find(|board| board.slug.as_str() == slug).map(|board| board.id)
    }

    /// Returns the records of a board with the user's unsent changes.
    pub(super) fn records(&self, board_id: Id) -> Option<&Records> {
        self.get(board_id).map(Replica::records)
    }

    /// Returns the open board.
    pub(super) fn open(&self) -> Option<&Replica> {
        self.get(self.open_id?)
    }

    /// Returns the id of the open board.
    pub(super) fn open_id(&self) -> Option<Id> {
        self.open_id
    }

    /// Sets the open board, whose patches go to the mirror from now on.
    pub(super) fn set_open(&mut self, board_id: Option<Id>) {
        self.open_id = board_id;
    }

    /// Returns the changes that the server does not have yet.
    pub(super) fn pending(&self) -> &PendingChanges {
        &self.pending
    }

    /// Adds the change to boards that an entry of the outbox makes. Returns whether it makes one.
    pub(super) fn on_entry_added(&mut self, id: Id, entry: &OutboxEntry) -> bool {
        let change = PendingChange::of(entry);
        let is_change = change.is_some();
        if let Some(change) = change {
            self.pending.0.insert(id, change);
        }
        is_change
    }

    /// Removes an entry that is no longer in the outbox. Returns whether it was a change to boards.
    pub(super) fn on_entry_removed(&mut self, id: Id) -> bool {
        self.pending.0.remove(id).is_some()
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(super) fn on_outbox_cleared(&mut self) {
        self.pending.0.clear();
    }

    /// Sets the account whose boards are stored.
    pub(super) fn set_account(&mut self, account: Id) {
        self.store.set_account(account);
    }

    /// Creates the replicas of the boards that exist only in the outbox. Starts to read the boards with unsent changes,
    /// so that their confirmations can be stored.
    pub(super) fn restore_pending(&mut self, ctx: &mut Context) {
        let (mut created, mut changed) = (vec![], vec![]);
        for change in self.pending.iter() {
            match change {
                PendingChange::Create(board) => created.push(board.as_ref().clone()),
                PendingChange::Op { board_id, .. } if changed.contains(board_id) => {}
                PendingChange::Op { board_id, .. } => changed.push(*board_id),
            }
        }
        created.into_iter().for_each(|board| self.create_if_missing(board));
        for board_id in changed {
            if !self.contains(board_id) {
                self.store.request(board_id, ctx);
            }
        }
    }

    /// Requests the stored data of a board.
    pub(super) fn read_stored(&mut self, board_id: Id, ctx: &mut Context) {
        self.store.request(board_id, ctx);
    }

    /// Returns whether stored boards are still being read.
    pub(super) fn is_reading(&self) -> bool {
        self.store.is_reading()
    }

    /// Adds a board from its stored data, unless it is in memory. Returns whether it was added.
    pub(super) fn on_stored_read(&mut self, board_id: Id, stored: Vec<(String, String)>, ctx: &mut Context) -> bool {
        let is_known = self.contains(board_id);
        let Some(replica) = self.store.on_read(board_id, stored, is_known, ctx) else { return false };
        self.insert_with_unsent(board_id, replica);
        true
    }

    /// Compacts what is stored of a board if there are many deltas.
    pub(super) fn compact(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.by_id.get(&board_id) {
            self.store.compact(board_id, replica, ctx);
        }
    }

    /// Updates the due status of cards to the user's local time.
    pub(super) fn set_local_time(&mut self, env: &Env, ctx: &mut Context) {
        let local_minute = LocalMinute::of(env.local_date_time());
        if self.local_minute == local_minute {
            return;
        }
        for (id, replica) in &mut self.by_id {
            if self.open_id == Some(*id) {
                replica.update_local_minute(&local_minute, &mut ctx.step.patches);
            } else {
                replica.set_local_minute(&local_minute);
            }
        }
        self.local_minute = local_minute;
    }

    fn insert(&mut self, board_id: Id, mut replica: Replica) {
        replica.set_local_minute(&self.local_minute);
        self.by_id.insert(board_id, replica);
    }

    /// Inserts a replica with the board's unsent ops. An op that does not fit stays pending without an effect: either
    /// the records that it needs are still missing here, or the server will refuse it (SPEC Y37).
    fn insert_with_unsent(&mut self, board_id: Id, mut replica: Replica) {
        for op in self.pending.ops(replica.board().id) {
            replica.insert_pending(op.clone(), None, &mut vec![]);
        }
        self.insert(board_id, replica);
    }

    /// Creates the replica of a new board.
    pub(super) fn create(&mut self, board: Board) {
        let id = board.id;
        if let Some(replica) = Replica::load(new_records(board)) {
            self.insert(id, replica);
        }
    }

    /// Creates the replica of a board that the server does not know yet, with its unsent ops, unless there is one.
    fn create_if_missing(&mut self, board: Board) {
        let id = board.id;
        if !self.contains(id)
            && let Some(replica) = Replica::load(new_records(board))
        {
            self.insert_with_unsent(id, replica);
        }
    }

    /// Creates the replica of a board that another tab has created. Returns the board.
    pub(super) fn create_from_peer(&mut self, entry: &OutboxEntry) -> Option<Board> {
        let board = board_from_entry(entry)?;
        self.create_if_missing(board.clone());
        Some(board)
    }

    /// Applies an op of another tab to the replica of its board. Returns false if there is none, or if it has the op
    /// already.
    pub(super) fn insert_peer_op(&mut self, board_id: Id, op: &BoardOp, ctx: &mut Context) -> bool {
        let is_new = self.get(board_id).is_some_and(|replica| !replica.is_pending(op.id));
        if is_new {
            let next = self.pending.ops(board_id).skip_while(|other| other.id != op.id).nth(1).map(|op| op.id);
            self.update(board_id, ctx, |replica, patches| replica.insert_pending(op.clone(), next, patches));
        }
        is_new
    }

    /// Applies an op of the user. Returns `None` if the board is not in memory.
    ///
    /// # Errors
    ///
    /// Returns the code of the reducer if the op does not fit.
    pub(super) fn apply_own_op(
        &mut self,
        board_id: Id,
        op: &BoardOp,
        ctx: &mut Context,
    ) -> Option<Result<AppliedOp, ErrorCode>> {
        let replica = self.by_id.get_mut(&board_id)?;
        let mut patches: Vec<Patch> = vec![];
        let inverse = match replica.apply_own_op(op, &mut patches) {
            Ok(inverse) => inverse,
            Err(code) => return Some(Err(code)),
        };
        let has_board_changed = patches.iter().any(|patch| matches!(patch, Patch::OpenBoardChanged { .. }));
        let board = has_board_changed.then(|| replica.board().clone());
        if self.open_id == Some(board_id) {
            ctx.step.patches.append(&mut patches);
        }
        Some(Ok(AppliedOp { inverse, board }))
    }

    /// Removes an op that the server refused.
    pub(super) fn remove_op(&mut self, board_id: Id, op_id: Id, ctx: &mut Context) {
        self.update(board_id, ctx, |replica, patches| replica.remove_pending(op_id, patches));
    }

    /// Imports a trashed list into the replica of its board if the replica lacks it. Its cards are requested once the
    /// restored list is confirmed.
    pub(super) fn import_list(&mut self, board_id: Id, list: List) {
        if let Some(replica) = self.by_id.get_mut(&board_id)
            && !replica.records().lists.contains_key(&list.id)
        {
            replica.import_record(Record::List(list));
            self.restoring_lists_of.push(board_id);
        }
    }

    /// Imports a trashed card into the replica of its board. Returns false if there is none, or if it has the card
    /// already.
    pub(super) fn import_card(&mut self, board_id: Id, card: Card) -> bool {
        let Some(replica) = self.by_id.get_mut(&board_id) else { return false };
        let is_new = replica.card(card.id).is_none();
        if is_new {
            replica.import_record(Record::Card(Box::new(card)));
        }
        is_new
    }

    /// Removes the replica of a board that the server refused to create.
    pub(super) fn remove(&mut self, board_id: Id) {
        self.by_id.remove(&board_id);
    }

    /// Handles the server's record of a board that was created here: stores it and requests its changes.
    pub(super) fn on_created(&mut self, board: Board, ctx: &mut Context) {
        let id = board.id;
        self.store.write_delta(id, 0, 0, &crate::json(&new_records(board)), ctx);
        self.catch_up(id, ctx);
    }

    /// Marks ops as confirmed and stores what they changed.
    pub(super) fn confirm(&mut self, board_id: Id, ops: &ConfirmedOps, ctx: &mut Context) {
        let mut outcome = MergeOutcome::AlreadyKnown;
        self.update(board_id, ctx, |replica, patches| outcome = replica.confirm(ops, patches));
        match outcome {
            MergeOutcome::Confirmed(since, records) => {
                self.store.write_confirmed(board_id, since, &records, ctx);
                self.compact(board_id, ctx);
            }
            MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
            _ => {}
        }
        if self.restoring_lists_of.contains(&board_id) && self.pending.ops(board_id).next().is_none() {
            self.restoring_lists_of.retain(|id| *id != board_id);
            self.catch_up(board_id, ctx);
        }
    }

    /// Requests a whole board.
    pub(super) fn fetch(slug: String, ctx: &mut Context) {
        let path = format!("/boards/{}/changes/", percent_encoded(&slug));
        ctx.requests.push(ApiRequest::get(Purpose::LoadBoard { slug }, path));
    }

    /// Handles a response with a whole board. A replica with a newer version stays unchanged, unless the server was
    /// rolled back.
    pub(super) fn on_fetched(
        &mut self,
        board_id: Id,
        records: BoardRecords,
        response: &ApiResponse,
        ctx: &mut Context,
    ) {
        let version = records.version;
        if let Some(index) = self.reloading_after_rollback.iter().position(|other| *other == board_id) {
            self.reloading_after_rollback.remove(index);
            self.accept_server_rollback(board_id);
        }
        let outcome = match self.by_id.get_mut(&board_id) {
            Some(replica) => replica.apply_delta(0, records, &mut vec![]),
            None => {
                if let Some(replica) = Replica::load(records) {
                    self.insert_with_unsent(board_id, replica);
                }
                MergeOutcome::Replaced
            }
        };
        if let (MergeOutcome::Replaced, ApiResponse::Received { body, .. }) = (outcome, response) {
            self.store.write_snapshot(board_id, version, body, ctx);
        }
    }

    /// Makes the next response replace a board and what is stored of it, because the server was rolled back.
    fn accept_server_rollback(&mut self, board_id: Id) {
        if let Some(replica) = self.by_id.get_mut(&board_id) {
            replica.accept_server_rollback();
        }
        self.store.accept_server_rollback(board_id);
    }

    /// Loads the whole board because the server was rolled back to a version before the known one.
    fn reload_after_rollback(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(replica) = self.by_id.get(&board_id) {
            let slug = replica.board().slug.as_str().to_owned();
            if !self.reloading_after_rollback.contains(&board_id) {
                self.reloading_after_rollback.push(board_id);
            }
            Self::fetch(slug, ctx);
        }
    }

    /// Requests the changes of a board. While a request is in flight, another one is made after its response (SPEC Y8).
    pub(super) fn catch_up(&mut self, board_id: Id, ctx: &mut Context) {
        let Some(since) = self.get(board_id).map(Replica::contiguous_version) else { return };
        let catch_up = self.catch_ups.entry(board_id).or_insert_with(|| CatchUp { since, fetch: Fetch::default() });
        if !catch_up.fetch.start() {
            catch_up.fetch.invalidate();
            return;
        }
        catch_up.since = since;
        let path = format!("/boards/{board_id}/changes/?since={since}");
        ctx.requests.push(ApiRequest::get(Purpose::CatchUp { board_id }, path));
    }

    /// Requests the changes of the open board, unless the server does not know it yet.
    pub(super) fn catch_up_open(&mut self, ctx: &mut Context) {
        if let Some(id) = self.open_id.filter(|id| !self.pending.has_creation(*id)) {
            self.catch_up(id, ctx);
        }
    }

    /// Requests the changes of all boards in memory except the open one.
    pub(super) fn catch_up_others(&mut self, ctx: &mut Context) {
        let mut ids: Vec<Id> =
            self.ids().filter(|id| self.open_id != Some(*id) && !self.pending.has_creation(*id)).collect();
        sort_by_key(&mut ids, |id| *id);
        ids.into_iter().for_each(|id| self.catch_up(id, ctx));
    }

    /// Handles the response to a request for the changes of a board.
    pub(super) fn on_catch_up_response(
        &mut self,
        board_id: Id,
        response: &ApiResponse,
        ctx: &mut Context,
    ) -> ReplicaUpdate {
        let Some(mut catch_up) = self.catch_ups.remove(&board_id) else { return ReplicaUpdate::None };
        match (response.read::<BoardRecords>(), response) {
            (Ok(delta), ApiResponse::Received { body, .. }) => {
                let update = self.apply_delta(board_id, catch_up.since, delta, body, ctx);
                if catch_up.fetch.finish().is_outdated {
                    self.catch_up(board_id, ctx);
                }
                update
            }
            (Err(Failure::Permanent { status: 404, .. }), _) => {
                self.by_id.remove(&board_id);
                self.store.delete(board_id, ctx);
                ReplicaUpdate::Deleted
            }
            (Err(Failure::Permanent { status: 400, .. }), _) => {
                self.reload_after_rollback(board_id, ctx);
                ReplicaUpdate::None
            }
            _ => {
                ctx.log("Error fetching boards");
                if catch_up.fetch.fail() && self.contains(board_id) {
                    self.catch_ups.insert(board_id, catch_up);
                    self.catch_up(board_id, ctx);
                }
                ReplicaUpdate::None
            }
        }
    }

    /// Marks a request in flight for the changes of a board as outdated.
    pub(super) fn invalidate_catch_up(&mut self, board_id: Id) {
        if let Some(catch_up) = self.catch_ups.get_mut(&board_id) {
            catch_up.fetch.invalidate();
        }
    }

    /// Merges the changes of a board since a version, given also as JSON, and stores them. Requests what is missing.
    pub(super) fn apply_delta(
        &mut self,
        board_id: Id,
        since: i64,
        delta: BoardRecords,
        text: &str,
        ctx: &mut Context,
    ) -> ReplicaUpdate {
        let (version, mut outcome) = (delta.version, MergeOutcome::AlreadyKnown);
        self.update(board_id, ctx, |replica, patches| outcome = replica.apply_delta(since, delta, patches));
        match outcome {
            MergeOutcome::Applied => {
                self.store.write_delta(board_id, since, version, text, ctx);
                self.compact(board_id, ctx);
            }
            MergeOutcome::Replaced => {
                self.store.write_snapshot(board_id, version, text, ctx);
                return ReplicaUpdate::Replaced;
            }
            MergeOutcome::GapDetected => self.catch_up(board_id, ctx),
            MergeOutcome::AlreadyKnown | MergeOutcome::Confirmed(..) => {}
        }
        ReplicaUpdate::Patched
    }

    /// Returns the record changes of all boards since the last call.
    pub(super) fn take_changes(&mut self) -> Vec<BoardChange> {
        let changed = self
            .by_id
            .iter_mut()
            .filter_map(|(id, replica)| Some(BoardChange { board_id: *id, records: replica.take_changes()? }));
        changed.collect()
    }

    /// Clears the boards after a change of account. The pending changes follow the outbox instead.
    pub(super) fn reset(&mut self) {
        let (pending, local_minute) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.local_minute));
        *self = Self { pending, local_minute, ..Self::default() };
    }

    /// Runs `act` on a replica. Its patches are sent only if the board is open.
    fn update(&mut self, board_id: Id, ctx: &mut Context, act: impl FnOnce(&mut Replica, &mut Vec<Patch>)) {
        if let Some(replica) = self.by_id.get_mut(&board_id) {
            let mut patches = vec![];
            act(replica, &mut patches);
            if self.open_id == Some(board_id) {
                ctx.step.patches.extend(patches);
            }
        }
    }
}

/// Returns the records of a board that was just created.
fn new_records(board: Board) -> BoardRecords {
    BoardRecords { version: 0, is_complete: false, board: Some(board), lists: vec![], cards: vec![], items: vec![] }
}
