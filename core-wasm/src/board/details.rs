//! The open card with everything that its board does not show. It is computed from the replica, so it is available
//! offline, and the mirror gets an update whenever any part of it changes, regardless of who changed it (SPEC B38).

use super::activity::CardActivity;
use super::mentions::mention_ranges;
use super::order::{RankAssignment, Ranked, Sequence};
use super::policy;
use super::replica::Replica;
use crate::context::Context;
use crate::protocol::error::ErrorCode;
use crate::protocol::http::MemberFocus;
use crate::protocol::id::Id;
use crate::protocol::id_map::IdMap;
use crate::protocol::patch::Patch;
use crate::protocol::rank::Rank;
use crate::protocol::record::{Card, Item, ItemContent, Reaction};
use crate::protocol::view::{
    AttachmentView, CardDetails, CommentAuthor, CommentView, LoadStatus, ReactionView, ReminderView, SubtaskView,
};
use crate::sort::sort_by_key;

/// The card that is open, and the copy of it that the mirror holds.
#[derive(Debug, Default)]
pub(super) struct OpenCard {
    pub(super) card: Option<CardRef>,
    mirrored: Option<CardDetails>,
    /// Whether the loaded activity has changed since the last update of the mirror.
    pub(super) is_stale: bool,
    /// What the view was last computed for.
    key: OpenCardKey,
}

/// What decides which card is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct OpenCardKey {
    open_board_id: Option<Id>,
    card: Option<CardRef>,
}

/// A card of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CardRef {
    pub(super) board_id: Id,
    pub(super) card_id: Id,
}

impl OpenCard {
    /// Returns the open card as the mirror holds it.
    pub(super) fn view(&self) -> Option<&CardDetails> {
        self.mirrored.as_ref()
    }

    /// Updates the open card in the mirror if it has changed. `replica` is the open board. `activity_of` returns the
    /// activity of a card, and `shared_focus` is the focus time of the members on the open card.
    pub(super) fn update(
        &mut self,
        replica: Option<&Replica>,
        has_board_changed: bool,
        activity_of: impl FnOnce(&Replica, Id) -> CardActivity,
        shared_focus: &[MemberFocus],
        ctx: &mut Context,
    ) {
        let open_board_id = replica.map(|replica| replica.board().id);
        let key = OpenCardKey { open_board_id, card: self.card };
        let is_same = std::mem::replace(&mut self.key, key) == key;
        if is_same && !has_board_changed && !std::mem::take(&mut self.is_stale) {
            return;
        }
        let open = replica.zip(self.card).filter(|(replica, card)| replica.board().id == card.board_id);
        let Some((replica, card)) = open.and_then(|(replica, card)| Some((replica, replica.shown_card(card.card_id)?)))
        else {
            self.card = None;
            if self.mirrored.take().is_some() {
                ctx.step.patches.push(Patch::CardDetails { details: None });
            }
            return;
        };
        let CardActivity { status, entries } = activity_of(replica, card.id);
        let details = CardDetails {
            activity_status: status,
            activity: entries,
            shared_focus: shared_focus.to_vec(),
            ..replica.details(card)
        };
        if self.mirrored.as_ref() != Some(&details) {
            ctx.step.patches.push(Patch::CardDetails { details: Some(details.clone()) });
            self.mirrored = Some(details);
        }
    }
}

impl Replica {
    /// Returns a card, whether in the trash or not.
    pub(crate) fn card(&self, card_id: Id) -> Option<&Card> {
        self.records().cards.get(&card_id)
    }

    /// Returns an item on a card, whether in the trash or not.
    pub(crate) fn item(&self, item_id: Id) -> Option<&Item> {
        self.records().items.get(&item_id)
    }

    /// Returns a card if the board shows it.
    pub(crate) fn shown_card(&self, card_id: Id) -> Option<&Card> {
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
    pub(super) fn details(&self, card: &Card) -> CardDetails {
        let mut details = CardDetails {
            id: card.id,
            description: card.description.clone(),
            created_at: card.created_at,
            completed_at: card.completed_at,
            subtasks: vec![],
            comments: vec![],
            reminders: vec![],
            attachments: vec![],
            activity_status: LoadStatus::Loading,
            activity: vec![],
            shared_focus: vec![],
        };
        for item in self.items_of(card.id) {
            match &item.content {
                ItemContent::Subtask { .. } => {}
                ItemContent::Comment { text, reactions } => details.comments.push(CommentView {
                    id: item.id,
                    text: text.clone(),
                    created_at: item.created_at,
                    edited_at: item.edited_at,
                    author: self.author_view(item),
                    can_edit: policy::can_edit_comment(self.records(), item),
                    can_delete: policy::can_delete_comment(self.records(), item),
                    mentions: mention_ranges(text.as_str(), &self.board().members),
                    reactions: reactions.iter().map(|reaction| self.reaction_view(reaction)).collect(),
                }),
                ItemContent::Reminder { minutes_before } => {
                    details.reminders.push(ReminderView { id: item.id, minutes_before: *minutes_before });
                }
                ItemContent::Attachment { name, content_type, bytes, width, height } => {
                    details.attachments.push(AttachmentView {
                        id: item.id,
                        name: name.clone(),
                        content_type: content_type.clone(),
                        bytes: *bytes,
                        width: *width,
                        height: *height,
                        created_at: item.created_at,
                        author: self.author_view(item),
                        is_cover: card.cover_id == Some(item.id),
                    });
                }
            }
        }
        for item in self.subtasks_of(card.id) {
            if let ItemContent::Subtask { title, is_done, .. } = &item.content {
                details.subtasks.push(SubtaskView { id: item.id, title: title.clone(), is_done: *is_done });
            }
        }
        sort_by_key(&mut details.comments, |comment| (comment.created_at, comment.id));
        sort_by_key(&mut details.attachments, |attachment| (attachment.created_at, attachment.id));
        // The reminder that fires first comes first.
        sort_by_key(&mut details.reminders, |reminder| (-reminder.minutes_before, reminder.id));
        details
    }

    /// Returns the author of an item. Boards that are not shared have only former members as authors.
    fn author_view(&self, item: &Item) -> Option<CommentAuthor> {
        let author = policy::author_of(self.records(), item);
        let is_you = policy::is_own_item(self.records(), item);
        let is_shared = !self.board().members.is_empty();
        (is_shared || (author.is_some() && !is_you)).then(|| CommentAuthor { is_you, ..self.person(author) })
    }

    /// Returns a person as the reader sees them.
    fn person(&self, user_id: Option<Id>) -> CommentAuthor {
        CommentAuthor {
            user_id,
            member: self.board().members.iter().find(|member| Some(member.user_id) == user_id).cloned(),
            is_you: user_id.is_some() && user_id == self.records().user_id,
        }
    }

    fn reaction_view(&self, Reaction { emoji, user_ids }: &Reaction) -> ReactionView {
        let people: Vec<CommentAuthor> = user_ids.iter().map(|id| self.person(Some(*id))).collect();
        ReactionView { emoji: emoji.clone(), is_own: people.iter().any(|person| person.is_you), people }
    }

    /// Returns the subtasks of a card, sorted, without those in the trash.
    pub(crate) fn subtasks_of(&self, card_id: Id) -> Vec<&Item> {
        let mut subtasks: Vec<(&Rank, &Item)> =
            self.items_of(card_id).filter_map(|item| Some((rank_of(item)?, item))).collect();
        sort_by_key(&mut subtasks, |(rank, item)| (*rank, item.id));
        subtasks.into_iter().map(|(_, item)| item).collect()
    }

    /// Computes the rank that puts a subtask at `index` among those of its card; `from` is its current index. The order is
    /// computed on each call because a card has few subtasks.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownCard`] if the card does not exist.
    pub(crate) fn rank_for_subtask(
        &self,
        from: Option<usize>,
        card_id: Id,
        index: usize,
    ) -> Result<RankAssignment, ErrorCode> {
        self.card(card_id).ok_or(ErrorCode::UnknownCard)?;
        let subtasks: IdMap<Subtask> = self
            .items_of(card_id)
            .filter_map(|item| Some((item.id, Subtask { id: item.id, rank: rank_of(item)?.clone() })))
            .collect();
        Ok(Sequence::sorted(subtasks.values()).assign_rank(&subtasks, from, index))
    }
}

/// The id and rank of a subtask, used to sort the subtasks of a card.
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
