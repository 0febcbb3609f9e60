//! Times in files, in the time zone of the user.

use chrono::{DateTime, FixedOffset, Offset, SecondsFormat, Utc};
use core_wasm::protocol::time::Timestamp;

/// Formats a time with a UTC offset in minutes, east positive (RFC 3339).
pub(crate) fn format_local_time(moment: Timestamp, utc_offset: i32) -> String {
    let offset = FixedOffset::east_opt(utc_offset.saturating_mul(60)).unwrap_or(Utc.fix());
    let moment = DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default().with_timezone(&offset);
    moment.to_rfc3339_opts(SecondsFormat::Millis, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_formatted_in_local_time() {
        let at = |offset| format_local_time(Timestamp::parse("2026-03-03T22:30:00.250Z").unwrap(), offset);
        assert_eq!(at(-210), "2026-03-03T19:00:00.250-03:30");
        assert_eq!(at(120), "2026-03-04T00:30:00.250+02:00");
        assert_eq!(at(0), "2026-03-03T22:30:00.250+00:00");
    }
}
