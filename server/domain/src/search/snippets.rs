//! The part of a text that a result shows, and the words in it that were looked for.

use core_wasm::protocol::http::TextRange;
use finder::query::{Query, TermContent};
use finder::text::for_each_word;
use std::ops::Range;

/// The maximum number of characters of a snippet, without the ellipses.
const MAX_CHARS: usize = 160;

/// The number of characters before the first word that was looked for.
const CHARS_BEFORE: usize = 40;

/// Finds the words of a query in texts.
pub(super) struct Highlighter {
    /// The words that must be equal.
    words: Vec<String>,
    /// The last words of the terms, which may be incomplete.
    prefixes: Vec<String>,
}

impl Highlighter {
    pub(super) fn new(query: &Query) -> Self {
        let mut highlighter = Self { words: Vec::new(), prefixes: Vec::new() };
        for term in query.terms.iter().filter(|term| !term.is_negated) {
            let (TermContent::Word(text) | TermContent::Phrase(text)) = &term.content else { continue };
            for_each_word(text, |word, _| highlighter.words.push(word.to_owned()));
            highlighter.prefixes.extend(highlighter.words.pop());
        }
        highlighter
    }

    fn is_match(&self, word: &str) -> bool {
        self.words.iter().any(|wanted| wanted == word) || self.prefixes.iter().any(|prefix| word.starts_with(prefix))
    }

    /// Returns the words of a text that were looked for.
    pub(super) fn ranges(&self, text: &str) -> Vec<TextRange> {
        let mut ranges = Vec::new();
        let index = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        for_each_word(text, |word, Range { start, end }| {
            if self.is_match(word) {
                ranges.push(TextRange { start: index(start), end: index(end) });
            }
        });
        ranges
    }

    /// Returns the part of a text around the first word that was looked for, otherwise its beginning, in one line, with the
    /// words in it that were looked for.
    pub(super) fn snippet(&self, text: &str) -> (String, Vec<TextRange>) {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = self.ranges(&line).first().map_or(0, |range| range.start as usize);
        let mut units = 0;
        let before = line.chars().take_while(|character| {
            units += character.len_utf16();
            units <= first
        });
        let skipped = match before.count().saturating_sub(CHARS_BEFORE) {
            0 => 0,
            // The snippet begins with a whole word, if one begins there.
            skipped => {
                let near = line.chars().skip(skipped).take(CHARS_BEFORE);
                skipped + near.take_while(|character| *character != ' ').count() + 1
            }
        };
        let skipped = if skipped > 0 && skipped > line.chars().count() { 0 } else { skipped };
        let mut snippet = if skipped > 0 { "…".to_owned() } else { String::new() };
        let mut rest = line.chars().skip(skipped);
        snippet.extend(rest.by_ref().take(MAX_CHARS));
        if rest.next().is_some() {
            snippet.push('…');
        }
        let ranges = self.ranges(&snippet);
        (snippet, ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn highlighted(query: &str, text: &str) -> String {
        let (snippet, ranges) = Highlighter::new(&Query::parse(query)).snippet(text);
        let mut units: Vec<u16> = snippet.encode_utf16().collect();
        for range in ranges.iter().rev() {
            units.insert(range.end as usize, u16::from(b']'));
            units.insert(range.start as usize, u16::from(b'['));
        }
        String::from_utf16(&units).unwrap()
    }

    #[test]
    fn words_are_marked_by_utf_16() {
        assert_eq!(highlighted("mil -bread", "🎯 Milk,\n milkshake and bread"), "🎯 [Milk], [milkshake] and bread");
        assert_eq!(highlighted("\"sour dough\"", "Crème: Sour  doughs, sourly"), "Crème: [Sour] [doughs], sourly");
        assert_eq!(highlighted("is:done", "Nothing"), "Nothing");
    }

    #[test]
    fn long_texts_are_cut_around_the_first_word() {
        let text = format!("{} needle {}", "before ".repeat(100), "after ".repeat(100));
        let snippet = highlighted("needle", &text);
        assert!(snippet.starts_with("…before ") && snippet.ends_with('…') && snippet.contains(" [needle] "), "{snippet}");
        let endless = highlighted("needle", &format!("{}needle", "-".repeat(1_000)));
        assert!(endless.contains("[needle]"), "{endless}");
        assert_eq!(highlighted("x", &"a".repeat(200)), format!("{}…", "a".repeat(160)));
    }
}
