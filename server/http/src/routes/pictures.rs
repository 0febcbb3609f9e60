//! `/pictures/`: pictures that users upload.

use super::openapi::FileContents;
use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{PathSegment, Upload};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::IntoResponse;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::photo::{MAX_PICTURE_BYTES, PictureResponse, PicturesResponse};
use twentyfour_domain::pictures;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new().routes(routes!(add)).layer(DefaultBodyLimit::max(MAX_PICTURE_BYTES));
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show, remove)).merge(uploads)
}

/// An example picture for the OpenAPI document.
fn example() -> serde_json::Value {
    serde_json::json!({
        "id": "0123456789abcdef0123456789abcdef", "width": 2560, "height": 1600, "color": "#60544d",
        "created_at": "2026-03-03T08:30:00.000Z"
    })
}

/// Uploads a picture: a JPEG, PNG or WebP file of at most 15 MB, 50 megapixels and 12,000 pixels per side.
///
/// The format is detected from the bytes; the Content-Type is ignored. The picture is rotated upright, scaled down to
/// at most 2560 by 1600 pixels and re-encoded, which removes all metadata such as location and camera. Only the first
/// frame of an animation is used.
#[utoipa::path(
    post, path = "/pictures", tag = "Pictures",
    request_body(content = FileContents, content_type = "application/octet-stream", description = "The file."),
    responses(
        (status = 200, description = "The stored picture.", body = PictureResponse, example = json!({"picture": example()})),
        (status = 402, description = "`plan_limit`: uploading pictures requires Pro, if plans are sold.", body = Rejection),
        (status = 408, description = "`request_timeout`: the upload took more than 30 seconds.", body = Rejection),
        (status = 409, description = "`picture_limit`: the account has 50 pictures already.", body = Rejection),
        (status = 413, description = "`picture_too_large`: over 15 MB, or too many pixels.", body = Rejection),
        (status = 415, description = "`picture_unsupported`: not a JPEG, PNG or WebP.", body = Rejection),
        (status = 422, description = "`picture_broken`: it cannot be decoded.", body = Rejection),
        (status = 503, description = "`server_busy`: the server is reading as many uploads as it can, of this account or in total.", body = Rejection),
    )
)]
async fn add(State(app): State<App>, account: Actor, upload: Upload) -> Result<Json<PictureResponse>, ApiError> {
    Ok(Json(PictureResponse { picture: pictures::add(&app.services.pictures, account, upload.read()).await? }))
}

/// Returns the account's pictures, newest first, at most 50.
#[utoipa::path(
    get, path = "/pictures", tag = "Pictures",
    responses(
        (status = 200, description = "The pictures.", body = PicturesResponse, example = json!({"pictures": [example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
    )
)]
async fn list(State(app): State<App>, account: Actor) -> Result<Json<PicturesResponse>, ApiError> {
    Ok(Json(PicturesResponse { pictures: pictures::list(&app.services.pictures, account).await? }))
}

/// Returns a picture.
///
/// The id is random and unguessable and needs no token, because page elements cannot send one.
#[utoipa::path(
    get, path = "/pictures/{picture}", tag = "Pictures", security(()),
    params(("picture" = String, Path, description = "The picture's id.", example = "0123456789abcdef0123456789abcdef")),
    responses(
        (status = 200, description = "The JPEG. It never changes.", content(
            (FileContents = "image/jpeg", example = json!("\u{ff}\u{d8}\u{ff}…"))
        )),
        (status = 404, description = "`not_found`.", body = Rejection),
    )
)]
async fn show(State(app): State<App>, PathSegment(picture): PathSegment) -> Result<impl IntoResponse, ApiError> {
    Ok(jpeg_response(pictures::show(&app.services.pictures, &picture).await?))
}

/// Returns a JPEG that never changes as a response.
pub(super) fn jpeg_response(jpeg: Vec<u8>) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, "image/jpeg"),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        // Opened directly, the picture is a page of its own, which may do nothing.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox; frame-ancestors 'none'"),
    ];
    (headers, jpeg)
}

/// Deletes a picture.
///
/// Boards that use it show none afterwards.
#[utoipa::path(
    delete, path = "/pictures/{picture}", tag = "Pictures",
    params(("picture" = String, Path, description = "The picture's id.", example = "0123456789abcdef0123456789abcdef")),
    responses(
        (status = 200, description = "Picture deleted.", body = MessageResponse, example = json!({"message": messages::picture_deleted()})),
        (status = 404, description = "`not_found`: the picture does not exist, or is not yours.", body = Rejection),
    )
)]
async fn remove(
    State(app): State<App>,
    account: Actor,
    PathSegment(picture): PathSegment,
) -> Result<Confirmation, ApiError> {
    pictures::remove(&app.services.pictures, account, &picture).await?;
    Ok(confirmation(messages::picture_deleted()))
}
