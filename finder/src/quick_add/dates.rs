//! Days and times in English, such as "next friday", "dec 5th" and "5pm".

use super::Context;
use super::parse::Line;
use core_wasm::protocol::time::LocalDay;

/// Minutes after midnight.
pub(super) type Minute = u32;

const DAY_MINUTES: i64 = 24 * 60;
pub(super) const MORNING: Minute = 9 * 60;
const NOON: Minute = 12 * 60;
const AFTERNOON: Minute = 14 * 60;
pub(super) const EVENING: Minute = 19 * 60;
const NIGHT: Minute = 20 * 60;

/// Words after which a day is not the due date, as in "last friday".
const EXCLUDING: [&str; 9] = ["last", "since", "before", "after", "than", "past", "previous", "from", "between"];
/// Words that are part of the name of a day, as in "Black Friday".
const DAY_NAMES: [&str; 8] = ["black", "good", "cyber", "easter", "ash", "palm", "shrove", "fat"];
/// Words after which "sun", "sat", "wed" and "may" are no dates.
const ORDINARY: [&str; 21] = [
    "the", "a", "an", "of", "in", "i", "he", "she", "we", "they", "you", "it", "who", "that", "this", "my", "your",
    "our", "their", "his", "her",
];
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The current time, and how dates are written.
pub(super) struct Now {
    pub(super) today: LocalDay,
    pub(super) minute: Minute,
    /// The day on which the card is due if the line names none.
    pub(super) due_day: Option<LocalDay>,
    /// 1 (Monday) to 7 (Sunday).
    week_start: i64,
    is_day_first: bool,
}

impl Now {
    /// Reads the time of a context. `None` if it is invalid.
    pub(super) fn new(context: &Context) -> Option<Self> {
        let (day, time) = context.now.split_once('T')?;
        let (hour, minute) = time.split_once(':')?;
        let minute = number(hour, 23)? * 60 + number(minute, 59)?;
        let week_start = i64::from(context.week_start.clamp(1, 7));
        let due_day = context.due_day.as_deref().and_then(LocalDay::parse);
        Some(Self { today: LocalDay::parse(day)?, minute, due_day, week_start, is_day_first: context.is_day_first })
    }

    /// Returns the same time on another day.
    pub(super) fn on(&self, today: LocalDay) -> Self {
        Self { today, ..*self }
    }

    /// Returns the day some days after today. `None` outside of the years that are supported.
    fn day_in(&self, days: i64) -> Option<LocalDay> {
        plus_days(self.today, days)
    }

    /// Returns the first day on a weekday from a day on.
    fn weekday_from(&self, weekday: u8, first: i64) -> Option<LocalDay> {
        self.day_in(first + (i64::from(weekday) - weekday_of(self.today) - first).rem_euclid(7))
    }

    /// Returns how many days the next week is away.
    fn days_to_next_week(&self) -> i64 {
        7 - (weekday_of(self.today) - self.week_start).rem_euclid(7)
    }

    /// Returns the next date of a month, today included.
    pub(super) fn next_date(&self, month: u32, day: u32) -> Option<LocalDay> {
        let (year, ..) = date_of(self.today)?;
        // The 29th of February may be eight years away.
        (year..=year + 8).filter_map(|year| day_of(year, month, day)).find(|day| *day >= self.today)
    }

    /// Returns the next day that is the given one of its month, today included.
    pub(super) fn next_day_of_month(&self, day: u32) -> Option<LocalDay> {
        let (year, month, _) = date_of(self.today)?;
        (0..12).filter_map(|later| day_in_month(year, month + later, day)).find(|day| *day >= self.today)
    }

    /// Returns the first day, from today on, on one of the weekdays.
    pub(super) fn first_of_weekdays(&self, weekdays: &[u8], first: i64) -> Option<LocalDay> {
        weekdays.iter().filter_map(|weekday| self.weekday_from(*weekday, first)).min()
    }
}

/// A day, or a time, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct When {
    pub(super) day: Option<LocalDay>,
    pub(super) minute: Option<Minute>,
}

impl When {
    fn day(day: LocalDay) -> Self {
        Self { day: Some(day), minute: None }
    }

    fn minute(minute: Minute) -> Self {
        Self { day: None, minute: Some(minute) }
    }
}

/// What was read, and the word after it.
pub(super) struct Read<T> {
    pub(super) value: T,
    pub(super) next: usize,
    /// Whether it may mean something else, such as "sun". It counts only at the end, or before something understood.
    pub(super) is_weak: bool,
}

impl<T> Read<T> {
    pub(super) fn new(value: T, next: usize) -> Self {
        Self { value, next, is_weak: false }
    }

    /// Changes the value.
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Read<U> {
        Read { value: change(self.value), next: self.next, is_weak: self.is_weak }
    }

    fn weak(self) -> Self {
        Self { is_weak: true, ..self }
    }
}

/// Reads a due date with the preposition before it, as in "by friday" and "at 5pm".
pub(super) fn due(line: &Line, at: usize, now: &Now, repeats: bool) -> Option<Read<When>> {
    let mut next = at;
    let mut is_clear = false;
    if line.word(next) == "due" {
        (next, is_clear) = (next + 1, true);
    }
    let preposition = line.word_after(next, at);
    match preposition {
        "on" | "by" | "until" | "till" => (next, is_clear) = (next + 1, true),
        "starting" | "beginning" => {
            (next, is_clear) = (next + 1 + usize::from(line.word_after(next + 1, at) == "on"), true);
        }
        "from" if repeats => (next, is_clear) = (next + 1, true),
        "at" | "for" => next += 1,
        _ => {}
    }
    let is_end = line.word_after(next, at) == "the" && line.word_after(next + 1, at) == "end";
    next += usize::from(is_end);
    if next > at && line.word_after(next, at).is_empty() {
        return None;
    }
    let before = if at == next { line.before(at) } else { "" };
    let read = if preposition == "at" && !is_end { None } else { day(line, next, now, before) };
    let read = read.or_else(|| time(line, next, preposition == "at").map(|read| read.map(When::minute)))?;
    Some(Read { is_weak: read.is_weak && !is_clear, ..read })
}

/// Reads a day, and the part of the day after it.
fn day(line: &Line, at: usize, now: &Now, before: &str) -> Option<Read<When>> {
    if EXCLUDING.contains(&before) {
        return None;
    }
    let read =
        named_day(line, at, now, before).or_else(|| relative(line, at, now)).or_else(|| date(line, at, now, before))?;
    if read.value.minute.is_some() {
        return Some(read);
    }
    Some(match part_of_day(line.word_after(read.next, at)) {
        Some(minute) => Read::new(When { minute: Some(minute), ..read.value }, read.next + 1),
        None => read,
    })
}

fn named_day(line: &Line, at: usize, now: &Now, before: &str) -> Option<Read<When>> {
    let next_word = || line.word_after(at + 1, at);
    let word = line.word(at);
    let one = |days| Some(Read::new(When::day(now.day_in(days)?), at + 1));
    match word {
        "today" | "tod" => one(0),
        "tomorrow" | "tmr" | "tmrw" => one(1),
        "tonight" => Some(Read::new(When { day: Some(now.today), minute: Some(NIGHT) }, at + 1)),
        "the" if line.has_words(at + 1, &["day", "after", "tomorrow"]) => {
            Some(Read::new(When::day(now.day_in(2)?), at + 4))
        }
        "day" if line.has_words(at + 1, &["after", "tomorrow"]) => Some(Read::new(When::day(now.day_in(2)?), at + 3)),
        "the" => match ordinal(next_word()) {
            Some(_) if month_date(line, at + 1).is_some() => date(line, at + 1, now, ""),
            Some(day) => Some(Read::new(When::day(now.next_day_of_month(day)?), at + 2).weak()),
            None => None,
        },
        "this" | "coming" => {
            let day = match next_word() {
                // The day itself is followed by the part of the day.
                "morning" | "afternoon" | "evening" if word == "this" => return one(0),
                "weekend" => now.weekday_from(6, 0)?,
                name => now.weekday_from(weekday(name)?.number, 0)?,
            };
            Some(Read::new(When::day(day), at + 2))
        }
        "next" => {
            let (year, month, _) = date_of(now.today)?;
            let day = match next_word() {
                "week" => now.weekday_from(1, now.days_to_next_week())?,
                "weekend" => now.weekday_from(6, now.days_to_next_week())?,
                "month" => day_in_month(year, month + 1, 1)?,
                "year" => day_of(year + 1, 1, 1)?,
                name => now.weekday_from(weekday(name)?.number, now.days_to_next_week())?,
            };
            Some(Read::new(When::day(day), at + 2))
        }
        "eom" => Some(Read::new(When::day(end_of_month(now.today)?), at + 1)),
        "end" if next_word() == "of" => {
            let unit = at + 2 + usize::from(matches!(line.word_after(at + 2, at), "the" | "this"));
            let day = match line.word_after(unit, at) {
                "month" => end_of_month(now.today)?,
                "year" => day_of(date_of(now.today)?.0, 12, 31)?,
                _ => return None,
            };
            Some(Read::new(When::day(day), unit + 1))
        }
        _ => {
            let Weekday { number, is_short } = weekday(word)?;
            if DAY_NAMES.contains(&before) || (is_short && ORDINARY.contains(&before)) {
                return None;
            }
            let read = Read::new(When::day(now.weekday_from(number, 1)?), at + 1);
            Some(if is_short { read.weak() } else { read })
        }
    }
}

/// Reads a time from now, such as "in 3 days".
fn relative(line: &Line, at: usize, now: &Now) -> Option<Read<When>> {
    if line.word(at) != "in" {
        return None;
    }
    let count = i64::from(match line.word_after(at + 1, at) {
        "a" | "an" => 1,
        word => small_number(word)?,
    });
    let (year, month, day) = date_of(now.today)?;
    let months = |count: i64| {
        let month = i64::from(month) + count;
        (1..=day).rev().find_map(|day| day_in_month(year, u32::try_from(month).ok()?, day))
    };
    let day = match line.word_after(at + 2, at) {
        "day" | "days" => now.day_in(count)?,
        "week" | "weeks" => now.day_in(count * 7)?,
        "month" | "months" => months(count)?,
        "year" | "years" => months(count * 12)?,
        unit => {
            let minutes = match unit {
                "hour" | "hours" => count * 60,
                "minute" | "minutes" | "min" | "mins" => count,
                _ => return None,
            };
            let total = i64::from(now.minute) + minutes;
            let minute = Some(total.rem_euclid(DAY_MINUTES) as Minute);
            return Some(Read::new(When { day: now.day_in(total / DAY_MINUTES), minute }, at + 3));
        }
    };
    Some(Read::new(When::day(day), at + 3))
}

/// Reads a date, such as "5 dec", "dec 5th, 2027", "5/12" and "2027-01-05".
fn date(line: &Line, at: usize, now: &Now, before: &str) -> Option<Read<When>> {
    if let Some(found) = month_date(line, at) {
        let (month, day) = found.value;
        if month == 5 && line.word(at) == "may" && ORDINARY.contains(&before) {
            return None;
        }
        let year = if line.word(found.next).len() == 4 && matches!(line.punctuation_before(found.next), "" | ",") {
            number(line.word(found.next), 9999)
        } else {
            None
        };
        return Some(match year {
            Some(year) => Read::new(When::day(day_of(year as i32, month, day)?), found.next + 1),
            None => Read::new(When::day(now.next_date(month, day)?), found.next),
        });
    }
    let word = line.word(at);
    if let Some(day) = ordinal(word) {
        let day = now.next_day_of_month(day)?;
        return if ORDINARY.contains(&before) { None } else { Some(Read::new(When::day(day), at + 1).weak()) };
    }
    let separator = word.chars().find(|character| !character.is_ascii_digit())?;
    let parts: Vec<u32> =
        word.trim_end_matches('.').split(separator).map(|part| number(part, 9999)).collect::<Option<_>>()?;
    let this_year = date_of(now.today)?.0;
    // A number such as 5.12.1 is a version.
    let year_of = |year: u32| {
        let full = if year < 100 { this_year / 100 * 100 + year.cast_signed() } else { year.cast_signed() };
        let is_year = year >= 1000 || (year >= 10 && (this_year..this_year + 20).contains(&full));
        is_year.then_some(full)
    };
    let day = match (separator, parts.as_slice()) {
        ('-' | '/', &[year, month, day]) if year >= 1000 => day_of(year as i32, month, day)?,
        ('.', &[day, month, year]) => day_of(year_of(year)?, month, day)?,
        ('.', &[day, month]) if word.ends_with('.') => now.next_date(month, day)?,
        ('/', &[first, second, year]) => {
            let (month, day) = now.month_and_day(first, second);
            day_of(year_of(year)?, month, day)?
        }
        ('/', &[first, second]) if (first, second) != (24, 7) => {
            let (month, day) = now.month_and_day(first, second);
            // It may be a fraction.
            return Some(Read::new(When::day(now.next_date(month, day)?), at + 1).weak());
        }
        _ => return None,
    };
    Some(Read::new(When::day(day), at + 1))
}

impl Now {
    /// Returns the month and the day of two numbers in the usual order. If that is impossible, the other order counts.
    fn month_and_day(&self, first: u32, second: u32) -> (u32, u32) {
        let is_day_first = if self.is_day_first { second <= 12 } else { first > 12 };
        if is_day_first { (second, first) } else { (first, second) }
    }
}

/// Reads a day of a month, such as "5 dec", "5th of december" and "december 5th".
pub(super) fn month_date(line: &Line, at: usize) -> Option<Read<(u32, u32)>> {
    if let Some(month) = month(line.word(at)) {
        let day = day_number(line.word_after(at + 1, at))?;
        return Some(Read::new((month, day), at + 2));
    }
    let day = day_number(line.word(at))?;
    let name = at + 1 + usize::from(line.word_after(at + 1, at) == "of");
    let month = month(line.word_after(name, at))?;
    day_of(2024, month, day)?;
    Some(Read::new((month, day), name + 1))
}

/// Reads a time of day, such as "5pm", "5 pm", "17:00" and "noon".
fn time(line: &Line, at: usize, is_clear: bool) -> Option<Read<Minute>> {
    let word = line.word(at);
    match word {
        "noon" => {
            let read = Read::new(NOON, at + 1);
            return Some(if is_clear { read } else { read.weak() });
        }
        "midnight" if is_clear => return Some(Read::new(0, at + 1)),
        "in" if line.word_after(at + 1, at) == "the" => {
            let minute = part_of_day(line.word_after(at + 2, at))?;
            return Some(Read::new(minute, at + 3).weak());
        }
        _ => {}
    }
    let (digits, half, next) = if let Some(digits) = word.strip_suffix("am") {
        (digits, Some(0), at + 1)
    } else if let Some(digits) = word.strip_suffix("pm") {
        (digits, Some(NOON), at + 1)
    } else {
        match line.word_after(at + 1, at) {
            "am" => (word, Some(0), at + 2),
            "pm" => (word, Some(NOON), at + 2),
            _ => (word, None, at + 1),
        }
    };
    let (hour, minute) = match digits.split_once([':', '.']) {
        Some((_, minute)) if minute.len() != 2 => return None,
        Some((_, _)) if half.is_none() && digits.contains('.') => return None,
        Some((hour, minute)) => (hour, number(minute, 59)?),
        None if half.is_some() => (digits, 0),
        None => return None,
    };
    let hour = match half {
        Some(half) => (number(hour, 12).filter(|hour| *hour > 0)? % 12) * 60 + half,
        None => number(hour, 23)? * 60,
    };
    Some(Read::new(hour + minute, next))
}

/// Returns when a part of the day begins.
fn part_of_day(name: &str) -> Option<Minute> {
    Some(match name {
        "morning" => MORNING,
        "afternoon" => AFTERNOON,
        "evening" => EVENING,
        "night" => NIGHT,
        _ => return None,
    })
}

/// A weekday.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weekday {
    /// 1 (Monday) to 7 (Sunday).
    pub(super) number: u8,
    /// Whether its name is shortened, so that it may be another word.
    is_short: bool,
}

/// Returns the weekday of a name.
pub(super) fn weekday(name: &str) -> Option<Weekday> {
    let (number, is_short) = match name {
        "monday" => (1, false),
        "tuesday" => (2, false),
        "wednesday" => (3, false),
        "thursday" => (4, false),
        "friday" => (5, false),
        "saturday" => (6, false),
        "sunday" => (7, false),
        "mon" => (1, true),
        "tue" | "tues" => (2, true),
        "wed" | "weds" => (3, true),
        "thu" | "thur" | "thurs" => (4, true),
        "fri" => (5, true),
        "sat" => (6, true),
        "sun" => (7, true),
        _ => return None,
    };
    Some(Weekday { number, is_short })
}

fn month(name: &str) -> Option<u32> {
    Some(match name {
        "jan" | "january" => 1,
        "feb" | "february" => 2,
        "mar" | "march" => 3,
        "apr" | "april" => 4,
        "may" => 5,
        "jun" | "june" => 6,
        "jul" | "july" => 7,
        "aug" | "august" => 8,
        "sep" | "sept" | "september" => 9,
        "oct" | "october" => 10,
        "nov" | "november" => 11,
        "dec" | "december" => 12,
        _ => return None,
    })
}

/// Returns the day of a month, with its ending or without: "5" or "5th".
fn day_number(word: &str) -> Option<u32> {
    ordinal(word).or_else(|| number(word, 31).filter(|day| *day > 0))
}

/// Returns the day of a month that is written with its ending, such as "3rd".
pub(super) fn ordinal(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|character: char| character.is_ascii_lowercase());
    let day = number(digits, 31).filter(|day| *day > 0)?;
    let ending = match day {
        1 | 21 | 31 => "st",
        2 | 22 => "nd",
        3 | 23 => "rd",
        _ => "th",
    };
    (word.strip_prefix(digits) == Some(ending)).then_some(day)
}

/// Returns a number from 1 to 999, in digits or up to twelve in words.
pub(super) fn small_number(word: &str) -> Option<u32> {
    let named = NUMBERS.iter().position(|name| *name == word).map(|index| index as u32 + 1);
    named.or_else(|| number(word, 999).filter(|count| *count > 0))
}

/// Returns a number in digits, if it is not above a limit.
pub(super) fn number(digits: &str, max: u32) -> Option<u32> {
    let is_number = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok().filter(|number| *number <= max) } else { None }
}

/// Returns the number of the weekday of a day: 1 (Monday) to 7 (Sunday).
fn weekday_of(day: LocalDay) -> i64 {
    // 1970-01-01 was a Thursday.
    (day.days_since_epoch() + 3).rem_euclid(7) + 1
}

/// Returns a day some days later. `None` after the year 9999.
pub(super) fn plus_days(day: LocalDay, days: i64) -> Option<LocalDay> {
    // The first day of the year 10000.
    let number = day.days_since_epoch() + days;
    (number < 2_932_897).then(|| LocalDay::from_days_since_epoch(number))
}

fn day_of(year: i32, month: u32, day: u32) -> Option<LocalDay> {
    LocalDay::parse(&format!("{year:04}-{month:02}-{day:02}"))
}

/// Returns the day of a month that may lie in a later year, if its number is above 12.
fn day_in_month(year: i32, month: u32, day: u32) -> Option<LocalDay> {
    let index = month - 1;
    day_of(year + (index / 12).cast_signed(), index % 12 + 1, day)
}

fn end_of_month(day: LocalDay) -> Option<LocalDay> {
    let (year, month, _) = date_of(day)?;
    (28..=31).rev().find_map(|day| day_of(year, month, day))
}

fn date_of(day: LocalDay) -> Option<(i32, u32, u32)> {
    let text = day.to_string();
    let mut parts = text.split('-').map(|part| number(part, 9999));
    Some((parts.next()??.cast_signed(), parts.next()??, parts.next()??))
}
