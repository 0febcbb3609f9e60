//! Which network addresses are public. Everything else belongs to a private network, to this machine or to a protocol, and
//! must not be reached for users (RFC 6890).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the IPv4 address that an IPv6 address stands for (mapped: RFC 4291; NAT64: RFC 6052), or the address itself.
pub(crate) fn canonical(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => match v6.segments() {
            // Networks without IPv4 reach all IPv4 hosts this way.
            [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
                let [.., a, b, c, d] = v6.octets();
                Ipv4Addr::new(a, b, c, d).into()
            }
            _ => v6.into(),
        },
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Returns whether an address is public.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match canonical(address) {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The address of the services that Azure's hosts offer to their virtual machines. It is not in a private range.
const AZURE_HOST: Ipv4Addr = Ipv4Addr::new(168, 63, 129, 16);

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_ietf_protocol = (first, second, third) == (192, 0, 0);
    let is_6to4_relay = (first, second, third) == (192, 88, 99);
    let is_benchmarking = first == 198 && (18..20).contains(&second);
    !(first == 0
        || first >= 240
        || address == AZURE_HOST
        || is_shared
        || is_ietf_protocol
        || is_6to4_relay
        || is_benchmarking
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Global unicast (2000::/3) without the ranges for documentation (2001:db8::/32, 3fff::/20), for protocols (2001::/23, with
/// Teredo) and for 6to4 (2002::/16), whose addresses contain an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, second, ..] if second < 0x0200 || second == 0x0db8 => false,
        [0x2002 | 0x3fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_public_in_every_notation() {
        for address in ["8.8.4.4", "::ffff:8.8.4.4", "64:ff9b::808:404", "2606:4700:4700::1111", "2a00:1450::1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
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
            "::7f00:1",
            "::ffff:192.168.1.1",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::808:404",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:808:404::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
