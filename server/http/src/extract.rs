//! Extractors for handlers. Each rejects invalid input with an error code, status and body of the API.

mod callers;
mod large_json;

pub(crate) use callers::{FilteringReader, FilteringWriter, Reader, Writer};
pub(crate) use large_json::{LARGE_BODY_TIMEOUT, LargeJsonBody};

use crate::App;
use crate::body_budget::BodyShare;
use crate::device;
use crate::error::ApiError;
use crate::routes::messages;
use axum::RequestExt;
use axum::body::{Bytes, HttpBody};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use core_wasm::protocol::error::{ErrorCode, Rejection};
use core_wasm::protocol::id::Id;
use futures_util::{Stream, StreamExt};
use http_body_util::LengthLimitError;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use twentyfour_domain::DomainError;
use twentyfour_domain::admin::{self, Admin};
use twentyfour_domain::api_tokens::{self, VerifiedApiToken};
use twentyfour_domain::logins;
use twentyfour_domain::rate_limits::Client;
use twentyfour_domain::tokens::AccessClaims;
use twentyfour_model::Actor;

/// Who a valid bearer token belongs to.
#[derive(Clone)]
pub(crate) enum Credentials {
    /// A login. It may have ended since the token was issued.
    Login(AccessClaims),
    /// An API token.
    ApiToken(VerifiedApiToken),
}

impl Credentials {
    /// Returns the account of the token.
    pub(crate) fn account_id(&self) -> Id {
        match self {
            Self::Login(access) => access.account_id,
            Self::ApiToken(token) => token.account_id(),
        }
    }

    /// Returns the client of requests with the token, for rate limits.
    pub(crate) fn client(&self) -> Client {
        match self {
            Self::Login(access) => Client::Account(access.account_id),
            Self::ApiToken(token) => token.client(),
        }
    }
}

/// The outcome of [`verify_bearer_token`], which the middleware keeps for the handler: the credentials, or why there are none.
#[derive(Clone)]
pub(crate) struct VerifiedToken(pub(crate) Result<Credentials, ErrorCode>);

/// Returns the credentials of the token in the Authorization header, or `ErrorCode::TokenMissing`, `ErrorCode::TokenInvalid` or
/// `ErrorCode::TokenExpired` if there are none.
///
/// # Errors
/// Returns an error if an API token cannot be looked up: the client's address has exceeded its rate limit, or the database fails.
pub(crate) async fn verify_bearer_token(
    headers: &HeaderMap,
    address: IpAddr,
    app: &App,
) -> Result<VerifiedToken, DomainError> {
    let token = match bearer_token(headers) {
        Ok(token) => token,
        Err(code) => return Ok(VerifiedToken(Err(code))),
    };
    if !token.starts_with(api_tokens::PREFIX) {
        return Ok(VerifiedToken(logins::verify_token(&app.services.sessions, token).map(Credentials::Login)));
    }
    match api_tokens::verify(&app.services.sessions, &app.services.limits, token, address).await {
        Ok(token) => Ok(VerifiedToken(Ok(Credentials::ApiToken(token)))),
        Err(error) => match error.code() {
            code @ (ErrorCode::TokenInvalid | ErrorCode::TokenExpired) => Ok(VerifiedToken(Err(code))),
            _ => Err(error),
        },
    }
}

/// Returns the token in the Authorization header.
///
/// # Errors
/// Returns `ErrorCode::TokenMissing` or `ErrorCode::TokenInvalid`.
fn bearer_token(headers: &HeaderMap) -> Result<&str, ErrorCode> {
    let header = headers.get(header::AUTHORIZATION).ok_or(ErrorCode::TokenMissing)?;
    // The scheme's name is case-insensitive (RFC 9110, section 11.1).
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    token.map(|(_, token)| token.trim()).ok_or(ErrorCode::TokenInvalid)
}

/// Returns the error of a token that is not valid. All API tokens have the same text, which does not ask for a login.
fn invalid_token(headers: &HeaderMap, code: ErrorCode) -> ApiError {
    if !bearer_token(headers).is_ok_and(|token| token.starts_with(api_tokens::PREFIX)) {
        return code.into();
    }
    DomainError::Fields(vec![Rejection { code, message: messages::api_token_invalid().to_owned() }]).into()
}

/// Returns the credentials of a request. A login has not ended.
///
/// # Errors
/// Returns `ErrorCode::TokenMissing`, `ErrorCode::TokenInvalid` or `ErrorCode::TokenExpired`, or an error if the database fails.
async fn credentials(parts: &Parts, app: &App) -> Result<Credentials, ApiError> {
    let verified = match parts.extensions.get::<VerifiedToken>() {
        Some(verified) => verified.clone(),
        None => {
            let address = ClientAddress::from_parts(&parts.extensions, &parts.headers, app);
            verify_bearer_token(&parts.headers, address, app).await?
        }
    };
    let credentials = verified.0.map_err(|code| invalid_token(&parts.headers, code))?;
    if let Credentials::Login(access) = &credentials {
        logins::require_active(&app.services.sessions, access).await?;
    }
    Ok(credentials)
}

/// The account of a login. API tokens are refused: handlers that also serve them take one of the extractors of [`callers`] instead.
impl FromRequestParts<App> for Actor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match credentials(parts, app).await? {
            Credentials::Login(access) => Ok(Self { id: access.account_id, login_id: access.login_id }),
            Credentials::ApiToken(_) => Err(ErrorCode::TokenScope.into()),
        }
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let account = Actor::from_request_parts(parts, app).await.map_err(|error| match error.code() {
            // These paths exist for administrators only. A client with an expired token has to refresh it.
            ErrorCode::TokenMissing | ErrorCode::TokenInvalid | ErrorCode::TokenScope => ErrorCode::NotFound.into(),
            _ => error,
        })?;
        Ok(admin::require_admin(&app.services.admin, account).await?)
    }
}

/// The client's device from its User-Agent header, such as "Chrome on Windows"; empty if unknown.
pub(crate) struct Device(pub(crate) String);

impl FromRequestParts<App> for Device {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self(device::describe(agent)))
    }
}

/// The client's IP address. Behind trusted proxies it comes from their header.
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// Returns the client's address. Without a connection, as in tests, it is 0.0.0.0.
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

/// A JSON body. Invalid JSON and JSON of the wrong structure are different errors.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        JsonText::from_request(request, app).await?.parse().map(Self)
    }
}

/// The text of a JSON body, for values that borrow from it.
pub(crate) struct JsonText(Bytes);

impl FromRequest<App> for JsonText {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let bytes = read_body(request, app.body_timeout, ErrorCode::TooLarge, ErrorCode::BadJson).await?;
        Ok(Self(bytes))
    }
}

impl JsonText {
    /// Parses the body.
    ///
    /// # Errors
    /// Returns `ErrorCode::BadJson` if it is not JSON, or `ErrorCode::BodyInvalid` if it has another structure.
    pub(crate) fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, ApiError> {
        parse_json(&self.0)
    }
}

fn parse_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        // serde_json's error category is not reliable here: it may report a wrong field before reaching invalid
        // JSON, and reports some wrong values as syntax errors.
        let is_json = str::from_utf8(bytes).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
        let code = if is_json { ErrorCode::BodyInvalid } else { ErrorCode::BadJson };
        ApiError::with_detail(code, error)
    })
}

/// Reads a body within the time limit, the size limit of its route and the budget of all bodies.
async fn read_body(
    request: Request,
    timeout: Duration,
    too_large: ErrorCode,
    incomplete: ErrorCode,
) -> Result<Bytes, ErrorCode> {
    let reading = collect_body(request.with_limited_body(), too_large, incomplete);
    tokio::time::timeout(timeout, reading).await.map_err(|_| ErrorCode::RequestTimeout)?
}

async fn collect_body(request: Request, too_large: ErrorCode, incomplete: ErrorCode) -> Result<Bytes, ErrorCode> {
    let share = request.extensions().get::<BodyShare>().cloned().ok_or(ErrorCode::Internal)?;
    let body = request.into_body();
    let announced = body.size_hint().exact().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let mut bytes = Vec::new();
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| match is_too_large(&error) {
            true => too_large,
            false => incomplete,
        })?;
        let share_bytes = share.grow(bytes.len() + chunk.len(), announced).await?;
        // The buffer must not be larger than the share. If the size is unknown, the share grows with each piece, and a buffer that
        // did so too would be copied each time.
        if announced.is_some() {
            bytes.reserve_exact(share_bytes - bytes.len());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.into())
}

/// Returns whether a body was rejected because it exceeds its limit.
fn is_too_large(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<LengthLimitError>())
}

/// The request of an upload, whose body was not read yet.
pub(crate) struct Upload {
    request: Request,
    timeout: Duration,
}

impl Upload {
    /// Reads the body.
    ///
    /// # Errors
    /// Returns `ErrorCode::PictureTooLarge`, `ErrorCode::PictureBroken`, `ErrorCode::ServerBusy` or
    /// `ErrorCode::RequestTimeout`.
    pub(crate) async fn read(self) -> Result<Bytes, DomainError> {
        Ok(read_body(self.request, self.timeout, ErrorCode::PictureTooLarge, ErrorCode::PictureBroken).await?)
    }
}

impl Upload {
    /// Returns the body in pieces, within the size limit of its route. It is not kept in memory, so it takes nothing of the
    /// budget of bodies and has no time limit: the receiver ends it when no data arrives.
    pub(crate) fn into_stream(
        self,
        too_large: ErrorCode,
        incomplete: ErrorCode,
    ) -> impl Stream<Item = Result<Bytes, ErrorCode>> {
        body_stream(self.request, too_large, incomplete)
    }
}

/// Returns a body in pieces, within the size limit of its route.
fn body_stream(
    request: Request,
    too_large: ErrorCode,
    incomplete: ErrorCode,
) -> impl Stream<Item = Result<Bytes, ErrorCode>> {
    let chunks = request.with_limited_body().into_body().into_data_stream();
    chunks.map(move |chunk| chunk.map_err(|error| if is_too_large(&error) { too_large } else { incomplete }))
}

impl FromRequest<App> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        Ok(Self { request, timeout: app.body_timeout })
    }
}

/// The query parameters.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, ApiError> {
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|error| ApiError::with_detail(ErrorCode::BadQuery, error.body_text()))
    }
}

/// The two parameters of a path.
pub(crate) struct PathSegments(pub(crate) String, pub(crate) String);

impl FromRequestParts<App> for PathSegments {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Path((first, second)) = Path::from_request_parts(parts, app).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(first, second))
    }
}

/// The parameter of a path.
pub(crate) struct PathSegment(pub(crate) String);

impl FromRequestParts<App> for PathSegment {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        // A parameter that is not UTF-8 cannot match anything.
        let Path(text) = Path::from_request_parts(parts, app).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(text))
    }
}
