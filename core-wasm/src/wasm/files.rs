//! Files from the page, kept until they have been uploaded. The core only knows their handles. A file that is released
//! while it is being sent ends its request.

use crate::map::Map;
use std::cell::{Cell, RefCell};
use web_sys::{AbortController, Blob};

/// The files by their handles.
#[derive(Default)]
pub(super) struct Files {
    held: RefCell<Map<u32, Blob>>,
    /// Ends the request of each file that is being sent, or was sent and is not released yet.
    requests: RefCell<Map<u32, AbortController>>,
    last: Cell<u32>,
}

impl Files {
    /// Keeps a file and returns its handle.
    pub(super) fn hold(&self, file: Blob) -> u32 {
        let number = self.last.get().wrapping_add(1);
        self.last.set(number);
        self.held.borrow_mut().insert(number, file);
        number
    }

    /// Returns the file of a handle, with what ends the request that sends it. `None` after it was released.
    pub(super) fn start_upload(&self, number: u32) -> Option<(Blob, AbortController)> {
        let file = self.held.borrow().get(&number).cloned()?;
        let request = AbortController::new().ok()?;
        self.requests.borrow_mut().insert(number, request.clone());
        Some((file, request))
    }

    /// Returns whether a file was not released yet.
    pub(super) fn is_held(&self, number: u32) -> bool {
        self.held.borrow().contains_key(&number)
    }

    /// Releases a file, and ends the request that sends it.
    pub(super) fn release(&self, number: u32) {
        self.held.borrow_mut().remove(&number);
        let request = self.requests.borrow_mut().remove(&number);
        if let Some(request) = request {
            request.abort();
        }
    }
}
