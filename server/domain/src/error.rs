//! The errors of use cases.

use core_wasm::plans::Limit;
use core_wasm::protocol::email::EmailError;
use core_wasm::protocol::error::{ErrorCode, Rejection};
use std::fmt;
use twentyfour_store::{StoreError, WriteError};

/// Why a request failed.
#[derive(Debug)]
pub enum DomainError {
    /// The request was rejected.
    Rejected {
        /// The error code.
        code: ErrorCode,
        /// Details for developers, appended to the code's message.
        detail: Option<String>,
    },
    /// An email address is invalid.
    Email(EmailError),
    /// The plan does not include something.
    Plan(Limit),
    /// Several fields of a form are invalid, in the order of the form.
    Fields(Vec<Rejection>),
    /// A rate limit was exceeded.
    TooManyRequests {
        /// The name of the limit, for the log.
        limit: &'static str,
        /// The number of seconds to wait, at least 1.
        retry_after: u64,
    },
    /// The database failed: always [`StoreError::Database`].
    Database(StoreError),
    /// An internal error, with a message for the log.
    Internal(String),
}

impl DomainError {
    /// Makes a rejection with details for developers.
    pub fn with_detail(code: ErrorCode, detail: impl ToString) -> Self {
        Self::Rejected { code, detail: Some(detail.to_string()) }
    }

    /// Returns the error code that is sent.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Rejected { code, .. } => *code,
            Self::Email(_) => ErrorCode::EmailInvalid,
            Self::Plan(_) => ErrorCode::PlanLimit,
            Self::Fields(errors) => errors.first().map_or(ErrorCode::BodyInvalid, |error| error.code),
            Self::TooManyRequests { .. } => ErrorCode::TooManyRequests,
            Self::Database(error) if error.is_unavailable() => ErrorCode::Unavailable,
            Self::Database(_) | Self::Internal(_) => ErrorCode::Internal,
        }
    }
}

impl fmt::Display for DomainError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected { code, detail: None } => formatter.write_str(code.sentence()),
            Self::Rejected { code, detail: Some(detail) } => write!(formatter, "{} ({detail})", code.sentence()),
            Self::Email(error) => formatter.write_str(error.sentence()),
            Self::Plan(limit) => formatter.write_str(limit.sentence()),
            Self::Fields(errors) => {
                let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
                formatter.write_str(&messages.join(" "))
            }
            Self::TooManyRequests { limit, retry_after } => {
                write!(formatter, "rate limit {limit} exceeded, retry after {retry_after} s")
            }
            Self::Database(error) => error.fmt(formatter),
            Self::Internal(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for DomainError {}

impl From<ErrorCode> for DomainError {
    fn from(code: ErrorCode) -> Self {
        Self::Rejected { code, detail: None }
    }
}

/// Collects the errors of a form's fields, so that one response lists all of them.
#[derive(Default)]
pub struct FieldErrors(Vec<Rejection>);

impl FieldErrors {
    /// Returns the value of a field, or records its error.
    pub fn check<T, E: Into<Rejection>>(&mut self, field: Result<T, E>) -> Option<T> {
        field.map_err(|error| self.0.push(error.into())).ok()
    }
}

impl From<FieldErrors> for DomainError {
    fn from(FieldErrors(errors): FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl From<EmailError> for DomainError {
    fn from(error: EmailError) -> Self {
        Self::Email(error)
    }
}

impl From<Limit> for DomainError {
    fn from(limit: Limit) -> Self {
        Self::Plan(limit)
    }
}

impl WriteError for DomainError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Database(error) => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for DomainError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Database(_) => Self::Database(error),
            StoreError::CorruptColumn { .. } | StoreError::SharedWriteFailed | StoreError::Panicked => {
                Self::Internal(error.to_string())
            }
            // The access token of a deleted account is no longer valid.
            StoreError::AccountMissing => ErrorCode::TokenInvalid.into(),
            StoreError::EmailTaken => ErrorCode::EmailTaken.into(),
            StoreError::PictureLimit => ErrorCode::PictureLimit.into(),
            StoreError::Unavailable | StoreError::Transient { .. } => ErrorCode::Unavailable.into(),
        }
    }
}
