//! The local replica of a board: the state that the server confirmed, with the user's pending ops applied on top.
//!
//! Only the combined state is stored. Each pending op remembers the records from before it, so it can be reverted. When
//! a change arrives from the server, the replica rebases: it reverts the pending ops, merges the change, and applies
//! them again.

use super::due::LocalMinute;
use super::order::{RankAssignment, Ranked, Sequence};
use super::reduce::{self, Applied, Record, Records};
use crate::context::events::RecordChanges;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Board, BoardRecords, Card, Item, ItemContent, List};
use crate::protocol::view::{BoardView, CardView, DueStatus, ListView};
use std::collections::VecDeque;

mod confirmed;

pub(crate) use confirmed::MergeOutcome;
use confirmed::new_delta;

/// The records of a board with their order, their version and the pending ops.
#[derive(Clone, Debug)]
pub struct Replica {
    records: Records,
    lists: Sequence,
    cards: IdMap<Sequence>,
    /// The ids of the items on each card, unordered, including those in the trash.
    items: IdMap<Vec<Id>>,
    /// The latest server version that is included, as far as is known.
    version: i64,
    /// The latest version up to which no change can be missing.
    contiguous_version: i64,
    pending: VecDeque<Pending>,
    record_changes: RecordChanges,
    /// The user's local time, for the due status of cards.
    local_minute: LocalMinute,
}

#[derive(Clone, Debug)]
struct Pending {
    op: BoardOp,
    applied: Applied,
    /// The server version that contains the op, or `None` until the server responds. A confirmed op stays pending until
    /// the delta with that version arrives.
    confirmed_at_version: Option<i64>,
}

impl Replica {
    /// Creates a replica of loaded records. Returns `None` if they lack the board's own record.
    pub fn load(loaded: BoardRecords) -> Option<Self> {
        let mut records = Records::new(loaded.board?);
        records.lists = loaded.lists.into_iter().map(|list| (list.id, list)).collect();
        records.cards = loaded.cards.into_iter().map(|card| (card.id, card)).collect();
        records.items = loaded.items.into_iter().map(|item| (item.id, item)).collect();
        let mut items: IdMap<Vec<Id>> = IdMap::default();
        for item in records.items.values() {
            items.get_or_default(item.card_id).push(item.id);
        }
        let lists = Sequence::sorted(records.lists.values());
        let mut by_list: IdMap<Vec<&Card>> = records.lists.keys().map(|id| (*id, Vec::new())).collect();
        for card in records.cards.values() {
            by_list.get_or_default(card.list_id).push(card);
        }
        let cards = by_list.into_iter().map(|(id, cards)| (id, Sequence::sorted(cards))).collect();
        let version = loaded.version;
        Some(Self {
            records,
            lists,
            cards,
            items,
            version,
            contiguous_version: version,
            pending: VecDeque::new(),
            record_changes: RecordChanges { all_changed: true, ..RecordChanges::default() },
            local_minute: LocalMinute::default(),
        })
    }

    /// Returns whether the server has all changes and the changes that contain them have arrived.
    pub(super) fn is_synced(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the records, without their order.
    pub(super) fn into_records(self) -> Records {
        self.records
    }

    /// Returns the board's own record.
    pub(crate) fn board(&self) -> &Board {
        &self.records.board
    }

    /// Returns the version to send when requesting the changes since.
    pub(crate) fn contiguous_version(&self) -> i64 {
        self.contiguous_version
    }

    /// Returns the board as the mirror holds it.
    pub fn view(&self) -> BoardView {
        self.first_screen(usize::MAX)
    }

    /// Returns the board as the mirror holds it, with only the first `count` cards of each list.
    pub(crate) fn first_screen(&self, count: usize) -> BoardView {
        let mut lists: Vec<ListView> = self.lists.ids().filter_map(|id| self.list_view(id)).collect();
        for list in &mut lists {
            let unloaded = list.card_ids.len().saturating_sub(count);
            list.unloaded_cards = u32::try_from(unloaded).unwrap_or(u32::MAX);
            list.card_ids.truncate(count);
        }
        let cards = lists.iter().flat_map(|list| self.card_views(&list.card_ids)).collect();
        BoardView { board: self.records.board.clone(), lists, cards }
    }

    /// Computes the rank that puts a list at `index`. `from` is its current index, if it is shown.
    pub(crate) fn rank_for_list(&self, from: Option<usize>, index: usize) -> RankAssignment {
        self.lists.assign_rank(&self.records.lists, from, index)
    }

    /// Computes the rank that puts a card at `index` in a list. `from` is its current index in this list, if it is there.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownList`] if the list does not exist.
    pub(crate) fn rank_for_card(
        &self,
        from: Option<usize>,
        list_id: Id,
        index: usize,
    ) -> Result<RankAssignment, ErrorCode> {
        let sequence = self
            .cards
            .get(&list_id)
            .filter(|_| self.records.lists.contains_key(&list_id))
            .ok_or(ErrorCode::UnknownList)?;
        Ok(sequence.assign_rank(&self.records.cards, from, index))
    }

    /// Returns the list and index of a card, or `None` if it is in the trash.
    pub(crate) fn position(&self, card_id: Id) -> Option<(Id, usize)> {
        let card = self.records.cards.get(&card_id)?;
        let index = self.cards.get(&card.list_id)?.find(&self.records.cards, card).ok()?;
        card.is_in_use().then_some((card.list_id, index))
    }

    /// Returns the number of lists that are shown.
    pub(crate) fn list_count(&self) -> usize {
        self.lists.ids().len()
    }

    /// Returns the number of cards shown in a list.
    pub(crate) fn card_count(&self, list_id: Id) -> usize {
        self.cards.get(&list_id).map_or(0, |cards| cards.ids().len())
    }

    /// Returns the index of a list, or `None` if it is in the trash.
    pub(crate) fn list_position(&self, list_id: Id) -> Option<usize> {
        let list = self.records.lists.get(&list_id).filter(|list| list.trashed_at.is_none())?;
        self.lists.find(&self.records.lists, list).ok()
    }

    /// Returns the ids of the cards shown in a list, in order.
    pub(crate) fn card_ids(&self, list_id: Id) -> impl Iterator<Item = Id> {
        self.cards.get(&list_id).into_iter().flat_map(Sequence::ids)
    }

    /// Returns the lists that the board shows, in order.
    pub(crate) fn shown_lists(&self) -> impl Iterator<Item = &List> {
        self.lists.ids().filter_map(|id| self.records.lists.get(&id))
    }

    /// Returns the ids of all cards that the board shows, in order.
    pub(crate) fn shown_card_ids(&self) -> impl Iterator<Item = Id> {
        self.lists.ids().flat_map(|list_id| self.card_ids(list_id))
    }

    /// Sets the user who makes the own changes.
    pub(super) fn set_user(&mut self, user_id: Option<Id>) {
        self.records.user_id = user_id;
    }

    /// Sets the user's local time, without updating the mirror.
    pub(super) fn set_local_minute(&mut self, local_minute: &LocalMinute) {
        self.local_minute.clone_from(local_minute);
    }

    /// Sets the user's local time, and updates the due status of the cards that it changes in the mirror.
    pub(super) fn update_local_minute(&mut self, local_minute: &LocalMinute, patches: &mut Vec<Patch>) {
        let before = std::mem::replace(&mut self.local_minute, local_minute.clone());
        for id in self.shown_card_ids() {
            let Some(card) = self.records.cards.get(&id) else { continue };
            if let Some(due_status) = due_status(card, &self.local_minute)
                && Some(due_status) != self::due_status(card, &before)
            {
                patches.push(Patch::CardDueChanged { id, due_status });
            }
        }
    }

    /// Applies an op of the user, unless it changes nothing. Returns the changes that undo it.
    ///
    /// # Errors
    ///
    /// Returns the reason if the op is refused.
    pub(crate) fn apply_own_op(&mut self, op: &BoardOp, patches: &mut Vec<Patch>) -> Result<Vec<Change>, ErrorCode> {
        let mut applied = reduce::decide(&self.records, op)?;
        if applied.changed.is_empty() && !applied.is_removal {
            return Ok(vec![]);
        }
        self.put_applied(&applied, patches);
        let inverse = std::mem::take(&mut applied.inverse);
        self.pending.push_back(Pending { op: op.clone(), applied, confirmed_at_version: None });
        Ok(inverse)
    }

    /// Returns a card, or a list with its cards, and everything on them.
    pub(super) fn records_to_move(&self, card_id: Option<Id>, list_id: Id) -> BoardRecords {
        let mut moved = new_delta(0);
        match card_id {
            Some(card_id) => moved.cards.extend(self.card(card_id).cloned()),
            None => {
                moved.lists.extend(self.records.lists.get(&list_id).cloned());
                moved.cards.extend(self.records.cards.values().filter(|card| card.list_id == list_id).cloned());
            }
        }
        for card in &moved.cards {
            let ids = self.items.get(&card.id).into_iter().flatten();
            moved.items.extend(ids.filter_map(|id| self.records.items.get(id)).cloned());
        }
        moved
    }

    /// Returns the records with the pending ops applied.
    pub(super) fn records(&self) -> &Records {
        &self.records
    }

    /// Adds a confirmed record that was loaded elsewhere and is missing here, such as one in the trash.
    pub(super) fn import_record(&mut self, record: Record) {
        self.put(record, &mut vec![]);
    }

    /// Returns the changes since the last call and clears them, or `None` if there are none.
    pub(super) fn take_changes(&mut self) -> Option<RecordChanges> {
        let record_changes = std::mem::take(&mut self.record_changes);
        let is_any = record_changes.all_changed
            || record_changes.board_changed
            || !record_changes.lists.is_empty()
            || !record_changes.cards.is_empty();
        is_any.then_some(record_changes)
    }

    /// Reverts the pending ops, runs `apply` on the confirmed state, and applies the pending ops again.
    fn rebase(&mut self, patches: &mut Vec<Patch>, apply: impl FnOnce(&mut Self, &mut Vec<Patch>)) {
        for index in (0..self.pending.len()).rev() {
            let applied = std::mem::take(&mut self.pending[index].applied);
            for record in applied.changed {
                self.remove_added(&record, &applied.before, patches);
            }
            for record in applied.before {
                self.put(record, patches);
            }
        }
        apply(self, patches);
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|entry| entry.confirmed_at_version.is_none_or(|version| version > self.version));
        for entry in &mut pending {
            // An op that can no longer be applied stays pending without effect until the server accepts or refuses it.
            entry.applied = reduce::decide(&self.records, &entry.op).unwrap_or_default();
            self.put_applied(&entry.applied, patches);
        }
        self.pending = pending;
    }

    /// Changes or removes the records that an op has changed or removed.
    fn put_applied(&mut self, applied: &Applied, patches: &mut Vec<Patch>) {
        for record in &applied.changed {
            self.put(record.clone(), patches);
        }
        if applied.is_removal {
            for record in &applied.before {
                self.remove_added(record, &[], patches);
            }
        }
    }

    /// Removes a record unless it is one of those from before an op.
    fn remove_added(&mut self, record: &Record, before: &[Record], patches: &mut Vec<Patch>) {
        match record {
            Record::List(list)
                if !before.iter().any(|other| matches!(other, Record::List(other) if other.id == list.id)) =>
            {
                if self.lists.remove(&self.records.lists, list).is_some() {
                    patches.push(Patch::ListRemoved { id: list.id });
                }
                self.record_changes.lists.push(list.id);
                self.record_changes.list_added_or_removed = true;
                self.records.lists.remove(&list.id);
            }
            Record::Card(card)
                if !before.iter().any(|other| matches!(other, Record::Card(other) if other.id == card.id)) =>
            {
                self.remove_card(card, patches);
                self.record_changes.cards.push(card.id);
                self.records.cards.remove(&card.id);
            }
            Record::Item(item)
                if !before.iter().any(|other| matches!(other, Record::Item(other) if other.id == item.id)) =>
            {
                self.record_changes.cards.push(item.card_id);
                self.records.items.remove(&item.id);
                if let Some(items) = self.items.get_mut(&item.card_id) {
                    items.retain(|id| *id != item.id);
                }
                self.patch_card(item.card_id, patches);
            }
            _ => {}
        }
    }

    /// Inserts or replaces a record and updates the mirror.
    fn put(&mut self, record: Record, patches: &mut Vec<Patch>) {
        match record {
            Record::Board(board) => {
                if self.records.board != *board {
                    patches.push(Patch::OpenBoardChanged { board: (*board).clone() });
                    self.record_changes.board_changed = true;
                    self.records.board = *board;
                }
            }
            Record::List(list) => self.put_list(list, patches),
            Record::Card(card) => self.put_card(*card, patches),
            Record::Item(item) => self.put_item(item, patches),
        }
    }

    fn put_item(&mut self, item: Item, patches: &mut Vec<Patch>) {
        let (id, card_id) = (item.id, item.card_id);
        self.record_changes.cards.push(card_id);
        let before = self.card_view(card_id);
        if self.records.items.insert(id, item).is_none() {
            self.items.get_or_default(card_id).push(id);
        }
        if before != self.card_view(card_id) {
            self.patch_card(card_id, patches);
        }
    }

    /// Updates a card in the mirror if it is shown.
    fn patch_card(&self, card_id: Id, patches: &mut Vec<Patch>) {
        if self.position(card_id).is_some_and(|(list_id, _)| self.is_shown(list_id)) {
            patches.extend(self.card_view(card_id).map(|card| Patch::CardChanged { card }));
        }
    }

    fn put_list(&mut self, list: List, patches: &mut Vec<Patch>) {
        self.record_changes.lists.push(list.id);
        let before = self.records.lists.get(&list.id).cloned();
        let from = before.as_ref().and_then(|before| self.lists.remove(&self.records.lists, before));
        self.record_changes.list_added_or_removed |= from.is_some() != list.trashed_at.is_none();
        let has_changed = before.as_ref().is_some_and(|before| {
            before.name != list.name || before.is_collapsed != list.is_collapsed || before.color != list.color
        });
        self.records.lists.insert(list.id, list.clone());
        self.cards.get_or_default(list.id);
        if list.trashed_at.is_some() {
            if from.is_some() {
                patches.push(Patch::ListRemoved { id: list.id });
            }
            return;
        }
        let index = self.lists.insert(&self.records.lists, &list);
        if from != Some(index) {
            let view = if from.is_none() { self.list_view(list.id) } else { None };
            let cards =
                view.as_ref().map(|view| self.card_views(&view.card_ids).collect::<Vec<_>>()).unwrap_or_default();
            patches.push(Patch::ListPlaced {
                id: list.id,
                from_index: from.map(as_index),
                index: as_index(index),
                list: view,
            });
            if !cards.is_empty() {
                patches.push(Patch::CardsAdded { cards: json::json(&cards) });
            }
        }
        if has_changed && from.is_some() {
            let List { id, name, is_collapsed, color, .. } = list;
            patches.push(Patch::ListChanged { id, name, is_collapsed, color });
        }
    }

    fn put_card(&mut self, card: Card, patches: &mut Vec<Patch>) {
        self.record_changes.cards.push(card.id);
        // The indexes can only be found while `records` still holds the card's old version.
        let (mut from, mut has_changed) = (None, false);
        if let Some(before) = self.records.cards.get(&card.id) {
            has_changed = !is_same_view(before, &card);
            let cards = self.cards.get_mut(&before.list_id);
            from = cards.and_then(|cards| Some((before.list_id, cards.remove(&self.records.cards, before)?)));
        }
        let from = from.filter(|(list_id, _)| self.is_shown(*list_id));
        let (id, list_id) = (card.id, card.list_id);
        let mut to = None;
        if card.is_in_use() {
            let index = self.cards.get_or_default(list_id).insert(&self.records.cards, &card);
            to = self.is_shown(list_id).then_some(index);
        }
        self.records.cards.insert(id, card);
        let view = || self.card_view(id);
        match (from, to) {
            (None, None) => {}
            (Some((list_id, _)), None) => patches.push(Patch::CardRemoved { id, list_id }),
            (from, Some(index)) => {
                if from != Some((list_id, index)) {
                    patches.push(Patch::CardPlaced {
                        id,
                        from_list_id: from.map(|(list_id, _)| list_id),
                        from_index: from.map(|(_, index)| as_index(index)),
                        list_id,
                        index: as_index(index),
                        card: if from.is_none() { view() } else { None },
                    });
                }
                if has_changed && from.is_some() {
                    patches.extend(view().map(|card| Patch::CardChanged { card }));
                }
            }
        }
    }

    fn remove_card(&mut self, card: &Card, patches: &mut Vec<Patch>) {
        let removed = self.cards.get_mut(&card.list_id).and_then(|cards| cards.remove(&self.records.cards, card));
        if removed.is_some() && self.is_shown(card.list_id) {
            patches.push(Patch::CardRemoved { id: card.id, list_id: card.list_id });
        }
    }

    fn is_shown(&self, list_id: Id) -> bool {
        self.records.lists.get(&list_id).is_some_and(|list| list.trashed_at.is_none())
    }

    fn list_view(&self, id: Id) -> Option<ListView> {
        let list = self.records.lists.get(&id)?;
        let card_ids = self.cards.get(&id).map(|cards| cards.ids().collect()).unwrap_or_default();
        let (name, color) = (list.name.clone(), list.color.clone());
        Some(ListView { id, name, is_collapsed: list.is_collapsed, color, card_ids, unloaded_cards: 0 })
    }

    fn card_views<'a>(&'a self, ids: &'a [Id]) -> impl Iterator<Item = CardView> + 'a {
        ids.iter().filter_map(|id| self.card_view(*id))
    }

    fn card_view(&self, id: Id) -> Option<CardView> {
        let card = self.records.cards.get(&id)?;
        let mut view = CardView {
            id,
            title: card.title.clone(),
            has_description: !card.description.as_str().is_empty(),
            priority: card.priority,
            due_date: card.due_date.clone(),
            due_status: due_status(card, &self.local_minute),
            labels: card.labels.clone(),
            assignee_ids: card.assignee_ids.clone(),
            subtasks: 0,
            subtasks_done: 0,
            comments: 0,
            reminders: 0,
            attachments: 0,
            cover_id: card.cover_id.filter(|id| self.item(*id).is_some_and(|item| item.trashed_at.is_none())),
            recurrence: card.recurrence.clone(),
            estimate_minutes: card.estimate_minutes,
        };
        for item in self.items_of(id) {
            match item.content {
                ItemContent::Subtask { is_done, .. } => {
                    view.subtasks += 1;
                    view.subtasks_done += u32::from(is_done);
                }
                ItemContent::Comment { .. } => view.comments += 1,
                ItemContent::Reminder { .. } => view.reminders += 1,
                ItemContent::Attachment { .. } => view.attachments += 1,
            }
        }
        Some(view)
    }

    /// Returns the items on a card that are not in the trash, unordered.
    pub(crate) fn items_of(&self, card_id: Id) -> impl Iterator<Item = &Item> {
        let ids = self.items.get(&card_id).map(Vec::as_slice).unwrap_or_default();
        ids.iter().filter_map(|id| self.records.items.get(id)).filter(|item| item.trashed_at.is_none())
    }
}

/// Returns the status of a card's due date, or `None` if it has no due date.
fn due_status(card: &Card, local_minute: &LocalMinute) -> Option<DueStatus> {
    card.due_date.as_ref().map(|due| local_minute.status(due, card.priority))
}

/// Returns whether two cards look the same, ignoring their position. Compares in place, so that a move does not copy a
/// description.
fn is_same_view(one: &Card, other: &Card) -> bool {
    // Destructured so that a new field causes a compile error here.
    let Card {
        id: _,
        list_id: _,
        rank: _,
        importance: _,
        completed_at: _,
        created_at: _,
        archived_at: _,
        trashed_at: _,
        title,
        description,
        priority,
        due_date,
        labels,
        assignee_ids,
        cover_id,
        recurrence,
        estimate_minutes,
    } = one;
    *title == other.title
        && description.as_str().is_empty() == other.description.as_str().is_empty()
        && *priority == other.priority
        && *due_date == other.due_date
        && *labels == other.labels
        && *assignee_ids == other.assignee_ids
        && *cover_id == other.cover_id
        && *recurrence == other.recurrence
        && *estimate_minutes == other.estimate_minutes
}

fn as_index(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
