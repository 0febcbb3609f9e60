//! How a page is filled: `%name%` becomes a word, and what stands between `<!-- if name -->` or `<!-- unless name -->` and `<!-- end -->`
//! stays where there is such a word, or where there is none. Blocks may stand in one another. All other comments go.

use std::collections::BTreeMap;

/// What pages are filled with, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(BTreeMap<&'static str, String>);

impl Words {
    /// Has a word for a name from now on. An empty one is there too: a block asks for no more.
    pub(super) fn set(&mut self, name: &'static str, word: impl Into<String>) {
        self.0.insert(name, word.into());
    }

    /// The word for a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// The page with its words.
pub(super) fn fill(page: &str, words: &Words) -> String {
    let mut filled = String::with_capacity(page.len());
    // Of each block that is open, whether it stays.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = page;
    loop {
        let (text, comment, after) = until_comment(rest);
        if open.iter().all(|stays| *stays) {
            put(text, words, &mut filled);
        }
        let Some(comment) = comment else { return filled };
        match comment.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["if", name] => open.push(words.get(name).is_some()),
            ["unless", name] => open.push(words.get(name).is_none()),
            ["end"] => drop(open.pop()),
            _ => {}
        }
        rest = after;
    }
}

/// The text up to the next comment, what stands in that, and what follows.
fn until_comment(text: &str) -> (&str, Option<&str>, &str) {
    let Some((before, rest)) = text.split_once("<!--") else { return (text, None, "") };
    let (comment, after) = rest.split_once("-->").unwrap_or((rest, ""));
    (before, Some(comment), after)
}

/// Writes a text with its words. A percent sign that begins no name of a word is one.
fn put(text: &str, words: &Words, into: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        into.push_str(before);
        match after.split_once('%').and_then(|(name, behind)| words.get(name).zip(Some(behind))) {
            Some((word, behind)) => {
                escape(word, into);
                rest = behind;
            }
            None => {
                into.push('%');
                rest = after;
            }
        }
    }
    into.push_str(rest);
}

/// Writes a word so that it is text and nothing else, in a sentence and between quotes (HTML, section 13.3).
fn escape(word: &str, into: &mut String) {
    for character in word.chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            other => into.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(of: &[(&'static str, &str)]) -> Words {
        let mut words = Words::default();
        for (name, word) in of {
            words.set(name, *word);
        }
        words
    }

    #[test]
    fn words_take_the_place_of_their_names_and_a_percent_sign_stays_one() {
        let words = words(&[("year", "2026"), ("public_url", "https://a.example")]);
        assert_eq!(fill("© %year%, %public_url%/about", &words), "© 2026, https://a.example/about");
        for text in ["100%", "a{width:50%;height:50%}", "%nobody% %", "%%", "%year", "0%{opacity:0}99%{opacity:1}"] {
            assert_eq!(fill(text, &words), text);
        }
        assert_eq!(fill("9%year%%year%%", &words), "920262026%");
    }

    #[test]
    fn a_word_is_text_and_nothing_else() {
        let words = words(&[("name", "<b title=\"x\" id='y'>&amp;%name%")]);
        let text = "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;%name%";
        assert_eq!(fill("<p title=\"%name%\">", &words), format!("<p title=\"{text}\">"));
    }

    #[test]
    fn blocks_stay_where_they_hold_also_in_one_another() {
        let page = "a<!-- if one -->b<!-- unless two -->c<!-- end -->d<!-- end -->e<!-- a remark -->f";
        assert_eq!(fill(page, &words(&[])), "aef");
        assert_eq!(fill(page, &words(&[("one", "")])), "abcdef");
        assert_eq!(fill(page, &words(&[("one", ""), ("two", "")])), "abdef");
        assert_eq!(fill(page, &words(&[("two", "")])), "aef");
        // A page that is written wrongly is no reason to fail.
        assert_eq!(fill("a<!-- end -->b<!-- if one -->c", &words(&[])), "ab");
        assert_eq!(fill("a<!-- if one", &words(&[])), "a");
    }
}
