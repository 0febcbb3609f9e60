//! Reads a board of our own format ([`crate::board_file`]).

use super::draft::hash_bytes;
use super::{Import, ImportContext, ImportError, ImportErrorCode, ImportSource, ImportedBoard};
use crate::board_file::{BoardFile, VERSION};
use crate::losses::Losses;
use crate::records;
use core_wasm::protocol::error::ErrorCode;
use serde::Deserialize;
use serde_json::error::Category;

/// Reads a board file. Fields that the format does not have are ignored.
///
/// # Errors
///
/// Fails if the text is no valid board file of a known version, or exceeds a limit.
pub fn read(text: &str, _: &ImportContext<'_>) -> Result<Import, ImportError> {
    let mut board = parse(text)?;
    check(&board)?;
    // The numbers of a file that was edited may be missing or double.
    board.number();
    let key = format!("twentyfour:{:016x}", hash_bytes(text.bytes()));
    Ok(Import {
        source: ImportSource::Twentyfour,
        boards: vec![ImportedBoard { key, board, is_archived: false }],
        losses: Losses::default(),
    })
}

/// Checks what the types of a file do not.
///
/// # Errors
///
/// Fails if the board exceeds a limit.
pub(super) fn check(board: &BoardFile) -> Result<(), ImportError> {
    records::check(board).map_err(|code| match code {
        ErrorCode::CardLimit => ImportErrorCode::TooManyCards.into(),
        _ => ImportErrorCode::InvalidValue.into(),
    })
}

/// Parses a board file of the current version.
///
/// # Errors
///
/// Fails as [`read`] does.
pub fn parse(text: &str) -> Result<BoardFile, ImportError> {
    match serde_json::from_str::<BoardFile>(text) {
        Ok(file) if file.version == VERSION => Ok(file),
        Ok(_) => Err(ImportErrorCode::UnsupportedVersion.into()),
        Err(error) => Err(reason(text, &error)),
    }
}

/// The beginning of a file of any version.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: serde_json::Value,
}

/// Returns why a text is no board file.
fn reason(text: &str, error: &serde_json::Error) -> ImportError {
    let line = u32::try_from(error.line()).ok().filter(|line| *line > 0);
    let code = match serde_json::from_str::<Head>(text) {
        Ok(head) if head.format != "twentyfour-board" => ImportErrorCode::UnknownFormat,
        Ok(head) if head.version.is_number() && head.version != VERSION => ImportErrorCode::UnsupportedVersion,
        Ok(_) => ImportErrorCode::InvalidValue,
        Err(head_error) => {
            // The outer error may be one of a wrong value before the end of a text that is cut.
            let line = u32::try_from(head_error.line()).ok().filter(|line| *line > 0);
            let code = match head_error.classify() {
                Category::Syntax | Category::Eof | Category::Io => ImportErrorCode::InvalidJson,
                Category::Data => ImportErrorCode::UnknownFormat,
            };
            return ImportError::at_line(code, line);
        }
    };
    let field = if code == ImportErrorCode::InvalidValue { field_of(text, error) } else { None };
    ImportError { code, line, field }
}

/// Returns the name of the field that is missing, or whose value ends where an error is.
fn field_of(text: &str, error: &serde_json::Error) -> Option<String> {
    let message = error.to_string();
    let name = match message.strip_prefix("missing field `") {
        Some(rest) => rest.split('`').next()?,
        None => {
            let lines_before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let end = lines_before.map(str::len).sum::<usize>() + error.column();
            let (before, _) = text.get(..end)?.rsplit_once("\":")?;
            before.rsplit('"').next()?
        }
    };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests;
