//! API requests and their responses, as the machines see them.

use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::ExportFormat;
use crate::protocol::photo::PictureId;
use crate::protocol::view::AccountAction;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The purpose of a request, which decides the machine that receives the response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Validates the stored access token.
    ValidateToken,
    /// Refreshes the tokens.
    RefreshTokens,
    /// Loads the signed-in user.
    LoadUser,
    /// Logs in.
    LogIn,
    /// Signs up.
    SignUp,
    /// Ends the session on the server.
    LogOut,
    /// Loads the features that the server offers.
    LoadFeatures,
    /// Requests the URL for a login with Google.
    GoogleLogIn,
    /// Completes a login after the redirect from Google.
    CompleteGoogleLogIn,
    /// Requests a mail with a link to choose a new password.
    ForgotPassword,
    /// Sets a new password with a mailed link.
    ResetPassword,
    /// Confirms an email address with a mailed link.
    ConfirmEmail,
    /// Loads the account for Settings.
    LoadAccount,
    /// Changes the account.
    ChangeAccount {
        /// The action in Settings.
        action: AccountAction,
    },
    /// Ends every login of the account.
    LogOutEverywhere {
        /// Whether unsent changes may be discarded.
        discard_unsent: bool,
    },
    /// Loads the list of boards.
    LoadBoards,
    /// Loads a complete board.
    LoadBoard {
        /// The slug that was requested.
        slug: String,
    },
    /// Loads the changes of a board since the known version.
    CatchUp {
        /// The board.
        board_id: Id,
    },
    /// Loads the dated cards of all boards.
    LoadTasks,
    /// Loads the trash and the archives.
    LoadTrash,
    /// Loads the activity of a card.
    LoadActivity {
        /// The card.
        card_id: Id,
    },
    /// Sends the first batch of the outbox.
    SendOutbox,
    /// Loads the focused time by day.
    LoadFocusDays,
    /// Loads the focused time by board and label.
    LoadBreakdown,
    /// Loads the latest focus sessions.
    LoadLatestSessions {
        /// Loads the sessions before this one; `None` loads the latest.
        before: Option<Id>,
    },
    /// Loads the focused time of a board's cards.
    LoadFocusTime {
        /// The board.
        board_id: Id,
    },
    /// Downloads all sessions as a file.
    ExportSessions {
        /// The file format.
        format: ExportFormat,
    },
    /// Loads the preferences.
    LoadPreferences,
    /// Loads the notes that changed.
    LoadNotes {
        /// The version after which they changed.
        since: i64,
    },
    /// Loads the list of earlier versions of a note.
    LoadNoteVersions {
        /// The note.
        note_id: Id,
    },
    /// Loads an earlier version of a note.
    LoadNoteVersion {
        /// The note.
        note_id: Id,
        /// The save of the version.
        save_id: Id,
    },
    /// Loads the place of the browser, by its network address.
    LocateBrowser,
    /// Loads the weather.
    LoadWeather {
        /// The request's path, which identifies the place.
        path: String,
    },
    /// Loads a random photo.
    LoadRandomPhoto,
    /// Loads a page of photos.
    LoadPhotos {
        /// The search text; empty for the featured photos.
        query: String,
        /// The number of the page, from 1.
        page: u32,
    },
    /// Reports to the photo service that a photo is used.
    ReportPhotoUse,
    /// Loads the user's own pictures.
    LoadPictures,
    /// Uploads a picture.
    UploadPicture,
    /// Deletes a picture.
    DeletePicture {
        /// The picture's id.
        picture_id: PictureId,
    },
    /// Searches for places by name.
    SearchPlaces {
        /// The search text.
        text: String,
    },
}

/// A request to the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiRequest {
    /// Its purpose.
    pub purpose: Purpose,
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'static str,
    /// The path after the API's base URL.
    pub path: String,
    /// The JSON body, if any.
    pub body: Option<String>,
    /// Whether it needs the access token.
    pub needs_token: bool,
    /// Whether the response is a file, which stays outside the core.
    pub is_file_download: bool,
    /// The handle of the file to send as the body, which stays outside the core; `None` for other requests.
    pub upload: Option<u32>,
}

impl ApiRequest {
    /// Creates an authenticated `GET` request.
    pub fn get(purpose: Purpose, path: impl Into<String>) -> Self {
        Self {
            purpose,
            method: "GET",
            path: path.into(),
            body: None,
            needs_token: true,
            is_file_download: false,
            upload: None,
        }
    }

    /// Creates an authenticated `GET` request for a file.
    pub fn get_file(purpose: Purpose, path: impl Into<String>) -> Self {
        Self { is_file_download: true, ..Self::get(purpose, path) }
    }

    /// Creates an authenticated request with a JSON body.
    pub fn with_body(purpose: Purpose, method: &'static str, path: impl Into<String>, body: String) -> Self {
        Self { method, body: Some(body), ..Self::get(purpose, path) }
    }

    /// Creates an authenticated file upload.
    pub fn upload(purpose: Purpose, path: impl Into<String>, file: u32) -> Self {
        Self { method: "POST", upload: Some(file), ..Self::get(purpose, path) }
    }

    /// Returns the request without its body.
    pub fn without_body(self) -> Self {
        Self { body: None, ..self }
    }

    /// Returns the request without the access token.
    pub fn without_token(self) -> Self {
        Self { needs_token: false, ..self }
    }
}

/// The response to a request, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
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
#[derive(Deserialize)]
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
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self {
            ApiResponse::Received { status: 200..=299, body } => {
                serde_json::from_str(body).map_err(|_| Failure::Transient)
            }
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
                match serde_json::from_str::<ErrorBody>(body) {
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
            ApiResponse::Received { status: 400..=499, body } => serde_json::from_str::<ErrorBody>(body).ok(),
            _ => None,
        };
        refusal.map_or_else(|| ErrorCode::Unavailable.into(), Rejection::from)
    }
}

/// Percent-encodes a text for use in a path or a query: everything but ASCII letters, digits and hyphens (RFC 3986,
/// section 2.1).
pub fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut path, byte| {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            path.push(byte as char);
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
        path
    })
}
