//! A rate limit per client address.

use super::clock::MonotonicClock;
use super::keyed_rate_limit::KeyedRateLimit;
use super::shared::SharedLimits;
use super::subject::Subject;
use core_wasm::protocol::time::Timestamp;
use std::net::{IpAddr, Ipv6Addr};
use twentyfour_store::rate_limits::{Attempt, Quota};

/// How many times the quota of one client the 65,536 clients of an IPv6 /48 may use together. Phones of one provider
/// share a /48; a company with a /48 of its own must not count as 65,536 clients.
pub const SITE_FACTOR: u32 = 20;

/// A number of attempts per time window and client: an IPv4 address, or an IPv6 /64 and again its /48. None of the
/// three can use up or displace the entries of another.
pub(super) struct AddressRateLimit {
    ipv4_addresses: KeyedRateLimit,
    ipv6_networks: KeyedRateLimit,
    ipv6_sites: KeyedRateLimit,
}

impl AddressRateLimit {
    /// Makes a limit with a quota per client.
    pub(super) fn new(name: &'static str, quota: Quota, clock: &MonotonicClock, shared: Option<&SharedLimits>) -> Self {
        let limit = |level: &str, quota| KeyedRateLimit::new(format!("{name}{level}"), quota, clock, shared);
        Self {
            ipv4_addresses: limit("", quota),
            ipv6_networks: limit(" networks", quota),
            ipv6_sites: limit(" sites", Quota { times: quota.times.saturating_mul(SITE_FACTOR), ..quota }),
        }
    }

    /// Uses one attempt of an address.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) async fn try_acquire(&self, address: IpAddr, now: Timestamp) -> Attempt {
        match self.order(address) {
            Order::One(limit, subject) => limit.try_acquire(&subject, now).await,
            Order::Two([(first, first_subject), (second, second_subject)]) => {
                first.try_acquire(&first_subject, now).await?;
                second.try_acquire(&second_subject, now).await
            }
        }
    }

    /// Uses one attempt of an address in the memory of this server.
    ///
    /// # Errors
    /// Returns the time until the next attempt if none is left.
    pub(super) fn try_acquire_unshared(&self, address: IpAddr) -> Attempt {
        match self.order(address) {
            Order::One(limit, subject) => limit.try_acquire_unshared(&subject),
            Order::Two([(first, first_subject), (second, second_subject)]) => {
                first.try_acquire_unshared(&first_subject)?;
                second.try_acquire_unshared(&second_subject)
            }
        }
    }

    /// Returns the limits of an address, in the order in which they are checked.
    fn order(&self, address: IpAddr) -> Order<'_> {
        let network = Subject::Network(client_network(address));
        if client_network(address).is_ipv4() {
            return Order::One(&self.ipv4_addresses, network);
        }
        let site = (&self.ipv6_sites, Subject::Network(client_site(address)));
        let is_tracked = self.ipv6_networks.is_tracked(&network);
        let network = (&self.ipv6_networks, network);
        // A known network is checked first, so that a client beyond its limit does not use up that of its neighbors. Otherwise
        // the site is checked first, so that a site beyond its limit adds no entries.
        Order::Two(if is_tracked { [network, site] } else { [site, network] })
    }
}

/// The limits of an address.
enum Order<'a> {
    One(&'a KeyedRateLimit, Subject<'static>),
    Two([(&'a KeyedRateLimit, Subject<'static>); 2]),
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

    fn three_a_minute() -> (AddressRateLimit, MonotonicClock) {
        let clock = MonotonicClock::default();
        clock.advance_to(Timestamp::from_millis(0));
        (AddressRateLimit::new("test", Quota { times: 3, window_ms: 60_000 }, &clock, None), clock)
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
        let accepted = (0..1_000).filter(|number| limiter.try_acquire_unshared(ipv6(1, *number)).is_ok()).count();
        assert_eq!(accepted, 60);
        assert!(limiter.try_acquire_unshared(ipv6(1, 0)).is_err(), "a known network of the site");
        assert_eq!(limiter.try_acquire_unshared(ipv6(2, 0)), Ok(()), "another site");
        assert_eq!(limiter.try_acquire_unshared([192, 0, 2, 1].into()), Ok(()), "an IPv4 address");
        assert!(
            !limiter.ipv6_networks.is_tracked(&Subject::Network(client_network(ipv6(1, 999)))),
            "a rejected network adds no entry"
        );
        clock.advance_to(Timestamp::from_millis(1_000));
        assert_eq!(limiter.try_acquire_unshared(ipv6(1, 999)), Ok(()));
    }

    #[test]
    fn client_beyond_its_limit_uses_up_nothing_of_its_site() {
        let (limiter, _) = three_a_minute();
        assert_eq!((0..1_000).filter(|_| limiter.try_acquire_unshared(ipv6(1, 0)).is_ok()).count(), 3);
        assert_eq!(
            (1..=19)
                .flat_map(|number| [number; 3])
                .filter(|number| limiter.try_acquire_unshared(ipv6(1, *number)).is_ok())
                .count(),
            57
        );
    }
}
