//! A rate limit per client address.

use super::clock::MonotonicClock;
use super::keyed_rate_limit::{Key, KeyedRateLimit};
use governor::Quota;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

/// How many times the quota of one client the 65,536 clients of an IPv6 /48 may use together. Phones of one provider
/// share a /48; a company with a /48 of its own must not count as 65,536 clients.
pub const SITE_FACTOR: u32 = 20;

/// A number of attempts per time window and client: an IPv4 address, or an IPv6 /64 and again its /48. None of the
/// three can use up or displace the entries of another.
pub(super) struct AddressRateLimit {
    keys: RandomState,
    ipv4_addresses: KeyedRateLimit,
    ipv6_networks: KeyedRateLimit,
    ipv6_sites: KeyedRateLimit,
}

impl AddressRateLimit {
    /// Makes a limit of `times` attempts per window and client; `quota` returns the quota of a number of attempts.
    pub(super) fn new(quota: fn(NonZeroU32) -> Quota, times: NonZeroU32, clock: &MonotonicClock) -> Self {
        let site_times = times.saturating_mul(const { NonZeroU32::new(SITE_FACTOR).unwrap() });
        Self {
            keys: RandomState::new(),
            ipv4_addresses: KeyedRateLimit::new(quota(times), clock),
            ipv6_networks: KeyedRateLimit::new(quota(times), clock),
            ipv6_sites: KeyedRateLimit::new(quota(site_times), clock),
        }
    }

    /// Uses one attempt of an address.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) fn try_acquire(&self, address: IpAddr) -> Result<(), Duration> {
        let IpAddr::V6(network) = client_network(address) else {
            return self.ipv4_addresses.try_acquire(self.key(address.to_canonical()));
        };
        let site = self.key(client_site(address));
        let network = self.key(network.into());
        if self.ipv6_networks.knows(network) {
            // First, so that a client beyond its limit does not use up that of its neighbors.
            self.ipv6_networks.try_acquire(network)?;
            self.ipv6_sites.try_acquire(site)
        } else {
            // First, so that a site beyond its limit adds no entries.
            self.ipv6_sites.try_acquire(site)?;
            self.ipv6_networks.try_acquire(network)
        }
    }

    fn key(&self, address: IpAddr) -> Key {
        self.keys.hash_one(address)
    }
}

/// Returns the part of an address that identifies a client: the first 64 bits of an IPv6 address, since clients get a
/// whole prefix (RFC 6177, section 2), or the IPv4 address, also if it is IPv4-mapped.
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => ipv6_prefix(address, 64).into(),
        address => address,
    }
}

/// Returns the first 48 bits of an IPv6 address, which one customer may have in total (RFC 6177, section 2), or the IPv4
/// address.
pub fn client_site(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => ipv6_prefix(address, 48).into(),
        address => address,
    }
}

/// Returns the first `length` bits of an address, followed by zeros.
fn ipv6_prefix(address: Ipv6Addr, length: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - length)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::time::Timestamp;

    fn three_a_minute() -> (AddressRateLimit, MonotonicClock) {
        let clock = MonotonicClock::default();
        clock.advance_to(Timestamp::from_millis(0));
        (AddressRateLimit::new(Quota::per_minute, NonZeroU32::new(3).unwrap(), &clock), clock)
    }

    /// The address of network number `network` in site number `site`.
    fn ipv6(site: u16, network: u16) -> IpAddr {
        Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1).into()
    }

    #[test]
    fn ipv6_address_is_identified_by_its_64_bit_prefix() {
        let same =
            |one: &str, other: &str| client_network(one.parse().unwrap()) == client_network(other.parse().unwrap());
        assert!(same("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert!(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1") && !same("192.0.2.1", "192.0.2.2"));
    }

    #[test]
    fn networks_of_a_site_are_also_limited_together() {
        let (limiter, clock) = three_a_minute();
        let accepted = (0..1_000).filter(|number| limiter.try_acquire(ipv6(1, *number)).is_ok()).count();
        assert_eq!(accepted, 60);
        assert!(limiter.try_acquire(ipv6(1, 0)).is_err(), "a known network of the site");
        assert_eq!(limiter.try_acquire(ipv6(2, 0)), Ok(()), "another site");
        assert_eq!(limiter.try_acquire([192, 0, 2, 1].into()), Ok(()), "an IPv4 address");
        assert!(!limiter.ipv6_networks.knows(limiter.key(ipv6(1, 999))), "a rejected network adds no entry");
        clock.advance_to(Timestamp::from_millis(1_000));
        assert_eq!(limiter.try_acquire(ipv6(1, 999)), Ok(()));
    }

    #[test]
    fn client_beyond_its_limit_uses_up_nothing_of_its_site() {
        let (limiter, _) = three_a_minute();
        assert_eq!((0..1_000).filter(|_| limiter.try_acquire(ipv6(1, 0)).is_ok()).count(), 3);
        assert_eq!(
            (1..=19)
                .flat_map(|number| [number; 3])
                .filter(|number| limiter.try_acquire(ipv6(1, *number)).is_ok())
                .count(),
            57
        );
    }
}
