//! Authorization: decides who may do what. Every use case checks both the source and the target of what it moves or
//! links.
//!
//! Accounts can access only their own records and the boards that they are a member of. Queries take an [`Owner`], which
//! comes from [`owner_of`] for requests and from [`owner_for_operator`] for maintenance; for boards, they find only those
//! of this account. [`authorize`] then checks its role.

#![allow(clippy::disallowed_methods, reason = "this module alone decides whose data a use case may touch")]

use core_wasm::board::policy::Action;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use twentyfour_model::Actor;
use twentyfour_model::Owner;
use twentyfour_store::boards::BoardRow;
use twentyfour_store::calendar::Feed;
use twentyfour_store::members::Membership;

/// Returns the owner whose records a logged-in user may access.
pub(crate) fn owner_of(account: Actor) -> Owner {
    Owner::of(account)
}

/// Returns an owner for maintenance by the operator or the server itself, never for requests.
pub(crate) fn owner_for_operator(account_id: Id) -> Owner {
    Owner::for_operator(account_id)
}

/// Returns the owner of a board with a public link, for a request that has the link's code.
pub(crate) fn owner_of_public_board(board: &BoardRow) -> Owner {
    Owner::for_operator(board.owner_id)
}

/// Returns the account whose calendar feed is read, for a request that has the feed's code.
pub(crate) fn owner_of_feed(feed: &Feed) -> Owner {
    Owner::for_operator(feed.account_id)
}

/// Checks that a member's role allows an action on a board.
///
/// # Errors
/// Returns `ErrorCode::NotFound` for an account that is not a member, so that the response does not reveal whether the
/// board exists, or `ErrorCode::ForbiddenRole` for a role that does not allow it.
pub(crate) fn authorize(membership: Option<&Membership>, action: Action) -> Result<(), ErrorCode> {
    core_wasm::board::policy::check(membership.ok_or(ErrorCode::NotFound)?.role, action)
}
