//! The state of fetching a resource that may change on the server meanwhile.

/// The state of fetching a resource, with at most one request in flight.
#[derive(Debug, Default)]
pub(crate) struct Fetch {
    state: FetchState,
    /// Whether the resource has changed since the last request was sent, so that the response may be outdated.
    is_invalidated: bool,
}

/// What is in flight, or was decided about the last response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FetchState {
    #[default]
    Idle,
    /// The last response was outdated and not applied: the next request is the refetch.
    RefetchDue,
    /// A request is in flight.
    InFlight,
    /// The refetch after an outdated response is in flight.
    Refetching,
}

impl Fetch {
    /// Starts a request. Returns whether to send it: false if one is in flight already.
    pub(crate) fn start(&mut self) -> bool {
        self.state = match self.state {
            FetchState::InFlight | FetchState::Refetching => return false,
            FetchState::Idle => FetchState::InFlight,
            FetchState::RefetchDue => FetchState::Refetching,
        };
        self.is_invalidated = false;
        true
    }

    /// Marks the response in flight as outdated, because the resource has changed.
    pub(crate) fn invalidate(&mut self) {
        self.is_invalidated = true;
    }

    /// Returns whether a request is in flight.
    pub(crate) fn is_in_flight(&self) -> bool {
        matches!(self.state, FetchState::InFlight | FetchState::Refetching)
    }

    /// Ends a request that got a response. An outdated response is not applied, but the response to the refetch always
    /// is. So the resource gets loaded even if it changes all the time.
    pub(crate) fn finish(&mut self) -> FetchOutcome {
        let is_refetch = matches!(self.state, FetchState::Refetching | FetchState::RefetchDue);
        let applies = !self.is_invalidated || is_refetch;
        self.state = if applies { FetchState::Idle } else { FetchState::RefetchDue };
        FetchOutcome { applies, is_outdated: self.is_invalidated }
    }

    /// Ends a request that failed.
    pub(crate) fn fail(&mut self) {
        self.state = FetchState::Idle;
    }
}

/// What to do with the response to a fetch.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub(crate) struct FetchOutcome {
    /// Whether to apply the response.
    pub(crate) applies: bool,
    /// Whether the resource has changed since the request was sent, so that it has to be fetched again.
    pub(crate) is_outdated: bool,
}
