//! Webhooks: where an account receives the events of its boards, by the specification Standard Webhooks 1.0.0. `events` makes
//! the deliveries in the transaction of a change, and `delivery` sends them.

mod delivery;
mod events;

pub use delivery::{DeliveryDeps, deliver_due};
pub(crate) use events::{Event, of_board, of_moved, of_op, of_session, save, save_of_account};

use crate::error::DomainError;
use crate::policy;
use crate::public_http::PublicHttp;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::webhook::{
    MAX_WEBHOOK_BOARDS, MAX_WEBHOOKS, Webhook, WebhookDeliveriesResponse, WebhookDisabled, WebhookEvent,
    WebhookRequest, WebhookResponse, WebhookSecretResponse, WebhooksResponse,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, new_webhook_secret};
use twentyfour_store::focus_days;
use twentyfour_store::webhooks::{self, WebhookKey};
use url::Url;

/// The time between two manual attempts of a delivery, in milliseconds.
const REDELIVERY_INTERVAL_MS: i64 = 60_000;

/// The dependencies of webhooks.
#[derive(Clone)]
pub struct Webhooks {
    context: Context,
    /// `None` if TLS is not available.
    http: Option<Arc<PublicHttp>>,
}

impl Webhooks {
    /// Makes the dependencies of a server.
    pub(crate) fn new(context: Context, http: Option<Arc<PublicHttp>>) -> Self {
        Self { context, http }
    }
}

/// What a webhook receives.
#[derive(Clone)]
struct Settings {
    url: Url,
    events: Vec<WebhookEvent>,
    board_ids: Option<Vec<Id>>,
    disabled: Option<WebhookDisabled>,
}

impl Settings {
    fn parse(deps: &Webhooks, request: WebhookRequest) -> Result<Self, DomainError> {
        let url = deps.http.as_ref().ok_or(ErrorCode::Unavailable)?.check_url(&request.url)?;
        let events: BTreeSet<WebhookEvent> = request.events.into_iter().collect();
        let board_ids = request.board_ids.map(|ids| ids.into_iter().collect::<BTreeSet<Id>>());
        if events.is_empty() {
            return Err(DomainError::with_detail(ErrorCode::BodyInvalid, "events: at least one"));
        }
        if board_ids.as_ref().is_some_and(|ids| !(1..=MAX_WEBHOOK_BOARDS).contains(&ids.len())) {
            let detail = format!("board_ids: 1 to {MAX_WEBHOOK_BOARDS}, or null");
            return Err(DomainError::with_detail(ErrorCode::BodyInvalid, detail));
        }
        Ok(Self {
            url,
            events: events.into_iter().collect(),
            board_ids: board_ids.map(|ids| ids.into_iter().collect()),
            disabled: (!request.is_enabled).then_some(WebhookDisabled::ByOwner),
        })
    }
}

/// Returns an account's webhooks, the oldest first.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(deps: &Webhooks, account: Actor) -> Result<WebhooksResponse, DomainError> {
    let webhooks = webhooks::list(deps.context.database.pool(), policy::owner_of(account)).await?;
    Ok(WebhooksResponse { webhooks })
}

/// Adds a webhook and returns it with its secret.
///
/// # Errors
/// Returns `ErrorCode::UrlInvalid` or `ErrorCode::BodyInvalid` if the request is invalid, `ErrorCode::WebhookLimit` if the account
/// has 20 webhooks already, or an error if the database fails.
pub async fn add(
    deps: &Webhooks,
    account: Actor,
    request: WebhookRequest,
) -> Result<WebhookSecretResponse, DomainError> {
    let Settings { url, events, board_ids, disabled } = Settings::parse(deps, request)?;
    let webhook = Webhook {
        id: deps.context.new_id(),
        url: url.into(),
        events,
        board_ids,
        disabled,
        earlier_secret_until: None,
        created_at: deps.context.now(),
    };
    let (owner, secret) = (policy::owner_of(account), new_webhook_secret());
    deps.context
        .database
        .write(move |connection| {
            Box::pin(async move {
                focus_days::lock_account(connection, owner).await?;
                if webhooks::list(&mut *connection, owner).await?.len() >= MAX_WEBHOOKS {
                    return Err(ErrorCode::WebhookLimit.into());
                }
                webhooks::insert(connection, owner, &webhook, &secret).await?;
                Ok::<_, DomainError>(WebhookSecretResponse { webhook, secret })
            })
        })
        .await
}

/// Changes a webhook. Turning it off cancels its waiting deliveries.
///
/// # Errors
/// Returns `ErrorCode::UrlInvalid` or `ErrorCode::BodyInvalid` if the request is invalid, `ErrorCode::NotFound` if the webhook
/// does not exist or belongs to another account, or an error if the database fails.
pub async fn update(
    deps: &Webhooks,
    account: Actor,
    id: Id,
    request: WebhookRequest,
) -> Result<WebhookResponse, DomainError> {
    let settings = Settings::parse(deps, request)?;
    let (key, pause_end) = (WebhookKey::new(policy::owner_of(account), id), longest_pause_end(deps));
    let update = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            let Settings { url, events, board_ids, disabled } = settings;
            webhooks::shorten_pause(connection, key, pause_end).await?;
            Ok(webhooks::update(connection, key, url.as_str(), &events, board_ids.as_deref(), disabled).await?)
        })
    });
    Ok(WebhookResponse { webhook: update.await?.ok_or(ErrorCode::NotFound)? })
}

/// Returns the latest end of a webhook's pause after its owner has changed it or sends an event again. No lease ends later, so two
/// servers never send to one webhook at the same time.
fn longest_pause_end(deps: &Webhooks) -> Timestamp {
    deps.context.now().plus_millis(delivery::LEASE_MS)
}

/// Removes a webhook with its deliveries.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the webhook does not exist or belongs to another account, or an error if the database fails.
pub async fn remove(deps: &Webhooks, account: Actor, id: Id) -> Result<(), DomainError> {
    let key = WebhookKey::new(policy::owner_of(account), id);
    let removed = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move { Ok(webhooks::remove(connection, key).await?) })
    });
    if removed.await? { Ok(()) } else { Err(ErrorCode::NotFound.into()) }
}

/// Replaces the secret of a webhook and returns the new one. The old one signs, too, for 24 hours.
///
/// # Errors
/// Returns the same errors as [`remove`].
pub async fn rotate_secret(deps: &Webhooks, account: Actor, id: Id) -> Result<WebhookSecretResponse, DomainError> {
    let key = WebhookKey::new(policy::owner_of(account), id);
    let (secret, until) = (new_webhook_secret(), deps.context.now().plus_millis(MILLIS_PER_DAY));
    let rotate = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            let webhook = webhooks::rotate_secret(connection, key, &secret, until).await?;
            Ok(webhook.map(|webhook| WebhookSecretResponse { webhook, secret }))
        })
    });
    rotate.await?.ok_or_else(|| ErrorCode::NotFound.into())
}

/// Returns the latest deliveries of a webhook, the latest first.
///
/// # Errors
/// Returns the same errors as [`remove`].
pub async fn deliveries(deps: &Webhooks, account: Actor, id: Id) -> Result<WebhookDeliveriesResponse, DomainError> {
    let key = WebhookKey::new(policy::owner_of(account), id);
    let mut connection = deps.context.database.snapshot().await?;
    let deliveries = webhooks::deliveries(&mut connection, key).await?;
    connection.commit().await?;
    Ok(WebhookDeliveriesResponse { deliveries: deliveries.ok_or(ErrorCode::NotFound)? })
}

/// Makes a delivery due again, also if it was delivered or the webhook is off. An event older than 24 hours gets one attempt, and
/// so does one of a webhook that is off.
///
/// # Errors
/// Returns `ErrorCode::TooManyRequests` if the last manual attempt was less than a minute ago, or the same errors as [`remove`].
pub async fn redeliver(deps: &Webhooks, account: Actor, id: Id, delivery_id: Id) -> Result<(), DomainError> {
    let (key, now) = (WebhookKey::new(policy::owner_of(account), id), deps.context.now());
    let (not_after, pause_end) = (now.plus_millis(-REDELIVERY_INTERVAL_MS), longest_pause_end(deps));
    let redeliver = deps.context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            webhooks::shorten_pause(connection, key, pause_end).await?;
            Ok(webhooks::redeliver(connection, key, delivery_id, now, not_after).await?)
        })
    });
    let redelivered_at = redeliver.await?.ok_or(ErrorCode::NotFound)?;
    let wait = redelivered_at.millis() - not_after.millis();
    if redelivered_at == now {
        return Ok(());
    }
    Err(DomainError::TooManyRequests {
        limit: "webhook redelivery",
        retry_after: wait.unsigned_abs().div_ceil(1_000).max(1),
    })
}
