//! `POST` and `GET /focus-sessions/`.

use crate::App;
use crate::domain::focus_sessions;
use crate::error::ApiError;
use crate::extract::{Account, Body, Query};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{FocusSessionAnswer, FocusSessionsAnswer};
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add, load))
}

fn example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "kind": "focus", "planned": 1500, "outcome": "completed",
        "board_id": null, "card_id": null,
        "segments": [{"start": "2026-03-03T08:30:00Z", "end": "2026-03-03T08:55:00Z", "utc_offset": 60}]
    })
}

/// Keeps a session that has ended. Sent again under the same id, it is kept once.
#[utoipa::path(
    post, path = "/focus-sessions", tag = "Focus sessions",
    request_body(content = FocusSession, example = json!(example())),
    responses(
        (status = 200, description = "The session as it is kept.", body = FocusSessionAnswer, example = json!({"session": example()})),
        (status = 404, description = "Its board or card does not exist, or is not yours.", body = Rejection),
        (status = 422, description = "`session_invalid`, `clock_ahead` or `body_invalid`.", body = Rejection),
    )
)]
async fn add(
    State(app): State<App>,
    account: Account,
    Body(session): Body<FocusSession>,
) -> Result<Json<FocusSessionAnswer>, ApiError> {
    let session = focus_sessions::add(&app, account, session).await?;
    Ok(Json(FocusSessionAnswer { session }))
}

/// A span of time; an end that is left out is open.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Span {
    /// Sessions that ended by then are left out. RFC 3339.
    #[param(example = "2026-03-02T00:00:00Z")]
    from: Option<Timestamp>,
    /// Sessions that began then or later are left out. RFC 3339.
    #[param(example = "2026-03-09T00:00:00Z")]
    to: Option<Timestamp>,
}

/// The sessions that touch a span, oldest first.
#[utoipa::path(
    get, path = "/focus-sessions", tag = "Focus sessions", params(Span),
    responses(
        (status = 200, description = "The sessions.", body = FocusSessionsAnswer, example = json!({"sessions": [example()]})),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn load(
    State(app): State<App>,
    account: Account,
    Query(span): Query<Span>,
) -> Result<Json<FocusSessionsAnswer>, ApiError> {
    let sessions = focus_sessions::load(&app, account, span.from, span.to).await?;
    Ok(Json(FocusSessionsAnswer { sessions }))
}
