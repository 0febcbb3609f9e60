//! How many servers and processors a number of people needs, found by simulations.

use crate::inputs::Inputs;
use crate::load::{Engine, Load, Shape, config};
use crate::simulation::{Config, Fault, Kind, Outcome, run};
use crate::statistics::{SECOND, Time, in_millis};
use crate::storage::Storage;
use anyhow::{Context, Result};

/// The greatest number of servers that is tried.
const MAX_SERVERS: usize = 60;

/// The processors of a database that are tried.
pub(crate) const DATABASE_CORES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// A step of the plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The people of this deployment.
    pub people: f64,
    /// How often it exists.
    pub cells: f64,
    /// What these people do in the busiest hour.
    pub load: Load,
    /// With all servers.
    pub shape: Shape,
    /// The run with one server less, if there are several.
    pub without_one: Outcome,
    /// The run with all servers.
    pub outcome: Outcome,
    /// What they store.
    pub storage: Storage,
    /// The sockets of a server after one was lost, on average.
    pub server_sockets: f64,
    /// Its resident memory, in MB.
    pub server_memory: f64,
}

/// What a deployment must reach with one server lost.
#[derive(Clone, Copy, Debug)]
struct Targets {
    op_p99: f64,
    delivery_p99: f64,
    server_use: f64,
    database_use: f64,
    /// In MB.
    memory: f64,
    sockets: f64,
    recovery: Time,
}

impl Targets {
    fn new(inputs: &Inputs) -> Result<Self> {
        Ok(Self {
            op_p99: inputs.assumed("max_op_p99")?,
            delivery_p99: inputs.assumed("max_delivery_p99")?,
            server_use: inputs.assumed("max_server_use")?,
            database_use: inputs.assumed("max_database_use")?,
            memory: inputs.assumed("server_memory")? * 1_000.0 * inputs.assumed("max_memory_use")?,
            sockets: inputs.assumed("max_server_sockets")?,
            recovery: (inputs.assumed("max_recovery")? * SECOND as f64) as Time,
        })
    }

    /// Returns whether the others recover in time when one of the servers dies.
    fn recovers(&self, config: Config) -> bool {
        run(&with_dying_server(config)).recovery(FAULT_AT).is_some_and(|time| time <= self.recovery)
    }

    fn servers_suffice(&self, outcome: &Outcome) -> bool {
        in_millis(outcome.times[Kind::Op.index()].p99) <= self.op_p99
            && in_millis(outcome.delivery.p99) <= self.delivery_p99
            && outcome.server_utilization <= self.server_use
    }
}

/// When parts fail in a simulation.
pub(crate) const FAULT_AT: Time = 10 * SECOND;

/// Returns a configuration with the death of a server.
pub(crate) fn with_dying_server(config: Config) -> Config {
    Config { duration: 27 * SECOND, faults: vec![Fault::ServerDies { at: FAULT_AT, server: 0 }], ..config }
}

/// Returns the memory of a server with some sockets, in MB.
fn memory(inputs: &Inputs, sockets: f64) -> Result<f64> {
    Ok(inputs.measured("idle_memory")? + sockets * inputs.measured("socket_bytes")? / 1e6)
}

/// Returns the one server with SQLite that some people use.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn single(inputs: &Inputs, people: f64) -> Result<Step> {
    let load = Load::new(inputs, people, inputs.peak())?;
    let cores = inputs.assumed("single_cores")? as usize;
    let shape = Shape { engine: Engine::Sqlite, servers: 1, cores, shards: 1, shard_cores: 1 };
    let mut config = config(inputs, &load, shape)?;
    // Few requests: a longer run for the same number of them.
    config.duration = 600 * SECOND;
    let outcome = run(&config);
    Ok(Step {
        people,
        cells: 1.0,
        load,
        shape,
        without_one: outcome.clone(),
        outcome,
        storage: Storage::new(inputs, people, Engine::Sqlite)?,
        server_sockets: load.sockets,
        server_memory: memory(inputs, load.sockets)?,
    })
}

/// Searches the smallest deployment with several servers that reaches the targets with one of them lost.
///
/// # Errors
/// Returns an error if a figure is missing, or none suffices.
pub fn search(inputs: &Inputs, people: f64, engine: Engine, cells: f64) -> Result<Step> {
    let (load, targets) = (Load::new(inputs, people, inputs.peak())?, Targets::new(inputs)?);
    let storage = Storage::new(inputs, people, engine)?;
    let shards = match engine {
        // Each machine leads one shard, and stores copies of others.
        Engine::Distributed => {
            let stored = storage.after_a_year() * engine.copies();
            (stored / inputs.assumed("max_database_storage")?).ceil().max(engine.copies()) as usize
        }
        Engine::Sqlite | Engine::Postgres => 1,
    };
    let cores = inputs.assumed("server_cores")? as usize;
    for servers in 2..=MAX_SERVERS {
        // Those that cannot suffice are not simulated.
        let sockets = load.sockets / (servers - 1) as f64;
        let used_memory = memory(inputs, sockets)?;
        let mut shape = Shape { engine, servers: servers - 1, cores, shards, shard_cores: 64 };
        let has_no_room = sockets > targets.sockets || used_memory > targets.memory;
        if has_no_room || server_cpu(&config(inputs, &load, shape)?) > targets.server_use {
            continue;
        }
        let all = |mut shape: Shape| {
            shape.servers = servers;
            config(inputs, &load, shape)
        };
        let suffices = targets.servers_suffice(&run(&config(inputs, &load, shape)?));
        if !suffices || !targets.recovers(all(shape)?) {
            continue;
        }
        for shard_cores in DATABASE_CORES {
            shape.shard_cores = shard_cores;
            let without_one = run(&config(inputs, &load, shape)?);
            if without_one.shard_utilization <= targets.database_use
                && targets.servers_suffice(&without_one)
                && targets.recovers(all(shape)?)
            {
                shape.servers = servers;
                let outcome = run(&config(inputs, &load, shape)?);
                return Ok(Step {
                    people,
                    cells,
                    load,
                    shape,
                    without_one,
                    outcome,
                    storage,
                    server_sockets: sockets,
                    server_memory: used_memory,
                });
            }
        }
    }
    None.with_context(|| format!("no deployment of at most {MAX_SERVERS} servers suffices for {people} people"))
}

/// Returns the share of the servers' CPU time that the requests of people need: a lower limit.
fn server_cpu(config: &Config) -> f64 {
    let needed: f64 = config.rates.iter().zip(&config.costs).map(|(rate, cost)| rate * cost.server_cpu / 1e6).sum();
    needed / (config.servers * config.cores) as f64
}
