//! Who makes a request, and whose data a use case may touch.

use core_wasm::protocol::id::Id;

/// The account that makes a request, and the login of its access token. The token is valid and its login has not ended.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// The id of the account.
    pub id: Id,
    /// The id of the login that the access token was issued to.
    pub login_id: Id,
}

/// The account whose data a function of the store reads and writes.
///
/// There are two ways to make one, and only `policy` in the domain calls them, so that no use case chooses an owner by
/// itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner(Id);

impl Owner {
    /// Returns the owner of the data that an account may see and change: the account itself.
    pub fn of(actor: Actor) -> Self {
        Self(actor.id)
    }

    /// Returns an account as the owner, for background jobs and for the operator, who reads the database without a
    /// login.
    pub fn for_operator(account_id: Id) -> Self {
        Self(account_id)
    }

    /// Returns the id of the account.
    pub fn id(self) -> Id {
        self.0
    }
}
