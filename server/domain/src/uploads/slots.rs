//! Slots for uploads, each of which takes a connection and up to 32 MiB of the disk, for as long as the client sends.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of uploads at once.
const MAX_UPLOADS: usize = 64;

/// The maximum number of uploads of an account at once, while at least half of the slots are free.
const MAX_PER_ACCOUNT: usize = 4;

/// The same when more are in use: a few accounts with slow clients must not take all slots.
const MAX_PER_ACCOUNT_WHEN_BUSY: usize = 1;

/// The number of uploads of each account. Clones share them.
#[derive(Clone, Default)]
pub(super) struct UploadSlots(Arc<Mutex<HashMap<Id, usize>>>);

impl UploadSlots {
    /// Takes a slot, until the returned value is dropped.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if the account has too many, or if there are too many.
    pub(super) fn acquire(&self, account_id: Id) -> Result<UploadSlot, ErrorCode> {
        let mut counts = self.lock();
        let total: usize = counts.values().sum();
        let own = counts.get(&account_id).copied().unwrap_or_default();
        let max_own = if total < MAX_UPLOADS / 2 { MAX_PER_ACCOUNT } else { MAX_PER_ACCOUNT_WHEN_BUSY };
        if total >= MAX_UPLOADS || own >= max_own {
            return Err(ErrorCode::ServerBusy);
        }
        counts.insert(account_id, own + 1);
        Ok(UploadSlot { slots: self.clone(), account_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Id, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of an upload.
pub(super) struct UploadSlot {
    slots: UploadSlots,
    account_id: Id,
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let mut counts = self.slots.lock();
        let rest = counts.get(&self.account_id).copied().unwrap_or_default().saturating_sub(1);
        match rest {
            0 => _ = counts.remove(&self.account_id),
            rest => _ = counts.insert(self.account_id, rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_are_limited_per_account_and_in_total() {
        let slots = UploadSlots::default();
        let account = |number: usize| Id::from_parts(number as u64, &[0; 10]);
        let mut taken: Vec<UploadSlot> = (0..MAX_PER_ACCOUNT).map(|_| slots.acquire(account(0)).unwrap()).collect();
        assert_eq!(slots.acquire(account(0)).err(), Some(ErrorCode::ServerBusy), "it has four");
        taken.extend((taken.len()..MAX_UPLOADS / 2).map(|number| slots.acquire(account(number / 4)).unwrap()));
        taken.push(slots.acquire(account(200)).unwrap());
        assert_eq!(slots.acquire(account(200)).err(), Some(ErrorCode::ServerBusy), "half are in use, and it has one");
        taken.extend((taken.len()..MAX_UPLOADS).map(|number| slots.acquire(account(number)).unwrap()));
        assert_eq!(slots.acquire(account(100)).err(), Some(ErrorCode::ServerBusy), "all are in use");
        taken.pop();
        taken.push(slots.acquire(account(100)).unwrap());
        drop(taken);
        assert!(slots.lock().is_empty());
    }
}
