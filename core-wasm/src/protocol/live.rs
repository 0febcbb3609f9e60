//! Messages of the live connection, the WebSocket at `/api/live/`. Each message is one JSON text.

use super::id::Id;
use super::presence::{EditedField, PresentMember};
use super::record::BoardRecords;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum size of a message to the server, in bytes.
pub const MAX_REQUEST_BYTES: usize = 8 << 10;

/// Close codes of the live connection, mostly from the range for applications (RFC 6455, section 7.4.2).
pub mod close {
    /// The access token is missing, not valid or expired, or was not sent within 10 seconds.
    pub const UNAUTHORIZED: u16 = 4401;
    /// A message could not be parsed.
    pub const BAD_MESSAGE: u16 = 4400;
    /// The account's memberships of boards have changed; reconnect.
    pub const MEMBERSHIP_CHANGED: u16 = 4409;
    /// The client sent too many messages.
    pub const RATE_LIMITED: u16 = 4429;
    /// The client did not read the messages quickly enough.
    pub const SLOW_CONSUMER: u16 = 4408;
    /// The server is shutting down; reconnect.
    pub const GOING_AWAY: u16 = 1001;
    /// The connection was lost without a close frame; browsers report this code (RFC 6455, section 7.4.1).
    pub const LOST: u16 = 1006;
}

/// A message from the browser to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveRequest {
    /// Authenticates the connection. It must be the first message, and is sent again when the token has been refreshed.
    /// The token is never in the URL, where logs could record it.
    Authenticate {
        /// An access token.
        token: String,
    },
    /// Asks for a [`LiveMessage::Pong`], to check the connection.
    Ping,
    /// Says which board is open in the tab, and which field is being edited there. It replaces what the connection sent
    /// before, and is only sent after a [`LiveMessage::Ready`] that accepts it. Other members of the board who have it open
    /// receive it.
    Presence {
        /// The board; null if none is open. Without effect for a board that the account is not a member of.
        board_id: Option<Id>,
        /// The field; null if none is being edited.
        editing: Option<EditedField>,
    },
}

/// A message from the server to the browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "values are used immediately and never stored")]
pub enum LiveMessage {
    /// The token is valid. All changes from now on are announced; request what changed before.
    Ready {
        /// Whether the server accepts [`LiveRequest::Presence`]. An earlier release closes the connection instead.
        #[serde(default)]
        accepts_presence: bool,
    },
    /// The response to a ping.
    Pong,
    /// A board of the user was changed, created or moved to the trash.
    Changed {
        /// The board.
        board_id: Id,
        /// The board's version before the change.
        since: i64,
        /// The board's version after the change.
        version: i64,
        /// The records that changed between the two versions; null if there are too many. Request them then.
        records: Option<BoardRecords>,
    },
    /// Notes of the user changed; request the changes.
    NotesChanged {
        /// The current version of the account's notes.
        version: i64,
    },
    /// Another login of the account changed the preferences; request them.
    PreferencesChanged,
    /// The inbox has changed; request it.
    InboxChanged,
    /// Who else has a board open, or what they edit, has changed. A connection that opens a board receives everyone who
    /// has it open.
    Presence {
        /// The board.
        board_id: Id,
        /// Whether these are all; otherwise others whom the client knows still have it open.
        is_complete: bool,
        /// Members who have it open.
        present: Vec<PresentMember>,
        /// The accounts of members who have closed it.
        absent: Vec<Id>,
    },
}
