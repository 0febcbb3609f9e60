//! Messages from the contact form to the operator.

use super::mails::{self, MailKind, NewMail};
use super::{emails, honeypot};
use crate::AppState;
use crate::error::{ApiError, FieldErrors};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::ContactRequest;
use core_wasm::protocol::text::{ContactMessage, PersonName};
use std::net::IpAddr;

/// Queues a message for the operator. It is stored only until the mail is sent.
///
/// # Errors
/// Returns `ErrorCode::ContactOff` if no contact address is configured, the form errors if fields are invalid, or
/// `ErrorCode::TooManyRequests`, or an error if the database fails.
pub(crate) async fn send(app: &AppState, request: ContactRequest, address: IpAddr) -> Result<(), ApiError> {
    let recipient = app.contact_email.as_ref().ok_or(ErrorCode::ContactOff)?;
    let mut errors = FieldErrors::default();
    let name = errors.check(PersonName::parse(&request.name));
    let email = errors.check(emails::parse(&request.email));
    let message = errors.check(ContactMessage::parse(&request.message));
    let (Some(name), Some(email), Some(message)) = (name, email, message) else { return Err(errors.into()) };
    let now = app.now();
    app.limits.contact(address, now)?;
    if honeypot::is_filled(request.website.as_deref()) {
        return Ok(());
    }
    // Checked after the honeypot, so that spam bots cannot use up this limit.
    app.limits.contact_mail(now)?;
    let checked = ContactRequest {
        name: name.as_str().to_owned(),
        email: email.as_str().to_owned(),
        message: message.as_str().to_owned(),
        website: None,
    };
    let parameters = serde_json::to_string(&checked)
        .map_err(|error| ApiError::Internal(format!("cannot serialize the contact message: {error}")))?;
    let mail = NewMail {
        id: app.new_id(),
        kind: MailKind::Contact,
        recipient: recipient.as_str().to_owned(),
        account_id: None,
    };
    app.database
        .write(move |connection| {
            Box::pin(async move { mails::queue_with_parameters(connection, &mail, &parameters, now).await })
        })
        .await?;
    app.outbox.wake();
    Ok(())
}
