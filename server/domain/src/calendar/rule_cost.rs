//! Limits what the expansion of a recurrence rule (RFC 5545) costs.
//!
//! The parser's expansion walks from the start of a series through its years, months, weeks or days until it has enough occurrences
//! or is beyond the end of the rule. If a rule has no further occurrence, such as one for February 30, it gives up after
//! [`MAX_EMPTY_PERIODS`] periods or in the year [`MAX_YEAR`]. So the cost of a rule is the number of days at which it may look.

use calcard::common::PartialDateTime;
use calcard::icalendar::{ICalendarFrequency, ICalendarMonth, ICalendarRecurrenceRule};

/// The maximum number of values of a rule, which the expansion compares with every day.
const MAX_VALUES: usize = 100;

/// When the expansion gives up.
const MAX_EMPTY_PERIODS: u64 = 100_000;
const MAX_YEAR: u64 = 10_000;

const MAX_DAYS_OF_YEAR: u64 = 366;

/// The maximum number of years from one occurrence of a rule that [`always_recurs`] to the next: from February 29, 1896 to 1904.
const MAX_GAP_YEARS: u64 = 8;

/// Lets a rule end on the day `last` at the latest. Returns at how many days its expansion may look, if the series begins in the
/// year `start_year`. `None` for rules with several occurrences per day or with many values, which no calendar program offers.
pub(super) fn limit(rule: &mut ICalendarRecurrenceRule, start_year: u16, last: &PartialDateTime) -> Option<u64> {
    let is_listed = [&rule.bysecond, &rule.byminute, &rule.byhour].iter().any(|list| list.len() > 1);
    let days = rule.byday.len() + rule.bymonthday.len() + rule.byyearday.len() + rule.bysetpos.len();
    let has_many_values = days + rule.byweekno.len() + rule.bymonth.len() > MAX_VALUES;
    if is_listed || has_many_values || rule.freq > ICalendarFrequency::Daily {
        return None;
    }
    let day_of = |date: &PartialDateTime| (date.year, date.month, date.day);
    if rule.until.as_ref().is_none_or(|until| day_of(until) > day_of(last)) {
        rule.until = Some(last.clone());
    }
    Some(max_days(rule, start_year, last.year.unwrap_or_default()))
}

/// Returns at how many days the expansion looks at most.
fn max_days(rule: &ICalendarRecurrenceRule, start_year: u16, last_year: u16) -> u64 {
    let interval = u64::from(rule.interval.unwrap_or(1).max(1));
    let years = (u64::from(last_year) + 1).saturating_sub(u64::from(start_year));
    let gap = match rule.freq {
        ICalendarFrequency::Yearly | ICalendarFrequency::Monthly if always_recurs(rule) => {
            MAX_GAP_YEARS * MAX_DAYS_OF_YEAR
        }
        ICalendarFrequency::Yearly | ICalendarFrequency::Monthly => MAX_YEAR * MAX_DAYS_OF_YEAR / interval,
        _ if always_recurs(rule) => 7,
        ICalendarFrequency::Weekly => MAX_EMPTY_PERIODS * 7,
        _ => MAX_EMPTY_PERIODS,
    };
    years * MAX_DAYS_OF_YEAR / interval + gap + MAX_DAYS_OF_YEAR
}

/// Returns whether a rule certainly has another occurrence within [`MAX_GAP_YEARS`], as most that calendar programs offer have.
/// Rules with values that are not allowed are not expanded.
fn always_recurs(rule: &ICalendarRecurrenceRule) -> bool {
    let ICalendarRecurrenceRule { byday, bymonthday, bymonth, bysetpos, byyearday, byweekno, .. } = rule;
    if !byyearday.is_empty() || !byweekno.is_empty() || bymonth.iter().any(ICalendarMonth::is_leap) {
        return false;
    }
    let has_only_days = bymonthday.is_empty() && bymonth.is_empty() && bysetpos.is_empty();
    let has_plain_days = byday.iter().all(|day| day.ordwk.is_none());
    let is_each_period = rule.interval.unwrap_or(1) == 1;
    match rule.freq {
        ICalendarFrequency::Daily => has_only_days && (byday.is_empty() || (has_plain_days && is_each_period)),
        ICalendarFrequency::Weekly => has_only_days && has_plain_days,
        ICalendarFrequency::Monthly if !bymonth.is_empty() => false,
        ICalendarFrequency::Monthly | ICalendarFrequency::Yearly => {
            is_each_period
                && match (byday.as_slice(), bymonthday.as_slice()) {
                    ([], []) => has_only_days,
                    ([], days) => bysetpos.is_empty() && days.iter().any(|day| has_day(bymonth, *day)),
                    // Every month has at least four of each weekday. The expansion combines days with and without a number by "and".
                    (days, []) => {
                        let is_found = |number: i32| (1..=4).contains(&number.abs());
                        let are_numbered =
                            days.iter().all(|day| day.ordwk.is_some_and(|number| is_found(number.into())));
                        (has_plain_days && bysetpos.iter().copied().all(is_found))
                            || (are_numbered && bysetpos.is_empty())
                    }
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Returns whether one of the months, or any month if there are none, has this day, which is counted from the end if negative.
fn has_day(months: &[ICalendarMonth], day: i8) -> bool {
    let days_of = |month: &ICalendarMonth| match month.month() {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let max_day = months.iter().map(days_of).max().unwrap_or(31);
    (1..=max_day).contains(&day.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use calcard::icalendar::{ICalendar, ICalendarProperty, ICalendarValue};
    use calcard::{Entry, Parser};
    use chrono::TimeDelta;
    use chrono_tz::Tz;
    use proptest::prelude::*;

    fn calendar(start: &str, rule: &str) -> ICalendar {
        let text = format!(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:{start}\r\nDURATION:PT1H\r\nRRULE:{rule}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        );
        match Parser::new(&text).entry() {
            Entry::ICalendar(calendar) => calendar,
            other => panic!("{other:?}"),
        }
    }

    fn rule_of(calendar: &mut ICalendar) -> &mut ICalendarRecurrenceRule {
        let entries = calendar.components.iter_mut().flat_map(|component| &mut component.entries);
        let rule = entries.filter(|entry| entry.name == ICalendarProperty::Rrule).flat_map(|entry| &mut entry.values);
        rule.filter_map(|value| if let ICalendarValue::RecurrenceRule(rule) = value { Some(&mut **rule) } else { None })
            .next()
            .unwrap()
    }

    fn last() -> PartialDateTime {
        PartialDateTime { year: Some(2027), month: Some(4), day: Some(10), ..PartialDateTime::default() }
    }

    fn days(rule: &str) -> Option<u64> {
        limit(rule_of(&mut calendar("20200101T090000", rule)), 2020, &last())
    }

    #[test]
    fn rules_of_calendar_programs_are_cheap() {
        for rule in [
            "DAILY",
            "DAILY;INTERVAL=3",
            "DAILY;BYDAY=MO,TU,WE,TH,FR",
            "WEEKLY;BYDAY=MO,WE;INTERVAL=2;WKST=SU",
            "MONTHLY",
            "MONTHLY;BYMONTHDAY=31",
            "MONTHLY;BYMONTHDAY=-1",
            "MONTHLY;BYDAY=-1FR",
            "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "YEARLY",
            "YEARLY;BYMONTH=2;BYMONTHDAY=29",
            "YEARLY;BYMONTH=11;BYDAY=4TH",
        ] {
            let days = days(&format!("FREQ={rule}"));
            assert!(days.is_some_and(|days| days <= 7_000), "{rule}: {days:?}");
        }
    }

    #[test]
    fn rules_without_occurrences_cost_what_the_expansion_needs_to_give_up() {
        for (rule, expected) in [
            ("YEARLY;BYMONTH=2;BYMONTHDAY=30", 3_663_294),
            ("MONTHLY;BYMONTH=4;BYMONTHDAY=31", 3_663_294),
            ("MONTHLY;BYDAY=MO;BYSETPOS=6", 3_663_294),
            ("WEEKLY;BYMONTH=2;BYDAY=MO", 703_294),
            ("DAILY;BYMONTHDAY=30;BYMONTH=2", 103_294),
            ("DAILY;INTERVAL=7;BYDAY=TU", 100_784),
        ] {
            assert_eq!(days(&format!("FREQ={rule}")), Some(expected), "{rule}");
        }
        for rule in ["HOURLY", "DAILY;BYHOUR=1,2", "DAILY;BYMINUTE=1,2", "DAILY;BYSECOND=1,2"] {
            assert_eq!(days(&format!("FREQ={rule}")), None, "{rule}");
        }
        assert_eq!(days(&format!("FREQ=YEARLY;BYDAY={}MO", "MO,".repeat(MAX_VALUES))), None);
    }

    #[test]
    fn rules_end_at_the_last_day() {
        for (rule, expected) in [
            ("DAILY", (2027, 4, 10)),
            ("DAILY;UNTIL=99991231T000000Z", (2027, 4, 10)),
            ("DAILY;COUNT=4000000000", (2027, 4, 10)),
            ("DAILY;UNTIL=20270409", (2027, 4, 9)),
        ] {
            let mut calendar = calendar("20200101T090000", &format!("FREQ={rule}"));
            let rule = rule_of(&mut calendar);
            limit(rule, 2020, &last()).unwrap();
            let until = rule.until.as_ref().unwrap();
            assert_eq!((until.year.unwrap(), until.month.unwrap(), until.day.unwrap()), expected, "{rule:?}");
        }
    }

    fn list(name: &'static str, value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
        let values =
            proptest::collection::vec(value, 1..4).prop_map(move |values| format!(";{name}={}", values.join(",")));
        prop_oneof![3 => Just(String::new()), 2 => values]
    }

    proptest! {
        #[test]
        fn rules_that_always_recur_have_another_occurrence_soon(
            freq in "(DAILY|WEEKLY|MONTHLY|YEARLY)",
            interval in 1_u32..5,
            days in list("BYDAY", "(-?[1-5])?(MO|TU|WE|TH|FR|SA|SU)".prop_map(String::from)),
            month_days in list("BYMONTHDAY", "-?(1|13|28|29|30|31)".prop_map(String::from)),
            months in list("BYMONTH", "(1|2|4|12|2L)".prop_map(String::from)),
            positions in list("BYSETPOS", "-?[1-5]".prop_map(String::from)),
            start in 0_i64..1_500,
        ) {
            let start = (chrono::NaiveDate::from_ymd_opt(1895, 1, 1).unwrap() + TimeDelta::days(start)).format("%Y%m%dT090000");
            let rule = format!("FREQ={freq};INTERVAL={interval}{days}{month_days}{months}{positions}");
            let mut calendar = calendar(&start.to_string(), &rule);
            if always_recurs(rule_of(&mut calendar)) {
                let expanded = calendar.expand_dates(Tz::UTC, 20);
                if expanded.errors.is_empty() {
                    let starts: Vec<_> = expanded.events.iter().map(|event| event.timestamps().0).collect();
                    prop_assert_eq!(starts.len(), 20, "{}", rule);
                    let max_seconds = 86_400 * i64::try_from(MAX_GAP_YEARS * MAX_DAYS_OF_YEAR).unwrap();
                    prop_assert!(starts.windows(2).all(|pair| pair[1] - pair[0] <= max_seconds), "{}", rule);
                }
            }
        }
    }
}
