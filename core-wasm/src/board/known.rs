//! Records of boards that are not in memory, and of what lies in the trash: what the pages of tasks and of the trash were
//! told, with the person's own changes on top. A board that is in memory is truer than these, but lacks its trash.

use super::machine::Boards;
use super::reduce::{self, Record, Records};
use super::replica::{Replica, Touched};
use crate::call::Turn;
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
pub enum Load {
    /// The dated cards in use.
    Tasks,
    /// What lies in the trash or in the archive.
    Trash,
}

impl Boards {
    /// Takes in what a page was told. What it should hold and does not is gone.
    pub fn learn(&mut self, load: Load, boards: Vec<BoardRecords>, outbox: &Outbox) {
        let is_out = |card: &Card| card.trashed_at.is_some() || card.archived_at.is_some();
        for records in self.known.values_mut() {
            let is_told = |card: &Card| is_out(card) == (load == Load::Trash);
            records.items.retain(|_, item| !records.cards.get(&item.card_id).is_some_and(is_told));
            records.cards.retain(|_, card| !is_told(card));
            records.lists.retain(|_, list| load == Load::Tasks || list.trashed_at.is_none());
        }
        if load == Load::Trash {
            self.known.retain(|_, records| records.board.trashed_at.is_none());
        }
        for told in boards {
            let id = match &told.board {
                Some(board) => board.id,
                None => continue,
            };
            self.put_known(id, told, outbox);
        }
        for id in self.known.keys() {
            self.touched.push((*id, Touched { is_all: true, ..Touched::default() }));
        }
    }

    /// Puts records of a board that is not in memory. Without the board's own record nothing is known of it.
    fn put_known(&mut self, board_id: Id, told: BoardRecords, outbox: &Outbox) {
        let board = told.board.or_else(|| self.overview.find(board_id).cloned());
        if !self.known.contains_key(&board_id)
            && let Some(board) = board.clone()
        {
            self.known.insert(board_id, Records::new(board));
        }
        let Some(records) = self.known.get_mut(&board_id) else { return };
        records.board = board.unwrap_or_else(|| records.board.clone());
        records.lists.extend(told.lists.into_iter().map(|list| (list.id, list)));
        records.cards.extend(told.cards.into_iter().map(|card| (card.id, card)));
        records.items.extend(told.items.into_iter().map(|item| (item.id, item)));
        for op in outbox.ops(board_id) {
            // Most of what the op may name is not here.
            _ = reduce::apply(records, op);
        }
        self.touched.push((board_id, Touched { is_all: true, ..Touched::default() }));
    }

    /// The server has told of a change to a board; null where it is too much to tell.
    pub(super) fn tell_known(&mut self, board_id: Id, records: Option<&BoardRecords>, outbox: &Outbox) {
        match records {
            _ if self.replicas.contains_key(&board_id) => {}
            Some(records) => self.put_known(board_id, records.clone(), outbox),
            None => self.is_doubtful = true,
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
        self.replicas.get(&board_id).map(Replica::records).or_else(|| self.known.get(&board_id))
    }

    /// Every board of which anything is known.
    pub fn all_known(&self) -> impl Iterator<Item = Id> {
        let others = self.known.keys().filter(|id| !self.replicas.contains_key(id));
        self.replicas.keys().chain(others).copied()
    }

    /// What else was told of a board than its replica knows.
    pub fn told_of(&self, board_id: Id) -> Option<&Records> {
        self.known.get(&board_id)
    }

    /// The record of a board, as the list of boards has it where it does.
    pub fn board_of(&self, board_id: Id) -> Option<&Board> {
        let records = self.records_of(board_id).map(|records| &records.board);
        self.replicas.get(&board_id).map(Replica::board).or_else(|| self.overview.find(board_id)).or(records)
    }

    /// What lies on a card and is in use.
    pub fn items_on(&self, board_id: Id, card_id: Id) -> Vec<&Item> {
        match (self.replicas.get(&board_id), self.known.get(&board_id)) {
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
    pub fn take_touched(&mut self) -> Vec<(Id, Touched)> {
        std::mem::take(&mut self.touched)
    }

    /// Whether the server has refused a change to a board that is not in memory: what is known of it has to be asked for.
    pub fn take_doubt(&mut self) -> bool {
        std::mem::take(&mut self.is_doubtful)
    }

    /// Marks a card done, or takes that back (SPEC K5).
    pub fn complete_task(&mut self, board_id: Id, card_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let edit = CardEdit::Completed(card.priority != Priority::Completed);
        self.make(board_id, Change::EditCard { card_id, edit }, env, turn)
    }

    /// Takes a board out of the trash.
    pub fn restore_board(&mut self, board_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.make(board_id, Change::RestoreBoard, env, turn)
    }

    /// Takes a list out of the trash. A board that is in memory learns of it first; its cards come from the server.
    pub fn restore_list(&mut self, board_id: Id, list_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        if self.learn_list(board_id, list_id) {
            self.restoring.push(board_id);
        }
        self.make(board_id, Change::RestoreList { list_id }, env, turn)
    }

    /// Takes a card out of the trash and out of the archive.
    pub fn restore_card(&mut self, board_id: Id, card_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let told = self.known.get(&board_id).and_then(|records| records.cards.get(&card_id)).cloned();
        if let (Some(replica), Some(card)) = (self.replicas.get_mut(&board_id), told)
            && replica.card(card_id).is_none()
        {
            let list_id = card.list_id;
            replica.learn(Record::Card(Box::new(card)));
            if self.learn_list(board_id, list_id) {
                self.restoring.push(board_id);
            }
        }
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let is_archived = card.archived_at.is_some();
        self.make(board_id, Change::RestoreCard { card_id }, env, turn)?;
        if is_archived {
            self.make(board_id, Change::EditCard { card_id, edit: CardEdit::Archived(false) }, env, turn)?;
        }
        Ok(())
    }

    /// Tells the replica of a board of a list in the trash that it has not loaded. Answers whether it did.
    fn learn_list(&mut self, board_id: Id, list_id: Id) -> bool {
        let told = self.known.get(&board_id).and_then(|records| records.lists.get(&list_id)).cloned();
        let (Some(replica), Some(list)) = (self.replicas.get_mut(&board_id), told) else { return false };
        let is_new = !replica.records().lists.contains_key(&list_id);
        if is_new {
            replica.learn(Record::List(list));
        }
        is_new
    }
}
