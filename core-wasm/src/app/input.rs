//! The inputs of the core.

use crate::protocol::effect::Alarm;
use crate::protocol::intent::Intent;
use crate::protocol::response::ApiResponse;
use json::ReadJson;
use serde::Deserialize;

/// An event from outside the core.
#[allow(clippy::large_enum_variant, reason = "values are used immediately and never stored")]
#[derive(Clone, PartialEq, Debug, Deserialize, ReadJson)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input {
    /// The user did something.
    Intent {
        /// The intent.
        intent: Intent,
    },
    /// A request has received a response, or has failed.
    Response {
        /// The request's id.
        id: u64,
        /// The response.
        response: ApiResponse,
    },
    /// A token refresh was not sent, because another tab has already used the refresh token. Contains the stored
    /// tokens.
    TokensRefreshedElsewhere {
        /// The id of the request that was not sent.
        id: u64,
        /// The access token.
        access: Option<String>,
        /// The refresh token.
        refresh: Option<String>,
    },
    /// An alarm has fired.
    Alarm {
        /// The alarm.
        alarm: Alarm,
    },
    /// Another tab of this browser has changed the local storage.
    LocalStorageChanged {
        /// The key.
        key: String,
        /// The new value; `None` if it was removed.
        value: Option<String>,
    },
    /// The network has returned.
    Online,
    /// The page has become visible. This also wakes it, as [`Input::Online`] does.
    PageVisible,
    /// The page has been hidden: its tab is in the background or its window is minimized.
    PageHidden,
    /// The result of an [`IoEffect::ReadIndexedDb`](crate::protocol::effect::IoEffect::ReadIndexedDb).
    IndexedDbRead {
        /// The requested key prefix.
        prefix: String,
        /// The keys in ascending order, with their values.
        entries: Vec<(String, String)>,
    },
    /// IndexedDB failed to write, delete or read: it is full, blocked or broken.
    StorageFailed {
        /// The entries that were not written, except those that a later write has replaced.
        #[serde(default)]
        entries: Vec<(String, Option<String>)>,
        /// The key prefix that could not be deleted.
        #[serde(default)]
        deleted_prefix: Option<String>,
    },
    /// An [`IoEffect::RetryIndexedDbWrite`](crate::protocol::effect::IoEffect::RetryIndexedDbWrite) has succeeded.
    StorageRecovered,
    /// The live connection is open.
    SocketOpened,
    /// The server has sent a message over the live connection.
    SocketMessage {
        /// The message, as JSON text.
        text: String,
    },
    /// The live connection has closed or could not be opened.
    SocketClosed {
        /// The WebSocket close code; 1006 if there was none.
        code: u16,
    },
    /// Another tab of this browser has sent a message.
    PeerMessage {
        /// A [`crate::protocol::peer::PeerMessage`] as JSON text.
        message: String,
    },
    /// This tab has become the sound owner, or is no longer (SPEC T27).
    SoundLockChanged {
        /// Whether it is the sound owner now.
        is_held: bool,
    },
    /// This tab has become the leader, until it closes or another tab takes over. Without Web Locks, every tab is the
    /// leader.
    LeadAcquired,
    /// Another tab has taken over as leader.
    LeadLost,
}
