//! Requests to the server and what came of them, as the machines see them.

use crate::protocol::effect::{IoEffect, Step};
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::intent::ExportFormat;
use crate::protocol::peer::PeerMessage;
use crate::protocol::photo::PictureId;
use crate::protocol::stored::{OutboxEntry, kept};
use crate::protocol::view::AccountAction;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What a request is for: it tells which machine the answer goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The stored access token is checked.
    ValidateToken,
    /// The tokens are renewed.
    Refresh,
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
    CompleteGoogle,
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
    EndLogins {
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
    Send,
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
    Export {
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
    LoadPlace,
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
    PhotoUsed,
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
pub struct Call {
    /// What it is for.
    pub purpose: Purpose,
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'static str,
    /// The path below the API's base.
    pub path: String,
    /// The JSON body.
    pub body: Option<String>,
    /// Whether it carries the access token.
    pub is_authorised: bool,
    /// Whether the answer is a file, which stays outside the core.
    pub is_file: bool,
    /// The file that is the body instead, as the runtime numbers it; it stays outside the core too.
    pub upload: Option<u32>,
}

impl Call {
    /// A reading request in the person's name.
    pub fn get(purpose: Purpose, path: impl Into<String>) -> Self {
        Self {
            purpose,
            method: "GET",
            path: path.into(),
            body: None,
            is_authorised: true,
            is_file: false,
            upload: None,
        }
    }

    /// The same for a file.
    pub fn file(purpose: Purpose, path: impl Into<String>) -> Self {
        Self { is_file: true, ..Self::get(purpose, path) }
    }

    /// A writing request in the person's name.
    pub fn send(purpose: Purpose, method: &'static str, path: impl Into<String>, body: String) -> Self {
        Self { method, body: Some(body), ..Self::get(purpose, path) }
    }

    /// A file that is sent in the person's name.
    pub fn upload(purpose: Purpose, path: impl Into<String>, file: u32) -> Self {
        Self { method: "POST", upload: Some(file), ..Self::get(purpose, path) }
    }

    /// The same without a body.
    pub fn empty(self) -> Self {
        Self { body: None, ..self }
    }

    /// The same without the access token.
    pub fn unauthorised(self) -> Self {
        Self { is_authorised: false, ..self }
    }
}

/// What came of a request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The server answered.
    Arrived {
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// No answer: no network or no server.
    Lost,
    /// No answer within the time limit of the request.
    TimedOut,
}

/// A failed request, told apart by what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It may work later: no answer, 408, 429, 5xx, or a body that is not the server's. Nothing that is stored is given up for it.
    Passing,
    /// The server refuses it for good, with this status.
    Final {
        /// The HTTP status: 400 to 499, but neither 408 nor 429.
        status: u16,
        /// Why.
        rejection: Rejection,
    },
}

/// A refusal as the server writes it. Its code may be newer than this core.
#[derive(Deserialize)]
struct Refusal {
    code: String,
    message: String,
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        let known = ErrorCode::ALL.iter().find(|code| code.as_str() == refusal.code);
        Self { code: known.copied().unwrap_or(ErrorCode::Internal), message: refusal.message }
    }
}

impl Answer {
    /// Reads the body of a 2xx answer.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self {
            Answer::Arrived { status: 200..=299, body } => serde_json::from_str(body).map_err(|_| Failure::Passing),
            _ => Err(self.failure()),
        }
    }

    /// Whether the server took it.
    pub fn is_success(&self) -> bool {
        matches!(self, Answer::Arrived { status: 200..=299, .. })
    }

    /// Whether a server answered, whatever it said.
    pub fn has_arrived(&self) -> bool {
        matches!(self, Answer::Arrived { .. })
    }

    /// The same with an empty body: whether and how the server answered.
    pub fn without_body(&self) -> Self {
        match self {
            Answer::Arrived { status, .. } => Answer::Arrived { status: *status, body: String::new() },
            Answer::Lost => Answer::Lost,
            Answer::TimedOut => Answer::TimedOut,
        }
    }

    /// Whether the request may have been too large for the time or the size that it was given: a time-out here or at a proxy
    /// (408, 504), or a 413.
    pub fn is_too_large(&self) -> bool {
        matches!(self, Answer::TimedOut | Answer::Arrived { status: 408 | 413 | 504, .. })
    }

    /// Whether the server says that whoever asked is not signed in: a 401 with a code (SPEC A9).
    pub fn is_unauthorised(&self) -> bool {
        matches!(self.failure(), Failure::Final { status: 401, .. })
    }

    /// How an answer other than 2xx failed.
    pub fn failure(&self) -> Failure {
        match self {
            Answer::Arrived { status: status @ 400..=499, body } if !matches!(status, 408 | 429) => {
                match serde_json::from_str::<Refusal>(body) {
                    Ok(refusal) => Failure::Final { status: *status, rejection: refusal.into() },
                    // A proxy's page: it says nothing about what the server would do (SPEC A9, Y3).
                    Err(_) => Failure::Passing,
                }
            }
            _ => Failure::Passing,
        }
    }

    /// Why it failed, for the form that asked: in the server's words where it refuses, and also where it refuses for now (408,
    /// 429), because those tell how long to wait.
    pub fn rejection(&self) -> Rejection {
        let refusal = match self {
            Answer::Arrived { status: 400..=499, body } => serde_json::from_str::<Refusal>(body).ok(),
            _ => None,
        };
        refusal.map_or_else(|| ErrorCode::Unavailable.into(), Rejection::from)
    }
}

/// What one input has led to so far. Machines add to it; [`crate::app::App`] sends the calls and queues the entries.
#[derive(Debug, Default)]
pub struct Turn {
    /// Patches and effects.
    pub step: Step,
    /// Requests to send.
    pub calls: Vec<Call>,
    /// Changes to put into the outbox.
    pub entries: Vec<OutboxEntry>,
    /// What IndexedDB keeps and forgets, all or none of it.
    pub kept: Vec<(String, Option<String>)>,
    /// Prefixes of what IndexedDB forgets after that.
    pub forgotten: Vec<String>,
    /// Prefixes of what is read from IndexedDB after that.
    pub loads: Vec<String>,
    /// What the other tabs are told, once it is kept.
    pub told: Vec<PeerMessage>,
}

impl Turn {
    /// Adds what another machine's step holds.
    pub fn extend(&mut self, step: Step) {
        self.step.rejection = self.step.rejection.take().or(step.rejection);
        self.step.patches.extend(step.patches);
        self.step.ui.extend(step.ui);
        self.step.io.extend(step.io);
    }

    /// Keeps a text under a key.
    pub fn store(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.step.io.push(IoEffect::Store { key: key.into(), value: value.into() });
    }

    /// Forgets a key.
    pub fn remove(&mut self, key: impl Into<String>) {
        self.step.io.push(IoEffect::Remove { key: key.into() });
    }

    /// Keeps a text in IndexedDB.
    pub fn keep(&mut self, key: String, text: String) {
        self.kept.push((key, Some(text)));
    }

    /// Forgets a key of IndexedDB.
    pub fn unkeep(&mut self, key: String) {
        self.kept.push((key, None));
    }

    /// Sets aside what cannot be read, for whoever looks into it: a newer version of the app may have written it.
    pub fn set_aside(&mut self, key: String, text: String) {
        self.log(format!("Something stored could not be read and was set aside: {key}"));
        self.keep(kept::set_aside(&key), text);
        self.unkeep(key);
    }

    /// Writes a failure to the log, in the specification's words.
    pub fn log(&mut self, message: impl Into<String>) {
        self.step.io.push(IoEffect::Log { message: message.into() });
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
