//! Times and days as they cross a boundary.

use crate::json::{WriteJson, Writer, read_as_text};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Offsets from UTC that exist, in minutes.
pub(crate) const UTC_OFFSETS: std::ops::RangeInclusive<i32> = -720..=840;

/// A time in UTC with millisecond precision, in the years 1970 to 9999. On the wire it is RFC 3339
/// (`2026-03-03T08:30:00.000Z`): any offset is accepted, UTC is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime, example = "2026-03-03T08:30:00.000Z"))]
pub struct Timestamp(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] i64);

impl Timestamp {
    /// 9999-12-31T23:59:59.999Z, the last time that RFC 3339 can represent.
    const MAX_MILLIS: i64 = 253_402_300_799_999;

    /// Creates a timestamp from milliseconds since the epoch, clamped to the supported range.
    pub fn from_millis(milliseconds: i64) -> Self {
        Self(milliseconds.clamp(0, Self::MAX_MILLIS))
    }

    /// Returns the milliseconds since the epoch.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Returns the time that is `milliseconds` later, or earlier if negative, clamped to the supported range.
    #[must_use]
    pub fn plus_millis(self, milliseconds: i64) -> Self {
        Self::from_millis(self.0.saturating_add(milliseconds))
    }

    /// Parses RFC 3339. Returns `None` for anything else and for times outside the supported range.
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

read_as_text!(Timestamp, Self(0), Self::parse);

impl WriteJson for Timestamp {
    fn write(&self, writer: &mut Writer) {
        writer.display(self);
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
        Self::parse(&text).ok_or_else(|| de::Error::custom("expected a time like 2026-03-03T08:30:00Z"))
    }
}

/// The due date of a card in the user's local time: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. It has no time zone on purpose:
/// a card that is due at nine stays due at nine when the user travels.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, WriteJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "2026-03-03T09:00"))]
#[serde(transparent)]
pub struct DueDate(String);

impl DueDate {
    /// Parses a due date. Returns `None` unless it is a day of the calendar in the years 1 to 9999, optionally with
    /// hours and minutes.
    pub fn parse(text: &str) -> Option<Self> {
        // Written by hand, because chrono's format parser would add 5 % to the size of the browser's module.
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

    /// Returns the date as it is written on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A day of the user's local calendar: `YYYY-MM-DD`, in the years 1 to 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = Date, example = "2026-03-03"))]
pub struct LocalDay(#[cfg_attr(target_arch = "wasm32", tsify(type = "string"))] i64);

impl LocalDay {
    /// The first day, 0001-01-01, and the last day, 9999-12-31, in days since 1970-01-01.
    const DAY_NUMBER_RANGE: (i64, i64) = (-719_162, 2_932_896);

    /// Creates a day from the number of days since 1970-01-01, clamped to the supported range.
    pub fn from_days_since_epoch(number: i64) -> Self {
        Self(number.clamp(Self::DAY_NUMBER_RANGE.0, Self::DAY_NUMBER_RANGE.1))
    }

    /// Returns the days since 1970-01-01, which was a Thursday.
    pub fn days_since_epoch(self) -> i64 {
        self.0
    }

    /// Parses a day. Returns `None` unless it is a day of the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let due = DueDate::parse(text).filter(|due| due.as_str().len() == 10)?;
        let number = |range: std::ops::Range<usize>| due.as_str()[range].parse::<u32>().ok();
        let date = NaiveDate::from_ymd_opt(i32::try_from(number(0..4)?).ok()?, number(5..7)?, number(8..10)?)?;
        Some(Self(date.signed_duration_since(NaiveDate::default()).num_days()))
    }

    /// Returns the day as a chrono date.
    pub fn date(self) -> NaiveDate {
        NaiveDate::default() + chrono::TimeDelta::days(self.0)
    }
}

/// Returns the local day of a moment for a person at `utc_offset` (in minutes, east positive), where days begin at
/// `day_start_minutes` after midnight (SPEC S2, S3).
pub fn local_day(moment: Timestamp, utc_offset: i32, day_start_minutes: i64) -> LocalDay {
    let local_millis = moment.millis() + (i64::from(utc_offset) - day_start_minutes) * 60_000;
    LocalDay::from_days_since_epoch(local_millis.div_euclid(86_400_000))
}

impl fmt::Display for LocalDay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use chrono::Datelike;
        let date = self.date();
        write!(formatter, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
    }
}

read_as_text!(LocalDay, Self(0), Self::parse);

impl WriteJson for LocalDay {
    fn write(&self, writer: &mut Writer) {
        writer.display(self);
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
        Self::parse(&text).ok_or_else(|| de::Error::custom("expected a day like 2026-03-03"))
    }
}

/// Formats a local time like a due date with minutes, so that comparing the texts compares the times.
pub fn format_minute(local: chrono::NaiveDateTime) -> String {
    use chrono::{Datelike, Timelike};
    format!("{:04}-{:02}-{:02}T{:02}:{:02}", local.year(), local.month(), local.day(), local.hour(), local.minute())
}

read_as_text!(DueDate, Self(String::new()), Self::parse);

impl<'de> Deserialize<'de> for DueDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("expected a due date like 2026-03-03 or 2026-03-03T09:00"))
    }
}
