//! The order in which the lists and cards of a board are shown: by rank, and by id where two ranks are equal. Only what
//! is not in the trash stands in it. It turns positions into ranks, which is all that positions are for.

use super::rank::Rank;
use crate::protocol::id::Id;
use crate::protocol::record::{Card, List};
use std::collections::HashMap;

/// Something that has a place in an order.
pub trait Ranked {
    /// Its id.
    fn id(&self) -> Id;
    /// Its rank.
    fn rank(&self) -> &Rank;
    /// Whether it is shown.
    fn is_in_use(&self) -> bool;
}

impl Ranked for List {
    fn id(&self) -> Id {
        self.id
    }
    fn rank(&self) -> &Rank {
        &self.rank
    }
    fn is_in_use(&self) -> bool {
        self.trashed_at.is_none()
    }
}

impl Ranked for Card {
    fn id(&self) -> Id {
        self.id
    }
    fn rank(&self) -> &Rank {
        &self.rank
    }
    fn is_in_use(&self) -> bool {
        self.trashed_at.is_none()
    }
}

/// Where a new record goes: its rank, and the new ranks that records behind it need first because they share one.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The rank for the record.
    pub rank: Rank,
    /// Records to move before, in this order. Almost always empty: it takes two people who, unaware of each other, put
    /// something into the same gap.
    pub moves: Vec<(Id, Rank)>,
}

/// The ids of one sequence, in order. The records lie elsewhere and are looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence(Vec<Id>);

impl Sequence {
    /// Sorts the records that are in use.
    pub fn sorted<'a, R: Ranked + 'a>(records: impl IntoIterator<Item = &'a R>) -> Self {
        let mut entries: Vec<&R> = records.into_iter().filter(|record| record.is_in_use()).collect();
        entries.sort_by(|left, right| key(*left).cmp(&key(*right)));
        Self(entries.into_iter().map(Ranked::id).collect())
    }

    /// The ids in order.
    pub fn ids(&self) -> &[Id] {
        &self.0
    }

    /// Where a record stands; the error is where it would be put. `records` must hold every id of the sequence.
    pub fn find<R: Ranked>(&self, records: &HashMap<Id, R>, record: &R) -> Result<usize, usize> {
        self.0.binary_search_by(|id| match records.get(id) {
            Some(other) => key(other).cmp(&key(record)),
            None => id.cmp(&record.id()),
        })
    }

    /// Takes a record out. `record` must carry the rank by which it was put in.
    pub fn remove<R: Ranked>(&mut self, records: &HashMap<Id, R>, record: &R) -> Option<usize> {
        let index = self.find(records, record).ok()?;
        self.0.remove(index);
        Some(index)
    }

    /// Puts a record in and tells where it stands.
    pub fn insert<R: Ranked>(&mut self, records: &HashMap<Id, R>, record: &R) -> usize {
        match self.find(records, record) {
            Ok(index) => index,
            Err(index) => {
                self.0.insert(index, record.id());
                index
            }
        }
    }

    /// The place with which a record then stands at `index`, counted without the record itself (SPEC B12). Past the end means last.
    pub fn place<R: Ranked>(&self, records: &HashMap<Id, R>, moving: Option<Id>, index: usize) -> Place {
        let own = moving.and_then(|id| records.get(&id)).and_then(|record| self.find(records, record).ok());
        let count = self.0.len() - usize::from(own.is_some());
        let index = index.min(count);
        // The id at a position of the sequence without the moving record.
        let rank_at = |position: usize| {
            let position = if own.is_some_and(|own| own <= position) { position + 1 } else { position };
            let id = *self.0.get(position)?;
            Some((id, records.get(&id)?.rank()))
        };
        let lower = index.checked_sub(1).and_then(rank_at).map(|(_, rank)| rank);
        let tied: Vec<Id> = (index..count)
            .map_while(rank_at)
            .take_while(|(_, rank)| lower.is_some_and(|lower| *rank <= lower))
            .map(|(id, _)| id)
            .collect();
        let upper = rank_at(index + tied.len()).map(|(_, rank)| rank);
        let between = |lower: Option<&Rank>| {
            Rank::between(lower, upper).unwrap_or_else(|| unreachable!("the tied records were passed over"))
        };
        let rank = between(lower);
        let mut moves = Vec::with_capacity(tied.len());
        let mut last = rank.clone();
        for id in tied {
            last = between(Some(&last));
            moves.push((id, last.clone()));
        }
        Place { rank, moves }
    }
}

fn key<R: Ranked>(record: &R) -> (&Rank, Id) {
    (record.rank(), record.id())
}
