//! The activity of a card: the ops that changed it or its items.

use super::{boards as board_cases, policy};
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{Activity, ActivityResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, CardEdit, Change, ItemEdit, ListEdit};
use twentyfour_model::Actor;
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::ops;

/// The maximum number of ops in a response.
const MAX_ENTRIES: i64 = 100;
/// The maximum number of characters of a text. The activity shows what happened, not the full text.
const MAX_TEXT_CHARS: usize = 200;

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
        ops::of_card(context.database.pool(), board_id, card_id, MAX_ENTRIES).await?.ok_or(ErrorCode::NotFound)?;
    let mut activity = Vec::with_capacity(rows.len());
    for row in rows {
        let mut op: BoardOp = serde_json::from_str(&row.body)
            .map_err(|error| DomainError::Internal(format!("invalid stored op: {error}")))?;
        shorten(&mut op.change);
        let author = format!("{} {}", row.first_name, row.last_name);
        activity.push(Activity { id: op.id, at: op.at, who: author, change: op.change });
    }
    Ok(ActivityResponse { activity })
}

/// Shortens the texts of a change.
fn shorten(change: &mut Change) {
    let text = match change {
        Change::AddList { name: text, .. }
        | Change::AddCard { title: text, .. }
        | Change::AddSubtask { title: text, .. }
        | Change::AddComment { text, .. }
        | Change::EditList { edit: ListEdit::Name(text), .. }
        | Change::EditCard { edit: CardEdit::Title(text) | CardEdit::Description(text), .. }
        | Change::EditItem { edit: ItemEdit::Title(text) | ItemEdit::Text(text), .. }
        | Change::EditBoard { edit: BoardEdit::Name(text) | BoardEdit::Description(text) } => text,
        // The other changes have no text, or only short ones.
        _ => return,
    };
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT_CHARS) {
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_truncated_at_character_boundaries() {
        let card_id = Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap();
        let mut long = Change::EditCard { card_id, edit: CardEdit::Description("日".repeat(201)) };
        shorten(&mut long);
        assert_eq!(long, Change::EditCard { card_id, edit: CardEdit::Description("日".repeat(200)) });
        let short = Change::AddComment { item_id: card_id, card_id, text: "日".repeat(200) };
        let mut same = short.clone();
        shorten(&mut same);
        assert_eq!(same, short);
    }
}
