//! Anonymizes client addresses for third-party services.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the network of a public address (24 bits, IPv6: 48 bits), or `None` for other addresses, which have no
/// location (RFC 6890).
pub(super) fn public_network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address).then(|| {
            let [first, second, third, _] = address.octets();
            Ipv4Addr::new(first, second, third, 0).into()
        }),
        IpAddr::V6(address) => is_public_v6(address).then(|| {
            let [first, second, third, ..] = address.segments();
            Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0).into()
        }),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_ietf_protocol = (first, second, third) == (192, 0, 0);
    let is_benchmarking = first == 198 && (18..20).contains(&second);
    !(first == 0
        || first >= 240
        || is_shared
        || is_ietf_protocol
        || is_benchmarking
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Global unicast (2000::/3) without the ranges for documentation.
    first & 0xe000 == 0x2000 && (first, second) != (0x2001, 0x0db8) && first != 0x3fff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_truncated_to_their_network() {
        for (address, network) in [
            ("8.8.4.4", "8.8.4.0"),
            ("99.255.1.255", "99.255.1.0"),
            ("::ffff:8.8.4.4", "8.8.4.0"),
            ("2606:4700:4700:1:2:3:4:1111", "2606:4700:4700::"),
        ] {
            assert_eq!(public_network(address.parse().unwrap()), Some(network.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn private_addresses_have_no_public_network() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "100.64.0.1",
            "169.254.1.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:192.168.1.1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "3fff::1",
        ] {
            assert_eq!(public_network(address.parse().unwrap()), None, "{address}");
        }
    }
}
