//! Links that are mailed. Each is good once, for one thing, for a short time. The token stands in the mail alone, after the `#` of the
//! address, which no browser sends: no server and no log on the way sees it. The database knows its hash.

use super::tokens;
use crate::error::ApiError;
use crate::store::links;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

const MINUTE: i64 = 60_000;

/// What a link is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkPurpose {
    /// Choosing a new password.
    ResetPassword,
    /// Showing that mail to an address arrives.
    ConfirmEmail,
}

impl LinkPurpose {
    /// As it is kept.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::ConfirmEmail => "confirm_email",
        }
    }

    /// How long a link is good, in milliseconds.
    fn lifetime(self) -> i64 {
        match self {
            Self::ResetPassword => 30 * MINUTE,
            Self::ConfirmEmail => 24 * 60 * MINUTE,
        }
    }

    /// The page that a link leads to, as the `type` in its address.
    fn page(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset",
            Self::ConfirmEmail => "confirm",
        }
    }
}

/// A link that has been made.
pub(crate) struct NewLink {
    /// What opens it, for the mail.
    pub(crate) address: String,
    /// The hash of its token.
    pub(crate) token_hash: String,
}

/// Makes a link for an account, to be mailed to an address. `public_url` is what the link begins with.
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
