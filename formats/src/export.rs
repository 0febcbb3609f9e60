//! Writes a board file as text.

mod csv;
mod json;
mod markdown;

use crate::board_file::BoardFile;
use core_wasm::protocol::record::Priority;
use serde::{Deserialize, Serialize};

/// The format of an exported board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Our own format, which can be imported without a loss.
    Json,
    /// A table of the cards, for spreadsheets.
    Csv,
    /// A text of the lists and cards.
    Markdown,
}

impl ExportFormat {
    /// Returns the extension of the file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Markdown => "md",
        }
    }

    /// Returns the media type of the file.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
        }
    }
}

/// Returns the text of a file.
pub fn write(file: &BoardFile, format: ExportFormat) -> String {
    match format {
        ExportFormat::Json => json::write(file),
        ExportFormat::Csv => csv::write(file),
        ExportFormat::Markdown => markdown::write(file),
    }
}

/// Returns the name of an importance.
fn priority_name(priority: Priority) -> &'static str {
    match priority {
        Priority::Low | Priority::Completed => "low",
        Priority::Medium => "medium",
        Priority::High => "high",
    }
}

#[cfg(test)]
mod tests;
