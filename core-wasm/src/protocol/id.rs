//! Ids of records: UUIDs, which the client may make itself so that it can work offline.

use serde::{Deserialize, Serialize};
use std::fmt;
use uuid::Uuid;

/// The id of a record: a UUID, written with hyphens in lower case. The core makes version 7 (RFC 9562, section 5.7),
/// so ids sort by the time of their making.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70"))]
#[serde(transparent)]
pub struct Id(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] Uuid);

impl Id {
    /// Reads an id. `None` unless the text is a UUID other than the nil one.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().filter(|uuid| !uuid.is_nil()).map(Self)
    }

    /// Makes a version 7 id from a moment (milliseconds since the epoch) and ten random bytes.
    pub fn from_parts(milliseconds: u64, random: &[u8; 10]) -> Self {
        Self(uuid::Builder::from_unix_timestamp_millis(milliseconds, random).into_uuid())
    }

    /// The sixteen bytes of the id.
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(formatter)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
