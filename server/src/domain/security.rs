//! What happens to the doors of an account, and what is refused, for the log: target `security`, level info. Never a secret, never an
//! email and never what somebody wrote; the address of the client, the account's id, and words of ours.

use crate::AppState;
use crate::rate_limits::RejectionLogging;
use axum::http::Method;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::net::IpAddr;
use tracing::Span;

/// By which way somebody logs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoginMethod {
    /// With email and password.
    Password,
    /// Continue with Google, or what stands in its place.
    Google,
    /// By making the account, with email and password.
    SignUp,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SecurityEvent<'a> {
    /// An account was made.
    SignUp,
    /// Somebody logged in.
    LoginSucceeded {
        /// How.
        method: LoginMethod,
        /// With what, in the words of the list of logins.
        device: &'a str,
    },
    /// Google can be logged in with from now on.
    GoogleLinked,
    /// Somebody tried to, with an unknown email or a wrong password.
    LoginFailed {
        /// With what, in the words of the list of logins.
        device: &'a str,
    },
    /// Somebody came back from Google, or did not really, and is not let in. With the reason.
    GoogleFailed(&'a str),
    /// A login ended: logged out, ended from elsewhere, or with a new password.
    LoginEnded,
    /// A refresh token came again long after it was traded: somebody has stolen it, and its login ended.
    RefreshTokenReused,
    /// Somebody who is logged in was asked for the password and gave a wrong one.
    PasswordRejected,
    /// The password was changed by somebody who knew the one of before.
    PasswordChanged,
    /// A link to choose a new password was asked for, for an email that may or may not have an account.
    PasswordResetRequested,
    /// The password was chosen anew by a mailed link.
    PasswordReset,
    /// The account has another email.
    EmailChanged,
    /// The end of the account was asked for.
    DeletionRequested,
    /// The account is kept after all.
    DeletionCancelled,
    /// The account is gone.
    AccountDeleted,
    /// All that an account holds was handed out.
    AccountExported,
    /// Somebody asked too often, and was told to wait. With the name of the limit.
    RateLimitExceeded(&'static str),
    /// Access or input was refused.
    RequestRejected {
        /// Why.
        code: ErrorCode,
        /// The answer's status, or the code with which a live connection was closed. 200 where a part of a batch was refused.
        status: u16,
    },
    /// So much was refused to an address within a minute that the log tells no more of it for now.
    RejectionsSuppressed,
}

impl SecurityEvent<'_> {
    /// What stands in the log.
    fn name(self) -> &'static str {
        match self {
            Self::SignUp => "SignUp",
            Self::LoginSucceeded { .. } => "LoginSucceeded",
            Self::GoogleLinked => "GoogleLinked",
            Self::LoginFailed { .. } | Self::GoogleFailed(_) => "LoginFailed",
            Self::LoginEnded => "LoginEnded",
            Self::RefreshTokenReused => "RefreshTokenReused",
            Self::PasswordRejected => "PasswordRejected",
            Self::PasswordChanged => "PasswordChanged",
            Self::PasswordResetRequested => "PasswordResetRequested",
            Self::PasswordReset => "PasswordReset",
            Self::EmailChanged => "EmailChanged",
            Self::DeletionRequested => "DeletionRequested",
            Self::DeletionCancelled => "DeletionCancelled",
            Self::AccountDeleted => "AccountDeleted",
            Self::AccountExported => "AccountExported",
            Self::RateLimitExceeded(_) => "RateLimitExceeded",
            Self::RequestRejected { .. } => "RequestRejected",
            Self::RejectionsSuppressed => "RejectionsSuppressed",
        }
    }

    fn login_method(self) -> Option<&'static str> {
        match self {
            Self::LoginSucceeded { method: LoginMethod::SignUp, .. } => Some("sign_up"),
            Self::LoginSucceeded { method: LoginMethod::Password, .. } | Self::LoginFailed { .. } => Some("password"),
            Self::LoginSucceeded { method: LoginMethod::Google, .. } | Self::GoogleFailed(_) => Some("google"),
            _ => None,
        }
    }
}

/// What belongs to every line that a request leads to: how and where it came in, and from whom. The route is its pattern and never the
/// path itself, in which ids and codes may stand.
pub(crate) fn request_span(method: &Method, route: &str, address: IpAddr) -> Span {
    // Whoever asks may make methods up.
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let method = known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other");
    // Of the highest level, so that it is there for whatever is written at all.
    tracing::error_span!(target: "security", "request", %method, %route, %address)
}

/// Writes an event into the log. `address` is the client's, where a request led to it.
pub(crate) fn log(event: SecurityEvent<'_>, address: Option<IpAddr>, account_id: Option<Id>) {
    let (mut device, mut limit, mut code, mut status, mut reason) = (None, None, None, None, None);
    match event {
        SecurityEvent::LoginSucceeded { device: value, .. } | SecurityEvent::LoginFailed { device: value } => {
            // A device that does not tell what it is has no name.
            device = Some(value).filter(|value| !value.is_empty());
        }
        SecurityEvent::GoogleFailed(value) => reason = Some(value),
        SecurityEvent::RateLimitExceeded(name) => limit = Some(name),
        SecurityEvent::RequestRejected { code: rejected, status: number } => {
            (code, status) = (Some(rejected.as_str()), Some(number))
        }
        _ => {}
    }
    tracing::info!(
        target: "security",
        event = %event.name(),
        login_method = event.login_method().map(tracing::field::display),
        device,
        reason,
        limit = limit.map(tracing::field::display),
        code = code.map(tracing::field::display),
        status,
        // Within a request the line begins with it.
        address = address.filter(|_| Span::current().is_none()).map(tracing::field::display),
        account = account_id.map(tracing::field::display),
    );
}

/// What was refused to a request: a part of the answer that is not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RejectionReason {
    /// What was asked for breaks a rule.
    Rule(ErrorCode),
    /// It was asked for too often. With the name of the limit.
    RateLimit(&'static str),
}

impl RejectionReason {
    /// What is to be told of it. Nothing where a line of its own tells more, and of what happens every day to everybody: an access token
    /// that has run out, and a slow connection.
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

/// Writes into the log what was refused to somebody, of what one address is refused so much a minute and no more.
pub(crate) fn log_rejection(
    app: &AppState,
    rejection: RejectionReason,
    status: u16,
    address: IpAddr,
    account_id: Option<Id>,
) {
    let Some(event) = rejection.event(status) else { return };
    match app.limits.rejection_logging(address, app.now()) {
        RejectionLogging::Full => log(event, Some(address), account_id),
        RejectionLogging::SuppressionNotice => log(SecurityEvent::RejectionsSuppressed, Some(address), account_id),
        RejectionLogging::Suppressed => {}
    }
}
