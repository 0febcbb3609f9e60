//! `POST /add-to-waitlist/`.

use crate::App;
use crate::domain::waitlist;
use crate::error::ApiError;
use crate::extract::{Body, ClientAddress};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{MessageAnswer, WaitlistRequest};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(join))
}

/// Puts a visitor on the waitlist. Joining again changes nothing.
#[utoipa::path(
    post, path = "/add-to-waitlist", tag = "Waitlist", security(()),
    request_body(content = WaitlistRequest, example = json!({"name": "Ada", "email": "ada@example.org"})),
    responses(
        (status = 200, description = "They are on it.", body = MessageAnswer,
            example = json!({"message": "Successfully joined the waitlist!"})),
        (status = 422, description = "`body_invalid`, or a field breaks a rule.", body = Rejection),
    )
)]
async fn join(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Body(request): Body<WaitlistRequest>,
) -> Result<Json<MessageAnswer>, ApiError> {
    waitlist::join(&app, request, address).await?;
    Ok(Json(MessageAnswer { message: "Successfully joined the waitlist!".to_owned() }))
}
