//! HTTP routes. Each file parses the requests of one area, calls the domain and builds the responses.
//!
//! Handlers are described by `#[utoipa::path]` and registered by `routes!`, so every route is in the OpenAPI document.
//! Paths are written without a trailing slash here; both forms work.

mod account;
mod account_export;
mod account_import;
mod admin;
mod api_tokens;
mod attachments;
mod auth;
mod avatars;
mod board_files;
mod boards;
mod calendar;
mod compression;
mod contact;
mod deletion;
mod features;
mod focus_days;
mod focus_sessions;
mod google;
mod headers;
mod health;
mod inbox;
mod live;
#[rustfmt::skip]
pub(crate) mod messages;
mod middleware;
mod negotiation;
mod notes;
mod openapi;
mod ops;
mod photos;
mod pictures;
mod preferences;
mod profile;
mod quick_add;
mod recovery;
mod search;
mod sharing;
mod site;
mod snapshots;
mod tasks;
mod user;
mod waitlist;
mod weather;
mod web;
mod webhooks;

use crate::App;
use crate::error::ApiError;
use crate::language::{Localized, choose_language};
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::MessageResponse;
use std::any::Any;
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::normalize_path::NormalizePathLayer;
use twentyfour_model::Clock;
use twentyfour_model::Config;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The maximum size of a request body in bytes. Ops and note changes have larger limits. It is many times the size of
/// the largest description.
const BODY_LIMIT: usize = 2 << 20;

/// Returns the API routes under `/api` and the OpenAPI document as JSON. [`with_middleware`] adds rate limits and CORS.
pub(crate) fn api(config: &Config) -> (Router<App>, String) {
    let uncompressed = OpenApiRouter::new()
        .merge(health::router())
        .merge(auth::router())
        .merge(google::router())
        .merge(user::router())
        .merge(account::router())
        .merge(api_tokens::router())
        .merge(profile::router())
        .merge(calendar::router())
        .merge(recovery::router())
        .merge(waitlist::router())
        .merge(contact::router())
        .merge(pictures::router())
        .merge(live::router())
        .merge(account_export::router())
        .merge(account_import::router())
        .merge(admin::router())
        .merge(sharing::router())
        .merge(inbox::router())
        .merge(attachments::router())
        .merge(avatars::router())
        .merge(webhooks::router())
        .merge(deletion::router());
    // Only responses without secrets, and neither archives, pictures, attachments nor connections: see `compression::layer`.
    let compressed = OpenApiRouter::new()
        .merge(openapi::router())
        .merge(features::router())
        .merge(weather::router())
        .merge(photos::router())
        .merge(board_files::router())
        .merge(boards::router())
        .merge(ops::router())
        .merge(quick_add::router())
        .merge(notes::router())
        .merge(tasks::router())
        .merge(search::router())
        .merge(focus_sessions::router())
        .merge(focus_days::router())
        .merge(preferences::router())
        .layer(compression::layer());
    let routes = uncompressed.merge(compressed);
    let (router, document) = OpenApiRouter::with_openapi(openapi::Document::openapi())
        .nest("/api", routes)
        .merge(calendar::feed_router())
        .split_for_parts();
    let router = router
        .route("/api", axum::routing::any(not_found))
        .route("/api/{*path}", axum::routing::any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    (router, openapi::finalize(document, config))
}

/// Adds the API's state and its middleware: rate limits, timeouts, logging and CORS.
pub(crate) fn with_middleware(api: Router<App>, app: App, config: &Config) -> Router {
    let api = api.with_state(app.clone()).layer(from_fn_with_state(app, middleware::limit_and_log));
    match middleware::cors_layer(&config.cors_origins) {
        Some(other_sites) => api.layer(other_sites),
        None => api,
    }
}

/// Adds the web build to the API, and the middleware of all requests. `clock` provides the year that pages show.
pub(crate) fn with_web_build(api: Router, config: &Config, clock: Clock) -> Router {
    let inner = api
        .fallback_service(web::serve.with_state(site::Site::new(config, clock)))
        .layer(CatchPanicLayer::custom(panic_response))
        .layer(from_fn(choose_language))
        .layer(from_fn_with_state(headers::SecurityHeaders::new(config), headers::add_security_headers));
    // Wraps the router, because a router's own layers run after the route is matched.
    Router::new().fallback_service(NormalizePathLayer::trim_trailing_slash().layer(inner))
}

/// The response to a request that has no data to return: a sentence in the language of the request.
type Confirmation = Localized<Json<MessageResponse>>;

/// Returns the response with a sentence.
fn confirmation(message: &str) -> Confirmation {
    Localized(Json(MessageResponse { message: message.to_owned() }))
}

/// Returns 404 for unknown paths under `/api`.
async fn not_found() -> ApiError {
    ErrorCode::NotFound.into()
}

async fn method_not_allowed() -> ApiError {
    ErrorCode::MethodNotAllowed.into()
}

/// Turns a panic into a 500 response, so that it fails only its own request.
fn panic_response(panic: Box<dyn Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned());
    ApiError::internal(format!("handler panicked: {text}")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use core_wasm::protocol::time::Timestamp;
    use std::sync::Arc;
    use tower::ServiceExt;
    use twentyfour_model::Secret;

    #[tokio::test]
    async fn handler_panic_returns_a_json_error() {
        async fn handler() -> Response {
            panic!("in a test")
        }
        let config = Config::new(Secret::new("secret"), "http://127.0.0.1:8080");
        let clock = Arc::new(|| Timestamp::from_millis(0));
        let router = with_web_build(Router::new().route("/api/panic", axum::routing::get(handler)), &config, clock);
        let request = Request::get("/api/panic/").body(Body::empty()).unwrap();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(
            response.headers()["content-security-policy"],
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let rejection: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(rejection["code"], "internal");
        assert!(!rejection["message"].as_str().unwrap().contains("in a test"));
    }
}
