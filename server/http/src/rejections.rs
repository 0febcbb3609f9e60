//! The tracing span of each request, and the security events of rejected requests.

use crate::App;
use axum::http::Method;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::net::IpAddr;
use tracing::Span;
use twentyfour_domain::rate_limits::RejectionLogging;
use twentyfour_domain::security::{self, SecurityEvent};

/// Returns the span of a request. Its fields are the method, the route's pattern (the path itself may contain ids and
/// tokens), the client's address and the id of the request.
pub(crate) fn request_span(method: &'static str, route: &str, address: IpAddr, request_id: &str) -> Span {
    // The error level makes the span available at every log level.
    tracing::error_span!(target: "security", "request", %request_id, %method, %route, %address)
}

/// Returns the name of a known method, or "other": clients can send any text.
pub(crate) fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Why a request was rejected, as a response extension that is not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RejectionReason {
    /// The request breaks a rule.
    Rule(ErrorCode),
    /// A rate limit, whose name is given, was exceeded.
    RateLimit(&'static str),
}

impl RejectionReason {
    /// Returns the event to log. Returns `None` for rejections that have their own event, and for harmless everyday
    /// ones: expired access tokens and slow connections.
    fn event(self, status: u16) -> Option<SecurityEvent<'static>> {
        match self {
            Self::RateLimit(name) => Some(SecurityEvent::RateLimitExceeded(name)),
            Self::Rule(
                ErrorCode::CredentialsInvalid
                | ErrorCode::PasswordWrong
                | ErrorCode::TokenExpired
                | ErrorCode::RequestTimeout,
            ) => None,
            Self::Rule(ErrorCode::Unavailable | ErrorCode::Internal | ErrorCode::GoogleOff | ErrorCode::ContactOff) => {
                None
            }
            Self::Rule(code) => Some(SecurityEvent::RequestRejected { code, status }),
        }
    }
}

/// Logs a rejection, up to a limit per address and minute.
pub(crate) fn log_rejection(
    app: &App,
    rejection: RejectionReason,
    status: u16,
    address: IpAddr,
    account_id: Option<Id>,
) {
    let Some(event) = rejection.event(status) else { return };
    match app.services.limits.rejection_logging(address, app.services.context.now()) {
        RejectionLogging::Full => security::log(event, Some(address), account_id),
        RejectionLogging::SuppressionNotice => {
            security::log(SecurityEvent::RejectionsSuppressed, Some(address), account_id)
        }
        RejectionLogging::Suppressed => {}
    }
}
