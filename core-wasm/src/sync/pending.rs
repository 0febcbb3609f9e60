//! The entries of the outbox that one machine has made, as that machine keeps them.

use crate::protocol::id::Id;
use std::collections::VecDeque;

/// Changes that the server does not have yet, in the order in which they were made.
#[derive(Clone, Debug)]
pub(crate) struct PendingEntries<T>(VecDeque<(Id, T)>);

impl<T> Default for PendingEntries<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> PendingEntries<T> {
    /// Inserts an entry by its id, or replaces the one with that id.
    pub(crate) fn insert(&mut self, id: Id, entry: T) {
        match self.find(id) {
            Ok(index) => self.0[index].1 = entry,
            Err(index) => self.0.insert(index, (id, entry)),
        }
    }

    /// Removes an entry.
    pub(crate) fn remove(&mut self, id: Id) -> Option<T> {
        let index = self.find(id).ok()?;
        self.0.remove(index).map(|(_, entry)| entry)
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns whether there is no entry.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries with their ids, in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (Id, &T)> {
        self.0.iter().map(|(id, entry)| (*id, entry))
    }

    /// Returns the entries in order.
    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter().map(|(_, entry)| entry)
    }

    /// Returns the entries in order, to change them.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, entry)| entry)
    }

    fn find(&self, id: Id) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.cmp(&id))
    }
}
