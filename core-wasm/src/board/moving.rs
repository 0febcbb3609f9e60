//! Moves of cards and lists between boards (SPEC B56, B57).

use super::copying::check_count;
use super::edit::offer_undo;
use super::machine::Boards;
use super::policy::{self, Action};
use super::reduce;
use super::replica::Replica;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::op::{BoardOp, Change};
use crate::protocol::record::Card;

impl Boards {
    /// Moves cards of the open board to a list of another board in memory, in the given order, and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if a card, the board or the list is unknown, if a card is given twice, if there are too many cards,
    /// if the other board has one of the ids, or if the user may not edit both boards. Then nothing is moved.
    pub(crate) fn move_cards_to_board(
        &mut self,
        card_ids: &[Id],
        board_id: Id,
        list_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        check_count(card_ids.len())?;
        if card_ids.iter().enumerate().any(|(index, id)| card_ids[..index].contains(id)) {
            return Err(ErrorCode::BadIntent);
        }
        let source = self.source_of_move(board_id)?;
        let cards = card_ids.iter().map(|id| source.shown_card(*id).ok_or(ErrorCode::UnknownCard));
        let cards: Vec<Card> = cards.collect::<Result<Vec<&Card>, ErrorCode>>()?.into_iter().cloned().collect();
        for card in &cards {
            // Checked before the first card is moved.
            let rank = card.rank.to_hex();
            let change = Change::MoveToBoard { card_id: Some(card.id), list_id, board_id, rank, records: None };
            self.with_records_to_move(source.board().id, change, env)?;
        }
        let index = (index as usize).min(self.target(board_id)?.card_count(list_id));
        self.move_label_colors(board_id, &cards, env, ctx)?;
        self.place_moved(card_ids, board_id, list_id, index, env, ctx)?;
        offer_undo(&messages::cards_moved_to_board(card_ids.len() as u64, &self.name_of(board_id)), env, ctx);
        Ok(())
    }

    /// Moves a list of the open board with its cards to another board in memory, and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if the list or the board is unknown, if the list has too many cards, if the other board has one of
    /// the ids, or if the user may not edit both boards. Then nothing is moved.
    pub(crate) fn move_list_to_board(
        &mut self,
        list_id: Id,
        board_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let source = self.source_of_move(board_id)?;
        let list = source.shown_lists().find(|list| list.id == list_id).ok_or(ErrorCode::UnknownList)?;
        check_count(source.card_count(list_id))?;
        let cards = source.records_to_move(None, list_id).cards;
        // Checked before anything is changed on the other board.
        let rank = list.rank.to_hex();
        let change = Change::MoveToBoard { card_id: None, list_id, board_id, rank, records: None };
        self.with_records_to_move(source.board().id, change, env)?;
        let rank = self.rank_of_list(board_id, index as usize, env, ctx)?;
        self.move_label_colors(board_id, &cards, env, ctx)?;
        self.move_to_board(Change::MoveToBoard { card_id: None, list_id, board_id, rank, records: None }, env, ctx)?;
        offer_undo(&messages::list_moved_to_board(&self.name_of(board_id)), env, ctx);
        Ok(())
    }

    /// Returns the open board if the user may move something of it to another one.
    fn source_of_move(&self, board_id: Id) -> Result<&Replica, ErrorCode> {
        let source = self.replica()?;
        policy::check(source.board().role, Action::EditContents)?;
        if source.board().id == board_id { Err(ErrorCode::BadIntent) } else { Ok(source) }
    }

    fn name_of(&self, board_id: Id) -> String {
        self.board_of(board_id).map(|board| board.name.as_str().to_owned()).unwrap_or_default()
    }

    /// Gives the labels of cards of the open board their colors on another board, if they have none there.
    fn move_label_colors(
        &mut self,
        board_id: Id,
        cards: &[Card],
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let colors = self.replica()?.board().label_colors.clone();
        self.copy_label_colors(board_id, colors, &cards.iter().collect::<Vec<&Card>>(), env, ctx);
        Ok(())
    }

    /// Moves cards to an index of a list. The one in the middle is moved first, so that the ranks of many cards stay short.
    fn place_moved(
        &mut self,
        card_ids: &[Id],
        board_id: Id,
        list_id: Id,
        index: usize,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let middle = card_ids.len() / 2;
        let Some(card_id) = card_ids.get(middle).copied() else { return Ok(()) };
        let rank = self.rank_in_list(board_id, list_id, index, env, ctx)?;
        let change = Change::MoveToBoard { card_id: Some(card_id), list_id, board_id, rank, records: None };
        self.move_to_board(change, env, ctx)?;
        self.place_moved(&card_ids[..middle], board_id, list_id, index, env, ctx)?;
        self.place_moved(&card_ids[middle + 1..], board_id, list_id, index + middle + 1, env, ctx)
    }

    /// Moves a card or a list of the open board. It is undone by a change of the other board.
    fn move_to_board(&mut self, change: Change, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let source_id = self.open_id().ok_or(ErrorCode::UnknownBoard)?;
        let other = change.other_board().ok_or(ErrorCode::UnknownBoard)?;
        let inverse = self.apply_change(source_id, change, env, ctx)?;
        ctx.record_undo(other, self.undo_step(other, inverse));
        Ok(())
    }

    /// Adds what moves to a change that moves something to another board, after checking that this board can take it.
    ///
    /// # Errors
    ///
    /// Returns an error code if a board, the card or the list is not in memory, or if the user may not edit the other board.
    pub(super) fn with_records_to_move(&self, source_id: Id, change: Change, env: &Env) -> Result<Change, ErrorCode> {
        let Change::MoveToBoard { card_id, list_id, board_id, rank, .. } = change else { return Ok(change) };
        let source = self.replicas.get(source_id).ok_or(ErrorCode::UnknownBoard)?;
        let records = Some(Box::new(source.records_to_move(card_id, list_id)));
        let change = Change::MoveToBoard { card_id, list_id, board_id, rank, records };
        let op = BoardOp { id: board_id, at: env.now, change };
        reduce::decide(self.target(board_id)?.records(), &op)?;
        Ok(op.change)
    }
}
