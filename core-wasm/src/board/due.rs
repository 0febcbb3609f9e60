//! Groups due dates relative to the user's local time: overdue, today, this week and so on.

use crate::protocol::record::{Item, ItemContent, Priority};
use crate::protocol::time::{DueDate, format_minute};
use crate::protocol::view::{DueGroup, DueStatus};
use chrono::{Datelike, Days, NaiveDateTime};

/// The user's local date and minute, in the text format of due dates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalMinute {
    minute: String,
    /// The Monday of next week.
    next_monday: String,
}

impl LocalMinute {
    /// Converts a local time.
    pub fn of(local: NaiveDateTime) -> Self {
        let days = 7 - u64::from(local.weekday().num_days_from_monday());
        let mut next_monday = format_minute(local.checked_add_days(Days::new(days)).unwrap_or(local));
        next_monday.truncate(10);
        Self { minute: format_minute(local), next_monday }
    }

    /// Returns the date.
    pub fn day(&self) -> &str {
        self.minute.get(..10).unwrap_or_default()
    }

    /// Returns the group of a due date. A card without a due date is never overdue.
    pub fn group(&self, due: Option<&DueDate>) -> DueGroup {
        let Some(due) = due else { return DueGroup::Later };
        let (text, day) = (due.as_str(), due.day());
        // A date without a time is due until the end of its day. The text formats sort in chronological order.
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

    /// Returns the status of a due date. A card that is done is neither overdue nor due today.
    pub fn status(&self, due: &DueDate, priority: Priority) -> DueStatus {
        match self.group(Some(due)) {
            _ if priority == Priority::Completed => DueStatus::Later,
            DueGroup::Overdue => DueStatus::Overdue,
            DueGroup::Today => DueStatus::Today,
            DueGroup::ThisWeek | DueGroup::Later | DueGroup::NoDate => DueStatus::Later,
        }
    }
}

/// Returns how many minutes before the due date an item's reminder fires, or `None` if it is not a reminder or is in
/// the trash.
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
    fn k2_due_groups_use_local_days_and_monday_weeks() {
        // Tuesday, 2026-03-03 at 08:30 UTC is 10:30 two hours east of UTC and Monday 20 hours west of it.
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
