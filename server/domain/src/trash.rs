//! The trash: listing its contents, and purging it after 30 days.

use super::policy;
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::protocol::http::{BoardsRecordsResponse, TRASH_DAYS};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Card;
use core_wasm::protocol::time::Timestamp;
use std::collections::BTreeSet;
use twentyfour_model::Actor;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_store::Database;
use twentyfour_store::boards::{self, MemberBoard};
use twentyfour_store::records::BoardContents;
use twentyfour_store::{board_reads, trash};

/// How long records stay in the trash, in milliseconds.
const RETENTION_MS: i64 = TRASH_DAYS as i64 * MILLIS_PER_DAY;

/// Returns the records in an account's trash and archives: boards, lists, and cards with their lists.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(context: &Context, account: Actor) -> Result<BoardsRecordsResponse, DomainError> {
    let member = policy::owner_of(account);
    let mut snapshot = context.database.snapshot().await?;
    let rows = boards::of_member(&mut snapshot, member).await?;
    let mut hidden = board_reads::trashed_and_archived(&mut snapshot, member).await?;
    let mut lists = board_reads::lists_of_boards(&mut snapshot, member).await?;
    snapshot.commit().await?;
    let mut boards = Vec::new();
    for MemberBoard { row, membership } in rows {
        let mut contents = hidden.remove(&row.board.id).unwrap_or_default();
        if row.board.trashed_at.is_none() && contents.lists.is_empty() && contents.cards.is_empty() {
            continue;
        }
        let known: BTreeSet<Id> = contents.lists.iter().map(|list| list.id).collect();
        let of_cards = lists_with_cards(&contents.cards, lists.remove(&row.board.id).unwrap_or_default());
        contents.lists.extend(of_cards.into_iter().filter(|list| !known.contains(&list.id)));
        membership.personalize_lists(&mut contents.lists);
        boards.push(contents.into_records(row.version, false, Some(row.board)));
    }
    Ok(BoardsRecordsResponse { boards })
}

/// Returns the lists of a board that contain any of the cards.
pub fn lists_with_cards(cards: &[Card], all: BoardContents) -> Vec<core_wasm::protocol::record::List> {
    let named: BTreeSet<Id> = cards.iter().map(|card| card.list_id).collect();
    all.lists.into_iter().filter(|list| named.contains(&list.id)).collect()
}

/// Permanently deletes records 30 days after this job first found them in the trash.
///
/// Each board has its own transaction, to keep locks short. Replicas detect the deletion by `purged_version` at
/// their next request.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge(database: &Database, now: Timestamp) -> Result<(), DomainError> {
    let kept_until = now.plus_millis(RETENTION_MS);
    database.write(move |connection| Box::pin(trash::set_purge_date(connection, kept_until))).await?;
    for board_id in trash::boards_to_purge(database.pool(), now).await? {
        database.write(move |connection| Box::pin(trash::purge_board_contents(connection, board_id, now))).await?;
    }
    Ok(database.write(move |connection| Box::pin(trash::purge_boards(connection, now))).await?)
}
