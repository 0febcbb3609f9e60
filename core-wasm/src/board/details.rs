//! The open card with everything that its board does not show. It is computed from the replica, so it is available
//! offline, and the mirror gets an update whenever any part of it changes, regardless of who changed it (SPEC B38).

use super::machine::Boards;
use super::order::{RankAssignment, Ranked, Sequence};
use super::rank::Rank;
use super::replica::Replica;
use crate::context::Context;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::{Id, IdMap};
use crate::protocol::patch::Patch;
use crate::protocol::record::{Card, Item, ItemContent};
use crate::protocol::view::{CardDetails, CommentView, LoadStatus, ReminderView, SubtaskView};
use crate::sort::sort_by_key;
use crate::sync::outbox::{Outbox, OutboxRevision};

/// The card that is open, and the copy of it that the mirror holds.
#[derive(Debug, Default)]
pub(super) struct OpenCard {
    /// The ids of the board and the card.
    pub(super) ids: Option<(Id, Id)>,
    mirrored: Option<CardDetails>,
    /// Whether the loaded activity has changed since the last update of the mirror.
    pub(super) is_stale: bool,
    /// The board, the card and the outbox revision for which the view was last computed.
    cache_key: OpenCardKey,
}

type OpenCardKey = (Option<Id>, Option<(Id, Id)>, OutboxRevision);

impl Boards {
    /// Returns the open card as the mirror holds it.
    pub fn open_card(&self) -> Option<&CardDetails> {
        self.card.mirrored.as_ref()
    }

    /// Opens a card of the open board.
    ///
    /// # Errors
    ///
    /// Returns an error code if no board is open or the board does not show this card.
    pub fn open_card_details(&mut self, card_id: Id) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        replica.shown_card(card_id).ok_or(ErrorCode::UnknownCard)?;
        self.card.ids = Some((replica.board().id, card_id));
        Ok(())
    }

    /// Closes the open card.
    pub fn close_card(&mut self) {
        self.card.ids = None;
    }

    /// Updates the open card in the mirror if it has changed.
    pub(super) fn reconcile_open_card(&mut self, is_touched: bool, outbox: &Outbox, ctx: &mut Context) {
        let cache_key = (self.open.board_id, self.card.ids, outbox.revision());
        let is_same = std::mem::replace(&mut self.card.cache_key, cache_key) == cache_key;
        if is_same && !is_touched && !std::mem::take(&mut self.card.is_stale) {
            return;
        }
        let open = self.card.ids.filter(|(board_id, _)| self.open.board_id == Some(*board_id));
        let card = open.and_then(|(_, card_id)| self.replica().ok()?.shown_card(card_id));
        let Some((board_id, card)) = open.zip(card).map(|((board_id, _), card)| (board_id, card)) else {
            self.card.ids = None;
            if self.card.mirrored.take().is_some() {
                ctx.step.patches.push(Patch::CardDetails { details: None });
            }
            return;
        };
        let (activity_status, activity) = self.activity_of(board_id, card.id, outbox);
        let Ok(replica) = self.replica() else { return };
        let details = CardDetails { activity_status, activity, ..replica.details(card) };
        if self.card.mirrored.as_ref() != Some(&details) {
            ctx.step.patches.push(Patch::CardDetails { details: Some(details.clone()) });
            self.card.mirrored = Some(details);
        }
    }
}

impl Replica {
    /// Returns a card, whether in the trash or not.
    pub fn card(&self, card_id: Id) -> Option<&Card> {
        self.records().cards.get(&card_id)
    }

    /// Returns an item on a card, whether in the trash or not.
    pub fn item(&self, item_id: Id) -> Option<&Item> {
        self.records().items.get(&item_id)
    }

    /// Returns a card if the board shows it.
    pub fn shown_card(&self, card_id: Id) -> Option<&Card> {
        let card = self.card(card_id).filter(|card| card.is_in_use())?;
        self.records().lists.get(&card.list_id).filter(|list| list.is_in_use()).map(|_| card)
    }

    /// Returns the cards that the board shows, unordered.
    pub(super) fn shown_cards(&self) -> impl Iterator<Item = &Card> {
        let lists = &self.records().lists;
        let is_shown = |id: &Id| lists.get(id).is_some_and(Ranked::is_in_use);
        self.records().cards.values().filter(move |card| card.is_in_use() && is_shown(&card.list_id))
    }

    /// Returns all details of a card except its activity.
    fn details(&self, card: &Card) -> CardDetails {
        let mut details = CardDetails {
            id: card.id,
            description: card.description.clone(),
            created_at: card.created_at,
            completed_at: card.completed_at,
            subtasks: vec![],
            comments: vec![],
            reminders: vec![],
            activity_status: LoadStatus::Loading,
            activity: vec![],
        };
        for item in self.items_of(card.id) {
            match &item.content {
                ItemContent::Subtask { .. } => {}
                ItemContent::Comment { text } => details.comments.push(CommentView {
                    id: item.id,
                    text: text.clone(),
                    created_at: item.created_at,
                    edited_at: item.edited_at,
                }),
                ItemContent::Reminder { minutes_before } => {
                    details.reminders.push(ReminderView { id: item.id, minutes_before: *minutes_before });
                }
            }
        }
        for item in self.subtasks_of(card.id) {
            if let ItemContent::Subtask { title, is_done, .. } = &item.content {
                details.subtasks.push(SubtaskView { id: item.id, title: title.clone(), is_done: *is_done });
            }
        }
        sort_by_key(&mut details.comments, |comment| (comment.created_at, comment.id));
        // The reminder that fires first comes first.
        sort_by_key(&mut details.reminders, |reminder| (-reminder.minutes_before, reminder.id));
        details
    }

    /// Returns the sub-tasks of a card, sorted, without those in the trash.
    pub fn subtasks_of(&self, card_id: Id) -> Vec<&Item> {
        let mut subtasks: Vec<(&Rank, &Item)> =
            self.items_of(card_id).filter_map(|item| Some((rank_of(item)?, item))).collect();
        sort_by_key(&mut subtasks, |(rank, item)| (*rank, item.id));
        subtasks.into_iter().map(|(_, item)| item).collect()
    }

    /// Computes the rank that puts a sub-task at `index` among those of its card. The order is computed on each call
    /// because a card has few sub-tasks.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownCard`] if the card does not exist.
    pub fn rank_for_subtask(&self, moving: Option<Id>, card_id: Id, index: usize) -> Result<RankAssignment, ErrorCode> {
        self.card(card_id).ok_or(ErrorCode::UnknownCard)?;
        let subtasks: IdMap<Subtask> = self
            .items_of(card_id)
            .filter_map(|item| Some((item.id, Subtask { id: item.id, rank: rank_of(item)?.clone() })))
            .collect();
        Ok(Sequence::sorted(subtasks.values()).assign_rank(&subtasks, moving, index))
    }
}

/// The id and rank of a sub-task, used to sort the sub-tasks of a card.
struct Subtask {
    id: Id,
    rank: Rank,
}

impl Ranked for Subtask {
    fn id(&self) -> Id {
        self.id
    }
    fn rank(&self) -> &Rank {
        &self.rank
    }
    fn is_in_use(&self) -> bool {
        true
    }
}

fn rank_of(item: &Item) -> Option<&Rank> {
    match &item.content {
        ItemContent::Subtask { rank, .. } => Some(rank),
        _ => None,
    }
}
