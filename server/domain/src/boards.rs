//! Boards: the overview, creating and opening boards, and incremental changes.

use super::{plans, policy, webhooks};
use crate::board_snapshots::{BoardSnapshot, Encoding, View};
use crate::error::DomainError;
use crate::quotas;
use crate::services::{ChangeDeps, Context, Services};
use core_wasm::board::first_screen::{CARDS_PER_LIST, first_screen as first_screen_of};
use core_wasm::board::policy::Action;
use core_wasm::board::reduce::new_board;
use core_wasm::board::slug::slug;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{
    BoardColumn, BoardOverview, CreateBoardRequest, ListedBoard, OpenedBoard, OpenedBoardResponse,
};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords, Card, List};
use core_wasm::protocol::text::{BoardName, Slug};
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::view::BoardView;
use std::collections::BTreeMap;
use std::sync::Arc;
use twentyfour_bus::{AnnouncedRecords, Announcement, News};
use twentyfour_model::Actor;
use twentyfour_store::Database;
use twentyfour_store::board_reads::{self, FirstCards};
use twentyfour_store::boards::{self, BoardAddress, MemberBoard};
use twentyfour_store::focus_days;
use twentyfour_store::members;
use twentyfour_store::records::BoardContents;
use twentyfour_store::{Connection, Executor, ReplicaScope};

/// Slugs that would conflict with API paths.
const RESERVED_SLUGS: [&str; 4] = ["get-boards", "create-board", "update-board", "import"];

/// The lengths of the id suffix of a slug: the shortest one whose slug is free is used.
const SUFFIX_LENGTHS: std::ops::RangeInclusive<usize> = 4..=10;

/// Returns the board at an address, without its members.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such board or the account is not a member of it, or an error if the
/// database fails.
pub(crate) async fn find<'e>(
    executor: impl Executor<'e>,
    account: Actor,
    address: &BoardAddress,
) -> Result<MemberBoard, DomainError> {
    let board = boards::of_member_at(executor, policy::owner_of(account), address).await?;
    policy::authorize(board.as_ref().map(|board| &board.membership), Action::View)?;
    board.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Returns the ids of the boards that an account is a member of, those in the trash included.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn ids(context: &Context, account_id: Id) -> Result<Vec<Id>, DomainError> {
    Ok(members::board_ids(context.database.pool(), account_id).await?)
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

/// Returns the boards of an account that are not in the trash, its own and others', favorites first, then by name.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn overview(deps: &ChangeDeps, account: Actor) -> Result<Vec<ListedBoard>, DomainError> {
    let owner = policy::owner_of(account);
    let mut snapshot = deps.context.database.snapshot().await?;
    let mut overview = boards::overview(&mut snapshot, owner, None).await?;
    let last_changes = boards::last_changes(&mut snapshot, owner).await?;
    snapshot.commit().await?;
    overview.sort_by_cached_key(|BoardOverview { board, .. }| {
        (!board.favorite, board.name.as_str().to_lowercase(), board.id)
    });
    let now = deps.context.now();
    let listed = overview.into_iter().map(|overview| {
        let BoardOverview { board, columns } = &overview;
        let mut present_ids = deps.live.hub().present_on(board.id, owner.id());
        // Another server may not know yet that a member was removed.
        present_ids.retain(|id| board.members.iter().any(|member| member.user_id == *id));
        ListedBoard {
            list_count: i64::try_from(columns.len()).unwrap_or(i64::MAX),
            card_count: columns.iter().map(|column| column.card_count).sum(),
            // The clock of a device can be ahead.
            changed_at: last_changes.get(&board.id).map(|at| (*at).min(now)),
            present_ids,
            board: overview,
        }
    });
    Ok(listed.collect())
}

/// Returns one board of the account, even if it is in the trash.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the account is not a member of such a board, or an error if the database fails.
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
    let on_commit = deps.live.announcer(move |created: &Option<Board>| {
        let announcement = created.iter().map(|board| {
            let records = BoardContents::default().into_records(1, false, Some(board.clone()));
            let author_id = policy::owner_of(account).id();
            let records = AnnouncedRecords { of_author: Some(records), of_others: None };
            News::Board(Arc::new(Announcement { author_id, board_id: id, since: 0, version: 1, records }))
        });
        announcement.collect()
    });
    let now = deps.context.now();
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            id,
            move |connection| {
                Box::pin(async move {
                    let slugs = match requested_slug {
                        Some(requested_slug) => vec![requested_slug],
                        None => slugs(&name, id),
                    };
                    let boards = slugs.into_iter().map(|slug| new_board(id, name.clone(), slug));
                    add(connection, account, boards, is_counted, now).await
                })
            },
            on_commit,
        )
        .await?;
    overview_of(&deps.context.database, account, id).await
}

/// Returns the slugs that a board may get, the best one first.
pub(crate) fn slugs(name: &BoardName, id: Id) -> Vec<Slug> {
    SUFFIX_LENGTHS.map(|length| slug(name, id, length)).collect()
}

/// Adds the first of some boards whose slug is free; they differ in the slug only. Returns `None` if the account has the board
/// already. `is_counted` is whether the plan must allow another board.
///
/// # Errors
/// Returns `ErrorCode::SlugTaken`, `ErrorCode::IdTaken`, `ErrorCode::BoardLimit`, `ErrorCode::PlanLimit`, or an error if the
/// database fails.
pub(crate) async fn add(
    connection: &mut Connection,
    account: Actor,
    boards: impl Iterator<Item = Board> + Send,
    is_counted: bool,
    now: Timestamp,
) -> Result<Option<Board>, DomainError> {
    for board in boards {
        match insert(connection, account, &board, now).await? {
            InsertOutcome::New => {
                let owner = policy::owner_of(account);
                focus_days::lock_account(connection, owner).await?;
                quotas::check_added_board(connection, owner).await?;
                if is_counted {
                    plans::check_added_board(connection, owner).await?;
                }
                let event = webhooks::of_board(owner.id(), &board, 1);
                webhooks::save(connection, &[event], now).await?;
                return Ok(Some(board));
            }
            InsertOutcome::AlreadyExists => return Ok(None),
            InsertOutcome::SlugTaken => {}
        }
    }
    Err(ErrorCode::SlugTaken.into())
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
async fn insert(
    connection: &mut Connection,
    account: Actor,
    board: &Board,
    now: Timestamp,
) -> Result<InsertOutcome, DomainError> {
    let owner = policy::owner_of(account);
    if boards::insert(connection, owner, board, now).await? {
        return Ok(InsertOutcome::New);
    }
    match boards::by_address(connection, &BoardAddress::Id(board.id)).await? {
        Some(existing) if existing.owner_id == owner.id() => Ok(InsertOutcome::AlreadyExists),
        // Returning "not found" would hide nothing, since the client knows that the id is in use.
        Some(_) => Err(ErrorCode::IdTaken.into()),
        None => Ok(InsertOutcome::SlugTaken),
    }
}

/// Returns a board, encoded.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
/// fails.
pub async fn open_encoded(
    services: &Services,
    account: Actor,
    address: &BoardAddress,
    view: View,
    encoding: Encoding,
) -> Result<BoardSnapshot, DomainError> {
    let board = find(services.context.database.pool(), account, address).await?;
    services.board_snapshots.get(account, &board.row, view, encoding).await
}

/// Returns a board with its lists and cards in order, and the same records without an order.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
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
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
/// fails.
pub(crate) async fn open(
    database: &Database,
    account: Actor,
    address: &BoardAddress,
) -> Result<BoardRecords, DomainError> {
    let (scope, address) = (ReplicaScope::Board(address.clone()), address.clone());
    let read = database.read_snapshot_of(scope, move |connection| {
        let address = address.clone();
        Box::pin(async move {
            let mut board = find(&mut *connection, account, &address).await?;
            let contents = board_reads::in_use(&mut *connection, policy::owner_of(account), &board).await?;
            members::fill_in(connection, [(&mut board.row.board, board.row.member_count)]).await?;
            Ok(contents.into_records(board.row.version, true, Some(board.row.board)))
        })
    });
    read.await
}

/// Returns what a board shows at first.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database
/// fails.
pub(crate) async fn first_screen(
    database: &Database,
    account: Actor,
    address: &BoardAddress,
) -> Result<BoardView, DomainError> {
    let (scope, address) = (ReplicaScope::Board(address.clone()), address.clone());
    let read = database.read_snapshot_of::<_, DomainError, _>(scope, move |connection| {
        let address = address.clone();
        Box::pin(async move {
            let (mut board, owner) = (find(&mut *connection, account, &address).await?, policy::owner_of(account));
            let cards = board_reads::first_cards(&mut *connection, owner, &board, CARDS_PER_LIST).await?;
            members::fill_in(connection, [(&mut board.row.board, board.row.member_count)]).await?;
            Ok((board, cards))
        })
    });
    let (board, FirstCards { contents, card_counts }) = read.await?;
    let records = contents.into_records(board.row.version, false, Some(board.row.board));
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
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, or `ErrorCode::BadQuery` if
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
        None => (find(pool, account, address).await?.row, View::Visible),
        Some(0) => {
            let row = find(pool, account, address).await?.row;
            let view = if row.purged_version > 0 { View::Visible } else { View::All };
            (row, view)
        }
        Some(since) => {
            let (scope, address) = (ReplicaScope::Board(address.clone()), address.clone());
            let read = services.context.database.read_of(scope, move |connection| {
                let (address, member) = (address.clone(), policy::owner_of(account));
                Box::pin(async move { board_reads::changes_since(connection, member, &address, since).await })
            });
            let changes = read.await?.ok_or(ErrorCode::NotFound)?;
            if !(0..=changes.board.row.version).contains(&since) {
                return Err(ErrorCode::BadQuery.into());
            }
            if since >= changes.board.row.purged_version {
                return Ok(Changes::Written(Box::new(changes.into_records(since))));
            }
            (changes.board.row, View::Visible)
        }
    };
    services.board_snapshots.get(account, &row, view, encoding).await.map(Changes::Whole)
}
