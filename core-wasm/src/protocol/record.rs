//! What is kept of a board. The same records lie in the database, travel over HTTP and stand in the browser's mirror.

use super::id::Id;
use super::text::{BoardName, CardTitle, Color, CommentText, Description, Image, Label, ListName, Slug};
use super::time::{DueDate, Timestamp};
use crate::board::rank::Rank;
use serde::{Deserialize, Serialize};

/// How important a card is. `completed` marks it done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// A board without what lies on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// Its id.
    pub id: Id,
    /// The readable part of its address, unique, unchanged by renaming.
    pub slug: Slug,
    /// Its name.
    pub name: BoardName,
    /// What it is for; may be empty.
    pub description: Description,
    /// Its colour; `None` where the person has chosen none yet.
    pub color: Option<Color>,
    /// Its background picture; `None` for the default.
    pub image: Option<Image>,
    /// Whether it stands first in the lists of boards.
    pub favorite: bool,
    /// The colours of its labels, by label; a label that is not named here has the default colour.
    pub label_colors: Vec<LabelColor>,
    /// When it was put into the trash; `None` while it is in use.
    pub trashed_at: Option<Timestamp>,
}

/// The colour of a label on one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelColor {
    /// The label.
    pub label: Label,
    /// Its colour.
    pub color: Color,
}

/// A list (column) of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct List {
    /// Its id.
    pub id: Id,
    /// Its name; may be empty, and two lists may share one.
    pub name: ListName,
    /// Its place among the lists of its board.
    pub rank: Rank,
    /// Whether it shows its name only.
    pub is_collapsed: bool,
    /// When it was put into the trash; `None` while it is in use.
    pub trashed_at: Option<Timestamp>,
}

/// A task card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its id.
    pub id: Id,
    /// The list that it lies in.
    pub list_id: Id,
    /// Its place in that list.
    pub rank: Rank,
    /// Its title.
    pub title: CardTitle,
    /// Its text; may be empty.
    pub description: Description,
    /// How important it is, or that it is done.
    pub priority: Priority,
    /// How important it is, also while it is done: what `priority` goes back to (SPEC B32).
    pub importance: Priority,
    /// When it was done; `None` while it is not.
    pub completed_at: Option<Timestamp>,
    /// When it is due, if at all.
    pub due_date: Option<DueDate>,
    /// Its labels, in the order in which they were given, none twice.
    pub labels: Vec<Label>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was put into the archive, out of sight and for good; `None` while it is not there.
    pub archived_at: Option<Timestamp>,
    /// When it was put into the trash; `None` while it is in use.
    pub trashed_at: Option<Timestamp>,
}

/// Something that lies on a card: a sub-task, a comment or a reminder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Item {
    /// Its id.
    pub id: Id,
    /// The card that it lies on; never another.
    pub card_id: Id,
    /// What it is.
    pub content: ItemContent,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its text was last changed; `None` while it is as it was made.
    pub edited_at: Option<Timestamp>,
    /// When it was put into the trash; `None` while it is in use.
    pub trashed_at: Option<Timestamp>,
}

/// What an item is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "super::union_parsing::FlatContent")]
pub enum ItemContent {
    /// A step of the card's task.
    Subtask {
        /// Its place among the sub-tasks of its card.
        rank: Rank,
        /// Its title.
        title: CardTitle,
        /// Whether it is done.
        is_done: bool,
    },
    /// A remark.
    Comment {
        /// Its text, Markdown.
        text: CommentText,
    },
    /// A call before the card is due.
    Reminder {
        /// How long before, in minutes: 0 to 525,600 (a year).
        minutes_before: i64,
    },
}

/// Records of one board: all that are in use when a board is opened, or those that changed since a version, the ones in the
/// trash and in the archive among them. Lists, cards and items come in no order: their ranks hold it, and of comments the
/// moments at which they were made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardRecords {
    /// The board's version: it grows by one with every batch of ops that changed something.
    pub version: i64,
    /// Whether these are all records in use: whatever else is known of the board is gone.
    #[serde(default)]
    pub is_complete: bool,
    /// The board itself; `None` where it has not changed.
    pub board: Option<Board>,
    /// Its lists.
    pub lists: Vec<List>,
    /// Its cards.
    pub cards: Vec<Card>,
    /// What lies on the cards.
    #[serde(default)]
    pub items: Vec<Item>,
}

/// What a stretch of the timer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// Work.
    #[default]
    Focus,
    /// A short break.
    ShortBreak,
    /// The long break after every fourth focus session.
    LongBreak,
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It ran its planned length.
    Completed,
    /// The person ended it early, as done.
    FinishedEarly,
    /// The person broke it off.
    Stopped,
    /// It was entered by hand.
    AddedByHand,
}

/// One uninterrupted stretch of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Segment {
    /// When it began.
    pub start: Timestamp,
    /// When it ended; after `start`.
    pub end: Timestamp,
    /// The person's offset from UTC when it began, in minutes, east positive: -720 to 840.
    pub utc_offset: i32,
}

/// A focus session (or a break) that really happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FocusSession {
    /// Its id: the same session reported twice is one row.
    pub id: Id,
    /// What it was.
    pub kind: SessionKind,
    /// How long it was meant to last, in seconds: 0 to 86,400.
    pub planned: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// The board it was for, if any.
    #[serde(default)]
    pub board_id: Option<Id>,
    /// The card it was for, if any.
    #[serde(default)]
    pub card_id: Option<Id>,
    /// Its stretches in order, at least one; pauses lie between them.
    pub segments: Vec<Segment>,
    /// Grows with every change of the session, from 0. Of two versions the greater counts, and of equal ones the first.
    #[serde(default)]
    pub revision: i64,
    /// Whether the person has deleted it: then it counts nowhere, and can come back by a greater revision.
    #[serde(default)]
    pub is_deleted: bool,
}
