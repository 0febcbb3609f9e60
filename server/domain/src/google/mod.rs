//! "Continue with Google": the redirect to the provider, the callback, and matching the identity to an account.
//!
//! An HttpOnly cookie binds the callback to the browser that started the login. The callback replaces it with a second
//! cookie that is exchanged for the tokens, so that no URL ever contains them.
//!
//! An account with the same email address is linked at once only if the provider is authoritative for the address.
//! Otherwise [`link()`] asks for the account's password: an address may have changed hands since the provider verified
//! it.

mod id_token;
mod link;
mod provider;

pub use link::link;

use super::accounts;
use super::invitations::{self, SignUpPolicy};
use super::logins::{self, EndedLogins, NewLogin};
use super::security::{self, SecurityEvent};
use crate::error::DomainError;
use crate::rate_limits::RateLimits;
use crate::services::{AccountDeps, Context};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::AuthResponse;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use provider::{AuthorizationRequest, Identity, Provider};
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::token;
use twentyfour_model::{Config, GoogleSettings};
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::Connection;
use twentyfour_store::accounts::{self as account_rows, NewAccount};
use twentyfour_store::google as rows;
use twentyfour_store::profile;

/// How long a user may take to log in at the provider, in seconds: 10 minutes.
pub const ATTEMPT_TTL_SECONDS: i64 = 10 * 60;

/// How long a verified login can be completed, in seconds: 2 minutes. The page completes it immediately.
pub const COMPLETION_TTL_SECONDS: i64 = 2 * 60;

/// How long the password may take that links an identity to an account, in seconds: 10 minutes.
pub const LINK_TTL_SECONDS: i64 = 10 * 60;

/// The path of the callback. Its full URL is registered at the provider.
pub const CALLBACK_PATH: &str = "/api/auth/google/callback";

/// The state for logins with Google.
pub struct Google {
    provider: Provider,
}

impl Google {
    /// Makes the client of the provider. The callback URL is on the server's public URL.
    pub fn new(settings: GoogleSettings, config: &Config) -> Self {
        Self { provider: Provider::new(settings, format!("{}{CALLBACK_PATH}", config.public_url)) }
    }
}

/// A started login.
pub struct LoginRedirect {
    /// The URL at the provider that the browser opens.
    pub auth_url: String,
    /// The value of the browser's cookie, of which only the hash is stored.
    pub cookie: String,
}

/// The query parameters of the callback (RFC 6749, sections 4.1.2 and 4.1.2.1).
pub struct CallbackParams {
    /// The state that was sent to the provider.
    pub state: Option<String>,
    /// The authorization code, or the provider's error code.
    pub code: Result<String, String>,
}

/// The outcome of a valid callback, with the value of the browser's new cookie.
pub enum CallbackOutcome {
    /// The login can be completed.
    Verified(String),
    /// The identity can be linked to the account with its email address after the account's password was entered.
    NeedsPassword(String),
}

/// Why a callback failed. The reason is logged, but not shown to the user.
enum CallbackError {
    /// The callback is invalid, or the user may not sign up.
    Rejected(String),
    /// The provider failed.
    Provider(String),
    /// An internal error.
    Internal(DomainError),
}

impl<E: Into<DomainError>> From<E> for CallbackError {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}

/// The account that matches an identity.
enum AccountMatch {
    /// The identity was already linked.
    Linked(Id),
    /// A new account.
    Created(Id),
    /// The account with the email address was linked. Its other logins end, because its owner may have confirmed the
    /// address with a link that another user requested.
    LinkedByEmail(EndedLogins),
    /// The account had the email address unconfirmed. It now belongs to the identity's owner, and all its logins end.
    Reclaimed(EndedLogins),
    /// The account with the email address is not linked yet: its password is needed.
    NeedsPassword(Id),
}

/// Starts a login. The invitation is used if an account must be created on a server that requires one.
///
/// # Errors
/// Returns `ErrorCode::GoogleOff` if Google is not configured, `ErrorCode::TooManyRequests`, or
/// `ErrorCode::Unavailable` if the provider fails, or an error if the database fails.
pub async fn start_login(
    google: Option<&Google>,
    context: &Context,
    limits: &RateLimits,
    invitation: Option<&str>,
    address: IpAddr,
) -> Result<LoginRedirect, DomainError> {
    let provider = &google.ok_or(ErrorCode::GoogleOff)?.provider;
    let now = context.now();
    limits.google(address, now).await?;
    let request = AuthorizationRequest {
        state: token::random_token(),
        nonce: token::random_token(),
        code_verifier: token::random_token(),
    };
    let auth_url = provider.authorization_url(&request, now).await.map_err(|error| {
        tracing::warn!(error, "cannot start google login");
        ErrorCode::Unavailable
    })?;
    let cookie = token::random_token();
    let (cookie_hash, state_hash) = (token::hash_token(&cookie), token::hash_token(&request.state));
    let expires_at = now.plus_millis(ATTEMPT_TTL_SECONDS * 1_000);
    let invitation_hash = invitations::code_hash(invitation);
    let attempt =
        rows::Attempt { nonce: request.nonce, code_verifier: request.code_verifier, invitation_hash, expires_at };
    context
        .database
        .write(move |connection| {
            Box::pin(async move { rows::insert_attempt(connection, &cookie_hash, &state_hash, &attempt).await })
        })
        .await?;
    Ok(LoginRedirect { auth_url, cookie })
}

/// Handles the callback. Returns `None` if the login failed; the reason is logged.
pub async fn handle_callback(
    google: Option<&Google>,
    deps: &AccountDeps,
    cookie: Option<String>,
    callback: CallbackParams,
    address: IpAddr,
) -> Option<CallbackOutcome> {
    match verify_callback(google, deps, cookie, callback, address).await {
        Ok(outcome) => return Some(outcome),
        Err(CallbackError::Rejected(reason)) => {
            security::log(SecurityEvent::GoogleFailed(&reason), Some(address), None)
        }
        Err(CallbackError::Provider(error)) => {
            tracing::warn!(error, "google login failed");
            security::log(SecurityEvent::GoogleFailed("provider error"), Some(address), None);
        }
        Err(CallbackError::Internal(error)) => {
            tracing::error!(%error, "google login failed");
            security::log(SecurityEvent::GoogleFailed("internal error"), Some(address), None);
        }
    }
    None
}

async fn verify_callback(
    google: Option<&Google>,
    deps: &AccountDeps,
    cookie: Option<String>,
    callback: CallbackParams,
    address: IpAddr,
) -> Result<CallbackOutcome, CallbackError> {
    let rejected = |reason: &str| CallbackError::Rejected(reason.to_owned());
    let google = google.ok_or_else(|| rejected("not configured"))?;
    let cookie = cookie.ok_or_else(|| rejected("missing cookie"))?;
    let state = callback.state.ok_or_else(|| rejected("missing state"))?;
    let (cookie_hash, state_hash) = (token::hash_token(&cookie), token::hash_token(&state));
    // Removed first, so that it can be used only once whatever happens.
    let attempt = deps
        .context
        .database
        .write(move |connection| {
            Box::pin(async move { rows::take_attempt(connection, &cookie_hash, &state_hash).await })
        })
        .await?
        .filter(|attempt| attempt.expires_at > deps.context.now())
        .ok_or_else(|| rejected("no pending attempt for this browser"))?;
    let code = callback.code.map_err(|error| CallbackError::Rejected(format!("provider returned {error:?}")))?;
    let request = AuthorizationRequest { state, nonce: attempt.nonce, code_verifier: attempt.code_verifier };
    let identity =
        google.provider.identity(code, request, deps.context.now()).await.map_err(CallbackError::Provider)?;
    let sign_up_policy = SignUpPolicy::new(&deps.plans, attempt.invitation_hash);
    let (cookie, account_match) = resolve_login(deps, identity, sign_up_policy).await?;
    match account_match.ok_or_else(|| rejected("no account with this email, and no valid invitation"))? {
        AccountMatch::Linked(_) => {}
        AccountMatch::Created(id) => security::log(SecurityEvent::SignUp, Some(address), Some(id)),
        AccountMatch::LinkedByEmail(ended) => {
            security::log(SecurityEvent::GoogleLinked, Some(address), Some(ended.account_id()));
            deps.outbox.wake();
            ended.propagate(&deps.sessions, Some(address));
        }
        AccountMatch::Reclaimed(ended) => {
            security::log(SecurityEvent::GoogleLinked, Some(address), Some(ended.account_id()));
            ended.propagate(&deps.sessions, Some(address));
        }
        AccountMatch::NeedsPassword(_) => return Ok(CallbackOutcome::NeedsPassword(cookie)),
    }
    Ok(CallbackOutcome::Verified(cookie))
}

/// Finds or creates the account of an identity, and stores that the browser may complete the login.
async fn resolve_login(
    deps: &AccountDeps,
    identity: Identity,
    sign_up_policy: SignUpPolicy,
) -> Result<(String, Option<AccountMatch>), DomainError> {
    let cookie = token::random_token();
    let cookie_hash = token::hash_token(&cookie);
    let (now, id, mail_id) = (deps.context.now(), deps.context.new_id(), deps.context.new_id());
    let account_match = deps
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                let (issuer, subject) = (identity.issuer.clone(), identity.subject.clone());
                let account_match =
                    find_or_create_account(connection, identity, id, mail_id, sign_up_policy, now).await?;
                let account_id = match &account_match {
                    Some(AccountMatch::Linked(id) | AccountMatch::Created(id)) => *id,
                    Some(AccountMatch::LinkedByEmail(ended) | AccountMatch::Reclaimed(ended)) => ended.account_id(),
                    Some(AccountMatch::NeedsPassword(account_id)) => {
                        let expires_at = now.plus_millis(LINK_TTL_SECONDS * 1_000);
                        let link = rows::PendingLink { account_id: *account_id, issuer, subject, expires_at };
                        rows::insert_pending_link(connection, &cookie_hash, &link).await?;
                        return Ok(account_match);
                    }
                    None => return Ok(None),
                };
                let expires_at = now.plus_millis(COMPLETION_TTL_SECONDS * 1_000);
                rows::insert_completion(connection, &cookie_hash, account_id, expires_at).await?;
                Ok(account_match)
            })
        })
        .await?;
    Ok((cookie, account_match))
}

/// Returns the account that is linked to an identity, or else the account with its email address, or else a new one if
/// sign-up is allowed.
async fn find_or_create_account(
    connection: &mut Connection,
    identity: Identity,
    new_id: Id,
    mail_id: Id,
    sign_up_policy: SignUpPolicy,
    now: Timestamp,
) -> Result<Option<AccountMatch>, DomainError> {
    let Identity { issuer, subject, email, is_authoritative, first_name, last_name } = identity;
    if let Some(id) = rows::lock_account_by_identity(connection, &issuer, &subject).await? {
        return Ok(Some(AccountMatch::Linked(id)));
    }
    let mut existing = rows::lock_by_email(connection, &email).await?;
    if existing.is_none() && sign_up_policy.allows_sign_up(connection, now).await? {
        let recipient = email.clone();
        let new = NewAccount { id: new_id, email: recipient, first_name, last_name, password_hash: String::new() };
        if account_rows::insert(connection, &new, now).await? {
            profile::confirm_email(connection, new_id, email.as_str()).await?;
            rows::link(connection, &issuer, &subject, new_id, now).await?;
            return Ok(Some(AccountMatch::Created(new_id)));
        }
        if let SignUpPolicy::InvitationOnly(_) = sign_up_policy {
            // Another request just created the account. The transaction is rolled back, so the invitation stays valid,
            // and a retry finds the account.
            return Err(ErrorCode::Unavailable.into());
        }
        existing = rows::lock_by_email(connection, &email).await?;
    }
    let Some((id, is_verified)) = existing else { return Ok(None) };
    if !is_authoritative {
        return Ok(Some(AccountMatch::NeedsPassword(id)));
    }
    if !is_verified {
        // The creator of the account has not proved to own the address, so their access is removed.
        rows::remove_credentials(connection, id).await?;
        let ended = logins::end_all(connection, id, None).await?;
        profile::confirm_email(connection, id, email.as_str()).await?;
        rows::link(connection, &issuer, &subject, id, now).await?;
        return Ok(Some(AccountMatch::Reclaimed(ended)));
    }
    if !rows::link(connection, &issuer, &subject, id, now).await? {
        // A concurrent callback of the same user linked it first.
        return Ok(Some(AccountMatch::Linked(id)));
    }
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: mail_id, kind: MailKind::GoogleLinked, recipient, account_id: Some(id) };
    mails::queue(connection, &mail, now).await?;
    Ok(Some(AccountMatch::LinkedByEmail(logins::end_all(connection, id, None).await?)))
}

/// Completes a verified login and returns the account with its tokens.
///
/// # Errors
/// Returns `ErrorCode::GoogleFailed` if the cookie is missing, used or expired, or an error if the database fails.
pub async fn complete(
    deps: &AccountDeps,
    cookie: Option<String>,
    device: String,
    address: IpAddr,
) -> Result<AuthResponse, DomainError> {
    let cookie_hash = token::hash_token(&cookie.ok_or(ErrorCode::GoogleFailed)?);
    // The account is only known inside the transaction.
    let (mut login, now) = (NewLogin::new(&deps.context, deps.context.new_id(), device.clone()), deps.context.now());
    let (login, ended) = deps
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                let (account_id, expires_at) =
                    rows::take_completion(connection, &cookie_hash).await?.ok_or(ErrorCode::GoogleFailed)?;
                if expires_at <= now {
                    return Err(ErrorCode::GoogleFailed.into());
                }
                login.account_id = account_id;
                account_rows::record_login(connection, account_id, now).await?;
                let ended = login.insert(connection).await?;
                Ok((login, ended))
            })
        })
        .await?;
    ended.propagate(&deps.sessions, Some(address));
    let event = SecurityEvent::LoginSucceeded { method: security::LoginMethod::Google, device: &device };
    security::log(event, Some(address), Some(login.account_id));
    accounts::auth_response(deps, login).await
}
