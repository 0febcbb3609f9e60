//! Requests that the server itself makes of others. They are quick, small, go where they were sent, and are encrypted.

use axum::http::{Request, Response};
use std::fmt;
use std::time::Duration;

/// How long another may take to answer, to the last byte of its answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The most bytes of an answer.
const LARGEST_ANSWER: usize = 1 << 20;

/// Makes requests. Connections are kept between them.
pub(crate) struct Outbound {
    client: reqwest::Client,
}

impl Outbound {
    /// `is_plain_allowed` lets http through beside https.
    pub(crate) fn new(is_plain_allowed: bool) -> Result<Self, OutboundError> {
        // Whoever came first has installed the same one.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .timeout(TIMEOUT)
            // Where to go is for the caller to decide, and not for whoever answers.
            .redirect(reqwest::redirect::Policy::none())
            .https_only(!is_plain_allowed)
            .referer(false)
            .user_agent(concat!("twentyfour/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client })
    }

    /// Sends a request and reads its answer, whatever its status.
    pub(crate) async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, OutboundError> {
        let mut answer = self.client.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if body.len() + chunk.len() > LARGEST_ANSWER {
                return Err(OutboundError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut response = Response::new(body);
        *response.status_mut() = answer.status();
        *response.headers_mut() = std::mem::take(answer.headers_mut());
        Ok(response)
    }
}

/// Why a request got no answer.
#[derive(Debug)]
pub(crate) enum OutboundError {
    /// It could not be made, or took too long.
    Request(reqwest::Error),
    /// The answer has too many bytes.
    TooLarge,
}

impl From<reqwest::Error> for OutboundError {
    fn from(error: reqwest::Error) -> Self {
        Self::Request(error)
    }
}

impl OutboundError {
    /// What happened, without the address that was asked: it may tell of a person.
    pub(crate) fn without_address(self) -> String {
        match self {
            Self::Request(error) => {
                let error = error.without_url();
                std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source())
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(": ")
            }
            Self::TooLarge => self.to_string(),
        }
    }
}

impl fmt::Display for OutboundError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(error) => error.fmt(formatter),
            Self::TooLarge => write!(formatter, "the answer has more than {LARGEST_ANSWER} bytes"),
        }
    }
}

impl std::error::Error for OutboundError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
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
    use axum::http::StatusCode;
    use axum::response::Redirect;
    use axum::routing::get;

    /// Serves on a free port, and gives the address.
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
    async fn an_answer_is_read_to_its_limit_and_a_redirection_is_an_answer() {
        let router = Router::new()
            .route("/full", get(|| async { vec![b'x'; LARGEST_ANSWER] }))
            .route("/over", get(|| async { vec![b'x'; LARGEST_ANSWER + 1] }))
            .route("/away", get(|| async { Redirect::to("/full") }));
        let url = served(router).await;
        let outbound = Outbound::new(true).unwrap();
        let full = outbound.send(request(&format!("{url}/full"))).await.unwrap();
        assert_eq!((full.status(), full.body().len()), (StatusCode::OK, LARGEST_ANSWER));
        let over = outbound.send(request(&format!("{url}/over"))).await;
        assert!(matches!(over, Err(OutboundError::TooLarge)), "{over:?}");
        let away = outbound.send(request(&format!("{url}/away"))).await.unwrap();
        assert_eq!((away.status(), away.headers()["location"].to_str().unwrap()), (StatusCode::SEE_OTHER, "/full"));
    }

    #[tokio::test]
    async fn what_is_not_encrypted_is_not_sent_unless_that_is_allowed() {
        let url = served(Router::new().route("/", get(|| async { "hello" }))).await;
        assert!(Outbound::new(true).unwrap().send(request(&url)).await.is_ok());
        assert!(Outbound::new(false).unwrap().send(request(&url)).await.is_err());
    }
}
