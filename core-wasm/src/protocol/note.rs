//! Notes: the record, what is changed of it, the bodies of the API, and what the shell draws.
//!
//! What a note says is a *document*: the JSON text that the editor (TipTap) writes, checked against the schema of
//! `notes/document.rs`. Every text of a note that was ever saved is a *save* with an id of its own, and names the save that
//! it was written upon: so it shows, without asking anybody, whether two devices have edited one note apart.

use super::id::Id;
use super::time::Timestamp;
use super::view::LoadStatus;
use serde::{Deserialize, Serialize};

/// A note as the server keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Note {
    /// Its id, a UUIDv7 made by the client.
    pub id: Id,
    /// What it says: the JSON text of a document. Null in the answer to a change that left the text as it was sent.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub document: Option<String>,
    /// The save that the document is of.
    pub save_id: Id,
    /// When its first text was written.
    pub created_at: Timestamp,
    /// When its text was written.
    pub edited_at: Timestamp,
    /// Since when it stands above the others; null while it does not.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pinned_at: Option<Timestamp>,
    /// Since when it lies in the trash, for 30 days; null while it does not.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
    /// The texts that were written apart from the one shown and that nobody has put away, the latest first.
    pub apart: Vec<NoteVersion>,
    /// The version of the account's notes that last wrote it: grows with every change of any of them.
    pub version: i64,
}

/// An earlier text of a note, or one that was written apart, without the text itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersion {
    /// The save.
    pub save_id: Id,
    /// When it was written.
    pub edited_at: Timestamp,
    /// The device that it was written on, such as `Chrome on Linux`.
    pub device: String,
    /// How it begins, at most 200 characters.
    pub snippet: String,
}

/// One change to a note. Each leaves what it does not name as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NoteChange {
    /// A new text. The first one makes the note; one for a note in the trash brings it back.
    Save {
        /// Its id, a UUIDv7. The same save sent again changes nothing.
        save_id: Id,
        /// The save that it was written upon; null for the first text of a note.
        base: Option<Id>,
        /// The document, as JSON text.
        document: String,
        /// When it was written. One in the future counts as now.
        edited_at: Timestamp,
        /// Whether it goes on with the text that it was written upon, as by typing. False where another text was put in its place: then
        /// that one stays among the earlier texts, whatever is written next.
        #[serde(default = "default_goes_on")]
        goes_on: bool,
    },
    /// Puts it above the others.
    Pin,
    /// Back among the others.
    Unpin,
    /// Into the trash.
    Trash,
    /// Out of it.
    Restore,
    /// Puts a text away that was written apart: it stays among the earlier versions.
    PutAway {
        /// The save that it is of.
        save_id: Id,
    },
}

/// What a save says that does not tell: nearly all of them go on.
fn default_goes_on() -> bool {
    true
}

/// `PUT /notes/{note_id}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteChangeRequest {
    /// The change.
    pub change: NoteChange,
}

/// What `PUT /notes/{note_id}/` answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteResponse {
    /// The note as it is now.
    pub note: Note,
    /// The version of the account's notes before the change: who knew all up to there knows all up to the note's version now.
    pub since: i64,
}

/// `GET /notes/?since={version}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotesResponse {
    /// The notes that have changed since then, those in the trash too, the one that changed first before the others.
    pub notes: Vec<Note>,
    /// Ids of notes that were removed from the trash for good since then.
    pub removed: Vec<Id>,
    /// Up to which version these are all. Ask for what follows it.
    pub version: i64,
    /// Whether more has changed since: an answer holds about 1 MB.
    pub has_more: bool,
}

/// `GET /notes/{note_id}/versions/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersionsResponse {
    /// The earlier texts of the note, the latest first, at most 100.
    pub versions: Vec<NoteVersion>,
}

/// `GET /notes/{note_id}/versions/{save_id}/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoteVersionResponse {
    /// The version.
    pub version: NoteVersion,
    /// What it says, as JSON text of a document.
    pub document: String,
}

/// What the list shows of a note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NoteSummary {
    /// The note.
    pub id: Id,
    /// Its first line, at most 200 characters; empty where nothing is written yet.
    pub title: String,
    /// The next line that says something, at most 200 characters; may be empty.
    pub snippet: String,
    /// When its text was written.
    pub edited_at: Timestamp,
    /// Since when it stands above the others; null while it does not.
    pub pinned_at: Option<Timestamp>,
    /// Since when it lies in the trash; null while it does not.
    pub trashed_at: Option<Timestamp>,
    /// Whether a text that was written apart waits to be looked at.
    pub has_apart: bool,
}

/// The order in which notes are shown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NoteOrder {
    /// The notes that fit the search, pinned ones first, then those that were written last.
    pub shown: Vec<Id>,
    /// The notes in the trash that fit the search, the last thrown away first.
    pub trashed: Vec<Id>,
    /// What is searched for; empty for everything.
    pub query: String,
}

/// How the open note stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum NoteStatus {
    /// It may be stored, or on the server: it is not known yet.
    #[default]
    Loading,
    /// It is there.
    Ready,
    /// There is no such note, or there is none any more.
    Missing,
}

/// The open note.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NoteView {
    /// The note.
    pub id: Id,
    /// How it stands.
    pub status: NoteStatus,
    /// What it says, as JSON text; empty for a new note. It stays as it was when the note was opened, or replaced from elsewhere,
    /// while the person writes: the editor is ahead of it.
    pub document: String,
    /// Another number whenever the editor has to take `document` in place of what it holds.
    pub edition: u32,
    /// The texts that were written apart, the latest first.
    pub apart: Vec<NoteVersion>,
    /// The earlier texts, the latest first; null until they were asked for and have come.
    pub versions: Option<Vec<NoteVersion>>,
    /// The earlier text that is looked at; null for the note itself.
    pub shown_version: Option<ShownVersion>,
}

/// An earlier text that is looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct ShownVersion {
    /// The version.
    pub version: NoteVersion,
    /// What it says, as JSON text; null until it has come.
    pub document: Option<String>,
}

/// All notes, as the shell draws them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct NotesView {
    /// How far the load has come.
    pub status: LoadStatus,
    /// The notes, in any order.
    pub notes: Vec<NoteSummary>,
    /// Their order.
    pub order: NoteOrder,
    /// The open note; null while none is.
    pub open: Option<NoteView>,
}
