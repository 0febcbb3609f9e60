//! Finds the parts of a line that mean something.

use super::dates::{self, Now, Read, When};
use super::names::{self, BoardChoice, Names};
use super::repeat::{self, Condition, Rule};
use super::scan::Word;
use super::{Context, TokenKind};
use core_wasm::protocol::record::Priority;

/// Largest estimate, in minutes.
const MAX_ESTIMATE: u32 = 6_000;

/// What a part means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Due(When),
    Rule(Rule),
    Condition(Condition),
    Priority(Priority),
    Board(BoardChoice),
    Label(String),
    Assignee(String),
    Estimate(u32),
}

impl Meaning {
    /// Returns the kind of the token.
    pub(super) fn kind(&self) -> TokenKind {
        match self {
            Self::Due(_) => TokenKind::Due,
            Self::Rule(_) | Self::Condition(_) => TokenKind::Recurrence,
            Self::Priority(_) => TokenKind::Priority,
            Self::Board(_) => TokenKind::Board,
            Self::Label(_) => TokenKind::Label,
            Self::Assignee(_) => TokenKind::Assignee,
            Self::Estimate(_) => TokenKind::Estimate,
        }
    }
}

/// A part of the line that means something.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) meaning: Meaning,
    /// Where it starts, in bytes.
    pub(super) start: usize,
    /// Where it ends, in bytes.
    pub(super) end: usize,
}

/// The words of a line, as the parsers read them.
pub(super) struct Line<'a> {
    pub(super) words: &'a [Word<'a>],
    /// The names that it may contain.
    pub(super) names: Names,
}

impl Line<'_> {
    /// Returns a word in lower case. Empty after the last word, and for one that must not be understood.
    pub(super) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| &word.lower)
    }

    /// Returns a word if no punctuation separates it from the one at `first`, otherwise an empty text.
    pub(super) fn word_after(&self, index: usize, first: usize) -> &str {
        let is_separated = (first + 1..=index).any(|index| !self.punctuation_before(index).is_empty());
        if is_separated { "" } else { self.word(index) }
    }

    /// Returns the word before another one, if no punctuation separates them.
    pub(super) fn before(&self, index: usize) -> &str {
        match index.checked_sub(1) {
            Some(before) if self.punctuation_before(index).is_empty() => self.word(before),
            _ => "",
        }
    }

    /// Returns the punctuation between a word and the one before it.
    pub(super) fn punctuation_before(&self, index: usize) -> &str {
        index.checked_sub(1).and_then(|before| self.words.get(before)).map_or("", |word| word.punctuation)
    }

    /// Returns whether some words follow each other from an index on.
    pub(super) fn has_words(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(offset, word)| self.word_after(at + offset, at) == *word)
    }
}

/// A part that may count.
struct Candidate {
    part: Part,
    /// The index of its first word.
    first: usize,
    /// The index of the word after it.
    next: usize,
    is_weak: bool,
}

/// Returns the parts that mean something, in the order of the line.
pub(super) fn parts(words: &[Word], context: &Context, now: &Now) -> Vec<Part> {
    let line = Line { words, names: Names::default() };
    let mut candidates: Vec<Candidate> = vec![];
    let (mut at, mut repeats) = (0, false);
    while let Some(word) = words.get(at) {
        let found = if word.lower.is_empty() { None } else { meaning(&line, at, context, now, repeats) };
        let Some((read, end)) = found else {
            at += 1;
            continue;
        };
        repeats |= matches!(read.value, Meaning::Rule(_));
        let part = Part { meaning: read.value, start: word.start, end };
        candidates.push(Candidate { part, first: at, next: read.next, is_weak: read.is_weak });
        at = read.next;
    }
    let mut understood_from = words.len();
    let mut parts = vec![];
    for candidate in candidates.into_iter().rev() {
        if !candidate.is_weak || candidate.next == understood_from {
            understood_from = candidate.first;
            parts.push(candidate.part);
        }
    }
    parts.reverse();
    parts
}

/// Returns what the words from an index on mean, and where the last of them ends.
fn meaning(line: &Line, at: usize, context: &Context, now: &Now, repeats: bool) -> Option<(Read<Meaning>, usize)> {
    let word = line.words.get(at)?;
    let found = match word.text.chars().next()? {
        '#' => return names::board(line, at, context),
        '@' => names::person_or_label(line, at, context),
        '!' => priority(&word.lower).map(|priority| Read::new(Meaning::Priority(priority), at + 1)),
        '~' => estimate(&word.lower).map(|minutes| Read::new(Meaning::Estimate(minutes), at + 1)),
        _ => {
            let condition = || repeat::condition(line, at, now).map(|read| read.map(Meaning::Condition));
            let rule = || repeat::rule(line, at).map(|read| read.map(Meaning::Rule));
            let due = || dates::due(line, at, now, repeats).map(|read| read.map(Meaning::Due));
            Some(repeats).filter(|repeats| *repeats).and_then(|_| condition()).or_else(rule).or_else(due)
        }
    }?;
    let end = line.words.get(found.next - 1)?.end;
    Some((found, end))
}

fn priority(word: &str) -> Option<Priority> {
    Some(match word {
        "!high" | "!1" | "!!!" => Priority::High,
        "!medium" | "!med" | "!2" | "!!" => Priority::Medium,
        "!low" | "!3" => Priority::Low,
        _ => return None,
    })
}

/// Returns the minutes of an estimate such as `~30m`, `~1h30` and `~1.5h`.
fn estimate(word: &str) -> Option<u32> {
    let text = word.strip_prefix('~')?;
    let minutes = ["minutes", "mins", "min", "m"].iter().find_map(|unit| text.strip_suffix(unit));
    let hours_and_minutes = text.split_once('h').filter(|(_, after)| !after.is_empty());
    let whole_hours = ["hours", "hour", "hrs", "hr", "h"].iter().find_map(|unit| text.strip_suffix(unit));
    let total = if let Some(hours) = whole_hours {
        match hours.split_once('.') {
            Some((hours, tenths)) if tenths.len() == 1 => {
                dates::number(hours, 99)? * 60 + dates::number(tenths, 9)? * 6
            }
            Some(_) => return None,
            None => dates::number(hours, 100)? * 60,
        }
    } else if let Some((hours, rest)) = hours_and_minutes {
        let rest = ["min", "m"].iter().find_map(|unit| rest.strip_suffix(unit)).unwrap_or(rest);
        dates::number(hours, 99)? * 60 + dates::number(rest, 59)?
    } else {
        dates::number(minutes?, MAX_ESTIMATE)?
    };
    Some(total).filter(|total| (1..=MAX_ESTIMATE).contains(total))
}
