//! The limits of one installation, whatever it is given.

use crate::format::{number, percent};
use crate::inputs::Inputs;
use crate::load::{Engine, Load};
use crate::plan::{DATABASE_CORES, Step, Storage};
use crate::simulation::Kind;
use anyhow::Result;

/// A limit that one installation reaches, whatever it is given.
#[derive(Clone, Debug)]
pub struct Ceiling {
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

/// Returns the limits of one installation, the first one first. `large` is a step with several servers.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn compute(inputs: &Inputs, large: &Step) -> Result<Vec<Ceiling>> {
    let op = Kind::Op.index();
    let of_one = Load::new(inputs, 1.0, inputs.peak())?;
    let (ops, sockets) = (of_one.rates[op], of_one.sockets);
    let max_storage = inputs.assumed("max_shard_storage")?;
    let per_person = Storage::new(inputs, 1.0, Engine::Postgres)?;
    let per_person_sqlite = Storage::new(inputs, 1.0, Engine::Sqlite)?;
    let memory = inputs.assumed("server_memory")? * 1e9 * inputs.assumed("max_memory_use")?;
    let sqlite_ops = inputs.measured("sqlite_op_throughput")? * inputs.assumed("max_server_use")?;
    let row_lifetime = inputs.measured("announcement_row_lifetime")?;
    let announcement = inputs.measured("announcement_server_cpu")?;
    let people_per_server = large.people / large.shape.servers as f64;
    let connections = inputs.assumed("database_connections")? + LISTEN_CONNECTIONS;
    let max_connections = inputs.assumed("max_connections")?;
    let leader_use = large.outcome.shard_utilization * large.shape.shard_cores as f64;
    let largest = *DATABASE_CORES.last().unwrap_or(&1) as f64 * inputs.assumed("max_database_use")?;
    let bus_cpu = MAX_BUS_USE * inputs.assumed("server_cores")? * 1e6 / announcement.max(0.1);
    let relay_rows = MAX_ANNOUNCEMENTS / row_lifetime;
    let mut ceilings = vec![
        Ceiling {
            what: "SQLite: its file is too large to restore quickly",
            people: max_storage / per_person_sqlite.after_a_year(),
            how: format!("{} GB after a year", number(max_storage)),
            then: "PostgreSQL",
        },
        Ceiling {
            what: "SQLite: sockets of its one server",
            people: memory / inputs.measured("socket_bytes")? / sockets,
            how: format!(
                "{} sockets in {} GB of memory",
                number(memory / inputs.measured("socket_bytes")?),
                number(memory / 1e9)
            ),
            then: "several servers, which need PostgreSQL",
        },
        Ceiling {
            what: "SQLite: commits of its one writer",
            people: sqlite_ops / ops,
            how: format!("{} ops a second", number(sqlite_ops)),
            then: "PostgreSQL",
        },
        Ceiling {
            what: "PostgreSQL: the table `ops` is too large to restore quickly",
            people: max_storage / per_person.after_a_year(),
            how: format!(
                "{} GB after a year, of which ops are {}",
                number(max_storage),
                percent(per_person.ops_per_year / per_person.after_a_year())
            ),
            then: "a distributed database, cells, or deleting old ops, which is not built",
        },
        Ceiling {
            what: "PostgreSQL: processes of connections",
            people: (max_connections / connections).floor() * people_per_server,
            how: format!(
                "{} servers with {} connections each",
                number((max_connections / connections).floor()),
                number(connections)
            ),
            then: "pgbouncer, with `LISTEN_DATABASE_URL` or NATS",
        },
        Ceiling {
            what: "PostgreSQL: CPU time of its leader",
            people: large.people * largest / leader_use,
            how: format!("{} of {} cores", number(largest), DATABASE_CORES.last().unwrap_or(&1)),
            then: "a distributed database, or cells",
        },
        Ceiling {
            what: "The bus: each server reads the announcements of all others",
            people: bus_cpu / ops,
            how: format!("{} of a server's CPU time at {} ops a second", percent(MAX_BUS_USE), number(bus_cpu / 1.0)),
            then: "cells, or subjects by board on the bus, which is not built",
        },
        Ceiling {
            what: "The relay: all rows of `announcements` are read by each server",
            people: relay_rows / ops,
            how: format!(
                "{} rows that live for {} s each; each server reads them {} times a second",
                number(MAX_ANNOUNCEMENTS),
                number(row_lifetime),
                number(RELAY_POLLS)
            ),
            then: "cells",
        },
    ];
    ceilings.sort_by(|one, other| one.people.total_cmp(&other.people));
    Ok(ceilings)
}
