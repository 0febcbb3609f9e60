//! The outcome of a request to the server.

use super::error::{ErrorCode, Rejection};
use json::{ReadJson, ReadOwnedJson};
use serde::Deserialize;

/// The response to a request, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ReadJson)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ApiResponse {
    /// The server responded.
    Received {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// No response: the network or the server is unreachable.
    NetworkError,
    /// No response before the request's timeout.
    TimedOut,
}

/// Why a request failed: whether it makes sense to retry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A retry may succeed: no response, status 408, 429 or 5xx, or a body that is not from the server. Stored data
    /// must be kept.
    Transient,
    /// The server refused the request, and will refuse it again.
    Permanent {
        /// The HTTP status: 400 to 499, but neither 408 nor 429.
        status: u16,
        /// The reason.
        rejection: Rejection,
    },
}

/// An error as the server sends it. Its code may be newer than this core.
#[derive(Deserialize, ReadJson)]
struct ErrorBody {
    code: String,
    message: String,
}

impl From<ErrorBody> for Rejection {
    fn from(error_body: ErrorBody) -> Self {
        let known = ErrorCode::ALL.iter().find(|code| code.as_str() == error_body.code);
        Self { code: known.copied().unwrap_or(ErrorCode::Internal), message: error_body.message }
    }
}

impl ApiResponse {
    /// Parses the body of a 2xx response.
    ///
    /// # Errors
    ///
    /// Returns the failure of any other response. A body that cannot be parsed is a transient failure.
    pub(crate) fn read<T: ReadOwnedJson>(&self) -> Result<T, Failure> {
        match self {
            ApiResponse::Received { status: 200..=299, body } => json::parse(body).map_err(|_| Failure::Transient),
            _ => Err(self.failure()),
        }
    }

    /// Returns whether the server accepted the request (2xx).
    pub fn is_success(&self) -> bool {
        matches!(self, ApiResponse::Received { status: 200..=299, .. })
    }

    /// Returns whether the server responded, with any status.
    pub fn is_received(&self) -> bool {
        matches!(self, ApiResponse::Received { .. })
    }

    /// Returns the response with an empty body.
    pub fn without_body(&self) -> Self {
        match self {
            ApiResponse::Received { status, .. } => ApiResponse::Received { status: *status, body: String::new() },
            ApiResponse::NetworkError => ApiResponse::NetworkError,
            ApiResponse::TimedOut => ApiResponse::TimedOut,
        }
    }

    /// Returns whether the request may have been too large: a timeout here or at a proxy (408, 504), or status 413.
    pub fn is_too_large(&self) -> bool {
        matches!(self, ApiResponse::TimedOut | ApiResponse::Received { status: 408 | 413 | 504, .. })
    }

    /// Returns whether the server does not accept the access token: a 401 with an error code (SPEC A9).
    pub fn is_unauthorized(&self) -> bool {
        matches!(self.failure(), Failure::Permanent { status: 401, .. })
    }

    /// Returns the failure of a response that is not 2xx.
    pub fn failure(&self) -> Failure {
        match self {
            ApiResponse::Received { status: status @ 400..=499, body } if !matches!(status, 408 | 429) => {
                match json::parse::<ErrorBody>(body) {
                    Ok(error_body) => Failure::Permanent { status: *status, rejection: error_body.into() },
                    // A proxy's error page says nothing about what the server would respond (SPEC A9, Y3).
                    Err(_) => Failure::Transient,
                }
            }
            _ => Failure::Transient,
        }
    }

    /// Returns why the request failed, for showing it in a form. It is the server's message for every 4xx status. That
    /// includes 408 and 429, because their messages say how long to wait.
    pub fn rejection(&self) -> Rejection {
        let refusal = match self {
            ApiResponse::Received { status: 400..=499, body } => json::parse::<ErrorBody>(body).ok(),
            _ => None,
        };
        refusal.map_or_else(|| ErrorCode::Unavailable.into(), Rejection::from)
    }
}
