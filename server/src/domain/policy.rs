//! Who may do what. Every use case asks here, for the source and for the target of what it moves or links.
//!
//! Everybody has their own things and nobody else's. A thing that is found by its own id or address is checked by
//! [`authorize`]; what is looked for among a person's own things takes an [`Owner`], which [`owner_of`] makes
//! of whoever asks, and [`owner_for_operator`] beside the server.

use crate::extract::Actor;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;

/// Whose things a function of the store reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner(Id);

impl Owner {
    /// The id of the account that owns them.
    pub(crate) fn id(self) -> Id {
        self.0
    }
}

/// The owner whose things an account may see and change.
pub(crate) fn owner_of(account: Actor) -> Owner {
    Owner(account.id)
}

/// The same for whoever runs the server and reads the database itself; no request comes here.
pub(crate) fn owner_for_operator(account_id: Id) -> Owner {
    Owner(account_id)
}

/// Whether an account may see and change something that belongs to `owner_id`. The refusal does not tell whether there is
/// such a thing.
pub(crate) fn authorize(account: Actor, owner_id: Id) -> Result<(), ErrorCode> {
    if owner_of(account).id() == owner_id { Ok(()) } else { Err(ErrorCode::NotFound) }
}
