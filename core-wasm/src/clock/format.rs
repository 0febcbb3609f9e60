//! Formats the time, the date and the greeting of the clock.

use crate::protocol::http::HourFormat;
use crate::protocol::messages::core as messages;
use chrono::{Datelike, NaiveDate};

/// The number of greetings for each part of the day.
pub(super) const VARIANTS: usize = 3;

/// The parts of the day, which have different greetings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Period {
    /// From 00:00 to 11:59.
    Morning,
    /// From 12:00 to 17:59.
    Afternoon,
    /// From 18:00 to 23:59.
    Evening,
}

impl Period {
    /// All parts of the day, in order. A part's index is its value as a number.
    pub(super) const ALL: [Self; 3] = [Self::Morning, Self::Afternoon, Self::Evening];

    /// Returns the local hour (0 to 23) at which the part begins.
    pub(super) const fn first_hour(self) -> u32 {
        match self {
            Self::Morning => 0,
            Self::Afternoon => 12,
            Self::Evening => 18,
        }
    }

    /// Returns the part of the day of a local hour (0 to 23).
    pub(super) fn of_hour(hour: u32) -> Self {
        Self::ALL.into_iter().rfind(|period| period.first_hour() <= hour).unwrap_or(Self::Morning)
    }

    /// Returns the greetings, which read well alone and with a name after them.
    fn greetings(self) -> [&'static str; VARIANTS] {
        match self {
            Self::Morning => {
                [messages::greeting_morning_1(), messages::greeting_morning_2(), messages::greeting_morning_3()]
            }
            Self::Afternoon => {
                [messages::greeting_afternoon_1(), messages::greeting_afternoon_2(), messages::greeting_afternoon_3()]
            }
            Self::Evening => {
                [messages::greeting_evening_1(), messages::greeting_evening_2(), messages::greeting_evening_3()]
            }
        }
    }
}

/// Formats a time with two digits each, with 12 hours without AM or PM, or with 24 hours (SPEC C1). `hour` is 0 to 23,
/// `minute` 0 to 59.
pub(crate) fn format_time(hour: u32, minute: u32, format: HourFormat) -> String {
    let hour = match (format, hour % 12) {
        (HourFormat::TwentyFour, _) => hour,
        (HourFormat::Twelve, 0) => 12,
        (HourFormat::Twelve, hour) => hour,
    };
    format!("{hour:02}:{minute:02}")
}

/// Formats a time for use in a sentence (SPEC C12): `2:05 PM` or `14:05`. `time` is `HH:MM`; any other text is returned
/// unchanged.
pub(crate) fn format_time_in_sentence(time: &str, format: HourFormat) -> String {
    let hour = time.split_once(':').and_then(|(hour, minute)| Some((hour.parse::<u32>().ok()?, minute)));
    match (format, hour) {
        (HourFormat::Twelve, Some((hour, minute))) => {
            let shown_hour = ((hour + 11) % 12 + 1).to_string();
            if hour < 12 { messages::time_am(&shown_hour, minute) } else { messages::time_pm(&shown_hour, minute) }
        }
        _ => time.to_owned(),
    }
}

/// Returns a greeting for a part of the day.
pub(super) fn greeting_of(period: Period, variant: usize, first_name: Option<&str>) -> String {
    let words = period.greetings()[variant % VARIANTS];
    match first_name {
        Some(name) => messages::greeting_with_name(words, name),
        None => words.to_owned(),
    }
}

/// Formats a date like `3rd Mar, 2025` (SPEC C5).
pub(crate) fn format_date(date: NaiveDate) -> String {
    let month = short_month(date.month0()).unwrap_or_default();
    messages::date(date.day().into(), month, &date.year().to_string())
}

/// Returns the short name of a month (0 to 11).
pub(crate) fn short_month(month0: u32) -> Option<&'static str> {
    let names = [
        messages::month_short_january(),
        messages::month_short_february(),
        messages::month_short_march(),
        messages::month_short_april(),
        messages::month_short_may(),
        messages::month_short_june(),
        messages::month_short_july(),
        messages::month_short_august(),
        messages::month_short_september(),
        messages::month_short_october(),
        messages::month_short_november(),
        messages::month_short_december(),
    ];
    Some(names.get(usize::try_from(month0).ok()?)?.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn c1_hours_go_from_12_to_11_with_two_digits() {
        let table = [
            (0, 0, "12:00"),
            (0, 59, "12:59"),
            (1, 5, "01:05"),
            (11, 59, "11:59"),
            (12, 0, "12:00"),
            (12, 1, "12:01"),
            (13, 0, "01:00"),
            (15, 7, "03:07"),
            (22, 10, "10:10"),
            (23, 59, "11:59"),
        ];
        for (hour, minute, expected) in table {
            assert_eq!(format_time(hour, minute, HourFormat::Twelve), expected);
        }
    }

    #[test]
    fn c1_24_hour_format_shows_00_to_23() {
        let table =
            [(0, 0, "00:00"), (0, 59, "00:59"), (1, 5, "01:05"), (12, 0, "12:00"), (15, 7, "15:07"), (23, 59, "23:59")];
        for (hour, minute, expected) in table {
            assert_eq!(format_time(hour, minute, HourFormat::TwentyFour), expected);
        }
    }

    #[test]
    fn c12_a_time_in_a_sentence_follows_the_hour_format() {
        let table = [
            ("00:00", "12:00 AM"),
            ("01:05", "1:05 AM"),
            ("11:59", "11:59 AM"),
            ("12:00", "12:00 PM"),
            ("14:05", "2:05 PM"),
            ("23:59", "11:59 PM"),
        ];
        for (time, twelve) in table {
            assert_eq!(format_time_in_sentence(time, HourFormat::TwentyFour), time);
            assert_eq!(format_time_in_sentence(time, HourFormat::Twelve), twelve.replace(' ', "\u{a0}"));
        }
        assert_eq!(format_time_in_sentence("soon", HourFormat::Twelve), "soon");
    }

    /// Returns a greeting for a local hour (0 to 23; SPEC C2, C4).
    fn greeting(hour: u32, variant: usize, first_name: Option<&str>) -> String {
        greeting_of(Period::of_hour(hour), variant, first_name)
    }

    #[test]
    fn c2_the_hour_decides_the_greeting() {
        let table = [
            (0, "Good morning"),
            (11, "Good morning"),
            (12, "Good afternoon"),
            (17, "Good afternoon"),
            (18, "Good evening"),
            (23, "Good evening"),
        ];
        for (hour, expected) in table {
            assert_eq!(greeting(hour, 0, None), expected, "at {hour}");
        }
    }

    #[test]
    fn c3_each_part_of_the_day_has_three_greetings() {
        let all: HashSet<_> =
            [9, 15, 21].into_iter().flat_map(|hour| (0..3).map(move |variant| greeting(hour, variant, None))).collect();
        assert_eq!(all.len(), 9);
        assert_eq!(greeting(9, 3, None), greeting(9, 0, None));
    }

    #[test]
    fn c4_greeting_includes_the_name_if_known() {
        assert_eq!(greeting(9, 0, Some("Ada")), "Good morning, Ada");
        assert_eq!(greeting(9, 0, None), "Good morning");
    }

    #[test]
    fn c5_dates_have_their_ordinal() {
        let suffixes = (1..=31).map(|day| {
            let text = format_date(NaiveDate::from_ymd_opt(2025, 3, day).unwrap());
            text.strip_prefix(&day.to_string()).unwrap().strip_suffix(" Mar, 2025").unwrap().to_owned()
        });
        let expected = "st nd rd th th th th th th th th th th th th th th th th th \
                        st nd rd th th th th th th th st";
        assert_eq!(suffixes.collect::<Vec<_>>().join(" "), expected);
        assert_eq!(format_date(NaiveDate::from_ymd_opt(2025, 3, 3).unwrap()), "3rd Mar, 2025");
        assert_eq!(format_date(NaiveDate::from_ymd_opt(2024, 2, 29).unwrap()), "29th Feb, 2024");
        assert_eq!(format_date(NaiveDate::from_ymd_opt(2026, 12, 11).unwrap()), "11th Dec, 2026");
    }

    proptest! {
        #[test]
        fn c1_every_minute_has_five_characters_that_read_as_a_time(hour in 0u32..24, minute in 0u32..60) {
            let all_day = format!("{hour:02}:{minute:02}");
            prop_assert_eq!(format_time(hour, minute, HourFormat::TwentyFour), all_day);
            let text = format_time(hour, minute, HourFormat::Twelve);
            let (shown_hour, shown_minute) = text.split_once(':').unwrap();
            prop_assert_eq!(text.len(), 5);
            prop_assert!((1..=12).contains(&shown_hour.parse::<u32>().unwrap()));
            prop_assert_eq!(shown_hour.parse::<u32>().unwrap() % 12, hour % 12);
            prop_assert_eq!(shown_minute.parse::<u32>().unwrap(), minute);
        }
    }
}
