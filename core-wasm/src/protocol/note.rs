//! Notes: the record, its changes, the bodies of the API, and what the shell draws.
//!
//! A note's text is a *document*: the JSON text of the editor (TipTap), validated against the schema in
//! `notes/document.rs`. Each saved text of a note is a *save* with its own id, and names the save that it is based on.
//! So two saves with the same base are known to conflict without asking the server.

use super::id::Id;
use super::time::Timestamp;
use super::view::LoadStatus;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A note as the server stores it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Note {
    /// Its id, a UUIDv7 created by the client.
    pub id: Id,
    /// Its text: the JSON text of a document. Null in the response to a change, if the text is the one that was sent.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub document: Option<String>,
    /// The save that the document belongs to.
    pub save_id: Id,
    /// When its first text was written.
    pub created_at: Timestamp,
    /// When its current text was written.
    pub edited_at: Timestamp,
    /// When it was pinned; null if it is not pinned.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pinned_at: Option<Timestamp>,
    /// When it was moved to the trash, where it stays for 30 days; null if it is not there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
    /// Conflicting versions that the user has not dismissed, latest first.
    pub apart: Vec<NoteVersion>,
    /// The version of the account's notes at which it last changed. Every change of any note increases it.
    pub version: i64,
}

/// An earlier or conflicting version of a note, without its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersion {
    /// The id of its save.
    pub save_id: Id,
    /// When it was written.
    pub edited_at: Timestamp,
    /// The device it was written on, such as `Chrome on Linux`.
    pub device: String,
    /// The start of its text, at most 200 characters.
    pub snippet: String,
}

/// A change to a note. Fields that it does not name stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NoteChange {
    /// Saves a new text. The first save creates the note; saving a note in the trash restores it.
    Save {
        /// The id of the save, a UUIDv7. Sending the same save again changes nothing.
        save_id: Id,
        /// The save that it is based on; null for the first text of a note.
        base: Option<Id>,
        /// The document as JSON text.
        document: String,
        /// When it was written. A time in the future counts as now.
        edited_at: Timestamp,
        /// Whether it continues the text that it is based on, as typing does. False if another text replaced it: then
        /// the replaced text stays among the earlier versions, whatever is saved next.
        #[serde(default = "default_goes_on")]
        goes_on: bool,
    },
    /// Pins the note above the others.
    Pin,
    /// Unpins the note.
    Unpin,
    /// Moves the note to the trash.
    Trash,
    /// Restores the note from the trash.
    Restore,
    /// Dismisses a conflicting version. It stays among the earlier versions.
    PutAway {
        /// The id of the version's save.
        save_id: Id,
    },
}

/// Returns the default for a save without the field: nearly all saves continue their base.
fn default_goes_on() -> bool {
    true
}

/// The body of `PUT /notes/{note_id}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteChangeRequest {
    /// The change.
    pub change: NoteChange,
}

/// The response to `PUT /notes/{note_id}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteResponse {
    /// The note after the change.
    pub note: Note,
    /// The version of the account's notes before the change. A client that had all notes up to it now has all up to the
    /// note's version.
    pub since: i64,
}

/// The response to `GET /notes/?since={version}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotesResponse {
    /// The notes that changed since then, including those in the trash, in the order of their changes.
    pub notes: Vec<Note>,
    /// Ids of the notes that were deleted permanently since then.
    pub removed: Vec<Id>,
    /// The version up to which the response is complete. Use it as `since` of the next request.
    pub version: i64,
    /// Whether there are more changes. A response contains about 1 MB.
    pub has_more: bool,
}

/// The response to `GET /notes/{note_id}/versions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersionsResponse {
    /// The earlier versions of the note, latest first, at most 100.
    pub versions: Vec<NoteVersion>,
}

/// The response to `GET /notes/{note_id}/versions/{save_id}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersionResponse {
    /// The version.
    pub version: NoteVersion,
    /// Its text: the JSON text of a document.
    pub document: String,
}

/// A note as the list shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NoteSummary {
    /// The note's id.
    pub id: Id,
    /// Its first line, at most 200 characters; empty for a note without text.
    pub title: String,
    /// Its second line that is not blank, at most 200 characters; may be empty.
    pub snippet: String,
    /// When its current text was written.
    pub edited_at: Timestamp,
    /// When it was pinned; null if it is not pinned.
    pub pinned_at: Option<Timestamp>,
    /// When it was moved to the trash; null if it is not there.
    pub trashed_at: Option<Timestamp>,
    /// The number of days until it is deleted permanently, 0 for today; null if it is not in the trash.
    pub days_left: Option<u32>,
    /// Whether it has conflicting versions that the user has not dismissed.
    pub has_apart: bool,
}

/// The notes that are shown, and their order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoteOrder {
    /// The ids of the notes that match the search: pinned ones first, then by when they were last edited.
    pub shown: Vec<Id>,
    /// The ids of the notes in the trash that match the search, last deleted first.
    pub trashed: Vec<Id>,
    /// The search text; empty for all notes.
    pub query: String,
}

/// The status of the open note.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum NoteStatus {
    /// The note is being loaded from the storage or from the server.
    #[default]
    Loading,
    /// The note has been loaded.
    Ready,
    /// The note does not exist, or was deleted permanently.
    Missing,
}

/// The open note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NoteView {
    /// The note's id.
    pub id: Id,
    /// Its status.
    pub status: NoteStatus,
    /// Its text as JSON; empty for a new note. It does not follow the user's typing, because the editor is ahead of it:
    /// it is the text when the note was opened, or when it was last replaced from elsewhere.
    pub document: String,
    /// A number that changes whenever the editor has to replace its contents with `document`.
    pub edition: u32,
    /// Conflicting versions, latest first.
    pub apart: Vec<NoteVersion>,
    /// The earlier versions, latest first; null until they have been loaded.
    pub versions: Option<Vec<NoteVersion>>,
    /// The version that is shown instead of the note; null for the note itself.
    pub shown_version: Option<ShownVersion>,
}

/// A version that is shown instead of the note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct ShownVersion {
    /// The version.
    pub version: NoteVersion,
    /// Its text as JSON; null until it has been loaded.
    pub document: Option<String>,
}

/// All notes and the open one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NotesView {
    /// The loading status.
    pub status: LoadStatus,
    /// The notes, in no particular order.
    pub notes: Vec<NoteSummary>,
    /// Which notes are shown, and their order.
    pub order: NoteOrder,
    /// The open note; null when none is open.
    pub open: Option<NoteView>,
}
