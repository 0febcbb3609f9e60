//! The shapes in the browser's storage. The keys are the specification's; those of ours are listed in [`local_key`].

use super::error::ErrorCode;
use super::http::{CardFocus, CreateBoardRequest, DaySum, PreferencesUpdate};
use super::id::Id;
use super::note::{Note, NoteChange};
use super::op::BoardOp;
use super::record::{Board, BoardRecords, FocusSession, Segment, SessionKind};
use super::text::{CardTitle, Slug};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The keys under which texts are stored in the local storage.
pub mod local_key {
    /// The access token, as plain text.
    pub const ACCESS_TOKEN: &str = "access_token";
    /// The refresh token, as plain text.
    pub const REFRESH_TOKEN: &str = "refresh_token";
    /// [`super::TimerState`] as JSON.
    pub const TIMER_STATE: &str = "timerState";
    /// [`super::TimerSession`] as JSON.
    pub const TIMER_SESSION: &str = "timerSession";
    /// When the timer was last seen to run, to the minute: milliseconds since the epoch, as plain text. It stands alone, since it
    /// is written unasked: what a tab writes at the same moment because of a person is not undone by it.
    pub const TIMER_LAST_SEEN: &str = "timerSeen";
    /// `dark` or `light`.
    pub const THEME: &str = "theme";
    /// The length of a focus session in minutes, as plain text.
    pub const FOCUS_TIME: &str = "focusTime";
    /// [`super::super::http::User`] as JSON: who was last signed in here.
    pub const USER: &str = "user";
    /// How a guest wants to be called, as plain text: whoever has it and no token is a guest.
    pub const GUEST_NAME: &str = "name";
    /// Where the login of a person leads who has left for Google, as JSON: a `path` of the app, and the id of the `account` that alone
    /// is led there, or `null`.
    pub const RETURN_PATH: &str = "wantedPath";
    /// [`super::super::http::Preferences`] as JSON.
    pub const PREFERENCES: &str = "preferences";
    /// Degrees north of where the person is, as plain text.
    pub const LATITUDE: &str = "latitude";
    /// Degrees east, as plain text.
    pub const LONGITUDE: &str = "longitude";
    /// The city there, as plain text.
    pub const CITY: &str = "city";
    /// `1` where the person has chosen the place.
    pub const PLACE_CHOSEN: &str = "placeChosen";
    /// [`super::super::weather::StoredWeather`] as JSON.
    pub const WEATHER: &str = "weather";
    /// [`super::super::background::StoredBackground`] as JSON. The address of a photo by itself is read too.
    pub const BACKGROUND: &str = "bgImg";
    /// In front of the keys under which the first version of the app kept its outbox: `outbox/{account id}/{entry id}`.
    /// What lies there moves to IndexedDB.
    pub const LEGACY_OUTBOX_PREFIX: &str = "outbox/";
}

/// The keys under which texts are stored in IndexedDB. All of an account begin with `{account id}/`, and all of a guest with
/// `guest/`, so that they can be forgotten as one.
pub mod idb_key {
    use super::Id;

    /// What stands for an account in front of its keys: its id, or the word `guest`.
    fn owner_segment(account: Id) -> String {
        if account == Id::GUEST { "guest".to_owned() } else { account.to_string() }
    }

    /// In front of all that an account has stored.
    pub fn account_prefix(account: Id) -> String {
        format!("{}/", owner_segment(account))
    }

    /// In front of what is read when the app opens: everything but the boards.
    pub fn startup_prefix(account: Id) -> String {
        format!("{}/kept/", owner_segment(account))
    }

    /// In front of the outbox; an entry's id follows. The order of the keys is the order of the changes.
    pub fn outbox_prefix(account: Id) -> String {
        format!("{}/kept/outbox/", owner_segment(account))
    }

    /// In front of the changes that the server refused; an id follows.
    pub fn refused_prefix(account: Id) -> String {
        format!("{}/kept/refused/", owner_segment(account))
    }

    /// In front of the drafts; the field follows.
    pub fn draft_prefix(account: Id) -> String {
        format!("{}/kept/draft/", owner_segment(account))
    }

    /// The list of boards: [`super::StoredOverview`].
    pub fn overview(account: Id) -> String {
        format!("{}/kept/overview", owner_segment(account))
    }

    /// The reminders that have called on this device: [`super::StoredFiredReminders`].
    pub fn fired_reminders(account: Id) -> String {
        format!("{}/kept/calls", owner_segment(account))
    }

    /// The dated cards of all boards, as the server last told them: [`super::super::http::BoardsRecordsResponse`].
    pub fn tasks(account: Id) -> String {
        format!("{}/kept/tasks", owner_segment(account))
    }

    /// The sums of the statistics as the server last told them: [`super::StoredStats`].
    pub fn stats(account: Id) -> String {
        format!("{}/kept/stats", owner_segment(account))
    }

    /// In front of the focused time of boards; the board follows.
    pub fn focus_times_prefix(account: Id) -> String {
        format!("{}/kept/focus time/", owner_segment(account))
    }

    /// Focused time of a board's cards as the server last told it: [`super::StoredFocusTime`].
    pub fn focus_time(account: Id, board: Id) -> String {
        format!("{}{board}", focus_times_prefix(account))
    }

    /// In front of all that is stored of the notes. It is read when notes are first looked at.
    pub fn notes_prefix(account: Id) -> String {
        format!("{}/notes/", owner_segment(account))
    }

    /// In front of a note as the server has told it: [`super::StoredNote`], under the version that it had then. Of several, which several
    /// tabs may write, the latest counts. Twenty digits, so that keys sort as versions do.
    pub fn note(account: Id, note: Id, version: i64) -> String {
        format!("{}/notes/{note}/{version:020}", owner_segment(account))
    }

    /// Up to which version all notes are stored: [`super::StoredNotes`].
    pub fn notes_version(account: Id) -> String {
        format!("{}/notes/version", owner_segment(account))
    }

    /// In front of what is stored of a board.
    pub fn board_prefix(account: Id, board: Id) -> String {
        format!("{}/board/{board}/", owner_segment(account))
    }

    /// A board as it was loaded or last put together: [`super::StoredBoard`]. Of several, which several tabs may write, the
    /// one of the latest version counts. Twenty digits, so that keys sort as versions do.
    pub fn snapshot(account: Id, board: Id, version: i64) -> String {
        format!("{}/board/{board}/snapshot/{version:020}", owner_segment(account))
    }

    /// What changed from one version to another: [`super::StoredDelta`]. Both are named: of two tabs one may know of a longer
    /// stretch than the other.
    pub fn delta(account: Id, board: Id, since: i64, version: i64) -> String {
        format!("{}/board/{board}/news/{version:020}/{since}", owner_segment(account))
    }

    /// The person's own changes that were confirmed at a version, until news up to there is stored.
    pub fn own_changes(account: Id, board: Id, version: i64) -> String {
        format!("{}/board/{board}/own/{version:020}", owner_segment(account))
    }

    /// Where something that cannot be read is set aside: for whoever looks into it, and out of the way.
    pub fn quarantined(key: &str) -> String {
        format!("set aside/{key}")
    }
}

/// The version of the shapes in IndexedDB. One that is older is read and written anew; a newer one is set aside.
pub const FORMAT: u32 = 1;

/// The list of boards, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredOverview {
    /// [`FORMAT`].
    pub format: u32,
    /// The boards as the server knows them.
    pub boards: Vec<Board>,
}

/// What the server has confirmed of a board, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredBoard {
    /// [`FORMAT`].
    pub format: u32,
    /// Its records.
    pub records: BoardRecords,
}

/// What has changed on a board after it was stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredDelta {
    /// [`FORMAT`].
    pub format: u32,
    /// The version since which these are all changes; null for what this device itself has changed and the server has
    /// confirmed: other changes may lie between.
    pub since: Option<i64>,
    /// The records.
    pub records: BoardRecords,
}

/// A note, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredNote {
    /// [`FORMAT`].
    pub format: u32,
    /// The note as the server has told it, with its document; null where it was removed for good.
    pub note: Option<Note>,
}

/// What is known of all notes, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredNotes {
    /// [`FORMAT`].
    pub format: u32,
    /// The version of the account's notes up to which all are stored.
    pub version: i64,
}

/// The reminders that have called on this device, stored: none calls twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredFiredReminders {
    /// [`FORMAT`].
    pub format: u32,
    /// The latest, each by its id with the due date and the minutes before that it called for.
    pub calls: Vec<(Id, String)>,
}

/// The sums of the statistics, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredStats {
    /// [`FORMAT`].
    pub format: u32,
    /// The days with focused time, the earliest first.
    pub days: Vec<DaySum>,
    /// Sessions that are not in them, since they waited to be sent.
    pub except: Vec<Id>,
}

/// Focused time of a board's cards, stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredFocusTime {
    /// [`FORMAT`].
    pub format: u32,
    /// The cards with focused time.
    pub cards: Vec<CardFocus>,
    /// Sessions that are not in them, since they waited to be sent.
    pub except: Vec<Id>,
}

/// A change that the server refused, stored until the person puts it away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredRefusal {
    /// [`FORMAT`].
    pub format: u32,
    /// Why.
    pub code: ErrorCode,
    /// What the change was, in words.
    pub what: String,
    /// The text that the person had written.
    pub text: Option<String>,
}

/// The timer's state as the specification names it, with the deadline beside it. Stored under `timerState`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct TimerState {
    /// Minutes left: 0 to 180.
    pub minutes: i64,
    /// Seconds left beside the minutes: 0 to 59.
    pub seconds: i64,
    /// Whether it runs.
    pub is_active: bool,
    /// Whether the phase at hand is work; otherwise it is a break.
    pub is_work_session: bool,
    /// Whether it has been paused and can be resumed.
    pub has_previous_session: bool,
    /// When the running phase ends, in milliseconds since the epoch; null while it does not run.
    pub ends_at: Option<i64>,
}

/// The card that the timer is for, as it was called when it was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TimerCard {
    /// The board.
    pub board_id: Id,
    /// The slug in its address.
    pub board_slug: Slug,
    /// The card.
    pub card_id: Id,
    /// The card's title.
    pub title: CardTitle,
}

/// A focus session that ended while nobody looked, until the person says what becomes of the time after its planned end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredOverrun {
    /// The session as it is kept: up to its planned end.
    pub session: FocusSession,
    /// When the timer was last seen to run.
    pub seen: Timestamp,
    /// When the person came back.
    pub until: Timestamp,
}

/// What the timer keeps beside its state: the session that is being recorded. Stored under `timerSession`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimerSession {
    /// The version of this shape: 2. Version 1 lacks what has a default here.
    pub version: u32,
    /// What the phase at hand is.
    pub phase: SessionKind,
    /// Its length, in seconds.
    pub length: i64,
    /// Whether that length was set in the editor; otherwise a phase that has not been started follows the settings.
    #[serde(default)]
    pub edited: bool,
    /// Focus sessions completed since the last long break.
    pub completed_in_round: u32,
    /// The id of the session at hand; null before its first start.
    pub id: Option<Id>,
    /// Its finished stretches.
    pub segments: Vec<Segment>,
    /// When the running stretch began, with the UTC offset in minutes; null while it does not run.
    pub running_since: Option<(Timestamp, i32)>,
    /// How often the session at hand has been recorded: its next revision.
    #[serde(default)]
    pub revision: i64,
    /// The card that it is for.
    #[serde(default)]
    pub card: Option<TimerCard>,
    /// What the person has still to say about the session before.
    #[serde(default)]
    pub overrun: Option<StoredOverrun>,
    /// Whether the phase before this one ended at its deadline and the person has not responded yet.
    #[serde(default)]
    pub after_end: bool,
    /// Identifies the last start that took the bell, or the last claim to call the end. A tab that has the bell and reads another value
    /// has lost it.
    #[serde(default)]
    pub bell: Option<Id>,
    /// When a person last changed the timer or a phase ended; always later than the time before, whatever the clock shows. What a tab
    /// stores unasked keeps it, and so never takes the place of a newer change. Null where an earlier version of the app has stored it.
    #[serde(default)]
    pub changed: Option<Timestamp>,
    /// What is left of a paused phase, in milliseconds; null while it is not paused.
    #[serde(default)]
    pub left: Option<i64>,
}

/// One change that waits to be sent. Stored under [`idb_key::outbox_prefix`], in the order of the ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutboxEntry {
    /// A new board.
    CreateBoard {
        /// The request.
        request: CreateBoardRequest,
    },
    /// A change to a board.
    BoardOp {
        /// The board.
        board_id: Id,
        /// The change.
        op: BoardOp,
    },
    /// A session that ended, or was changed.
    FocusSession {
        /// The session.
        session: FocusSession,
        /// What this device knew of it before; `None` for a new one.
        #[serde(default)]
        previous: Option<Box<FocusSession>>,
    },
    /// Changed preferences.
    Preferences {
        /// What changed.
        update: PreferencesUpdate,
    },
    /// A change to a note.
    Note {
        /// The note.
        note_id: Id,
        /// The change.
        change: NoteChange,
    },
}
