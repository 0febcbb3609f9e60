//! The text of API tokens: `tf_`, 43 random base62 characters, and 6 of their checksum. The prefix lets secret scanners find tokens
//! that were published, and the checksum rejects texts that are not tokens without a query.

use std::iter;
use twentyfour_model::token::random_bytes;

/// How every API token begins. No access token does.
pub const PREFIX: &str = "tf_";

/// The number of random characters: 256 bits.
const RANDOM_CHARS: usize = 43;

/// The number of characters of the checksum.
const CHECKSUM_CHARS: usize = 6;

/// The number of characters at the end of a token by which its owner recognizes it.
const SHOWN_CHARS: usize = 4;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns a new unguessable token.
pub(super) fn random() -> String {
    // Higher bytes are skipped, because they would make some characters more frequent than others.
    let limit = u8::MAX - u8::MAX % 62;
    let bytes = iter::repeat_with(random_bytes::<64>).flatten().filter(|byte| *byte < limit);
    let random: String = bytes.take(RANDOM_CHARS).map(|byte| char_of(u32::from(byte))).collect();
    format!("{PREFIX}{random}{}", checksum(&random))
}

/// Returns whether a text may be a token: its checksum matches.
pub(super) fn is_valid(token: &str) -> bool {
    let Some(parts) = token.strip_prefix(PREFIX) else { return false };
    parts.len() == RANDOM_CHARS + CHECKSUM_CHARS
        && parts.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && parts.split_at_checked(RANDOM_CHARS).is_some_and(|(random, sum)| checksum(random) == sum)
}

/// Returns the last characters of a token, by which its owner recognizes it.
pub(super) fn last_characters(token: &str) -> &str {
    token.get(token.len().saturating_sub(SHOWN_CHARS)..).unwrap_or_default()
}

/// Returns the CRC-32 of a text in base62, padded with zeros.
fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut digits = [' '; CHECKSUM_CHARS];
    for digit in digits.iter_mut().rev() {
        *digit = char_of(rest);
        rest /= 62;
    }
    digits.iter().collect()
}

/// Returns the base62 digit of the remainder of a number.
fn char_of(number: u32) -> char {
    let digit = usize::try_from(number % 62).ok().and_then(|index| ALPHABET.get(index));
    digit.map_or('0', |byte| char::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_with_the_right_checksum_are_valid() {
        let token = random();
        assert_eq!((token.len(), is_valid(&token)), (52, true), "{token}");
        assert_ne!(token, random());
        assert_eq!(last_characters(&token), &token[48..]);
        let other = |at: usize| if &token[at..=at] == "x" { "y" } else { "x" };
        let changed = |at: usize| format!("{}{}{}", &token[..at], other(at), &token[at + 1..]);
        assert!((0..token.len()).all(|at| !is_valid(&changed(at))));
        for text in ["", "tf_", &token[3..], &token[..51], &format!("{token}0"), &format!("tf_{}", "ü".repeat(25))] {
            assert!(!is_valid(text), "{text}");
        }
    }

    #[test]
    fn checksum_is_the_padded_crc_32_in_base62() {
        // The check value of CRC-32 is 0xCBF43926, and that of no bytes is 0.
        assert_eq!([checksum("123456789"), checksum("")], ["3jZRME", "000000"]);
    }
}
