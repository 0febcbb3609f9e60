//! The bodies of the HTTP API that are about an account: what a server offers, recovery by mail, Google, the places where
//! somebody is logged in, and the end of an account. Signing up and logging in are in [`super::http`].

use super::id::Id;
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// How many days pass between asking for an account's end and its end.
pub const DELETE_AFTER_DAYS: i64 = 7;

/// `GET /features/`: what the host of a server has set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Features {
    /// Whether one can log in with Google.
    pub google: bool,
    /// Whether mail is sent. Where it is not, the server writes each mail to its log, for its host to pass on.
    pub mail: bool,
    /// Whether signing up asks for an invitation.
    pub invitation_only: bool,
    /// Where one's plan is changed and paid. Null where the host sells none: then everything is unlocked for everybody.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub billing_portal_url: Option<String>,
}

/// `GET /auth/google/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GoogleResponse {
    /// Where the browser goes to log in. The answer's cookie is what makes the way back good for this browser alone.
    pub auth_url: String,
}

/// `POST /auth/forgot-password/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ForgotPasswordRequest {
    /// The account's email.
    pub email: String,
}

/// `POST /auth/reset-password/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResetPasswordRequest {
    /// The token of the link that was mailed; good once, for 30 minutes.
    pub token: String,
    /// The new password, 8 to 128 characters.
    pub password: String,
}

/// `POST /auth/confirm-email/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConfirmEmailRequest {
    /// The token of the link that was mailed; good once, for 24 hours.
    pub token: String,
}

/// `PUT /user/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileRequest {
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
}

/// `PUT /account/password/`. All other logins of the account end, and this one goes on with the tokens of the answer.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangePasswordRequest {
    /// The password so far; empty where the account has none.
    pub current_password: String,
    /// The new password, 8 to 128 characters.
    pub password: String,
}

/// `PUT /account/email/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangeEmailRequest {
    /// The new email, at most 254 characters.
    pub email: String,
    /// The account's password; empty where it has none.
    pub password: String,
}

/// `POST /account/delete/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeleteAccountRequest {
    /// The account's password; empty where it has none.
    pub password: String,
}

/// `POST /account/logins/end/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndLoginRequest {
    /// The login's id, a UUID. Text, so that a bad one is refused with its own code.
    pub id: String,
    /// The account's password; empty where it has none.
    pub password: String,
}

/// `POST /account/logins/end-all/`.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndAllLoginsRequest {
    /// The account's password; empty where it has none.
    pub password: String,
}

/// One place where somebody is logged in: a browser, or a program. All tokens that one login led to belong to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Login {
    /// Its id.
    pub id: Id,
    /// What it is, as far as it tells: "Chrome on Windows", or empty.
    pub device: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it last renewed its tokens; at most 15 minutes behind.
    pub last_seen: Timestamp,
    /// Whether it is the one that asks.
    pub is_current: bool,
}

/// `GET /account/`: what an account is told about itself beyond [`super::http::User`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Account {
    /// Whether there is a password; an account that Google made has none until one is set.
    pub has_password: bool,
    /// Whether one can log in with Google.
    pub has_google: bool,
    /// The email that replaces the account's as soon as it is confirmed; null for none.
    pub pending_email: Option<String>,
    /// When the account goes for good; null unless that was asked for.
    pub delete_at: Option<Timestamp>,
    /// Where the account is logged in, the one that asks first, then by when they were last seen.
    pub logins: Vec<Login>,
}

/// `GET /account/` and whatever changes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountResponse {
    /// The account.
    pub account: Account,
}
