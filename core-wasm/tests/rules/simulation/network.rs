//! What happens between the browsers and the server, and when.

use super::super::support::device::Request;
use super::super::support::indexed_db::Write;
use core_wasm::api::ApiResponse;
use core_wasm::protocol::effect::Alarm;

/// A page of a tab of a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PageId {
    pub(super) browser: usize,
    pub(super) tab: usize,
    pub(super) page: u64,
}

/// Something that will happen.
#[derive(Debug)]
pub(super) enum Event {
    /// The person at a tab does something.
    Act { browser: usize, tab: usize },
    /// A request reaches the server.
    Request { page_id: PageId, request: Request, is_answered: bool },
    /// An answer reaches the page, or its time is up.
    Answer { page_id: PageId, id: u64, answer: ApiResponse },
    /// Another tab has traded the refresh token: a page takes what is stored by now.
    TokensFound { page_id: PageId, id: u64 },
    /// A live connection stands.
    Connected { page_id: PageId, connection: u64 },
    /// A live connection is known to be closed.
    Closed { page_id: PageId, connection: u64, code: u16 },
    /// The server hears something over a live connection.
    ServerReceives { page_id: PageId, connection: u64, text: String },
    /// A page hears something over its live connection.
    PageReceives { page_id: PageId, connection: u64, text: String },
    /// Another tab said something.
    Channel { page_id: PageId, message: String },
    /// Another tab has changed the local storage.
    Stored { page_id: PageId, key: String, value: Option<String> },
    /// IndexedDB has the oldest write for good.
    Commit { browser: usize },
    /// IndexedDB has read.
    Loaded { page_id: PageId, prefix: String },
    /// IndexedDB has refused.
    Refused { page_id: PageId, write: Option<Write> },
    /// IndexedDB has what it had refused before.
    StorageRecovered { page_id: PageId },
    /// The lock is granted.
    Leading { page_id: PageId },
    /// The lock was taken by another tab.
    LeadLost { page_id: PageId },
    /// The browser lets a frozen page run again.
    Thaw { page_id: PageId },
    /// A page runs again, or has a network again.
    Woken { page_id: PageId },
    /// An alarm goes off, if it still stands for that moment.
    Alarm { page_id: PageId, alarm: Alarm, due: i64 },
    /// Something goes wrong.
    Fault,
}

impl Event {
    /// The page that has to run for this to happen.
    pub(super) fn needs_page(&self) -> Option<PageId> {
        match self {
            Self::Answer { page_id, .. }
            | Self::TokensFound { page_id, .. }
            | Self::Connected { page_id, .. }
            | Self::Closed { page_id, .. }
            | Self::PageReceives { page_id, .. }
            | Self::Channel { page_id, .. }
            | Self::Stored { page_id, .. }
            | Self::Loaded { page_id, .. }
            | Self::Refused { page_id, .. }
            | Self::StorageRecovered { page_id }
            | Self::Leading { page_id }
            | Self::LeadLost { page_id }
            | Self::Woken { page_id }
            | Self::Alarm { page_id, .. } => Some(*page_id),
            Self::Act { .. }
            | Self::Request { .. }
            | Self::ServerReceives { .. }
            | Self::Commit { .. }
            | Self::Thaw { .. }
            | Self::Fault => None,
        }
    }
}
