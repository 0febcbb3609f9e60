//! The waitlist.

use super::mails::{self, MailKind, NewMail};
use super::{emails, honeypot, tokens};
use crate::error::{ApiError, FieldErrors};
use crate::store::waitlist;
use crate::{AppState, Database};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::WaitlistRequest;
use core_wasm::protocol::text::PersonName;
use std::net::IpAddr;

/// Adds a visitor to the waitlist and, if mail is configured, sends a confirmation. Repeated requests get the same
/// response, so that it does not reveal who is on the list: a mail is queued each time and dropped when sending if an
/// earlier one confirms the entry.
///
/// # Errors
/// Returns the form errors if fields are invalid, or `ErrorCode::TooManyRequests`, or an error if the database fails.
pub(crate) async fn join(app: &AppState, request: WaitlistRequest, address: IpAddr) -> Result<(), ApiError> {
    let mut errors = FieldErrors::default();
    let (name, email) = (errors.check(PersonName::parse(&request.name)), errors.check(emails::parse(&request.email)));
    let (Some(name), Some(email)) = (name, email) else { return Err(errors.into()) };
    let now = app.now();
    app.limits.waitlist(address, now)?;
    if honeypot::is_filled(request.website.as_deref()) {
        return Ok(());
    }
    let mail = app.features.mail.then(|| NewMail {
        id: app.new_id(),
        kind: MailKind::WaitlistJoined,
        recipient: email.as_str().to_owned(),
        account_id: None,
    });
    app.database
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
    app.outbox.wake();
    Ok(())
}

/// The URLs for leaving the waitlist.
pub(crate) struct UnsubscribeLinks {
    /// The page that asks for confirmation.
    pub(crate) page: String,
    /// The one-click URL for mail programs (RFC 8058).
    pub(crate) request: String,
}

/// Creates the unsubscribe links of an address, for the mail `mail_id`. Returns `None` if the address is not on the
/// waitlist or another mail confirms its entry. The links do not expire.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn create_unsubscribe_links(
    database: &Database,
    email: &str,
    mail_id: &str,
    public_url: &str,
) -> Result<Option<UnsubscribeLinks>, ApiError> {
    let token = tokens::random_token();
    let (token_hash, email, mail_id) = (tokens::hash_token(&token), email.to_owned(), mail_id.to_owned());
    let is_made = database
        .write(move |connection| {
            Box::pin(async move { waitlist::insert_link(connection, &token_hash, &email, &mail_id).await })
        })
        .await?;
    Ok(is_made.then(|| UnsubscribeLinks {
        page: format!("{public_url}/waitlist/leave?token={token}"),
        request: format!("{public_url}/api/leave-waitlist/{token}"),
    }))
}

/// Removes the address with the token from the waitlist. Repeating it has no further effect.
///
/// # Errors
/// Returns `ErrorCode::LinkInvalid` if the token is unknown, or `ErrorCode::TooManyRequests`, or an error if the
/// database fails.
pub(crate) async fn leave(app: &AppState, token: &str, address: IpAddr) -> Result<(), ApiError> {
    app.limits.leave_waitlist(address, app.now())?;
    let token_hash = tokens::hash_token(token);
    let is_known = app
        .database
        .write(move |connection| Box::pin(async move { waitlist::remove(connection, &token_hash).await }))
        .await?;
    if is_known { Ok(()) } else { Err(ErrorCode::LinkInvalid.into()) }
}
