//! What mailed links are asked for and good for: a new password for who forgot theirs, and showing that an email is one's own.

use super::emails;
use super::links::LinkPurpose;
use super::logins;
use super::mails::{self, MailKind, NewMail};
use super::passwords::requirements;
use super::policy;
use super::security::{self, SecurityEvent};
use super::tokens;
use crate::AppState;
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::{accounts, links, profile};
use core_wasm::protocol::account::{ConfirmEmailRequest, ForgotPasswordRequest, ResetPasswordRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use sqlx::AnyConnection;
use std::net::IpAddr;

/// Has a link to choose a new password mailed to an address. Nobody learns whether an account has it: the same is done for every
/// address, at the cost of a login, and only who sends the mail looks.
pub(crate) async fn forgot_password(
    app: &AppState,
    request: ForgotPasswordRequest,
    address: IpAddr,
) -> Result<(), ApiError> {
    let email = emails::parse(&request.email)?;
    let now = app.now();
    app.limits.mail(address, &email, now)?;
    app.passwords.verify(request.email, None).await?;
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: app.new_id(), kind: MailKind::ResetPassword, recipient, account_id: None };
    mails::queue_in_own_transaction(app, mail, now).await?;
    security::log(SecurityEvent::PasswordResetRequested, Some(address), None);
    Ok(())
}

/// Gives an account a new password by a mailed link. Whoever was logged in no longer is, and a change of email that was under way and
/// an end that was set for the account are off: a stranger may have begun all three. The email is confirmed, since the link arrived
/// there; a link that went to an email which the account has no more is good for nothing.
pub(crate) async fn reset_password(
    app: &AppState,
    request: ResetPasswordRequest,
    address: IpAddr,
) -> Result<(), ApiError> {
    let token_hash = tokens::hash_token(&request.token);
    let now = app.now();
    // Hashing is dear, so nobody has it done without a link. A password that breaks a rule leaves the link good.
    let link = links::find(app.database.pool(), &token_hash, LinkPurpose::ResetPassword, now).await?;
    let account_id = link.ok_or(ErrorCode::LinkInvalid)?.account_id;
    let account = accounts::by_id(app.database.pool(), account_id).await?.ok_or(ErrorCode::LinkInvalid)?;
    let password = requirements::validate_new_password(
        &request.password,
        &account.first_name,
        &account.last_name,
        &account.email,
    )?;
    let password_hash = app.passwords.hash(password).await?;
    let mail_id = app.new_id();
    let ended = app
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
                mails::queue(connection, &mail, now).await?;
                logins::end_all(connection, account_id, None).await
            })
        })
        .await?;
    app.outbox.wake();
    ended.propagate(app, Some(address));
    security::log(SecurityEvent::PasswordReset, Some(address), Some(account_id));
    Ok(())
}

/// What became of a link that confirms an email.
enum ConfirmOutcome {
    /// The email is the account's.
    Confirmed,
    /// It has become the account's, in place of another.
    EmailReplaced(Id),
    /// Another account has got it meanwhile.
    EmailTaken,
    /// There is no such link, or the account wants another email by now.
    LinkInvalid,
}

/// Confirms the email that a link was mailed to. Where it is the one that is to replace the account's, it does.
pub(crate) async fn confirm_email(
    app: &AppState,
    request: ConfirmEmailRequest,
    address: IpAddr,
) -> Result<(), ApiError> {
    let token_hash = tokens::hash_token(&request.token);
    let (now, mail_id) = (app.now(), app.new_id());
    let confirmed = app
        .database
        .write(move |connection| {
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
                // An address that nobody has confirmed may be a stranger's, who has no part in this.
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
            app.outbox.wake();
            security::log(SecurityEvent::EmailChanged, Some(address), Some(account_id));
            Ok(())
        }
        ConfirmOutcome::EmailTaken => Err(ErrorCode::EmailTaken.into()),
        ConfirmOutcome::LinkInvalid => Err(ErrorCode::LinkInvalid.into()),
    }
}

/// Has a link mailed to the email that an account has yet to confirm. False where there is none.
pub(crate) async fn send_confirmation(app: &AppState, account: Actor, address: IpAddr) -> Result<bool, ApiError> {
    let emails =
        profile::emails(app.database.pool(), policy::owner_of(account)).await?.ok_or(ErrorCode::TokenInvalid)?;
    let recipient = match emails.pending_email {
        Some(pending) => pending,
        None if emails.is_verified => return Ok(false),
        None => emails.email,
    };
    let now = app.now();
    app.limits.mail(address, &Email::parse(&recipient)?, now)?;
    let mail = NewMail { id: app.new_id(), kind: MailKind::ConfirmEmail, recipient, account_id: Some(account.id) };
    mails::queue_in_own_transaction(app, mail, now).await?;
    Ok(true)
}

/// Ends every link of an account, and a change of its email that is under way. Who has just shown whose account it is may do so because
/// somebody else began them.
pub(crate) async fn revoke_pending_links(connection: &mut AnyConnection, account_id: Id) -> Result<(), ApiError> {
    profile::set_pending_email(connection, account_id, None).await?;
    links::end_all(connection, account_id, LinkPurpose::ResetPassword, None).await?;
    links::end_all(connection, account_id, LinkPurpose::ConfirmEmail, None).await
}
