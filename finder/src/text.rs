//! Folding: texts in the form in which they are compared. Case, diacritics, ligatures and the width of letters make no
//! difference, so "Cafe" finds "café". The browser's index and the server's use the same form.

use std::ops::Range;

/// The letters without diacritics from U+00C0 on. A dot stands for a letter that [`fold_other`] folds.
const LATIN: &[u8; 400] = b"aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccdd\
ddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllllllllllnnnnnnnnnoooooo..rrrrrrssssss\
ssttttttuuuuuuuuuuuuwwyyyzzzzzzsb........d.............i........oo.............u\
u....zz......................aaiioouuuuuuuuuu.aaaa..ggggkkoooo..j...gg..nnaa..oo\
aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy.........l..................";

/// The same from U+1E00 on.
const LATIN_ADDITIONAL: &[u8; 256] =
    b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo\
oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyas....\
aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu\
uuyyyyyyyy......";

/// Maximum number of characters that one character is folded to.
const MAX_FOLDED: usize = 3;

/// A character and what it is folded to. Combining marks are folded to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    chars: [char; MAX_FOLDED],
}

impl Folded {
    /// Returns the characters that take the place of the original one.
    pub fn chars(self) -> impl Iterator<Item = char> {
        self.chars.into_iter().take_while(|character| *character != '\0')
    }

    /// Returns whether nothing takes the place of the original character.
    pub fn is_nothing(self) -> bool {
        self.chars[0] == '\0'
    }
}

/// Folds a character.
pub fn fold(character: char) -> Folded {
    let one = |character| Folded { chars: [character, '\0', '\0'] };
    if character.is_ascii() {
        return one(character.to_ascii_lowercase());
    }
    let code = character as usize;
    let latin = LATIN.get(code.wrapping_sub(0xc0)).or_else(|| LATIN_ADDITIONAL.get(code.wrapping_sub(0x1e00)));
    match latin {
        Some(letter) if *letter != b'.' => one(char::from(*letter)),
        _ => fold_other(character),
    }
}

fn fold_other(character: char) -> Folded {
    let chars = match character {
        // Combining marks, and the vowel signs that Arabic and Hebrew may leave out.
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{652}' | '\u{200c}' | '\u{200d}' | '\u{ad}' => {
            ['\0'; 3]
        }
        'ß' | 'ẞ' => ['s', 's', '\0'],
        'Æ' | 'æ' | 'Ǣ' | 'ǣ' | 'Ǽ' | 'ǽ' => ['a', 'e', '\0'],
        'Œ' | 'œ' => ['o', 'e', '\0'],
        'Þ' | 'þ' => ['t', 'h', '\0'],
        'Ĳ' | 'ĳ' => ['i', 'j', '\0'],
        'Ǆ'..='ǆ' | 'Ǳ'..='ǳ' => ['d', 'z', '\0'],
        'Ǉ'..='ǉ' => ['l', 'j', '\0'],
        'Ǌ'..='ǌ' => ['n', 'j', '\0'],
        'ﬀ' => ['f', 'f', '\0'],
        'ﬁ' => ['f', 'i', '\0'],
        'ﬂ' => ['f', 'l', '\0'],
        'ﬃ' => ['f', 'f', 'i'],
        'ﬄ' => ['f', 'f', 'l'],
        'ﬅ' | 'ﬆ' => ['s', 't', '\0'],
        'ά' | 'Ά' => ['α', '\0', '\0'],
        'έ' | 'Έ' => ['ε', '\0', '\0'],
        'ή' | 'Ή' => ['η', '\0', '\0'],
        'ί' | 'Ί' | 'ϊ' | 'Ϊ' | 'ΐ' => ['ι', '\0', '\0'],
        'ό' | 'Ό' => ['ο', '\0', '\0'],
        'ύ' | 'Ύ' | 'ϋ' | 'Ϋ' | 'ΰ' => ['υ', '\0', '\0'],
        'ώ' | 'Ώ' => ['ω', '\0', '\0'],
        'ς' => ['σ', '\0', '\0'],
        'й' | 'Й' => ['и', '\0', '\0'],
        'ё' | 'Ё' => ['е', '\0', '\0'],
        'ї' | 'Ї' => ['і', '\0', '\0'],
        // The wide forms of ASCII in East Asian texts.
        '\u{ff01}'..='\u{ff5e}' => {
            let ascii = char::from_u32(character as u32 - 0xfee0).unwrap_or(character);
            [ascii.to_ascii_lowercase(), '\0', '\0']
        }
        other => {
            let mut lower = other.to_lowercase();
            let mut next = || lower.next().unwrap_or('\0');
            [next(), next(), next()]
        }
    };
    Folded { chars }
}

/// Returns whether a character is a word of its own: these scripts are written without spaces.
fn is_own_word(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
        && character.is_alphanumeric()
}

/// Returns whether a character is part of a word.
pub(crate) fn is_word_char(character: char) -> bool {
    if character.is_ascii() { character.is_ascii_alphanumeric() } else { character.is_alphanumeric() }
}

/// Calls `visit` with each word of a text: folded, and with its range in the text, in UTF-16 code units. Words consist of
/// letters and digits; Chinese and Japanese characters are one word each.
pub fn for_each_word(text: &str, mut visit: impl FnMut(&str, Range<usize>)) {
    let mut word = String::new();
    let (mut start, mut at) = (0, 0);
    for character in text.chars() {
        let is_own_word = is_own_word(character);
        let folded = fold(character);
        // A combining mark belongs to the letter before it.
        let is_part = !is_own_word && (is_word_char(character) || (folded.is_nothing() && !word.is_empty()));
        if !is_part && !word.is_empty() {
            visit(&word, start..at);
            word.clear();
        }
        let end = at + character.len_utf16();
        if is_own_word {
            word.extend(folded.chars());
            visit(&word, at..end);
            word.clear();
        } else if is_part {
            if word.is_empty() {
                start = at;
            }
            word.extend(folded.chars());
        }
        at = end;
    }
    if !word.is_empty() {
        visit(&word, start..at);
    }
}

/// Returns the folded words of a text, each after a space: ` my work` for "My Work!". A text contains the words of
/// another one, the last of which may be incomplete, if its words contain those as a part.
pub fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 1);
    for_each_word(text, |word, _| {
        words.push(' ');
        words.push_str(word);
    });
    words
}

/// Returns whether a name has the words of a filter's value, one after the other; the last may be incomplete: `my wo`
/// matches "All my work".
pub fn name_matches(name: &str, value: &str) -> bool {
    let wanted = words(value);
    if wanted.is_empty() { name.trim() == value.trim() } else { words(name).contains(&wanted) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn folded(text: &str) -> String {
        text.chars().flat_map(|character| fold(character).chars()).collect()
    }

    #[test]
    fn case_diacritics_ligatures_and_width_make_no_difference() {
        for (text, expected) in [
            ("Crème Brûlée", "creme brulee"),
            ("Cre\u{300}me", "creme"),
            ("STRAẞE straße", "strasse strasse"),
            ("Łódź Øresund Đà Nẵng", "lodz oresund da nang"),
            ("ﬁnal oﬃce Æsir œuvre", "final office aesir oeuvre"),
            ("İstanbul ılık", "istanbul ilik"),
            ("ΟΔΌΣ οδός", "οδοσ οδοσ"),
            ("Ёлка Йод", "елка иод"),
            ("Ｔｗｏ　１２", "two　12"),
            ("東京タワー 한국어", "東京タワー 한국어"),
        ] {
            assert_eq!(folded(text), expected);
        }
    }

    #[test]
    fn words_have_their_places_in_utf_16() {
        let mut found = vec![];
        for_each_word("🎯 Café, e\u{301}t 東京-2026", |word, range| found.push((word.to_owned(), range)));
        let expected = [("cafe", 3..7), ("et", 9..12), ("東", 13..14), ("京", 14..15), ("2026", 16..20)];
        assert_eq!(found, expected.map(|(word, range)| (word.to_owned(), range)));
    }

    #[test]
    fn names_match_by_their_words() {
        assert!(name_matches("All my Work", "MY wo") && name_matches("Café", "cafe") && name_matches("🎯", "🎯"));
        assert!(
            !name_matches("Homework", "work") && !name_matches("My old work", "my work") && !name_matches("🎯", "🎳")
        );
    }

    proptest! {
        #[test]
        fn words_are_folded_and_on_boundaries_in_any_text(text in "\\PC{0,40}|[a-zß́é 東🎯\\-]{0,40}") {
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut end = 0;
            for_each_word(&text, |word, range| {
                assert!(!word.is_empty() && range.start >= end && range.end > range.start);
                let original = String::from_utf16(&units[range.clone()]).expect("ranges are on boundaries");
                assert_eq!(folded(&original), word);
                end = range.end;
            });
            prop_assert_eq!(words(&words(&text)), words(&text));
        }
    }
}
