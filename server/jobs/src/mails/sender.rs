//! Sends the queued mails. Several servers may share one database: a server claims a mail with a lease, which it extends right
//! before it connects to the mail server, and a mail leaves the queue only after the mail server has accepted it. If a server
//! crashes, or is paused for the whole lease, in between, a mail may be sent twice but is never lost.

use super::MailDeps;
use super::outbox::SendError;
use super::render::{RenderedMail, SentLink, render};
use core_wasm::protocol::time::Timestamp;
use futures_util::future::join_all;
use tracing::Instrument;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{MailKind, TRACES};
use twentyfour_store::StoreError;
use twentyfour_store::links as link_rows;
use twentyfour_store::mails::{self, DueMail, UnreadableMail};

/// The maximum number of mails being sent at once.
const MAX_CONCURRENT_SENDS: i64 = 4;

/// How long a lease on a mail lasts, in milliseconds. Longer than sending can take.
pub const LEASE_MS: i64 = 120_000;

/// The delay after the first failure, in milliseconds. It doubles after each further one.
const INITIAL_BACKOFF_MS: i64 = 10_000;

/// The maximum delay between two attempts, in milliseconds.
const MAX_BACKOFF_MS: i64 = 60 * 60 * 1_000;

/// The age at which a failing mail is given up, in milliseconds.
const MAX_AGE_MS: i64 = 3 * MILLIS_PER_DAY;

/// The fields of a mail that a failed attempt needs.
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

/// Sends all due mails.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn send_due(deps: &MailDeps) -> Result<(), StoreError> {
    while !deps.outbox.is_closed() {
        let now = (deps.clock)();
        let leased_until = now.plus_millis(LEASE_MS);
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
                // A newer server may be able to read it.
                Err(UnreadableMail { id, created_at, tries, error }) => {
                    let error = SendError::PermanentFailure(format!("unreadable mail: {error}"));
                    handle_failure(deps, FailedMail { id, created_at, tries }, None, &error).await
                }
            }
        }));
        sent.await.into_iter().collect::<Result<(), StoreError>>()?;
    }
    Ok(())
}

/// Sends one mail and records the outcome. If its recipient has reached the hourly quota, postpones it instead.
async fn send(deps: &MailDeps, due: DueMail) -> Result<(), StoreError> {
    if due.kind == MailKind::Contact {
        // Contact messages have their own rate limit, and must not use up the quota of other mails to the operator.
        return deliver(deps, due).await.map(|_| ());
    }
    let acquired_at = (deps.clock)();
    if let Err(next_try_at) = deps.outbox.acquire_quota(&deps.database, &due.recipient, acquired_at).await? {
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
        let released = deps.outbox.release_quota(&deps.database, &recipient, acquired_at).await;
        if let Err(error) = &released {
            tracing::warn!(%error, "cannot release the recipient limit of a mail that was not sent");
        }
        // The first error is the one to fix.
        return is_sent.and(released);
    }
    Ok(())
}

/// Sends one mail and records the outcome. Returns false if it was not sent.
async fn deliver(deps: &MailDeps, due: DueMail) -> Result<bool, StoreError> {
    let rendered = match render(deps, &due).await {
        Ok(rendered) => rendered,
        // The account was deleted in the meantime.
        Err(StoreError::AccountMissing) => None,
        Err(error) if error.is_unavailable() => return Err(error),
        Err(error) => {
            let error = SendError::TransientFailure(format!("cannot render the mail: {error}"));
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
    let (id, tries, leased_until) = (due.id.clone(), due.tries, (deps.clock)().plus_millis(LEASE_MS));
    let is_leased = deps.database.write(move |connection| {
        Box::pin(async move { mails::extend_lease(connection, &id, tries, leased_until).await })
    });
    if !is_leased.await? {
        // This server was paused for longer than its lease. Another one has claimed the mail, and may have sent it.
        return Ok(false);
    }
    let limit = deps.outbox.send_timeout();
    let span = tracing::info_span!(
        target: TRACES,
        parent: None,
        "mail",
        otel.kind = "client",
        otel.status_code = tracing::field::Empty,
        kind = ?due.kind,
    );
    let outcome = tokio::time::timeout(limit, deps.outbox.transport().send(&mail).instrument(span.clone()))
        .await
        .unwrap_or_else(|_| Err(SendError::TransientFailure(format!("mail server timed out after {limit:?}"))));
    if let Err(error) = outcome {
        span.record("otel.status_code", "ERROR");
        return handle_failure(deps, FailedMail::from(&due), Some(due.kind), &error).await.map(|()| false);
    }
    deps.database
        .write(move |connection| {
            Box::pin(async move {
                mails::remove(connection, &due.id).await?;
                // Earlier links are invalidated only now, because a failed mail must not invalidate the link of an
                // earlier one.
                if let Some(SentLink { account_id, purpose, token_hash }) = link {
                    link_rows::end_all(connection, account_id, purpose, Some(&token_hash)).await?;
                }
                Ok(true)
            })
        })
        .await
}

/// Postpones a mail after a failure, or gives it up.
async fn handle_failure(
    deps: &MailDeps,
    failed_mail: FailedMail,
    kind: Option<MailKind>,
    error: &SendError,
) -> Result<(), StoreError> {
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
    let next_try_at = now.plus_millis(wait);
    deps.database
        .write(move |connection| Box::pin(async move { mails::postpone(connection, &id, tries, next_try_at).await }))
        .await
}

/// Returns the delay after an attempt, in milliseconds. A permanent failure (RFC 5321, section 4.2.1) gets the maximum
/// delay; it is retried because the cause may be a misconfigured mail server.
fn backoff(tries: i64, error: &SendError) -> i64 {
    let doublings = tries.saturating_sub(1).clamp(0, 20);
    match error {
        SendError::PermanentFailure(_) | SendError::Unaddressable(_) => MAX_BACKOFF_MS,
        SendError::TransientFailure(_) => INITIAL_BACKOFF_MS.saturating_mul(1 << doublings).min(MAX_BACKOFF_MS),
    }
}

#[cfg(test)]
mod tests {
    use super::super::outbox::SEND_TIMEOUT;
    use super::*;

    #[test]
    fn backoff_doubles_from_10_s_to_1_h() {
        let transient = SendError::TransientFailure(String::new());
        let delays: Vec<i64> = (1..=11).map(|tries| backoff(tries, &transient) / 1_000).collect();
        assert_eq!(delays, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
        assert_eq!(backoff(i64::MAX, &transient), MAX_BACKOFF_MS);
        assert_eq!(backoff(1, &SendError::PermanentFailure(String::new())), MAX_BACKOFF_MS);
    }

    #[test]
    fn lease_is_longer_than_the_send_timeout() {
        assert!(u128::from(LEASE_MS.unsigned_abs()) > SEND_TIMEOUT.as_millis());
    }
}
