//! Mailed links: resetting a password and confirming an email address.

use super::emails;
use super::logins;
use super::passwords::requirements;
use super::policy;
use super::security::{self, SecurityEvent};
use crate::error::DomainError;
use crate::services::{AccountDeps, Context};
use core_wasm::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use std::net::IpAddr;
use twentyfour_jobs::mails::{self, Outbox, PasswordChangedMail};
use twentyfour_model::Actor;
use twentyfour_model::LinkPurpose;
use twentyfour_model::token;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::Connection;
use twentyfour_store::{accounts, links, profile};

/// Mails a password reset link. The work is the same whether or not an account has the address, and as expensive as a
/// login, so that neither the response nor its time reveals it. The account is looked up only when the mail is sent.
///
/// # Errors
/// Returns `ErrorCode::EmailInvalid` or `ErrorCode::TooManyRequests`, or an error if the database fails.
pub async fn forgot_password(
    deps: &AccountDeps,
    request: ForgotPasswordRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let email = emails::parse(&request.email)?;
    let now = deps.context.now();
    deps.limits.mail(address, &email, now).await?;
    deps.passwords.verify(request.email, None).await?;
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: deps.context.new_id(), kind: MailKind::ResetPassword, recipient, account_id: None };
    mails::queue_in_own_transaction(&deps.context.database, &deps.outbox, mail, now).await?;
    security::log(SecurityEvent::PasswordResetRequested, Some(address), None);
    Ok(())
}

/// Sets a new password with a mailed link and confirms the email address, since the link arrived there. Ends all logins with
/// the API tokens and the calendar address, turns webhooks off, and cancels a pending email change and a scheduled deletion, since another user may have started them. A link to an
/// address that is no longer the account's is invalid.
///
/// # Errors
/// Returns `ErrorCode::LinkInvalid` or a password error, or an error if the database fails.
pub async fn reset_password(
    deps: &AccountDeps,
    request: ResetPasswordRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let token_hash = token::hash_token(&request.token);
    let now = deps.context.now();
    // Hashing is expensive, so the link is checked first. A password that breaks a rule does not use up the link.
    let link = links::find(deps.context.database.pool(), &token_hash, LinkPurpose::ResetPassword, now).await?;
    let account_id = link.ok_or(ErrorCode::LinkInvalid)?.account_id;
    let account = accounts::by_id(deps.context.database.pool(), account_id).await?.ok_or(ErrorCode::LinkInvalid)?;
    let password = requirements::validate_new_password(
        &request.password,
        &account.first_name,
        &account.last_name,
        &account.email,
    )?;
    let password_hash = deps.passwords.hash(password).await?;
    let mail_id = deps.context.new_id();
    let ended = deps
        .context
        .database
        .write(move |connection| {
            Box::pin(async move {
                let link = links::take(connection, &token_hash, LinkPurpose::ResetPassword, now).await?;
                let link = link.ok_or(ErrorCode::LinkInvalid)?;
                if !profile::reset_password(connection, account_id, &link.email, &password_hash).await? {
                    return Err(ErrorCode::LinkInvalid.into());
                }
                revoke_pending_links(connection, account_id).await?;
                let mail = NewMail {
                    id: mail_id,
                    kind: MailKind::PasswordChanged,
                    recipient: link.email,
                    account_id: Some(account_id),
                };
                let parameters = PasswordChangedMail { is_reset: true };
                mails::queue_with_parameters(connection, &mail, &parameters, now).await?;
                logins::end_all(connection, account_id, None).await
            })
        })
        .await?;
    deps.outbox.wake();
    ended.propagate(&deps.sessions, Some(address));
    security::log(SecurityEvent::PasswordReset, Some(address), Some(account_id));
    Ok(())
}

/// The outcome of a confirmation link.
enum ConfirmOutcome {
    /// The account's address is confirmed.
    Confirmed,
    /// The pending address has replaced the account's, whose id is given.
    EmailReplaced(Id),
    /// Another account has taken the address meanwhile.
    EmailTaken,
    /// There is no such link, or the account has another pending address by now.
    LinkInvalid,
}

/// Confirms the email address that a link was mailed to. A pending address replaces the account's.
///
/// # Errors
/// Returns `ErrorCode::LinkInvalid`, or `ErrorCode::EmailTaken` if another account has the address by now, or an error
/// if the database fails.
pub async fn confirm_email(
    context: &Context,
    outbox: &Outbox,
    request: ConfirmEmailRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let token_hash = token::hash_token(&request.token);
    let (now, mail_id) = (context.now(), context.new_id());
    let confirmed = context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                let Some(link) = links::take(connection, &token_hash, LinkPurpose::ConfirmEmail, now).await? else {
                    return Ok(ConfirmOutcome::LinkInvalid);
                };
                let account_id = link.account_id;
                if profile::confirm_email(connection, account_id, &link.email).await? {
                    return Ok(ConfirmOutcome::Confirmed);
                }
                let Some((before, was_verified)) =
                    profile::email_to_replace(connection, account_id, &link.email).await?
                else {
                    return Ok(ConfirmOutcome::LinkInvalid);
                };
                if !profile::apply_pending_email(connection, account_id, &link.email).await? {
                    profile::set_pending_email(connection, account_id, None).await?;
                    return Ok(ConfirmOutcome::EmailTaken);
                }
                revoke_pending_links(connection, account_id).await?;
                // An unconfirmed address may belong to a stranger, so it gets no notice.
                if was_verified {
                    let kind = MailKind::EmailChanged;
                    let mail = NewMail { id: mail_id, kind, recipient: before, account_id: Some(account_id) };
                    mails::queue(connection, &mail, now).await?;
                }
                Ok(ConfirmOutcome::EmailReplaced(account_id))
            })
        })
        .await?;
    match confirmed {
        ConfirmOutcome::Confirmed => Ok(()),
        ConfirmOutcome::EmailReplaced(account_id) => {
            outbox.wake();
            security::log(SecurityEvent::EmailChanged, Some(address), Some(account_id));
            Ok(())
        }
        ConfirmOutcome::EmailTaken => Err(ErrorCode::EmailTaken.into()),
        ConfirmOutcome::LinkInvalid => Err(ErrorCode::LinkInvalid.into()),
    }
}

/// Mails a confirmation link to the account's pending or unconfirmed email address. Returns false if there is none.
///
/// # Errors
/// Returns `ErrorCode::TokenInvalid` if the account no longer exists, or `ErrorCode::TooManyRequests`, or an error if
/// the database fails.
pub async fn send_confirmation(deps: &AccountDeps, account: Actor, address: IpAddr) -> Result<bool, DomainError> {
    let emails = profile::emails(deps.context.database.pool(), policy::owner_of(account))
        .await?
        .ok_or(ErrorCode::TokenInvalid)?;
    let recipient = match emails.pending_email {
        Some(pending) => pending,
        None if emails.is_verified => return Ok(false),
        None => emails.email,
    };
    let now = deps.context.now();
    deps.limits.mail(address, &Email::parse(&recipient)?, now).await?;
    let mail =
        NewMail { id: deps.context.new_id(), kind: MailKind::ConfirmEmail, recipient, account_id: Some(account.id) };
    mails::queue_in_own_transaction(&deps.context.database, &deps.outbox, mail, now).await?;
    Ok(true)
}

/// Ends all mailed links of an account and its pending email change, because another user may have started them.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn revoke_pending_links(connection: &mut Connection, account_id: Id) -> Result<(), DomainError> {
    profile::set_pending_email(connection, account_id, None).await?;
    links::end_all(connection, account_id, LinkPurpose::ResetPassword, None).await?;
    Ok(links::end_all(connection, account_id, LinkPurpose::ConfirmEmail, None).await?)
}
