//! The state of fetching a resource that may change on the server meanwhile.

/// The state of fetching a resource, with at most one request in flight.
#[derive(Debug, Default)]
pub(crate) struct Fetch {
    is_in_flight: bool,
    /// Whether the resource changed on the server after the request was sent, so that the response may be outdated.
    is_invalidated: bool,
    /// Whether the request in flight is the refetch after an outdated response.
    is_refetch: bool,
}

impl Fetch {
    /// Starts a request. Returns whether to send it: false if one is in flight already.
    pub(crate) fn start(&mut self) -> bool {
        if std::mem::replace(&mut self.is_in_flight, true) {
            return false;
        }
        self.is_invalidated = false;
        true
    }

    /// Marks the response in flight as outdated, because the resource changed on the server.
    pub(crate) fn invalidate(&mut self) {
        self.is_invalidated = true;
    }

    /// Returns whether a request is in flight.
    pub(crate) fn is_in_flight(&self) -> bool {
        self.is_in_flight
    }

    /// Ends a request that got a response. An outdated response is not applied, but the response to the refetch always
    /// is. So the resource gets loaded even if it changes all the time.
    pub(crate) fn finish(&mut self) -> FetchOutcome {
        self.is_in_flight = false;
        let applies = !self.is_invalidated || self.is_refetch;
        self.is_refetch = !applies;
        FetchOutcome { applies, is_outdated: self.is_invalidated }
    }

    /// Ends a request that failed.
    pub(crate) fn fail(&mut self) {
        (self.is_in_flight, self.is_refetch) = (false, false);
    }
}

/// What to do with the response to a fetch.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub(crate) struct FetchOutcome {
    /// Whether to apply the response.
    pub(crate) applies: bool,
    /// Whether the resource changed after the request was sent, so that it has to be fetched again.
    pub(crate) is_outdated: bool,
}
