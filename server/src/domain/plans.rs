//! Plan limits, which apply only if the operator sells plans (`BILLING_PORTAL_URL`). Pro has no limits, and existing
//! data is never locked.

use super::policy;
use crate::AppState;
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::boards::{BoardAddress, BoardRow};
use crate::store::focus_days::lock;
use crate::store::{accounts, boards, preferences};
use core_wasm::plans::{Limit, check_new_board};
use core_wasm::protocol::background::Background;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::id::Id;
use sqlx::AnyConnection;

/// Returns whether the limits of the Basic plan apply to a plan (SPEC L1).
pub(crate) fn is_limited(app: &AppState, plan: UserType) -> bool {
    app.features.billing_portal_url.is_some() && plan == UserType::Basic
}

/// Checks that the account's plan has no limits.
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` with the limit's message if it has, or `ErrorCode::TokenInvalid` if the account no
/// longer exists, or an error if the database fails.
pub(crate) async fn require_pro(app: &AppState, account: Actor, limit: Limit) -> Result<(), ApiError> {
    if app.features.billing_portal_url.is_none() {
        return Ok(());
    }
    let row = accounts::by_id(app.database.pool(), account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
    if is_limited(app, row.user_type) { Err(limit.into()) } else { Ok(()) }
}

/// Checks that the plan allows a new picture for a board (SPEC L8). The change itself checks whether the account may
/// change the board.
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or an error if the database fails.
pub(crate) async fn check_board_picture(
    app: &AppState,
    account: Actor,
    board_id: Id,
    image: &str,
) -> Result<(), ApiError> {
    if app.features.billing_portal_url.is_none() {
        return Ok(());
    }
    let row = boards::by_address(app.database.pool(), &BoardAddress::Id(board_id)).await?;
    let is_new = |row: &BoardRow| row.board.image.as_ref().is_none_or(|current| current.as_str() != image);
    match row.filter(|row| policy::authorize(account, row.owner_id).is_ok() && is_new(row)) {
        Some(_) => require_pro(app, account, Limit::Backgrounds).await,
        None => Ok(()),
    }
}

/// Checks that the plan allows a new wallpaper (SPEC L8).
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or an error if the database fails.
pub(crate) async fn check_wallpaper(app: &AppState, account: Actor, background: &Background) -> Result<(), ApiError> {
    if app.features.billing_portal_url.is_none() || *background == Background::Daily {
        return Ok(());
    }
    let mut snapshot = app.database.snapshot().await?;
    let current = preferences::load(&mut snapshot, policy::owner_of(account)).await?.background;
    snapshot.commit().await?;
    if current == *background { Ok(()) } else { require_pro(app, account, Limit::Backgrounds).await }
}

/// Checks that the plan allows a board that was just added in this transaction (SPEC L2). Locks the account, so that
/// concurrent additions count each other.
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or `ErrorCode::TokenInvalid` if the account no longer
/// exists, or an error if the database fails.
pub(crate) async fn check_added_board(connection: &mut AnyConnection, account: Actor) -> Result<(), ApiError> {
    let owner = policy::owner_of(account);
    lock(connection, owner).await?;
    let row = accounts::by_id(&mut *connection, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
    if row.user_type == UserType::Pro {
        return Ok(());
    }
    let beside_it = boards::count_in_use(connection, owner).await?.saturating_sub(1);
    Ok(check_new_board(beside_it, false)?)
}
