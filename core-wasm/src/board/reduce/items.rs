//! Ops on the items of a card: subtasks, comments, reminders and attachments.

use super::{Applied, Record, Records, card_changed, item_changed};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardOp, Change, ItemEdit};
use crate::protocol::rank::Rank;
use crate::protocol::record::{Card, Item, ItemContent, Reaction};
use crate::protocol::text::{CardTitle, CommentText, Emoji, FileName};
use crate::protocol::time::Timestamp;

/// Maximum lead time of a reminder: one year, in minutes.
pub const MAX_MINUTES_BEFORE: i64 = 525_600;

/// Maximum number of different reactions to a comment.
const MAX_REACTIONS: usize = 20;

/// Computes the result of an op on an item. Any other op is refused.
pub(super) fn decide(records: &Records, op: &BoardOp) -> Result<Applied, ErrorCode> {
    let card = |id: &Id| records.cards.get(id).ok_or(ErrorCode::UnknownCard);
    let item = |id: &Id| records.items.get(id).ok_or(ErrorCode::UnknownItem);
    match &op.change {
        Change::AddSubtask { item_id, card_id, rank, title } => {
            let content = || {
                Ok(ItemContent::Subtask { rank: Rank::parse(rank)?, title: CardTitle::parse(title)?, is_done: false })
            };
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::AddComment { item_id, card_id, text } => {
            let content = || Ok(ItemContent::Comment { text: CommentText::parse(text)?, reactions: vec![] });
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::AddReminder { item_id, card_id, minutes_before } => {
            let content = || Ok(ItemContent::Reminder { minutes_before: checked_minutes(*minutes_before)? });
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::AddAttachment { item_id, card_id, name, content_type, bytes, width, height } => {
            let content = || {
                Ok(ItemContent::Attachment {
                    name: FileName::parse(name)?,
                    content_type: content_type.clone(),
                    bytes: *bytes,
                    width: *width,
                    height: *height,
                })
            };
            add_item(records, *item_id, card(card_id)?, op.at, content)
        }
        Change::MoveSubtask { item_id, rank } => {
            let before = item(item_id)?;
            let mut after = Item { trashed_at: None, ..before.clone() };
            let ItemContent::Subtask { rank: place, .. } = &mut after.content else { return Err(ErrorCode::BadOp) };
            let previous = std::mem::replace(place, Rank::parse(rank)?);
            Ok(item_changed(before, after, Change::MoveSubtask { item_id: *item_id, rank: previous.to_string() }))
        }
        Change::EditItem { item_id, edit } => {
            let before = item(item_id)?;
            let mut after = Item { trashed_at: None, ..before.clone() };
            let edit = edit_item(&mut after, edit, op.at)?;
            Ok(item_changed(before, after, Change::EditItem { item_id: *item_id, edit }))
        }
        Change::SetReaction { item_id, emoji, is_set } => {
            let before = item(item_id)?;
            let mut after = before.clone();
            let (ItemContent::Comment { reactions, .. }, Some(user_id)) = (&mut after.content, records.user_id) else {
                return Err(ErrorCode::BadOp);
            };
            set_reaction(reactions, Emoji::parse(emoji)?, user_id, *is_set)?;
            let inverse = Change::SetReaction { item_id: *item_id, emoji: emoji.clone(), is_set: !is_set };
            Ok(item_changed(before, after, inverse))
        }
        Change::TrashItem { item_id } => {
            let before = item(item_id)?;
            let trashed_at = before.trashed_at.or(Some(op.at));
            Ok(item_changed(before, Item { trashed_at, ..before.clone() }, Change::RestoreItem { item_id: *item_id }))
        }
        Change::RestoreItem { item_id } => {
            let before = item(item_id)?;
            let after = Item { trashed_at: None, ..before.clone() };
            Ok(item_changed(before, after, Change::TrashItem { item_id: *item_id }))
        }
        _ => Err(ErrorCode::BadOp),
    }
}

/// Adds an item to a card. If the card is in the trash, it is restored.
fn add_item(
    records: &Records,
    item_id: Id,
    card: &Card,
    at: Timestamp,
    content: impl FnOnce() -> Result<ItemContent, ErrorCode>,
) -> Result<Applied, ErrorCode> {
    if records.items.contains_key(&item_id) {
        return Ok(Applied::default());
    }
    let item = Item {
        id: item_id,
        card_id: card.id,
        author_id: records.user_id,
        content: content()?,
        created_at: at,
        edited_at: None,
        trashed_at: None,
    };
    let mut added = Applied {
        changed: vec![Record::Item(item)],
        inverse: vec![Change::TrashItem { item_id }],
        ..Applied::default()
    };
    if card.trashed_at.is_some() {
        let back = vec![Change::TrashCard { card_id: card.id }];
        let restored = card_changed(card, Card { trashed_at: None, ..card.clone() }, back);
        added.changed.extend(restored.changed);
        added.before.extend(restored.before);
        added.inverse.extend(restored.inverse);
    }
    Ok(added)
}

/// Checks that an item can be the cover of a card: a picture that is attached to it.
pub(super) fn check_cover(records: &Records, card_id: Id, item_id: Id) -> Result<(), ErrorCode> {
    let is_cover = |item: &&Item| item.card_id == card_id && item.content.is_picture();
    records.items.get(&item_id).filter(is_cover).map(drop).ok_or(ErrorCode::UnknownItem)
}

/// Adds a member's reaction to those of a comment, or removes it.
fn set_reaction(reactions: &mut Vec<Reaction>, emoji: Emoji, user_id: Id, is_set: bool) -> Result<(), ErrorCode> {
    let index = reactions.iter().position(|reaction| reaction.emoji == emoji);
    match index {
        Some(index) => {
            let user_ids = &mut reactions[index].user_ids;
            user_ids.retain(|id| *id != user_id || is_set);
            if is_set && !user_ids.contains(&user_id) {
                user_ids.push(user_id);
            }
            if user_ids.is_empty() {
                reactions.remove(index);
            }
        }
        None if is_set && reactions.len() >= MAX_REACTIONS => return Err(ErrorCode::TooManyReactions),
        None if is_set => reactions.push(Reaction { emoji, user_ids: vec![user_id] }),
        None => {}
    }
    Ok(())
}

fn checked_minutes(minutes: i64) -> Result<i64, ErrorCode> {
    if (0..=MAX_MINUTES_BEFORE).contains(&minutes) { Ok(minutes) } else { Err(ErrorCode::ReminderInvalid) }
}

/// Sets one field of an item and returns the edit that reverts it.
fn edit_item(item: &mut Item, edit: &ItemEdit, at: Timestamp) -> Result<ItemEdit, ErrorCode> {
    Ok(match (&mut item.content, edit) {
        (ItemContent::Subtask { title, .. }, ItemEdit::Title(text)) => {
            ItemEdit::Title(std::mem::replace(title, CardTitle::parse(text)?).as_str().to_owned())
        }
        (ItemContent::Subtask { is_done, .. }, ItemEdit::Done(done)) => {
            ItemEdit::Done(std::mem::replace(is_done, *done))
        }
        (ItemContent::Comment { text, .. }, ItemEdit::Text(edit)) => {
            let before = std::mem::replace(text, CommentText::parse(edit)?);
            if before != *text {
                item.edited_at = Some(at);
            }
            ItemEdit::Text(before.as_str().to_owned())
        }
        (ItemContent::Reminder { minutes_before }, ItemEdit::MinutesBefore(minutes)) => {
            ItemEdit::MinutesBefore(std::mem::replace(minutes_before, checked_minutes(*minutes)?))
        }
        _ => return Err(ErrorCode::BadOp),
    })
}
