//! The bodies of the HTTP API under `/api`. Times are RFC 3339 in UTC; durations are in seconds unless a field says
//! otherwise.

mod boards;
mod focus;
mod preferences;
mod search;
mod users;

pub use boards::*;
pub use focus::*;
use json::{ReadJson, WriteJson};
pub use preferences::*;
pub use search::*;
pub use users::*;

use serde::{Deserialize, Serialize};

/// A sentence for the user, for responses without other data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageResponse {
    /// The sentence.
    pub message: String,
}

/// The body of `POST /add-to-waitlist/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WaitlistRequest {
    /// First name, 1 to 200 characters.
    pub name: String,
    /// Email address, at most 254 characters.
    pub email: String,
    /// A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
    /// stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}

/// The body of `POST /contact/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ContactRequest {
    /// The sender's name, 1 to 200 characters.
    pub name: String,
    /// The sender's email address, at most 254 characters.
    pub email: String,
    /// The message, 1 to 5,000 characters.
    pub message: String,
    /// A hidden field against spam bots (honeypot). If it is filled in, the request seems to succeed, but nothing is
    /// sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
}
