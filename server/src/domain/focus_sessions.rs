//! Sessions that really happened.

use super::{boards, policy};
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::boards::BoardAddress;
use crate::store::{focus_sessions, records};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats;

/// Keeps a session. The same one sent again is answered as it was kept.
pub(crate) async fn add(app: &Parts, account: Account, session: FocusSession) -> Result<FocusSession, ApiError> {
    stats::check_session(&session, app.now())?;
    let (Some(first), Some(last)) = (session.segments.first(), session.segments.last()) else {
        return Err(ErrorCode::SessionInvalid.into());
    };
    let (starts_at, ends_at) = (first.start, last.end);
    if let Some(board_id) = session.board_id {
        let board = boards::find(app.database.pool(), &BoardAddress::Id(board_id)).await?;
        policy::authorise(account, board.owner_id)?;
    }
    if let Some(card_id) = session.card_id {
        // A card is only known together with its board, so this asks for the account's own boards.
        let is_own = records::owns_card(app.database.pool(), policy::own(account), card_id, session.board_id).await?;
        if !is_own {
            return Err(ErrorCode::NotFound.into());
        }
    }
    app.database
        .write(move |connection| {
            Box::pin(async move {
                focus_sessions::insert(connection, policy::own(account), &session, starts_at, ends_at).await
            })
        })
        .await
}

/// The sessions of an account that touch a span, oldest first.
pub(crate) async fn load(
    app: &Parts,
    account: Account,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
) -> Result<Vec<FocusSession>, ApiError> {
    let from = from.unwrap_or(Timestamp::from_millis(0));
    let to = to.unwrap_or(Timestamp::from_millis(i64::MAX));
    focus_sessions::load(app.database.pool(), policy::own(account), from, to).await
}
