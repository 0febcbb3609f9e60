//! Requests to the server and what came of them, as the machines see them.

use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::ExportFormat;
use crate::protocol::photo::PictureId;
use crate::protocol::view::AccountAction;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What a request is for: it tells which machine the answer goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The stored access token is checked.
    ValidateToken,
    /// The tokens are renewed.
    RefreshTokens,
    /// Who is signed in.
    LoadUser,
    /// A login.
    LogIn,
    /// A signup.
    SignUp,
    /// The end of the session, as far as the server knows it.
    LogOut,
    /// What the server offers.
    LoadFeatures,
    /// Where the browser goes to log in with Google.
    GoogleLogIn,
    /// The login that has come back from Google.
    CompleteGoogleLogIn,
    /// A link to choose a new password.
    ForgotPassword,
    /// A new password, by such a link.
    ResetPassword,
    /// The email, by a link.
    ConfirmEmail,
    /// What Settings tells of the account.
    LoadAccount,
    /// Something that Settings does with the account.
    ChangeAccount {
        /// What.
        action: AccountAction,
    },
    /// The end of every login of the account.
    LogOutEverywhere {
        /// Whether changes that wait may be lost.
        discard_unsent: bool,
    },
    /// The list of boards.
    LoadBoards,
    /// All of one board.
    LoadBoard {
        /// The slug it was asked for by.
        slug: String,
    },
    /// What changed on a board since the version that is known.
    CatchUp {
        /// The board.
        board_id: Id,
    },
    /// The dated cards of all boards.
    LoadTasks,
    /// What lies in the trash and in the archives.
    LoadTrash,
    /// What has happened to a card.
    LoadActivity {
        /// The card.
        card_id: Id,
    },
    /// The head of the outbox.
    SendOutbox,
    /// Focused time by day.
    LoadFocusDays,
    /// Focused time by board and label.
    LoadBreakdown,
    /// The latest focus sessions.
    LoadLatestSessions {
        /// The session before which they lie; `None` for the latest of all.
        before: Option<Id>,
    },
    /// Focused time of a board's cards.
    LoadFocusTime {
        /// The board.
        board_id: Id,
    },
    /// All sessions, as a file.
    ExportSessions {
        /// Its form.
        format: ExportFormat,
    },
    /// The preferences.
    LoadPreferences,
    /// The notes that have changed.
    LoadNotes {
        /// The version since which they have.
        since: i64,
    },
    /// The earlier texts of a note.
    LoadNoteVersions {
        /// The note.
        note_id: Id,
    },
    /// An earlier text of a note.
    LoadNoteVersion {
        /// The note.
        note_id: Id,
        /// The save that it is of.
        save_id: Id,
    },
    /// Where this browser is.
    LocateBrowser,
    /// The weather there.
    LoadWeather {
        /// The path that it was asked under.
        path: String,
    },
    /// A photo by chance.
    LoadRandomPhoto,
    /// A page of photos.
    LoadPhotos {
        /// What is searched for; empty for those for everybody.
        query: String,
        /// The page, from 1.
        page: u32,
    },
    /// Somebody uses a photo.
    ReportPhotoUse,
    /// The person's own pictures.
    LoadPictures,
    /// One more of them.
    UploadPicture,
    /// One of them less.
    DeletePicture {
        /// Which.
        picture_id: PictureId,
    },
    /// Places of a name.
    SearchPlaces {
        /// The text that was searched for.
        text: String,
    },
}

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApiRequest {
    /// What it is for.
    pub purpose: Purpose,
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'static str,
    /// The path below the API's base.
    pub path: String,
    /// The JSON body.
    pub body: Option<String>,
    /// Whether it carries the access token.
    pub needs_token: bool,
    /// Whether the answer is a file, which stays outside the core.
    pub is_file_download: bool,
    /// The file that is the body instead, as the runtime numbers it; it stays outside the core too.
    pub upload: Option<u32>,
}

impl ApiRequest {
    /// A reading request in the person's name.
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

    /// The same for a file.
    pub fn get_file(purpose: Purpose, path: impl Into<String>) -> Self {
        Self { is_file_download: true, ..Self::get(purpose, path) }
    }

    /// A writing request in the person's name.
    pub fn with_body(purpose: Purpose, method: &'static str, path: impl Into<String>, body: String) -> Self {
        Self { method, body: Some(body), ..Self::get(purpose, path) }
    }

    /// A file that is sent in the person's name.
    pub fn upload(purpose: Purpose, path: impl Into<String>, file: u32) -> Self {
        Self { method: "POST", upload: Some(file), ..Self::get(purpose, path) }
    }

    /// The same without a body.
    pub fn without_body(self) -> Self {
        Self { body: None, ..self }
    }

    /// The same without the access token.
    pub fn without_token(self) -> Self {
        Self { needs_token: false, ..self }
    }
}

/// What came of a request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ApiResponse {
    /// The server answered.
    Received {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// No answer: no network or no server.
    NetworkError,
    /// No answer within the time limit of the request.
    TimedOut,
}

/// A failed request, told apart by what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It may work later: no answer, 408, 429, 5xx, or a body that is not the server's. Nothing that is stored is given up for it.
    Transient,
    /// The server refuses it for good, with this status.
    Permanent {
        /// The HTTP status: 400 to 499, but neither 408 nor 429.
        status: u16,
        /// Why.
        rejection: Rejection,
    },
}

/// A refusal as the server writes it. Its code may be newer than this core.
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
    /// Reads the body of a 2xx answer.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self {
            ApiResponse::Received { status: 200..=299, body } => {
                serde_json::from_str(body).map_err(|_| Failure::Transient)
            }
            _ => Err(self.failure()),
        }
    }

    /// Whether the server took it.
    pub fn is_success(&self) -> bool {
        matches!(self, ApiResponse::Received { status: 200..=299, .. })
    }

    /// Whether a server answered, whatever it said.
    pub fn is_received(&self) -> bool {
        matches!(self, ApiResponse::Received { .. })
    }

    /// The same with an empty body: whether and how the server answered.
    pub fn without_body(&self) -> Self {
        match self {
            ApiResponse::Received { status, .. } => ApiResponse::Received { status: *status, body: String::new() },
            ApiResponse::NetworkError => ApiResponse::NetworkError,
            ApiResponse::TimedOut => ApiResponse::TimedOut,
        }
    }

    /// Whether the request may have been too large for the time or the size that it was given: a time-out here or at a proxy
    /// (408, 504), or a 413.
    pub fn is_too_large(&self) -> bool {
        matches!(self, ApiResponse::TimedOut | ApiResponse::Received { status: 408 | 413 | 504, .. })
    }

    /// Whether the server says that whoever asked is not signed in: a 401 with a code (SPEC A9).
    pub fn is_unauthorized(&self) -> bool {
        matches!(self.failure(), Failure::Permanent { status: 401, .. })
    }

    /// How an answer other than 2xx failed.
    pub fn failure(&self) -> Failure {
        match self {
            ApiResponse::Received { status: status @ 400..=499, body } if !matches!(status, 408 | 429) => {
                match serde_json::from_str::<ErrorBody>(body) {
                    Ok(error_body) => Failure::Permanent { status: *status, rejection: error_body.into() },
                    // A proxy's page: it says nothing about what the server would do (SPEC A9, Y3).
                    Err(_) => Failure::Transient,
                }
            }
            _ => Failure::Transient,
        }
    }

    /// Why it failed, for the form that asked: in the server's words where it refuses, and also where it refuses for now (408,
    /// 429), because those tell how long to wait.
    pub fn rejection(&self) -> Rejection {
        let refusal = match self {
            ApiResponse::Received { status: 400..=499, body } => serde_json::from_str::<ErrorBody>(body).ok(),
            _ => None,
        };
        refusal.map_or_else(|| ErrorCode::Unavailable.into(), Rejection::from)
    }
}

/// A text from an address, made safe to stand in a path or a query: all but letters, digits and hyphens is percent-encoded
/// (RFC 3986, section 2.1).
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
