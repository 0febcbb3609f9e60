//! The code that `cargo xtask bench` measures inside the module. Compiled only with the feature `bench`, which the
//! package does not use.

use crate::protocol::id::Id;
use crate::protocol::record::{FocusSession, Outcome, Segment, SessionKind};
use crate::protocol::time::{Timestamp, local_day};
use crate::stats::{StatsSettings, day_sums, heatmap, view};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Ten years of days, up to 31 December 2025.
const DAYS: i64 = 3_650;
/// The number of sessions per day.
const A_DAY: i64 = 20;
const MINUTE: i64 = 60_000;
/// 2026-01-01T00:00:00Z.
const NOW: i64 = 1_767_225_600_000;

thread_local! {
    static SESSIONS: RefCell<Vec<FocusSession>> = const { RefCell::new(Vec::new()) };
}

/// Creates 73,000 sessions on the first call. Every call groups them by day and computes the whole statistics page.
/// Returns the number of counted sessions.
#[wasm_bindgen]
pub fn bench_statistics() -> f64 {
    SESSIONS.with_borrow_mut(|sessions| {
        if sessions.is_empty() {
            sessions.extend((0..DAYS * A_DAY).map(session));
        }
        let settings = StatsSettings { day_start_minutes: 0, goals: &[] };
        let now = Timestamp::from_millis(NOW);
        let days = day_sums(sessions.iter(), settings.day_start_minutes);
        let shown = view(&days, &settings, now, 60, 0);
        let year = heatmap(&days, 2025, local_day(now, 60, 0));
        // Uses all results, so that the compiler cannot remove their computation.
        let is_whole = year.focused.len() == 365 && shown.longest_streak >= DAYS && shown.best_day.is_some();
        if is_whole { shown.total_sessions as f64 } else { 0.0 }
    })
}

/// Returns the session with a number: 25 minutes long, one every 70 minutes of a day, every third one with a pause,
/// half of the year with daylight saving time.
fn session(number: i64) -> FocusSession {
    let (day, of_day) = (number / A_DAY, number % A_DAY);
    let start = NOW - (DAYS - day) * 24 * 60 * MINUTE + of_day * 70 * MINUTE;
    let utc_offset = if day % 365 < 180 { 60 } else { 120 };
    let segment = |from: i64, to: i64| Segment {
        start: Timestamp::from_millis(start + from * MINUTE),
        end: Timestamp::from_millis(start + to * MINUTE),
        utc_offset,
    };
    FocusSession {
        id: Id::from_parts(start.unsigned_abs(), &[0; 10]),
        kind: SessionKind::Focus,
        planned: 1_500,
        outcome: Outcome::Completed,
        board_id: None,
        card_id: None,
        segments: if number % 3 == 0 { vec![segment(0, 10), segment(15, 30)] } else { vec![segment(0, 25)] },
        revision: 0,
        is_deleted: false,
    }
}
