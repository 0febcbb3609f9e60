//! HTTP requests to addresses that people enter. A request leaves the server only to public addresses: names are resolved
//! once, and the connection goes to the addresses that were checked. There are no redirects and no proxies, which would
//! lead elsewhere, and every request has a time limit and a size limit.

use crate::public_address::{canonical, is_public};
use core_wasm::protocol::error::ErrorCode;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::{HeaderMap, Method, StatusCode};
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::error::Error;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tracing::Instrument;
use twentyfour_model::{Config, TRACES};
use url::{Host, Url};

/// The maximum number of characters of an address.
const MAX_URL_CHARS: usize = 2_000;

/// The maximum time for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The first port that no privileged service uses.
const FIRST_FREE_PORT: u16 = 1024;

/// Looks the addresses of a host up.
type Lookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// The limits of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The maximum time until the last byte of the response.
    pub time: Duration,
    /// The maximum number of bytes that are read of the response's body.
    pub bytes: usize,
}

/// A response.
#[derive(Debug)]
pub struct PublicResponse {
    /// The status, which may be any.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The start of the body, up to the limit.
    pub body: Vec<u8>,
    /// Whether the rest of the body was not read.
    pub is_truncated: bool,
}

/// Why there is no response. It says no more, so that nobody can explore the server's network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PublicHttpError {
    /// The address leads to a network that is not public.
    NotPublic,
    /// The response took too long.
    TimedOut,
    /// There is no such host, no connection, or no HTTP.
    Unreachable,
}

/// An HTTP client for addresses that people enter.
pub struct PublicHttp {
    client: reqwest::Client,
    networks: AllowedNetworks,
    is_http_allowed: bool,
}

impl PublicHttp {
    /// Makes the client of a server. Returns `None` if TLS is not available.
    pub fn new(config: &Config) -> Option<Self> {
        let lookup = |host: String| {
            async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) }.boxed()
        };
        Self::with_lookup(config, Arc::new(lookup))
            .inspect_err(|error| tracing::error!(%error, "cannot create http client, webhooks and calendars disabled"))
            .ok()
    }

    fn with_lookup(config: &Config, lookup: Lookup) -> reqwest::Result<Self> {
        // Fails only if the same provider is already installed.
        _ = rustls::crypto::ring::default_provider().install_default();
        let networks = AllowedNetworks(config.allowed_private_networks.clone().into());
        let client = reqwest::Client::builder()
            .dns_resolver(PublicResolver { networks: networks.clone(), lookup })
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .https_only(config.is_https())
            .referer(false)
            .connect_timeout(CONNECT_TIMEOUT)
            // A connection that stays open would skip the check of the next request.
            .pool_max_idle_per_host(0)
            .user_agent(concat!("twentyfour/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, networks, is_http_allowed: !config.is_https() })
    }

    /// Returns an address that somebody enters. What its name leads to is checked by each request.
    ///
    /// # Errors
    /// Returns `ErrorCode::UrlInvalid` if it is not a complete https address, contains a user name or is not public. A server
    /// without https allows http, too.
    pub fn check_url(&self, text: &str) -> Result<Url, ErrorCode> {
        let text = text.trim();
        let url = Url::parse(text).map_err(|_| ErrorCode::UrlInvalid)?;
        let has_scheme = url.scheme() == "https" || url.scheme() == "http" && self.is_http_allowed;
        let has_user = !url.username().is_empty() || url.password().is_some();
        let has_port = url.port().is_none_or(|port| matches!(port, 80 | 443) || port >= FIRST_FREE_PORT);
        let is_valid = has_scheme && !has_user && has_port && text.chars().count() <= MAX_URL_CHARS;
        if is_valid && self.allows_host(&url) { Ok(url) } else { Err(ErrorCode::UrlInvalid) }
    }

    /// Returns whether a host is a name, or an address that may be reached. Connections to addresses skip the resolver.
    fn allows_host(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Domain(name)) => !name.is_empty(),
            Some(Host::Ipv4(address)) => self.networks.contains(address.into()),
            Some(Host::Ipv6(address)) => self.networks.contains(address.into()),
            None => false,
        }
    }

    /// Reads an address.
    ///
    /// # Errors
    /// Returns an error if there is no response, or if its body does not end.
    pub async fn get(
        &self,
        url: &Url,
        headers: HeaderMap,
        limits: RequestLimits,
    ) -> Result<PublicResponse, PublicHttpError> {
        let (response, end) = self.send(Method::GET, url, headers, Vec::new(), limits).await?;
        end.map(|()| response)
    }

    /// Sends a body to an address. A response whose body does not end is truncated.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        limits: RequestLimits,
    ) -> Result<PublicResponse, PublicHttpError> {
        let (response, end) = self.send(Method::POST, url, headers, body, limits).await?;
        let is_truncated = response.is_truncated || end.is_err();
        Ok(PublicResponse { is_truncated, ..response })
    }

    /// Sends a request and returns the response, with an error if its body could not be read to the end or to the limit.
    async fn send(
        &self,
        method: Method,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        limits: RequestLimits,
    ) -> Result<(PublicResponse, Result<(), PublicHttpError>), PublicHttpError> {
        if !self.allows_host(url) {
            return Err(PublicHttpError::NotPublic);
        }
        // Neither the host nor the path: both are personal.
        let span =
            tracing::info_span!(target: TRACES, "call", otel.kind = "client", http.request.method = method.as_str());
        let request = self.client.request(method, url.clone()).headers(headers).body(body);
        receive(request, limits).instrument(span).await
    }
}

/// Returns the host of an address. The rest of it may be secret.
pub(crate) fn host_of(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

async fn receive(
    request: reqwest::RequestBuilder,
    limits: RequestLimits,
) -> Result<(PublicResponse, Result<(), PublicHttpError>), PublicHttpError> {
    let deadline = Instant::now() + limits.time;
    let mut received = within(deadline, request.send()).await?;
    let headers = std::mem::take(received.headers_mut());
    let mut response = PublicResponse { status: received.status(), headers, body: Vec::new(), is_truncated: false };
    let end = within(deadline, read_body(&mut received, &mut response, limits.bytes)).await;
    Ok((response, end))
}

async fn read_body(
    received: &mut reqwest::Response,
    response: &mut PublicResponse,
    max_bytes: usize,
) -> reqwest::Result<()> {
    while let Some(chunk) = received.chunk().await? {
        let rest = max_bytes - response.body.len();
        response.body.extend_from_slice(chunk.get(..rest).unwrap_or(&chunk));
        response.is_truncated = chunk.len() > rest;
        if response.is_truncated {
            break;
        }
    }
    Ok(())
}

async fn within<T>(deadline: Instant, work: impl Future<Output = reqwest::Result<T>>) -> Result<T, PublicHttpError> {
    let finished = tokio::time::timeout_at(deadline, work).await.map_err(|_| PublicHttpError::TimedOut)?;
    finished.map_err(|error| classify(&error))
}

fn classify(error: &reqwest::Error) -> PublicHttpError {
    let mut causes = std::iter::successors(error.source(), |error| (*error).source());
    if causes.any(|cause| cause.is::<NotPublic>()) {
        return PublicHttpError::NotPublic;
    }
    if error.is_timeout() { PublicHttpError::TimedOut } else { PublicHttpError::Unreachable }
}

/// The networks that may be reached: all public ones, and private ones that the operator allows.
#[derive(Clone)]
struct AllowedNetworks(Arc<[IpNet]>);

impl AllowedNetworks {
    fn contains(&self, address: IpAddr) -> bool {
        is_public(address) || self.0.iter().any(|network| network.contains(&canonical(address)))
    }
}

/// Resolves names to addresses that may be reached, for exactly one connection.
struct PublicResolver {
    networks: AllowedNetworks,
    lookup: Lookup,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (networks, found) = (self.networks.clone(), (self.lookup)(name.as_str().to_owned()));
        Box::pin(async move {
            let found = found.await?;
            // One private address refuses the name, or attackers could try until the connection goes there.
            if !found.iter().all(|address| networks.contains(*address)) {
                return Err(NotPublic.into());
            }
            Ok(Box::new(found.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// The error of a name that leads to a network that is not public.
#[derive(Debug)]
struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the address is not public")
    }
}

impl Error for NotPublic {}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::response::Redirect;
    use axum::routing::get;
    use futures_util::StreamExt;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use twentyfour_model::Secret;

    const LIMITS: RequestLimits = RequestLimits { time: Duration::from_millis(500), bytes: 10 };

    /// Makes a client for which names have these addresses, one list per lookup, and which may reach loopback addresses
    /// of 127.0.0.0/24 only.
    fn client(addresses: &'static [&[&str]]) -> PublicHttp {
        let lookups = AtomicUsize::new(0);
        let lookup = move |_| {
            let found = addresses[lookups.fetch_add(1, Ordering::SeqCst)].iter();
            let found: Vec<IpAddr> = found.map(|address| address.parse().unwrap()).collect();
            async move { Ok(found) }.boxed()
        };
        let config = Config {
            allowed_private_networks: vec!["127.0.0.0/24".parse().unwrap()],
            ..Config::new(Secret::new("secret"), "http://127.0.0.1")
        };
        PublicHttp::with_lookup(&config, Arc::new(lookup)).unwrap()
    }

    /// Serves a router on a free port of 127.0.0.1 and returns the port.
    async fn served(router: Router) -> u16 {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move { axum::serve(listener, router).await });
        port
    }

    /// Responds with a body that never ends.
    async fn endless() -> Body {
        let begun = futures_util::stream::iter([Ok::<_, Infallible>("begun")]);
        Body::from_stream(begun.chain(futures_util::stream::pending()))
    }

    #[tokio::test]
    async fn names_that_lead_to_any_private_address_are_not_connected() {
        let port = served(Router::new().route("/", get(|| async { "hello" }))).await;
        let url = format!("http://hooks.example:{port}/").parse().unwrap();
        let client = client(&[&["127.0.0.1"], &["127.0.0.1", "127.0.1.1"], &["::1"], &["169.254.169.254"], &[]]);
        let response = client.get(&url, HeaderMap::new(), LIMITS).await.unwrap();
        assert_eq!((response.body.as_slice(), response.is_truncated), (b"hello".as_slice(), false));
        // Each request looks the name up again, so a changed answer is noticed.
        for expected in [PublicHttpError::NotPublic; 3].into_iter().chain([PublicHttpError::Unreachable]) {
            assert_eq!(client.get(&url, HeaderMap::new(), LIMITS).await.unwrap_err(), expected);
        }
        let literal = format!("http://127.0.1.1:{port}/").parse().unwrap();
        let refused = client.post(&literal, HeaderMap::new(), Vec::new(), LIMITS).await;
        assert_eq!(refused.unwrap_err(), PublicHttpError::NotPublic);
    }

    #[tokio::test]
    async fn redirects_are_not_followed_and_time_and_size_are_limited() {
        let router = Router::new()
            .route("/away", get(|| async { Redirect::to("/") }))
            .route("/long", get(|| async { "0123456789abcdef" }))
            .route("/slow", get(std::future::pending::<&str>))
            .route("/endless", get(endless).post(endless));
        let port = served(router).await;
        let client = client(&[]);
        let fetch = |path: &str| {
            let url = format!("http://127.0.0.1:{port}{path}").parse().unwrap();
            let client = &client;
            async move { client.get(&url, HeaderMap::new(), LIMITS).await }
        };
        assert_eq!(fetch("/away").await.unwrap().status, StatusCode::SEE_OTHER);
        let long = fetch("/long").await.unwrap();
        assert_eq!((long.body.as_slice(), long.is_truncated), (b"0123456789".as_slice(), true));
        for path in ["/slow", "/endless"] {
            assert_eq!(fetch(path).await.unwrap_err(), PublicHttpError::TimedOut);
        }
        // A body that was sent has arrived, no matter whether the response ends.
        let url = format!("http://127.0.0.1:{port}/endless").parse().unwrap();
        let sent = client.post(&url, HeaderMap::new(), Vec::new(), LIMITS).await.unwrap();
        assert_eq!((sent.status, sent.body.as_slice(), sent.is_truncated), (StatusCode::OK, b"begun".as_slice(), true));
    }

    #[test]
    fn only_complete_public_addresses_are_accepted() {
        let client = client(&[]);
        for url in
            ["https://hooks.example/x?y", " http://hooks.example:8080/ ", "https://8.8.4.4/", "http://127.0.0.9/"]
        {
            assert!(client.check_url(url).is_ok(), "{url}");
        }
        let long = format!("https://hooks.example/{}", "x".repeat(MAX_URL_CHARS));
        for url in [
            "",
            "hooks.example",
            "ftp://hooks.example/",
            "file:///etc/passwd",
            "https://ada@hooks.example/",
            "https://ada:secret@hooks.example/",
            "https://hooks.example:25/",
            "http://10.0.0.1/",
            "http://2130771969/",
            "http://0x7f.0.1.1/",
            "http://10.0.0.1./",
            "http://\u{ff11}\u{ff10}.0.0.1/",
            "http://[64:ff9b::a00:1]/",
            "http://[::1]/",
            "http://[::ffff:192.168.0.1]/",
            &long,
        ] {
            assert_eq!(client.check_url(url), Err(ErrorCode::UrlInvalid), "{url}");
        }
        let config = Config::new(Secret::new("secret"), "https://twentyfour.example");
        let secure = PublicHttp::new(&config).unwrap();
        assert!(secure.check_url("https://hooks.example").is_ok());
        assert_eq!(secure.check_url("http://hooks.example"), Err(ErrorCode::UrlInvalid));
    }
}
