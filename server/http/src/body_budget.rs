//! The memory that request bodies may take: a budget in bytes for all that are being read or processed.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use twentyfour_domain::rate_limits::{Client, client_network, client_site};

/// The maximum size in bytes of a body that counts as small. Small bodies have a budget of their own, so that a few
/// large ones do not stop the ordinary requests of other people.
const SMALL_BODY: usize = 64 << 10;

/// The budget of all small bodies of clients with a login, in bytes.
const SMALL_OF_ACCOUNTS: usize = 16 << 20;

/// The budget of all other bodies of clients with a login, in bytes.
const LARGE_OF_ACCOUNTS: usize = 64 << 20;

/// The budget of one account for its small bodies, in bytes.
const SMALL_PER_ACCOUNT: usize = 1 << 20;

/// The budget of one account for its bodies that are not small, in bytes: the largest batch of ops.
const LARGE_PER_ACCOUNT: usize = 32 << 20;

/// The budget of all small bodies of clients without a login, in bytes.
const SMALL_OF_ADDRESSES: usize = 8 << 20;

/// The budget of all other bodies of clients without a login, in bytes.
const LARGE_OF_ADDRESSES: usize = 8 << 20;

/// The budget of one address without a login, or of an IPv6 network, for its small bodies, in bytes: some hundred people behind
/// one address log in at once.
const SMALL_PER_NETWORK: usize = 256 << 10;

/// The budget of one address without a login, or of an IPv6 network, for its bodies that are not small, in bytes: the largest
/// body of a route that needs no login.
const LARGE_PER_NETWORK: usize = 2 << 20;

/// How much more than one IPv6 network all networks of a site have for their small bodies. For larger ones they have as much as
/// one network.
const SMALL_SITE_FACTOR: usize = 4;

/// How long a body waits for its share before the request is rejected. Meanwhile it is not read.
const WAIT: Duration = Duration::from_secs(3);

/// The same for a body that was received in a file. The client would have to send all of it again. Within this time, the requests
/// that have the budget have received their bodies and are answered, or have timed out.
const WAIT_OF_RECEIVED: Duration = Duration::from_secs(60);

/// The budget. Clones share it.
#[derive(Clone)]
pub(crate) struct BodyBudget(Arc<Shares>);

struct Shares {
    accounts: Totals,
    addresses: Totals,
    by_client: Mutex<HashMap<(ClientKey, Size), Weak<Semaphore>>>,
    wait: Duration,
}

/// The budgets of all clients with a login, or of all without.
struct Totals {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Totals {
    fn new(small: usize, large: usize) -> Self {
        Self { small: Arc::new(Semaphore::new(small)), large: Arc::new(Semaphore::new(large)) }
    }

    fn of_size(&self, size: Size) -> Arc<Semaphore> {
        match size {
            Size::Small => self.small.clone(),
            Size::Large => self.large.clone(),
        }
    }
}

/// The two kinds of bodies, which have budgets of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Size {
    Small,
    Large,
}

/// Whose budget a body takes its bytes from: that of its client, and that of all.
#[derive(Clone, Copy)]
enum Level {
    Client,
    All,
}

/// Who shares the budget of one client.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ClientKey {
    Account(Id),
    /// An IPv4 address, or the first 64 bits of an IPv6 address.
    Network(IpAddr),
    /// The first 48 bits of an IPv6 address.
    Site(IpAddr),
}

impl ClientKey {
    /// Returns the bytes of its budget.
    fn budget(self, size: Size) -> usize {
        match (self, size) {
            (Self::Account(_), Size::Small) => SMALL_PER_ACCOUNT,
            (Self::Account(_), Size::Large) => LARGE_PER_ACCOUNT,
            (Self::Network(_), Size::Small) => SMALL_PER_NETWORK,
            (Self::Site(_), Size::Small) => SMALL_SITE_FACTOR * SMALL_PER_NETWORK,
            (Self::Network(_) | Self::Site(_), Size::Large) => LARGE_PER_NETWORK,
        }
    }
}

impl BodyBudget {
    /// Makes the whole budget available.
    pub(crate) fn new() -> Self {
        Self::with_wait(WAIT)
    }

    fn with_wait(wait: Duration) -> Self {
        Self(Arc::new(Shares {
            accounts: Totals::new(SMALL_OF_ACCOUNTS, LARGE_OF_ACCOUNTS),
            addresses: Totals::new(SMALL_OF_ADDRESSES, LARGE_OF_ADDRESSES),
            by_client: Mutex::default(),
            wait,
        }))
    }

    /// Returns the share of a request, which is empty at first.
    pub(crate) fn share_of(&self, client: Client) -> BodyShare {
        BodyShare { budget: self.clone(), client, held: Arc::default() }
    }

    /// Returns the semaphores from which a body of a client takes its bytes.
    fn semaphores(&self, client: Client, level: Level, size: Size) -> Vec<Arc<Semaphore>> {
        let of_client = |key| self.client_semaphore(key, size);
        match (level, client) {
            (Level::Client, Client::Account(id) | Client::ApiToken { account_id: id, .. }) => {
                vec![of_client(ClientKey::Account(id))]
            }
            (Level::Client, Client::Address(address)) => vec![
                of_client(ClientKey::Network(client_network(address))),
                of_client(ClientKey::Site(client_site(address))),
            ],
            (Level::All, Client::Account(_) | Client::ApiToken { .. }) => vec![self.0.accounts.of_size(size)],
            (Level::All, Client::Address(_)) => vec![self.0.addresses.of_size(size)],
        }
    }

    /// Returns the semaphore of a client. Unused semaphores are removed.
    fn client_semaphore(&self, client: ClientKey, size: Size) -> Arc<Semaphore> {
        let mut by_client = self.0.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(existing) = by_client.get(&(client, size)).and_then(Weak::upgrade) {
            return existing;
        }
        by_client.retain(|_, semaphore| semaphore.strong_count() > 0);
        let semaphore = Arc::new(Semaphore::new(client.budget(size)));
        by_client.insert((client, size), Arc::downgrade(&semaphore));
        semaphore
    }
}

/// The share of one request, which is given back when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct BodyShare {
    budget: BodyBudget,
    client: Client,
    held: Arc<Mutex<Held>>,
}

/// What a share holds.
#[derive(Default)]
struct Held {
    of_client: Portion,
    of_all: Portion,
}

impl Held {
    fn portion(&mut self, level: Level) -> &mut Portion {
        match level {
            Level::Client => &mut self.of_client,
            Level::All => &mut self.of_all,
        }
    }
}

/// The bytes of a share from one level, with the permits of each semaphore from [`BodyBudget::semaphores`].
#[derive(Default)]
struct Portion {
    bytes: usize,
    small: Vec<OwnedSemaphorePermit>,
    large: Vec<OwnedSemaphorePermit>,
}

impl Portion {
    fn add(&mut self, bytes: usize, size: Size, permits: Vec<OwnedSemaphorePermit>) {
        self.bytes += bytes;
        let all = match size {
            Size::Small => &mut self.small,
            Size::Large => &mut self.large,
        };
        // Merged, because a body may arrive in many small pieces.
        if all.is_empty() {
            *all = permits;
        } else {
            all.iter_mut().zip(permits).for_each(|(all, more)| all.merge(more));
        }
    }
}

impl BodyShare {
    /// Waits until the share has `needed` bytes, and returns how many it has then. With each step it takes as much again as it had,
    /// so that a client holds at most twice what it has sent. Only of its own budget, a large body takes the `announced` size at
    /// once: of several large bodies of a client, one is then read to its end.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if they do not become available within 3 seconds.
    pub(crate) async fn grow(&self, needed: usize, announced: Option<usize>) -> Result<usize, ErrorCode> {
        let held = self.lock().of_all.bytes;
        if needed <= held {
            return Ok(held);
        }
        let target = announced.map_or(needed, |announced| (2 * held).min(announced).max(needed));
        let of_client = announced.filter(|announced| *announced > SMALL_BODY).unwrap_or(target);
        let wait = self.budget.0.wait;
        self.extend(Level::Client, of_client, wait).await?;
        self.extend(Level::All, target, wait).await?;
        Ok(target)
    }

    /// Waits until the share has the bytes of a body that was received in a file.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if they do not become available within a minute each.
    pub(crate) async fn reserve_received(&self, bytes: usize) -> Result<(), ErrorCode> {
        self.extend(Level::Client, bytes, WAIT_OF_RECEIVED).await?;
        self.extend(Level::All, bytes, WAIT_OF_RECEIVED).await
    }

    /// Takes what is missing to `target` bytes, waiting for at most `wait`.
    async fn extend(&self, level: Level, target: usize, wait: Duration) -> Result<(), ErrorCode> {
        let held = self.lock().portion(level).bytes;
        let missing = target.saturating_sub(held);
        // What makes a body large is not taken from the budgets of small ones.
        let small = target.min(SMALL_BODY).saturating_sub(held);
        for (size, bytes) in [(Size::Small, small), (Size::Large, missing - small)] {
            if bytes > 0 {
                let permits = self.acquire(level, size, bytes, wait).await?;
                self.lock().portion(level).add(bytes, size, permits);
            }
        }
        Ok(())
    }

    async fn acquire(
        &self,
        level: Level,
        size: Size,
        bytes: usize,
        wait: Duration,
    ) -> Result<Vec<OwnedSemaphorePermit>, ErrorCode> {
        let count = u32::try_from(bytes).map_err(|_| ErrorCode::ServerBusy)?;
        let acquiring = async {
            let mut permits = Vec::new();
            for semaphore in self.budget.semaphores(self.client, level, size) {
                permits.push(semaphore.acquire_many_owned(count).await.map_err(|_| ErrorCode::ServerBusy)?);
            }
            Ok(permits)
        };
        tokio::time::timeout(wait, acquiring).await.unwrap_or(Err(ErrorCode::ServerBusy))
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;

    const BATCH: usize = LARGE_PER_ACCOUNT + SMALL_BODY;

    fn budget() -> BodyBudget {
        BodyBudget::with_wait(Duration::from_millis(20))
    }

    fn account(number: u8) -> Client {
        Client::Account(Id::parse(&format!("0193c0de-0000-7000-8000-0000000000{number:02x}")).unwrap())
    }

    fn address(address: &str) -> Client {
        Client::Address(address.parse().unwrap())
    }

    /// Takes bytes for a body of a client.
    async fn take(budget: &BodyBudget, client: Client, bytes: usize) -> Result<BodyShare, ErrorCode> {
        let share = budget.share_of(client);
        share.grow(bytes, None).await.map(|_| share)
    }

    #[tokio::test]
    async fn account_has_one_largest_batch_at_a_time() {
        let budget = budget();
        let first = take(&budget, account(1), BATCH).await.unwrap();
        let second = take(&budget, account(1), 1).await.unwrap();
        assert_eq!(second.grow(SMALL_BODY + 1, None).await, Err(ErrorCode::ServerBusy));
        drop(first);
        second.grow(BATCH, None).await.unwrap();
    }

    #[tokio::test]
    async fn client_uses_up_only_a_part_of_the_budget_of_small_bodies() {
        let budget = budget();
        for (client, other, bytes) in [
            (account(1), account(2), SMALL_PER_ACCOUNT),
            (address("192.0.2.1"), address("192.0.2.2"), SMALL_PER_NETWORK),
        ] {
            let mut shares = Vec::new();
            for _ in 0..bytes / SMALL_BODY {
                shares.push(take(&budget, client, SMALL_BODY).await.unwrap());
            }
            assert_eq!(take(&budget, client, 1).await.err(), Some(ErrorCode::ServerBusy));
            take(&budget, other, SMALL_BODY).await.unwrap();
        }
    }

    #[tokio::test]
    async fn share_is_at_most_twice_what_was_sent() {
        let budget = budget();
        let share = budget.share_of(account(1));
        for (needed, expected) in
            [(1_000, 1_000), (900, 1_000), (1_001, 2_000), (3_000, 4_000), (7_000, 8_000), (8_500, 9_000)]
        {
            assert_eq!(share.grow(needed, Some(9_000)).await, Ok(expected), "{needed}");
        }
        let share = budget.share_of(account(1));
        assert_eq!((share.grow(10, None).await, share.grow(11, None).await), (Ok(10), Ok(11)), "of an unknown size");
    }

    #[tokio::test]
    async fn one_of_several_large_bodies_of_an_account_is_read_to_its_end() {
        let budget = budget();
        let shares: Vec<BodyShare> = (0..10).map(|_| budget.share_of(account(1))).collect();
        let begin = shares.iter().map(|share| share.grow(1_000, Some(BATCH)));
        let begun: Vec<bool> = join_all(begin).await.iter().map(Result::is_ok).collect();
        assert_eq!(begun, [[true].as_slice(), &[false; 9]].concat());
        assert_eq!(shares[0].grow(BATCH, Some(BATCH)).await, Ok(BATCH));
    }

    #[tokio::test]
    async fn body_in_many_pieces_holds_what_its_bytes_need() {
        let budget = budget();
        let share = budget.share_of(account(1));
        for bytes in 1..=SMALL_BODY + 1_000 {
            share.grow(bytes, None).await.unwrap();
        }
        let free = || (budget.0.accounts.small.available_permits(), budget.0.accounts.large.available_permits());
        assert_eq!(free(), (SMALL_OF_ACCOUNTS - SMALL_BODY, LARGE_OF_ACCOUNTS - 1_000));
        drop(share);
        assert_eq!(free(), (SMALL_OF_ACCOUNTS, LARGE_OF_ACCOUNTS));
    }

    #[tokio::test]
    async fn large_bodies_of_some_leave_room_for_the_small_ones_of_others() {
        let budget = budget();
        let one = take(&budget, account(1), BATCH).await.unwrap();
        let _two = take(&budget, account(2), BATCH).await.unwrap();
        let three = take(&budget, account(3), SMALL_BODY).await.unwrap();
        assert_eq!(three.grow(SMALL_BODY + 1, None).await, Err(ErrorCode::ServerBusy), "it is no longer small");
        drop(one);
        three.grow(BATCH, None).await.unwrap();
    }

    #[tokio::test]
    async fn networks_of_a_site_share_a_budget_that_is_not_that_of_others() {
        let budget = budget();
        let mut shares = vec![take(&budget, address("2001:db8::1"), SMALL_BODY + LARGE_PER_NETWORK).await.unwrap()];
        let neighbor = address("2001:db8:0:1::1");
        assert_eq!(take(&budget, neighbor, SMALL_BODY + 1).await.err(), Some(ErrorCode::ServerBusy));
        for network in 1..SMALL_SITE_FACTOR * SMALL_PER_NETWORK / SMALL_BODY {
            shares.push(take(&budget, address(&format!("2001:db8:0:{network:x}::1")), SMALL_BODY).await.unwrap());
        }
        assert_eq!(take(&budget, address("2001:db8:0:ff::1"), 1).await.err(), Some(ErrorCode::ServerBusy));
        take(&budget, address("2001:db8:1::1"), SMALL_BODY + 1).await.unwrap();
    }

    #[tokio::test]
    async fn clients_without_a_login_take_nothing_from_accounts() {
        let budget = budget();
        let mut shares = Vec::new();
        for number in 0..SMALL_OF_ADDRESSES / SMALL_BODY {
            let share = take(&budget, address(&format!("192.0.2.{number}")), SMALL_BODY + (SMALL_BODY / 2)).await;
            shares.push(share.unwrap());
        }
        assert_eq!(take(&budget, address("198.51.100.1"), 1).await.err(), Some(ErrorCode::ServerBusy));
        take(&budget, account(1), BATCH).await.unwrap();
    }

    #[tokio::test]
    async fn unused_clients_are_forgotten() {
        let budget = budget();
        for number in 0..10 {
            take(&budget, account(number), 1).await.unwrap();
        }
        assert_eq!(budget.0.by_client.lock().unwrap().len(), 1);
    }
}
