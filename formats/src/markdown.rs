//! Plain text within Markdown.

/// Returns a text in one line that Markdown shows as it is.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    // Only at the start of a line, these make a heading or a list.
    let start = text.trim_start();
    let digits = start.bytes().take_while(u8::is_ascii_digit).count();
    let is_numbered = digits > 0 && start[digits..].starts_with(['.', ')']);
    for (at, character) in start.char_indices() {
        let is_special = match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' => true,
            '#' | '+' | '-' | '=' => at == 0,
            '.' | ')' => is_numbered && at == digits,
            _ => false,
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(if character.is_control() { ' ' } else { character });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_are_shown_as_they_are() {
        for (text, expected) in [
            ("plain, with (brackets) and well-known signs!", "plain, with (brackets) and well-known signs!"),
            ("**bold** _it_ `code`", "\\*\\*bold\\*\\* \\_it\\_ \\`code\\`"),
            ("![a](b) <img src=x>", "!\\[a\\](b) \\<img src=x\\>"),
            ("# no heading", "\\# no heading"),
            ("  - no list", "\\- no list"),
            ("12. no list", "12\\. no list"),
            ("1.5 of 2.", "1\\.5 of 2."),
            ("a\nb\u{0}", "a b "),
            ("&amp; a|b", "\\&amp; a\\|b"),
            ("", ""),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
