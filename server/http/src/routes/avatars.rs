//! `/account/avatar/` and `/avatars/`: the pictures of people.

use super::openapi::FileContents;
use super::{pictures, user};
use crate::App;
use crate::error::ApiError;
use crate::extract::{PathSegment, Upload};
use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::IntoResponse;
use core_wasm::protocol::error::Rejection;
use core_wasm::protocol::http::UserResponse;
use core_wasm::protocol::photo::MAX_PICTURE_BYTES;
use twentyfour_domain::avatars;
use twentyfour_model::Actor;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new().routes(routes!(set, remove)).layer(DefaultBodyLimit::max(MAX_PICTURE_BYTES));
    OpenApiRouter::new().routes(routes!(show)).merge(uploads)
}

/// Sets the user's picture: a JPEG, PNG or WebP file of at most 15 MB, 50 megapixels and 12,000 pixels per side.
///
/// The format is detected from the bytes; the Content-Type is ignored. The picture is rotated upright, cropped to the
/// square in its middle, scaled to 256 by 256 pixels and re-encoded, which removes all metadata such as location and camera. It
/// replaces the previous picture and gets a new URL.
#[utoipa::path(
    put, path = "/account/avatar", tag = "Accounts",
    request_body(content = FileContents, content_type = "application/octet-stream", description = "The file."),
    responses(
        (status = 200, description = "The account.", body = UserResponse, example = json!({"user": [user::example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
        (status = 408, description = "`request_timeout`: the upload took more than 30 seconds.", body = Rejection),
        (status = 413, description = "`picture_too_large`: over 15 MB, or too many pixels.", body = Rejection),
        (status = 415, description = "`picture_unsupported`: not a JPEG, PNG or WebP.", body = Rejection),
        (status = 422, description = "`picture_broken`: it cannot be decoded.", body = Rejection),
        (status = 503, description = "`server_busy`: the server is reading as many uploads as it can, of this account or in total.", body = Rejection),
    )
)]
async fn set(State(app): State<App>, account: Actor, upload: Upload) -> Result<Json<UserResponse>, ApiError> {
    Ok(Json(UserResponse { user: vec![avatars::set(&app.services.avatars, account, upload.read()).await?] }))
}

/// Removes the user's picture, if there is one.
#[utoipa::path(
    delete, path = "/account/avatar", tag = "Accounts",
    responses(
        (status = 200, description = "The account.", body = UserResponse, example = json!({"user": [user::example()]})),
        (status = 401, description = "No valid token.", body = Rejection),
    )
)]
async fn remove(State(app): State<App>, account: Actor) -> Result<Json<UserResponse>, ApiError> {
    Ok(Json(UserResponse { user: vec![avatars::remove(&app.services.avatars, account).await?] }))
}

/// Returns the picture of a person.
///
/// The id is random and unguessable and needs no token, because page elements cannot send one.
#[utoipa::path(
    get, path = "/avatars/{avatar}", tag = "Accounts", security(()),
    params(("avatar" = String, Path, description = "The picture's id.", example = "0123456789abcdef0123456789abcdef")),
    responses(
        (status = 200, description = "The JPEG, 256 by 256 pixels. It never changes.", content(
            (FileContents = "image/jpeg", example = json!("\u{ff}\u{d8}\u{ff}…"))
        )),
        (status = 404, description = "`not_found`.", body = Rejection),
    )
)]
async fn show(State(app): State<App>, PathSegment(avatar): PathSegment) -> Result<impl IntoResponse, ApiError> {
    Ok(pictures::jpeg_response(avatars::show(&app.services.avatars, &avatar).await?))
}
