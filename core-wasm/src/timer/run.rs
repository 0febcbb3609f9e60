//! The stretch of a phase that is running, and its deadline.

use super::recording::{Recording, earlier};
use crate::protocol::time::Timestamp;

/// The stretch that is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// When it began.
    pub(super) since: Timestamp,
    /// The person's offset from UTC at that moment, in minutes.
    pub(super) utc_offset: i32,
    /// The deadline.
    pub(super) ends_at: Timestamp,
    /// The moment that is showing.
    pub(super) seen: Timestamp,
    /// How long after the deadline this tab waits before it rings, in milliseconds: not at all where Start was pressed
    /// here, and a moment where it may have been pressed in another tab, which then rings first and is followed.
    pub(super) patience: i64,
}

impl Run {
    /// What is left at the moment that is showing, in milliseconds.
    pub(super) fn left(&self) -> i64 {
        (self.ends_at.millis() - self.seen.millis()).max(0)
    }

    /// Moves on to a moment. Where the clock was set back, everything moves back with it, so that as much is left as
    /// before; says whether that happened.
    pub(super) fn see(&mut self, now: Timestamp, recording: &mut Recording) -> bool {
        let set_back = self.seen.millis() - now.millis();
        if set_back > 0 {
            self.since = earlier(self.since, set_back);
            self.ends_at = earlier(self.ends_at, set_back);
            recording.move_back(set_back);
        }
        self.seen = now;
        set_back > 0
    }

    /// The recording with this stretch up to a moment.
    pub(super) fn recorded(&self, recording: &Recording, until: Timestamp) -> Recording {
        let mut recording = recording.clone();
        recording.add(self.since, until, self.utc_offset);
        recording
    }

    /// Milliseconds until the displayed second changes, or until the end is called where 0:00 is showing already.
    pub(super) fn next_change(&self) -> u32 {
        let after = match self.left() {
            0 => (self.ends_at.millis() + self.patience - self.seen.millis()).max(1),
            left => (left - 1) % 1_000 + 1,
        };
        after as u32
    }
}
