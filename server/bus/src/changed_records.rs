//! The boards and notes that this server has changed, for its background jobs.

use super::announcement::News;
use core_wasm::protocol::id::Id;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The maximum number of boards, and of accounts. Further ones are dropped; the hourly job indexes them.
const MAX_IDS: usize = 10_000;

/// The ids of what has changed.
#[derive(Default)]
pub struct Changed {
    /// The boards.
    pub boards: BTreeSet<Id>,
    /// The accounts whose notes have changed.
    pub notes: BTreeSet<Id>,
}

/// Collects what has changed until a job takes it.
#[derive(Default)]
pub(crate) struct ChangedRecords(Mutex<Changed>);

impl ChangedRecords {
    /// Adds what the news of a committed write are about.
    pub(crate) fn add(&self, news: &[News]) {
        let mut changed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for news in news {
            let (ids, id) = match news {
                News::Board(announcement) => (&mut changed.boards, announcement.board_id),
                News::Notes { account_id, .. } => (&mut changed.notes, *account_id),
                _ => continue,
            };
            if ids.len() < MAX_IDS {
                ids.insert(id);
            }
        }
    }

    /// Returns what has changed since the last call.
    pub(crate) fn take(&self) -> Changed {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_taken_once_and_are_limited() {
        let changed = ChangedRecords::default();
        let id = |number: usize| Id::from_parts(number as u64, &[1; 10]);
        let notes = |number: usize| News::Notes { account_id: id(number), version: 1 };
        changed.add(&[notes(1), notes(1), News::Inbox { account_id: id(2) }]);
        assert_eq!(changed.take().notes, BTreeSet::from([id(1)]));
        assert!(changed.take().notes.is_empty());
        changed.add(&(0..MAX_IDS + 5).map(notes).collect::<Vec<_>>());
        assert_eq!(changed.take().notes.len(), MAX_IDS);
    }
}
