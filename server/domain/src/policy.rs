//! Authorization: decides who may do what. Every use case checks both the source and the target of what it moves or
//! links.
//!
//! Accounts can access only their own records. A record that is found by its id or address is checked by [`authorize`].
//! Queries within an account's records take an [`Owner`], which comes from [`owner_of`] for requests and from
//! [`owner_for_operator`] for maintenance.

#![allow(clippy::disallowed_methods, reason = "this module alone decides whose data a use case may touch")]

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use twentyfour_model::Actor;
use twentyfour_model::Owner;

/// Returns the owner whose records a logged-in user may access.
pub(crate) fn owner_of(account: Actor) -> Owner {
    Owner::of(account)
}

/// Returns an owner for maintenance by the operator or the server itself, never for requests.
pub(crate) fn owner_for_operator(account_id: Id) -> Owner {
    Owner::for_operator(account_id)
}

/// Checks that a user may access a record that belongs to `owner_id`.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if not, so that the response does not reveal whether the record exists.
pub(crate) fn authorize(account: Actor, owner_id: Id) -> Result<(), ErrorCode> {
    if owner_of(account).id() == owner_id { Ok(()) } else { Err(ErrorCode::NotFound) }
}
