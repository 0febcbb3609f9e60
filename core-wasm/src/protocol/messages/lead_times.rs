//! Made from `messages/en/lead_times.json` by `npm run messages`. Change the texts there.

use super::LEAD_TIMES as TEXTS;

/// at due time
pub(crate) fn at_due_time() -> &'static str {
    TEXTS.text(Index::AtDueTime as usize)
}

/// {count, plural, one {# week before} other {# weeks before}}
pub(crate) fn weeks_before(count: u64) -> String {
    TEXTS.format(Index::WeeksBefore as usize, count, &[])
}

/// {count, plural, one {# day before} other {# days before}}
pub(crate) fn days_before(count: u64) -> String {
    TEXTS.format(Index::DaysBefore as usize, count, &[])
}

/// {count, plural, one {# hour before} other {# hours before}}
pub(crate) fn hours_before(count: u64) -> String {
    TEXTS.format(Index::HoursBefore as usize, count, &[])
}

/// {count, plural, one {# minute before} other {# minutes before}}
pub(crate) fn minutes_before(count: u64) -> String {
    TEXTS.format(Index::MinutesBefore as usize, count, &[])
}

enum Index {
    AtDueTime,
    WeeksBefore,
    DaysBefore,
    HoursBefore,
    MinutesBefore,
}

pub(super) const COUNT: usize = 5;

/// The English texts in the order of `Index`, each with a NUL at its end.
pub(super) const ENGLISH: &str = concat!(
    "at due time\0",
    "{n,plural,one{# week before}other{# weeks before}}\0",
    "{n,plural,one{# day before}other{# days before}}\0",
    "{n,plural,one{# hour before}other{# hours before}}\0",
    "{n,plural,one{# minute before}other{# minutes before}}\0",
);
