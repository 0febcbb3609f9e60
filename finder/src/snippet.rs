//! The part of a text around what was found.

use crate::fuzzy::Utf16Range;
use crate::index::WantedWord;
use crate::text::for_each_word;

/// How many UTF-16 code units a snippet shows before the first match, at most.
const BEFORE: u32 = 40;
/// The length of a snippet in UTF-16 code units, without the ellipses.
const LENGTH: u32 = 160;

/// A part of a text, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snippet {
    /// The part, with an ellipsis where the text goes on.
    pub text: String,
    /// What was found in it.
    pub ranges: Vec<Utf16Range>,
}

/// Returns the parts of a text that match the words of a search, in order. Words next to each other, as in Chinese, are
/// one part.
pub fn matches(text: &str, wanted: &[WantedWord]) -> Vec<Utf16Range> {
    let mut ranges: Vec<Utf16Range> = vec![];
    for_each_word(text, |word, range| {
        let is_match =
            |wanted: &WantedWord| word == wanted.word || (wanted.is_prefix && word.starts_with(wanted.word.as_str()));
        if wanted.iter().any(is_match) {
            let (start, end) = (range.start as u32, range.end as u32);
            match ranges.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => ranges.push((start, end)),
            }
        }
    });
    ranges
}

/// Returns the part of a text around the first match, or its beginning.
pub fn snippet(text: &str, wanted: &[WantedWord]) -> Snippet {
    let found = matches(text, wanted);
    let wished = found.first().map_or(0, |(start, _)| start.saturating_sub(BEFORE));
    let mut part = String::new();
    let (mut start, mut at, mut last_space) = (None, 0, None);
    for character in text.chars() {
        let end = at + character.len_utf16() as u32;
        // The snippet begins at a word, if one begins before the match.
        let is_start =
            at >= wished && (at == 0 || last_space == Some(at) || found.first().is_some_and(|(first, _)| at >= *first));
        if start.is_none() && is_start && !character.is_whitespace() {
            start = Some(at);
            if at > 0 {
                part.push('…');
            }
        }
        if character.is_whitespace() {
            last_space = Some(end);
        }
        if let Some(start) = start {
            if end - start > LENGTH {
                part.push('…');
                break;
            }
            // Lines are joined; a tab or a line break is one unit, as a space is.
            part.push(if character.is_whitespace() && character.len_utf16() == 1 { ' ' } else { character });
        }
        at = end;
    }
    let Some(start) = start else { return Snippet::default() };
    let shift = u32::from(start > 0);
    let end = (at - start).min(LENGTH);
    let inside = found.iter().filter(|(from, _)| *from >= start && *from - start < end);
    let ranges = inside.map(|(from, to)| (from - start + shift, (to - start).min(end) + shift)).collect();
    Snippet { text: part.trim_end().to_owned(), ranges }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;
    use proptest::prelude::*;

    fn wanted(query: &str) -> Vec<WantedWord> {
        let folded = words(query);
        folded.split_ascii_whitespace().map(|word| WantedWord { word: word.to_owned(), is_prefix: true }).collect()
    }

    fn highlighted(snippet: &Snippet) -> Vec<String> {
        let units: Vec<u16> = snippet.text.encode_utf16().collect();
        let part = |(from, to): &Utf16Range| String::from_utf16(&units[*from as usize..*to as usize]);
        snippet.ranges.iter().map(|range| part(range).expect("ranges are on boundaries")).collect()
    }

    #[test]
    fn short_texts_are_shown_whole_in_one_line() {
        let found = snippet("Rye\nbread, \u{1f35e} Café", &wanted("bread cafe"));
        assert_eq!(found.text, "Rye bread, \u{1f35e} Café");
        assert_eq!(highlighted(&found), ["bread", "Café"]);
        assert_eq!(snippet("", &wanted("bread")), Snippet::default());
        assert_eq!(snippet(" Milk", &wanted("bread")).text, "…Milk");
    }

    #[test]
    fn long_texts_are_cut_around_the_first_match() {
        let text = format!("{} bread and butter {}", "before it ".repeat(30), "after it ".repeat(30));
        let found = snippet(&text, &wanted("bread butt"));
        assert!(found.text.starts_with("…before it ") || found.text.starts_with("…it before "), "{}", found.text);
        assert!(found.text.ends_with('…') && found.text.encode_utf16().count() <= LENGTH as usize + 2);
        assert_eq!(highlighted(&found), ["bread", "butter"]);
    }

    #[test]
    fn a_match_in_a_text_without_spaces_is_shown() {
        let text = format!("{}京都{}", "あ".repeat(300), "い".repeat(300));
        assert_eq!(highlighted(&snippet(&text, &wanted("京都"))), ["京都"]);
    }

    proptest! {
        #[test]
        fn ranges_are_on_boundaries_in_any_text(text in "\\PC{0,40}|[a-c \n🎯é東]{0,400}", query in "[a-cé東]{1,2}") {
            let found = snippet(&text, &wanted(&query));
            let mut end = 0;
            for ((from, to), part) in found.ranges.iter().zip(highlighted(&found)) {
                prop_assert!(*from >= end && to > from && !part.is_empty());
                end = *to;
            }
            prop_assert_eq!(found.ranges.is_empty(), matches(&text, &wanted(&query)).is_empty());
        }
    }
}
