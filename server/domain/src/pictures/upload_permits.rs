//! Permits for uploads, whose files are held in memory until their pictures are stored.

use crate::error::DomainError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of concurrent uploads, of up to 15 MB each.
const MAX_UPLOADS: usize = 6;

/// The maximum number of concurrent uploads per account, so that a few slow clients cannot block all others.
const MAX_UPLOADS_PER_ACCOUNT: usize = 2;

/// How long an upload waits for a permit before it is rejected.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// The permits for all accounts.
pub(super) struct UploadPermits {
    all: Arc<Semaphore>,
    by_account: Mutex<HashMap<Id, Weak<Semaphore>>>,
    wait: Duration,
}

/// A permit, which is released when dropped.
pub(super) struct UploadPermit {
    _of_all: OwnedSemaphorePermit,
    _of_account: OwnedSemaphorePermit,
}

impl UploadPermits {
    /// Makes all permits available.
    pub(super) fn new() -> Self {
        Self { all: Arc::new(Semaphore::new(MAX_UPLOADS)), by_account: Mutex::default(), wait: ACQUIRE_TIMEOUT }
    }

    /// Waits for a permit for an account.
    ///
    /// # Errors
    /// Returns `ErrorCode::PicturesBusy` if none became available within 3 seconds.
    pub(super) async fn acquire(&self, account_id: Id) -> Result<UploadPermit, DomainError> {
        let acquiring = async {
            let of_account = self.account_semaphore(account_id).acquire_owned().await;
            (of_account, self.all.clone().acquire_owned().await)
        };
        match tokio::time::timeout(self.wait, acquiring).await {
            Ok((Ok(of_account), Ok(of_all))) => Ok(UploadPermit { _of_all: of_all, _of_account: of_account }),
            _ => Err(ErrorCode::PicturesBusy.into()),
        }
    }

    /// Returns the semaphore of an account. Unused semaphores are removed.
    fn account_semaphore(&self, account_id: Id) -> Arc<Semaphore> {
        let mut by_account = self.by_account.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(existing) = by_account.get(&account_id).and_then(Weak::upgrade) {
            return existing;
        }
        by_account.retain(|_, semaphore| semaphore.strong_count() > 0);
        let semaphore = Arc::new(Semaphore::new(MAX_UPLOADS_PER_ACCOUNT));
        by_account.insert(account_id, Arc::downgrade(&semaphore));
        semaphore
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(number: u8) -> Id {
        Id::parse(&format!("0193c0de-0000-7000-8000-0000000000{number:02x}")).unwrap()
    }

    #[tokio::test]
    async fn uploads_are_limited_to_2_per_account_and_6_in_total() {
        let uploads = UploadPermits { wait: Duration::from_millis(20), ..UploadPermits::new() };
        let mut permits = vec![];
        for number in [1, 1, 2, 2, 3] {
            permits.push(uploads.acquire(account(number)).await.unwrap());
        }
        let refused = uploads.acquire(account(1)).await.err().map(|error| error.code());
        assert_eq!(refused, Some(ErrorCode::PicturesBusy));
        permits.push(uploads.acquire(account(4)).await.unwrap());
        assert!(uploads.acquire(account(5)).await.is_err(), "all permits are in use");
        permits.pop();
        assert!(uploads.acquire(account(5)).await.is_ok());
        // Failed attempts use up no permits.
        drop(permits);
        for number in [1, 1, 5, 5, 6, 6] {
            std::mem::forget(uploads.acquire(account(number)).await.unwrap());
        }
    }

    #[tokio::test]
    async fn waiting_upload_gets_the_released_permit() {
        let uploads = Arc::new(UploadPermits { wait: Duration::from_secs(60), ..UploadPermits::new() });
        let first = uploads.acquire(account(1)).await.unwrap();
        let _second = uploads.acquire(account(1)).await.unwrap();
        let waiting = tokio::spawn({
            let uploads = uploads.clone();
            async move { uploads.acquire(account(1)).await.is_ok() }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(first);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn idle_accounts_are_removed() {
        let uploads = UploadPermits::new();
        for number in 0..100 {
            uploads.acquire(account(number)).await.unwrap();
        }
        assert_eq!(uploads.by_account.lock().unwrap().len(), 1);
    }
}
