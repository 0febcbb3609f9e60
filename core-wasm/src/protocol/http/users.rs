//! Bodies about users: sign-up, login, tokens and the user record.

use crate::protocol::id::Id;
use crate::protocol::time::Timestamp;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A user's plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserType {
    /// The free plan.
    #[default]
    Basic,
    /// The paid plan.
    Pro,
}

/// A user's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct User {
    /// The account's id.
    pub id: Id,
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// The path of the user's picture (SPEC M130); null for none. Missing in data stored before this field existed.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub picture: Option<String>,
    /// Email address, in lower case.
    pub email: String,
    /// When the account was created.
    pub date_joined: Timestamp,
    /// When the user last logged in or signed up.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last_login: Option<Timestamp>,
    /// Whether the email address has been confirmed.
    pub is_verified: bool,
    /// Whether the user operates this server.
    pub is_admin: bool,
    /// The current streak in days.
    pub focus_streak: i64,
    /// The longest streak in days.
    pub longest_focus_streak: i64,
    /// All focused time ever, in seconds.
    pub total_time: i64,
    /// The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
    pub mins_for_streak: i64,
    /// The plan.
    pub user_type: UserType,
    /// Whether the limits of the basic plan apply to this user (SPEC L1): the user has that plan, and the server sells
    /// another. False in data stored before this field existed.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub is_limited: bool,
    /// When the account will be deleted permanently; null if deletion was not requested.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub delete_at: Option<Timestamp>,
}

/// The response to `GET /user/`. The specification requires a list, of which clients read the first element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UserResponse {
    /// The current user, as the only element.
    pub user: Vec<User>,
}

/// The body of `POST /auth/signup/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SignUpRequest {
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
    /// Email address, at most 254 characters.
    pub email: String,
    /// Password, 8 to 128 characters.
    pub password: String,
    /// The code of an invitation, also of one to a board, if the server requires one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

/// The body of `POST /auth/login/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LogInRequest {
    /// Email address.
    pub email: String,
    /// Password.
    pub password: String,
}

/// The body of `POST /auth/validate-token/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValidateTokenRequest {
    /// An access token.
    pub token: String,
}

/// The body of `POST /auth/refresh/`, and of `POST /auth/logout/`, which ends the session that the token belongs to.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefreshRequest {
    /// The refresh token.
    pub refresh_token: String,
}

/// A pair of tokens, the response to a refresh.
#[derive(Clone, PartialEq, Eq, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenPair {
    /// A JWT for the `Authorization` header, valid for 15 minutes.
    pub access_token: String,
    /// A token that can be exchanged once for the next pair; valid for 30 days.
    pub refresh_token: String,
}

/// The response to a login and to a sign-up.
#[derive(Clone, PartialEq, Eq, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuthResponse {
    /// A JWT for the `Authorization` header, valid for 15 minutes.
    pub access_token: String,
    /// A token that can be exchanged once for the next pair; valid for 30 days.
    pub refresh_token: String,
    /// The current user, as the only element.
    pub user: Vec<User>,
}
