//! What a plan includes, where the host of this server sells one (`BILLING_PORTAL_URL`). Nothing is limited for Pro, nor for anybody
//! where none is sold; and what is there already is never locked, however much it is.

use super::policy;
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::focus_days::lock;
use crate::store::{accounts, boards};
use core_wasm::plans::check_new_board;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::UserType;
use sqlx::AnyConnection;

/// Whether the limits of the plan Basic hold for somebody with a plan (SPEC L1).
pub(crate) fn is_limited(app: &Parts, plan: UserType) -> bool {
    app.features.billing_portal_url.is_some() && plan == UserType::Basic
}

/// Refuses what only Pro includes.
pub(crate) async fn require_pro(app: &Parts, account: Account) -> Result<(), ApiError> {
    if app.features.billing_portal_url.is_none() {
        return Ok(());
    }
    let row = accounts::by_id(app.database.pool(), account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
    if is_limited(app, row.user_type) { Err(ErrorCode::PlanLimit.into()) } else { Ok(()) }
}

/// Refuses a board that was just added, where the plan has no room for it (SPEC L2). Of several that are added at once, each is
/// counted by those that come after it.
pub(crate) async fn check_added_board(connection: &mut AnyConnection, account: Account) -> Result<(), ApiError> {
    let owner = policy::own(account);
    lock(connection, owner).await?;
    let row = accounts::by_id(&mut *connection, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
    if row.user_type == UserType::Pro {
        return Ok(());
    }
    let beside_it = boards::count_in_use(connection, owner).await?.saturating_sub(1);
    Ok(check_new_board(beside_it, false)?)
}
