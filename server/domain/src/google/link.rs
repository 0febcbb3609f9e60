//! Linking of an identity to the account with its email address, by the account's password.

use super::super::accounts;
use super::super::logins::NewLogin;
use super::super::security::{self, LoginMethod, SecurityEvent};
use crate::error::DomainError;
use crate::services::AccountDeps;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::AuthResponse;
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::token;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::accounts as account_rows;
use twentyfour_store::google as rows;

/// Links the identity of a verified callback to the account with its email address, and logs in.
///
/// # Errors
/// Returns `ErrorCode::PasswordWrong`, after which the same cookie can be used again, `ErrorCode::TooManyRequests`, or
/// `ErrorCode::GoogleFailed` if the cookie is missing, used or expired, or an error if the database fails.
pub async fn link(
    deps: &AccountDeps,
    cookie: Option<String>,
    password: String,
    device: String,
    address: IpAddr,
) -> Result<AuthResponse, DomainError> {
    let cookie_hash = token::hash_token(&cookie.ok_or(ErrorCode::GoogleFailed)?);
    let (pool, now) = (deps.context.database.pool(), deps.context.now());
    let pending = rows::pending_link(pool, &cookie_hash).await?.filter(|pending| pending.expires_at > now);
    let pending = pending.ok_or(ErrorCode::GoogleFailed)?;
    deps.limits.password(pending.account_id, now).await?;
    let account = account_rows::by_id(pool, pending.account_id).await?.ok_or(ErrorCode::GoogleFailed)?;
    if !deps.passwords.verify(password, Some(account.password_hash.clone())).await? {
        security::log(SecurityEvent::PasswordRejected, Some(address), Some(account.id));
        return Err(ErrorCode::PasswordWrong.into());
    }
    deps.limits.record_reauthentication_success(account.id).await;
    let login = NewLogin::new(&deps.context, account.id, device.clone());
    let mail = NewMail {
        id: deps.context.new_id(),
        kind: MailKind::GoogleLinked,
        recipient: account.email.clone(),
        account_id: Some(account.id),
    };
    let (login, ended) = deps
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                if !rows::remove_pending_link(connection, &cookie_hash).await? {
                    return Err(ErrorCode::GoogleFailed.into());
                }
                let verified = &account.password_hash;
                if !account_rows::record_password_login(connection, account.id, verified, None, now).await? {
                    return Err(ErrorCode::PasswordWrong.into());
                }
                if rows::link(connection, &pending.issuer, &pending.subject, account.id, now).await? {
                    mails::queue(connection, &mail, now).await?;
                }
                let ended = login.insert(connection).await?;
                Ok((login, ended))
            })
        })
        .await?;
    deps.outbox.wake();
    security::log(SecurityEvent::GoogleLinked, Some(address), Some(login.account_id));
    ended.propagate(&deps.sessions, Some(address));
    let event = SecurityEvent::LoginSucceeded { method: LoginMethod::Google, device: &device };
    security::log(event, Some(address), Some(login.account_id));
    accounts::auth_response(deps, login).await
}
