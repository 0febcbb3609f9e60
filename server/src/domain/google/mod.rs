//! "Continue with Google": the way to the provider, the way back, and whose account it is.
//!
//! The browser holds a cookie that no script can read. On the way there it binds the way back to this browser; the way back replaces
//! it by one that is traded for the tokens, so that no address ever holds them.

mod provider;

use super::invitations::{self, Entry};
use super::logins::{self, EndedLogins, NewLogin};
use super::mails::{self, MailKind, NewMail};
use super::security::{self, SecurityEvent};
use super::{accounts, tokens};
use crate::Parts;
use crate::config::{Config, GoogleSettings};
use crate::error::ApiError;
use crate::store::accounts::{self as account_rows, NewAccount};
use crate::store::google as rows;
use crate::store::profile;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::AuthAnswer;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use provider::{Identity, Provider, Way};
use sqlx::AnyConnection;
use std::net::IpAddr;

/// How long somebody may take to log in at the provider, in seconds: 10 minutes.
pub(crate) const ATTEMPT_SECONDS: i64 = 10 * 60;

/// How long a login that the provider has vouched for can be completed, in seconds: 2 minutes. The page does it at once.
pub(crate) const COMPLETION_SECONDS: i64 = 2 * 60;

/// The path that the provider sends people back to. Its whole address is registered there.
pub(crate) const CALLBACK_PATH: &str = "/api/auth/google/callback";

/// What the server keeps for logins with Google.
pub(crate) struct Google {
    provider: Provider,
}

impl Google {
    pub(crate) fn new(settings: GoogleSettings, config: &Config) -> Self {
        Self { provider: Provider::new(settings, format!("{}{CALLBACK_PATH}", config.public_url)) }
    }
}

/// A login that has been begun.
pub(crate) struct Begun {
    /// Where the browser goes.
    pub(crate) auth_url: String,
    /// What the browser's cookie holds. Only its hash is kept.
    pub(crate) cookie: String,
}

/// What the provider sends a browser back with (RFC 6749, sections 4.1.2 and 4.1.2.1).
pub(crate) struct CallbackAnswer {
    pub(crate) state: Option<String>,
    /// The code, or the error's name.
    pub(crate) code: Result<String, String>,
}

/// Why a login came to nothing. It goes to the log; the person only learns that it did.
enum Failure {
    /// What the browser brought is not what it left with, or its person may not come in.
    Refused(String),
    /// The provider did not do its part.
    Provider(String),
    /// Our own.
    Fault(ApiError),
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Fault(error)
    }
}

/// The account of whom the provider vouches for.
enum Found {
    /// It was linked before.
    Linked(Id),
    /// There was none.
    Made(Id),
    /// It had the email, and is linked from now on. All its other logins end: its email may have been confirmed by a careless click
    /// of its owner, on a link that somebody else had sent there.
    ByEmail(EndedLogins),
    /// It had the email, which nobody had confirmed. Whoever was logged in to it is no more.
    TakenOver(EndedLogins),
}

/// Begins a login. The invitation is for an account that may have to be made, where not everybody may sign up.
pub(crate) async fn begin(app: &Parts, invitation: Option<&str>, address: IpAddr) -> Result<Begun, ApiError> {
    let provider = &app.google.as_ref().ok_or(ErrorCode::GoogleOff)?.provider;
    let now = app.now();
    app.limits.google(address, now)?;
    let way =
        Way { state: tokens::random_token(), nonce: tokens::random_token(), code_verifier: tokens::random_token() };
    let auth_url = provider.authorization_url(&way, now).await.map_err(|reason| {
        tracing::warn!(reason, "a login with Google could not begin");
        ErrorCode::Unavailable
    })?;
    let cookie = tokens::random_token();
    let (cookie_hash, state_hash) = (tokens::hash(&cookie), tokens::hash(&way.state));
    let expires_at = after(now, ATTEMPT_SECONDS);
    let invitation_hash = invitations::code_hash(invitation);
    let attempt = rows::Attempt { nonce: way.nonce, code_verifier: way.code_verifier, invitation_hash, expires_at };
    app.database
        .write(move |connection| {
            Box::pin(async move { rows::insert_attempt(connection, &cookie_hash, &state_hash, &attempt).await })
        })
        .await?;
    Ok(Begun { auth_url, cookie })
}

/// Takes somebody back from the provider, and gives what their cookie is to hold, with which they complete the login. `None`
/// where it came to nothing; why stands in the log.
pub(crate) async fn come_back(
    app: &Parts,
    cookie: Option<String>,
    answer: CallbackAnswer,
    address: IpAddr,
) -> Option<String> {
    match returned(app, cookie, answer, address).await {
        Ok(cookie) => return Some(cookie),
        Err(Failure::Refused(reason)) => security::log(SecurityEvent::GoogleFailed(&reason), Some(address), None),
        Err(Failure::Provider(reason)) => {
            tracing::warn!(reason, "a login with Google failed");
            security::log(SecurityEvent::GoogleFailed("the provider failed"), Some(address), None);
        }
        Err(Failure::Fault(error)) => {
            tracing::error!(?error, "a login with Google failed");
            security::log(SecurityEvent::GoogleFailed("a fault of ours"), Some(address), None);
        }
    }
    None
}

async fn returned(
    app: &Parts,
    cookie: Option<String>,
    answer: CallbackAnswer,
    address: IpAddr,
) -> Result<String, Failure> {
    let refused = |reason: &str| Failure::Refused(reason.to_owned());
    let google = app.google.as_ref().ok_or_else(|| refused("it is not set up"))?;
    let cookie = cookie.ok_or_else(|| refused("no cookie came"))?;
    let state = answer.state.ok_or_else(|| refused("no state came"))?;
    let (cookie_hash, state_hash) = (tokens::hash(&cookie), tokens::hash(&state));
    // Gone before anything is done with it, so that it is good once whatever happens.
    let attempt = app
        .database
        .write(move |connection| {
            Box::pin(async move { rows::take_attempt(connection, &cookie_hash, &state_hash).await })
        })
        .await?
        .filter(|attempt| attempt.expires_at > app.now())
        .ok_or_else(|| refused("this browser has not begun it, or too long ago, or has used it already"))?;
    let code = answer.code.map_err(|error| Failure::Refused(format!("the provider says {error:?}")))?;
    let way = Way { state, nonce: attempt.nonce, code_verifier: attempt.code_verifier };
    let identity = google.provider.identity(code, way, app.now()).await.map_err(Failure::Provider)?;
    let entry = Entry::new(app, attempt.invitation_hash);
    let (cookie, found) = admit(app, identity, entry).await?;
    match found.ok_or_else(|| refused("nobody has the email, and signing up needs an invitation that is good"))? {
        Found::Linked(_) => {}
        Found::Made(id) => security::log(SecurityEvent::SignUp, Some(address), Some(id)),
        Found::ByEmail(ended) => {
            security::log(SecurityEvent::GoogleLinked, Some(address), Some(ended.account_id()));
            app.outbox.wake();
            ended.tell(app, Some(address));
        }
        Found::TakenOver(ended) => {
            security::log(SecurityEvent::GoogleLinked, Some(address), Some(ended.account_id()));
            ended.tell(app, Some(address));
        }
    }
    Ok(cookie)
}

/// Finds or makes the account of whom the provider vouches for, and keeps that the browser may complete the login.
async fn admit(app: &Parts, identity: Identity, entry: Entry) -> Result<(String, Option<Found>), ApiError> {
    let cookie = tokens::random_token();
    let cookie_hash = tokens::hash(&cookie);
    let (now, id, mail_id) = (app.now(), app.new_id(), app.new_id());
    let found = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                let found = find(connection, identity, id, mail_id, entry, now).await?;
                let account_id = match &found {
                    Some(Found::Linked(id) | Found::Made(id)) => *id,
                    Some(Found::ByEmail(ended) | Found::TakenOver(ended)) => ended.account_id(),
                    None => return Ok(None),
                };
                let expires_at = after(now, COMPLETION_SECONDS);
                rows::insert_completion(connection, &cookie_hash, account_id, expires_at).await?;
                Ok(found)
            })
        })
        .await?;
    Ok((cookie, found))
}

/// The account of whom the provider vouches for: the one that is linked, else the one with the email, else a new one, where that may be
/// made.
async fn find(
    connection: &mut AnyConnection,
    identity: Identity,
    new_id: Id,
    mail_id: Id,
    entry: Entry,
    now: Timestamp,
) -> Result<Option<Found>, ApiError> {
    let Identity { issuer, subject, email, first_name, last_name } = identity;
    if let Some(id) = rows::account_of(connection, &issuer, &subject).await? {
        return Ok(Some(Found::Linked(id)));
    }
    let mut kept = rows::lock_by_email(connection, &email).await?;
    if kept.is_none() && entry.admits(connection, now).await? {
        let recipient = email.clone();
        let new = NewAccount { id: new_id, email: recipient, first_name, last_name, password_hash: String::new() };
        if account_rows::insert(connection, &new, now).await? {
            profile::confirm_email(connection, new_id, email.as_str()).await?;
            rows::link(connection, &issuer, &subject, new_id, now).await?;
            return Ok(Some(Found::Made(new_id)));
        }
        if let Entry::Invited(_) = entry {
            // Somebody else has just made it. The invitation stays good, and who comes again finds the account.
            return Err(ErrorCode::Unavailable.into());
        }
        kept = rows::lock_by_email(connection, &email).await?;
    }
    let Some((id, is_verified)) = kept else { return Ok(None) };
    if !is_verified {
        // Whoever made it has not shown that the address is theirs. Now its owner has come, and nobody else keeps a way in.
        rows::take_ways_in(connection, id).await?;
        let ended = logins::end_all(connection, id, None).await?;
        profile::confirm_email(connection, id, email.as_str()).await?;
        rows::link(connection, &issuer, &subject, id, now).await?;
        return Ok(Some(Found::TakenOver(ended)));
    }
    if !rows::link(connection, &issuer, &subject, id, now).await? {
        // Another browser of the same person was quicker.
        return Ok(Some(Found::Linked(id)));
    }
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: mail_id, kind: MailKind::GoogleLinked, recipient, account_id: Some(id) };
    mails::queue(connection, &mail, now).await?;
    Ok(Some(Found::ByEmail(logins::end_all(connection, id, None).await?)))
}

/// Completes a login that the provider has vouched for.
pub(crate) async fn complete(
    app: &Parts,
    cookie: Option<String>,
    device: String,
    address: IpAddr,
) -> Result<AuthAnswer, ApiError> {
    let cookie_hash = tokens::hash(&cookie.ok_or(ErrorCode::GoogleFailed)?);
    // Whose login it is only the transaction learns.
    let (mut login, now) = (NewLogin::new(app, app.new_id(), device.clone()), app.now());
    let (login, ended) = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                let (account_id, expires_at) =
                    rows::take_completion(connection, &cookie_hash).await?.ok_or(ErrorCode::GoogleFailed)?;
                if expires_at <= now {
                    return Err(ErrorCode::GoogleFailed.into());
                }
                login.account_id = account_id;
                account_rows::touch(connection, account_id, now).await?;
                let ended = login.keep(connection).await?;
                Ok((login, ended))
            })
        })
        .await?;
    ended.tell(app, Some(address));
    let event = SecurityEvent::LoginSucceeded { way: security::Way::Google, device: &device };
    security::log(event, Some(address), Some(login.account_id));
    accounts::answer(app, login).await
}

fn after(now: Timestamp, seconds: i64) -> Timestamp {
    Timestamp::from_millis(now.millis() + seconds * 1_000)
}
