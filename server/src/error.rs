//! API errors: `{"code", "message"}` with a matching status. Internal causes are logged and never sent.

use crate::domain::security::RejectionReason;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::plans::Limit;
use core_wasm::protocol::email::EmailError;
use core_wasm::protocol::error::{ErrorCode, FormRejection, Rejection};

/// The `Retry-After` of requests that found all permits in use, in seconds.
const BUSY_RETRY_AFTER_SECONDS: u64 = 5;

/// Why a request failed.
#[derive(Debug)]
pub enum ApiError {
    /// The request was rejected.
    Rejected {
        /// The error code.
        code: ErrorCode,
        /// Details for developers, appended to the code's message.
        detail: Option<String>,
    },
    /// The request was rejected, with a more specific message than the code's own.
    CustomMessage {
        /// The error code.
        code: ErrorCode,
        /// The message.
        message: &'static str,
    },
    /// Several fields of a form are invalid, in the order of the form.
    Fields(Vec<Rejection>),
    /// A rate limit was exceeded.
    TooManyRequests {
        /// The name of the limit, for the log.
        limit: &'static str,
        /// The number of seconds to wait, at least 1.
        retry_after: u64,
    },
    /// The database failed.
    Database(sqlx::Error),
    /// An internal error, with a message for the log.
    Internal(String),
}

impl ApiError {
    /// Makes a rejection with details for developers.
    pub fn with_detail(code: ErrorCode, detail: impl ToString) -> Self {
        Self::Rejected { code, detail: Some(detail.to_string()) }
    }

    /// Returns the error code that is sent.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Rejected { code, .. } | Self::CustomMessage { code, .. } => *code,
            Self::Fields(errors) => errors.first().map_or(ErrorCode::BodyInvalid, |error| error.code),
            Self::TooManyRequests { .. } => ErrorCode::TooManyRequests,
            Self::Database(error) if is_unavailable(error) => ErrorCode::Unavailable,
            Self::Database(_) | Self::Internal(_) => ErrorCode::Internal,
        }
    }

    /// Returns the reason for the security log, or `None` for internal errors.
    fn rejection_reason(&self) -> Option<RejectionReason> {
        match self {
            Self::Rejected { code, .. } | Self::CustomMessage { code, .. } => Some(RejectionReason::Rule(*code)),
            Self::Fields(_) => Some(RejectionReason::Rule(self.code())),
            Self::TooManyRequests { limit, .. } => Some(RejectionReason::RateLimit(limit)),
            Self::Database(_) | Self::Internal(_) => None,
        }
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self::Rejected { code, detail: None }
    }
}

/// Collects the errors of a form's fields, so that one response lists all of them.
#[derive(Default)]
pub(crate) struct FieldErrors(Vec<Rejection>);

impl FieldErrors {
    /// Returns the value of a field, or records its error.
    pub(crate) fn check<T, E: Into<Rejection>>(&mut self, field: Result<T, E>) -> Option<T> {
        field.map_err(|error| self.0.push(error.into())).ok()
    }
}

impl From<FieldErrors> for ApiError {
    fn from(FieldErrors(errors): FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<EmailError> for ApiError {
    fn from(fault: EmailError) -> Self {
        Self::CustomMessage { code: ErrorCode::EmailInvalid, message: fault.sentence() }
    }
}

impl From<Limit> for ApiError {
    fn from(limit: Limit) -> Self {
        Self::CustomMessage { code: ErrorCode::PlanLimit, message: limit.sentence() }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.code();
        let Rejection { code, message } = Rejection::from(code);
        let mut rejection = FormRejection { code, message, errors: vec![] };
        match &self {
            Self::Rejected { detail: Some(detail), .. } => {
                rejection.message = format!("{} ({detail})", rejection.message)
            }
            Self::Rejected { detail: None, .. } => {}
            Self::CustomMessage { message, .. } => (*message).clone_into(&mut rejection.message),
            Self::Fields(errors) => {
                if let Some(first) = errors.first() {
                    rejection.message.clone_from(&first.message);
                }
                if errors.len() > 1 {
                    rejection.errors.clone_from(errors);
                }
            }
            Self::TooManyRequests { retry_after, .. } => {
                rejection.message = format!("Too many requests. Try again in {}.", format_wait(*retry_after));
            }
            Self::Database(error) => tracing::error!(%error, code = code.as_str(), "database error"),
            Self::Internal(fault) => tracing::error!(fault, "internal error"),
        }
        let mut response = (status(code), Json(rejection)).into_response();
        if response.status() == StatusCode::UNAUTHORIZED {
            // RFC 9110, section 15.5.2: a 401 response must name the authentication scheme.
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(rejection_reason) = self.rejection_reason() {
            response.extensions_mut().insert(rejection_reason);
        }
        let retry_after = match self {
            Self::TooManyRequests { retry_after, .. } => Some(retry_after),
            _ => (code == ErrorCode::PicturesBusy).then_some(BUSY_RETRY_AFTER_SECONDS),
        };
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Formats a waiting time: in seconds up to two minutes, then in minutes, rounded up.
fn format_wait(seconds: u64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        2..=120 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// Returns the status of an error code.
fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadJson => StatusCode::BAD_REQUEST,
        ErrorCode::TokenMissing
        | ErrorCode::TokenInvalid
        | ErrorCode::TokenExpired
        | ErrorCode::RefreshInvalid
        | ErrorCode::CredentialsInvalid => StatusCode::UNAUTHORIZED,
        ErrorCode::PlanLimit => StatusCode::PAYMENT_REQUIRED,
        ErrorCode::PasswordWrong
        | ErrorCode::LoginStale
        | ErrorCode::InvitationRequired
        | ErrorCode::InvitationInvalid => StatusCode::FORBIDDEN,
        ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TooManyRequests | ErrorCode::PicturesBusy => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::NotFound | ErrorCode::UnknownNote | ErrorCode::ContactOff => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::EmailTaken
        | ErrorCode::SlugTaken
        | ErrorCode::IdTaken
        | ErrorCode::PictureLimit
        | ErrorCode::NoteLimit => StatusCode::CONFLICT,
        ErrorCode::TooLarge | ErrorCode::TooManyOps | ErrorCode::PictureTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::PictureUnsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::GoogleOff => StatusCode::NOT_IMPLEMENTED,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Returns whether the database is unavailable or overloaded, which is temporary, rather than a statement being wrong.
fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // PostgreSQL's codes have five characters, SQLite's are numbers of at most four digits. The PostgreSQL
            // classes are connection exception, insufficient resources, operator intervention and transaction rollback
            // (deadlock); the single codes mean that the database is closed or does not exist.
            let postgres = code.len() == 5
                && (["08", "53", "57", "40"].iter().any(|class| code.starts_with(class))
                    || ["55000", "3D000"].contains(&code.as_ref()));
            // SQLite's primary result codes for busy, locked, read-only, input/output error, full and cannot open.
            let sqlite = code.parse::<u32>().is_ok_and(|code| [5, 6, 8, 10, 13, 14].contains(&(code & 0xff)));
            if code.len() == 5 { postgres } else { sqlite }
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_is_formatted_for_people() {
        let formatted = [1, 2, 120, 121, 900, 3_600].map(format_wait);
        assert_eq!(formatted, ["1 second", "2 seconds", "120 seconds", "3 minutes", "15 minutes", "60 minutes"]);
    }
}
