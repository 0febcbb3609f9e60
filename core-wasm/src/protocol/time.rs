//! Times and days as they cross a boundary.

use chrono::{Datelike, NaiveDate, Timelike};
use json::{WriteJson, Writer, read_as_text};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::ops::Range;

pub(crate) const MILLIS_PER_DAY: i64 = 86_400_000;

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
        // Written by hand, because chrono's parser would add 1 % to the size of the browser's module.
        let byte = |at: usize| text.as_bytes().get(at).copied().unwrap_or_default();
        let date = parse_date(text)?;
        let (hour, minute, second) = (number(text, 11..13)?, number(text, 14..16)?, number(text, 17..19)?);
        let is_separated = matches!(byte(10), b'T' | b't' | b' ') && byte(13) == b':' && byte(16) == b':';
        // Some clocks write a leap second as 60.
        if !is_separated || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let digits = if byte(19) == b'.' { text.bytes().skip(20).take_while(u8::is_ascii_digit).count() } else { 0 };
        let zone = text.get(if digits > 0 { 20 + digits } else { 19 }..)?;
        let fraction = text.bytes().skip(20).take(digits).chain([b'0'; 3]).take(3);
        let millis = fraction.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        let seconds = i64::from((hour * 60 + minute) * 60 + second) - parse_offset(zone)? * 60;
        let milliseconds = days_since_epoch(date) * MILLIS_PER_DAY + seconds * 1_000 + millis;
        (0..=Self::MAX_MILLIS).contains(&milliseconds).then_some(Self(milliseconds))
    }
}

/// Parses an offset from UTC (`Z`, `+02:00`) and returns it in minutes, east positive.
fn parse_offset(zone: &str) -> Option<i64> {
    let sign = match zone.as_bytes().first()? {
        b'Z' | b'z' if zone.len() == 1 => return Some(0),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = (number(zone, 1..3)?, number(zone, 4..6)?);
    let is_offset = zone.len() == 6 && zone.as_bytes()[3] == b':' && hours < 24 && minutes < 60;
    is_offset.then_some(sign * i64::from(hours * 60 + minutes))
}

/// Parses a number that consists of the digits at a position.
pub(crate) fn number(text: &str, range: Range<usize>) -> Option<u32> {
    let digits = text.get(range)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Parses the date at the beginning of a text, `YYYY-MM-DD` in the years 1 to 9999.
fn parse_date(text: &str) -> Option<NaiveDate> {
    let year = number(text, 0..4).filter(|year| *year > 0)?;
    let is_hyphen = |at: usize| text.as_bytes().get(at) == Some(&b'-');
    let is_separated = is_hyphen(4) && is_hyphen(7);
    let (month, day) = (number(text, 5..7)?, number(text, 8..10)?);
    is_separated.then(|| NaiveDate::from_ymd_opt(year.cast_signed(), month, day))?
}

pub(crate) fn days_since_epoch(date: NaiveDate) -> i64 {
    date.signed_duration_since(NaiveDate::default()).num_days()
}

impl Timestamp {
    /// Returns the bytes of the timestamp's text.
    fn text(self) -> [u8; 24] {
        let (day, millis) = (self.0 / MILLIS_PER_DAY, (self.0 % MILLIS_PER_DAY) as u32);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        write_date(&mut text, LocalDay(day).date());
        let parts = [(11..13, millis / 3_600_000), (14..16, millis / 60_000 % 60), (17..19, millis / 1_000 % 60)];
        parts
            .into_iter()
            .chain([(20..23, millis % 1_000)])
            .for_each(|(range, number)| write_digits(&mut text[range], number));
        text
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(str::from_utf8(&self.text()).unwrap_or_default())
    }
}

read_as_text!(Timestamp, Self(0), Self::parse);

impl WriteJson for Timestamp {
    fn write(&self, writer: &mut Writer) {
        writer.plain(str::from_utf8(&self.text()).unwrap_or_default());
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
        let has_time = || {
            let time = text.as_bytes()[10] == b'T' && text.as_bytes()[13] == b':';
            time && number(text, 11..13).is_some_and(|hour| hour < 24)
                && number(text, 14..16).is_some_and(|minute| minute < 60)
        };
        let holds = parse_date(text).is_some() && (text.len() == 10 || (text.len() == 16 && has_time()));
        holds.then(|| Self(text.to_owned()))
    }

    /// Returns the date as it is written on the wire.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the day, `YYYY-MM-DD`.
    pub(crate) fn day(&self) -> &str {
        self.0.get(..10).unwrap_or_default()
    }

    /// Returns the day.
    pub(crate) fn local_day(&self) -> LocalDay {
        LocalDay(parse_date(&self.0).map_or(0, days_since_epoch))
    }

    /// Returns the due date on another day at the same time of day.
    pub(crate) fn moved_to(&self, day: LocalDay) -> Self {
        Self(day.to_string() + self.0.get(10..).unwrap_or_default())
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

    /// Returns the day that is this number of days after 1970-01-01, or `None` outside the supported range.
    pub(crate) fn checked(number: i64) -> Option<Self> {
        (Self::from_days_since_epoch(number).0 == number).then_some(Self(number))
    }

    /// Returns the days since 1970-01-01, which was a Thursday.
    pub fn days_since_epoch(self) -> i64 {
        self.0
    }

    /// Parses a day. Returns `None` unless it is a day of the calendar.
    pub fn parse(text: &str) -> Option<Self> {
        let date = parse_date(text).filter(|_| text.len() == 10)?;
        Some(Self(days_since_epoch(date)))
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
    LocalDay::from_days_since_epoch(local_millis.div_euclid(MILLIS_PER_DAY))
}

impl fmt::Display for LocalDay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"0000-00-00";
        write_date(&mut text, self.date());
        formatter.write_str(str::from_utf8(&text).unwrap_or_default())
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
    let mut text = *b"0000-00-00T00:00";
    write_date(&mut text, local.date());
    write_digits(&mut text[11..13], local.hour());
    write_digits(&mut text[14..16], local.minute());
    str::from_utf8(&text).unwrap_or_default().to_owned()
}

/// Writes a date as `YYYY-MM-DD` over the beginning of a text.
fn write_date(text: &mut [u8], date: NaiveDate) {
    write_digits(&mut text[0..4], date.year().unsigned_abs());
    write_digits(&mut text[5..7], date.month());
    write_digits(&mut text[8..10], date.day());
}

/// Writes the last digits of a number, as many as there is space for.
fn write_digits(text: &mut [u8], mut number: u32) {
    for digit in text.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

read_as_text!(DueDate, Self(String::new()), Self::parse);

impl<'de> Deserialize<'de> for DueDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("expected a due date like 2026-03-03 or 2026-03-03T09:00"))
    }
}

#[cfg(test)]
mod tests {
    use super::{LocalDay, MILLIS_PER_DAY, Timestamp};
    use chrono::{DateTime, SecondsFormat};
    use proptest::prelude::{prop_assert_eq, proptest};

    fn by_chrono(text: &str) -> Option<i64> {
        let millis = DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis();
        (0..=Timestamp::MAX_MILLIS).contains(&millis).then_some(millis)
    }

    proptest! {
        #[test]
        fn p4_times_are_written_and_read_as_by_chrono(millis in 0..=Timestamp::MAX_MILLIS, offset in -1_439..1_440_i32) {
            let moment = DateTime::from_timestamp_millis(millis).unwrap();
            prop_assert_eq!(Timestamp(millis).to_string(), moment.to_rfc3339_opts(SecondsFormat::Millis, true));
            prop_assert_eq!(LocalDay(millis / MILLIS_PER_DAY).to_string(), moment.date_naive().to_string());
            let zone = chrono::FixedOffset::east_opt(offset * 60).unwrap();
            let local = moment.with_timezone(&zone).to_rfc3339_opts(SecondsFormat::Nanos, true);
            prop_assert_eq!(Timestamp::parse(&local).map(Timestamp::millis), by_chrono(&local));
        }

        #[test]
        fn p4_times_are_refused_as_by_chrono(
            text in "(19[67]|200|999)[0-9]-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,5})?([Zz]|[+-][0-2][0-9]:?[0-6][0-9])?",
        ) {
            prop_assert_eq!(Timestamp::parse(&text).map(Timestamp::millis), by_chrono(&text), "{}", text);
        }
    }
}
