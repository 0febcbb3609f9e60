//! The rows of a CSV file (RFC 4180), as spreadsheets and other programs really write it.

use super::{ImportError, ImportErrorCode, MAX_CARDS};
use ::csv::{ReaderBuilder, StringRecord};
use std::collections::BTreeMap;
use std::io::Read;

/// The maximum number of columns. Cells beyond are left out.
pub(crate) const MAX_COLUMNS: usize = 200;

/// How many rows are looked at to find out the delimiter.
const SAMPLE_ROWS: usize = 50;

/// What separates columns, the most unlikely in texts first.
const DELIMITERS: [char; 4] = ['\t', ';', ',', '|'];

/// A row that follows all others. If it becomes part of another one, a quote is not closed.
const LAST_ROW: &str = "\u{1}";

/// The maximum number of rows: those of the cards, and of sections and comments.
const MAX_ROWS: usize = MAX_CARDS * 4;

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row(StringRecord);

impl Row {
    /// Returns the text of a cell; empty if the row is shorter.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.0.get(column).unwrap_or_default()
    }

    /// Returns the cells from left to right.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &str> {
        self.0.iter().take(MAX_COLUMNS)
    }

    /// Returns the number of cells.
    pub(crate) fn width(&self) -> usize {
        self.0.len().min(MAX_COLUMNS)
    }

    /// Returns whether all cells are blank.
    fn is_blank(&self) -> bool {
        self.0.iter().all(|cell| cell.trim().is_empty())
    }
}

/// Returns the rows that are not blank.
///
/// # Errors
///
/// Fails if a quote is not closed, or if there are too many rows.
pub(crate) fn read_rows(text: &str, delimiter: char) -> Result<Vec<Row>, ImportError> {
    let mut rows: Vec<Row> = vec![];
    for row in all_rows(text, delimiter) {
        if row.0.len() == 1 && row.cell(0) == LAST_ROW {
            return Ok(rows);
        }
        if row.0.iter().any(|cell| cell.ends_with(LAST_ROW)) {
            let start = row.0.position().map_or(0, ::csv::Position::byte);
            return Err(ImportError::at_line(ImportErrorCode::UnclosedQuote, Some(line_at(text, start))));
        }
        if rows.len() == MAX_ROWS {
            return Err(ImportErrorCode::TooManyCards.into());
        }
        if !row.is_blank() {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Returns the text after a first line such as `sep=;`, which tells Excel the delimiter, and that delimiter.
pub(crate) fn without_separator_line(text: &str) -> (&str, Option<char>) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.trim_end_matches('\r').trim_matches('"');
    let mut delimiter = line.strip_prefix("sep=").unwrap_or_default().chars();
    match (delimiter.next(), delimiter.next()) {
        (Some(delimiter), None) if delimiter.is_ascii() => (rest, Some(delimiter)),
        _ => (text, None),
    }
}

/// Returns the delimiter with which most rows have the same number of columns, and more than one.
pub(crate) fn find_delimiter(text: &str) -> char {
    let score = |delimiter: char| {
        let mut rows_by_width = BTreeMap::<usize, usize>::new();
        for row in all_rows(text, delimiter).take(SAMPLE_ROWS) {
            *rows_by_width.entry(row.0.len()).or_default() += 1;
        }
        let (width, rows) = rows_by_width.into_iter().max_by_key(|(width, rows)| (*rows, *width)).unwrap_or_default();
        if width > 1 { (rows, width) } else { (0, 0) }
    };
    let scores = DELIMITERS.map(|delimiter| (score(delimiter), delimiter));
    // `max_by_key` returns the last of several equal ones.
    let (best, delimiter) = scores.into_iter().rev().max_by_key(|(score, _)| *score).unwrap_or(((0, 0), ','));
    if best.0 > 0 { delimiter } else { ',' }
}

/// Returns all rows, and then [`LAST_ROW`].
fn all_rows(text: &str, delimiter: char) -> impl Iterator<Item = Row> {
    // Another byte could be a part of a character of UTF-8.
    let delimiter = u8::try_from(delimiter).ok().filter(u8::is_ascii).unwrap_or(b',');
    let bytes = text.as_bytes().chain("\n".as_bytes()).chain(LAST_ROW.as_bytes());
    let reader = ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(bytes);
    // Reading from memory does not fail, and the bytes are text.
    reader.into_records().map_while(Result::ok).map(Row)
}

/// Returns the line of the row that begins at a byte, or at the end of the line break there.
fn line_at(text: &str, byte: u64) -> u32 {
    let start = usize::try_from(byte).unwrap_or(text.len()).min(text.len());
    let (before, after) = text.as_bytes().split_at(start);
    let breaks = after.iter().take_while(|byte| b"\r\n".contains(byte));
    let lines = before.iter().chain(breaks).filter(|byte| **byte == b'\n').count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, delimiter: char) -> Vec<Vec<String>> {
        let rows = read_rows(text, delimiter).unwrap();
        rows.iter().map(|row| row.cells().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn quoted_cells_contain_delimiters_lines_and_quotes() {
        let text = "a,b\r\n\"x, \"\"y\"\"\r\nz\",5\" screw\n\n,,\nlast\r";
        assert_eq!(texts(text, ','), [vec!["a", "b"], vec!["x, \"y\"\r\nz", "5\" screw"], vec!["last"]]);
    }

    #[test]
    fn unclosed_quote_is_an_error_with_its_line() {
        let error = ImportError::at_line(ImportErrorCode::UnclosedQuote, Some(2));
        assert_eq!(read_rows("a,b\r\n1,\"two\n3,4\n", ','), Err(error));
        assert_eq!(texts("\"a\"", ',').len(), 1);
    }

    #[test]
    fn delimiter_is_that_of_equal_rows() {
        for (text, delimiter) in [
            ("Title,Due\nMilk,2026-12-05\n", ','),
            ("Titel;Preis\nMilch, frisch;1,5\nBrot;2,5\n", ';'),
            ("Title\tLabels\nMilk\ta,b\n", '\t'),
            ("Title|Labels\nMilk|a\n", '|'),
            ("\"a, b, c\";1\n\"d; e\";2\n", ';'),
            ("Milk\nBread, butter\nEggs\n", ','),
            ("", ','),
        ] {
            assert_eq!(find_delimiter(text), delimiter, "{text}");
        }
    }

    #[test]
    fn separator_line_of_excel_is_no_row() {
        assert_eq!(without_separator_line("sep=;\r\na;b"), ("a;b", Some(';')));
        assert_eq!(without_separator_line("\"sep=\t\"\na"), ("a", Some('\t')));
        assert_eq!(without_separator_line("separate,b"), ("separate,b", None));
        assert_eq!(without_separator_line("sep=ab\n"), ("sep=ab\n", None));
    }
}
