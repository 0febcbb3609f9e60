//! Splits a line into words.

use super::TextRange;

/// Punctuation after a word that does not belong to it.
pub(super) const PUNCTUATION: [char; 6] = ['.', ',', ';', ':', '!', '?'];

/// A word: a part of the text between spaces, without the punctuation after it. A quoted text is one word.
#[derive(Debug)]
pub(super) struct Word<'a> {
    /// Where it starts, in bytes.
    pub(super) start: usize,
    /// Where it ends, in bytes.
    pub(super) end: usize,
    /// The word itself.
    pub(super) text: &'a str,
    /// The word in lower case, or empty if it must not be understood.
    pub(super) lower: String,
    /// The punctuation after it.
    pub(super) punctuation: &'a str,
    /// Whether it starts with a backslash that keeps it from being understood.
    pub(super) is_escaped: bool,
}

/// Returns the words of a text. Those in quotes, after a backslash or in one of the ranges are not to be understood.
pub(super) fn scan<'a>(text: &'a str, ignored: &[TextRange]) -> Vec<Word<'a>> {
    let mut words = vec![];
    let (mut at, mut utf16) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.find(|character: char| !character.is_whitespace()).unwrap_or(rest.len());
        utf16 += rest.get(..blank).map_or(0, utf16_len);
        at += blank;
        let Some(rest) = rest.get(blank..).filter(|rest| !rest.is_empty()) else { break };
        let whole = rest.get(..word_len(rest)).unwrap_or(rest);
        let range = (utf16, utf16 + utf16_len(whole));
        let is_ignored = ignored.iter().any(|one| one.start < range.1 && range.0 < one.end);
        words.push(word(whole, at, is_ignored));
        at += whole.len();
        utf16 = range.1;
    }
    words
}

fn word(whole: &str, start: usize, is_ignored: bool) -> Word<'_> {
    let lower = whole.to_lowercase();
    // The mark of "every!" and the marks of priorities are no punctuation.
    let trimmed = match whole {
        _ if matches!(lower.as_str(), "every!" | "ev!") => whole,
        _ if whole.starts_with('!') => whole.trim_end_matches([',', '.', ';', ':', '?']),
        _ => whole.trim_end_matches(PUNCTUATION),
    };
    // A date such as 5.12. ends with a dot.
    let is_date = trimmed.contains('.') && trimmed.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let text = match trimmed {
        "" => whole,
        _ if is_date && whole.as_bytes().get(trimmed.len()) == Some(&b'.') => {
            whole.get(..=trimmed.len()).unwrap_or(whole)
        }
        trimmed => trimmed,
    };
    let is_escaped = whole.len() > 1 && whole.starts_with('\\') && !whole.starts_with("\\\\");
    let is_opaque = is_ignored || is_escaped || whole.starts_with(['"', '“', '\\']);
    Word {
        start,
        end: start + text.len(),
        text,
        lower: if is_opaque { String::new() } else { text.to_lowercase() },
        punctuation: whole.get(text.len()..).unwrap_or_default(),
        is_escaped: is_escaped && !is_ignored,
    }
}

/// Returns the length of the word at the start of a text, in bytes. Quotes count at its start and after `#`, `@` and `/`.
fn word_len(text: &str) -> usize {
    let mut previous = None;
    let mut skipped_to = 0;
    for (at, character) in text.char_indices() {
        if at < skipped_to {
            continue;
        }
        if character.is_whitespace() {
            return at;
        }
        let closing = match (previous, character) {
            (None, '“') => Some('”'),
            (None | Some('#' | '@' | '/'), '"') => Some('"'),
            _ => None,
        };
        if let Some(closing) = closing {
            let inner = at + character.len_utf8();
            if let Some(end) = text.get(inner..).and_then(|rest| rest.find(closing)) {
                skipped_to = inner + end + closing.len_utf8();
            }
        }
        previous = Some(character);
    }
    text.len()
}

/// Returns the length of a text in UTF-16 code units.
pub(super) fn utf16_len(text: &str) -> u32 {
    text.chars().map(|character| character.len_utf16() as u32).sum()
}
