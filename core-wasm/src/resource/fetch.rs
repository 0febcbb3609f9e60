//! The state of fetching a resource that may change on the server meanwhile.

/// The state of fetching a resource, with at most one request in flight.
#[derive(Debug, Default)]
pub struct Fetch {
    is_in_flight: bool,
    /// Whether the resource changed on the server after the request was sent, so that the response may be outdated.
    is_invalidated: bool,
    /// Whether the request in flight is the refetch after an outdated response.
    is_refetch: bool,
}

impl Fetch {
    /// Starts a request. Returns whether to send it: false if one is in flight already.
    pub fn start(&mut self) -> bool {
        if std::mem::replace(&mut self.is_in_flight, true) {
            return false;
        }
        self.is_invalidated = false;
        true
    }

    /// Marks the response in flight as outdated, because the resource changed on the server.
    pub fn invalidate(&mut self) {
        self.is_invalidated = true;
    }

    /// Ends a request that got a response. Returns whether to apply the response, and whether to refetch. An outdated
    /// response is not applied, but the response to the refetch always is. So the resource gets loaded even if it
    /// changes all the time.
    pub fn finish(&mut self) -> (bool, bool) {
        self.is_in_flight = false;
        let is_shown = !self.is_invalidated || self.is_refetch;
        self.is_refetch = !is_shown;
        (is_shown, self.is_invalidated)
    }

    /// Resets the state after a request failed.
    pub fn fail(&mut self) {
        *self = Self::default();
    }
}
