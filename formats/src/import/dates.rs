//! Dates and times as programs and people write them in English, German and Spanish.

use super::ImportContext;
use super::draft;
use core_wasm::protocol::time::{DueDate, LocalDay, Timestamp};

/// The names of the months. Words of at least three letters with which a name begins mean it, too.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "enero"],
    &["february", "februar", "febrero"],
    &["march", "märz", "maerz", "mrz", "marzo"],
    &["april", "abril"],
    &["may", "mai", "mayo"],
    &["june", "juni", "junio"],
    &["july", "juli", "julio"],
    &["august", "agosto"],
    &["september", "septiembre", "setiembre"],
    &["october", "oktober", "octubre"],
    &["november", "noviembre"],
    &["december", "dezember", "diciembre"],
];

/// The days whose numbers in spreadsheets are taken for dates: 2000-01-01 to 2064-04-08.
const SERIAL_DAYS: std::ops::RangeInclusive<i64> = 36_526..=60_000;

/// The number of 1970-01-01 in spreadsheets.
const SERIAL_EPOCH: i64 = 25_569;

/// A day, and maybe a time of day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReadDate {
    /// The day.
    pub(crate) day: LocalDay,
    /// The minutes since midnight.
    pub(crate) minute: Option<u32>,
    /// The UTC offset in minutes; none for the user's time zone.
    offset: Option<i64>,
    /// Whether the order of the day and the month was chosen.
    pub(crate) is_ambiguous: bool,
    /// Whether it was the number of a day in a spreadsheet.
    pub(crate) is_serial: bool,
}

impl ReadDate {
    fn of(day: LocalDay) -> Self {
        Self { day, minute: None, offset: None, is_ambiguous: false, is_serial: false }
    }

    /// Returns it as a due date, in the user's time zone.
    pub(crate) fn due_date(&self, context: &ImportContext<'_>) -> Option<DueDate> {
        match (self.minute, self.offset) {
            // Programs write days as midnight in UTC.
            (None, _) | (Some(0), Some(0)) => draft::day(self.day),
            (Some(_), Some(_)) => draft::local_time(self.moment(context), context),
            (Some(minute), None) => due_at(self.day, minute),
        }
    }

    /// Returns it as a moment. A day without a time begins at midnight.
    pub(crate) fn moment(&self, context: &ImportContext<'_>) -> Timestamp {
        let minutes = self.day.days_since_epoch() * 1_440 + i64::from(self.minute.unwrap_or_default());
        let at = |offset: i64| Timestamp::from_millis((minutes - offset) * 60_000);
        match self.offset {
            Some(offset) => at(offset),
            // The offset at about that moment.
            None => at(i64::from((context.utc_offset)(at(i64::from((context.utc_offset)(at(0))))))),
        }
    }
}

/// Returns a day and a time of day as a due date.
pub(crate) fn due_at(day: LocalDay, minute: u32) -> Option<DueDate> {
    DueDate::parse(&format!("{day}T{:02}:{:02}", minute / 60, minute % 60))
}

/// Reads a date, of which `05/12/2026` is the 5th of December if `is_day_first`.
pub(crate) fn read(text: &str, is_day_first: bool) -> Option<ReadDate> {
    let text = text.trim();
    if let Some(at) = read_iso(text) {
        return Some(at);
    }
    if let Ok(serial) = text.parse::<f64>() {
        let day = LocalDay::from_days_since_epoch(serial as i64 - SERIAL_EPOCH);
        let date = ReadDate { is_serial: true, ..ReadDate::of(day) };
        return SERIAL_DAYS.contains(&(serial as i64)).then_some(date);
    }
    let words = words(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (words, minute) = take_time(&words)?;
    let date = read_numbers(&words, is_day_first).or_else(|| {
        let (year, month, day) = named_date(&words)?;
        Some(ReadDate::of(day_of(year?, month, day)?))
    })?;
    Some(ReadDate { minute, ..date })
}

/// Returns whether a date has numbers whose order tells whether the day comes first. `None` if it does not tell.
pub(crate) fn tells_day_first(text: &str) -> Option<bool> {
    let words = words(text.trim());
    let (first, second) = slashed(words.first()?)?;
    match (first > 12, second > 12) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Returns the first two numbers of a date such as 05/12/2026.
fn slashed(word: &str) -> Option<(u32, u32)> {
    let separator = word.chars().find(|character| !character.is_ascii_digit()).filter(|found| "/-".contains(*found))?;
    let mut parts = word.split(separator);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    (first.len() <= 2 && !third.is_empty()).then(|| Some((first.parse().ok()?, second.parse().ok()?)))?
}

/// Reads `2026-03-03`, alone or with a time: `T08:30`, ` 08:30:00`, `T08:30:00.000Z`, `T08:30:00+02:00`.
fn read_iso(text: &str) -> Option<ReadDate> {
    let date = text.get(..10)?.replace('/', "-");
    let day = LocalDay::parse(&date)?;
    let rest = text.get(10..)?.trim_start_matches(['T', 't', ' ']);
    if rest.is_empty() {
        return Some(ReadDate::of(day));
    }
    let end =
        rest.find(|character: char| !character.is_ascii_digit() && !":.".contains(character)).unwrap_or(rest.len());
    let (time, zone) = rest.split_at(end);
    let minute = clock(time)?;
    let offset = match zone.trim() {
        "" => None,
        "Z" | "z" | "UTC" => Some(0),
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            let digits: String = zone.strip_prefix(['+', '-'])?.chars().filter(|character| *character != ':').collect();
            let is_offset = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number: i64 = is_offset.then(|| digits.parse().ok())??;
            Some(sign * (number / 100 * 60 + number % 100))
        }
    };
    Some(ReadDate { minute: Some(minute), offset, ..ReadDate::of(day) })
}

/// Returns the words of a text in lower case, without commas and the dots after abbreviations and numbers.
pub(crate) fn words(text: &str) -> Vec<String> {
    let lowercase = text.to_lowercase();
    let words = lowercase.split(|character: char| character.is_whitespace() || character == ',');
    words.map(|word| word.trim_end_matches('.').to_owned()).filter(|word| !word.is_empty()).collect()
}

/// Returns the minutes of `8:30` or `08:30:00`.
fn clock(text: &str) -> Option<u32> {
    let mut parts = text.split(':');
    let (hour, minute) = (parts.next()?, parts.next()?);
    let is_time = (1..=2).contains(&hour.len()) && minute.len() == 2;
    let (hour, minute): (u32, u32) = is_time.then(|| Some((hour.parse().ok()?, minute.parse().ok()?)))??;
    let has_seconds = parts.next().is_none_or(|seconds| seconds.starts_with(|digit: char| digit.is_ascii_digit()));
    (hour < 24 && minute < 60 && has_seconds && parts.next().is_none()).then_some(hour * 60 + minute)
}

/// Removes the time of day from the words: `8:30`, `8:30 pm`, `8pm`, `9 uhr`. Returns the other words. `None` if there are
/// two times.
pub(crate) fn take_time<'a>(words: &[&'a str]) -> Option<(Vec<&'a str>, Option<u32>)> {
    let (mut others, mut found) = (vec![], None);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let (number, half) = match word.strip_suffix("am").or_else(|| word.strip_suffix("pm")) {
            Some(number) => (number, &word[number.len()..]),
            None => (*word, if ["am", "pm", "uhr", "h"].contains(&next) { next } else { "" }),
        };
        let hour_alone =
            || number.parse().ok().filter(|hour: &u32| !half.is_empty() && *hour < 24).map(|hour| hour * 60);
        let Some(minute) = clock(number).or_else(hour_alone) else {
            others.push(*word);
            at += 1;
            continue;
        };
        let minute = match half {
            "am" if minute / 60 == 12 => minute - 720,
            "pm" if minute / 60 < 12 => minute + 720,
            _ => minute,
        };
        if found.replace(minute).is_some() {
            return None;
        }
        at += if number.len() == word.len() && !half.is_empty() { 2 } else { 1 };
    }
    Some((others, found))
}

/// Reads `05.12.2026`, `5/12/26` or `2026.12.05`.
fn read_numbers(words: &[&str], is_day_first: bool) -> Option<ReadDate> {
    let [word] = words else { return None };
    let separator =
        word.chars().find(|character| !character.is_ascii_digit()).filter(|found| "./-".contains(*found))?;
    let parts: Vec<&str> = word.split(separator).collect();
    let [first, second, third] = parts[..] else { return None };
    if first.len() == 4 {
        return Some(ReadDate::of(day_of(first.parse().ok()?, second.parse().ok()?, third.parse().ok()?)?));
    }
    let year: i32 = match third.len() {
        2 => third.parse::<i32>().ok()? + 2_000,
        4 => third.parse().ok()?,
        _ => return None,
    };
    let (first, second): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
    let is_day_first = match (first > 12, second > 12) {
        _ if separator == '.' => true,
        (true, false) => true,
        (false, true) => false,
        _ => is_day_first,
    };
    let (day, month) = if is_day_first { (first, second) } else { (second, first) };
    let is_ambiguous = separator != '.' && first <= 12 && second <= 12 && first != second;
    Some(ReadDate { is_ambiguous, ..ReadDate::of(day_of(year, month, day)?) })
}

/// Reads `5 dec 2026`, `december 5th`, `5 de diciembre de 2026`: the year if it is there, the month and the day.
pub(crate) fn named_date(words: &[&str]) -> Option<(Option<i32>, u32, u32)> {
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words {
        if ["de", "del", "of", "the"].contains(word) {
            continue;
        }
        if let Some(found) = month_of(word) {
            month.replace(found).is_none().then_some(())?;
        } else if word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()) {
            year.replace(word.parse().ok()?).is_none().then_some(())?;
        } else {
            day.replace(ordinal(word)?).is_none().then_some(())?;
        }
    }
    Some((year, month?, day?))
}

/// Returns the number of a month by its name or its beginning.
pub(crate) fn month_of(word: &str) -> Option<u32> {
    let is_long = word.chars().count() >= 3;
    let names = |names: &&[&str]| is_long && names.iter().any(|name| name.starts_with(word));
    MONTHS.iter().position(names).map(|at| at as u32 + 1)
}

/// Returns a day of a month: `5`, `5th`, `1st`.
pub(crate) fn ordinal(word: &str) -> Option<u32> {
    let number = ["st", "nd", "rd", "th", "º", "."].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    number.parse().ok().filter(|day| (1..=31).contains(day))
}

/// Returns a day of the calendar, or `None` if there is no such day.
pub(crate) fn day_of(year: i32, month: u32, day: u32) -> Option<LocalDay> {
    LocalDay::parse(&format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::ImportNames;
    use proptest::prelude::{any, proptest};

    fn due(text: &str) -> Option<String> {
        let names = ImportNames::default();
        let context = ImportContext { now: Timestamp::from_millis(0), utc_offset: &|_| 60, names: &names };
        Some(read(text, false)?.due_date(&context)?.as_str().to_owned())
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for (text, expected) in [
            ("2026-12-05", "2026-12-05"),
            ("2026/12/05", "2026-12-05"),
            ("2026-12-05 17:30", "2026-12-05T17:30"),
            ("2026-12-05T17:30:00.000Z", "2026-12-05T18:30"),
            ("2026-12-05T17:30:00+05:30", "2026-12-05T13:00"),
            ("2026-12-05T00:00:00Z", "2026-12-05"),
            ("05.12.2026", "2026-12-05"),
            ("5.12.26", "2026-12-05"),
            ("5.12.2026 8:05", "2026-12-05T08:05"),
            ("12/5/2026", "2026-12-05"),
            ("25/12/2026", "2026-12-25"),
            ("12/5/2026 5:30 PM", "2026-12-05T17:30"),
            ("12/5/2026 12:00 AM", "2026-12-05T00:00"),
            ("5 Dec 2026", "2026-12-05"),
            ("Dec 5, 2026", "2026-12-05"),
            ("December 5th, 2026 5pm", "2026-12-05T17:00"),
            ("5. Dezember 2026", "2026-12-05"),
            ("5. Mär. 2026 9 Uhr", "2026-03-05T09:00"),
            ("5 de diciembre de 2026", "2026-12-05"),
            ("46361", "2026-12-05"),
        ] {
            assert_eq!(due(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "soon", "31/02/2026", "2026-13-01", "5 Dec", "12/5", "99999", "1", "12:30", "5 5 Dec 2026"] {
            assert_eq!(due(text), None, "{text}");
        }
    }

    #[test]
    fn large_numbers_show_the_order_of_day_and_month() {
        assert_eq!(tells_day_first("25/12/2026"), Some(true));
        assert_eq!(tells_day_first("12/25/2026 5:00"), Some(false));
        assert_eq!(tells_day_first("5/12/2026"), None);
        assert_eq!(tells_day_first("2026-12-25"), None);
        assert!(read("5/12/2026", true).unwrap().is_ambiguous);
        assert!(!read("5/5/2026", true).unwrap().is_ambiguous);
        assert_eq!(read("5/12/2026", true).unwrap().day.to_string(), "2026-12-05");
    }

    #[test]
    fn moments_are_in_the_time_zone_of_the_user() {
        let names = ImportNames::default();
        let context = ImportContext { now: Timestamp::from_millis(0), utc_offset: &|_| 60, names: &names };
        let moment = |text| read(text, false).unwrap().moment(&context).to_string();
        assert_eq!(moment("2026-12-05"), "2026-12-04T23:00:00.000Z");
        assert_eq!(moment("2026-12-05T10:00:00-02:00"), "2026-12-05T12:00:00.000Z");
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in any::<String>(), dates in "[0-9a-z:./ -]{0,20}", is_day_first: bool) {
            for text in [text, dates] {
                let _ = (due(&text), read(&text, is_day_first), tells_day_first(&text));
            }
        }
    }
}
