//! The difference between two texts. A key typed in a long note changes a few bytes of its document, and other tabs get
//! only those.

use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The one range in which two texts differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
pub struct TextDelta {
    /// The offset of the range, in bytes.
    pub start: u32,
    /// The number of bytes of the earlier text that are replaced.
    pub removed: u32,
    /// The text in their place.
    pub inserted: String,
}

impl TextDelta {
    /// Returns the difference between two texts. The range is not larger than necessary, except that it does not split
    /// a character.
    pub(crate) fn between(before: &str, after: &str) -> Self {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        let mut start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        while !(before.is_char_boundary(start) && after.is_char_boundary(start)) {
            start -= 1;
        }
        let tails = old[start..].iter().rev().zip(new[start..].iter().rev());
        let mut shared = tails.take_while(|(one, other)| one == other).count();
        // Equal bytes after the range start a character in both texts or in none.
        while !before.is_char_boundary(old.len() - shared) {
            shared -= 1;
        }
        let inserted = after.get(start..new.len() - shared).unwrap_or_default().to_owned();
        // Texts of notes have at most 2 MB.
        Self { start: start as u32, removed: (old.len() - shared - start) as u32, inserted }
    }

    /// Returns the later text, or `None` if this is not a difference from the earlier text.
    pub(crate) fn apply(&self, before: &str) -> Option<String> {
        let start = self.start as usize;
        let (head, tail) = (before.get(..start)?, before.get(start.checked_add(self.removed as usize)?..)?);
        Some([head, &self.inserted, tail].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delta(start: u32, removed: u32, inserted: &str) -> TextDelta {
        TextDelta { start, removed, inserted: inserted.to_owned() }
    }

    #[test]
    fn n16_a_difference_is_one_range_that_does_not_split_characters() {
        for (before, after, expected) in [
            ("", "", delta(0, 0, "")),
            ("Milk", "Milk", delta(4, 0, "")),
            ("", "Milk", delta(0, 0, "Milk")),
            ("Milk", "", delta(0, 4, "")),
            ("Oat milk", "Oat and soy milk", delta(4, 0, "and soy ")),
            ("aa", "aaa", delta(2, 0, "a")),
            ("aaa", "aa", delta(2, 1, "")),
            ("ü", "ö", delta(0, 2, "ö")),
            ("xĀ", "xŀĀ", delta(1, 0, "ŀ")),
            ("a\u{100}", "a\u{1100}", delta(1, 2, "\u{1100}")),
            ("🥛🧀", "🥛🧈🧀", delta(4, 0, "🧈")),
        ] {
            assert_eq!(TextDelta::between(before, after), expected, "{before} to {after}");
            assert_eq!(expected.apply(before).as_deref(), Some(after));
        }
    }

    #[test]
    fn n16_a_difference_from_another_text_is_not_applied() {
        for wrong in [delta(5, 0, ""), delta(0, 5, ""), delta(1, 0, ""), delta(0, 1, ""), delta(4, u32::MAX, "")] {
            assert_eq!(wrong.apply("üü"), None);
        }
    }

    proptest::proptest! {
        #[test]
        fn n16_a_difference_restores_the_later_text(before in "[aüŀĀ🥛]{0,12}", after in "[aüŀĀ🥛]{0,12}") {
            assert_eq!(TextDelta::between(&before, &after).apply(&before), Some(after));
        }
    }
}
