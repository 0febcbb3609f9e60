//! Reads files of other products and our own.
//!
//! Nothing in a file is executed or fetched: every text is data, and addresses become links in descriptions.
//!
//! - [`detect`] finds out what a file is and calls the reader of its format; [`shape`] is how it looks at JSON.
//! - [`csv`] reads tables: `rows` splits them, [`columns`] suggests what their columns contain, `dates` and `values` read cells.
//! - `todoist` reads projects of Todoist, whose dates are sentences (`todoist_dates`).
//! - `account` reads the boards of an account's archive.
//! - `escapes` makes texts of JavaScript readable for `serde_json`.
//! - The readers of JSON use `tree`, which tolerates fields of wrong types, and `parents`.
//! - `draft` makes the cards of all formats.

mod draft;

use crate::board_file::BoardFile;
use crate::losses::Losses;
use core_wasm::protocol::time::Timestamp;
use serde::{Deserialize, Serialize};

mod account;
pub mod columns;
pub mod csv;
mod dates;
pub mod detect;
mod escapes;
pub mod google_tasks;
pub mod microsoft_to_do;
pub mod own;
mod parents;
pub mod planka;
mod rows;
#[cfg(test)]
mod sample_tests;
pub mod shape;
pub mod super_productivity;
mod todoist;
mod todoist_dates;
mod tree;
pub mod trello;
mod values;

pub use account::AccountContents;
pub use detect::{ImportOptions, ImportedFile, read};

/// The maximum size of a file in bytes.
pub const MAX_BYTES: usize = 100_000_000;

/// The maximum number of cards in a file.
pub const MAX_CARDS: usize = 100_000;

/// Where a file comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportSource {
    /// A board of ours.
    Twentyfour,
    /// The archive of an account of ours.
    TwentyfourAccount,
    /// A board of Trello.
    Trello,
    /// A board of Planka.
    Planka,
    /// A backup of Super Productivity.
    SuperProductivity,
    /// A project of Todoist (CSV), or a backup of all projects (ZIP).
    Todoist,
    /// Lists of Microsoft To Do.
    MicrosoftToDo,
    /// Lists of Google Tasks.
    GoogleTasks,
    /// A table whose columns the user maps.
    Csv,
}

/// What a reader needs to know about the user and the moment.
pub struct ImportContext<'a> {
    /// The time of the import, for records without a time of their own.
    pub now: Timestamp,
    /// Returns the UTC offset of the user at a moment, in minutes; positive is east of Greenwich.
    pub utc_offset: &'a dyn Fn(Timestamp) -> i32,
    /// The names for what has none.
    pub names: &'a ImportNames,
}

/// Names in the user's language for what has none in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct ImportNames {
    /// A card without a title: "Untitled".
    pub untitled: String,
    /// The list of cards without one: "No list".
    pub no_list: String,
    /// The list for the cards of closed lists and of the archive: "Archive".
    pub archive: String,
    /// The heading above the links of a card in its description: "Links".
    pub links: String,
    /// The heading above the names of files that were not taken over: "Files".
    pub files: String,
    /// The heading above fields that have no place here: "Other fields".
    pub other_fields: String,
    /// The field with the people of a card: "People".
    pub people: String,
    /// The author of a comment whose name is not in the file: "Unknown person".
    pub unknown_person: String,
    /// The field with the start date of a card: "Start date".
    pub start_date: String,
    /// The field with a due date that cannot be used: "Due date".
    pub due_date: String,
    /// The field with a repetition that cannot be taken over: "Repeats".
    pub repeats: String,
    /// The field with the time that was tracked for a card: "Tracked time".
    pub tracked_time: String,
    /// The field with the place of a card on a map: "Location".
    pub location: String,
    /// The field with the project of a board, and with the issue of a card in another product: "Source".
    pub source: String,
    /// The list of open tasks: "To do".
    pub to_do: String,
    /// The list of tasks for later: "Backlog".
    pub backlog: String,
    /// The list of completed tasks: "Done".
    pub done: String,
}

impl Default for ImportNames {
    fn default() -> Self {
        Self {
            untitled: "Untitled".to_owned(),
            no_list: "No list".to_owned(),
            archive: "Archive".to_owned(),
            links: "Links".to_owned(),
            files: "Files".to_owned(),
            other_fields: "Other fields".to_owned(),
            people: "People".to_owned(),
            unknown_person: "Unknown person".to_owned(),
            start_date: "Start date".to_owned(),
            due_date: "Due date".to_owned(),
            repeats: "Repeats".to_owned(),
            tracked_time: "Tracked time".to_owned(),
            location: "Location".to_owned(),
            source: "Source".to_owned(),
            to_do: "To do".to_owned(),
            backlog: "Backlog".to_owned(),
            done: "Done".to_owned(),
        }
    }
}

/// A board that was read from a file.
#[derive(Clone, Debug)]
pub struct ImportedBoard {
    /// What identifies the board in its product, such as `trello:5f2b…`. A board that was imported keeps it, so that a second
    /// import of it is recognized. Made of the contents if the product has no ids.
    pub key: String,
    /// The board.
    pub board: BoardFile,
    /// Whether it is archived in a product whose files have several boards.
    pub is_archived: bool,
}

/// What was read from a file.
#[derive(Clone, Debug)]
pub struct Import {
    /// Where it comes from.
    pub source: ImportSource,
    /// Its boards.
    pub boards: Vec<ImportedBoard>,
    /// What cannot be taken over.
    pub losses: Losses,
}

/// Why a file cannot be imported. Its sentence for people is the text `import_error_<code>` of the shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportErrorCode {
    /// The file is larger than [`MAX_BYTES`].
    TooLarge,
    /// It has more cards than [`MAX_CARDS`].
    TooManyCards,
    /// It is empty, or has no boards and no cards.
    Empty,
    /// It is JSON that ends in the middle, or has an error.
    InvalidJson,
    /// It is a board of ours in which a value is missing or not allowed.
    InvalidValue,
    /// It is nested too deeply.
    TooDeep,
    /// It is in no format that can be imported.
    UnknownFormat,
    /// It is a part of an export, such as a single card of Trello, or the list of projects of Planka.
    PartOfExport,
    /// It is a database dump or a synchronization file. The product has an export that can be imported.
    WrongExport,
    /// It is encrypted.
    Encrypted,
    /// It was written by a version of the product that is too old or too new.
    UnsupportedVersion,
    /// It is an archive that is damaged, or whose contents are not what it declares.
    InvalidArchive,
    /// It is an archive whose contents are too large.
    ArchiveTooLarge,
    /// It is a table with a quote that is never closed.
    UnclosedQuote,
    /// It is a table without a column for titles.
    NoTitleColumn,
}

/// An error with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ImportError {
    /// Why.
    pub code: ImportErrorCode,
    /// The line of the file, from 1; null if unknown.
    pub line: Option<u32>,
    /// The name of the field with the invalid value, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl ImportError {
    /// Returns an error at a line of the file.
    pub fn at_line(code: ImportErrorCode, line: Option<u32>) -> Self {
        Self { code, line, field: None }
    }
}

impl From<ImportErrorCode> for ImportError {
    fn from(code: ImportErrorCode) -> Self {
        Self::at_line(code, None)
    }
}
