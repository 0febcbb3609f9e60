//! API requests, as the machines make them.

use crate::protocol::id::Id;
use crate::protocol::intent::ExportFormat;
use crate::protocol::photo::PictureId;
use crate::protocol::sharing::SharingChange;
use crate::protocol::view::AccountAction;

/// The purpose of a request, which decides the machine that receives the response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
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
    /// Links a Google account by the account's password.
    LinkGoogle,
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
    /// Loads a part of the page for administrators.
    LoadAdmin {
        /// The request's path, which identifies the part.
        path: String,
    },
    /// Sends a change by an administrator.
    ChangeAdmin,
    /// Loads the open invitations to a board.
    LoadInvitations {
        /// The board.
        board_id: Id,
    },
    /// Changes who may see and change a board.
    ChangeSharing {
        /// The board.
        board_id: Id,
        /// The change.
        change: SharingChange,
    },
    /// Uploads a file and attaches it to a card.
    UploadAttachment {
        /// The id of the new attachment.
        upload_id: Id,
    },
    /// Loads the addresses of the attachments of a board.
    LoadAttachmentLinks {
        /// The board.
        board_id: Id,
    },
    /// Accepts an invitation to a board.
    AcceptInvitation {
        /// The request's path, which identifies the invitation.
        path: String,
    },
    /// Declines an invitation to a board.
    DeclineInvitation {
        /// The request's path, which identifies the invitation.
        path: String,
    },
    /// Loads a page of the inbox.
    LoadInbox {
        /// Loads the entries before this one; `None` loads the latest.
        before: Option<Id>,
    },
    /// Marks entries of the inbox as read or as unread.
    MarkInbox,
    /// Turns inbox mails off by a mailed link.
    UnsubscribeInbox,
    /// Loads the board of a public link.
    LoadPublicBoard {
        /// The request's path, which identifies the link.
        path: String,
    },
    /// Loads the list of boards.
    LoadBoards,
    /// Loads the first screen of a board.
    LoadFirstScreen {
        /// The slug that was requested.
        slug: String,
    },
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
    /// Loads the focus time of the members on a card.
    LoadSharedFocus {
        /// The path that was requested.
        path: String,
    },
    /// Loads a page of the activity of a board.
    LoadBoardActivity {
        /// The path that was requested.
        path: String,
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
    /// Searches in everything that the account can read.
    Search {
        /// The text of the search.
        query: String,
        /// The cursor of the page; `None` for the first page.
        cursor: Option<String>,
    },
    /// A request of a page about data that the core has no rules for.
    CallServer {
        /// The number of the call.
        call_id: u32,
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

/// The body of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestBody {
    /// No body.
    None,
    /// JSON text.
    Json(String),
    /// A file, by its handle; the file itself stays outside the core.
    File(u32),
}

impl RequestBody {
    /// Returns the JSON text, if that is the body.
    pub(crate) fn json(&self) -> Option<&String> {
        match self {
            Self::Json(text) => Some(text),
            Self::None | Self::File(_) => None,
        }
    }
}

/// The kind of a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResponseKind {
    /// JSON text, which the core parses.
    Json,
    /// A file, which stays outside the core.
    File,
}

/// A request to the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiRequest {
    /// Its purpose.
    pub(crate) purpose: Purpose,
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub(crate) method: &'static str,
    /// The path after the API's base URL.
    pub(crate) path: String,
    /// The body.
    pub(crate) body: RequestBody,
    /// Whether it needs the access token.
    pub(crate) needs_token: bool,
    /// The kind of the response.
    pub(crate) response: ResponseKind,
}

impl ApiRequest {
    /// Creates an authenticated `GET` request.
    pub(crate) fn get(purpose: Purpose, path: impl Into<String>) -> Self {
        Self {
            purpose,
            method: "GET",
            path: path.into(),
            body: RequestBody::None,
            needs_token: true,
            response: ResponseKind::Json,
        }
    }

    /// Creates an authenticated `GET` request for a file.
    pub(crate) fn get_file(purpose: Purpose, path: impl Into<String>) -> Self {
        Self { response: ResponseKind::File, ..Self::get(purpose, path) }
    }

    /// Creates an authenticated request with a JSON body.
    pub(crate) fn with_body(purpose: Purpose, method: &'static str, path: impl Into<String>, body: String) -> Self {
        Self { method, body: RequestBody::Json(body), ..Self::get(purpose, path) }
    }

    /// Creates an authenticated file upload.
    pub(crate) fn upload(purpose: Purpose, method: &'static str, path: impl Into<String>, file: u32) -> Self {
        Self { method, body: RequestBody::File(file), ..Self::get(purpose, path) }
    }

    /// Returns the request without its body.
    pub(crate) fn without_body(self) -> Self {
        Self { body: RequestBody::None, ..self }
    }

    /// Returns the request without the access token.
    pub(crate) fn without_token(self) -> Self {
        Self { needs_token: false, ..self }
    }
}

/// Percent-encodes a text for use in a path or a query: everything but ASCII letters, digits and hyphens (RFC 3986,
/// section 2.1).
pub(crate) fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut path, byte| {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            path.push(byte as char);
        } else {
            path.push_str(&format!("%{byte:02X}"));
        }
        path
    })
}
