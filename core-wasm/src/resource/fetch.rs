//! A list that the server was asked for, and what may have changed before it comes.

/// A request for a list, of which one is on its way at a time.
#[derive(Debug, Default)]
pub struct Fetch {
    is_in_flight: bool,
    /// Whether something has changed at the server since it was asked: then the answer may lack it.
    is_invalidated: bool,
    /// Whether it was asked for again because of that.
    is_refetch: bool,
}

impl Fetch {
    /// Somebody wants the list. Answers whether it is to be asked for.
    pub fn start(&mut self) -> bool {
        if std::mem::replace(&mut self.is_in_flight, true) {
            return false;
        }
        self.is_invalidated = false;
        true
    }

    /// Something has changed at the server.
    pub fn invalidate(&mut self) {
        self.is_invalidated = true;
    }

    /// The list has come. Answers whether it is to be shown, and whether it is to be asked for again: the first that was
    /// overtaken is not shown, the one after it is, so that the list comes however much goes on.
    pub fn finish(&mut self) -> (bool, bool) {
        self.is_in_flight = false;
        let is_shown = !self.is_invalidated || self.is_refetch;
        self.is_refetch = !is_shown;
        (is_shown, self.is_invalidated)
    }

    /// The list has not come.
    pub fn fail(&mut self) {
        *self = Self::default();
    }
}
