//! Recurrences in English, such as "every 2 weeks" and "every mon, wed and fri".

use super::dates::{self, EVENING, MORNING, Minute, Now, Read, plus_days};
use super::parse::Line;
use core_wasm::protocol::record::{Recurrence, RecurrenceUnit};
use core_wasm::protocol::time::LocalDay;

/// Largest number of units between two occurrences.
const MAX_EVERY: u32 = 365;
/// Largest number of occurrences.
const MAX_TIMES: u32 = 999;
const ORDINALS: [&str; 9] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// A recurrence, and when it is due for the first time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    pub(super) recurrence: Recurrence,
    first: First,
    /// The time of day.
    pub(super) minute: Option<Minute>,
}

/// The first day of a recurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    /// Today, or the first of its weekdays.
    Today,
    /// A day of each month.
    DayOfMonth(u32),
    /// A day of each year.
    Date { month: u32, day: u32 },
}

impl Rule {
    fn every(every: u32, unit: RecurrenceUnit) -> Self {
        Self { recurrence: Recurrence::every(every, unit), first: First::Today, minute: None }
    }

    fn on(weekdays: Vec<u8>) -> Self {
        let mut rule = Self::every(1, RecurrenceUnit::Weeks);
        rule.recurrence.weekdays = weekdays;
        rule
    }

    /// Returns the first day on which a card with this recurrence is due at a time of day that has not passed.
    pub(super) fn first_day(&self, minute: Option<Minute>, now: &Now) -> Option<LocalDay> {
        let first = i64::from(minute.is_some_and(|minute| minute <= now.minute));
        match self.first {
            First::Today if self.recurrence.weekdays.is_empty() => plus_days(now.today, first),
            First::Today => now.first_of_weekdays(&self.recurrence.weekdays, first),
            First::DayOfMonth(day) => now.next_day_of_month(day),
            First::Date { month, day } => now.next_date(month, day),
        }
    }
}

/// Reads a recurrence.
pub(super) fn rule(line: &Line, at: usize) -> Option<Read<Rule>> {
    let word = line.word(at);
    if matches!(word, "every" | "ev" | "each" | "every!" | "ev!") {
        let mut read = interval(line, at)?;
        read.value.recurrence.from_completion = word.ends_with('!');
        return Some(read);
    }
    let (every, unit) = match word {
        "daily" => (1, RecurrenceUnit::Days),
        "weekly" => (1, RecurrenceUnit::Weeks),
        "fortnightly" => (2, RecurrenceUnit::Weeks),
        "monthly" => (1, RecurrenceUnit::Months),
        "quarterly" => (3, RecurrenceUnit::Months),
        "yearly" | "annually" => (1, RecurrenceUnit::Years),
        _ => return None,
    };
    // These words are also adjectives, as in "weekly report".
    Some(Read { is_weak: true, ..Read::new(Rule::every(every, unit), at + 1) })
}

/// Reads what follows "every".
fn interval(line: &Line, every: usize) -> Option<Read<Rule>> {
    let at = every + 1;
    let word = line.word_after(at, every);
    let simple = |rule| Some(Read::new(rule, at + 1));
    match word {
        "weekday" | "workday" => return simple(Rule::on(vec![1, 2, 3, 4, 5])),
        "weekend" => return simple(Rule::on(vec![6])),
        "morning" => return simple(Rule { minute: Some(MORNING), ..Rule::every(1, RecurrenceUnit::Days) }),
        "evening" => return simple(Rule { minute: Some(EVENING), ..Rule::every(1, RecurrenceUnit::Days) }),
        _ => {}
    }
    if let Some(Read { value: (month, day), next, .. }) = dates::month_date(line, at).filter(|_| !word.is_empty()) {
        return Some(Read::new(
            Rule { first: First::Date { month, day }, ..Rule::every(1, RecurrenceUnit::Years) },
            next,
        ));
    }
    let named = ORDINALS.iter().position(|name| *name == word).map(|index| index as u32 + 2);
    let ordinal = dates::ordinal(word).or(named);
    let (count, next) = match (word, ordinal) {
        ("other", _) => (2, at + 1),
        (_, Some(count)) => (count, at + 1),
        _ => dates::small_number(word).map_or((1, at), |count| (count, at + 1)),
    };
    if !(1..=MAX_EVERY).contains(&count) {
        return None;
    }
    if let Some((unit, factor)) = unit(line.word_after(next, every)) {
        if count * factor > MAX_EVERY {
            return None;
        }
        let mut read = Read::new(Rule::every(count * factor, unit), next + 1);
        let days = next + 1 + usize::from(line.word_after(next + 1, every) == "on");
        if unit == RecurrenceUnit::Weeks
            && days > next + 1
            && let Some(weekdays) = weekdays(line, days, every)
        {
            (read.value.recurrence.weekdays, read.next) = (weekdays.value, weekdays.next);
        }
        return Some(read);
    }
    if let Some(day) = dates::ordinal(word) {
        // The third Friday of each month cannot be expressed.
        if dates::weekday(line.word_after(next, every)).is_some() {
            return None;
        }
        let of_month = [["of", "the", "month"], ["of", "each", "month"], ["of", "every", "month"]];
        let has_month =
            of_month.iter().any(|words| line.word_after(next, every) == "of" && line.has_words(next, words));
        let rule = Rule { first: First::DayOfMonth(day), ..Rule::every(1, RecurrenceUnit::Months) };
        return Some(Read::new(rule, next + if has_month { 3 } else { 0 }));
    }
    if !(word == "other" || next == at) {
        return None;
    }
    let read = weekdays(line, next, every)?;
    let mut rule = Rule::on(read.value);
    rule.recurrence.every = count;
    Some(Read::new(rule, read.next))
}

fn unit(word: &str) -> Option<(RecurrenceUnit, u32)> {
    Some(match word {
        "day" | "days" => (RecurrenceUnit::Days, 1),
        "week" | "weeks" => (RecurrenceUnit::Weeks, 1),
        "month" | "months" => (RecurrenceUnit::Months, 1),
        "quarter" | "quarters" => (RecurrenceUnit::Months, 3),
        "year" | "years" => (RecurrenceUnit::Years, 1),
        _ => return None,
    })
}

/// Reads weekdays with "and" or commas between them. They are returned in ascending order.
fn weekdays(line: &Line, at: usize, first: usize) -> Option<Read<Vec<u8>>> {
    let number =
        |word: &str| dates::weekday(word).or_else(|| dates::weekday(word.strip_suffix('s')?)).map(|day| day.number);
    let mut days = vec![number(line.word_after(at, first))?];
    let mut next = at + 1;
    loop {
        let after = next + usize::from(matches!(line.word(next), "and" | "&"));
        let is_joined = (next..=after).all(|index| matches!(line.punctuation_before(index), "" | ","));
        let Some(day) = number(line.word(after)).filter(|_| is_joined) else { break };
        days.push(day);
        next = after + 1;
    }
    days.sort_unstable();
    days.dedup();
    Some(Read::new(days, next))
}

/// How a recurrence ends, or from when it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// The last day.
    Until(LocalDay),
    /// The number of occurrences.
    Times(u32),
    /// It is counted from the day of the completion.
    FromCompletion,
}

/// Reads a condition, which may follow a recurrence.
pub(super) fn condition(line: &Line, at: usize, now: &Now) -> Option<Read<Condition>> {
    let next_word = line.word_after(at + 1, at);
    match line.word(at) {
        "until" | "till" => {
            let read = dates::due(line, at, now, true)?;
            Some(Read::new(Condition::Until(read.value.day?), read.next))
        }
        "from" | "after" if next_word == "completion" => Some(Read::new(Condition::FromCompletion, at + 2)),
        word => {
            let count = at + usize::from(word == "for");
            let times = dates::small_number(line.word_after(count, at)).filter(|times| *times <= MAX_TIMES)?;
            let is_count = matches!(line.word_after(count + 1, at), "times" | "time");
            is_count.then(|| Read::new(Condition::Times(times), count + 2))
        }
    }
}
