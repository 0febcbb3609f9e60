//! How long deleted items stay in the trash (SPEC G4).

use crate::env::{Env, to_local_time};
use crate::protocol::http::TRASH_DAYS;
use crate::protocol::time::Timestamp;
use chrono::NaiveDate;

/// The user's local date, with the UTC offset that it was computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LocalDate {
    date: NaiveDate,
    utc_offset: i32,
}

impl LocalDate {
    /// Returns the current date.
    pub(crate) fn of(env: &Env) -> Self {
        Self { date: env.local_date_time().date(), utc_offset: env.utc_offset }
    }

    /// Returns the number of days until an item that was deleted at `trashed_at` is deleted permanently; 0 for today or
    /// earlier. Counts calendar days.
    pub(crate) fn days_left(self, trashed_at: Timestamp) -> u32 {
        let days_ago = (self.date - to_local_time(trashed_at, self.utc_offset).date()).num_days();
        u32::try_from(i64::from(TRASH_DAYS) - days_ago).unwrap_or(0)
    }
}
