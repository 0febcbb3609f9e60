//! Where a list or a card stands: a fraction between 0 and 1 that can always be split again, so that moving one record
//! writes one record. Written in base 256, compared byte by byte, and sent as hexadecimal text, which sorts the same.
//!
//! The `fractional_index` crate (2.0.2) was tried first: after 128 insertions at the front its `new_between` subtracts
//! from a zero byte, which panics in a debug build and gives a rank in the wrong order in a release build.

use crate::protocol::error::ErrorCode;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A place in an order. Never empty, and its last byte is never zero: so there is room before and behind it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "80"))]
pub struct Rank(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] Box<[u8]>);

impl Rank {
    /// Longer ranks are refused. Ten thousand random moves stay below 20 bytes; only a person who drops into the same
    /// gap 16,000 times would come here.
    const MAXIMUM_BYTES: usize = 2_048;

    /// Reads a rank: hexadecimal, not empty, not ending in a zero byte.
    pub fn parse(text: &str) -> Result<Self, ErrorCode> {
        let digits = text.as_bytes();
        if digits.is_empty() || digits.len() % 2 != 0 || digits.len() > 2 * Self::MAXIMUM_BYTES {
            return Err(ErrorCode::BadRank);
        }
        let digit = |byte: u8| (byte as char).to_digit(16).map(|value| value as u8);
        let bytes = digits
            .chunks_exact(2)
            .map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?))
            .collect::<Option<Vec<u8>>>();
        match bytes {
            Some(bytes) if bytes.last() != Some(&0) => Ok(Self(bytes.into())),
            _ => Err(ErrorCode::BadRank),
        }
    }

    /// A rank between two others, or before or behind one, or any where there is none. `None` where the two leave no
    /// room, that is where `lower` is not below `upper`.
    pub fn between(lower: Option<&Rank>, upper: Option<&Rank>) -> Option<Rank> {
        let bytes = match (lower, upper) {
            (None, None) => vec![0x80],
            (Some(lower), None) => neighbour(&lower.0, 0xffff, |pair| pair + 1),
            (None, Some(upper)) => neighbour(&upper.0, 0x0000, |pair| pair - 1),
            (Some(lower), Some(upper)) if lower < upper => middle(&lower.0, &upper.0),
            _ => return None,
        };
        Some(Rank(bytes.into()))
    }

    /// The bytes of the fraction.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The nearest round fraction behind or before another. Counting in pairs of bytes keeps the ranks of a list that only
/// ever grows at one end at two bytes for its first 32,000 entries.
fn neighbour(bytes: &[u8], exhausted: u16, next: fn(u16) -> u16) -> Vec<u8> {
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
            // Nothing but zeros would be no fraction: go on one level below.
            result.extend_from_slice(&[0x80]);
        }
        while result.last() == Some(&0) {
            result.pop();
        }
        return result;
    }
}

/// A short fraction strictly between two.
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
        // `low` and `high` are equal or neighbours: keep the lower digit. Once they differ, whatever follows is below `upper`.
        bounded_above &= low == high;
        result.push(low as u8);
    }
    result
}

impl fmt::Display for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
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
