//! What every request to the API passes before its handler: how often somebody may ask, how long an answer may take, what the log tells
//! of it, and from which sites' pages one may ask.

use crate::App;
use crate::domain::security::{self, Refusal};
use crate::error::ApiError;
use crate::extract::{BODY_WITHIN, ClientAddress, access};
use crate::limits::Client;
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
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// The same for a file of all that somebody has.
const EXPORT_WITHIN: Duration = Duration::from_secs(120);

/// How long a browser may go by what it was told about other sites.
const CORS_AGE: Duration = Duration::from_secs(60 * 60);

/// Lets a request through where it is not one too many, ends it where it takes too long, and has the log tell what is refused.
pub(super) async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let address = ClientAddress::of(request.extensions(), request.headers(), &app);
    // An ended login's token counts for its account until it runs out: whether it has ended is the handler's question.
    let account_id = access(request.headers(), &app).ok().map(|access| access.account_id);
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let span = security::request(request.method(), route, address);
    let passing = async {
        let client = account_id.map_or(Client::Address(address), Client::Account);
        let answer = match app.limits.api(client, app.now()) {
            Ok(()) => in_time(request, next).await,
            Err(refusal) => refusal.into_response(),
        };
        if let Some(refusal) = answer.extensions().get::<Refusal>() {
            security::log_refusal(&app, *refusal, answer.status().as_u16(), address, account_id);
        }
        answer
    };
    passing.instrument(span).await
}

/// Has a request handled, and ends it where that takes too long.
async fn in_time(request: Request, next: Next) -> Response {
    let limit = time_for(&request);
    let answer = if changes_something(&request) {
        tokio::time::timeout(limit, to_the_end(next.run(request))).await
    } else {
        tokio::time::timeout(limit, next.run(request)).await
    };
    match answer {
        Ok(answer) => answer,
        Err(_) => ApiError::from(ErrorCode::RequestTimeout).into_response(),
    }
}

/// Whether a request may change what is kept. The way back from Google does, although browsers come there by GET.
fn changes_something(request: &Request) -> bool {
    request.method() != Method::GET || request.uri().path().ends_with("/auth/google/callback")
}

/// Runs a handler to its end, also where nobody waits for it any more: what follows on a commit, such as closing the connections of
/// logins that have ended, is done although the client hangs up in between.
async fn to_the_end(handler: impl Future<Output = Response> + Send + 'static) -> Response {
    match tokio::spawn(handler.in_current_span()).await {
        Ok(answer) => answer,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The server stops.
            Err(_) => ApiError::from(ErrorCode::Unavailable).into_response(),
        },
    }
}

/// How long a request may take until its answer begins. A live connection's has begun when it is open.
fn time_for(request: &Request) -> Duration {
    let answer = if request.uri().path().ends_with("/export") { EXPORT_WITHIN } else { ANSWER_WITHIN };
    // The body has a limit of its own, by whoever reads it.
    if request.body().is_end_stream() { answer } else { BODY_WITHIN + answer }
}

/// Which other sites' pages may ask (Fetch, section 3.2): without cookies, since there are none that matter here, and with what
/// our own pages send. Without such sites no page but ours may.
pub(super) fn other_sites(origins: &[String]) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    (!origins.is_empty()).then(|| {
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
            .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
            .expose_headers([header::RETRY_AFTER])
            .max_age(CORS_AGE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn a_file_of_everything_may_take_longer_and_a_body_adds_its_own_time() {
        let seconds = |path: &str, body: Body| time_for(&Request::get(path).body(body).unwrap()).as_secs();
        assert_eq!(seconds("/api/user", Body::empty()), 30);
        assert_eq!(seconds("/api/account/export", Body::empty()), 120);
        assert_eq!(seconds("/api/focus-sessions/export?format=csv", Body::empty()), 120);
        assert_eq!(seconds("/api/auth/login", Body::from("{}")), 60);
    }
}
