//! All sources that are searched, and what a search returns.

use crate::document::{Document, Kind, Place, board_documents};
use crate::fuzzy::{FoldedTexts, Pattern, ranges, rank};
use crate::index::{Index, Search};
use crate::query::{Query, parse_located};
use crate::results::{FoundItem, QueryTerm, RankedText, SearchHit, TextState};
use crate::snippet::{matches, snippet};
use core_wasm::board::on_device::read_board;
use core_wasm::notes::on_device::read_notes;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Board;
use core_wasm::protocol::stored::OutboxEntry;
use std::cmp::Reverse;

/// Fuzzy matches of boards come before those of cards that match as well, and cards that are done after the others.
const BOARD_BONUS: i32 = 4;
const DONE_BONUS: i32 = -12;

/// A board with its documents, or the notes.
struct Source {
    /// The board; `None` for the notes.
    board: Option<Board>,
    index: Index,
}

/// What is on the device, as it can be found.
#[derive(Default)]
pub struct Finder {
    account: Option<Id>,
    outbox: Vec<(Id, OutboxEntry)>,
    sources: Vec<Source>,
}

impl Finder {
    /// Sets whose data is searched. The data of another account is removed.
    pub fn set_account(&mut self, account: Option<Id>) {
        if self.account != account {
            *self = Self { account, ..Self::default() };
        }
    }

    /// Sets the changes that the server does not have yet, given as stored texts by key. Those that cannot be read are
    /// skipped.
    pub fn set_outbox(&mut self, stored: &[(String, String)]) {
        let entry = |(key, text): &(String, String)| {
            let id = Id::parse(key.rsplit_once('/')?.1)?;
            Some((id, json::parse(text).ok()?))
        };
        self.outbox = stored.iter().filter_map(entry).collect();
    }

    /// Indexes a board, given as the list of boards has it, with what is stored of it by key. If nothing is stored, only
    /// the board itself is found.
    pub fn set_board(&mut self, board: Board, stored: Vec<(String, String)>) {
        let account = self.account.unwrap_or(Id::GUEST);
        let documents = match read_board(account, board.id, stored, &self.outbox) {
            Some(records) => board_documents(&records, account),
            None => vec![Document::of_board(&board)],
        };
        self.sources.retain(|source| source.board.as_ref().is_none_or(|known| known.id != board.id));
        self.sources.push(Source { board: Some(board), index: Index::new(documents) });
    }

    /// Indexes the notes, given what is stored of them by key.
    pub fn set_notes(&mut self, stored: Vec<(String, String)>) {
        let account = self.account.unwrap_or(Id::GUEST);
        let notes = read_notes(account, stored, &self.outbox);
        let documents = notes.into_iter().map(Document::of_note).collect();
        self.sources.retain(|source| source.board.is_some());
        self.sources.push(Source { board: None, index: Index::new(documents) });
    }

    /// Removes a board.
    pub fn remove_board(&mut self, board_id: Id) {
        self.sources.retain(|source| source.board.as_ref().is_none_or(|board| board.id != board_id));
    }

    /// Returns the labels of a board's cards, sorted. Those in the archive or in the trash are left out.
    pub fn labels(&self, board_id: Id) -> Vec<String> {
        let sources =
            self.sources.iter().filter(|source| source.board.as_ref().is_some_and(|board| board.id == board_id));
        let documents = sources.flat_map(|source| source.index.documents());
        let active = documents.filter(|document| document.place == Place::Active);
        let mut labels: Vec<&String> = active.flat_map(|document| &document.labels).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.into_iter().cloned().collect()
    }

    /// Returns the boards, cards and notes whose titles match a text, the best first. What is in the archive or in the
    /// trash is left out.
    pub fn find(&self, text: &str, limit: usize) -> Vec<FoundItem> {
        let pattern = Pattern::new(text);
        if pattern.is_empty() {
            return vec![];
        }
        let mut found = vec![];
        for source in &self.sources {
            let documents = source.index.documents();
            let bonus = |document: &Document| match document {
                Document { place: Place::Archived | Place::Trashed, .. } => None,
                Document { kind: Kind::Board, .. } => Some(BOARD_BONUS),
                Document { is_done: true, .. } => Some(DONE_BONUS),
                _ => Some(0),
            };
            let best = rank(&pattern, source.index.titles(), limit, |index| bonus(&documents[index]));
            found.extend(best.into_iter().map(|best| (best.score, source, &documents[best.index])));
        }
        found.sort_by_key(|(score, _, document)| (Reverse(*score), document.title.len(), document.order()));
        found.truncate(limit);
        let item = |(_, source, document): (i32, &Source, &Document)| {
            found_item(source, document, ranges(&pattern, &document.title))
        };
        found.into_iter().map(item).collect()
    }

    /// Returns a card by its id, if it is neither in the archive nor in the trash.
    pub fn card(&self, id: &str) -> Option<FoundItem> {
        self.sources.iter().find_map(|source| {
            let is_wanted = |document: &&Document| {
                document.kind == Kind::Card && document.place == Place::Active && document.id == id
            };
            let document = source.index.documents().iter().find(is_wanted)?;
            Some(found_item(source, document, vec![]))
        })
    }

    /// Returns what a query finds in all texts at a local time, `YYYY-MM-DDTHH:MM`: what matches best comes first, of
    /// equal results the latest, then by title.
    pub fn search(&self, query: &str, minute: &str, limit: usize) -> Vec<SearchHit> {
        let search = Search::new(Query::parse(query), minute);
        if search.is_empty() {
            return vec![];
        }
        let mut found = vec![];
        for source in &self.sources {
            if search.matches_board(source.board.as_ref().map(|board| board.name.as_str())) {
                let documents = source.index.documents();
                let hits = source.index.search(&search).into_iter();
                found.extend(hits.map(|hit| (hit.score, source, &documents[hit.document])));
            }
        }
        found.sort_by_key(|(score, _, document)| (Reverse(*score), document.order()));
        found.truncate(limit);
        let wanted = search.words();
        let hit = |(_, source, document): (u32, &Source, &Document)| {
            let snippet = snippet(&document.body, &wanted);
            SearchHit {
                item: found_item(source, document, matches(&document.title, &wanted)),
                snippet: snippet.text,
                snippet_ranges: snippet.ranges,
                state: match document.place {
                    Place::Active => TextState::Active,
                    Place::Archived => TextState::Archived,
                    Place::Trashed => TextState::Trashed,
                },
                due_date: document.due.clone(),
            }
        };
        found.into_iter().map(hit).collect()
    }
}

/// Returns the texts that match a query by some of their letters, the best first.
pub fn rank_texts(query: &str, texts: &[String]) -> Vec<RankedText> {
    let pattern = Pattern::new(query);
    let mut folded = FoldedTexts::default();
    texts.iter().for_each(|text| folded.push(text));
    let ranked = rank(&pattern, &folded, texts.len(), |_| Some(0));
    let text = |index: usize| RankedText { index: index as u32, ranges: ranges(&pattern, &texts[index]) };
    ranked.into_iter().map(|found| text(found.index)).collect()
}

/// Returns the terms of a query, each as it would be typed.
pub fn query_terms(query: &str) -> Vec<QueryTerm> {
    let terms = parse_located(query).into_iter();
    terms.map(|located| QueryTerm::new(&located, query)).collect()
}

fn found_item(source: &Source, document: &Document, ranges: Vec<(u32, u32)>) -> FoundItem {
    let board = source.board.as_ref();
    let board_path = board.map(|board| format!("/app/b/{}", board.slug.as_str())).unwrap_or_default();
    let is_trashed = document.place == Place::Trashed;
    FoundItem {
        kind: document.kind.into(),
        id: document.id.clone(),
        board_id: board.map(|board| board.id.to_string()),
        title: document.title.clone(),
        context: match document.kind {
            Kind::Card => board.map(|board| board.name.as_str().to_owned()).unwrap_or_default(),
            Kind::Board | Kind::Note => String::new(),
        },
        path: match document.kind {
            Kind::Note if is_trashed => format!("/app/notes/{}?view=trash", document.id),
            Kind::Note => format!("/app/notes/{}", document.id),
            // Archived cards are listed with those in the trash.
            _ if document.place != Place::Active => "/app/trash".to_owned(),
            Kind::Board => board_path,
            Kind::Card => format!("{board_path}?card={}", document.id),
        },
        is_done: document.is_done,
        ranges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::ItemKind;

    const BOARD: &str = "018bcfe5-6800-7000-8000-0000000000b1";

    fn id(number: u32) -> String {
        format!("018bcfe5-6800-7000-8000-{number:012x}")
    }

    /// Returns a finder of a guest with an unsent board of these cards.
    fn finder_with(titles: &[&str]) -> Finder {
        let create = format!(r#"{{"create_board":{{"request":{{"name":"Home","id":"{BOARD}"}}}}}}"#);
        let op = |number: u32, change: &str| {
            let op = format!(r#"{{"id":"{}","at":"2026-03-03T08:30:00.000Z","change":{change}}}"#, id(number));
            format!(r#"{{"board_op":{{"board_id":"{BOARD}","op":{op}}}}}"#)
        };
        let list = id(1);
        let mut texts = vec![create];
        texts.push(op(2, &format!(r#"{{"type":"add_list","list_id":"{list}","name":"","rank":"80"}}"#)));
        for (number, title) in (100..).zip(titles) {
            let card = id(number);
            let change = format!(
                r#"{{"type":"add_card","card_id":"{card}","list_id":"{list}","rank":"80{number}8","title":"{title}","priority":"low"}}"#
            );
            texts.push(op(number + 1_000, &change));
        }
        let keys = (500..).map(|number| format!("guest/kept/outbox/{}", id(number)));
        let mut finder = Finder::default();
        finder.set_account(Some(Id::GUEST));
        finder.set_outbox(&keys.zip(texts).chain([("unreadable".to_owned(), String::new())]).collect::<Vec<_>>());
        let board = format!(
            r#"{{"id":"{BOARD}","slug":"home-1","name":"Home","description":"","color":null,"image":null,"favorite":false,"label_colors":[],"trashed_at":null}}"#
        );
        finder.set_board(json::parse(&board).expect("it is a board"), vec![]);
        finder
    }

    fn titles(items: &[FoundItem]) -> Vec<&str> {
        items.iter().map(|item| item.title.as_str()).collect()
    }

    #[test]
    fn unsent_cards_are_found_with_the_board_and_the_path() {
        let finder = finder_with(&["Buy bread", "Bake bread"]);
        let found = finder.find("bake", 10);
        let [item] = &found[..] else { panic!("one card matches") };
        assert_eq!((item.kind, item.context.as_str()), (ItemKind::Card, "Home"));
        assert_eq!(item.path, format!("/app/b/home-1?card={}", item.id));
        assert_eq!(item.ranges, [(0, 4)]);
        assert_eq!(titles(&finder.find("home", 10)), ["Home"]);
        assert_eq!(finder.find("b", 1).len(), 1);
        let hits = finder.search("bread", "2026-03-03T08:30", 10);
        assert_eq!(hits.len(), 2);
        assert!(finder.search("bread board:work", "2026-03-03T08:30", 10).is_empty());
    }

    #[test]
    fn equal_results_are_ordered_by_their_titles() {
        let mut cards: Vec<String> = (10..30).map(|number| format!("Bread {number}")).collect();
        let expected: Vec<String> = cards.clone();
        cards.reverse();
        let finder = finder_with(&cards.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(titles(&finder.find("bread", 50)), expected);
        let hits = finder.search("bread", "2026-03-03T08:30", 50);
        assert_eq!(hits.iter().map(|hit| hit.item.title.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_card_is_found_by_its_id() {
        let finder = finder_with(&["Buy bread", "Bake bread"]);
        let card = finder.card(&id(101)).expect("it is on the board");
        assert_eq!((card.title.as_str(), card.is_done), ("Bake bread", false));
        assert_eq!(card.board_id.as_deref(), Some(BOARD));
        assert_eq!((finder.card(&id(102)), finder.card(BOARD)), (None, None), "a board is no card");
    }

    #[test]
    fn removed_boards_and_other_accounts_are_not_found() {
        let mut finder = finder_with(&["Bread"]);
        finder.set_account(Some(Id::GUEST));
        assert_eq!(finder.find("bread", 10).len(), 1);
        finder.remove_board(Id::parse(BOARD).expect("it is an id"));
        assert!(finder.find("bread", 10).is_empty());
        let mut finder = finder_with(&["Bread"]);
        finder.set_account(Id::parse(BOARD));
        assert!(finder.find("bread", 10).is_empty());
    }

    #[test]
    fn a_board_of_which_nothing_is_stored_is_found_by_its_name() {
        let mut finder = finder_with(&["Bread"]);
        finder.set_outbox(&[]);
        let board = finder.sources[0].board.clone().expect("it is a board");
        finder.set_board(board, vec![]);
        assert_eq!(titles(&finder.find("ho", 10)), ["Home"]);
        assert!(finder.find("bread", 10).is_empty());
    }

    #[test]
    fn terms_of_a_query_have_utf_16_ranges() {
        let terms = query_terms("🎯 -is:done");
        let found: Vec<_> = terms.iter().map(|term| (term.text.as_str(), term.is_filter, term.range)).collect();
        assert_eq!(found, [("🎯", false, (0, 2)), ("-is:done", true, (3, 11))]);
    }
}
