//! The client for HTTP requests to other services: short timeouts, bounded responses, no redirects, and https by
//! default.

use http::{Request, Response};
use std::error::Error;
use std::fmt;
use std::time::Duration;
use tracing::Instrument;
use twentyfour_model::TRACES;

/// The maximum time for a request, until the last byte of its response.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// An HTTP client with a connection pool.
pub(crate) struct HttpClient {
    client: reqwest::Client,
}

impl HttpClient {
    /// Makes a client. `is_http_allowed` allows http in addition to https.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be set up.
    pub(crate) fn new(is_http_allowed: bool) -> Result<Self, HttpClientError> {
        // Fails only if the same provider is already installed.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // A response must not redirect the server to other hosts.
            .redirect(reqwest::redirect::Policy::none())
            .https_only(!is_http_allowed)
            .referer(false)
            .user_agent(concat!("twentyfour/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client })
    }

    /// Sends a request and reads its response, whatever its status.
    ///
    /// # Errors
    /// Returns an error if the request fails or times out, or if the response is too large.
    pub(crate) async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, HttpClientError> {
        // The path may contain personal data, so the span has only the host.
        let span = tracing::info_span!(
            target: TRACES,
            "call",
            otel.kind = "client",
            http.request.method = request.method().as_str(),
            server.address = request.uri().host(),
            http.response.status_code = tracing::field::Empty,
            otel.status_code = tracing::field::Empty,
        );
        let outcome = self.send_untraced(request).instrument(span.clone()).await;
        match &outcome {
            Ok(response) => span.record("http.response.status_code", response.status().as_u16()),
            Err(_) => span.record("otel.status_code", "ERROR"),
        };
        outcome
    }

    async fn send_untraced(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, HttpClientError> {
        let mut received = self.client.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(chunk) = received.chunk().await? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(HttpClientError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut response = Response::new(body);
        *response.status_mut() = received.status();
        *response.headers_mut() = std::mem::take(received.headers_mut());
        Ok(response)
    }
}

/// Returns an error's message with those of all its causes.
pub(crate) fn error_chain(error: &dyn Error) -> String {
    let chain = std::iter::successors(Some(error), |error| (**error).source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Why a request failed.
#[derive(Debug)]
pub(crate) enum HttpClientError {
    /// The request could not be sent, or timed out.
    Request(reqwest::Error),
    /// The response is too large.
    TooLarge,
}

impl From<reqwest::Error> for HttpClientError {
    fn from(error: reqwest::Error) -> Self {
        Self::Request(error)
    }
}

impl HttpClientError {
    /// Returns the error's message without the URL, which may contain personal data.
    pub(crate) fn redacted_message(self) -> String {
        match self {
            Self::Request(error) => error_chain(&error.without_url()),
            Self::TooLarge => self.to_string(),
        }
    }
}

impl fmt::Display for HttpClientError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(error) => error.fmt(formatter),
            Self::TooLarge => write!(formatter, "the response has more than {MAX_RESPONSE_BYTES} bytes"),
        }
    }
}

impl Error for HttpClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Request(error) => error.source(),
            Self::TooLarge => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::response::Redirect;
    use axum::routing::get;
    use http::StatusCode;

    /// Serves a router on a free port and returns its URL.
    async fn served(router: Router) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}")
    }

    fn request(url: &str) -> Request<Vec<u8>> {
        Request::get(url).body(Vec::new()).unwrap()
    }

    #[tokio::test]
    async fn response_size_is_limited_and_redirects_are_not_followed() {
        let router = Router::new()
            .route("/full", get(|| async { vec![b'x'; MAX_RESPONSE_BYTES] }))
            .route("/over", get(|| async { vec![b'x'; MAX_RESPONSE_BYTES + 1] }))
            .route("/away", get(|| async { Redirect::to("/full") }));
        let url = served(router).await;
        let client = HttpClient::new(true).unwrap();
        let full = client.send(request(&format!("{url}/full"))).await.unwrap();
        assert_eq!((full.status(), full.body().len()), (StatusCode::OK, MAX_RESPONSE_BYTES));
        let over = client.send(request(&format!("{url}/over"))).await;
        assert!(matches!(over, Err(HttpClientError::TooLarge)), "{over:?}");
        let redirected = client.send(request(&format!("{url}/away"))).await.unwrap();
        assert_eq!(
            (redirected.status(), redirected.headers()["location"].to_str().unwrap()),
            (StatusCode::SEE_OTHER, "/full")
        );
    }

    #[tokio::test]
    async fn http_is_rejected_unless_allowed() {
        let url = served(Router::new().route("/", get(|| async { "hello" }))).await;
        assert!(HttpClient::new(true).unwrap().send(request(&url)).await.is_ok());
        assert!(HttpClient::new(false).unwrap().send(request(&url)).await.is_err());
    }
}
