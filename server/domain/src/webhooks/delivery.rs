//! Sends the waiting deliveries. Several servers may share one database: a server leases a webhook while it sends its
//! deliveries, one at a time. If it crashes after the address has accepted one, another server sends that again, with the same
//! id.

use crate::error::DomainError;
use crate::public_http::{PublicHttp, PublicHttpError, PublicResponse, RequestLimits, host_of};
use crate::services::Context;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::webhook::{WebhookAttempt, WebhookDisabled, WebhookError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use std::sync::Arc;
use std::time::{Duration, Instant};
use twentyfour_jobs::mails::{self, Outbox, WebhookDisabledMail};
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::token::random_bytes;
use twentyfour_model::{MailKind, NewMail, sign_webhook};
use twentyfour_store::webhooks::{self, AttemptOutcome, DueDelivery, Failure, WebhookKey};
use url::Url;

/// The maximum number of webhooks to which this server delivers at once.
const MAX_CONCURRENT: usize = 16;

/// How often webhooks are looked for while others are being served.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The maximum number of deliveries of a webhook before others have their turn.
const DELIVERIES_PER_LEASE: usize = 20;

/// How long a lease on a webhook lasts, in milliseconds. Longer than an attempt can take.
pub(super) const LEASE_MS: i64 = 60_000;

/// The limits of an attempt.
const LIMITS: RequestLimits = RequestLimits { time: Duration::from_secs(15), bytes: 1_024 };

/// The delays after each failure, in milliseconds. The last one repeats.
const BACKOFF_MS: [i64; 7] = [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 14_400_000, 28_800_000];

/// The age at which a failing delivery is given up, in milliseconds. The last attempt begins then.
const MAX_AGE_MS: i64 = MILLIS_PER_DAY;

/// How long a webhook is left alone after a failure, in milliseconds, unless its response asks for more.
const PAUSE_MS: i64 = 5_000;

/// The longest pause that a response can ask for, in milliseconds.
const MAX_PAUSE_MS: i64 = 60 * 60 * 1_000;

/// How long all attempts of a webhook may fail, in milliseconds. After this time, it is turned off when the attempts of a second
/// event fail, or all attempts of one event, so that a single failure of a rarely used webhook does not turn it off.
const MAX_FAILING_MS: i64 = 3 * MILLIS_PER_DAY;

/// The number of attempts that are shown.
const SHOWN_ATTEMPTS: usize = 20;

/// The dependencies of deliveries.
#[derive(Clone)]
pub struct DeliveryDeps {
    /// The database and the clock.
    pub context: Context,
    /// The client.
    pub http: Arc<PublicHttp>,
    /// The mails to owners of webhooks.
    pub outbox: Outbox,
}

/// Sends all due deliveries.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn deliver_due(deps: &DeliveryDeps) -> Result<(), DomainError> {
    let mut running = FuturesUnordered::new();
    loop {
        let free = i64::try_from(MAX_CONCURRENT - running.len()).unwrap_or_default();
        if free > 0 {
            let (now, leased_until) = (deps.context.now(), deps.context.now().plus_millis(LEASE_MS));
            let lease = deps.context.database.write::<_, DomainError, _>(move |connection| {
                Box::pin(async move { Ok(webhooks::lease(connection, now, leased_until, free).await?) })
            });
            running.extend(lease.await?.into_iter().map(|key| serve(deps, key)));
        }
        // A slow webhook does not delay others, which are looked for meanwhile.
        match tokio::time::timeout(POLL_INTERVAL, running.next()).await {
            Ok(None) => return Ok(()),
            // It is served again when its lease has ended. The deliveries of the others go on.
            Ok(Some(Err(error))) => tracing::warn!(%error, "cannot send the events of a webhook, retrying"),
            Ok(Some(Ok(()))) | Err(_) => {}
        }
    }
}

/// Sends the due deliveries of a leased webhook, until one fails.
async fn serve(deps: &DeliveryDeps, key: WebhookKey) -> Result<(), DomainError> {
    let mut pause_ms = 0;
    for _ in 0..DELIVERIES_PER_LEASE {
        let (now, leased_until) = (deps.context.now(), deps.context.now().plus_millis(LEASE_MS));
        let begin = deps.context.database.write::<_, DomainError, _>(move |connection| {
            Box::pin(async move { Ok(webhooks::begin_attempt(connection, key, now, leased_until).await?) })
        });
        let Some(due) = begin.await? else { break };
        let attempt = attempt(deps, &due, now).await;
        pause_ms = attempt.pause_ms;
        save(deps, key, due, attempt).await?;
        if pause_ms > 0 {
            break;
        }
    }
    let free_at = deps.context.now().plus_millis(pause_ms);
    let release = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move { Ok(webhooks::release(connection, key, free_at).await?) })
    });
    release.await
}

/// An attempt that is over.
struct Attempt {
    shown: WebhookAttempt,
    response: Option<String>,
    /// How long the webhook is left alone; 0 after a success.
    pause_ms: i64,
}

impl Attempt {
    fn is_delivered(&self) -> bool {
        self.pause_ms == 0
    }

    fn is_gone(&self) -> bool {
        self.shown.status == Some(StatusCode::GONE.as_u16())
    }
}

async fn attempt(deps: &DeliveryDeps, due: &DueDelivery, now: Timestamp) -> Attempt {
    let began = Instant::now();
    let outcome = send(deps, due, now).await;
    let duration_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    match outcome {
        Ok(response) => Attempt {
            pause_ms: if response.status.is_success() { 0 } else { pause_after(&response) },
            shown: WebhookAttempt { at: now, duration_ms, status: Some(response.status.as_u16()), error: None },
            // A database cannot store NUL characters.
            response: Some(String::from_utf8_lossy(&response.body).replace('\0', "\u{fffd}")),
        },
        Err(error) => {
            let error = match error {
                PublicHttpError::NotPublic => WebhookError::NotPublic,
                PublicHttpError::TimedOut => WebhookError::TimedOut,
                PublicHttpError::Unreachable => WebhookError::Unreachable,
            };
            let shown = WebhookAttempt { at: now, duration_ms, status: None, error: Some(error) };
            Attempt { shown, response: None, pause_ms: PAUSE_MS }
        }
    }
}

async fn send(deps: &DeliveryDeps, due: &DueDelivery, now: Timestamp) -> Result<PublicResponse, PublicHttpError> {
    let url = Url::parse(&due.url).map_err(|_| PublicHttpError::Unreachable)?;
    let earlier = due.earlier_secret.as_ref().filter(|(_, until)| *until > now);
    let secrets = std::iter::once(&due.secret).chain(earlier.map(|(secret, _)| secret));
    let seconds = now.millis() / 1_000;
    let signature = sign_webhook(secrets.map(String::as_str), due.id, seconds, &due.body);
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (HeaderName::from_static("webhook-id"), due.id.to_string()),
        (HeaderName::from_static("webhook-timestamp"), seconds.to_string()),
        (HeaderName::from_static("webhook-signature"), signature),
    ];
    let headers: HeaderMap =
        headers.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?))).collect();
    deps.http.post(&url, headers, due.body.clone().into_bytes(), LIMITS).await
}

/// Returns how long a webhook is left alone after a response that is not a success.
fn pause_after(response: &PublicResponse) -> i64 {
    let seconds = response.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse::<i64>().ok());
    seconds.map_or(PAUSE_MS, |seconds| seconds.saturating_mul(1_000).clamp(PAUSE_MS, MAX_PAUSE_MS))
}

/// Saves an attempt, and turns the webhook off if its address is gone or has failed for too long.
async fn save(deps: &DeliveryDeps, key: WebhookKey, due: DueDelivery, attempt: Attempt) -> Result<(), DomainError> {
    let (now, mail_id, host) = (deps.context.now(), deps.context.new_id(), host_of(&due.url));
    let (is_delivered, is_gone) = (attempt.is_delivered(), attempt.is_gone());
    let next_try_at = if is_delivered { None } else { next_attempt(due.created_at, due.tries, now, random_share()) };
    let mut attempts = due.attempts;
    attempts.push(attempt.shown);
    attempts.drain(..attempts.len().saturating_sub(SHOWN_ATTEMPTS));
    let has_failed_throughout = has_failed_throughout(&attempts, due.created_at, now);
    let outcome = AttemptOutcome { url: due.url, attempts, response: attempt.response, is_delivered, next_try_at };
    let (id, tries, lasting_since) = (due.id, due.tries, now.plus_millis(-MAX_FAILING_MS));
    let is_disabled = deps
        .context
        .database
        .write::<_, DomainError, _>(move |connection| {
            Box::pin(async move {
                let failure = webhooks::end_attempt(connection, key, id, tries, &outcome, (now, lasting_since)).await?;
                let reason = match failure {
                    Some(_) if is_gone => WebhookDisabled::Gone,
                    Some(Failure::Lasting { first_id }) if first_id != id || has_failed_throughout => {
                        WebhookDisabled::Failing
                    }
                    _ => return Ok(false),
                };
                let Some(recipient) = webhooks::disable(connection, key, reason).await? else { return Ok(false) };
                let account_id = Some(key.account_id());
                let mail = NewMail { id: mail_id, kind: MailKind::WebhookDisabled, recipient, account_id };
                let parameters = WebhookDisabledMail { host, is_gone };
                mails::queue_with_parameters(connection, &mail, &parameters, now).await?;
                Ok(true)
            })
        })
        .await?;
    if is_disabled {
        tracing::info!(webhook = %key.id(), is_gone, "webhook turned off, its address does not accept events");
        deps.outbox.wake();
    }
    Ok(())
}

/// Returns whether all attempts of an event have failed for 24 hours.
fn has_failed_throughout(attempts: &[WebhookAttempt], created_at: Timestamp, now: Timestamp) -> bool {
    let has_succeeded = |attempt: &WebhookAttempt| attempt.status.is_some_and(|status| (200..300).contains(&status));
    attempts.len() > 1 && !attempts.iter().any(has_succeeded) && now >= created_at.plus_millis(MAX_AGE_MS)
}

/// Returns a random number from 0 to 1.
fn random_share() -> f64 {
    f64::from(u16::from_be_bytes(random_bytes())) / f64::from(u16::MAX)
}

/// Returns when the attempt after number `tries` begins: the delay of the schedule, 20 % shorter to 20 % longer by `share` from 0 to
/// 1, but not after the last attempt at the age of 24 hours. Returns `None` if that was this one.
fn next_attempt(created_at: Timestamp, tries: i64, now: Timestamp, share: f64) -> Option<Timestamp> {
    let last = created_at.plus_millis(MAX_AGE_MS);
    let step = usize::try_from(tries.saturating_sub(1)).unwrap_or_default().min(BACKOFF_MS.len() - 1);
    let delay = BACKOFF_MS[step];
    let jittered = delay * 4 / 5 + (delay as f64 * 0.4 * share) as i64;
    (now < last).then(|| now.plus_millis(jittered).min(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_back_off_until_24_h_after_the_event() {
        let created_at = Timestamp::from_millis(0);
        for (share, longest) in [(0.0, false), (1.0, true)] {
            let (mut now, mut tries, mut delays) = (created_at, 1, Vec::new());
            while let Some(next) = next_attempt(created_at, tries, now, share) {
                delays.push((next.millis() - now.millis()) / 1_000);
                (now, tries) = (next, tries + 1);
            }
            let expected: &[i64] = match longest {
                false => &[4, 48, 240, 1_440, 5_760, 11_520, 23_040, 23_040, 21_308],
                true => &[6, 72, 360, 2_160, 8_640, 17_280, 34_560, 23_322],
            };
            assert_eq!((delays.as_slice(), now.millis()), (expected, MAX_AGE_MS));
        }
    }

    #[test]
    fn lease_is_longer_than_an_attempt() {
        assert!(u128::from(LEASE_MS.unsigned_abs()) > 2 * LIMITS.time.as_millis());
    }
}
