//! Escapes in JSON texts that `serde_json` refuses.

use std::borrow::Cow;

/// Returns a JSON text in which halves of surrogate pairs are replaced. JavaScript writes them for texts that were cut within
/// an emoji, and `serde_json` refuses them.
pub(super) fn with_valid_escapes(text: &str) -> Cow<'_, str> {
    let is_surrogate = |at: usize| text.as_bytes().get(at + 2).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'd'));
    let mut fixed = String::new();
    let mut copied = 0;
    let mut position = 0;
    while let Some(found) = text.get(position..).and_then(|rest| rest.find('\\')) {
        let at = position + found;
        if text.as_bytes().get(at + 1) != Some(&b'u') || !is_surrogate(at) {
            // The character after a backslash is one byte, or the text is no JSON.
            position = at + 2;
            continue;
        }
        let (high, low) = (escaped_unit(text, at), escaped_unit(text, at + 6));
        if high.is_some_and(|unit| unit < 0xdc00) && low.is_some_and(|unit| unit >= 0xdc00) {
            position = at + 12;
        } else if high.is_some() {
            fixed.push_str(text.get(copied..at).unwrap_or_default());
            fixed.push_str("\\ufffd");
            position = at + 6;
            copied = position;
        } else {
            position = at + 2;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    fixed.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(fixed)
}

/// Returns the half of a surrogate pair that is escaped at a position, such as `\ud83d`.
fn escaped_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u").filter(|digits| !digits.starts_with('+'))?;
    u32::from_str_radix(digits, 16).ok().filter(|unit| (0xd800..0xe000).contains(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_surrogate_pairs_are_replaced() {
        for text in ["", r#""a\\ud83d""#, r#""\ud83d\ude00 \n \\ \u00e9""#, r#""\ud8"#, "\"\\é\"", r#""\ud83é""#, "\\"]
        {
            assert!(matches!(with_valid_escapes(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        assert_eq!(with_valid_escapes(r#""\ud83d \uDE00\ud83d\ud83d\ude00""#), r#""\ufffd \ufffd\ufffd\ud83d\ude00""#);
        assert_eq!(with_valid_escapes(r#""\ud83d"#), r#""\ufffd"#);
    }
}
