//! Whether a page shows a resource.

/// Whether a page has requested a resource. Before that the mirror gets nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PageDemand {
    /// No page has requested it.
    #[default]
    None,
    /// A page has requested it.
    Requested,
    /// A page has requested it in the current input, so it is shown even if pages are not updated otherwise.
    RequestedNow,
}

impl PageDemand {
    /// Returns whether a page has requested the resource.
    pub(crate) fn is_requested(self) -> bool {
        self != Self::None
    }

    /// Returns whether a page has requested the resource since the last call.
    pub(crate) fn take_now(&mut self) -> bool {
        let is_now = *self == Self::RequestedNow;
        if is_now {
            *self = Self::Requested;
        }
        is_now
    }
}
