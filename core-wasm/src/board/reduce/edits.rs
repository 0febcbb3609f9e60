//! Edits of one field, each with the edit that reverts it.

use super::merge::merge;
use crate::board::recurrence;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{BoardEdit, CardEdit, Change, ListEdit};
use crate::protocol::record::{Board, Card, LabelColor, List, Priority};
use crate::protocol::text::{BoardName, CardTitle, Color, Description, Image, Label, ListName};
use crate::protocol::time::{DueDate, Timestamp};

/// How long a card may be estimated to take, in minutes: up to 100 hours.
pub const ESTIMATE_MINUTES: std::ops::RangeInclusive<u32> = 1..=6_000;
/// Maximum number of labels on a card.
pub const MAX_LABELS: usize = 50;
/// Maximum number of cards and lists of a board that a member watches.
pub(super) const MAX_WATCHED: usize = 500;
/// Maximum number of labels with their own color on a board.
pub const MAX_LABEL_COLORS: usize = 200;

/// Sets one field of a list and returns the edit that reverts it.
pub(super) fn edit_list(list: &mut List, edit: &ListEdit) -> Result<ListEdit, ErrorCode> {
    Ok(match edit {
        ListEdit::Name(name) => {
            ListEdit::Name(std::mem::replace(&mut list.name, ListName::parse(name)?).as_str().to_owned())
        }
        ListEdit::Collapsed(collapsed) => ListEdit::Collapsed(std::mem::replace(&mut list.is_collapsed, *collapsed)),
        ListEdit::Color(Some(color)) if !color.starts_with('#') => return Err(ErrorCode::ColorInvalid),
        ListEdit::Color(color) => ListEdit::Color(replace_color(&mut list.color, color.as_deref())?),
    })
}

/// Sets a color and returns the previous one.
fn replace_color(color: &mut Option<Color>, value: Option<&str>) -> Result<Option<String>, ErrorCode> {
    let value = value.map(Color::parse).transpose()?;
    Ok(std::mem::replace(color, value).map(|before| before.as_str().to_owned()))
}

/// Sets the priority of a card. `Completed` marks it as done at that moment and keeps its importance (SPEC B32).
fn set_priority(card: &mut Card, priority: Priority, at: Timestamp) {
    match priority {
        Priority::Completed => card.completed_at = card.completed_at.or(Some(at)),
        importance => {
            card.importance = importance;
            card.completed_at = None;
        }
    }
    card.priority = priority;
}

/// Sets one field of a card and returns the edits that revert it, in order.
pub(super) fn edit_card(card: &mut Card, edit: &CardEdit, at: Timestamp) -> Result<Vec<CardEdit>, ErrorCode> {
    Ok(vec![match edit {
        CardEdit::Title(title) => {
            CardEdit::Title(std::mem::replace(&mut card.title, CardTitle::parse(title)?).as_str().to_owned())
        }
        CardEdit::Description(text) => CardEdit::Description(
            std::mem::replace(&mut card.description, Description::parse(text)?).as_str().to_owned(),
        ),
        CardEdit::Priority(_) | CardEdit::Completed(_) => {
            let (previous, importance) = (card.priority, card.importance);
            let priority = match edit {
                CardEdit::Priority(priority) => *priority,
                CardEdit::Completed(true) => Priority::Completed,
                _ => importance,
            };
            set_priority(card, priority, at);
            if previous == Priority::Completed {
                // The importance has to be restored first, because `Completed` does not contain it.
                return Ok(vec![CardEdit::Priority(importance), CardEdit::Completed(true)]);
            }
            CardEdit::Priority(previous)
        }
        CardEdit::Archived(archived) => {
            let previous = card.archived_at.is_some();
            card.archived_at = if *archived { card.archived_at.or(Some(at)) } else { None };
            CardEdit::Archived(previous)
        }
        CardEdit::Assign(user_id) => {
            if !card.assignee_ids.contains(user_id) {
                card.assignee_ids.push(*user_id);
            }
            CardEdit::Unassign(*user_id)
        }
        CardEdit::Unassign(user_id) => {
            card.assignee_ids.retain(|id| id != user_id);
            CardEdit::Assign(*user_id)
        }
        CardEdit::Cover(item_id) => CardEdit::Cover(std::mem::replace(&mut card.cover_id, *item_id)),
        CardEdit::DueDate(due_date) => {
            let due_date = match due_date {
                Some(text) => Some(DueDate::parse(text).ok_or(ErrorCode::DueDateInvalid)?),
                None => None,
            };
            let before = std::mem::replace(&mut card.due_date, due_date).map(|before| before.as_str().to_owned());
            let recurrence = card.recurrence.clone();
            if let Some(recurrence) = &mut card.recurrence {
                recurrence.day_of_month = None;
            }
            if card.due_date.is_none() {
                card.recurrence = None;
            }
            if card.recurrence != recurrence {
                // The due date has to be restored first, because only cards with one repeat.
                return Ok(vec![CardEdit::DueDate(before), CardEdit::Recurrence(recurrence)]);
            }
            CardEdit::DueDate(before)
        }
        CardEdit::Recurrence(recurrence) => {
            if let Some(recurrence) = recurrence {
                recurrence::check(recurrence)?;
                if card.due_date.is_none() {
                    return Err(ErrorCode::RecurrenceNeedsDueDate);
                }
            }
            CardEdit::Recurrence(std::mem::replace(&mut card.recurrence, recurrence.clone()))
        }
        CardEdit::Estimate(minutes) => {
            if minutes.is_some_and(|minutes| !ESTIMATE_MINUTES.contains(&minutes)) {
                return Err(ErrorCode::EstimateInvalid);
            }
            CardEdit::Estimate(std::mem::replace(&mut card.estimate_minutes, *minutes))
        }
        CardEdit::Labels(texts) => {
            let mut labels: Vec<Label> = Vec::with_capacity(texts.len().min(MAX_LABELS));
            for text in texts {
                let label = Label::parse(text)?;
                if !labels.contains(&label) {
                    labels.push(label);
                }
                if labels.len() > MAX_LABELS {
                    return Err(ErrorCode::TooManyLabels);
                }
            }
            let before = std::mem::replace(&mut card.labels, labels);
            CardEdit::Labels(before.iter().map(|label| label.as_str().to_owned()).collect())
        }
    }])
}

/// Merges a change of a description into it and returns the change that reverts it (SPEC M83). The description is that
/// of a card, or of the board.
pub(super) fn merge_description(
    description: &mut Description,
    card_id: Option<Id>,
    base: &str,
    text: &str,
) -> Result<Change, ErrorCode> {
    let (base, text) = (Description::parse(base)?, Description::parse(text)?);
    let merged = merge(base.as_str(), description.as_str(), text.as_str());
    // If the merged text is too long, the later one wins.
    let before = std::mem::replace(description, Description::parse(&merged.text).unwrap_or(text));
    let (base, text) = (description.as_str().to_owned(), before.as_str().to_owned());
    Ok(Change::MergeDescription { card_id, base, text })
}

/// Sets one field of a board and returns the edit that reverts it.
pub(super) fn edit_board(board: &mut Board, edit: &BoardEdit) -> Result<BoardEdit, ErrorCode> {
    Ok(match edit {
        BoardEdit::Name(name) => {
            BoardEdit::Name(std::mem::replace(&mut board.name, BoardName::parse(name)?).as_str().to_owned())
        }
        BoardEdit::Description(text) => BoardEdit::Description(
            std::mem::replace(&mut board.description, Description::parse(text)?).as_str().to_owned(),
        ),
        BoardEdit::Color(color) => BoardEdit::Color(replace_color(&mut board.color, color.as_deref())?),
        BoardEdit::Image(image) => {
            let image = image.as_deref().map(Image::parse).transpose()?;
            BoardEdit::Image(std::mem::replace(&mut board.image, image).map(|before| before.as_str().to_owned()))
        }
        BoardEdit::Favorite(favorite) => BoardEdit::Favorite(std::mem::replace(&mut board.favorite, *favorite)),
        BoardEdit::Watch(id) => watch(board, *id, true)?,
        BoardEdit::Unwatch(id) => watch(board, *id, false)?,
        BoardEdit::Muted(is_muted) => BoardEdit::Muted(std::mem::replace(&mut board.is_muted, *is_muted)),
        BoardEdit::Template(is_template) => {
            BoardEdit::Template(std::mem::replace(&mut board.is_template, *is_template))
        }
        BoardEdit::SharesFocus(shares) => BoardEdit::SharesFocus(std::mem::replace(&mut board.shares_focus, *shares)),
    })
}

/// Adds a record to what the member watches, or removes it. Returns the edit that reverts that.
fn watch(board: &mut Board, id: Id, is_watched: bool) -> Result<BoardEdit, ErrorCode> {
    let watched = &mut board.watched_ids;
    match watched.iter().position(|watched| *watched == id) {
        Some(index) if !is_watched => _ = watched.remove(index),
        None if is_watched && watched.len() >= MAX_WATCHED => return Err(ErrorCode::TooManyWatched),
        None if is_watched => watched.push(id),
        _ => {}
    }
    Ok(if is_watched { BoardEdit::Unwatch(id) } else { BoardEdit::Watch(id) })
}

/// Sets the color of a label and returns the change that reverts it (SPEC B41).
pub(super) fn set_label_color(board: &mut Board, label: &str, color: Option<&str>) -> Result<Change, ErrorCode> {
    let label = Label::parse(label)?;
    let color = color.map(Color::parse).transpose()?;
    let colors = &mut board.label_colors;
    let before = colors.iter().position(|known| known.label == label);
    let previous = match (before, color) {
        (Some(index), Some(color)) => Some(std::mem::replace(&mut colors[index].color, color)),
        (Some(index), None) => Some(colors.remove(index).color),
        (None, Some(_)) if colors.len() >= MAX_LABEL_COLORS => return Err(ErrorCode::TooManyLabelColors),
        (None, Some(color)) => {
            // Sorted by label, so that all replicas are equal regardless of the order of the ops.
            let index = colors.partition_point(|known| known.label < label);
            colors.insert(index, LabelColor { label: label.clone(), color });
            None
        }
        (None, None) => None,
    };
    let color = previous.map(|color| color.as_str().to_owned());
    Ok(Change::SetLabelColor { label: label.as_str().to_owned(), color })
}
