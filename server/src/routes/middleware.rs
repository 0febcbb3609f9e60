//! What every request to the API passes before its handler: how often somebody may ask, how long an answer may take, what the log tells
//! of it, and from which sites' pages one may ask.

use crate::App;
use crate::domain::security::{self, RejectionReason};
use crate::error::ApiError;
use crate::extract::{BODY_TIMEOUT, ClientAddress, verify_bearer_token};
use crate::rate_limits::Client;
use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::ErrorCode;
use std::time::Duration;
use tower_http::cors::CorsLayer;
use tracing::Instrument;

/// How long a handler may work until its answer begins, counted from when the request's body is there.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The same for a file of all that somebody has.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(120);

/// How long a browser may go by what it was told about other sites.
const CORS_MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// Lets a request through where it is not one too many, ends it where it takes too long, and has the log tell what is refused.
pub(super) async fn limit_and_log(State(app): State<App>, request: Request, next: Next) -> Response {
    let address = ClientAddress::from_parts(request.extensions(), request.headers(), &app);
    // An ended login's token counts for its account until it runs out: whether it has ended is the handler's question.
    let account_id = verify_bearer_token(request.headers(), &app).ok().map(|access| access.account_id);
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let span = security::request_span(request.method(), route, address);
    let handled = async {
        let client = account_id.map_or(Client::Address(address), Client::Account);
        let response = match app.limits.api(client, app.now()) {
            Ok(()) => with_timeout(request, next).await,
            Err(rejection) => rejection.into_response(),
        };
        if let Some(rejection) = response.extensions().get::<RejectionReason>() {
            security::log_rejection(&app, *rejection, response.status().as_u16(), address, account_id);
        }
        response
    };
    handled.instrument(span).await
}

/// Has a request handled, and ends it where that takes too long.
async fn with_timeout(request: Request, next: Next) -> Response {
    let limit = timeout_for(&request);
    let response = if is_mutating(&request) {
        tokio::time::timeout(limit, run_to_completion(next.run(request))).await
    } else {
        tokio::time::timeout(limit, next.run(request)).await
    };
    match response {
        Ok(response) => response,
        Err(_) => ApiError::from(ErrorCode::RequestTimeout).into_response(),
    }
}

/// Whether a request may change what is kept. The way back from Google does, although browsers come there by GET.
fn is_mutating(request: &Request) -> bool {
    request.method() != Method::GET || request.uri().path().ends_with("/auth/google/callback")
}

/// Runs a handler to its end, also where nobody waits for it any more: what follows on a commit, such as closing the connections of
/// logins that have ended, is done although the client hangs up in between.
async fn run_to_completion(handler: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(handler.in_current_span()).await {
        Ok(response) => response,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The server stops.
            Err(_) => ApiError::from(ErrorCode::Unavailable).into_response(),
        },
    }
}

/// How long a request may take until its answer begins. A live connection's has begun when it is open.
fn timeout_for(request: &Request) -> Duration {
    let response = if request.uri().path().ends_with("/export") { EXPORT_TIMEOUT } else { RESPONSE_TIMEOUT };
    // The body has a limit of its own, by whoever reads it.
    if request.body().is_end_stream() { response } else { BODY_TIMEOUT + response }
}

/// Which other sites' pages may ask (Fetch, section 3.2): without cookies, since there are none that matter here, and with what
/// our own pages send. Without such sites no page but ours may.
pub(super) fn cors_layer(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    (!origins.is_empty()).then(|| {
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
            .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
            .expose_headers([header::RETRY_AFTER])
            .max_age(CORS_MAX_AGE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn exports_and_bodies_get_longer_timeouts() {
        let seconds = |path: &str, body: Body| timeout_for(&Request::get(path).body(body).unwrap()).as_secs();
        assert_eq!(seconds("/api/user", Body::empty()), 30);
        assert_eq!(seconds("/api/account/export", Body::empty()), 120);
        assert_eq!(seconds("/api/focus-sessions/export?format=csv", Body::empty()), 120);
        assert_eq!(seconds("/api/auth/login", Body::from("{}")), 60);
    }
}
