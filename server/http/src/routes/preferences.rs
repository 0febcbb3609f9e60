//! `GET` and `PUT /preferences/`.

use crate::App;
use crate::error::ApiError;
use crate::extract::JsonBody;
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::{Preferences, PreferencesUpdate};
use twentyfour_domain::preferences;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(load, update))
}

/// Returns the preferences that are synced between devices.
#[utoipa::path(
    get, path = "/preferences", tag = "Preferences",
    responses((status = 200, description = "All preferences.", body = Preferences, example = json!(Preferences::default())))
)]
async fn load(State(app): State<App>, account: Actor) -> Result<Json<Preferences>, ApiError> {
    Ok(Json(preferences::load(&app.services.context, account).await?))
}

/// Updates the given preferences.
#[utoipa::path(
    put, path = "/preferences", tag = "Preferences",
    request_body(content = PreferencesUpdate, example = json!({"focus_minutes": 50, "time_zone": "Europe/Berlin"})),
    responses(
        (status = 200, description = "All preferences after the update.", body = Preferences, example = json!(Preferences::default())),
        (status = 402, description = "`plan_limit`: choosing a background requires Pro, if plans are sold.", body = Rejection),
        (status = 422, description = "`preference_invalid` or `body_invalid`.", body = Rejection),
    )
)]
async fn update(
    State(app): State<App>,
    account: Actor,
    JsonBody(request): JsonBody<PreferencesUpdate>,
) -> Result<Json<Preferences>, ApiError> {
    Ok(Json(preferences::update(&app.services.changes, account, request).await?))
}
