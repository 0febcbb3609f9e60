//! Sends what waits in the queue. Several servers may do so on one database: who has claimed a mail has it to themselves for a while,
//! and a mail is taken out of the queue only when it has been taken over. A crash in between sends it a second time, and never loses it.

use super::MailKind;
use super::outbox::SendError;
use super::render::{RenderedMail, render};
use crate::Deps;
use crate::error::ApiError;
use crate::store::links as kept_links;
use crate::store::mails::{self, DueMail, UnreadableMail};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::time::Timestamp;
use futures_util::future::join_all;

/// How many mails are on their way at once.
const MAX_CONCURRENT_SENDS: i64 = 4;

/// How long a claim lasts, in milliseconds: longer than sending can take.
const LEASE_MS: i64 = 120_000;

/// How long a mail waits after its first failure, in milliseconds. It is twice as long after each further one.
const INITIAL_BACKOFF_MS: i64 = 10_000;

/// The longest that a mail waits between two tries, in milliseconds.
const MAX_BACKOFF_MS: i64 = 60 * 60 * 1_000;

/// The age at which a mail that fails is given up, in milliseconds.
const MAX_AGE_MS: i64 = 3 * 24 * 60 * 60 * 1_000;

/// A mail that was tried.
struct FailedMail {
    id: String,
    created_at: Timestamp,
    tries: i64,
}

impl From<&DueMail> for FailedMail {
    fn from(due: &DueMail) -> Self {
        Self { id: due.id.clone(), created_at: due.created_at, tries: due.tries }
    }
}

/// Sends all mails whose turn it is.
pub(crate) async fn send_due(deps: &Deps) -> Result<(), ApiError> {
    while !deps.outbox.is_closed() {
        let now = (deps.clock)();
        let leased_until = after(now, LEASE_MS);
        let claimed = deps
            .database
            .write(move |connection| Box::pin(mails::claim(connection, now, leased_until, MAX_CONCURRENT_SENDS)))
            .await?;
        if claimed.is_empty() {
            return Ok(());
        }
        let sent = join_all(claimed.into_iter().map(|due| async move {
            match due {
                Ok(due) => send(deps, due).await,
                // A newer server may know it.
                Err(UnreadableMail { id, created_at, tries, error }) => {
                    let error = SendError::PermanentFailure(format!("unreadable mail: {error:?}"));
                    handle_failure(deps, FailedMail { id, created_at, tries }, None, &error).await
                }
            }
        }));
        sent.await.into_iter().collect::<Result<(), ApiError>>()?;
    }
    Ok(())
}

/// Sends one mail, unless its address has got as many as it may of late, and keeps what became of it.
async fn send(deps: &Deps, due: DueMail) -> Result<(), ApiError> {
    if due.kind == MailKind::Contact {
        // Those have a limit of their own, and take no place from mails that the host of the server waits for.
        return deliver(deps, due).await.map(|_| ());
    }
    let acquired_at = (deps.clock)();
    if let Err(next_try_at) = deps.outbox.acquire_quota(&due.recipient, acquired_at) {
        tracing::info!(id = due.id, kind = ?due.kind, %next_try_at, "mail delayed by the recipient limit");
        return deps
            .database
            .write(move |connection| {
                Box::pin(async move { mails::postpone(connection, &due.id, due.tries, next_try_at).await })
            })
            .await;
    }
    let recipient = due.recipient.clone();
    let is_sent = deliver(deps, due).await;
    if !matches!(is_sent, Ok(true)) {
        deps.outbox.release_quota(&recipient, acquired_at);
    }
    is_sent.map(|_| ())
}

/// Sends one mail, and keeps what became of it. False: it did not go.
async fn deliver(deps: &Deps, due: DueMail) -> Result<bool, ApiError> {
    let rendered = match render(deps, &due).await {
        Ok(rendered) => rendered,
        // Its account went in this moment.
        Err(error) if error.code() == ErrorCode::TokenInvalid => None,
        Err(error) if error.code() == ErrorCode::Unavailable => return Err(error),
        Err(error) => {
            let error = SendError::TransientFailure(format!("cannot render the mail: {error:?}"));
            return handle_failure(deps, FailedMail::from(&due), Some(due.kind), &error).await.map(|()| false);
        }
    };
    let Some(RenderedMail { mail, link }) = rendered else {
        return deps
            .database
            .write(move |connection| Box::pin(async move { mails::remove(connection, &due.id).await }))
            .await
            .map(|()| false);
    };
    let limit = deps.outbox.send_timeout();
    let outcome = tokio::time::timeout(limit, deps.outbox.transport().send(&mail))
        .await
        .unwrap_or_else(|_| Err(SendError::TransientFailure(format!("mail server timed out after {limit:?}"))));
    if let Err(error) = outcome {
        return handle_failure(deps, FailedMail::from(&due), Some(due.kind), &error).await.map(|()| false);
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
async fn handle_failure(
    deps: &Deps,
    failed_mail: FailedMail,
    kind: Option<MailKind>,
    error: &SendError,
) -> Result<(), ApiError> {
    let now = (deps.clock)();
    let FailedMail { id, created_at, tries } = failed_mail;
    let is_too_old = now.millis().saturating_sub(created_at.millis()) >= MAX_AGE_MS;
    if is_too_old || matches!(error, SendError::Unaddressable(_)) {
        tracing::error!(id, ?kind, attempt = tries, %error, "mail delivery failed, giving up");
        return deps
            .database
            .write(move |connection| Box::pin(async move { mails::remove(connection, &id).await }))
            .await;
    }
    let wait = backoff(tries, error);
    tracing::warn!(id, ?kind, attempt = tries, %error, next_in = format!("{}s", wait / 1_000), "mail delivery failed, retrying");
    let next_try_at = after(now, wait);
    deps.database
        .write(move |connection| Box::pin(async move { mails::postpone(connection, &id, tries, next_try_at).await }))
        .await
}

/// How long a mail waits after a try, in milliseconds. Asking again soon helps nobody who was refused for good (RFC 5321, section
/// 4.2.1), but may be what a mail server answers whose settings are wrong today.
fn backoff(tries: i64, error: &SendError) -> i64 {
    let doublings = tries.saturating_sub(1).clamp(0, 20);
    match error {
        SendError::PermanentFailure(_) | SendError::Unaddressable(_) => MAX_BACKOFF_MS,
        SendError::TransientFailure(_) => INITIAL_BACKOFF_MS.saturating_mul(1 << doublings).min(MAX_BACKOFF_MS),
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
    fn backoff_doubles_from_10_s_to_1_h() {
        let transient = SendError::TransientFailure(String::new());
        let waits: Vec<i64> = (1..=11).map(|tries| backoff(tries, &transient) / 1_000).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
        assert_eq!(backoff(i64::MAX, &transient), MAX_BACKOFF_MS);
        assert_eq!(backoff(1, &SendError::PermanentFailure(String::new())), MAX_BACKOFF_MS);
    }

    #[test]
    fn lease_is_longer_than_the_send_timeout() {
        assert!(u128::from(LEASE_MS.unsigned_abs()) > SEND_TIMEOUT.as_millis());
    }
}
