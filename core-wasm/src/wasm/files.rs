//! Files that the page has given, until they are sent: they do not pass through the core, which knows their numbers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use web_sys::Blob;

/// The files that are held.
#[derive(Default)]
pub(super) struct Files {
    held: RefCell<BTreeMap<u32, Blob>>,
    last: Cell<u32>,
}

impl Files {
    /// Holds a file under a number of its own.
    pub(super) fn hold(&self, file: Blob) -> u32 {
        let number = self.last.get().wrapping_add(1);
        self.last.set(number);
        self.held.borrow_mut().insert(number, file);
        number
    }

    /// The file with a number, while it is held.
    pub(super) fn get(&self, number: u32) -> Option<Blob> {
        self.held.borrow().get(&number).cloned()
    }

    /// Holds a file no longer.
    pub(super) fn release(&self, number: u32) {
        self.held.borrow_mut().remove(&number);
    }
}
