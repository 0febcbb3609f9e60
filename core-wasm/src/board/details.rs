//! The open card: all of it that its board does not show. It comes from the replica, so it is there offline too, and is
//! told again whenever something of it has changed, whoever changed it (SPEC B38).

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

/// Which card is open, and what the mirror holds of it.
#[derive(Debug, Default)]
pub(super) struct OpenCard {
    /// The board and the card.
    pub(super) ids: Option<(Id, Id)>,
    mirrored: Option<CardDetails>,
    /// Whether the activity that was loaded is another.
    pub(super) is_stale: bool,
    /// What it was made of when it was last made: the board, the card and the outbox.
    cache_key: OpenCardKey,
}

type OpenCardKey = (Option<Id>, Option<(Id, Id)>, OutboxRevision);

impl Boards {
    /// The open card, as the mirror holds it.
    pub fn open_card(&self) -> Option<&CardDetails> {
        self.card.mirrored.as_ref()
    }

    /// Opens a card of the open board.
    pub fn open_card_details(&mut self, card_id: Id) -> Result<(), ErrorCode> {
        let replica = self.replica()?;
        replica.shown_card(card_id).ok_or(ErrorCode::UnknownCard)?;
        self.card.ids = Some((replica.board().id, card_id));
        Ok(())
    }

    /// Leaves the open card.
    pub fn close_card(&mut self) {
        self.card.ids = None;
    }

    /// Tells the mirror of the open card where it is not what the mirror holds.
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
    /// A card, in the trash or not.
    pub fn card(&self, card_id: Id) -> Option<&Card> {
        self.records().cards.get(&card_id)
    }

    /// Something on a card, in the trash or not.
    pub fn item(&self, item_id: Id) -> Option<&Item> {
        self.records().items.get(&item_id)
    }

    /// A card that the board shows.
    pub fn shown_card(&self, card_id: Id) -> Option<&Card> {
        let card = self.card(card_id).filter(|card| card.is_in_use())?;
        self.records().lists.get(&card.list_id).filter(|list| list.is_in_use()).map(|_| card)
    }

    /// The cards that the board shows, in no order.
    pub(super) fn shown_cards(&self) -> impl Iterator<Item = &Card> {
        let lists = &self.records().lists;
        let is_shown = |id: &Id| lists.get(id).is_some_and(Ranked::is_in_use);
        self.records().cards.values().filter(move |card| card.is_in_use() && is_shown(&card.list_id))
    }

    /// All of a card but its activity.
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
        // The longest before calls first.
        sort_by_key(&mut details.reminders, |reminder| (-reminder.minutes_before, reminder.id));
        details
    }

    /// The sub-tasks of a card that are in use, in order.
    pub fn subtasks_of(&self, card_id: Id) -> Vec<&Item> {
        let mut subtasks: Vec<(&Rank, &Item)> =
            self.items_of(card_id).filter_map(|item| Some((rank_of(item)?, item))).collect();
        sort_by_key(&mut subtasks, |(rank, item)| (*rank, item.id));
        subtasks.into_iter().map(|(_, item)| item).collect()
    }

    /// Where a sub-task goes among those of a card. Few lie on one card, so their order is made when it is needed.
    pub fn rank_for_subtask(&self, moving: Option<Id>, card_id: Id, index: usize) -> Result<RankAssignment, ErrorCode> {
        self.card(card_id).ok_or(ErrorCode::UnknownCard)?;
        let subtasks: IdMap<Subtask> = self
            .items_of(card_id)
            .filter_map(|item| Some((item.id, Subtask { id: item.id, rank: rank_of(item)?.clone() })))
            .collect();
        Ok(Sequence::sorted(subtasks.values()).assign_rank(&subtasks, moving, index))
    }
}

/// What the order of a card's sub-tasks is made of.
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
