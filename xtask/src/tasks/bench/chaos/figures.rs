//! What is measured while something is broken and after that, with its limits.

use super::super::crowd::{Recovery, count, number};
use super::super::table::{Table, Target, median};
use super::faults::Service;
use super::{Planned, longest};
use anyhow::{Result, bail};
use serde_json::Value;

/// How soon after a fault everybody must have recovered, in milliseconds.
const MAX_RECOVERY_MS: f64 = 5_000.0;

/// How soon everybody must see a change while nothing is broken, in milliseconds. Servers that do not notify one another find it
/// in the database, which they read every 800 ms.
const MAX_CALM_MS: f64 = 500.0;

/// The most memory that all servers may have together, in MB.
const MAX_MEMORY_MB: f64 = 400.0;

/// How much more memory a server may have during a fault than the largest had before it, in percent. They have about 60 MB: the
/// limit is far below what a queue without a limit would reach.
const MAX_GROWTH_PERCENT: f64 = 50.0;

/// With fewer attempts to open live connections again after a fault, their shares are no measure of how they are spread.
const MIN_RECONNECTS: u64 = 40;

/// The maximum share of these attempts within a quarter of a second. If all choose a time within 3 seconds, it is about 15 % of
/// 100, and 20 % of 40.
const MAX_BURST_PERCENT: f64 = 25.0;

/// What was measured for a fault, or for several.
#[derive(Default)]
pub(super) struct Figures {
    /// Before the fault: from a change until everybody sees it, in milliseconds.
    pub(super) calm: Vec<f64>,
    /// From the fault until it has ended, a server responds, and the database commits all writes, in milliseconds.
    pub(super) outages: Vec<f64>,
    /// From then until everybody's changes are confirmed, and everybody sees a new change of everybody, in milliseconds.
    pub(super) recoveries: Vec<f64>,
    /// The largest share of the attempts to open live connections again within a quarter of a second, in percent.
    pub(super) bursts: Vec<f64>,
    /// The most memory that all servers had together, in MB.
    pub(super) memory: f64,
    /// How much more memory a server had than the largest had before, in percent.
    pub(super) growths: Vec<f64>,
    /// While the fault lasted: confirmed changes per change that people made, in percent.
    confirmed: Vec<f64>,
    /// The 99th percentiles of the times until these were confirmed, in milliseconds.
    p99: Vec<f64>,
    /// What the crowd counted last, during the fault and after it.
    pub(super) counts: Vec<Value>,
}

impl Figures {
    /// Adds what the crowd counted while a fault lasted, once everybody has noticed it.
    ///
    /// # Errors
    /// Fails if a count is missing.
    pub(super) fn add_service(&mut self, counts: Option<&Value>) -> Result<()> {
        let Some(counts) = counts else { return Ok(()) };
        let confirmed = number(counts, "applied")? + number(counts, "duplicates")?;
        let made = number(counts, "made")?;
        if made == 0.0 {
            bail!("no changes were made during the fault");
        }
        self.confirmed.push(confirmed / made * 100.0);
        self.p99.push(number(counts, "p99_ms")?);
        Ok(())
    }

    /// Adds the figures of another fault.
    pub(super) fn extend(&mut self, more: &Self) {
        self.calm.extend(&more.calm);
        self.outages.extend(&more.outages);
        self.recoveries.extend(&more.recoveries);
        self.bursts.extend(&more.bursts);
        self.growths.extend(&more.growths);
        self.memory = self.memory.max(more.memory);
    }

    /// Describes the last repetition.
    ///
    /// # Errors
    /// Fails if a count is missing.
    pub(super) fn describe_last(&self, recovery: &Recovery, people: usize) -> Result<String> {
        let last = |values: &[f64]| values.last().copied().unwrap_or_default();
        let (outage, recovered, growth) = (last(&self.outages), last(&self.recoveries), last(&self.growths));
        let Recovery { confirmed_ms, shown_ms, .. } = recovery;
        let missing = people as u64 - recovery.people;
        let missing = if missing == 0 { String::new() } else { format!(", {missing} people did not recover") };
        let Reconnects { attempts, at_once } = Reconnects::sum(&self.counts)?;
        let counts: Vec<String> = self.counts.iter().map(Value::to_string).collect();
        let counts = counts.join(" ");
        Ok(format!(
            "{outage:.0} ms until the service is back, {recovered:.0} ms until all have recovered ({confirmed_ms:.0} ms until confirmed, \
             {shown_ms:.0} ms until seen, from the first write on){missing}, \
             {growth:+.0} % of memory, {at_once} of {attempts} attempts to connect at once, {counts}"
        ))
    }

    /// Adds the results of a fault.
    pub(super) fn add_to(&self, table: &mut Table, planned: Planned) {
        let fault = planned.name();
        let what = match self.outages.len() {
            0 => return,
            1 => format!("{fault}, once"),
            times => format!("{fault}, {times} times"),
        };
        table.add(
            format!("{what}: until the service is back, the longest"),
            longest(&self.outages),
            "ms",
            Target::None,
        );
        let recovered = format!("{what}: all changes confirmed and seen by everybody after that, the longest");
        table.add(recovered, longest(&self.recoveries), "ms", Target::AtMost(MAX_RECOVERY_MS));
        if let Service::Limited { min_percent, max_p99_ms } = planned.fault.service() {
            let least = self.confirmed.iter().copied().fold(f64::INFINITY, f64::min);
            let confirmed = format!("{what}: changes confirmed per change made meanwhile, the least");
            table.add(confirmed, least, "%", Target::AtLeast(min_percent));
            let p99 = format!("{what}: time until they were confirmed, 99th percentile, the longest");
            table.add(p99, longest(&self.p99), "ms", Target::AtMost(max_p99_ms));
        }
    }

    /// Adds the results of all faults.
    pub(super) fn add_sums_to(&self, table: &mut Table) {
        if self.outages.is_empty() {
            return;
        }
        table.add("All faults", self.outages.len() as f64, "", Target::None);
        let what = "Before the faults: a change is seen by everybody, the longest";
        table.add(what, longest(&self.calm), "ms", Target::AtMost(MAX_CALM_MS));
        table.add(
            "All faults: all changes confirmed and seen by everybody, the median",
            median(self.recoveries.clone()),
            "ms",
            Target::None,
        );
        let what = "All faults: memory of the three servers together, the most";
        table.add(what, self.memory, "MB", Target::AtMost(MAX_MEMORY_MB));
        let what = "All faults: more memory of a server than the largest had before, the most";
        table.add(what, longest(&self.growths), "%", Target::AtMost(MAX_GROWTH_PERCENT));
        if !self.bursts.is_empty() {
            let what = "Attempts to open live connections again: within a quarter of a second, the most";
            table.add(what, longest(&self.bursts), "%", Target::AtMost(MAX_BURST_PERCENT));
        }
    }
}

/// Attempts to open live connections.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reconnects {
    attempts: u64,
    /// The most within a quarter of a second.
    at_once: u64,
}

impl Reconnects {
    /// Returns the attempts in several periods.
    ///
    /// # Errors
    /// Fails if a count is missing.
    pub(super) fn sum(periods: &[Value]) -> Result<Self> {
        let mut sum = Self::default();
        for counts in periods {
            sum.attempts += count(counts, "attempted_sockets")?;
            sum.at_once = sum.at_once.max(count(counts, "attempted_at_once")?);
        }
        Ok(sum)
    }

    /// Returns whether there are enough of them to measure how they are spread.
    pub(super) fn are_enough(&self) -> bool {
        self.attempts >= MIN_RECONNECTS
    }

    /// Returns the largest share within a quarter of a second, in percent.
    ///
    /// # Errors
    /// Fails if there are not enough of them.
    pub(super) fn burst_percent(&self) -> Result<f64> {
        if !self.are_enough() {
            bail!(
                "only {} attempts to open a live connection again, instead of at least {MIN_RECONNECTS}",
                self.attempts
            );
        }
        Ok(self.at_once as f64 / self.attempts as f64 * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::faults::Fault;
    use super::*;
    use crate::cluster::{Bus, Link};
    use serde_json::json;

    #[test]
    fn too_few_reconnects_are_an_error() {
        let period = |attempts: u64, at_once: u64| json!({"attempted_sockets": attempts, "attempted_at_once": at_once});
        let few = Reconnects::sum(&[period(20, 20), period(19, 2)]).unwrap();
        assert_eq!((few.are_enough(), few.burst_percent().is_err()), (false, true));
        let enough = Reconnects::sum(&[period(20, 20), period(20, 2)]).unwrap();
        assert_eq!((enough.are_enough(), enough.burst_percent().ok()), (true, Some(50.0)));
        assert!(Reconnects::sum(&[json!({"attempted_sockets": 1})]).is_err());
    }

    #[test]
    fn outage_of_a_part_that_is_not_needed_misses_the_target() {
        let planned = Planned { fault: Fault::Cut(Link::ServerAndNats), bus: Bus::Nats, times: 1 };
        let result = |applied: u64| {
            let mut figures = Figures { outages: vec![1.0], ..Figures::default() };
            let counts = json!({"applied": applied, "duplicates": 0, "made": 100, "p99_ms": 20.0});
            figures.add_service(Some(&counts)).unwrap();
            let mut table = Table::default();
            figures.add_to(&mut table, planned);
            table.has_missed()
        };
        assert_eq!([result(99), result(10), result(0)], [false, true, true]);
    }
}
