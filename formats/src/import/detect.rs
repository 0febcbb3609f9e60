//! Finds out what a file is by its contents, and calls the reader of its format. The name only tells a table from damaged JSON.

use super::account::{self, AccountContents};
use super::csv::{self, Table, TableOptions};
use super::escapes::with_valid_escapes;
use super::shape::Shape;
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, MAX_BYTES, MAX_CARDS};
use super::{google_tasks, microsoft_to_do, own, planka, super_productivity, todoist, trello};
use crate::board_file::BoardFile;
use crate::encoding::{Encoding, decode};
use crate::losses::LossKind;
use crate::zip;
use serde::Deserialize;

/// The choices of the user about how a file is read. What is missing is found out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct ImportOptions {
    /// The encoding of a text.
    pub encoding: Option<Encoding>,
    /// Whether archived cards are left out.
    pub skip_archive: bool,
    /// How a table is read.
    #[serde(flatten)]
    pub table: TableOptions,
}

/// A file that was read.
#[derive(Debug)]
pub struct ImportedFile {
    /// What was read.
    pub import: Import,
    /// How it was read, if it is a table whose columns the user can map.
    pub table: Option<Table>,
    /// What it contains besides boards, if it is the archive of an account.
    pub account: Option<AccountContents>,
}

impl From<Import> for ImportedFile {
    fn from(import: Import) -> Self {
        Self { import, table: None, account: None }
    }
}

/// Recognizes a format.
type Matches = fn(&Shape) -> bool;

/// Reads a format.
type Read = fn(&str, &ImportContext<'_>) -> Result<Import, ImportError>;

/// The formats that are JSON.
const JSON_FORMATS: [(Matches, Read); 6] = [
    (is_own, own::read),
    (trello::matches, trello::read),
    (planka::matches, planka::read),
    (super_productivity::matches, super_productivity::read),
    (microsoft_to_do::matches, microsoft_to_do::read),
    (google_tasks::matches, google_tasks::read),
];

/// Reads a file.
///
/// # Errors
///
/// Fails if the file is in no known format, or if nothing of it can be imported.
pub fn read(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    context: &ImportContext<'_>,
) -> Result<ImportedFile, ImportError> {
    if bytes.len() > MAX_BYTES {
        return Err(ImportErrorCode::TooLarge.into());
    }
    let mut file = if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        read_archive(bytes, context)?
    } else {
        read_text(file_name, bytes, options, context)?
    };
    let boards = &mut file.import.boards;
    if options.skip_archive {
        boards.iter_mut().for_each(|board| remove_archived_cards(&mut board.board, context));
    }
    boards.iter_mut().for_each(|board| board.board.number());
    // All boards of an account may have more cards together, and its archive may have none.
    if file.import.source == ImportSource::TwentyfourAccount {
        return Ok(file);
    }
    let cards: usize = boards.iter().flat_map(|board| &board.board.lists).map(|list| list.cards.len()).sum();
    if cards > MAX_CARDS {
        return Err(ImportErrorCode::TooManyCards.into());
    }
    boards.iter().try_for_each(|board| own::check(&board.board))?;
    if boards.is_empty() {
        return Err(ImportErrorCode::Empty.into());
    }
    Ok(file)
}

/// Removes the archived cards of a board, and the list that was made for them.
fn remove_archived_cards(board: &mut BoardFile, context: &ImportContext<'_>) {
    for list in &mut board.lists {
        list.cards.retain(|card| card.archived_at.is_none());
    }
    board.lists.retain(|list| !list.cards.is_empty() || list.name.as_str() != context.names.archive);
}

/// Reads a file that is no archive.
fn read_text(
    file_name: &str,
    bytes: &[u8],
    options: &ImportOptions,
    context: &ImportContext<'_>,
) -> Result<ImportedFile, ImportError> {
    let decoded = decode(bytes, options.encoding);
    let text: &str = &decoded.text;
    let start = text.trim_start();
    if start.is_empty() {
        return Err(ImportErrorCode::Empty.into());
    }
    if let Some(code) = refused(start) {
        return Err(code.into());
    }
    let mut file = if start.starts_with(['{', '[']) {
        read_json(text, context)?.into()
    } else if has_ending(file_name, ".json") {
        return Err(ImportErrorCode::UnknownFormat.into());
    } else {
        let title = title_of(file_name);
        match todoist::read(&title, text, context)? {
            Some(import) => import.into(),
            None => {
                let (import, table) = csv::read(&title, text, decoded.encoding, &options.table, context)?;
                ImportedFile { import, table: Some(table), account: None }
            }
        }
    };
    file.import.losses.add_many(LossKind::BadBytes, decoded.bad_characters, zip::base_name(file_name));
    Ok(file)
}

/// Returns whether it is a board of our own format, of any version.
fn is_own(shape: &Shape) -> bool {
    shape.field("format").and_then(Shape::text) == Some("twentyfour-board")
}

/// Reads a JSON text.
fn read_json(text: &str, context: &ImportContext<'_>) -> Result<Import, ImportError> {
    let text = &with_valid_escapes(text);
    let shape = Shape::of(text)?;
    let (_, read) = JSON_FORMATS.iter().find(|(matches, _)| matches(&shape)).ok_or(ImportErrorCode::UnknownFormat)?;
    read(text, context)
}

/// Returns the error of a text that is known, but cannot be imported.
fn refused(start: &str) -> Option<ImportErrorCode> {
    let head: String = start.chars().take(2_000).collect();
    if head.starts_with("--") && head.contains("PostgreSQL database") {
        return Some(ImportErrorCode::WrongExport);
    }
    // The compressed or encrypted files with which Super Productivity synchronizes.
    if head.strip_prefix("pf_").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphanumeric())) {
        return Some(ImportErrorCode::WrongExport);
    }
    let is_page = head.starts_with('<');
    let controls = head.chars().filter(|character| character.is_control() && !"\t\r\n".contains(*character)).count();
    (is_page || controls > 10).then_some(ImportErrorCode::UnknownFormat)
}

/// Reads an archive: the one of an account of ours, a backup of Todoist, Google Takeout, or any files that could be imported alone.
fn read_archive(bytes: &[u8], context: &ImportContext<'_>) -> Result<ImportedFile, ImportError> {
    let paths = zip::paths(bytes)?;
    if account::matches(&paths) {
        return account::read(bytes, &paths);
    }
    let named = |matches: &dyn Fn(&str) -> bool| paths.iter().filter(|path| matches(path)).cloned().collect::<Vec<_>>();
    // Takeout has many other files of JSON, some of them very large.
    let mut wanted = named(&|path| zip::base_name(path) == "Tasks.json");
    if wanted.is_empty() {
        wanted = named(&|path| has_ending(path, ".csv") || has_ending(path, ".json"));
    }
    let mut whole: Option<Import> = None;
    for file in zip::read(bytes, &wanted, MAX_BYTES)? {
        let import = match read_text(&file.path, &file.bytes, &ImportOptions::default(), context) {
            // The columns of a table in an archive cannot be mapped, so it is read only if its column of titles is certain.
            Ok(ImportedFile { import, table, .. }) if table.as_ref().is_none_or(|table| table.is_certain) => import,
            Ok(_) => continue,
            Err(ImportError { code: ImportErrorCode::UnknownFormat | ImportErrorCode::Empty, .. }) => continue,
            Err(error) => return Err(error),
        };
        match &mut whole {
            Some(whole) => {
                whole.boards.extend(import.boards);
                whole.losses.append(import.losses);
            }
            None => whole = Some(import),
        }
    }
    whole.map(ImportedFile::from).ok_or_else(|| ImportErrorCode::Empty.into())
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.to_ascii_lowercase().ends_with(ending)
}

/// Returns the name of a file without its folders and its ending.
fn title_of(file_name: &str) -> String {
    let name = zip::base_name(file_name);
    match name.rsplit_once('.') {
        Some((title, _)) if !title.is_empty() => title.to_owned(),
        _ => name.to_owned(),
    }
}
