//! Text files in the encodings that spreadsheets write.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How much of a file without a byte order mark is looked at for the zeros of UTF-16.
const SAMPLE_BYTES: usize = 4 << 10;

/// What Windows-1252 has at 0x80 to 0x9F; the rest is as in Unicode. Its five gaps are the control characters of the same
/// number, as the Encoding Standard says.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// An encoding of text. The names are those of the Encoding Standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Encoding {
    /// UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little endian: "Unicode text" of Excel.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big endian.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// The usual encoding of Windows in western Europe and America.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// A decoded text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedText<'a> {
    /// The text, without a byte order mark and without NUL, which no text may contain.
    pub text: Cow<'a, str>,
    /// Its encoding.
    pub encoding: Encoding,
    /// The number of characters that are not valid in the encoding, and of NULs.
    pub bad_characters: u32,
}

/// Decodes a text. Without an encoding, it is that of the byte order mark, otherwise UTF-16 if many bytes are zero,
/// otherwise UTF-8 if the bytes are valid, and otherwise Windows-1252.
pub fn decode(bytes: &[u8], encoding: Option<Encoding>) -> DecodedText<'_> {
    let encoding = encoding.unwrap_or_else(|| detect(bytes));
    let text = match encoding {
        Encoding::Utf8 => String::from_utf8_lossy(bytes),
        Encoding::Utf16Le => decode_utf16(bytes, u16::from_le_bytes),
        Encoding::Utf16Be => decode_utf16(bytes, u16::from_be_bytes),
        Encoding::Windows1252 => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
    };
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Cow::Owned(text) if text.starts_with('\u{feff}') => Cow::Owned(text.chars().skip(1).collect()),
        text @ Cow::Owned(_) => text,
    };
    let is_valid_utf8 = matches!(text, Cow::Borrowed(_));
    let nuls = text.bytes().filter(|byte| *byte == 0).count();
    // A replacement character of the file itself is not an error.
    let replaced = if is_valid_utf8 { 0 } else { text.matches('\u{fffd}').count() };
    let text = if nuls > 0 { Cow::Owned(text.replace('\0', "")) } else { text };
    DecodedText { text, encoding, bad_characters: u32::try_from(nuls + replaced).unwrap_or(u32::MAX) }
}

fn detect(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xEF, 0xBB, 0xBF, ..] => return Encoding::Utf8,
        [0xFF, 0xFE, ..] => return Encoding::Utf16Le,
        [0xFE, 0xFF, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let zeros = |parity: usize| sample.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    // The letters of ASCII have a zero byte: the first one in big endian, the second one in little endian.
    let is_most = |zeros: usize| zeros * 4 > sample.len();
    if bytes.len().is_multiple_of(2) && is_most(zeros(1)) && zeros(0) == 0 {
        Encoding::Utf16Le
    } else if bytes.len().is_multiple_of(2) && is_most(zeros(0)) && zeros(1) == 0 {
        Encoding::Utf16Be
    } else if str::from_utf8(bytes).is_ok() {
        Encoding::Utf8
    } else {
        Encoding::Windows1252
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'_, str> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut text: String = char::decode_utf16(units).map(|decoded| decoded.unwrap_or('\u{fffd}')).collect();
    // The last byte is half of a character.
    if !rest.is_empty() {
        text.push('\u{fffd}');
    }
    Cow::Owned(text)
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn encodings_are_recognized() {
        for (bytes, text, encoding) in [
            (b"\xEF\xBB\xBFa".to_vec(), "a", Encoding::Utf8),
            ("Grün".into(), "Grün", Encoding::Utf8),
            (b"Gr\xFCn 5 \x80".to_vec(), "Grün 5 €", Encoding::Windows1252),
            (utf16("\u{feff}Größe 😀", u16::to_le_bytes), "Größe 😀", Encoding::Utf16Le),
            (utf16("\u{feff}Größe 😀", u16::to_be_bytes), "Größe 😀", Encoding::Utf16Be),
            (utf16("Title,Due", u16::to_le_bytes), "Title,Due", Encoding::Utf16Le),
            (utf16("Title,Due", u16::to_be_bytes), "Title,Due", Encoding::Utf16Be),
            (vec![], "", Encoding::Utf8),
        ] {
            let expected = DecodedText { text: text.into(), encoding, bad_characters: 0 };
            assert_eq!(decode(&bytes, None), expected);
        }
    }

    #[test]
    fn bad_characters_are_counted() {
        assert_eq!(decode(b"a\xFFb\0c", Some(Encoding::Utf8)).text, "a\u{fffd}bc");
        assert_eq!(decode(b"a\xFFb\0c", Some(Encoding::Utf8)).bad_characters, 2);
        assert_eq!(decode(b"\x00\xD8a", Some(Encoding::Utf16Le)).bad_characters, 2);
        assert_eq!(decode("a \u{fffd}".as_bytes(), None).bad_characters, 0);
    }

    proptest! {
        #[test]
        fn every_text_is_decoded_in_the_encoding_that_it_has(text in "[^\0\u{feff}\u{fffd}]{0,40}") {
            for (bytes, encoding) in [
                (text.clone().into_bytes(), Encoding::Utf8),
                (utf16(&text, u16::to_le_bytes), Encoding::Utf16Le),
                (utf16(&text, u16::to_be_bytes), Encoding::Utf16Be),
            ] {
                prop_assert_eq!(&decode(&bytes, Some(encoding)).text, text.as_str());
            }
        }

        #[test]
        fn any_bytes_become_a_text_without_nul(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            for encoding in [None, Some(Encoding::Utf8), Some(Encoding::Utf16Le), Some(Encoding::Utf16Be), Some(Encoding::Windows1252)] {
                prop_assert!(!decode(&bytes, encoding).text.contains('\0'));
            }
        }
    }
}
