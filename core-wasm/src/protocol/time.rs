//! Moments and days as they cross a boundary.

use chrono::{DateTime, NaiveDate, NaiveDateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A moment in UTC to the millisecond, between the years 1970 and 9999. On the wire RFC 3339 (`2026-03-03T08:30:00.000Z`);
/// any offset is read, UTC is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime, example = "2026-03-03T08:30:00.000Z"))]
pub struct Timestamp(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] i64);

impl Timestamp {
    /// 9999-12-31T23:59:59.999Z, the last moment that RFC 3339 can write.
    const LAST: i64 = 253_402_300_799_999;

    /// The moment so many milliseconds after the epoch, moved into the range that can be written.
    pub fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(0, Self::LAST))
    }

    /// Milliseconds since the epoch.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Reads RFC 3339. `None` for anything else and for moments outside the range.
    pub fn parse(text: &str) -> Option<Self> {
        let milliseconds = DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis();
        (0..=Self::LAST).contains(&milliseconds).then_some(Self(milliseconds))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment: DateTime<Utc> = DateTime::from_timestamp_millis(self.0).unwrap_or_default();
        formatter.write_str(&moment.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("a time must be written like 2026-03-03T08:30:00Z"))
    }
}

/// When a card is due, in the person's own days: `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM`. It has no zone on purpose: a card
/// due at nine stays due at nine after a flight.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "2026-03-03T09:00"))]
#[serde(transparent)]
pub struct DueDate(String);

impl DueDate {
    /// Reads a due date. `None` unless it is a day of the calendar, or one with hours and minutes, of a year from 1 to 9999.
    pub fn parse(text: &str) -> Option<Self> {
        let day = |text| NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok();
        let moment = |text| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").is_ok();
        let shape_holds = text.is_ascii()
            && match text.len() {
                10 => day(text),
                16 => moment(text),
                _ => false,
            };
        (shape_holds && text.as_bytes()[..4].iter().all(u8::is_ascii_digit)).then(|| Self(text.to_owned()))
    }

    /// The date as it is written on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for DueDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| de::Error::custom("a due date must be written like 2026-03-03 or 2026-03-03T09:00"))
    }
}
