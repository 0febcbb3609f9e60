//! Messages from the contact form to the operator.

use super::{emails, honeypot};
use crate::error::{DomainError, FieldErrors};
use crate::services::ContactDeps;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::text::{ContactMessage, PersonName};
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::{MailKind, NewMail};

/// Queues a message for the operator. It is stored only until the mail is sent.
///
/// # Errors
/// Returns `ErrorCode::ContactOff` if no contact address is configured, the form errors if fields are invalid, or
/// `ErrorCode::TooManyRequests`, or an error if the database fails.
pub async fn send(deps: &ContactDeps, request: ContactRequest, address: IpAddr) -> Result<(), DomainError> {
    let recipient = deps.recipient.as_ref().ok_or(ErrorCode::ContactOff)?;
    let mut errors = FieldErrors::default();
    let name = errors.check(PersonName::parse(&request.name));
    let email = errors.check(emails::parse(&request.email));
    let message = errors.check(ContactMessage::parse(&request.message));
    let (Some(name), Some(email), Some(message)) = (name, email, message) else { return Err(errors.into()) };
    let now = deps.context.now();
    deps.limits.contact(address, now).await?;
    if honeypot::is_filled(request.website.as_deref()) {
        return Ok(());
    }
    // Checked after the honeypot, so that spam bots cannot use up this limit.
    deps.limits.contact_mail(now).await?;
    let checked = ContactRequest {
        name: name.as_str().to_owned(),
        email: email.as_str().to_owned(),
        message: message.as_str().to_owned(),
        website: None,
    };
    let mail = NewMail {
        id: deps.context.new_id(),
        kind: MailKind::Contact,
        recipient: recipient.as_str().to_owned(),
        account_id: None,
    };
    deps.context
        .database
        .write(move |connection| {
            Box::pin(async move { mails::queue_with_parameters(connection, &mail, &checked, now).await })
        })
        .await?;
    deps.outbox.wake();
    Ok(())
}
