//! Search in everything that a caller may see: the boards and the notes of its account.

pub mod indexing;

use crate::api_tokens::Caller;
use crate::error::DomainError;
use crate::policy;
use crate::services::Context;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::http::{MAX_SEARCH_CHARS, SearchKind, SearchResponse, SearchResult, TextRange};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use finder::index::{Search, WantedWord};
use finder::query::{Assignee, Filter, Query, State, TermContent};
use finder::snippet::{matches, snippet};
use finder::text::name_matches;
use twentyfour_model::time_zone::local_minute;
use twentyfour_store::search::{self as store, CardFilter, Found, Kind, Location, Position, SearchRequest};
use twentyfour_store::{Connection, preferences};

/// The allowed numbers of results in a response, and the default.
const LIMIT_RANGE: std::ops::RangeInclusive<i64> = 1..=50;
const DEFAULT_LIMIT: i64 = 20;

/// A page that is asked for.
#[derive(Clone)]
pub struct Page {
    /// The text of the search.
    pub text: String,
    /// The maximum number of results.
    pub limit: Option<i64>,
    /// The cursor of the page before.
    pub cursor: Option<String>,
}

/// Returns a page of what a caller finds. The cursor tells how many records match, so a token that is limited to boards searches only
/// these.
///
/// # Errors
/// Returns `ErrorCode::BadQuery` if the text is too long, the limit is not in 1 to 50 or the cursor is invalid, or an error if the
/// database fails.
pub async fn search(context: &Context, caller: &Caller, page: Page) -> Result<SearchResponse, DomainError> {
    let limit = page.limit.unwrap_or(DEFAULT_LIMIT);
    if !LIMIT_RANGE.contains(&limit) || page.text.chars().count() > MAX_SEARCH_CHARS {
        return Err(ErrorCode::BadQuery.into());
    }
    let after = page.cursor.as_deref().map(|text| parse_cursor(text).ok_or(ErrorCode::BadQuery)).transpose()?;
    let (query, now) = (Query::parse(&page.text), context.now());
    let words = Search::new(query.clone(), "").words();
    let caller = caller.clone();
    let read = context.database.pool().run(move |connection| {
        let (query, caller) = (query.clone(), caller.clone());
        Box::pin(async move {
            // One more than requested shows whether there are more.
            let limit = limit + 1;
            match request_of(connection, &caller, query, now, after, limit).await? {
                Some(request) => Ok::<_, DomainError>(store::find(connection, &request).await?),
                None => Ok(Vec::new()),
            }
        })
    });
    let mut found = read.await?;
    let has_more = found.len() as i64 > limit;
    found.truncate(limit as usize);
    let cursor = found.last().filter(|_| has_more).map(|last| format_cursor(last.position));
    Ok(SearchResponse { results: found.into_iter().map(|found| result_of(found, &words)).collect(), cursor })
}

/// Resolves the names and days of a query. Returns `None` if nothing can match it.
async fn request_of(
    connection: &mut Connection,
    caller: &Caller,
    query: Query,
    now: Timestamp,
    after: Option<Position>,
    limit: i64,
) -> Result<Option<SearchRequest>, DomainError> {
    let account = caller.actor();
    let owner = policy::owner_of(account);
    if Search::new(query.clone(), "").is_empty() {
        return Ok(None);
    }
    let boards = store::boards_of(connection, owner).await?;
    let boards = boards.iter().filter(|board| caller.allows_board(board.id) && query.matches_board(Some(&board.name)));
    let mut subjects: Vec<Id> = boards.map(|board| board.id).collect();
    if !caller.is_limited_to_boards() && query.matches_board(None) {
        // The notes.
        subjects.push(account.id);
    }
    let scope = query.scope();
    let locations: Vec<Location> = [
        (scope.is_active_included, Location::Active),
        (scope.is_archived_included, Location::Archive),
        (scope.is_trashed_included, Location::Trash),
    ]
    .into_iter()
    .filter_map(|(is_included, location)| is_included.then_some(location))
    .collect();
    if subjects.is_empty() || locations.is_empty() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    let mut filters = Vec::new();
    for term in query.terms {
        let filter = match term.content {
            TermContent::Word(text) | TermContent::Phrase(text) => {
                texts.push((text, term.is_negated));
                continue;
            }
            TermContent::Filter(Filter::Board(_) | Filter::Is(State::Archived | State::Trashed)) => continue,
            TermContent::Filter(Filter::Is(State::Done)) => CardFilter::IsDone(true),
            TermContent::Filter(Filter::Is(State::Open)) => CardFilter::IsDone(false),
            TermContent::Filter(Filter::Label(label)) => CardFilter::Label(label),
            TermContent::Filter(Filter::Due(due)) => {
                let zone = preferences::load(&mut *connection, owner).await?.time_zone;
                CardFilter::Due(due.at(&local_minute(now, &zone)))
            }
            TermContent::Filter(Filter::Assignee(Assignee::Me)) => CardFilter::Assignees(vec![account.id]),
            TermContent::Filter(Filter::Assignee(Assignee::Name(name))) => {
                let people = store::people_of(connection, owner).await?;
                let matching = people.into_iter().filter(|(_, full_name)| name_matches(full_name, &name));
                CardFilter::Assignees(matching.map(|(id, _)| id).take(MAX_ASSIGNEES).collect())
            }
        };
        filters.push((filter, term.is_negated));
    }
    Ok(Some(SearchRequest { account: owner, subjects, texts, filters, locations, after, limit }))
}

/// The maximum number of people that a name in a filter stands for.
const MAX_ASSIGNEES: usize = 50;

fn result_of(found: Found, words: &[WantedWord]) -> SearchResult {
    let ranges = |ranges: Vec<(u32, u32)>| ranges.into_iter().map(|(start, end)| TextRange { start, end }).collect();
    let snippet = snippet(&found.body, words);
    let title_ranges = ranges(matches(&found.title, words));
    let (board_id, board_name, board_slug) = match found.board {
        Some(board) => (Some(board.id), Some(board.name), Some(board.slug)),
        None => (None, None, None),
    };
    SearchResult {
        kind: match found.kind {
            Kind::Board => SearchKind::Board,
            Kind::List => SearchKind::List,
            Kind::Card => SearchKind::Card,
            Kind::Subtask => SearchKind::Subtask,
            Kind::Comment => SearchKind::Comment,
            Kind::Attachment => SearchKind::Attachment,
            Kind::Note => SearchKind::Note,
        },
        id: found.position.record_id,
        board_id,
        board_name,
        board_slug,
        card_id: found.card_id,
        title: found.title,
        title_ranges,
        snippet: snippet.text,
        ranges: ranges(snippet.ranges),
        is_archived: found.location == Location::Archive,
        is_trashed: found.location == Location::Trash,
        is_done: found.is_done,
        due: found.due,
    }
}

/// Formats the position of a result as a cursor: `1.1772539200000.` and its id.
fn format_cursor(position: Position) -> String {
    format!("{}.{}.{}", u8::from(position.is_in_title), position.moment.millis(), position.record_id)
}

fn parse_cursor(text: &str) -> Option<Position> {
    let (is_in_title, rest) = text.split_once('.')?;
    let (moment, id) = rest.split_once('.')?;
    let is_in_title = match is_in_title {
        "0" => false,
        "1" => true,
        _ => return None,
    };
    let moment = Timestamp::from_millis(moment.parse().ok()?);
    Some(Position { is_in_title, moment, record_id: Id::parse(id)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_read_as_they_were_written() {
        let id = Id::from_parts(1, &[7; 10]);
        for position in [true, false].map(|is_in_title| Position {
            is_in_title,
            moment: Timestamp::from_millis(1_772_539_200_000),
            record_id: id,
        }) {
            assert_eq!(parse_cursor(&format_cursor(position)), Some(position));
        }
        for text in ["", "1", "1.2", "2.0.x", "1.x.0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70", "1.99999999999999999999.x"] {
            assert_eq!(parse_cursor(text), None, "{text}");
        }
    }
}
