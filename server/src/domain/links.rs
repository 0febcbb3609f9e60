//! Mailed links. Each works once, for one purpose and for a limited time. The token is in the URL's fragment (after the
//! `#`), which browsers do not send, so it appears in no server log. The database has only its hash.

use super::tokens;
use crate::error::ApiError;
use crate::store::links;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

const MINUTE: i64 = 60_000;

/// The purpose of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkPurpose {
    /// Resetting the password.
    ResetPassword,
    /// Confirming an email address.
    ConfirmEmail,
}

impl LinkPurpose {
    /// Returns the stored name of the purpose.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::ConfirmEmail => "confirm_email",
        }
    }

    /// Returns the lifetime of a link in milliseconds.
    fn lifetime(self) -> i64 {
        match self {
            Self::ResetPassword => 30 * MINUTE,
            Self::ConfirmEmail => 24 * 60 * MINUTE,
        }
    }

    /// Returns the `type` parameter of the page that the link opens.
    fn page(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset",
            Self::ConfirmEmail => "confirm",
        }
    }
}

/// A new link.
pub(crate) struct NewLink {
    /// The URL, for the mail.
    pub(crate) address: String,
    /// The hash of its token.
    pub(crate) token_hash: String,
}

/// Creates a link for an account, to be mailed to an address. `public_url` is the base URL.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn create(
    connection: &mut AnyConnection,
    purpose: LinkPurpose,
    account_id: Id,
    email: &str,
    public_url: &str,
    now: Timestamp,
) -> Result<NewLink, ApiError> {
    let token = tokens::random_token();
    let token_hash = tokens::hash_token(&token);
    let expires_at = Timestamp::from_millis(now.millis() + purpose.lifetime());
    links::insert(connection, &token_hash, account_id, purpose, email, expires_at).await?;
    Ok(NewLink { address: format!("{public_url}/auth?type={}#token={token}", purpose.page()), token_hash })
}
