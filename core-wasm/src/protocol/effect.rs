//! Effects: work for the shell and the runtime, described as data.

use super::error::Rejection;
use super::http::{EndingSound, FocusSound};
use super::id::Id;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The kind of a toast. It decides the icon and how long the toast is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ToastKind {
    /// No icon; 4 seconds.
    Blank,
    /// A failure; 4 seconds.
    Error,
    /// A success; 2 seconds.
    Success,
}

/// Work for the shell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UiEffect {
    /// Plays a sound in a loop and stops the loop that is playing. If it is the same sound, only the volume changes.
    PlayLoop {
        /// The sound; never `none`.
        sound: FocusSound,
        /// The volume: 0 to 100.
        volume: i64,
    },
    /// Plays a sound once.
    PlayEnding {
        /// The sound; never `none`.
        sound: EndingSound,
        /// The volume: 0 to 100.
        volume: i64,
    },
    /// Stops every sound.
    StopSounds,
    /// Downloads a text as a file.
    Download {
        /// The file's name.
        name: String,
        /// The file's media type, such as `text/csv`.
        media_type: String,
        /// The file's contents.
        text: String,
    },
    /// Downloads a file from a `blob:` URL of this page, then revokes the URL.
    DownloadAddress {
        /// The file's name.
        name: String,
        /// The `blob:` URL.
        address: String,
    },
    /// Leaves the app for another site.
    Leave {
        /// The URL of the site.
        address: String,
    },
    /// Shows a notification, titled with the product's name, if the user has given permission.
    Notify {
        /// The text.
        body: String,
    },
    /// Navigates to a path of the app.
    Navigate {
        /// The path.
        path: String,
        /// Whether to replace the current entry of the browser's history.
        replace: bool,
    },
    /// Shows a toast.
    Toast {
        /// Its kind.
        kind: ToastKind,
        /// Its text.
        message: String,
        /// The change that its Undo button reverts; null for a toast without that button.
        undo: Option<Id>,
    },
    /// Removes all error toasts, because the failed request is being retried.
    DismissErrors,
    /// Shows what a search on the server has found.
    SearchResponse {
        /// The text of the search.
        query: String,
        /// The cursor of the page that was requested; null for the first page.
        cursor: Option<String>,
        /// The body of the response, a `SearchResponse` as JSON text; null if the request failed.
        results: Option<String>,
    },
    /// Passes the response to an intent `call_server` to the page that has dispatched it.
    ServerResponse {
        /// The number of the call.
        call_id: u32,
        /// The HTTP status; null if the server has not responded.
        status: Option<u16>,
        /// The body, as text.
        body: String,
    },
    /// Shows a card's reminder: as a toast that stays until it is dismissed and links to the card, and as a
    /// notification.
    Remind {
        /// The text, such as "Milk is due at 9:00 AM".
        message: String,
        /// The path of the card.
        path: String,
    },
}

/// The alarms that the core can set. Each of them fires at most once per [`IoEffect::SetAlarm`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "snake_case")]
pub enum Alarm {
    /// The clock's next second.
    Clock,
    /// The timer's next second.
    Timer,
    /// The end of the timer's phase. It runs in a worker, so that it is on time even if the page is hidden.
    TimerEnd,
    /// The time to show that the preferences have been saved.
    Saving,
    /// The end of the welcome panel after a login.
    #[serde(rename = "forward")]
    WelcomeEnd,
    /// The next attempt to send the outbox.
    Outbox,
    /// The next attempt to open the live connection, or its next ping.
    Live,
    /// The next reminder of a card, or the start of the next day.
    #[serde(rename = "reminder")]
    Reminders,
    /// The time to store the cards with dates.
    #[serde(rename = "tasks")]
    StoreTasks,
    /// The timeout for the leader tab's reply to a ping.
    Leader,
    /// The next report of what is open and being edited in this tab.
    Presence,
    /// The next attempt to send waiting uploads.
    Uploads,
    /// The next request for the addresses of attachments.
    AttachmentLinks,
    /// The next attempt to write what could not be stored.
    #[serde(rename = "storage")]
    StorageRetry,
}

/// Work for the runtime: all input and output of the core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum IoEffect {
    /// Sends a request. The response arrives as `Input::Response` with the same id.
    Fetch {
        /// The request's id.
        id: u64,
        /// `GET`, `POST`, `PUT` or `DELETE`.
        method: String,
        /// The path after the API's base URL, such as `/boards/get-boards/`.
        path: String,
        /// The access token for the `Authorization` header, if needed.
        bearer: Option<String>,
        /// The JSON body, if any.
        body: Option<String>,
    },
    /// Fetches a file. The response arrives like that of [`IoEffect::Fetch`]; on success its body is a `blob:` URL of
    /// this page, which is valid until it is revoked.
    FetchFile {
        /// The request's id.
        id: u64,
        /// The path after the API's base URL.
        path: String,
        /// The access token for the `Authorization` header, if needed.
        bearer: Option<String>,
    },
    /// Uploads a file, with its bytes as the body. The response arrives like that of [`IoEffect::Fetch`]. The runtime keeps
    /// the file until it is released.
    SendFile {
        /// The request's id.
        id: u64,
        /// `POST` or `PUT`.
        method: String,
        /// The path after the API's base URL.
        path: String,
        /// The access token for the `Authorization` header, if needed.
        bearer: Option<String>,
        /// The handle that the runtime gave the file.
        file: u32,
    },
    /// Releases a file that the runtime keeps for an upload. A request that is sending it ends.
    ReleaseFile {
        /// The file's handle.
        file: u32,
    },
    /// Exchanges a refresh token for new tokens, while no other tab of this browser does so (SPEC A31). The response
    /// arrives like that of [`IoEffect::Fetch`]. If another tab has already exchanged the token, nothing is sent, and
    /// the stored tokens arrive as `Input::TokensRefreshedElsewhere`.
    RefreshTokens {
        /// The request's id.
        id: u64,
        /// The path after the API's base URL. The method is `POST`.
        path: String,
        /// The JSON body.
        body: String,
        /// The refresh token to exchange.
        refresh_token: String,
    },
    /// Writes a text to the local storage, which is for small values that all tabs follow.
    SetLocalStorage {
        /// The key.
        key: String,
        /// The text to store.
        value: String,
    },
    /// Writes and deletes texts in IndexedDB, in order and in one transaction. IndexedDB is for large values and for
    /// those that must not be lost.
    WriteIndexedDb {
        /// The keys, each with the text to store, or null to delete the key.
        entries: Vec<(String, Option<String>)>,
    },
    /// Repeats failed writes on a new connection to IndexedDB. `Input::StorageRecovered` arrives when
    /// they succeed.
    RetryIndexedDbWrite {
        /// The keys, each with the text to store, or null to delete the key.
        entries: Vec<(String, Option<String>)>,
    },
    /// Reads all texts of IndexedDB whose keys start with a prefix. They arrive as
    /// `Input::IndexedDbRead`.
    ReadIndexedDb {
        /// The prefix of the keys.
        prefix: String,
    },
    /// Deletes all texts of IndexedDB whose keys start with a prefix.
    DeleteIndexedDbPrefix {
        /// The prefix of the keys.
        prefix: String,
    },
    /// Opens a new WebSocket for the live connection and closes the open one, if any.
    OpenSocket,
    /// Sends a message over the live connection.
    SendSocket {
        /// The message as text.
        text: String,
    },
    /// Closes the live connection.
    CloseSocket,
    /// Sends a message to the other tabs of this browser.
    Broadcast {
        /// JSON text of a [`super::peer::PeerMessage`].
        message: String,
    },
    /// Removes a key from the local storage.
    RemoveLocalStorage {
        /// The key.
        key: String,
    },
    /// Sets an alarm and replaces its earlier time.
    SetAlarm {
        /// The alarm.
        alarm: Alarm,
        /// Milliseconds from now.
        after: u32,
    },
    /// Cancels an alarm.
    ClearAlarm {
        /// The alarm.
        alarm: Alarm,
    },
    /// Becomes the tab that plays sounds, instead of another one (SPEC T27). `Input::SoundLockChanged`
    /// arrives when this tab has the lock, and when another tab takes it.
    AcquireSoundLock,
    /// Becomes the leader tab, instead of one that does not respond (SPEC Y32). `Input::LeadAcquired`
    /// arrives when this tab has the lock; the other tab receives `Input::LeadLost` as soon as it runs
    /// again.
    AcquireLead,
    /// Logs a failure.
    Log {
        /// The log message.
        message: String,
    },
}

/// The results of one input.
#[derive(Clone, PartialEq, Debug, Default, Serialize, WriteJson)]
pub struct Step {
    /// Why an intent was refused, if it was.
    pub rejection: Option<Rejection>,
    /// Changes to the mirror, in order.
    pub patches: Vec<super::patch::Patch>,
    /// Work for the shell, in order.
    pub ui_effects: Vec<UiEffect>,
    /// Work for the runtime, in order.
    pub io_effects: Vec<IoEffect>,
}
