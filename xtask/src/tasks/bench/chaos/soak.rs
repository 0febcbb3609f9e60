//! A simulated day at 60 times its speed: whether memory and file descriptors stay bounded, and whether what expires is deleted
//! from the tables, once years seem to have passed.

use super::super::crowd::{Crowd, CrowdSize};
use super::super::table::{Table, Target};
use super::{Clock, add_verified, longest};
use crate::cluster::{Cluster, Part, SERVERS, wait_for};
use crate::temp_dir::TempDir;
use anyhow::Result;
use serde_json::Value;
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

/// The name of the measurement in the table.
pub(super) const NAME: &str = "A day of 2,000 people";

/// The share of the planned changes that people must have tried to make, in percent. With fewer, the crowd was too slow.
const MIN_DONE_PERCENT: f64 = 99.0;

/// The minimum share of what they tried that was confirmed, in percent. Some do what is already so, such as to complete a card
/// again.
const MIN_CONFIRMED_PERCENT: f64 = 90.0;

/// Tables with rows that expire, to which each visit adds some.
const EXPIRING: [&str; 5] = ["refresh_tokens", "logins", "board_invitations", "membership_changes", "rate_limits"];

/// How long the servers may work on what is left after the set-up, and deleting may take after the last change.
const SETTLE: Duration = Duration::from_secs(5);

/// How long it may take until a job that is due has run: servers look for it once a minute.
const JOB_TIMEOUT: Duration = Duration::from_secs(150);

/// The time for which nothing is kept that expires, in milliseconds.
const YEARS_MS: u64 = 2 * 366 * 24 * 60 * 60 * 1_000;

/// The most memory in MB that each server has had in an hour, and the open files of all.
#[derive(Clone)]
struct Usage {
    memory: Vec<f64>,
    descriptors: usize,
}

impl Usage {
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
    let announcements_before = rows(cluster, "announcements")?;
    std::thread::sleep(SETTLE);
    let hour = Duration::from_secs_f64(3_600.0 / SPEED);
    let changes = people as f64 * CHANGES;
    let started = Instant::now();
    let (mut hourly, mut done, mut visits) = (Vec::new(), 0.0, 0.0);
    for (number, share) in (1_u32..).zip(hours) {
        cluster.servers.iter().try_for_each(Part::reset_peak_memory)?;
        crowd.work(changes * share / 100.0 / hour.as_secs_f64(), VISITS)?;
        std::thread::sleep((hour * number).saturating_sub(started.elapsed()));
        let used = usage(cluster)?;
        let counts = crowd.counts()?;
        done += count(&counts, "actions");
        visits += count(&counts, "visits");
        clock.print(&format!("hour {number}: {:.0?} MB, {} descriptors, {counts}", used.memory, used.descriptors));
        hourly.push(used);
    }
    crowd.work(0.0, 0.0)?;
    std::thread::sleep(SETTLE);
    let expected = changes * hours.iter().sum::<f64>() / 100.0;
    let counts = crowd.counts()?;
    done += count(&counts, "actions");
    visits += count(&counts, "visits");
    let what = format!("{NAME}: share of the planned changes that they made");
    table.add(what, done / expected * 100.0, "%", Target::AtLeast(MIN_DONE_PERCENT));
    let file = folder.0.join("applied-soak");
    let confirmed = add_verified(table, &format!("{NAME}: "), &mut crowd, cluster, &file, earlier)?;
    // Everybody changes something once more, to compare.
    let share = (confirmed.count as f64 - people as f64) / done * 100.0;
    let what = format!("{NAME}: share of these that the servers confirmed");
    table.add(what, share, "%", Target::AtLeast(MIN_CONFIRMED_PERCENT));
    let unsent = count(&crowd.counts()?, "unsent");
    table.add(format!("{NAME}: changes that are not sent"), unsent, "", Target::AtMost(0.0));
    table.add(format!("{NAME}: people who signed up, joined a board and left it"), visits, "", Target::None);
    let what = format!("{NAME}: people who failed to do that");
    table.add(what, count(&counts, "failed_visits"), "", Target::AtMost(0.0));
    add_usage(table, &hourly);
    let announcements = rows(cluster, "announcements")? - announcements_before;
    table.add(format!("{NAME}: rows left in announcements"), announcements, "", Target::AtMost(20.0));
    for name in EXPIRING {
        // Without rows, their deletion would show nothing.
        table.add(format!("{NAME}: rows in {name}"), rows(cluster, name)?, "", Target::AtLeast(1.0));
    }
    drop(crowd);
    let_years_pass(cluster)?;
    clock.print("expired rows are deleted");
    for name in EXPIRING {
        let left = rows(cluster, name)?;
        table.add(format!("{NAME}: rows left in {name} once all have expired"), left, "", Target::AtMost(0.0));
    }
    let left = rows(cluster, "servers")?;
    table.add(format!("{NAME}: rows of servers that do not run"), left - SERVERS as f64, "", Target::AtMost(0.0));
    Ok(())
}

/// Adds the growth of memory and descriptors after the first hour.
fn add_usage(table: &mut Table, hourly: &[Usage]) {
    let [first, .., last] = hourly else { return };
    table.add(format!("{NAME}: memory of the servers in the first hour"), first.total_memory(), "MB", Target::None);
    let growth = (last.total_memory() / first.total_memory() - 1.0) * 100.0;
    table.add(format!("{NAME}: growth of the memory until the last hour"), growth, "%", Target::AtMost(5.0));
    let growths = hourly[1..].iter().flat_map(|hour| hour.memory.iter().zip(&first.memory));
    let growths: Vec<f64> = growths.map(|(memory, before)| (memory / before - 1.0) * 100.0).collect();
    let what = format!("{NAME}: growth of the memory of a server until any hour, the most");
    table.add(what, longest(&growths), "%", Target::AtMost(10.0));
    let descriptors = last.descriptors as f64 - first.descriptors as f64;
    // A connection to the database or the load balancer may have been opened meanwhile, or closed.
    table.add(
        format!("{NAME}: more open files and connections than after the first hour"),
        descriptors,
        "",
        Target::AtMost(20.0),
    );
}

/// Makes all rows that expire as old as if years had passed, and waits until the servers have deleted them.
fn let_years_pass(cluster: &Cluster) -> Result<()> {
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

fn count(counts: &Value, name: &str) -> f64 {
    counts[name].as_f64().unwrap_or_default()
}

/// Returns the number of rows of a table.
fn rows(cluster: &Cluster, name: &str) -> Result<f64> {
    Ok(cluster.query(&format!("SELECT count(*) FROM {name}"))?.parse()?)
}

fn usage(cluster: &Cluster) -> Result<Usage> {
    let memory = cluster.servers.iter().map(Part::peak_memory).collect::<Result<Vec<_>>>()?;
    let descriptors = cluster.servers.iter().map(Part::descriptors).sum::<Result<usize>>()?;
    Ok(Usage { memory, descriptors })
}
