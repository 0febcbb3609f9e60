//! `/focus-sessions/`: storing, listing and exporting focus sessions.

use crate::App;
use crate::error::ApiError;
use crate::extract::{FilteringWriter, JsonBody, Query, Reader};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{FocusSessionResponse, FocusSessionsResponse, LatestSessionsResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::intent::ExportFormat;
use core_wasm::protocol::record::FocusSession;
use core_wasm::protocol::time::Timestamp;
use futures_util::TryStreamExt;
use serde::Deserialize;
use serde_json::json;
use twentyfour_domain::export::sessions;
use twentyfour_domain::focus_sessions;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(put, load)).routes(routes!(latest)).routes(routes!(all))
}

fn example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "kind": "focus", "planned": 1500, "outcome": "completed",
        "board_id": null, "card_id": null,
        "segments": [{"start": "2026-03-03T08:30:00.000Z", "end": "2026-03-03T08:55:00.000Z", "utc_offset": 60}],
        "revision": 0, "is_deleted": false
    })
}

/// Stores a finished session or a new version of it.
///
/// The version with the greater `revision` wins; of equal revisions the first one wins. A session with `is_deleted` is
/// not counted until a version with a greater revision restores it.
#[utoipa::path(
    post, path = "/focus-sessions", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["write"])),
    request_body(content = FocusSession, example = json!(example())),
    responses(
        (status = 200, description = "The stored session.", body = FocusSessionResponse, example = json!({"session": example()})),
        (status = 404, description = "Its board or card does not exist, or is not yours.", body = Rejection),
        (status = 422, description = "`session_invalid`, `clock_ahead` or `body_invalid`.", body = Rejection),
    )
)]
async fn put(
    State(app): State<App>,
    caller: FilteringWriter,
    JsonBody(session): JsonBody<FocusSession>,
) -> Result<Json<FocusSessionResponse>, ApiError> {
    let session = focus_sessions::put(&app.services.context, &caller, session).await?;
    Ok(Json(FocusSessionResponse { session }))
}

/// A time range. An omitted end is open.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Span {
    /// Only sessions that end after this time. RFC 3339.
    #[param(example = "2026-03-02T00:00:00Z")]
    from: Option<Timestamp>,
    /// Only sessions that start before this time. RFC 3339.
    #[param(example = "2026-03-09T00:00:00Z")]
    to: Option<Timestamp>,
}

/// Returns the sessions that overlap a time range, oldest first, without deleted ones.
#[utoipa::path(
    get, path = "/focus-sessions", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])), params(Span),
    responses(
        (status = 200, description = "The sessions.", body = FocusSessionsResponse, example = json!({"sessions": [example()]})),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn load(
    State(app): State<App>,
    caller: Reader,
    Query(span): Query<Span>,
) -> Result<Json<FocusSessionsResponse>, ApiError> {
    let sessions = focus_sessions::load(&app.services.context, caller.actor(), span.from, span.to).await?;
    Ok(Json(FocusSessionsResponse { sessions }))
}

/// The query parameters of a page of sessions.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Page {
    /// The id of the last session of the previous page. Omit it for the first page.
    before: Option<Id>,
    /// The maximum number of sessions: 1 to 200, by default 50.
    #[param(minimum = 1, maximum = 200, example = 50)]
    limit: Option<i64>,
}

/// Returns the latest focus sessions with the names of their boards and cards, latest first, without deleted ones.
#[utoipa::path(
    get, path = "/focus-sessions/latest", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])), params(Page),
    responses(
        (status = 200, description = "The sessions.", body = LatestSessionsResponse, example = json!({
            "sessions": [{"session": example(), "board_name": null, "card_title": null}], "has_more": false
        })),
        (status = 404, description = "The session to start from does not exist, or is not yours.", body = Rejection),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn latest(
    State(app): State<App>,
    caller: Reader,
    Query(page): Query<Page>,
) -> Result<Json<LatestSessionsResponse>, ApiError> {
    Ok(Json(focus_sessions::latest(&app.services.context, caller.actor(), page.before, page.limit).await?))
}

/// The query parameters of an export.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// The file format: `csv` or `json`.
    #[param(value_type = String, example = "csv")]
    format: ExportFormat,
}

/// Exports all sessions that are not deleted as a file, oldest first.
///
/// JSON has all stored fields. CSV (RFC 4180) has the focus sessions with the names of their boards and cards and with
/// local times. A name that starts like a formula has an apostrophe in front. The CSV file starts with the UTF-8 byte
/// order mark. The export is not a snapshot: a session that changes during the export may appear in its old or new
/// version, or, if its start moved, twice or not at all.
#[utoipa::path(
    get, path = "/focus-sessions/export", tag = "Focus sessions", security(("access_token" = []), ("api_token" = ["read"])), params(ExportQuery),
    responses(
        (status = 200, description = "The file.", content(
            (FocusSessionsResponse = "application/json", example = json!({"sessions": [example()]})),
            (String = "text/csv", example = json!("\u{feff}id,start,end,utc_offset,focused_seconds,planned_seconds,outcome,board,card,segments\r\n")),
        )),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn all(State(app): State<App>, caller: Reader, Query(query): Query<ExportQuery>) -> Result<Response, ApiError> {
    let (kind, disposition) = match query.format {
        ExportFormat::Csv => ("text/csv; charset=utf-8", "attachment; filename=\"focus-sessions.csv\""),
        ExportFormat::Json => ("application/json", "attachment; filename=\"focus-sessions.json\""),
    };
    let pages = sessions::export(&app.services.context, caller.actor(), query.format).await?;
    let body = axum::body::Body::from_stream(pages.map_err(|error| {
        // The status has already been sent, so the only option is to abort the response.
        tracing::error!(%error, "session export aborted");
        std::io::Error::other(error.code().sentence())
    }));
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], body).into_response())
}
