//! `/account/calendar/`: the calendar feed of an account, and `/calendar/`, where calendar programs read it.

use super::messages;
use super::negotiation::matches_etag;
use crate::App;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathSegment, Query};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::calendar::{BusyResponse, CalendarOptions, CalendarSourceRequest, CalendarsResponse};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::messages::in_language;
use core_wasm::protocol::time::Timestamp;
use serde::Deserialize;
use serde_json::json;
use twentyfour_domain::calendar;
use twentyfour_model::{Actor, token};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The type of a feed. The method is also in the file (RFC 5545, section 8.1).
const CONTENT_TYPE: &str = "text/calendar; charset=utf-8; method=PUBLISH";

/// The headers of every response to a calendar program. Programs may keep the file, but must ask whether it has changed, and search
/// engines must not list an address that somebody has published.
const HEADERS: [(HeaderName, &str); 2] =
    [(header::CACHE_CONTROL, "private, no-cache"), (HeaderName::from_static("x-robots-tag"), "noindex, nofollow")];

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(load, create, change, remove)).routes(routes!(busy, set_source, remove_source))
}

/// Returns the route that calendar programs read. It is not under `/api`, since people see its address.
pub(super) fn feed_router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

fn example() -> serde_json::Value {
    json!({
        "feed": {
            "url": "https://example.com/calendar/pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics",
            "options": {"cards": "all", "includes_sessions": false}, "created_at": "2026-03-03T08:30:00.000Z"
        },
        "source": {"host": "calendar.example.com", "added_at": "2026-03-03T08:30:00.000Z"}
    })
}

/// Returns the calendar feed of the account with its secret address.
#[utoipa::path(
    get, path = "/account/calendar", tag = "Calendar",
    responses((status = 200, description = "The calendars.", body = CalendarsResponse, example = json!(example())))
)]
async fn load(State(app): State<App>, account: Actor) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::load(&app.services.calendar, account).await?))
}

/// Makes a secret address at which calendar programs can read the due cards of the account.
///
/// If there is one already, it is replaced and stops working.
#[utoipa::path(
    post, path = "/account/calendar", tag = "Calendar",
    request_body(content = CalendarOptions, example = json!({"cards": "mine", "includes_sessions": true})),
    responses(
        (status = 200, description = "The calendars.", body = CalendarsResponse, example = json!(example())),
        (status = 422, description = "`body_invalid`.", body = Rejection),
    )
)]
async fn create(
    State(app): State<App>,
    account: Actor,
    JsonBody(options): JsonBody<CalendarOptions>,
) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::create_feed(&app.services.calendar, account, options).await?))
}

/// Changes what the calendar feed contains. Its address stays the same.
#[utoipa::path(
    put, path = "/account/calendar", tag = "Calendar",
    request_body(content = CalendarOptions, example = json!({"cards": "all", "includes_sessions": false})),
    responses(
        (status = 200, description = "The calendars.", body = CalendarsResponse, example = json!(example())),
        (status = 404, description = "The account has no calendar feed.", body = Rejection),
        (status = 422, description = "`body_invalid`.", body = Rejection),
    )
)]
async fn change(
    State(app): State<App>,
    account: Actor,
    JsonBody(options): JsonBody<CalendarOptions>,
) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::change_feed(&app.services.calendar, account, options).await?))
}

/// Removes the calendar feed. Its address never works again.
#[utoipa::path(
    delete, path = "/account/calendar", tag = "Calendar",
    responses((status = 200, description = "The calendars.", body = CalendarsResponse, example = json!({"feed": null, "source": null})))
)]
async fn remove(State(app): State<App>, account: Actor) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::remove_feed(&app.services.calendar, account).await?))
}

/// The query parameters of busy hours.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Span {
    /// Only times that end after this time. RFC 3339.
    #[param(example = "2026-03-02T00:00:00Z")]
    from: Timestamp,
    /// Only times that start before this time, at most 62 days after `from`. RFC 3339.
    #[param(example = "2026-03-09T00:00:00Z")]
    to: Timestamp,
}

/// Returns the busy hours of the other calendar of the account.
///
/// The server reads it at most every 15 minutes, and knows its events from 62 days ago to a year ahead.
#[utoipa::path(
    get, path = "/account/calendar/busy", tag = "Calendar", params(Span),
    responses(
        (status = 200, description = "The busy hours. If the calendar cannot be read, `error` says why.", body = BusyResponse, example = json!({
            "busy": [{"starts_at": "2026-03-03T09:00:00.000Z", "ends_at": "2026-03-03T10:00:00.000Z", "title": "Dentist"}],
            "error": null
        })),
        (status = 422, description = "`bad_query`.", body = Rejection),
    )
)]
async fn busy(
    State(app): State<App>,
    account: Actor,
    Query(Span { from, to }): Query<Span>,
) -> Result<Json<BusyResponse>, ApiError> {
    Ok(Json(calendar::busy(&app.services.calendar, account, from, to).await?))
}

/// Sets the address of another calendar, whose busy hours are shown beside the due cards.
///
/// The server fetches it, so only public addresses are allowed. The address is not in any response.
#[utoipa::path(
    put, path = "/account/calendar/busy", tag = "Calendar",
    request_body(content = CalendarSourceRequest, example = json!({"url": "https://calendar.example.com/private/basic.ics"})),
    responses(
        (status = 200, description = "The calendars.", body = CalendarsResponse, example = json!(example())),
        (status = 422, description = "`url_invalid`: not a public https address. `body_invalid`.", body = Rejection),
    )
)]
async fn set_source(
    State(app): State<App>,
    account: Actor,
    JsonBody(request): JsonBody<CalendarSourceRequest>,
) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::set_source(&app.services.calendar, account, &request.url).await?))
}

/// Removes the address of the other calendar.
#[utoipa::path(
    delete, path = "/account/calendar/busy", tag = "Calendar",
    responses((status = 200, description = "The calendars.", body = CalendarsResponse, example = json!({"feed": null, "source": null})))
)]
async fn remove_source(State(app): State<App>, account: Actor) -> Result<Json<CalendarsResponse>, ApiError> {
    Ok(Json(calendar::remove_source(&app.services.calendar, account).await?))
}

/// Returns the due cards of an account as an iCalendar file (RFC 5545), for calendar programs.
///
/// It contains at most 700 cards that are due in the last 90 days or the next two years, and at most 300 focus sessions of the last 90
/// days. The name of the file is the secret of the account followed by `.ics`.
#[utoipa::path(
    get, path = "/calendar/{file}", tag = "Calendar", security(()),
    params(("file" = String, Path, description = "The secret and `.ics`.", example = "pR4tq0nJm1v8Yw2sKx6dZb3uHc7fLa9eGi5oTj0kNq8.ics")),
    responses(
        (status = 200, description = "The file. Its ETag changes with it.", body = String, content_type = "text/calendar",
            example = "BEGIN:VCALENDAR\r\n…"),
        (status = 304, description = "The file with the ETag in `If-None-Match` is current."),
        (status = 404, description = "There is no such feed, or it was removed."),
    )
)]
async fn read(
    State(app): State<App>,
    file: Result<PathSegment, ApiError>,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    // A name that is not UTF-8 cannot match anything.
    let Ok(PathSegment(file)) = file else { return Ok(unknown()) };
    let Some(code) = file.strip_suffix(".ics") else { return Ok(unknown()) };
    let contents = match calendar::read_feed(&app.services.calendar, code).await {
        Err(error) if error.code() == ErrorCode::NotFound => return Ok(unknown()),
        contents => contents?,
    };
    let text = in_language(contents.language, || {
        contents.write(|card| match card {
            Some(title) => messages::calendar_session_on_card(title),
            None => messages::calendar_session().to_owned(),
        })
    });
    let tag = format!("\"{}\"", token::sha256_hex(text.as_bytes()).get(..32).unwrap_or_default());
    let mut response = match matches_etag(&request, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let disposition = (header::CONTENT_DISPOSITION, "inline; filename=\"twentyfour.ics\"");
            ([(header::CONTENT_TYPE, CONTENT_TYPE), disposition], text).into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Returns the response for an unknown secret: a line of text, since calendar programs show nothing else.
fn unknown() -> Response {
    (StatusCode::NOT_FOUND, HEADERS, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "Not found\n")
        .into_response()
}
