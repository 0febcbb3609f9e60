//! The readable part of a board's URL.

use crate::protocol::id::Id;
use crate::protocol::text::{BoardName, Slug};

/// The alphabet of Crockford's Base32, which avoids letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Creates a slug from a name and an id, such as `groceries-7f3k` (SPEC B9). The last `length` characters come from the
/// random part of the id; if they collide, the server retries with a greater `length`.
pub fn slug(name: &BoardName, id: Id, length: usize) -> Slug {
    let mut readable = String::new();
    for character in name.as_str().chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            readable.push(character);
        } else if !readable.is_empty() && !readable.ends_with('-') {
            readable.push('-');
        }
        if readable.len() >= 50 {
            break;
        }
    }
    let readable = readable.trim_end_matches('-');
    let suffix: String = id
        .as_bytes()
        .iter()
        .rev()
        .take(length.clamp(4, 10))
        .map(|byte| ALPHABET[usize::from(byte % 32)] as char)
        .collect();
    let text = if readable.is_empty() { format!("board-{suffix}") } else { format!("{readable}-{suffix}") };
    Slug::parse(&text).unwrap_or_else(|_| unreachable!("generated slugs have only valid characters"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id() -> Id {
        Id::parse("0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70").unwrap()
    }

    #[test]
    fn b9_slug_is_readable_and_ends_in_four_characters_of_the_id() {
        let made = |name: &str| slug(&BoardName::parse(name).unwrap(), id(), 4).as_str().to_owned();
        assert_eq!(made("Groceries"), "groceries-gweb");
        assert_eq!(made("  Q3 / Launch: go! "), "q3-launch-go-gweb");
        assert_eq!(made("日本語"), "board-gweb");
        assert_eq!(made("---"), "board-gweb");
    }

    proptest! {
        #[test]
        fn b9_slug_is_valid_for_every_name(name in "\\PC{1,200}", bytes in any::<[u8; 10]>(), length in 0usize..20) {
            if let Ok(name) = BoardName::parse(&name) {
                slug(&name, Id::from_parts(1, &bytes), length);
            }
        }
    }
}
