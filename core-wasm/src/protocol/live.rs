//! What passes over the live connection, the WebSocket `/api/live/`. Each message is one JSON text.

use super::id::Id;
use super::record::BoardRecords;
use serde::{Deserialize, Serialize};

/// The longest message that the server takes, in bytes.
pub const MAX_REQUEST_BYTES: usize = 8 << 10;

/// Why the server closes a live connection: a WebSocket close code of those free for applications (RFC 6455, 7.4.2).
pub mod close {
    /// The token is missing, was not sent within 10 seconds, is not valid or has run out.
    pub const UNAUTHORIZED: u16 = 4401;
    /// A message could not be read.
    pub const BAD_MESSAGE: u16 = 4400;
    /// More messages came than anybody needs to send.
    pub const RATE_LIMITED: u16 = 4429;
    /// The other side did not read what was sent to it.
    pub const SLOW_CONSUMER: u16 = 4408;
    /// The server stops: try again.
    pub const GOING_AWAY: u16 = 1001;
}

/// What the browser says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveRequest {
    /// Who it is: the first message, and again on the open connection whenever the token was renewed. Never in the address.
    Authenticate {
        /// An access token.
        token: String,
    },
    /// A sign of life, which is answered.
    Ping,
}

/// What the server says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", try_from = "super::union_parsing::FlatLiveMessage")]
#[allow(clippy::large_enum_variant, reason = "each is read or written at once, and none is kept")]
pub enum LiveMessage {
    /// The token is good. Whatever happens from here on is told; ask for what happened before.
    Ready,
    /// The answer to a ping.
    Pong,
    /// A board of the person's has changed, was made, or went to the trash.
    Changed {
        /// The board.
        board_id: Id,
        /// The version before the change.
        since: i64,
        /// The version now.
        version: i64,
        /// The records that changed in between; null where they are many: ask for them.
        records: Option<BoardRecords>,
    },
    /// Notes of the person's have changed: ask for what changed.
    NotesChanged {
        /// The version of the account's notes now.
        version: i64,
    },
    /// Another login of the account has changed the preferences: request them.
    PreferencesChanged,
}
