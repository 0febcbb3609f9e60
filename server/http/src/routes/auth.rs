//! `/auth/`: sign-up, login and tokens.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, Device, JsonBody};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{
    AuthResponse, LogInRequest, MessageResponse, RefreshRequest, SignUpRequest, TokenPair, ValidateTokenRequest,
};
use twentyfour_domain::{accounts, logins};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_up))
        .routes(routes!(log_in))
        .routes(routes!(validate_token))
        .routes(routes!(refresh))
        .routes(routes!(log_out))
}

/// Creates an account and logs it in.
#[utoipa::path(
    post, path = "/auth/signup", tag = "Accounts", security(()),
    request_body(content = SignUpRequest, example = json!({
        "first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.org", "password": "correct horse"
    })),
    responses(
        (status = 200, description = "The account and its tokens.", body = AuthResponse, example = json!({
            "access_token": "eyJ0eXAi…", "refresh_token": "n3Jc…", "user": [super::user::example()]
        })),
        (status = 409, description = "`email_taken`.", body = Rejection),
        (status = 422, description = "`body_invalid`, or a field breaks a rule.", body = Rejection),
    )
)]
async fn sign_up(
    State(app): State<App>,
    Device(device): Device,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<SignUpRequest>,
) -> Result<Json<AuthResponse>, ApiError> {
    Ok(Json(accounts::sign_up(&app.services.accounts, request, device, address).await?))
}

/// Logs in with an email address and a password.
#[utoipa::path(
    post, path = "/auth/login", tag = "Accounts", security(()),
    request_body(content = LogInRequest, example = json!({"email": "ada@example.org", "password": "correct horse"})),
    responses(
        (status = 200, description = "The account and its tokens.", body = AuthResponse, example = json!({
            "access_token": "eyJ0eXAi…", "refresh_token": "n3Jc…", "user": [super::user::example()]
        })),
        (status = 401, description = "`credentials_invalid`.", body = Rejection),
    )
)]
async fn log_in(
    State(app): State<App>,
    Device(device): Device,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<LogInRequest>,
) -> Result<Json<AuthResponse>, ApiError> {
    Ok(Json(accounts::log_in(&app.services.accounts, request, device, address).await?))
}

/// Checks whether an access token is valid and its login is active.
#[utoipa::path(
    post, path = "/auth/validate-token", tag = "Accounts", security(()),
    request_body(content = ValidateTokenRequest, example = json!({"token": "eyJ0eXAi…"})),
    responses(
        (status = 200, description = "The token is valid.", body = MessageResponse, example = json!({"message": messages::token_valid()})),
        (status = 401, description = "`token_expired` or `token_invalid`.", body = Rejection),
    )
)]
async fn validate_token(
    State(app): State<App>,
    JsonBody(request): JsonBody<ValidateTokenRequest>,
) -> Result<Confirmation, ApiError> {
    let access = logins::verify_token(&app.services.sessions, &request.token)?;
    logins::require_active(&app.services.sessions, &access).await?;
    Ok(confirmation(messages::token_valid()))
}

/// Exchanges a refresh token for a new token pair.
///
/// Each refresh token works once. It can be reused for 30 seconds, because several tabs may refresh at the same time;
/// later reuse counts as theft and ends the login.
#[utoipa::path(
    post, path = "/auth/refresh", tag = "Accounts", security(()),
    request_body(content = RefreshRequest, example = json!({"refresh_token": "n3Jc…"})),
    responses(
        (status = 200, description = "The new token pair.", body = TokenPair, example = json!({
            "access_token": "eyJ0eXAi…", "refresh_token": "Zk1p…"
        })),
        (status = 401, description = "`refresh_invalid`.", body = Rejection),
    )
)]
async fn refresh(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<RefreshRequest>,
) -> Result<Json<TokenPair>, ApiError> {
    Ok(Json(accounts::refresh(&app.services.sessions, &request.refresh_token, address).await?))
}

/// Ends the login of a refresh token and revokes all its tokens.
#[utoipa::path(
    post, path = "/auth/logout", tag = "Accounts", security(()),
    request_body(content = RefreshRequest, example = json!({"refresh_token": "n3Jc…"})),
    responses((status = 200, description = "Login ended.", body = MessageResponse, example = json!({"message": messages::logged_out()})))
)]
async fn log_out(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<RefreshRequest>,
) -> Result<Confirmation, ApiError> {
    accounts::log_out(&app.services.sessions, &request.refresh_token, address).await?;
    Ok(confirmation(messages::logged_out()))
}
