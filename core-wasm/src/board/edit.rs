//! A person's intents on boards, lists and cards, turned into ops: positions become ranks, the op is applied at once, and it
//! goes into the outbox.

use super::machine::Boards;
use super::order::Place;
use super::reduce::{self, Records};
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ListEdit};
use crate::protocol::record::Priority;
use crate::protocol::stored::OutboxEntry;

impl Boards {
    /// Changes fields of a board.
    pub fn edit_board(
        &mut self,
        board_id: Id,
        edits: Vec<BoardEdit>,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        edits.into_iter().try_for_each(|edit| self.change_board(board_id, Change::EditBoard { edit }, env, turn))
    }

    /// Puts a board into the trash.
    pub fn delete_board(&mut self, board_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change_board(board_id, Change::TrashBoard, env, turn)
    }

    fn change_board(&mut self, board_id: Id, change: Change, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let op = BoardOp { id: env.new_id(), at: env.now, change };
        let board = if let Some(replica) = self.replicas.get_mut(&board_id) {
            let mut patches = vec![];
            replica.apply(op.clone(), &mut patches)?;
            let board = replica.board().clone();
            if self.open.board_id == Some(board_id) {
                turn.step.patches.extend(patches);
            }
            board
        } else {
            let board = self.overview.find(board_id).ok_or(ErrorCode::UnknownBoard)?;
            let mut records = Records::new(board.clone());
            reduce::apply(&mut records, &op)?;
            records.board
        };
        self.overview.put(board, turn);
        turn.entries.push(OutboxEntry::BoardOp { board_id, op });
        Ok(())
    }

    /// Adds a list at the end of the open board.
    pub fn add_list(&mut self, name: String, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let place = self.replica()?.place_list(None, usize::MAX);
        let change = |rank| Change::AddList { list_id: env.new_id(), name, rank };
        self.put_at(place, |list_id, rank| Change::MoveList { list_id, rank }, change, env, turn)
    }

    /// Moves a list. A move to where it stands does nothing (SPEC B13).
    pub fn move_list(&mut self, list_id: Id, index: u32, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.list_position(list_id).ok_or(ErrorCode::UnknownList)?;
        let last = replica.list_count().saturating_sub(1);
        if from == (index as usize).min(last) {
            return Ok(());
        }
        let place = replica.place_list(Some(list_id), index as usize);
        let to = |list_id, rank| Change::MoveList { list_id, rank };
        self.put_at(place, to, |rank| to(list_id, rank), env, turn)
    }

    /// Changes one field of a list.
    pub fn edit_list(&mut self, list_id: Id, edit: ListEdit, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::EditList { list_id, edit }, env, turn)
    }

    /// Puts a list, with what lies in it, into the trash.
    pub fn delete_list(&mut self, list_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::TrashList { list_id }, env, turn)
    }

    /// Adds a card at the end of a list. A blank title is ignored (SPEC B3).
    pub fn add_card(
        &mut self,
        list_id: Id,
        title: String,
        priority: Priority,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let place = self.replica()?.place_card(None, list_id, usize::MAX)?;
        if title.trim().is_empty() {
            return Ok(());
        }
        let change = |rank| Change::AddCard { card_id: env.new_id(), list_id, rank, title, priority };
        self.put_at(place, |card_id, rank| Change::MoveCard { card_id, list_id, rank }, change, env, turn)
    }

    /// Moves a card. A move to where it lies does nothing (SPEC B13).
    pub fn move_card(
        &mut self,
        card_id: Id,
        list_id: Id,
        index: u32,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.position(card_id).ok_or(ErrorCode::UnknownCard)?;
        let last = replica.card_count(list_id).saturating_sub(usize::from(from.0 == list_id));
        if from == (list_id, (index as usize).min(last)) {
            return Ok(());
        }
        let place = replica.place_card(Some(card_id), list_id, index as usize)?;
        let to = |card_id, rank| Change::MoveCard { card_id, list_id, rank };
        self.put_at(place, to, |rank| to(card_id, rank), env, turn)
    }

    /// Changes fields of a card.
    pub fn edit_card(
        &mut self,
        card_id: Id,
        edits: Vec<CardEdit>,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        edits.into_iter().try_for_each(|edit| self.change(Change::EditCard { card_id, edit }, env, turn))
    }

    /// Puts a card into the trash.
    pub fn delete_card(&mut self, card_id: Id, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        self.change(Change::TrashCard { card_id }, env, turn)
    }

    /// Makes room where ranks are shared, then puts something at its rank.
    fn put_at(
        &mut self,
        place: Place,
        shift: impl Fn(Id, String) -> Change,
        put: impl FnOnce(String) -> Change,
        env: &Env,
        turn: &mut Turn,
    ) -> Result<(), ErrorCode> {
        for (id, rank) in place.moves {
            self.change(shift(id, rank.to_string()), env, turn)?;
        }
        self.change(put(place.rank.to_string()), env, turn)
    }

    /// Does something to the open board.
    fn change(&mut self, change: Change, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let op = BoardOp { id: env.new_id(), at: env.now, change };
        let replica = self.open.board_id.and_then(|id| self.replicas.get_mut(&id)).ok_or(ErrorCode::UnknownBoard)?;
        replica.apply(op.clone(), &mut turn.step.patches)?;
        turn.entries.push(OutboxEntry::BoardOp { board_id: replica.board().id, op });
        Ok(())
    }
}
