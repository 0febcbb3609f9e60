//! `/account/`: account details, password and logins.

use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, JsonBody};
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::account::{AccountResponse, ChangePasswordRequest, EndAllLoginsRequest, EndLoginRequest};
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{MessageResponse, TokenPair};
use serde_json::json;
use twentyfour_domain::{accounts, logins};
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(account))
        .routes(routes!(change_password))
        .routes(routes!(end_login))
        .routes(routes!(end_all_logins))
}

/// Returns the account's login methods, pending changes and active logins.
#[utoipa::path(
    get, path = "/account", tag = "Accounts",
    responses(
        (status = 200, description = "The account.", body = AccountResponse, example = json!({"account": example()})),
        (status = 401, description = "No valid token.", body = Rejection),
    )
)]
async fn account(State(app): State<App>, account: Actor) -> Result<Json<AccountResponse>, ApiError> {
    account_response(&app, account).await
}

/// Changes the password.
///
/// Ends all other logins of the account and sends a notice by email. The current login continues with the tokens of the
/// response: its previous access tokens are revoked, and its previous refresh token works for 30 more seconds. An
/// account without a password can set one within 10 minutes of logging in.
#[utoipa::path(
    put, path = "/account/password", tag = "Accounts",
    request_body(content = ChangePasswordRequest, example = json!({
        "current_password": "correct horse", "password": "battery staple"
    })),
    responses(
        (status = 200, description = "Password changed. Use these tokens from now on.", body = TokenPair, example = json!({
            "access_token": "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9…", "refresh_token": "q0Y5v0x1…"
        })),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 422, description = "`password_too_short`, `password_too_long`, `password_common` or `password_personal`.", body = Rejection),
    )
)]
async fn change_password(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ChangePasswordRequest>,
) -> Result<Json<TokenPair>, ApiError> {
    Ok(Json(accounts::change_password(&app.services.accounts, account, request, address).await?))
}

/// Ends one login of the account and revokes its tokens.
///
/// An account without a password can do this within 10 minutes of logging in.
#[utoipa::path(
    post, path = "/account/logins/end", tag = "Accounts",
    request_body(content = EndLoginRequest, example = json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "password": "correct horse"
    })),
    responses(
        (status = 200, description = "Login ended.", body = AccountResponse, example = json!({"account": example()})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
        (status = 404, description = "`not_found`: the account has no such login.", body = Rejection),
        (status = 422, description = "`bad_id`.", body = Rejection),
    )
)]
async fn end_login(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<EndLoginRequest>,
) -> Result<Json<AccountResponse>, ApiError> {
    logins::end_by_id(&app.services.accounts, account, request, address).await?;
    account_response(&app, account).await
}

/// Ends all logins of the account, including the current one.
///
/// Its API tokens and the address of its calendar feed end, too, and its webhooks are turned off. An account without a password can do this within 10 minutes of logging in.
#[utoipa::path(
    post, path = "/account/logins/end-all", tag = "Accounts",
    request_body(content = EndAllLoginsRequest, example = json!({"password": "correct horse"})),
    responses(
        (status = 200, description = "Logins ended.", body = MessageResponse, example = json!({"message": messages::logged_out_everywhere()})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 403, description = "`password_wrong` or `login_stale`.", body = Rejection),
    )
)]
async fn end_all_logins(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<EndAllLoginsRequest>,
) -> Result<Confirmation, ApiError> {
    logins::end_everywhere(&app.services.accounts, account, request.password, address).await?;
    Ok(confirmation(messages::logged_out_everywhere()))
}

/// Returns the account's current details as a response.
///
/// # Errors
/// Returns an error if the login has ended or the database fails.
pub(super) async fn account_response(app: &App, account: Actor) -> Result<Json<AccountResponse>, ApiError> {
    Ok(Json(AccountResponse { account: accounts::details(&app.services.context, &app.services.plans, account).await? }))
}

/// An example account for the OpenAPI document.
pub(super) fn example() -> serde_json::Value {
    json!({
        "has_password": true, "has_google": false, "pending_email": null, "delete_at": null,
        "logins": [{
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c71", "device": "Chrome on Windows", "created_at": "2026-03-03T08:30:00.000Z",
            "last_seen": "2026-03-03T12:00:00.000Z", "is_current": true
        }],
        "usage": {
            "boards": {"used": 3, "limit": 2_000}, "cards": {"used": 214, "limit": 200_000},
            "notes": {"used": 12, "limit": 10_000}, "pictures": {"used": 4, "limit": 50},
            "note_bytes": {"used": 81_920, "limit": 524_288_000}, "change_bytes": {"used": 64_000, "limit": 1_073_741_824},
            "attachment_bytes": {"used": 4_821_130, "limit": 5_368_709_120_i64}
        }
    })
}
