//! What the server says of a board, beneath what the person has changed: confirmations, news and refusals; and what is
//! stored of it, which is what the server has confirmed.

use super::{Pending, Replica};
use crate::board::reduce::{self, Applied, Record};
use crate::protocol::id::Id;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::record::BoardRecords;
use crate::sync::outbox::ConfirmedOps;

/// What became of something that the server said.
#[allow(clippy::large_enum_variant, reason = "each is looked at where it comes from, and none is kept")]
#[derive(Debug, PartialEq)]
pub enum MergeOutcome {
    /// It was known already.
    AlreadyKnown,
    /// It is part of the replica now.
    Applied,
    /// All records were replaced: draw the board anew.
    Replaced,
    /// Something happened in between: ask for the changes since the replica's certain version.
    GapDetected,
    /// The person's own changes are confirmed: their records as the server has them, and the version since which these are
    /// all changes, if that is certain.
    Confirmed(Option<i64>, BoardRecords),
}

impl Replica {
    /// The server has these ops, which were one batch.
    pub fn confirm(&mut self, ops: &ConfirmedOps, patches: &mut Vec<Patch>) -> MergeOutcome {
        let nothing_confirmed_yet = self.pending.iter().all(|pending| pending.confirmed_at_version.is_none());
        let (mut found, mut adds_record) = (0, false);
        for pending in &mut self.pending {
            let is_new = ops.applied.contains(&pending.op.id);
            if is_new || ops.duplicate.contains(&pending.op.id) {
                pending.confirmed_at_version = Some(ops.version);
                found += 1;
            }
            adds_record |= is_new && matches!(pending.op.change, Change::AddList { .. } | Change::AddCard { .. });
        }
        if ops.version <= self.version {
            // What is confirmed here holds the ops already, and perhaps what somebody did after them.
            self.rebase(patches, |_, _| {});
            return MergeOutcome::AlreadyKnown;
        }
        // One batch that changes something is one version. A greater step means that somebody else's batch lies in
        // between, and a duplicate is part of an older version. An op that is not known here is not part of this replica.
        let is_known = !ops.is_partial && found == ops.applied.len();
        let is_next = ops.version == self.version + 1 && !ops.applied.is_empty() && ops.duplicate.is_empty();
        if !is_next || !is_known || !nothing_confirmed_yet {
            return MergeOutcome::GapDetected;
        }
        let confirmed = self.take_confirmed(patches);
        let mut since = None;
        if adds_record && self.contiguous_version == self.version {
            // Only what adds a record changes something for sure. Any other op may have changed nothing, because somebody
            // else's batch had just done the same: then this version is theirs, and what else it holds is still to come.
            since = Some(self.contiguous_version);
            self.contiguous_version = ops.version;
        }
        self.version = ops.version;
        MergeOutcome::Confirmed(since, to_board_records(ops.version, confirmed))
    }

    /// Takes the confirmed ops out of the pending ones. Answers their records as the server has them.
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
        // Another tab's earlier change came after the later one was sent: at the server they stand the other way round.
        self.rebase(patches, |replica, patches| {
            let (first, left) = std::mem::take(&mut replica.pending).into_iter().partition(is_confirmed);
            replica.pending = left;
            for Pending { op, .. } in first {
                let applied = reduce::decide(&replica.records, &op).unwrap_or_default();
                for record in &applied.changed {
                    replica.put(record.clone(), patches);
                }
                confirmed.extend(applied.changed);
            }
        });
        confirmed
    }

    /// The server will not have this op: it leaves the view (SPEC Y7).
    pub fn remove_pending(&mut self, id: Id, patches: &mut Vec<Patch>) {
        self.rebase(patches, |replica, _| replica.pending.retain(|pending| pending.op.id != id));
    }

    /// Takes in what changed on the server since a version (SPEC Y6). Older news, which a later one has overtaken, is known
    /// already; where something lies between what is known and the news, it has to be asked for (SPEC Y8).
    pub fn apply_delta(&mut self, since: i64, delta: BoardRecords, patches: &mut Vec<Patch>) -> MergeOutcome {
        if delta.version < self.version || (delta.version == self.contiguous_version && delta.version == since) {
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

    /// Puts all records in use in the place of everything that is known: what is not among them is gone (SPEC Y17).
    fn replace(&mut self, all: BoardRecords) -> MergeOutcome {
        let version = all.version;
        let Some(mut replica) = Self::load(all) else { return MergeOutcome::AlreadyKnown };
        let pending = std::mem::take(&mut self.pending);
        let waiting =
            pending.into_iter().filter(|entry| entry.confirmed_at_version.is_none_or(|confirmed| confirmed > version));
        replica.pending = waiting.map(|entry| Pending { applied: Applied::default(), ..entry }).collect();
        replica.rebase(&mut vec![], |_, _| {});
        *self = replica;
        MergeOutcome::Replaced
    }

    /// The server has been set back: what comes next is right, whatever its version, and what it had confirmed is its own to
    /// tell.
    pub fn accept_server_rollback(&mut self) {
        (self.version, self.contiguous_version) = (0, 0);
        self.pending
            .iter_mut()
            .filter(|entry| entry.confirmed_at_version.is_some())
            .for_each(|entry| entry.confirmed_at_version = Some(0));
    }

    /// Takes in what this device had changed and the server had confirmed, from the storage. Other changes may be missing.
    pub fn merge_own_changes(&mut self, own: BoardRecords) {
        if own.version > self.contiguous_version {
            self.version = self.version.max(own.version);
            self.put_all(own, &mut vec![]);
        }
    }

    /// Takes in an op of another tab's, in its place among the pending ones: in front of that one, or last.
    pub fn insert_pending(&mut self, op: BoardOp, before: Option<Id>, patches: &mut Vec<Patch>) {
        let place = self.pending.iter().position(|pending| Some(pending.op.id) == before);
        let place = place.unwrap_or(self.pending.len());
        if place == self.pending.len() {
            // One that does not fit any more is the server's to refuse.
            let applied = reduce::decide(&self.records, &op).unwrap_or_default();
            for record in &applied.changed {
                self.put(record.clone(), patches);
            }
            self.pending.push_back(Pending { op, applied, confirmed_at_version: None });
            return;
        }
        self.rebase(patches, |replica, _| {
            replica.pending.insert(place, Pending { op, applied: Applied::default(), confirmed_at_version: None });
        });
    }

    /// Whether an op is among the pending ones.
    pub fn is_pending(&self, op_id: Id) -> bool {
        self.pending.iter().any(|pending| pending.op.id == op_id)
    }

    /// The records that a pending op changed, as they were before it.
    pub fn records_before_op(&self, op_id: Id) -> &[Record] {
        let pending = self.pending.iter().find(|pending| pending.op.id == op_id);
        pending.map(|pending| pending.applied.before.as_slice()).unwrap_or_default()
    }

    /// The board's record without what is pending.
    pub fn confirmed_board(&self) -> &crate::protocol::record::Board {
        let before = self.pending.iter().flat_map(|pending| &pending.applied.before);
        let mut boards = before.filter_map(|record| match record {
            Record::Board(board) => Some(&**board),
            _ => None,
        });
        boards.next().unwrap_or(&self.records.board)
    }

    /// All records without what is pending, for the storage. Some may be later than the version says; asking for the changes
    /// since that version brings the rest.
    pub fn confirmed(&self) -> BoardRecords {
        let mut records = self.records.clone();
        for pending in self.pending.iter().rev() {
            for record in &pending.applied.changed {
                match record {
                    Record::Board(_) => {}
                    Record::List(list) => _ = records.lists.remove(&list.id),
                    Record::Card(card) => _ = records.cards.remove(&card.id),
                    Record::Item(item) => _ = records.items.remove(&item.id),
                }
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

/// Records as they travel; of those with one id the last counts.
fn to_board_records(version: i64, records: Vec<Record>) -> BoardRecords {
    let mut delta =
        BoardRecords { version, is_complete: false, board: None, lists: vec![], cards: vec![], items: vec![] };
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
