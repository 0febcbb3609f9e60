//! Boards: the overview, making one, opening one, and catching up with one.

use super::policy;
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::boards::{self, BoardAddress, BoardRow};
use crate::store::records;
use core_wasm::board::reduce::new_board;
use core_wasm::board::slug::slug;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardOverview, CreateBoardRequest};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords};
use core_wasm::protocol::text::{BoardName, Slug};
use sqlx::{Any, AnyConnection, Executor};

/// Slugs that would hide behind a path of the API.
const RESERVED_SLUGS: [&str; 3] = ["get-boards", "create-board", "update-board"];

/// How many characters of the id end a slug at first, and at most, where shorter ones are taken.
const SUFFIX_LENGTHS: std::ops::RangeInclusive<usize> = 4..=10;

/// The board at an address, whoever owns it.
pub(crate) async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    address: &BoardAddress,
) -> Result<BoardRow, ApiError> {
    boards::by_address(executor, address).await?.ok_or_else(|| ErrorCode::NotFound.into())
}

/// What the variable part of a board's path may be: its id or its slug. Anything else is nowhere.
pub(crate) fn address(text: &str) -> Result<BoardAddress, ErrorCode> {
    match Id::parse(text) {
        Some(id) => Ok(BoardAddress::Id(id)),
        None => Slug::parse(text).map(BoardAddress::Slug).map_err(|_| ErrorCode::NotFound),
    }
}

/// The account's boards that are in use, favourites first, then by name.
pub(crate) async fn overview(app: &Parts, account: Account) -> Result<Vec<BoardOverview>, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let mut overview = boards::overview(&mut snapshot, policy::own(account), None).await?;
    snapshot.commit().await?;
    overview.sort_by_cached_key(|BoardOverview { board, .. }| {
        (!board.favorite, board.name.as_str().to_lowercase(), board.id)
    });
    Ok(overview)
}

/// One board of the account, in the trash or not.
pub(crate) async fn overview_of(app: &Parts, account: Account, id: Id) -> Result<BoardOverview, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let overview = boards::overview(&mut snapshot, policy::own(account), Some(id)).await?.pop();
    snapshot.commit().await?;
    overview.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Makes a board. The same id again answers the board that it made.
pub(crate) async fn create(
    app: &Parts,
    account: Account,
    request: CreateBoardRequest,
) -> Result<BoardOverview, ApiError> {
    let name = BoardName::parse(&request.name)?;
    let id = match &request.id {
        Some(text) => Id::parse(text).ok_or(ErrorCode::BadId)?,
        None => app.new_id(),
    };
    let wanted = request.slug.as_deref().map(Slug::parse).transpose()?;
    if let Some(wanted) = &wanted {
        // A slug that reads as an id would never be looked up as a slug.
        if Id::parse(wanted.as_str()).is_some() {
            return Err(ErrorCode::SlugInvalid.into());
        }
        if RESERVED_SLUGS.contains(&wanted.as_str()) {
            return Err(ErrorCode::SlugTaken.into());
        }
    }
    app.database
        .write(move |connection| {
            Box::pin(async move {
                let slugs = match wanted {
                    Some(wanted) => vec![wanted],
                    None => SUFFIX_LENGTHS.map(|length| slug(&name, id, length)).collect(),
                };
                for slug in slugs {
                    if insert(connection, account, &new_board(id, name.clone(), slug)).await? {
                        return Ok(());
                    }
                }
                Err(ErrorCode::SlugTaken.into())
            })
        })
        .await?;
    overview_of(app, account, id).await
}

/// Adds a board, unless its account has it already. False where its slug is taken.
async fn insert(connection: &mut AnyConnection, account: Account, board: &Board) -> Result<bool, ApiError> {
    if boards::insert(connection, policy::own(account), board).await? {
        return Ok(true);
    }
    match boards::by_address(connection, &BoardAddress::Id(board.id)).await? {
        Some(existing) if policy::authorise(account, existing.owner_id).is_ok() => Ok(true),
        // Saying "not yours" would tell no more: whoever knows the id knows that it is in use.
        Some(_) => Err(ErrorCode::IdTaken.into()),
        None => Ok(false),
    }
}

/// A board with the lists and cards that are in use.
pub(crate) async fn open(app: &Parts, account: Account, address: &BoardAddress) -> Result<BoardRecords, ApiError> {
    let mut snapshot = app.database.snapshot().await?;
    let row = find(&mut *snapshot, address).await?;
    policy::authorise(account, row.owner_id)?;
    let (lists, cards) = records::in_use(&mut snapshot, row.board.id).await?;
    snapshot.commit().await?;
    Ok(BoardRecords { version: row.version, board: Some(row.board), lists, cards })
}

/// What has changed on a board since a version, with what is in the trash now.
pub(crate) async fn changes(
    app: &Parts,
    account: Account,
    address: &BoardAddress,
    since: i64,
) -> Result<BoardRecords, ApiError> {
    let row = find(app.database.pool(), address).await?;
    policy::authorise(account, row.owner_id)?;
    if !(0..=row.version).contains(&since) {
        return Err(ErrorCode::BadQuery.into());
    }
    if since == row.version {
        return Ok(BoardRecords { version: since, board: None, lists: vec![], cards: vec![] });
    }
    let id = row.board.id;
    let changes = records::changed_since(app.database.pool(), id, since).await?.ok_or(ErrorCode::NotFound)?;
    // Read after the rest, the board's own fields may be newer than the version that is answered, and come again with the
    // next; read before, they could be older, and never come.
    let board = match changes.record_version > since {
        true => Some(find(app.database.pool(), &BoardAddress::Id(id)).await?.board),
        false => None,
    };
    Ok(BoardRecords { version: changes.version, board, lists: changes.lists, cards: changes.cards })
}
