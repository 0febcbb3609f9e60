//! Page templates. `%name%` is replaced by a variable. Text between `<!-- if name -->` or `<!-- unless name -->` and
//! `<!-- end -->` is kept only if the variable is set or not set. Blocks can be nested. All other comments are removed.

use std::collections::BTreeMap;

/// Template variables by name.
#[derive(Clone, Debug, Default)]
pub(super) struct TemplateContext(BTreeMap<&'static str, String>);

impl TemplateContext {
    /// Sets a variable. An empty value counts as set for `if` blocks.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.insert(name, value.into());
    }

    /// Returns the value of a variable.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }
}

/// Renders a template.
pub(super) fn render(page: &str, context: &TemplateContext) -> String {
    let mut rendered = String::with_capacity(page.len());
    // For each open block, whether its condition holds.
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

/// Splits a text into the part before the next comment, the comment's content and the rest.
fn split_at_comment(text: &str) -> (&str, Option<&str>, &str) {
    let Some((before, rest)) = text.split_once("<!--") else { return (text, None, "") };
    let (comment, after) = rest.split_once("-->").unwrap_or((rest, ""));
    (before, Some(comment), after)
}

/// Appends a text with its variables replaced. A percent sign that does not start a known variable is kept.
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

/// Appends a value, escaped for HTML text and quoted attributes (HTML, section 13.3).
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
        // An invalid template must not cause a panic.
        assert_eq!(render("a<!-- end -->b<!-- if one -->c", &words(&[])), "ab");
        assert_eq!(render("a<!-- if one", &words(&[])), "a");
    }
}
