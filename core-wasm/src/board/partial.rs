//! Records of boards that are not in memory, and of what lies in the trash: what the pages of tasks and of the trash were
//! told, with the person's own changes on top. A board that is in memory is truer than these, but lacks its trash.

use super::machine::Boards;
use super::reduce::{self, Record, Records};
use super::replica::{RecordChanges, Replica};
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::record::{Board, BoardRecords, Card, Item, Priority};
use crate::protocol::stored::TimerCard;
use crate::protocol::view::BoardStatus;
use crate::sync::outbox::Outbox;

/// Which records an answer holds all of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialSource {
    /// The dated cards in use.
    Tasks,
    /// What lies in the trash or in the archive.
    Trash,
}

impl Boards {
    /// Takes in what a page was told. What it should hold and does not is gone.
    pub fn merge_partial(&mut self, source: PartialSource, boards: Vec<BoardRecords>, outbox: &Outbox) {
        let is_out = |card: &Card| card.trashed_at.is_some() || card.archived_at.is_some();
        for records in self.partial_boards.values_mut() {
            let is_covered = |card: &Card| is_out(card) == (source == PartialSource::Trash);
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
            self.upsert_partial(id, loaded, outbox);
        }
        for id in self.partial_boards.keys() {
            self.record_changes.push((*id, RecordChanges { all_changed: true, ..RecordChanges::default() }));
        }
    }

    /// Puts records of a board that is not in memory. Without the board's own record nothing is known of it.
    fn upsert_partial(&mut self, board_id: Id, loaded: BoardRecords, outbox: &Outbox) {
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
        for op in outbox.ops(board_id) {
            // Most of what the op may name is not here.
            _ = reduce::apply(records, op);
        }
        self.record_changes.push((board_id, RecordChanges { all_changed: true, ..RecordChanges::default() }));
    }

    /// The server has told of a change to a board; null where it is too much to tell.
    pub(super) fn apply_live_change(&mut self, board_id: Id, records: Option<&BoardRecords>, outbox: &Outbox) {
        match records {
            _ if self.replicas.contains_key(&board_id) => {}
            Some(records) => self.upsert_partial(board_id, records.clone(), outbox),
            None => self.needs_refetch = true,
        }
    }

    /// A card as the timer keeps it; `None` where it is not known or lies in the trash.
    pub fn timer_card(&self, board_id: Id, card_id: Id) -> Option<TimerCard> {
        let records = self.records_of(board_id)?;
        let card = records.cards.get(&card_id).filter(|card| card.trashed_at.is_none())?;
        Some(TimerCard { board_id, board_slug: records.board.slug.clone(), card_id, title: card.title.clone() })
    }

    /// What is known of a board: the replica, or what else was told.
    pub fn records_of(&self, board_id: Id) -> Option<&Records> {
        self.replicas.get(&board_id).map(Replica::records).or_else(|| self.partial_boards.get(&board_id))
    }

    /// Every board of which anything is known.
    pub fn board_ids(&self) -> impl Iterator<Item = Id> {
        let others = self.partial_boards.keys().filter(|id| !self.replicas.contains_key(id));
        self.replicas.keys().chain(others).copied()
    }

    /// What else was told of a board than its replica knows.
    pub fn partial_records(&self, board_id: Id) -> Option<&Records> {
        self.partial_boards.get(&board_id)
    }

    /// The record of a board, as the list of boards has it where it does.
    pub fn board_of(&self, board_id: Id) -> Option<&Board> {
        let records = self.records_of(board_id).map(|records| &records.board);
        self.replicas.get(&board_id).map(Replica::board).or_else(|| self.overview.find(board_id)).or(records)
    }

    /// What lies on a card and is in use.
    pub fn items_on(&self, board_id: Id, card_id: Id) -> Vec<&Item> {
        match (self.replicas.get(&board_id), self.partial_boards.get(&board_id)) {
            (Some(replica), _) => replica.items_of(card_id).collect(),
            (None, Some(records)) => {
                records.items.values().filter(|item| item.card_id == card_id && item.trashed_at.is_none()).collect()
            }
            (None, None) => vec![],
        }
    }

    /// The open board, once it is known which it is.
    pub fn open_id(&self) -> Option<Id> {
        self.open.board_id
    }

    /// Whether a board is open.
    pub fn is_any_open(&self) -> bool {
        self.open.status != BoardStatus::Closed
    }

    /// What has changed since this was last asked, board by board.
    pub fn take_changes(&mut self) -> Vec<(Id, RecordChanges)> {
        std::mem::take(&mut self.record_changes)
    }

    /// Whether the server has refused a change to a board that is not in memory: what is known of it has to be asked for.
    pub fn take_needs_refetch(&mut self) -> bool {
        std::mem::take(&mut self.needs_refetch)
    }

    /// Marks a card done, or takes that back (SPEC K5).
    pub fn complete_task(&mut self, board_id: Id, card_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let edit = CardEdit::Completed(card.priority != Priority::Completed);
        self.apply_and_record(board_id, Change::EditCard { card_id, edit }, env, ctx)
    }

    /// Takes a board out of the trash.
    pub fn restore_board(&mut self, board_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.apply_and_record(board_id, Change::RestoreBoard, env, ctx)
    }

    /// Takes a list out of the trash. A board that is in memory learns of it first; its cards come from the server.
    pub fn restore_list(&mut self, board_id: Id, list_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        if self.import_list(board_id, list_id) {
            self.restoring_lists_of.push(board_id);
        }
        self.apply_and_record(board_id, Change::RestoreList { list_id }, env, ctx)
    }

    /// Takes a card out of the trash and out of the archive.
    pub fn restore_card(&mut self, board_id: Id, card_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
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

    /// Tells the replica of a board of a list in the trash that it has not loaded. Answers whether it did.
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
