//! The limits of one installation, whatever it is given.

use crate::format::{number, percent};
use crate::inputs::Inputs;
use crate::load::{Engine, Load};
use crate::plan::{DATABASE_CORES, Step};
use crate::simulation::Kind;
use crate::storage::Storage;
use anyhow::Result;

/// A limit that one installation reaches, whatever it is given.
#[derive(Clone, Debug)]
pub struct Limit {
    /// What ends.
    pub what: &'static str,
    /// The people at which it ends.
    pub people: f64,
    /// How that was computed.
    pub how: String,
    /// What to do then.
    pub then: &'static str,
}

/// The maximum number of rows of announcements that a server reads (`server/bus/src/relay.rs`). With more, all clients are
/// notified to catch up.
const MAX_ANNOUNCEMENTS: f64 = 50_000.0;

/// How often each server reads the announcements, per second (`server/bus/src/relay.rs`).
const RELAY_POLLS: f64 = 1.25;

/// The connections of each server for LISTEN.
const LISTEN_CONNECTIONS: f64 = 2.0;

/// The part of a server's CPU time that the announcements of other servers may take.
const MAX_BUS_USE: f64 = 0.1;

/// Returns the limits of one installation, the first one first: of a server with SQLite, and of several with PostgreSQL.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn compute(inputs: &Inputs, single: &Step, several: &Step) -> Result<Vec<Limit>> {
    let mut limits = of_one_file(inputs, single)?;
    limits.extend(of_postgres(inputs, several)?);
    limits.sort_by(|one, other| one.people.total_cmp(&other.people));
    Ok(limits)
}

/// Returns the load of one person in the busiest hour.
fn one_person(inputs: &Inputs) -> Result<Load> {
    Load::new(inputs, 1.0, inputs.peak())
}

fn of_one_file(inputs: &Inputs, step: &Step) -> Result<Vec<Limit>> {
    let person = one_person(inputs)?;
    let max_storage = inputs.assumed("max_database_storage")?;
    let storage = Storage::new(inputs, 1.0, Engine::Sqlite)?;
    let max_use = inputs.assumed("max_server_use")?;
    let ops = inputs.measured("sqlite_op_throughput")? * max_use;
    let sockets = inputs.assumed("max_server_sockets")?;
    Ok(vec![
        Limit {
            what: "SQLite: its file is too large to restore quickly",
            people: max_storage / storage.after_a_year(),
            how: format!("{} GB after a year", number(max_storage)),
            then: "PostgreSQL",
        },
        Limit {
            what: "SQLite: sockets of its one server",
            people: sockets / person.sockets,
            how: format!(
                "{} sockets, which need {} MB of memory",
                number(sockets),
                number(sockets * inputs.measured("socket_bytes")? / 1e6)
            ),
            then: "several servers, which need PostgreSQL",
        },
        Limit {
            what: "SQLite: CPU time of its one server",
            people: step.people * max_use / step.outcome.server_utilization,
            how: format!("{} of {} cores, if each op is committed alone", percent(max_use), step.shape.cores),
            then: "a machine with more cores, or several servers, which need PostgreSQL",
        },
        Limit {
            what: "SQLite: commits of its one writer",
            people: ops / person.rates[Kind::Op.index()],
            how: format!("{} ops a second", number(ops)),
            then: "PostgreSQL",
        },
    ])
}

fn of_postgres(inputs: &Inputs, step: &Step) -> Result<Vec<Limit>> {
    let ops = one_person(inputs)?.rates[Kind::Op.index()];
    let max_storage = inputs.assumed("max_database_storage")?;
    let storage = Storage::new(inputs, 1.0, Engine::Postgres)?;
    let people_per_server = step.people / step.shape.servers as f64;
    let connections = inputs.assumed("database_connections")? + LISTEN_CONNECTIONS;
    let servers = (inputs.assumed("max_connections")? / connections).floor();
    let used_cores = step.outcome.shard_utilization * step.shape.shard_cores as f64;
    let most_cores = DATABASE_CORES.last().copied().unwrap_or(1) as f64;
    let max_cores = most_cores * inputs.assumed("max_database_use")?;
    let announcement = inputs.measured("announcement_server_cpu")?.max(0.1);
    let announced = MAX_BUS_USE * inputs.assumed("server_cores")? * 1e6 / announcement;
    let row_lifetime = inputs.measured("announcement_row_lifetime")?;
    Ok(vec![
        Limit {
            what: "PostgreSQL: the table `ops` is too large to restore quickly",
            people: max_storage / storage.after_a_year(),
            how: format!(
                "{} GB after a year, of which ops are {}",
                number(max_storage),
                percent(storage.ops_per_year / storage.after_a_year())
            ),
            then: "a distributed database, cells, or deleting old ops, which is not built",
        },
        Limit {
            what: "PostgreSQL: processes of connections",
            people: servers * people_per_server,
            how: format!("{} servers with {} connections each", number(servers), number(connections)),
            then: "pgbouncer, with `LISTEN_DATABASE_URL` or NATS",
        },
        Limit {
            what: "PostgreSQL: CPU time of its leader",
            people: step.people * max_cores / used_cores,
            how: format!("{} of {} cores", number(max_cores), number(most_cores)),
            then: "a distributed database, or cells",
        },
        Limit {
            what: "The bus: each server reads the announcements of all others",
            people: announced / ops,
            how: format!("{} of a server's CPU time at {} ops a second", percent(MAX_BUS_USE), number(announced)),
            then: "cells, or subjects by board on the bus, which is not built",
        },
        Limit {
            what: "The relay: all rows of `announcements` are read by each server",
            people: MAX_ANNOUNCEMENTS / row_lifetime / ops,
            how: format!(
                "{} rows that live for {} s each; each server reads them {} times a second",
                number(MAX_ANNOUNCEMENTS),
                number(row_lifetime),
                number(RELAY_POLLS)
            ),
            then: "cells",
        },
    ])
}
