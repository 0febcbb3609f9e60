//! Slots for work that an account may do once at a time, and that takes space on the server's disk until it ends.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The accounts that have a slot. Clones share them.
#[derive(Clone)]
pub(crate) struct AccountSlots {
    accounts: Arc<Mutex<HashSet<Id>>>,
    /// The maximum number of slots.
    limit: usize,
}

impl AccountSlots {
    /// Makes a number of slots.
    pub(crate) fn new(limit: usize) -> Self {
        Self { accounts: Arc::default(), limit }
    }

    /// Takes the slot of an account, until the returned value is dropped.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if the account has one already, or if there are too many.
    pub(crate) fn acquire(&self, account_id: Id) -> Result<AccountSlot, ErrorCode> {
        let mut accounts = self.lock();
        if accounts.len() >= self.limit || !accounts.insert(account_id) {
            return Err(ErrorCode::ServerBusy);
        }
        Ok(AccountSlot { slots: self.clone(), account_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Id>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of an account.
pub(crate) struct AccountSlot {
    slots: AccountSlots,
    account_id: Id,
}

impl Drop for AccountSlot {
    fn drop(&mut self) {
        self.slots.lock().remove(&self.account_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_per_account_and_in_total() {
        let slots = AccountSlots::new(8);
        let account = |number: usize| Id::from_parts(number as u64, &[0; 10]);
        let mut taken: Vec<AccountSlot> = (0..7).map(|number| slots.acquire(account(number)).unwrap()).collect();
        assert_eq!(slots.acquire(account(0)).err(), Some(ErrorCode::ServerBusy), "it has one");
        let last = slots.acquire(account(100)).unwrap();
        assert_eq!(slots.acquire(account(200)).err(), Some(ErrorCode::ServerBusy), "all are in use");
        drop(last);
        taken.push(slots.acquire(account(200)).unwrap());
        assert_eq!(slots.lock().len(), 8);
    }
}
