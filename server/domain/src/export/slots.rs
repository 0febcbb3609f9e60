//! Slots for exports. Each export is a file on the server's disk until its download ends.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of exports that are being made or downloaded.
const MAX_EXPORTS: usize = 8;

/// The accounts whose exports are being made or downloaded. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct ExportSlots(Arc<Mutex<HashSet<Id>>>);

impl ExportSlots {
    /// Takes the slot of an account, until the returned value is dropped.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if the account has one already, or if there are too many.
    pub(super) fn acquire(&self, account_id: Id) -> Result<ExportSlot, ErrorCode> {
        let mut accounts = self.lock();
        if accounts.len() >= MAX_EXPORTS || !accounts.insert(account_id) {
            return Err(ErrorCode::ServerBusy);
        }
        Ok(ExportSlot { slots: self.clone(), account_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of an export.
pub(super) struct ExportSlot {
    slots: ExportSlots,
    account_id: Id,
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        self.slots.lock().remove(&self.account_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_are_limited_per_account_and_in_total() {
        let slots = ExportSlots::default();
        let account = |number: usize| Id::from_parts(number as u64, &[0; 10]);
        let mut taken: Vec<ExportSlot> =
            (0..MAX_EXPORTS - 1).map(|number| slots.acquire(account(number)).unwrap()).collect();
        assert_eq!(slots.acquire(account(0)).err(), Some(ErrorCode::ServerBusy), "it has one");
        let last = slots.acquire(account(100)).unwrap();
        assert_eq!(slots.acquire(account(200)).err(), Some(ErrorCode::ServerBusy), "all are in use");
        drop(last);
        taken.push(slots.acquire(account(200)).unwrap());
        assert_eq!(slots.lock().len(), MAX_EXPORTS);
    }
}
