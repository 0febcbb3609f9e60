//! `GET /user/`.

use crate::App;
use crate::error::ApiError;
use crate::extract::FilteringReader;
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::UserResponse;
use serde_json::json;
use twentyfour_domain::api_tokens;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(user))
}

/// Returns the logged-in user as a list of one.
///
/// An API token that is limited to boards sees no focus time of the account: `focus_streak`, `longest_focus_streak` and `total_time` are 0.
#[utoipa::path(
    get, path = "/user", tag = "Accounts", security(("access_token" = []), ("api_token" = ["read"])),
    responses(
        (status = 200, description = "The account.", body = UserResponse, example = json!({"user": [example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
    )
)]
async fn user(State(app): State<App>, caller: FilteringReader) -> Result<Json<UserResponse>, ApiError> {
    let user = api_tokens::user(&app.services.context, &app.services.plans, &caller).await?;
    Ok(Json(UserResponse { user: vec![user] }))
}

/// An example user for the OpenAPI document.
pub(super) fn example() -> serde_json::Value {
    json!({
        "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "first_name": "Ada", "last_name": "Lovelace",
        "picture": "/api/avatars/0123456789abcdef0123456789abcdef/", "email": "ada@example.org", "date_joined": "2026-03-03T08:30:00.000Z", "last_login": "2026-03-03T08:30:00.000Z",
        "is_verified": false, "is_admin": false, "focus_streak": 3, "longest_focus_streak": 12, "total_time": 97200,
        "mins_for_streak": 25, "user_type": "basic", "is_limited": false, "delete_at": null
    })
}
