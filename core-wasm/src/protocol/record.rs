//! The records of a board. The database, the HTTP API and the browser's mirror use the same ones.

use super::id::Id;
use super::rank::Rank;
use super::sharing::{Member, Role};
use super::text::{
    BoardName, CardTitle, Color, CommentText, Description, Emoji, FileName, Image, ImportKey, Label, ListName, Slug,
};
use super::time::{DueDate, LocalDay, Timestamp};
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The priority of a card. `completed` marks it as done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// The default.
    #[default]
    Low,
    /// Between low and high.
    Medium,
    /// The most important.
    High,
    /// Done.
    Completed,
}

/// A board without its lists and cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// Its id.
    pub id: Id,
    /// The readable part of its URL. It is unique and does not change when the board is renamed.
    pub slug: Slug,
    /// Its name.
    pub name: BoardName,
    /// What it is for; may be empty.
    pub description: Description,
    /// Its color; null until the user chooses one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub color: Option<Color>,
    /// Its background picture; null for the default.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub image: Option<Image>,
    /// Whether it is a favorite of the reader, which comes first in lists of boards.
    pub favorite: bool,
    /// Whether the other members see how long the reader has focused on each card.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shares_focus: bool,
    /// Whether it is a template for new boards. It is not listed with the other boards then, and its cards are no tasks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_template: bool,
    /// What it was imported from; absent if it was not imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_key: Option<ImportKey>,
    /// The custom colors of its labels. Other labels have the default color.
    pub label_colors: Vec<LabelColor>,
    /// When it was moved to the trash; null if it is not there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
    /// The role of the reader. Data stored before boards could be shared has none: the reader is the owner then.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub role: Role,
    /// The members, the owner first; empty if the board is not shared.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub members: Vec<Member>,
    /// What the reader watches on it: cards, lists, or the whole board by its own id. Some of them may have been deleted.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub watched_ids: Vec<Id>,
    /// Whether the reader has muted it: nothing about it is added to the inbox.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub is_muted: bool,
}

/// The color of a label on one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelColor {
    /// The label.
    pub label: Label,
    /// Its color.
    pub color: Color,
}

/// A list (column) of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct List {
    /// Its id.
    pub id: Id,
    /// Its name; may be empty, and two lists may share one.
    pub name: ListName,
    /// Its position among the lists of its board.
    pub rank: Rank,
    /// Whether the reader has collapsed it, so that only its name is shown.
    pub is_collapsed: bool,
    /// Its color, which is never transparent; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// When it was moved to the trash; null if it is not there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
}

/// A card of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its id.
    pub id: Id,
    /// The id of its list.
    pub list_id: Id,
    /// Its position in that list.
    pub rank: Rank,
    /// Its title.
    pub title: CardTitle,
    /// Its description as Markdown; may be empty.
    pub description: Description,
    /// Its priority; `completed` means that it is done.
    pub priority: Priority,
    /// Its priority before it was completed, to which `priority` returns (SPEC B32). Equal to `priority` while it is
    /// not done.
    pub importance: Priority,
    /// When it was completed; null if it is not done.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub completed_at: Option<Timestamp>,
    /// Its due date; null for none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub due_date: Option<DueDate>,
    /// Its labels, in the order in which they were added, without duplicates.
    pub labels: Vec<Label>,
    /// The members who are assigned to it, in the order in which they were assigned, without duplicates. Some of them may
    /// have left the board.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub assignee_ids: Vec<Id>,
    /// The attachment that is its cover: a picture; absent for none. It may have been deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_id: Option<Id>,
    /// How it repeats; absent if it does not. Only cards with a due date repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Recurrence>,
    /// How long it is estimated to take, in minutes: 1 to 6,000; absent for no estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate_minutes: Option<u32>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was archived; null if it is not in the archive. Archived cards are hidden but never deleted
    /// automatically.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub archived_at: Option<Timestamp>,
    /// When it was moved to the trash; null if it is not there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
}

/// The unit of time between two occurrences of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecurrenceUnit {
    /// Days.
    #[default]
    Days,
    /// Weeks, on the weekdays of [`Recurrence::weekdays`].
    Weeks,
    /// Months, on the same day of the month, or on the last day of a shorter month.
    Months,
    /// Years, on the same day.
    Years,
}

/// How a card repeats. When the card is completed, a copy of it is added with the next due date, and takes this over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Recurrence {
    /// The number of units between two occurrences: 1 to 365.
    pub every: u32,
    /// The unit.
    pub unit: RecurrenceUnit,
    /// The weekdays on which it is due, ascending from 1 (Monday) to 7 (Sunday), for weeks only. If empty, it is that of the
    /// due date.
    pub weekdays: Vec<u8>,
    /// Whether the time to the next occurrence is counted from the day of the completion, instead of the due date.
    pub from_completion: bool,
    /// The last day on which an occurrence may be due; null for no such day.
    pub until: Option<LocalDay>,
    /// How many occurrences there are still, this one included: 1 to 999; null for no limit. Not together with `until`.
    pub remaining: Option<u32>,
    /// The day of the month of the first due date, if the month of the current one is too short for it. The core sets it.
    pub day_of_month: Option<u32>,
}

impl Recurrence {
    /// Returns a recurrence without further conditions.
    pub fn every(every: u32, unit: RecurrenceUnit) -> Self {
        Self { every, unit, weekdays: vec![], from_completion: false, until: None, remaining: None, day_of_month: None }
    }
}

/// A subtask, a comment, a reminder or an attachment of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Item {
    /// Its id.
    pub id: Id,
    /// The id of its card, which never changes.
    pub card_id: Id,
    /// Who added it; null if added as a guest, or in data stored before boards could be shared.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub author_id: Option<Id>,
    /// Its kind and contents.
    pub content: ItemContent,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its text was last edited; null if never.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub edited_at: Option<Timestamp>,
    /// When it was moved to the trash; null if it is not there.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub trashed_at: Option<Timestamp>,
}

impl Item {
    /// Returns whether the item is a reminder, which only its author sees.
    pub fn is_reminder(&self) -> bool {
        matches!(self.content, ItemContent::Reminder { .. })
    }
}

/// The kind and the contents of an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ItemContent {
    /// A subtask.
    Subtask {
        /// Its position among the subtasks of its card.
        rank: Rank,
        /// Its title.
        title: CardTitle,
        /// Whether it is done.
        is_done: bool,
    },
    /// A comment.
    Comment {
        /// Its text as Markdown.
        text: CommentText,
        /// The reactions to it, in the order in which each emoji was first used.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reactions: Vec<Reaction>,
    },
    /// A reminder before the due date. Only its author sees it.
    Reminder {
        /// How long before the due date it fires, in minutes: 0 to 525,600 (a year).
        minutes_before: i64,
    },
    /// A file that a member uploaded.
    Attachment {
        /// The name of the file.
        name: FileName,
        /// Its media type, such as `application/pdf`. That of a picture comes from its bytes, any other from the client.
        content_type: String,
        /// Its size in bytes.
        bytes: i64,
        /// The width of a picture in pixels; null for other files.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(required))]
        width: Option<u32>,
        /// The height of a picture in pixels; null for other files.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(required))]
        height: Option<u32>,
    },
}

impl ItemContent {
    /// Returns whether it is an attachment with a preview, which can be the cover of its card.
    pub fn is_picture(&self) -> bool {
        matches!(self, Self::Attachment { width: Some(_), .. })
    }
}

/// An emoji with which members have reacted to a comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reaction {
    /// The emoji.
    pub emoji: Emoji,
    /// Who reacted with it, in order, without duplicates; at least one. Some of them may have left the board.
    pub user_ids: Vec<Id>,
}

/// Records of one board: either all that are in use, or those that changed since a version, including records in the
/// trash and in the archive. The arrays are not ordered: lists, cards and subtasks are ordered by rank, comments by
/// creation time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardRecords {
    /// The board's version. It grows by one with every batch of ops that changes something.
    pub version: i64,
    /// Whether these are all records in use. If so, delete every other record of the board.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub is_complete: bool,
    /// The board's own record; null if it has not changed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub board: Option<Board>,
    /// Lists of the board.
    pub lists: Vec<List>,
    /// Cards of the board.
    pub cards: Vec<Card>,
    /// Subtasks, comments, reminders and attachments of the cards.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub items: Vec<Item>,
}

/// The kind of a timer session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// A focus session.
    #[default]
    Focus,
    /// A short break.
    ShortBreak,
    /// The long break after every fourth focus session.
    LongBreak,
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ran for its planned length.
    Completed,
    /// The user completed it early.
    FinishedEarly,
    /// The user canceled it.
    Stopped,
    /// It was entered by hand.
    AddedByHand,
}

/// An uninterrupted interval of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Segment {
    /// When it started.
    pub start: Timestamp,
    /// When it ended; after `start`.
    pub end: Timestamp,
    /// The user's UTC offset at the start, in minutes: -720 to 840; positive is east of Greenwich.
    pub utc_offset: i32,
}

/// A recorded focus session or break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSession {
    /// Its id. Reporting the same session twice stores it once.
    pub id: Id,
    /// Its kind.
    pub kind: SessionKind,
    /// Its planned length, in seconds: 0 to 86,400.
    pub planned: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// The board it was for; null for none.
    #[serde(default)]
    pub board_id: Option<Id>,
    /// The card it was for; null for none.
    #[serde(default)]
    pub card_id: Option<Id>,
    /// Its intervals in order, at least one. The gaps between them are pauses.
    pub segments: Vec<Segment>,
    /// The revision of the session: 0, then growing with every change. The greatest revision wins; of equal ones, the
    /// first.
    #[serde(default)]
    pub revision: i64,
    /// Whether the user deleted it. It does not count then, until a greater revision restores it.
    #[serde(default)]
    pub is_deleted: bool,
}
