//! Limits the number of concurrent connections.

use crate::trusted_proxies::TrustedProxies;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use twentyfour_domain::rate_limits;

/// The maximum number of connections per address. Several users may share an address, each with a browser that opens
/// six.
pub(super) const MAX_CONNECTIONS_PER_ADDRESS: usize = 200;

/// The maximum number of connections of all addresses of an IPv6 /48.
const MAX_CONNECTIONS_PER_SITE: usize = MAX_CONNECTIONS_PER_ADDRESS * rate_limits::SITE_FACTOR as usize;

/// Issues permits for connections. Clones share the counts.
#[derive(Clone)]
pub(super) struct ConnectionLimiter {
    max_connections: usize,
    /// Whether the connections of an address and of a site are limited.
    has_limits: bool,
    /// Trusted proxies are exempt from these limits, since they forward many clients.
    trusted_proxies: TrustedProxies,
    counts: Arc<Mutex<ConnectionCounts>>,
}

#[derive(Default)]
struct ConnectionCounts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
    by_site: HashMap<IpAddr, usize>,
}

impl ConnectionLimiter {
    /// Makes a limiter of `max_connections` in total. `has_limits` enables the limits per address and site, too.
    pub(super) fn new(max_connections: usize, has_limits: bool, trusted_proxies: TrustedProxies) -> Self {
        Self { max_connections, has_limits, trusted_proxies, counts: Arc::default() }
    }

    /// Returns a permit for a connection from an address, or `None` if a limit is reached.
    pub(super) fn try_acquire(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let (address, site) = (rate_limits::client_network(peer), rate_limits::client_site(peer));
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.total >= self.max_connections {
            return None;
        }
        let of_address = counts.by_address.get(&address).copied().unwrap_or_default();
        let of_site = counts.by_site.get(&site).copied().unwrap_or_default();
        let is_at_limit = of_address >= MAX_CONNECTIONS_PER_ADDRESS || of_site >= MAX_CONNECTIONS_PER_SITE;
        if self.has_limits && is_at_limit && !self.trusted_proxies.contains(peer.to_canonical()) {
            return None;
        }
        counts.by_address.insert(address, of_address + 1);
        counts.by_site.insert(site, of_site + 1);
        counts.total += 1;
        Some(ConnectionPermit { counts: self.counts.clone(), address, site })
    }
}

/// A permit, which is released when dropped.
pub(super) struct ConnectionPermit {
    counts: Arc<Mutex<ConnectionCounts>>,
    address: IpAddr,
    site: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        remove_one(&mut counts.by_address, self.address);
        remove_one(&mut counts.by_site, self.site);
    }
}

/// Subtracts one from a count, and removes it at zero.
fn remove_one(counts: &mut HashMap<IpAddr, usize>, key: IpAddr) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;

    const MAX_CONNECTIONS: usize = 10_000;

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(number).into()
    }

    #[test]
    fn connections_are_limited_per_address() {
        let limiter = ConnectionLimiter::new(MAX_CONNECTIONS, true, TrustedProxies::default());
        let mut permits: Vec<ConnectionPermit> =
            (0..MAX_CONNECTIONS_PER_ADDRESS).map(|_| limiter.try_acquire(address(1)).unwrap()).collect();
        assert!(limiter.try_acquire(address(1)).is_none() && limiter.try_acquire(address(2)).is_some());
        permits.pop();
        assert!(limiter.try_acquire(address(1)).is_some());
        drop(permits);
        assert!(limiter.counts.lock().unwrap().by_address.is_empty());
    }

    #[test]
    fn connections_are_limited_per_site() {
        let limiter = ConnectionLimiter::new(MAX_CONNECTIONS, true, TrustedProxies::default());
        let network = |site: u16, number: usize| -> IpAddr {
            Ipv6Addr::new(0x2001, 0xdb8, site, u16::try_from(number).unwrap(), 0, 0, 0, 1).into()
        };
        let permits: Vec<_> =
            (0..MAX_CONNECTIONS_PER_SITE).map(|number| limiter.try_acquire(network(1, number)).unwrap()).collect();
        assert!(limiter.try_acquire(network(1, MAX_CONNECTIONS_PER_SITE)).is_none());
        assert!(limiter.try_acquire(network(2, 0)).is_some());
        drop(permits);
        assert!(limiter.counts.lock().unwrap().by_site.is_empty());
    }

    #[test]
    fn trusted_proxy_has_no_per_address_limit() {
        let limiter =
            ConnectionLimiter::new(MAX_CONNECTIONS, true, TrustedProxies::new(&["0.0.0.1/32".parse().unwrap()]));
        let permits: Vec<_> = (0..=MAX_CONNECTIONS_PER_ADDRESS).map(|_| limiter.try_acquire(address(1))).collect();
        assert!(permits.iter().all(Option::is_some));
    }

    #[test]
    fn total_connections_are_limited() {
        for has_limits in [true, false] {
            let limiter = ConnectionLimiter::new(MAX_CONNECTIONS, has_limits, TrustedProxies::default());
            let peer = |number| if has_limits { address(number % 1_000) } else { address(1) };
            let mut permits: Vec<ConnectionPermit> =
                (0..MAX_CONNECTIONS as u32).map(|number| limiter.try_acquire(peer(number)).unwrap()).collect();
            assert!(limiter.try_acquire(address(5_000)).is_none());
            permits.pop();
            assert!(limiter.try_acquire(address(5_000)).is_some());
        }
    }
}
