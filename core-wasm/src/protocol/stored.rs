//! What the browser's storage contains. The specification names the keys; those that it does not name are in
//! [`local_key`] and [`idb_key`].

use super::error::ErrorCode;
use super::http::{CardFocus, CreateBoardRequest, DaySum, PreferencesUpdate};
use super::id::Id;
use super::inbox::{InboxReadRequest, InboxResponse};
use super::note::{Note, NoteChange};
use super::op::BoardOp;
use super::record::{Board, BoardRecords, FocusSession, Segment, SessionKind};
use super::text::{CardTitle, Slug};
use super::time::Timestamp;
use super::view::{BoardSummary, BoardView};
use json::{ReadJson, ReadOwnedJson, WriteJson};
use serde::{Deserialize, Serialize};

/// Keys of the local storage.
pub mod local_key {
    /// The access token, as plain text.
    pub const ACCESS_TOKEN: &str = "access_token";
    /// The refresh token, as plain text.
    pub const REFRESH_TOKEN: &str = "refresh_token";
    /// [`super::TimerState`] as JSON.
    pub const TIMER_STATE: &str = "timerState";
    /// [`super::TimerSession`] as JSON.
    pub const TIMER_SESSION: &str = "timerSession";
    /// When the timer was last seen running, in milliseconds since the epoch, to the minute, as plain text. It has a
    /// key of its own because it is written without a user action: it must not overwrite what another tab writes at the
    /// same moment for the user.
    pub const TIMER_LAST_SEEN: &str = "timerSeen";
    /// The theme as plain text: `dark` or `light`.
    pub const THEME: &str = "theme";
    /// The length of a focus session in minutes, as plain text.
    pub const FOCUS_TIME: &str = "focusTime";
    /// [`super::super::http::User`] as JSON: the user who was last signed in.
    pub const USER: &str = "user";
    /// The guest's name as plain text. A browser that has it and no token belongs to a guest.
    pub const GUEST_NAME: &str = "name";
    /// [`super::ReturnPath`] as JSON: the page to open after a login with Google.
    pub const RETURN_PATH: &str = "wantedPath";
    /// The code of an invitation to a board, as plain text. It is accepted after the next login.
    pub const INVITATION: &str = "invitation";
    /// The indexes of the chosen greetings of the morning, the afternoon and the evening, as three digits.
    pub const GREETINGS: &str = "greetings";
    /// [`super::super::http::Preferences`] as JSON.
    pub const PREFERENCES: &str = "preferences";
    /// Degrees north of the chosen or assumed place, as plain text.
    pub const LATITUDE: &str = "latitude";
    /// Degrees east of that place, as plain text.
    pub const LONGITUDE: &str = "longitude";
    /// The city of that place, as plain text.
    pub const CITY: &str = "city";
    /// `1` if the user has chosen the place.
    pub const PLACE_CHOSEN: &str = "placeChosen";
    /// [`super::super::weather::StoredWeather`] as JSON.
    pub const WEATHER: &str = "weather";
    /// [`super::super::background::StoredBackground`] as JSON. The URL of a photo alone is read too.
    pub const BACKGROUND: &str = "bgImg";
    /// The prefix of the account's first screens in IndexedDB, as plain text. The path of a page and a slash after it make
    /// the key, so that the page can start to read its first screen before the core has loaded.
    pub const FIRST_SCREENS: &str = "firstScreens";
    /// The prefix under which the first version of the app stored its outbox: `outbox/{account id}/{entry id}`. Entries
    /// found there move to IndexedDB.
    pub const LEGACY_OUTBOX_PREFIX: &str = "outbox/";
}

/// Keys of IndexedDB. All keys of an account start with `{account id}/`, those of a guest with `guest/`, so that they
/// can be deleted together.
pub mod idb_key {
    use super::Id;

    /// The initial capacity of a key, in bytes: enough for two ids and what is between them.
    const KEY_CAPACITY: usize = 96;

    /// Returns the first segment of an account's keys: its id, or `guest`.
    fn owner_segment(account: Id) -> String {
        let mut segment = String::with_capacity(KEY_CAPACITY);
        if account == Id::GUEST {
            segment.push_str("guest");
        } else {
            account.append_to(&mut segment);
        }
        segment
    }

    /// Returns the prefix of everything that is stored for an account.
    pub fn account_prefix(account: Id) -> String {
        format!("{}/", owner_segment(account))
    }

    /// Returns the prefix of what is read when the app starts: everything but the boards and the notes.
    pub fn startup_prefix(account: Id) -> String {
        format!("{}/kept/", owner_segment(account))
    }

    /// Returns the prefix of the outbox; the entry's id follows. The order of the keys is the order of the changes.
    pub fn outbox_prefix(account: Id) -> String {
        owner_segment(account) + "/kept/outbox/"
    }

    /// Returns the key of an entry of the outbox.
    pub fn outbox_entry(account: Id, id: Id) -> String {
        let mut key = outbox_prefix(account);
        id.append_to(&mut key);
        key
    }

    /// Returns whether a key is that of an entry of any account's outbox.
    pub fn is_outbox_entry(key: &str) -> bool {
        key.contains("/kept/outbox/")
    }

    /// Returns the prefix of the changes that the server refused; the refusal's id follows.
    pub fn refused_prefix(account: Id) -> String {
        format!("{}/kept/refused/", owner_segment(account))
    }

    /// Returns the prefix of the drafts; the name of the field follows.
    pub fn draft_prefix(account: Id) -> String {
        format!("{}/kept/draft/", owner_segment(account))
    }

    /// Returns the key of the list of boards, a [`super::StoredOverview`].
    pub fn overview(account: Id) -> String {
        format!("{}/kept/overview", owner_segment(account))
    }

    /// Returns the key of the reminders that have fired on this device, a [`super::StoredFiredReminders`].
    pub fn fired_reminders(account: Id) -> String {
        format!("{}/kept/calls", owner_segment(account))
    }

    /// Returns the key of the dated cards of all boards from the server, a
    /// [`super::super::http::BoardsRecordsResponse`].
    pub fn tasks(account: Id) -> String {
        format!("{}/kept/tasks", owner_segment(account))
    }

    /// Returns the key of the statistics from the server, a [`super::StoredStats`].
    pub fn stats(account: Id) -> String {
        format!("{}/kept/stats", owner_segment(account))
    }

    /// Returns the key of the latest entries of the inbox, a [`super::StoredInbox`].
    pub fn inbox(account: Id) -> String {
        format!("{}/kept/inbox", owner_segment(account))
    }

    /// Returns the prefix of the focused time of boards; the board's id follows.
    pub fn focus_times_prefix(account: Id) -> String {
        format!("{}/kept/focus time/", owner_segment(account))
    }

    /// Returns the key of the focused time of a board's cards from the server, a [`super::StoredFocusTime`].
    pub fn focus_time(account: Id, board: Id) -> String {
        format!("{}{board}", focus_times_prefix(account))
    }

    /// Returns the prefix of everything that is stored of the notes. It is read when the notes are first opened.
    pub fn notes_prefix(account: Id) -> String {
        format!("{}/notes/", owner_segment(account))
    }

    /// Returns the key of a version of a note from the server, a [`super::StoredNote`]. Several tabs may each store
    /// one; the latest version counts. The version has twenty digits, so that keys sort like versions.
    pub fn note(account: Id, note: Id, version: i64) -> String {
        format!("{}/notes/{note}/{version:020}", owner_segment(account))
    }

    /// Returns the key of the version up to which all notes are stored, a [`super::StoredNotes`].
    pub fn notes_version(account: Id) -> String {
        format!("{}/notes/version", owner_segment(account))
    }

    /// Returns the prefix of everything that is stored of a board.
    pub fn board_prefix(account: Id, board: Id) -> String {
        format!("{}/board/{board}/", owner_segment(account))
    }

    /// Returns the key of a board's snapshot, a [`super::StoredBoard`]. Several tabs may each store one; the latest
    /// version counts. The version has twenty digits, so that keys sort like versions.
    pub fn snapshot(account: Id, board: Id, version: i64) -> String {
        format!("{}/board/{board}/snapshot/{version:020}", owner_segment(account))
    }

    /// Returns the key of the changes from one version of a board to another, a [`super::StoredDelta`]. The key
    /// contains both versions, because two tabs may store changes from the same version to different ones.
    pub fn delta(account: Id, board: Id, since: i64, version: i64) -> String {
        format!("{}/board/{board}/news/{version:020}/{since}", owner_segment(account))
    }

    /// Returns the key of the user's own changes that the server confirmed at a version. They are stored until the
    /// delta up to that version is.
    pub fn own_changes(account: Id, board: Id, version: i64) -> String {
        format!("{}/board/{board}/own/{version:020}", owner_segment(account))
    }

    /// Returns the prefix of the first screens; the path of the page and a slash follow.
    pub fn first_screens_prefix(account: Id) -> String {
        format!("{}/first screen", owner_segment(account))
    }

    /// Returns whether a key is that of a first screen.
    pub fn is_first_screen(key: &str) -> bool {
        key.split('/').nth(1) == Some("first screen")
    }

    /// Returns the key of the first screen of a board, a [`super::StoredFirstScreen`].
    pub fn first_screen(account: Id, slug: &str) -> String {
        format!("{}/app/b/{slug}/", first_screens_prefix(account))
    }

    /// Returns the key under which an unreadable value is quarantined: out of the way, but available for support.
    pub fn quarantined(key: &str) -> String {
        format!("set aside/{key}")
    }
}

/// The version of the formats in IndexedDB. Older values are read and migrated; newer ones are quarantined.
pub const FORMAT: u32 = 1;

/// Parses a stored text. Returns `None` if it is invalid or has another format version.
pub(crate) fn parse_stored<T: ReadOwnedJson>(text: &str, format: impl FnOnce(&T) -> u32) -> Option<T> {
    json::parse(text).ok().filter(|stored| format(stored) == FORMAT)
}

/// The page to open after a login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct ReturnPath {
    /// The path inside the app, with its query.
    pub path: String,
    /// The account whose session ended on that page. Only this account returns to it; null allows any account.
    pub account: Option<Id>,
}

impl ReturnPath {
    /// Creates a return path for any account.
    pub(crate) fn for_any_account(path: impl Into<String>) -> Self {
        Self { path: path.into(), account: None }
    }
}

/// The stored list of boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredOverview {
    /// [`FORMAT`].
    pub format: u32,
    /// The boards as confirmed by the server.
    pub boards: Vec<Board>,
    /// Boards that the server no longer lists. It is not known yet whether they are in the trash, or whether the user
    /// was removed from them and their stored data has to be deleted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Board>,
    /// What the server has said about the contents of the boards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<BoardSummary>,
}

/// The stored state of a board as confirmed by the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredBoard {
    /// [`FORMAT`].
    pub format: u32,
    /// The board's records.
    pub records: BoardRecords,
}

/// What a board showed when it was last open: its lists with their first cards. A copy that can be lost at any time.
#[derive(Clone, PartialEq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredFirstScreen {
    /// [`FORMAT`].
    pub format: u32,
    /// The board.
    pub board: BoardView,
}

/// Stored changes to a board after its snapshot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredDelta {
    /// [`FORMAT`].
    pub format: u32,
    /// The version before the changes, if none is missing; null for changes that this device itself made and the server
    /// confirmed, because others may have happened in between.
    pub since: Option<i64>,
    /// The changed records.
    pub records: BoardRecords,
}

/// A stored note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredNote {
    /// [`FORMAT`].
    pub format: u32,
    /// The note from the server, with its document; null if it was deleted permanently.
    pub note: Option<Note>,
}

/// Which notes are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredNotes {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of the account's notes up to which all notes are stored.
    pub version: i64,
}

/// The reminders that have fired on this device, stored so that none fires twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredFiredReminders {
    /// [`FORMAT`].
    pub format: u32,
    /// The latest reminders: each with its id, and with the due date and the minutes before it for which it fired.
    pub calls: Vec<(Id, String)>,
}

/// The stored statistics.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredStats {
    /// [`FORMAT`].
    pub format: u32,
    /// The days with focused time, earliest first.
    pub days: Vec<DaySum>,
    /// The sessions that are not included in the days, because they had not been sent yet.
    pub except: Vec<Id>,
}

/// The stored inbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredInbox {
    /// [`FORMAT`].
    pub format: u32,
    /// The latest entries, at most 50, with the unsent marks applied.
    pub inbox: InboxResponse,
    /// The marks that were not sent yet, oldest first.
    #[serde(default)]
    pub marks: Vec<InboxReadRequest>,
}

/// The stored focused time of a board's cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredFocusTime {
    /// [`FORMAT`].
    pub format: u32,
    /// The cards with focused time.
    pub cards: Vec<CardFocus>,
    /// The sessions that are not included in the cards, because they had not been sent yet.
    pub except: Vec<Id>,
}

/// A change that the server refused, stored until the user dismisses it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredRefusal {
    /// [`FORMAT`].
    pub format: u32,
    /// The reason as a stable code.
    pub code: ErrorCode,
    /// A description of the change.
    pub what: String,
    /// The text that the user had written, if any.
    pub text: Option<String>,
}

/// The timer's state as the specification names it, with the deadline added. Stored under `timerState`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct TimerState {
    /// Remaining minutes: 0 to 180.
    pub minutes: i64,
    /// Remaining seconds of the last minute: 0 to 59.
    pub seconds: i64,
    /// Whether the timer is running.
    pub is_active: bool,
    /// Whether the current phase is work; otherwise it is a break.
    pub is_work_session: bool,
    /// Whether the timer was paused and can be resumed.
    pub has_previous_session: bool,
    /// When the running phase ends, in milliseconds since the epoch; null if the timer is not running.
    pub ends_at: Option<i64>,
}

/// The card that the timer runs for, with its title when it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TimerCard {
    /// The id of the card's board.
    pub board_id: Id,
    /// The slug of that board, as used in its URL.
    pub board_slug: Slug,
    /// The card's id.
    pub card_id: Id,
    /// The card's title.
    pub title: CardTitle,
}

/// A focus session that ended while the app was not in view, until the user decides about the time after its planned
/// end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct StoredOverrun {
    /// The session as recorded for now: up to its planned end.
    pub session: FocusSession,
    /// When the timer was last seen running.
    pub seen: Timestamp,
    /// When the user came back.
    pub until: Timestamp,
}

/// The session that is being recorded, beside the timer's state. Stored under `timerSession`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct TimerSession {
    /// The version of this format: 2. Fields that version 1 lacks have a default.
    pub version: u32,
    /// The kind of the current phase.
    pub phase: SessionKind,
    /// Its length in seconds.
    pub length: i64,
    /// Whether the length was set in the editor. If not, a phase that has not started takes its length from the
    /// settings.
    #[serde(default)]
    pub edited: bool,
    /// The number of focus sessions completed since the last long break.
    pub completed_in_round: u32,
    /// The id of the current session; null before its first start.
    pub id: Option<Id>,
    /// Its finished intervals.
    pub segments: Vec<Segment>,
    /// When the running interval started, with the UTC offset in minutes; null if the timer is not running.
    pub running_since: Option<(Timestamp, i32)>,
    /// How often the current session has been recorded; this is its next revision.
    #[serde(default)]
    pub revision: i64,
    /// The card that the timer runs for; null for none.
    #[serde(default)]
    pub card: Option<TimerCard>,
    /// The question about the previous session that the user has not answered yet; null for none.
    #[serde(default)]
    pub overrun: Option<StoredOverrun>,
    /// Whether the previous phase ended at its deadline and the user has not reacted yet.
    #[serde(default)]
    pub after_end: bool,
    /// The id of the last claim to play sounds or to end the phase. A tab that owns the sound and reads another id here
    /// has lost it.
    #[serde(default)]
    pub bell: Option<Id>,
    /// When the user last changed the timer, or a phase ended. It always increases, even if the device's clock is set
    /// back. A tab that writes without a user action does not change it, so that it never overwrites a newer change.
    /// Null if an earlier version of the app wrote it.
    #[serde(default)]
    pub changed: Option<Timestamp>,
    /// The remaining time of a paused phase, in milliseconds; null if it is not paused.
    #[serde(default)]
    pub left: Option<i64>,
}

/// A change that waits to be sent. Stored under [`idb_key::outbox_prefix`], ordered by id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "snake_case")]
pub enum OutboxEntry {
    /// Creates a board.
    CreateBoard {
        /// The request.
        request: CreateBoardRequest,
    },
    /// Creates a board with everything on it.
    ImportBoard {
        /// Its records, with the board's own one. The server makes the same of them.
        records: Box<BoardRecords>,
        /// Whether it was imported without a connection to the server (SPEC L3).
        made_offline: bool,
    },
    /// Changes a board.
    BoardOp {
        /// The board.
        board_id: Id,
        /// The op.
        op: BoardOp,
    },
    /// Records or changes a focus session.
    FocusSession {
        /// The session.
        session: FocusSession,
        /// The session as this device knew it before the change; `None` for a new one.
        #[serde(default)]
        previous: Option<Box<FocusSession>>,
    },
    /// Changes preferences.
    Preferences {
        /// The changed fields.
        update: PreferencesUpdate,
    },
    /// Changes a note.
    Note {
        /// The note.
        note_id: Id,
        /// The change.
        change: NoteChange,
    },
}
