//! `GET /features/`.

use crate::App;
use axum::Json;
use axum::extract::State;
use core_wasm::protocol::account::Features;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(features))
}

/// Returns which optional features this server has enabled, for the login, sign-up and settings pages.
#[utoipa::path(
    get, path = "/features", tag = "Service", security(()),
    responses((status = 200, description = "The features.", body = Features, example = json!({
        "google": false, "mail": true, "invitation_only": false,
        "billing_portal_url": null
    })))
)]
async fn features(State(app): State<App>) -> Json<Features> {
    Json(app.services.plans.features.as_ref().clone())
}
