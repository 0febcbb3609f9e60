//! Determines the client's address behind trusted proxies.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The header to which each proxy appends the address of its client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The trusted proxies. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    networks: Vec<IpNet>,
    /// Whether the header of another peer was ignored, which is logged once.
    has_warned: AtomicBool,
}

impl TrustedProxies {
    /// Trusts the proxies in these networks.
    pub(crate) fn new(trusted: &[IpNet]) -> Self {
        Self(Arc::new(Shared { networks: trusted.to_vec(), has_warned: AtomicBool::new(false) }))
    }

    /// Returns whether an address belongs to a trusted proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.networks.iter().any(|network| network.contains(&address))
    }

    /// Returns the client's address: the peer's, or, if the peer is a trusted proxy, the last address in the header
    /// that is not a trusted proxy. Everything before that one may be forged by the client. If the header is invalid,
    /// returns the peer's address.
    pub(crate) fn client_ip(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.contains(peer) {
            if headers.contains_key(FORWARDED_FOR) && !self.0.has_warned.swap(true, Ordering::Relaxed) {
                tracing::warn!(
                    %peer,
                    "X-Forwarded-For ignored: if this peer is your proxy, set TRUSTED_PROXIES={peer}; otherwise all \
                     clients behind it count as one"
                );
            }
            return peer;
        }
        let lines: Vec<&str> =
            headers.get_all(FORWARDED_FOR).iter().map(|line| line.to_str().unwrap_or_default()).collect();
        // Several header lines form one list (RFC 9110, section 5.3).
        let listed = lines.iter().rev().flat_map(|line| line.rsplit(','));
        let mut client = peer;
        for entry in listed {
            match address(entry.trim()) {
                None => return peer,
                Some(listed) if self.contains(listed) => client = listed,
                Some(listed) => return listed,
            }
        }
        client
    }
}

/// Parses an address as proxies write it: plain, in brackets, or with a port.
fn address(entry: &str) -> Option<IpAddr> {
    let bare = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry);
    let address = bare.parse().ok().or_else(|| entry.parse().ok().map(|address: SocketAddr| address.ip()))?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client_ip(peer: &str, lines: &[&str]) -> String {
        let proxies = TrustedProxies::new(&["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        proxies.client_ip(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn forwarded_header_is_used_only_from_trusted_proxies() {
        assert_eq!(client_ip("203.0.113.9", &["192.0.2.1"]), "203.0.113.9");
        assert_eq!(client_ip("10.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        assert_eq!(client_ip("::ffff:10.0.0.1", &["192.0.2.1"]), "192.0.2.1");
        assert_eq!(client_ip("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn client_supplied_forwarded_entries_are_ignored() {
        assert_eq!(client_ip("10.0.0.1", &["198.51.100.7, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(client_ip("10.0.0.1", &["198.51.100.7, 192.0.2.1, 10.0.0.2 , fd00::3"]), "192.0.2.1");
        assert_eq!(client_ip("10.0.0.1", &["198.51.100.7", "192.0.2.1", "10.0.0.2"]), "192.0.2.1");
        assert_eq!(client_ip("10.0.0.1", &["10.0.0.9, nonsense, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(client_ip("10.0.0.1", &["10.0.0.7, 10.0.0.2"]), "10.0.0.7", "a client within the trusted network");
    }

    #[test]
    fn all_address_forms_are_parsed() {
        for (entry, read) in [
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(client_ip("10.0.0.1", &[entry]), read, "{entry}");
        }
    }

    #[test]
    fn unreadable_forwarded_header_is_ignored() {
        for entry in ["", ",", "unknown", "192.0.2.1,", "192.0.2.256", "192.0.2.1 10.0.0.2", "\u{e4}", "192.0.2.1:x"] {
            assert_eq!(client_ip("10.0.0.1", &[entry]), "10.0.0.1", "{entry}");
        }
    }
}
