//! The waitlist.

use super::{emails, honeypot};
use crate::error::{DomainError, FieldErrors};
use crate::services::WaitlistDeps;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::WaitlistRequest;
use core_wasm::protocol::text::PersonName;
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::token;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::waitlist;

/// Adds a visitor to the waitlist and, if mail is configured, sends a confirmation. Repeated requests get the same
/// response, so that it does not reveal who is on the list: a mail is queued each time and dropped when sending if an
/// earlier one confirms the entry.
///
/// # Errors
/// Returns the form errors if fields are invalid, or `ErrorCode::TooManyRequests`, or an error if the database fails.
pub async fn join(deps: &WaitlistDeps, request: WaitlistRequest, address: IpAddr) -> Result<(), DomainError> {
    let mut errors = FieldErrors::default();
    let (name, email) = (errors.check(PersonName::parse(&request.name)), errors.check(emails::parse(&request.email)));
    let (Some(name), Some(email)) = (name, email) else { return Err(errors.into()) };
    let now = deps.context.now();
    deps.limits.waitlist(address, now).await?;
    if honeypot::is_filled(request.website.as_deref()) {
        return Ok(());
    }
    let mail = deps.sends_mail.then(|| NewMail {
        id: deps.context.new_id(),
        kind: MailKind::WaitlistJoined,
        recipient: email.as_str().to_owned(),
        account_id: None,
    });
    deps.context
        .database
        .write(move |connection| {
            Box::pin(async move {
                waitlist::insert(connection, &name, &email, mail.as_ref().map(|mail| mail.id), now).await?;
                match &mail {
                    Some(mail) => mails::queue(connection, mail, now).await,
                    None => Ok(()),
                }
            })
        })
        .await?;
    deps.outbox.wake();
    Ok(())
}

/// Removes the address with the token from the waitlist. Repeating it has no further effect.
///
/// # Errors
/// Returns `ErrorCode::LinkInvalid` if the token is unknown, or `ErrorCode::TooManyRequests`, or an error if the
/// database fails.
pub async fn leave(deps: &WaitlistDeps, token: &str, address: IpAddr) -> Result<(), DomainError> {
    deps.limits.leave_waitlist(address, deps.context.now()).await?;
    let token_hash = token::hash_token(token);
    let is_known = deps
        .context
        .database
        .write(move |connection| Box::pin(async move { waitlist::remove(connection, &token_hash).await }))
        .await?;
    if is_known { Ok(()) } else { Err(ErrorCode::LinkInvalid.into()) }
}
