//! How many servers and processors a number of people needs, found by simulations, and what happens when parts fail.

use crate::inputs::Inputs;
use crate::load::{Engine, Load, Shape, config, measured_flush};
use crate::simulation::{Config, Fault, Kind, Outcome, run};
use crate::statistics::{SECOND, Time, in_millis};
use anyhow::{Context, Result};

/// The greatest number of servers that is tried.
const MAX_SERVERS: usize = 60;

/// The processors of a database that are tried.
pub(crate) const DATABASE_CORES: [usize; 6] = [2, 4, 8, 16, 32, 64];

pub(crate) const GB: f64 = 1e9;

/// The days of a year on which people work.
pub(crate) const WORKDAYS: f64 = 250.0;

/// What is stored, for some people.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    /// Accounts, boards and cards, in GB. It does not grow with time.
    pub content: f64,
    /// The ops of a year, in GB: their ids are kept forever.
    pub ops_per_year: f64,
    /// Attachments in an object store, in GB.
    pub attachments: f64,
}

impl Storage {
    /// Returns what some people store.
    ///
    /// # Errors
    /// Returns an error if a figure is missing.
    pub fn new(inputs: &Inputs, people: f64, engine: Engine) -> Result<Self> {
        let is_sqlite = engine == Engine::Sqlite;
        let board = inputs.measured("board_bytes")? * inputs.assumed("cards_per_board")? / 200.0;
        let per_person = inputs.measured("account_bytes")? + board * inputs.assumed("boards_per_person")?;
        let op = match is_sqlite {
            true => inputs.measured("sqlite_op_bytes")?,
            // The body of an op is emptied when its board has many later ones.
            false => {
                inputs.measured("op_bytes")? - inputs.measured("op_row_bytes")?
                    + inputs.measured("op_trimmed_row_bytes")?
            }
        };
        let ops = people * inputs.assumed("active_share")? * inputs.assumed("ops_per_day")? * WORKDAYS;
        Ok(Self {
            content: people * per_person / GB,
            ops_per_year: ops * op / GB,
            attachments: people * inputs.assumed("attachments_per_person")? / 1_000.0,
        })
    }

    /// Returns what the database stores after a year, in GB.
    pub fn after_a_year(&self) -> f64 {
        self.content + self.ops_per_year
    }
}

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
    /// The resident memory of a server after one was lost, in MB.
    pub server_memory: f64,
}

/// The limits that a deployment must keep.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    op_p99: f64,
    delivery_p99: f64,
    server_use: f64,
    database_use: f64,
    /// In MB.
    memory: f64,
    recovery: Time,
}

impl Limits {
    /// Reads the limits.
    ///
    /// # Errors
    /// Returns an error if one is missing.
    pub fn new(inputs: &Inputs) -> Result<Self> {
        Ok(Self {
            op_p99: inputs.assumed("max_op_p99")?,
            delivery_p99: inputs.assumed("max_delivery_p99")?,
            server_use: inputs.assumed("max_server_use")?,
            database_use: inputs.assumed("max_database_use")?,
            memory: inputs.assumed("server_memory")? * 1_000.0 * inputs.assumed("max_memory_use")?,
            recovery: (inputs.assumed("max_recovery")? * SECOND as f64) as Time,
        })
    }

    /// Returns whether the others recover in time when one of all servers dies.
    fn recovers(&self, mut config: Config) -> bool {
        server_dies(&mut config);
        run(&config).recovery(FAULT_AT).is_some_and(|time| time <= self.recovery)
    }

    fn servers_suffice(&self, outcome: &Outcome, memory: f64) -> bool {
        in_millis(outcome.times[Kind::Op.index()].p99) <= self.op_p99
            && in_millis(outcome.delivery.p99) <= self.delivery_p99
            && outcome.server_utilization <= self.server_use
            && memory <= self.memory
    }
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
        server_memory: memory(inputs, load.sockets)?,
    })
}

/// Searches the smallest deployment with several servers that keeps the limits with one of them lost.
///
/// # Errors
/// Returns an error if a figure is missing, or none suffices.
pub fn search(inputs: &Inputs, people: f64, engine: Engine, cells: f64) -> Result<Step> {
    let (load, limits) = (Load::new(inputs, people, inputs.peak())?, Limits::new(inputs)?);
    let storage = Storage::new(inputs, people, engine)?;
    let shards = match engine {
        Engine::Distributed => (storage.after_a_year() / inputs.assumed("max_shard_storage")?).ceil().max(3.0) as usize,
        _ => 1,
    };
    let cores = inputs.assumed("server_cores")? as usize;
    for servers in 2..=MAX_SERVERS {
        // Those that cannot suffice are not simulated.
        let used_memory = memory(inputs, load.sockets / (servers - 1) as f64)?;
        let mut shape = Shape { engine, servers: servers - 1, cores, shards, shard_cores: 64 };
        if used_memory > limits.memory || server_cpu(&config(inputs, &load, shape)?) > limits.server_use {
            continue;
        }
        let all = |mut shape: Shape| {
            shape.servers = servers;
            config(inputs, &load, shape)
        };
        let suffices = limits.servers_suffice(&run(&config(inputs, &load, shape)?), used_memory);
        if !suffices || !limits.recovers(all(shape)?) {
            continue;
        }
        for shard_cores in DATABASE_CORES {
            shape.shard_cores = shard_cores;
            let without_one = run(&config(inputs, &load, shape)?);
            if without_one.shard_utilization <= limits.database_use
                && limits.servers_suffice(&without_one, used_memory)
                && limits.recovers(all(shape)?)
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

/// A run with several numbers of servers, or several loads.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The number of servers, or the load as a share of the busiest hour.
    pub x: f64,
    /// In milliseconds.
    pub op_p50: f64,
    /// In milliseconds.
    pub op_p99: f64,
    /// In milliseconds.
    pub delivery_p99: f64,
    /// As a share.
    pub server_use: f64,
    /// As a share.
    pub database_use: f64,
    /// Per second.
    pub ops: f64,
}

fn point(x: f64, config: &Config, outcome: &Outcome) -> Point {
    let op = outcome.times[Kind::Op.index()];
    Point {
        x,
        op_p50: in_millis(op.p50),
        op_p99: in_millis(op.p99),
        delivery_p99: in_millis(outcome.delivery.p99),
        server_use: outcome.server_utilization,
        database_use: outcome.shard_utilization,
        ops: op.count as f64 * SECOND as f64 / config.duration as f64,
    }
}

/// Runs a step at several multiples of the load of its busiest hour.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn loads(inputs: &Inputs, step: &Step, factors: &[f64]) -> Result<Vec<Point>> {
    let points = factors.iter().map(|factor| {
        let load = Load::new(inputs, step.people * factor, inputs.peak())?;
        let mut config = config(inputs, &load, step.shape)?;
        config.duration = 4 * SECOND;
        Ok(point(*factor, &config, &run(&config)))
    });
    points.collect()
}

/// Runs each hour of a day for some seconds, at the load of that hour.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn day(inputs: &Inputs, step: &Step) -> Result<Vec<Point>> {
    let points = inputs.day.values.iter().enumerate().map(|(hour, factor)| {
        let load = Load::new(inputs, step.people, *factor)?;
        let mut config = config(inputs, &load, step.shape)?;
        config.seed += hour as u64;
        config.warmup = SECOND;
        config.duration = 3 * SECOND;
        Ok(point(hour as f64, &config, &run(&config)))
    });
    points.collect()
}

/// What happens when a part fails in the busiest hour.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What happens.
    pub what: &'static str,
    /// When, or 0 if it is so from the start.
    pub at: Time,
    /// The run.
    pub outcome: Outcome,
    /// The configuration.
    pub config: Config,
}

/// When parts fail.
const FAULT_AT: Time = 10 * SECOND;

fn server_dies(config: &mut Config) {
    config.duration = 27 * SECOND;
    config.faults = vec![Fault::ServerDies { at: FAULT_AT, server: 0 }];
}

/// Simulates the failures of a step.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn failures(inputs: &Inputs, step: &Step) -> Result<Vec<Failure>> {
    let base = config(inputs, &step.load, step.shape)?;
    let lasts = (inputs.assumed("failover_seconds")? * SECOND as f64) as Time;
    let case = |what: &'static str, at: Time, change: &dyn Fn(&mut Config)| {
        let mut config = base.clone();
        change(&mut config);
        Failure { what, at, outcome: run(&config), config }
    };
    let mut cases = vec![
        case("One server dies", FAULT_AT, &server_dies),
        case("One leader of the database is lost", FAULT_AT, &|config| {
            config.duration = lasts + 50 * SECOND;
            config.faults = vec![Fault::LeaderLost { at: FAULT_AT, shard: 0, lasts }];
        }),
    ];
    let hot_board = inputs.assumed("hot_board_share")?;
    cases.push(case("One board gets a fifth of all ops", 0, &|config| config.hot_board_share = hot_board));
    if step.shape.shards > 1 {
        let hot_shard = inputs.assumed("hot_share")?;
        cases.push(case("One shard gets half of all writes", 0, &|config| config.hot_shard_share = hot_shard));
    }
    Ok(cases)
}

/// A check of the simulation against a measurement that is not one of its inputs.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is compared.
    pub what: &'static str,
    /// In microseconds.
    pub simulated: f64,
    /// In microseconds.
    pub measured: f64,
}

/// Compares the time of a single op on idle machines, without a network between them.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn checks(inputs: &Inputs) -> Result<Vec<Check>> {
    let mut load = Load::new(inputs, 1.0, 1.0)?;
    load.rates = Default::default();
    load.rates[Kind::Op.index()] = 20.0;
    let check = |what: &'static str, engine: Engine, name: &str| -> Result<Check> {
        let shape = Shape { engine, servers: 1, cores: 2, shards: 1, shard_cores: 2 };
        let mut config = config(inputs, &load, shape)?;
        config.duration = 300 * SECOND;
        config.database.is_replicated = false;
        config.database.round_trip = 0.0;
        config.database.flush = measured_flush(inputs)?;
        let simulated = run(&config).times[Kind::Op.index()].mean / 1_000.0;
        Ok(Check { what, simulated, measured: inputs.measured(name)? })
    };
    Ok(vec![
        check("An op alone, one server with PostgreSQL on one machine", Engine::Postgres, "op_alone_time")?,
        check("An op alone, SQLite", Engine::Sqlite, "sqlite_op_alone_time")?,
    ])
}
