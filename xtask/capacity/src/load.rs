//! The load that a number of people makes, and what it costs, from the inputs.

use crate::inputs::Inputs;
use crate::simulation::{Config, Cost, DatabaseConfig, Flush, Kind};
use crate::statistics::SECOND;
use anyhow::Result;

pub(crate) const SECONDS_PER_DAY: f64 = 86_400.0;

/// How often a client and a server send pings over a socket, in seconds (`core-wasm/src/sync/live.rs` and
/// `server/http/src/routes/live.rs`).
const PING_SECONDS: [f64; 2] = [25.0, 30.0];

/// The database of a deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// A file of the only server.
    Sqlite,
    /// A PostgreSQL with a synchronous replica.
    Postgres,
    /// A database of several machines. Each leads one shard, and stores copies of others.
    Distributed,
}

impl Engine {
    /// Returns the number of machines that store each row.
    pub fn copies(self) -> f64 {
        match self {
            Self::Sqlite => 1.0,
            Self::Postgres => 2.0,
            Self::Distributed => 3.0,
        }
    }
}

/// The size of a deployment.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The database.
    pub engine: Engine,
    /// The number of servers.
    pub servers: usize,
    /// The processors of each server.
    pub cores: usize,
    /// The shards of the database, each led by another machine.
    pub shards: usize,
    /// The processors of the leader of each shard.
    pub shard_cores: usize,
}

/// What people do in the busiest hour.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The people who use the product on that day.
    pub active: f64,
    /// The sockets.
    pub sockets: f64,
    /// The requests per second by kind.
    pub rates: [f64; Kind::COUNT],
}

impl Load {
    /// Returns the load of some people at a multiple of the day's mean. Sockets, heartbeats and renewals follow it too, and are as
    /// assumed in the busiest hour.
    ///
    /// # Errors
    /// Returns an error if an assumption is missing.
    pub fn new(inputs: &Inputs, people: f64, factor: f64) -> Result<Self> {
        let active = people * inputs.assumed("active_share")?;
        let per_second = |per_day: f64| active * per_day / SECONDS_PER_DAY * factor;
        let online = active * inputs.assumed("online_share")? * factor / inputs.peak();
        let sockets = online * inputs.assumed("sockets_per_person")?;
        let opens = per_second(inputs.assumed("opens_per_day")?);
        let cached = inputs.assumed("cached_share")?;
        let connects = per_second(inputs.assumed("connects_per_day")?);
        let mut rates = [0.0; Kind::COUNT];
        for (kind, rate) in [
            (Kind::Op, per_second(inputs.assumed("ops_per_day")?)),
            (Kind::OpenCached, opens * cached),
            (Kind::OpenUncached, opens * (1.0 - cached)),
            (Kind::Changes, connects),
            (Kind::Renewal, online / inputs.assumed("token_seconds")?),
            (Kind::Login, per_second(inputs.assumed("logins_per_day")?)),
            (Kind::Connect, connects),
            (Kind::Heartbeat, sockets * PING_SECONDS.iter().map(|seconds| 1.0 / seconds).sum::<f64>()),
        ] {
            rates[kind.index()] = rate;
        }
        Ok(Self { active, sockets, rates })
    }
}

/// Splits the cost of an op, which was measured alone and in groups, into that of a group and that of each op.
pub fn split_cost(alone: f64, busy: f64, busy_group: f64) -> (f64, f64) {
    // Without larger groups, or if they are no cheaper, each op costs the same.
    if busy_group <= 1.0 || busy >= alone {
        return (0.0, alone);
    }
    let group = (alone - busy) / (1.0 - 1.0 / busy_group);
    if group > alone { (alone, 0.0) } else { (group, alone - group) }
}

/// Returns the disk: a least time and an exponentially distributed rest that have the measured median and 99th percentile.
pub fn flush(median: f64, p99: f64) -> Flush {
    let spread = ((p99 - median) / (100.0_f64.ln() - 2.0_f64.ln())).max(0.0);
    let least = (median - spread * 2.0_f64.ln()).max(0.0);
    Flush { least, spread }
}

/// Returns the disk of the machine that was measured.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn measured_flush(inputs: &Inputs) -> Result<Flush> {
    Ok(flush(inputs.measured("flush")?, inputs.measured("flush_p99")?))
}

/// Returns the configuration of a simulation.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn config(inputs: &Inputs, load: &Load, shape: Shape) -> Result<Config> {
    let measured = |name: &str| inputs.measured(name);
    let is_sqlite = shape.engine == Engine::Sqlite;
    let database_factor = if shape.engine == Engine::Distributed { inputs.assumed("distributed_cpu")? } else { 1.0 };
    let cost = |name: &str, round_trips: f64, commits: bool| -> Result<Cost> {
        let server = measured(&format!("{name}_server_cpu"))?;
        let database = measured(&format!("{name}_database_cpu"))?;
        // With SQLite, the server does the work of the database. Only ops were measured with it.
        Ok(Cost {
            server_cpu: server + if is_sqlite { database } else { 0.0 },
            database_cpu: Some(if is_sqlite { 0.0 } else { database * database_factor }),
            round_trips,
            commits,
        })
    };
    let split = |name: &str, group: &str| -> Result<(f64, f64)> {
        let alone = measured(&name.replace("op", "op_alone"))?;
        Ok(split_cost(alone, measured(&name.replace("op", "op_busy"))?, inputs.measured_or_assumed(group)?))
    };
    let ((server_group, server_op), (database_group, database_op)) = match is_sqlite {
        // One thread of the server does all the work of ops, a group after another.
        true => ((0.0, 0.0), split("sqlite_op_cpu", "sqlite_busy_group")?),
        false => (split("op_server_cpu", "busy_group")?, split("op_database_cpu", "busy_group")?),
    };
    let read = inputs.assumed("read_round_trips")?;
    let write = inputs.assumed("renewal_round_trips")?;
    let mut costs = [Cost::default(); Kind::COUNT];
    for (kind, cost) in [
        (
            Kind::Op,
            Cost {
                server_cpu: server_op,
                database_cpu: Some(database_op * database_factor),
                round_trips: measured("op_statements")?,
                commits: true,
            },
        ),
        (Kind::OpenCached, cost("open_cached", read, false)?),
        (Kind::OpenUncached, cost("open_uncached", read, false)?),
        (Kind::Changes, cost("changes", read, false)?),
        (Kind::Renewal, cost("renewal", write, true)?),
        (Kind::Login, cost("login", write, true)?),
        (Kind::Connect, cost("connect", read, false)?),
        (Kind::Heartbeat, Cost { database_cpu: None, ..cost("heartbeat", 0.0, false)? }),
    ] {
        costs[kind.index()] = cost;
    }
    // A read of what another server has changed is the same as a request for changes, without the response.
    let remote_read = cost("changes", read, false)?;
    // The measured pings are those of the server. The checks of logins are part of what they cost the database.
    let server_pings = load.sockets / shape.servers as f64 / PING_SECONDS[1];
    let background = measured("idle_database_cpu")? + server_pings * measured("heartbeat_database_cpu")?;
    Ok(Config {
        seed: 24,
        warmup: 2 * SECOND,
        duration: 8 * SECOND,
        servers: shape.servers,
        cores: shape.cores,
        is_one_machine: is_sqlite,
        connections: if is_sqlite { 5 } else { inputs.assumed("database_connections")? as usize },
        group_commits: if is_sqlite { 1 } else { 4 },
        costs,
        group_cpu: (server_group, database_group * database_factor),
        rates: load.rates,
        clients: 0,
        client_cpu: 0.0,
        database: DatabaseConfig {
            shards: shape.shards,
            cores: shape.shard_cores,
            flush: match is_sqlite {
                true => measured_flush(inputs)?,
                false => flush(inputs.assumed("cloud_flush")?, inputs.assumed("cloud_flush_p99")?),
            },
            is_replicated: !is_sqlite,
            round_trip: if is_sqlite { 0.0 } else { inputs.assumed("round_trip")? },
        },
        // The boards that the active people have open.
        boards: (load.active as usize).max(1),
        hot_board_share: 0.0,
        hot_shard_share: 0.0,
        deliveries_per_op: inputs.assumed("deliveries_per_op")?,
        delivery_cpu: measured("delivery_server_cpu")?,
        announcement_cpu: measured("announcement_server_cpu")?,
        announcement_delay: inputs.assumed("bus_delay")?,
        remote_read,
        background_database_cpu: if is_sqlite { 0.0 } else { background * database_factor },
        sockets: load.sockets as usize,
        faults: vec![],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_of_groups_and_ops_add_up_to_the_measured_ones() {
        let (group, op) = split_cost(500.0, 200.0, 4.0);
        assert_eq!((group, op), (400.0, 100.0));
        assert_eq!(split_cost(500.0, 500.0, 4.0), (0.0, 500.0));
        assert_eq!(split_cost(500.0, 400.0, 1.0), (0.0, 500.0));
        assert_eq!(split_cost(500.0, 100.0, 2.0), (500.0, 0.0), "neither is negative");
    }

    #[test]
    fn disk_has_the_measured_percentiles() {
        let disk = flush(1_000.0, 4_912.0);
        assert!((disk.spread - 1_000.0).abs() < 1.0 && (disk.least - 307.0).abs() < 1.0, "{disk:?}");
        assert_eq!(flush(1_000.0, 1_000.0).least, 1_000.0);
    }
}
