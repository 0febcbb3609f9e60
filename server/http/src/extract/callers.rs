//! Extractors for handlers that serve API tokens as well as logins.
//!
//! [`Reader`] needs the scope to read, [`Writer`] the scope to write. Both check the board in the path, and refuse tokens that are
//! limited to boards if the path has none. Handlers that check the boards themselves take [`FilteringReader`] or
//! [`FilteringWriter`].

use super::{Credentials, credentials};
use crate::App;
use crate::error::ApiError;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use core_wasm::protocol::api_token::ApiTokenScope;
use core_wasm::protocol::error::ErrorCode;
use std::ops::Deref;
use twentyfour_domain::api_tokens::Caller;
use twentyfour_domain::boards;
use twentyfour_model::Actor;

/// The name of the path's parameter with a board's slug or id.
const BOARD_PARAMETER: &str = "board";

/// Returns the caller of a request, which has the scope.
async fn caller(parts: &Parts, app: &App, scope: ApiTokenScope) -> Result<Caller, ApiError> {
    Ok(match credentials(parts, app).await? {
        Credentials::Login(access) => Caller::of_login(Actor { id: access.account_id, login_id: access.login_id }),
        Credentials::ApiToken(token) => Caller::of_token(&token, scope)?,
    })
}

/// Checks that a caller may touch the board in the path. If the path has none, it must not be limited to boards.
async fn require_board_of_path(parts: &mut Parts, app: &App, caller: &Caller) -> Result<(), ApiError> {
    if !caller.is_limited_to_boards() {
        return Ok(());
    }
    let parameters = RawPathParams::from_request_parts(parts, app).await.map_err(|_| ErrorCode::NotFound)?;
    let board = parameters.iter().find(|(name, _)| *name == BOARD_PARAMETER).map(|(_, board)| boards::address(board));
    let address = board.ok_or(ErrorCode::TokenScope)??;
    Ok(caller.require_board_at(&app.services.context, &address).await?)
}

macro_rules! extractors {
    ($($(#[$doc:meta])* $name:ident: $scope:ident, checks_path: $checks_path:literal;)*) => {$(
        $(#[$doc])*
        pub(crate) struct $name(Caller);

        impl Deref for $name {
            type Target = Caller;

            fn deref(&self) -> &Caller {
                &self.0
            }
        }

        impl FromRequestParts<App> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
                let caller = caller(parts, app, ApiTokenScope::$scope).await?;
                if $checks_path {
                    require_board_of_path(parts, app, &caller).await?;
                }
                Ok(Self(caller))
            }
        }
    )*};
}

extractors! {
    /// The caller of a request that reads the board in the path, or anything of an account.
    Reader: Read, checks_path: true;
    /// The caller of a request that changes the board in the path, or anything of an account.
    Writer: Write, checks_path: true;
    /// The caller of a request that reads. The handler has to leave out what belongs to no board that the caller may touch.
    FilteringReader: Read, checks_path: false;
    /// The caller of a request that writes. The handler has to check the boards that it changes.
    FilteringWriter: Write, checks_path: false;
}
