//! Responses with a whole board or its first screen, which the domain has encoded, and conditional requests for them.

use super::negotiation::{accepts_encoding, matches_etag};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use twentyfour_domain::board_snapshots::{BoardSnapshot, Encoding};

/// Returns the best encoding that the client accepts.
pub(super) fn accepted_encoding(request: &HeaderMap) -> Encoding {
    if accepts_encoding(request, "gzip") { Encoding::Gzip } else { Encoding::Identity }
}

/// Returns the response with a board, or 304 if the client has it already.
///
/// Like all responses of the API it is `no-store`: the board must not stay in the browser after the user has logged
/// out. The ETag is for clients that keep the board themselves.
pub(super) fn respond(snapshot: BoardSnapshot, request: &HeaderMap) -> Response {
    let BoardSnapshot { body, encoding, tag } = snapshot;
    let tag = format!("\"{tag}\"");
    let is_fresh = matches_etag(request, &tag);
    let mut response = if is_fresh {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    if encoding == Encoding::Gzip && !is_fresh {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
