//! Moving a card, or a list with its cards, to another board (SPEC B56, B57). The same op is applied to both boards.

use super::{Applied, Record, Records, with_list_restored, with_list_trashed_on_undo};
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::op::{CardEdit, Change};
use crate::protocol::rank::Rank;
use crate::protocol::record::{BoardRecords, Card, List};

/// Where something is moved.
pub(super) struct Target {
    /// The card; `None` if a list moves.
    pub(super) card_id: Option<Id>,
    /// The list of the other board, or the list that moves.
    pub(super) list_id: Id,
    pub(super) rank: Rank,
}

/// Removes a card or a list from its board. `moved` contains it with everything on it; without it, only the card or the list
/// itself is removed.
pub(super) fn remove_moved(
    records: &Records,
    target: &Target,
    moved: Option<&BoardRecords>,
) -> Result<Applied, ErrorCode> {
    // Moving back restores what was in the archive or in the trash, so undo must put it there again.
    let mut hide = vec![];
    let (record, list_id, rank) = match target.card_id {
        Some(card_id) => {
            let card = records.cards.get(&card_id).ok_or(ErrorCode::UnknownCard)?;
            hide.extend(card.archived_at.map(|_| Change::EditCard { card_id, edit: CardEdit::Archived(true) }));
            hide.extend(card.trashed_at.map(|_| Change::TrashCard { card_id }));
            (Record::Card(Box::new(card.clone())), card.list_id, &card.rank)
        }
        None => {
            let list = records.lists.get(&target.list_id).ok_or(ErrorCode::UnknownList)?;
            hide.extend(list.trashed_at.map(|_| Change::TrashList { list_id: list.id }));
            (Record::List(list.clone()), list.id, &list.rank)
        }
    };
    let board_id = records.board.id;
    let back = Change::MoveToBoard { card_id: target.card_id, list_id, board_id, rank: rank.to_hex(), records: None };
    let (mut before, mut inverse) = (vec![record], vec![back]);
    if let Some(moved) = moved {
        for card in moved.cards.iter().filter_map(|card| records.cards.get(&card.id)) {
            let card_id = card.id;
            let assign = |user_id: &Id| Change::EditCard { card_id, edit: CardEdit::Assign(*user_id) };
            inverse.extend(card.assignee_ids.iter().map(assign));
            if target.card_id.is_none() {
                before.push(Record::Card(Box::new(card.clone())));
            }
        }
        let items = moved.items.iter().filter_map(|item| records.items.get(&item.id));
        before.extend(items.cloned().map(Record::Item));
    }
    inverse.extend(hide);
    let applied = Applied { before, inverse, is_removal: true, ..Applied::default() };
    let from = records.lists.get(&list_id).filter(|_| target.card_id.is_some());
    Ok(match from {
        Some(from) => with_list_trashed_on_undo(applied, from),
        None => applied,
    })
}

/// Adds what was moved from another board.
pub(super) fn add_moved(records: &Records, target: Target, moved: &BoardRecords) -> Result<Applied, ErrorCode> {
    let Target { card_id, list_id, rank } = target;
    if moved.lists.iter().any(|list| records.lists.contains_key(&list.id))
        || moved.cards.iter().any(|card| records.cards.contains_key(&card.id))
        || moved.items.iter().any(|item| records.items.contains_key(&item.id))
    {
        // Ids are unique on a board only.
        return Err(ErrorCode::IdTaken);
    }
    let is_member = |id: &Id| records.board.members.iter().any(|member| member.user_id == *id);
    let mut applied = Applied::default();
    // A list is shown last, with everything on it.
    applied.changed.extend(moved.items.iter().cloned().map(Record::Item));
    for card in &moved.cards {
        let mut card = card.clone();
        card.assignee_ids.retain(is_member);
        if card_id.is_some() {
            card = Card { list_id, rank: rank.clone(), archived_at: None, trashed_at: None, ..card };
        }
        applied.changed.push(Record::Card(Box::new(card)));
    }
    if card_id.is_some() {
        let list = records.lists.get(&list_id).ok_or(ErrorCode::UnknownList)?;
        return Ok(with_list_restored(applied, list));
    }
    let list = moved.lists.first().ok_or(ErrorCode::UnknownList)?;
    applied.changed.push(Record::List(List { rank, trashed_at: None, ..list.clone() }));
    Ok(applied)
}
