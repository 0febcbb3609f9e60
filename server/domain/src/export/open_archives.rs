//! The archives that are being made or downloaded. Each is a file on the server's disk until then.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of archives, because a client may take hours to download one.
const MAX_ARCHIVES: usize = 8;

/// The accounts whose archives are open. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct OpenArchives(Arc<Mutex<HashSet<Id>>>);

impl OpenArchives {
    /// Opens the archive of an account, until the returned value is dropped.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if the account has an open archive, or if there are too many.
    pub(super) fn open(&self, account_id: Id) -> Result<OpenArchive, ErrorCode> {
        let mut accounts = self.lock();
        if accounts.len() >= MAX_ARCHIVES || !accounts.insert(account_id) {
            return Err(ErrorCode::ServerBusy);
        }
        Ok(OpenArchive { archives: self.clone(), account_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open archive.
pub(super) struct OpenArchive {
    archives: OpenArchives,
    account_id: Id,
}

impl Drop for OpenArchive {
    fn drop(&mut self) {
        self.archives.lock().remove(&self.account_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_limited_per_account_and_in_total() {
        let archives = OpenArchives::default();
        let account = |number: usize| Id::from_parts(number as u64, &[0; 10]);
        let mut open: Vec<OpenArchive> =
            (0..MAX_ARCHIVES - 1).map(|number| archives.open(account(number)).unwrap()).collect();
        assert_eq!(archives.open(account(0)).err(), Some(ErrorCode::ServerBusy), "its own is open");
        let last = archives.open(account(100)).unwrap();
        assert_eq!(archives.open(account(200)).err(), Some(ErrorCode::ServerBusy), "all are in use");
        drop(last);
        open.push(archives.open(account(200)).unwrap());
        assert_eq!(archives.lock().len(), MAX_ARCHIVES);
    }
}
