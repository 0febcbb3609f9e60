//! Anonymizes client addresses for third-party services.

use crate::public_address::{canonical, is_public};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the network of a public address (24 bits, IPv6: 48 bits), or `None` for other addresses, which have no
/// location.
pub(super) fn public_network(address: IpAddr) -> Option<IpAddr> {
    is_public(address).then(|| match canonical(address) {
        IpAddr::V4(address) => {
            let [first, second, third, _] = address.octets();
            Ipv4Addr::new(first, second, third, 0).into()
        }
        IpAddr::V6(address) => {
            let [first, second, third, ..] = address.segments();
            Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0).into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_addresses_are_truncated_to_their_network() {
        for (address, network) in [
            ("8.8.4.4", Some("8.8.4.0")),
            ("99.255.1.255", Some("99.255.1.0")),
            ("::ffff:8.8.4.4", Some("8.8.4.0")),
            ("64:ff9b::808:404", Some("8.8.4.0")),
            ("2606:4700:4700:1:2:3:4:1111", Some("2606:4700:4700::")),
            ("192.168.1.1", None),
        ] {
            let expected = network.map(|network| network.parse().unwrap());
            assert_eq!(public_network(address.parse().unwrap()), expected, "{address}");
        }
    }
}
