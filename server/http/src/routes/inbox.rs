//! `/inbox/`: what others did that concerns the user.

use super::waitlist::TOKEN_ESCAPES;
use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{JsonBody, PathSegment, Query, Reader};
use axum::Json;
use axum::extract::State;
use axum::response::Redirect;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::inbox::{InboxReadRequest, InboxReadResponse, InboxResponse};
use percent_encoding::utf8_percent_encode;
use serde::Deserialize;
use twentyfour_domain::inbox;
use twentyfour_model::Actor;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(mark)).routes(routes!(unsubscribe, show_unsubscribe))
}

/// The query parameters of a page of the inbox.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Page {
    /// The entry before which the page begins; without it, the latest entries are returned.
    before: Option<Id>,
}

/// Returns the inbox: mentions, assignments, comments and due dates on watched cards, and invitations, the latest first.
///
/// While `has_more` is true, request more with `before` and the id of the last entry. Entries are kept for 90 days, at most
/// 500. Boards that the user has left are not in it.
#[utoipa::path(
    get, path = "/inbox", tag = "Inbox", security(("access_token" = []), ("api_token" = ["read"])), params(Page),
    responses(
        (status = 200, description = "The entries.", body = InboxResponse, example = json!({
            "unread_count": 1, "has_more": false, "entries": [{
                "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c90", "kind": "mention", "at": "2026-03-03T08:30:00.000Z",
                "is_read": false, "user_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c61", "who": "Grace Hopper",
                "picture": "/api/avatars/0123456789abcdef0123456789abcdef/", "board_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70",
                "board_name": "Plans", "board_slug": "plans", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
                "card_title": "Bread", "text": "@Ada Lovelace, please look", "role": null
            }]
        })),
        (status = 422, description = "`bad_query`: invalid id.", body = Rejection),
    )
)]
async fn list(
    State(app): State<App>,
    caller: Reader,
    Query(Page { before }): Query<Page>,
) -> Result<Json<InboxResponse>, ApiError> {
    Ok(Json(inbox::list(&app.services.context, caller.actor(), before).await?))
}

/// Marks entries of the inbox as read or unread.
#[utoipa::path(
    post, path = "/inbox/read", tag = "Inbox",
    request_body(content = InboxReadRequest, example = json!({
        "entry_ids": ["0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c90"], "until": null, "is_read": true
    })),
    responses(
        (status = 200, description = "How many are unread now.", body = InboxReadResponse, example = json!({"unread_count": 0})),
        (status = 422, description = "`body_invalid`: invalid ids, or more than 500.", body = Rejection),
    )
)]
async fn mark(
    State(app): State<App>,
    account: Actor,
    JsonBody(request): JsonBody<InboxReadRequest>,
) -> Result<Json<InboxReadResponse>, ApiError> {
    Ok(Json(inbox::mark(&app.services.changes, account, request).await?))
}

/// Turns the mails about an inbox off, by the token in such a mail.
///
/// Repeating the request changes nothing.
///
/// The body is ignored: mail programs send a form (RFC 8058).
#[utoipa::path(
    post, path = "/inbox/unsubscribe/{token}", tag = "Inbox", security(()),
    params(("token" = String, Path, description = "The token.")),
    responses(
        (status = 200, description = "The mails are off.", body = MessageResponse,
            example = json!({"message": messages::inbox_unsubscribed()})),
        (status = 422, description = "`link_invalid`: unknown token.", body = Rejection),
    )
)]
async fn unsubscribe(State(app): State<App>, PathSegment(token): PathSegment) -> Result<Confirmation, ApiError> {
    inbox::unsubscribe(&app.services.changes, &token).await?;
    Ok(confirmation(messages::inbox_unsubscribed()))
}

/// Redirects mail programs that open the unsubscribe URL with GET.
///
/// Opening it changes nothing.
#[utoipa::path(
    get, path = "/inbox/unsubscribe/{token}", tag = "Inbox", security(()),
    params(("token" = String, Path, description = "The token.")),
    responses((
        status = 303, description = "Redirects to the confirmation page.",
        headers(("Location" = String, description = "`/unsubscribe/…`."))
    ))
)]
async fn show_unsubscribe(PathSegment(token): PathSegment) -> Redirect {
    Redirect::to(&format!("/unsubscribe/{}", utf8_percent_encode(&token, TOKEN_ESCAPES)))
}
