//! Who may do what. Every use case asks here, for the source and for the target of what it moves or links.

use crate::extract::Account;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;

/// Whether an account may see and change something that belongs to `owner_id`. Everybody has their own things and nobody
/// else's. The refusal does not tell whether there is such a thing.
pub(crate) fn authorise(account: Account, owner_id: Id) -> Result<(), ErrorCode> {
    if account.id == owner_id { Ok(()) } else { Err(ErrorCode::NotFound) }
}
