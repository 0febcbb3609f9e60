//! A simulated day at 60 times its speed: whether memory, file descriptors and tables stay bounded.

use super::super::crowd::{Crowd, CrowdSize};
use super::super::table::{Table, Target};
use super::{Clock, add_verified};
use crate::cluster::{Cluster, Part};
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

/// Tables whose rows must be deleted once they are used. What people make stays. Joining boards, which comes before the day,
/// adds rows that a job deletes later.
const TEMPORARY: [&str; 4] = ["announcements", "membership_changes", "rate_limits", "mail_recipients"];

/// The rows in `servers` beyond one for each start: a killed server's row stays for a day.
const MAX_OTHER_SERVERS: usize = 10;

/// How long deleting may take after the last change.
const SETTLE: Duration = Duration::from_secs(5);

/// Memory and open files of all servers.
#[derive(Clone, Copy)]
struct Usage {
    memory: f64,
    descriptors: usize,
}

/// Runs the day, or a part of it with fewer people. `earlier` has the confirmed ops of the crowd before, whose boards are in the same database.
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
    let rows_before = temporary_rows(cluster)?;
    let hour = Duration::from_secs_f64(3_600.0 / SPEED);
    let changes = people as f64 * CHANGES;
    let started = Instant::now();
    let (mut first, mut done) = (None, 0.0);
    let mut last = usage(cluster)?;
    for (number, share) in (1_u32..).zip(hours) {
        crowd.work(changes * share / 100.0 / hour.as_secs_f64())?;
        std::thread::sleep((hour * number).saturating_sub(started.elapsed()));
        last = usage(cluster)?;
        first.get_or_insert(last);
        let counts = crowd.counts()?;
        done += count(&counts, "actions");
        clock.print(&format!("hour {number}: {:.0} MB, {} descriptors, {counts}", last.memory, last.descriptors));
    }
    crowd.work(0.0)?;
    let expected = changes * hours.iter().sum::<f64>() / 100.0;
    done += count(&crowd.counts()?, "actions");
    let what = format!("{NAME}: share of the planned changes that they made");
    table.add(what, done / expected * 100.0, "%", Target::AtLeast(MIN_DONE_PERCENT));
    add_verified(table, &format!("{NAME}: "), &mut crowd, cluster, &folder.0.join("applied-soak"), earlier)?;
    let unsent = count(&crowd.counts()?, "unsent");
    table.add(format!("{NAME}: changes that are not sent"), unsent, "", Target::AtMost(0.0));
    let first = first.unwrap_or(last);
    table.add(format!("{NAME}: memory of the servers after the first hour"), first.memory, "MB", Target::None);
    let growth = (last.memory / first.memory - 1.0) * 100.0;
    table.add(format!("{NAME}: growth of the memory after the first hour"), growth, "%", Target::AtMost(5.0));
    let descriptors = last.descriptors as f64 - first.descriptors as f64;
    // A connection to the database or the load balancer may have been opened meanwhile, or closed.
    table.add(
        format!("{NAME}: more open files and connections than after the first hour"),
        descriptors,
        "",
        Target::AtMost(20.0),
    );
    std::thread::sleep(SETTLE);
    for ((name, before), after) in TEMPORARY.iter().zip(rows_before).zip(temporary_rows(cluster)?) {
        table.add(format!("{NAME}: rows left in {name}"), after - before, "", Target::AtMost(20.0));
    }
    let rows: f64 = cluster.query("SELECT count(*) FROM servers")?.parse()?;
    let starts = cluster.servers.iter().map(Part::starts).sum::<usize>();
    table.add(format!("{NAME}: rows left in servers"), rows, "", Target::AtMost((starts + MAX_OTHER_SERVERS) as f64));
    Ok(())
}

fn count(counts: &Value, name: &str) -> f64 {
    counts[name].as_f64().unwrap_or_default()
}

/// Returns the number of rows in each table of [`TEMPORARY`].
fn temporary_rows(cluster: &Cluster) -> Result<Vec<f64>> {
    TEMPORARY.iter().map(|name| Ok(cluster.query(&format!("SELECT count(*) FROM {name}"))?.parse()?)).collect()
}

fn usage(cluster: &Cluster) -> Result<Usage> {
    let memory = cluster.servers.iter().map(Part::memory).sum::<Result<f64>>()?;
    let descriptors = cluster.servers.iter().map(Part::descriptors).sum::<Result<usize>>()?;
    Ok(Usage { memory, descriptors })
}
