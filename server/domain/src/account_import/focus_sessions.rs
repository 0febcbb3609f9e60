//! Importing focus sessions and breaks. Webhooks receive no events of them.

use super::ids::{IdMap, Outcome, derived_id};
use crate::error::DomainError;
use crate::services::Context;
use crate::{boards, focus_days, focus_sessions as cases, policy};
use core_wasm::protocol::account_import::AccountImportCounts;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use twentyfour_model::{Actor, Owner};
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::{Connection, focus_days as sums, focus_sessions, records};

/// The number of sessions that are written in one transaction.
const SESSIONS_PER_BATCH: usize = 200;

/// Adds sessions with the boards and cards that were imported, unless the account has them already, even as deleted ones. A session
/// on a board or card that was not imported has none.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import(
    context: &Context,
    account: Actor,
    sessions: Vec<FocusSession>,
    ids: &IdMap,
) -> Result<AccountImportCounts, DomainError> {
    let (owner, now) = (policy::owner_of(account), context.now());
    let mut counts = AccountImportCounts::default();
    let mut places = Places { context, account, ids, boards: HashMap::new(), cards: HashMap::new() };
    let mut seen = HashSet::new();
    for batch in sessions.chunks(SESSIONS_PER_BATCH) {
        let mut valid = Vec::with_capacity(batch.len());
        for session in batch {
            if !seen.insert(session.id) {
                Outcome::Existing.count(&mut counts);
            } else if let Ok((starts_at, ends_at)) = cases::check(session, now) {
                let (board_id, card_id) = places.find(session).await?;
                let id = derived_id(account.id, session.id);
                let new = FocusSession { id, board_id, card_id, ..session.clone() };
                valid.push(NewSession { old_id: session.id, session: new, starts_at, ends_at });
            } else {
                Outcome::Refused.count(&mut counts);
            }
        }
        let (count, valid) = (valid.len(), Arc::<[_]>::from(valid));
        let added = context
            .database
            .write::<_, DomainError, _>(move |connection| Box::pin(async move { add(connection, owner, &valid).await }))
            .await?;
        (0..added).for_each(|_| Outcome::Imported.count(&mut counts));
        (added..count).for_each(|_| Outcome::Existing.count(&mut counts));
    }
    Ok(counts)
}

/// A session that is imported.
struct NewSession {
    /// Its id in the archive.
    old_id: Id,
    session: FocusSession,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// Adds those of some sessions that the account has neither with their ids in the archive nor with their new ones. Returns their
/// number.
async fn add(connection: &mut Connection, owner: Owner, sessions: &[NewSession]) -> Result<usize, DomainError> {
    sums::lock_account(connection, owner).await?;
    let all_ids: Vec<Id> = sessions.iter().flat_map(|new| [new.old_id, new.session.id]).collect();
    let existing = focus_sessions::by_ids(connection, owner, &all_ids).await?;
    let existing: HashSet<Id> = existing.into_iter().map(|session| session.id).collect();
    let is_new = |new: &&NewSession| !existing.contains(&new.old_id) && !existing.contains(&new.session.id);
    let new: Vec<&NewSession> = sessions.iter().filter(is_new).collect();
    if new.is_empty() {
        return Ok(0);
    }
    focus_days::lock_and_count(connection, owner).await?;
    for NewSession { session, starts_at, ends_at, .. } in &new {
        focus_sessions::put(connection, owner, session, *starts_at, *ends_at).await?;
    }
    focus_days::update_for_sessions(connection, owner, new.iter().map(|new| &new.session)).await?;
    Ok(new.len())
}

/// Finds the boards and cards of sessions.
struct Places<'a> {
    context: &'a Context,
    account: Actor,
    ids: &'a IdMap,
    /// Whether the account has a board.
    boards: HashMap<Id, bool>,
    /// The boards on which cards are, by the card and the board of a session.
    cards: HashMap<(Id, Option<Id>), Option<Id>>,
}

impl Places<'_> {
    /// Returns the board and the card of a session, as far as the account has them.
    async fn find(&mut self, session: &FocusSession) -> Result<(Option<Id>, Option<Id>), DomainError> {
        let mut board_id = session.board_id.and_then(|id| self.ids.boards.get(&id)).copied();
        if let Some(id) = board_id
            && !self.has_board(id).await?
        {
            board_id = None;
        }
        let Some(card_id) = session.card_id.and_then(|id| self.ids.records.get(&id)).copied() else {
            return Ok((board_id, None));
        };
        match self.board_of_card(card_id, board_id).await? {
            // The card may have been moved to another board since.
            Some(found) => Ok((board_id.map(|_| found), Some(card_id))),
            None => Ok((board_id, None)),
        }
    }

    async fn has_board(&mut self, id: Id) -> Result<bool, DomainError> {
        if let Some(has_board) = self.boards.get(&id) {
            return Ok(*has_board);
        }
        let found = boards::find(self.context.database.pool(), self.account, &BoardAddress::Id(id)).await;
        let has_board = match found {
            Ok(_) => true,
            Err(error) if error.code() == ErrorCode::NotFound => false,
            Err(error) => return Err(error),
        };
        self.boards.insert(id, has_board);
        Ok(has_board)
    }

    async fn board_of_card(&mut self, card_id: Id, board_id: Option<Id>) -> Result<Option<Id>, DomainError> {
        if let Some(found) = self.cards.get(&(card_id, board_id)) {
            return Ok(*found);
        }
        let owner = policy::owner_of(self.account);
        let found = records::board_of_card(self.context.database.pool(), owner, card_id, board_id).await?;
        self.cards.insert((card_id, board_id), found);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{BOARD, CARD, TestServer, id};
    use super::*;
    use serde_json::{Value, json};

    /// Returns a session of half an hour on a day of January.
    fn session(number: u8, board: Option<u8>, card: Option<u8>) -> Value {
        let at = |minutes: &str| format!("2026-01-{number:02}T08:{minutes}:00.000Z");
        json!({
            "id": id(number), "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": board.map(id), "card_id": card.map(id),
            "segments": [{"start": at("00"), "end": at("30"), "utc_offset": 60}], "revision": 3, "is_deleted": false
        })
    }

    fn counts(imported: u32, existing: u32, refused: u32) -> AccountImportCounts {
        AccountImportCounts { imported, existing, refused }
    }

    #[tokio::test]
    async fn sessions_are_imported_once_with_their_boards_and_cards() {
        let server = TestServer::new().await;
        let (context, account) = (&server.services.context, server.account);
        let (board_id, card_id, ids) = server.import_board().await;
        let mut future = session(9, None, None);
        future["segments"][0]["end"] = json!("2999-01-01T00:00:00.000Z");
        let mut reversed = session(10, None, None);
        reversed["segments"][0]["start"] = json!("2026-01-10T09:00:00.000Z");
        let archived = json!([
            session(1, Some(BOARD), Some(CARD)),
            session(2, None, Some(CARD)),
            // Others are not in the archive, or belong to somebody else.
            session(3, Some(BOARD), Some(99)),
            session(4, Some(99), Some(99)),
            session(4, None, None),
            future,
            reversed,
        ]);
        let archived: Vec<FocusSession> = serde_json::from_value(archived).unwrap();
        assert_eq!(import(context, account, archived.clone(), &ids).await.unwrap(), counts(4, 1, 2));
        let stored = cases::load(context, account, None, None).await.unwrap();
        let places: Vec<_> = stored.iter().map(|session| (session.id, session.board_id, session.card_id)).collect();
        let new_id = |number| derived_id(account.id, id(number));
        assert_eq!(
            places,
            [
                (new_id(1), Some(board_id), Some(card_id)),
                (new_id(2), None, Some(card_id)),
                (new_id(3), Some(board_id), None),
                (new_id(4), None, None),
            ]
        );
        assert_eq!((&stored[0].segments, stored[0].revision), (&archived[0].segments, 3));
        let days = focus_days::days(context, account, &[]).await.unwrap().days;
        assert_eq!(days.iter().map(|day| day.focused).collect::<Vec<_>>(), [1_800_000; 4]);

        assert_eq!(import(context, account, archived, &ids).await.unwrap(), counts(0, 5, 2));
        assert_eq!(
            import(context, account, stored.clone(), &ids).await.unwrap(),
            counts(0, 4, 0),
            "a restored account"
        );
        assert_eq!(cases::load(context, account, None, None).await.unwrap(), stored);
    }

    #[tokio::test]
    async fn board_that_was_deleted_meanwhile_is_left_out() {
        let server = TestServer::new().await;
        let ids = IdMap { boards: HashMap::from([(id(BOARD), id(21))]), ..IdMap::default() };
        let archived = serde_json::from_value(json!([session(1, Some(BOARD), None)])).unwrap();
        let context = &server.services.context;
        assert_eq!(import(context, server.account, archived, &ids).await.unwrap(), counts(1, 0, 0));
        assert_eq!(cases::load(context, server.account, None, None).await.unwrap()[0].board_id, None);
    }
}
