//! Maps the errors of use cases to responses: `{"code", "message"}` with a matching status. Internal causes are logged
//! and never sent.

use crate::language::Localized;
use crate::rejections::RejectionReason;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::protocol::error::{ErrorCode, FormRejection, Rejection};
use twentyfour_domain::DomainError;

/// The `Retry-After` of requests whose body found no room in the budget, in seconds.
const BUSY_RETRY_AFTER_SECONDS: u64 = 5;

/// Why a request failed, as a response.
#[derive(Debug)]
pub struct ApiError(DomainError);

impl ApiError {
    /// Makes a rejection with details for developers.
    pub fn with_detail(code: ErrorCode, detail: impl ToString) -> Self {
        Self(DomainError::with_detail(code, detail))
    }

    /// Makes an internal error, with a message for the log.
    pub fn internal(message: String) -> Self {
        Self(DomainError::Internal(message))
    }

    /// Returns the error code that is sent.
    pub fn code(&self) -> ErrorCode {
        self.0.code()
    }

    /// Returns the reason for the security log, or `None` for internal errors.
    fn rejection_reason(&self) -> Option<RejectionReason> {
        match &self.0 {
            DomainError::Rejected { .. } | DomainError::Email(_) | DomainError::Plan(_) | DomainError::Fields(_) => {
                Some(RejectionReason::Rule(self.0.code()))
            }
            DomainError::TooManyRequests { limit, .. } => Some(RejectionReason::RateLimit(limit)),
            DomainError::Database(_) | DomainError::Internal(_) => None,
        }
    }
}

impl From<DomainError> for ApiError {
    fn from(error: DomainError) -> Self {
        Self(error)
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self(code.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.0.code();
        let Rejection { code, message } = Rejection::from(code);
        let mut rejection = FormRejection { code, message, errors: vec![] };
        match &self.0 {
            DomainError::Rejected { detail: Some(detail), .. } => {
                rejection.message = format!("{} ({detail})", rejection.message)
            }
            DomainError::Rejected { detail: None, .. } => {}
            DomainError::Email(error) => error.sentence().clone_into(&mut rejection.message),
            DomainError::Plan(limit) => limit.sentence().clone_into(&mut rejection.message),
            DomainError::Fields(errors) => {
                if let Some(first) = errors.first() {
                    rejection.message.clone_from(&first.message);
                }
                if errors.len() > 1 {
                    rejection.errors.clone_from(errors);
                }
            }
            DomainError::TooManyRequests { retry_after, .. } => {
                rejection.message = ErrorCode::too_many_requests_sentence(*retry_after);
            }
            DomainError::Database(error) => tracing::error!(%error, code = code.as_str(), "database error"),
            DomainError::Internal(error) => tracing::error!(error, "internal error"),
        }
        let mut response = Localized((status(code), Json(rejection))).into_response();
        if response.status() == StatusCode::UNAUTHORIZED {
            // RFC 9110, section 15.5.2: a 401 response must name the authentication scheme.
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if code == ErrorCode::TokenScope {
            // RFC 6750, section 3.1.
            let challenge = HeaderValue::from_static("Bearer error=\"insufficient_scope\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(rejection_reason) = self.rejection_reason() {
            response.extensions_mut().insert(rejection_reason);
        }
        let retry_after = match self.0 {
            DomainError::TooManyRequests { retry_after, .. } => Some(retry_after),
            _ => (code == ErrorCode::ServerBusy).then_some(BUSY_RETRY_AFTER_SECONDS),
        };
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
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
        | ErrorCode::InvitationInvalid
        | ErrorCode::TokenScope
        | ErrorCode::ForbiddenRole => StatusCode::FORBIDDEN,
        ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::NotFound | ErrorCode::UnknownNote | ErrorCode::ContactOff => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::EmailTaken
        | ErrorCode::SlugTaken
        | ErrorCode::IdTaken
        | ErrorCode::BoardLimit
        | ErrorCode::CardLimit
        | ErrorCode::ChangeLimit
        | ErrorCode::PictureLimit
        | ErrorCode::AttachmentLimit
        | ErrorCode::NoteLimit
        | ErrorCode::TokenLimit
        | ErrorCode::WebhookLimit
        | ErrorCode::MemberLimit
        | ErrorCode::SharedBoardLimit
        | ErrorCode::SharedBoardsUndecided
        | ErrorCode::NewOwnerLimit
        | ErrorCode::NewOwnerLeaving
        | ErrorCode::OwnerRequired => StatusCode::CONFLICT,
        ErrorCode::TooLarge
        | ErrorCode::TooManyOps
        | ErrorCode::PictureTooLarge
        | ErrorCode::FileTooLarge
        | ErrorCode::ExportTooLarge
        | ErrorCode::ArchiveTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::PictureUnsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::GoogleOff => StatusCode::NOT_IMPLEMENTED,
        ErrorCode::Unavailable | ErrorCode::ServerBusy => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
