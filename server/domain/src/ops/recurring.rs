//! Completing recurring cards: the ids of the copies, and the card that was added.

use core_wasm::board::reduce::{Applied, Record, Records, next_occurrence_ids};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::Change;
use core_wasm::protocol::time::DueDate;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the ids that the copies of items get when the changes are applied to a board. Items that exist already may have them.
/// `records` must contain the records that the changes name, and all items of the cards that they complete.
pub(super) fn ids_of_copies(changes: &[&Change], records: &Records) -> BTreeSet<Id> {
    let mut items: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
    let mut completions: BTreeMap<(Id, &DueDate), usize> = BTreeMap::new();
    let mut copies = BTreeSet::new();
    for item in records.items.values() {
        items.entry(item.card_id).or_default().insert(item.id);
    }
    for change in changes {
        match change {
            Change::AddSubtask { item_id, card_id, .. } | Change::AddReminder { item_id, card_id, .. } => {
                items.entry(*card_id).or_default().insert(*item_id);
            }
            Change::CompleteRecurring { card_id, due, .. } => {
                let next_ids = next_occurrence_ids(*card_id, due);
                let stored = next_ids.iter().take_while(|id| records.cards.contains_key(id)).count();
                let earlier = completions.entry((*card_id, due)).or_default();
                let originals = items.get(card_id).cloned().unwrap_or_default();
                // Earlier occurrences may be in the trash by then, so this one may get a later id.
                for (number, next_id) in next_ids.into_iter().enumerate().take(stored + *earlier + 1) {
                    let id_of_copy = |id: &Id| next_occurrence_ids(*id, due).get(number).copied();
                    let ids: BTreeSet<Id> = originals.iter().filter_map(id_of_copy).collect();
                    copies.extend(&ids);
                    items.entry(next_id).or_default().extend(ids);
                }
                *earlier += 1;
            }
            _ => {}
        }
    }
    copies
}

/// Returns the card that an op has added, if it has added one.
pub(super) fn added_card(applied: &Applied) -> Option<Id> {
    let is_known = |id: Id| applied.before.iter().any(|record| matches!(record, Record::Card(card) if card.id == id));
    applied.changed.iter().find_map(|record| match record {
        Record::Card(card) if !is_known(card.id) => Some(card.id),
        _ => None,
    })
}
