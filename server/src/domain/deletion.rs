//! The end of an account: asked for, it comes after some days, in which the person may change their mind and everything works
//! as before.

use super::mails::{self, MailKind, NewMail};
use super::security::{self, SecurityEvent};
use super::{accounts, logins, policy};
use crate::error::ApiError;
use crate::extract::Actor;
use crate::store::{deletion, logins as login_rows};
use crate::{AppState, Database, Live};
use core_wasm::protocol::account::DELETE_AFTER_DAYS;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;
use std::net::IpAddr;

/// How long an account stays after its end was asked for, in milliseconds.
const RETENTION_MS: i64 = DELETE_AFTER_DAYS * 24 * 60 * 60 * 1_000;

/// Sets when the account goes, unless that is set already, and ends every other login of it. Logging in stays possible, for
/// whoever changes their mind.
pub(crate) async fn schedule(
    app: &AppState,
    account: Actor,
    password: String,
    address: IpAddr,
) -> Result<(), ApiError> {
    let row = accounts::reauthenticate(app, account, password).await?;
    let owner = policy::owner_of(account);
    let now = app.now();
    let delete_at = Timestamp::from_millis(now.millis().saturating_add(RETENTION_MS));
    let mail_id = app.new_id();
    let ended = app
        .database
        .write(move |connection| {
            Box::pin(async move {
                accounts::lock_verified(connection, account, &row).await?;
                if let Some(recipient) = deletion::schedule(connection, owner, delete_at).await? {
                    let kind = MailKind::AccountDeletion;
                    let mail = NewMail { id: mail_id, kind, recipient, account_id: Some(account.id) };
                    mails::queue(connection, &mail, now).await?;
                }
                logins::end_all(connection, account.id, Some(account.login_id)).await
            })
        })
        .await?;
    app.outbox.wake();
    security::log(SecurityEvent::DeletionRequested, Some(address), Some(account.id));
    ended.propagate(app, Some(address));
    Ok(())
}

/// Lets the account stay.
pub(crate) async fn cancel(app: &AppState, account: Actor, address: IpAddr) -> Result<(), ApiError> {
    let owner = policy::owner_of(account);
    let cancelled_date = app
        .database
        .write(move |connection| Box::pin(async move { deletion::cancel(connection, owner).await }))
        .await?;
    // An account that is gone has tokens that are worth nothing.
    if cancelled_date.ok_or(ErrorCode::TokenInvalid)?.is_some() {
        security::log(SecurityEvent::DeletionCancelled, Some(address), Some(account.id));
    }
    Ok(())
}

/// Removes for good the accounts whose time is over, each in a transaction of its own. One that cannot be removed does not
/// keep the others; the error is that of the last one.
pub(crate) async fn purge(database: &Database, live: &Live, now: Timestamp) -> Result<(), ApiError> {
    let mut outcome = Ok(());
    for account_id in deletion::due(database.pool(), now).await? {
        match database.write(move |connection| Box::pin(remove_due(connection, account_id, now))).await {
            Ok(Some(login_ids)) => {
                live.hub().end_logins(&login_ids);
                security::log(SecurityEvent::AccountDeleted, None, Some(account_id));
            }
            Ok(None) => {}
            Err(error) => outcome = Err(error),
        }
    }
    outcome
}

/// Removes an account whose time is over still, and tells which logins it had.
async fn remove_due(
    connection: &mut AnyConnection,
    account_id: Id,
    now: Timestamp,
) -> Result<Option<Vec<Id>>, ApiError> {
    if !deletion::lock_due(connection, account_id, now).await? {
        return Ok(None);
    }
    let login_ids = login_rows::remove_all(connection, account_id, None).await?;
    deletion::remove(connection, account_id).await?;
    Ok(Some(login_ids))
}
