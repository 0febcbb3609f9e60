//! Public links: anybody who has one may read the board, without an account.

use crate::error::DomainError;
use crate::members::lock_for;
use crate::policy;
use crate::services::{Context, SharingDeps};
use core_wasm::board::policy::Action;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{BoardRecords, ItemContent};
use core_wasm::protocol::sharing::{PublicLinkResponse, Role};
use twentyfour_model::{Actor, token};
use twentyfour_store::boards::{self, BoardAddress};
use twentyfour_store::{ReplicaScope, board_reads, public_links};

/// Returns the URL of the public link of a board, or `None` if it has none.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn link(deps: &SharingDeps, board_id: Id) -> Result<Option<String>, DomainError> {
    let code = public_links::of_board(deps.changes.context.database.pool(), board_id).await?;
    Ok(code.map(|code| url(deps, &code)))
}

fn url(deps: &SharingDeps, code: &str) -> String {
    format!("{}/public/{code}", deps.public_url)
}

/// Turns the public link of a board on, and returns it. A link that is on already stays the same.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the board does not exist or the account is not a member, `ErrorCode::ForbiddenRole` if
/// its role does not allow it, or an error if the database fails.
pub async fn turn_on(deps: &SharingDeps, account: Actor, board_id: Id) -> Result<PublicLinkResponse, DomainError> {
    let (now, new_code) = (deps.changes.context.now(), token::random_token());
    let code = deps.changes.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            lock_for(connection, account, board_id, Action::ManageMembers).await?;
            match public_links::of_board(&mut *connection, board_id).await? {
                Some(code) => Ok(code),
                None => {
                    public_links::insert(connection, board_id, &new_code, now).await?;
                    Ok(new_code)
                }
            }
        })
    });
    Ok(PublicLinkResponse { link: Some(url(deps, &code.await?)) })
}

/// Turns the public link of a board off. It never works again.
///
/// # Errors
/// Returns the same errors as [`turn_on`].
pub async fn turn_off(deps: &SharingDeps, account: Actor, board_id: Id) -> Result<PublicLinkResponse, DomainError> {
    deps.changes
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                lock_for(connection, account, board_id, Action::ManageMembers).await?;
                Ok(public_links::remove(connection, board_id).await?)
            })
        })
        .await?;
    Ok(PublicLinkResponse { link: None })
}

/// Returns the board with a public link as visitors see it: without its members, comments, reminders and
/// attachments.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if there is no such link or the board is in the trash, or an error if the database
/// fails.
pub async fn open(context: &Context, code: &str) -> Result<BoardRecords, DomainError> {
    // Not from a replica, which might still have a link that was turned off.
    let board_id = public_links::board_of(context.database.pool(), code).await?.ok_or(ErrorCode::NotFound)?;
    let address = BoardAddress::Id(board_id);
    let read = context.database.read_snapshot_of::<_, DomainError, _>(
        ReplicaScope::Board(address.clone()),
        move |connection| {
            let address = address.clone();
            Box::pin(async move {
                let row = boards::by_address(&mut *connection, &address).await?.ok_or(ErrorCode::NotFound)?;
                let owner = policy::owner_of_public_board(&row);
                let board = boards::of_member_at(&mut *connection, owner, &address).await?;
                let board = board.filter(|board| board.row.board.trashed_at.is_none()).ok_or(ErrorCode::NotFound)?;
                let contents = board_reads::in_use(connection, owner, &board).await?;
                Ok((board, contents))
            })
        },
    );
    let (board, mut contents) = read.await?;
    contents.items.retain(|item| matches!(item.content, ItemContent::Subtask { .. }));
    contents.items.iter_mut().for_each(|item| item.author_id = None);
    for card in &mut contents.cards {
        card.assignee_ids.clear();
        card.cover_id = None;
    }
    contents.lists.iter_mut().for_each(|list| list.is_collapsed = false);
    let mut record = board.row.board;
    (record.role, record.favorite) = (Role::Viewer, false);
    (record.is_muted, record.shares_focus) = (false, false);
    record.watched_ids.clear();
    record.import_key = None;
    Ok(contents.into_records(board.row.version, true, Some(record)))
}
