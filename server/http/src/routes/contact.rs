//! `POST /contact/`.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody};
use axum::extract::State;
use core_wasm::protocol::error::{FormRejection, Rejection};
use core_wasm::protocol::http::{ContactRequest, MessageResponse};
use twentyfour_domain::contact;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send_message))
}

/// Sends a message to the administrator of this server by email.
#[utoipa::path(
    post, path = "/contact", tag = "Contact", security(()),
    request_body(
        content = ContactRequest,
        example = json!({"name": "Ada", "email": "ada@example.org", "message": "Does it work without a network?"})
    ),
    responses(
        (status = 200, description = "Message accepted.", body = MessageResponse,
            example = json!({"message": messages::contact_message_received()})),
        (status = 404, description = "`contact_off`: the contact form is disabled on this server.", body = Rejection),
        (status = 422, description = "`body_invalid`, or invalid fields, all listed in `errors`.", body = FormRejection),
    )
)]
async fn send_message(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ContactRequest>,
) -> Result<Confirmation, ApiError> {
    contact::send(&app.services.contact, request, address).await?;
    Ok(confirmation(messages::contact_message_received()))
}
