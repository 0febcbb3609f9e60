//! Middleware of all API requests: rate limits, response timeouts, logging of rejections, and CORS.

use crate::App;
use crate::body_budget::BodyShare;
use crate::error::ApiError;
use crate::extract::{ClientAddress, Credentials, LARGE_BODY_TIMEOUT, verify_bearer_token};
use crate::rejections::{self, RejectionReason};
use crate::traces;
use axum::body::HttpBody;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::messages::{current_language, with_language};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tower_http::cors::CorsLayer;
use tracing::{Instrument, Span};
use twentyfour_domain::rate_limits::Client;

/// The maximum time until a response begins, after the request's body has arrived.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum time until the response of an export or an import begins, which may read or write all data of an account.
const FILE_TIMEOUT: Duration = Duration::from_secs(120);

/// The maximum time until the response to an upload begins, which ends earlier if no data arrives.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The header with the id of a request, under which the log has its events.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The maximum length of an id that a proxy sends.
const MAX_REQUEST_ID_CHARS: usize = 64;

/// How long browsers may cache a CORS preflight response.
const CORS_MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// Applies the rate limit and the timeout to a request, and logs its rejection.
pub(super) async fn limit_and_log(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = ClientAddress::from_parts(request.extensions(), request.headers(), &app);
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default().to_owned();
    let (method, started_at) = (rejections::method_name(request.method()), Instant::now());
    let request_id = request_id(&app, &request);
    let caller = Some(request.headers()).filter(|_| is_from_trusted_proxy(&app, &request));
    let trace = traces::request_span(method, &route, &request_id, caller);
    let spans = RequestSpans { log: rejections::request_span(method, &route, address, &request_id), trace };
    let handled = async {
        let verified = verify_bearer_token(request.headers(), address, &app).await;
        let credentials = verified.as_ref().ok().and_then(|token| token.0.as_ref().ok());
        let account_id = credentials.map(Credentials::account_id);
        // The token of an ended login still counts toward its account's limit. The handler checks whether the login has
        // ended.
        let client = credentials.map_or(Client::Address(address), Credentials::client);
        let admitted = match verified {
            Ok(token) => {
                request.extensions_mut().insert(token);
                app.services.limits.api(client, app.services.context.now()).await
            }
            Err(error) => Err(error),
        };
        let response = match admitted {
            Ok(()) => {
                let limit = timeout_for(&request, app.body_timeout);
                with_timeout(request, next, limit, app.body_budget.share_of(client), &spans).await
            }
            Err(rejection) => ApiError::from(rejection).into_response(),
        };
        let status = response.status().as_u16();
        if let Some(rejection) = response.extensions().get::<RejectionReason>() {
            if let RejectionReason::RateLimit(limit) = rejection {
                app.metrics.count_rate_limit(limit);
            }
            rejections::log_rejection(&app, *rejection, status, address, account_id);
        }
        let elapsed = started_at.elapsed();
        app.metrics.count_response(method, &route, status, elapsed);
        if app.has_access_log {
            let account = account_id.map(|id| id.to_string());
            tracing::info!(target: "access", status, milliseconds = elapsed.as_secs_f64() * 1_000.0, account, "request");
        }
        response
    };
    let mut response = spans.enter_in(handled).await;
    traces::record_status(&spans.trace, response.status().as_u16());
    if let Ok(id) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// The spans of a request.
struct RequestSpans {
    log: Span,
    trace: Span,
}

impl RequestSpans {
    /// Enters both spans whenever a future runs.
    fn enter_in<F: Future>(&self, future: F) -> impl Future<Output = F::Output> + use<F> {
        future.instrument(self.log.clone()).instrument(self.trace.clone())
    }
}

/// Returns the id of a request: the one that a trusted proxy has given it, or a new one.
fn request_id(app: &App, request: &Request) -> String {
    let is_valid = |id: &&str| {
        (1..=MAX_REQUEST_ID_CHARS).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let given = is_from_trusted_proxy(app, request).then(|| request.headers().get(REQUEST_ID)?.to_str().ok());
    given.flatten().filter(is_valid).map_or_else(|| app.services.context.new_id().to_string(), str::to_owned)
}

fn is_from_trusted_proxy(app: &App, request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.is_some_and(|ConnectInfo(peer)| app.trusted_proxies.contains(peer.ip().to_canonical()))
}

/// Runs a request with a timeout. Its share of the budget of bodies is held until the handler has ended.
async fn with_timeout(
    mut request: Request,
    next: Next,
    limit: Duration,
    body_share: BodyShare,
    spans: &RequestSpans,
) -> Response {
    let is_mutating = is_mutating(&request);
    request.extensions_mut().insert(body_share.clone());
    // A task of its own would write in English.
    let handling = with_language(current_language(), async move {
        let response = next.run(request).await;
        drop(body_share);
        response
    });
    let response = if is_mutating {
        tokio::time::timeout(limit, run_detached(limit, spans.enter_in(handling))).await
    } else {
        tokio::time::timeout(limit, handling).await
    };
    match response {
        Ok(response) => response,
        Err(_) => ApiError::from(ErrorCode::RequestTimeout).into_response(),
    }
}

/// Returns whether a request may change stored data. The callback from Google does, although it is a GET request.
fn is_mutating(request: &Request) -> bool {
    request.method() != Method::GET || request.uri().path().ends_with("/auth/google/callback")
}

/// Runs a handler in a task of its own, for at most twice `limit`. What follows a commit, such as closing the connections of ended
/// logins, must happen even if the client disconnects. Without the limit, a handler could wait for a machine that has failed without
/// closing its connections for a quarter of an hour, with a connection of the pool.
async fn run_detached(limit: Duration, handler: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(tokio::time::timeout(2 * limit, handler)).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::from(ErrorCode::RequestTimeout).into_response(),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The server is shutting down.
            Err(_) => ApiError::from(ErrorCode::Unavailable).into_response(),
        },
    }
}

/// Returns the maximum time until a request's response begins. The response of a live connection begins when it opens.
fn timeout_for(request: &Request, body_timeout: Duration) -> Duration {
    let path = request.uri().path();
    let is_upload = path.ends_with("/attachments") || path.ends_with("/account/import");
    if request.method() == Method::POST && is_upload {
        return UPLOAD_TIMEOUT;
    }
    let ends_with = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
    let (body, response) = match () {
        () if ends_with(&["/import", "/import-records"]) => (LARGE_BODY_TIMEOUT, FILE_TIMEOUT),
        () if ends_with(&["/export"]) => (body_timeout, FILE_TIMEOUT),
        () => (body_timeout, RESPONSE_TIMEOUT),
    };
    // Reading the body has its own timeout.
    if request.body().is_end_stream() { response } else { body + response }
}

/// Returns the CORS layer for the allowed origins (Fetch, section 3.2), or `None` if there are none. Cookies are not
/// allowed, since none are needed, and only the headers that our own pages send.
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
    use std::sync::Arc;

    #[tokio::test]
    async fn handler_of_a_canceled_request_ends() {
        let resource = Arc::new(());
        let held = resource.clone();
        let limit = Duration::from_millis(20);
        let handling = run_detached(limit, async move {
            let _held = held;
            std::future::pending().await
        });
        assert!(tokio::time::timeout(Duration::ZERO, handling).await.is_err(), "the client has disconnected");
        let began = Instant::now();
        while Arc::strong_count(&resource) > 1 {
            assert!(began.elapsed() < Duration::from_secs(10), "it does not end");
            tokio::time::sleep(limit).await;
        }
    }

    #[test]
    fn exports_and_bodies_get_longer_timeouts() {
        let seconds = |path: &str, body: Body| {
            timeout_for(&Request::get(path).body(body).unwrap(), Duration::from_secs(30)).as_secs()
        };
        assert_eq!(seconds("/api/user", Body::empty()), 30);
        assert_eq!(seconds("/api/account/export", Body::empty()), 120);
        assert_eq!(seconds("/api/focus-sessions/export?format=csv", Body::empty()), 120);
        assert_eq!(seconds("/api/boards/import-records", Body::from("{}")), 3_720);
        assert_eq!(seconds("/api/auth/login", Body::from("{}")), 60);
        assert_eq!(seconds("/api/boards/x/attachments", Body::empty()), 30);
        for path in ["/api/boards/x/cards/y/attachments", "/api/account/import"] {
            let upload = Request::post(path).body(Body::from("x")).unwrap();
            assert_eq!(timeout_for(&upload, Duration::from_secs(30)), UPLOAD_TIMEOUT);
        }
    }
}
