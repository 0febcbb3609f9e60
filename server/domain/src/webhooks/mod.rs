//! Webhooks: where an account receives the events of its boards, by the specification Standard Webhooks 1.0.0. `events` makes
//! the deliveries in the transaction of a change, and `delivery` sends them. `verified_change` is about changes that need
//! the password.

mod delivery;
mod events;
mod verified_change;

pub use delivery::{DeliveryDeps, deliver_due};
pub(crate) use events::{Event, of_board, of_moved, of_op, of_session, save, save_of_account};

use crate::error::DomainError;
use crate::own_actions::OwnAction;
use crate::policy;
use crate::public_http::PublicHttp;
use crate::security::{self, SecurityEvent};
use crate::services::AccountDeps;
use core_wasm::protocol::admin::AuditAction;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use core_wasm::protocol::webhook::{
    MAX_WEBHOOK_BOARDS, MAX_WEBHOOKS, Webhook, WebhookDeliveriesResponse, WebhookDisabled, WebhookEvent,
    WebhookRequest, WebhookResponse, WebhookSecretResponse, WebhooksResponse,
};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use twentyfour_jobs::mails::WebhookChange;
use twentyfour_model::clock::MILLIS_PER_DAY;
use twentyfour_model::{Actor, new_webhook_secret};
use twentyfour_store::accounts as account_rows;
use twentyfour_store::webhooks::{self, WebhookKey};
use url::Url;
use verified_change::VerifiedChange;

/// The time between two manual attempts of a delivery, in milliseconds.
const REDELIVERY_INTERVAL_MS: i64 = 60_000;

/// The dependencies of webhooks.
#[derive(Clone)]
pub struct Webhooks {
    accounts: AccountDeps,
    /// `None` if TLS is not available.
    http: Option<Arc<PublicHttp>>,
}

impl Webhooks {
    /// Makes the dependencies of a server.
    pub(crate) fn new(accounts: AccountDeps, http: Option<Arc<PublicHttp>>) -> Self {
        Self { accounts, http }
    }
}

/// What a webhook receives.
#[derive(Clone)]
struct Settings {
    url: Url,
    events: Vec<WebhookEvent>,
    board_ids: Option<Vec<Id>>,
    is_enabled: bool,
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
            is_enabled: request.is_enabled,
        })
    }

    /// Returns what changes about a webhook if that needs the password, or `None` if it does not.
    fn sensitive_change(&self, webhook: &Webhook) -> Option<WebhookChange> {
        let is_locked = webhook.disabled == Some(WebhookDisabled::LoginsEnded);
        match self {
            Self { url, .. } if url.as_str() != webhook.url => Some(WebhookChange::AddressChanged),
            Self { is_enabled: true, .. } if is_locked => Some(WebhookChange::TurnedOn),
            _ => None,
        }
    }

    /// Returns why a webhook with a state is off then. One that is off stays off for the same reason.
    fn disabled_after(&self, before: Option<WebhookDisabled>) -> Option<WebhookDisabled> {
        (!self.is_enabled).then(|| before.unwrap_or(WebhookDisabled::ByOwner))
    }
}

/// Returns an account's webhooks, the oldest first.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(deps: &Webhooks, account: Actor) -> Result<WebhooksResponse, DomainError> {
    let webhooks = webhooks::list(deps.accounts.context.database.pool(), policy::owner_of(account)).await?;
    Ok(WebhooksResponse { webhooks })
}

/// Adds a webhook, after checking the password, and sends a notice. Returns the webhook with its secret.
///
/// # Errors
/// Returns `ErrorCode::UrlInvalid` or `ErrorCode::BodyInvalid` if the request is invalid, `ErrorCode::WebhookLimit` if the account
/// has 20 webhooks already, or the errors of [`crate::accounts::reauthenticate`], or an error if the database fails.
pub async fn add(
    deps: &Webhooks,
    account: Actor,
    mut request: WebhookRequest,
    address: IpAddr,
) -> Result<WebhookSecretResponse, DomainError> {
    let password = std::mem::take(&mut request.password);
    // Checked first, so that invalid fields do not count as a password attempt.
    let settings = Settings::parse(deps, request)?;
    let verified = VerifiedChange::new(deps, account, password, WebhookChange::Added).await?;
    let webhook = Webhook {
        id: deps.accounts.context.new_id(),
        disabled: settings.disabled_after(None),
        url: settings.url.into(),
        events: settings.events,
        board_ids: settings.board_ids,
        dropped_at: None,
        earlier_secret_until: None,
        created_at: verified.now,
    };
    let (owner, secret, change) = (policy::owner_of(account), new_webhook_secret(), verified.clone());
    let added = deps.accounts.context.database.write(move |connection| {
        Box::pin(async move {
            change.lock(connection).await?;
            if webhooks::list(&mut *connection, owner).await?.len() >= MAX_WEBHOOKS {
                return Err(ErrorCode::WebhookLimit.into());
            }
            webhooks::insert(connection, owner, &webhook, &secret).await?;
            change.record(connection, &webhook.url).await?;
            Ok::<_, DomainError>(WebhookSecretResponse { webhook, secret })
        })
    });
    let added = added.await?;
    verified.announce(deps, address);
    Ok(added)
}

/// Changes a webhook. Turning it off cancels its waiting deliveries. Another address needs the password and sends a notice, and so
/// does turning it on after all logins have ended.
///
/// # Errors
/// Returns `ErrorCode::UrlInvalid` or `ErrorCode::BodyInvalid` if the request is invalid, `ErrorCode::NotFound` if the webhook
/// does not exist or belongs to another account, or the errors of [`crate::accounts::reauthenticate`], or an error if the database fails.
pub async fn update(
    deps: &Webhooks,
    account: Actor,
    id: Id,
    mut request: WebhookRequest,
    address: IpAddr,
) -> Result<WebhookResponse, DomainError> {
    let password = std::mem::take(&mut request.password);
    let settings = Settings::parse(deps, request)?;
    let (key, pause_end) = (WebhookKey::new(policy::owner_of(account), id), longest_pause_end(deps));
    let database = &deps.accounts.context.database;
    let known = webhooks::find(database.pool(), key).await?.ok_or(ErrorCode::NotFound)?;
    let verified = match settings.sensitive_change(&known) {
        Some(change) => Some(VerifiedChange::new(deps, account, password, change).await?),
        None => None,
    };
    let change = verified.clone();
    let update = database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            if let Some(change) = &change {
                change.lock(connection).await?;
            }
            let before = webhooks::shorten_pause(connection, key, pause_end).await?.ok_or(ErrorCode::NotFound)?;
            if change.is_none() && settings.sensitive_change(&before).is_some() {
                // Another request has changed it since, so this one needs the password.
                return Err(ErrorCode::PasswordWrong.into());
            }
            let disabled = settings.disabled_after(before.disabled);
            let Settings { url, events, board_ids, .. } = settings;
            let after =
                webhooks::update(connection, key, url.as_str(), &events, board_ids.as_deref(), disabled).await?;
            if let Some(change) = &change {
                change.record(connection, url.as_str()).await?;
            }
            Ok(WebhookResponse { webhook: after.ok_or(ErrorCode::NotFound)? })
        })
    });
    let updated = update.await?;
    if let Some(change) = verified {
        change.announce(deps, address);
    }
    Ok(updated)
}

/// Returns the latest end of a webhook's pause after its owner has changed it or sends an event again. No lease ends later, so two
/// servers never send to one webhook at the same time.
fn longest_pause_end(deps: &Webhooks) -> Timestamp {
    deps.accounts.context.now().plus_millis(delivery::LEASE_MS)
}

/// Removes a webhook with its deliveries.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the webhook does not exist or belongs to another account, or an error if the database fails.
pub async fn remove(deps: &Webhooks, account: Actor, id: Id, address: IpAddr) -> Result<(), DomainError> {
    let context = &deps.accounts.context;
    let (owner, entry_id, now) = (policy::owner_of(account), context.new_id(), context.now());
    let removed = context.database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            if !webhooks::remove(connection, WebhookKey::new(owner, id)).await? {
                return Err(ErrorCode::NotFound.into());
            }
            let row = account_rows::by_id(&mut *connection, owner.id()).await?.ok_or(ErrorCode::TokenInvalid)?;
            let entry = OwnAction { id: entry_id, at: now, action: AuditAction::DeleteWebhook, detail: String::new() };
            entry.record(connection, owner, row.email).await
        })
    });
    removed.await?;
    security::log(SecurityEvent::WebhookEnded, Some(address), Some(account.id));
    Ok(())
}

/// Replaces the secret of a webhook, after checking the password, and sends a notice. Returns the new secret. The old one signs, too,
/// for 24 hours.
///
/// # Errors
/// Returns `ErrorCode::NotFound` if the webhook does not exist or belongs to another account, or the errors of
/// [`crate::accounts::reauthenticate`], or an error if the database fails.
pub async fn rotate_secret(
    deps: &Webhooks,
    account: Actor,
    id: Id,
    password: String,
    address: IpAddr,
) -> Result<WebhookSecretResponse, DomainError> {
    let (key, database) = (WebhookKey::new(policy::owner_of(account), id), &deps.accounts.context.database);
    // Checked first, so that a missing webhook does not count as a password attempt.
    webhooks::find(database.pool(), key).await?.ok_or(ErrorCode::NotFound)?;
    let verified = VerifiedChange::new(deps, account, password, WebhookChange::SecretReplaced).await?;
    let (secret, until, change) = (new_webhook_secret(), verified.now.plus_millis(MILLIS_PER_DAY), verified.clone());
    let rotate = database.write::<_, DomainError, _>(move |connection| {
        Box::pin(async move {
            change.lock(connection).await?;
            let webhook = webhooks::rotate_secret(connection, key, &secret, until).await?.ok_or(ErrorCode::NotFound)?;
            change.record(connection, &webhook.url).await?;
            Ok(WebhookSecretResponse { webhook, secret })
        })
    });
    let rotated = rotate.await?;
    verified.announce(deps, address);
    Ok(rotated)
}

/// Returns the latest deliveries of a webhook, the latest first.
///
/// # Errors
/// Returns the same errors as [`remove`].
pub async fn deliveries(deps: &Webhooks, account: Actor, id: Id) -> Result<WebhookDeliveriesResponse, DomainError> {
    let key = WebhookKey::new(policy::owner_of(account), id);
    let mut connection = deps.accounts.context.database.snapshot().await?;
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
    let (key, now) = (WebhookKey::new(policy::owner_of(account), id), deps.accounts.context.now());
    let (not_after, pause_end) = (now.plus_millis(-REDELIVERY_INTERVAL_MS), longest_pause_end(deps));
    let redeliver = deps.accounts.context.database.write::<_, DomainError, _>(move |connection| {
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
