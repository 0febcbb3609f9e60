//! `POST /add-to-waitlist/` and `/leave-waitlist/{token}/`.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody, PathSegment};
use axum::extract::State;
use axum::response::Redirect;
use core_wasm::protocol::error::{FormRejection, Rejection};
use core_wasm::protocol::http::{MessageResponse, WaitlistRequest};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use twentyfour_domain::waitlist;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The characters to percent-encode in the URL of the page: all that a token cannot contain.
pub(super) const TOKEN_ESCAPES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(join)).routes(routes!(leave, show))
}

/// Adds a visitor to the waitlist and sends a confirmation email if this server sends mail.
///
/// Joining again changes nothing.
#[utoipa::path(
    post, path = "/add-to-waitlist", tag = "Waitlist", security(()),
    request_body(content = WaitlistRequest, example = json!({"name": "Ada", "email": "ada@example.org"})),
    responses(
        (status = 200, description = "Added to the waitlist.", body = MessageResponse,
            example = json!({"message": messages::waitlist_joined()})),
        (status = 422, description = "`body_invalid`, or invalid fields, all listed in `errors`.", body = FormRejection),
    )
)]
async fn join(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<WaitlistRequest>,
) -> Result<Confirmation, ApiError> {
    waitlist::join(&app.services.waitlist, request, address).await?;
    Ok(confirmation(messages::waitlist_joined()))
}

/// Removes a visitor from the waitlist, by the token in their mail.
///
/// Repeating the request changes nothing.
///
/// The body is ignored: mail programs send a form (RFC 8058).
#[utoipa::path(
    post, path = "/leave-waitlist/{token}", tag = "Waitlist", security(()),
    params(("token" = String, Path, description = "The token.")),
    responses(
        (status = 200, description = "Removed from the waitlist.", body = MessageResponse,
            example = json!({"message": messages::waitlist_left()})),
        (status = 422, description = "`link_invalid`: unknown token.", body = Rejection),
    )
)]
async fn leave(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    PathSegment(token): PathSegment,
) -> Result<Confirmation, ApiError> {
    waitlist::leave(&app.services.waitlist, &token, address).await?;
    Ok(confirmation(messages::waitlist_left()))
}

/// Redirects mail programs that open the unsubscribe URL with GET.
///
/// Opening it changes nothing.
#[utoipa::path(
    get, path = "/leave-waitlist/{token}", tag = "Waitlist", security(()),
    params(("token" = String, Path, description = "The token.")),
    responses((
        status = 303, description = "Redirects to the confirmation page.",
        headers(("Location" = String, description = "`/waitlist/leave?token=…`."))
    ))
)]
async fn show(PathSegment(token): PathSegment) -> Redirect {
    Redirect::to(&format!("/waitlist/leave?token={}", utf8_percent_encode(&token, TOKEN_ESCAPES)))
}
