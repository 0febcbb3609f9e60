//! Files from the page, kept until they have been uploaded. The core only knows their handles.

use crate::map::Map;
use std::cell::{Cell, RefCell};
use web_sys::Blob;

/// The files by their handles.
#[derive(Default)]
pub(super) struct Files {
    held: RefCell<Map<u32, Blob>>,
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

    /// Returns the file of a handle, until it is released.
    pub(super) fn get(&self, number: u32) -> Option<Blob> {
        self.held.borrow().get(&number).cloned()
    }

    /// Releases a file.
    pub(super) fn release(&self, number: u32) {
        self.held.borrow_mut().remove(&number);
    }
}
