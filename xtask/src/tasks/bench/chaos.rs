//! What is lost, and how soon everything works again, when parts of a deployment with several servers fail.

mod faults;
mod soak;

use super::crowd::{Crowd, CrowdSize};
use super::table::{Table, Target};
use crate::cluster::{Cluster, namespaces};
use crate::step::print_progress;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use faults::Fault;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much to break.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything, and a simulated day.
    Whole,
    /// Each fault a few times.
    Short,
}

impl Scope {
    fn repetitions(self, fault: Fault) -> usize {
        match self {
            Self::Whole => fault.repetitions(),
            Self::Short => 2,
        }
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

/// Breaks everything, and adds the results. Runs inside namespaces.
pub(super) fn measure(table: &mut Table, scope: Scope) -> Result<()> {
    if !namespaces::is_inside() {
        bail!("the cluster runs only in namespaces of its own");
    }
    let started = Instant::now();
    let folder = TempDir::create("chaos")?;
    let mut cluster = Cluster::start(&folder.0)?;
    let outcome = run(table, scope, &mut cluster, &folder);
    if outcome.is_err() {
        println!("{}", cluster.logs());
    }
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    table.add("All of it", minutes, "minutes", if scope == Scope::Whole { Target::AtMost(90.0) } else { Target::None });
    outcome
}

fn run(table: &mut Table, scope: Scope, cluster: &mut Cluster, folder: &TempDir) -> Result<()> {
    let mut crowd = Crowd::start(&Cluster::address(), CROWD)?;
    crowd.work(RATE)?;
    for fault in Fault::ALL {
        let outages = break_repeatedly(*fault, scope.repetitions(*fault), cluster, &mut crowd)?;
        outages.add_to(table, *fault);
        print_progress(&format!("{}: {}", fault.name(), crowd.counts()?));
    }
    let file = folder.0.join("applied");
    let confirmed = add_verified(table, "", &mut crowd, cluster, &file, "")?;
    drop(crowd);
    if scope == Scope::Whole {
        soak::measure(table, cluster, folder, &confirmed)?;
    }
    Ok(())
}

/// The outages that a fault caused.
#[derive(Default)]
struct Outages {
    /// From the fault until the database and a server work again, in milliseconds.
    outages: Vec<f64>,
    /// From then until everybody's changes are confirmed, and everybody sees a new change of everybody, in milliseconds.
    confirmations: Vec<f64>,
    views: Vec<f64>,
}

impl Outages {
    fn add_to(&self, table: &mut Table, fault: Fault) {
        let longest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
        let what = format!("{}, {} times", fault.name(), self.outages.len());
        table.add(format!("{what}: out of service, the longest"), longest(&self.outages), "ms", Target::None);
        let rows = [
            ("everybody's changes are confirmed after that, the longest", &self.confirmations),
            ("everybody sees everybody's changes after that, the longest", &self.views),
        ];
        for (row, times) in rows {
            table.add(format!("{what}: {row}"), longest(times), "ms", Target::AtMost(MAX_RECOVERY_MS));
        }
    }
}

fn break_repeatedly(fault: Fault, times: usize, cluster: &mut Cluster, crowd: &mut Crowd) -> Result<Outages> {
    let mut outages = Outages::default();
    for time in 0..times {
        break_once(fault, time, cluster, crowd, &mut outages)
            .with_context(|| format!("{}, number {}", fault.name(), time + 1))?;
    }
    Ok(outages)
}

fn break_once(
    fault: Fault,
    time: usize,
    cluster: &mut Cluster,
    crowd: &mut Crowd,
    outages: &mut Outages,
) -> Result<()> {
    std::thread::sleep(CALM);
    let leader = cluster.leader()?;
    let started = Instant::now();
    fault.inject(time, leader, cluster)?;
    cluster.wait_until_back(OUTAGE_TIMEOUT)?;
    outages.outages.push(started.elapsed().as_secs_f64() * 1_000.0);
    let recovery = crowd.probe()?;
    if recovery.people < CROWD.people as u64 {
        print_progress(&format!("{}, number {}: not everybody recovered: {recovery:?}", fault.name(), time + 1));
    }
    outages.confirmations.push(recovery.confirmed_ms);
    outages.views.push(recovery.shown_ms);
    fault.check_effect(leader, cluster)?;
    fault.repair(cluster)
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
