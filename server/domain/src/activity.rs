//! The activity of a card: the stored ops that changed it or its items.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::ops::shorten;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Activity, ActivityResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::BoardOp;
use twentyfour_model::Actor;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::ops as op_rows;

/// The maximum number of ops in a response.
const MAX_ENTRIES: i64 = 100;

/// Returns the latest ops of a card, the latest first.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board or card does not exist or belongs to another account, or an error if the
/// database fails.
pub async fn of_card(
    context: &Context,
    account: Actor,
    board_id: Id,
    card_id: Id,
) -> Result<ActivityResponse, DomainError> {
    let row = board_cases::find(context.database.pool(), &BoardAddress::Id(board_id)).await?;
    policy::authorize(account, row.owner_id)?;
    let rows =
        op_rows::of_card(context.database.pool(), board_id, card_id, MAX_ENTRIES).await?.ok_or(ErrorCode::NotFound)?;
    let mut activity = Vec::with_capacity(rows.len());
    for row in rows {
        let mut op: BoardOp = serde_json::from_str(&row.body)
            .map_err(|error| DomainError::Internal(format!("invalid stored op: {error}")))?;
        // Ops of earlier versions are stored with their whole texts.
        shorten(&mut op.change);
        let author = format!("{} {}", row.first_name, row.last_name);
        activity.push(Activity { id: op.id, at: op.at, who: author, change: op.change });
    }
    Ok(ActivityResponse { activity })
}
