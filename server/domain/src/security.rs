//! The security log (target `security`, level info): account access and rejections. It contains client addresses,
//! account ids and fixed words, never secrets, email addresses or user content.

use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use std::net::IpAddr;
use tracing::Span;

/// How a user logs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoginMethod {
    /// With email and password.
    Password,
    /// With Google, or the OpenID provider configured instead.
    Google,
    /// By signing up with email and password.
    SignUp,
}

/// An event for the security log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecurityEvent<'a> {
    /// An account was created.
    SignUp,
    /// A login succeeded.
    LoginSucceeded {
        /// How the user logged in.
        method: LoginMethod,
        /// The device, as in the list of logins.
        device: &'a str,
    },
    /// A Google identity was linked to an account.
    GoogleLinked,
    /// A login failed: unknown email address or wrong password.
    LoginFailed {
        /// The device, as in the list of logins.
        device: &'a str,
    },
    /// A login with Google failed, with the reason.
    GoogleFailed(&'a str),
    /// A login ended: logged out, ended from another device, or after a password change.
    LoginEnded,
    /// A refresh token was reused after its grace period, which indicates theft. Its login was ended.
    RefreshTokenReused,
    /// A logged-in user entered a wrong password.
    PasswordRejected,
    /// The password was changed by a user who entered the current one.
    PasswordChanged,
    /// A password reset was requested. The account may not exist.
    PasswordResetRequested,
    /// The password was reset with a mailed link.
    PasswordReset,
    /// The account's email address was changed.
    EmailChanged,
    /// The account's deletion was scheduled.
    DeletionRequested,
    /// The account's deletion was canceled.
    DeletionCanceled,
    /// The account was deleted permanently.
    AccountDeleted,
    /// All data of the account was exported.
    AccountExported,
    /// An archive of an account is imported.
    AccountImported,
    /// An API token was created.
    ApiTokenCreated,
    /// An API token was revoked, or ended with all logins.
    ApiTokenEnded,
    /// A webhook was added.
    WebhookAdded,
    /// The address or the secret of a webhook was changed, or it was turned on after all logins had ended.
    WebhookChanged,
    /// A webhook was deleted, or turned off with all logins.
    WebhookEnded,
    /// The address of the calendar feed ended with all logins.
    CalendarFeedEnded,
    /// A rate limit, whose name is given, was exceeded.
    RateLimitExceeded(&'static str),
    /// A request was rejected.
    RequestRejected {
        /// The error code of the response.
        code: ErrorCode,
        /// The response status or the close code of a live connection. 200 if only part of a batch was rejected.
        status: u16,
    },
    /// An address had so many rejections within a minute that further ones are not logged for now.
    RejectionsSuppressed,
}

impl SecurityEvent<'_> {
    /// Returns the event's name in the log.
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
            Self::DeletionCanceled => "DeletionCanceled",
            Self::AccountDeleted => "AccountDeleted",
            Self::AccountExported => "AccountExported",
            Self::AccountImported => "AccountImported",
            Self::ApiTokenCreated => "ApiTokenCreated",
            Self::ApiTokenEnded => "ApiTokenEnded",
            Self::WebhookAdded => "WebhookAdded",
            Self::WebhookChanged => "WebhookChanged",
            Self::WebhookEnded => "WebhookEnded",
            Self::CalendarFeedEnded => "CalendarFeedEnded",
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

/// Logs an event. `address` is the client's address if a request caused the event.
pub fn log(event: SecurityEvent<'_>, address: Option<IpAddr>, account_id: Option<Id>) {
    let (mut device, mut limit, mut code, mut status, mut reason) = (None, None, None, None, None);
    match event {
        SecurityEvent::LoginSucceeded { device: value, .. } | SecurityEvent::LoginFailed { device: value } => {
            // Unknown devices have an empty name.
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
        // Within a request, the span already has the address.
        address = address.filter(|_| Span::current().is_none()).map(tracing::field::display),
        account = account_id.map(tracing::field::display),
    );
}
