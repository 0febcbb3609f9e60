//! The bodies of the HTTP API for API tokens, with which programs act for an account.

use super::id::Id;
use super::time::Timestamp;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum number of API tokens of an account.
pub const MAX_API_TOKENS: usize = 50;

/// The maximum lifetime of an API token, in days.
pub const MAX_API_TOKEN_DAYS: i64 = 365;

/// The maximum number of boards that an API token is limited to.
pub const MAX_API_TOKEN_BOARDS: usize = 100;

/// What an API token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ApiTokenScope {
    /// Reads boards, tasks, notes, focus sessions and the inbox.
    Read,
    /// Changes boards and notes, and adds focus sessions.
    Write,
}

/// An API token of an account. The token itself is shown only once, when it is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiToken {
    /// Its id.
    pub id: Id,
    /// What the user calls it.
    pub name: String,
    /// The last 4 characters of the token.
    pub last_characters: String,
    /// What it may do.
    pub scopes: Vec<ApiTokenScope>,
    /// The boards that it is limited to; null for everything that its scopes allow.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_ids: Option<Vec<Id>>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was last used, to within 10 minutes; null if it never was.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last_used_at: Option<Timestamp>,
}

/// The response to `GET /account/tokens/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiTokens {
    /// The tokens of the account that have not expired, the newest first.
    pub tokens: Vec<ApiToken>,
}

/// The body of `POST /account/tokens/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateApiTokenRequest {
    /// What the user calls the token, 1 to 200 characters.
    pub name: String,
    /// What the token may do: at least one scope.
    pub scopes: Vec<ApiTokenScope>,
    /// The boards that the token is limited to, at most 100. Absent or null: everything that its scopes allow.
    #[serde(default)]
    pub board_ids: Option<Vec<Id>>,
    /// When the token expires: at most 365 days from now.
    pub expires_at: Timestamp,
    /// The account's password; empty if it has none.
    #[serde(default)]
    pub password: String,
}

/// The response to `POST /account/tokens/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreateApiTokenResponse {
    /// The token, for the header `Authorization: Bearer …`. It cannot be shown again.
    pub token: String,
    /// What is stored about it.
    pub api_token: ApiToken,
}
