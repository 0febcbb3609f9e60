//! What handlers read from a request. Each refuses what it cannot read with our own code, status and shape.

use crate::App;
use crate::domain::tokens::AccessClaims;
use crate::domain::{device, logins};
use crate::error::ApiError;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// How long the body of a request may take to arrive, however much of it keeps coming.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Who is asking, by the access token in the bearer header, whose login has not ended. That is looked up once in 10 seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Actor {
    /// The account's id.
    pub(crate) id: Id,
    /// The login that its token came of.
    pub(crate) login_id: Id,
}

/// What the access token in the bearer header says.
pub(crate) fn verify_bearer_token(headers: &HeaderMap, app: &App) -> Result<AccessClaims, ErrorCode> {
    let header = headers.get(header::AUTHORIZATION).ok_or(ErrorCode::TokenMissing)?;
    // The scheme's name has no case (RFC 9110, section 11.1).
    let token = header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .ok_or(ErrorCode::TokenInvalid)?;
    app.tokens.verify(token, app.now())
}

impl FromRequestParts<App> for Actor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let access = verify_bearer_token(&parts.headers, app)?;
        logins::require_active(app, &access).await?;
        Ok(Self { id: access.account_id, login_id: access.login_id })
    }
}

/// What asks, such as "Chrome on Windows", as its User-Agent header tells: empty where it does not.
pub(crate) struct Device(pub(crate) String);

impl FromRequestParts<App> for Device {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self(device::describe(agent)))
    }
}

/// The address that a request comes from. Behind trusted proxies it is the one that they tell.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// The client's address. Without a socket, as in tests, it is that of nobody.
    pub(crate) fn from_parts(extensions: &Extensions, headers: &HeaderMap, app: &App) -> IpAddr {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        app.trusted_proxies.client_ip(peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)), headers)
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Ok(Self(Self::from_parts(&parts.extensions, &parts.headers, app)))
    }
}

/// A JSON body. What is no JSON is told apart from JSON that does not fit.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let bytes = read_body(request, app, ErrorCode::TooLarge, ErrorCode::BadJson).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| {
            // The error does not tell: a field that does not fit is found before the rest is read, which may be no JSON,
            // and serde_json calls some values that do not fit an error of syntax.
            let is_json = str::from_utf8(&bytes).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
            let code = if is_json { ErrorCode::BodyInvalid } else { ErrorCode::BadJson };
            ApiError::with_detail(code, error)
        })
    }
}

/// Reads a body within the time that it may take and the limit of its route.
async fn read_body(
    request: Request,
    app: &App,
    too_large: ErrorCode,
    incomplete: ErrorCode,
) -> Result<Bytes, ErrorCode> {
    tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, app))
        .await
        .map_err(|_| ErrorCode::RequestTimeout)?
        .map_err(|rejection| match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large,
            _ => incomplete,
        })
}

/// A picture that is sent as it is, and has not been read yet.
pub(crate) struct Upload(Request);

impl Upload {
    /// Its bytes.
    pub(crate) async fn read(self, app: &App) -> Result<Bytes, ApiError> {
        Ok(read_body(self.0, app, ErrorCode::PictureTooLarge, ErrorCode::PictureBroken).await?)
    }
}

impl FromRequest<App> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &App) -> Result<Self, ApiError> {
        Ok(Self(request))
    }
}

/// The parameters after the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|error| ApiError::with_detail(ErrorCode::BadQuery, error.body_text()))
    }
}

/// The two variable parts of a path.
pub(crate) struct PathSegments(pub(crate) String, pub(crate) String);

impl FromRequestParts<App> for PathSegments {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Path((first, second)) = Path::from_request_parts(parts, app).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(first, second))
    }
}

/// The one variable part of a path.
pub(crate) struct PathSegment(pub(crate) String);

impl FromRequestParts<App> for PathSegment {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        // What is not text cannot be the address of anything.
        let Path(text) = Path::from_request_parts(parts, app).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(text))
    }
}
