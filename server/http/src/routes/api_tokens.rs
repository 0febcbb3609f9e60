//! `/account/tokens/`: the API tokens of an account. API tokens themselves cannot reach these routes.

use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody, PathSegment};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::api_token::{ApiTokens, CreateApiTokenRequest, CreateApiTokenResponse};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use serde_json::{Value, json};
use twentyfour_domain::api_tokens;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_api_tokens, create_api_token)).routes(routes!(revoke_api_token))
}

fn example() -> Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7a", "name": "Backup script", "last_characters": "4fQz", "scopes": ["read"],
        "board_ids": null, "created_at": "2026-03-03T08:30:00.000Z", "expires_at": "2026-06-01T08:30:00.000Z",
        "last_used_at": "2026-03-03T12:00:00.000Z"
    })
}

/// Returns the API tokens that have not expired, the newest first.
#[utoipa::path(
    get, path = "/account/tokens", tag = "Accounts",
    responses((status = 200, description = "The tokens.", body = ApiTokens, example = json!({"tokens": [example()]})))
)]
async fn list_api_tokens(State(app): State<App>, account: Actor) -> Result<Json<ApiTokens>, ApiError> {
    Ok(Json(ApiTokens { tokens: api_tokens::list(&app.services.context, account).await? }))
}

/// Creates an API token and sends a notice by email.
///
/// Only this response has the token. Programs send it as `Authorization: Bearer tf_…`. It ends when it expires, when you
/// revoke it, when you log out everywhere or reset your password, and when you ask for the deletion of your account. An account without
/// a password can do this within 10 minutes of logging in.
#[utoipa::path(
    post, path = "/account/tokens", tag = "Accounts",
    request_body(content = CreateApiTokenRequest, example = json!({
        "name": "Backup script", "scopes": ["read"], "board_ids": null, "expires_at": "2026-06-01T08:30:00Z", "password": "correct horse"
    })),
    responses(
        (status = 200, description = "The token.", body = CreateApiTokenResponse, example = json!({
            "token": "tf_9aXq…", "api_token": example()
        })),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 404, description = "`not_found`: you are not a member of one of the boards.", body = Rejection),
        (status = 409, description = "`token_limit`: the account has 50 tokens.", body = Rejection),
        (status = 422, description = "`name_required`, `name_too_long`, or `body_invalid`: no scope, no board or over 100, or an expiry that is not in the next 365 days.", body = Rejection),
    )
)]
async fn create_api_token(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<CreateApiTokenRequest>,
) -> Result<Json<CreateApiTokenResponse>, ApiError> {
    Ok(Json(api_tokens::create(&app.services.accounts, account, request, address).await?))
}

/// Revokes an API token at once, and returns the others.
///
/// It needs no password, so that a token that was published can be revoked quickly.
#[utoipa::path(
    delete, path = "/account/tokens/{api_token}", tag = "Accounts",
    params(("api_token" = Id, Path, description = "The token's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c7a")),
    responses(
        (status = 200, description = "The remaining tokens.", body = ApiTokens, example = json!({"tokens": []})),
        (status = 404, description = "`not_found`: the account has no such token.", body = Rejection),
    )
)]
async fn revoke_api_token(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    PathSegment(id): PathSegment,
) -> Result<Json<ApiTokens>, ApiError> {
    let id = Id::parse(&id).ok_or(ErrorCode::NotFound)?;
    api_tokens::revoke(&app.services.accounts, account, id, address).await?;
    list_api_tokens(State(app), account).await
}
