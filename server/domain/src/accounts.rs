//! Accounts: sign-up, login, token refresh and account details.

use super::emails;
use super::invitations::{self, SignUpPolicy};
use super::logins::{self, EndedLogins, NewLogin};
use super::passwords::requirements;
use super::security::{self, LoginMethod, SecurityEvent};
use super::{focus_days, policy, recovery};
use crate::error::DomainError;
use crate::plans::Plans;
use crate::quotas;
use crate::services::AccountDeps;
use crate::services::Context;
use crate::services::LoginSessions;
use core_wasm::protocol::account::{Account as AccountDetails, ChangePasswordRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{AuthResponse, LogInRequest, SignUpRequest, TokenPair, User};
use core_wasm::protocol::text::Password;
use core_wasm::protocol::time::Timestamp;
use core_wasm::session::forms::parse_person_names;
use core_wasm::stats::{self, StatsSettings};
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::Actor;
use twentyfour_model::time_zone::utc_offset;
use twentyfour_model::token;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::Connection;
use twentyfour_store::accounts::{self, AccountRow, NewAccount};
use twentyfour_store::{avatars, logins as login_rows, preferences, refresh_tokens};

/// How long a used refresh token is still accepted, in milliseconds, because several tabs may refresh at once.
const REUSE_GRACE_MS: i64 = 30_000;

/// How long a login replaces the password of an account that has none: 10 minutes, in milliseconds.
const REAUTHENTICATION_WINDOW_MS: i64 = 10 * 60 * 1_000;

/// How often a login is retried if the stored hash changes at the same time.
const MAX_ATTEMPTS: usize = 3;

/// Creates an account and logs it in.
///
/// # Errors
/// Returns a form error if a field is invalid, a password error, `ErrorCode::InvitationRequired`,
/// `ErrorCode::InvitationInvalid`, `ErrorCode::EmailTaken`, or `ErrorCode::TooManyRequests`, or an error if the
/// database fails.
pub async fn sign_up(
    deps: &AccountDeps,
    request: SignUpRequest,
    device: String,
    address: IpAddr,
) -> Result<AuthResponse, DomainError> {
    let (first_name, last_name) = parse_person_names(&request.first_name, &request.last_name)?;
    let email = emails::parse(&request.email)?;
    let password = requirements::validate_new_password(
        &request.password,
        first_name.as_str(),
        last_name.as_str(),
        email.as_str(),
    )?;
    let sign_up_policy = SignUpPolicy::new(&deps.plans, invitations::code_hash(request.invitation.as_deref()));
    if let SignUpPolicy::InvitationOnly(None) = sign_up_policy {
        return Err(ErrorCode::InvitationRequired.into());
    }
    deps.limits.sign_up(address, deps.context.now()).await?;
    let password_hash = deps.passwords.hash(password).await?;
    let new = NewAccount { id: deps.context.new_id(), email, first_name, last_name, password_hash };
    let now = deps.context.now();
    let login = NewLogin::new(&deps.context, new.id, device.clone());
    let mail = NewMail {
        id: deps.context.new_id(),
        kind: MailKind::ConfirmEmail,
        recipient: new.email.as_str().to_owned(),
        account_id: Some(new.id),
    };
    let (login, ended) = deps
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                if !sign_up_policy.allows_sign_up(connection, now).await? {
                    return Err(ErrorCode::InvitationInvalid.into());
                }
                if !accounts::insert(connection, &new, now).await? {
                    return Err(ErrorCode::EmailTaken.into());
                }
                let ended = login.insert(connection).await?;
                mails::queue(connection, &mail, now).await?;
                Ok((login, ended))
            })
        })
        .await?;
    ended.propagate(&deps.sessions, Some(address));
    security::log(SecurityEvent::SignUp, Some(address), Some(login.account_id));
    let event = SecurityEvent::LoginSucceeded { method: LoginMethod::SignUp, device: &device };
    security::log(event, Some(address), Some(login.account_id));
    deps.outbox.wake();
    auth_response(deps, login).await
}

/// Logs a user in. An unknown email address, an account without a password and a wrong password get the same response
/// after the same work: one query and one password verification.
///
/// # Errors
/// Returns `ErrorCode::EmailInvalid`, `ErrorCode::CredentialsInvalid`, `ErrorCode::TooManyRequests`, or
/// `ErrorCode::Unavailable` if the stored hash keeps changing, or an error if the database fails.
pub async fn log_in(
    deps: &AccountDeps,
    request: LogInRequest,
    device: String,
    address: IpAddr,
) -> Result<AuthResponse, DomainError> {
    let email = emails::parse(&request.email)?;
    deps.limits.log_in(address, &email, deps.context.now()).await?;
    // Repeats only if the password is correct and a concurrent login or change replaced the stored hash.
    for _ in 0..MAX_ATTEMPTS {
        let account = accounts::by_email(deps.context.database.pool(), &email).await?;
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let matches = deps.passwords.verify(request.password.clone(), hash).await?;
        let account_id = account.as_ref().map(|account| account.id);
        let Some(account) = account.filter(|_| matches) else {
            security::log(SecurityEvent::LoginFailed { device: &device }, Some(address), account_id);
            return Err(ErrorCode::CredentialsInvalid.into());
        };
        let rehashed = deps.passwords.rehash_if_outdated(&request.password, &account.password_hash).await?;
        let now = deps.context.now();
        let login = NewLogin::new(&deps.context, account.id, device.clone());
        let login = deps
            .context
            .database
            .write::<_, DomainError, _>(move |connection| {
                Box::pin(async move {
                    let (id, verified) = (account.id, &account.password_hash);
                    if !accounts::record_password_login(connection, id, verified, rehashed.as_deref(), now).await? {
                        return Ok(None);
                    }
                    let ended = login.insert(connection).await?;
                    Ok(Some((login, ended)))
                })
            })
            .await?;
        if let Some((login, ended)) = login {
            ended.propagate(&deps.sessions, Some(address));
            deps.limits.record_login_success(address, &email, now).await;
            let event = SecurityEvent::LoginSucceeded { method: LoginMethod::Password, device: &device };
            security::log(event, Some(address), Some(login.account_id));
            return auth_response(deps, login).await;
        }
    }
    Err(ErrorCode::Unavailable.into())
}

/// Checks the password of a logged-in user again before a sensitive change, and returns the account. For an account
/// without a password, a login within the last 10 minutes is enough.
///
/// # Errors
/// Returns `ErrorCode::PasswordWrong`, `ErrorCode::LoginStale` if the account has no password and the login is older,
/// `ErrorCode::TokenInvalid` if the account or login no longer exists, or `ErrorCode::TooManyRequests`, or an error if
/// the database fails.
pub async fn reauthenticate(deps: &AccountDeps, account: Actor, password: String) -> Result<AccountRow, DomainError> {
    let owner = policy::owner_of(account);
    deps.limits.password(owner.id(), deps.context.now()).await?;
    let pool = deps.context.database.pool();
    let row = accounts::by_id(pool, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
    if row.password_hash.is_empty() {
        let began = login_rows::started_at(pool, owner.id(), account.login_id).await?.ok_or(ErrorCode::TokenInvalid)?;
        let is_fresh = deps.context.now().millis() - began.millis() <= REAUTHENTICATION_WINDOW_MS;
        return if is_fresh { Ok(row) } else { Err(ErrorCode::LoginStale.into()) };
    }
    if !deps.passwords.verify(password, Some(row.password_hash.clone())).await? {
        security::log(SecurityEvent::PasswordRejected, None, Some(row.id));
        return Err(ErrorCode::PasswordWrong.into());
    }
    deps.limits.record_reauthentication_success(owner.id()).await;
    Ok(row)
}

/// Begins the transaction of a sensitive change: locks the account and checks that nothing has changed since
/// [`reauthenticate`].
///
/// # Errors
/// Returns `ErrorCode::PasswordWrong` if the password has changed or the login has ended, or an error if the database
/// fails.
pub async fn lock_verified(
    connection: &mut Connection,
    account: Actor,
    verified_account: &AccountRow,
) -> Result<(), DomainError> {
    match accounts::lock_verified(
        connection,
        policy::owner_of(account),
        account.login_id,
        &verified_account.password_hash,
    )
    .await?
    {
        true => Ok(()),
        false => Err(ErrorCode::PasswordWrong.into()),
    }
}

/// Changes the password of an account, ends its other logins and sends a notice. The current login continues with new
/// tokens (OWASP ASVS 5.0, 7.2.4).
///
/// # Errors
/// Returns a password error, `ErrorCode::TokenInvalid` if the login has ended, or the errors of [`reauthenticate`], or
/// an error if the database fails.
pub async fn change_password(
    deps: &AccountDeps,
    account: Actor,
    request: ChangePasswordRequest,
    address: IpAddr,
) -> Result<TokenPair, DomainError> {
    // Checked first, so that an invalid new password does not count as a password attempt.
    Password::parse(&request.password)?;
    let row = reauthenticate(deps, account, request.current_password).await?;
    let password = requirements::validate_new_password(&request.password, &row.first_name, &row.last_name, &row.email)?;
    let password_hash = deps.passwords.hash(password).await?;
    let mail = NewMail {
        id: deps.context.new_id(),
        kind: MailKind::PasswordChanged,
        recipient: row.email,
        account_id: Some(row.id),
    };
    let (now, login_id, refresh_token) = (deps.context.now(), deps.context.new_id(), token::random_token());
    let token_hash = token::hash_token(&refresh_token);
    let ended = deps
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                if !accounts::change_password(connection, row.id, &row.password_hash, &password_hash).await? {
                    return Err(ErrorCode::PasswordWrong.into());
                }
                recovery::revoke_pending_links(connection, row.id).await?;
                mails::queue(connection, &mail, now).await?;
                logins::replace(connection, account, login_id, &token_hash, now).await
            })
        })
        .await?;
    deps.outbox.wake();
    security::log(SecurityEvent::PasswordChanged, Some(address), Some(account.id));
    ended.propagate(&deps.sessions, Some(address));
    Ok(TokenPair { access_token: deps.sessions.tokens.issue(account.id, login_id, now)?, refresh_token })
}

/// Returns the tokens and the user of a new login.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn auth_response(deps: &AccountDeps, login: NewLogin) -> Result<AuthResponse, DomainError> {
    let access_token = deps.sessions.tokens.issue(login.account_id, login.id, deps.context.now())?;
    let user = user(&deps.context, &deps.plans, Actor { id: login.account_id, login_id: login.id }).await?;
    Ok(AuthResponse { access_token, refresh_token: login.refresh_token, user: vec![user] })
}

/// The outcome of a token refresh.
enum RefreshOutcome {
    /// A new token was stored.
    Rotated(Actor),
    /// The token or its login has expired, with the login that ended.
    Expired(EndedLogins),
    /// The token was reused after its grace period, so its login was ended.
    Reused(Actor, EndedLogins),
    /// The token is unknown.
    Unknown,
}

/// Exchanges a refresh token for a new pair. A token that is reused after the grace period was stolen at some point, so
/// its login ends and both parties must log in again.
///
/// # Errors
/// Returns `ErrorCode::RefreshInvalid` if the token is unknown, expired or reused, or an error if the database fails.
pub async fn refresh(sessions: &LoginSessions, refresh_token: &str, address: IpAddr) -> Result<TokenPair, DomainError> {
    let presented = token::hash_token(refresh_token);
    let next = token::random_token();
    let next_hash = token::hash_token(&next);
    let now = sessions.context.now();
    let outcome = sessions
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                let Some(used) = refresh_tokens::mark_used(connection, &presented, now).await? else {
                    return Ok(RefreshOutcome::Unknown);
                };
                let login = Actor { id: used.user_id, login_id: used.family_id };
                if now.millis() - used.used_at.millis() > REUSE_GRACE_MS {
                    return Ok(RefreshOutcome::Reused(login, logins::end(connection, login.id, login.login_id).await?));
                }
                let renewed_until = match used.expires_at <= now {
                    true => None,
                    false => logins::renew(connection, login, now).await?,
                };
                let Some(expires_at) = renewed_until else {
                    return Ok(RefreshOutcome::Expired(logins::end(connection, login.id, login.login_id).await?));
                };
                refresh_tokens::insert(connection, &next_hash, login.login_id, login.id, expires_at).await?;
                Ok(RefreshOutcome::Rotated(login))
            })
        })
        .await?;
    let ended = match outcome {
        RefreshOutcome::Rotated(login) => {
            let access_token = sessions.tokens.issue(login.id, login.login_id, now)?;
            return Ok(TokenPair { access_token, refresh_token: next });
        }
        RefreshOutcome::Reused(login, ended) => {
            security::log(SecurityEvent::RefreshTokenReused, Some(address), Some(login.id));
            Some(ended)
        }
        RefreshOutcome::Expired(ended) => Some(ended),
        RefreshOutcome::Unknown => None,
    };
    if let Some(ended) = ended {
        ended.propagate(sessions, Some(address));
    }
    Err(ErrorCode::RefreshInvalid.into())
}

/// Ends the login of a refresh token. Does nothing for an unknown token.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn log_out(sessions: &LoginSessions, refresh_token: &str, address: IpAddr) -> Result<(), DomainError> {
    let presented = token::hash_token(refresh_token);
    let ended = sessions
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                let Some((account_id, login_id)) = refresh_tokens::login_of(connection, &presented).await? else {
                    return Ok(None);
                };
                logins::end(connection, account_id, login_id).await.map(Some)
            })
        })
        .await?;
    if let Some(ended) = ended {
        ended.propagate(sessions, Some(address));
    }
    Ok(())
}

/// Returns details of an account beyond [`user`]: its login methods, pending changes and logins.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn details(context: &Context, plans: &Plans, account: Actor) -> Result<AccountDetails, DomainError> {
    let mut snapshot = context.database.snapshot().await?;
    let view = details_in(plans, &mut snapshot, account, context.now()).await?;
    snapshot.commit().await?;
    Ok(view)
}

/// Like [`details`], in an existing snapshot.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn details_in(
    plans: &Plans,
    snapshot: &mut Connection,
    account: Actor,
    now: Timestamp,
) -> Result<AccountDetails, DomainError> {
    let owner = policy::owner_of(account);
    let row = accounts::by_id(&mut *snapshot, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
    let has_google = accounts::has_google(&mut *snapshot, owner).await?;
    let logins = login_rows::list(&mut *snapshot, owner, account.login_id, now).await?;
    let usage = quotas::usage(plans, snapshot, account).await?;
    Ok(AccountDetails {
        has_password: !row.password_hash.is_empty(),
        has_google,
        pending_email: row.pending_email,
        delete_at: row.delete_at,
        logins,
        usage,
    })
}

/// Returns the user of an account.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn user(context: &Context, plans: &Plans, account: Actor) -> Result<User, DomainError> {
    let (mut snapshot, _) = focus_days::snapshot(&context.database, policy::owner_of(account)).await?;
    let user = user_in(&mut snapshot, account, plans, context.now()).await?;
    snapshot.commit().await?;
    Ok(user)
}

/// Like [`user`], in an existing snapshot from [`focus_days::snapshot`].
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or an error if the database fails.
pub async fn user_in(
    snapshot: &mut Connection,
    account: Actor,
    plans: &Plans,
    now: Timestamp,
) -> Result<User, DomainError> {
    let owner = policy::owner_of(account);
    let row: AccountRow = accounts::by_id(&mut *snapshot, account.id).await?.ok_or(ErrorCode::TokenInvalid)?;
    let preferences = preferences::load(snapshot, owner).await?;
    let picture = avatars::id_of(snapshot, owner).await?;
    let days = focus_days::all(snapshot, owner).await?;
    let settings = StatsSettings::from(&preferences);
    let summary = stats::summary(&days, &settings, now, utc_offset(&preferences.time_zone, now));
    Ok(User {
        id: row.id,
        first_name: row.first_name,
        last_name: row.last_name,
        picture: picture.map(|id| id.avatar_path()),
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
        is_limited: plans.is_limited(row.user_type),
        delete_at: row.delete_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::{Context, Services};
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use twentyfour_bus::Live;
    use twentyfour_jobs::mails::Outbox;
    use twentyfour_model::clock::system_time;
    use twentyfour_model::{Config, Secret};
    use twentyfour_store::Database;

    const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn account_deps(config: &Config, database: &Database) -> AccountDeps {
        let context = Context { database: database.clone(), clock: Arc::new(system_time) };
        Services::new(config, context, Live::new(database), Outbox::new(config).unwrap(), None).accounts
    }

    #[tokio::test]
    async fn every_login_attempt_verifies_exactly_one_password() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Database::open(&url).await.unwrap();
        let config = Config::new(Secret::new("a secret of the tests, 32 characters and more"), "http://127.0.0.1:8080");
        let deps = account_deps(&config, &database);
        for name in ["ada", "eve"] {
            let request = SignUpRequest {
                first_name: name.to_owned(),
                last_name: "Example".to_owned(),
                email: format!("{name}@example.org"),
                password: "correct horse".to_owned(),
                invitation: None,
            };
            assert!(sign_up(&deps, request, String::new(), ADDRESS).await.is_ok());
        }
        sqlx::query("UPDATE users SET password_hash = '' WHERE email = 'eve@example.org'")
            .execute(database.pool())
            .await
            .unwrap();
        let log_in = async |email: &str, password: &str| {
            let before = deps.passwords.verified.load(Ordering::SeqCst);
            let request = LogInRequest { email: email.to_owned(), password: password.to_owned() };
            let response = log_in(&deps, request, String::new(), ADDRESS).await;
            (response.err().map(|error| error.code()), deps.passwords.verified.load(Ordering::SeqCst) - before)
        };
        let refused = (Some(ErrorCode::CredentialsInvalid), 1);
        assert_eq!(log_in("ada@example.org", "correct horse").await, (None, 1));
        assert_eq!(log_in("ada@example.org", "wrong horse").await, refused);
        assert_eq!(log_in("ada@example.org", &"x".repeat(100_000)).await, refused);
        for password in ["correct horse", ""] {
            assert_eq!(log_in("eve@example.org", password).await, refused, "an account without a password");
            assert_eq!(log_in("nobody@example.org", password).await, refused, "no account");
        }
        database.close().await;
    }

    #[tokio::test]
    async fn reauthentication_fails_if_the_password_or_login_changed_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Database::open(&url).await.unwrap();
        let config = Config::new(Secret::new("a secret of the tests, 32 characters and more"), "http://127.0.0.1:8080");
        let deps = account_deps(&config, &database);
        let request = SignUpRequest {
            first_name: "Ada".to_owned(),
            last_name: "Example".to_owned(),
            email: "ada@example.org".to_owned(),
            password: "correct horse".to_owned(),
            invitation: None,
        };
        let signed_up = sign_up(&deps, request, String::new(), ADDRESS).await.ok().unwrap();
        let access = logins::verify_token(&deps.sessions, &signed_up.access_token).unwrap();
        let account = Actor { id: access.account_id, login_id: access.login_id };
        let execute = async |sql: &'static str| {
            sqlx::query(sql).execute(database.pool()).await.unwrap();
        };
        let act_after = async |sql: &'static str| {
            let verified_account = reauthenticate(&deps, account, "correct horse".to_owned()).await.ok().unwrap();
            execute(sql).await;
            let locked = database.write(move |connection| {
                Box::pin(async move { lock_verified(connection, account, &verified_account).await })
            });
            locked.await.map_err(|error| error.code())
        };
        assert_eq!(act_after("SELECT 1").await, Ok(()));
        // The password was changed by another request meanwhile.
        let hash = "UPDATE users SET password_hash = replace(password_hash, '$argon2id', '$Argon2id')";
        assert_eq!(act_after(hash).await, Err(ErrorCode::PasswordWrong));
        execute("UPDATE users SET password_hash = ''").await;
        assert_eq!(act_after("SELECT 1").await, Ok(()), "without a password a recent login is enough");
        assert_eq!(act_after("UPDATE users SET password_hash = 'x'").await, Err(ErrorCode::PasswordWrong));
        execute("UPDATE users SET password_hash = ''").await;
        assert_eq!(act_after("DELETE FROM logins").await, Err(ErrorCode::PasswordWrong));
        database.close().await;
    }
}
