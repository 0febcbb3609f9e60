//! Ids of records: UUIDs. The client can create them itself, so that it can work offline.

use super::time::DueDate;
use json::{WriteJson, Writer, read_as_text};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::cmp::Ordering;
use std::fmt;
use uuid::Uuid;

/// The id of a record: a UUID, written with hyphens in lower case. The core creates version 7 (RFC 9562, section 5.7),
/// so ids sort by creation time, except those of next occurrences ([`Id::of_next_occurrence`]).
#[derive(Clone, Copy, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"))]
#[serde(transparent)]
pub struct Id(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] Uuid);

impl Id {
    /// The owner of a guest's data, before an account exists (SPEC E1): the Max UUID (RFC 9562, section 5.10), which no
    /// account has.
    pub const GUEST: Self = Self(Uuid::max());

    /// Parses an id. Returns `None` unless the text is a UUID other than the nil UUID.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().filter(|uuid| !uuid.is_nil()).map(Self)
    }

    /// Creates a version 7 id from a time (milliseconds since the epoch) and ten random bytes.
    pub fn from_parts(milliseconds: u64, random: &[u8; 10]) -> Self {
        Self(uuid::Builder::from_unix_timestamp_millis(milliseconds, random).into_uuid())
    }

    /// Returns when a version 7 id was created, in milliseconds since the epoch: its first 48 bits (RFC 9562, section
    /// 5.7).
    pub fn milliseconds(&self) -> u64 {
        self.as_bytes()[..6].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }

    /// The last millisecond that an id can hold, in the year 10889.
    const LAST_MILLISECOND: u64 = (1 << 48) - 1;

    /// Returns an id that sorts after this one, made from ten random bytes. Its time is the next millisecond; if that
    /// would be the last one, it is the next UUID instead.
    pub fn next_after(&self, random: &[u8; 10]) -> Self {
        match self.milliseconds() + 1 {
            next if next < Self::LAST_MILLISECOND => Self::from_parts(next, random),
            _ => Self(Uuid::from_u128(self.0.as_u128().saturating_add(1))),
        }
    }

    /// Returns the id of the copy of this record that belongs to the next occurrence of a recurring card (SPEC B52). It depends
    /// only on the id and on the due date of the completed occurrence, so that all devices make the same copy. It
    /// sorts before this one, so that the copy of a card, which has its rank, is directly above it.
    pub fn of_next_occurrence(&self, due: &DueDate) -> Self {
        let mut random = [0; 10];
        random.copy_from_slice(&self.as_bytes()[6..]);
        // A linear congruential generator with Knuth's constants for MMIX. Different ids stay different.
        let mut low = [0; 8];
        low.copy_from_slice(&random[2..]);
        let mix = |low: u64, byte: u8| {
            (low ^ u64::from(byte)).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
        };
        let low = due.as_str().bytes().fold(u64::from_be_bytes(low), mix);
        random[2..].copy_from_slice(&low.to_be_bytes());
        Self::from_parts(self.milliseconds().saturating_sub(1), &random)
    }

    /// Returns whether a later id always exists.
    pub fn has_successor(&self) -> bool {
        self.milliseconds() < Self::LAST_MILLISECOND
    }

    /// Returns both halves of the id, combined.
    pub(super) fn folded(&self) -> u64 {
        // Combined in memory order and reversed once, because WebAssembly has no instruction for that.
        let halves = u128::from_le_bytes(*self.as_bytes());
        ((halves as u64).rotate_left(32) ^ (halves >> 64) as u64).swap_bytes()
    }

    /// Appends the id's text, without `fmt`, which is slower.
    pub(crate) fn append_to(&self, text: &mut String) {
        text.push_str(self.0.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    }

    /// Returns the sixteen bytes of the id.
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }
}

// Optimized for size, the derived comparison would call a function that compares byte by byte.
impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        u128::from_ne_bytes(*self.as_bytes()) == u128::from_ne_bytes(*other.as_bytes())
    }
}

impl std::hash::Hash for Id {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    // WebAssembly cannot reverse bytes, so a comparison is long code there, and every search contains one.
    #[inline(never)]
    fn cmp(&self, other: &Self) -> Ordering {
        u128::from_be_bytes(*self.as_bytes()).cmp(&u128::from_be_bytes(*other.as_bytes()))
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A stored nil UUID is rejected too, as `Id::parse` does.
        match Uuid::deserialize(deserializer)? {
            uuid if uuid.is_nil() => Err(de::Error::custom("an id must not be the nil UUID")),
            uuid => Ok(Self(uuid)),
        }
    }
}

read_as_text!(Id, Self(Uuid::nil()), Self::parse);

impl WriteJson for Id {
    fn write(&self, writer: &mut Writer) {
        writer.plain(self.0.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.0.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
