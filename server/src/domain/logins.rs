//! Where an account is logged in. A login is one browser or program; all tokens that it led to belong to it and end with it.

use super::security::{self, SecurityEvent};
use super::tokens::{self, AccessClaims};
use super::{accounts, policy};
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::{expired, logins, refresh_tokens};
use crate::{AppState, Database};
use core_wasm::protocol::account::EndLoginRequest;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;
use std::net::IpAddr;

/// How long a login that is not used goes on, and how long a refresh token can be traded: 30 days (OWASP ASVS 5.0, 7.3.1).
const IDLE_TIMEOUT_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// How long after it began a login ends, whatever it does: 365 days (OWASP ASVS 5.0, 7.3.2 and 10.4.8).
const ABSOLUTE_TIMEOUT_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

/// Notes that a login renews its tokens now, and tells when it runs out, and those tokens with it. `None`: it has ended.
pub(crate) async fn renew(
    connection: &mut AnyConnection,
    id: Id,
    now: Timestamp,
) -> Result<Option<Timestamp>, ApiError> {
    let unused = Timestamp::from_millis(now.millis() + IDLE_TIMEOUT_MS);
    logins::record_activity(connection, id, now, unused, ABSOLUTE_TIMEOUT_MS).await
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
    pub(crate) fn new(app: &AppState, account_id: Id, device: String) -> Self {
        Self { id: app.new_id(), account_id, refresh_token: tokens::random_token(), device, now: app.now() }
    }

    /// Keeps it. Where the account has [`logins::MAX_LOGINS`] already, the one ends that was not seen for the longest time (OWASP ASVS
    /// 5.0, 7.1.2).
    pub(crate) async fn insert(&self, connection: &mut AnyConnection) -> Result<EndedLogins, ApiError> {
        let expires_at = Timestamp::from_millis(self.now.millis() + IDLE_TIMEOUT_MS);
        logins::insert(connection, self.id, self.account_id, &self.device, self.now, expires_at).await?;
        refresh_tokens::insert(
            connection,
            &tokens::hash_token(&self.refresh_token),
            self.id,
            self.account_id,
            expires_at,
        )
        .await?;
        let mut ended = EndedLogins { account_id: self.account_id, ids: Vec::new(), replaced: None };
        for id in logins::excess(connection, self.account_id, self.id).await? {
            ended.ids.extend(end(connection, self.account_id, id).await?.ids);
        }
        Ok(ended)
    }
}

/// Asks whether the login of a good access token has ended since. One that was found within the last 10 seconds is not looked up
/// again.
pub(crate) async fn require_active(app: &AppState, access: &AccessClaims) -> Result<(), ApiError> {
    let (cache, now) = (&app.login_cache, app.now());
    if cache.contains(access, now) {
        return Ok(());
    }
    let lookup = cache.begin_lookup();
    if !logins::exists(app.database.pool(), access.login_id, access.account_id, now).await? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    cache.insert(lookup, access, now);
    Ok(())
}

/// Logins that end with a transaction. Once that is committed, [`EndedLogins::propagate`] makes them worthless at once here; other servers
/// find out within 10 seconds.
#[must_use = "propagate, once the transaction is committed"]
pub(crate) struct EndedLogins {
    account_id: Id,
    ids: Vec<Id>,
    /// The id under which a login was known that goes on under another: the tokens that name it are worth nothing either.
    replaced: Option<Id>,
}

impl EndedLogins {
    /// The account that they were of.
    pub(crate) fn account_id(&self) -> Id {
        self.account_id
    }

    /// How many they are.
    pub(crate) fn count(&self) -> u64 {
        self.ids.len() as u64
    }

    /// Makes the tokens of these logins worthless on this server, and closes their live connections. `address` is that of the client who
    /// ended them, where there is one.
    pub(crate) fn propagate(self, app: &AppState, address: Option<IpAddr>) {
        let invalidated: Vec<Id> = self.ids.iter().copied().chain(self.replaced).collect();
        if invalidated.is_empty() {
            return;
        }
        app.login_cache.remove(&invalidated);
        app.live.hub().end_logins(&invalidated);
        for _ in self.ids {
            security::log(SecurityEvent::LoginEnded, address, Some(self.account_id));
        }
    }
}

/// Ends all logins of an account, but for one that may stay.
pub(crate) async fn end_all(
    connection: &mut AnyConnection,
    account_id: Id,
    except: Option<Id>,
) -> Result<EndedLogins, ApiError> {
    refresh_tokens::delete_all(connection, account_id, except).await?;
    Ok(EndedLogins { account_id, ids: logins::remove_all(connection, account_id, except).await?, replaced: None })
}

/// Ends all other logins of an account, and goes on with the one that asks under another id, with a refresh token of which the hash is
/// given: its access tokens are worth nothing from then on, and its refresh tokens have been used, as if they were traded, since
/// other tabs may be about to.
pub(crate) async fn replace(
    connection: &mut AnyConnection,
    account: Actor,
    new_id: Id,
    token_hash: &str,
    now: Timestamp,
) -> Result<EndedLogins, ApiError> {
    let mut ended = end_all(connection, account.id, Some(account.login_id)).await?;
    refresh_tokens::move_family(connection, account.id, account.login_id, new_id, now).await?;
    if !logins::change_id(connection, account.id, account.login_id, new_id).await? {
        return Err(ErrorCode::TokenInvalid.into());
    }
    // One that was traded at the same time has led to another by now, and none will any more.
    refresh_tokens::move_family(connection, account.id, account.login_id, new_id, now).await?;
    let expires_at = renew(connection, new_id, now).await?.ok_or(ErrorCode::TokenInvalid)?;
    refresh_tokens::insert(connection, token_hash, new_id, account.id, expires_at).await?;
    ended.replaced = Some(account.login_id);
    Ok(ended)
}

/// Ends one login of an account; none where the account has no such login.
pub(crate) async fn end(connection: &mut AnyConnection, account_id: Id, id: Id) -> Result<EndedLogins, ApiError> {
    // The tokens go first, as where they are traded: the other way round, each of the two could wait for the other.
    refresh_tokens::delete_family(connection, account_id, id).await?;
    let has_ended = logins::remove(connection, account_id, id).await?;
    Ok(EndedLogins { account_id, ids: has_ended.then_some(id).into_iter().collect(), replaced: None })
}

/// Ends one login of an account because somebody asks for it who has its password (OWASP ASVS 5.0, 7.5.2).
pub(crate) async fn end_by_id(
    app: &AppState,
    account: Actor,
    request: EndLoginRequest,
    address: IpAddr,
) -> Result<(), ApiError> {
    // What can be told without the account is, before it counts as a try.
    let id = Id::parse(&request.id).ok_or(ErrorCode::BadId)?;
    accounts::reauthenticate(app, account, request.password).await?;
    let owner = policy::owner_of(account);
    let ended = app.database.write(move |connection| Box::pin(end(connection, owner.id(), id))).await?;
    if ended.ids.is_empty() {
        return Err(ErrorCode::NotFound.into());
    }
    ended.propagate(app, Some(address));
    Ok(())
}

/// Ends all logins of an account because somebody asks for it who has its password, the asking one too.
pub(crate) async fn end_everywhere(
    app: &AppState,
    account: Actor,
    password: String,
    address: IpAddr,
) -> Result<(), ApiError> {
    accounts::reauthenticate(app, account, password).await?;
    let owner = policy::owner_of(account);
    let ended = app.database.write(move |connection| Box::pin(end_all(connection, owner.id(), None))).await?;
    ended.propagate(app, Some(address));
    Ok(())
}

/// Forgets what has run out: tokens, logins, mailed links, and logins with Google that were begun.
pub(crate) async fn delete_expired(database: &Database, now: Timestamp) -> Result<(), ApiError> {
    for table in expired::TABLES {
        while database.write(move |connection| Box::pin(expired::delete_batch(connection, table, now))).await? {}
    }
    Ok(())
}
