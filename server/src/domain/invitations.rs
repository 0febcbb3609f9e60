//! Invitations to sign up, for servers that do not take everybody.

use super::tokens;
use crate::error::ApiError;
use crate::store::invitations;
use crate::{Database, Parts};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// Makes an invitation and gives its code: 128 random bits. Only its hash is kept.
pub(crate) async fn create(database: &Database, now: Timestamp) -> Result<String, ApiError> {
    let code = URL_SAFE_NO_PAD.encode(crate::random_bytes::<16>());
    let code_hash = tokens::hash(&code);
    database
        .write(move |connection| Box::pin(async move { invitations::insert(connection, &code_hash, now).await }))
        .await?;
    Ok(code)
}

/// What is kept of a code that somebody hands in; `None` for a blank one.
pub(crate) fn code_hash(code: Option<&str>) -> Option<String> {
    code.map(str::trim).filter(|code| !code.is_empty()).map(tokens::hash)
}

/// What a sign-up has to hand in.
pub(crate) struct Invitation {
    /// `None` where nothing is asked for.
    code_hash: Option<String>,
}

impl Invitation {
    /// Reads what came with a sign-up; where the server takes everybody that is nothing, whatever came.
    pub(crate) fn read(app: &Parts, code: Option<&str>) -> Result<Self, ErrorCode> {
        if !app.features.invitation_only {
            return Ok(Self { code_hash: None });
        }
        Ok(Self { code_hash: Some(code_hash(code).ok_or(ErrorCode::InvitationRequired)?) })
    }

    /// Uses it up, in the transaction of the sign-up and before anything else of it: so it is neither lost where the sign-up
    /// fails nor good for two, and whoever has none learns nothing about who has an account.
    pub(crate) async fn spend(&self, connection: &mut AnyConnection, now: Timestamp) -> Result<(), ApiError> {
        let Some(code_hash) = &self.code_hash else { return Ok(()) };
        match invitations::spend(connection, code_hash, now).await? {
            true => Ok(()),
            false => Err(ErrorCode::InvitationInvalid.into()),
        }
    }
}
