//! How a page is filled: `%name%` becomes a word, and what stands between `<!-- if name -->` or `<!-- unless name -->` and `<!-- end -->`
//! stays where there is such a word, or where there is none. Blocks may stand in one another. All other comments go.

use std::collections::BTreeMap;

/// What pages are filled with, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct TemplateContext(BTreeMap<&'static str, String>);

impl TemplateContext {
    /// Has a word for a name from now on. An empty one is there too: a block asks for no more.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.insert(name, value.into());
    }

    /// The word for a name.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// The page with its words.
pub(super) fn render(page: &str, context: &TemplateContext) -> String {
    let mut rendered = String::with_capacity(page.len());
    // Of each block that is open, whether it stays.
    let mut open: Vec<bool> = Vec::new();
    let mut rest = page;
    loop {
        let (text, comment, after) = split_at_comment(rest);
        if open.iter().all(|stays| *stays) {
            substitute(text, context, &mut rendered);
        }
        let Some(comment) = comment else { return rendered };
        match comment.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["if", name] => open.push(context.get(name).is_some()),
            ["unless", name] => open.push(context.get(name).is_none()),
            ["end"] => drop(open.pop()),
            _ => {}
        }
        rest = after;
    }
}

/// The text up to the next comment, what stands in that, and what follows.
fn split_at_comment(text: &str) -> (&str, Option<&str>, &str) {
    let Some((before, rest)) = text.split_once("<!--") else { return (text, None, "") };
    let (comment, after) = rest.split_once("-->").unwrap_or((rest, ""));
    (before, Some(comment), after)
}

/// Writes a text with its words. A percent sign that begins no name of a word is one.
fn substitute(text: &str, context: &TemplateContext, into: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        into.push_str(before);
        match after.split_once('%').and_then(|(name, behind)| context.get(name).zip(Some(behind))) {
            Some((value, behind)) => {
                escape(value, into);
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
fn escape(value: &str, into: &mut String) {
    for character in value.chars() {
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

    fn words(of: &[(&'static str, &str)]) -> TemplateContext {
        let mut context = TemplateContext::default();
        for (name, value) in of {
            context.set(name, *value);
        }
        context
    }

    #[test]
    fn values_are_substituted_and_plain_percent_signs_kept() {
        let context = words(&[("year", "2026"), ("public_url", "https://a.example")]);
        assert_eq!(render("© %year%, %public_url%/about", &context), "© 2026, https://a.example/about");
        for text in ["100%", "a{width:50%;height:50%}", "%nobody% %", "%%", "%year", "0%{opacity:0}99%{opacity:1}"] {
            assert_eq!(render(text, &context), text);
        }
        assert_eq!(render("9%year%%year%%", &context), "920262026%");
    }

    #[test]
    fn values_are_html_escaped() {
        let context = words(&[("name", "<b title=\"x\" id='y'>&amp;%name%")]);
        let text = "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;%name%";
        assert_eq!(render("<p title=\"%name%\">", &context), format!("<p title=\"{text}\">"));
    }

    #[test]
    fn conditional_blocks_can_be_nested() {
        let page = "a<!-- if one -->b<!-- unless two -->c<!-- end -->d<!-- end -->e<!-- a remark -->f";
        assert_eq!(render(page, &words(&[])), "aef");
        assert_eq!(render(page, &words(&[("one", "")])), "abcdef");
        assert_eq!(render(page, &words(&[("one", ""), ("two", "")])), "abdef");
        assert_eq!(render(page, &words(&[("two", "")])), "aef");
        // A page that is written wrongly is no reason to fail.
        assert_eq!(render("a<!-- end -->b<!-- if one -->c", &words(&[])), "ab");
        assert_eq!(render("a<!-- if one", &words(&[])), "a");
    }
}
