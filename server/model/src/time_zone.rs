//! Time zones of users.

use chrono::{DateTime, Offset, TimeZone};
use core_wasm::protocol::time::{Timestamp, format_minute};

/// Returns the UTC offset of a time zone at a time, in minutes, east positive. An unknown zone counts as UTC: zones are
/// validated when they are set, but a newer time zone database may have dropped one.
pub fn utc_offset(time_zone: &str, moment: Timestamp) -> i32 {
    let zone = time_zone.parse::<chrono_tz::Tz>().unwrap_or(chrono_tz::Tz::UTC);
    let moment = DateTime::from_timestamp_millis(moment.millis()).unwrap_or_default().naive_utc();
    zone.offset_from_utc_datetime(&moment).fix().local_minus_utc() / 60
}

/// Returns the local time in a time zone, `YYYY-MM-DDTHH:MM`.
pub fn local_minute(moment: Timestamp, time_zone: &str) -> String {
    let local = moment.plus_millis(i64::from(utc_offset(time_zone, moment)) * 60_000);
    format_minute(DateTime::from_timestamp_millis(local.millis()).unwrap_or_default().naive_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utc_offset_follows_daylight_saving_time() {
        let at = |zone: &str, moment: &str| utc_offset(zone, Timestamp::parse(moment).unwrap());
        assert_eq!(at("Europe/Berlin", "2026-01-15T12:00:00Z"), 60);
        assert_eq!(at("Europe/Berlin", "2026-07-15T12:00:00Z"), 120);
        assert_eq!(at("America/St_Johns", "2026-01-15T12:00:00Z"), -210);
        assert_eq!(at("Asia/Kathmandu", "2026-01-15T12:00:00Z"), 345);
        assert_eq!(at("Nowhere/At_All", "2026-01-15T12:00:00Z"), 0);
    }
}
