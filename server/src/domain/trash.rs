//! The trash: what lies in it, and that it does not lie there for ever.

use super::{boards as board_cases, policy};
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::records::Contents;
use crate::store::{boards, loads, trash};
use crate::{Database, Parts};
use core_wasm::protocol::http::{BoardsRecordsAnswer, TRASH_DAYS};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Card;
use core_wasm::protocol::time::Timestamp;
use std::collections::BTreeSet;

/// How long something stays in the trash, in milliseconds.
const KEPT_FOR: i64 = TRASH_DAYS * 24 * 60 * 60 * 1_000;

/// What lies in the trash and in the archives of an account: boards, lists, and cards with the lists that they lie in.
pub(crate) async fn list(app: &Parts, account: Account) -> Result<BoardsRecordsAnswer, ApiError> {
    let owner = policy::own(account);
    let mut snapshot = app.database.snapshot().await?;
    let rows = boards::of_owner(&mut snapshot, owner).await?;
    let mut away = loads::put_away(&mut snapshot, owner).await?;
    let mut lists = loads::lists_of_boards(&mut snapshot, owner).await?;
    snapshot.commit().await?;
    let mut answer = Vec::new();
    for row in rows {
        let mut contents = away.remove(&row.board.id).unwrap_or_default();
        if row.board.trashed_at.is_none() && contents.lists.is_empty() && contents.cards.is_empty() {
            continue;
        }
        let known: BTreeSet<Id> = contents.lists.iter().map(|list| list.id).collect();
        let of_cards = lists_of(&contents.cards, lists.remove(&row.board.id).unwrap_or_default());
        contents.lists.extend(of_cards.into_iter().filter(|list| !known.contains(&list.id)));
        answer.push(board_cases::answer(row.version, false, Some(row.board), contents));
    }
    Ok(BoardsRecordsAnswer { boards: answer })
}

/// Those of a board's lists that cards lie in.
pub(crate) fn lists_of(cards: &[Card], all: Contents) -> Vec<core_wasm::protocol::record::List> {
    let named: BTreeSet<Id> = cards.iter().map(|card| card.list_id).collect();
    all.lists.into_iter().filter(|list| named.contains(&list.id)).collect()
}

/// Removes for good what has lain in the trash for 30 days, by the server's clock since it was first found there.
///
/// Each board is a transaction of its own, so that nobody waits for all of them. A replica that caught up before learns of
/// it when it asks next (`purged_version`).
pub(crate) async fn empty(database: &Database, now: Timestamp) -> Result<(), ApiError> {
    let kept_until = Timestamp::from_millis(now.millis().saturating_add(KEPT_FOR));
    database.write(move |connection| Box::pin(trash::mark(connection, kept_until))).await?;
    for board_id in trash::boards_with_due(database.pool(), now).await? {
        database.write(move |connection| Box::pin(trash::remove_from_board(connection, board_id, now))).await?;
    }
    database.write(move |connection| Box::pin(trash::remove_boards(connection, now))).await
}
