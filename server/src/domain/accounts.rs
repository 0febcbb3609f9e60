//! Signing up, logging in, staying logged in, and what an account is told about itself.

use super::logins::{self, NewLogin};
use super::preferences::utc_offset;
use super::{focus_days, policy, tokens};
use crate::Parts;
use crate::error::ApiError;
use crate::extract::Account;
use crate::store::accounts::{self, AccountRow, NewAccount};
use crate::store::{preferences, refresh_tokens};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{AuthAnswer, LogInRequest, SignUpRequest, TokenPair, User};
use core_wasm::protocol::text::{Email, Password, PersonName};
use core_wasm::protocol::time::Timestamp;
use core_wasm::stats::{self, StatsSettings};
use std::net::IpAddr;

/// How long a token that has been traded is still taken: several tabs may trade the same one at once.
const REUSE_GRACE_MILLISECONDS: i64 = 30_000;

/// Creates an account and logs it in.
pub(crate) async fn sign_up(
    app: &Parts,
    request: SignUpRequest,
    device: String,
    address: IpAddr,
) -> Result<AuthAnswer, ApiError> {
    let named = |text: &str, missing: ErrorCode| {
        PersonName::parse(text).map_err(|code| if code == ErrorCode::NameRequired { missing } else { code })
    };
    let first_name = named(&request.first_name, ErrorCode::FirstNameRequired)?;
    let last_name = named(&request.last_name, ErrorCode::LastNameRequired)?;
    let email = Email::parse(&request.email)?;
    let password = Password::parse(&request.password)?;
    app.limits.sign_up(address, app.now())?;
    let password_hash = app.passwords.hash(password).await?;
    let new = NewAccount { id: app.new_id(), email, first_name, last_name, password_hash };
    let now = app.now();
    let login = NewLogin::new(app, new.id, device);
    let login = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                if !accounts::insert(connection, &new, now).await? {
                    return Err(ErrorCode::EmailTaken.into());
                }
                login.keep(connection).await?;
                Ok(login)
            })
        })
        .await?;
    answer(app, login).await
}

/// Logs an account in. An unknown email and a wrong password take the same time and get the same answer.
pub(crate) async fn log_in(
    app: &Parts,
    request: LogInRequest,
    device: String,
    address: IpAddr,
) -> Result<AuthAnswer, ApiError> {
    let email = Email::parse(&request.email)?;
    app.limits.log_in(address, &email, app.now())?;
    let account = accounts::by_email(app.database.pool(), &email).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let matches = app.passwords.verify(request.password, hash).await?;
    let Some(account) = account.filter(|_| matches) else { return Err(ErrorCode::CredentialsInvalid.into()) };
    app.limits.logged_in(address, &email);
    let now = app.now();
    let login = NewLogin::new(app, account.id, device);
    let login = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                accounts::touch(connection, account.id, now).await?;
                refresh_tokens::forget_expired(connection, account.id, now).await?;
                login.keep(connection).await?;
                Ok(login)
            })
        })
        .await?;
    answer(app, login).await
}

/// What somebody is told who has just been logged in.
pub(crate) async fn answer(app: &Parts, login: NewLogin) -> Result<AuthAnswer, ApiError> {
    let access_token = app.tokens.issue(login.account_id, login.id, app.now())?;
    let user = user(app, Account { id: login.account_id, login_id: login.id }).await?;
    Ok(AuthAnswer { access_token, refresh_token: login.refresh_token, user: vec![user] })
}

/// Trades a refresh token for the next pair. A token that comes a second time after the grace has been stolen, or has
/// been used by a thief before: its family ends, and both have to log in.
pub(crate) async fn refresh(app: &Parts, refresh_token: &str) -> Result<TokenPair, ApiError> {
    let presented = tokens::hash(refresh_token);
    let next = tokens::random_token();
    let next_hash = tokens::hash(&next);
    let now = app.now();
    let (account_id, login_id) = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                let Some(used) = refresh_tokens::mark_used(connection, &presented, now).await? else {
                    return Ok(None);
                };
                let stolen = now.millis() - used.used_at.millis() > REUSE_GRACE_MILLISECONDS;
                if stolen || used.expires_at <= now {
                    refresh_tokens::end_family(connection, used.family_id).await?;
                    return Ok(None);
                }
                let expires_at = logins::expiry(now);
                refresh_tokens::insert(connection, &next_hash, used.family_id, used.user_id, expires_at).await?;
                Ok(Some((used.user_id, used.family_id)))
            })
        })
        .await?
        .ok_or(ErrorCode::RefreshInvalid)?;
    Ok(TokenPair { access_token: app.tokens.issue(account_id, login_id, now)?, refresh_token: next })
}

/// Ends the login that a refresh token belongs to. An unknown token has ended already.
pub(crate) async fn log_out(app: &Parts, refresh_token: &str) -> Result<(), ApiError> {
    let presented = tokens::hash(refresh_token);
    app.database
        .write(move |connection| Box::pin(async move { refresh_tokens::end_family_of(connection, &presented).await }))
        .await
}

/// An account as it is told about itself. A token whose account is gone is worth nothing.
pub(crate) async fn user(app: &Parts, account: Account) -> Result<User, ApiError> {
    let owner = policy::own(account);
    let (mut snapshot, _) = focus_days::snapshot(&app.database, owner).await?;
    let row: AccountRow = accounts::by_id(&mut *snapshot, account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
    let preferences = preferences::load(&mut snapshot, owner).await?;
    let days = focus_days::all(&mut snapshot, owner).await?;
    snapshot.commit().await?;
    let now = app.now();
    let settings = StatsSettings::from(&preferences);
    let summary = stats::summary(&days, &settings, now, utc_offset(&preferences.time_zone, now));
    Ok(User {
        id: row.id,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        date_joined: row.date_joined,
        last_login: row.last_login,
        is_verified: row.is_verified,
        is_admin: row.is_admin,
        focus_streak: summary.current_streak,
        longest_focus_streak: summary.longest_streak,
        total_time: summary.total_time,
        mins_for_streak: preferences.mins_for_streak,
        user_type: row.user_type,
    })
}
