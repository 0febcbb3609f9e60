//! `GET /account/export/`: all data of an account as an archive.

use super::openapi::FileContents;
use crate::App;
use crate::error::ApiError;
use crate::extract::ClientAddress;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::Rejection;
use twentyfour_domain::export::archive;
use twentyfour_domain::security::{self, SecurityEvent};
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Exports all data of the account as it is at one moment: a ZIP archive of JSON and CSV files with a README.txt that
/// describes them.
///
/// The file name has the date in the user's time zone.
#[utoipa::path(
    get, path = "/account/export", tag = "Accounts",
    responses(
        (status = 200, description = "The archive, twentyfour-YYYY-MM-DD.zip.", content(
            (FileContents = "application/zip", example = json!("PK\u{3}\u{4}…"))
        )),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 413, description = "`export_too_large`.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
        (status = 503, description = "`unavailable`: the database fails, or the disk has too little space; `server_busy`: the account's last archive is still being downloaded, or too many of others are.", body = Rejection),
    )
)]
async fn export(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
) -> Result<Response, ApiError> {
    let archive = archive::create(&app.services.exports, account).await?;
    security::log(SecurityEvent::AccountExported, Some(address), Some(account.id));
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", archive.name)),
        (header::CONTENT_LENGTH, archive.length.to_string()),
    ];
    Ok((headers, Body::from_stream(archive.into_stream())).into_response())
}
