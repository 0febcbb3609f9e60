//! Percentiles and averages over time.

/// A time of the simulation in nanoseconds.
pub type Time = u64;

/// A second.
pub const SECOND: Time = 1_000_000_000;

/// Returns microseconds as a time.
pub fn micros(value: f64) -> Time {
    (value * 1_000.0).max(0.0) as Time
}

/// Returns a time in milliseconds.
pub fn in_millis(time: Time) -> f64 {
    time as f64 / 1e6
}

/// The number of buckets for each power of two: percentiles are exact to 1.6 %.
const BUCKETS_PER_POWER: usize = 64;

/// Durations in buckets, from which percentiles are read.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    buckets: Vec<u64>,
    count: u64,
    sum: u128,
}

impl Histogram {
    /// Adds a duration.
    pub fn add(&mut self, duration: Time) {
        let index = bucket(duration);
        if self.buckets.len() <= index {
            self.buckets.resize(index + 1, 0);
        }
        self.buckets[index] += 1;
        self.count += 1;
        self.sum += u128::from(duration);
    }

    /// Returns the number of durations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or 0 without durations.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// Returns the duration that this share of all durations does not exceed, or 0 without durations.
    pub fn percentile(&self, share: f64) -> Time {
        let rank = ((self.count as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        for (index, count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= rank && self.count > 0 {
                return bucket_end(index);
            }
        }
        0
    }
}

fn bucket(duration: Time) -> usize {
    let per_power = BUCKETS_PER_POWER as u64;
    if duration < per_power {
        return duration as usize;
    }
    // The power of two, and the next six bits.
    let shift = 63 - duration.leading_zeros() as usize - 6;
    shift * BUCKETS_PER_POWER + (duration >> shift) as usize
}

fn bucket_end(index: usize) -> Time {
    if index < 2 * BUCKETS_PER_POWER {
        return index as Time;
    }
    let shift = index / BUCKETS_PER_POWER - 1;
    let mantissa = (index - shift * BUCKETS_PER_POWER) as u64;
    ((mantissa + 1) << shift) - 1
}

/// A number that changes over time, and its average.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    value: f64,
    since: Time,
    integral: f64,
    max: f64,
}

impl Level {
    /// Changes the number at a time.
    pub fn add(&mut self, change: f64, now: Time) {
        self.integral += self.value * (now - self.since) as f64;
        self.since = now;
        self.value += change;
        self.max = self.max.max(self.value);
    }

    /// Returns the current number.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the greatest number since the last reset.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Starts a new average.
    pub fn reset(&mut self, now: Time) {
        *self = Self { value: self.value, since: now, integral: 0.0, max: self.value };
    }

    /// Returns the average since the reset, which was at `began`.
    pub fn average(&self, began: Time, now: Time) -> f64 {
        let integral = self.integral + self.value * (now - self.since) as f64;
        integral / (now - began).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_exact_to_2_percent() {
        let mut histogram = Histogram::default();
        (1..=100_000).for_each(|number| histogram.add(number * 1_000));
        for share in [0.01, 0.5, 0.99, 1.0] {
            let (found, exact) = (histogram.percentile(share) as f64, share * 1e8);
            assert!((found / exact - 1.0).abs() < 0.02, "{share} {found}");
        }
        assert!((histogram.mean() - 50_000_500.0).abs() < 1.0);
        assert_eq!(Histogram::default().percentile(0.99), 0);
    }

    #[test]
    fn small_durations_are_exact() {
        for duration in 0..128 {
            let mut histogram = Histogram::default();
            histogram.add(duration);
            assert_eq!(histogram.percentile(0.5), duration);
        }
    }

    #[test]
    fn levels_are_averaged_over_time() {
        let mut level = Level::default();
        level.add(4.0, 10);
        level.add(-2.0, 20);
        assert_eq!((level.average(0, 40), level.max()), (2.0, 4.0));
        level.reset(40);
        assert_eq!((level.average(40, 60), level.max()), (2.0, 2.0));
    }
}
