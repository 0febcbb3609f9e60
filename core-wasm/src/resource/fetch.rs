//! The state of fetching a resource that may change on the server meanwhile.

/// The state of fetching a resource, with at most one request in flight.
#[derive(Debug, Default)]
pub(crate) struct Fetch {
    state: FetchState,
    /// Whether the resource has changed since the last request was sent, so that the response may be outdated.
    is_invalidated: bool,
}

/// What is in flight, or was decided when the last request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FetchState {
    #[default]
    Idle,
    /// The last response was outdated and not applied, or the request failed after the resource had changed: the next
    /// request is the refetch.
    RefetchDue,
    /// A request is in flight.
    InFlight,
    /// The refetch is in flight.
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

    /// Ends a request whose result does not matter, or does not depend on changes since it was sent.
    pub(crate) fn end(&mut self) {
        self.state = FetchState::Idle;
    }

    /// Ends a request that failed. Returns whether to send it again: the resource has changed since it was sent, and no
    /// request was sent then, because this one was in flight. A refetch that fails is not sent again, so that
    /// there is no endless loop while the server is unreachable.
    #[must_use]
    pub(crate) fn fail(&mut self) -> bool {
        let needs_refetch = self.is_invalidated && self.state == FetchState::InFlight;
        self.state = if needs_refetch { FetchState::RefetchDue } else { FetchState::Idle };
        needs_refetch
    }
}

/// What to do with the response to a fetch. A caller may drop every outdated response, also the one to a refetch, if it
/// must never show data from before a change, and may apply every response, if later requests continue from it.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub(crate) struct FetchOutcome {
    /// Whether the response may be applied: it is up to date, or it is the response to a refetch.
    pub(crate) applies: bool,
    /// Whether the resource has changed since the request was sent, so that it has to be fetched again, even if the
    /// response is applied.
    pub(crate) is_outdated: bool,
}
