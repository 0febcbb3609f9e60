//! A list that the server was asked for, and what may have changed before it comes.

/// A request for a list, of which one is on its way at a time.
#[derive(Debug, Default)]
pub struct Asking {
    is_on_its_way: bool,
    /// Whether something has changed at the server since it was asked: then the answer may lack it.
    is_overtaken: bool,
    /// Whether it was asked for again because of that.
    is_repeated: bool,
}

impl Asking {
    /// Somebody wants the list. Answers whether it is to be asked for.
    pub fn begin(&mut self) -> bool {
        if std::mem::replace(&mut self.is_on_its_way, true) {
            return false;
        }
        self.is_overtaken = false;
        true
    }

    /// Something has changed at the server.
    pub fn overtaken(&mut self) {
        self.is_overtaken = true;
    }

    /// The list has come. Answers whether it is to be shown, and whether it is to be asked for again: the first that was
    /// overtaken is not shown, the one after it is, so that the list comes however much goes on.
    pub fn come(&mut self) -> (bool, bool) {
        self.is_on_its_way = false;
        let is_shown = !self.is_overtaken || self.is_repeated;
        self.is_repeated = !is_shown;
        (is_shown, self.is_overtaken)
    }

    /// The list has not come.
    pub fn failed(&mut self) {
        *self = Self::default();
    }
}
