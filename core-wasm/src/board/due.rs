//! When a card is due, seen from the person's today.

use crate::protocol::record::{Item, ItemContent};
use crate::protocol::time::{DueDate, format_minute};
use crate::protocol::view::DueGroup;
use chrono::{Datelike, Days, NaiveDateTime};

/// The person's day and minute, as due dates are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalMinute {
    minute: String,
    /// The first day of the next week.
    next_monday: String,
}

impl LocalMinute {
    /// The day and minute of a local time.
    pub fn of(local: NaiveDateTime) -> Self {
        let days = 7 - u64::from(local.weekday().num_days_from_monday());
        let mut next_monday = format_minute(local.checked_add_days(Days::new(days)).unwrap_or(local));
        next_monday.truncate(10);
        Self { minute: format_minute(local), next_monday }
    }

    /// The day.
    pub fn day(&self) -> &str {
        &self.minute[..10]
    }

    /// When something is due. Nothing that has no due date is overdue.
    pub fn group(&self, due: Option<&DueDate>) -> DueGroup {
        let Some(text) = due.map(DueDate::as_str) else { return DueGroup::Later };
        let day = &text[..10];
        // Without a time it is due until its day has passed. Both are written so that they compare as their texts do.
        let has_passed = if text.len() > 10 { text < self.minute.as_str() } else { day < self.day() };
        if has_passed {
            DueGroup::Overdue
        } else if day == self.day() {
            DueGroup::Today
        } else if day < self.next_monday.as_str() {
            DueGroup::ThisWeek
        } else {
            DueGroup::Later
        }
    }
}

/// How long before the due date an item calls, if it is a reminder in use.
pub fn reminder_minutes(item: &Item) -> Option<i64> {
    match item.content {
        ItemContent::Reminder { minutes_before } if item.trashed_at.is_none() => Some(minutes_before),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::to_local_time;
    use crate::protocol::time::Timestamp;

    #[test]
    fn k2_a_due_date_is_grouped_by_the_persons_own_day_and_weeks_begin_on_monday() {
        // Tuesday, 2026-03-03 at 08:30 UTC; two hours east it is 10:30, 20 hours west it is Monday.
        let moment = Timestamp::parse("2026-03-03T08:30:00Z").unwrap();
        let group =
            |offset, due: &str| LocalMinute::of(to_local_time(moment, offset)).group(DueDate::parse(due).as_ref());
        for (due, expected) in [
            ("2026-03-02", DueGroup::Overdue),
            ("2026-03-03T08:29", DueGroup::Overdue),
            ("2026-03-03T08:30", DueGroup::Today),
            ("2026-03-03", DueGroup::Today),
            ("2026-03-04", DueGroup::ThisWeek),
            ("2026-03-08T23:59", DueGroup::ThisWeek),
            ("2026-03-09", DueGroup::Later),
            ("2027-01-01", DueGroup::Later),
        ] {
            assert_eq!(group(0, due), expected, "{due}");
        }
        assert_eq!(group(120, "2026-03-03T09:00"), DueGroup::Overdue);
        assert_eq!(group(-720, "2026-03-03"), DueGroup::ThisWeek);
        assert_eq!(LocalMinute::of(to_local_time(moment, 0)).group(None), DueGroup::Later);
    }
}
