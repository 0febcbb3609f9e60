//! `/webhooks/`: where the user's account receives events.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody, PathSegment, PathSegments};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::webhook::{
    RotateWebhookSecretRequest, WebhookDeliveriesResponse, WebhookRequest, WebhookResponse, WebhookSecretResponse,
    WebhooksResponse,
};
use serde_json::json;
use twentyfour_domain::webhooks;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(update, remove))
        .routes(routes!(rotate_secret))
        .routes(routes!(deliveries))
        .routes(routes!(redeliver))
}

fn example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0", "url": "https://hooks.example/twentyfour",
        "events": ["card.created", "card.completed"], "board_ids": null, "disabled": null,
        "dropped_at": null, "earlier_secret_until": null, "created_at": "2026-03-03T08:30:00.000Z"
    })
}

fn request_example() -> serde_json::Value {
    json!({
        "url": "https://hooks.example/twentyfour", "events": ["card.created", "card.completed"], "board_ids": null,
        "is_enabled": true, "password": "correct horse"
    })
}

fn secret_example() -> serde_json::Value {
    json!({"webhook": example(), "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs="})
}

/// Returns the webhooks, the oldest first.
#[utoipa::path(
    get, path = "/webhooks", tag = "Webhooks",
    responses((status = 200, description = "The webhooks.", body = WebhooksResponse, example = json!({"webhooks": [example()]})))
)]
async fn list(State(app): State<App>, account: Actor) -> Result<Json<WebhooksResponse>, ApiError> {
    Ok(Json(webhooks::list(&app.services.webhooks, account).await?))
}

/// Adds a webhook: an address that receives events of your boards and of your focus sessions.
///
/// Events are sent as `WebhookPayload`, by the specification Standard Webhooks 1.0.0. The response contains the secret that
/// verifies signatures; it is not shown again. An account has at most 20 webhooks. Sends a notice by email. An account without a
/// password can do this within 10 minutes of logging in.
#[utoipa::path(
    post, path = "/webhooks", tag = "Webhooks",
    request_body(content = WebhookRequest, example = json!(request_example())),
    responses(
        (status = 200, description = "The webhook and its secret.", body = WebhookSecretResponse, example = json!(secret_example())),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 409, description = "`webhook_limit`: the account has 20 webhooks already.", body = Rejection),
        (status = 422, description = "`url_invalid`: not a public https address. `body_invalid`: no events, or too many boards.", body = Rejection),
    )
)]
async fn add(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<WebhookRequest>,
) -> Result<Json<WebhookSecretResponse>, ApiError> {
    Ok(Json(webhooks::add(&app.services.webhooks, account, request, address).await?))
}

/// Changes a webhook, and turns it on or off.
///
/// Turning it off cancels the deliveries that wait. Omitted boards mean all boards. The password is only needed for another address,
/// and to turn it on after all logins of the account have ended; then a notice is sent by email. An account without a password can do
/// this within 10 minutes of logging in.
#[utoipa::path(
    put, path = "/webhooks/{webhook}", tag = "Webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0")),
    request_body(content = WebhookRequest, example = json!(request_example())),
    responses(
        (status = 200, description = "The webhook.", body = WebhookResponse, example = json!({"webhook": example()})),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 404, description = "`not_found`: the webhook does not exist, or is not yours.", body = Rejection),
        (status = 422, description = "`url_invalid`: not a public https address. `body_invalid`: no events, or too many boards.", body = Rejection),
    )
)]
async fn update(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    PathSegment(webhook): PathSegment,
    JsonBody(request): JsonBody<WebhookRequest>,
) -> Result<Json<WebhookResponse>, ApiError> {
    Ok(Json(webhooks::update(&app.services.webhooks, account, id(&webhook)?, request, address).await?))
}

/// Deletes a webhook with its deliveries.
#[utoipa::path(
    delete, path = "/webhooks/{webhook}", tag = "Webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0")),
    responses(
        (status = 200, description = "Webhook deleted.", body = MessageResponse, example = json!({"message": messages::webhook_deleted()})),
        (status = 404, description = "`not_found`: the webhook does not exist, or is not yours.", body = Rejection),
    )
)]
async fn remove(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    PathSegment(webhook): PathSegment,
) -> Result<Confirmation, ApiError> {
    webhooks::remove(&app.services.webhooks, account, id(&webhook)?, address).await?;
    Ok(confirmation(messages::webhook_deleted()))
}

/// Replaces the secret of a webhook and sends a notice by email.
///
/// For 24 hours, events have two signatures: one by the new secret and one by the old one. An account without a password can do this
/// within 10 minutes of logging in.
#[utoipa::path(
    post, path = "/webhooks/{webhook}/rotate-secret", tag = "Webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0")),
    request_body(content = RotateWebhookSecretRequest, example = json!({"password": "correct horse"})),
    responses(
        (status = 200, description = "The webhook and its new secret.", body = WebhookSecretResponse, example = json!(secret_example())),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 404, description = "`not_found`: the webhook does not exist, or is not yours.", body = Rejection),
    )
)]
async fn rotate_secret(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    PathSegment(webhook): PathSegment,
    JsonBody(request): JsonBody<RotateWebhookSecretRequest>,
) -> Result<Json<WebhookSecretResponse>, ApiError> {
    let RotateWebhookSecretRequest { password } = request;
    Ok(Json(webhooks::rotate_secret(&app.services.webhooks, account, id(&webhook)?, password, address).await?))
}

/// Returns the latest 100 deliveries of a webhook, the latest first.
#[utoipa::path(
    get, path = "/webhooks/{webhook}/deliveries", tag = "Webhooks",
    params(("webhook" = String, Path, description = "The webhook's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0")),
    responses(
        (status = 200, description = "The deliveries.", body = WebhookDeliveriesResponse, example = json!({"deliveries": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9cb0", "event": "card.created", "created_at": "2026-03-03T08:30:00.000Z",
            "state": "waiting", "next_attempt_at": "2026-03-03T08:30:05.000Z",
            "attempts": [{"at": "2026-03-03T08:30:00.000Z", "duration_ms": 120, "status": 503, "error": null}],
            "response": "Service Unavailable"
        }]})),
        (status = 404, description = "`not_found`: the webhook does not exist, or is not yours.", body = Rejection),
    )
)]
async fn deliveries(
    State(app): State<App>,
    account: Actor,
    PathSegment(webhook): PathSegment,
) -> Result<Json<WebhookDeliveriesResponse>, ApiError> {
    Ok(Json(webhooks::deliveries(&app.services.webhooks, account, id(&webhook)?).await?))
}

/// Sends an event again, with the same id, at most once a minute.
///
/// It is sent also if the webhook is off. It gets one attempt if the webhook is off or the event is older than 24 hours.
#[utoipa::path(
    post, path = "/webhooks/{webhook}/deliveries/{delivery}/redeliver", tag = "Webhooks",
    params(
        ("webhook" = String, Path, description = "The webhook's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0"),
        ("delivery" = String, Path, description = "The delivery's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9cb0"),
    ),
    responses(
        (status = 200, description = "It is being sent.", body = MessageResponse, example = json!({"message": messages::webhook_redelivered()})),
        (status = 404, description = "`not_found`: the webhook or the delivery does not exist, or is not yours.", body = Rejection),
    )
)]
async fn redeliver(
    State(app): State<App>,
    account: Actor,
    PathSegments(webhook, delivery): PathSegments,
) -> Result<Confirmation, ApiError> {
    webhooks::redeliver(&app.services.webhooks, account, id(&webhook)?, id(&delivery)?).await?;
    Ok(confirmation(messages::webhook_redelivered()))
}

fn id(text: &str) -> Result<Id, ErrorCode> {
    Id::parse(text).ok_or(ErrorCode::NotFound)
}
