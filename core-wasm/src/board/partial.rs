//! Partial records of boards that are not in memory, and of trashed records: those that the Tasks and Trash pages
//! loaded, with the user's unsent changes applied. The replica of a board takes precedence over these records, but has
//! no trash.

use super::machine::Boards;
use super::reduce::{self, Record, Records};
use super::replica::Replica;
use crate::context::Context;
use crate::context::events::{BoardChange, RecordChanges};
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::{Board, BoardRecords, Card, Item, Priority};
use crate::protocol::stored::TimerCard;
use crate::protocol::view::BoardStatus;

/// The page whose response contains all records of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartialSource {
    /// All cards in use that have a date.
    Tasks,
    /// All trashed and archived records.
    Trash,
}

impl Boards {
    /// Merges the response of a page. Known records that it should contain but does not are removed.
    pub(crate) fn merge_partial(&mut self, source: PartialSource, boards: Vec<BoardRecords>) {
        let is_trashed_or_archived = |card: &Card| card.trashed_at.is_some() || card.archived_at.is_some();
        for records in self.partial_boards.values_mut() {
            let is_covered = |card: &Card| is_trashed_or_archived(card) == (source == PartialSource::Trash);
            records.items.retain(|_, item| !records.cards.get(&item.card_id).is_some_and(is_covered));
            records.cards.retain(|_, card| !is_covered(card));
            records.lists.retain(|_, list| source == PartialSource::Tasks || list.trashed_at.is_none());
        }
        if source == PartialSource::Trash {
            self.partial_boards.retain(|_, records| records.board.trashed_at.is_none());
        }
        for loaded in boards {
            let id = match &loaded.board {
                Some(board) => board.id,
                None => continue,
            };
            self.upsert_partial(id, loaded);
        }
        for id in self.partial_boards.keys() {
            self.changes.push(BoardChange { board_id: *id, records: RecordChanges::all() });
        }
    }

    /// Merges records of a board that is not in memory. Does nothing if the board's own record is unknown.
    fn upsert_partial(&mut self, board_id: Id, loaded: BoardRecords) {
        let board = loaded.board.or_else(|| self.overview.find(board_id).cloned());
        if !self.partial_boards.contains_key(&board_id)
            && let Some(board) = board.clone()
        {
            self.partial_boards.insert(board_id, Records::new(board));
        }
        let Some(records) = self.partial_boards.get_mut(&board_id) else { return };
        records.board = board.unwrap_or_else(|| records.board.clone());
        records.lists.extend(loaded.lists.into_iter().map(|list| (list.id, list)));
        records.cards.extend(loaded.cards.into_iter().map(|card| (card.id, card)));
        records.items.extend(loaded.items.into_iter().map(|item| (item.id, item)));
        for op in self.pending.ops(board_id) {
            // Most of the records that the op names are missing here, so errors are expected.
            _ = reduce::apply(records, op);
        }
        self.changes.push(BoardChange { board_id, records: RecordChanges::all() });
    }

    /// Applies a change that the server announced on the live connection. `records` is `None` if the change was too
    /// large to send; then a refetch is needed.
    pub(super) fn apply_live_change(&mut self, board_id: Id, records: Option<&BoardRecords>) {
        match records {
            _ if self.replicas.contains_key(&board_id) => {}
            Some(records) => self.upsert_partial(board_id, records.clone()),
            None => self.needs_refetch = true,
        }
    }

    /// Returns a card in the form that the timer stores, or `None` if it is unknown or in the trash.
    pub(crate) fn timer_card(&self, board_id: Id, card_id: Id) -> Option<TimerCard> {
        let records = self.records_of(board_id)?;
        let card = records.cards.get(&card_id).filter(|card| card.trashed_at.is_none())?;
        Some(TimerCard { board_id, board_slug: records.board.slug.clone(), card_id, title: card.title.clone() })
    }

    /// Returns the known records of a board: those of its replica if there is one, otherwise its partial records.
    pub(crate) fn records_of(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records).or_else(|| self.partial_boards.get(&board_id))
    }

    /// Returns the ids of all boards of which any record is known.
    pub(crate) fn board_ids(&self) -> impl Iterator<Item = Id> {
        let others = self.partial_boards.keys().filter(|id| !self.replicas.contains_key(id));
        self.replicas.keys().chain(others).copied()
    }

    /// Returns the partial records of a board, which may contain trashed records that its replica lacks.
    pub(crate) fn partial_records(&self, board_id: Id) -> Option<&Records> {
        self.partial_boards.get(&board_id)
    }

    /// Returns the record of a board, from its replica, the overview or its partial records, in this order.
    pub(crate) fn board_of(&self, board_id: Id) -> Option<&Board> {
        let records = self.records_of(board_id).map(|records| &records.board);
        self.replicas.get(&board_id).map(Replica::board).or_else(|| self.overview.find(board_id)).or(records)
    }

    /// Returns the items on a card that are not in the trash.
    pub(crate) fn items_on(&self, board_id: Id, card_id: Id) -> Vec<&Item> {
        match (self.replicas.get(&board_id), self.partial_boards.get(&board_id)) {
            (Some(replica), _) => replica.items_of(card_id).collect(),
            (None, Some(records)) => {
                records.items.values().filter(|item| item.card_id == card_id && item.trashed_at.is_none()).collect()
            }
            (None, None) => vec![],
        }
    }

    /// Returns whether a board is open.
    pub(crate) fn is_any_open(&self) -> bool {
        self.open.status != BoardStatus::Closed
    }

    /// Toggles the completion of a card (SPEC K5).
    ///
    /// # Errors
    ///
    /// Returns an error code if the board or the card is unknown.
    pub(crate) fn complete_task(
        &mut self,
        board_id: Id,
        card_id: Id,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let edit = CardEdit::Completed(card.priority != Priority::Completed);
        self.apply_and_record(board_id, Change::EditCard { card_id, edit }, env, ctx)
    }

    /// Restores a board from the trash.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownBoard`] if the board does not exist.
    pub(crate) fn restore_board(&mut self, board_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.apply_and_record(board_id, Change::RestoreBoard, env, ctx)
    }

    /// Restores a list from the trash. If the board is in memory, the list is imported first; its cards are then loaded
    /// from the server.
    ///
    /// # Errors
    ///
    /// Returns an error code if the board or the list is unknown.
    pub(crate) fn restore_list(
        &mut self,
        board_id: Id,
        list_id: Id,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if self.import_list(board_id, list_id) {
            self.restoring_lists_of.push(board_id);
        }
        self.apply_and_record(board_id, Change::RestoreList { list_id }, env, ctx)
    }

    /// Restores a card from the trash and from the archive.
    ///
    /// # Errors
    ///
    /// Returns an error code if the board, the card or its list is unknown.
    pub(crate) fn restore_card(
        &mut self,
        board_id: Id,
        card_id: Id,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let loaded = self.partial_boards.get(&board_id).and_then(|records| records.cards.get(&card_id)).cloned();
        if let (Some(replica), Some(card)) = (self.replicas.get_mut(&board_id), loaded)
            && replica.card(card_id).is_none()
        {
            let list_id = card.list_id;
            replica.import_record(Record::Card(Box::new(card)));
            if self.import_list(board_id, list_id) {
                self.restoring_lists_of.push(board_id);
            }
        }
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let is_archived = card.archived_at.is_some();
        self.apply_and_record(board_id, Change::RestoreCard { card_id }, env, ctx)?;
        if is_archived {
            self.apply_and_record(board_id, Change::EditCard { card_id, edit: CardEdit::Archived(false) }, env, ctx)?;
        }
        Ok(())
    }

    /// Imports a trashed list into the replica of its board if the replica lacks it. Returns whether it did.
    fn import_list(&mut self, board_id: Id, list_id: Id) -> bool {
        let loaded = self.partial_boards.get(&board_id).and_then(|records| records.lists.get(&list_id)).cloned();
        let (Some(replica), Some(list)) = (self.replicas.get_mut(&board_id), loaded) else { return false };
        let is_new = !replica.records().lists.contains_key(&list_id);
        if is_new {
            replica.import_record(Record::List(list));
        }
        is_new
    }
}
