//! What the client prints: lines and tables for people, or JSON.

use super::{Failure, error_json};
use serde_json::Value;
use std::io::{IsTerminal, Write};

/// Where results and errors are printed.
pub(super) struct Output {
    is_json: bool,
}

impl Output {
    pub(super) fn new(is_json: bool) -> Self {
        Self { is_json }
    }

    /// Prints the JSON, or the lines for people.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the output cannot be written, such as to a full disk.
    pub(super) fn print(&self, json: &Value, lines: &[String]) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let written = if self.is_json {
            writeln!(out, "{json}")
        } else {
            lines.iter().try_for_each(|line| writeln!(out, "{}", sanitize(line)))
        };
        match written.and_then(|()| out.flush()) {
            // The reader, such as `head`, has read enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            outcome => outcome.map_err(|error| Failure::new(format!("Cannot write the output: {error}."))),
        }
    }

    /// Prints an error to standard error: one line of JSON, or a sentence with its details below.
    pub(super) fn error(&self, failure: &Failure) {
        let mut out = std::io::stderr().lock();
        // There is no other place to report an error of standard error.
        _ = match self.is_json {
            true => writeln!(out, "{}", error_json(failure)),
            false => writeln!(out, "twentyfour: {}", sanitize(&failure.message))
                .and_then(|()| failure.details.iter().try_for_each(|line| writeln!(out, "  {}", sanitize(line)))),
        };
    }

    /// Shows a line that replaces the one before. Without a terminal, nothing is shown.
    pub(super) fn show_progress(&self, line: &str) {
        let mut out = std::io::stderr().lock();
        if !self.is_json && out.is_terminal() {
            _ = write!(out, "\r{}\x1b[K", sanitize(line)).and_then(|()| out.flush());
        }
    }

    /// Removes the line of [`Self::show_progress`].
    pub(super) fn clear_progress(&self) {
        self.show_progress("");
    }
}

/// Escapes control characters, which a terminal would interpret, and characters that change the direction of a text.
pub(super) fn sanitize(text: &str) -> String {
    let is_unsafe = |character: char| {
        character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            unsafe_one if is_unsafe(unsafe_one) => safe.extend(unsafe_one.escape_unicode()),
            character => safe.push(character),
        }
    }
    safe
}

/// The maximum width to which cells are padded, so that one long title does not move the columns of all rows.
const MAX_COLUMN_CHARS: usize = 48;

/// Returns rows as lines whose columns are aligned, apart from those behind a very long cell.
pub(super) fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let rows: Vec<[String; COLUMNS]> = rows.iter().map(|row| row.each_ref().map(|cell| sanitize(cell))).collect();
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count().min(MAX_COLUMN_CHARS)).max().unwrap_or_default()
    };
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Returns a number with its noun, such as `1 card` or `2 cards`.
pub(super) fn counted(count: i64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "card")), ["0 cards", "1 card", "2 cards"]);
    }

    #[test]
    fn control_characters_are_escaped() {
        for (text, safe) in [
            ("Milk – für Zoë 🥛", "Milk – für Zoë 🥛"),
            ("\x1b[2J\x07", "\\u{1b}[2J\\u{7}"),
            ("a\u{9b}31mb\r\n", "a\\u{9b}31mb\\u{d}\\u{a}"),
            ("\u{202e}txt", "\\u{202e}txt"),
        ] {
            assert_eq!(sanitize(text), safe);
        }
    }

    #[test]
    fn columns_are_aligned() {
        let rows =
            [["a".to_owned(), "Süß".to_owned(), "x".to_owned()], ["bcd".to_owned(), String::new(), String::new()]];
        assert_eq!(table(&rows), ["a    Süß  x", "bcd"]);
        let long = "l".repeat(100);
        let rows = [[long.clone(), "x".to_owned()], ["a".to_owned(), "y".to_owned()]];
        assert_eq!(table(&rows), [format!("{long}  x"), format!("a{}y", " ".repeat(49))]);
    }
}
