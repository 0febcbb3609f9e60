//! Importing boards with their activity: each whole or not at all.

use super::activity::{BoardActivity, Target};
use super::ids::{IdMap, Outcome, UploadedBackground, derived_id};
use crate::board_files::{self, BoardImport};
use crate::error::DomainError;
use crate::policy;
use crate::services::ChangeDeps;
use core_wasm::protocol::account_import::RefusedBoard;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::photo::{PICTURE_PATH, PictureId};
use core_wasm::protocol::record::{Board, BoardRecords, Card};
use core_wasm::protocol::text::ImportKey;
use core_wasm::protocol::time::Timestamp;
use formats::board_file::BoardFile;
use formats::records::{from_records, record_id, record_numbers};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use twentyfour_model::Actor;
use twentyfour_store::boards::{self, BoardAddress};
use twentyfour_store::ops::OpRow;
use twentyfour_store::records as store_records;

/// What became of a board.
pub(super) enum BoardOutcome {
    /// It was added, with this id.
    Imported(Id),
    /// The account has it already.
    Existing,
    /// It is in the trash, and so not imported.
    Trashed,
    /// It was refused.
    Refused(RefusedBoard),
}

/// Reads a board from `boards.json`.
///
/// # Errors
/// Returns the board as refused if it is too large or invalid.
pub(super) fn read(length: u64, json: &mut dyn Read) -> Result<BoardRecords, RefusedBoard> {
    let refused = |name: String, code| RefusedBoard { name: name.chars().take(200).collect(), code };
    let text = super::archive::text_of(length, json).ok_or_else(|| refused(String::new(), ErrorCode::TooLarge))?;
    match serde_json::from_slice::<BoardRecords>(&text) {
        Ok(records) if records.board.is_some() => Ok(records),
        _ => {
            let name = serde_json::from_slice::<Named>(&text).map_or_else(|_| String::new(), |named| named.board.name);
            Err(refused(name, ErrorCode::BodyInvalid))
        }
    }
}

/// The name of a board that is invalid otherwise.
#[derive(Deserialize)]
struct Named {
    board: NamedBoard,
}

#[derive(Deserialize)]
struct NamedBoard {
    name: String,
}

/// Imports a board, unless the account has it already, and adds its records to `ids`.
///
/// # Errors
/// Returns an error if the database fails or the account no longer exists.
pub(super) async fn import(
    deps: &ChangeDeps,
    account: Actor,
    archived_account_id: Id,
    records: BoardRecords,
    activity: Option<BoardActivity>,
    ids: &mut IdMap,
) -> Result<BoardOutcome, DomainError> {
    let Some(board) = records.board.clone() else { return Ok(BoardOutcome::Existing) };
    if board.trashed_at.is_some() {
        return Ok(BoardOutcome::Trashed);
    }
    let key = format!("account:{}", board.id);
    let existing_id = existing(deps, account, board.id, &key).await?;
    let id = existing_id.unwrap_or_else(|| derived_id(account.id, board.id));
    let now = deps.context.now();
    let making =
        tokio::task::spawn_blocking(move || Prepared::new(records, id, account, archived_account_id, activity, now));
    let prepared = making.await.map_err(|error| DomainError::Internal(format!("importing a board failed: {error}")))?;
    let Prepared { file, rows, mut new_ids, titles, covers } = prepared?;
    if existing_id.is_some() {
        // In an archive that was exported at another time, other records may have these numbers.
        let existing = store_records::titles_of_cards(deps.context.database.pool(), id).await?;
        new_ids.retain(|old_id, new_id| {
            existing.get(new_id).is_some_and(|created_with_title| titles.get(old_id) == Some(created_with_title))
        });
    } else {
        let import = BoardImport { id: Some(id.to_string()), key: Some(key), made_offline: false, file };
        if let Err(error) = board_files::import_with_activity(deps, account, import, rows).await {
            let code = error.code();
            Outcome::of_error(error)?;
            return Ok(BoardOutcome::Refused(RefusedBoard { name: board.name.as_str().to_owned(), code }));
        }
    }
    ids.boards.insert(board.id, id);
    ids.records.extend(new_ids);
    ids.covers.extend(covers);
    ids.backgrounds.extend(uploaded_background(&board, id, existing_id.is_none()));
    Ok(if existing_id.is_some() { BoardOutcome::Existing } else { BoardOutcome::Imported(id) })
}

/// Returns the board that the account has already: the board itself, or an earlier import of it.
async fn existing(deps: &ChangeDeps, account: Actor, old_id: Id, key: &str) -> Result<Option<Id>, DomainError> {
    let (owner, key) = (policy::owner_of(account), ImportKey::parse(key)?);
    let read = deps.context.database.pool().run(move |connection| {
        let key = key.clone();
        Box::pin(async move {
            for id in [old_id, derived_id(account.id, old_id)] {
                if boards::of_member_at(&mut *connection, owner, &BoardAddress::Id(id)).await?.is_some() {
                    return Ok(Some(id));
                }
            }
            Ok::<_, DomainError>(boards::with_import_key(connection, owner, &key).await?)
        })
    });
    read.await
}

/// Returns the background of a board if it was uploaded.
fn uploaded_background(board: &Board, board_id: Id, is_new_board: bool) -> Option<UploadedBackground> {
    let id = board.image.as_ref()?.as_str().strip_prefix(PICTURE_PATH)?;
    Some(UploadedBackground { picture_id: PictureId::parse(id).ok()?, board_id, is_new_board })
}

/// A board that is ready to be imported.
struct Prepared {
    file: BoardFile,
    rows: Vec<OpRow>,
    /// The lists, cards and items by their ids in the archive.
    new_ids: HashMap<Id, Id>,
    /// When the cards were created, and their titles, by their ids in the archive.
    titles: HashMap<Id, (Timestamp, String)>,
    /// The attachments that are the covers of cards.
    covers: HashSet<Id>,
}

impl Prepared {
    fn new(
        records: BoardRecords,
        id: Id,
        account: Actor,
        archived_account_id: Id,
        activity: Option<BoardActivity>,
        now: Timestamp,
    ) -> Result<Self, DomainError> {
        let board = records.board.as_ref().ok_or(ErrorCode::BodyInvalid)?;
        let names: HashMap<Id, String> = board.members.iter().map(|member| (member.user_id, member.name())).collect();
        let name = |id| names.get(&id).cloned();
        let file = from_records(&records, Some(archived_account_id), &name).ok_or(ErrorCode::BodyInvalid)?;
        let numbers = record_numbers(&records, Some(archived_account_id), &name);
        // The board itself has its own records.
        let new_id = |(old_id, number)| (old_id, if id == board.id { old_id } else { record_id(id, number) });
        let new_ids: HashMap<Id, Id> = numbers.into_iter().map(new_id).collect();
        let covers = records.cards.iter().filter_map(|card| card.cover_id).collect();
        let title_of = |card: &Card| (card.id, (card.created_at, card.title.as_str().to_owned()));
        let titles = records.cards.iter().map(title_of).collect();
        let target = Target {
            account_id: account.id,
            archived_account_id,
            board_id: id,
            records: &records,
            new_ids: &new_ids,
            now,
        };
        let rows = activity.map(|activity| target.rows(activity)).unwrap_or_default();
        Ok(Self { file, rows, new_ids, titles, covers })
    }
}

/// Returns the number of lists, cards and items of a board that are in the trash.
pub(super) fn trashed_records(records: &BoardRecords) -> u32 {
    let lists: HashSet<Id> =
        records.lists.iter().filter(|list| list.trashed_at.is_some()).map(|list| list.id).collect();
    let is_trashed = |card: &&Card| card.trashed_at.is_some() || lists.contains(&card.list_id);
    let cards: HashSet<Id> = records.cards.iter().filter(is_trashed).map(|card| card.id).collect();
    let items = records.items.iter().filter(|item| item.trashed_at.is_some() || cards.contains(&item.card_id)).count();
    u32::try_from(lists.len() + cards.len() + items).unwrap_or(u32::MAX)
}
