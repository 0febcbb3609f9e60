//! The only way in for time and chance. Machines never ask for either: they are told.

use crate::protocol::id::Id;
use crate::protocol::time::Timestamp;
use crate::stats::UTC_OFFSETS;
use std::cell::Cell;

/// What one input is stamped with.
#[derive(Clone, Debug)]
pub struct Env {
    /// The moment, by the device's clock.
    pub now: Timestamp,
    /// The person's offset from UTC at that moment, in minutes, east positive.
    pub utc_offset: i32,
    /// Milliseconds by a clock that nobody sets and that never goes back; it may stand while the device sleeps, and begins anew
    /// with each page.
    pub monotonic_ms: i64,
    /// Grows into as many random numbers as one input needs.
    entropy: Cell<u64>,
}

impl Env {
    /// An environment for one input. `entropy` must be unpredictable to others, and new for each input.
    pub fn new(now: Timestamp, utc_offset: i32, entropy: u64) -> Self {
        // No place on earth is further from UTC. A session recorded elsewhere would be refused.
        let utc_offset = utc_offset.clamp(*UTC_OFFSETS.start(), *UTC_OFFSETS.end());
        Self { now, utc_offset, monotonic_ms: now.millis(), entropy: Cell::new(entropy) }
    }

    /// The same where the clock that nobody sets shows so many milliseconds.
    pub fn with_monotonic_ms(self, monotonic_ms: i64) -> Self {
        Self { monotonic_ms, ..self }
    }

    /// The next random number (SplitMix64, Steele et al. 2014).
    pub fn random(&self) -> u64 {
        let state = self.entropy.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.entropy.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A new id.
    pub fn new_id(&self) -> Id {
        let mut random = [0; 10];
        random[..8].copy_from_slice(&self.random().to_le_bytes());
        random[8..].copy_from_slice(&self.random().to_le_bytes()[..2]);
        Id::from_parts(self.now.millis().unsigned_abs(), &random)
    }

    /// The person's local time of day and date.
    pub fn local_date_time(&self) -> chrono::NaiveDateTime {
        to_local_time(self.now, self.utc_offset)
    }
}

/// Where the entropy of one input after another comes from.
#[derive(Clone, Debug)]
pub struct EntropySource(u64);

impl EntropySource {
    /// A source that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The environment of the next input.
    pub fn env(&mut self, now: Timestamp, utc_offset: i32) -> Env {
        let source = Env::new(now, utc_offset, self.0);
        self.0 = source.random();
        Env::new(now, utc_offset, source.random())
    }
}

/// The wall clock at a moment under an offset in minutes.
pub fn to_local_time(moment: Timestamp, utc_offset: i32) -> chrono::NaiveDateTime {
    let shifted = moment.millis() + i64::from(utc_offset) * 60_000;
    chrono::DateTime::from_timestamp_millis(shifted).unwrap_or_default().naive_utc()
}
