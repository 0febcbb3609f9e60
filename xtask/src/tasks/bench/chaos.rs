//! What is lost, and how soon everything works again, when parts of a deployment with several servers fail.

mod faults;
mod soak;

use super::crowd::{Crowd, CrowdSize, Verified};
use super::table::{Table, Target};
use crate::cluster::{Cluster, namespaces};
use crate::step::print_progress;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use faults::Fault;
use std::collections::BTreeSet;
use std::fs;
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
    let verified = crowd.verify(&file)?;
    let (missing, unknown) = compare_ops(cluster, &fs::read_to_string(&file)?)?;
    let Verified { applied, lost, unexpected, differing_boards, refused } = verified;
    table.add("Changes that were confirmed", applied as f64, "", Target::None);
    let expected_nothing = [
        ("Confirmed changes that are not in the database", missing as f64),
        ("Changes in the database that were never confirmed", unknown as f64),
        ("Cards that are missing or have an old title", lost as f64),
        ("Cards that nobody has added", unexpected as f64),
        ("Boards that not everybody sees as the database has them", differing_boards as f64),
        ("Changes that were refused", refused as f64),
    ];
    for (what, count) in expected_nothing {
        table.add(what, count, "", Target::AtMost(0.0));
    }
    drop(crowd);
    if scope == Scope::Whole {
        soak::measure(table, cluster)?;
    }
    Ok(())
}

/// The outages that a fault caused.
#[derive(Default)]
struct Outages {
    /// From the fault until the database and a server work again, in milliseconds.
    outages: Vec<f64>,
    /// From then until everybody has confirmed all their changes and a new one, in milliseconds.
    recoveries: Vec<f64>,
}

impl Outages {
    fn add_to(&self, table: &mut Table, fault: Fault) {
        let longest = |times: &[f64]| times.iter().copied().fold(0.0, f64::max);
        let what = format!("{}, {} times", fault.name(), self.outages.len());
        table.add(format!("{what}: out of service, the longest"), longest(&self.outages), "ms", Target::None);
        let target = Target::AtMost(MAX_RECOVERY_MS);
        table.add(
            format!("{what}: everybody works again after that, the longest"),
            longest(&self.recoveries),
            "ms",
            target,
        );
    }
}

fn break_repeatedly(fault: Fault, times: usize, cluster: &mut Cluster, crowd: &mut Crowd) -> Result<Outages> {
    let mut outages = Outages::default();
    for time in 0..times {
        std::thread::sleep(CALM);
        let started = Instant::now();
        fault.inject(time, cluster).with_context(|| format!("{}, number {}", fault.name(), time + 1))?;
        cluster.wait_until_back(OUTAGE_TIMEOUT)?;
        outages.outages.push(started.elapsed().as_secs_f64() * 1_000.0);
        let recovery = crowd.probe(CROWD.people).with_context(|| format!("{}, number {}", fault.name(), time + 1))?;
        outages.recoveries.push(recovery);
        fault.repair(cluster)?;
    }
    Ok(outages)
}

/// Compares the ids of the confirmed ops with those in the database. Returns how many are missing there, and how many are there
/// without a confirmation.
fn compare_ops(cluster: &Cluster, confirmed: &str) -> Result<(usize, usize)> {
    // The crowd's boards were filled before it recorded anything: their first ops add lists.
    let stored = cluster.query("SELECT id FROM ops WHERE body NOT LIKE '%add_list%' ORDER BY id")?;
    let (stored, confirmed): (BTreeSet<&str>, BTreeSet<&str>) = (stored.lines().collect(), confirmed.lines().collect());
    Ok((confirmed.difference(&stored).count(), stored.difference(&confirmed).count()))
}
