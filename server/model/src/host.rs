//! Names and addresses of hosts.

use std::net::IpAddr;

/// Returns whether a host is this machine: `localhost` or a loopback address. IPv6 addresses may be in brackets, as in
/// URLs.
pub fn is_loopback_host(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback_host;

    #[test]
    fn localhost_and_loopback_addresses_are_this_machine() {
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"] {
            assert!(is_loopback_host(host), "{host}");
        }
        for host in ["localhost.example", "10.0.0.1", "[::2]", ""] {
            assert!(!is_loopback_host(host), "{host}");
        }
    }
}
