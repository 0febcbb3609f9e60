//! `GET /health/`, for load balancers and monitors.

use super::messages;
use crate::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::MessageResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Reports whether the server and its database respond.
#[utoipa::path(
    get, path = "/health", tag = "Service", security(()),
    responses(
        (status = 200, description = "Both respond.", body = MessageResponse, example = json!({"message": messages::health_up()})),
        (status = 503, description = "The database does not respond.", body = Rejection),
    )
)]
async fn health(State(app): State<App>) -> Result<Json<MessageResponse>, ApiError> {
    app.services.context.check().await?;
    Ok(Json(MessageResponse { message: messages::health_up().to_owned() }))
}
