//! `PUT /user/` and `PUT /account/email/`.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::account::{AccountResponse, ChangeEmailRequest, ProfileRequest};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::UserResponse;
use twentyfour_domain::profile;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(rename)).routes(routes!(change_email))
}

/// Changes the user's name.
#[utoipa::path(
    put, path = "/user", tag = "Accounts",
    request_body(content = ProfileRequest, example = json!({"first_name": "Ada", "last_name": "King"})),
    responses(
        (status = 200, description = "The account.", body = UserResponse, example = json!({"user": [super::user::example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 422, description = "A name is blank or too long, or `body_invalid`.", body = Rejection),
    )
)]
async fn rename(
    State(app): State<App>,
    account: Actor,
    JsonBody(request): JsonBody<ProfileRequest>,
) -> Result<Json<UserResponse>, ApiError> {
    let user = profile::rename(&app.services.changes, account, request).await?;
    Ok(Json(UserResponse { user: vec![user] }))
}

/// Starts an email change: sends a confirmation link to the new address.
///
/// The email changes when the link is opened. Sending the current email cancels a pending change.
#[utoipa::path(
    put, path = "/account/email", tag = "Accounts",
    request_body(content = ChangeEmailRequest, example = json!({"email": "ada@king.example", "password": "correct horse"})),
    responses(
        (status = 200, description = "Confirmation link sent.", body = AccountResponse, example = json!({"account": super::account::example()})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 409, description = "`email_taken`.", body = Rejection),
        (status = 422, description = "`email_invalid` or `body_invalid`.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
    )
)]
async fn change_email(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ChangeEmailRequest>,
) -> Result<Json<AccountResponse>, ApiError> {
    profile::change_email(&app.services.accounts, account, request, address).await?;
    super::account::account_response(&app, account).await
}
