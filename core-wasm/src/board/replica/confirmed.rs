//! Merges the server's data into a replica, below the pending ops: confirmations, deltas and refusals. Also returns
//! the confirmed state, which is what gets stored.

use super::{Pending, Replica};
use crate::board::reduce::{self, Applied, Record};
use crate::board::sync_results::ConfirmedOps;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::record::BoardRecords;

/// The outcome of merging data from the server.
#[allow(clippy::large_enum_variant, reason = "values are used immediately and never stored")]
#[derive(Debug, PartialEq)]
pub(crate) enum MergeOutcome {
    /// The data was already known.
    AlreadyKnown,
    /// The data was merged.
    Applied,
    /// All records were replaced, so the board must be redrawn.
    Replaced,
    /// Changes are missing in between: fetch the changes since [`Replica::contiguous_version`].
    GapDetected,
    /// The user's own changes were confirmed: their records on the server, and the version since which these are all
    /// the changes, if that is certain.
    Confirmed(Option<i64>, BoardRecords),
}

impl Replica {
    /// Marks the ops of one sent batch as accepted by the server.
    pub(crate) fn confirm(&mut self, ops: &ConfirmedOps, patches: &mut Vec<Patch>) -> MergeOutcome {
        let nothing_confirmed_yet = self.pending.iter().all(|pending| pending.confirmed_at_version.is_none());
        let (mut found, mut adds_record, mut lacks_effect) = (0, false, false);
        for pending in &mut self.pending {
            let is_new = ops.applied.contains(&pending.op.id);
            if is_new || ops.duplicate.contains(&pending.op.id) {
                pending.confirmed_at_version = Some(ops.version);
                found += 1;
                lacks_effect |= pending.applied.changed.is_empty();
            }
            adds_record |= is_new && matches!(pending.op.change, Change::AddList { .. } | Change::AddCard { .. });
        }
        if ops.version <= self.version {
            // The confirmed state already contains the ops, and perhaps later changes by others.
            self.drop_contained(patches);
            return MergeOutcome::AlreadyKnown;
        }
        // A batch that changes something creates exactly one version. A larger step means that there is another batch
        // in between, and a duplicate belongs to an earlier version. An op that is unknown here is missing in this
        // replica.
        let is_known = !ops.is_partial && found == ops.applied.len();
        let is_next = ops.version == self.version + 1 && !ops.applied.is_empty() && ops.duplicate.is_empty();
        // What was moved to another board is removed from the stored board by loading it again. Any other op without an effect here
        // may have changed records that are not known, such as a list in the trash.
        if !is_next || !is_known || !nothing_confirmed_yet || lacks_effect {
            return MergeOutcome::GapDetected;
        }
        let confirmed = self.take_confirmed(patches);
        let mut since = None;
        if adds_record && self.contiguous_version == self.version {
            // Only an op that adds a record is certain to change something. Any other op may have had no effect because
            // another batch did the same just before. Then this version belongs to that batch, and the rest of it still
            // has to be fetched.
            since = Some(self.contiguous_version);
            self.contiguous_version = ops.version;
        }
        self.version = ops.version;
        MergeOutcome::Confirmed(since, to_board_records(ops.version, confirmed))
    }

    /// Marks the moves from other boards that the server has made as confirmed. Returns whether there are any.
    pub(crate) fn confirm_incoming_moves(&mut self, ops: &ConfirmedOps) -> bool {
        let (board_id, next) = (self.records.board.id, self.version + 1);
        let mut is_any = false;
        for pending in &mut self.pending {
            let is_move_here = pending.op.change.other_board() == Some(board_id);
            if is_move_here && ops.applied.iter().chain(&ops.duplicate).any(|id| *id == pending.op.id) {
                // The response does not contain this board's version, so assume that the next version contains the move.
                pending.confirmed_at_version = Some(next);
                is_any = true;
            }
        }
        is_any
    }

    /// Marks the confirmed moves to this board as contained in `version`, because its changes were requested after the server had
    /// made them. The records may lack what was moved, if others have moved it away since.
    pub(crate) fn confirm_incoming_moves_at(&mut self, version: i64) {
        for pending in &mut self.pending {
            let is_move_here = pending.op.change.other_board() == Some(self.records.board.id);
            if let Some(confirmed) = pending.confirmed_at_version.as_mut().filter(|_| is_move_here) {
                *confirmed = version;
            }
        }
    }

    /// Removes the confirmed ops from the pending ones and returns their records as the server has them.
    fn take_confirmed(&mut self, patches: &mut Vec<Patch>) -> Vec<Record> {
        let is_confirmed = |pending: &Pending| pending.confirmed_at_version.is_some();
        let first_left = self.pending.iter().position(|pending| !is_confirmed(pending)).unwrap_or(self.pending.len());
        let mut confirmed = vec![];
        if !self.pending.iter().skip(first_left).any(is_confirmed) {
            for pending in self.pending.drain(..first_left) {
                confirmed.extend(pending.applied.changed);
            }
            return confirmed;
        }
        // Another tab's earlier op reached the server after a later one, so the order on the server is reversed.
        self.rebase(patches, |replica, patches| {
            let (first, left) = std::mem::take(&mut replica.pending).into_iter().partition(is_confirmed);
            replica.pending = left;
            for Pending { op, .. } in first {
                let applied = reduce::decide(&replica.records, &op).unwrap_or_default();
                replica.put_applied(&applied, patches);
                confirmed.extend(applied.changed);
            }
        });
        confirmed
    }

    /// Removes the pending ops that the confirmed state contains, and applies the others again.
    fn drop_contained(&mut self, patches: &mut Vec<Patch>) {
        self.rebase(patches, |_, _| {});
    }

    /// Removes an op that the server refused, and its effect (SPEC Y7).
    pub(crate) fn remove_pending(&mut self, id: Id, patches: &mut Vec<Patch>) {
        self.rebase(patches, |replica, _| replica.pending.retain(|pending| pending.op.id != id));
    }

    /// Merges the changes since a version (SPEC Y6). Older deltas are already included. If there is a gap between the
    /// known version and `since`, the missing changes must be fetched (SPEC Y8).
    pub(crate) fn apply_delta(&mut self, since: i64, delta: BoardRecords, patches: &mut Vec<Patch>) -> MergeOutcome {
        if delta.version < self.version || (delta.version == self.contiguous_version && delta.version == since) {
            let is_contained = |version| version <= self.version;
            if self.pending.iter().any(|pending| pending.confirmed_at_version.is_some_and(is_contained)) {
                self.drop_contained(patches);
            }
            return MergeOutcome::AlreadyKnown;
        }
        if delta.is_complete && delta.board.is_some() {
            return self.replace(delta);
        }
        if since > self.contiguous_version {
            return MergeOutcome::GapDetected;
        }
        self.rebase(patches, |replica, patches| {
            replica.version = delta.version;
            replica.contiguous_version = delta.version;
            replica.put_all(delta, patches);
        });
        MergeOutcome::Applied
    }

    /// Replaces all confirmed records. Records that `all` does not contain are removed (SPEC Y17).
    fn replace(&mut self, all: BoardRecords) -> MergeOutcome {
        let version = all.version;
        let Some(mut replica) = Self::load(all) else { return MergeOutcome::AlreadyKnown };
        let pending = std::mem::take(&mut self.pending);
        let waiting =
            pending.into_iter().filter(|entry| entry.confirmed_at_version.is_none_or(|confirmed| confirmed > version));
        replica.pending = waiting.map(|entry| Pending { applied: Applied::default(), ..entry }).collect();
        replica.set_user(self.records.user_id);
        replica.set_local_minute(&self.local_minute);
        replica.rebase(&mut vec![], |_, _| {});
        *self = replica;
        MergeOutcome::Replaced
    }

    /// Prepares for the state of a server that was restored from an older backup: the next data is accepted regardless
    /// of its version, and earlier confirmations no longer count.
    pub(crate) fn accept_server_rollback(&mut self) {
        (self.version, self.contiguous_version) = (0, 0);
        self.pending
            .iter_mut()
            .filter(|entry| entry.confirmed_at_version.is_some())
            .for_each(|entry| entry.confirmed_at_version = Some(0));
    }

    /// Merges the user's confirmed changes that were stored on this device. Changes by others may be missing.
    pub(crate) fn merge_own_changes(&mut self, own: BoardRecords) {
        if own.version > self.contiguous_version {
            self.version = self.version.max(own.version);
            self.put_all(own, &mut vec![]);
        }
    }

    /// Inserts another tab's op into the pending ones, before those of the ops `later` that are pending.
    pub(crate) fn insert_pending(&mut self, op: BoardOp, later: &[Id], patches: &mut Vec<Patch>) {
        let last_earlier = self.pending.iter().rposition(|pending| !later.contains(&pending.op.id));
        let index = last_earlier.map_or(0, |index| index + 1);
        if index == self.pending.len() {
            // If the op no longer applies, the server will refuse it.
            let applied = reduce::decide(&self.records, &op).unwrap_or_default();
            self.put_applied(&applied, patches);
            self.pending.push_back(Pending { op, applied, confirmed_at_version: None });
            return;
        }
        self.rebase(patches, |replica, _| {
            replica.pending.insert(index, Pending { op, applied: Applied::default(), confirmed_at_version: None });
        });
    }

    /// Returns whether an op is pending.
    pub(crate) fn is_pending(&self, op_id: Id) -> bool {
        self.pending.iter().any(|pending| pending.op.id == op_id)
    }

    /// Returns the records that a pending op changed, as they were before it.
    pub(crate) fn records_before_op(&self, op_id: Id) -> &[Record] {
        let pending = self.pending.iter().find(|pending| pending.op.id == op_id);
        pending.map(|pending| pending.applied.before.as_slice()).unwrap_or_default()
    }

    /// Returns the board's own record without the pending ops.
    pub(crate) fn confirmed_board(&self) -> &crate::protocol::record::Board {
        let before = self.pending.iter().flat_map(|pending| &pending.applied.before);
        let mut boards = before.filter_map(|record| match record {
            Record::Board(board) => Some(&**board),
            _ => None,
        });
        boards.next().unwrap_or(&self.records.board)
    }

    /// Returns all records without the pending ops, for the storage. Some may be newer than the version; fetching the
    /// changes since that version completes them.
    pub(crate) fn confirmed(&self) -> BoardRecords {
        let mut records = self.records.clone();
        for pending in self.pending.iter().rev() {
            for record in &pending.applied.changed {
                records.remove(record);
            }
            pending.applied.before.iter().for_each(|record| records.put(record.clone()));
        }
        BoardRecords {
            version: self.contiguous_version,
            is_complete: true,
            board: Some(records.board),
            lists: records.lists.into_values().collect(),
            cards: records.cards.into_values().collect(),
            items: records.items.into_values().collect(),
        }
    }

    fn put_all(&mut self, delta: BoardRecords, patches: &mut Vec<Patch>) {
        let board = delta.board.into_iter().map(|board| Record::Board(Box::new(board)));
        let lists = delta.lists.into_iter().map(Record::List);
        let cards = delta.cards.into_iter().map(|card| Record::Card(Box::new(card)));
        let items = delta.items.into_iter().map(Record::Item);
        for record in board.chain(lists).chain(cards).chain(items) {
            self.put(record, patches);
        }
    }
}

/// Returns changes without records.
pub(super) fn new_delta(version: i64) -> BoardRecords {
    BoardRecords { version, is_complete: false, board: None, lists: vec![], cards: vec![], items: vec![] }
}

/// Converts records to the wire format. If several have the same id, the last one wins.
fn to_board_records(version: i64, records: Vec<Record>) -> BoardRecords {
    let mut delta = new_delta(version);
    for record in records.into_iter().rev() {
        match record {
            Record::Board(board) => _ = delta.board.get_or_insert(*board),
            Record::List(list) if delta.lists.iter().all(|other| other.id != list.id) => delta.lists.push(list),
            Record::Card(card) if delta.cards.iter().all(|other| other.id != card.id) => delta.cards.push(*card),
            Record::Item(item) if delta.items.iter().all(|other| other.id != item.id) => delta.items.push(item),
            _ => {}
        }
    }
    delta
}
