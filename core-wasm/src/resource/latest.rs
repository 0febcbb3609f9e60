//! A request that a newer one replaces.

/// The latest of several requests for what the user selects, such as the results of a search. Only the response to it
/// counts: a newer request does not wait for an earlier one, whose response is then ignored.
#[derive(Debug, Default)]
pub(crate) struct LatestRequest {
    /// The path of the request in flight.
    path: Option<String>,
}

impl LatestRequest {
    /// Returns whether a request is in flight whose response counts.
    pub(crate) fn is_in_flight(&self) -> bool {
        self.path.is_some()
    }

    /// Starts a request. The response to an earlier one no longer counts.
    pub(crate) fn start(&mut self, path: String) {
        self.path = Some(path);
    }

    /// Ends the request with this path. Returns whether its response counts.
    #[must_use]
    pub(crate) fn finish(&mut self, path: &str) -> bool {
        self.path.take_if(|latest| latest == path).is_some()
    }

    /// Makes the response to the request in flight not count.
    pub(crate) fn cancel(&mut self) {
        self.path = None;
    }
}

#[cfg(test)]
mod tests {
    use super::LatestRequest;

    #[test]
    fn v9_only_the_response_to_the_latest_request_counts() {
        let mut request = LatestRequest::default();
        request.start("/1".to_owned());
        request.start("/2".to_owned());
        assert!(!request.finish("/1") && request.is_in_flight());
        assert!(request.finish("/2") && !request.is_in_flight());
        request.start("/3".to_owned());
        request.cancel();
        assert!(!request.finish("/3"));
    }
}
