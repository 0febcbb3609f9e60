//! When a recurring card is due next (SPEC B52), and later (SPEC K11).

use crate::protocol::error::ErrorCode;
use crate::protocol::record::{Card, Recurrence, RecurrenceUnit};
use crate::protocol::time::{DueDate, LocalDay, days_since_epoch};
use chrono::{Datelike, NaiveDate};
use std::ops::RangeInclusive;

/// The maximum number of later occurrences that are computed: more than 27 years of daily ones.
const MAX_LATER_OCCURRENCES: usize = 10_000;

/// The next occurrence of a card.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) due_date: DueDate,
    /// How it repeats from then on.
    pub(super) recurrence: Recurrence,
}

/// Checks a recurrence that a user has chosen.
///
/// # Errors
///
/// Returns [`ErrorCode::RecurrenceInvalid`].
pub fn check(recurrence: &Recurrence) -> Result<(), ErrorCode> {
    let Recurrence { every, unit, weekdays, from_completion: _, until, remaining, day_of_month } = recurrence;
    let is_valid = (1..=365).contains(every)
        && weekdays.iter().all(|weekday| (1..=7).contains(weekday))
        && weekdays.windows(2).all(|pair| pair[0] < pair[1])
        && (*unit == RecurrenceUnit::Weeks || weekdays.is_empty())
        && remaining.is_none_or(|remaining| until.is_none() && (1..=999).contains(&remaining))
        && day_of_month.is_none_or(|day| (1..=31).contains(&day));
    if is_valid { Ok(()) } else { Err(ErrorCode::RecurrenceInvalid) }
}

/// Returns the occurrence that follows when a card is completed on a day, or `None` if there is none.
pub(super) fn after_completion(card: &Card, day: LocalDay) -> Option<Occurrence> {
    after_completion_of(card.due_date.as_ref()?, card.recurrence.as_ref()?, day)
}

fn after_completion_of(due_date: &DueDate, recurrence: &Recurrence, day: LocalDay) -> Option<Occurrence> {
    let base = if recurrence.from_completion { day } else { due_date.local_day() };
    next(due_date, recurrence, base, base.max(day))
}

/// Returns the days within a range on which a recurring card will be due after its due date, if each occurrence is
/// completed on its day, and an overdue one today.
pub fn later_days(
    due_date: &DueDate,
    recurrence: &Recurrence,
    today: LocalDay,
    range: &RangeInclusive<LocalDay>,
) -> Vec<LocalDay> {
    if check(recurrence).is_err() {
        return vec![];
    }
    let following = |due_date: &DueDate, recurrence: &Recurrence| {
        after_completion_of(due_date, recurrence, due_date.local_day().max(today))
    };
    std::iter::successors(following(due_date, recurrence), |last| following(&last.due_date, &last.recurrence))
        .take(MAX_LATER_OCCURRENCES)
        .map(|occurrence| occurrence.due_date.local_day())
        .take_while(|day| day <= range.end())
        .filter(|day| day >= range.start())
        .collect()
}

/// Returns the occurrence that follows when the current one is skipped on a day, or `None` if there is none.
pub(super) fn after_skip(card: &Card, day: LocalDay) -> Option<Occurrence> {
    let (due_date, recurrence) = (card.due_date.as_ref()?, card.recurrence.as_ref()?);
    let base = due_date.local_day();
    next(due_date, recurrence, base, base.max(day))
}

/// Returns the first occurrence after a day, counted from the day `base`, which is not later.
fn next(due_date: &DueDate, recurrence: &Recurrence, base: LocalDay, after: LocalDay) -> Option<Occurrence> {
    let every = i64::from(recurrence.every);
    let is_counted_from_due_date = base == due_date.local_day();
    let day_of_month = recurrence.day_of_month.filter(|_| is_counted_from_due_date).unwrap_or(base.date().day());
    let (first, last) = (base.days_since_epoch(), after.days_since_epoch());
    let (number, day_of_month) = match recurrence.unit {
        RecurrenceUnit::Days => (first + ((last - first) / every + 1) * every, None),
        RecurrenceUnit::Weeks => (next_weekday(&recurrence.weekdays, first, last, every * 7)?, None),
        RecurrenceUnit::Months => next_month(base.date(), after.date(), every, day_of_month)?,
        RecurrenceUnit::Years => next_month(base.date(), after.date(), every * 12, day_of_month)?,
    };
    let day = LocalDay::checked(number)?;
    if recurrence.until.is_some_and(|until| until < day) || recurrence.remaining.is_some_and(|remaining| remaining < 2)
    {
        return None;
    }
    let remaining = recurrence.remaining.map(|remaining| remaining - 1);
    let recurrence = Recurrence { remaining, day_of_month, ..recurrence.clone() };
    Some(Occurrence { due_date: due_date.moved_to(day), recurrence })
}

/// Returns the first of the weekdays after a day, in weeks that begin `step` days apart from that of the day `first`.
fn next_weekday(weekdays: &[u8], first: i64, last: i64, step: i64) -> Option<i64> {
    // 1970-01-01 was a Thursday.
    let days_since_monday = |day: i64| (day + 3).rem_euclid(7);
    let monday = |day: i64| day - days_since_monday(day);
    let week = monday(first) + (monday(last) - monday(first)) / step * step;
    let own = [days_since_monday(first) as u8 + 1];
    let weekdays = if weekdays.is_empty() { &own } else { weekdays };
    let days = |week: i64| weekdays.iter().map(move |weekday| week + i64::from(*weekday) - 1);
    days(week).chain(days(week + step)).find(|day| *day > last)
}

/// Returns the first day after another that is a multiple of `step` months later than `base`, and the day of the month
/// that was asked for, if that month is too short for it.
fn next_month(base: NaiveDate, after: NaiveDate, step: i64, day_of_month: u32) -> Option<(i64, Option<u32>)> {
    let month_of = |date: NaiveDate| i64::from(date.year()) * 12 + i64::from(date.month0());
    let passed = (month_of(after) - month_of(base)) / step;
    let day_of = |steps: i64| {
        let month = month_of(base) + steps * step;
        let (year, month) = (i32::try_from(month / 12).ok()?, (month % 12) as u32 + 1);
        (1..=day_of_month).rev().find_map(|day| NaiveDate::from_ymd_opt(year, month, day))
    };
    let day = [passed.max(1), passed + 1].into_iter().filter_map(day_of).find(|day| *day > after)?;
    Some((days_since_epoch(day), Some(day_of_month).filter(|wanted| *wanted > day.day())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn every(every: u32, unit: RecurrenceUnit) -> Recurrence {
        Recurrence::every(every, unit)
    }

    fn day(text: &str) -> LocalDay {
        LocalDay::parse(text).unwrap()
    }

    /// Returns the next due dates if each occurrence is completed on its day.
    fn series(recurrence: &Recurrence, due: &str, count: usize) -> Vec<String> {
        let (mut due_date, mut recurrence) = (DueDate::parse(due).unwrap(), recurrence.clone());
        let mut dates = vec![];
        for _ in 0..count {
            let base = due_date.local_day();
            let Some(next) = next(&due_date, &recurrence, base, base) else { break };
            (due_date, recurrence) = (next.due_date, next.recurrence);
            dates.push(due_date.as_str().to_owned());
        }
        dates
    }

    fn completed(recurrence: &Recurrence, due: &str, on: &str) -> Option<String> {
        let due_date = DueDate::parse(due).unwrap();
        let base = if recurrence.from_completion { day(on) } else { due_date.local_day() };
        next(&due_date, recurrence, base, base.max(day(on))).map(|next| next.due_date.as_str().to_owned())
    }

    #[test]
    fn b52_months_keep_the_day_of_the_month_or_end_on_the_last_day() {
        let monthly = every(1, RecurrenceUnit::Months);
        assert_eq!(series(&monthly, "2026-01-31", 4), ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
        assert_eq!(series(&monthly, "2028-01-30T09:00", 2), ["2028-02-29T09:00", "2028-03-30T09:00"]);
        assert_eq!(series(&every(5, RecurrenceUnit::Months), "2026-11-15", 2), ["2027-04-15", "2027-09-15"]);
    }

    #[test]
    fn b52_a_yearly_leap_day_returns_in_leap_years() {
        let yearly = every(1, RecurrenceUnit::Years);
        assert_eq!(
            series(&yearly, "2024-02-29", 4),
            ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
            "the last day of February in other years"
        );
        assert_eq!(series(&every(365, RecurrenceUnit::Years), "9800-01-01", 1), [""; 0], "after the last year");
    }

    #[test]
    fn b52_weeks_are_due_on_the_chosen_weekdays() {
        // 2026-03-02 is a Monday.
        let weekdays = Recurrence { weekdays: vec![1, 2, 3, 4, 5], ..every(1, RecurrenceUnit::Weeks) };
        assert_eq!(series(&weekdays, "2026-03-05", 3), ["2026-03-06", "2026-03-09", "2026-03-10"]);
        let second = Recurrence { weekdays: vec![1, 3], ..every(2, RecurrenceUnit::Weeks) };
        assert_eq!(series(&second, "2026-03-02", 4), ["2026-03-04", "2026-03-16", "2026-03-18", "2026-03-30"]);
        assert_eq!(series(&every(1, RecurrenceUnit::Weeks), "2026-03-08T18:30", 1), ["2026-03-15T18:30"]);
    }

    #[test]
    fn b52_occurrences_that_have_passed_are_left_out() {
        assert_eq!(completed(&every(2, RecurrenceUnit::Days), "2026-03-01", "2026-03-04").unwrap(), "2026-03-05");
        assert_eq!(completed(&every(1, RecurrenceUnit::Weeks), "2026-03-02", "2026-03-16").unwrap(), "2026-03-23");
        assert_eq!(completed(&every(1, RecurrenceUnit::Months), "2026-01-31", "2026-03-30").unwrap(), "2026-03-31");
        assert_eq!(completed(&every(1, RecurrenceUnit::Days), "0001-01-01", "2026-03-04").unwrap(), "2026-03-05");
        assert_eq!(completed(&every(1, RecurrenceUnit::Days), "2026-03-09", "2026-03-04").unwrap(), "2026-03-10");
    }

    #[test]
    fn b52_a_recurrence_can_be_counted_from_the_completion() {
        let from_completion = |recurrence| Recurrence { from_completion: true, ..recurrence };
        let days = from_completion(every(10, RecurrenceUnit::Days));
        assert_eq!(completed(&days, "2026-03-01T09:00", "2026-03-04").unwrap(), "2026-03-14T09:00");
        assert_eq!(completed(&days, "2026-03-09", "2026-03-04").unwrap(), "2026-03-14");
        let months = Recurrence { day_of_month: Some(31), ..from_completion(every(1, RecurrenceUnit::Months)) };
        assert_eq!(completed(&months, "2026-02-28", "2026-03-02").unwrap(), "2026-04-02");
    }

    #[test]
    fn b52_a_recurrence_ends_on_a_day_or_after_a_number_of_occurrences() {
        let until = Recurrence { until: Some(day("2026-03-03")), ..every(1, RecurrenceUnit::Days) };
        assert_eq!(series(&until, "2026-03-01", 9), ["2026-03-02", "2026-03-03"]);
        let three = Recurrence { remaining: Some(3), ..every(1, RecurrenceUnit::Days) };
        assert_eq!(series(&three, "2026-03-01", 9), ["2026-03-02", "2026-03-03"], "the first one counts");
    }

    #[test]
    fn b52_a_recurrence_outside_its_limits_is_refused() {
        let weekly = every(1, RecurrenceUnit::Weeks);
        for invalid in [
            every(0, RecurrenceUnit::Days),
            every(366, RecurrenceUnit::Days),
            Recurrence { weekdays: vec![0], ..weekly.clone() },
            Recurrence { weekdays: vec![8], ..weekly.clone() },
            Recurrence { weekdays: vec![3, 1], ..weekly.clone() },
            Recurrence { weekdays: vec![1], ..every(1, RecurrenceUnit::Days) },
            Recurrence { remaining: Some(0), ..weekly.clone() },
            Recurrence { remaining: Some(1_000), ..weekly.clone() },
            Recurrence { remaining: Some(1), until: Some(day("2026-03-03")), ..weekly.clone() },
            Recurrence { day_of_month: Some(32), ..weekly.clone() },
        ] {
            assert_eq!(check(&invalid), Err(ErrorCode::RecurrenceInvalid), "{invalid:?}");
        }
        assert_eq!(check(&Recurrence { weekdays: vec![1, 7], remaining: Some(999), ..weekly }), Ok(()));
    }

    #[test]
    fn k11_later_days_are_those_of_occurrences_that_are_completed_in_time() {
        let days = |recurrence: &Recurrence, due: &str, today: &str| -> Vec<String> {
            let range = day("2026-03-01")..=day("2026-03-31");
            let days = later_days(&DueDate::parse(due).unwrap(), recurrence, day(today), &range);
            days.iter().map(ToString::to_string).collect()
        };
        let weekly = every(1, RecurrenceUnit::Weeks);
        assert_eq!(days(&weekly, "2026-03-10T09:00", "2026-03-02"), ["2026-03-17", "2026-03-24", "2026-03-31"]);
        assert_eq!(
            days(&weekly, "2026-02-17", "2026-02-18"),
            ["2026-03-03", "2026-03-10", "2026-03-17", "2026-03-24", "2026-03-31"]
        );
        assert_eq!(days(&weekly, "2026-02-10", "2026-03-17"), ["2026-03-24", "2026-03-31"], "overdue");
        let from_completion = Recurrence { from_completion: true, ..every(10, RecurrenceUnit::Days) };
        assert_eq!(days(&from_completion, "2026-03-01", "2026-03-04"), ["2026-03-14", "2026-03-24"], "overdue");
        assert_eq!(days(&from_completion, "2026-03-11", "2026-03-04"), ["2026-03-21", "2026-03-31"]);
        let thrice = Recurrence { remaining: Some(3), ..every(1, RecurrenceUnit::Days) };
        assert_eq!(days(&thrice, "2026-03-01", "2026-03-01"), ["2026-03-02", "2026-03-03"]);
        assert_eq!(days(&every(0, RecurrenceUnit::Days), "2026-03-01", "2026-03-01"), [""; 0], "not valid");
        assert_eq!(days(&every(1, RecurrenceUnit::Days), "1900-01-01", "1900-01-01"), [""; 0], "too many until then");
    }

    proptest! {
        #[test]
        fn b52_the_next_occurrence_is_the_first_one_after_the_day(
            step in 1_u32..=365, unit in 0..4_usize, due in 0_i64..40_000, late in 0_i64..4_000,
        ) {
            let unit = [RecurrenceUnit::Days, RecurrenceUnit::Weeks, RecurrenceUnit::Months, RecurrenceUnit::Years][unit];
            let recurrence = every(step, unit);
            let due_date = DueDate::parse(&LocalDay::from_days_since_epoch(due).to_string()).unwrap();
            let base = due_date.local_day();
            let after = LocalDay::from_days_since_epoch(due + late);
            // One occurrence after another.
            let mut expected = next(&due_date, &recurrence, base, base).unwrap();
            while expected.due_date.local_day() <= after {
                let base = expected.due_date.local_day();
                expected = next(&expected.due_date, &expected.recurrence, base, base).unwrap();
            }
            prop_assert_eq!(next(&due_date, &recurrence, base, after).unwrap(), expected);
        }
    }
}
