//! The activity of a card or a board: the stored ops that changed it.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::ops::shorten;
use crate::services::Context;
use core_wasm::board::reduce::referenced_records;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Activity, ActivityFilter, ActivityKind, ActivityResponse, deleted_user_name};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, Change, ItemEdit, ListEdit};
use std::collections::BTreeSet;
use twentyfour_model::Actor;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::ops::{ActivityRow, Authors};
use twentyfour_store::{ops as op_rows, records};

/// The maximum number of ops in a response.
const MAX_ENTRIES: i64 = 100;

/// The maximum number of ops that one request reads to find those of one kind.
const MAX_SCANNED: i64 = 500;

/// Replaces the ids of other boards and their lists. No record has it.
const HIDDEN_ID: Id = Id::GUEST;

/// Returns whether only the author of another member's change sees what it did. `visible_ids` are the items that the reader
/// sees. Items that were deleted permanently are not among them, so their kind is unknown.
pub(crate) fn is_personal(change: &Change, visible_ids: &BTreeSet<Id>) -> bool {
    match change {
        Change::AddReminder { .. } => true,
        Change::EditItem { item_id, .. } | Change::TrashItem { item_id } | Change::RestoreItem { item_id } => {
            !visible_ids.contains(item_id)
        }
        change => is_personal_setting(change),
    }
}

/// Returns whether a change only sets how its author sees the board. No activity shows it.
fn is_personal_setting(change: &Change) -> bool {
    match change {
        Change::EditBoard { edit } => edit.is_personal(),
        Change::EditList { edit, .. } => matches!(edit, ListEdit::Collapsed(_)),
        _ => false,
    }
}

/// Returns what a change belongs to. `is_comment` says whether an item is a comment, as far as it is known.
fn kind_of(change: &Change, is_comment: impl Fn(Id) -> bool) -> ActivityKind {
    match change {
        Change::AddList { .. }
        | Change::MoveList { .. }
        | Change::EditList { .. }
        | Change::TrashList { .. }
        | Change::RestoreList { .. }
        | Change::MoveToBoard { card_id: None, .. } => ActivityKind::Lists,
        Change::SetLabelColor { .. } | Change::EditBoard { .. } | Change::TrashBoard | Change::RestoreBoard => {
            ActivityKind::Board
        }
        Change::AddComment { .. } | Change::SetReaction { .. } | Change::EditItem { edit: ItemEdit::Text(_), .. } => {
            ActivityKind::Comments
        }
        Change::TrashItem { item_id } | Change::RestoreItem { item_id } if is_comment(*item_id) => {
            ActivityKind::Comments
        }
        _ => ActivityKind::Cards,
    }
}

/// Returns the latest ops of a card, the latest first, without what only others see.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board or card does not exist or the account is not a member, or an error if the
/// database fails.
pub async fn of_card(
    context: &Context,
    account: Actor,
    board_id: Id,
    card_id: Id,
) -> Result<ActivityResponse, DomainError> {
    let pool = context.database.pool();
    board_cases::find(pool, account, &BoardAddress::Id(board_id)).await?;
    let rows = op_rows::of_card(pool, board_id, card_id, MAX_ENTRIES).await?.ok_or(ErrorCode::NotFound)?;
    let visible_ids = records::visible_items(pool, policy::owner_of(account), board_id, Some(card_id)).await?;
    let list_ids = records::list_ids(pool, board_id).await?;
    let mut activity = Vec::with_capacity(rows.len());
    for row in rows {
        let op = read_op(&row)?;
        if row.user_id == account.id || !is_personal(&op.change, &visible_ids) {
            activity.push(entry(row, op, board_id, &list_ids));
        }
    }
    Ok(ActivityResponse { activity, next: None })
}

/// Returns the ops of a board in the order in which the server applied them, the latest first, without what only others see. A
/// page may have few entries or none although there are more, because ops of other kinds are read too.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist, the account is not a member or there is no op `before`, or an error
/// if the database fails.
pub async fn of_board(
    context: &Context,
    account: Actor,
    board_id: Id,
    filter: ActivityFilter,
    before: Option<Id>,
) -> Result<ActivityResponse, DomainError> {
    let pool = context.database.pool();
    board_cases::find(pool, account, &BoardAddress::Id(board_id)).await?;
    let limit = if filter.kind.is_some() { MAX_SCANNED } else { MAX_ENTRIES };
    let authors = match filter.user_id {
        Some(id) => Authors::One(id),
        None if filter.is_deleted => Authors::Deleted,
        None => Authors::All,
    };
    let rows = op_rows::of_board(pool, board_id, authors, before, limit).await?.ok_or(ErrorCode::NotFound)?;
    let is_last_page = rows.len() < usize::try_from(limit).unwrap_or(usize::MAX);
    let ops: Vec<(ActivityRow, BoardOp)> =
        rows.into_iter().map(|row| read_op(&row).map(|op| (row, op))).collect::<Result<_, _>>()?;
    let item_ids: BTreeSet<Id> = ops.iter().filter_map(|(_, op)| referenced_records(&op.change).item_id).collect();
    let item_ids: Vec<Id> = item_ids.into_iter().collect();
    let items = records::visible_item_kinds(pool, policy::owner_of(account), board_id, &item_ids).await?;
    let visible_ids: BTreeSet<Id> = items.keys().copied().collect();
    let list_ids = records::list_ids(pool, board_id).await?;
    let (mut activity, mut last_read) = (Vec::new(), None);
    let mut is_full = false;
    for (row, op) in ops {
        if activity.len() >= usize::try_from(MAX_ENTRIES).unwrap_or(usize::MAX) {
            is_full = true;
            break;
        }
        last_read = Some(op.id);
        let is_comment = |item_id: Id| items.get(&item_id).copied().unwrap_or(false);
        if is_personal_setting(&op.change) || filter.kind.is_some_and(|kind| kind != kind_of(&op.change, is_comment)) {
            continue;
        }
        if row.user_id == account.id || !is_personal(&op.change, &visible_ids) {
            activity.push(entry(row, op, board_id, &list_ids));
        }
    }
    Ok(ActivityResponse { activity, next: last_read.filter(|_| is_full || !is_last_page) })
}

fn read_op(row: &ActivityRow) -> Result<BoardOp, DomainError> {
    serde_json::from_str(&row.body).map_err(|error| DomainError::Internal(format!("invalid stored op: {error}")))
}

/// Replaces the ids of other boards and of their lists in a change, because members of this board may not be members of those.
/// The activity of a card that was moved names the lists of its former boards.
pub(crate) fn hide_other_boards(change: &mut Change, board_id: Id, list_ids: &BTreeSet<Id>) {
    match change {
        Change::MoveToBoard { board_id: target_id, list_id, .. } => {
            if *target_id != board_id {
                *target_id = HIDDEN_ID;
            }
            hide_unknown(list_id, list_ids);
        }
        Change::AddCard { list_id, .. } | Change::MoveCard { list_id, .. } => hide_unknown(list_id, list_ids),
        _ => {}
    }
}

fn hide_unknown(id: &mut Id, known_ids: &BTreeSet<Id>) {
    if !known_ids.contains(id) {
        *id = HIDDEN_ID;
    }
}

fn entry(row: ActivityRow, mut op: BoardOp, board_id: Id, list_ids: &BTreeSet<Id>) -> Activity {
    // Ops of earlier versions are stored with their whole texts.
    shorten(&mut op.change);
    hide_other_boards(&mut op.change, board_id, list_ids);
    let user_id = row.name.is_some().then_some(row.user_id);
    // An op that changed nothing, because the value was the same already, is not stored with its card.
    let card_id = row.card_id.or_else(|| referenced_records(&op.change).card_id);
    let who = row.name.unwrap_or_else(|| deleted_user_name().to_owned());
    Activity { id: op.id, at: op.at, who, user_id, card_id, change: op.change }
}
