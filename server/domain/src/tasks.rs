//! The tasks of an account: its cards with due dates on all boards.

use super::policy;
use super::trash::lists_with_cards;
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::protocol::http::BoardsRecordsResponse;
use twentyfour_model::Actor;
use twentyfour_store::board_reads;
use twentyfour_store::boards::{self, MemberBoard};

/// Returns the visible cards that have a due date or are assigned to the account, with its reminders and the lists, by board.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(context: &Context, account: Actor) -> Result<BoardsRecordsResponse, DomainError> {
    let member = policy::owner_of(account);
    let mut snapshot = context.database.snapshot().await?;
    let rows = boards::of_member(&mut snapshot, member).await?;
    let mut tasks = board_reads::tasks(&mut snapshot, member).await?;
    let mut lists = board_reads::lists_of_boards(&mut snapshot, member).await?;
    snapshot.commit().await?;
    let mut boards = Vec::with_capacity(tasks.len());
    for MemberBoard { row, membership } in rows {
        let Some(mut contents) = tasks.remove(&row.board.id) else { continue };
        contents.lists = lists_with_cards(&contents.cards, lists.remove(&row.board.id).unwrap_or_default());
        membership.personalize_lists(&mut contents.lists);
        boards.push(contents.into_records(row.version, false, Some(row.board)));
    }
    Ok(BoardsRecordsResponse { boards })
}
