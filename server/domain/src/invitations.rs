//! Invitations to sign up, for servers that require one. An invitation to a board counts as one, once.

use crate::error::DomainError;
use crate::plans::Plans;
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::token;
use twentyfour_store::Connection;
use twentyfour_store::invitations;

/// Returns the hash of an invitation code, or `None` for a blank one.
pub(crate) fn code_hash(code: Option<&str>) -> Option<String> {
    code.map(str::trim).filter(|code| !code.is_empty()).map(token::hash_token)
}

/// Who may sign up.
#[derive(Clone)]
pub(crate) enum SignUpPolicy {
    /// Everybody.
    Open,
    /// Users with an invitation, also to a board, with the hash of their code if they entered one.
    InvitationOnly(Option<String>),
}

impl SignUpPolicy {
    /// Returns the server's policy. The code is ignored if everybody may sign up.
    pub(crate) fn new(plans: &Plans, code_hash: Option<String>) -> Self {
        if plans.features.invitation_only { Self::InvitationOnly(code_hash) } else { Self::Open }
    }

    /// Returns whether a new user may sign up, and uses up the invitation. Call it first in the transaction that
    /// creates the account: a rollback then keeps the invitation, it cannot be used twice, and a client without one
    /// learns nothing about existing accounts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn allows_sign_up(
        &self,
        connection: &mut Connection,
        now: Timestamp,
    ) -> Result<bool, DomainError> {
        match self {
            Self::Open => Ok(true),
            Self::InvitationOnly(None) => Ok(false),
            Self::InvitationOnly(Some(code_hash)) => Ok(invitations::redeem(connection, code_hash, now).await?
                || invitations::redeem_of_board(connection, code_hash, now).await?),
        }
    }
}
