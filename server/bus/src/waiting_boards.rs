//! The boards with changes of other servers that wait to be read.

use super::changes::{ChangeKey, MergedChanges, RemoteChange};
use core_wasm::protocol::id::Id;
use std::collections::{HashSet, VecDeque};

/// The changes of boards, of which several of the same board are merged. First in, first out.
#[derive(Default)]
pub(super) struct WaitingBoards {
    changes: MergedChanges,
    /// The keys of the changes, the oldest first.
    order: VecDeque<ChangeKey>,
}

impl WaitingBoards {
    pub(super) fn contains(&self, key: ChangeKey) -> bool {
        self.changes.0.contains_key(&key)
    }

    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Adds a change at the end, or merges it with the one of its board that waits already.
    pub(super) fn add(&mut self, change: RemoteChange) {
        let key = change.key();
        if !self.contains(key) {
            self.order.push_back(key);
        }
        self.changes.add(change);
    }

    /// Removes the changes of up to `limit` boards that have waited longest. Boards that are `busy` keep their place.
    pub(super) fn take(&mut self, limit: usize, busy: &HashSet<Id>) -> Vec<RemoteChange> {
        let (mut taken, mut skipped) = (Vec::new(), Vec::new());
        while taken.len() < limit
            && let Some(key) = self.order.pop_front()
        {
            match key {
                ChangeKey::Board(board_id) if busy.contains(&board_id) => skipped.push(key),
                _ => taken.extend(self.changes.0.remove(&key)),
            }
        }
        skipped.into_iter().rev().for_each(|key| self.order.push_front(key));
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u8) -> Id {
        Id::from_parts(1, &[number; 10])
    }

    fn change(board: u8, since: i64) -> RemoteChange {
        let (account_id, board_id, version) = (id(99), Some(id(board)), since + 1);
        RemoteChange { account_id, board_id, since, version, is_personal: false, announcements: vec![] }
    }

    #[test]
    fn boards_are_taken_in_the_order_of_their_first_change() {
        let mut waiting = WaitingBoards::default();
        [change(3, 4), change(1, 4), change(2, 4), change(3, 5)].into_iter().for_each(|change| waiting.add(change));
        assert_eq!((waiting.len(), waiting.take(0, &HashSet::new())), (3, vec![]));
        let busy = HashSet::from([id(3)]);
        assert_eq!(waiting.take(1, &busy), [change(1, 4)]);
        // Boards with small ids that change all the time do not delay the others.
        waiting.add(change(1, 5));
        let merged = RemoteChange { version: 6, ..change(3, 4) };
        assert_eq!(waiting.take(2, &HashSet::new()), [merged, change(2, 4)]);
        assert_eq!(waiting.take(2, &HashSet::new()), [change(1, 5)]);
        assert_eq!((waiting.len(), waiting.take(2, &HashSet::new())), (0, vec![]));
    }
}
