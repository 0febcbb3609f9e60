//! Services of others that make a page nicer: they are asked quickly, believed little, and missed in silence.

use crate::outbound::Outbound;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use serde::de::DeserializeOwned;
use std::time::Duration;
use url::Url;

/// How long such a service may take. Whoever waits for a page waits for it too.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A service of somebody else.
pub(crate) struct ThirdParty {
    /// What it is, for the log.
    name: &'static str,
    url: Url,
    /// What every question carries beside itself.
    headers: Vec<(HeaderName, HeaderValue)>,
    outbound: Outbound,
}

/// What came of a question.
pub(crate) struct Told<T> {
    /// The answer. `None` where there is none that can be read; the log says why, without what was asked.
    pub(crate) answer: Option<T>,
    /// Its status; `None` where nothing came.
    pub(crate) status: Option<StatusCode>,
    /// Its headers.
    pub(crate) headers: HeaderMap,
}

impl ThirdParty {
    /// A service under an address. `None` where no encrypted connection can be made on this machine.
    pub(crate) fn new(name: &'static str, url: Url) -> Option<Self> {
        let outbound = Outbound::new(url.scheme() == "http")
            .inspect_err(|error| tracing::error!(%error, "nobody can be asked for {name}"))
            .ok()?;
        Some(Self { name, url, headers: Vec::new(), outbound })
    }

    /// The same, where every question carries some headers.
    pub(crate) fn with_headers(mut self, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        self.headers = headers;
        self
    }

    /// What it answers under a path, with a query. `None` where that cannot be had or read.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &[&str], query: &[(&str, &str)]) -> Option<T> {
        self.ask(self.address(path, query)?).await.answer
    }

    /// The address of a path of it, with a query. `None` where its own address has no paths.
    pub(crate) fn address(&self, path: &[&str], query: &[(&str, &str)]) -> Option<Url> {
        let mut url = self.url.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Some(url)
    }

    /// Whether an address is one of its own, by scheme, host and port.
    pub(crate) fn owns(&self, url: &Url) -> bool {
        url.origin() == self.url.origin() && url.username().is_empty() && url.password().is_none()
    }

    /// What it answers under one of its own addresses; another is not asked.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, url: Url) -> Told<T> {
        let mut told = Told { answer: None, status: None, headers: HeaderMap::new() };
        let outcome = match self.owns(&url) {
            true => tokio::time::timeout(TIMEOUT, self.send(&url, &mut told))
                .await
                .unwrap_or_else(|_| Err("it takes too long".to_owned())),
            false => Err("the address is not one of its own".to_owned()),
        };
        if let Err(reason) = outcome {
            tracing::warn!(service = self.name, reason, "a service gave no answer that could be used");
        }
        told
    }

    async fn send<T: DeserializeOwned>(&self, url: &Url, told: &mut Told<T>) -> Result<(), String> {
        let mut request = Request::get(url.as_str()).header("accept", "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Vec::new()).map_err(|error| error.to_string())?;
        let answer = self.outbound.send(request).await.map_err(|error| error.without_address())?;
        let (parts, body) = answer.into_parts();
        (told.status, told.headers) = (Some(parts.status), parts.headers);
        if !parts.status.is_success() {
            return Err(format!("it answers {}", parts.status));
        }
        told.answer =
            Some(serde_json::from_slice(&body).map_err(|error| format!("its answer cannot be read: {error}"))?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_owns_its_scheme_its_host_and_its_port() {
        let service = ThirdParty::new("photos", "https://api.example".parse().unwrap()).unwrap();
        let owns = |url: &str| service.owns(&url.parse().unwrap());
        assert!(owns("https://api.example/photos/x/download?ixid=1") && owns("https://API.example:443/"));
        for foreign in [
            "http://api.example/",
            "https://api.example:8443/",
            "https://api.example.evil.example/",
            "https://api.example@evil.example/",
            "https://somebody@api.example/",
            "https://127.0.0.1/",
            "file:///etc/passwd",
        ] {
            assert!(!owns(foreign), "{foreign}");
        }
    }

    #[tokio::test]
    async fn what_is_not_its_own_is_not_asked() {
        let service = ThirdParty::new("photos", "http://127.0.0.1:1".parse().unwrap()).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let elsewhere = format!("http://{}/x", listener.local_addr().unwrap()).parse().unwrap();
        let told: Told<serde_json::Value> = service.ask(elsewhere).await;
        assert!(told.answer.is_none() && told.status.is_none());
        assert!(tokio::time::timeout(Duration::from_millis(50), listener.accept()).await.is_err(), "nobody came");
    }
}
