//! Boards: the overview, creating and opening boards, and incremental changes.

use super::{plans, policy};
use crate::error::ApiError;
use crate::extract::Actor;
use crate::realtime::Announcement;
use crate::store::board_reads;
use crate::store::boards::{self, BoardAddress, BoardRow};
use crate::store::records::BoardContents;
use crate::{AppState, Database};
use core_wasm::board::reduce::new_board;
use core_wasm::board::slug::slug;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardColumn, BoardOverview, CreateBoardRequest, OpenedBoard, OpenedBoardResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords, Card, List};
use core_wasm::protocol::text::{BoardName, Slug};
use sqlx::{Any, AnyConnection, Executor};
use std::collections::BTreeMap;

/// Slugs that would conflict with API paths.
const RESERVED_SLUGS: [&str; 3] = ["get-boards", "create-board", "update-board"];

/// The lengths of the id suffix of a slug: the shortest one whose slug is free is used.
const SUFFIX_LENGTHS: std::ops::RangeInclusive<usize> = 4..=10;

/// Returns the board at an address, regardless of its owner.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such board, or an error if the database fails.
pub(crate) async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    address: &BoardAddress,
) -> Result<BoardRow, ApiError> {
    boards::by_address(executor, address).await?.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Parses the variable part of a board's path: its id or its slug.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if it is neither.
pub(crate) fn address(text: &str) -> Result<BoardAddress, ErrorCode> {
    match Id::parse(text) {
        Some(id) => Ok(BoardAddress::Id(id)),
        None => Slug::parse(text).map(BoardAddress::Slug).map_err(|_| ErrorCode::NotFound),
    }
}

/// Returns the account's boards that are not in the trash, favorites first, then by name.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn overview(app: &AppState, account: Actor) -> Result<Vec<BoardOverview>, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let mut overview = boards::overview(&mut snapshot, policy::owner_of(account), None).await?;
    snapshot.commit().await?;
    overview.sort_by_cached_key(|BoardOverview { board, .. }| {
        (!board.favorite, board.name.as_str().to_lowercase(), board.id)
    });
    Ok(overview)
}

/// Returns one board of the account, even if it is in the trash.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account has no such board, or an error if the database fails.
pub(crate) async fn overview_of(app: &AppState, account: Actor, id: Id) -> Result<BoardOverview, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let overview = boards::overview(&mut snapshot, policy::owner_of(account), Some(id)).await?.pop();
    snapshot.commit().await?;
    overview.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Creates a board. A repeated request with the same id returns the existing board.
///
/// # Errors
/// Returns `ErrorCode::BadId`, `ErrorCode::SlugInvalid` or a name error for an invalid field, `ErrorCode::SlugTaken`,
/// `ErrorCode::IdTaken`, `ErrorCode::PlanLimit` if the plan does not allow another board, or an error if the database
/// fails.
pub(crate) async fn create(
    app: &AppState,
    account: Actor,
    request: CreateBoardRequest,
) -> Result<BoardOverview, ApiError> {
    let name = BoardName::parse(&request.name)?;
    let id = match &request.id {
        Some(text) => Id::parse(text).ok_or(ErrorCode::BadId)?,
        None => app.new_id(),
    };
    let requested_slug = request.slug.as_deref().map(Slug::parse).transpose()?;
    if let Some(requested_slug) = &requested_slug {
        // A slug that is a valid id would always be treated as an id.
        if Id::parse(requested_slug.as_str()).is_some() {
            return Err(ErrorCode::SlugInvalid.into());
        }
        if RESERVED_SLUGS.contains(&requested_slug.as_str()) {
            return Err(ErrorCode::SlugTaken.into());
        }
    }
    // Boards created offline are not rejected (SPEC L3).
    let is_counted = app.features.billing_portal_url.is_some() && !request.made_offline;
    let live = app.live.clone();
    let on_commit = move |created: &Option<Board>| {
        if let Some(board) = created {
            let records = board_records(1, false, Some(board.clone()), BoardContents::default());
            let account_id = policy::owner_of(account).id();
            live.publish(&Announcement { account_id, board_id: id, since: 0, version: 1, records: Some(records) });
        }
    };
    app.database
        .write_to_board(
            id,
            move |connection| {
                Box::pin(async move {
                    let slugs = match requested_slug {
                        Some(requested_slug) => vec![requested_slug],
                        None => SUFFIX_LENGTHS.map(|length| slug(&name, id, length)).collect(),
                    };
                    for slug in slugs {
                        let board = new_board(id, name.clone(), slug);
                        match insert(connection, account, &board).await? {
                            InsertOutcome::New => {
                                if is_counted {
                                    plans::check_added_board(connection, account).await?;
                                }
                                return Ok(Some(board));
                            }
                            InsertOutcome::AlreadyExists => return Ok(None),
                            InsertOutcome::SlugTaken => {}
                        }
                    }
                    Err(ErrorCode::SlugTaken.into())
                })
            },
            on_commit,
        )
        .await?;
    overview_of(app, account, id).await
}

/// The outcome of adding a board.
enum InsertOutcome {
    /// The board was added.
    New,
    /// The account already has this board.
    AlreadyExists,
    /// Another board has the slug.
    SlugTaken,
}

/// Adds a board, unless the account already has it.
async fn insert(connection: &mut AnyConnection, account: Actor, board: &Board) -> Result<InsertOutcome, ApiError> {
    if boards::insert(connection, policy::owner_of(account), board).await? {
        return Ok(InsertOutcome::New);
    }
    match boards::by_address(connection, &BoardAddress::Id(board.id)).await? {
        Some(existing) if policy::authorize(account, existing.owner_id).is_ok() => Ok(InsertOutcome::AlreadyExists),
        // Returning "not found" would hide nothing, since the client knows that the id is in use.
        Some(_) => Err(ErrorCode::IdTaken.into()),
        None => Ok(InsertOutcome::SlugTaken),
    }
}

/// Returns a board with its lists and cards in order, and the same records without an order.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub(crate) async fn open_with_columns(
    app: &AppState,
    account: Actor,
    address: &BoardAddress,
) -> Result<OpenedBoardResponse, ApiError> {
    let BoardRecords { version, is_complete, board, lists, cards, items } = open(app, account, address).await?;
    let board = board.ok_or(ErrorCode::NotFound)?;
    let mut cards_by_list: BTreeMap<Id, Vec<Card>> = BTreeMap::new();
    for card in &cards {
        cards_by_list.entry(card.list_id).or_default().push(card.clone());
    }
    let mut ordered: Vec<&List> = lists.iter().collect();
    ordered.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
    let columns = ordered
        .into_iter()
        .map(|list| {
            let mut cards = cards_by_list.remove(&list.id).unwrap_or_default();
            cards.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
            BoardColumn { id: list.id, name: list.name.clone(), cards }
        })
        .collect();
    Ok(OpenedBoardResponse { version, is_complete, board: OpenedBoard { board, columns }, lists, cards, items })
}

/// Returns a board with all records that are not hidden.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub(crate) async fn open(app: &AppState, account: Actor, address: &BoardAddress) -> Result<BoardRecords, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let row = find(&mut *snapshot, address).await?;
    policy::authorize(account, row.owner_id)?;
    let contents = board_reads::in_use(&mut snapshot, row.board.id).await?;
    snapshot.commit().await?;
    Ok(board_records(row.version, true, Some(row.board), contents))
}

/// Returns the changes to a board since a version, trashed records included. Returns all records that are not hidden if
/// no version is given or if records were permanently deleted since then.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or `ErrorCode::BadQuery` if
/// the version is invalid, or an error if the database fails.
pub(crate) async fn changes(
    app: &AppState,
    account: Actor,
    address: &BoardAddress,
    since: Option<i64>,
) -> Result<BoardRecords, ApiError> {
    let Some(since) = since else { return open(app, account, address).await };
    let row = find(app.database.pool(), address).await?;
    policy::authorize(account, row.owner_id)?;
    if !(0..=row.version).contains(&since) {
        return Err(ErrorCode::BadQuery.into());
    }
    let id = row.board.id;
    if since < row.purged_version {
        return open(app, account, &BoardAddress::Id(id)).await;
    }
    if since == row.version {
        return Ok(board_records(since, false, None, BoardContents::default()));
    }
    changed_since(&app.database, id, since).await
}

/// Returns the records of a board that were written after a version. No records may have been permanently deleted since
/// that version.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such board, or an error if the database fails.
pub(crate) async fn changed_since(database: &Database, id: Id, since: i64) -> Result<BoardRecords, ApiError> {
    let changes = board_reads::changed_since(database.pool(), id, since).await?.ok_or(ErrorCode::NotFound)?;
    // Read last: the board's fields may be newer than the returned version, and are then sent again with the next
    // change. Read first, they could be older and never be sent.
    let board = match changes.record_version > since {
        true => Some(find(database.pool(), &BoardAddress::Id(id)).await?.board),
        false => None,
    };
    Ok(board_records(changes.version, false, board, changes.contents))
}

/// Combines a board and its contents into a response.
pub(crate) fn board_records(
    version: i64,
    is_complete: bool,
    board: Option<Board>,
    contents: BoardContents,
) -> BoardRecords {
    let BoardContents { lists, cards, items } = contents;
    BoardRecords { version, is_complete, board, lists, cards, items }
}
