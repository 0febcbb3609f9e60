//! Limits the number of concurrent connections.

use crate::trusted_proxies::TrustedProxies;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use twentyfour_domain::rate_limits;

/// The maximum number of connections. Each takes about 10 KiB when idle.
const MAX_CONNECTIONS: usize = 10_000;

/// The maximum number of connections per address. Several users may share an address, each with a browser that opens
/// six.
pub(super) const MAX_CONNECTIONS_PER_ADDRESS: usize = 200;

/// Issues permits for connections. Clones share the counts.
#[derive(Clone)]
pub(super) struct ConnectionLimiter {
    /// `None`: no limit per address.
    max_per_address: Option<usize>,
    /// Trusted proxies are exempt from the limit per address, since they forward many clients.
    trusted_proxies: TrustedProxies,
    counts: Arc<Mutex<ConnectionCounts>>,
}

#[derive(Default)]
struct ConnectionCounts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl ConnectionLimiter {
    /// Makes a limiter. `has_limits` enables the limit per address; the total is always limited.
    pub(super) fn new(has_limits: bool, trusted_proxies: TrustedProxies) -> Self {
        Self {
            max_per_address: has_limits.then_some(MAX_CONNECTIONS_PER_ADDRESS),
            trusted_proxies,
            counts: Arc::default(),
        }
    }

    /// Returns a permit for a connection from an address, or `None` if a limit is reached.
    pub(super) fn try_acquire(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let address = rate_limits::rate_limit_network(peer);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
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

/// A permit, which is released when dropped.
pub(super) struct ConnectionPermit {
    counts: Arc<Mutex<ConnectionCounts>>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        if let Some(count) = counts.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
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
        assert!(limiter.counts.lock().unwrap().by_address.is_empty());
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
