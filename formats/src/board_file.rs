//! A board as a file of our own format, version 1. It is JSON, and contains what the person who exports it sees, except for
//! the trash and for attachments.
//!
//! Exporting a board, importing the file and exporting the new board gives the same bytes. So a file has no ids of the server,
//! no ranks and no accounts: lists, cards and subtasks are in their order, and ids are numbers within the file.

use core_wasm::protocol::record::{LabelColor, Priority, Recurrence};
use core_wasm::protocol::text::{BoardName, CardTitle, Color, CommentText, Description, Image, Label, ListName};
use core_wasm::protocol::time::{DueDate, Timestamp};
use serde::{Deserialize, Serialize};

/// The version of the format that this code writes.
pub const VERSION: u32 = 1;

/// What a file is: `twentyfour-board`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum FileFormat {
    /// A board.
    #[default]
    #[serde(rename = "twentyfour-board")]
    Board,
}

/// A board with its lists and cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardFile {
    /// What the file is.
    pub format: FileFormat,
    /// The version of the format.
    pub version: u32,
    /// The name of the board.
    pub name: BoardName,
    /// What it is for, as Markdown; may be empty.
    #[serde(default)]
    pub description: Description,
    /// Its color; null for none.
    pub color: Option<Color>,
    /// Its background picture: a built-in one or one of the photo service; null for the default, and for an uploaded picture,
    /// which belongs to an account.
    pub image: Option<Image>,
    /// Whether it is a favorite.
    #[serde(default)]
    pub favorite: bool,
    /// Whether it is a template for new boards.
    #[serde(default)]
    pub is_template: bool,
    /// The custom colors of its labels.
    #[serde(default)]
    pub label_colors: Vec<LabelColor>,
    /// Its lists from left to right.
    pub lists: Vec<FileList>,
}

impl BoardFile {
    /// Returns an empty board.
    pub fn new(name: BoardName) -> Self {
        Self {
            format: FileFormat::Board,
            version: VERSION,
            name,
            description: Description::default(),
            color: None,
            image: None,
            favorite: false,
            is_template: false,
            label_colors: vec![],
            lists: vec![],
        }
    }

    /// Numbers the lists and cards from 1, in their order.
    pub fn number(&mut self) {
        let mut next_card = 1;
        for (list, id) in self.lists.iter_mut().zip(1..) {
            list.id = id;
            for card in &mut list.cards {
                card.id = next_card;
                next_card += 1;
            }
        }
    }
}

/// A list of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileList {
    /// Its number within the file.
    #[serde(default)]
    pub id: u32,
    /// Its name; may be empty.
    pub name: ListName,
    /// Whether it is collapsed.
    #[serde(default)]
    pub is_collapsed: bool,
    /// Its color, which is never transparent; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Its cards from top to bottom, those of the archive included.
    #[serde(default)]
    pub cards: Vec<FileCard>,
}

/// A card of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileCard {
    /// Its number within the file.
    #[serde(default)]
    pub id: u32,
    /// Its title.
    pub title: CardTitle,
    /// Its description as Markdown; may be empty.
    #[serde(default)]
    pub description: Description,
    /// How important it is: `low`, `medium` or `high`. That it is done is in `completed_at`.
    #[serde(default)]
    pub priority: Priority,
    /// When it was completed; null if it is not done.
    pub completed_at: Option<Timestamp>,
    /// Its due date; null for none.
    pub due_date: Option<DueDate>,
    /// Its labels, without duplicates.
    #[serde(default)]
    pub labels: Vec<Label>,
    /// Whether it is assigned to the person who exported it.
    #[serde(default)]
    pub is_assigned: bool,
    /// How it repeats; null if it does not.
    pub recurrence: Option<Recurrence>,
    /// How long it is estimated to take, in minutes: 1 to 6,000; null for no estimate.
    pub estimate_minutes: Option<u32>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was archived; null if it is not in the archive.
    pub archived_at: Option<Timestamp>,
    /// Its subtasks in their order.
    #[serde(default)]
    pub subtasks: Vec<FileSubtask>,
    /// Its comments, the oldest first.
    #[serde(default)]
    pub comments: Vec<FileComment>,
    /// The reminders of the person who exported it: minutes before the due date, 0 to 525,600.
    #[serde(default)]
    pub reminders: Vec<i64>,
}

impl FileCard {
    /// Returns a card with nothing but a title. `id` is set by [`BoardFile::number`].
    pub fn new(title: CardTitle, created_at: Timestamp) -> Self {
        Self {
            id: 0,
            title,
            description: Description::default(),
            priority: Priority::Low,
            completed_at: None,
            due_date: None,
            labels: vec![],
            is_assigned: false,
            recurrence: None,
            estimate_minutes: None,
            created_at,
            archived_at: None,
            subtasks: vec![],
            comments: vec![],
            reminders: vec![],
        }
    }
}

/// A subtask of a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileSubtask {
    /// Its title.
    pub title: CardTitle,
    /// Whether it is done.
    #[serde(default)]
    pub is_done: bool,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A comment on a card. The text of another person's comment starts with a line that names its author, because the account of
/// that person may not exist where the file is imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileComment {
    /// Its text as Markdown.
    pub text: CommentText,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was last edited; null if never.
    pub edited_at: Option<Timestamp>,
}
