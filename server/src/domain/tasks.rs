//! The tasks of an account: its dated cards across all boards.

use super::trash::lists_of;
use super::{boards as board_cases, policy};
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::{boards, loads};
use core_wasm::protocol::http::BoardsRecordsAnswer;

/// The dated cards that are in use, with their reminders and the lists that they lie in, by board.
pub(crate) async fn dated(app: &Parts, account: Account) -> Result<BoardsRecordsAnswer, ApiError> {
    let owner = policy::own(account);
    let mut snapshot = app.database.snapshot().await?;
    let rows = boards::of_owner(&mut snapshot, owner).await?;
    let mut dated = loads::dated(&mut snapshot, owner).await?;
    let mut lists = loads::lists_of_boards(&mut snapshot, owner).await?;
    snapshot.commit().await?;
    let mut answer = Vec::with_capacity(dated.len());
    for row in rows {
        let Some(mut contents) = dated.remove(&row.board.id) else { continue };
        contents.lists = lists_of(&contents.cards, lists.remove(&row.board.id).unwrap_or_default());
        answer.push(board_cases::answer(row.version, false, Some(row.board), contents));
    }
    Ok(BoardsRecordsAnswer { boards: answer })
}
