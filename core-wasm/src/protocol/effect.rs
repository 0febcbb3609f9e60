//! What has to be done outside the core, as data.

use super::error::Rejection;
use super::http::{EndingSound, FocusSound};
use super::id::Id;
use serde::{Deserialize, Serialize};

/// The kinds of toast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ToastKind {
    /// Without a mark; 4 seconds.
    Blank,
    /// Something failed; 4 seconds.
    Error,
    /// Something worked; 2 seconds.
    Success,
}

/// What the shell does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UiEffect {
    /// Play a sound in a loop, instead of one that plays; the same one goes on, as loud as is said here.
    PlayLoop {
        /// The sound; never none.
        sound: FocusSound,
        /// How loud: 0 to 100.
        volume: i64,
    },
    /// Play a sound once.
    PlayEnding {
        /// The sound; never none.
        sound: EndingSound,
        /// How loud: 0 to 100.
        volume: i64,
    },
    /// Stop every sound.
    StopSounds,
    /// Offer a file to keep.
    Download {
        /// Its name.
        name: String,
        /// Its media type, such as `text/csv`.
        media_type: String,
        /// What is in it.
        text: String,
    },
    /// Offer a file that is at hand under an address of this page (`blob:`) to keep. The address is given back afterwards.
    DownloadAddress {
        /// Its name.
        name: String,
        /// The address.
        address: String,
    },
    /// Leave the app for another site.
    Leave {
        /// The address.
        address: String,
    },
    /// Show a notification with the product's name as its title, if the person permits it.
    Notify {
        /// The text.
        body: String,
    },
    /// Go to a path.
    Navigate {
        /// The path.
        path: String,
        /// Whether the page that is left is taken out of the history.
        replace: bool,
    },
    /// Show a toast.
    Toast {
        /// Its kind.
        kind: ToastKind,
        /// Its words.
        message: String,
        /// The change that its Undo button takes back; null for a toast without one.
        undo: Option<Id>,
    },
    /// Remove every error toast that is still shown: what failed is being tried again.
    DismissErrors,
    /// Call a card to mind: by a toast that stays until it is put away and leads there, and by a notification.
    Remind {
        /// The words, such as "Milk is due at 9:00 AM".
        message: String,
        /// The path of the card.
        path: String,
    },
}

/// The alarms that a machine may set; each has at most one moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// The clock's next second.
    Clock,
    /// The timer's next second.
    Timer,
    /// The timer's deadline. Unlike the others it goes off in time in a hidden page too: a Worker waits for it.
    TimerEnd,
    /// The moment to say that preferences are saved.
    Saving,
    /// The end of the panel that follows a login.
    #[serde(rename = "forward")]
    WelcomeEnd,
    /// The next try to send what waits in the outbox.
    Outbox,
    /// The live connection: its next try, or the next sign of life.
    Live,
    /// The next reminder of a card, or the next day's turn.
    #[serde(rename = "reminder")]
    Reminders,
    /// The moment to store the dated cards.
    #[serde(rename = "tasks")]
    StoreTasks,
    /// The end of the wait for a sign of life of the tab that leads.
    Leader,
    /// The next try to keep what could not be kept.
    #[serde(rename = "storage")]
    StorageRetry,
}

/// What the runtime does: all input and output of the core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum IoEffect {
    /// Send a request; the answer comes back as [`crate::app::Input::Response`] with the same id.
    Fetch {
        /// The request's id.
        id: u64,
        /// `GET`, `POST`, `PUT` or `DELETE`.
        method: String,
        /// The path below the API's base, such as `/boards/get-boards/`.
        path: String,
        /// The bearer token.
        bearer: Option<String>,
        /// The JSON body.
        body: Option<String>,
    },
    /// Fetch a file. The answer comes back as one of [`IoEffect::Fetch`] does; where the server gave the file, its body is an
    /// address of this page (`blob:`) under which the file lies until it is given back.
    FetchFile {
        /// The request's id.
        id: u64,
        /// The path below the API's base.
        path: String,
        /// The bearer token.
        bearer: Option<String>,
    },
    /// Send a file that the page has given, by `POST`, with its bytes as the body. The answer comes back as one of
    /// [`IoEffect::Fetch`] does; the file is held until it is released.
    SendFile {
        /// The request's id.
        id: u64,
        /// The path below the API's base.
        path: String,
        /// The bearer token.
        bearer: Option<String>,
        /// The number under which the runtime holds it.
        file: u32,
    },
    /// Hold a file no longer.
    ReleaseFile {
        /// Its number.
        file: u32,
    },
    /// Trade a refresh token for new tokens, while no other tab of this browser does (SPEC A31). The answer comes back as one of
    /// [`IoEffect::Fetch`] does. Where another tab has traded it meanwhile nothing is sent, and what is stored by now comes back
    /// as [`crate::app::Input::TokensRefreshedElsewhere`].
    RefreshTokens {
        /// The request's id.
        id: u64,
        /// The path below the API's base; the method is `POST`.
        path: String,
        /// The JSON body.
        body: String,
        /// The refresh token that is to be traded.
        refresh_token: String,
    },
    /// Keep a text under a key of the local storage: what is small and what every tab follows.
    SetLocalStorage {
        /// The key.
        key: String,
        /// The text.
        value: String,
    },
    /// Keep and forget texts in IndexedDB, in order and all or none: what is large, or must not be lost.
    WriteIndexedDb {
        /// The keys, each with its text, or with null to forget it.
        entries: Vec<(String, Option<String>)>,
    },
    /// The same with what could not be kept before, on a new connection. The core is told by
    /// [`crate::app::Input::StorageRecovered`] when it is kept.
    RetryIndexedDbWrite {
        /// The keys, each with its text, or with null to forget it.
        entries: Vec<(String, Option<String>)>,
    },
    /// Read all texts of IndexedDB whose keys begin with a prefix; they come back as [`crate::app::Input::IndexedDbRead`].
    ReadIndexedDb {
        /// The prefix.
        prefix: String,
    },
    /// Forget all texts of IndexedDB whose keys begin with a prefix.
    DeleteIndexedDbPrefix {
        /// The prefix.
        prefix: String,
    },
    /// Open the live connection, instead of one that is open.
    OpenSocket,
    /// Say something over the live connection.
    SendSocket {
        /// The text.
        text: String,
    },
    /// Close the live connection.
    CloseSocket,
    /// Tell the other tabs of this browser.
    Broadcast {
        /// JSON text of a [`super::peer::PeerMessage`].
        message: String,
    },
    /// Forget a key of the local storage.
    RemoveLocalStorage {
        /// The key.
        key: String,
    },
    /// Come back after so many milliseconds, instead of whenever this alarm was set for.
    SetAlarm {
        /// The alarm.
        alarm: Alarm,
        /// Milliseconds from now.
        after: u32,
    },
    /// Do not come back.
    ClearAlarm {
        /// The alarm.
        alarm: Alarm,
    },
    /// Be the tab that rings, instead of the one that is (SPEC T27). The core is told by [`crate::app::Input::SoundLockChanged`] when
    /// it is, and when another has taken it.
    AcquireSoundLock,
    /// Be the tab that leads, instead of one that does not respond (SPEC Y32). The core is told by [`crate::app::Input::LeadAcquired`]
    /// when it is; the other tab is told by [`crate::app::Input::LeadLost`] once it runs again.
    AcquireLead,
    /// Write a failure to the log.
    Log {
        /// The words.
        message: String,
    },
}

/// What one input leads to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Step {
    /// Why an intent was refused.
    pub rejection: Option<Rejection>,
    /// What the mirror has to change, in order.
    pub patches: Vec<super::patch::Patch>,
    /// What the shell has to do, in order.
    pub ui_effects: Vec<UiEffect>,
    /// What the runtime has to do, in order.
    pub io_effects: Vec<IoEffect>,
}
