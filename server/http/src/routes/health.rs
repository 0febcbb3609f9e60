//! `/health/`, for load balancers and monitors, and `/metrics`.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::metrics::ServerState;
use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::MessageResponse;
use serde::Serialize;
use std::net::SocketAddr;
use twentyfour_domain::readiness::{self, CheckOutcome};
use twentyfour_model::token;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The media type of the metrics (OpenMetrics 1.0).
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Headers by which proxies name their client. A request with one of them does not come from this machine.
const FORWARDING_HEADERS: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(live)).routes(routes!(ready)).routes(routes!(metrics))
}

/// Reports whether the server and its database respond.
#[utoipa::path(
    get, path = "/health", tag = "Service", security(()),
    responses(
        (status = 200, description = "Both respond.", body = MessageResponse, example = json!({"message": messages::database_responds()})),
        (status = 503, description = "The database does not respond.", body = Rejection),
    )
)]
async fn health(State(app): State<App>) -> Result<Confirmation, ApiError> {
    app.services.context.check().await?;
    Ok(confirmation(messages::database_responds()))
}

/// Reports whether the process responds, to decide whether it must be restarted.
#[utoipa::path(
    get, path = "/health/live", tag = "Service", security(()),
    responses((status = 200, description = "It responds.", body = MessageResponse, example = json!({"message": messages::server_responds()})))
)]
async fn live() -> Confirmation {
    confirmation(messages::server_responds())
}

/// What a server needs to handle requests, each with its state: `ok` or `failing`.
#[derive(Serialize, ToSchema)]
struct ReadinessResponse {
    /// Whether a write to the database was committed.
    database: &'static str,
    /// Whether the queue of writes has space.
    queue: &'static str,
    /// Whether the disk has space.
    disk: &'static str,
}

/// Reports whether the server can handle requests, to decide whether it gets any.
///
/// Writes to the database, at most once per second.
#[utoipa::path(
    get, path = "/health/ready", tag = "Service", security(()),
    responses(
        (status = 200, description = "It can.", body = ReadinessResponse, example = json!({"database": "ok", "queue": "ok", "disk": "ok"})),
        (status = 503, description = "It cannot, for the reason that is `failing`.", body = ReadinessResponse,
            example = json!({"database": "ok", "queue": "ok", "disk": "failing"})),
    )
)]
async fn ready(State(app): State<App>) -> Response {
    let state = readiness::check(&app.services.readiness).await;
    let text = |outcome| match outcome {
        CheckOutcome::Ok => "ok",
        CheckOutcome::Failing => "failing",
    };
    let response =
        ReadinessResponse { database: text(state.database), queue: text(state.queue), disk: text(state.disk) };
    let status = if state.is_ready() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(response)).into_response()
}

/// Returns the metrics of this server for Prometheus.
///
/// Only for programs on the same machine, or with the token of the setting `METRICS_TOKEN`.
#[utoipa::path(
    get, path = "/metrics", tag = "Service", security(()),
    responses(
        (status = 200, description = "The metrics.", body = String, content_type = "application/openmetrics-text",
            example = "http_requests_total{method=\"GET\",route=\"/api/user\",status=\"200\"} 2"),
        (status = 404, description = "`not_found`: the request comes from elsewhere, without the token.", body = Rejection),
    )
)]
async fn metrics(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    if !is_local(peer, request.headers()) && !has_token(&app, request.headers()) {
        return Err(ErrorCode::NotFound.into());
    }
    let database = &app.services.context;
    let state = ServerState {
        live_connections: app.services.live.hub().open_connections(),
        database_connections: database.database_connections(),
        queued_writes: database.queued_writes(),
        queued_mails: readiness::queued_mails(database).await.ok(),
        queued_webhook_deliveries: readiness::queued_webhook_deliveries(database).await.ok(),
        board_cache_bytes: app.services.board_snapshots.cached_bytes(),
    };
    Ok(([(header::CONTENT_TYPE, METRICS_TYPE)], app.metrics.encode(&state)).into_response())
}

/// Returns whether a request comes from a program on this machine, and not through a proxy on it.
fn is_local(peer: Option<SocketAddr>, headers: &HeaderMap) -> bool {
    peer.is_some_and(|peer| peer.ip().to_canonical().is_loopback())
        && !FORWARDING_HEADERS.iter().any(|name| headers.contains_key(*name))
}

/// Returns whether a request has the token for metrics. The hashes are compared, so that the time reveals nothing.
fn has_token(app: &App, headers: &HeaderMap) -> bool {
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let expected = app.metrics_token.as_ref();
    expected.zip(sent).is_some_and(|(expected, sent)| token::hash_token(expected.expose()) == token::hash_token(sent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn only_direct_requests_from_this_machine_are_local() {
        let is_local_with = |peer: &str, header: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            if let Some(name) = header {
                headers.insert(HeaderName::from_static(name), HeaderValue::from_static("192.0.2.1"));
            }
            is_local(Some(peer.parse().unwrap()), &headers)
        };
        assert!(is_local_with("127.0.0.1:4711", None) && is_local_with("[::1]:4711", None));
        assert!(is_local_with("[::ffff:127.0.0.1]:4711", None));
        assert!(!is_local_with("192.0.2.1:4711", None) && !is_local(None, &HeaderMap::new()));
        for name in FORWARDING_HEADERS {
            assert!(!is_local_with("127.0.0.1:4711", Some(name)), "{name}");
        }
    }
}
