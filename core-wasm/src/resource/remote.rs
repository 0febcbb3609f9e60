//! A resource of the server, as machines hold it.

use super::demand::PageDemand;
use super::fetch::{Fetch, FetchOutcome};
use crate::protocol::view::LoadStatus;

/// A resource of the server: its value, whether a page has requested it, and the state of fetching it. At most one
/// request is in flight.
///
/// `T` is `()` if the value is kept elsewhere, such as records among those of the boards.
#[derive(Debug)]
pub(crate) struct RemoteResource<T = ()> {
    value: Value<T>,
    demand: PageDemand,
    fetch: Fetch,
}

/// What to do after a request has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum FailureOutcome {
    /// Fetch again, because the resource has changed since the request was sent. The load status has not changed.
    Refetch,
    /// Show the load status, which has changed to failed.
    StatusFailed,
    /// Nothing: the load status has not changed.
    StatusKept,
}

/// The value, as far as it is known.
#[derive(Debug)]
enum Value<T> {
    Unknown,
    /// Unknown, and the last request has failed.
    Failed,
    Known(T),
}

impl<T> Default for RemoteResource<T> {
    fn default() -> Self {
        Self { value: Value::Unknown, demand: PageDemand::default(), fetch: Fetch::default() }
    }
}

impl<T> RemoteResource<T> {
    /// Returns the load status. A known value stays ready while it is fetched again, even if that fails.
    pub(crate) fn status(&self) -> LoadStatus {
        match self.value {
            Value::Unknown => LoadStatus::Loading,
            Value::Failed => LoadStatus::Failed,
            Value::Known(_) => LoadStatus::Ready,
        }
    }

    /// Returns whether the value is known.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.value, Value::Known(_))
    }

    /// Returns the value if it is known.
    pub(crate) fn value(&self) -> Option<&T> {
        match &self.value {
            Value::Known(value) => Some(value),
            Value::Unknown | Value::Failed => None,
        }
    }

    /// Returns the value for a change, if it is known.
    pub(crate) fn value_mut(&mut self) -> Option<&mut T> {
        match &mut self.value {
            Value::Known(value) => Some(value),
            Value::Unknown | Value::Failed => None,
        }
    }

    /// Sets the value: from a response, the storage, or the response to a change.
    pub(crate) fn set(&mut self, value: T) {
        self.value = Value::Known(value);
    }

    /// Forgets the value, because it is for something else than what is shown now.
    pub(crate) fn clear(&mut self) {
        self.value = Value::Unknown;
    }

    /// Notes the request of a page. Returns whether the load status has changed: what failed before is loading again.
    pub(crate) fn request(&mut self) -> bool {
        self.demand = PageDemand::RequestedNow;
        self.clear_failure()
    }

    /// Returns whether a page has requested the resource.
    pub(crate) fn is_requested(&self) -> bool {
        self.demand.is_requested()
    }

    /// Returns whether a page has requested the resource since the last call.
    pub(crate) fn take_requested_now(&mut self) -> bool {
        self.demand.take_now()
    }

    /// Starts to fetch the resource. Returns whether to send the request: false if one is in flight already.
    #[must_use]
    pub(crate) fn start_fetch(&mut self) -> bool {
        self.fetch.start()
    }

    /// Returns whether a request is in flight.
    pub(crate) fn is_in_flight(&self) -> bool {
        self.fetch.is_in_flight()
    }

    /// Marks a response in flight as possibly outdated, because the resource has changed.
    pub(crate) fn invalidate(&mut self) {
        self.fetch.invalidate();
    }

    /// Ends a request that got a response, and returns what to do with the response.
    pub(crate) fn finish_fetch(&mut self) -> FetchOutcome {
        self.fetch.finish()
    }

    /// Ends a request that failed, and returns what to do.
    pub(crate) fn fail_fetch(&mut self) -> FailureOutcome {
        if self.fetch.fail() {
            FailureOutcome::Refetch
        } else if self.fail() {
            FailureOutcome::StatusFailed
        } else {
            FailureOutcome::StatusKept
        }
    }

    /// Ends a request that failed and whose response would not have been used. The load status stays.
    pub(crate) fn end_fetch(&mut self) {
        self.fetch.end();
    }

    /// Sets the load status to failed unless a value is known. Returns whether it has changed.
    pub(crate) fn fail(&mut self) -> bool {
        let is_unknown = matches!(self.value, Value::Unknown);
        if is_unknown {
            self.value = Value::Failed;
        }
        is_unknown
    }

    /// Sets a failed load status back to loading. Returns whether it was failed.
    pub(crate) fn clear_failure(&mut self) -> bool {
        let has_failed = matches!(self.value, Value::Failed);
        if has_failed {
            self.value = Value::Unknown;
        }
        has_failed
    }
}

#[cfg(test)]
mod tests {
    use super::{FailureOutcome, RemoteResource};
    use crate::protocol::view::LoadStatus;

    #[test]
    fn y40_failed_load_starts_over_when_a_page_requests_it_again() {
        let mut resource = RemoteResource::<u8>::default();
        assert!(!resource.request() && resource.start_fetch());
        assert_eq!(resource.fail_fetch(), FailureOutcome::StatusFailed);
        assert_eq!(resource.status(), LoadStatus::Failed);
        assert!(resource.request() && resource.start_fetch());
        assert_eq!(resource.status(), LoadStatus::Loading);
    }

    #[test]
    fn y40_known_value_survives_a_failed_fetch() {
        let mut resource = RemoteResource::default();
        resource.set(1);
        assert!(resource.start_fetch());
        assert_eq!(resource.fail_fetch(), FailureOutcome::StatusKept);
        assert_eq!((resource.status(), resource.value()), (LoadStatus::Ready, Some(&1)));
    }

    #[test]
    fn y40_outdated_response_leads_to_one_refetch_whose_response_applies() {
        let mut resource = RemoteResource::<u8>::default();
        assert!(resource.start_fetch());
        assert!(!resource.start_fetch(), "one request at a time");
        resource.invalidate();
        let outcome = resource.finish_fetch();
        assert!(!outcome.applies && outcome.is_outdated);
        assert!(resource.start_fetch());
        resource.invalidate();
        let outcome = resource.finish_fetch();
        assert!(outcome.applies && outcome.is_outdated);
    }

    #[test]
    fn y40_request_that_fails_after_a_change_is_sent_once_more() {
        let mut resource = RemoteResource::<u8>::default();
        assert!(resource.start_fetch());
        resource.invalidate();
        assert_eq!(resource.fail_fetch(), FailureOutcome::Refetch);
        assert_eq!(resource.status(), LoadStatus::Loading);
        assert!(resource.start_fetch());
        resource.invalidate();
        assert_eq!(resource.fail_fetch(), FailureOutcome::StatusFailed, "the refetch is not sent again");
        assert!(resource.start_fetch());
        assert!(resource.finish_fetch().applies, "no change since the last request");
    }
}
