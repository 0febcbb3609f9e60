//! Listening address, public URL, trusted proxies, CORS origins and HSTS: `LISTEN_ADDR`, `PUBLIC_URL`,
//! `TRUSTED_PROXIES`, `ALLOWED_PRIVATE_NETWORKS`, `CORS_ORIGINS` and `HSTS_SUBDOMAINS`.

use super::non_empty;
use clap::Args;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::Url;

#[derive(Args, Debug)]
pub(super) struct AddressArgs {
    /// Address and port to listen on. Port 0 picks a free port and prints it.
    #[arg(long, env = "LISTEN_ADDR", global = true, default_value = "127.0.0.1:8080")]
    pub(super) listen_addr: SocketAddr,

    /// Public URL of this server; all links are built from it. Default: http:// or https:// and the listening address.
    #[arg(long, env = "PUBLIC_URL", global = true)]
    public_url: Option<String>,

    /// Trusted proxies, such as "10.0.0.0/8,192.168.1.2". X-Forwarded-For is used only when the connection comes from
    /// one of them. Default: none.
    #[arg(long, env = "TRUSTED_PROXIES", global = true)]
    trusted_proxies: Option<String>,

    /// Private networks to which webhooks and calendar addresses of people may lead, such as "192.168.1.0/24". Everybody with
    /// an account can then send requests there. All public addresses are allowed. Default: none.
    #[arg(long, env = "ALLOWED_PRIVATE_NETWORKS", global = true)]
    allowed_private_networks: Option<String>,

    /// Other origins whose pages may call the API, such as "https://app.example,https://other.example". Default: none.
    #[arg(long, env = "CORS_ORIGINS", global = true)]
    cors_origins: Option<String>,

    /// Whether HSTS includes the subdomains of PUBLIC_URL's host: 1 or 0. With 1, browsers refuse http for all of them.
    #[arg(long, env = "HSTS_SUBDOMAINS", global = true, default_value = "0", value_parser = ["0", "1"])]
    pub(super) hsts_subdomains: String,
}

impl AddressArgs {
    /// Returns the public URL without a trailing slash. By default, it is the scheme and the listening address.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the setting is invalid.
    pub(super) fn public_url(&self, scheme: &str, address: SocketAddr) -> Result<String, String> {
        match non_empty(&self.public_url) {
            Some(text) => match Url::parse(text) {
                Ok(url) if is_plain_origin(&url) => Ok(url.origin().ascii_serialization()),
                _ => Err("PUBLIC_URL must be a URL like https://twentyfour.example, without a path.".to_owned()),
            },
            None => Ok(format!("{scheme}://{}", reachable(address))),
        }
    }

    /// Returns the trusted networks: single addresses or address ranges in CIDR notation.
    ///
    /// # Errors
    /// Returns a sentence for the operator if an entry is invalid.
    pub(super) fn trusted_proxies(&self) -> Result<Vec<IpNet>, String> {
        networks("TRUSTED_PROXIES", &self.trusted_proxies)
    }

    /// Returns the private networks that addresses which people enter may lead to.
    ///
    /// # Errors
    /// Returns a sentence for the operator if an entry is invalid.
    pub(super) fn allowed_private_networks(&self) -> Result<Vec<IpNet>, String> {
        networks("ALLOWED_PRIVATE_NETWORKS", &self.allowed_private_networks)
    }

    /// Returns the allowed origins (RFC 6454): scheme, host and port only.
    ///
    /// # Errors
    /// Returns a sentence for the operator if an entry is invalid.
    pub(super) fn cors_origins(&self) -> Result<Vec<String>, String> {
        let origin = |part: &str| Url::parse(part).ok().map(|url| url.origin().ascii_serialization());
        comma_separated(&self.cors_origins)
            .map(|part| {
                origin(part)
                    .filter(|origin| origin.eq_ignore_ascii_case(part))
                    .ok_or_else(|| format!("CORS_ORIGINS contains {part}. Use origins like https://app.example."))
            })
            .collect()
    }
}

/// Returns an address at which a browser on this machine reaches a server that listens on `address`, which may stand for
/// all addresses of the machine.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

/// Returns whether a URL is only an origin (RFC 6454), without user, path, query or fragment.
fn is_plain_origin(url: &Url) -> bool {
    ["http", "https"].contains(&url.scheme())
        && url.has_host()
        && (url.username(), url.password()) == ("", None)
        && (url.path(), url.query(), url.fragment()) == ("/", None, None)
}

/// Parses a list of addresses and networks in CIDR notation.
fn networks(name: &str, list: &Option<String>) -> Result<Vec<IpNet>, String> {
    let network = |part: &str| part.parse::<IpNet>().ok().or_else(|| part.parse::<IpAddr>().ok().map(IpNet::from));
    comma_separated(list)
        .map(|part| {
            network(part).ok_or_else(|| format!("{name} contains {part}. Use addresses or networks like 10.0.0.0/8."))
        })
        .collect()
}

/// Splits a comma-separated list.
fn comma_separated(list: &Option<String>) -> impl Iterator<Item = &str> {
    non_empty(list).unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn public_url_is_normalized_and_must_be_an_origin() {
        let url = |url: &str| config(&["--jwt-secret", SECRET, "--public-url", url]);
        assert_eq!(url("https://example.org/").unwrap().public_url, "https://example.org");
        assert_eq!(url("HTTPS://Example.org:443").unwrap().public_url, "https://example.org");
        assert_eq!(url("http://[::1]:8080").unwrap().public_url, "http://[::1]:8080");
        for wrong in [
            "ftp://example.org",
            "example.org",
            "https://example.org/app",
            "https://example.org/?a",
            "https://example.org/#",
            "https://ada@example.org",
            "https://:secret@example.org",
        ] {
            assert!(url(wrong).is_err(), "{wrong}");
        }
        assert_eq!(config(&["--jwt-secret", SECRET]).unwrap().public_url, "http://127.0.0.1:8080");
    }

    #[test]
    fn default_url_never_has_the_address_of_all_interfaces() {
        for (listening, reached) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("192.0.2.1:80", "192.0.2.1:80")]
        {
            assert_eq!(super::reachable(listening.parse().unwrap()).to_string(), reached);
        }
    }

    #[test]
    fn trusted_proxies_and_cors_origins_are_validated() {
        let lists = |proxies: &str, origins: &str| {
            let config = config(&["--jwt-secret", SECRET, "--trusted-proxies", proxies, "--cors-origins", origins])?;
            Ok::<_, String>((config.trusted_proxies.len(), config.cors_origins.len()))
        };
        assert_eq!(lists("10.0.0.0/8, ::1", "https://app.example"), Ok((2, 1)));
        assert_eq!(lists("", ""), Ok((0, 0)));
        for (proxies, origins) in
            [("10.0.0.0/33", ""), ("a proxy", ""), ("", "https://app.example/path"), ("", "app.example")]
        {
            assert!(lists(proxies, origins).is_err(), "{proxies} {origins}");
        }
    }
}
