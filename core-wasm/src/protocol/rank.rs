//! Fractional indexing: the rank of a list or card is a fraction between 0 and 1. Between two ranks there is always
//! another one, so moving a record writes only that record. Ranks are written in base 256, compared byte by byte, and
//! sent as hexadecimal text, which sorts the same way.
//!
//! The `fractional_index` crate (2.0.2) is not used because after 128 insertions at the front its `new_between`
//! subtracts from a zero byte: that panics in a debug build and gives a rank in the wrong order in a release build.

use super::error::ErrorCode;
use json::{WriteJson, Writer, read_as_text};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A sort key. It is never empty and its last byte is never zero, so there is always room before and after it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "80"))]
pub struct Rank(Box<[u8]>);

impl Rank {
    /// Maximum length in bytes; longer ranks are refused. Ten thousand random moves stay below 20 bytes, and it takes
    /// 16,000 drops into the same gap to reach this limit.
    const MAX_BYTES: usize = 2_048;

    /// Parses a rank: hexadecimal, not empty, not ending in a zero byte.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::BadRank`] if the text is not such a rank or is too long.
    pub fn parse(text: &str) -> Result<Self, ErrorCode> {
        let digits = text.as_bytes();
        if digits.is_empty() || !digits.len().is_multiple_of(2) || digits.len() > 2 * Self::MAX_BYTES {
            return Err(ErrorCode::BadRank);
        }
        let digit = |byte: u8| (byte as char).to_digit(16).map(|value| value as u8);
        let mut bytes = Vec::with_capacity(digits.len() / 2);
        for pair in digits.chunks_exact(2) {
            match (digit(pair[0]), digit(pair[1])) {
                (Some(high), Some(low)) => bytes.push(high << 4 | low),
                _ => return Err(ErrorCode::BadRank),
            }
        }
        if bytes.last() == Some(&0) { Err(ErrorCode::BadRank) } else { Ok(Self(bytes.into())) }
    }

    /// Returns a rank strictly between two others. Without a `lower` or `upper` that side is open. Returns `None` if
    /// `lower` is not less than `upper`.
    pub fn between(lower: Option<&Rank>, upper: Option<&Rank>) -> Option<Rank> {
        let bytes = match (lower, upper) {
            (None, None) => vec![0x80],
            (Some(lower), None) => adjacent(&lower.0, 0xffff, |pair| pair + 1),
            (None, Some(upper)) => adjacent(&upper.0, 0x0000, |pair| pair - 1),
            (Some(lower), Some(upper)) if lower < upper => middle(&lower.0, &upper.0),
            _ => return None,
        };
        Some(Rank(bytes.into()))
    }

    /// Returns the first eight bytes as a number with the same order. If two prefixes are equal, the ranks may still
    /// differ.
    pub fn prefix(&self) -> u64 {
        let mut bytes = [0; 8];
        let length = self.0.len().min(8);
        bytes[..length].copy_from_slice(&self.0[..length]);
        u64::from_be_bytes(bytes)
    }

    /// Returns the rank as hexadecimal text.
    pub fn to_hex(&self) -> String {
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
        let mut text = String::with_capacity(2 * self.0.len());
        self.0.iter().for_each(|byte| text.extend([digit(byte >> 4), digit(byte & 15)]));
        text
    }

    /// Returns the bytes of the fraction.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Returns the nearest round fraction after or before another. Counting in pairs of bytes keeps the ranks of a list
/// that grows at one end only at two bytes for its first 32,000 entries.
fn adjacent(bytes: &[u8], exhausted: u16, next: fn(u16) -> u16) -> Vec<u8> {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let mut result = Vec::with_capacity(bytes.len() + 2);
    loop {
        let at = result.len();
        let pair = u16::from_be_bytes([byte(at), byte(at + 1)]);
        if pair == exhausted && at < bytes.len() {
            result.extend_from_slice(&pair.to_be_bytes());
            continue;
        }
        let pair = if at < bytes.len() { next(pair) } else { 0x8000 };
        result.extend_from_slice(&pair.to_be_bytes());
        if pair == 0 {
            // A rank of only zeros is not valid, so add another digit.
            result.extend_from_slice(&[0x80]);
        }
        while result.last() == Some(&0) {
            result.pop();
        }
        return result;
    }
}

/// Returns a short fraction strictly between two others.
fn middle(lower: &[u8], upper: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(lower.len().max(upper.len()) + 1);
    let mut bounded_above = true;
    for index in 0.. {
        let low = lower.get(index).copied().map_or(0, u16::from);
        let high = if bounded_above { upper.get(index).copied().map_or(0, u16::from) } else { 256 };
        if high > low + 1 {
            result.push(((low + high) / 2) as u8);
            return result;
        }
        // `low` and `high` are equal or adjacent: keep the lower digit. Once they differ, any suffix stays below
        // `upper`.
        bounded_above &= low == high;
        result.push(low as u8);
    }
    result
}

impl fmt::Display for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_hex())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

read_as_text!(Rank, Self(Box::default()), |text| Self::parse(text).ok());

impl WriteJson for Rank {
    fn write(&self, writer: &mut Writer) {
        writer.plain(&self.to_hex());
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(|code| de::Error::custom(code.sentence()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_rank() -> impl Strategy<Value = Rank> {
        (proptest::collection::vec(any::<u8>(), 0..6), 1u8..)
            .prop_map(|(bytes, last)| Rank(bytes.into_iter().chain([last]).collect()))
    }

    proptest! {
        #[test]
        fn r1_between_is_strictly_between(left in any_rank(), right in any_rank()) {
            let (lower, upper) = if left < right { (left, right) } else { (right, left) };
            let before = Rank::between(None, Some(&lower)).unwrap();
            let after = Rank::between(Some(&upper), None).unwrap();
            prop_assert!(before < lower && upper < after);
            match Rank::between(Some(&lower), Some(&upper)) {
                Some(middle) => prop_assert!(lower < middle && middle < upper && Rank::parse(&middle.to_string()) == Ok(middle)),
                None => prop_assert_eq!(lower, upper),
            }
        }

        #[test]
        fn r2_ranks_sort_as_their_texts_do(left in any_rank(), right in any_rank()) {
            prop_assert_eq!(left.cmp(&right), left.to_string().cmp(&right.to_string()));
        }

        #[test]
        fn r3_parsing_never_panics(text in "\\PC*") {
            if let Ok(rank) = Rank::parse(&text) {
                prop_assert_eq!(rank.to_string(), text.to_lowercase());
            }
        }
    }

    #[test]
    fn r1_front_insertions_never_run_out_of_space() {
        let mut first = Rank::between(None, None).unwrap();
        let mut second = first.clone();
        for _ in 0..70_000 {
            second = first.clone();
            first = Rank::between(None, Some(&first)).unwrap();
            assert!(first < second);
        }
        for turn in 0..2_000 {
            let middle = Rank::between(Some(&first), Some(&second)).unwrap();
            assert!(first < middle && middle < second);
            *(if turn % 3 == 0 { &mut first } else { &mut second }) = middle;
        }
        assert!(first.as_bytes().len() < 300, "{} bytes", first.as_bytes().len());
    }

    #[test]
    fn r3_bad_texts_are_refused() {
        for bad in ["", "8", "00", "8000", "zz", "80 ", "-1", "é8", &"80".repeat(2_049)] {
            assert_eq!(Rank::parse(bad), Err(ErrorCode::BadRank), "{bad:.20}");
        }
        assert_eq!(Rank::parse("AB").unwrap().to_string(), "ab");
    }

    #[test]
    fn r4_a_list_that_grows_at_one_end_keeps_short_ranks() {
        let (mut last, mut first) = (Rank::between(None, None).unwrap(), Rank::between(None, None).unwrap());
        for _ in 0..30_000 {
            last = Rank::between(Some(&last), None).unwrap();
            first = Rank::between(None, Some(&first)).unwrap();
        }
        assert!(last.as_bytes().len() <= 2 && first.as_bytes().len() <= 2);
    }
}
