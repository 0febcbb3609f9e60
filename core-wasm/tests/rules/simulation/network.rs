//! The events between browsers and server, with their times.

use super::super::support::device::Request;
use super::super::support::indexed_db::Write;
use core_wasm::protocol::effect::Alarm;
use core_wasm::protocol::response::ApiResponse;

/// A page in a tab of a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PageId {
    pub(super) browser: usize,
    pub(super) tab: usize,
    pub(super) page: u64,
}

/// A future event.
#[derive(Debug)]
pub(super) enum Event {
    /// The user does something in a tab.
    Act { browser: usize, tab: usize },
    /// A request reaches the server. The page gives up waiting for the response at some time.
    Request { page_id: PageId, request: Request, is_answered: bool, gives_up_at: i64 },
    /// A response reaches the page, or the request times out.
    Response { page_id: PageId, id: u64, response: ApiResponse },
    /// Another tab has refreshed the tokens: the page uses the stored ones.
    TokensFound { page_id: PageId, id: u64 },
    /// A live connection is open.
    Connected { page_id: PageId, connection: u64 },
    /// A live connection is closed, and its page is notified.
    Closed { page_id: PageId, connection: u64, code: u16 },
    /// The server receives a message over a live connection.
    ServerReceives { page_id: PageId, connection: u64, text: String },
    /// A page receives a message over its live connection.
    PageReceives { page_id: PageId, connection: u64, text: String },
    /// Another tab has sent a broadcast.
    Channel { page_id: PageId, message: String },
    /// Another tab has changed the local storage.
    Stored { page_id: PageId, key: String, value: Option<String> },
    /// IndexedDB commits its oldest write.
    Commit { browser: usize },
    /// IndexedDB has read.
    Loaded { page_id: PageId, prefix: String },
    /// IndexedDB has failed to read or write.
    Refused { page_id: PageId, write: Option<Write> },
    /// IndexedDB has written what failed before.
    StorageRecovered { page_id: PageId },
    /// The lock is granted.
    LeadAcquired { page_id: PageId },
    /// Another tab has taken the lock.
    LeadLost { page_id: PageId },
    /// The browser unfreezes a page.
    Unfreeze { page_id: PageId },
    /// A page resumes, or is online again.
    Resumed { page_id: PageId },
    /// An alarm fires, if it is still set for that time.
    Alarm { page_id: PageId, alarm: Alarm, due: i64 },
    /// A fault occurs.
    Fault,
    /// A member is added to a board or removed from one, or gets another role.
    Membership,
    /// The leading tab of a browser is frozen.
    FreezeLeader { browser: usize },
    /// A browser goes offline.
    Disconnect { browser: usize },
    /// A browser is online again, and reloads a page or crashes soon after.
    Reconnect { browser: usize },
    /// The user reloads a page.
    Reload { browser: usize, tab: usize },
}

impl Event {
    /// Returns the page that has to be running for this event.
    pub(super) fn needs_page(&self) -> Option<PageId> {
        match self {
            Self::Response { page_id, .. }
            | Self::TokensFound { page_id, .. }
            | Self::Connected { page_id, .. }
            | Self::Closed { page_id, .. }
            | Self::PageReceives { page_id, .. }
            | Self::Channel { page_id, .. }
            | Self::Stored { page_id, .. }
            | Self::Loaded { page_id, .. }
            | Self::Refused { page_id, .. }
            | Self::StorageRecovered { page_id }
            | Self::LeadAcquired { page_id }
            | Self::LeadLost { page_id }
            | Self::Resumed { page_id }
            | Self::Alarm { page_id, .. } => Some(*page_id),
            Self::Act { .. }
            | Self::Request { .. }
            | Self::ServerReceives { .. }
            | Self::Commit { .. }
            | Self::Unfreeze { .. }
            | Self::Fault
            | Self::Membership
            | Self::FreezeLeader { .. }
            | Self::Disconnect { .. }
            | Self::Reconnect { .. }
            | Self::Reload { .. } => None,
        }
    }
}
