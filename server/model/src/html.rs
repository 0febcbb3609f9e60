//! Escaping for HTML.

/// Escapes a text for use between tags and in quoted attributes (HTML, section 13.3).
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape_html;

    #[test]
    fn markup_and_quotes_are_escaped() {
        assert_eq!(
            escape_html("<a href=\"x\" id='y'>&amp; /"),
            "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp; /"
        );
    }
}
