//! Fuzzy ranking of short texts, such as titles and commands: the letters of each word of the query appear in the text in
//! this order. Letters at the starts of words and next to each other count more, so the text that was meant comes first. Letters
//! that are scattered over a text do not match.

use crate::text::{fold, is_word_char};

/// The part of a text that is searched, in folded characters. Longer texts are rare, and their ends matter little.
const MAX_CHARS: usize = 200;
/// Maximum number of letters of a query.
const MAX_LETTERS: usize = 60;

/// Points of a matching letter.
const MATCH: i32 = 16;
/// Additional points of a letter that starts a word.
const WORD_START: i32 = 10;
/// Additional points of a letter at the start of the text.
const TEXT_START: i32 = 6;
/// Additional points of a letter right after the one before it.
const CONSECUTIVE: i32 = 10;
/// Additional points of a word of the query that is a word of the text or the start of one, so that it comes before all others.
const WORD: i32 = 20;
/// What a gap between two letters costs, and each skipped character after the first.
const GAP: i32 = 5;
const GAP_EXTENSION: i32 = 1;
/// The score of what is impossible.
const IMPOSSIBLE: i32 = i32::MIN / 2;

/// Marks a character that starts a word, beside the bits of the character.
const WORD_START_FLAG: u32 = 1 << 31;

/// A range in UTF-16 code units: its start and its end.
pub type Utf16Range = (u32, u32);

/// A query, prepared for matching.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// The folded letters of each word.
    words: Vec<Vec<u32>>,
    mask: u64,
}

impl Pattern {
    /// Prepares a query.
    pub fn new(query: &str) -> Self {
        let mut pattern = Self::default();
        let mut left = MAX_LETTERS;
        for word in query.split_whitespace() {
            let folded = word.chars().flat_map(|character| fold(character).chars());
            let letters: Vec<u32> = folded.take(left).map(u32::from).collect();
            left -= letters.len();
            pattern.mask |= letters.iter().fold(0, |mask, letter| mask | bit_of(*letter));
            if !letters.is_empty() {
                pattern.words.push(letters);
            }
        }
        pattern
    }

    /// Returns whether the query has no letters, so that it matches everything equally.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// Returns the bit of a character in the set of the characters of a text. Rare characters share bits.
fn bit_of(character: u32) -> u64 {
    let index = match character {
        0x61..=0x7a => character - 0x61,
        0x30..=0x39 => character - 0x30 + 26,
        other => 36 + other % 28,
    };
    1 << index
}

/// Folded texts, one after the other.
#[derive(Clone, Debug, Default)]
pub struct FoldedTexts {
    /// The characters of all texts, with [`WORD_START_FLAG`].
    chars: Vec<u32>,
    /// For each text, the end of its characters.
    ends: Vec<usize>,
    /// For each text, which characters it has.
    masks: Vec<u64>,
}

impl FoldedTexts {
    /// Adds a text. Texts are numbered from 0.
    pub fn push(&mut self, text: &str) {
        let start = self.chars.len();
        let mut mask = 0;
        let mut is_in_word = false;
        for character in text.chars() {
            let is_word = is_word_char(character);
            let mut flag = if is_word && !is_in_word { WORD_START_FLAG } else { 0 };
            for folded in fold(character).chars() {
                mask |= bit_of(u32::from(folded));
                self.chars.push(u32::from(folded) | flag);
                flag = 0;
                is_in_word = is_word;
            }
            if self.chars.len() - start >= MAX_CHARS {
                break;
            }
        }
        self.ends.push(self.chars.len());
        self.masks.push(mask);
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn chars(&self, index: usize) -> &[u32] {
        let start = if index > 0 { self.ends[index - 1] } else { 0 };
        &self.chars[start..self.ends[index]]
    }

    /// Returns how well a text matches, greater for better, or `None` if it does not.
    fn score(&self, index: usize, pattern: &Pattern, matcher: &mut Matcher) -> Option<i32> {
        if pattern.mask & !self.masks[index] != 0 {
            return None;
        }
        let chars = self.chars(index);
        pattern.words.iter().map(|word| matcher.score(word, chars)).sum()
    }
}

/// A text that matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// The number of the text.
    pub index: usize,
    /// How well it matches, greater for better.
    pub score: i32,
}

/// Returns the matching texts, the best first, at most `limit`. Of equal ones, the shorter comes first, then the earlier.
/// Without letters in the pattern, these are the first texts. `bonus` returns additional points of a text, or `None` to leave
/// it out.
pub fn rank(pattern: &Pattern, texts: &FoldedTexts, limit: usize, bonus: impl Fn(usize) -> Option<i32>) -> Vec<Match> {
    let mut matcher = Matcher::default();
    let mut matches: Vec<Match> = (0..texts.len())
        .filter_map(|index| {
            let bonus = bonus(index)?;
            let score = texts.score(index, pattern, &mut matcher)? + bonus;
            Some(Match { index, score })
        })
        .collect();
    let key = |found: &Match| {
        let length = if pattern.is_empty() { 0 } else { texts.chars(found.index).len() };
        (std::cmp::Reverse(found.score), length, found.index)
    };
    if matches.len() > limit {
        matches.select_nth_unstable_by_key(limit, key);
        matches.truncate(limit);
    }
    matches.sort_unstable_by_key(key);
    matches
}

/// Returns the ranges of a text that match, in order.
pub fn ranges(pattern: &Pattern, text: &str) -> Vec<Utf16Range> {
    let mut texts = FoldedTexts::default();
    texts.push(text);
    let chars = texts.chars(0);
    let mut is_matched = vec![false; chars.len()];
    for word in &pattern.words {
        for position in positions(word, chars) {
            is_matched[position] = true;
        }
    }
    let mut ranges: Vec<Utf16Range> = vec![];
    let (mut position, mut start) = (0, 0);
    for character in text.chars() {
        let end = start + character.len_utf16() as u32;
        let count = fold(character).chars().count();
        let is_part = (position..position + count).any(|at| is_matched.get(at).is_some_and(|is| *is));
        match ranges.last_mut() {
            // A combining mark belongs to the letter before it.
            Some(last) if last.1 == start && (is_part || count == 0) => last.1 = end,
            _ if is_part => ranges.push((start, end)),
            _ => {}
        }
        (position, start) = (position + count, end);
    }
    ranges
}

/// The rows of the table that compares a word with a text, kept so that they are allocated once.
#[derive(Debug, Default)]
struct Matcher {
    row: Vec<i32>,
    previous: Vec<i32>,
}

impl Matcher {
    /// Returns the best score of a word in a text. If gaps cost more than the letters add beyond their own points, the letters are
    /// scattered, and the word does not match.
    fn score(&mut self, word: &[u32], text: &[u32]) -> Option<i32> {
        if !is_subsequence(word, text) {
            return None;
        }
        for (index, letter) in word.iter().enumerate() {
            std::mem::swap(&mut self.row, &mut self.previous);
            fill_row(*letter, index == 0, text, &self.previous, &mut self.row);
        }
        let best = self.row.iter().copied().max().filter(|best| *best >= MATCH * word.len() as i32)?;
        let mut parts = text.windows(word.len());
        let has_word = parts.any(|part| part[0] & WORD_START_FLAG != 0 && is_subsequence(word, part));
        Some(if has_word { best + WORD } else { best })
    }
}

fn is_subsequence(word: &[u32], text: &[u32]) -> bool {
    let mut rest = text.iter();
    word.iter().all(|letter| rest.any(|character| character & !WORD_START_FLAG == *letter))
}

/// Computes, for each position of a text, the best score if a letter of the word matches there. `previous` is the row of
/// the letter before.
fn fill_row(letter: u32, is_first: bool, text: &[u32], previous: &[i32], row: &mut Vec<i32>) {
    row.clear();
    // The best score up to the letter before, after a gap that ends here.
    let mut after_gap = IMPOSSIBLE;
    for (at, character) in text.iter().enumerate() {
        let before = if is_first || at == 0 { IMPOSSIBLE } else { previous[at - 1] };
        let score = if character & !WORD_START_FLAG == letter {
            let start = if character & WORD_START_FLAG != 0 { WORD_START } else { 0 };
            let text_start = if at == 0 { TEXT_START } else { 0 };
            let base = if is_first { 0 } else { (before + CONSECUTIVE).max(after_gap) };
            base + MATCH + start + text_start
        } else {
            IMPOSSIBLE
        };
        row.push(score.max(IMPOSSIBLE));
        after_gap = (after_gap - GAP_EXTENSION).max(before - GAP).max(IMPOSSIBLE);
    }
}

/// Returns the positions in a text where the letters of a word match best; empty if they do not.
fn positions(word: &[u32], text: &[u32]) -> Vec<usize> {
    if !is_subsequence(word, text) {
        return vec![];
    }
    let mut rows: Vec<Vec<i32>> = vec![];
    for letter in word {
        let mut row = vec![];
        fill_row(*letter, rows.is_empty(), text, rows.last().map_or(&[], Vec::as_slice), &mut row);
        rows.push(row);
    }
    let mut found = vec![];
    let mut end = text.len();
    // Backwards from the best position of the last letter.
    for row in rows.iter().rev() {
        let value = |at: usize| {
            let gap = end - at - 1;
            match found.is_empty() {
                true => row[at],
                false if gap == 0 => row[at] + CONSECUTIVE,
                false => row[at] - GAP - GAP_EXTENSION * (gap as i32 - 1),
            }
        };
        // The first of equal positions.
        let Some(best) = (0..end).rev().max_by_key(|at| value(*at)) else { return vec![] };
        found.push(best);
        end = best;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Instant;

    fn ranked<'a>(query: &str, texts: &[&'a str]) -> Vec<&'a str> {
        let mut folded = FoldedTexts::default();
        texts.iter().for_each(|text| folded.push(text));
        rank(&Pattern::new(query), &folded, 10, |_| Some(0)).into_iter().map(|found| texts[found.index]).collect()
    }

    #[test]
    fn letters_match_in_their_order_without_case_and_diacritics() {
        assert_eq!(ranked("brd", &["Board", "Bread", "Drab", "Brûlée dish"]), ["Brûlée dish", "Board", "Bread"]);
        assert_eq!(ranked("cafe", &["CAFÉ"]), ["CAFÉ"]);
        assert!(ranked("bread!", &["Bread"]).is_empty());
    }

    #[test]
    fn starts_of_words_and_letters_in_a_row_come_first() {
        assert_eq!(ranked("gs", &["Eggs", "Go shopping", "Gas"]), ["Go shopping", "Gas", "Eggs"]);
        assert_eq!(ranked("set", &["Reset", "Sweet", "Settings"]), ["Settings", "Reset", "Sweet"]);
        assert_eq!(ranked("note", &["Notes of today", "Note", "Footnote"]), ["Note", "Notes of today", "Footnote"]);
    }

    #[test]
    fn words_and_their_starts_come_before_letters_within_words() {
        let tasks = ["Apply an offer", "A plan", "Replant the lemon tree", "In planning", "P lan"];
        assert_eq!(
            ranked("plan", &tasks),
            ["A plan", "In planning", "P lan", "Replant the lemon tree", "Apply an offer"]
        );
        let mut folded = FoldedTexts::default();
        ["Calendar", "Clean the car"].iter().for_each(|text| folded.push(text));
        // More than what a finder subtracts or adds.
        let bonus = |index: usize| Some(if index == 0 { -12 } else { 4 });
        assert_eq!(rank(&Pattern::new("cal"), &folded, 1, bonus)[0].index, 0);
    }

    #[test]
    fn letters_that_are_scattered_over_a_text_do_not_match() {
        let titles = [
            "Prepare the quarterly report for the management team including all sales figures, customer feedback, and the planned \
             investments of the next year",
            "Call the insurance company about the water damage in the basement and ask whether they cover the repairs of the floor \
             and the new washing machine",
            "Clean the attic, sort out old clothes, and donate everything that has not been worn for a year to the charity shop \
             around the corner near the station",
        ];
        for query in ["language", "view", "print", "clendar", "calendar", "archive", "account"] {
            assert_eq!(ranked(query, &titles), [""; 0], "{query}");
        }
        for (query, text) in [
            ("clendar", "Calendar"),
            ("setings", "Open settings"),
            ("tgsb", "Toggle sidebar"),
            ("wtp", "Water the plants"),
            ("idc", "International Development Committee"),
            ("rprt", "Prepare the quarterly report"),
            ("reprt cust", "Write the report about customer 1 and send it"),
        ] {
            assert_eq!(ranked(query, &[text]), [text], "{query}");
        }
    }

    #[test]
    fn all_words_match_in_any_order() {
        assert_eq!(ranked("bread buy", &["Buy bread", "Buy milk"]), ["Buy bread"]);
        assert_eq!(ranked("", &["b", "a"]), ["b", "a"]);
    }

    #[test]
    fn ranges_are_in_utf_16_units_of_the_original_text() {
        let found = |query: &str, text: &str| ranges(&Pattern::new(query), text);
        assert_eq!(found("go", "🎯 Go"), [(3, 5)]);
        assert_eq!(found("strasse", "Straße 12"), [(0, 6)]);
        assert_eq!(found("cafe", "Cafe\u{301}s"), [(0, 5)]);
        assert_eq!(found("gs", "Go shopping"), [(0, 1), (3, 4)]);
        assert_eq!(found("sh go", "Go shopping"), [(0, 2), (3, 5)]);
        assert_eq!(found("x", "Go"), []);
    }

    #[test]
    fn the_score_is_that_of_the_positions() {
        assert_eq!(ranges(&Pattern::new("xabc"), "abc xx abc"), [(4, 5), (7, 10)]);
    }

    #[test]
    fn twenty_thousand_titles_are_ranked_within_the_limit() {
        let mut texts = FoldedTexts::default();
        (0..20_000).for_each(|number| texts.push(&format!("Write the report about customer {number} and send it")));
        let start = Instant::now();
        assert_eq!(rank(&Pattern::new("reprt cust"), &texts, 50, |_| Some(0)).len(), 50);
        // Unoptimized, and beside other tests; `cargo xtask bench core` measures the module.
        assert!(start.elapsed().as_millis() < 2_000, "{:?}", start.elapsed());
    }

    proptest! {
        #[test]
        fn ranges_are_on_boundaries_and_in_order(query in "\\PC{0,8}|[aeßé东\u{301} 🎯]{0,6}", text in "\\PC{0,40}|[aeßé东\u{301} 🎯]{0,40}") {
            let pattern = Pattern::new(&query);
            let mut texts = FoldedTexts::default();
            texts.push(&text);
            let is_match = !rank(&pattern, &texts, 1, |_| Some(0)).is_empty();
            let found = ranges(&pattern, &text);
            if is_match {
                prop_assert_eq!(found.is_empty(), pattern.is_empty());
            }
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut end = 0;
            for (from, to) in found {
                prop_assert!(from >= end && to > from);
                prop_assert!(String::from_utf16(&units[from as usize..to as usize]).is_ok());
                end = to;
            }
        }
    }
}
