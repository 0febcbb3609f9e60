//! Time and randomness. Machines receive both with every input and never read a clock or a random source themselves.

use crate::protocol::id::Id;
use crate::protocol::time::{Timestamp, UTC_OFFSETS};
use std::cell::Cell;

/// The time and the randomness of one input.
#[derive(Clone, Debug)]
pub struct Env {
    /// The current time by the device's clock.
    pub now: Timestamp,
    /// The user's current UTC offset in minutes; positive is east of Greenwich.
    pub utc_offset: i32,
    /// Milliseconds of the monotonic clock, which is never set back. It may stop while the device sleeps and starts
    /// again with each page.
    pub monotonic_ms: i64,
    /// The state of the random number generator.
    entropy: Cell<u64>,
}

impl Env {
    /// Creates the environment of one input. `entropy` must be unpredictable and new for each input.
    pub fn new(now: Timestamp, utc_offset: i32, entropy: u64) -> Self {
        // No place on Earth has a larger offset, and the server refuses sessions that do.
        let utc_offset = utc_offset.clamp(*UTC_OFFSETS.start(), *UTC_OFFSETS.end());
        Self { now, utc_offset, monotonic_ms: now.millis(), entropy: Cell::new(entropy) }
    }

    /// Returns the environment with another value of the monotonic clock, in milliseconds.
    pub fn with_monotonic_ms(self, monotonic_ms: i64) -> Self {
        Self { monotonic_ms, ..self }
    }

    /// Returns the next random number (SplitMix64, Steele et al. 2014).
    pub fn random(&self) -> u64 {
        let state = self.entropy.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.entropy.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a new id.
    pub fn new_id(&self) -> Id {
        let mut random = [0; 10];
        random[..8].copy_from_slice(&self.random().to_le_bytes());
        random[8..].copy_from_slice(&self.random().to_le_bytes()[..2]);
        Id::from_parts(self.now.millis().unsigned_abs(), &random)
    }

    /// Returns the user's local date and time.
    pub fn local_date_time(&self) -> chrono::NaiveDateTime {
        to_local_time(self.now, self.utc_offset)
    }
}

/// Generates the entropy of each input.
#[derive(Clone, Debug)]
pub struct EntropySource(u64);

impl EntropySource {
    /// Creates a source that generates the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the environment of the next input.
    pub fn env(&mut self, now: Timestamp, utc_offset: i32) -> Env {
        let source = Env::new(now, utc_offset, self.0);
        self.0 = source.random();
        Env::new(now, utc_offset, source.random())
    }
}

/// Returns the local date and time of a timestamp at a UTC offset in minutes.
pub fn to_local_time(moment: Timestamp, utc_offset: i32) -> chrono::NaiveDateTime {
    let shifted = moment.millis() + i64::from(utc_offset) * 60_000;
    chrono::DateTime::from_timestamp_millis(shifted).unwrap_or_default().naive_utc()
}
