//! Services of others that make a page nicer: they are asked quickly, believed little, and missed in silence.

use crate::http_client::HttpClient;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;

/// How long such a service may take. Whoever waits for a page waits for it too.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A service of somebody else.
pub(crate) struct ThirdPartyClient {
    /// What it is, for the log.
    name: &'static str,
    url: Url,
    /// What every question carries beside itself.
    headers: Vec<(HeaderName, HeaderValue)>,
    client: HttpClient,
}

/// What came of a question.
pub(crate) struct ThirdPartyResponse<T> {
    /// The answer. `None` where there is none that can be read; the log says why, without what was asked.
    pub(crate) body: Option<T>,
    /// Its status; `None` where nothing came.
    pub(crate) status: Option<StatusCode>,
    /// Its headers.
    pub(crate) headers: HeaderMap,
}

impl ThirdPartyClient {
    /// A service under an address. `None` where no encrypted connection can be made on this machine.
    pub(crate) fn new(name: &'static str, url: Url) -> Option<Self> {
        let client = HttpClient::new(url.scheme() == "http")
            .inspect_err(|error| tracing::error!(%error, service = name, "cannot create http client, service disabled"))
            .ok()?;
        Some(Self { name, url, headers: Vec::new(), client })
    }

    /// The same, where every question carries some headers.
    pub(crate) fn with_headers(mut self, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        self.headers = headers;
        self
    }

    /// What it answers under a path, with a query. `None` where that cannot be had or read.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &[&str], query: &[(&str, &str)]) -> Option<T> {
        self.fetch(self.url_for(path, query)?).await.body
    }

    /// The address of a path of it, with a query. `None` where its own address has no paths.
    pub(crate) fn url_for(&self, path: &[&str], query: &[(&str, &str)]) -> Option<Url> {
        let mut url = self.url.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Some(url)
    }

    /// Whether an address is one of its own, by scheme, host and port.
    pub(crate) fn is_own_origin(&self, url: &Url) -> bool {
        url.origin() == self.url.origin() && url.username().is_empty() && url.password().is_none()
    }

    /// What it answers under one of its own addresses; another is not asked.
    pub(crate) async fn fetch<T: DeserializeOwned>(&self, url: Url) -> ThirdPartyResponse<T> {
        let mut response = ThirdPartyResponse { body: None, status: None, headers: HeaderMap::new() };
        let outcome = match self.is_own_origin(&url) {
            true => tokio::time::timeout(TIMEOUT, self.send(&url, &mut response))
                .await
                .unwrap_or_else(|_| Err("timed out".to_owned())),
            false => Err("url is not on the service's origin".to_owned()),
        };
        if let Err(reason) = outcome {
            tracing::warn!(service = self.name, reason, "third-party request failed");
        }
        response
    }

    async fn send<T: DeserializeOwned>(&self, url: &Url, response: &mut ThirdPartyResponse<T>) -> Result<(), String> {
        let mut request = Request::get(url.as_str()).header("accept", "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Vec::new()).map_err(|error| error.to_string())?;
        let body = self.client.send(request).await.map_err(|error| error.redacted_message())?;
        let (parts, body) = body.into_parts();
        (response.status, response.headers) = (Some(parts.status), parts.headers);
        if !parts.status.is_success() {
            return Err(format!("status {}", parts.status));
        }
        response.body = Some(serde_json::from_slice(&body).map_err(|error| format!("invalid response body: {error}"))?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_origin_is_scheme_host_and_port() {
        let service = ThirdPartyClient::new("photos", "https://api.example".parse().unwrap()).unwrap();
        let is_own_origin = |url: &str| service.is_own_origin(&url.parse().unwrap());
        assert!(
            is_own_origin("https://api.example/photos/x/download?ixid=1") && is_own_origin("https://API.example:443/")
        );
        for foreign in [
            "http://api.example/",
            "https://api.example:8443/",
            "https://api.example.evil.example/",
            "https://api.example@evil.example/",
            "https://somebody@api.example/",
            "https://127.0.0.1/",
            "file:///etc/passwd",
        ] {
            assert!(!is_own_origin(foreign), "{foreign}");
        }
    }

    #[tokio::test]
    async fn foreign_urls_are_not_requested() {
        let service = ThirdPartyClient::new("photos", "http://127.0.0.1:1".parse().unwrap()).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let elsewhere = format!("http://{}/x", listener.local_addr().unwrap()).parse().unwrap();
        let response: ThirdPartyResponse<serde_json::Value> = service.fetch(elsewhere).await;
        assert!(response.body.is_none() && response.status.is_none());
        assert!(tokio::time::timeout(Duration::from_millis(50), listener.accept()).await.is_err(), "nobody came");
    }
}
