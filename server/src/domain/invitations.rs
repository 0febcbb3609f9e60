//! Invitations to sign up, for servers that require one.

use super::tokens;
use crate::error::ApiError;
use crate::store::invitations;
use crate::{AppState, Database};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Creates an invitation and returns its code: 128 random bits, of which only the hash is stored.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn create(database: &Database, now: Timestamp) -> Result<String, ApiError> {
    let code = URL_SAFE_NO_PAD.encode(crate::random_bytes::<16>());
    let code_hash = tokens::hash_token(&code);
    database
        .write(move |connection| Box::pin(async move { invitations::insert(connection, &code_hash, now).await }))
        .await?;
    Ok(code)
}

/// Returns the hash of an invitation code, or `None` for a blank one.
pub(crate) fn code_hash(code: Option<&str>) -> Option<String> {
    code.map(str::trim).filter(|code| !code.is_empty()).map(tokens::hash_token)
}

/// Who may sign up.
pub(crate) enum SignUpPolicy {
    /// Everybody.
    Open,
    /// Users with an invitation, with the hash of their code if they entered one.
    InvitationOnly(Option<String>),
}

impl SignUpPolicy {
    /// Returns the server's policy. The code is ignored if everybody may sign up.
    pub(crate) fn new(app: &AppState, code_hash: Option<String>) -> Self {
        if app.features.invitation_only { Self::InvitationOnly(code_hash) } else { Self::Open }
    }

    /// Returns whether a new user may sign up, and uses up the invitation. Call it first in the transaction that
    /// creates the account: a rollback then keeps the invitation, it cannot be used twice, and a client without one
    /// learns nothing about existing accounts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn allows_sign_up(
        &self,
        connection: &mut AnyConnection,
        now: Timestamp,
    ) -> Result<bool, ApiError> {
        match self {
            Self::Open => Ok(true),
            Self::InvitationOnly(None) => Ok(false),
            Self::InvitationOnly(Some(code_hash)) => invitations::redeem(connection, code_hash, now).await,
        }
    }
}
