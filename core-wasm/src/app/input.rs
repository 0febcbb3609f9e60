//! All that can come to the core from outside.

use crate::api::ApiResponse;
use crate::protocol::effect::Alarm;
use crate::protocol::intent::Intent;
use serde::Deserialize;

/// Something that happened outside.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Input {
    /// A person did something.
    Intent {
        /// What.
        intent: Intent,
    },
    /// A request has been answered, or will not be.
    Response {
        /// The request's id.
        id: u64,
        /// What came of it.
        response: ApiResponse,
    },
    /// A renewal of the tokens was not sent: another tab has traded the refresh token meanwhile, and this is what is stored.
    TokensRefreshedElsewhere {
        /// The request's id.
        id: u64,
        /// The access token.
        access: Option<String>,
        /// The refresh token.
        refresh: Option<String>,
    },
    /// An alarm has gone off.
    Alarm {
        /// Which.
        alarm: Alarm,
    },
    /// Another tab of this browser has stored a text, or removed it.
    LocalStorageChanged {
        /// The key.
        key: String,
        /// The text; `None` when it was removed.
        value: Option<String>,
    },
    /// The network is back.
    Online,
    /// The page is visible again; it is woken as well.
    PageVisible,
    /// Nobody sees the page any more: it lies behind another tab, or in a window that is put away.
    PageHidden,
    /// What [`IoEffect::ReadIndexedDb`](crate::protocol::effect::IoEffect::ReadIndexedDb) asked for.
    IndexedDbRead {
        /// The prefix that was asked for.
        prefix: String,
        /// The keys in order, each with its text.
        entries: Vec<(String, String)>,
    },
    /// IndexedDB is full, refused or broken: something was not kept, or could not be read.
    StorageFailed {
        /// What was not kept, without what a later write has replaced.
        #[serde(default)]
        entries: Vec<(String, Option<String>)>,
        /// The prefix of what was not forgotten.
        #[serde(default)]
        deleted_prefix: Option<String>,
    },
    /// What [`IoEffect::RetryIndexedDbWrite`](crate::protocol::effect::IoEffect::RetryIndexedDbWrite) asked for is kept.
    StorageRecovered,
    /// The live connection is open.
    SocketOpened,
    /// The server said something over the live connection.
    SocketMessage {
        /// The text.
        text: String,
    },
    /// The live connection is closed, or could not be opened.
    SocketClosed {
        /// The close code; 1006 where there was none.
        code: u16,
    },
    /// Another tab of this browser said something.
    PeerMessage {
        /// JSON text of a [`crate::protocol::peer::PeerMessage`].
        message: String,
    },
    /// This tab is the one that rings from now on, or is not any more (SPEC T27).
    SoundLockChanged {
        /// Whether it is.
        is_held: bool,
    },
    /// This tab is the one that sends from now on, until it closes or another takes over. Where the browser has no Web Locks every
    /// tab is.
    LeadAcquired,
    /// Another tab has taken over: this one does not send any more.
    LeadLost,
}
