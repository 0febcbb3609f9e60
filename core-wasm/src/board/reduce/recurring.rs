//! Completing a recurring card, which adds its next occurrence (SPEC B52).

use super::{Applied, Record, Records, card_changed, edits};
use crate::board::recurrence;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardEdit, CardEdit, Change};
use crate::protocol::rank::Rank;
use crate::protocol::record::{Card, Item, ItemContent, Priority};
use crate::protocol::time::{DueDate, LocalDay, Timestamp};
use crate::sort::{sort_by, sort_by_key};

/// Maximum number of subtasks that the next occurrence gets.
const MAX_COPIED_SUBTASKS: usize = 200;

/// Maximum number of next occurrences of a card on one due date, those in the trash included.
const MAX_OCCURRENCES: usize = 8;

/// Returns the ids of the cards that completing a card on a due date may add, one for each time that the one before is in the
/// trash. The copies of an item have such ids, too.
pub fn next_occurrence_ids(id: Id, due: &DueDate) -> Vec<Id> {
    (1..=MAX_OCCURRENCES).map(|number| nth_occurrence(id, due, number)).collect()
}

fn nth_occurrence(id: Id, due: &DueDate, number: usize) -> Id {
    (0..number).fold(id, |id, _| id.of_next_occurrence(due))
}

/// Adds the next occurrence of a card to what a member watches, if the member watches the card and may watch more. Returns
/// whether it was added.
pub fn watch_next_occurrence(watched_ids: &mut Vec<Id>, card_id: Id, next_id: Id) -> bool {
    let is_added =
        watched_ids.contains(&card_id) && !watched_ids.contains(&next_id) && watched_ids.len() < edits::MAX_WATCHED;
    if is_added {
        watched_ids.push(next_id);
    }
    is_added
}

/// Completes a card. Its next occurrence is a copy, whose id depends on that of the card and on the due date that is
/// completed: of several devices that complete the card while they are offline, the first one adds it. Occurrences in the
/// trash may have been changed, so they stay there, and another one is added. At the maximum number, it replaces the last one.
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
    let (mut number, mut next_id) = (1, card_id.of_next_occurrence(due));
    let mut in_trash: Vec<Record> = vec![];
    while number < MAX_OCCURRENCES
        && let Some(card) = records.cards.get(&next_id).filter(|card| card.trashed_at.is_some())
    {
        in_trash.push(Record::Card(Box::new(card.clone())));
        (number, next_id) = (number + 1, next_id.of_next_occurrence(due));
    }
    let replaced = records.cards.get(&next_id);
    let is_on_board = replaced.is_some_and(|card| card.trashed_at.is_none());
    if before.priority == Priority::Completed || before.recurrence.is_none() || is_on_board {
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
        // A device that does not know the cards in the trash has added the first of them again, and learns of them like this.
        applied.before.extend(in_trash.iter().cloned());
        applied.before.extend(replaced.map(|card| Record::Card(Box::new(card.clone()))));
        applied.changed.extend(in_trash);
        applied.changed.push(Record::Card(Box::new(card)));
        applied.inverse.insert(0, Change::TrashCard { card_id: next_id });
        copy_items(records, card_id, next_id, |id| nth_occurrence(id, due, number), at, &mut applied);
        let mut board = records.board.clone();
        if watch_next_occurrence(&mut board.watched_ids, card_id, next_id) {
            applied.before.push(Record::Board(Box::new(records.board.clone())));
            applied.changed.push(Record::Board(Box::new(board)));
            applied.inverse.push(Change::EditBoard { edit: BoardEdit::Unwatch(next_id) });
        }
    }
    Ok(applied)
}

fn to_changes(card_id: Id, edits: Vec<CardEdit>) -> Vec<Change> {
    edits.into_iter().map(|edit| Change::EditCard { card_id, edit }).collect()
}

/// Copies the first subtasks and the reminders of a card.
fn copy_items(
    records: &Records,
    card_id: Id,
    next_id: Id,
    id_of_copy: impl Fn(Id) -> Id,
    at: Timestamp,
    applied: &mut Applied,
) {
    let mut subtasks: Vec<(&Rank, Id)> = vec![];
    let mut copied: Vec<&Item> = vec![];
    for item in records.items.values().filter(|item| item.card_id == card_id && item.trashed_at.is_none()) {
        match &item.content {
            ItemContent::Subtask { rank, .. } => subtasks.push((rank, item.id)),
            ItemContent::Reminder { .. } => copied.push(item),
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
        let id = id_of_copy(item.id);
        Item { id, card_id: next_id, content, created_at: at, edited_at: None, ..item.clone() }
    });
    let mut items: Vec<Item> = copies.collect();
    // In the same order on all replicas.
    sort_by_key(&mut items, |item| item.id);
    // Somebody may have added an item with the id of a copy.
    let known = items.iter().filter_map(|item| records.items.get(&item.id));
    applied.before.extend(known.cloned().map(Record::Item));
    applied.changed.extend(items.into_iter().map(Record::Item));
}
