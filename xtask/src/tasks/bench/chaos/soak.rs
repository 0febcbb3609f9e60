//! A simulated day at 60 times its speed: whether memory and file descriptors stay bounded, and whether what expires is deleted
//! from the tables, once years seem to have passed.

use super::super::crowd::{Crowd, CrowdSize, number};
use super::super::table::{Table, Target, median, number as format_number};
use super::{Clock, add_verified, longest};
use crate::cluster::{Cluster, Part, SERVERS, wait_for};
use crate::temp_dir::TempDir;
use anyhow::Result;
use std::time::{Duration, Instant};

/// The people of the day, and of its first hours in a short run.
const PEOPLE: usize = 2_000;
const FEWER_PEOPLE: usize = 500;

/// The number of hours in a short run.
const FEWER_HOURS: usize = 3;

/// The changes of each person during the day.
const CHANGES: f64 = 200.0;

/// The people per second who sign up, join a board and leave it again.
const VISITS: f64 = 1.0;

/// How much faster than a day it runs: 24 minutes.
const SPEED: f64 = 60.0;

/// The share of a day's changes in each of its hours, in percent: people who work from 8 to 18 o'clock, and some in the evening.
/// It begins at 9 o'clock, so that the memory after the first hour is that of busy servers.
const HOURS: [f64; 24] = [
    9.5, 9.5, 8.5, 6.0, 7.0, 8.5, 8.5, 7.5, 6.0, 4.0, 3.0, 3.0, 2.5, 1.7, 0.9, 0.5, 0.3, 0.2, 0.2, 0.2, 0.5, 1.5, 3.5,
    7.0,
];

/// The beginning of the names of all results.
pub(super) const NAME: &str = "A day";

/// The share of the planned changes that people must have tried to make, in percent. With fewer, the crowd was too slow.
const MIN_DONE_PERCENT: f64 = 99.0;

/// The same for each hour that has at least [`BUSY_PERCENT`] of the day's changes. Their number is random.
const MIN_HOUR_PERCENT: f64 = 97.0;
const BUSY_PERCENT: f64 = 5.0;

/// The share of these that must be changes. Some people do what is already so, such as to complete a card again.
const MIN_MADE: f64 = 0.9;

/// Tables with rows that expire, to which each visit adds some.
const EXPIRING: [&str; 5] = ["refresh_tokens", "logins", "board_invitations", "membership_changes", "rate_limits"];

/// The maximum size of the boards that a server caches, in MB.
const MAX_CACHED: f64 = 32.5;

/// How often the memory of the servers is measured in each hour.
const SAMPLES: u32 = 30;

/// How long the servers may work on what is left after the set-up, and deleting may take after the last change.
const SETTLE: Duration = Duration::from_secs(5);

/// How long it may take until a job that is due has run: servers look for it once a minute.
const JOB_TIMEOUT: Duration = Duration::from_secs(150);

/// The time for which nothing is kept that expires, in milliseconds.
const YEARS_MS: u64 = 2 * 366 * 24 * 60 * 60 * 1_000;

/// What the servers have used in an hour.
#[derive(Clone)]
struct Usage {
    /// The memory of each server in MB, without cached boards: the median of [`SAMPLES`]. The maximum would depend on how many
    /// passwords were checked at once.
    memory: Vec<f64>,
    /// The largest size of the boards that a server has cached, in MB. The cache fills during the day, which at normal speed would
    /// be the first hour.
    cached: f64,
    /// The open files of all at the end.
    descriptors: usize,
}

impl Usage {
    /// Measures until an hour ends.
    fn measure(cluster: &Cluster, end: Instant) -> Result<Self> {
        let pause = end.saturating_duration_since(Instant::now()) / SAMPLES;
        let (mut samples, mut most_cached) = (vec![vec![]; SERVERS], 0.0_f64);
        for left in (0..SAMPLES).rev() {
            let due = end - pause * left;
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            let cached = cluster.cached_boards()?;
            for ((samples, server), cached) in samples.iter_mut().zip(&cluster.servers).zip(&cached) {
                samples.push(server.memory()? - cached);
            }
            most_cached = most_cached.max(longest(&cached));
        }
        let descriptors = cluster.servers.iter().map(Part::descriptors).sum::<Result<usize>>()?;
        Ok(Self { memory: samples.into_iter().map(median).collect(), cached: most_cached, descriptors })
    }

    fn total_memory(&self) -> f64 {
        self.memory.iter().sum()
    }
}

/// Runs the day, or a part of it with fewer people. `earlier` has the confirmed ops of the crowd before, whose boards are in the
/// same database.
pub(super) fn measure(
    table: &mut Table,
    is_short: bool,
    clock: &Clock,
    cluster: &Cluster,
    folder: &TempDir,
    earlier: &str,
) -> Result<()> {
    let (people, hours) = if is_short { (FEWER_PEOPLE, &HOURS[..FEWER_HOURS]) } else { (PEOPLE, &HOURS[..]) };
    let mut crowd = Crowd::start(&Cluster::address(), CrowdSize { people, people_per_board: 5, seed: 2 })?;
    clock.print(&format!("{people} people work for {:.0} minutes", hours.len() as f64 * 60.0 / SPEED));
    let day = format!("{NAME} of {} people", format_number(people as f64));
    std::thread::sleep(SETTLE);
    // What was done until now does not count.
    crowd.counts()?;
    let hour = Duration::from_secs_f64(3_600.0 / SPEED);
    let changes = people as f64 * CHANGES;
    let started = Instant::now();
    let (mut hourly, mut done, mut made, mut visits) = (Vec::new(), 0.0, 0.0, 0.0);
    let mut busy_hour = f64::INFINITY;
    for (hour_of_day, share) in (1_u32..).zip(hours) {
        let planned = changes * share / 100.0;
        crowd.work(planned / hour.as_secs_f64(), VISITS)?;
        let used = Usage::measure(cluster, started + hour * hour_of_day)?;
        let counts = crowd.counts()?;
        let tried = number(&counts, "actions")?;
        if *share >= BUSY_PERCENT {
            busy_hour = busy_hour.min(tried / planned * 100.0);
        }
        done += tried;
        made += number(&counts, "made")?;
        visits += number(&counts, "visits")?;
        let Usage { memory, cached, descriptors } = &used;
        clock.print(&format!(
            "hour {hour_of_day}: {memory:.0?} MB, {cached:.1} MB cached, {descriptors} descriptors, {counts}"
        ));
        hourly.push(used);
    }
    crowd.work(0.0, 0.0)?;
    std::thread::sleep(SETTLE);
    let expected = changes * hours.iter().sum::<f64>() / 100.0;
    let counts = crowd.counts()?;
    done += number(&counts, "actions")?;
    made += number(&counts, "made")?;
    visits += number(&counts, "visits")?;
    let what = format!("{day}: share of the planned changes that they tried to make");
    table.add(what, done / expected * 100.0, "%", Target::AtLeast(MIN_DONE_PERCENT));
    let what = format!("{day}: the same in any of the busy hours, the least");
    table.add(what, busy_hour, "%", Target::AtLeast(MIN_HOUR_PERCENT));
    table.add(format!("{day}: changes that were made"), made, "", Target::AtLeast(done * MIN_MADE));
    let file = folder.0.join("applied-soak");
    add_verified(table, &format!("{day}: "), &mut crowd, cluster, &file, earlier)?;
    let after = crowd.counts()?;
    table.add(format!("{day}: changes that are not sent"), number(&after, "unsent")?, "", Target::AtMost(0.0));
    table.add(format!("{day}: people who signed up, joined a board and left it"), visits, "", Target::AtLeast(1.0));
    let what = format!("{day}: people who failed to do that");
    table.add(what, number(&after, "failed_visits")?, "", Target::AtMost(0.0));
    add_usage(table, &day, &hourly);
    let announcements = rows(cluster, "announcements")?;
    table.add(format!("{day}: rows left in announcements"), announcements, "", Target::AtMost(20.0));
    for name in EXPIRING {
        // Without rows, their deletion would show nothing.
        table.add(format!("{day}: rows in {name}"), rows(cluster, name)?, "", Target::AtLeast(1.0));
    }
    drop(crowd);
    expire_all_rows(cluster)?;
    clock.print("expired rows are deleted");
    for name in EXPIRING {
        let left = rows(cluster, name)?;
        table.add(format!("{day}: rows left in {name} once all have expired"), left, "", Target::AtMost(0.0));
    }
    Ok(())
}

/// Adds the growth of memory and descriptors after the first hour.
fn add_usage(table: &mut Table, day: &str, hourly: &[Usage]) {
    let [first, .., last] = hourly else { return };
    table.add(
        format!("{day}: median memory of the servers in the first hour, without cached boards"),
        first.total_memory(),
        "MB",
        Target::None,
    );
    let growth = |memory: f64, before: f64| (memory / before - 1.0) * 100.0;
    let totals: Vec<f64> = hourly[1..].iter().map(|hour| growth(hour.total_memory(), first.total_memory())).collect();
    let what = format!("{day}: growth of the median memory until any later hour, the most");
    table.add(what, longest(&totals), "%", Target::AtMost(5.0));
    let each = hourly[1..].iter().flat_map(|hour| hour.memory.iter().zip(&first.memory));
    let each: Vec<f64> = each.map(|(memory, before)| growth(*memory, *before)).collect();
    let what = format!("{day}: growth of the median memory of a single server until any later hour, the most");
    table.add(what, longest(&each), "%", Target::AtMost(10.0));
    let cached: Vec<f64> = hourly.iter().map(|hour| hour.cached).collect();
    table.add(
        format!("{day}: cached boards of a server, the most"),
        longest(&cached),
        "MB",
        Target::AtMost(MAX_CACHED),
    );
    let descriptors = last.descriptors as f64 - first.descriptors as f64;
    // A connection to the database or the load balancer may have been opened meanwhile, or closed.
    table.add(
        format!("{day}: more open files and connections than after the first hour"),
        descriptors,
        "",
        Target::AtMost(20.0),
    );
}

/// Makes all rows that expire as old as if years had passed, and waits until the servers have deleted them.
fn expire_all_rows(cluster: &Cluster) -> Result<()> {
    for name in EXPIRING {
        cluster.query(&format!("UPDATE {name} SET expires_at = expires_at - {YEARS_MS}"))?;
    }
    cluster.query(&format!("UPDATE servers SET seen_at = seen_at - {YEARS_MS}"))?;
    // The servers that run write their rows again.
    wait_for("the rows of killed servers to be deleted", JOB_TIMEOUT, || {
        rows(cluster, "servers").is_ok_and(|rows| rows == SERVERS as f64)
    })?;
    let finished = || cluster.query("SELECT finished_at FROM jobs WHERE name = 'delete_expired'");
    let before = finished()?;
    cluster.query("UPDATE jobs SET next_run_at = 0 WHERE name = 'delete_expired'")?;
    wait_for("the deletion of expired rows", JOB_TIMEOUT, || finished().is_ok_and(|at| at != before))
}

/// Returns the number of rows of a table.
fn rows(cluster: &Cluster, name: &str) -> Result<f64> {
    Ok(cluster.query(&format!("SELECT count(*) FROM {name}"))?.parse()?)
}
