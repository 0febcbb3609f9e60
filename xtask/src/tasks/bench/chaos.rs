//! What is lost, and how soon everything works again, when parts of a deployment with several servers fail.

mod confirmed;
mod faults;
mod figures;
mod soak;

use super::crowd::{Crowd, CrowdSize, Recovery};
use super::table::{Table, Target};
use crate::cluster::{Bus, Cluster, Part, namespaces};
use crate::step::print_progress;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use confirmed::add_verified;
use faults::Fault;
use figures::{Figures, Reconnects};
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

    /// Returns the faults, first those of servers that notify one another through NATS.
    fn plan(&self) -> Vec<Planned> {
        [Bus::Nats, Bus::Notify].into_iter().flat_map(|bus| self.plan_with(bus)).collect()
    }

    fn plan_with(&self, bus: Bus) -> impl Iterator<Item = Planned> {
        let all = Fault::all().into_iter().map(move |fault| {
            let times = match (self.is_short, &self.only) {
                (false, _) => fault.repetitions(bus),
                (true, None) => fault.short_repetitions(bus),
                (true, Some(_)) => fault.repetitions(bus).min(fault.short_repetitions(bus).max(1)),
            };
            Planned { fault, bus, times }
        });
        all.filter(move |planned| planned.times > 0 && self.includes(&planned.name()))
    }

    /// Returns whether the simulated day is included.
    fn has_day(&self) -> bool {
        if self.only.is_some() { self.includes(soak::NAME) } else { !self.is_short }
    }
}

/// A fault that is repeated.
#[derive(Clone, Copy)]
struct Planned {
    fault: Fault,
    /// How the servers notify one another meanwhile.
    bus: Bus,
    times: usize,
}

impl Planned {
    fn name(self) -> String {
        let suffix = if self.bus == Bus::Notify { ", with LISTEN and NOTIFY" } else { "" };
        format!("{}{suffix}", self.fault.name())
    }
}

/// Enough that those who lose a server's connections show how their new attempts are spread.
const CROWD: CrowdSize = CrowdSize { people: 300, people_per_board: 5, seed: 1 };

/// The changes per second while something is broken.
const RATE: f64 = 30.0;

/// How long the crowd works before each fault, so that changes are on their way in every state.
const TIME_BEFORE_FAULT: Duration = Duration::from_millis(500);

/// The people whose changes show whether servers notify one another, before each kind of fault.
const CALM_PEOPLE: usize = 30;

/// How long everybody works after a repair until that is measured.
const CALM_TIME: Duration = Duration::from_secs(2);

/// How long a database or the servers may need until they are back: Patroni elects another leader after 20 seconds.
const OUTAGE_TIMEOUT: Duration = Duration::from_secs(90);

/// The maximum time of a whole run, in minutes.
const MAX_MINUTES: f64 = 90.0;

/// Breaks everything, and adds the results. Runs inside namespaces.
pub(super) fn measure(table: &mut Table, options: &Options) -> Result<()> {
    if !namespaces::is_inside() {
        bail!("the cluster runs only in namespaces of its own");
    }
    if options.plan().is_empty() && !options.has_day() {
        bail!("no fault has \"{}\" in its name", options.only.as_deref().unwrap_or_default());
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
    crowd.work(RATE, 0.0)?;
    let plan = options.plan();
    clock.print(&format!("{} people work, {} kinds of faults follow", CROWD.people, plan.len()));
    let (mut failed, mut all) = (Vec::new(), Figures::default());
    for planned in plan {
        if planned.bus != cluster.bus() {
            cluster.use_bus(planned.bus)?;
            // Everybody is connected again.
            crowd.probe(None)?;
            clock.print("the servers notify one another in another way");
        }
        let started = Instant::now();
        let (figures, failure) = break_repeatedly(planned, clock, cluster, &mut crowd)?;
        let each = started.elapsed().as_secs_f64() / planned.times as f64;
        clock.print(&format!("{}: done, {each:.1} s each", planned.name()));
        figures.add_to(table, planned);
        all.extend(&figures);
        failed.extend(failure);
    }
    all.add_sums_to(table);
    cluster.use_bus(Bus::Nats)?;
    let confirmed = add_verified(table, "", &mut crowd, cluster, &folder.0.join("applied"), "")?;
    clock.print("all boards are compared");
    drop(crowd);
    if options.has_day() {
        soak::measure(table, options.is_short, clock, cluster, folder, &confirmed)?;
    }
    if failed.is_empty() { Ok(()) } else { bail!("{}", failed.join("\n")) }
}

/// Breaks something repeatedly. After an error, repairs everything, and returns why it ended early.
///
/// # Errors
/// Fails if it cannot be repaired.
fn break_repeatedly(
    planned: Planned,
    clock: &Clock,
    cluster: &mut Cluster,
    crowd: &mut Crowd,
) -> Result<(Figures, Option<String>)> {
    let mut figures = Figures::default();
    if let Err(error) = measure_calm(planned.bus, cluster, crowd, &mut figures) {
        let failure = repair(clock, cluster, &format!("before {}: {error:#}", planned.name()))?;
        return Ok((figures, Some(failure)));
    }
    let calm = longest(&figures.calm);
    clock.print(&format!("before {}: a change is seen by everybody after {calm:.0} ms", planned.name()));
    for time in 0..planned.times {
        let what = format!("{}, {} of {}", planned.name(), time + 1, planned.times);
        match break_once(planned.fault, time, cluster, crowd, &mut figures) {
            Ok(recovery) => clock.print(&format!("{what}: {}", figures.describe_last(&recovery, CROWD.people)?)),
            Err(error) => {
                let failure = repair(clock, cluster, &format!("{what}: {error:#}"))?;
                return Ok((figures, Some(failure)));
            }
        }
    }
    Ok((figures, None))
}

/// Prints a failure with the logs, and repairs everything. Returns the failure.
fn repair(clock: &Clock, cluster: &mut Cluster, failure: &str) -> Result<String> {
    clock.print(&format!("failed: {failure}"));
    println!("{}", cluster.logs());
    cluster.repair().with_context(|| failure.to_owned())?;
    Ok(failure.to_owned())
}

/// Measures how soon changes are seen while nothing is broken, and fails unless the servers notify one another as they should.
fn measure_calm(bus: Bus, cluster: &Cluster, crowd: &mut Crowd, figures: &mut Figures) -> Result<()> {
    cluster.wait_for_bus()?;
    std::thread::sleep(CALM_TIME);
    let sent_before = cluster.sent_by_nats()?;
    let recovery = crowd.probe(Some(CALM_PEOPLE))?;
    let sent = cluster.sent_by_nats()?.saturating_sub(sent_before);
    // Each board has members on several servers.
    if (bus == Bus::Nats) != (sent > 0) {
        bail!("NATS has sent {sent} messages while {CALM_PEOPLE} people changed something");
    }
    figures.calm.push(recovery.shown_ms);
    Ok(())
}

fn break_once(
    fault: Fault,
    time: usize,
    cluster: &mut Cluster,
    crowd: &mut Crowd,
    figures: &mut Figures,
) -> Result<Recovery> {
    std::thread::sleep(TIME_BEFORE_FAULT);
    let leader = cluster.leader()?;
    let memory_before = longest(&cluster.servers.iter().map(Part::memory).collect::<Result<Vec<_>>>()?);
    cluster.servers.iter().try_for_each(Part::reset_peak_memory)?;
    crowd.counts()?;
    let started = Instant::now();
    let mut periods = fault.inject(time, leader, cluster, crowd)?;
    let watch = cluster.wait_until_back(OUTAGE_TIMEOUT)?;
    let probed = Instant::now();
    figures.add_service(periods.last())?;
    let recovery = crowd.probe(None)?;
    let back = watch.back_at().context("the database commits a write only now and then")?.max(probed);
    drop(watch);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
    figures.outages.push(milliseconds(back - started));
    figures.recoveries.push((recovery.confirmed_ms.max(recovery.shown_ms) - milliseconds(back - probed)).max(0.0));
    periods.push(crowd.counts()?);
    let reconnects = Reconnects::sum(&periods)?;
    figures.counts = periods;
    if fault.closes_connections() || reconnects.are_enough() {
        figures.bursts.push(reconnects.burst_percent()?);
    }
    let peak_memory = cluster.servers.iter().map(Part::peak_memory).collect::<Result<Vec<_>>>()?;
    figures.memory = figures.memory.max(peak_memory.iter().sum());
    figures.growths.push((longest(&peak_memory) / memory_before - 1.0) * 100.0);
    fault.check_effect(leader, cluster)?;
    fault.repair(cluster)?;
    Ok(recovery)
}

fn longest(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{Bus, Options};

    #[test]
    fn plans_depend_on_the_filter() {
        let plan = |is_short: bool, only: Option<&str>| Options { is_short, only: only.map(str::to_owned) }.plan();
        let count = |is_short: bool, only: Option<&str>| plan(is_short, only).len();
        assert_eq!(count(true, Some("no such fault")), 0);
        assert!(count(true, None) < count(false, None));
        assert!(plan(true, None).iter().any(|planned| planned.bus == Bus::Notify));
        let names: Vec<String> = plan(true, Some("kill -9 of NATS")).into_iter().map(super::Planned::name).collect();
        assert_eq!(names, ["kill -9 of NATS"], "NATS is not used otherwise");
    }
}
