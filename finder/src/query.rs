//! The text of a search: words, "quoted phrases" and filters such as `board:work`, each of which `-` negates.
//!
//! What is not a known filter is a word, so that no search is invalid. A filter without a value is ignored, because its
//! value is still being typed.

use crate::text::name_matches;
use core_wasm::protocol::time::LocalDay;
use std::fmt;
use std::ops::Range;

/// Maximum number of terms in a query. Further ones are ignored.
pub const MAX_TERMS: usize = 20;

/// A parsed search text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// The terms in the order of the text. All of them must match, except as [`Filter`] says.
    pub terms: Vec<Term>,
}

/// A part of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Whether only entries that do not match it are found.
    pub is_negated: bool,
    /// What it looks for.
    pub content: TermContent,
}

/// What a term looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermContent {
    /// A word as typed. It may contain punctuation, so folding it may yield no or several words.
    Word(String),
    /// Words that follow each other, without the quotation marks.
    Phrase(String),
    /// A filter.
    Filter(Filter),
}

/// A filter. Several filters must all match, but of several `board:` filters, or several of [`State::Archived`] and
/// [`State::Trashed`], one is enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter {
    /// `board:name`: the name of the board matches, see [`name_matches`].
    Board(String),
    /// `label:name`: a label of the card matches, see [`name_matches`].
    Label(String),
    /// `due:…`: the due date of the card.
    Due(DueFilter),
    /// `is:…`: the state.
    Is(State),
    /// `assignee:…`: a member who is assigned to the card.
    Assignee(Assignee),
}

/// A filter by due date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DueFilter {
    /// `due:today`.
    Today,
    /// `due:tomorrow`.
    Tomorrow,
    /// `due:week`: from today to Sunday.
    Week,
    /// `due:overdue`: the due date has passed, and the card is not done.
    Overdue,
    /// `due:none`: no due date.
    None,
    /// `due:2026-03-03`.
    On(LocalDay),
    /// `due:<2026-03-03`.
    Before(LocalDay),
    /// `due:>2026-03-03`.
    After(LocalDay),
}

/// The state of an entry. Without [`State::Archived`] and [`State::Trashed`], entries in the archive and in the trash are
/// not found; with one of them, only those there are, and with both, those in either place. What is in the archive and in
/// the trash is in the trash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// `is:done`: a card that is completed.
    Done,
    /// `is:open`: a card that is not completed.
    Open,
    /// `is:archived`.
    Archived,
    /// `is:trashed`.
    Trashed,
}

/// The value of the filter `assignee:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assignee {
    /// `assignee:me`: the user who searches.
    Me,
    /// `assignee:name`: a member whose name matches, see [`name_matches`].
    Name(String),
}

/// Where in the text a term was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedTerm {
    /// The term.
    pub term: Term,
    /// Its bytes in the text of the query.
    pub range: Range<usize>,
}

/// Which places a search covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Whether entries are found that are neither in the archive nor in the trash.
    pub is_active_included: bool,
    /// Whether entries in the archive are found.
    pub is_archived_included: bool,
    /// Whether entries in the trash are found.
    pub is_trashed_included: bool,
}

impl Query {
    /// Parses a search text. Every text is valid.
    pub fn parse(text: &str) -> Self {
        Self { terms: parse_located(text).into_iter().map(|located| located.term).collect() }
    }

    /// Returns whether the query has no terms, so that it finds nothing.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the filters, each with whether it is negated.
    pub fn filters(&self) -> impl Iterator<Item = (&Filter, bool)> {
        self.terms.iter().filter_map(|term| match &term.content {
            TermContent::Filter(filter) => Some((filter, term.is_negated)),
            _ => None,
        })
    }

    /// Returns the places that the search covers.
    pub fn scope(&self) -> Scope {
        let has = |state, negated| self.filters().any(|(filter, is)| *filter == Filter::Is(state) && is == negated);
        let (archived, trashed) = (has(State::Archived, false), has(State::Trashed, false));
        Scope {
            is_active_included: !archived && !trashed,
            is_archived_included: archived && !has(State::Archived, true),
            is_trashed_included: trashed && !has(State::Trashed, true),
        }
    }

    /// Returns whether a board is searched. Without a board, for a note, pass `None`.
    pub fn matches_board(&self, name: Option<&str>) -> bool {
        let is_match = |value: &str| name.is_some_and(|name| name_matches(name, value));
        let (mut has_filter, mut is_found) = (false, false);
        for (filter, is_negated) in self.filters() {
            let Filter::Board(value) = filter else { continue };
            if is_negated {
                if is_match(value) {
                    return false;
                }
            } else {
                has_filter = true;
                is_found |= is_match(value);
            }
        }
        is_found || !has_filter
    }
}

/// Writes the text of the query. Parsing it yields the same query.
impl fmt::Display for Query {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            formatter.write_str(if index > 0 { " " } else { "" })?;
            term.fmt(formatter)?;
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_negated { "-" } else { "" })?;
        match &self.content {
            TermContent::Word(word) => formatter.write_str(word),
            TermContent::Phrase(phrase) => write!(formatter, "\"{phrase}\""),
            TermContent::Filter(filter) => filter.fmt(formatter),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(name) => write_value("board:", name, formatter),
            Self::Label(label) => write_value("label:", label, formatter),
            Self::Due(due) => due.fmt(formatter),
            Self::Is(State::Done) => formatter.write_str("is:done"),
            Self::Is(State::Open) => formatter.write_str("is:open"),
            Self::Is(State::Archived) => formatter.write_str("is:archived"),
            Self::Is(State::Trashed) => formatter.write_str("is:trashed"),
            Self::Assignee(Assignee::Me) => formatter.write_str("assignee:me"),
            Self::Assignee(Assignee::Name(name)) => write_value("assignee:", name, formatter),
        }
    }
}

impl fmt::Display for DueFilter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Today => formatter.write_str("due:today"),
            Self::Tomorrow => formatter.write_str("due:tomorrow"),
            Self::Week => formatter.write_str("due:week"),
            Self::Overdue => formatter.write_str("due:overdue"),
            Self::None => formatter.write_str("due:none"),
            Self::On(day) => write!(formatter, "due:{day}"),
            Self::Before(day) => write!(formatter, "due:<{day}"),
            Self::After(day) => write!(formatter, "due:>{day}"),
        }
    }
}

fn write_value(key: &str, value: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_str(key)?;
    if value.contains(char::is_whitespace) { write!(formatter, "\"{value}\"") } else { formatter.write_str(value) }
}

/// Parses a search text into terms with their places.
pub fn parse_located(text: &str) -> Vec<LocatedTerm> {
    let mut terms = vec![];
    let mut rest = text.trim_start();
    while !rest.is_empty() && terms.len() < MAX_TERMS {
        let start = text.len() - rest.len();
        let unsigned = rest.strip_prefix('-').filter(|unsigned| {
            !unsigned.is_empty() && !unsigned.starts_with(|next: char| next == '-' || next.is_whitespace())
        });
        let (content, after) = parse_content(unsigned.unwrap_or(rest));
        if let Some(content) = content {
            let term = Term { is_negated: unsigned.is_some(), content };
            terms.push(LocatedTerm { term, range: start..text.len() - after.len() });
        }
        rest = after.trim_start();
    }
    terms
}

/// Parses the content of the first term of a text, and returns it with the rest of the text.
fn parse_content(text: &str) -> (Option<TermContent>, &str) {
    if let Some(quoted) = text.strip_prefix('"') {
        let (phrase, rest) = split_quoted(quoted);
        return (phrase.map(TermContent::Phrase), rest);
    }
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let Some((key, value)) = word.split_once(':') else { return (Some(TermContent::Word(word.to_owned())), rest) };
    let is_filter = ["board", "label", "due", "is", "assignee"].iter().any(|known| known.eq_ignore_ascii_case(key));
    if !is_filter {
        return (Some(TermContent::Word(word.to_owned())), rest);
    }
    let (value, rest) = if value.starts_with('"') {
        // The value may contain spaces, so it goes on after the word.
        let quoted = text.get(key.len() + 2..).unwrap_or_default();
        split_quoted(quoted)
    } else {
        (Some(value.to_owned()).filter(|value| !value.is_empty()), rest)
    };
    let Some(value) = value else { return (None, rest) };
    let content = match parse_filter(&key.to_ascii_lowercase(), &value) {
        Some(filter) => TermContent::Filter(filter),
        // The quotation marks are left out, as the words count.
        None if value.contains(char::is_whitespace) => TermContent::Phrase(format!("{key}:{value}")),
        None => TermContent::Word(format!("{key}:{value}")),
    };
    (Some(content), rest)
}

/// Splits a text after an opening quotation mark into what is quoted, `None` if that is blank, and the rest.
fn split_quoted(text: &str) -> (Option<String>, &str) {
    let (quoted, rest) = text.split_once('"').unwrap_or((text, ""));
    let quoted = quoted.trim();
    ((!quoted.is_empty()).then(|| quoted.to_owned()), rest)
}

/// Parses a filter, given its name in lower case. Returns `None` if it does not have such a value.
fn parse_filter(key: &str, value: &str) -> Option<Filter> {
    let keyword = value.to_ascii_lowercase();
    Some(match (key, keyword.as_str()) {
        ("board", _) => Filter::Board(value.to_owned()),
        ("label", _) => Filter::Label(value.to_owned()),
        ("assignee", "me") => Filter::Assignee(Assignee::Me),
        ("assignee", _) => Filter::Assignee(Assignee::Name(value.to_owned())),
        ("is", "done") => Filter::Is(State::Done),
        ("is", "open") => Filter::Is(State::Open),
        ("is", "archived") => Filter::Is(State::Archived),
        ("is", "trashed") => Filter::Is(State::Trashed),
        ("due", "today") => Filter::Due(DueFilter::Today),
        ("due", "tomorrow") => Filter::Due(DueFilter::Tomorrow),
        ("due", "week") => Filter::Due(DueFilter::Week),
        ("due", "overdue") => Filter::Due(DueFilter::Overdue),
        ("due", "none") => Filter::Due(DueFilter::None),
        ("due", date) => Filter::Due(match (date.strip_prefix('<'), date.strip_prefix('>')) {
            (Some(day), _) => DueFilter::Before(LocalDay::parse(day)?),
            (_, Some(day)) => DueFilter::After(LocalDay::parse(day)?),
            _ => DueFilter::On(LocalDay::parse(date)?),
        }),
        _ => return None,
    })
}

/// A filter by due date at a certain time. Due dates are `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, and compare as texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DueRange {
    /// The day of the due date is at least `from` and before `before`; `None` for no limit.
    Days {
        /// The first day, `YYYY-MM-DD`.
        from: Option<String>,
        /// The day after the last one, `YYYY-MM-DD`.
        before: Option<String>,
    },
    /// Not done, and due before `minute` if the due date has a time, otherwise before `today`.
    Overdue {
        /// The current day, `YYYY-MM-DD`.
        today: String,
        /// The current minute, `YYYY-MM-DDTHH:MM`.
        minute: String,
    },
    /// No due date.
    None,
}

impl DueFilter {
    /// Returns what the filter means at a local time, `YYYY-MM-DDTHH:MM`.
    pub fn at(self, minute: &str) -> DueRange {
        let today_text = minute.get(..10).unwrap_or_default();
        let today = LocalDay::parse(today_text).map_or(0, LocalDay::days_since_epoch);
        let day = |number: i64| Some(LocalDay::from_days_since_epoch(number).to_string());
        let days = |from: i64, before: i64| DueRange::Days { from: day(from), before: day(before) };
        match self {
            Self::Today => days(today, today + 1),
            Self::Tomorrow => days(today + 1, today + 2),
            // 1970-01-01 was a Thursday, the third day after a Monday.
            Self::Week => days(today, today + 7 - (today + 3).rem_euclid(7)),
            Self::Overdue => DueRange::Overdue { today: today_text.to_owned(), minute: minute.to_owned() },
            Self::None => DueRange::None,
            Self::On(on) => days(on.days_since_epoch(), on.days_since_epoch() + 1),
            Self::Before(before) => DueRange::Days { from: None, before: day(before.days_since_epoch()) },
            Self::After(after) => DueRange::Days { from: day(after.days_since_epoch() + 1), before: None },
        }
    }
}

impl DueRange {
    /// Returns whether a card matches.
    pub fn matches(&self, due: Option<&str>, is_done: bool) -> bool {
        let Some(due) = due else { return *self == Self::None };
        let day = due.get(..10).unwrap_or_default();
        match self {
            Self::Days { from, before } => {
                from.as_deref().is_none_or(|from| day >= from) && before.as_deref().is_none_or(|before| day < before)
            }
            Self::Overdue { today, minute } => {
                !is_done && if due.len() > 10 { due < minute.as_str() } else { due < today.as_str() }
            }
            Self::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term(text: &str) -> Term {
        let [term] = &Query::parse(text).terms[..] else { panic!("{text} is one term") };
        term.clone()
    }

    fn content(text: &str) -> TermContent {
        let term = term(text);
        assert!(!term.is_negated, "{text}");
        term.content
    }

    #[test]
    fn words_phrases_and_filters_are_parsed() {
        let day = LocalDay::parse("2026-03-03").expect("it is a day");
        for (text, expected) in [
            ("bread", TermContent::Word("bread".into())),
            ("\"sour dough\"", TermContent::Phrase("sour dough".into())),
            ("\"sour dough", TermContent::Phrase("sour dough".into())),
            ("board:work", TermContent::Filter(Filter::Board("work".into()))),
            ("Board:\"My work\"", TermContent::Filter(Filter::Board("My work".into()))),
            ("label:Urgent", TermContent::Filter(Filter::Label("Urgent".into()))),
            ("due:TODAY", TermContent::Filter(Filter::Due(DueFilter::Today))),
            ("due:2026-03-03", TermContent::Filter(Filter::Due(DueFilter::On(day)))),
            ("due:<2026-03-03", TermContent::Filter(Filter::Due(DueFilter::Before(day)))),
            ("due:>2026-03-03", TermContent::Filter(Filter::Due(DueFilter::After(day)))),
            ("is:trashed", TermContent::Filter(Filter::Is(State::Trashed))),
            ("assignee:me", TermContent::Filter(Filter::Assignee(Assignee::Me))),
            ("assignee:Ada", TermContent::Filter(Filter::Assignee(Assignee::Name("Ada".into())))),
            ("due:someday", TermContent::Word("due:someday".into())),
            ("is:\"out of date\"", TermContent::Phrase("is:out of date".into())),
            ("https://example.com", TermContent::Word("https://example.com".into())),
            ("-", TermContent::Word("-".into())),
            ("--force", TermContent::Word("--force".into())),
        ] {
            assert_eq!(content(text), expected, "{text}");
        }
    }

    #[test]
    fn a_minus_negates_words_phrases_and_filters() {
        for text in ["-bread", "-\"sour dough\"", "-is:done"] {
            let negated = term(text);
            assert!(negated.is_negated, "{text}");
            assert_eq!(negated.content, content(&text[1..]), "{text}");
        }
        assert_eq!(content("well-known"), TermContent::Word("well-known".into()));
    }

    #[test]
    fn incomplete_filters_and_blank_phrases_are_ignored() {
        for text in ["", "  ", "board:", "label:\"\"", "\" \"", "is: "] {
            assert!(Query::parse(text).is_empty(), "{text}");
        }
        assert_eq!(Query::parse(&"a ".repeat(100)).terms.len(), MAX_TERMS);
    }

    #[test]
    fn due_filters_use_the_local_day() {
        // A Tuesday.
        let is_match = |filter: DueFilter, due| filter.at("2026-03-03T10:30").matches(due, false);
        let day = |text| LocalDay::parse(text).expect("it is a day");
        for (filter, first, last) in [
            (DueFilter::Today, "2026-03-03", "2026-03-03T23:59"),
            (DueFilter::Tomorrow, "2026-03-04", "2026-03-04T23:59"),
            (DueFilter::Week, "2026-03-03", "2026-03-08T23:59"),
            (DueFilter::On(day("2026-03-31")), "2026-03-31", "2026-03-31T23:59"),
            (DueFilter::Before(day("2026-03-02")), "1970-01-01", "2026-03-01T23:59"),
            (DueFilter::After(day("2026-03-02")), "2026-03-03", "9999-12-31"),
        ] {
            assert!(is_match(filter, Some(first)) && is_match(filter, Some(last)), "{filter}");
            assert!(!is_match(filter, None) && !is_match(filter, Some("2026-03-02")), "{filter}");
        }
        for (due, expected) in
            [("2026-03-02", true), ("2026-03-03", false), ("2026-03-03T10:29", true), ("2026-03-03T10:30", false)]
        {
            assert_eq!(is_match(DueFilter::Overdue, Some(due)), expected, "{due}");
        }
        assert!(!DueFilter::Overdue.at("2026-03-03T10:30").matches(Some("2026-03-02"), true));
        assert!(is_match(DueFilter::None, None));
    }

    #[test]
    fn archive_and_trash_are_searched_on_request_only() {
        let scope = |text| {
            let scope = Query::parse(text).scope();
            [scope.is_active_included, scope.is_archived_included, scope.is_trashed_included]
        };
        assert_eq!(scope("bread is:done"), [true, false, false]);
        assert_eq!(scope("bread is:archived"), [false, true, false]);
        assert_eq!(scope("is:archived is:trashed"), [false, true, true]);
        assert_eq!(scope("-is:archived"), [true, false, false]);
    }

    #[test]
    fn one_of_several_boards_is_enough() {
        let query = Query::parse("board:work board:home -board:old");
        assert!(query.matches_board(Some("Work")) && query.matches_board(Some("My home")));
        assert!(!query.matches_board(Some("Old home")) && !query.matches_board(Some("Travel")));
        assert!(!query.matches_board(None) && Query::parse("-board:old").matches_board(None));
    }

    proptest! {
        #[test]
        fn every_query_is_parsed_from_its_own_text(
            text in "(-|--|board:|due:|is:|label:|done|today|\"|<2026-03-03|\\PC| |:){0,24}"
        ) {
            let located = parse_located(&text);
            let query = Query::parse(&text);
            prop_assert_eq!(&Query::parse(&query.to_string()), &query);
            for LocatedTerm { term, range } in located {
                prop_assert_eq!(Query::parse(text.get(range).expect("ranges are on boundaries")).terms, vec![term]);
            }
        }
    }
}
