//! Where an account is logged in. A login is one browser or program; all tokens that it led to belong to it and end with it.

use super::tokens;
use crate::Parts;
use crate::error::ApiError;
use crate::store::{logins, refresh_tokens};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// How long a refresh token can be traded: 30 days.
const REFRESH_TOKEN_MILLISECONDS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// When a refresh token that is made now runs out.
pub(crate) fn expiry(now: Timestamp) -> Timestamp {
    Timestamp::from_millis(now.millis() + REFRESH_TOKEN_MILLISECONDS)
}

/// A login that is to be kept, in the transaction of what led to it.
pub(crate) struct NewLogin {
    /// Its id.
    pub(crate) id: Id,
    /// The account.
    pub(crate) account_id: Id,
    /// What the person gets. Only its hash is kept.
    pub(crate) refresh_token: String,
    device: String,
    now: Timestamp,
}

impl NewLogin {
    /// A login of an account, from a device that names itself.
    pub(crate) fn new(app: &Parts, account_id: Id, device: String) -> Self {
        Self { id: app.new_id(), account_id, refresh_token: tokens::random_token(), device, now: app.now() }
    }

    pub(crate) async fn keep(&self, connection: &mut AnyConnection) -> Result<(), ApiError> {
        let expires_at = expiry(self.now);
        logins::insert(connection, self.id, self.account_id, &self.device, self.now, expires_at).await?;
        refresh_tokens::insert(connection, &tokens::hash(&self.refresh_token), self.id, self.account_id, expires_at)
            .await
    }
}
