//! Where the server listens, under which address people reach it, and whom it believes and lets in from elsewhere: `LISTEN_ADDR`,
//! `PUBLIC_URL`, `TRUSTED_PROXIES` and `CORS_ORIGINS`.

use super::set;
use clap::Args;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use url::Url;

#[derive(Args, Debug)]
pub(super) struct AddressArgs {
    /// The address and port to listen on. Port 0 takes any free port and prints it.
    #[arg(long, env = "LISTEN_ADDR", global = true, default_value = "127.0.0.1:8080")]
    pub(super) listen_addr: SocketAddr,

    /// The address that people reach this server under; every link is built from it. Default: http:// and the address that
    /// it listens on.
    #[arg(long, env = "PUBLIC_URL", global = true)]
    public_url: Option<String>,

    /// The proxies in front of this server, such as "10.0.0.0/8,192.168.1.2": from them alone the X-Forwarded-For header is
    /// believed. Default: none, and the address of the connection is the client's.
    #[arg(long, env = "TRUSTED_PROXIES", global = true)]
    trusted_proxies: Option<String>,

    /// Other sites whose pages may call the API, such as "https://app.example,https://other.example". Default: none.
    #[arg(long, env = "CORS_ORIGINS", global = true)]
    cors_origins: Option<String>,
}

impl AddressArgs {
    /// The address that people reach the server under, without a slash at its end. `address` is the one that it listens on.
    pub(super) fn public_url(&self, address: SocketAddr) -> Result<String, String> {
        match set(&self.public_url) {
            Some(text) => match Url::parse(text) {
                Ok(url) if is_plain_origin(&url) => Ok(url.origin().ascii_serialization()),
                _ => Err("PUBLIC_URL must be an address like https://twentyfour.example, with nothing after the host and port."
                    .to_owned()),
            },
            None => Ok(format!("http://{address}")),
        }
    }

    /// Networks, each an address or one with the length of its prefix.
    pub(super) fn trusted_proxies(&self) -> Result<Vec<IpNet>, String> {
        let network = |part: &str| part.parse::<IpNet>().ok().or_else(|| part.parse::<IpAddr>().ok().map(IpNet::from));
        listed(&self.trusted_proxies)
            .map(|part| {
                network(part).ok_or_else(|| format!("TRUSTED_PROXIES has {part}, which is no address like 10.0.0.0/8."))
            })
            .collect()
    }

    /// Origins (RFC 6454): scheme, host and port alone.
    pub(super) fn cors_origins(&self) -> Result<Vec<String>, String> {
        let origin = |part: &str| Url::parse(part).ok().map(|url| url.origin().ascii_serialization());
        listed(&self.cors_origins)
            .map(|part| {
                origin(part)
                    .filter(|origin| origin.eq_ignore_ascii_case(part))
                    .ok_or_else(|| format!("CORS_ORIGINS has {part}, which is no origin like https://app.example."))
            })
            .collect()
    }
}

/// Whether an address of the web is an origin (RFC 6454) and says nothing else: no user, path, query or fragment.
fn is_plain_origin(url: &Url) -> bool {
    ["http", "https"].contains(&url.scheme())
        && url.has_host()
        && (url.username(), url.password()) == ("", None)
        && (url.path(), url.query(), url.fragment()) == ("/", None, None)
}

/// The parts of a list with commas.
fn listed(list: &Option<String>) -> impl Iterator<Item = &str> {
    set(list).unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn links_are_built_from_the_public_url() {
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
    fn proxies_are_networks_and_other_sites_are_origins() {
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
