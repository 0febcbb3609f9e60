//! Completing a recurring card, which adds its next occurrence (SPEC B52).

use super::{Applied, Record, Records, card_changed, edits};
use crate::board::recurrence;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::{Card, Item, ItemContent, Priority};
use crate::protocol::time::{LocalDay, Timestamp};
use crate::sort::sort_by_key;

/// Completes a card. Its next occurrence is a copy, whose id depends on that of the card only: of several devices that
/// complete the card while they are offline, the first one adds it.
pub(super) fn complete(records: &Records, before: &Card, day: LocalDay, at: Timestamp) -> Result<Applied, ErrorCode> {
    let card_id = before.id;
    let mut after = Card { trashed_at: None, ..before.clone() };
    let mut edits = edits::edit_card(&mut after, &CardEdit::Completed(true), at)?;
    if before.priority == Priority::Completed || before.recurrence.is_none() {
        return Ok(card_changed(before, after, to_changes(card_id, edits)));
    }
    after.recurrence = None;
    edits.insert(0, CardEdit::Recurrence(before.recurrence.clone()));
    let mut applied = card_changed(before, after, to_changes(card_id, edits));
    let next_id = card_id.of_next_occurrence();
    let known = records.cards.get(&next_id);
    // After an undo, the copy is in the trash.
    let is_free = known.is_none_or(|card| card.trashed_at.is_some());
    if let Some(occurrence) = recurrence::after_completion(before, day).filter(|_| is_free) {
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
        copy_items(records, card_id, next_id, at, &mut applied);
    }
    Ok(applied)
}

fn to_changes(card_id: Id, edits: Vec<CardEdit>) -> Vec<Change> {
    edits.into_iter().map(|edit| Change::EditCard { card_id, edit }).collect()
}

/// Copies the subtasks and reminders of a card, and moves those of an earlier copy to the trash.
fn copy_items(records: &Records, card_id: Id, next_id: Id, at: Timestamp, applied: &mut Applied) {
    let mut items: Vec<Item> = vec![];
    for item in records.items.values().filter(|item| item.card_id == card_id && item.trashed_at.is_none()) {
        let content = match &item.content {
            ItemContent::Subtask { rank, title, .. } => {
                ItemContent::Subtask { rank: rank.clone(), title: title.clone(), is_done: false }
            }
            reminder @ ItemContent::Reminder { .. } => reminder.clone(),
            _ => continue,
        };
        let id = item.id.of_next_occurrence();
        items.push(Item { id, card_id: next_id, content, created_at: at, edited_at: None, ..item.clone() });
    }
    for item in records.items.values().filter(|item| item.card_id == next_id && item.trashed_at.is_none()) {
        let is_copied = matches!(item.content, ItemContent::Subtask { .. } | ItemContent::Reminder { .. });
        if is_copied && !items.iter().any(|copy| copy.id == item.id) {
            items.push(Item { trashed_at: Some(at), ..item.clone() });
        }
    }
    // In the same order on all replicas.
    sort_by_key(&mut items, |item| item.id);
    let known = items.iter().filter_map(|item| records.items.get(&item.id));
    applied.before.extend(known.cloned().map(Record::Item));
    applied.changed.extend(items.into_iter().map(Record::Item));
}
