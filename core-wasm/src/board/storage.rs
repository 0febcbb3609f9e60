//! Boards in the browser's IndexedDB: a snapshot, and the deltas since, one per version. A board that was opened before
//! can be loaded from here, also offline.
//!
//! Each delta names the version since which it contains all changes, so a gap is detected even if several tabs wrote
//! deltas. Deltas behind a gap are ignored, and the missing changes are fetched.

use super::replica::Replica;
use crate::context::Context;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::record::BoardRecords;
use crate::protocol::stored::{FORMAT, StoredBoard, StoredDelta, idb_key, parse_stored};

/// Maximum number of deltas beside a snapshot before they are compacted into a new snapshot.
const MAX_DELTAS: usize = 200;

/// The IndexedDB keys of a board that this tab knows, each with the version of its value.
#[derive(Debug, Default)]
struct BoardStorageIndex {
    snapshots: Vec<(i64, String)>,
    deltas: Vec<(i64, String)>,
    /// The user's own confirmed changes.
    own_changes: Vec<(i64, String)>,
}

/// What the browser stores of the account's boards.
#[derive(Debug, Default)]
pub(super) struct BoardStore {
    account: Option<Id>,
    /// Boards that are being read.
    reads: Vec<Id>,
    /// By board.
    indexes: IdMap<BoardStorageIndex>,
}

impl BoardStorageIndex {
    /// Deletes the keys whose version is at most `version`.
    fn dropped_up_to(keys: &mut Vec<(i64, String)>, version: i64, ctx: &mut Context) {
        keys.extract_if(.., |(own, _)| *own <= version).for_each(|(_, key)| ctx.delete_idb(key));
    }
}

impl BoardStore {
    /// Sets the account whose boards are stored from now on.
    pub(super) fn set_account(&mut self, account: Id) {
        self.account = Some(account);
    }

    /// Returns the account whose boards are stored.
    pub(super) fn account(&self) -> Option<Id> {
        self.account
    }

    /// Requests the stored data of a board.
    pub(super) fn request(&mut self, board_id: Id, ctx: &mut Context) {
        if let Some(account) = self.account
            && !self.reads.contains(&board_id)
        {
            self.reads.push(board_id);
            ctx.idb_reads.push(idb_key::board_prefix(account, board_id));
        }
    }

    /// Returns whether stored boards are still being read.
    pub(super) fn is_reading(&self) -> bool {
        !self.reads.is_empty()
    }

    /// Builds a replica from the snapshot and the deltas. Unreadable values are quarantined (SPEC Y14).
    pub(super) fn on_read(
        &mut self,
        board_id: Id,
        stored: Vec<(String, String)>,
        is_known: bool,
        ctx: &mut Context,
    ) -> Option<Replica> {
        self.reads.retain(|id| *id != board_id);
        let account = self.account.filter(|_| !is_known)?;
        let board = idb_key::board_prefix(account, board_id);
        let (snapshot_prefix, own_prefix) = (format!("{board}snapshot/"), format!("{board}own/"));
        let (mut snapshots, mut delta, mut own) = (vec![], vec![], vec![]);
        let mut index = BoardStorageIndex::default();
        for (key, text) in stored {
            if key.starts_with(&snapshot_prefix) {
                match parse_stored(&text, |stored: &StoredBoard| stored.format) {
                    Some(StoredBoard { records, .. }) if records.board.is_some() => {
                        index.snapshots.push((records.version, key));
                        snapshots.push(records);
                    }
                    _ => ctx.quarantine(key, text),
                }
                continue;
            }
            match parse_stored(&text, |stored: &StoredDelta| stored.format) {
                Some(StoredDelta { since: Some(since), records, .. }) if !key.starts_with(&own_prefix) => {
                    index.deltas.push((records.version, key));
                    delta.push((since, records));
                }
                Some(StoredDelta { records, .. }) => {
                    index.own_changes.push((records.version, key));
                    own.push(records);
                }
                None => ctx.quarantine(key, text),
            }
        }
        self.indexes.insert(board_id, index);
        // A delta since version 0 contains the whole board.
        let is_complete_delta = |(since, records): &(i64, BoardRecords)| *since == 0 && records.board.is_some();
        let base = snapshots.into_iter().max_by_key(|records| records.version);
        let mut replica =
            Replica::load(base.or_else(|| Some(delta.iter().find(|delta| is_complete_delta(delta))?.1.clone()))?)?;
        for (since, records) in delta {
            if !records.is_complete {
                _ = replica.apply_delta(since, records, &mut vec![]);
            }
        }
        own.into_iter().for_each(|records| replica.merge_own_changes(records));
        Some(replica)
    }

    /// Stores a snapshot of a board, given as JSON of [`BoardRecords`], and deletes all older data of it.
    pub(super) fn write_snapshot(&mut self, board_id: Id, version: i64, records: &str, ctx: &mut Context) {
        if let Some(account) = self.account {
            let index = self.indexes.get_or_default(board_id);
            for keys in [&mut index.snapshots, &mut index.deltas, &mut index.own_changes] {
                BoardStorageIndex::dropped_up_to(keys, version, ctx);
            }
            let key = idb_key::snapshot(account, board_id, version);
            ctx.write_idb(key.clone(), format!(r#"{{"format":{FORMAT},"records":{records}}}"#));
            index.snapshots.push((version, key));
        }
    }

    /// Stores the changes of a board since a version, given as JSON of [`BoardRecords`].
    pub(super) fn write_delta(&mut self, board_id: Id, since: i64, version: i64, records: &str, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let key = idb_key::delta(account, board_id, since, version);
        ctx.write_idb(key.clone(), format!(r#"{{"format":{FORMAT},"since":{since},"records":{records}}}"#));
        let index = self.indexes.get_or_default(board_id);
        index.deltas.retain(|(_, other)| *other != key);
        index.deltas.push((version, key));
        BoardStorageIndex::dropped_up_to(&mut index.own_changes, version, ctx);
    }

    /// Stores the user's own changes that the server has confirmed.
    pub(super) fn write_confirmed(
        &mut self,
        board_id: Id,
        since: Option<i64>,
        records: &BoardRecords,
        ctx: &mut Context,
    ) {
        let (version, text) = (records.version, json::json(records));
        if let Some(since) = since {
            self.write_delta(board_id, since, version, &text, ctx);
        } else if let Some(account) = self.account {
            let key = idb_key::own_changes(account, board_id, version);
            ctx.write_idb(key.clone(), format!(r#"{{"format":{FORMAT},"since":null,"records":{text}}}"#));
            self.indexes.get_or_default(board_id).own_changes.push((version, key));
        }
    }

    /// Replaces the snapshot and its deltas with a new snapshot if there are more than [`MAX_DELTAS`].
    pub(super) fn compact(&mut self, board_id: Id, replica: &Replica, ctx: &mut Context) {
        let is_long = self.indexes.get(&board_id).is_some_and(|index| index.deltas.len() > MAX_DELTAS);
        if is_long {
            let (version, records) = (replica.contiguous_version(), json::json(&replica.confirmed()));
            self.write_snapshot(board_id, version, &records, ctx);
        }
    }

    /// Makes the next write replace everything that is stored for a board, because the server was rolled back.
    pub(super) fn accept_server_rollback(&mut self, board_id: Id) {
        if let Some(index) = self.indexes.get_mut(&board_id) {
            for keys in [&mut index.snapshots, &mut index.deltas, &mut index.own_changes] {
                keys.iter_mut().for_each(|(version, _)| *version = 0);
            }
        }
    }

    /// Deletes the stored data of a board that no longer exists.
    pub(super) fn delete(&mut self, board_id: Id, slug: Option<&str>, ctx: &mut Context) {
        self.indexes.remove(&board_id);
        if let Some(account) = self.account {
            ctx.idb_prefix_deletes.push(idb_key::board_prefix(account, board_id));
            ctx.idb_prefix_deletes.extend(slug.map(|slug| idb_key::first_screen(account, slug)));
        }
    }
}
