//! Changes to a board: a batch of ops, applied by the core's reducer in one transaction.

mod batch;
mod moves;
mod notices;
mod prepared;
mod recurring;
pub(crate) mod text_bytes;

pub use prepared::Received;
pub(crate) use prepared::{Prepared, shorten};

use super::boards as board_cases;
use crate::error::DomainError;
use crate::quotas;
use crate::services::ChangeDeps;
use batch::{BatchOutcome, BatchWrite, run_all};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardOverview, BoardUpdate, OpsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{BoardEdit, BoardOp, Change};
use core_wasm::protocol::record::Item;
use core_wasm::protocol::time::Timestamp;
use moves::MovesOutcome;
use std::sync::Arc;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, OpRetention};
use twentyfour_store::boards::BoardAddress;
use twentyfour_store::{Database, attachments, boards, ops};

/// The maximum number of ops in a batch.
pub const MAX_OPS: usize = 500;

/// The number of boards whose ops are trimmed in one transaction.
const BOARDS_PER_TRIM: i64 = 50;

/// Applies a batch. Ops that cannot be applied are rejected individually.
///
/// # Errors
/// Returns `ErrorCode::TooManyOps` if there are more than [`MAX_OPS`], or `ErrorCode::NotFound` if the board does not
/// exist or the account is not a member, or an error if the database fails.
pub async fn apply_batch(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    received: Vec<Received>,
) -> Result<OpsResponse, DomainError> {
    if received.len() > MAX_OPS {
        return Err(ErrorCode::TooManyOps.into());
    }
    let prepared = received.into_iter().map(|received| match received {
        // An upload makes this change.
        Received::Op(op) if matches!(op.change, Change::AddAttachment { .. }) => Err(Some(op.id)),
        Received::Op(op) => Ok(Prepared::new(*op)),
        Received::Unreadable(id) => Err(id),
    });
    let write = batch_write(deps, account, board_id, prepared.collect());
    if write.has_moves() {
        return move_batch(deps, write).await;
    }
    let on_commit = deps.live.announcer(BatchOutcome::news);
    Ok(deps.context.database.write_shared(board_id, write, on_commit).await?.response)
}

/// Applies a batch that moves something to other boards.
async fn move_batch(deps: &ChangeDeps, write: BatchWrite) -> Result<OpsResponse, DomainError> {
    let plans = deps.plans.clone();
    let outcome = deps
        .context
        .database
        .write_to_board::<_, DomainError, _>(
            write.board_id,
            move |connection| Box::pin(async move { moves::run(connection, write, &plans).await }),
            deps.live.announcer(|outcome: &MovesOutcome| outcome.news.clone()),
        )
        .await?;
    Ok(outcome.response)
}

fn batch_write(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    ops: Arc<[Result<Prepared, Option<Id>>]>,
) -> BatchWrite {
    let has_subscribers = deps.live.has_board_subscribers(board_id);
    BatchWrite { account, board_id, ops, has_subscribers, retention: deps.op_retention, now: deps.context.now() }
}

/// The file of a new attachment, which was stored already.
#[derive(Clone)]
pub(crate) struct NewAttachment {
    pub(crate) item_id: Id,
    /// The key of the object with its contents.
    pub(crate) object_key: String,
    /// Its size.
    pub(crate) bytes: i64,
    /// The maximum size of all attachments of the board's owner.
    pub(crate) limit: i64,
}

/// Adds an attachment to a card by the change that no client may send, and returns it.
///
/// # Errors
/// Returns the error code of the change if it is rejected, `ErrorCode::IdTaken` if the board has an item with the id,
/// `ErrorCode::AttachmentLimit` if the board's owner has no space left, `ErrorCode::NotFound` if the board does not exist or
/// the account is not a member, or an error if the database fails.
pub(crate) async fn add_attachment(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    change: Change,
    file: NewAttachment,
) -> Result<Item, DomainError> {
    let op = BoardOp { id: deps.context.new_id(), at: deps.context.now(), change };
    let write = batch_write(deps, account, board_id, [Ok(Prepared::new(op))].into());
    let (_, item) = deps
        .context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    let outcome = run_all(connection, vec![write]).await?.pop().ok_or(ErrorCode::Internal)??;
                    if let Some(code) = outcome.response.results.iter().find_map(|result| result.code) {
                        return Err(code.into());
                    }
                    // An existing item is not added again, and may be of another kind.
                    let is_added = outcome.has_changed()
                        && attachments::insert(connection, board_id, file.item_id, &file.object_key, file.bytes)
                            .await?;
                    if !is_added {
                        return Err(ErrorCode::IdTaken.into());
                    }
                    let board = boards::by_address(&mut *connection, &BoardAddress::Id(board_id)).await?;
                    let owner_id = board.ok_or(ErrorCode::NotFound)?.owner_id;
                    quotas::check_attachments(&mut *connection, owner_id, 0, file.limit).await?;
                    let added = attachments::by_id(&mut *connection, file.item_id).await?.ok_or(ErrorCode::Internal)?;
                    Ok((outcome, added.item))
                })
            },
            deps.live.announcer(|(outcome, _): &(BatchOutcome, Item)| outcome.news()),
        )
        .await?;
    Ok(item)
}

/// Changes fields of a board by the ops that a client would send: all of them or none.
///
/// # Errors
/// Returns the error code of the first rejected op, `ErrorCode::PlanLimit` if the plan does not include the picture, or
/// `ErrorCode::NotFound` if the board does not exist or the account is not a member, or an error if the database fails.
pub async fn update_board(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    update: BoardUpdate,
) -> Result<BoardOverview, DomainError> {
    if let Some(Some(image)) = &update.image {
        deps.plans.check_board_picture(account, board_id, image).await?;
    }
    let edits = [
        update.name.map(BoardEdit::Name),
        update.description.map(BoardEdit::Description),
        update.color.map(BoardEdit::Color),
        update.image.map(BoardEdit::Image),
        update.favorite.map(BoardEdit::Favorite),
    ];
    let changes = edits.into_iter().flatten().map(|edit| Change::EditBoard { edit }).collect();
    apply_all(deps, account, board_id, changes).await?;
    board_cases::overview_of(&deps.context.database, account, board_id).await
}

/// Makes changes by the ops that a client would send: all of them or none.
///
/// # Errors
/// Returns the error code of the first rejected op, or `ErrorCode::NotFound` if the board does not exist or the account is
/// not a member, or an error if the database fails.
pub(crate) async fn apply_all(
    deps: &ChangeDeps,
    account: Actor,
    board_id: Id,
    changes: Vec<Change>,
) -> Result<(), DomainError> {
    let at = deps.context.now();
    let prepared = changes
        .into_iter()
        .map(|change| Ok(Prepared::new(BoardOp { id: deps.context.new_id(), at, change })))
        .collect();
    let write = batch_write(deps, account, board_id, prepared);
    deps.context
        .database
        .write_to_board::<_, DomainError, _>(
            board_id,
            move |connection| {
                Box::pin(async move {
                    let outcome = run_all(connection, vec![write]).await?.pop().ok_or(ErrorCode::Internal)??;
                    match outcome.response.results.iter().find_map(|result| result.code) {
                        Some(code) => Err(code.into()),
                        None => Ok(outcome),
                    }
                })
            },
            deps.live.announcer(BatchOutcome::news),
        )
        .await?;
    Ok(())
}

/// Removes the stored texts of ops that exceed the retention, on all boards. The ids and hashes of the ops are kept, so
/// that a client that sends one again is recognized.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn trim(database: &Database, retention: OpRetention, now: Timestamp) -> Result<(), DomainError> {
    let made_before = now.plus_millis(-retention.days.saturating_mul(MILLIS_PER_DAY));
    let mut after = None;
    loop {
        let boards = ops::boards_with_bodies(database.pool(), after, BOARDS_PER_TRIM).await?;
        let Some(last) = boards.last() else { return Ok(()) };
        after = Some(*last);
        database
            .write(move |connection| {
                Box::pin(async move {
                    for board_id in boards {
                        boards::lock(connection, board_id).await?;
                        ops::trim_bodies(connection, board_id, retention, Some(made_before)).await?;
                    }
                    Ok::<(), DomainError>(())
                })
            })
            .await?;
    }
}
