//! Mailed links. Each works once, for one purpose and for a limited time. The token is in the URL's fragment (after the
//! `#`), which browsers do not send, so it appears in no server log. The database has only its hash.

use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use twentyfour_model::{LinkPurpose, token};
use twentyfour_store::Connection;
use twentyfour_store::StoreError;
use twentyfour_store::{invitations, links, waitlist};

/// A new link.
pub struct NewLink {
    /// The URL, for the mail.
    pub address: String,
    /// The hash of its token.
    pub token_hash: String,
}

/// Creates a link for an account, to be mailed to an address. `public_url` is the base URL.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create(
    connection: &mut Connection,
    purpose: LinkPurpose,
    account_id: Id,
    email: &str,
    public_url: &str,
    now: Timestamp,
) -> Result<NewLink, StoreError> {
    let token = token::random_token();
    let token_hash = token::hash_token(&token);
    let expires_at = now.plus_millis(purpose.ttl_ms());
    links::insert(connection, &token_hash, account_id, purpose, email, expires_at).await?;
    Ok(NewLink { address: format!("{public_url}/auth?type={}#token={token}", purpose.page()), token_hash })
}

/// Creates an invitation to sign up and returns its link. Its code works once. `public_url` is the base URL.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create_invitation(
    connection: &mut Connection,
    public_url: &str,
    now: Timestamp,
) -> Result<String, StoreError> {
    let code = token::random_token();
    invitations::insert(connection, &token::hash_token(&code), now).await?;
    Ok(format!("{public_url}/auth?type=signup&invitation={code}"))
}

/// The URLs for leaving the waitlist.
pub(super) struct UnsubscribeLinks {
    /// The page that asks for confirmation.
    pub(super) page: String,
    /// The one-click URL for mail programs (RFC 8058).
    pub(super) request: String,
}

/// Creates the unsubscribe links of an address. Returns `None` if the address is not on the waitlist, or if
/// `confirmation_id` is given and another mail confirms its entry. The links do not expire.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn create_unsubscribe_links(
    connection: &mut Connection,
    email: &str,
    confirmation_id: Option<&str>,
    public_url: &str,
) -> Result<Option<UnsubscribeLinks>, StoreError> {
    let token = token::random_token();
    let is_made = waitlist::insert_link(connection, &token::hash_token(&token), email, confirmation_id).await?;
    Ok(is_made.then(|| UnsubscribeLinks {
        page: format!("{public_url}/waitlist/leave?token={token}"),
        request: format!("{public_url}/api/leave-waitlist/{token}"),
    }))
}
