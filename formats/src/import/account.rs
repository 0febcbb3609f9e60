//! Reads the archive of an account of ours, `GET /api/account/export`: its boards, and how much else it contains. The server
//! imports the rest.

use super::own;
use super::shape::invalid_json;
use super::{Import, ImportError, ImportErrorCode, ImportSource, ImportedBoard, ImportedFile, MAX_BYTES};
use crate::encoding::decode;
use crate::losses::{LossKind, Losses};
use crate::records;
use crate::zip::{self, ArchiveFile};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Board, BoardRecords, Item, ItemContent};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

const ACCOUNT_FILE: &str = "account.json";
const BOARDS_FILE: &str = "boards.json";
const SESSIONS_FILE: &str = "focus-sessions.json";

/// How much an archive contains besides boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AccountContents {
    /// Notes, those in the trash included.
    pub notes: usize,
    /// Focus sessions and breaks.
    pub focus_sessions: usize,
    /// Uploaded pictures.
    pub pictures: usize,
    /// Files that are attached to cards.
    pub attachments: usize,
}

/// The part of `account.json` that is read.
#[derive(Deserialize)]
struct AccountFile {
    user: AccountOwner,
}

#[derive(Deserialize)]
struct AccountOwner {
    id: String,
}

/// The file `boards.json`, with the text of each board, so that the others are imported if one cannot be read.
#[derive(Deserialize)]
struct BoardsFile<'text> {
    #[serde(borrow)]
    boards: Vec<&'text RawValue>,
}

/// The number of focus sessions in `focus-sessions.json`.
#[derive(Deserialize)]
struct SessionsFile {
    sessions: Vec<IgnoredAny>,
}

/// Returns whether an archive with these paths is the one of an account.
pub(super) fn matches(paths: &[String]) -> bool {
    let has = |name: &str| paths.iter().any(|path| path == name);
    has(ACCOUNT_FILE) && has(BOARDS_FILE)
}

/// Reads the archive of an account.
///
/// # Errors
///
/// Fails if the archive is damaged, or if its files are too large or not what they should be. A board that cannot be read is left
/// out and counts as a loss.
pub(super) fn read(bytes: &[u8], paths: &[String]) -> Result<ImportedFile, ImportError> {
    let wanted = [ACCOUNT_FILE, BOARDS_FILE, SESSIONS_FILE].map(str::to_owned);
    let files = zip::read(bytes, &wanted, MAX_BYTES)?;
    let account: AccountFile = parse(&text_of(&files, ACCOUNT_FILE))?;
    let account_id = Id::parse(&account.user.id).ok_or(ImportErrorCode::InvalidValue)?;
    let text = text_of(&files, BOARDS_FILE);
    let texts = parse::<BoardsFile<'_>>(&text)?.boards;
    let mut losses = Losses::default();
    let mut boards = vec![];
    for (text, number) in texts.into_iter().zip(1..) {
        match json::parse::<BoardRecords>(text.get())
            .ok()
            .and_then(|records| read_board(&records, account_id, &mut losses))
        {
            Some(BoardOutcome::Read(board)) => boards.push(*board),
            Some(BoardOutcome::Trashed) => {}
            None => losses.add(LossKind::RecordSkipped, &format!("{BOARDS_FILE} #{number}")),
        }
    }
    let sessions = match text_of(&files, SESSIONS_FILE) {
        text if text.is_empty() => vec![],
        text => parse::<SessionsFile>(&text)?.sessions,
    };
    let count_in = |folder: &str| paths.iter().filter(|path| path.starts_with(folder)).count();
    let contents = AccountContents {
        notes: count_in("notes/"),
        focus_sessions: sessions.len(),
        pictures: count_in("pictures/"),
        attachments: count_in("attachments/"),
    };
    let import = Import { source: ImportSource::TwentyfourAccount, boards, losses };
    Ok(ImportedFile { import, table: None, account: Some(contents) })
}

/// Returns the text of a file of the archive; empty if there is none.
fn text_of(files: &[ArchiveFile], path: &str) -> String {
    let file = files.iter().find(|file| file.path == path);
    file.map(|file| decode(&file.bytes, None).text.into_owned()).unwrap_or_default()
}

fn parse<'text, T: Deserialize<'text>>(text: &'text str) -> Result<T, ImportError> {
    serde_json::from_str(text).map_err(|error| match invalid_json(&error) {
        invalid if error.is_data() => ImportError { code: ImportErrorCode::InvalidValue, ..invalid },
        invalid => invalid,
    })
}

/// What became of a board.
enum BoardOutcome {
    Read(Box<ImportedBoard>),
    /// It is in the trash.
    Trashed,
}

/// Returns a board as its reader saw it, and counts what is not taken over. `None` if it has no record of its own, or exceeds a
/// limit.
fn read_board(records: &BoardRecords, account_id: Id, losses: &mut Losses) -> Option<BoardOutcome> {
    let board = records.board.as_ref()?;
    let name = board.name.as_str();
    if board.trashed_at.is_some() {
        losses.add(LossKind::Deleted, name);
        return Some(BoardOutcome::Trashed);
    }
    let name_of = |id: Id| board.members.iter().find(|member| member.user_id == id).map(|member| member.name());
    let file = records::from_records(records, Some(account_id), &name_of)?;
    own::check(&file).ok()?;
    add_losses(records, board, account_id, losses);
    Some(BoardOutcome::Read(Box::new(ImportedBoard {
        key: format!("account:{}", board.id),
        board: file,
        is_archived: false,
    })))
}

fn add_losses(records: &BoardRecords, board: &Board, account_id: Id, losses: &mut Losses) {
    let name = board.name.as_str();
    if board.members.len() > 1 {
        losses.add(LossKind::People, name);
    }
    for list in records.lists.iter().filter(|list| list.trashed_at.is_some()) {
        losses.add(LossKind::Deleted, list.name.as_str());
    }
    for card in records.cards.iter().filter(|card| card.trashed_at.is_some()) {
        losses.add(LossKind::Deleted, card.title.as_str());
    }
    let count = |is_counted: &dyn Fn(&Item) -> bool| {
        u32::try_from(records.items.iter().filter(|item| is_counted(item)).count()).unwrap_or(u32::MAX)
    };
    losses.add_many(LossKind::Deleted, count(&|item| item.trashed_at.is_some()), name);
    let is_of_other = |item: &Item| {
        item.trashed_at.is_none()
            && matches!(item.content, ItemContent::Comment { .. })
            && item.author_id.is_some_and(|author_id| author_id != account_id)
    };
    losses.add_many(LossKind::CommentAuthor, count(&is_of_other), name);
}
