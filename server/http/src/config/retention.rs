//! How long the changes of boards are kept for the activity of cards: `ACTIVITY_ENTRIES`, `ACTIVITY_DAYS` and
//! `ACTIVITY_MB`.

use clap::Args;
use twentyfour_model::OpRetention;

#[derive(Args, Debug)]
pub(super) struct RetentionArgs {
    /// Maximum number of changes per board whose texts are kept for the activity of its cards.
    #[arg(long, env = "ACTIVITY_ENTRIES", global = true, default_value = "1000", value_parser = clap::value_parser!(i64).range(1..=100_000))]
    activity_entries: i64,

    /// Number of days that the texts of changes are kept for the activity of cards.
    #[arg(long, env = "ACTIVITY_DAYS", global = true, default_value = "60", value_parser = clap::value_parser!(i64).range(1..=36_500))]
    activity_days: i64,

    /// Maximum size in MB of the texts of changes per board that are kept for the activity of its cards.
    #[arg(long, env = "ACTIVITY_MB", global = true, default_value = "4", value_parser = clap::value_parser!(i64).range(1..=1_000))]
    activity_mb: i64,
}

impl RetentionArgs {
    /// Returns the settings.
    pub(super) fn op_retention(&self) -> OpRetention {
        OpRetention { max_count: self.activity_entries, days: self.activity_days, max_bytes: self.activity_mb << 20 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use twentyfour_model::OpRetention;

    #[test]
    fn activity_is_limited_by_number_days_and_size() {
        let retention = |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat());
        assert_eq!(retention(&[]).unwrap().op_retention, OpRetention::default());
        let configured =
            retention(&["--activity-entries", "50", "--activity-days", "7", "--activity-mb", "1"]).unwrap();
        assert_eq!(configured.op_retention, OpRetention { max_count: 50, days: 7, max_bytes: 1 << 20 });
    }
}
