//! The wall clock, which tests replace by one that they move.

use core_wasm::protocol::time::Timestamp;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// One day, in milliseconds.
pub const MILLIS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// Returns the current time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Returns the current time by the system's clock.
pub fn system_time() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
