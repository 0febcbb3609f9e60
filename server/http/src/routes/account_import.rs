//! `POST /account/import/`: the import of the archive of an account.

use super::openapi::FileContents;
use crate::App;
use crate::error::ApiError;
use crate::extract::{ClientAddress, Query, Upload};
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::account_import::AccountImportLine;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::messages::{current_language, with_language};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;
use twentyfour_domain::account_import;
use twentyfour_domain::security::{self, SecurityEvent};
use twentyfour_model::Actor;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum size of an archive in bytes: that of an export.
const IMPORT_LIMIT: usize = 4 << 30;

/// The number of lines that wait for a slow client.
const MAX_QUEUED_LINES: usize = 16;

/// After this time without progress, the last line is sent again, so that no proxy closes the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(IMPORT_LIMIT))
}

/// The query parameters of an import.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    /// Whether the preferences and daily goals are replaced by those of the archive, and the profile picture is set if the account has none.
    #[serde(default)]
    settings: bool,
}

/// Imports the archive of an account's export, which another server may have made.
///
/// The body is the ZIP file, at most 4 GiB. It may take up to 2 hours to arrive, unless no data arrives for 30 seconds. The archive is checked as a
/// whole before anything is imported. Then the response starts: JSON lines (`application/x-ndjson`), each with how far the import
/// is, and the last one with the report or an error. Closing the connection ends the import; what was imported stays. Records get
/// new ids that depend on the account and on their old ids, so importing an archive again adds only what is missing. Each board is
/// imported with its activity, whole or not at all, within the limits of the account. The trash of boards, members, public links,
/// webhooks, tokens and calendars are not imported. `docs/format.md` describes the archive.
#[utoipa::path(
    post, path = "/account/import", tag = "Accounts", params(ImportQuery),
    request_body(content = FileContents, content_type = "application/octet-stream", description = "The archive."),
    responses(
        (status = 200, description = "Lines of JSON: the progress, and the report or an error as the last one.", content(
            (AccountImportLine = "application/x-ndjson", example = json!({"step": "boards", "done": 3, "total": 12}))
        )),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 408, description = "`request_timeout`: no data arrived for 30 seconds, or the body took more than 2 hours.", body = Rejection),
        (status = 413, description = "`archive_too_large`: over 4 GiB, or too large when it is decompressed.", body = Rejection),
        (status = 422, description = "`archive_invalid`, `bad_query`, or `upload_interrupted`. Nothing has changed.", body = Rejection),
        (status = 429, description = "`too_many_requests`.", body = Rejection),
        (status = 503, description = "`server_busy`: the account has an import already, or too many others have; `unavailable`: the disk has too little space.", body = Rejection),
    )
)]
async fn import(
    State(app): State<App>,
    account: Actor,
    ClientAddress(address): ClientAddress,
    Query(ImportQuery { settings }): Query<ImportQuery>,
    upload: Upload,
) -> Result<Response, ApiError> {
    let body = upload.into_stream(ErrorCode::ArchiveTooLarge, ErrorCode::UploadInterrupted);
    let archive = account_import::receive(&app.services.imports, account, body).await?;
    security::log(SecurityEvent::AccountImported, Some(address), Some(account.id));
    let (sender, lines) = mpsc::channel(MAX_QUEUED_LINES);
    let running = async move { account_import::run(&app.services, account, archive, settings, sender).await };
    // In a separate task, so that the current record is finished if the client closes the connection. A new task has no language.
    tokio::spawn(with_language(current_language(), running));
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // nginx would collect the lines.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(body_of(lines))).into_response())
}

/// Returns lines as the body of a response.
fn body_of(lines: mpsc::Receiver<AccountImportLine>) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + use<> {
    stream::unfold((lines, Bytes::new()), |(mut lines, last)| async move {
        let line = match tokio::time::timeout(KEEP_ALIVE, lines.recv()).await {
            Ok(Some(line)) => serde_json::to_string(&line).map(|json| Bytes::from(json + "\n")).ok()?,
            Ok(None) => return None,
            Err(_) => last,
        };
        Some((Ok(line.clone()), (lines, line)))
    })
}
