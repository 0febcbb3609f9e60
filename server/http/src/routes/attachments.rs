//! `/boards/{board}/cards/{card}/attachments/`, `/boards/{board}/attachments/` and `/attachments/`: files attached to cards.

use super::openapi::FileContents;
use super::{Confirmation, confirmation, messages};
use crate::App;
use crate::error::ApiError;
use crate::extract::{PathSegment, PathSegments, Query, Upload};
use axum::Json;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::IntoResponse;
use core_wasm::protocol::attachment::{
    AttachmentLinkResponse, AttachmentLinksResponse, AttachmentResponse, MAX_ATTACHMENT_BYTES,
};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::http::MessageResponse;
use core_wasm::protocol::id::Id;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use twentyfour_domain::attachments::{self, NewFile, Variant};
use twentyfour_model::Actor;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What a file name in a header escapes (RFC 8187, section 3.2.1).
const NAME_ESCAPES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');

pub(super) fn router() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new().routes(routes!(add)).layer(DefaultBodyLimit::max(MAX_ATTACHMENT_BYTES));
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(link, remove)).routes(routes!(show)).merge(uploads)
}

fn parse_id(text: &str) -> Result<Id, ErrorCode> {
    Id::parse(text).ok_or(ErrorCode::NotFound)
}

fn example_url(variant: &str) -> String {
    format!(
        "/api/attachments/0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74/file/?variant={variant}&expires=1772539800\
         &signature=u1OGjIu5rQZbXQ6n3x1c0v5mWmBq0yq2b0m5d0bq8sE"
    )
}

/// The query parameters of an upload.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NewAttachment {
    /// The name of the file, 1 to 255 characters.
    #[param(example = "plan.pdf")]
    name: String,
    /// The id of the new attachment. An upload that is repeated with the same id is stored once.
    id: Option<Id>,
}

/// Uploads a file of at most 25 MB and attaches it to a card.
///
/// Editors may do this. The body is the file itself. JPEG, PNG and WebP pictures are recognized by their bytes and get a
/// preview. Any other file has the media type of the Content-Type header. The upload has no time limit, unless no data
/// arrives for 30 seconds. The attachment is an item of the card, and is changed and deleted like other items.
#[utoipa::path(
    post, path = "/boards/{board}/cards/{card}/attachments", tag = "Attachments",
    params(
        ("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"),
        ("card" = String, Path, description = "The card's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72"),
        NewAttachment,
    ),
    request_body(content = FileContents, content_type = "application/octet-stream", description = "The file."),
    responses(
        (status = 200, description = "The attachment.", body = AttachmentResponse, example = json!({"item": {
            "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74", "card_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c72",
            "author_id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c60",
            "content": {
                "kind": "attachment", "name": "garden.jpg", "content_type": "image/jpeg", "bytes": 482113,
                "width": 4032, "height": 3024
            },
            "created_at": "2026-03-03T08:30:00.000Z", "edited_at": null, "trashed_at": null
        }})),
        (status = 403, description = "`forbidden_role`: you may not edit the board.", body = Rejection),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
        (status = 408, description = "`request_timeout`: no data arrived for 30 seconds.", body = Rejection),
        (status = 409, description = "`attachment_limit`: the board's owner has no space left. `id_taken`: another item has the id.", body = Rejection),
        (status = 413, description = "`file_too_large`: over 25 MB.", body = Rejection),
        (status = 422, description = "`bad_query`, `name_required`, `name_too_long`, `unknown_card`, or `upload_interrupted`.", body = Rejection),
        (status = 503, description = "`server_busy`: too many uploads at once, of this account or in total.", body = Rejection),
    )
)]
async fn add(
    State(app): State<App>,
    account: Actor,
    PathSegments(board, card): PathSegments,
    Query(NewAttachment { name, id }): Query<NewAttachment>,
    headers: HeaderMap,
    upload: Upload,
) -> Result<Json<AttachmentResponse>, ApiError> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let new = NewFile {
        id,
        name,
        content_type: text(header::CONTENT_TYPE).unwrap_or_default().to_owned(),
        bytes: text(header::CONTENT_LENGTH).and_then(|length| length.parse().ok()),
    };
    let body = upload.into_stream(ErrorCode::FileTooLarge, ErrorCode::UploadInterrupted);
    let (board, card) = (parse_id(&board)?, parse_id(&card)?);
    let item = attachments::add(&app.services.attachments, account, board, card, new, body).await?;
    Ok(Json(AttachmentResponse { item }))
}

/// Returns the addresses of all attachments of the cards of a board.
///
/// They are valid without a token until they expire.
#[utoipa::path(
    get, path = "/boards/{board}/attachments", tag = "Attachments",
    params(("board" = String, Path, description = "The board's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70")),
    responses(
        (status = 200, description = "The addresses.", body = AttachmentLinksResponse, example = json!({
            "links": [{
                "id": "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74", "url": example_url("original"),
                "preview_url": example_url("preview")
            }],
            "expires_at": "2026-03-03T12:10:00.000Z"
        })),
        (status = 404, description = "There is no such board, or you are not a member.", body = Rejection),
    )
)]
async fn list(
    State(app): State<App>,
    account: Actor,
    PathSegment(board): PathSegment,
) -> Result<Json<AttachmentLinksResponse>, ApiError> {
    Ok(Json(attachments::links(&app.services.attachments, account, parse_id(&board)?).await?))
}

/// Returns the addresses of an attachment.
///
/// They are valid without a token until they expire.
#[utoipa::path(
    get, path = "/attachments/{attachment}", tag = "Attachments",
    params(("attachment" = String, Path, description = "The attachment's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74")),
    responses(
        (status = 200, description = "The addresses.", body = AttachmentLinkResponse, example = json!({
            "url": example_url("original"), "preview_url": example_url("preview"), "expires_at": "2026-03-03T12:10:00.000Z"
        })),
        (status = 404, description = "There is no such attachment, or you are not a member of its board.", body = Rejection),
    )
)]
async fn link(
    State(app): State<App>,
    account: Actor,
    PathSegment(attachment): PathSegment,
) -> Result<Json<AttachmentLinkResponse>, ApiError> {
    Ok(Json(attachments::link(&app.services.attachments, account, parse_id(&attachment)?).await?))
}

/// Moves an attachment to the trash.
///
/// Editors may do this. Its file is deleted about a day after the attachment was deleted permanently.
#[utoipa::path(
    delete, path = "/attachments/{attachment}", tag = "Attachments",
    params(("attachment" = String, Path, description = "The attachment's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74")),
    responses(
        (status = 200, description = "Attachment deleted.", body = MessageResponse, example = json!({"message": messages::attachment_deleted()})),
        (status = 403, description = "`forbidden_role`: you may not edit the board.", body = Rejection),
        (status = 404, description = "There is no such attachment, or you are not a member of its board.", body = Rejection),
    )
)]
async fn remove(
    State(app): State<App>,
    account: Actor,
    PathSegment(attachment): PathSegment,
) -> Result<Confirmation, ApiError> {
    attachments::remove(&app.services.attachments, account, parse_id(&attachment)?).await?;
    Ok(confirmation(messages::attachment_deleted()))
}

/// The query parameters of a signed address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Signed {
    /// `original` or `preview`.
    #[param(example = "preview")]
    variant: String,
    /// When the address expires, in seconds since the Unix epoch.
    #[param(example = 1_772_539_800)]
    expires: i64,
    /// The signature of the address.
    signature: String,
}

/// Returns a file by an address from another request.
///
/// It needs no token, because page elements cannot send one: the signature is valid for one attachment until the address
/// expires. Pictures can be shown; any other file is a download.
#[utoipa::path(
    get, path = "/attachments/{attachment}/file", tag = "Attachments", security(()),
    params(
        ("attachment" = String, Path, description = "The attachment's id.", example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c74"),
        Signed,
    ),
    responses(
        (status = 200, description = "The file.", content((FileContents = "application/octet-stream", example = json!("…")))),
        (status = 404, description = "The address has expired or is not valid, or the attachment was deleted.", body = Rejection),
        (status = 422, description = "`bad_query`: a parameter is missing.", body = Rejection),
    )
)]
async fn show(
    State(app): State<App>,
    PathSegment(attachment): PathSegment,
    Query(Signed { variant, expires, signature }): Query<Signed>,
) -> Result<impl IntoResponse, ApiError> {
    let variant = Variant::parse(&variant).ok_or(ErrorCode::NotFound)?;
    let id = parse_id(&attachment)?;
    let file = attachments::open(&app.services.attachments, id, variant, expires, &signature).await?;
    let disposition = if file.is_shown { "inline" } else { "attachment" };
    let name = utf8_percent_encode(&file.name, NAME_ESCAPES);
    let headers = [
        (header::CONTENT_TYPE, file.content_type),
        (header::CONTENT_LENGTH, file.contents.bytes.to_string()),
        (header::CONTENT_DISPOSITION, format!("{disposition}; filename*=UTF-8''{name}")),
        (header::CACHE_CONTROL, "private, max-age=600".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        // Opened directly, the file is a page of its own, which may do nothing.
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; frame-ancestors 'none'".to_owned()),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin".to_owned()),
    ];
    Ok((headers, Body::from_stream(file.contents.stream)))
}
