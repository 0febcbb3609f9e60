//! The network of a browser whose uplink carries few bytes a second.

use super::rng::SeededRng;

/// How long a page waits for a response, in milliseconds.
pub(super) const TIMEOUT_MS: i64 = 10_000;

/// The size of what is sent with each request besides its path and body, in bytes.
const HEADER_BYTES: usize = 500;

/// An uplink. Requests are sent one after another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Uplink {
    bytes_per_second: i64,
    /// When everything so far has been sent.
    free_at: i64,
}

impl Uplink {
    /// Creates a random uplink: from a bad mobile connection to a slow line.
    pub(super) fn new(rng: &mut SeededRng) -> Self {
        Self { bytes_per_second: rng.within(3_000, 40_000), free_at: 0 }
    }

    /// Sends a request that begins now. Returns when the server has all of it, or `None` if the page gives up before.
    pub(super) fn send(&mut self, bytes: usize, now: i64) -> Option<i64> {
        let bytes = i64::try_from(bytes + HEADER_BYTES).expect("a request is small");
        let sent_at = self.free_at.max(now) + bytes * 1_000 / self.bytes_per_second;
        // The rest of a request that the page has given up is not sent.
        self.free_at = sent_at.min(self.free_at.max(now + TIMEOUT_MS));
        (sent_at < now + TIMEOUT_MS).then_some(sent_at)
    }

    /// Returns how long a response takes, in milliseconds. The downlink is four times as fast.
    pub(super) fn response_ms(self, bytes: usize) -> i64 {
        i64::try_from(bytes + HEADER_BYTES).expect("a response is small") * 250 / self.bytes_per_second
    }
}
