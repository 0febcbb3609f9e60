//! Moments and days as they cross a boundary.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
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
    const MAX_MILLIS: i64 = 253_402_300_799_999;

    /// The moment so many milliseconds after the epoch, moved into the range that can be written.
    pub fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(0, Self::MAX_MILLIS))
    }

    /// Milliseconds since the epoch.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Reads RFC 3339. `None` for anything else and for moments outside the range.
    pub fn parse(text: &str) -> Option<Self> {
        let milliseconds = DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis();
        (0..=Self::MAX_MILLIS).contains(&milliseconds).then_some(Self(milliseconds))
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
        // By hand: the parser of chrono's formats would be a twentieth of the browser's module.
        let number = |range: std::ops::Range<usize>| {
            let digits = text.get(range)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u32>().ok())?
        };
        let separated = |at: usize, separator: u8| text.as_bytes().get(at) == Some(&separator);
        let year = number(0..4).filter(|year| *year > 0)?;
        let is_day = separated(4, b'-')
            && separated(7, b'-')
            && NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, number(5..7)?, number(8..10)?).is_some();
        let has_time = || {
            let time = separated(10, b'T') && separated(13, b':');
            time && number(11..13).is_some_and(|hour| hour < 24) && number(14..16).is_some_and(|minute| minute < 60)
        };
        let holds = is_day && (text.len() == 10 || (text.len() == 16 && has_time()));
        holds.then(|| Self(text.to_owned()))
    }

    /// The date as it is written on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A day of the person's own calendar: `YYYY-MM-DD`, of a year from 1 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = Date, example = "2026-03-03"))]
pub struct LocalDay(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] i64);

impl LocalDay {
    /// The first day that can be written, 0001-01-01, and the last, 9999-12-31, in days since 1970-01-01.
    const DAY_NUMBER_RANGE: (i64, i64) = (-719_162, 2_932_896);

    /// The day so many days after 1970-01-01, moved into the range that can be written.
    pub fn from_days_since_epoch(number: i64) -> Self {
        Self(number.clamp(Self::DAY_NUMBER_RANGE.0, Self::DAY_NUMBER_RANGE.1))
    }

    /// Days since 1970-01-01, a Thursday.
    pub fn days_since_epoch(self) -> i64 {
        self.0
    }

    /// Reads a day. `None` unless it is one of the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let due = DueDate::parse(text).filter(|due| due.as_str().len() == 10)?;
        let number = |range: std::ops::Range<usize>| due.as_str()[range].parse::<u32>().ok();
        let date = NaiveDate::from_ymd_opt(i32::try_from(number(0..4)?).ok()?, number(5..7)?, number(8..10)?)?;
        Some(Self(date.signed_duration_since(NaiveDate::default()).num_days()))
    }

    /// The day in the calendar.
    pub fn date(self) -> NaiveDate {
        NaiveDate::default() + chrono::TimeDelta::days(self.0)
    }
}

impl fmt::Display for LocalDay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use chrono::Datelike;
        let date = self.date();
        write!(formatter, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
    }
}

impl Serialize for LocalDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LocalDay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("a day must be written like 2026-03-03"))
    }
}

/// A day and minute as due dates are written, so that the two compare as their texts do.
pub fn format_minute(local: chrono::NaiveDateTime) -> String {
    use chrono::{Datelike, Timelike};
    format!("{:04}-{:02}-{:02}T{:02}:{:02}", local.year(), local.month(), local.day(), local.hour(), local.minute())
}

impl<'de> Deserialize<'de> for DueDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text)
            .ok_or_else(|| de::Error::custom("a due date must be written like 2026-03-03 or 2026-03-03T09:00"))
    }
}
