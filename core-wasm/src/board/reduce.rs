//! Applies one op to the records that it names. The browser and the server run this same function, so all replicas that
//! have applied the same ops in the same order are equal. The cost does not depend on the size of the board, because
//! only the named records are looked up; only to complete a recurring card, its items are searched.

mod edits;
mod items;
mod merge;
mod moves;
mod recurring;

use super::policy;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::{BoardOp, CardEdit, Change};
use crate::protocol::rank::Rank;
use crate::protocol::record::{Board, Card, Item, List, Priority};
use crate::protocol::sharing::Role;
use crate::protocol::text::{BoardName, CardTitle, Description, ListName, Slug};
pub use edits::{ESTIMATE_MINUTES, MAX_LABEL_COLORS, MAX_LABELS};
use edits::{edit_board, edit_card, edit_list};
pub use items::MAX_MINUTES_BEFORE;
pub use recurring::{next_occurrence_ids, watch_next_occurrence};

/// The records of a board, or only those that the given ops need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Records {
    /// The user whose changes are applied; `None` for a guest. The role of this user is in the board's record.
    pub user_id: Option<Id>,
    /// The board's own record.
    pub board: Board,
    /// Lists by id, including those in the trash.
    pub lists: IdMap<List>,
    /// Cards by id, including those in the trash.
    pub cards: IdMap<Card>,
    /// Subtasks, comments, reminders and attachments by id, including those in the trash.
    pub items: IdMap<Item>,
}

impl Records {
    /// Creates the records of an empty board, changed by a guest.
    pub fn new(board: Board) -> Self {
        Self { user_id: None, board, lists: IdMap::default(), cards: IdMap::default(), items: IdMap::default() }
    }

    /// Inserts a record or replaces the one with the same id.
    pub fn put(&mut self, record: Record) {
        match record {
            Record::Board(board) => self.board = *board,
            Record::List(list) => _ = self.lists.insert(list.id, list),
            Record::Card(card) => _ = self.cards.insert(card.id, *card),
            Record::Item(item) => _ = self.items.insert(item.id, item),
        }
    }

    /// Removes a record other than the board's own.
    pub(super) fn remove(&mut self, record: &Record) {
        match record {
            Record::Board(_) => {}
            Record::List(list) => _ = self.lists.remove(&list.id),
            Record::Card(card) => _ = self.cards.remove(&card.id),
            Record::Item(item) => _ = self.items.remove(&item.id),
        }
    }
}

/// A record of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// The board's own record.
    Board(Box<Board>),
    /// A list.
    List(List),
    /// A card.
    Card(Box<Card>),
    /// A subtask, comment, reminder or attachment on a card.
    Item(Item),
}

/// The result of an op.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Applied {
    /// The changed records after the op; empty if it changed nothing.
    pub changed: Vec<Record>,
    /// The same records before the op, to revert it exactly. Records that the op created are not included.
    pub before: Vec<Record>,
    /// The changes that undo the op, in the order in which to apply them; empty if it changed nothing. What was moved to
    /// another board is moved back by changes of that board.
    pub inverse: Vec<Change>,
    /// Whether the op removed the records `before` from the board.
    pub is_removal: bool,
}

/// Applies an op (SPEC B20 to B31).
///
/// # Errors
///
/// Returns the reason of the refusal. `records` is then unchanged.
pub fn apply(records: &mut Records, op: &BoardOp) -> Result<Applied, ErrorCode> {
    let applied = decide(records, op)?;
    for record in &applied.changed {
        records.put(record.clone());
    }
    if applied.is_removal {
        for record in &applied.before {
            records.remove(record);
        }
    }
    Ok(applied)
}

/// Computes the result of an op without applying it.
///
/// # Errors
///
/// Returns the same errors as [`apply`].
pub fn decide(records: &Records, op: &BoardOp) -> Result<Applied, ErrorCode> {
    policy::check_change(records, &op.change)?;
    let list = |id: &Id| records.lists.get(id).ok_or(ErrorCode::UnknownList);
    let card = |id: &Id| records.cards.get(id).ok_or(ErrorCode::UnknownCard);
    match &op.change {
        Change::AddList { list_id, name, rank } => {
            if records.lists.contains_key(list_id) {
                return Ok(Applied::default());
            }
            let list = List {
                id: *list_id,
                name: ListName::parse(name)?,
                rank: Rank::parse(rank)?,
                is_collapsed: false,
                color: None,
                trashed_at: None,
            };
            Ok(Applied {
                changed: vec![Record::List(list)],
                before: vec![],
                inverse: vec![Change::TrashList { list_id: *list_id }],
                is_removal: false,
            })
        }
        Change::MoveList { list_id, rank } => {
            let (before, rank) = (list(list_id)?, Rank::parse(rank)?);
            let inverse = Change::MoveList { list_id: *list_id, rank: before.rank.to_hex() };
            Ok(list_changed(before, List { rank, trashed_at: None, ..before.clone() }, inverse))
        }
        Change::EditList { list_id, edit } => {
            let before = list(list_id)?;
            let mut after = List { trashed_at: None, ..before.clone() };
            let edit = edit_list(&mut after, edit)?;
            Ok(list_changed(before, after, Change::EditList { list_id: *list_id, edit }))
        }
        Change::TrashList { list_id } => {
            let before = list(list_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            Ok(list_changed(before, List { trashed_at, ..before.clone() }, Change::RestoreList { list_id: *list_id }))
        }
        Change::RestoreList { list_id } => {
            let before = list(list_id)?;
            Ok(list_changed(
                before,
                List { trashed_at: None, ..before.clone() },
                Change::TrashList { list_id: *list_id },
            ))
        }
        Change::AddCard { card_id, list_id, rank, title, priority } => {
            if records.cards.contains_key(card_id) {
                return Ok(Applied::default());
            }
            let target_list = list(list_id)?;
            let card = Card {
                id: *card_id,
                list_id: *list_id,
                rank: Rank::parse(rank)?,
                title: CardTitle::parse(title)?,
                description: Description::default(),
                priority: *priority,
                importance: if *priority == Priority::Completed { Priority::Low } else { *priority },
                completed_at: (*priority == Priority::Completed).then_some(op.at),
                due_date: None,
                labels: vec![],
                assignee_ids: vec![],
                cover_id: None,
                recurrence: None,
                estimate_minutes: None,
                created_at: op.at,
                archived_at: None,
                trashed_at: None,
            };
            let added = Applied {
                changed: vec![Record::Card(Box::new(card))],
                before: vec![],
                inverse: vec![Change::TrashCard { card_id: *card_id }],
                is_removal: false,
            };
            Ok(with_list_restored(added, target_list))
        }
        Change::MoveCard { card_id, list_id, rank } => {
            let (before, target_list, rank) = (card(card_id)?, list(list_id)?, Rank::parse(rank)?);
            let inverse = Change::MoveCard { card_id: *card_id, list_id: before.list_id, rank: before.rank.to_hex() };
            let after = Card { list_id: *list_id, rank, archived_at: None, trashed_at: None, ..before.clone() };
            // Undo must also put an archived card back into the archive.
            let archive = before.archived_at.map(|_| CardEdit::Archived(true));
            let archive = archive.map(|edit| Change::EditCard { card_id: *card_id, edit });
            let moved = card_changed(before, after, [inverse].into_iter().chain(archive).collect());
            Ok(with_list_restored(with_list_trashed_on_undo(moved, list(&before.list_id)?), target_list))
        }
        Change::MoveToBoard { card_id, list_id, board_id, rank, records: moved } => {
            let target = moves::Target { card_id: *card_id, list_id: *list_id, rank: Rank::parse(rank)? };
            match moved.as_deref() {
                moved if records.board.id != *board_id => moves::remove_moved(records, &target, moved),
                Some(moved) => moves::add_moved(records, target, moved),
                None => Err(ErrorCode::UnknownCard),
            }
        }
        Change::EditCard { card_id, edit } => {
            let before = card(card_id)?;
            if let CardEdit::Cover(Some(item_id)) = edit {
                items::check_cover(records, *card_id, *item_id)?;
            }
            let mut after = Card { trashed_at: None, ..before.clone() };
            let edits = edit_card(&mut after, edit, op.at)?;
            let inverse = edits.into_iter().map(|edit| Change::EditCard { card_id: *card_id, edit }).collect();
            Ok(card_changed(before, after, inverse))
        }
        Change::CompleteRecurring { card_id, due, day } => {
            recurring::complete(records, card(card_id)?, due, *day, op.at)
        }
        Change::MergeDescription { card_id: Some(card_id), base, text } => {
            let before = card(card_id)?;
            let mut after = Card { trashed_at: None, ..before.clone() };
            let inverse = edits::merge_description(&mut after.description, Some(*card_id), base, text)?;
            Ok(card_changed(before, after, vec![inverse]))
        }
        Change::MergeDescription { card_id: None, base, text } => {
            let mut after = Board { trashed_at: None, ..records.board.clone() };
            let inverse = edits::merge_description(&mut after.description, None, base, text)?;
            Ok(board_changed(&records.board, after, inverse))
        }
        Change::TrashCard { card_id } => {
            let before = card(card_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            let inverse = Change::RestoreCard { card_id: *card_id };
            let trashed = card_changed(before, Card { trashed_at, ..before.clone() }, vec![inverse]);
            Ok(with_list_trashed_on_undo(trashed, list(&before.list_id)?))
        }
        Change::RestoreCard { card_id } => {
            let before = card(card_id)?;
            let restored = card_changed(
                before,
                Card { trashed_at: None, ..before.clone() },
                vec![Change::TrashCard { card_id: *card_id }],
            );
            Ok(with_list_restored(restored, list(&before.list_id)?))
        }
        Change::AddSubtask { .. }
        | Change::AddComment { .. }
        | Change::AddReminder { .. }
        | Change::AddAttachment { .. }
        | Change::MoveSubtask { .. }
        | Change::EditItem { .. }
        | Change::SetReaction { .. }
        | Change::TrashItem { .. }
        | Change::RestoreItem { .. } => items::decide(records, op),
        Change::SetLabelColor { label, color } => {
            let mut after = Board { trashed_at: None, ..records.board.clone() };
            let inverse = edits::set_label_color(&mut after, label, color.as_deref())?;
            Ok(board_changed(&records.board, after, inverse))
        }
        Change::EditBoard { edit } => {
            let mut after = Board { trashed_at: None, ..records.board.clone() };
            let edit = edit_board(&mut after, edit)?;
            Ok(board_changed(&records.board, after, Change::EditBoard { edit }))
        }
        Change::TrashBoard => {
            let trashed_at = records.board.trashed_at.or(Some(op.at));
            Ok(board_changed(&records.board, Board { trashed_at, ..records.board.clone() }, Change::RestoreBoard))
        }
        Change::RestoreBoard => {
            Ok(board_changed(&records.board, Board { trashed_at: None, ..records.board.clone() }, Change::TrashBoard))
        }
    }
}

/// Compares a record before and after an op. `own_inverse` undoes the op, and `trash` moves the record to the trash.
fn diff_record<R: Trashable>(before: &R, after: R, own_inverse: Vec<Change>, trash: Change) -> Applied {
    if *before == after {
        return Applied::default();
    }
    // If the op took the record out of the trash, undo must put it back.
    let is_restored = before.is_trashed() && !after.is_trashed();
    let inverse = match is_restored {
        false => own_inverse,
        true if before.clone().restored() == after => vec![trash],
        true => [own_inverse, vec![trash]].concat(),
    };
    Applied { changed: vec![after.into()], before: vec![before.clone().into()], inverse, is_removal: false }
}

/// A record that can be in the trash.
trait Trashable: Clone + PartialEq + Into<Record> {
    /// Returns whether the record is in the trash.
    fn is_trashed(&self) -> bool;
    /// Returns the record with its trash mark removed.
    fn restored(self) -> Self;
}

macro_rules! trashable {
    ($($record:ty: $wrap:expr),*) => {$(
        impl Trashable for $record {
            fn is_trashed(&self) -> bool {
                self.trashed_at.is_some()
            }
            fn restored(self) -> Self {
                Self { trashed_at: None, ..self }
            }
        }

        impl From<$record> for Record {
            fn from(record: $record) -> Self {
                $wrap(record)
            }
        }
    )*};
}

trashable!(
    List: Record::List,
    Item: Record::Item,
    Card: |card| Record::Card(Box::new(card)),
    Board: |board| Record::Board(Box::new(board))
);

fn list_changed(before: &List, after: List, inverse: Change) -> Applied {
    diff_record(before, after, vec![inverse], Change::TrashList { list_id: before.id })
}

fn card_changed(before: &Card, after: Card, inverse: Vec<Change>) -> Applied {
    diff_record(before, after, inverse, Change::TrashCard { card_id: before.id })
}

fn item_changed(before: &Item, after: Item, inverse: Change) -> Applied {
    diff_record(before, after, vec![inverse], Change::TrashItem { item_id: before.id })
}

fn board_changed(before: &Board, after: Board, inverse: Change) -> Applied {
    diff_record(before, after, vec![inverse], Change::TrashBoard)
}

/// Restores the list too if a card is put into a list in the trash, so that no card becomes invisible (SPEC B29).
fn with_list_restored(mut applied: Applied, target_list: &List) -> Applied {
    if target_list.trashed_at.is_some() {
        let restored = list_changed(
            target_list,
            List { trashed_at: None, ..target_list.clone() },
            Change::TrashList { list_id: target_list.id },
        );
        applied.changed.extend(restored.changed);
        applied.before.extend(restored.before);
        applied.inverse.extend(restored.inverse);
    }
    applied
}

/// Extends the inverse if the card's former list is in the trash: undo puts the card back and thereby restores the
/// list, so it must move the list to the trash again.
fn with_list_trashed_on_undo(mut applied: Applied, from: &List) -> Applied {
    if from.trashed_at.is_some() && !applied.inverse.is_empty() {
        applied.inverse.push(Change::TrashList { list_id: from.id });
    }
    applied
}

/// Returns whether a change of a description concerns other paragraphs than those that others have changed since its
/// base. Other changes have no paragraphs.
pub(super) fn merges_cleanly(records: &Records, change: &Change) -> bool {
    let Change::MergeDescription { card_id, base, text } = change else { return true };
    let card = card_id.map(|id| records.cards.get(&id).map(|card| &card.description));
    let current = card.unwrap_or(Some(&records.board.description));
    current.is_none_or(|current| merge::merge(base, current.as_str(), text).is_clean)
}

/// Returns whether a description contains any paragraph that a change of it has added, or the change has added none.
pub(super) fn contains_changes(base: &str, ours: &str, description: &str) -> bool {
    merge::contains_changes(base, ours, description)
}

/// The ids of the records that an op refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordRefs {
    /// The list.
    pub list_id: Option<Id>,
    /// The card. Its list is needed too, because [`Change::RestoreCard`] reads it.
    pub card_id: Option<Id>,
    /// The item on a card. The card is not needed, because no change to an item reads it.
    pub item_id: Option<Id>,
}

/// Returns the records that a change needs, for callers that have to fetch them first. [`Change::CompleteRecurring`] also needs
/// the subtasks and reminders of the card, and those records that have an id of a copy ([`next_occurrence_ids`]).
pub fn referenced_records(change: &Change) -> RecordRefs {
    let none = RecordRefs::default();
    match change {
        Change::AddList { list_id, .. }
        | Change::MoveList { list_id, .. }
        | Change::EditList { list_id, .. }
        | Change::TrashList { list_id }
        | Change::RestoreList { list_id } => RecordRefs { list_id: Some(*list_id), ..none },
        Change::AddCard { card_id, list_id, .. } | Change::MoveCard { card_id, list_id, .. } => {
            RecordRefs { list_id: Some(*list_id), card_id: Some(*card_id), ..none }
        }
        Change::MergeDescription { card_id, .. } => RecordRefs { card_id: *card_id, ..none },
        Change::MoveToBoard { card_id: None, list_id, .. } => RecordRefs { list_id: Some(*list_id), ..none },
        Change::MoveToBoard { card_id, .. } => RecordRefs { card_id: *card_id, ..none },
        Change::EditCard { card_id, edit: CardEdit::Cover(item_id) } => {
            RecordRefs { card_id: Some(*card_id), item_id: *item_id, ..none }
        }
        Change::EditCard { card_id, .. }
        | Change::CompleteRecurring { card_id, .. }
        | Change::TrashCard { card_id }
        | Change::RestoreCard { card_id } => RecordRefs { card_id: Some(*card_id), ..none },
        Change::AddSubtask { item_id, card_id, .. }
        | Change::AddComment { item_id, card_id, .. }
        | Change::AddReminder { item_id, card_id, .. }
        | Change::AddAttachment { item_id, card_id, .. } => {
            RecordRefs { card_id: Some(*card_id), item_id: Some(*item_id), ..none }
        }
        Change::MoveSubtask { item_id, .. }
        | Change::EditItem { item_id, .. }
        | Change::SetReaction { item_id, .. }
        | Change::TrashItem { item_id }
        | Change::RestoreItem { item_id } => RecordRefs { item_id: Some(*item_id), ..none },
        Change::SetLabelColor { .. } | Change::EditBoard { .. } | Change::TrashBoard | Change::RestoreBoard => none,
    }
}

/// Returns a newly created board.
pub fn new_board(id: Id, name: BoardName, slug: Slug) -> Board {
    Board {
        id,
        slug,
        name,
        description: Description::default(),
        color: None,
        image: None,
        favorite: false,
        shares_focus: false,
        is_template: false,
        import_key: None,
        label_colors: vec![],
        trashed_at: None,
        role: Role::Owner,
        members: vec![],
        watched_ids: vec![],
        is_muted: false,
    }
}

#[cfg(test)]
mod tests;
