//! The time where the client runs. The server knows only the time zone of the preferences.

use core_wasm::protocol::time::Timestamp;
use twentyfour_model::clock::system_time;
use twentyfour_model::time_zone::{local_minute, utc_offset};

/// The current time in the time zone of this machine.
pub(super) struct LocalTime {
    pub(super) now: Timestamp,
    /// `YYYY-MM-DDTHH:MM`.
    pub(super) minute: String,
    /// Minutes, east positive.
    pub(super) utc_offset: i32,
}

impl LocalTime {
    /// Returns the current time. Without a known time zone it is UTC.
    pub(super) fn now() -> Self {
        let zone = std::env::var("TZ").ok().filter(|zone| zone.parse::<chrono_tz::Tz>().is_ok());
        let zone = zone.or_else(|| iana_time_zone::get_timezone().ok()).unwrap_or_else(|| "UTC".to_owned());
        let now = system_time();
        Self { now, minute: local_minute(now, &zone), utc_offset: utc_offset(&zone, now) }
    }

    /// Returns the day, `YYYY-MM-DD`.
    pub(super) fn today(&self) -> &str {
        self.minute.get(..10).unwrap_or_default()
    }
}
