//! Turns the user's intents on boards, lists, cards and items into ops: positions become ranks, the op is applied at
//! once (optimistic update) and enters the outbox. No op is created for an intent that changes nothing (SPEC B13).

use super::machine::Boards;
use super::order::RankAssignment;
use super::recurrence;
use super::reduce::{self, Records};
use super::replicas::AppliedOp;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::effect::{ToastKind, UiEffect};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::record::{ItemContent, Priority};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::text::{CardTitle, Description};
use crate::protocol::time::local_day;

impl Boards {
    /// Changes fields of a board: all of them, or none if one is refused (SPEC B36). A description is merged with what
    /// others have changed since `description_base`, or else replaces the current one.
    ///
    /// # Errors
    ///
    /// Returns the code of the first refused edit, or [`ErrorCode::UnknownBoard`].
    pub(crate) fn edit_board(
        &mut self,
        board_id: Id,
        edits: Vec<BoardEdit>,
        description_base: Option<String>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        // A click on the star or on a switch needs no toast because it shows the result itself.
        let shows_toast = edits.iter().any(|edit| !edit.is_personal());
        let current = self.board_of(board_id).map(|board| &board.description);
        let change = |edit| match (edit, current) {
            (BoardEdit::Description(text), Some(current)) => {
                merge_of_description(None, description_base.as_deref(), current, text)
            }
            (edit, _) => Change::EditBoard { edit },
        };
        let changes = edits.into_iter().map(change).collect();
        self.apply_all(board_id, None, changes, env, ctx)?;
        if shows_toast {
            let message = messages::board_updated().to_owned();
            ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Success, message, undo: None });
        }
        Ok(())
    }

    /// Moves a board to the trash and offers undo.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownBoard`] if the board does not exist.
    pub(crate) fn delete_board(&mut self, board_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.apply_and_record(board_id, Change::TrashBoard, env, ctx)?;
        offer_undo(messages::board_deleted(), env, ctx);
        Ok(())
    }

    /// Sets or clears the color of a label on the open board.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open, or if the label or the color is invalid.
    pub(crate) fn set_label_color(
        &mut self,
        label: String,
        color: Option<String>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.change_open_board(Change::SetLabelColor { label, color }, env, ctx)
    }

    /// Adds a list at the end of the open board.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the name is invalid.
    pub(crate) fn add_list(&mut self, name: String, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let assignment = self.replica()?.rank_for_list(None, usize::MAX);
        let change = |rank| Change::AddList { list_id: env.new_id(), name, rank };
        self.apply_at_rank(assignment, |list_id, rank| Change::MoveList { list_id, rank }, change, env, ctx)
    }

    /// Moves a list to `index`. Does nothing if it is already there (SPEC B13).
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the list does not exist.
    pub(crate) fn move_list(&mut self, list_id: Id, index: u32, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.list_position(list_id).ok_or(ErrorCode::UnknownList)?;
        let last = replica.list_count().saturating_sub(1);
        if from == (index as usize).min(last) {
            return Ok(());
        }
        let assignment = replica.rank_for_list(Some(from), index as usize);
        let to = |list_id, rank| Change::MoveList { list_id, rank };
        self.apply_at_rank(assignment, to, |rank| to(list_id, rank), env, ctx)
    }

    /// Changes one field of a list on the open board.
    ///
    /// # Errors
    ///
    /// Returns an error code if the list does not exist or the new value is invalid.
    pub(crate) fn edit_list(
        &mut self,
        list_id: Id,
        edit: ListEdit,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.change_open_board(Change::EditList { list_id, edit }, env, ctx)
    }

    /// Moves a list and its cards to the trash and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the list does not exist.
    pub(crate) fn delete_list(&mut self, list_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.change_open_board(Change::TrashList { list_id }, env, ctx)?;
        offer_undo(messages::list_deleted(), env, ctx);
        Ok(())
    }

    /// Adds a card at the end of a list. A blank title is ignored (SPEC B3).
    ///
    /// # Errors
    ///
    /// Returns an error code if the list does not exist or the title is invalid.
    pub(crate) fn add_card(
        &mut self,
        list_id: Id,
        title: String,
        priority: Priority,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if title.trim().is_empty() {
            return Ok(());
        }
        // Also before the board is read, while its form still has the title.
        CardTitle::parse(&title)?;
        let assignment = self.replica()?.rank_for_card(None, list_id, usize::MAX)?;
        let change = |rank| Change::AddCard { card_id: env.new_id(), list_id, rank, title, priority };
        self.apply_at_rank(assignment, |card_id, rank| Change::MoveCard { card_id, list_id, rank }, change, env, ctx)
    }

    /// Moves a card to `index` in a list. Does nothing if it is already there (SPEC B13).
    ///
    /// # Errors
    ///
    /// Returns an error code if the card or the list does not exist.
    pub(crate) fn move_card(
        &mut self,
        card_id: Id,
        list_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let from = replica.position(card_id).ok_or(ErrorCode::UnknownCard)?;
        let last = replica.card_count(list_id).saturating_sub(usize::from(from.0 == list_id));
        if from == (list_id, (index as usize).min(last)) {
            return Ok(());
        }
        let from_index = (from.0 == list_id).then_some(from.1);
        let assignment = replica.rank_for_card(from_index, list_id, index as usize)?;
        let to = |card_id, rank| Change::MoveCard { card_id, list_id, rank };
        self.apply_at_rank(assignment, to, |rank| to(card_id, rank), env, ctx)
    }

    /// Moves a card to where it was dropped: before another card of the list, or with `None` after the last card that
    /// is visible under the filter. Does nothing if the order of the visible cards stays the same (SPEC B43).
    ///
    /// # Errors
    ///
    /// Returns an error code if the card or the list does not exist, or if the other card is not in the list.
    pub(crate) fn drop_card(
        &mut self,
        card_id: Id,
        list_id: Id,
        before: Option<Id>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let card_ids: Vec<Id> = self.replica()?.card_ids(list_id).collect();
        let is_visible = |id: &Id| self.open.view.is_card_visible(*id);
        let from = card_ids.iter().position(|id| *id == card_id).filter(|_| is_visible(&card_id));
        if from.is_some_and(|from| card_ids[from + 1..].iter().copied().find(is_visible) == before) {
            return Ok(());
        }
        let others: Vec<Id> = card_ids.into_iter().filter(|id| *id != card_id).collect();
        let index = match before {
            Some(before) => others.iter().position(|id| *id == before).ok_or(ErrorCode::UnknownCard)?,
            None => others.iter().rposition(is_visible).map_or(others.len(), |last| last + 1),
        };
        self.move_card(card_id, list_id, u32::try_from(index).unwrap_or(u32::MAX), env, ctx)
    }

    /// Changes fields of a card: all of them, or none if one is refused (SPEC B36). A description is merged with what
    /// others have changed since `description_base`, or else replaces the current one.
    ///
    /// # Errors
    ///
    /// Returns the code of the first refused edit, or [`ErrorCode::UnknownCard`].
    pub(crate) fn edit_card(
        &mut self,
        card_id: Id,
        edits: Vec<CardEdit>,
        description_base: Option<String>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let (board_id, current) = (replica.board().id, replica.card(card_id).map(|card| &card.description));
        let change = |edit| match (edit, current) {
            (CardEdit::Description(text), Some(current)) => {
                merge_of_description(Some(card_id), description_base.as_deref(), current, text)
            }
            (edit, _) => Change::EditCard { card_id, edit },
        };
        let changes = edits.into_iter().map(change).collect();
        self.apply_all(board_id, Some(card_id), changes, env, ctx)
    }

    /// Moves the due date of a recurring card to the next occurrence, without completing the card (SPEC B53).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::LastOccurrence`] if the card is not due again, or an error code if it does not exist.
    pub(crate) fn skip_occurrence(&mut self, card_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let (board_id, card) = (replica.board().id, replica.card(card_id).ok_or(ErrorCode::UnknownCard)?);
        let today = local_day(env.now, env.utc_offset, 0);
        let next = recurrence::after_skip(card, today).ok_or(ErrorCode::LastOccurrence)?;
        let edits =
            [CardEdit::DueDate(Some(next.due_date.as_str().to_owned())), CardEdit::Recurrence(Some(next.recurrence))];
        let changes = edits.map(|edit| Change::EditCard { card_id, edit }).into();
        self.apply_all(board_id, Some(card_id), changes, env, ctx)
    }

    /// Moves a card to the archive and offers undo (SPEC B35).
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the card does not exist.
    pub(crate) fn archive_card(&mut self, card_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.change_open_board(Change::EditCard { card_id, edit: CardEdit::Archived(true) }, env, ctx)?;
        offer_undo(messages::card_archived(), env, ctx);
        Ok(())
    }

    /// Moves a card to the trash and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the card does not exist.
    pub(crate) fn delete_card(&mut self, card_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.change_open_board(Change::TrashCard { card_id }, env, ctx)?;
        offer_undo(messages::card_deleted(), env, ctx);
        Ok(())
    }

    /// Adds a subtask at the end of a card's subtasks. A blank title is ignored (SPEC B37).
    ///
    /// # Errors
    ///
    /// Returns an error code if the card does not exist or the title is invalid.
    pub(crate) fn add_subtask(
        &mut self,
        card_id: Id,
        title: String,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let assignment = self.replica()?.rank_for_subtask(None, card_id, usize::MAX)?;
        if title.trim().is_empty() {
            return Ok(());
        }
        let change = |rank| Change::AddSubtask { item_id: env.new_id(), card_id, rank, title };
        self.apply_at_rank(assignment, |item_id, rank| Change::MoveSubtask { item_id, rank }, change, env, ctx)
    }

    /// Moves a subtask to `index` among those of its card. Does nothing if it is already there (SPEC B13).
    ///
    /// # Errors
    ///
    /// Returns an error code if the item does not exist or is not a subtask.
    pub(crate) fn move_subtask(
        &mut self,
        item_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let card_id = replica.item(item_id).ok_or(ErrorCode::UnknownItem)?.card_id;
        let subtasks = replica.subtasks_of(card_id);
        let from = subtasks.iter().position(|item| item.id == item_id).ok_or(ErrorCode::UnknownItem)?;
        if from == (index as usize).min(subtasks.len() - 1) {
            return Ok(());
        }
        let assignment = replica.rank_for_subtask(Some(from), card_id, index as usize)?;
        let to = |item_id, rank| Change::MoveSubtask { item_id, rank };
        self.apply_at_rank(assignment, to, |rank| to(item_id, rank), env, ctx)
    }

    /// Adds a comment to a card. A blank text is ignored (SPEC B37).
    ///
    /// # Errors
    ///
    /// Returns an error code if the card does not exist or the text is invalid.
    pub(crate) fn add_comment(
        &mut self,
        card_id: Id,
        text: String,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if text.trim().is_empty() {
            return self.replica()?.card(card_id).map(|_| ()).ok_or(ErrorCode::UnknownCard);
        }
        self.change_open_board(Change::AddComment { item_id: env.new_id(), card_id, text }, env, ctx)
    }

    /// Adds a reminder to a card, unless the card already has the same one (SPEC B37).
    ///
    /// # Errors
    ///
    /// Returns an error code if the card does not exist or the lead time is out of range.
    pub(crate) fn add_reminder(
        &mut self,
        card_id: Id,
        minutes_before: i64,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let same = ItemContent::Reminder { minutes_before };
        if self.replica()?.items_of(card_id).any(|item| item.content == same) {
            return Ok(());
        }
        self.change_open_board(Change::AddReminder { item_id: env.new_id(), card_id, minutes_before }, env, ctx)
    }

    /// Changes one field of an item on a card.
    ///
    /// # Errors
    ///
    /// Returns an error code if the item does not exist, does not have this field, or the new value is invalid.
    pub(crate) fn edit_item(
        &mut self,
        item_id: Id,
        edit: ItemEdit,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.change_open_board(Change::EditItem { item_id, edit }, env, ctx)
    }

    /// Adds the user's reaction to a comment, or removes it.
    ///
    /// # Errors
    ///
    /// Returns an error code if the comment does not exist, the emoji is invalid, or the user may not react.
    pub(crate) fn set_reaction(
        &mut self,
        item_id: Id,
        emoji: String,
        is_set: bool,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.change_open_board(Change::SetReaction { item_id, emoji, is_set }, env, ctx)
    }

    /// Moves an item on a card to the trash and offers undo.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownItem`] if the item does not exist.
    pub(crate) fn delete_item(&mut self, item_id: Id, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let message = match self.replica()?.item(item_id).ok_or(ErrorCode::UnknownItem)?.content {
            ItemContent::Subtask { .. } => messages::subtask_deleted(),
            ItemContent::Comment { .. } => messages::comment_deleted(),
            ItemContent::Reminder { .. } => messages::reminder_deleted(),
            ItemContent::Attachment { .. } => messages::attachment_deleted(),
        };
        self.change_open_board(Change::TrashItem { item_id }, env, ctx)?;
        offer_undo(message, env, ctx);
        Ok(())
    }

    /// Toggles the completion of a card, and offers undo if asked to (SPEC K5, U3).
    ///
    /// # Errors
    ///
    /// Returns an error code if the board or the card is unknown.
    pub(crate) fn complete_task(
        &mut self,
        board_id: Id,
        card_id: Id,
        offers_undo: bool,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let records = self.records_of(board_id).ok_or(ErrorCode::UnknownBoard)?;
        let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
        let is_done = card.priority != Priority::Completed;
        let edit = CardEdit::Completed(is_done);
        self.apply_and_record(board_id, Change::EditCard { card_id, edit }, env, ctx)?;
        if offers_undo {
            let message = if is_done { messages::card_marked_done() } else { messages::card_marked_not_done() };
            offer_undo(message, env, ctx);
        }
        Ok(())
    }

    /// Changes the due date of a card on any board, and offers undo (SPEC K9).
    ///
    /// # Errors
    ///
    /// Returns an error code if the board or the card is unknown, the due date is invalid, or the user may not edit cards.
    pub(crate) fn set_due_date(
        &mut self,
        board_id: Id,
        card_id: Id,
        due_date: Option<String>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        self.apply_and_record(board_id, Change::EditCard { card_id, edit: CardEdit::DueDate(due_date) }, env, ctx)?;
        offer_undo(messages::due_date_changed(), env, ctx);
        Ok(())
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
        self.import_list(board_id, list_id);
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
        if let Some(card) = self.partial.card(board_id, card_id).cloned() {
            let list_id = card.list_id;
            if self.replicas.import_card(board_id, card) {
                self.import_list(board_id, list_id);
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

    /// Imports a list from the trash into the replica of its board if the replica lacks it.
    fn import_list(&mut self, board_id: Id, list_id: Id) {
        if let Some(list) = self.partial.list(board_id, list_id) {
            self.replicas.import_list(board_id, list.clone());
        }
    }

    /// Makes room between equal ranks if needed, then puts a record at its rank.
    fn apply_at_rank(
        &mut self,
        assignment: RankAssignment,
        shift: impl Fn(Id, String) -> Change,
        put: impl FnOnce(String) -> Change,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let put = put(assignment.rank.to_hex());
        if assignment.moves.is_empty() {
            return self.change_open_board(put, env, ctx);
        }
        // Check the change first: if it is refused, no other record may have been moved.
        reduce::decide(self.replica()?.records(), &BoardOp { id: env.new_id(), at: env.now, change: put.clone() })?;
        for (id, rank) in assignment.moves {
            self.change_open_board(shift(id, rank.to_hex()), env, ctx)?;
        }
        self.change_open_board(put, env, ctx)
    }

    /// Applies several changes to the board's own record or to one card: all of them, or none if one is refused.
    pub(super) fn apply_all(
        &mut self,
        board_id: Id,
        card_id: Option<Id>,
        changes: Vec<Change>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        if changes.len() > 1 {
            let mut part = self.records_for_check(board_id, card_id)?;
            for change in &changes {
                reduce::apply(&mut part, &BoardOp { id: board_id, at: env.now, change: change.clone() })?;
            }
        }
        changes.into_iter().try_for_each(|change| self.apply_and_record(board_id, change, env, ctx))
    }

    /// Returns a copy of a board's record, and of a card with its list: the records that an op on them reads
    /// (SPEC B28).
    pub(super) fn records_for_check(&self, board_id: Id, card_id: Option<Id>) -> Result<Records, ErrorCode> {
        let known = self.records_of(board_id);
        let board = known.map(|records| &records.board).or_else(|| self.overview.find(board_id));
        let board = board.ok_or(ErrorCode::UnknownBoard)?.clone();
        let mut part = Records { user_id: self.partial.account(), ..Records::new(board) };
        if let Some((records, card)) = known.and_then(|records| Some((records, records.cards.get(&card_id?)?))) {
            part.cards.insert(card.id, card.clone());
            part.lists.extend(records.lists.get(&card.list_id).map(|list| (list.id, list.clone())));
        }
        Ok(part)
    }

    /// Applies a change to the open board and records it for undo.
    pub(super) fn change_open_board(&mut self, change: Change, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let board_id = self.open_id().ok_or(ErrorCode::UnknownBoard)?;
        self.apply_and_record(board_id, change, env, ctx)
    }

    /// Applies a change to a board, open or not, and records it for undo.
    pub(super) fn apply_and_record(
        &mut self,
        board_id: Id,
        change: Change,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let change = self.with_next_occurrence(board_id, change, env);
        let inverse = self.apply_change(board_id, change, env, ctx)?;
        if !inverse.is_empty() {
            ctx.record_undo(board_id, self.undo_step(board_id, inverse));
        }
        Ok(())
    }

    /// Returns the change that also adds the next occurrence if a change completes a recurring card.
    fn with_next_occurrence(&self, board_id: Id, change: Change, env: &Env) -> Change {
        match change {
            Change::EditCard { card_id, edit: CardEdit::Completed(true) | CardEdit::Priority(Priority::Completed) }
                if let Some(card) = self.records_of(board_id).and_then(|records| records.cards.get(&card_id))
                    && card.recurrence.is_some()
                    && let Some(due) = card.due_date.clone() =>
            {
                Change::CompleteRecurring { card_id, due, day: local_day(env.now, env.utc_offset, 0) }
            }
            change => change,
        }
    }

    /// Applies a change to a board, open or not: to its replica, or else to its partial records. Returns the changes
    /// that undo it. If it changes nothing, the result is empty and nothing is sent.
    pub(super) fn apply_change(
        &mut self,
        board_id: Id,
        change: Change,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<Vec<Change>, ErrorCode> {
        let change = self.with_records_to_move(board_id, change, env)?;
        let op = BoardOp { id: env.new_id(), at: env.now, change };
        let AppliedOp { inverse, board } = match self.replicas.apply_own_op(board_id, &op, ctx) {
            Some(applied) => applied?,
            None => self.partial.apply_own_op(board_id, &op, &self.overview)?,
        };
        if let Some(board) = board {
            self.overview.upsert(board, ctx);
        }
        if !inverse.is_empty() {
            if let Some(other) = op.change.other_board() {
                self.replicas.insert_peer_op(other, &op, ctx);
            }
            self.open.view.remember_own_op(board_id, &op);
            if let Some(replica) = self.replicas.get(board_id) {
                self.recent_texts.remember(replica, &op);
            }
            ctx.outbox_entries.push(OutboxEntry::BoardOp { board_id, op });
        }
        Ok(inverse)
    }
}

/// Returns the change that merges a description with what others have changed since its base.
fn merge_of_description(card_id: Option<Id>, base: Option<&str>, current: &Description, text: String) -> Change {
    Change::MergeDescription { card_id, base: base.unwrap_or(current.as_str()).to_owned(), text }
}

/// Shows a toast with an Undo button for the last change.
pub(super) fn offer_undo(message: &str, env: &Env, ctx: &mut Context) {
    if let Some(change_id) = ctx.undo_id(env) {
        let undo = Some(change_id);
        ctx.step.ui_effects.push(UiEffect::Toast { kind: ToastKind::Blank, message: message.to_owned(), undo });
    }
}
