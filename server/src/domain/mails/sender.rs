//! Sends what waits in the queue. Several servers may do so on one database: who has claimed a mail has it to themselves for a while,
//! and a mail is taken out of the queue only when it has been taken over. A crash in between sends it a second time, and never loses it.

use super::MailKind;
use super::outbox::SendError;
use super::prepare::{Ready, prepare};
use crate::Deps;
use crate::error::ApiError;
use crate::store::links as kept_links;
use crate::store::mails::{self, Due, Unread};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::time::Timestamp;
use futures_util::future::join_all;

/// How many mails are on their way at once.
const AT_ONCE: i64 = 4;

/// How long a claim lasts, in milliseconds: longer than sending can take.
const LEASE: i64 = 120_000;

/// How long a mail waits after its first failure, in milliseconds. It is twice as long after each further one.
const FIRST_WAIT: i64 = 10_000;

/// The longest that a mail waits between two tries, in milliseconds.
const LONGEST_WAIT: i64 = 60 * 60 * 1_000;

/// The age at which a mail that fails is given up, in milliseconds.
const GIVEN_UP_AFTER: i64 = 3 * 24 * 60 * 60 * 1_000;

/// A mail that was tried.
struct Tried {
    id: String,
    created_at: Timestamp,
    tries: i64,
}

impl From<&Due> for Tried {
    fn from(due: &Due) -> Self {
        Self { id: due.id.clone(), created_at: due.created_at, tries: due.tries }
    }
}

/// Sends all mails whose turn it is.
pub(crate) async fn send_due(deps: &Deps) -> Result<(), ApiError> {
    while !deps.outbox.is_closed() {
        let now = (deps.clock)();
        let leased_until = after(now, LEASE);
        let claimed = deps
            .database
            .write(move |connection| Box::pin(mails::claim(connection, now, leased_until, AT_ONCE)))
            .await?;
        if claimed.is_empty() {
            return Ok(());
        }
        let sent = join_all(claimed.into_iter().map(|due| async move {
            match due {
                Ok(due) => send(deps, due).await,
                // A newer server may know it.
                Err(Unread { id, created_at, tries, error }) => {
                    let error = SendError::Refused(format!("it cannot be read: {error:?}"));
                    failed(deps, Tried { id, created_at, tries }, None, &error).await
                }
            }
        }));
        sent.await.into_iter().collect::<Result<(), ApiError>>()?;
    }
    Ok(())
}

/// Sends one mail, unless its address has got as many as it may of late, and keeps what became of it.
async fn send(deps: &Deps, due: Due) -> Result<(), ApiError> {
    if due.kind == MailKind::Contact {
        // Those have a limit of their own, and take no place from mails that the host of the server waits for.
        return try_to_send(deps, due).await.map(|_| ());
    }
    let taken_at = (deps.clock)();
    if let Err(next_try_at) = deps.outbox.take_place(&due.recipient, taken_at) {
        tracing::info!(id = due.id, kind = ?due.kind, "a mail waits, since its address has got as many as it may within an hour");
        return deps
            .database
            .write(move |connection| {
                Box::pin(async move { mails::postpone(connection, &due.id, due.tries, next_try_at).await })
            })
            .await;
    }
    let recipient = due.recipient.clone();
    let is_sent = try_to_send(deps, due).await;
    if !matches!(is_sent, Ok(true)) {
        deps.outbox.give_place_back(&recipient, taken_at);
    }
    is_sent.map(|_| ())
}

/// Sends one mail, and keeps what became of it. False: it did not go.
async fn try_to_send(deps: &Deps, due: Due) -> Result<bool, ApiError> {
    let ready = match prepare(deps, &due).await {
        Ok(ready) => ready,
        // Its account went in this moment.
        Err(error) if error.code() == ErrorCode::TokenInvalid => None,
        Err(error) if error.code() == ErrorCode::Unavailable => return Err(error),
        Err(error) => {
            let error = SendError::Away(format!("it could not be written: {error:?}"));
            return failed(deps, Tried::from(&due), Some(due.kind), &error).await.map(|()| false);
        }
    };
    let Some(Ready { mail, link }) = ready else {
        return deps
            .database
            .write(move |connection| Box::pin(async move { mails::remove(connection, &due.id).await }))
            .await
            .map(|()| false);
    };
    let limit = deps.outbox.send_timeout();
    let outcome = tokio::time::timeout(limit, deps.outbox.transport().send(&mail))
        .await
        .unwrap_or_else(|_| Err(SendError::Away(format!("the mail server took longer than {limit:?}"))));
    if let Err(error) = outcome {
        return failed(deps, Tried::from(&due), Some(due.kind), &error).await.map(|()| false);
    }
    deps.database
        .write(move |connection| {
            Box::pin(async move {
                mails::remove(connection, &due.id).await?;
                // Only now, or a mail that fails would have ended the link of one that arrived.
                if let Some((account_id, purpose, token_hash)) = link {
                    kept_links::end_all(connection, account_id, purpose, Some(&token_hash)).await?;
                }
                Ok(true)
            })
        })
        .await
}

/// Puts a mail back after a failure, or gives it up.
async fn failed(deps: &Deps, tried: Tried, kind: Option<MailKind>, error: &SendError) -> Result<(), ApiError> {
    let now = (deps.clock)();
    let Tried { id, created_at, tries } = tried;
    let is_too_old = now.millis().saturating_sub(created_at.millis()) >= GIVEN_UP_AFTER;
    if is_too_old || matches!(error, SendError::Unsendable(_)) {
        tracing::error!(id, ?kind, tries, %error, "a mail is given up");
        return deps
            .database
            .write(move |connection| Box::pin(async move { mails::remove(connection, &id).await }))
            .await;
    }
    let wait = wait(tries, error);
    tracing::warn!(id, ?kind, tries, %error, wait_seconds = wait / 1_000, "a mail could not be sent; it is tried again");
    let next_try_at = after(now, wait);
    deps.database
        .write(move |connection| Box::pin(async move { mails::postpone(connection, &id, tries, next_try_at).await }))
        .await
}

/// How long a mail waits after a try, in milliseconds. Asking again soon helps nobody who was refused for good (RFC 5321, section
/// 4.2.1), but may be what a mail server answers whose settings are wrong today.
fn wait(tries: i64, error: &SendError) -> i64 {
    let doublings = tries.saturating_sub(1).clamp(0, 20);
    match error {
        SendError::Refused(_) | SendError::Unsendable(_) => LONGEST_WAIT,
        SendError::Away(_) => FIRST_WAIT.saturating_mul(1 << doublings).min(LONGEST_WAIT),
    }
}

fn after(now: Timestamp, milliseconds: i64) -> Timestamp {
    Timestamp::from_millis(now.millis().saturating_add(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::super::outbox::SEND_TIMEOUT;
    use super::*;

    #[test]
    fn waiting_doubles_from_ten_seconds_to_an_hour() {
        let away = SendError::Away(String::new());
        let waits: Vec<i64> = (1..=11).map(|tries| wait(tries, &away) / 1_000).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
        assert_eq!(wait(i64::MAX, &away), LONGEST_WAIT);
        assert_eq!(wait(1, &SendError::Refused(String::new())), LONGEST_WAIT);
    }

    #[test]
    fn a_claim_outlasts_the_sending() {
        assert!(u128::from(LEASE.unsigned_abs()) > SEND_TIMEOUT.as_millis());
    }
}
