//! What happens to the doors of an account, and what is refused, for the log: target `security`, level info. Never a secret, never an
//! email and never what somebody wrote; the address of the client, the account's id, and words of ours.

use crate::Parts;
use crate::limits::Telling;
use axum::http::Method;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::net::IpAddr;
use tracing::Span;

/// By which way somebody logs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
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
        way: Way,
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
    PasswordRefused,
    /// The password was changed by somebody who knew the one of before.
    PasswordChanged,
    /// A link to choose a new password was asked for, for an email that may or may not have an account.
    PasswordResetAsked,
    /// The password was chosen anew by a mailed link.
    PasswordReset,
    /// The account has another email.
    EmailChanged,
    /// The end of the account was asked for.
    DeletionAsked,
    /// The account is kept after all.
    DeletionTakenBack,
    /// The account is gone.
    DeletionDone,
    /// All that an account holds was handed out.
    Exported,
    /// Somebody asked too often, and was told to wait. With the name of the limit.
    LimitReached(&'static str),
    /// Access or input was refused.
    Refused {
        /// Why.
        code: ErrorCode,
        /// The answer's status, or the code with which a live connection was closed. 200 where a part of a batch was refused.
        status: u16,
    },
    /// So much was refused to an address within a minute that the log tells no more of it for now.
    RefusalsLeftOut,
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
            Self::PasswordRefused => "PasswordRefused",
            Self::PasswordChanged => "PasswordChanged",
            Self::PasswordResetAsked => "PasswordResetAsked",
            Self::PasswordReset => "PasswordReset",
            Self::EmailChanged => "EmailChanged",
            Self::DeletionAsked => "DeletionAsked",
            Self::DeletionTakenBack => "DeletionTakenBack",
            Self::DeletionDone => "DeletionDone",
            Self::Exported => "Exported",
            Self::LimitReached(_) => "LimitReached",
            Self::Refused { .. } => "Refused",
            Self::RefusalsLeftOut => "RefusalsLeftOut",
        }
    }

    fn way(self) -> Option<&'static str> {
        match self {
            Self::LoginSucceeded { way: Way::SignUp, .. } => Some("sign_up"),
            Self::LoginSucceeded { way: Way::Password, .. } | Self::LoginFailed { .. } => Some("password"),
            Self::LoginSucceeded { way: Way::Google, .. } | Self::GoogleFailed(_) => Some("google"),
            _ => None,
        }
    }
}

/// What belongs to every line that a request leads to: how and where it came in, and from whom. The route is its pattern and never the
/// path itself, in which ids and codes may stand.
pub(crate) fn request(method: &Method, route: &str, address: IpAddr) -> Span {
    // Whoever asks may make methods up.
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let method = known.into_iter().find(|known| *known == method.as_str()).unwrap_or("another");
    // Of the highest level, so that it is there for whatever is written at all.
    tracing::error_span!(target: "security", "request", %method, %route, %address)
}

/// Writes an event into the log. `address` is the client's, where a request led to it.
pub(crate) fn log(event: SecurityEvent<'_>, address: Option<IpAddr>, account_id: Option<Id>) {
    let (mut device, mut limit, mut code, mut status, mut reason) = (None, None, None, None, None);
    match event {
        SecurityEvent::LoginSucceeded { device: told, .. } | SecurityEvent::LoginFailed { device: told } => {
            // A device that does not tell what it is has no name.
            device = Some(told).filter(|told| !told.is_empty());
        }
        SecurityEvent::GoogleFailed(told) => reason = Some(told),
        SecurityEvent::LimitReached(name) => limit = Some(name),
        SecurityEvent::Refused { code: why, status: number } => (code, status) = (Some(why.as_str()), Some(number)),
        _ => {}
    }
    tracing::info!(
        target: "security",
        event = %event.name(),
        way = event.way().map(tracing::field::display),
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
pub(crate) enum Refusal {
    /// What was asked for breaks a rule.
    Rule(ErrorCode),
    /// It was asked for too often. With the name of the limit.
    Limit(&'static str),
}

impl Refusal {
    /// What is to be told of it. Nothing where a line of its own tells more, and of what happens every day to everybody: an access token
    /// that has run out, and a slow connection.
    fn event(self, status: u16) -> Option<SecurityEvent<'static>> {
        match self {
            Self::Limit(name) => Some(SecurityEvent::LimitReached(name)),
            Self::Rule(
                ErrorCode::CredentialsInvalid
                | ErrorCode::PasswordWrong
                | ErrorCode::TokenExpired
                | ErrorCode::RequestTimeout,
            ) => None,
            Self::Rule(ErrorCode::Unavailable | ErrorCode::Internal | ErrorCode::GoogleOff | ErrorCode::ContactOff) => {
                None
            }
            Self::Rule(code) => Some(SecurityEvent::Refused { code, status }),
        }
    }
}

/// Writes into the log what was refused to somebody, of what one address is refused so much a minute and no more.
pub(crate) fn log_refusal(app: &Parts, refusal: Refusal, status: u16, address: IpAddr, account_id: Option<Id>) {
    let Some(event) = refusal.event(status) else { return };
    match app.limits.telling(address, app.now()) {
        Telling::All => log(event, Some(address), account_id),
        Telling::ThatThereIsMore => log(SecurityEvent::RefusalsLeftOut, Some(address), account_id),
        Telling::Nothing => {}
    }
}
