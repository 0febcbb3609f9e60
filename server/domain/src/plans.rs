//! Plan limits, which apply only if the operator sells plans (`BILLING_PORTAL_URL`). Pro has no limits, and existing
//! data is never locked.

use super::policy;
use crate::error::DomainError;
use crate::services::Context;
use core_wasm::plans::{Limit, check_new_board};
use core_wasm::protocol::account::Features;
use core_wasm::protocol::background::Background;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::id::Id;
use std::sync::Arc;
use twentyfour_model::{Actor, Owner};
use twentyfour_store::Connection;
use twentyfour_store::boards::{BoardAddress, MemberBoard};
use twentyfour_store::{accounts, boards, preferences};

/// The plans of this server: whether it sells any, and what each includes.
#[derive(Clone)]
pub struct Plans {
    pub(crate) context: Context,
    /// The features of this server.
    pub features: Arc<Features>,
}

impl Plans {
    /// Returns whether the operator sells plans.
    pub fn are_sold(&self) -> bool {
        self.features.billing_portal_url.is_some()
    }

    /// Returns whether the limits of the Basic plan apply to a plan (SPEC L1).
    pub fn is_limited(&self, plan: UserType) -> bool {
        self.are_sold() && plan == UserType::Basic
    }

    /// Checks that the account's plan has no limits.
    ///
    /// # Errors
    /// Returns `ErrorCode::PlanLimit` with the limit's message if it has, or `ErrorCode::TokenInvalid` if the account
    /// no longer exists, or an error if the database fails.
    pub async fn require_pro(&self, account: Actor, limit: Limit) -> Result<(), DomainError> {
        if !self.are_sold() {
            return Ok(());
        }
        let row = accounts::by_id(self.context.database.pool(), account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
        if self.is_limited(row.user_type) { Err(limit.into()) } else { Ok(()) }
    }

    /// Checks that the plan allows a new picture for a board (SPEC L8). The change itself checks whether the account
    /// may change the board.
    ///
    /// # Errors
    /// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or an error if the database fails.
    pub async fn check_board_picture(&self, account: Actor, board_id: Id, image: &str) -> Result<(), DomainError> {
        if !self.are_sold() {
            return Ok(());
        }
        let member = policy::owner_of(account);
        let board = boards::of_member_at(self.context.database.pool(), member, &BoardAddress::Id(board_id)).await?;
        let is_new = |MemberBoard { row, .. }: &MemberBoard| {
            row.board.image.as_ref().is_none_or(|current| current.as_str() != image)
        };
        match board.filter(is_new) {
            Some(_) => self.require_pro(account, Limit::Backgrounds).await,
            None => Ok(()),
        }
    }

    /// Checks that the plan allows a new wallpaper (SPEC L8).
    ///
    /// # Errors
    /// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or an error if the database fails.
    pub async fn check_wallpaper(&self, account: Actor, background: &Background) -> Result<(), DomainError> {
        if !self.are_sold() || *background == Background::Daily {
            return Ok(());
        }
        let mut snapshot = self.context.database.snapshot().await?;
        let current = preferences::load(&mut snapshot, policy::owner_of(account)).await?.background;
        snapshot.commit().await?;
        if current == *background { Ok(()) } else { self.require_pro(account, Limit::Backgrounds).await }
    }
}

/// Checks that the plan allows a board that was just added in this transaction (SPEC L2). The transaction must have locked the
/// account, so that concurrent additions count each other.
///
/// # Errors
/// Returns `ErrorCode::PlanLimit` if the plan does not allow it, or `ErrorCode::TokenInvalid` if the account no longer
/// exists, or an error if the database fails.
pub(crate) async fn check_added_board(connection: &mut Connection, owner: Owner) -> Result<(), DomainError> {
    let row = accounts::by_id(&mut *connection, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
    if row.user_type == UserType::Pro {
        return Ok(());
    }
    let beside_it = boards::count_in_use(connection, owner).await?.saturating_sub(1);
    Ok(check_new_board(beside_it, false)?)
}
