//! The boards in memory: their replicas with the user's unsent changes, and what the browser stores of them.
//! [`catch_up`] keeps them up to date with the server.

mod catch_up;

pub(super) use catch_up::ReplicaUpdate;

use super::due::LocalMinute;
use super::pending::{PendingChange, PendingChanges, boards_of, created_records};
use super::reduce::{self, Record, Records};
use super::replica::Replica;
use super::storage::BoardStore;
use crate::context::Context;
use crate::context::events::{BoardChange, DomainEvent};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords, Card, List};
use crate::protocol::stored::OutboxEntry;
use catch_up::CatchUp;

/// How many closed boards stay in memory, besides those that something needs.
const KEPT_CLOSED: usize = 3;

/// The boards in memory. The last ones stay after they are closed, so that they open immediately the next time.
#[derive(Debug, Default)]
pub(super) struct Replicas {
    by_id: IdMap<Replica>,
    /// The open board. The patches of other boards are discarded, because the mirror does not have them.
    open_id: Option<Id>,
    /// The boards that were closed, in that order. Boards that are no longer in memory are removed.
    closed: Vec<Id>,
    /// The changes that the server does not have yet.
    pending: PendingChanges,
    /// What is stored of each board.
    store: BoardStore,
    /// The requests in flight for the changes of boards.
    catch_ups: IdMap<CatchUp>,
    /// The boards whose last request for changes has failed.
    failed_catch_ups: Vec<Id>,
    /// The boards with a list that is being restored from the trash without having been loaded, so that its cards have
    /// to be requested.
    restoring_lists_of: Vec<Id>,
    /// The lists and cards that were imported from the trash. What lies on them may not be known yet.
    imported: IdMap<()>,
    /// The boards for which the server was rolled back to an older version. Each is loaded again, and the response
    /// replaces everything that is known of it.
    reloading_after_rollback: Vec<Id>,
    /// The boards from which the user was removed. They are kept until the server has refused the user's unsent changes and
    /// until the drafts are shown, so that both can name the records.
    removed: IdMap<Replica>,
    /// The user's local time.
    local_minute: LocalMinute,
    /// The local time in minutes since the epoch for which `local_minute` was computed.
    minutes_since_epoch: Option<i64>,
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

    /// Returns the replica of a board, also of one that the user was removed from, as long as it is needed.
    pub(super) fn get_or_removed(&self, board_id: Id) -> Option<&Replica> {
        self.get(board_id).or_else(|| self.removed.get(&board_id))
    }

    /// Returns whether a board is in memory.
    pub(super) fn contains(&self, board_id: Id) -> bool {
        self.by_id.contains_key(&board_id)
    }

    /// Returns the replicas with their boards' ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Id, &Replica)> {
        self.by_id.iter().map(|(id, replica)| (*id, replica))
    }

    /// Returns the ids of the boards.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        self.by_id.keys().copied()
    }

    /// Returns the id of the board with this slug.
    pub(super) fn id_of(&self, slug: &str) -> Option<Id> {
        self.by_id.values().map(Replica::board).find(|board| board.slug.as_str() == slug).map(|board| board.id)
    }

    /// Returns the user's local time.
    pub(super) fn local_minute(&self) -> &LocalMinute {
        &self.local_minute
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
    pub(super) fn set_open(&mut self, board_id: Option<Id>, ctx: &mut Context) {
        if self.open_id != board_id {
            ctx.events.push(DomainEvent::OpenBoardChanged(board_id));
            self.closed.extend(self.open_id);
            self.closed.retain(|id| Some(*id) != board_id);
        }
        self.open_id = board_id;
    }

    /// Removes closed boards from memory, except the last [`KEPT_CLOSED`] and those that are needed. Their stored data
    /// stays. Returns what was removed.
    pub(super) fn evict(&mut self, is_needed: &dyn Fn(Id) -> bool) -> Vec<Records> {
        let evictable = |id: &Id| {
            let is_synced = self.by_id.get(id).is_some_and(Replica::is_synced);
            let is_busy = self.catch_ups.contains_key(id)
                || self.restoring_lists_of.contains(id)
                || self.reloading_after_rollback.contains(id);
            is_synced && !is_busy && !self.pending.has_ops(*id) && !self.pending.has_creation(*id) && !is_needed(*id)
        };
        let closed: Vec<Id> = self.closed.iter().filter(|id| self.contains(**id)).copied().collect();
        let surplus = closed.len().saturating_sub(KEPT_CLOSED);
        let evicted: Vec<Id> = closed[..surplus].iter().filter(|id| evictable(id)).copied().collect();
        self.closed = closed.into_iter().filter(|id| !evicted.contains(id)).collect();
        evicted.into_iter().filter_map(|id| self.by_id.remove(&id)).map(Replica::into_records).collect()
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
            self.pending.insert(id, change);
        }
        is_change
    }

    /// Removes an entry that is no longer in the outbox. Returns whether it was a change to boards.
    pub(super) fn on_entry_removed(&mut self, id: Id) -> bool {
        let was_change = self.pending.remove(id);
        let Self { removed, pending, .. } = self;
        removed.retain(|board_id, _| pending.has_ops(*board_id));
        was_change
    }

    /// Forgets a board from which the user was removed, unless it has unsent changes.
    pub(super) fn forget_removed(&mut self, board_id: Id) {
        if !self.pending.has_ops(board_id) {
            self.removed.remove(&board_id);
        }
    }

    /// Removes all entries: the outbox is discarded, or another account's is opened.
    pub(super) fn on_outbox_cleared(&mut self) {
        self.pending.clear();
        self.removed.clear();
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
                PendingChange::Create(records) => created.push(records.as_ref().clone()),
                PendingChange::Op { board_id, op } => {
                    for board_id in boards_of(*board_id, op) {
                        if !changed.contains(&board_id) {
                            changed.push(board_id);
                        }
                    }
                }
            }
        }
        created.into_iter().for_each(|records| self.create_if_missing(records));
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
        let minutes = env.now.millis().div_euclid(60_000) + i64::from(env.utc_offset);
        if self.minutes_since_epoch.replace(minutes) == Some(minutes) {
            return;
        }
        let local_minute = LocalMinute::of(env.local_date_time());
        for (id, replica) in self.by_id.iter_mut() {
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
        replica.set_user(self.store.account());
        self.by_id.insert(board_id, replica);
    }

    /// Inserts a replica with the board's unsent ops. An op that does not fit stays pending without an effect: either
    /// the records that it needs are still missing here, or the server will refuse it (SPEC Y37).
    fn insert_with_unsent(&mut self, board_id: Id, mut replica: Replica) {
        replica.set_user(self.store.account());
        for op in self.pending.ops(replica.board().id) {
            replica.insert_pending(op.clone(), &[], &mut vec![]);
        }
        self.insert(board_id, replica);
    }

    /// Creates the replica of a new board.
    pub(super) fn create(&mut self, records: BoardRecords) {
        if let Some(replica) = Replica::load(records) {
            self.insert(replica.board().id, replica);
        }
    }

    /// Creates the replica of a board that the server does not know yet, with its unsent ops, unless there is one.
    fn create_if_missing(&mut self, records: BoardRecords) {
        if let Some(replica) = Replica::load(records)
            && !self.contains(replica.board().id)
        {
            self.insert_with_unsent(replica.board().id, replica);
        }
    }

    /// Creates the replica of a board that another tab has created. Returns the board.
    pub(super) fn create_from_peer(&mut self, entry: &OutboxEntry) -> Option<Board> {
        let records = created_records(entry)?;
        let board = records.board.clone();
        self.create_if_missing(records);
        board
    }

    /// Applies an op of another tab to the replica of its board. Returns false if there is none, or if it has the op
    /// already.
    pub(super) fn insert_peer_op(&mut self, board_id: Id, op: &BoardOp, ctx: &mut Context) -> bool {
        let is_new = self.get(board_id).is_some_and(|replica| !replica.is_pending(op.id));
        if is_new {
            let ids = self.pending.ops(board_id).map(|other| other.id);
            let later: Vec<Id> = ids.skip_while(|id| *id != op.id).skip(1).collect();
            self.update(board_id, ctx, |replica, patches| replica.insert_pending(op.clone(), &later, patches));
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
        let mut unused = vec![];
        let patches = if self.open_id == Some(board_id) { &mut ctx.step.patches } else { &mut unused };
        let known = patches.len();
        let inverse = match replica.apply_own_op(op, patches) {
            Ok(inverse) => inverse,
            Err(code) => return Some(Err(code)),
        };
        let mut new_patches = patches.iter().skip(known);
        let has_board_changed = new_patches.any(|patch| matches!(patch, Patch::OpenBoardChanged { .. }));
        let board = has_board_changed.then(|| replica.board().clone());
        Some(Ok(AppliedOp { inverse, board }))
    }

    /// Removes an op that the server refused. A move between boards is pending on both.
    pub(super) fn remove_op(&mut self, op_id: Id, ctx: &mut Context) {
        let changed: Vec<Id> =
            self.by_id.iter().filter(|(_, replica)| replica.is_pending(op_id)).map(|(id, _)| *id).collect();
        for board_id in changed {
            self.update(board_id, ctx, |replica, patches| replica.remove_pending(op_id, patches));
        }
    }

    /// Imports a trashed list into the replica of its board if the replica lacks it. Its cards are requested once the
    /// restored list is confirmed.
    pub(super) fn import_list(&mut self, board_id: Id, list: List) {
        if let Some(replica) = self.by_id.get_mut(&board_id)
            && !replica.records().lists.contains_key(&list.id)
        {
            self.imported.insert(list.id, ());
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
            self.imported.insert(card.id, ());
            replica.import_record(Record::Card(Box::new(card)));
        }
        is_new
    }

    /// Returns whether all is known that lies on the record that a change moves to the trash.
    pub(super) fn has_contents(&self, board_id: Id, change: &Change) -> bool {
        let refs = reduce::referenced_records(change);
        let mut ids = refs.list_id.iter().chain(&refs.card_id);
        self.contains(board_id) && !ids.any(|id| self.imported.contains_key(id))
    }

    /// Deletes the stored data of a board.
    pub(super) fn delete_stored(&mut self, board_id: Id, slug: &str, ctx: &mut Context) {
        self.store.delete(board_id, Some(slug), ctx);
    }

    /// Removes the replica of a board that the server refused to create.
    pub(super) fn remove(&mut self, board_id: Id) {
        self.by_id.remove(&board_id);
    }

    /// Returns the record changes of all boards since the last call.
    pub(super) fn take_changes(&mut self) -> Vec<BoardChange> {
        let changed = self
            .by_id
            .iter_mut()
            .filter_map(|(id, replica)| Some(BoardChange { board_id: *id, records: replica.take_changes()? }));
        changed.collect()
    }

    /// Clears the boards after a change of account. The pending changes follow the outbox instead, and the open board
    /// has to be closed afterwards.
    pub(super) fn reset(&mut self) {
        let (pending, local_minute) = (std::mem::take(&mut self.pending), std::mem::take(&mut self.local_minute));
        let (open_id, minutes_since_epoch) = (self.open_id, self.minutes_since_epoch);
        *self = Self { pending, local_minute, minutes_since_epoch, open_id, ..Self::default() };
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
