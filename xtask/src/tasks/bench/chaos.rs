//! What is lost, and how soon everything works again, when parts of a deployment with several servers fail.

mod faults;
mod soak;

use super::crowd::{Crowd, CrowdSize, Recovery};
use super::table::{Table, Target};
use crate::cluster::{Cluster, Part, namespaces};
use crate::step::print_progress;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use faults::Fault;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What to break.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Breaks each part only a few times, and leaves the simulated day out.
    pub(crate) is_short: bool,
    /// Only what has this text in its name.
    pub(crate) only: Option<String>,
}

impl Options {
    /// Returns whether this is the run whose results are recorded.
    pub(crate) fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the arguments of the task.
    pub(super) fn arguments(&self) -> Vec<&str> {
        let short = self.is_short.then_some("--short");
        short.into_iter().chain(self.only.as_deref()).collect()
    }

    fn includes(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// Returns the faults, each with the number of its repetitions.
    fn plan(&self) -> Vec<(Fault, usize)> {
        let repetitions = |fault: Fault| match (self.is_short, &self.only) {
            (false, _) => fault.repetitions(),
            (true, None) => fault.short_repetitions(),
            (true, Some(_)) => fault.short_repetitions().max(1),
        };
        let all = Fault::all().into_iter().filter(|fault| self.includes(&fault.name()));
        all.map(|fault| (fault, repetitions(fault))).filter(|(_, times)| *times > 0).collect()
    }
}

const CROWD: CrowdSize = CrowdSize { people: 60, people_per_board: 5, seed: 1 };

/// The changes per second while something is broken.
const RATE: f64 = 30.0;

/// How long the crowd works before each fault, so that changes are on their way in every state.
const CALM: Duration = Duration::from_millis(500);

/// How long a database or the servers may need until they are back: Patroni elects another leader after 20 seconds.
const OUTAGE_TIMEOUT: Duration = Duration::from_secs(90);

/// How soon after that everybody must have recovered, in milliseconds.
const MAX_RECOVERY_MS: f64 = 5_000.0;

/// The maximum time of a whole run, in minutes.
const MAX_MINUTES: f64 = 90.0;

/// The most memory that all servers may have together, in MB.
const MAX_MEMORY_MB: f64 = 400.0;

/// With fewer live connections that are opened again after a fault, their shares are no measure of how they are spread.
const MIN_RECONNECTS: f64 = 40.0;

/// The maximum share of these that are opened within a quarter of a second. If all chose a time within 3 seconds, it would be
/// about 20 % of 60.
const MAX_BURST_PERCENT: f64 = 40.0;

/// Breaks everything, and adds the results. Runs inside namespaces.
pub(super) fn measure(table: &mut Table, options: &Options) -> Result<()> {
    if !namespaces::is_inside() {
        bail!("the cluster runs only in namespaces of its own");
    }
    let clock = Clock(Instant::now());
    let folder = TempDir::create("chaos")?;
    let mut cluster = Cluster::start(&folder.0)?;
    clock.print("all parts have started");
    let outcome = run(table, options, &clock, &mut cluster, &folder);
    if outcome.is_err() {
        println!("{}", cluster.logs());
    }
    let target = if options.is_whole() { Target::AtMost(MAX_MINUTES) } else { Target::None };
    table.add("All of it", clock.minutes(), "minutes", target);
    outcome
}

/// The time since the beginning, which is printed with the progress.
struct Clock(Instant);

impl Clock {
    fn minutes(&self) -> f64 {
        self.0.elapsed().as_secs_f64() / 60.0
    }

    fn print(&self, text: &str) {
        print_progress(&format!("{:4.1} min: {text}", self.minutes()));
    }
}

fn run(table: &mut Table, options: &Options, clock: &Clock, cluster: &mut Cluster, folder: &TempDir) -> Result<()> {
    let mut crowd = Crowd::start(&Cluster::address(), CROWD)?;
    crowd.work(RATE)?;
    let plan = options.plan();
    let seconds: f64 = plan.iter().map(|(fault, times)| fault.planned_seconds() * *times as f64).sum();
    clock.print(&format!("{} people work; {} faults take about {:.0} s", CROWD.people, plan.len(), seconds.abs()));
    let (mut failed, mut outages) = (Vec::new(), Outages::default());
    for (fault, times) in plan {
        let started = Instant::now();
        let broken = break_repeatedly(fault, times, clock, cluster, &mut crowd)?;
        let each = started.elapsed().as_secs_f64() / times as f64;
        clock.print(&format!("{}: done, {each:.1} s each, {}", fault.name(), broken.counts));
        broken.outages.add_to(table, &fault.name());
        outages.extend(&broken.outages);
        failed.extend(broken.failure);
    }
    if !outages.times.is_empty() {
        outages.add_sums_to(table);
    }
    let file = folder.0.join("applied");
    let confirmed = add_verified(table, "", &mut crowd, cluster, &file, "")?;
    clock.print("all boards are compared");
    drop(crowd);
    let has_day = if options.only.is_some() { options.includes(soak::NAME) } else { !options.is_short };
    if has_day {
        soak::measure(table, options.is_short, clock, cluster, folder, &confirmed)?;
    }
    if failed.is_empty() { Ok(()) } else { bail!("{}", failed.join("\n")) }
}

/// The outages that a fault caused.
#[derive(Default)]
struct Outages {
    /// From the fault until it has ended, and the database commits a write and a server responds, in milliseconds.
    times: Vec<f64>,
    /// From then until everybody's changes are confirmed, and everybody sees a new change of everybody, in milliseconds.
    recoveries: Vec<f64>,
    /// The largest share of the live connections that were opened again within a quarter of a second, in percent.
    bursts: Vec<f64>,
    /// The most memory that all servers had together, in MB.
    memory: f64,
}

impl Outages {
    fn extend(&mut self, more: &Self) {
        self.times.extend(&more.times);
        self.recoveries.extend(&more.recoveries);
        self.bursts.extend(&more.bursts);
        self.memory = self.memory.max(more.memory);
    }

    fn add_to(&self, table: &mut Table, fault: &str) {
        let what = match self.times.len() {
            0 => return,
            1 => format!("{fault}, once"),
            times => format!("{fault}, {times} times"),
        };
        table.add(format!("{what}: until the service is back, the longest"), longest(&self.times), "ms", Target::None);
        let what = format!("{what}: all changes confirmed and seen by everybody after that, the longest");
        table.add(what, longest(&self.recoveries), "ms", Target::AtMost(MAX_RECOVERY_MS));
    }

    fn add_sums_to(&self, table: &mut Table) {
        let mut recoveries = self.recoveries.clone();
        recoveries.sort_by(f64::total_cmp);
        let median = recoveries.get(recoveries.len() / 2).copied().unwrap_or_default();
        table.add("All faults", self.times.len() as f64, "", Target::None);
        table.add("All faults: all changes confirmed and seen by everybody, the median", median, "ms", Target::None);
        let what = "All faults: memory of the three servers together, the most";
        table.add(what, self.memory, "MB", Target::AtMost(MAX_MEMORY_MB));
        if !self.bursts.is_empty() {
            let what = "Live connections that are opened again: within a quarter of a second, the most";
            table.add(what, longest(&self.bursts), "%", Target::AtMost(MAX_BURST_PERCENT));
        }
    }
}

fn longest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// What happened when something was broken repeatedly.
#[derive(Default)]
struct Broken {
    outages: Outages,
    /// What the crowd counted at last.
    counts: Value,
    /// Why it ended early.
    failure: Option<String>,
}

/// Breaks something repeatedly. After an error, repairs everything and continues with the next fault.
///
/// # Errors
/// Fails if it cannot be repaired.
fn break_repeatedly(
    fault: Fault,
    times: usize,
    clock: &Clock,
    cluster: &mut Cluster,
    crowd: &mut Crowd,
) -> Result<Broken> {
    let mut broken = Broken::default();
    for time in 0..times {
        let what = format!("{}, {} of {times}", fault.name(), time + 1);
        match break_once(fault, time, cluster, crowd, &mut broken) {
            Ok(recovery) => {
                let outage = broken.outages.times.last().copied().unwrap_or_default();
                let Recovery { confirmed_ms, shown_ms, people } = recovery;
                let missing = CROWD.people as u64 - people;
                let missing = if missing == 0 { String::new() } else { format!(", {missing} people did not recover") };
                clock.print(&format!(
                    "{what}: {outage:.0} ms until the service is back, {confirmed_ms:.0} ms until confirmed, {shown_ms:.0} ms until seen{missing}"
                ));
            }
            Err(error) => {
                let failure = format!("{what}: {error:#}");
                clock.print(&format!("failed: {failure}"));
                println!("{}", cluster.logs());
                cluster.repair().with_context(|| failure.clone())?;
                broken.failure = Some(failure);
                break;
            }
        }
    }
    Ok(broken)
}

fn break_once(
    fault: Fault,
    time: usize,
    cluster: &mut Cluster,
    crowd: &mut Crowd,
    broken: &mut Broken,
) -> Result<Recovery> {
    std::thread::sleep(CALM);
    let leader = cluster.leader()?;
    crowd.counts()?;
    let started = Instant::now();
    fault.inject(time, leader, cluster)?;
    cluster.wait_until_back(OUTAGE_TIMEOUT)?;
    let outages = &mut broken.outages;
    outages.times.push(started.elapsed().as_secs_f64() * 1_000.0);
    let recovery = crowd.probe()?;
    outages.recoveries.push(recovery.confirmed_ms.max(recovery.shown_ms));
    broken.counts = crowd.counts()?;
    let number = |name: &str| broken.counts[name].as_f64().unwrap_or_default();
    let opened = number("opened_sockets");
    if opened >= MIN_RECONNECTS {
        outages.bursts.push(number("opened_at_once") / opened * 100.0);
    }
    let memory = cluster.servers.iter().map(Part::peak_memory).sum::<Result<f64>>()?;
    outages.memory = outages.memory.max(memory);
    fault.check_effect(leader, cluster)?;
    fault.repair(cluster)?;
    Ok(recovery)
}

/// Compares what the crowd did with its boards and with the database, and adds the results. `earlier` has the confirmed ops of
/// earlier crowds. Returns those of all crowds.
fn add_verified(
    table: &mut Table,
    prefix: &str,
    crowd: &mut Crowd,
    cluster: &Cluster,
    file: &Path,
    earlier: &str,
) -> Result<String> {
    let verified = crowd.verify(file)?;
    let confirmed = format!("{earlier}{}", fs::read_to_string(file)?);
    let stored = cluster.query("SELECT id || ' ' || version FROM ops")?;
    let Differences { missing, unknown, repeated, other_version } = compare_ops(&stored, &confirmed)?;
    table.add(format!("{prefix}Changes that were confirmed"), verified.applied as f64, "", Target::None);
    let expected_nothing = [
        ("Confirmed changes that are not in the database", missing as f64),
        ("Changes in the database that were never confirmed", unknown as f64),
        ("Changes that are in the database more than once", repeated as f64),
        ("Changes whose version in the database is not the confirmed one", other_version as f64),
        ("Changes that were confirmed as applied twice", verified.applied_twice as f64),
        ("Cards that are missing, or have an old title, list or completion", verified.lost as f64),
        ("Cards that nobody has added", verified.unexpected as f64),
        ("Boards that not everybody sees as the database has them", verified.differing_boards as f64),
        ("Changes that were refused", verified.refused as f64),
    ];
    for (what, count) in expected_nothing {
        table.add(format!("{prefix}{what}"), count, "", Target::AtMost(0.0));
    }
    Ok(confirmed)
}

/// The differences between the confirmed ops and those in the database.
#[derive(Debug, Default, PartialEq, Eq)]
struct Differences {
    /// Confirmed, but not in the database.
    missing: usize,
    /// In the database, but never confirmed.
    unknown: usize,
    /// In the database on more than one board.
    repeated: usize,
    /// Stored with another version than the one in which they were confirmed as applied, or with a later one than that in
    /// which they were confirmed as duplicates.
    other_version: usize,
}

/// Compares the ops in the database (lines `ID VERSION`) with the confirmed ones (lines `ID VERSION STATUS`, see
/// `xtask/load/src/crowd`).
fn compare_ops(stored: &str, confirmed: &str) -> Result<Differences> {
    let mut differences = Differences::default();
    let mut versions: BTreeMap<&str, i64> = BTreeMap::new();
    for line in stored.lines() {
        let (id, version) = line.split_once(' ').with_context(|| format!("not an op: {line}"))?;
        differences.repeated += usize::from(versions.insert(id, version.parse()?).is_some());
    }
    let mut known = BTreeSet::new();
    for line in confirmed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [id, version, status] = words[..] else { bail!("not a confirmed op: {line}") };
        let confirmed: i64 = version.parse()?;
        known.insert(id);
        match (versions.get(id), status) {
            (None, _) => differences.missing += 1,
            (Some(stored), "applied") => differences.other_version += usize::from(*stored != confirmed),
            (Some(stored), "duplicate") => differences.other_version += usize::from(*stored > confirmed),
            (Some(_), _) => {}
        }
    }
    differences.unknown = versions.keys().filter(|id| !known.contains(*id)).count();
    Ok(differences)
}

#[cfg(test)]
mod tests {
    use super::{Differences, compare_ops};

    #[test]
    fn lost_repeated_and_unconfirmed_ops_are_found() {
        let stored = "a 1\nb 2\nc 9\nd 3\nd 4\ne 5\nlist 1\n";
        let confirmed = "a 1 applied\nb 7 duplicate\nc 8 applied\nd 4 applied\nlost 3 applied\nlist 0 set-up\n";
        let expected = Differences { missing: 1, unknown: 1, repeated: 1, other_version: 1 };
        assert_eq!(compare_ops(stored, confirmed).ok(), Some(expected));
    }
}
