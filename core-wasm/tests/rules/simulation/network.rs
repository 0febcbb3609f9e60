//! What happens between the browsers and the server, and when.

use super::super::support::device::Request;
use super::super::support::kept::Write;
use core_wasm::call::Answer;
use core_wasm::protocol::effect::Alarm;

/// A page of a tab of a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
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
    Request { place: Place, request: Request, is_answered: bool },
    /// An answer reaches the page, or its time is up.
    Answer { place: Place, id: u64, answer: Answer },
    /// Another tab has traded the refresh token: a page takes what is stored by now.
    TokensFound { place: Place, id: u64 },
    /// A live connection stands.
    Connected { place: Place, connection: u64 },
    /// A live connection is known to be closed.
    Closed { place: Place, connection: u64, code: u16 },
    /// The server hears something over a live connection.
    Heard { place: Place, connection: u64, text: String },
    /// A page hears something over its live connection.
    Told { place: Place, connection: u64, text: String },
    /// Another tab said something.
    Channel { place: Place, message: String },
    /// Another tab has changed the local storage.
    Stored { place: Place, key: String, value: Option<String> },
    /// IndexedDB has the oldest write for good.
    Commit { browser: usize },
    /// IndexedDB has read.
    Loaded { place: Place, prefix: String },
    /// IndexedDB has refused.
    Refused { place: Place, write: Option<Write> },
    /// IndexedDB has what it had refused before.
    Kept { place: Place },
    /// The lock is granted.
    Leading { place: Place },
    /// The lock was taken by another tab.
    LeadLost { place: Place },
    /// The browser lets a frozen page run again.
    Thaw { place: Place },
    /// A page runs again, or has a network again.
    Woken { place: Place },
    /// An alarm goes off, if it still stands for that moment.
    Alarm { place: Place, alarm: Alarm, due: i64 },
    /// Something goes wrong.
    Trouble,
}

impl Event {
    /// The page that has to run for this to happen.
    pub(super) fn needs_page(&self) -> Option<Place> {
        match self {
            Self::Answer { place, .. }
            | Self::TokensFound { place, .. }
            | Self::Connected { place, .. }
            | Self::Closed { place, .. }
            | Self::Told { place, .. }
            | Self::Channel { place, .. }
            | Self::Stored { place, .. }
            | Self::Loaded { place, .. }
            | Self::Refused { place, .. }
            | Self::Kept { place }
            | Self::Leading { place }
            | Self::LeadLost { place }
            | Self::Woken { place }
            | Self::Alarm { place, .. } => Some(*place),
            Self::Act { .. }
            | Self::Request { .. }
            | Self::Heard { .. }
            | Self::Commit { .. }
            | Self::Thaw { .. }
            | Self::Trouble => None,
        }
    }
}
