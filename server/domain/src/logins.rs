//! The logins of accounts. A login is one browser or program; its tokens end with it.

use super::security::{self, SecurityEvent};
use super::tokens::AccessClaims;
use super::{accounts, api_tokens, policy};
use crate::error::DomainError;
use crate::services::AccountDeps;
use crate::services::Context;
use crate::services::LoginSessions;
use core_wasm::protocol::account::EndLoginRequest;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use std::net::IpAddr;
use twentyfour_model::Actor;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::token;
use twentyfour_store::Connection;
use twentyfour_store::Database;
use twentyfour_store::{calendar, expired, logins, refresh_tokens, webhooks};

/// How long an unused login lasts, and how long a refresh token is valid: 30 days, in milliseconds (OWASP ASVS 5.0,
/// 7.3.1).
const IDLE_TIMEOUT_MS: i64 = 30 * MILLIS_PER_DAY;

/// The maximum age of a login: 365 days, in milliseconds (OWASP ASVS 5.0, 7.3.2 and 10.4.8).
const ABSOLUTE_TIMEOUT_MS: i64 = 365 * MILLIS_PER_DAY;

/// Records that a login refreshes its tokens. Returns the new expiry of the login and its tokens, or `None` if the
/// login has ended.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn renew(
    connection: &mut Connection,
    login: Actor,
    now: Timestamp,
) -> Result<Option<Timestamp>, DomainError> {
    let unused = now.plus_millis(IDLE_TIMEOUT_MS);
    Ok(logins::record_activity(connection, login.id, login.login_id, now, unused, ABSOLUTE_TIMEOUT_MS).await?)
}

/// A login to be stored in the transaction that authenticated the user.
#[derive(Clone)]
pub struct NewLogin {
    /// The id of the login.
    pub id: Id,
    /// The id of the account.
    pub account_id: Id,
    /// The refresh token for the client. Only its hash is stored.
    pub refresh_token: String,
    device: String,
    now: Timestamp,
}

impl NewLogin {
    /// Makes a login of an account. `device` is the client's description of itself.
    pub fn new(context: &Context, account_id: Id, device: String) -> Self {
        Self { id: context.new_id(), account_id, refresh_token: token::random_token(), device, now: context.now() }
    }

    /// Stores the login. If the account then has more than [`logins::MAX_LOGINS`], the least recently active ones end
    /// (OWASP ASVS 5.0, 7.1.2) and are returned.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn insert(&self, connection: &mut Connection) -> Result<EndedLogins, DomainError> {
        let expires_at = self.now.plus_millis(IDLE_TIMEOUT_MS);
        logins::insert(connection, self.id, self.account_id, &self.device, self.now, expires_at).await?;
        refresh_tokens::insert(
            connection,
            &token::hash_token(&self.refresh_token),
            self.id,
            self.account_id,
            expires_at,
        )
        .await?;
        let mut ended =
            EndedLogins { account_id: self.account_id, ids: Vec::new(), replaced: None, other: EndedAccess::default() };
        for id in logins::excess(connection, self.account_id, self.id).await? {
            ended.ids.extend(end(connection, self.account_id, id).await?.ids);
        }
        Ok(ended)
    }
}

/// Returns the claims of a valid access token. Does not check whether the login has ended since: see
/// [`require_active`].
///
/// # Errors
/// Returns `ErrorCode::TokenExpired` if the token has expired, or `ErrorCode::TokenInvalid` if it is invalid otherwise.
pub fn verify_token(sessions: &LoginSessions, token: &str) -> Result<AccessClaims, ErrorCode> {
    sessions.tokens.verify(token, sessions.context.now())
}

/// Checks that the login of a valid access token has not ended. Results are cached for 10 seconds.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the login has ended, or an error if the database fails.
pub async fn require_active(sessions: &LoginSessions, access: &AccessClaims) -> Result<(), DomainError> {
    let (cache, now) = (&sessions.login_cache, sessions.context.now());
    if cache.contains(access, now) {
        return Ok(());
    }
    let lookup = cache.begin_lookup();
    if !logins::exists(sessions.context.database.pool(), access.login_id, access.account_id, now).await? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    cache.insert(lookup, access, now);
    Ok(())
}

/// What can use an account without a login, and ends when all logins do.
#[derive(Clone, Copy, Default)]
struct EndedAccess {
    api_tokens: u64,
    /// Webhooks that were turned off.
    webhooks: u64,
    calendar_feeds: u64,
}

/// Logins, and what ends with them in a transaction. After the commit, [`EndedLogins::propagate`] invalidates them immediately on this
/// server; other servers notice within 10 seconds.
#[derive(Clone)]
#[must_use = "propagate, once the transaction is committed"]
pub struct EndedLogins {
    account_id: Id,
    ids: Vec<Id>,
    /// The previous id of a login that continues under another one. Tokens with this id are invalid too.
    replaced: Option<Id>,
    /// What ends with all logins.
    other: EndedAccess,
}

impl EndedLogins {
    /// Returns the account of the logins.
    pub fn account_id(&self) -> Id {
        self.account_id
    }

    /// Returns the number of logins.
    pub fn count(&self) -> u64 {
        self.ids.len() as u64
    }

    /// Invalidates the logins' tokens on this server and closes their live connections. `address` is that of the client
    /// who ended them, if any.
    pub fn propagate(self, sessions: &LoginSessions, address: Option<IpAddr>) {
        let EndedAccess { api_tokens, webhooks, calendar_feeds } = self.other;
        if api_tokens > 0 {
            sessions.api_tokens.clear();
        }
        for (event, count) in [
            (SecurityEvent::ApiTokenEnded, api_tokens),
            (SecurityEvent::WebhookEnded, webhooks),
            (SecurityEvent::CalendarFeedEnded, calendar_feeds),
        ] {
            for _ in 0..count {
                security::log(event, address, Some(self.account_id));
            }
        }
        let invalidated: Vec<Id> = self.ids.iter().copied().chain(self.replaced).collect();
        if invalidated.is_empty() {
            return;
        }
        sessions.login_cache.remove(&invalidated);
        sessions.live.hub().end_logins(&invalidated);
        for _ in self.ids {
            security::log(SecurityEvent::LoginEnded, address, Some(self.account_id));
        }
    }
}

/// Ends all logins of an account, except the login `except` if it is given. If none stays, its API tokens and the address of its
/// calendar feed end, too, and its webhooks are turned off: another user may have made them.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn end_all(
    connection: &mut Connection,
    account_id: Id,
    except: Option<Id>,
) -> Result<EndedLogins, DomainError> {
    refresh_tokens::delete_all(connection, account_id, except).await?;
    let other = match except {
        Some(_) => EndedAccess::default(),
        None => EndedAccess {
            api_tokens: api_tokens::end_all(connection, account_id).await?,
            webhooks: webhooks::disable_all(connection, account_id).await?,
            calendar_feeds: calendar::end_feed(connection, account_id).await?,
        },
    };
    let ids = logins::remove_all(connection, account_id, except).await?;
    Ok(EndedLogins { account_id, ids, replaced: None, other })
}

/// Ends all other logins of an account and moves the current one to a new id with a new refresh token, whose hash is
/// given. Its previous access tokens become invalid. Its previous refresh tokens count as used, which leaves other tabs
/// the grace period to refresh.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the login has ended, or an error if the database fails.
pub async fn replace(
    connection: &mut Connection,
    account: Actor,
    new_id: Id,
    token_hash: &str,
    now: Timestamp,
) -> Result<EndedLogins, DomainError> {
    let mut ended = end_all(connection, account.id, Some(account.login_id)).await?;
    refresh_tokens::move_family(connection, account.id, account.login_id, new_id, now).await?;
    if !logins::change_id(connection, account.id, account.login_id, new_id).await? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    // Repeated for the tokens of a concurrent refresh that committed in between.
    refresh_tokens::move_family(connection, account.id, account.login_id, new_id, now).await?;
    let renewed = Actor { login_id: new_id, ..account };
    let expires_at = renew(connection, renewed, now).await?.ok_or(ErrorCode::TokenInvalid)?;
    refresh_tokens::insert(connection, token_hash, new_id, account.id, expires_at).await?;
    ended.replaced = Some(account.login_id);
    Ok(ended)
}

/// Ends all API tokens of an account whose other logins have just ended.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn end_api_tokens(connection: &mut Connection, ended: &mut EndedLogins) -> Result<(), DomainError> {
    ended.other.api_tokens += api_tokens::end_all(connection, ended.account_id).await?;
    Ok(())
}

/// Ends one login of an account. Does nothing if the account has no such login.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn end(connection: &mut Connection, account_id: Id, id: Id) -> Result<EndedLogins, DomainError> {
    // Refresh tokens first, in the same order as a token refresh, to avoid a deadlock.
    refresh_tokens::delete_family(connection, account_id, id).await?;
    let has_ended = logins::remove(connection, account_id, id).await?;
    let ids = has_ended.then_some(id).into_iter().collect();
    Ok(EndedLogins { account_id, ids, replaced: None, other: EndedAccess::default() })
}

/// Ends one login of an account, after checking the password (OWASP ASVS 5.0, 7.5.2).
///
/// # Errors
/// Returns `ErrorCode::BadId`, `ErrorCode::NotFound` if the account has no such login, or the errors of
/// [`accounts::reauthenticate`], or an error if the database fails.
pub async fn end_by_id(
    deps: &AccountDeps,
    account: Actor,
    request: EndLoginRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    // Checked first, so that an invalid id does not count as a password attempt.
    let id = Id::parse(&request.id).ok_or(ErrorCode::BadId)?;
    accounts::reauthenticate(deps, account, request.password).await?;
    let owner = policy::owner_of(account);
    let ended = deps.context.database.write(move |connection| Box::pin(end(connection, owner.id(), id))).await?;
    if ended.ids.is_empty() {
        return Err(ErrorCode::NotFound.into());
    }
    ended.propagate(&deps.sessions, Some(address));
    Ok(())
}

/// Ends all logins of an account, including the current one, and what [`end_all`] ends with them, after checking the password.
///
/// # Errors
/// Returns the errors of [`accounts::reauthenticate`], or an error if the database fails.
pub async fn end_everywhere(
    deps: &AccountDeps,
    account: Actor,
    password: String,
    address: IpAddr,
) -> Result<(), DomainError> {
    accounts::reauthenticate(deps, account, password).await?;
    let owner = policy::owner_of(account);
    let ended = deps.context.database.write(move |connection| Box::pin(end_all(connection, owner.id(), None))).await?;
    ended.propagate(&deps.sessions, Some(address));
    Ok(())
}

/// Deletes expired tokens, logins, mailed links and unfinished logins with Google.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn delete_expired(database: &Database, now: Timestamp) -> Result<(), DomainError> {
    for table in expired::TABLES {
        while database.write(move |connection| Box::pin(expired::delete_batch(connection, table, now))).await? {}
    }
    Ok(())
}
