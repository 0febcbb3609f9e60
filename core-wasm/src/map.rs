//! A map with a small code size. A `BTreeMap` is compiled for each pair of types, at 5 KB each in the browser's module.

use std::borrow::Borrow;

/// Values by key, sorted by key. Adding the greatest key takes constant time; any other key moves those behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map<K, V> {
    keys: Vec<K>,
    /// The value of each key, at the same index.
    values: Vec<V>,
}

impl<K: Ord, V> Map<K, V> {
    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there is no value.
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns whether there is a value of a key.
    pub(crate) fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        find(&self.keys, key).is_ok()
    }

    /// Returns the value of a key.
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.values.get(find(&self.keys, key).ok()?)
    }

    /// Returns the value of a key, to change it.
    pub(crate) fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.values.get_mut(find(&self.keys, key).ok()?)
    }

    /// Returns the value of a key, after inserting a new one if there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let index = find(&self.keys, &key).unwrap_or_else(|index| {
            self.keys.insert(index, key);
            self.values.insert(index, new());
            index
        });
        &mut self.values[index]
    }

    /// Inserts a value. Returns the value that it replaces.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match find(&self.keys, &key) {
            Ok(index) => Some(std::mem::replace(&mut self.values[index], value)),
            Err(index) => {
                self.keys.insert(index, key);
                self.values.insert(index, value);
                None
            }
        }
    }

    /// Removes the value of a key and returns it.
    pub(crate) fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = find(&self.keys, key).ok()?;
        self.keys.remove(index);
        Some(self.values.remove(index))
    }

    /// Removes the first entry.
    pub(crate) fn remove_first(&mut self) {
        if !self.is_empty() {
            self.keys.remove(0);
            self.values.remove(0);
        }
    }

    /// Removes the values for which the function returns false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        let old = std::mem::take(self);
        self.extend(old.into_iter().filter(|(key, value)| keep(key, value)));
    }

    /// Returns the keys, in order.
    pub(crate) fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.keys.iter()
    }

    /// Returns the values, to change them.
    pub(crate) fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.values.iter_mut()
    }

    /// Returns the values without their keys, in the order of their keys.
    pub(crate) fn into_values(self) -> Vec<V> {
        self.values
    }

    /// Returns the keys with their values, in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        self.keys.iter().zip(&self.values)
    }

    /// Returns the entries whose keys are not less than a key, in order.
    pub(crate) fn iter_from<Q: Ord + ?Sized>(&self, first: &Q) -> impl Iterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (Ok(index) | Err(index)) = find(&self.keys, first);
        self.keys[index..].iter().zip(&self.values[index..])
    }
}

/// Finds the index of a key, or the one where it would be inserted. Keys often arrive in order, so the last is tried
/// first.
fn find<K: Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> Result<usize, usize> {
    match keys.last() {
        Some(last) if last.borrow() < key => Err(keys.len()),
        _ => keys.binary_search_by(|other| other.borrow().cmp(key)),
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self { keys: vec![], values: vec![] }
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        entries.into_iter().for_each(|(key, value)| _ = self.insert(key, value));
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::iter::Zip<std::vec::IntoIter<K>, std::vec::IntoIter<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.into_iter().zip(self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::Map;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use proptest::prop_assert_eq;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn p5_map_behaves_like_that_of_the_standard_library(steps in vec((0..5_u8, any::<u8>(), any::<u32>()), 0..200)) {
            let (mut ours, mut theirs) = (Map::default(), BTreeMap::new());
            for (step, key, value) in steps {
                match step {
                    0 | 1 => prop_assert_eq!(ours.insert(key, value), theirs.insert(key, value)),
                    2 => prop_assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    3 => prop_assert_eq!(
                        *ours.get_or_insert_with(key, || value),
                        *theirs.entry(key).or_insert(value)
                    ),
                    _ => {
                        ours.retain(|other, _| other % 3 != key % 3);
                        theirs.retain(|other, _| other % 3 != key % 3);
                    }
                }
                prop_assert_eq!(ours.get(&key), theirs.get(&key));
                prop_assert_eq!(ours.iter_from(&key).collect::<Vec<_>>(), theirs.range(key..).collect::<Vec<_>>());
            }
            prop_assert_eq!(ours.into_iter().collect::<Vec<_>>(), theirs.into_iter().collect::<Vec<_>>());
        }
    }
}
