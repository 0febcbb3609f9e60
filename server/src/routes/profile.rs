//! `PUT /user/`.

use crate::App;
use crate::domain::profile;
use crate::error::ApiError;
use crate::extract::{Account, Body};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::account::ProfileRequest;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::UserAnswer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(rename))
}

/// Changes a person's name.
#[utoipa::path(
    put, path = "/user", tag = "Accounts",
    request_body(content = ProfileRequest, example = json!({"first_name": "Ada", "last_name": "King"})),
    responses(
        (status = 200, description = "The account.", body = UserAnswer, example = json!({"user": [super::user::example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 422, description = "A name is blank or too long, or `body_invalid`.", body = Rejection),
    )
)]
async fn rename(
    State(app): State<App>,
    account: Account,
    Body(request): Body<ProfileRequest>,
) -> Result<Json<UserAnswer>, ApiError> {
    Ok(Json(UserAnswer { user: vec![profile::rename(&app, account, request).await?] }))
}
