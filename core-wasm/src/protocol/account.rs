//! The bodies of the HTTP API for accounts: features of the server, password recovery, login with Google, the list of
//! logins, and account deletion. Sign-up and login are in [`super::http`].

use super::id::Id;
use super::time::Timestamp;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The number of days between requesting an account's deletion and the deletion.
pub const DELETE_AFTER_DAYS: i64 = 7;

/// The response to `GET /features/`: what the operator of the server has configured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Features {
    /// Whether users can log in with Google.
    pub google: bool,
    /// Whether the server sends mail. If not, it writes each mail to its log, so that the operator can forward it.
    pub mail: bool,
    /// Whether signing up needs an invitation.
    pub invitation_only: bool,
    /// The URL where users change and pay for their plan. Null if this server sells no plans: then everyone can use
    /// everything.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub billing_portal_url: Option<String>,
}

/// The response to `GET /auth/google/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GoogleResponse {
    /// Google's URL to log in at. The response also sets a cookie, which ties the redirect back to this browser.
    pub auth_url: String,
}

/// The body of `POST /auth/google/link/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GoogleLinkRequest {
    /// The password of the account with the Google account's email.
    pub password: String,
}

/// The body of `POST /auth/forgot-password/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ForgotPasswordRequest {
    /// The account's email.
    pub email: String,
}

/// The body of `POST /auth/reset-password/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ResetPasswordRequest {
    /// The token of the mailed link; valid once, for 30 minutes.
    pub token: String,
    /// The new password, 8 to 128 characters.
    pub password: String,
}

/// The body of `POST /auth/confirm-email/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConfirmEmailRequest {
    /// The token of the mailed link; valid once, for 24 hours.
    pub token: String,
}

/// The body of `PUT /user/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProfileRequest {
    /// First name, 1 to 200 characters.
    pub first_name: String,
    /// Last name, 1 to 200 characters.
    pub last_name: String,
}

/// The body of `PUT /account/password/`. All other logins of the account end; this one continues with the tokens in the
/// response.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangePasswordRequest {
    /// The current password; empty if the account has none.
    pub current_password: String,
    /// The new password, 8 to 128 characters.
    pub password: String,
}

/// The body of `PUT /account/email/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangeEmailRequest {
    /// The new email address, at most 254 characters.
    pub email: String,
    /// The account's password; empty if it has none.
    pub password: String,
}

/// The body of `POST /account/delete/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeleteAccountRequest {
    /// The account's password; empty if it has none.
    pub password: String,
    /// What becomes of the shared boards that the account owns. All that are not in the trash must be listed. Absent if there
    /// are none.
    #[serde(default)]
    pub boards: Vec<BoardDecision>,
}

/// What becomes of a shared board when its owner's account is deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardDecision {
    /// The board.
    pub board_id: Id,
    /// The member who becomes its owner at once; null if it is deleted with the account.
    pub new_owner_id: Option<Id>,
}

/// The body of `POST /account/logins/end/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndLoginRequest {
    /// The login's id, a UUID. It is a plain string, so that an invalid id gets its own error code.
    pub id: String,
    /// The account's password; empty if it has none.
    pub password: String,
}

/// The body of `POST /account/logins/end-all/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndAllLoginsRequest {
    /// The account's password; empty if it has none.
    pub password: String,
}

/// A login of an account in one browser or program. All tokens refreshed since then belong to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Login {
    /// Its id.
    pub id: Id,
    /// The device as far as it is known, such as "Chrome on Windows"; may be empty.
    pub device: String,
    /// When the user logged in.
    pub created_at: Timestamp,
    /// When it last refreshed its tokens; at most 15 minutes ago while it is in use.
    pub last_seen: Timestamp,
    /// Whether it is the login that made this request.
    pub is_current: bool,
}

/// How much of one thing an account has stored, and how much it may store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Quota {
    /// What is stored.
    pub used: u64,
    /// The maximum.
    pub limit: u64,
}

/// What an account has stored, the archive and the trash included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Usage {
    /// The number of boards.
    pub boards: Quota,
    /// The number of cards on all boards.
    pub cards: Quota,
    /// The number of notes.
    pub notes: Quota,
    /// The number of uploaded pictures.
    pub pictures: Quota,
    /// The bytes of the texts of notes, with their earlier versions.
    pub note_bytes: Quota,
    /// The bytes of the texts of boards and of their recorded changes.
    pub change_bytes: Quota,
    /// The bytes of the attachments on all boards.
    pub attachment_bytes: Quota,
}

/// The response to `GET /account/`: what the account's owner sees beyond [`super::http::User`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Account {
    /// Whether the account has a password. An account created with Google has none until the user sets one.
    pub has_password: bool,
    /// Whether the user can log in with Google.
    pub has_google: bool,
    /// The new email address, until it is confirmed; null for none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pending_email: Option<String>,
    /// When the account will be deleted permanently; null if deletion was not requested.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub delete_at: Option<Timestamp>,
    /// The account's logins: the current one first, the others by when they were last seen.
    pub logins: Vec<Login>,
    /// What the account has stored, and its limits.
    pub usage: Usage,
}

/// The response to `GET /account/` and to requests that change the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountResponse {
    /// The account.
    pub account: Account,
}
