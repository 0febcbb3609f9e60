//! Completing a recurring card, which adds its next occurrence (SPEC B52).

use super::{Applied, Record, Records, card_changed, edits};
use crate::board::recurrence;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::rank::Rank;
use crate::protocol::record::{Card, Item, ItemContent, Priority};
use crate::protocol::time::{DueDate, LocalDay, Timestamp};
use crate::sort::{sort_by, sort_by_key};

/// Maximum number of subtasks that the next occurrence gets.
const MAX_COPIED_SUBTASKS: usize = 200;

/// Completes a card. Its next occurrence is a copy, whose id depends on that of the card and on the due date that is
/// completed: of several devices that complete the card while they are offline, the first one adds it.
pub(super) fn complete(
    records: &Records,
    before: &Card,
    due: &DueDate,
    day: LocalDay,
    at: Timestamp,
) -> Result<Applied, ErrorCode> {
    let card_id = before.id;
    let mut after = Card { trashed_at: None, ..before.clone() };
    let mut edits = edits::edit_card(&mut after, &CardEdit::Completed(true), at)?;
    let next_id = card_id.of_next_occurrence(due);
    let known = records.cards.get(&next_id);
    // After an undo, the copy is in the trash.
    let is_taken = known.is_some_and(|card| card.trashed_at.is_none());
    if before.priority == Priority::Completed || before.recurrence.is_none() || is_taken {
        return Ok(card_changed(before, after, to_changes(card_id, edits)));
    }
    after.recurrence = None;
    edits.insert(0, CardEdit::Recurrence(before.recurrence.clone()));
    let mut applied = card_changed(before, after, to_changes(card_id, edits));
    if let Some(occurrence) = recurrence::after_completion(before, day) {
        let card = Card {
            id: next_id,
            due_date: Some(occurrence.due_date),
            recurrence: Some(occurrence.recurrence),
            cover_id: None,
            created_at: at,
            archived_at: None,
            trashed_at: None,
            ..before.clone()
        };
        applied.changed.push(Record::Card(Box::new(card)));
        applied.before.extend(known.map(|card| Record::Card(Box::new(card.clone()))));
        applied.inverse.insert(0, Change::TrashCard { card_id: next_id });
        copy_items(records, card_id, next_id, due, at, &mut applied);
    }
    Ok(applied)
}

fn to_changes(card_id: Id, edits: Vec<CardEdit>) -> Vec<Change> {
    edits.into_iter().map(|edit| Change::EditCard { card_id, edit }).collect()
}

/// Copies the first subtasks and the reminders of a card, and moves those of an earlier copy to the trash.
fn copy_items(records: &Records, card_id: Id, next_id: Id, due: &DueDate, at: Timestamp, applied: &mut Applied) {
    let mut subtasks: Vec<(&Rank, Id)> = vec![];
    let (mut copied, mut earlier): (Vec<&Item>, Vec<&Item>) = (vec![], vec![]);
    for item in records.items.values().filter(|item| item.trashed_at.is_none()) {
        match &item.content {
            ItemContent::Subtask { rank, .. } if item.card_id == card_id => subtasks.push((rank, item.id)),
            ItemContent::Reminder { .. } if item.card_id == card_id => copied.push(item),
            ItemContent::Subtask { .. } | ItemContent::Reminder { .. } if item.card_id == next_id => earlier.push(item),
            _ => {}
        }
    }
    sort_by(&mut subtasks, Ord::cmp);
    subtasks.truncate(MAX_COPIED_SUBTASKS);
    copied.extend(subtasks.iter().filter_map(|(_, id)| records.items.get(id)));
    let copies = copied.into_iter().map(|item| {
        let mut content = item.content.clone();
        if let ItemContent::Subtask { is_done, .. } = &mut content {
            *is_done = false;
        }
        let id = item.id.of_next_occurrence(due);
        Item { id, card_id: next_id, content, created_at: at, edited_at: None, ..item.clone() }
    });
    let mut items: Vec<Item> = copies.collect();
    let ids: IdMap<()> = items.iter().map(|item| (item.id, ())).collect();
    let earlier = earlier.into_iter().filter(|item| !ids.contains_key(&item.id));
    items.extend(earlier.map(|item| Item { trashed_at: Some(at), ..item.clone() }));
    // In the same order on all replicas.
    sort_by_key(&mut items, |item| item.id);
    let known = items.iter().filter_map(|item| records.items.get(&item.id));
    applied.before.extend(known.cloned().map(Record::Item));
    applied.changed.extend(items.into_iter().map(Record::Item));
}
