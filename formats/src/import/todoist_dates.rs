//! The dates of Todoist, which are in the words of the user: "tomorrow at 9am", "every mon, wed", "jeden 15. des Monats".

use super::dates::{self, due_at, month_of, named_date, ordinal, take_time};
use super::draft;
use core_wasm::protocol::record::{Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::{DueDate, LocalDay};

/// A date as it is understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TodoistDate {
    /// The due date.
    pub(crate) due_date: DueDate,
    /// How it repeats.
    pub(crate) recurrence: Option<Recurrence>,
    /// Whether the day depends on the day of the import: the year is missing, it is relative, or it is the first occurrence.
    pub(crate) is_assumed: bool,
    /// Whether it repeats in a way that cards cannot: every few hours, or on the third Friday.
    pub(crate) is_recurrence_dropped: bool,
}

/// The words of a language.
struct Language {
    code: &'static str,
    today: &'static [&'static str],
    tomorrow: &'static [&'static str],
    yesterday: &'static [&'static str],
    every: &'static [&'static str],
    other: &'static [&'static str],
    last: &'static [&'static str],
    days: &'static [&'static str],
    weeks: &'static [&'static str],
    months: &'static [&'static str],
    quarters: &'static [&'static str],
    years: &'static [&'static str],
    hours: &'static [&'static str],
    workdays: &'static [&'static str],
    weekends: &'static [&'static str],
    daily: &'static [&'static str],
    weekly: &'static [&'static str],
    monthly: &'static [&'static str],
    quarterly: &'static [&'static str],
    half_yearly: &'static [&'static str],
    yearly: &'static [&'static str],
    /// "In" before a number of days.
    within: &'static [&'static str],
    /// "Until" before the last day.
    until: &'static [&'static str],
    /// "Starting" before the first day.
    starting: &'static [&'static str],
    /// Words without a meaning of their own.
    ignored: &'static [&'static str],
    /// Times of day by their names, in minutes.
    times: &'static [(&'static str, u32)],
    /// The weekdays from Monday. Words of at least as many letters as the number mean the day, too.
    weekdays: [&'static [&'static str]; 7],
}

const LANGUAGES: [Language; 3] = [
    Language {
        code: "en",
        today: &["today", "tod"],
        tomorrow: &["tomorrow", "tom"],
        yesterday: &["yesterday"],
        every: &["every", "every!", "each", "ev", "after"],
        other: &["other"],
        last: &["last"],
        days: &["day", "days"],
        weeks: &["week", "weeks"],
        months: &["month", "months"],
        quarters: &["quarter", "quarters"],
        years: &["year", "years"],
        hours: &["hour", "hours", "minute", "minutes"],
        workdays: &["workday", "workdays", "weekday", "weekdays"],
        weekends: &["weekend", "weekends"],
        daily: &["daily"],
        weekly: &["weekly"],
        monthly: &["monthly"],
        quarterly: &["quarterly"],
        half_yearly: &[],
        yearly: &["yearly", "annually"],
        within: &["in"],
        until: &["until", "ending"],
        starting: &["starting", "from"],
        ignored: &["at", "on", "the", "of", "and", "@"],
        times: &[
            ("morning", 540),
            ("noon", 720),
            ("afternoon", 720),
            ("evening", 1_140),
            ("night", 1_320),
            ("midnight", 0),
        ],
        weekdays: [
            &["monday", "mondays"],
            &["tuesday", "tuesdays"],
            &["wednesday", "wednesdays"],
            &["thursday", "thursdays"],
            &["friday", "fridays"],
            &["saturday", "saturdays"],
            &["sunday", "sundays"],
        ],
    },
    Language {
        code: "de",
        today: &["heute"],
        tomorrow: &["morgen"],
        yesterday: &["gestern"],
        every: &["jeden", "jede", "jedes", "jeder", "jeden!", "jede!", "jedes!", "alle", "alle!"],
        other: &["zweiten", "zweite", "zweites"],
        last: &["letzten", "letzter"],
        days: &["tag", "tage", "tagen"],
        weeks: &["woche", "wochen"],
        months: &["monat", "monate", "monaten", "monats"],
        quarters: &["quartal", "quartale"],
        years: &["jahr", "jahre", "jahren"],
        hours: &["stunde", "stunden", "minuten"],
        workdays: &["werktag", "werktage", "arbeitstag", "wochentag"],
        weekends: &["wochenende"],
        daily: &["täglich"],
        weekly: &["wöchentlich"],
        monthly: &["monatlich"],
        quarterly: &["vierteljährlich"],
        half_yearly: &["halbjährlich"],
        yearly: &["jährlich"],
        within: &["in"],
        until: &["bis"],
        starting: &["ab", "beginnend"],
        ignored: &["um", "am", "den", "der", "des", "im", "und", "@"],
        times: &[
            ("früh", 540),
            ("mittags", 720),
            ("mittag", 720),
            ("nachmittags", 720),
            ("abends", 1_140),
            ("abend", 1_140),
            ("nachts", 1_320),
            ("mitternacht", 0),
        ],
        weekdays: [
            &["montag", "montags", "mo"],
            &["dienstag", "dienstags", "di"],
            &["mittwoch", "mittwochs", "mi"],
            &["donnerstag", "donnerstags", "do"],
            &["freitag", "freitags", "fr"],
            &["samstag", "samstags", "sonnabend", "sa"],
            &["sonntag", "sonntags", "so"],
        ],
    },
    Language {
        code: "es",
        today: &["hoy"],
        tomorrow: &["mañana"],
        yesterday: &["ayer"],
        every: &["cada", "cada!", "todos", "todas"],
        other: &[],
        last: &["último", "ultimo"],
        days: &["día", "días", "dia", "dias"],
        weeks: &["semana", "semanas"],
        months: &["mes", "meses"],
        quarters: &["trimestre", "trimestres"],
        years: &["año", "años"],
        hours: &["hora", "horas", "minutos"],
        workdays: &["laborable", "laborables"],
        weekends: &[],
        daily: &["diario", "diariamente"],
        weekly: &["semanalmente", "semanal"],
        monthly: &["mensualmente", "mensual"],
        quarterly: &["trimestral"],
        half_yearly: &["semestral"],
        yearly: &["anualmente", "anual"],
        within: &["en"],
        until: &["hasta"],
        starting: &["desde"],
        ignored: &["a", "las", "la", "los", "el", "de", "del", "y", "@"],
        times: &[("mediodía", 720), ("tarde", 720), ("noche", 1_140), ("medianoche", 0)],
        weekdays: [
            &["lunes"],
            &["martes"],
            &["miércoles", "miercoles"],
            &["jueves"],
            &["viernes"],
            &["sábado", "sábados", "sabado"],
            &["domingo", "domingos"],
        ],
    },
];

/// Reads a date in a language of Todoist such as `en` or `pt_BR`; empty for English. Returns `None` unless all of it is
/// understood.
pub(crate) fn read(text: &str, language: &str, today: LocalDay) -> Option<TodoistDate> {
    // Numbers alone mean the same in all languages.
    if let Some(date) = dates::read(text, true).filter(|date| !date.is_serial) {
        let due_date = match date.minute {
            Some(minute) => due_at(date.day, minute)?,
            None => draft::day(date.day)?,
        };
        return Some(TodoistDate {
            due_date,
            recurrence: None,
            is_assumed: date.is_ambiguous,
            is_recurrence_dropped: false,
        });
    }
    let code = if language.trim().is_empty() { "en" } else { language.trim() };
    let language = LANGUAGES.iter().find(|known| known.code == code)?;
    let words = dates::words(text);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    // "At 10" is a time without a unit.
    let spoken: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let at = spoken.iter().position(|word| ["at", "um", "las", "@"].contains(&word.as_str()));
    let hour = at.and_then(|at| spoken.get(at + 1)?.parse::<u32>().ok()).filter(|hour| *hour < 24);
    let mut time = None;
    if let (Some(at), Some(hour)) = (at, hour)
        && !spoken.get(at + 2).is_some_and(|word| ["am", "pm", "uhr"].contains(&word.as_str()))
    {
        time = Some(hour * 60);
        words.drain(at..=at + 1);
    }
    let reader = Reader { language, today };
    let (mut words, clock) = take_time(&words)?;
    time = time.or(clock);
    if let Some(at) = words.iter().position(|word| reader.named_time(word).is_some()) {
        // A day can come before its name: "tomorrow morning".
        if time.is_none() && (words.len() > 1 || !language.tomorrow.contains(&words[at])) {
            time = reader.named_time(words.remove(at));
        }
    }
    let until = reader.take_day_after(&mut words, language.until)?;
    let starting = reader.take_day_after(&mut words, language.starting)?;
    let has_time = time.is_some();
    let parsed = reader.read(&words, starting, has_time)?;
    let due_date = match time {
        Some(minute) => due_at(parsed.day, minute)?,
        None => draft::day(parsed.day)?,
    };
    let mut recurrence = parsed.recurrence;
    if let Some(recurrence) = &mut recurrence {
        recurrence.until = until;
    } else if until.is_some() && !parsed.is_recurrence_dropped {
        return None;
    }
    let is_assumed = parsed.is_assumed;
    Some(TodoistDate { due_date, recurrence, is_assumed, is_recurrence_dropped: parsed.is_recurrence_dropped })
}

/// A day with how it repeats.
struct Parsed {
    day: LocalDay,
    recurrence: Option<Recurrence>,
    is_assumed: bool,
    is_recurrence_dropped: bool,
}

struct Reader {
    language: &'static Language,
    today: LocalDay,
}

impl Reader {
    /// Reads words without a time of day. Without words, the time is one of today.
    fn read(&self, words: &[&str], starting: Option<LocalDay>, has_time: bool) -> Option<Parsed> {
        let first = starting.unwrap_or(self.today);
        // "15 of the month" is a day of each month.
        let is_of_month = words.last().is_some_and(|last| self.language.months.contains(last));
        let of = words.iter().position(|word| is_of_month && ["of", "des", "del", "de"].contains(word));
        let words = &words[..of.unwrap_or(words.len())];
        let words: Vec<&str> = words.iter().copied().filter(|word| !self.language.ignored.contains(word)).collect();
        if words.is_empty() {
            let parsed = Parsed { day: first, recurrence: None, is_assumed: true, is_recurrence_dropped: false };
            return (has_time || starting.is_some()).then_some(parsed);
        }
        if let Some(day) = self.day(&words) {
            let is_assumed =
                !words.iter().any(|word| word.len() >= 4 && word.contains(&year_and_month(day).0.to_string()));
            return Some(Parsed { day, recurrence: None, is_assumed, is_recurrence_dropped: false });
        }
        self.recurring(&words, first)
    }

    /// Reads a single day: "tomorrow", "in 3 days", "friday", "5 dec".
    fn day(&self, words: &[&str]) -> Option<LocalDay> {
        let language = self.language;
        let later = |days: i64| LocalDay::from_days_since_epoch(self.today.days_since_epoch() + days);
        match words {
            [word] if language.today.contains(word) => return Some(self.today),
            [word] if language.tomorrow.contains(word) => return Some(later(1)),
            [word] if language.yesterday.contains(word) => return Some(later(-1)),
            [word] => {
                if let Some(weekday) = self.weekday(word) {
                    return Some(next_weekday(self.today, &[weekday]));
                }
            }
            [within, number, unit] if language.within.contains(within) => {
                let number: i64 = number.parse().ok().filter(|number| (0..=3_650).contains(number))?;
                return match self.unit(unit)? {
                    (RecurrenceUnit::Days, step) => Some(later(number * i64::from(step))),
                    (RecurrenceUnit::Weeks, step) => Some(later(number * i64::from(step) * 7)),
                    (RecurrenceUnit::Months, step) => later_month(self.today, number * i64::from(step)),
                    (RecurrenceUnit::Years, step) => later_month(self.today, number * i64::from(step) * 12),
                };
            }
            _ => {}
        }
        if let Some(date) = dates::read(&words.join(" "), true).filter(|date| !date.is_serial) {
            return Some(date.day);
        }
        let (year, month, day) = named_date(words)?;
        // A day without a year is one of this year, even if it is over.
        dates::day_of(year.unwrap_or_else(|| year_and_month(self.today).0), month, day)
    }

    /// Reads a recurrence whose first occurrence is on a day or later.
    fn recurring(&self, words: &[&str], first: LocalDay) -> Option<Parsed> {
        let language = self.language;
        let simple = |every: u32, unit: RecurrenceUnit, is_workdays: bool| {
            let weekdays: Vec<u8> = if is_workdays { (1..=5).collect() } else { vec![] };
            let day = if is_workdays { next_weekday(first, &weekdays) } else { first };
            Some(recurs(day, recurrence(every, unit, weekdays)))
        };
        let (start, rest) = words.split_first()?;
        if rest.is_empty() {
            return match start {
                word if language.daily.contains(word) => simple(1, RecurrenceUnit::Days, false),
                word if language.weekly.contains(word) => simple(1, RecurrenceUnit::Weeks, false),
                word if language.monthly.contains(word) => simple(1, RecurrenceUnit::Months, false),
                word if language.quarterly.contains(word) => simple(3, RecurrenceUnit::Months, false),
                word if language.half_yearly.contains(word) => simple(6, RecurrenceUnit::Months, false),
                word if language.yearly.contains(word) => simple(1, RecurrenceUnit::Years, false),
                _ => None,
            };
        }
        if !language.every.contains(start) {
            return None;
        }
        let mut parsed = self.every(rest, first)?;
        if let Some(recurrence) = &mut parsed.recurrence {
            recurrence.from_completion = start.ends_with('!') || *start == "after";
        }
        Some(parsed)
    }

    /// Reads what follows "every".
    fn every(&self, words: &[&str], first: LocalDay) -> Option<Parsed> {
        let language = self.language;
        let dropped = || Parsed { day: first, recurrence: None, is_assumed: true, is_recurrence_dropped: true };
        match words {
            [unit] if language.hours.contains(unit) => return Some(dropped()),
            [_, unit] if language.hours.contains(unit) => return Some(dropped()),
            [unit] if language.workdays.contains(unit) => {
                let weekdays = vec![1, 2, 3, 4, 5];
                return Some(recurs(next_weekday(first, &weekdays), recurrence(1, RecurrenceUnit::Weeks, weekdays)));
            }
            // "Cada día laborable".
            [_, unit] if language.code == "es" && language.workdays.contains(unit) => {
                return self.every(&[unit], first);
            }
            [unit] if language.weekends.contains(unit) => {
                return Some(recurs(next_weekday(first, &[6]), recurrence(1, RecurrenceUnit::Weeks, vec![6])));
            }
            [unit] => {
                if let Some((unit, step)) = self.unit(unit) {
                    return Some(recurs(first, recurrence(step, unit, vec![])));
                }
            }
            [number, unit] => {
                if let Some((unit, step)) = self.unit(unit)
                    && let Some(number) = self.number(number)
                {
                    let every = number.checked_mul(step).filter(|every| (1..=365).contains(every))?;
                    return Some(recurs(first, recurrence(every, unit, vec![])));
                }
            }
            _ => {}
        }
        // Weekdays: "mon wed", "other friday".
        let (every, names) = match words.split_first() {
            Some((other, names)) if language.other.contains(other) && !names.is_empty() => (2, names),
            _ => (1, words),
        };
        if let Some(mut weekdays) = names.iter().map(|name| self.weekday(name)).collect::<Option<Vec<u8>>>() {
            weekdays.sort_unstable();
            weekdays.dedup();
            let day = next_weekday(first, &weekdays);
            return Some(recurs(day, recurrence(every, RecurrenceUnit::Weeks, weekdays)));
        }
        match words {
            // "Last day", of a month.
            [last, day] if language.last.contains(last) && language.days.contains(day) => {
                let day = last_day_of_month(first)?;
                let monthly = Recurrence { day_of_month: Some(31), ..recurrence(1, RecurrenceUnit::Months, vec![]) };
                return Some(recurs(day, monthly));
            }
            // "27th".
            [day] => {
                if let Some(day_of_month) = ordinal(day) {
                    let (day, rest) = next_day_of_month(first, day_of_month)?;
                    let monthly = Recurrence { day_of_month: rest, ..recurrence(1, RecurrenceUnit::Months, vec![]) };
                    return Some(recurs(day, monthly));
                }
            }
            // "3rd friday", "last friday".
            [position, name] => {
                if let Some(weekday) = self.weekday(name)
                    && (ordinal(position).is_some() || language.last.contains(position))
                {
                    let day = nth_weekday(first, ordinal(position), weekday)?;
                    return Some(Parsed { day, ..dropped() });
                }
            }
            _ => {}
        }
        // "Jan 27th".
        if words.iter().any(|word| month_of(word).is_some()) {
            let (None, month, day) = named_date(words)? else { return None };
            let (year, _) = year_and_month(first);
            let day = (year..year + 9).filter_map(|year| dates::day_of(year, month, day)).find(|day| *day >= first)?;
            return Some(recurs(day, recurrence(1, RecurrenceUnit::Years, vec![])));
        }
        None
    }

    /// Takes a day after one of these words out of the words. `None` if there is such a word without a day.
    fn take_day_after(&self, words: &mut Vec<&str>, after: &[&str]) -> Option<Option<LocalDay>> {
        let Some(at) = words.iter().position(|word| after.contains(word)) else { return Some(None) };
        let taken: Vec<&str> = words.drain(at..).collect();
        let taken: Vec<&str> =
            taken[1..].iter().copied().filter(|word| !self.language.ignored.contains(word)).collect();
        // "Starting at 7pm" has only a time, which is taken already.
        if taken.is_empty() {
            return Some(None);
        }
        self.day(&taken).map(Some)
    }

    /// Returns the minute of a time such as "morning".
    fn named_time(&self, word: &str) -> Option<u32> {
        self.language.times.iter().find(|(name, _)| *name == word).map(|(_, minute)| *minute)
    }

    /// Returns the unit that a word means, and how many of it.
    fn unit(&self, word: &str) -> Option<(RecurrenceUnit, u32)> {
        let language = self.language;
        let units = [
            (language.days, RecurrenceUnit::Days, 1),
            (language.weeks, RecurrenceUnit::Weeks, 1),
            (language.months, RecurrenceUnit::Months, 1),
            (language.quarters, RecurrenceUnit::Months, 3),
            (language.years, RecurrenceUnit::Years, 1),
        ];
        units.into_iter().find(|(words, ..)| words.contains(&word)).map(|(_, unit, step)| (unit, step))
    }

    /// Returns a number, or two for "other".
    fn number(&self, word: &str) -> Option<u32> {
        if self.language.other.contains(&word) { Some(2) } else { word.parse().ok() }
    }

    /// Returns the weekday that a word means, from 1 (Monday).
    fn weekday(&self, word: &str) -> Option<u8> {
        // The beginning of a name is enough, unless it is that of a month.
        let is_long = word.chars().count() >= 3;
        let names = |names: &&[&str]| names.iter().any(|name| *name == word || (is_long && name.starts_with(word)));
        self.language.weekdays.iter().position(names).map(|at| at as u8 + 1)
    }
}

fn recurs(day: LocalDay, recurrence: Recurrence) -> Parsed {
    Parsed { day, recurrence: Some(recurrence), is_assumed: true, is_recurrence_dropped: false }
}

fn recurrence(every: u32, unit: RecurrenceUnit, weekdays: Vec<u8>) -> Recurrence {
    Recurrence { weekdays, ..Recurrence::every(every, unit) }
}

/// Returns the first of the weekdays on a day or later.
fn next_weekday(first: LocalDay, weekdays: &[u8]) -> LocalDay {
    let first = first.days_since_epoch();
    // 1970-01-01 was a Thursday.
    let weekday = |day: i64| (day + 3).rem_euclid(7) as u8 + 1;
    let day = (first..first + 7).find(|day| weekdays.contains(&weekday(*day))).unwrap_or(first);
    LocalDay::from_days_since_epoch(day)
}

/// Returns the first day, on a day or later, that is the weekday with a number in its month; without a number, the last one.
fn nth_weekday(first: LocalDay, number: Option<u32>, weekday: u8) -> Option<LocalDay> {
    let later = |days: i64| LocalDay::from_days_since_epoch(first.days_since_epoch() + days);
    // Some months have no fifth one.
    (0..400).map(later).find(|day| {
        let in_month = day_of_month(*day);
        let is_number = match number {
            Some(number) => in_month.div_ceil(7) == number,
            None => last_day_of_month(*day).is_some_and(|last| day_of_month(last) < in_month + 7),
        };
        is_number && next_weekday(*day, &[weekday]) == *day
    })
}

fn year_and_month(day: LocalDay) -> (i32, u32) {
    let text = day.to_string();
    let part = |range| text.get(range).and_then(|part: &str| part.parse::<u32>().ok()).unwrap_or(1);
    (part(0..4).cast_signed(), part(5..7))
}

fn day_of_month(day: LocalDay) -> u32 {
    day.to_string().get(8..).and_then(|part| part.parse().ok()).unwrap_or(1)
}

/// Returns the same day a number of months later, or the last one of a shorter month.
fn later_month(day: LocalDay, months: i64) -> Option<LocalDay> {
    let (year, month) = year_and_month(day);
    clamped(i64::from(year) * 12 + i64::from(month - 1) + months, day_of_month(day)).map(|(day, _)| day)
}

/// Returns the last day of a month.
fn last_day_of_month(day: LocalDay) -> Option<LocalDay> {
    let (year, month) = year_and_month(day);
    clamped(i64::from(year) * 12 + i64::from(month - 1), 31).map(|(day, _)| day)
}

/// Returns a day of the month on a day or later, and that day of the month if the month is too short for it.
fn next_day_of_month(first: LocalDay, day_of_month: u32) -> Option<(LocalDay, Option<u32>)> {
    let (year, month) = year_and_month(first);
    let month = i64::from(year) * 12 + i64::from(month - 1);
    [month, month + 1].into_iter().filter_map(|month| clamped(month, day_of_month)).find(|(day, _)| *day >= first)
}

/// Returns a day of a month, counted from year 0, and that number if the month is too short for it.
fn clamped(month: i64, day_of_month: u32) -> Option<(LocalDay, Option<u32>)> {
    let (year, month) = (i32::try_from(month.div_euclid(12)).ok()?, month.rem_euclid(12) as u32 + 1);
    let day = (1..=day_of_month).rev().find_map(|day| Some((day, dates::day_of(year, month, day)?)))?;
    Some((day.1, (day.0 < day_of_month).then_some(day_of_month)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert, proptest};

    /// Returns a date on Sunday, 2026-11-29, as text: the due date, and how it repeats.
    fn understood(text: &str, language: &str) -> String {
        let Some(date) = read(text, language, LocalDay::parse("2026-11-29").unwrap()) else { return "-".to_owned() };
        let mut parts = vec![date.due_date.as_str().to_owned()];
        if let Some(Recurrence { every, unit, weekdays, from_completion, until, day_of_month, .. }) = date.recurrence {
            parts.push(format!("every{} {every} {unit:?}", if from_completion { "!" } else { "" }));
            parts.extend((!weekdays.is_empty()).then(|| format!("{weekdays:?}")));
            parts.extend(day_of_month.map(|day| format!("on {day}")));
            parts.extend(until.map(|until| format!("until {until}")));
        }
        if date.is_recurrence_dropped {
            parts.push("dropped".to_owned());
        }
        parts.join(" ")
    }

    #[test]
    fn dates_in_english_are_understood() {
        for (text, expected) in [
            ("2026-07-19", "2026-07-19"),
            ("2026-11-30 17:00", "2026-11-30T17:00"),
            ("2025-03-31 at 11:00", "2025-03-31T11:00"),
            ("2026-06-20T17:30:00", "2026-06-20T17:30"),
            ("4 Jan", "2026-01-04"),
            ("15 Apr.", "2026-04-15"),
            ("Oct 12 2026", "2026-10-12"),
            ("1 Sep. 2033", "2033-09-01"),
            ("today at 11:00", "2026-11-29T11:00"),
            ("tomorrow", "2026-11-30"),
            ("tomorrow morning", "2026-11-30T09:00"),
            ("friday at 5pm", "2026-12-04T17:00"),
            ("in 2 days", "2026-12-01"),
            ("in 1 week", "2026-12-06"),
            ("in 3 months", "2027-02-28"),
            ("every day at 9am", "2026-11-29T09:00 every 1 Days"),
            ("every Friday", "2026-12-04 every 1 Weeks [5]"),
            ("every month @ 13:00", "2026-11-29T13:00 every 1 Months"),
            ("every other week", "2026-11-29 every 2 Weeks"),
            ("every mon, wed", "2026-11-30 every 1 Weeks [1, 3]"),
            ("every other tue", "2026-12-01 every 2 Weeks [2]"),
            ("every 13th", "2026-12-13 every 1 Months"),
            ("every 27", "2026-12-27 every 1 Months"),
            ("every 31st", "2026-11-30 every 1 Months on 31"),
            ("every 1st at 9am", "2026-12-01T09:00 every 1 Months"),
            ("every last day", "2026-11-30 every 1 Months on 31"),
            ("every 2nd Tuesday", "2026-12-08 dropped"),
            ("every last friday", "2026-12-25 dropped"),
            ("every jan 27th", "2027-01-27 every 1 Years"),
            ("every quarter", "2026-11-29 every 3 Months"),
            ("every! 3 months", "2026-11-29 every! 3 Months"),
            ("every 12 hours starting at 7pm", "2026-11-29T19:00 dropped"),
            ("every workday until 5 dec 2027", "2026-11-30 every 1 Weeks [1, 2, 3, 4, 5] until 2027-12-05"),
            ("every 3 days starting 10 Dec", "2026-12-10 every 3 Days"),
            ("every weekend", "2026-12-05 every 1 Weeks [6]"),
            ("weekly", "2026-11-29 every 1 Weeks"),
        ] {
            assert_eq!(understood(text, "en"), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_german_and_spanish_are_understood() {
        for (text, language, expected) in [
            ("25 Juli", "de", "2026-07-25"),
            ("8. Jul", "de", "2026-07-08"),
            ("1. Mai 2026", "de", "2026-05-01"),
            ("morgen 09:00", "de", "2026-11-30T09:00"),
            ("Montag", "de", "2026-11-30"),
            ("jeden Tag", "de", "2026-11-29 every 1 Days"),
            ("alle 2 Monate", "de", "2026-11-29 every 2 Months"),
            ("jährlich", "de", "2026-11-29 every 1 Years"),
            ("jedes Quartal", "de", "2026-11-29 every 3 Months"),
            ("halbjährlich", "de", "2026-11-29 every 6 Months"),
            ("jeden 15. des Monats", "de", "2026-12-15 every 1 Months"),
            ("jeden Werktag um 9:30", "de", "2026-11-30T09:30 every 1 Weeks [1, 2, 3, 4, 5]"),
            ("jeden Mo, Mi", "de", "2026-11-30 every 1 Weeks [1, 3]"),
            ("cada viernes a las 9", "es", "2026-12-04T09:00 every 1 Weeks [5]"),
            ("mañana", "es", "2026-11-30"),
            ("5 de diciembre", "es", "2026-12-05"),
            ("todos los días", "es", "2026-11-29 every 1 Days"),
        ] {
            assert_eq!(understood(text, language), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_entirely_is_no_date() {
        for (text, language) in [
            ("", "en"),
            ("some day", "en"),
            ("tomorrow maybe", "en"),
            ("every", "en"),
            ("every blue moon", "en"),
            ("31 Feb", "en"),
            ("tous les jours", "fr"),
            ("morgen", "en"),
            ("every 400 days", "en"),
        ] {
            assert_eq!(understood(text, language), "-", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(
            text in any::<String>(),
            words in proptest::collection::vec("every!?|other|[0-9]{1,3}(st)?|mon|jan|last|days?|months?|until|starting|at|in|[0-9]{1,2}:[0-9]{2}|jeden|alle|2026-12-0[0-9]", 0..7),
            number in -719_162..2_932_896_i64,
        ) {
            for text in [text, words.join(" ")] {
                for language in ["en", "de", "es", "ja"] {
                    let date = read(&text, language, LocalDay::from_days_since_epoch(number));
                    let is_valid = |every: u32| (1..=365).contains(&every);
                    prop_assert!(date.and_then(|date| date.recurrence).is_none_or(|recurrence| is_valid(recurrence.every)));
                }
            }
        }
    }
}
