//! Invitations to sign up, for servers that do not take everybody.

use super::tokens;
use crate::error::ApiError;
use crate::store::invitations;
use crate::{AppState, Database};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Makes an invitation and gives its code: 128 random bits. Only its hash is kept.
pub(crate) async fn create(database: &Database, now: Timestamp) -> Result<String, ApiError> {
    let code = URL_SAFE_NO_PAD.encode(crate::random_bytes::<16>());
    let code_hash = tokens::hash_token(&code);
    database
        .write(move |connection| Box::pin(async move { invitations::insert(connection, &code_hash, now).await }))
        .await?;
    Ok(code)
}

/// What is kept of a code that somebody hands in; `None` for a blank one.
pub(crate) fn code_hash(code: Option<&str>) -> Option<String> {
    code.map(str::trim).filter(|code| !code.is_empty()).map(tokens::hash_token)
}

/// Whether an account may be made.
pub(crate) enum SignUpPolicy {
    /// Anybody may sign up.
    Open,
    /// Whoever has an invitation may: what is kept of its code, where one was handed in.
    InvitationOnly(Option<String>),
}

impl SignUpPolicy {
    /// Reads what was handed in; where the server takes everybody that is nothing, whatever came.
    pub(crate) fn new(app: &AppState, code_hash: Option<String>) -> Self {
        if app.features.invitation_only { Self::InvitationOnly(code_hash) } else { Self::Open }
    }

    /// Whether it lets somebody in who is new here. An invitation is used up, in the transaction that makes the account and
    /// before anything else of it: so it is neither lost where that fails nor good for two, and whoever has none learns nothing
    /// about who has an account.
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
