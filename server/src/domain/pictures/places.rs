//! Places for files that are being uploaded: each lies in memory until its picture is kept.

use crate::error::ApiError;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most files at once, of up to 15 MB each.
const MOST: usize = 6;

/// The most of one account, so that three of them have to be slow before anybody waits.
const MOST_OF_ONE_ACCOUNT: usize = 2;

/// How long somebody waits for a place before they are told to come again.
const WAIT: Duration = Duration::from_secs(3);

/// The places.
pub(super) struct Places {
    all: Arc<Semaphore>,
    by_account: Mutex<HashMap<Id, Weak<Semaphore>>>,
    wait: Duration,
}

/// A place, until it is dropped.
pub(super) struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_account: OwnedSemaphorePermit,
}

impl Places {
    pub(super) fn new() -> Self {
        Self { all: Arc::new(Semaphore::new(MOST)), by_account: Mutex::default(), wait: WAIT }
    }

    /// A place for a file of an account, as soon as there is one.
    pub(super) async fn take(&self, account_id: Id) -> Result<Place, ApiError> {
        let taking = async {
            let of_account = self.of(account_id).acquire_owned().await;
            (of_account, self.all.clone().acquire_owned().await)
        };
        match tokio::time::timeout(self.wait, taking).await {
            Ok((Ok(of_account), Ok(of_all))) => Ok(Place { _of_all: of_all, _of_account: of_account }),
            _ => Err(ErrorCode::PicturesBusy.into()),
        }
    }

    /// The places of one account. They are forgotten when nobody has one or waits for one.
    fn of(&self, account_id: Id) -> Arc<Semaphore> {
        let mut by_account = self.by_account.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_account.get(&account_id).and_then(Weak::upgrade) {
            return known;
        }
        by_account.retain(|_, places| places.strong_count() > 0);
        let places = Arc::new(Semaphore::new(MOST_OF_ONE_ACCOUNT));
        by_account.insert(account_id, Arc::downgrade(&places));
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(number: u8) -> Id {
        Id::parse(&format!("0193c0de-0000-7000-8000-0000000000{number:02x}")).unwrap()
    }

    #[tokio::test]
    async fn an_account_has_two_places_and_all_have_six() {
        let places = Places { wait: Duration::from_millis(20), ..Places::new() };
        let mut taken = vec![];
        for number in [1, 1, 2, 2, 3] {
            taken.push(places.take(account(number)).await.unwrap());
        }
        let refused = places.take(account(1)).await.err().map(|error| error.code());
        assert_eq!(refused, Some(ErrorCode::PicturesBusy));
        taken.push(places.take(account(4)).await.unwrap());
        assert!(places.take(account(5)).await.is_err(), "all are taken");
        taken.pop();
        assert!(places.take(account(5)).await.is_ok());
        // Whoever waited in vain has taken nothing away.
        drop(taken);
        for number in [1, 1, 5, 5, 6, 6] {
            std::mem::forget(places.take(account(number)).await.unwrap());
        }
    }

    #[tokio::test]
    async fn whoever_waits_has_the_place_that_becomes_free() {
        let places = Arc::new(Places { wait: Duration::from_secs(60), ..Places::new() });
        let first = places.take(account(1)).await.unwrap();
        let _second = places.take(account(1)).await.unwrap();
        let waiting = tokio::spawn({
            let places = places.clone();
            async move { places.take(account(1)).await.is_ok() }
        });
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(first);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn accounts_without_a_file_are_forgotten() {
        let places = Places::new();
        for number in 0..100 {
            places.take(account(number)).await.unwrap();
        }
        assert_eq!(places.by_account.lock().unwrap().len(), 1);
    }
}
