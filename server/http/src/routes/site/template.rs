//! The template engine of the pages: minijinja, with delimiters that neither HTML nor minified CSS contains.
//!
//! `[[name]]` is a variable, `<!--{ if name }-->`, `<!--{ if not name }-->` and `<!--{ endif }-->` are blocks, and
//! plain HTML comments are removed.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, UndefinedBehavior, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use twentyfour_model::html::escape_html;

static ENGINE: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut engine = Environment::empty();
    let syntax = SyntaxConfig::builder()
        .block_delimiters("<!--{", "}-->")
        .variable_delimiters("[[", "]]")
        .comment_delimiters("<!--", "-->")
        .keep_trailing_newline(true)
        .build()
        .unwrap_or_else(|error| unreachable!("the delimiters differ from one another: {error}"));
    engine.set_syntax(syntax);
    // A condition may ask for a variable that is not set, but a page must not print one.
    engine.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    // The engine's own escaping replaces slashes too, which makes links hard to read.
    engine.set_formatter(|output, _, value| Ok(output.write_str(&escape_html(&value.to_string()))?));
    engine
});

/// The variables of a page by name.
#[derive(Clone, Debug, Default)]
pub(super) struct TemplateContext(BTreeMap<&'static str, Value>);

impl TemplateContext {
    /// Sets a variable: a text, or `true` for one that only conditions ask for.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.insert(name, value.into());
    }

    /// Returns whether a variable is set.
    #[cfg(test)]
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// Renders a page.
///
/// # Errors
///
/// If the page has a syntax error, or prints a variable that is not set.
pub(super) fn render(page: &str, context: &TemplateContext) -> Result<String, Error> {
    ENGINE.render_str(page, context.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(variables: &[(&'static str, &str)]) -> TemplateContext {
        let mut context = TemplateContext::default();
        for (name, value) in variables {
            context.set(name, *value);
        }
        context
    }

    #[test]
    fn values_are_substituted_and_other_text_is_kept() {
        let context = context(&[("year", "2026"), ("public_url", "https://a.example")]);
        let rendered = render("© [[year]], [[ public_url ]]/about\n", &context).unwrap();
        assert_eq!(rendered, "© 2026, https://a.example/about\n");
        for text in [
            "100%",
            "a{width:50%;height:50%}",
            "0%{opacity:0}99%{opacity:1}",
            "@media print{#id{color:red}}",
            "a{{b}}c{%d%}e",
            "a[href=\"[b]\"]{}",
            "\n",
        ] {
            assert_eq!(render(text, &context).unwrap(), text);
        }
        assert_eq!(render("9[[year]][[year]]%", &context).unwrap(), "920262026%");
    }

    #[test]
    fn values_are_html_escaped() {
        let context = context(&[("name", "<b title=\"x\" id='y'>&amp;[[name]]")]);
        let text = "&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;[[name]]";
        assert_eq!(render("<p title=\"[[name]]\">", &context).unwrap(), format!("<p title=\"{text}\">"));
    }

    #[test]
    fn conditional_blocks_can_be_nested() {
        let page = "a<!--{ if one }-->b<!--{ if not two }-->c<!--{ endif }-->d<!--{ endif }-->e<!-- a remark -->f";
        let rendered = |names: &[&'static str]| {
            let mut context = TemplateContext::default();
            names.iter().for_each(|name| context.set(name, true));
            render(page, &context).unwrap()
        };
        assert_eq!(rendered(&[]), "aef");
        assert_eq!(rendered(&["one"]), "abcdef");
        assert_eq!(rendered(&["one", "two"]), "abdef");
        assert_eq!(rendered(&["two"]), "aef");
    }

    #[test]
    fn invalid_pages_are_errors() {
        for page in ["a<!--{ endif }-->b", "<!--{ if one }-->c", "a<!--{ if one", "[[unknown]]"] {
            assert!(render(page, &TemplateContext::default()).is_err(), "{page}");
        }
    }
}
