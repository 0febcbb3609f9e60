//! Changes to a user's name and email address.

use super::mails::{self, MailKind, NewMail};
use super::{accounts, emails, policy};
use crate::AppState;
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::{accounts as account_rows, profile};
use core_wasm::protocol::account::{ChangeEmailRequest, ProfileRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::session::forms::parse_person_names;
use std::net::IpAddr;

/// Changes the user's name and returns the user.
///
/// # Errors
/// Returns a form error if a name is invalid, or an error if the database fails.
pub(crate) async fn rename(app: &AppState, account: Actor, request: ProfileRequest) -> Result<User, ApiError> {
    let owner = policy::owner_of(account);
    let (first_name, last_name) = parse_person_names(&request.first_name, &request.last_name)?;
    app.database
        .write(move |connection| {
            Box::pin(async move { profile::rename(connection, owner, &first_name, &last_name).await })
        })
        .await?;
    accounts::user(app, account).await
}

/// Starts a change of the account's email address: mails a confirmation link to the new address, which replaces the
/// current one when the link is opened. Requesting the current address cancels a pending change.
///
/// # Errors
/// Returns `ErrorCode::EmailInvalid`, `ErrorCode::EmailTaken`, `ErrorCode::TooManyRequests`, or the errors of
/// [`accounts::reauthenticate`], or an error if the database fails.
pub(crate) async fn change_email(
    app: &AppState,
    account: Actor,
    request: ChangeEmailRequest,
    address: IpAddr,
) -> Result<(), ApiError> {
    let email = emails::parse(&request.email)?;
    let row = accounts::reauthenticate(app, account, request.password).await?;
    if email.as_str() == row.email {
        return app
            .database
            .write(move |connection| {
                Box::pin(async move {
                    accounts::lock_verified(connection, account, &row).await?;
                    profile::set_pending_email(connection, row.id, None).await
                })
            })
            .await;
    }
    if account_rows::by_email(app.database.pool(), &email).await?.is_some() {
        return Err(ErrorCode::EmailTaken.into());
    }
    let now = app.now();
    app.limits.mail(address, &email, now)?;
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: app.new_id(), kind: MailKind::ConfirmEmail, recipient, account_id: Some(row.id) };
    app.database
        .write(move |connection| {
            Box::pin(async move {
                accounts::lock_verified(connection, account, &row).await?;
                profile::set_pending_email(connection, row.id, Some(email.as_str())).await?;
                mails::queue(connection, &mail, now).await
            })
        })
        .await?;
    app.outbox.wake();
    Ok(())
}
