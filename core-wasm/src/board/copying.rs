//! Copies of cards, lists and boards (SPEC B46 to B48). A copy is made by the ops that would add it by hand.

use super::bulk::MAX_CARDS;
use super::creation::PlanContext;
use super::edit::offer_undo;
use super::machine::Boards;
use super::order::RankAssignment;
use super::policy::{self, Action};
use super::replica::Replica;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::messages::core as messages;
use crate::protocol::op::{BoardEdit, CardEdit, Change, ItemEdit, ListEdit};
use crate::protocol::rank::Rank;
use crate::protocol::record::{Board, Card, Item, ItemContent, LabelColor, List};

/// How a board is duplicated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duplicate<'a> {
    /// The name of the new board.
    pub(crate) name: &'a str,
    /// Whether its cards are copied, too.
    pub(crate) includes_cards: bool,
    /// Whether the new board is a template.
    pub(crate) is_template: bool,
}

/// What is copied of a card.
struct CardSource {
    card: Card,
    /// Its subtasks, and the reminders of the user.
    items: Vec<Item>,
}

impl CardSource {
    /// Returns what is copied of a card that the board shows.
    fn of(replica: &Replica, card_id: Id) -> Option<Self> {
        let is_copied = |item: &&Item| match item.content {
            ItemContent::Subtask { .. } => true,
            ItemContent::Reminder { .. } => policy::is_own_item(replica.records(), item),
            _ => false,
        };
        let items = replica.items_of(card_id).filter(is_copied).cloned().collect();
        Some(Self { card: replica.shown_card(card_id)?.clone(), items })
    }

    /// Returns what is copied of the cards of a list.
    fn of_list(replica: &Replica, list_id: Id) -> Vec<Self> {
        replica.card_ids(list_id).filter_map(|card_id| Self::of(replica, card_id)).collect()
    }
}

/// Checks the number of cards to copy or move at once.
pub(super) fn check_count(cards: usize) -> Result<(), ErrorCode> {
    if cards > MAX_CARDS { Err(ErrorCode::TooManyCards) } else { Ok(()) }
}

impl Boards {
    /// Copies a card of the open board to a list of a board in memory, and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if the card, the board or the list is unknown, or if the user may not edit that board.
    pub(crate) fn copy_card(
        &mut self,
        card_id: Id,
        board_id: Id,
        list_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let source = [CardSource::of(replica, card_id).ok_or(ErrorCode::UnknownCard)?];
        let colors = replica.board().label_colors.clone();
        let rank = self.rank_in_list(board_id, list_id, index as usize, env, ctx)?;
        let [CardSource { card, .. }] = &source;
        self.copy_label_colors(board_id, colors, &[card], env, ctx);
        let [source] = source;
        let card_id = self.add_copy(board_id, list_id, rank, source, env, ctx)?;
        ctx.record_undo(board_id, self.undo_step(board_id, vec![Change::TrashCard { card_id }]));
        offer_undo(messages::card_copied(), env, ctx);
        Ok(())
    }

    /// Copies a list of the open board with its cards to a board in memory, and offers undo.
    ///
    /// # Errors
    ///
    /// Returns an error code if the list or the board is unknown, if the list has too many cards, or if the user may not edit
    /// that board.
    pub(crate) fn copy_list(
        &mut self,
        list_id: Id,
        board_id: Id,
        index: u32,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        let list = replica.shown_lists().find(|list| list.id == list_id).ok_or(ErrorCode::UnknownList)?;
        check_count(replica.card_count(list_id))?;
        let (list, sources) = (list.clone(), CardSource::of_list(replica, list_id));
        let colors = replica.board().label_colors.clone();
        let rank = Rank::parse(&self.rank_of_list(board_id, index as usize, env, ctx)?)?;
        let cards: Vec<&Card> = sources.iter().map(|source| &source.card).collect();
        self.copy_label_colors(board_id, colors, &cards, env, ctx);
        let list_id = env.new_id();
        let list = List { id: list_id, rank, ..list };
        let copied = self.add_list_copy(board_id, list, sources, env, ctx);
        // Also after a part of the copy was refused.
        ctx.record_undo(board_id, self.undo_step(board_id, vec![Change::TrashList { list_id }]));
        copied?;
        offer_undo(messages::list_copied(), env, ctx);
        Ok(())
    }

    /// Creates a board or a template with the lists of another one in memory. A board is opened. Undo moves the whole board to the trash.
    ///
    /// # Errors
    ///
    /// Returns a rejection if the board is unknown or has too many cards, the name is invalid, or the plan does not allow
    /// another board.
    pub(crate) fn duplicate(
        &mut self,
        board_id: Id,
        Duplicate { name, includes_cards, is_template }: Duplicate<'_>,
        plan_context: PlanContext,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), Rejection> {
        let replica = self.replicas.get(board_id).ok_or(ErrorCode::UnknownBoard)?;
        if includes_cards {
            check_count(replica.shown_card_ids().count())?;
        }
        let board = replica.board().clone();
        let sources = replica.shown_lists().map(|list| {
            let cards = if includes_cards { CardSource::of_list(replica, list.id) } else { vec![] };
            (list.clone(), cards)
        });
        let sources: Vec<_> = sources.collect();
        let board_id = self.create_board(name, plan_context, env, ctx)?;
        // With limits, only earlier choices of a picture stay (SPEC L8).
        let image = board.image.clone().filter(|_| !plan_context.is_limited);
        let board = Board { image, is_template, ..board };
        let filled = self.fill_board(board_id, board, sources, env, ctx);
        // Also after a part of the copy was refused.
        ctx.record_undo(board_id, self.undo_step(board_id, vec![Change::TrashBoard]));
        filled?;
        if is_template {
            offer_undo(messages::template_saved(), env, ctx);
        } else {
            self.navigate_to(board_id, ctx);
        }
        Ok(())
    }

    /// Gives a new board what was copied of another one.
    fn fill_board(
        &mut self,
        board_id: Id,
        board: Board,
        sources: Vec<(List, Vec<CardSource>)>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let edits = [
            BoardEdit::Description(board.description.as_str().to_owned()),
            BoardEdit::Color(board.color.map(|color| color.as_str().to_owned())),
            BoardEdit::Image(board.image.map(|image| image.as_str().to_owned())),
            BoardEdit::Template(board.is_template),
        ];
        edits.into_iter().try_for_each(|edit| self.add(board_id, Change::EditBoard { edit }, env, ctx))?;
        board.label_colors.into_iter().for_each(|color| self.add_label_color(board_id, color, env, ctx));
        for (list, cards) in sources {
            self.add_list_copy(board_id, List { id: env.new_id(), ..list }, cards, env, ctx)?;
        }
        Ok(())
    }

    /// Returns a board in memory that is not in the trash and to which the user may add something.
    pub(super) fn target(&self, board_id: Id) -> Result<&Replica, ErrorCode> {
        let replica = self.replicas.get(board_id).filter(|replica| replica.board().trashed_at.is_none());
        let replica = replica.ok_or(ErrorCode::UnknownBoard)?;
        policy::check(replica.board().role, Action::EditContents)?;
        Ok(replica)
    }

    /// Returns the rank of a card that is added to a list of a board in memory, after making room for it.
    pub(super) fn rank_in_list(
        &mut self,
        board_id: Id,
        list_id: Id,
        index: usize,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<String, ErrorCode> {
        let assignment = self.target(board_id)?.rank_for_card(None, list_id, index)?;
        self.free_rank(board_id, assignment, |card_id, rank| Change::MoveCard { card_id, list_id, rank }, env, ctx)
    }

    /// Returns the rank of a list that is added to a board in memory, after making room for it.
    pub(super) fn rank_of_list(
        &mut self,
        board_id: Id,
        index: usize,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<String, ErrorCode> {
        let assignment = self.target(board_id)?.rank_for_list(None, index);
        self.free_rank(board_id, assignment, |list_id, rank| Change::MoveList { list_id, rank }, env, ctx)
    }

    /// Makes room between equal ranks if needed, and returns the rank of what is added.
    fn free_rank(
        &mut self,
        board_id: Id,
        assignment: RankAssignment,
        shift: impl Fn(Id, String) -> Change,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<String, ErrorCode> {
        let mut moves = assignment.moves.into_iter();
        moves.try_for_each(|(id, rank)| self.add(board_id, shift(id, rank.to_hex()), env, ctx))?;
        Ok(assignment.rank.to_hex())
    }

    /// Gives the labels of copied or moved cards their colors, if they have none on the board.
    pub(super) fn copy_label_colors(
        &mut self,
        board_id: Id,
        colors: Vec<LabelColor>,
        cards: &[&Card],
        env: &Env,
        ctx: &mut Context,
    ) {
        for color in colors {
            let is_used = cards.iter().any(|card| card.labels.contains(&color.label));
            let known = self.replicas.get(board_id).map(|replica| &replica.board().label_colors);
            if is_used && !known.is_some_and(|known| known.iter().any(|known| known.label == color.label)) {
                self.add_label_color(board_id, color, env, ctx);
            }
        }
    }

    /// Sets the color of a label, unless the board has the maximum number of colors.
    fn add_label_color(&mut self, board_id: Id, LabelColor { label, color }: LabelColor, env: &Env, ctx: &mut Context) {
        let (label, color) = (label.as_str().to_owned(), Some(color.as_str().to_owned()));
        _ = self.add(board_id, Change::SetLabelColor { label, color }, env, ctx);
    }

    /// Adds a copy of a list, which has its new id and rank already, with copies of cards, in their order.
    fn add_list_copy(
        &mut self,
        board_id: Id,
        list: List,
        cards: Vec<CardSource>,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<(), ErrorCode> {
        let (list_id, name, rank) = (list.id, list.name.as_str().to_owned(), list.rank.to_hex());
        self.add(board_id, Change::AddList { list_id, name, rank }, env, ctx)?;
        let edit = ListEdit::Color(list.color.map(|color| color.as_str().to_owned()));
        // An edit that changes nothing creates no op.
        self.add(board_id, Change::EditList { list_id, edit }, env, ctx)?;
        for source in cards {
            let rank = source.card.rank.to_hex();
            self.add_copy(board_id, list_id, rank, source, env, ctx)?;
        }
        Ok(())
    }

    /// Adds a copy of a card and returns its id. Those who are not members of the board are not assigned.
    fn add_copy(
        &mut self,
        board_id: Id,
        list_id: Id,
        rank: String,
        CardSource { card, items }: CardSource,
        env: &Env,
        ctx: &mut Context,
    ) -> Result<Id, ErrorCode> {
        let card_id = env.new_id();
        let title = card.title.as_str().to_owned();
        self.add(board_id, Change::AddCard { card_id, list_id, rank, title, priority: card.importance }, env, ctx)?;
        let members = self.replicas.get(board_id).map(|replica| replica.board().members.as_slice()).unwrap_or_default();
        let is_member = |id: &Id| members.iter().any(|member| member.user_id == *id);
        let mut edits = vec![
            CardEdit::Description(card.description.as_str().to_owned()),
            CardEdit::DueDate(card.due_date.map(|due| due.as_str().to_owned())),
            CardEdit::Labels(card.labels.iter().map(|label| label.as_str().to_owned()).collect()),
            CardEdit::Recurrence(card.recurrence),
            CardEdit::Estimate(card.estimate_minutes),
        ];
        edits.extend(card.assignee_ids.into_iter().filter(is_member).map(CardEdit::Assign));
        // An edit that changes nothing creates no op.
        edits.into_iter().try_for_each(|edit| self.add(board_id, Change::EditCard { card_id, edit }, env, ctx))?;
        for Item { content, .. } in items {
            let item_id = env.new_id();
            match content {
                ItemContent::Subtask { rank, title, is_done } => {
                    let (rank, title) = (rank.to_hex(), title.as_str().to_owned());
                    self.add(board_id, Change::AddSubtask { item_id, card_id, rank, title }, env, ctx)?;
                    self.add(board_id, Change::EditItem { item_id, edit: ItemEdit::Done(is_done) }, env, ctx)?;
                }
                ItemContent::Reminder { minutes_before } => {
                    self.add(board_id, Change::AddReminder { item_id, card_id, minutes_before }, env, ctx)?;
                }
                _ => {}
            }
        }
        Ok(card_id)
    }

    /// Applies a change without recording how to undo it. The copy is undone as a whole.
    pub(super) fn add(&mut self, board_id: Id, change: Change, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        self.apply_change(board_id, change, env, ctx).map(|_| ())
    }
}
