//! Tables (CSV) whose columns the user maps to fields of cards.

use super::{ImportContext, ImportError, ImportErrorCode, ImportedFile};
use crate::encoding::Encoding;
use serde::{Deserialize, Serialize};

/// The choices of the user about how a table is read. What is missing is found out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// The field of each column; null for none.
    pub columns: Option<Vec<Option<CardField>>>,
    /// What separates the columns.
    pub delimiter: Option<char>,
    /// Whether the first row has the names of the columns.
    pub has_header: Option<bool>,
    /// Whether 5/12 is the 5th of December instead of the 12th of May.
    pub day_first: Option<bool>,
}

/// What a column contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardField {
    /// The title of a card.
    Title,
    /// Its description.
    Description,
    /// The name of its list.
    List,
    /// The name of its board.
    Board,
    /// Its priority.
    Priority,
    /// Its due date.
    DueDate,
    /// Its labels.
    Labels,
    /// Whether it is done.
    IsCompleted,
    /// When it was completed.
    CompletedAt,
    /// When it was created.
    CreatedAt,
    /// When it was archived.
    ArchivedAt,
    /// Its estimate.
    EstimateMinutes,
    /// Its subtasks.
    Subtasks,
    /// Its comments.
    Comments,
}

/// How a table was read, for the user to check and change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Table {
    /// What separates the columns.
    pub delimiter: char,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// Whether the first row has the names of the columns.
    pub has_header: bool,
    /// The columns from left to right.
    pub columns: Vec<Column>,
    /// Whether a due date such as 5/12/2026 has two meanings, and nothing in the file decides between them.
    pub needs_day_first: bool,
    /// Whether the column of the titles is known by its name.
    #[serde(skip)]
    pub is_certain: bool,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Column {
    /// Its name in the first row; empty if it has none.
    pub name: String,
    /// What it contains; null if it goes to the other fields in the description.
    pub field: Option<CardField>,
    /// Some of its values.
    pub samples: Vec<String>,
}

/// Reads a table.
pub(crate) fn read(
    _title: &str,
    _text: &str,
    _encoding: Encoding,
    _options: &TableOptions,
    _context: &ImportContext<'_>,
) -> Result<ImportedFile, ImportError> {
    Err(ImportErrorCode::UnknownFormat.into())
}
