//! Optional third-party services: short timeouts, validated responses, silent fallback.

use crate::http_client::HttpClient;
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;

/// The maximum time for a request, since a page may be waiting for it.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A client for a third-party service.
pub(crate) struct ThirdPartyClient {
    /// The service's name in the log.
    name: &'static str,
    url: Url,
    /// The headers of every request.
    headers: Vec<(HeaderName, HeaderValue)>,
    client: HttpClient,
}

/// The outcome of a request.
pub(crate) struct ThirdPartyResponse<T> {
    /// The parsed body. `None` if the request failed or the body is invalid; the reason is logged without the request's
    /// content.
    pub(crate) body: Option<T>,
    /// The status; `None` if there was no response.
    pub(crate) status: Option<StatusCode>,
    /// The response headers.
    pub(crate) headers: HeaderMap,
}

impl ThirdPartyClient {
    /// Makes a client for a service. Returns `None` if TLS is not available.
    pub(crate) fn new(name: &'static str, url: Url) -> Option<Self> {
        let client = HttpClient::new(url.scheme() == "http")
            .inspect_err(|error| tracing::error!(%error, service = name, "cannot create http client, service disabled"))
            .ok()?;
        Some(Self { name, url, headers: Vec::new(), client })
    }

    /// Adds headers to every request.
    pub(crate) fn with_headers(mut self, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        self.headers = headers;
        self
    }

    /// Returns the parsed response of a path, or `None` if the request fails or the response is invalid.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &[&str], query: &[(&str, &str)]) -> Option<T> {
        self.fetch(self.url_for(path, query)?).await.body
    }

    /// Returns the URL of a path with a query, or `None` if the base URL cannot have paths.
    pub(crate) fn url_for(&self, path: &[&str], query: &[(&str, &str)]) -> Option<Url> {
        let mut url = self.url.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Some(url)
    }

    /// Returns whether a URL has the service's scheme, host and port.
    pub(crate) fn is_own_origin(&self, url: &Url) -> bool {
        url.origin() == self.url.origin() && url.username().is_empty() && url.password().is_none()
    }

    /// Requests one of the service's own URLs. Other URLs are rejected.
    pub(crate) async fn fetch<T: DeserializeOwned>(&self, url: Url) -> ThirdPartyResponse<T> {
        let mut response = ThirdPartyResponse { body: None, status: None, headers: HeaderMap::new() };
        let outcome = match self.is_own_origin(&url) {
            true => tokio::time::timeout(TIMEOUT, self.send(&url, &mut response))
                .await
                .unwrap_or_else(|_| Err("timed out".to_owned())),
            false => Err("url is not on the service's origin".to_owned()),
        };
        if let Err(error) = outcome {
            tracing::warn!(service = self.name, error, "third-party request failed");
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
        assert!(
            tokio::time::timeout(Duration::from_millis(50), listener.accept()).await.is_err(),
            "no connection is opened"
        );
    }
}
