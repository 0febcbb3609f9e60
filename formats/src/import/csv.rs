//! Tables (CSV) whose columns the user maps to fields of cards.

use super::columns::{CardField, suggest};
use super::draft::{self, CardDraft};
use super::rows::{self, Row};
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard, dates, values};
use crate::board_file::{BoardFile, FileList};
use crate::encoding::Encoding;
use crate::losses::{LossKind, Losses};
use core_wasm::protocol::record::Priority;
use core_wasm::protocol::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The maximum number of values of a column that the user sees, and of their characters.
const MAX_SAMPLES: usize = 3;
const MAX_SAMPLE_CHARS: usize = 100;

/// The first columns of a file of ours. Its texts may have an apostrophe in front, and its labels one separator only.
const OWN_COLUMNS: [&str; 4] = ["board", "list", "title", "description"];

/// The column with the time at which a card was moved to the trash, in the archive of an account of ours.
const TRASHED_COLUMN: &str = "trashed";

/// The choices of the user about how a table is read. What is missing is found out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct TableOptions {
    /// The field of each column; null for the other fields in the description.
    pub columns: Option<Vec<Option<CardField>>>,
    /// What separates the columns.
    pub delimiter: Option<char>,
    /// Whether the first row has the names of the columns.
    pub has_header: Option<bool>,
    /// Whether 5/12 is the 5th of December instead of the 12th of May.
    pub day_first: Option<bool>,
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
    /// Whether a date such as 5/12/2026 has two meanings, and nothing in the file decides between them.
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

/// Reads a table. `title` is the name of the file, and of the board if no column has one.
pub(crate) fn read(
    title: &str,
    text: &str,
    encoding: Encoding,
    options: &TableOptions,
    context: &ImportContext<'_>,
) -> Result<(Import, Table), ImportError> {
    let (text, separator) = rows::without_separator_line(text);
    let delimiter = options.delimiter.or(separator).unwrap_or_else(|| rows::find_delimiter(text));
    let rows = rows::read_rows(text, delimiter)?;
    let first = rows.first().ok_or(ImportErrorCode::Empty)?;
    let has_header = options.has_header.unwrap_or_else(|| is_header(first));
    let width = rows.iter().map(Row::width).max().unwrap_or_default();
    let names: Vec<String> = (0..width)
        .map(|column| if has_header { draft::clean_line(first.cell(column)) } else { String::new() })
        .collect();
    let rows = &rows[usize::from(has_header)..];
    draft::check_cards(rows.len())?;

    let suggested = suggest(&names);
    let is_certain = suggested.contains(&Some(CardField::Title));
    let fields = match &options.columns {
        Some(columns) => (0..width).map(|column| columns.get(column).copied().flatten()).collect(),
        None if is_certain => suggested,
        None => with_title(suggested, rows),
    };
    if !fields.contains(&Some(CardField::Title)) {
        return Err(ImportErrorCode::NoTitleColumn.into());
    }
    let (tells, has_ambiguous) = order_of_dates(rows, &fields);
    let mut reader = TableReader {
        is_own: OWN_COLUMNS.iter().zip(&names).all(|(own, name)| own == name) && names.len() >= OWN_COLUMNS.len(),
        // Files with semicolons come from countries that write the day first.
        is_day_first: options.day_first.or(tells).unwrap_or(delimiter == ';'),
        is_order_known: options.day_first.or(tells).is_some(),
        names,
        fields,
        title,
        key: draft::hash([text]),
        context,
        losses: Losses::default(),
        boards: vec![],
        board_positions: HashMap::new(),
        list_positions: HashMap::new(),
    };
    for row in rows {
        reader.read_row(row);
    }
    let TableReader { names, fields, losses, boards, .. } = reader;
    let columns = names.into_iter().zip(fields).enumerate();
    let table = Table {
        delimiter,
        encoding,
        has_header,
        columns: columns.map(|(at, (name, field))| Column { name, field, samples: samples(rows, at) }).collect(),
        needs_day_first: has_ambiguous && tells.is_none(),
        is_certain,
    };
    Ok((Import { source: ImportSource::Csv, boards, losses }, table))
}

/// Returns whether a first row has the names of columns: one of them is known, or all are different words.
fn is_header(row: &Row) -> bool {
    let names: Vec<String> = row.cells().map(str::to_owned).collect();
    if suggest(&names).iter().any(Option::is_some) {
        return true;
    }
    let is_name = |name: &String| {
        let name = name.trim();
        (1..=60).contains(&name.chars().count()) && name.parse::<f64>().is_err() && dates::read(name, true).is_none()
    };
    names.len() > 1 && names.iter().all(is_name) && (1..names.len()).all(|at| !names[..at].contains(&names[at]))
}

/// Makes the first column of words that is nothing else the titles.
fn with_title(mut fields: Vec<Option<CardField>>, rows: &[Row]) -> Vec<Option<CardField>> {
    let has_words = |column: usize| {
        let values = rows.iter().map(|row| row.cell(column).trim()).filter(|value| !value.is_empty());
        let mut values = values.take(20).peekable();
        values.peek().is_some()
            && values.all(|value| value.parse::<f64>().is_err() && dates::read(value, true).is_none())
    };
    let free = |column: &usize| fields[*column].is_none();
    let column =
        (0..fields.len()).filter(free).find(|column| has_words(*column)).or_else(|| (0..fields.len()).find(free));
    if let Some(column) = column {
        fields[column] = Some(CardField::Title);
    }
    fields
}

/// Returns whether the dates of a table have the day first, if one of them tells, and whether one has two meanings.
fn order_of_dates(rows: &[Row], fields: &[Option<CardField>]) -> (Option<bool>, bool) {
    let is_date = |field: &Option<CardField>| {
        matches!(
            field,
            Some(CardField::DueDate | CardField::CompletedAt | CardField::CreatedAt | CardField::ArchivedAt)
        )
    };
    let columns: Vec<usize> = (0..fields.len()).filter(|column| is_date(&fields[*column])).collect();
    let cells = || rows.iter().flat_map(|row| columns.iter().map(|column| row.cell(*column)));
    let tells = cells().find_map(dates::tells_day_first);
    let has_ambiguous =
        tells.is_none() && cells().any(|cell| dates::read(cell, true).is_some_and(|date| date.is_ambiguous));
    (tells, has_ambiguous)
}

/// Returns the first values of a column.
fn samples(rows: &[Row], column: usize) -> Vec<String> {
    let values = rows.iter().map(|row| draft::clean_line(row.cell(column))).filter(|value| !value.is_empty());
    values.take(MAX_SAMPLES).map(|value| draft::cut(&value, MAX_SAMPLE_CHARS).into_owned()).collect()
}

/// Returns the name of a column without one, as spreadsheets show it: A to Z, then AA.
fn column_letters(column: usize) -> String {
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

/// Makes boards of the rows of a table.
struct TableReader<'a> {
    names: Vec<String>,
    fields: Vec<Option<CardField>>,
    title: &'a str,
    key: u64,
    is_own: bool,
    is_day_first: bool,
    is_order_known: bool,
    context: &'a ImportContext<'a>,
    losses: Losses,
    boards: Vec<ImportedBoard>,
    /// The positions of boards by their names in the file.
    board_positions: HashMap<String, usize>,
    /// The positions of lists by their boards' positions and their names in the file.
    list_positions: HashMap<(usize, String), usize>,
}

impl TableReader<'_> {
    fn read_row(&mut self, row: &Row) {
        let title = self.first(row, CardField::Title);
        let trashed = self.names.iter().position(|name| self.is_own && name == TRASHED_COLUMN);
        if trashed.is_some_and(|column| !row.cell(column).is_empty()) {
            self.losses.add(LossKind::Deleted, title);
            return;
        }
        let title = self.text(title);
        let mut draft = CardDraft::new(title, self.context.now, self.context, &mut self.losses);
        for column in 0..row.width() {
            let cell = row.cell(column);
            if !cell.trim().is_empty() {
                self.read_cell(&mut draft, column, cell);
            }
        }
        let card = draft.finish(self.context, &mut self.losses);
        let board = self.text(self.first(row, CardField::Board).trim());
        let list = self.text(self.first(row, CardField::List).trim());
        self.list(board, list).cards.push(card);
    }

    /// Returns the cell of the first column with a field.
    fn first<'r>(&self, row: &'r Row, field: CardField) -> &'r str {
        self.fields.iter().position(|known| *known == Some(field)).map_or("", |column| row.cell(column))
    }

    /// Returns a text as it was before our own export.
    fn text<'r>(&self, cell: &'r str) -> &'r str {
        if self.is_own { values::without_formula_guard(cell) } else { cell }
    }

    fn read_cell(&mut self, draft: &mut CardDraft, column: usize, cell: &str) {
        let text = self.text(cell);
        let field = self.fields.get(column).copied().flatten();
        let is_first = self.fields.iter().position(|known| *known == field) == Some(column);
        let is_single = matches!(field, Some(CardField::Title | CardField::List | CardField::Board));
        let (context, losses) = (self.context, &mut self.losses);
        match field {
            Some(_) if is_single && is_first => {}
            Some(CardField::Ignored) => {}
            Some(CardField::Description) => draft.describe(text),
            Some(CardField::Labels) => {
                let own = self.is_own.then(|| text.split("; "));
                let others = (!self.is_own).then(|| values::labels(text));
                let labels = own.into_iter().flatten().chain(others.into_iter().flatten());
                labels.for_each(|label| draft.add_label(label, losses));
            }
            Some(CardField::Priority) => match values::priority(text) {
                Some(Priority::Completed) => draft.card.completed_at = draft.card.completed_at.or(Some(context.now)),
                Some(priority) => draft.card.priority = priority,
                None => self.keep(draft, column, text, LossKind::Unreadable),
            },
            Some(CardField::IsCompleted) => {
                if values::is_yes(text) {
                    draft.card.completed_at = draft.card.completed_at.or(Some(context.now));
                }
            }
            Some(CardField::EstimateMinutes) => match values::minutes(text) {
                Some(minutes) => draft.set_estimate(minutes, losses),
                None => self.keep(draft, column, text, LossKind::Unreadable),
            },
            Some(CardField::Subtasks) => {
                for (title, is_done) in values::subtasks(text) {
                    draft.add_subtask(title, is_done, context.now, context, losses);
                }
            }
            Some(CardField::Comments) => {
                for (at, comment) in values::comments(text) {
                    draft.add_comment(&comment, None, at.unwrap_or(context.now), losses);
                }
            }
            Some(CardField::DueDate | CardField::CreatedAt | CardField::CompletedAt | CardField::ArchivedAt) => {
                self.read_date(draft, column, field, text);
            }
            _ => self.keep(draft, column, text, LossKind::CustomField),
        }
    }

    fn read_date(&mut self, draft: &mut CardDraft, column: usize, field: Option<CardField>, text: &str) {
        let context = self.context;
        let date = dates::read(text, self.is_day_first);
        // Our own times have seconds.
        let exact = Timestamp::parse(text.trim());
        let moment = exact.or_else(|| date.map(|date| date.moment(context)));
        match (field, date) {
            (Some(CardField::CompletedAt), None) if values::is_yes(text) => {
                draft.card.completed_at = draft.card.completed_at.or(Some(context.now));
                return;
            }
            (Some(CardField::ArchivedAt), None) if values::is_yes(text) => {
                draft.card.archived_at = Some(context.now);
                return;
            }
            (_, None) => return self.keep(draft, column, text, LossKind::DateUnreadable),
            (Some(CardField::CompletedAt), _) => draft.card.completed_at = moment,
            (Some(CardField::ArchivedAt), _) => draft.card.archived_at = moment,
            (Some(CardField::CreatedAt), _) => draft.card.created_at = moment.unwrap_or(context.now),
            (_, Some(date)) => draft.card.due_date = date.due_date(context),
        }
        if date.is_some_and(|date| date.is_serial || (date.is_ambiguous && !self.is_order_known)) {
            self.losses.add(LossKind::DateAssumed, draft.title());
        }
    }

    /// Keeps a value in the description.
    fn keep(&mut self, draft: &mut CardDraft, column: usize, text: &str, loss: LossKind) {
        self.losses.add(loss, draft.title());
        match self.names.get(column).filter(|name| !name.is_empty()) {
            Some(name) => draft.add_field(name, text),
            None => draft.add_field(&column_letters(column), text),
        }
    }

    /// Returns the list with a name on the board with a name. Both are added if they are new.
    fn list(&mut self, board: &str, list: &str) -> &mut FileList {
        let at = match self.board_positions.get(board) {
            Some(at) => *at,
            None => {
                let name =
                    draft::board_name(if board.is_empty() { self.title } else { board }, "CSV", &mut self.losses);
                let key =
                    draft::board_key("csv", &format!("{:016x}", draft::hash([&format!("{:x}", self.key), board])));
                self.boards.push(ImportedBoard { key, board: BoardFile::new(name), is_archived: false });
                self.board_positions.insert(board.to_owned(), self.boards.len() - 1);
                self.boards.len() - 1
            }
        };
        let lists = &mut self.boards[at].board.lists;
        let list_at = match self.list_positions.get(&(at, list.to_owned())) {
            Some(list_at) => *list_at,
            None => {
                let name = if list.is_empty() { &self.context.names.no_list } else { list };
                lists.push(draft::new_list(name, &mut self.losses));
                self.list_positions.insert((at, list.to_owned()), lists.len() - 1);
                lists.len() - 1
            }
        };
        &mut lists[list_at]
    }
}
