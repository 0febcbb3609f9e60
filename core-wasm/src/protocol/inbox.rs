//! The inbox: what others did on shared boards that concerns the reader.

use super::error::Rejection;
use super::id::Id;
use super::sharing::Role;
use super::time::Timestamp;
use super::view::LoadStatus;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The maximum number of entries of an inbox. The oldest are deleted first.
pub const MAX_INBOX_ENTRIES: usize = 500;

/// The number of days after which an entry is deleted.
pub const INBOX_DAYS: i64 = 90;

/// What an entry of the inbox is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum InboxKind {
    /// An invitation to a board, by email. It is accepted or declined with its own id in place of the code.
    Invitation,
    /// A comment that mentions the reader.
    Mention,
    /// The reader was assigned to a card.
    Assignment,
    /// A comment on a card that the reader watches or is assigned to.
    #[default]
    Comment,
    /// A new due date of a card that the reader watches or is assigned to.
    DueDate,
    /// An open card that the reader watches or is assigned to is due within 24 hours in the reader's time zone. A due date without a
    /// time is due at the end of its day.
    DueSoon,
}

/// An entry of the inbox.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InboxEntry {
    /// Its id. Ids grow with time.
    pub id: Id,
    /// What it is about.
    pub kind: InboxKind,
    /// When it happened.
    pub at: Timestamp,
    /// Whether the reader has marked it as read.
    pub is_read: bool,
    /// The account of the person who did it; the reader's for `due_soon`; null if it was deleted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub user_id: Option<Id>,
    /// The name of the person who did it; "Deleted user" if the account was deleted.
    pub who: String,
    /// The path of that person's picture; null for none.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub picture: Option<String>,
    /// The board.
    pub board_id: Id,
    /// The name of the board.
    pub board_name: String,
    /// The readable part of the board's URL; null for an invitation, because the reader cannot open the board yet.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board_slug: Option<String>,
    /// The card; null for an invitation.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub card_id: Option<Id>,
    /// The title of the card; null for an invitation.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub card_title: Option<String>,
    /// The beginning of the comment, at most 200 characters, or the due date; null for other kinds, if the due date was removed,
    /// or if the comment was deleted.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub text: Option<String>,
    /// The role that an invitation gives; null for other kinds.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Option<Role>,
}

/// The response to `GET /inbox/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InboxResponse {
    /// The number of entries that are not marked as read.
    pub unread_count: u32,
    /// The entries, latest first, at most 50.
    pub entries: Vec<InboxEntry>,
    /// Whether there are earlier ones. Request them with `?before=` and the id of the last entry.
    pub has_more: bool,
}

/// The body of `POST /inbox/read/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InboxReadRequest {
    /// The entries to mark, at most 500. Unknown ones are ignored.
    #[serde(default)]
    pub entry_ids: Vec<Id>,
    /// Marks this entry and all earlier ones too.
    #[serde(default)]
    pub until: Option<Id>,
    /// Whether they are marked as read or as unread.
    pub is_read: bool,
}

/// The response to `POST /inbox/read/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InboxReadResponse {
    /// The number of entries that are not marked as read.
    pub unread_count: u32,
}

/// The inbox, and the page that turns its mails off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct InboxView {
    /// The loading status of the latest entries.
    pub status: LoadStatus,
    /// The number of entries that are not marked as read, also of those that are not loaded.
    pub unread_count: u32,
    /// The loaded entries, latest first.
    pub entries: Vec<InboxEntry>,
    /// Whether there are earlier entries to load.
    pub has_more: bool,
    /// The loading status of earlier entries: `loading` while the request is in flight, `failed` if it failed, `ready`
    /// otherwise.
    pub more: LoadStatus,
    /// The request to turn inbox mails off by a mailed link; null if none was sent.
    pub unsubscription: Option<Unsubscription>,
}

impl Default for InboxView {
    fn default() -> Self {
        Self {
            status: LoadStatus::Loading,
            unread_count: 0,
            entries: vec![],
            has_more: false,
            more: LoadStatus::Ready,
            unsubscription: None,
        }
    }
}

/// A request to turn inbox mails off by a mailed link. It is in flight while it is neither done nor refused.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct Unsubscription {
    /// Whether the mails are turned off.
    pub is_done: bool,
    /// Why they could not be turned off; null otherwise.
    pub rejection: Option<Rejection>,
}
