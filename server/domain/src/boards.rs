//! Boards: the overview, creating and opening boards, and incremental changes.

use super::{plans, policy};
use crate::board_snapshots::{BoardSnapshot, Encoding, View};
use crate::error::DomainError;
use crate::quotas;
use crate::services::{ChangeDeps, Context, Services};
use core_wasm::board::first_screen::{CARDS_PER_LIST, first_screen as first_screen_of};
use core_wasm::board::reduce::new_board;
use core_wasm::board::slug::slug;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardColumn, BoardOverview, CreateBoardRequest, OpenedBoard, OpenedBoardResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords, Card, List};
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::view::BoardView;
use std::collections::BTreeMap;
use twentyfour_bus::Announcement;
use twentyfour_model::Actor;
use twentyfour_store::Database;
use twentyfour_store::board_reads::{self, FirstCards};
use twentyfour_store::boards::{self, BoardAddress, BoardRow};
use twentyfour_store::records::BoardContents;
use twentyfour_store::{Connection, Executor};

/// Slugs that would conflict with API paths.
const RESERVED_SLUGS: [&str; 3] = ["get-boards", "create-board", "update-board"];

/// The lengths of the id suffix of a slug: the shortest one whose slug is free is used.
const SUFFIX_LENGTHS: std::ops::RangeInclusive<usize> = 4..=10;

/// Returns the board at an address, regardless of its owner.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such board, or an error if the database fails.
pub async fn find<'e>(executor: impl Executor<'e>, address: &BoardAddress) -> Result<BoardRow, DomainError> {
    boards::by_address(executor, address).await?.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Parses the variable part of a board's path: its id or its slug.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if it is neither.
pub fn address(text: &str) -> Result<BoardAddress, ErrorCode> {
    match Id::parse(text) {
        Some(id) => Ok(BoardAddress::Id(id)),
        None => Slug::parse(text).map(BoardAddress::Slug).map_err(|_| ErrorCode::NotFound),
    }
}

/// Returns the account's boards that are not in the trash, favorites first, then by name.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn overview(context: &Context, account: Actor) -> Result<Vec<BoardOverview>, DomainError> {
    let mut snapshot = context.database.snapshot().await?;
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
pub async fn overview_of(database: &Database, account: Actor, id: Id) -> Result<BoardOverview, DomainError> {
    let mut snapshot = database.snapshot().await?;
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
pub async fn create(
    deps: &ChangeDeps,
    account: Actor,
    request: CreateBoardRequest,
) -> Result<BoardOverview, DomainError> {
    let name = BoardName::parse(&request.name)?;
    let id = match &request.id {
        Some(text) => Id::parse(text).ok_or(ErrorCode::BadId)?,
        None => deps.context.new_id(),
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
    let is_counted = deps.plans.are_sold() && !request.made_offline;
    let live = deps.live.clone();
    let on_commit = move |created: &Option<Board>| {
        if let Some(board) = created {
            let records = BoardContents::default().into_records(1, false, Some(board.clone()));
            let account_id = policy::owner_of(account).id();
            live.publish(&Announcement { account_id, board_id: id, since: 0, version: 1, records: Some(records) });
        }
    };
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
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
                                quotas::check_added_board(connection, policy::owner_of(account)).await?;
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
    overview_of(&deps.context.database, account, id).await
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
async fn insert(connection: &mut Connection, account: Actor, board: &Board) -> Result<InsertOutcome, DomainError> {
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

/// Returns a board, encoded.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub async fn open_encoded(
    services: &Services,
    account: Actor,
    address: &BoardAddress,
    view: View,
    encoding: Encoding,
) -> Result<BoardSnapshot, DomainError> {
    let row = find(services.context.database.pool(), address).await?;
    services.board_snapshots.get(account, &row, view, encoding).await
}

/// Returns a board with its lists and cards in order, and the same records without an order.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub(crate) async fn open_with_columns(
    database: &Database,
    account: Actor,
    address: &BoardAddress,
) -> Result<OpenedBoardResponse, DomainError> {
    let BoardRecords { version, is_complete, board, lists, cards, items } = open(database, account, address).await?;
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
pub(crate) async fn open(
    database: &Database,
    account: Actor,
    address: &BoardAddress,
) -> Result<BoardRecords, DomainError> {
    let mut snapshot = database.snapshot().await?;
    let row = find(&mut *snapshot, address).await?;
    policy::authorize(account, row.owner_id)?;
    let contents = board_reads::in_use(&mut snapshot, row.board.id).await?;
    snapshot.commit().await?;
    Ok(contents.into_records(row.version, true, Some(row.board)))
}

/// Returns what a board shows at first.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or an error if the database
/// fails.
pub(crate) async fn first_screen(
    database: &Database,
    account: Actor,
    address: &BoardAddress,
) -> Result<BoardView, DomainError> {
    let mut snapshot = database.snapshot().await?;
    let row = find(&mut *snapshot, address).await?;
    policy::authorize(account, row.owner_id)?;
    let FirstCards { contents, card_counts } =
        board_reads::first_cards(&mut snapshot, row.board.id, CARDS_PER_LIST).await?;
    snapshot.commit().await?;
    let records = contents.into_records(row.version, false, Some(row.board));
    let view = first_screen_of(records, |list_id| card_counts.get(&list_id).copied().unwrap_or_default());
    view.ok_or_else(|| ErrorCode::NotFound.into())
}

/// The changes to a board since a version.
pub enum Changes {
    /// The whole board, encoded.
    Whole(BoardSnapshot),
    /// The records that were written after the version.
    Written(Box<BoardRecords>),
}

/// Returns the changes to a board since a version, trashed records included. Returns all records that are not hidden if
/// no version is given or if records were permanently deleted since then.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or belongs to another account, or `ErrorCode::BadQuery` if
/// the version is invalid, or an error if the database fails.
pub async fn changes(
    services: &Services,
    account: Actor,
    address: &BoardAddress,
    since: Option<i64>,
    encoding: Encoding,
) -> Result<Changes, DomainError> {
    let pool = services.context.database.pool();
    let (row, view) = match since {
        None => (find(pool, address).await?, View::Visible),
        Some(0) => {
            let row = find(pool, address).await?;
            let view = if row.purged_version > 0 { View::Visible } else { View::All };
            (row, view)
        }
        Some(since) => {
            let changes = board_reads::changes_since(pool, policy::owner_of(account), address, since).await?;
            let changes = changes.ok_or(ErrorCode::NotFound)?;
            if !(0..=changes.row.version).contains(&since) {
                return Err(ErrorCode::BadQuery.into());
            }
            if since >= changes.row.purged_version {
                return Ok(Changes::Written(Box::new(changes.into_records(since))));
            }
            (changes.row, View::Visible)
        }
    };
    services.board_snapshots.get(account, &row, view, encoding).await.map(Changes::Whole)
}
