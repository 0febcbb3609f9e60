//! The order of the lists and cards of a board: by rank, then by id where ranks are equal. Records in the trash
//! and archived cards are left out. Positions exist only here and are converted to ranks.

use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::rank::Rank;
use crate::protocol::record::{Card, List};
use crate::sort::sort_by;

/// A record that can be sorted by its rank.
pub(crate) trait Ranked {
    /// Returns the record's id.
    fn id(&self) -> Id;
    /// Returns the record's rank.
    fn rank(&self) -> &Rank;
    /// Returns whether the record is shown: neither in the trash nor archived.
    fn is_in_use(&self) -> bool;
}

macro_rules! ranked {
    ($($record:ty: $is_in_use:expr),*) => {$(
        impl Ranked for $record {
            fn id(&self) -> Id {
                self.id
            }
            fn rank(&self) -> &Rank {
                &self.rank
            }
            fn is_in_use(&self) -> bool {
                let is_in_use: fn(&Self) -> bool = $is_in_use;
                is_in_use(self)
            }
        }
    )*};
}

ranked!(
    List: |list| list.trashed_at.is_none(),
    Card: |card| card.trashed_at.is_none() && card.archived_at.is_none()
);

/// The rank for a new or moved record, and new ranks for the records behind it that share one rank and must move first.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RankAssignment {
    /// The rank for the record.
    pub(crate) rank: Rank,
    /// The records to move first, in this order. Almost always empty: equal ranks occur only when two devices put a
    /// record into the same gap at the same time.
    pub(crate) moves: Vec<(Id, Rank)>,
}

/// The ids of one sorted sequence. The records are stored elsewhere and are read only where the first eight bytes of
/// two ranks are equal. A binary search in a list of thousands therefore reads adjacent memory instead of a dozen
/// records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sequence(Vec<Entry>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The first eight bytes of the record's rank.
    rank_prefix: u64,
    id: Id,
}

impl Sequence {
    /// Creates a sequence of the records that are in use, sorted.
    pub(crate) fn sorted<'a, R: Ranked + 'a>(records: impl IntoIterator<Item = &'a R>) -> Self {
        let mut keys: Vec<(&Rank, Id)> = records.into_iter().filter(|record| record.is_in_use()).map(key).collect();
        sort_by(&mut keys, Ord::cmp);
        Self(keys.into_iter().map(|(rank, id)| Entry { rank_prefix: rank.prefix(), id }).collect())
    }

    /// Returns the ids in order.
    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = Id> {
        self.0.iter().map(|entry| entry.id)
    }

    /// Returns the index of a record. `records` must contain every id of the sequence.
    ///
    /// # Errors
    ///
    /// Returns the index at which the record would be inserted if the sequence does not contain it.
    pub(crate) fn find<R: Ranked>(&self, records: &IdMap<R>, record: &R) -> Result<usize, usize> {
        let rank_prefix = record.rank().prefix();
        self.0.binary_search_by(|entry| {
            entry.rank_prefix.cmp(&rank_prefix).then_with(|| match records.get(&entry.id) {
                Some(other) => key(other).cmp(&key(record)),
                None => entry.id.cmp(&record.id()),
            })
        })
    }

    /// Removes a record and returns its former index. `record` must have the same rank as when it was inserted.
    pub(crate) fn remove<R: Ranked>(&mut self, records: &IdMap<R>, record: &R) -> Option<usize> {
        let index = self.find(records, record).ok()?;
        self.0.remove(index);
        Some(index)
    }

    /// Inserts a record and returns its index.
    pub(crate) fn insert<R: Ranked>(&mut self, records: &IdMap<R>, record: &R) -> usize {
        match self.find(records, record) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, Entry { rank_prefix: record.rank().prefix(), id: record.id() });
                index
            }
        }
    }

    /// Computes the rank that puts a record at `index`, counted without the record itself (SPEC B12). An index past the
    /// end means last. `current_index` is where the record is now, if it is in this sequence.
    pub(crate) fn assign_rank<R: Ranked>(
        &self,
        records: &IdMap<R>,
        current_index: Option<usize>,
        index: usize,
    ) -> RankAssignment {
        let count = self.0.len() - usize::from(current_index.is_some());
        let index = index.min(count);
        // Returns the rank at a position of the sequence without the moving record.
        let rank_at = |position: usize| {
            let position = if current_index.is_some_and(|current_index| current_index <= position) {
                position + 1
            } else {
                position
            };
            let id = self.0.get(position)?.id;
            Some((id, records.get(&id)?.rank()))
        };
        let lower = index.checked_sub(1).and_then(rank_at).map(|(_, rank)| rank);
        let (mut tied, mut upper) = (vec![], None);
        while let Some((id, rank)) = rank_at(index + tied.len()) {
            if lower.is_none_or(|lower| rank > lower) {
                upper = Some(rank);
                break;
            }
            tied.push(id);
        }
        let between = |lower: Option<&Rank>| {
            Rank::between(lower, upper).unwrap_or_else(|| unreachable!("`upper` is above the tied records"))
        };
        let rank = between(lower);
        let mut moves = Vec::with_capacity(tied.len());
        let mut last = rank.clone();
        for id in tied {
            last = between(Some(&last));
            moves.push((id, last.clone()));
        }
        RankAssignment { rank, moves }
    }
}

fn key<R: Ranked>(record: &R) -> (&Rank, Id) {
    (record.rank(), record.id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::text::ListName;
    use proptest::prelude::*;

    fn id(number: u16) -> Id {
        let mut bytes = [1; 10];
        bytes[8..].copy_from_slice(&number.to_be_bytes());
        Id::from_parts(1_700_000_000_000, &bytes)
    }

    fn list(number: u16, rank: Rank) -> List {
        List {
            id: id(number),
            name: ListName::parse("").unwrap(),
            rank,
            is_collapsed: false,
            color: None,
            trashed_at: None,
        }
    }

    /// Returns lists with these ranks and ids that count up from 1.
    fn lists(ranks: &[&str]) -> (Sequence, IdMap<List>) {
        let records: IdMap<List> = ranks
            .iter()
            .zip(0..)
            .map(|(rank, number)| (id(number), list(number, Rank::parse(rank).unwrap())))
            .collect();
        (Sequence::sorted(records.values()), records)
    }

    /// Moves a list to an index, as an intent does.
    fn put(sequence: &mut Sequence, records: &mut IdMap<List>, moving: Id, index: usize) {
        let from = records.get(&moving).and_then(|record| sequence.find(records, record).ok());
        let assignment = sequence.assign_rank(records, from, index);
        for (id, rank) in assignment.moves.into_iter().chain([(moving, assignment.rank)]) {
            let moved = List { id, rank, ..list(0, Rank::parse("80").unwrap()) };
            if let Some(before) = records.get(&id).cloned() {
                sequence.remove(records, &before);
            }
            records.insert(id, moved.clone());
            sequence.insert(records, &moved);
        }
    }

    fn is_strictly_ordered(sequence: &Sequence, records: &IdMap<List>) -> bool {
        sequence.ids().collect::<Vec<_>>().windows(2).all(|pair| key(&records[&pair[0]]) < key(&records[&pair[1]]))
    }

    #[test]
    fn b12_target_index_excludes_the_moved_record() {
        let (sequence, records) = lists(&["10", "20", "30", "40"]);
        for (moving, index, expected) in
            [(0, 2, [1, 2, 0, 3]), (3, 0, [3, 0, 1, 2]), (1, 99, [0, 2, 3, 1]), (2, 2, [0, 1, 2, 3])]
        {
            let (mut sequence, mut records) = (sequence.clone(), records.clone());
            put(&mut sequence, &mut records, id(moving), index);
            assert!(sequence.ids().eq(expected.map(id)), "{moving} to {index}");
        }
    }

    #[test]
    fn r5_equal_ranks_sort_by_id_and_a_drop_between_them_works() {
        let (sequence, records) = lists(&["10", "20", "20", "20", "30"]);
        assert!(sequence.ids().eq([0, 1, 2, 3, 4].map(id)));
        for index in 0..=5 {
            let (mut sequence, mut records) = (sequence.clone(), records.clone());
            put(&mut sequence, &mut records, id(9), index);
            let mut expected = [0, 1, 2, 3, 4].map(id).to_vec();
            expected.insert(index, id(9));
            assert!(sequence.ids().eq(expected));
            assert!(is_strictly_ordered(&sequence, &records));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn r4_ranks_stay_strictly_ordered_after_10_000_random_moves(seed in any::<u64>(), count in 2u16..60) {
            let (mut sequence, mut records) = (Sequence::default(), IdMap::default());
            let mut model: Vec<Id> = vec![];
            for number in 0..count {
                put(&mut sequence, &mut records, id(number), usize::MAX);
                model.push(id(number));
            }
            let env = crate::env::Env::new(crate::protocol::time::Timestamp::from_millis(0), 0, seed);
            for _ in 0..10_000 {
                let moving = model.remove(env.random() as usize % model.len());
                let index = env.random() as usize % (model.len() + 1);
                model.insert(index, moving);
                put(&mut sequence, &mut records, moving, index);
            }
            prop_assert!(sequence.ids().eq(model));
            prop_assert!(is_strictly_ordered(&sequence, &records));
            let longest = records.values().map(|list| list.rank.as_bytes().len()).max();
            prop_assert!(longest < Some(64), "{:?} bytes", longest);
        }
    }
}
