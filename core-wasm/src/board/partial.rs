//! Partial records of boards that are not in memory, and of trashed records: those that the Tasks and Trash pages
//! loaded, with the user's unsent changes applied. The replica of a board takes precedence over these records, but has
//! no trash.

use super::due::reminder_minutes;
use super::order::Ranked;
use super::overview::Overview;
use super::pending::PendingChanges;
use super::reduce::{self, Records};
use super::replicas::AppliedOp;
use crate::context::events::{BoardChange, RecordChanges};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::op::BoardOp;
use crate::protocol::record::{BoardRecords, Card, Item, List};

/// The page whose response contains all records of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartialSource {
    /// All cards in use that have a date.
    Tasks,
    /// All trashed and archived records.
    Trash,
}

/// The records of boards that are not in memory, and of the trash, as pages and the live connection loaded them.
#[derive(Debug, Default)]
pub(super) struct PartialBoards {
    /// The account of the user who makes the own changes.
    account: Option<Id>,
    /// By board.
    records: IdMap<Records>,
    /// The record changes since they were last taken, for state that is derived from the records.
    changes: Vec<BoardChange>,
    /// Whether pages have to fetch what they know of boards again.
    needs_refetch: bool,
}

impl PartialBoards {
    /// Starts without records, for an account.
    pub(super) fn new(account: Option<Id>) -> Self {
        Self { account, ..Self::default() }
    }

    /// Returns the account of the user who makes the own changes.
    pub(super) fn account(&self) -> Option<Id> {
        self.account
    }

    /// Sets the account of the user who makes the own changes.
    pub(super) fn set_account(&mut self, account: Id) {
        self.account = Some(account);
    }

    /// Returns the records of a board.
    pub(super) fn get(&self, board_id: Id) -> Option<&Records> {
        self.records.get(&board_id)
    }

    /// Returns the ids of the boards.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        self.records.keys().copied()
    }

    /// Returns a card, whether in the trash or not.
    pub(super) fn card(&self, board_id: Id, card_id: Id) -> Option<&Card> {
        self.get(board_id)?.cards.get(&card_id)
    }

    /// Returns a list, whether in the trash or not.
    pub(super) fn list(&self, board_id: Id, list_id: Id) -> Option<&List> {
        self.get(board_id)?.lists.get(&list_id)
    }

    /// Returns the items on a card that are not in the trash.
    pub(super) fn items_of(&self, board_id: Id, card_id: Id) -> impl Iterator<Item = &Item> {
        let items = self.get(board_id).into_iter().flat_map(|records| records.items.values());
        items.filter(move |item| item.card_id == card_id && item.trashed_at.is_none())
    }

    /// Merges the response of a page. Known records that it should contain but does not are removed.
    pub(super) fn merge(
        &mut self,
        source: PartialSource,
        boards: Vec<BoardRecords>,
        overview: &Overview,
        pending: &PendingChanges,
    ) {
        let is_trashed_or_archived = |card: &Card| card.trashed_at.is_some() || card.archived_at.is_some();
        for records in self.records.values_mut() {
            let is_covered = |card: &Card| is_trashed_or_archived(card) == (source == PartialSource::Trash);
            records.items.retain(|_, item| !records.cards.get(&item.card_id).is_some_and(is_covered));
            records.cards.retain(|_, card| !is_covered(card));
            records.lists.retain(|_, list| source == PartialSource::Tasks || list.trashed_at.is_none());
        }
        if source == PartialSource::Trash {
            self.records.retain(|_, records| records.board.trashed_at.is_none());
        }
        for loaded in boards {
            let id = match &loaded.board {
                Some(board) => board.id,
                None => continue,
            };
            self.upsert(id, loaded, overview, pending);
        }
        for id in self.records.keys() {
            self.changes.push(BoardChange { board_id: *id, records: RecordChanges::all() });
        }
    }

    /// Merges records of a board that is not in memory. Does nothing if the board's own record is unknown.
    fn upsert(&mut self, board_id: Id, loaded: BoardRecords, overview: &Overview, pending: &PendingChanges) {
        let board = loaded.board.or_else(|| overview.find(board_id).cloned());
        if !self.records.contains_key(&board_id)
            && let Some(board) = board.clone()
        {
            self.records.insert(board_id, Records { user_id: self.account, ..Records::new(board) });
        }
        let Some(records) = self.records.get_mut(&board_id) else { return };
        records.board = board.unwrap_or_else(|| records.board.clone());
        records.lists.extend(loaded.lists.into_iter().map(|list| (list.id, list)));
        records.cards.extend(loaded.cards.into_iter().map(|card| (card.id, card)));
        records.items.extend(loaded.items.into_iter().map(|item| (item.id, item)));
        for op in pending.ops(board_id) {
            // Most of the records that the op names are missing here, so errors are expected.
            _ = reduce::apply(records, op);
        }
        self.changes.push(BoardChange { board_id, records: RecordChanges::all() });
    }

    /// Keeps what pages show of a board that was in memory: its lists, and the cards that have a date or a reminder, are
    /// assigned to the user, or are in the trash or the archive.
    pub(super) fn keep(&mut self, mut evicted: Records) {
        let board_id = evicted.board.id;
        evicted.items.retain(|_, item| item.trashed_at.is_none() && reminder_minutes(item).is_some());
        let reminded: IdMap<()> = evicted.items.values().map(|item| (item.card_id, ())).collect();
        let is_assigned = |card: &Card| self.account.is_some_and(|account| card.assignee_ids.contains(&account));
        let is_kept = |card: &Card| {
            !card.is_in_use() || card.due_date.is_some() || is_assigned(card) || reminded.contains_key(&card.id)
        };
        if let Some(known) = self.records.get_mut(&board_id) {
            known.items.retain(|_, item| !evicted.cards.contains_key(&item.card_id));
            known.cards.retain(|id, _| !evicted.cards.contains_key(id));
        }
        evicted.cards.retain(|_, card| is_kept(card));
        let records = self.records.get_or_insert_with(board_id, || Records {
            user_id: evicted.user_id,
            ..Records::new(evicted.board.clone())
        });
        records.board = evicted.board;
        records.lists.extend(evicted.lists);
        records.cards.extend(evicted.cards);
        records.items.extend(evicted.items);
        self.changes.push(BoardChange { board_id, records: RecordChanges::all() });
    }

    /// Merges a change that the server announced on the live connection. `records` is `None` if the change was too
    /// large to send; then a refetch is needed.
    pub(super) fn on_live_change(
        &mut self,
        board_id: Id,
        records: Option<&BoardRecords>,
        overview: &Overview,
        pending: &PendingChanges,
    ) {
        match records {
            Some(records) => self.upsert(board_id, records.clone(), overview, pending),
            None => self.needs_refetch = true,
        }
    }

    /// Applies an op of the user. If nothing else is known of the board, its record in the overview is used.
    pub(super) fn apply_own_op(
        &mut self,
        board_id: Id,
        op: &BoardOp,
        overview: &Overview,
    ) -> Result<AppliedOp, ErrorCode> {
        if !self.records.contains_key(&board_id) {
            let board = overview.find(board_id).ok_or(ErrorCode::UnknownBoard)?;
            self.records.insert(board_id, Records { user_id: self.account, ..Records::new(board.clone()) });
        }
        let records = self.records.get_mut(&board_id).ok_or(ErrorCode::UnknownBoard)?;
        let before = records.board.clone();
        let applied = reduce::apply(records, op)?;
        self.changes.push(BoardChange { board_id, records: RecordChanges::all() });
        let board = (before != records.board).then(|| records.board.clone());
        Ok(AppliedOp { inverse: applied.inverse, board })
    }

    /// Makes the pages fetch what they know of boards again, because the server refused a change.
    pub(super) fn require_refetch(&mut self) {
        self.needs_refetch = true;
    }

    /// Returns whether pages have to fetch again, and resets it.
    pub(super) fn take_needs_refetch(&mut self) -> bool {
        std::mem::take(&mut self.needs_refetch)
    }

    /// Returns the record changes since the last call.
    pub(super) fn take_changes(&mut self) -> Vec<BoardChange> {
        std::mem::take(&mut self.changes)
    }

    /// Removes the records of a board that no longer exists, or from which the user was removed.
    pub(super) fn remove(&mut self, board_id: Id) {
        self.records.remove(&board_id);
        self.changes.push(BoardChange { board_id, records: RecordChanges::all() });
    }

    /// Removes the records of a board, unless it is known to be in the trash, where the Trash page shows it. Returns whether
    /// they were removed.
    pub(super) fn remove_in_use(&mut self, board_id: Id) -> bool {
        let is_in_use = self.get(board_id).is_none_or(|records| records.board.trashed_at.is_none());
        if is_in_use {
            self.remove(board_id);
        }
        is_in_use
    }
}
