//! JSON bodies of many megabytes.

use super::{Credentials, VerifiedToken, body_stream, parse_json};
use crate::App;
use crate::body_budget::BodyShare;
use crate::error::ApiError;
use axum::extract::{FromRequest, Request};
use core_wasm::protocol::error::ErrorCode;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How long a large body may take to arrive: 32 MiB at 10 KB per second.
pub(crate) const LARGE_BODY_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// A JSON body that may have many megabytes and take long to arrive: up to an hour, unless the client sends nothing for
/// `BODY_TIMEOUT`. It is received in a file and takes memory only when it is complete. Only for routes that need a login or a token.
pub(crate) struct LargeJsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for LargeJsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let share = request.extensions().get::<BodyShare>().cloned().ok_or(ErrorCode::Internal)?;
        let verified = request.extensions().get::<VerifiedToken>().and_then(|token| token.0.as_ref().ok());
        let account_id = verified.map(Credentials::account_id).ok_or(ErrorCode::TokenMissing)?;
        let body = body_stream(request, ErrorCode::TooLarge, ErrorCode::BadJson);
        // The route limits the size.
        let receiving = app.services.uploads.receive(account_id, body, usize::MAX, app.body_timeout);
        let received = tokio::time::timeout(LARGE_BODY_TIMEOUT, receiving).await;
        let mut received = received.map_err(|_| ErrorCode::RequestTimeout)??;
        let bytes = received.bytes;
        share.reserve_received(bytes).await?;
        parse_json(&received.read(bytes).await?).map(Self)
    }
}
