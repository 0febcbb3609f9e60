//! Changes to a user's name and email address.

use super::{accounts, emails, policy};
use crate::error::DomainError;
use crate::members::touched_board_news;
use crate::services::{AccountDeps, ChangeDeps};
use core_wasm::protocol::account::{ChangeEmailRequest, ProfileRequest};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::User;
use core_wasm::protocol::id::Id;
use core_wasm::session::forms::parse_person_names;
use std::net::IpAddr;
use twentyfour_jobs::mails;
use twentyfour_model::Actor;
use twentyfour_model::{MailKind, NewMail};
use twentyfour_store::{accounts as account_rows, members, profile};

/// Changes the user's name and returns the user. The members of the user's shared boards see the new name at once.
///
/// # Errors
/// Returns a form error if a name is invalid, or an error if the database fails.
pub async fn rename(deps: &ChangeDeps, account: Actor, request: ProfileRequest) -> Result<User, DomainError> {
    let owner = policy::owner_of(account);
    let (first_name, last_name) = parse_person_names(&request.first_name, &request.last_name)?;
    deps.context
        .database
        .write_and_announce::<_, DomainError, _>(
            move |connection| {
                Box::pin(async move {
                    profile::rename(connection, owner, &first_name, &last_name).await?;
                    Ok(members::touch_shared_boards(connection, owner).await?)
                })
            },
            deps.live.announcer(move |boards: &Vec<(Id, i64)>| touched_board_news(account, boards)),
        )
        .await?;
    accounts::user(&deps.context, &deps.plans, account).await
}

/// Starts a change of the account's email address: mails a confirmation link to the new address, which replaces the
/// current one when the link is opened. Requesting the current address cancels a pending change.
///
/// # Errors
/// Returns `ErrorCode::EmailInvalid`, `ErrorCode::EmailTaken`, `ErrorCode::TooManyRequests`, or the errors of
/// [`accounts::reauthenticate`], or an error if the database fails.
pub async fn change_email(
    deps: &AccountDeps,
    account: Actor,
    request: ChangeEmailRequest,
    address: IpAddr,
) -> Result<(), DomainError> {
    let email = emails::parse(&request.email)?;
    let row = accounts::reauthenticate(deps, account, request.password).await?;
    if email.as_str() == row.email {
        return deps
            .context
            .database
            .write::<_, DomainError, _>(move |connection| {
                Box::pin(async move {
                    accounts::lock_verified(connection, account, &row).await?;
                    Ok(profile::set_pending_email(connection, row.id, None).await?)
                })
            })
            .await;
    }
    if account_rows::by_email(deps.context.database.pool(), &email).await?.is_some() {
        return Err(ErrorCode::EmailTaken.into());
    }
    let now = deps.context.now();
    deps.limits.mail(address, &email, now).await?;
    let recipient = email.as_str().to_owned();
    let mail = NewMail { id: deps.context.new_id(), kind: MailKind::ConfirmEmail, recipient, account_id: Some(row.id) };
    deps.context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                accounts::lock_verified(connection, account, &row).await?;
                profile::set_pending_email(connection, row.id, Some(email.as_str())).await?;
                Ok(mails::queue(connection, &mail, now).await?)
            })
        })
        .await?;
    deps.outbox.wake();
    Ok(())
}
