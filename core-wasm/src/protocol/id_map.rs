//! Records by id. The part that finds a record is the same code for all types of records, because each copy of a map of
//! the standard library would add about 3 KB to the module.

use super::id::Id;

/// Values by id. The order of iteration is that of insertion, until the first removal.
#[derive(Clone)]
pub struct IdMap<T> {
    index: Index,
    /// The value of each id of the index, at the same position.
    values: Vec<T>,
}

impl<T> IdMap<T> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns whether there is a value of an id.
    pub fn contains_key(&self, id: &Id) -> bool {
        self.index.find(id).is_some()
    }

    /// Returns the value of an id.
    pub fn get(&self, id: &Id) -> Option<&T> {
        self.values.get(self.index.find(id)?)
    }

    /// Returns the value of an id, to change it.
    pub fn get_mut(&mut self, id: &Id) -> Option<&mut T> {
        self.values.get_mut(self.index.find(id)?)
    }

    /// Returns the value of an id, after inserting a new one if there is none.
    pub fn get_or_insert_with(&mut self, id: Id, new: impl FnOnce() -> T) -> &mut T {
        let position = self.index.insert(id);
        if position == self.values.len() {
            self.values.push(new());
        }
        &mut self.values[position]
    }

    /// Returns the value of an id, after inserting the default value if there is none.
    pub fn get_or_default(&mut self, id: Id) -> &mut T
    where
        T: Default,
    {
        self.get_or_insert_with(id, T::default)
    }

    /// Inserts a value. Returns the value that it replaces.
    pub fn insert(&mut self, id: Id, value: T) -> Option<T> {
        let position = self.index.insert(id);
        match self.values.get_mut(position) {
            Some(known) => Some(std::mem::replace(known, value)),
            None => {
                self.values.push(value);
                None
            }
        }
    }

    /// Removes the value of an id and returns it.
    pub fn remove(&mut self, id: &Id) -> Option<T> {
        Some(self.values.swap_remove(self.index.remove(id)?))
    }

    /// Removes the values for which the function returns false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Id, &mut T) -> bool) {
        // From the end, because the last value takes the place of a removed one.
        for position in (0..self.values.len()).rev() {
            let id = self.index.ids[position];
            if !keep(&id, &mut self.values[position]) {
                self.remove(&id);
            }
        }
    }

    /// Returns the ids.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Id> {
        self.index.ids.iter()
    }

    /// Returns the values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &T> {
        self.values.iter()
    }

    /// Returns the values, to change them.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut T> {
        self.values.iter_mut()
    }

    /// Returns the values without their ids.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = T> {
        self.values.into_iter()
    }

    /// Returns the ids with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Id, &T)> {
        self.index.ids.iter().zip(&self.values)
    }

    /// Returns the ids with their values, to change these.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Id, &mut T)> {
        self.index.ids.iter().zip(&mut self.values)
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl<T> Default for IdMap<T> {
    fn default() -> Self {
        Self { index: Index::default(), values: vec![] }
    }
}

impl<T: PartialEq> PartialEq for IdMap<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(id, value)| other.get(id) == Some(value))
    }
}

impl<T: Eq> Eq for IdMap<T> {}

impl<T: std::fmt::Debug> std::fmt::Debug for IdMap<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_map().entries(self.iter()).finish()
    }
}

impl<T> Extend<(Id, T)> for IdMap<T> {
    fn extend<I: IntoIterator<Item = (Id, T)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.index.reserve(entries.size_hint().0);
        self.values.reserve(entries.size_hint().0);
        entries.for_each(|(id, value)| _ = self.insert(id, value));
    }
}

impl<T> FromIterator<(Id, T)> for IdMap<T> {
    fn from_iter<I: IntoIterator<Item = (Id, T)>>(entries: I) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

impl<T> IntoIterator for IdMap<T> {
    type Item = (Id, T);
    type IntoIter = std::iter::Zip<std::vec::IntoIter<Id>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.index.ids.into_iter().zip(self.values)
    }
}

/// # Panics
///
/// Indexing panics if there is no value of the id.
impl<T> std::ops::Index<&Id> for IdMap<T> {
    type Output = T;

    fn index(&self, id: &Id) -> &T {
        self.get(id).unwrap_or_else(|| panic!("no value of the id {id}"))
    }
}

/// The position of each id: a hash table with open addressing and linear probing.
#[derive(Clone, Default)]
struct Index {
    ids: Vec<Id>,
    /// One more than the position of an id, or 0. The number of slots is a power of two, and at most half of them are
    /// used. There are none while a search through all ids is as fast.
    slots: Vec<u32>,
}

impl Index {
    /// The largest number of ids that are searched without slots.
    const MAX_LINEAR_SEARCH: usize = 8;

    /// Returns the position of an id.
    fn find(&self, id: &Id) -> Option<usize> {
        if self.slots.is_empty() {
            return self.ids.iter().position(|other| other == id);
        }
        let slot = self.slot(id);
        (self.slots[slot] as usize).checked_sub(1)
    }

    /// Returns the slot of an id, or the one where it would be inserted.
    fn slot(&self, id: &Id) -> usize {
        let mut slot = self.first_slot(id);
        while self.slots[slot] != 0 && self.ids[self.slots[slot] as usize - 1] != *id {
            slot = self.next_slot(slot);
        }
        slot
    }

    /// Returns the slot at which the search for an id begins. Ids are random already, so one multiplication is enough
    /// as a hash. Badly chosen ids slow down only the board of the user who chose them.
    fn first_slot(&self, id: &Id) -> usize {
        let product = id.folded().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The low bits must depend on the whole id.
        (product ^ (product >> 32)) as usize & (self.slots.len() - 1)
    }

    fn next_slot(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    /// Returns the position of an id, after adding it at the end if it is new.
    fn insert(&mut self, id: Id) -> usize {
        if let Some(position) = self.find(&id) {
            return position;
        }
        self.reserve(1);
        let position = self.ids.len();
        self.ids.push(id);
        if !self.slots.is_empty() {
            let slot = self.slot(&id);
            self.slots[slot] = position as u32 + 1;
        }
        position
    }

    /// Reserves capacity for more ids.
    fn reserve(&mut self, additional: usize) {
        self.ids.reserve(additional);
        let count = self.ids.len() + additional;
        if count > Self::MAX_LINEAR_SEARCH && count * 2 > self.slots.len() {
            self.slots = vec![0; (count * 2).next_power_of_two()];
            for position in 0..self.ids.len() {
                let slot = self.slot(&self.ids[position]);
                self.slots[slot] = position as u32 + 1;
            }
        }
    }

    /// Removes an id and returns its position, which the last id takes.
    fn remove(&mut self, id: &Id) -> Option<usize> {
        let position = self.find(id)?;
        if self.slots.is_empty() {
            self.ids.swap_remove(position);
        } else {
            let (slot, last_slot) = (self.slot(id), self.slot(&self.ids[self.ids.len() - 1]));
            self.slots[last_slot] = position as u32 + 1;
            self.ids.swap_remove(position);
            self.free(slot);
        }
        Some(position)
    }

    /// Frees a slot. Ids that were pushed behind it move forward, because a search ends at the first free slot.
    fn free(&mut self, mut slot: usize) {
        let mask = self.slots.len() - 1;
        let mut next = self.next_slot(slot);
        while self.slots[next] != 0 {
            let first = self.first_slot(&self.ids[self.slots[next] as usize - 1]);
            let (from_first, from_free) = (next.wrapping_sub(first) & mask, next.wrapping_sub(slot) & mask);
            if from_first >= from_free {
                self.slots[slot] = self.slots[next];
                slot = next;
            }
            next = self.next_slot(next);
        }
        self.slots[slot] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, IdMap};
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use proptest::prop_assert_eq;
    use std::collections::BTreeMap;

    fn id(number: u8) -> Id {
        Id::from_parts(1_700_000_000_000, &[number; 10])
    }

    fn sorted(map: &IdMap<u32>) -> Vec<(Id, u32)> {
        map.iter().map(|(id, value)| (*id, *value)).collect::<BTreeMap<_, _>>().into_iter().collect()
    }

    proptest! {
        #[test]
        fn p5_map_behaves_like_that_of_the_standard_library(steps in vec((0..4_u8, any::<u8>(), any::<u32>()), 0..400)) {
            let (mut ours, mut theirs) = (IdMap::default(), BTreeMap::new());
            for (step, number, value) in steps {
                match step {
                    0 | 1 => prop_assert_eq!(ours.insert(id(number), value), theirs.insert(id(number), value)),
                    2 => prop_assert_eq!(ours.remove(&id(number)), theirs.remove(&id(number))),
                    _ if number < 8 => {
                        ours.retain(|_, other| *other % 3 != value % 3);
                        theirs.retain(|_, other| *other % 3 != value % 3);
                    }
                    _ => prop_assert_eq!(
                        *ours.get_or_insert_with(id(number), || value),
                        *theirs.entry(id(number)).or_insert(value)
                    ),
                }
                prop_assert_eq!(ours.len(), theirs.len());
                prop_assert_eq!(ours.get(&id(number)), theirs.get(&id(number)));
            }
            prop_assert_eq!(sorted(&ours), theirs.iter().map(|(id, value)| (*id, *value)).collect::<Vec<_>>());
            prop_assert_eq!(theirs.into_iter().rev().collect::<IdMap<u32>>(), ours);
        }
    }
}
