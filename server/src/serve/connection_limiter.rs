//! How many connections there may be at once.

use crate::rate_limits;
use crate::trusted_proxies::TrustedProxies;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most connections at once. Each takes some 10 KiB when it is idle.
const MAX_CONNECTIONS: usize = 10_000;

/// The most of one address. Several people may share one, each with a browser that opens six.
pub(super) const MAX_CONNECTIONS_PER_ADDRESS: usize = 200;

/// The places for connections. Clones share them.
#[derive(Clone)]
pub(super) struct ConnectionLimiter {
    /// `None`: an address has no limit of its own.
    max_per_address: Option<usize>,
    /// They have no limit of their own, since they stand for many.
    trusted_proxies: TrustedProxies,
    counts: Arc<Mutex<ConnectionCounts>>,
}

#[derive(Default)]
struct ConnectionCounts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl ConnectionLimiter {
    pub(super) fn new(has_limits: bool, trusted_proxies: TrustedProxies) -> Self {
        Self {
            max_per_address: has_limits.then_some(MAX_CONNECTIONS_PER_ADDRESS),
            trusted_proxies,
            counts: Arc::default(),
        }
    }

    /// A place for a connection from an address, where there is one.
    pub(super) fn try_acquire(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let address = rate_limits::rate_limit_network(peer);
        let mut counts = lock(&self.counts);
        if counts.total >= MAX_CONNECTIONS {
            return None;
        }
        let count = counts.by_address.entry(address).or_default();
        if self.max_per_address.is_some_and(|max| *count >= max) && !self.trusted_proxies.contains(peer.to_canonical())
        {
            return None;
        }
        *count += 1;
        counts.total += 1;
        Some(ConnectionPermit { counts: self.counts.clone(), address })
    }
}

/// A place, until it is dropped.
pub(super) struct ConnectionPermit {
    counts: Arc<Mutex<ConnectionCounts>>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.total -= 1;
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

fn lock(counts: &Mutex<ConnectionCounts>) -> MutexGuard<'_, ConnectionCounts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(number).into()
    }

    #[test]
    fn connections_are_limited_per_address() {
        let limiter = ConnectionLimiter::new(true, TrustedProxies::default());
        let mut permits: Vec<ConnectionPermit> =
            (0..MAX_CONNECTIONS_PER_ADDRESS).map(|_| limiter.try_acquire(address(1)).unwrap()).collect();
        assert!(limiter.try_acquire(address(1)).is_none() && limiter.try_acquire(address(2)).is_some());
        permits.pop();
        assert!(limiter.try_acquire(address(1)).is_some());
        drop(permits);
        assert!(lock(&limiter.counts).by_address.is_empty());
    }

    #[test]
    fn trusted_proxy_has_no_per_address_limit() {
        let limiter = ConnectionLimiter::new(true, TrustedProxies::new(&["0.0.0.1/32".parse().unwrap()]));
        let permits: Vec<_> = (0..=MAX_CONNECTIONS_PER_ADDRESS).map(|_| limiter.try_acquire(address(1))).collect();
        assert!(permits.iter().all(Option::is_some));
    }

    #[test]
    fn total_connections_are_limited() {
        for has_limits in [true, false] {
            let limiter = ConnectionLimiter::new(has_limits, TrustedProxies::default());
            let peer = |number| if has_limits { address(number % 1_000) } else { address(1) };
            let mut permits: Vec<ConnectionPermit> =
                (0..MAX_CONNECTIONS as u32).map(|number| limiter.try_acquire(peer(number)).unwrap()).collect();
            assert!(limiter.try_acquire(address(5_000)).is_none());
            permits.pop();
            assert!(limiter.try_acquire(address(5_000)).is_some());
        }
    }
}
