//! Quick add: a line of text becomes a card, as in the app. The finder parses it, and the card is added by ops.

use crate::api_tokens::Caller;
use crate::boards::overview_of;
use crate::error::DomainError;
use crate::ops;
use crate::policy;
use crate::services::ChangeDeps;
use core_wasm::board::policy::{Action, check};
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{BoardOverview, QuickAddRequest, QuickAddResponse};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::op::{CardEdit, Change};
use core_wasm::protocol::rank::Rank;
use core_wasm::protocol::record::Priority;
use finder::quick_add::{Context, Named, NamedBoard, QuickCard, TokenKind, is_same_name, marked_names, quick_add};
use std::collections::BTreeSet;
use twentyfour_model::Actor;
use twentyfour_model::time_zone::local_minute;
use twentyfour_store::{Connection, StoreError, board_reads, boards, preferences, records};

/// The maximum number of characters of a line.
const MAX_LINE_CHARS: usize = 2_000;

/// The first day of the week, which the preferences do not know: Monday.
const WEEK_START: u8 = 1;

/// Why a line was not added.
pub enum Refusal {
    /// There is no board on which the account may add cards.
    NoBoard,
    /// The line names a board that does not exist, or on which the account may not add cards.
    UnknownBoard {
        /// The name in the line.
        name: String,
    },
    /// The line names several boards, and the request has no `board_id`.
    AmbiguousBoard {
        /// Their name.
        name: String,
    },
    /// The line names a list that its board does not have.
    UnknownList {
        /// The name in the line.
        name: String,
        /// The board's name.
        board: String,
    },
    /// The board has no lists.
    NoList {
        /// The board's name.
        board: String,
    },
    /// Another error.
    Other(DomainError),
}

impl<T: Into<DomainError>> From<T> for Refusal {
    fn from(error: T) -> Self {
        Self::Other(error.into())
    }
}

/// Adds a card by a line at the end of a list, on a board that the caller may touch. A repeated request with the same card id returns
/// the existing card.
/// `is_day_first` says that 5/12 is the 5th of December.
///
/// # Errors
/// Returns a [`Refusal`] if the board or the list is not clear, or the error code of a rule that a field breaks, or an error
/// if the database fails. Then nothing was added.
pub async fn add(
    deps: &ChangeDeps,
    caller: &Caller,
    request: &QuickAddRequest,
    is_day_first: bool,
) -> Result<QuickAddResponse, Refusal> {
    let account = **caller;
    if request.text.chars().count() > MAX_LINE_CHARS {
        return Err(ErrorCode::TitleTooLong.into());
    }
    let card_id = match &request.id {
        Some(text) => Id::parse(text).ok_or(ErrorCode::BadId)?,
        None => deps.context.new_id(),
    };
    let database = &deps.context.database;
    let owner = policy::owner_of(account);
    // Boards that the caller may not touch may have a card with the same id, which must not show.
    let of_card = records::boards_of_card(database.pool(), owner, card_id).await?;
    if let Some(board_id) = of_card.into_iter().find(|board_id| caller.allows_board(*board_id)) {
        return Ok(added(deps, account, board_id, card_id).await?);
    }
    let mut snapshot = database.snapshot().await?;
    let mut boards = boards::overview(&mut snapshot, owner, None).await?;
    boards.retain(|BoardOverview { board, .. }| caller.allows_board(board.id));
    boards.sort_by_cached_key(|BoardOverview { board, .. }| {
        (!board.favorite, board.name.as_str().to_lowercase(), board.id)
    });
    let usual = usual_board(&boards, request)?;
    boards.retain(|BoardOverview { board, .. }| can_add(board.role) && !board.is_template);
    let now = match &request.now {
        Some(now) => now.clone(),
        None => local_minute(deps.context.now(), &preferences::load(&mut snapshot, owner).await?.time_zone),
    };
    let is_chosen = request.board_id.is_some();
    let mut board = usual.or_else(|| boards.first().cloned()).ok_or(Refusal::NoBoard)?;
    if is_chosen {
        // Of boards with the same name, the parser takes the first one.
        boards.sort_by_key(|one| one.board.id != board.board.id);
    }
    let mut parser = Parser { text: &request.text, now, is_day_first, account_id: account.id, boards: &boards };
    let mut parsed = parser.parse(&mut snapshot, &board).await?;
    if let Some(named) = boards.iter().find(|one| Some(one.board.id.to_string()) == parsed.board_id)
        && !is_chosen
    {
        let name = named.board.name.as_str();
        if boards.iter().filter(|one| is_same_name(one.board.name.as_str(), name)).count() > 1 {
            return Err(Refusal::AmbiguousBoard { name: name.to_owned() });
        }
        if named.board.id != board.board.id {
            // Labels and members are those of the board that the line names.
            parsed = parser.parse(&mut snapshot, named).await?;
            board = named.clone();
        }
    }
    let list_id = list_of(&parsed, &board, request)?;
    let rank = Rank::between(board_reads::last_rank(&mut snapshot, board.board.id, list_id).await?.as_ref(), None);
    snapshot.commit().await?;
    let rank = rank.ok_or(ErrorCode::BadRank)?;
    ops::apply_all(deps, account, board.board.id, changes(parsed, card_id, list_id, &rank)).await?;
    Ok(added(deps, account, board.board.id, card_id).await?)
}

fn can_add(role: core_wasm::protocol::sharing::Role) -> bool {
    check(role, Action::EditContents).is_ok()
}

/// Returns a card with its board.
async fn added(deps: &ChangeDeps, account: Actor, board_id: Id, card_id: Id) -> Result<QuickAddResponse, DomainError> {
    let mut snapshot = deps.context.database.snapshot().await?;
    let card = records::card_by_id(&mut snapshot, board_id, card_id).await?;
    snapshot.commit().await?;
    let board = overview_of(&deps.context.database, account, board_id).await?;
    Ok(QuickAddResponse { card: card.ok_or(ErrorCode::NotFound)?, board })
}

/// Returns the board that the request names by its id or that of a list.
fn usual_board(boards: &[BoardOverview], request: &QuickAddRequest) -> Result<Option<BoardOverview>, ErrorCode> {
    let by_id = |id: &str| boards.iter().find(|one| Id::parse(id) == Some(one.board.id)).ok_or(ErrorCode::NotFound);
    let has_list = |board: &&BoardOverview, id: &str| board.columns.iter().any(|list| Id::parse(id) == Some(list.id));
    let board = request.board_id.as_deref().map(by_id).transpose()?;
    let Some(list_id) = &request.list_id else { return Ok(board.cloned()) };
    let mut candidates = boards.iter().filter(|one| board.is_none_or(|board| board.board.id == one.board.id));
    candidates.find(|one| has_list(one, list_id)).cloned().map(Some).ok_or(ErrorCode::UnknownList)
}

/// Returns the list of a card.
fn list_of(parsed: &QuickCard, board: &BoardOverview, request: &QuickAddRequest) -> Result<Id, Refusal> {
    if parsed.board_id.is_none()
        && let Some(name) = unknown_board(&request.text)
    {
        return Err(Refusal::UnknownBoard { name: name.to_owned() });
    }
    let board_name = || board.board.name.as_str().to_owned();
    // Only if the request has a `board_id`.
    let names_other_board = parsed.board_id.as_ref().is_some_and(|id| *id != board.board.id.to_string());
    if let Some(name) = unknown_list(&request.text, parsed).filter(|_| !names_other_board) {
        return Err(Refusal::UnknownList { name: name.to_owned(), board: board_name() });
    }
    let (of_request, of_line) = (request.list_id.as_ref(), parsed.list_id.as_ref());
    let chosen = match &parsed.board_id {
        // The id of the board in the request has priority, and so has that of the list then.
        _ if request.board_id.is_some() => of_request.or(of_line.filter(|_| !names_other_board)),
        Some(_) => of_line,
        None => of_request,
    };
    let is_chosen = |id: Id| chosen.is_none_or(|chosen| Id::parse(chosen) == Some(id));
    let list = board.columns.iter().find(|list| is_chosen(list.id));
    list.map(|list| list.id).ok_or_else(|| Refusal::NoList { board: board_name() })
}

/// Returns the first name with a `#` in a line that names no known board. Numbers, as in "#42", are no names.
fn unknown_board(text: &str) -> Option<&str> {
    let is_name = |name: &&str| name.starts_with(|first: char| first == '"' || first.is_alphabetic());
    marked_names(text).filter(is_name).find_map(name_at_start)
}

/// Returns the name at the start of a text, without its quotes or the punctuation after it.
fn name_at_start(text: &str) -> Option<&str> {
    let name = match text.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => text.split(|end: char| end.is_whitespace() || end == '/').next(),
    };
    name.map(|name| name.trim_end_matches(['.', ',', ';', ':', '!', '?'])).filter(|name| !name.is_empty())
}

/// Returns the name after the `/` behind the board of a line, if the board has no such list.
fn unknown_list<'a>(text: &'a str, parsed: &QuickCard) -> Option<&'a str> {
    let board = parsed.tokens.iter().find(|token| token.kind == TokenKind::Board)?;
    let mut utf16 = 0;
    let at = text.char_indices().find(|(_, character)| {
        let is_end = utf16 >= board.range.end as usize;
        utf16 += character.len_utf16();
        is_end
    })?;
    name_at_start(text.get(at.0..)?.strip_prefix('/')?)
}

/// What the meaning of a line depends on.
struct Parser<'a> {
    text: &'a str,
    now: String,
    is_day_first: bool,
    account_id: Id,
    boards: &'a [BoardOverview],
}

impl Parser<'_> {
    /// Parses the line with the labels and the members of a board.
    async fn parse(&mut self, connection: &mut Connection, board: &BoardOverview) -> Result<QuickCard, Refusal> {
        let context = Context {
            now: self.now.clone(),
            due_day: None,
            week_start: WEEK_START,
            is_day_first: self.is_day_first,
            boards: self.boards.iter().map(named_board).collect(),
            labels: labels_of(connection, board).await?.into_iter().collect(),
            members: board
                .board
                .members
                .iter()
                .map(|member| Named { id: member.user_id.to_string(), name: member.name() })
                .collect(),
            user_id: Some(self.account_id.to_string()),
            ignored: vec![],
        };
        Ok(quick_add(self.text, &context).ok_or(ErrorCode::BodyInvalid)?)
    }
}

fn named_board(BoardOverview { board, columns }: &BoardOverview) -> NamedBoard {
    let lists = columns.iter().map(|list| Named { id: list.id.to_string(), name: list.name.as_str().to_owned() });
    NamedBoard { id: board.id.to_string(), name: board.name.as_str().to_owned(), lists: Some(lists.collect()) }
}

/// Returns the labels of a board: those with a color, and those of its cards.
async fn labels_of(connection: &mut Connection, board: &BoardOverview) -> Result<BTreeSet<String>, StoreError> {
    let mut labels = board_reads::labels(connection, board.board.id).await?;
    labels.extend(board.board.label_colors.iter().map(|colored| colored.label.as_str().to_owned()));
    Ok(labels)
}

/// Returns the changes that add a card with its fields. The due date comes before the recurrence, which needs it.
fn changes(card: QuickCard, card_id: Id, list_id: Id, rank: &Rank) -> Vec<Change> {
    let edits = [
        card.priority.map(CardEdit::Priority),
        card.due_date.map(|due| CardEdit::DueDate(Some(due))),
        card.recurrence.map(|recurrence| CardEdit::Recurrence(Some(recurrence))),
        Some(card.labels).filter(|labels| !labels.is_empty()).map(CardEdit::Labels),
        card.estimate_minutes.map(|minutes| CardEdit::Estimate(Some(minutes))),
    ];
    let assignees = card.assignee_ids.iter().filter_map(|id| Id::parse(id)).map(CardEdit::Assign);
    let edits = edits.into_iter().flatten().chain(assignees);
    let (rank, title, priority) = (rank.to_hex(), card.title, Priority::Low);
    let add = Change::AddCard { card_id, list_id, rank, title, priority };
    std::iter::once(add).chain(edits.map(|edit| Change::EditCard { card_id, edit })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_found() {
        for (text, name) in [
            ("Buy milk #Groceries", Some("Groceries")),
            ("#\"Side project\" call", Some("Side project")),
            ("Tea #Grocery/Shelf, milk", Some("Grocery")),
            ("Tea #Grocery, milk", Some("Grocery")),
            ("# Tea #\"\"", None),
            ("Fix #42 and C#", None),
            ("Keep \\#tag", None),
            ("Reply to \"see #Foo there\" and “about #Bar”", None),
            ("Reply to \"see this\" #Foo", Some("Foo")),
        ] {
            assert_eq!(unknown_board(text), name, "{text}");
        }
    }
}
