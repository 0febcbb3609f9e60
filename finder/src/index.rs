//! The index of a source: a board with its cards, or the notes. Each source has an index of its own, so that a change of one
//! board does not rebuild the others.
//!
//! It maps every word to the documents that contain it. A search looks up the words of the query, which may be incomplete, and
//! filters what it finds.

use crate::document::{Document, Kind, Place};
use crate::fuzzy::FoldedTexts;
use crate::query::{Assignee, DueRange, Filter, Query, State, TermContent};
use crate::text::{for_each_word, name_matches, words};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Points for a word of the query in a title, by whether it is whole or the start of a word.
const TITLE_WEIGHTS: (u8, u8) = (12, 10);
/// Points for a word in a label.
const LABEL_WEIGHTS: (u8, u8) = (5, 4);
/// Points for a word in the other texts.
const BODY_WEIGHTS: (u8, u8) = (2, 1);

/// The bits of an entry of the index that say in which fields of the document the word is. The rest is the document.
const TITLE: u32 = 1;
const LABEL: u32 = 2;
const BODY: u32 = 4;
const FIELD_BITS: u32 = 3;

/// The documents of one source.
#[derive(Debug, Default)]
pub struct Index {
    documents: Vec<Document>,
    titles: FoldedTexts,
    /// The different words, sorted.
    words: Vec<Box<str>>,
    /// For each word, the documents that contain it, in order, with the bits of the fields.
    postings: Vec<Vec<u32>>,
}

/// A word that a document has to contain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedWord {
    /// The folded word.
    pub word: String,
    /// Whether words that begin with it count too.
    pub is_prefix: bool,
}

/// A term of a query that looks for text: words that follow each other, the last of which may be incomplete.
#[derive(Debug)]
struct TextTerm {
    words: Vec<WantedWord>,
    /// The words in the form of [`words`], if there are several.
    sequence: Option<String>,
}

impl TextTerm {
    /// Prepares a text. Returns `None` if it has no words.
    fn new(text: &str) -> Option<Self> {
        let folded = words(text);
        let parts = folded.split_ascii_whitespace().map(str::to_owned);
        let mut words: Vec<WantedWord> = parts.map(|word| WantedWord { word, is_prefix: false }).collect();
        words.last_mut()?.is_prefix = true;
        Some(Self { sequence: (words.len() > 1).then_some(folded), words })
    }
}

/// What a query looks for, folded. It is the same for all sources.
#[derive(Debug)]
pub struct Search {
    query: Query,
    wanted: Vec<TextTerm>,
    unwanted: Vec<TextTerm>,
    due: Vec<(DueRange, bool)>,
}

impl Search {
    /// Prepares a query at a local time, `YYYY-MM-DDTHH:MM`.
    pub fn new(query: Query, minute: &str) -> Self {
        let mut search = Self { query: Query::default(), wanted: vec![], unwanted: vec![], due: vec![] };
        for term in &query.terms {
            match &term.content {
                TermContent::Word(text) | TermContent::Phrase(text) => {
                    let terms = if term.is_negated { &mut search.unwanted } else { &mut search.wanted };
                    terms.extend(TextTerm::new(text));
                }
                TermContent::Filter(Filter::Due(due)) => search.due.push((due.at(minute), term.is_negated)),
                TermContent::Filter(_) => {}
            }
        }
        search.query = query;
        search
    }

    /// Returns the words that are looked for, to be highlighted.
    pub fn words(&self) -> Vec<WantedWord> {
        self.wanted.iter().flat_map(|term| term.words.iter().cloned()).collect()
    }

    /// Returns whether there is nothing to search for.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty() && self.unwanted.is_empty() && self.query.filters().next().is_none()
    }

    /// Returns whether a board is searched; for the notes pass `None`.
    pub fn matches_board(&self, name: Option<&str>) -> bool {
        self.query.matches_board(name)
    }

    /// Returns whether a document that has all words also passes the filters.
    fn accepts(&self, document: &Document) -> bool {
        let scope = self.query.scope();
        let is_in_scope = match document.place {
            Place::Active => scope.is_active_included,
            Place::Archived => scope.is_archived_included,
            Place::Trashed => scope.is_trashed_included,
        };
        is_in_scope
            && self.query.filters().all(|(filter, is_negated)| matches_filter(document, filter) != Some(is_negated))
            && self.due.iter().all(|(due, is_negated)| matches_due(document, due) != *is_negated)
    }
}

/// Returns whether a document matches a filter. `None` for those that are decided elsewhere.
fn matches_filter(document: &Document, filter: &Filter) -> Option<bool> {
    let is_card = document.kind == Kind::Card;
    match filter {
        Filter::Label(value) => Some(document.labels.iter().any(|label| name_matches(label, value))),
        Filter::Is(State::Done) => Some(is_card && document.is_done),
        Filter::Is(State::Open) => Some(is_card && !document.is_done),
        Filter::Assignee(Assignee::Me) => Some(document.is_mine),
        Filter::Assignee(Assignee::Name(value)) => {
            Some(document.assignees.iter().any(|name| name_matches(name, value)))
        }
        Filter::Board(_) | Filter::Due(_) | Filter::Is(State::Archived | State::Trashed) => None,
    }
}

fn matches_due(document: &Document, due: &DueRange) -> bool {
    document.kind == Kind::Card && due.matches(document.due.as_deref(), document.is_done)
}

/// A document that a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The number of the document in its index.
    pub document: usize,
    /// How well it matches, greater for better.
    pub score: u32,
}

impl Index {
    /// Creates the index of these documents.
    pub fn new(documents: Vec<Document>) -> Self {
        let mut builder = Builder::default();
        let mut titles = FoldedTexts::default();
        for (number, document) in (0..).zip(&documents) {
            titles.push(&document.title);
            builder.add(number, TITLE, &document.title);
            document.labels.iter().for_each(|label| builder.add(number, LABEL, label));
            builder.add(number, BODY, &document.body);
        }
        let (words, postings) = builder.finish();
        Self { documents, titles, words, postings }
    }

    /// Returns the documents.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns the titles of the documents, in their order.
    pub fn titles(&self) -> &FoldedTexts {
        &self.titles
    }

    /// Returns the documents that match a search, in no particular order.
    pub fn search(&self, search: &Search) -> Vec<Found> {
        let mut scores: Vec<Option<u32>> = vec![Some(0); self.documents.len()];
        for term in &search.wanted {
            let add = |(score, points): (&mut Option<u32>, u32)| {
                *score = score.filter(|_| points > 0).map(|score| score + points);
            };
            scores.iter_mut().zip(self.find_term(term)).for_each(add);
        }
        for term in &search.unwanted {
            let remove = |(score, points): (&mut Option<u32>, u32)| *score = score.filter(|_| points == 0);
            scores.iter_mut().zip(self.find_term(term)).for_each(remove);
        }
        let found =
            scores.into_iter().enumerate().filter_map(|(document, score)| Some(Found { document, score: score? }));
        found.filter(|found| search.accepts(&self.documents[found.document])).collect()
    }

    /// Returns the points of each document for a term; 0 for those that do not match.
    fn find_term(&self, term: &TextTerm) -> Vec<u32> {
        let mut points = vec![0_u32; self.documents.len()];
        let mut best = vec![0_u8; self.documents.len()];
        for (count, wanted) in term.words.iter().enumerate() {
            best.fill(0);
            self.find_word(wanted, &mut best);
            for (points, best) in points.iter_mut().zip(&best) {
                let has_others = count == 0 || *points > 0;
                *points = if has_others && *best > 0 { *points + u32::from(*best) } else { 0 };
            }
        }
        if let Some(sequence) = &term.sequence {
            // The index does not know where words are, so the texts with all words are compared.
            let has_sequence = |document: &Document| document.texts().any(|text| words(text).contains(sequence));
            let matching = points.iter_mut().zip(&self.documents).filter(|(points, _)| **points > 0);
            matching.filter(|(_, document)| !has_sequence(document)).for_each(|(points, _)| *points = 0);
        }
        points
    }

    /// Raises the points of the documents that contain a word.
    fn find_word(&self, wanted: &WantedWord, best: &mut [u8]) {
        let start = self.words.partition_point(|word| **word < *wanted.word);
        for (word, postings) in self.words[start..].iter().zip(&self.postings[start..]) {
            let is_whole = **word == *wanted.word;
            if !(is_whole || wanted.is_prefix && word.starts_with(&wanted.word)) {
                break;
            }
            let weight = |(whole, part)| if is_whole { whole } else { part };
            let (title, label, body) = (weight(TITLE_WEIGHTS), weight(LABEL_WEIGHTS), weight(BODY_WEIGHTS));
            for posting in postings {
                let points = match posting {
                    _ if posting & TITLE != 0 => title,
                    _ if posting & LABEL != 0 => label,
                    _ => body,
                };
                let known = &mut best[(posting >> FIELD_BITS) as usize];
                *known = points.max(*known);
            }
        }
    }
}

/// Collects the words of documents.
#[derive(Default)]
struct Builder {
    numbers: HashMap<Box<str>, usize, BuildHasherDefault<WordHasher>>,
    postings: Vec<Vec<u32>>,
}

impl Builder {
    fn add(&mut self, document: u32, field: u32, text: &str) {
        for_each_word(text, |word, _| {
            let number = self.numbers.get(word).copied().unwrap_or_else(|| {
                self.numbers.insert(word.into(), self.postings.len());
                self.postings.push(vec![]);
                self.postings.len() - 1
            });
            let postings = &mut self.postings[number];
            match postings.last_mut().filter(|last| **last >> FIELD_BITS == document) {
                Some(last) => *last |= field,
                None => postings.push(document << FIELD_BITS | field),
            }
        });
    }

    fn finish(mut self) -> (Vec<Box<str>>, Vec<Vec<u32>>) {
        let mut words: Vec<(Box<str>, usize)> = self.numbers.into_iter().collect();
        words.sort_unstable();
        words.into_iter().map(|(word, number)| (word, std::mem::take(&mut self.postings[number]))).unzip()
    }
}

/// Hashes short words quickly (FNV-1a). Words that collide only slow down the search of the user who wrote them.
struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Instant;

    fn card(title: &str) -> Document {
        Document { title: title.to_owned(), ..Document::new(Kind::Card, String::new()) }
    }

    /// Returns the titles of the documents that a query finds, best first.
    fn found(index: &Index, query: &str) -> Vec<String> {
        let mut found = index.search(&Search::new(Query::parse(query), "2026-03-03T10:30"));
        found.sort_by_key(|found| (std::cmp::Reverse(found.score), found.document));
        found.iter().map(|found| index.documents()[found.document].title.clone()).collect()
    }

    #[test]
    fn all_words_are_required_and_each_may_be_incomplete() {
        let index = Index::new(vec![card("Buy bread"), card("Buy milk"), card("Bread and breakfast")]);
        assert_eq!(found(&index, "buy br"), ["Buy bread"]);
        assert_eq!(found(&index, "br buy"), ["Buy bread"]);
        assert_eq!(found(&index, "buy-bre"), ["Buy bread"]);
        assert_eq!(found(&index, "bre-buy"), Vec::<String>::new());
        assert_eq!(found(&index, "read"), Vec::<String>::new());
        assert_eq!(found(&index, "bread"), ["Buy bread", "Bread and breakfast"]);
        assert_eq!(found(&index, "-bread"), ["Buy milk"]);
        assert_eq!(found(&index, "\"bread and\""), ["Bread and breakfast"]);
        assert_eq!(found(&index, "\"and bread\""), Vec::<String>::new());
        assert_eq!(found(&index, "-\"buy milk\" buy"), ["Buy bread"]);
    }

    #[test]
    fn titles_come_before_labels_and_texts() {
        let text = Document { body: "Rye bread".to_owned(), ..card("Text") };
        let label = Document { labels: vec!["Bread".to_owned()], ..card("Label") };
        let index = Index::new(vec![text, label, card("Breadcrumbs"), card("Bread")]);
        assert_eq!(found(&index, "bread"), ["Bread", "Breadcrumbs", "Label", "Text"]);
    }

    #[test]
    fn filters_restrict_what_is_found() {
        let done = Document { is_done: true, due: Some("2026-03-02".to_owned()), ..card("Done") };
        let due = Document { due: Some("2026-03-03T09:00".to_owned()), is_mine: true, ..card("Due") };
        let archived = Document { place: Place::Archived, ..card("Archived") };
        let trashed = Document { place: Place::Trashed, assignees: vec!["Ada Byron".to_owned()], ..card("Trashed") };
        let board = Document { title: "Board".to_owned(), ..Document::new(Kind::Board, String::new()) };
        let index = Index::new(vec![done, due, archived, trashed, board]);
        for (query, expected) in [
            ("is:done", &["Done"][..]),
            ("is:open", &["Due"]),
            ("-is:done", &["Due", "Board"]),
            ("due:overdue", &["Due"]),
            ("due:<2026-03-03", &["Done"]),
            ("-due:today is:open", &[]),
            ("is:archived", &["Archived"]),
            ("is:archived is:trashed", &["Archived", "Trashed"]),
            ("is:trashed assignee:ada", &["Trashed"]),
            ("assignee:me", &["Due"]),
            ("d", &["Done", "Due"]),
            ("", &["Done", "Due", "Board"]),
        ] {
            assert_eq!(found(&index, query), expected, "{query}");
        }
    }

    #[test]
    fn twenty_thousand_cards_are_indexed_and_searched() {
        let text = "The customer asked for a new report with all numbers of the last quarter and a summary. ".repeat(3);
        let documents =
            (0..20_000).map(|number| Document { body: format!("{text} {number}"), ..card("Write the report") });
        let documents = documents.collect();
        let start = Instant::now();
        let index = Index::new(documents);
        // Unoptimized, and beside other tests; `cargo xtask bench core` measures the module.
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        let start = Instant::now();
        assert_eq!(found(&index, "report numbers 1999").len(), 11);
        assert!(start.elapsed().as_millis() < 1_000, "{:?}", start.elapsed());
    }

    proptest! {
        #[test]
        fn a_document_is_found_by_each_of_its_words(title in "\\PC{0,20}|[a-cß́é 東🎯\\-]{0,20}", body in "[a-c é]{0,20}") {
            let index = Index::new(vec![Document { body: body.clone(), ..card(&title) }]);
            for text in [&title, &body] {
                for word in words(text).split_ascii_whitespace() {
                    prop_assert_eq!(found(&index, word), [title.clone()]);
                    let negated = format!("-{word}");
                    prop_assert!(found(&index, &negated).is_empty());
                }
            }
        }

        #[test]
        fn any_query_can_be_searched(query in "(-|board:|due:|is:|done|today|\"|\\PC| ){0,12}") {
            let index = Index::new(vec![card("A"), card("b c")]);
            found(&index, &query);
        }
    }
}
