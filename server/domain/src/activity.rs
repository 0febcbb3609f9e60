//! The activity of a card: the stored ops that changed it or its items.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::ops::shorten;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Activity, ActivityResponse, deleted_user_name};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardOp, Change, ListEdit};
use std::collections::BTreeSet;
use twentyfour_model::Actor;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::{ops as op_rows, records};

/// The maximum number of ops in a response.
const MAX_ENTRIES: i64 = 100;

/// Returns whether only the author of another member's change sees what it did. `visible_ids` are the items that the reader
/// sees. Items that were deleted permanently are not among them, so their kind is unknown.
pub(crate) fn is_personal(change: &Change, visible_ids: &BTreeSet<Id>) -> bool {
    match change {
        Change::EditBoard { edit } if edit.is_personal() => true,
        Change::EditList { edit: ListEdit::Collapsed(_), .. } | Change::AddReminder { .. } => true,
        Change::EditItem { item_id, .. } | Change::TrashItem { item_id } | Change::RestoreItem { item_id } => {
            !visible_ids.contains(item_id)
        }
        _ => false,
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
    let mut activity = Vec::with_capacity(rows.len());
    for row in rows {
        let mut op: BoardOp = serde_json::from_str(&row.body)
            .map_err(|error| DomainError::Internal(format!("invalid stored op: {error}")))?;
        if row.user_id != account.id && is_personal(&op.change, &visible_ids) {
            continue;
        }
        // Ops of earlier versions are stored with their whole texts.
        shorten(&mut op.change);
        let author = row.name.unwrap_or_else(|| deleted_user_name().to_owned());
        activity.push(Activity { id: op.id, at: op.at, who: author, change: op.change });
    }
    Ok(ActivityResponse { activity })
}
