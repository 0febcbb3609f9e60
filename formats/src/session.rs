//! An import in the browser, from the first bytes of a file to the records of its boards, as JSON text.

use crate::export::{self, ExportFormat};
use crate::import::csv::Table;
use crate::import::{
    self, AccountContents, ImportContext, ImportError, ImportNames, ImportOptions, ImportSource, ImportedBoard,
    MAX_BYTES,
};
use crate::losses::Loss;
use crate::records;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::BoardRecords;
use core_wasm::protocol::text::{ImportKey, Slug};
use core_wasm::protocol::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the browser tells about the import.
#[derive(Deserialize)]
struct SessionContext {
    now: Timestamp,
    names: ImportNames,
}

/// A file that is larger than [`MAX_BYTES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// The import of one file.
pub struct ImportSession {
    context: SessionContext,
    bytes: Vec<u8>,
    boards: Vec<ImportedBoard>,
}

impl ImportSession {
    /// Starts an import. The context is JSON text: `{"now": …, "names": …}`. `None` if it is invalid.
    pub fn new(context: &str) -> Option<Self> {
        Some(Self { context: serde_json::from_str(context).ok()?, bytes: vec![], boards: vec![] })
    }

    /// Appends bytes of the file.
    ///
    /// # Errors
    ///
    /// Fails if the file is too large.
    pub fn push(&mut self, chunk: &[u8]) -> Result<(), TooLarge> {
        if self.bytes.len() + chunk.len() > MAX_BYTES {
            return Err(TooLarge);
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }

    /// Reads the file and returns what it contains, as JSON text. It can be read again with other options, which are JSON
    /// text, too. Invalid ones count as none.
    pub fn read(&mut self, name: &str, options: &str, utc_offset: &dyn Fn(Timestamp) -> i32) -> String {
        let SessionContext { now, names } = &self.context;
        let context = ImportContext { now: *now, utc_offset, names };
        let options: ImportOptions = serde_json::from_str(options).unwrap_or_default();
        self.boards.clear();
        let outcome = match import::read(name, &self.bytes, &options, &context) {
            Ok(file) => {
                self.boards = file.import.boards;
                Outcome::Read(Preview {
                    source: file.import.source,
                    boards: self.boards.iter().map(BoardPreview::of).collect(),
                    losses: file.import.losses.into_vec(),
                    table: file.table,
                    account: file.account,
                })
            }
            Err(error) => Outcome::Failed { error },
        };
        serde_json::to_string(&outcome).unwrap_or_default()
    }

    /// Returns a board as a file of our own format. `None` if there is no such board.
    pub fn board_file(&self, index: usize) -> Option<String> {
        Some(export::write(&self.boards.get(index)?.board, ExportFormat::Json))
    }

    /// Returns the records of a board as JSON text. `None` if there is no such board, or if an id or the slug is invalid.
    pub fn board_records(&self, index: usize, board_id: &str, account_id: Option<&str>, slug: &str) -> Option<String> {
        let ImportedBoard { key, board, .. } = self.boards.get(index)?;
        let account_id = match account_id {
            Some(id) => Some(Id::parse(id)?),
            None => None,
        };
        let mut records = records::to_records(board, Id::parse(board_id)?, account_id, Slug::parse(slug).ok()?).ok()?;
        records.board.iter_mut().for_each(|board| board.import_key = ImportKey::parse(key).ok());
        Some(json::json(&records))
    }
}

/// Returns a board as a file, given its records as JSON text, and the names of the other members as JSON text by their ids.
/// `None` if something is invalid.
pub fn export_board(records: &str, account_id: Option<&str>, names: &str, format: &str) -> Option<String> {
    let records: BoardRecords = json::parse(records).ok()?;
    let names: BTreeMap<String, String> = serde_json::from_str(names).ok()?;
    let format = match format {
        "json" => ExportFormat::Json,
        "csv" => ExportFormat::Csv,
        "markdown" => ExportFormat::Markdown,
        _ => return None,
    };
    let name_of = |id: Id| names.get(&id.to_string()).cloned();
    let file = records::from_records(&records, account_id.and_then(Id::parse), &name_of)?;
    Some(export::write(&file, format))
}

/// What reading a file returns.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Read(Preview),
    Failed { error: ImportError },
}

/// What will be imported.
#[derive(Serialize)]
struct Preview {
    source: ImportSource,
    boards: Vec<BoardPreview>,
    losses: Vec<Loss>,
    table: Option<Table>,
    /// Null unless the file is the archive of an account.
    account: Option<AccountContents>,
}

/// What a board contains.
#[derive(Serialize)]
struct BoardPreview {
    key: String,
    name: String,
    lists: usize,
    cards: usize,
    /// How many of the cards are archived.
    archived_cards: usize,
    /// Whether the whole board is archived.
    is_archived: bool,
    subtasks: usize,
    comments: usize,
}

impl BoardPreview {
    fn of(board: &ImportedBoard) -> Self {
        let cards = || board.board.lists.iter().flat_map(|list| &list.cards);
        Self {
            key: board.key.clone(),
            name: board.board.name.as_str().to_owned(),
            lists: board.board.lists.len(),
            cards: cards().count(),
            archived_cards: cards().filter(|card| card.archived_at.is_some()).count(),
            is_archived: board.is_archived,
            subtasks: cards().map(|card| card.subtasks.len()).sum(),
            comments: cards().map(|card| card.comments.len()).sum(),
        }
    }
}
