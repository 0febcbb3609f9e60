//! The memory that request bodies may take: a budget in bytes for all that are being read or processed.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use twentyfour_domain::rate_limits::{Client, client_network};

/// The maximum size in bytes of a body that counts as small. Small bodies have a budget of their own, so that a few
/// large ones do not stop the ordinary requests of other people.
const SMALL_BODY: usize = 64 << 10;

/// The budget of all small bodies, in bytes.
const SMALL_BODIES: usize = 16 << 20;

/// The budget of all other bodies, in bytes.
const LARGE_BODIES: usize = 64 << 20;

/// The budget of one account for its bodies that are not small, in bytes: the largest batch of ops.
const LARGE_PER_ACCOUNT: usize = 32 << 20;

/// The budget of one client without a login for its bodies that are not small, in bytes: the largest body of a route that
/// needs no login.
const LARGE_PER_NETWORK: usize = 2 << 20;

/// The budget of one client for its small bodies, in bytes, so that it takes many clients to use up that of all.
const SMALL_PER_CLIENT: usize = 1 << 20;

/// How long a body waits for its share before the request is rejected. Meanwhile it is not read.
const WAIT: Duration = Duration::from_secs(3);

/// The budget. Clones share it.
#[derive(Clone)]
pub(crate) struct BodyBudget(Arc<Shares>);

struct Shares {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
    by_client: Mutex<HashMap<(ClientKey, Size), Weak<Semaphore>>>,
    wait: Duration,
}

/// The two kinds of bodies, which have budgets of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Size {
    Small,
    Large,
}

/// Who shares the budget of one client.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ClientKey {
    Account(Id),
    Network(IpAddr),
}

impl BodyBudget {
    /// Makes the whole budget available.
    pub(crate) fn new() -> Self {
        Self::with_wait(WAIT)
    }

    fn with_wait(wait: Duration) -> Self {
        Self(Arc::new(Shares {
            small: Arc::new(Semaphore::new(SMALL_BODIES)),
            large: Arc::new(Semaphore::new(LARGE_BODIES)),
            by_client: Mutex::default(),
            wait,
        }))
    }

    /// Returns the share of a request, which is empty at first.
    pub(crate) fn share_of(&self, client: Client) -> BodyShare {
        let client = match client {
            Client::Account(id) => ClientKey::Account(id),
            Client::Address(address) => ClientKey::Network(client_network(address)),
        };
        BodyShare { budget: self.clone(), client, held: Arc::default() }
    }

    /// Returns the semaphore of a client. Unused semaphores are removed.
    fn client_semaphore(&self, client: ClientKey, size: Size) -> Arc<Semaphore> {
        let mut by_client = self.0.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(existing) = by_client.get(&(client, size)).and_then(Weak::upgrade) {
            return existing;
        }
        by_client.retain(|_, semaphore| semaphore.strong_count() > 0);
        let bytes = match (size, client) {
            (Size::Small, _) => SMALL_PER_CLIENT,
            (Size::Large, ClientKey::Account(_)) => LARGE_PER_ACCOUNT,
            (Size::Large, ClientKey::Network(_)) => LARGE_PER_NETWORK,
        };
        let semaphore = Arc::new(Semaphore::new(bytes));
        by_client.insert((client, size), Arc::downgrade(&semaphore));
        semaphore
    }
}

/// The share of one request, which is given back when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct BodyShare {
    budget: BodyBudget,
    client: ClientKey,
    held: Arc<Mutex<Held>>,
}

/// What a share holds.
#[derive(Default)]
struct Held {
    bytes: usize,
    small: Option<Permits>,
    large: Option<Permits>,
}

/// The permits of one kind: those of the client, and those of all.
struct Permits {
    of_client: OwnedSemaphorePermit,
    of_all: OwnedSemaphorePermit,
}

impl BodyShare {
    /// Waits until `bytes` more are available and adds them to the share.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if they do not become available within 3 seconds.
    pub(crate) async fn add(&self, bytes: usize) -> Result<(), ErrorCode> {
        let count = u32::try_from(bytes).map_err(|_| ErrorCode::ServerBusy)?;
        let shares = &self.budget.0;
        let size = if self.lock().bytes + bytes <= SMALL_BODY { Size::Small } else { Size::Large };
        let of_all = match size {
            Size::Small => &shares.small,
            Size::Large => &shares.large,
        };
        let acquiring = async {
            // The client's own budget first, so that what waits for it holds nothing of the others.
            let of_client = self.budget.client_semaphore(self.client, size).acquire_many_owned(count).await;
            (of_client, of_all.clone().acquire_many_owned(count).await)
        };
        let Ok((Ok(of_client), Ok(of_all))) = tokio::time::timeout(shares.wait, acquiring).await else {
            return Err(ErrorCode::ServerBusy);
        };
        let mut held = self.lock();
        held.bytes += bytes;
        let permits = match size {
            Size::Small => &mut held.small,
            Size::Large => &mut held.large,
        };
        match permits {
            // Merged, because a body may arrive in many small pieces.
            Some(permits) => {
                permits.of_client.merge(of_client);
                permits.of_all.merge(of_all);
            }
            None => *permits = Some(Permits { of_client, of_all }),
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BATCH: usize = LARGE_PER_ACCOUNT;

    fn budget() -> BodyBudget {
        BodyBudget::with_wait(Duration::from_millis(20))
    }

    fn account(number: u8) -> Client {
        Client::Account(Id::parse(&format!("0193c0de-0000-7000-8000-0000000000{number:02x}")).unwrap())
    }

    #[tokio::test]
    async fn client_has_one_largest_batch_at_a_time() {
        let budget = budget();
        let first = budget.share_of(account(1));
        first.add(BATCH).await.unwrap();
        let second = budget.share_of(account(1));
        assert_eq!(second.add(SMALL_BODY + 1).await, Err(ErrorCode::ServerBusy));
        second.add(1).await.unwrap();
        drop(first);
        second.add(BATCH).await.unwrap();
    }

    #[tokio::test]
    async fn client_uses_up_only_a_part_of_the_budget_of_small_bodies() {
        let budget = budget();
        let mut shares = Vec::new();
        for _ in 0..SMALL_PER_CLIENT / SMALL_BODY {
            let share = budget.share_of(account(1));
            share.add(SMALL_BODY).await.unwrap();
            shares.push(share);
        }
        assert_eq!(budget.share_of(account(1)).add(1).await, Err(ErrorCode::ServerBusy));
        budget.share_of(account(2)).add(SMALL_BODY).await.unwrap();
    }

    #[tokio::test]
    async fn body_in_many_pieces_holds_what_its_bytes_need() {
        let budget = budget();
        let share = budget.share_of(account(1));
        for _ in 0..SMALL_BODY + 1_000 {
            share.add(1).await.unwrap();
        }
        let free = || (budget.0.small.available_permits(), budget.0.large.available_permits());
        assert_eq!(free(), (SMALL_BODIES - SMALL_BODY, LARGE_BODIES - 1_000));
        drop(share);
        assert_eq!(free(), (SMALL_BODIES, LARGE_BODIES));
    }

    #[tokio::test]
    async fn large_bodies_of_some_leave_room_for_the_small_ones_of_others() {
        let budget = budget();
        let (one, two, three) = (budget.share_of(account(1)), budget.share_of(account(2)), budget.share_of(account(3)));
        one.add(BATCH).await.unwrap();
        two.add(BATCH).await.unwrap();
        assert_eq!(three.add(BATCH).await, Err(ErrorCode::ServerBusy));
        three.add(SMALL_BODY).await.unwrap();
        assert_eq!(three.add(1).await, Err(ErrorCode::ServerBusy), "it is no longer small");
        drop(one);
        three.add(BATCH - SMALL_BODY).await.unwrap();
    }

    #[tokio::test]
    async fn networks_and_accounts_have_budgets_of_their_own() {
        let budget = budget();
        let network = |address: &str| budget.share_of(Client::Address(address.parse().unwrap()));
        let share = network("2001:db8::1");
        share.add(LARGE_PER_NETWORK).await.unwrap();
        assert_eq!(network("2001:db8::2").add(SMALL_BODY + 1).await, Err(ErrorCode::ServerBusy));
        network("2001:db8:0:1::1").add(SMALL_BODY + 1).await.unwrap();
        budget.share_of(account(1)).add(SMALL_BODY + 1).await.unwrap();
    }

    #[tokio::test]
    async fn unused_clients_are_forgotten() {
        let budget = budget();
        for number in 0..10 {
            budget.share_of(account(number)).add(1).await.unwrap();
        }
        assert_eq!(budget.0.by_client.lock().unwrap().len(), 1);
    }
}
