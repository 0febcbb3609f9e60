//! The simulation against measurements of the machine of the benchmarks. Some of them come from the same runs as its inputs: the page
//! says which.

use crate::inputs::Inputs;
use crate::load::{Engine, Load, Shape, config, measured_flush};
use crate::simulation::{Config, Kind, Outcome, run};
use anyhow::{Context, Result};

/// How much the simulation may differ from a measurement, as a share of it. The load balancer of the benchmarks uses the same
/// processors, and is not simulated.
pub const TOLERANCE: f64 = 0.3;

/// The connections of the load generator in `bench capacity` and in `bench scale`.
const CONNECTIONS: usize = 32;

/// The boards and the processors of these benchmarks.
const BOARDS: usize = 300;
const CORES: usize = 2;

/// The row of `bench scale` in the page of benchmarks, and its servers.
const SCALE: (&str, usize) = ("Ops on 300 boards, three servers", 3);

/// A check of the simulation against a measurement.
#[derive(Clone, Debug)]
pub struct Check {
    /// What is compared.
    pub what: String,
    /// The unit of both.
    pub unit: &'static str,
    /// What the simulation says.
    pub simulated: f64,
    /// What was measured or, for the ops in a group, what is assumed.
    pub expected: f64,
}

impl Check {
    /// Returns whether the simulation is near enough.
    pub fn is_met(&self) -> bool {
        (self.simulated / self.expected - 1.0).abs() <= TOLERANCE
    }
}

/// Simulates the machine of the benchmarks: the servers, the database and the load generator share the processors, and there is no
/// replica.
fn on_one_machine(inputs: &Inputs, engine: Engine, servers: usize, clients: usize) -> Result<Outcome> {
    let idle = Load { active: BOARDS as f64, sockets: 0.0, rates: [0.0; Kind::COUNT] };
    let shape = Shape { engine, servers, cores: CORES, shards: 1, shard_cores: CORES };
    let client_cpu = inputs.assumed("load_generator_cpu")?;
    let base = config(inputs, &idle, shape)?;
    let mut config = Config { is_one_machine: true, clients, client_cpu, deliveries_per_op: 0.0, ..base };
    config.database.is_replicated = false;
    config.database.round_trip = 0.0;
    config.database.flush = measured_flush(inputs)?;
    config.announcement_delay = 0.0;
    Ok(run(&config))
}

/// Compares the simulation with `bench capacity`, and with the results of `bench scale` in the page of benchmarks.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn checks(inputs: &Inputs, benchmarks: &str) -> Result<Vec<Check>> {
    let mut checks = Vec::new();
    for (engine, name, prefix) in [(Engine::Postgres, "PostgreSQL", ""), (Engine::Sqlite, "SQLite", "sqlite_")] {
        let alone = on_one_machine(inputs, engine, 1, 1)?;
        checks.push(Check {
            what: format!("{name}: mean time of an op, one after another"),
            unit: "µs",
            simulated: alone.times[Kind::Op.index()].mean / 1_000.0,
            expected: inputs.measured(&format!("{prefix}op_alone_time"))?,
        });
        let busy = on_one_machine(inputs, engine, 1, CONNECTIONS)?;
        checks.push(Check {
            what: format!("{name}: ops over {CONNECTIONS} connections"),
            unit: "a second",
            simulated: busy.per_second(Kind::Op),
            expected: inputs.measured(&format!("{prefix}op_throughput"))?,
        });
        checks.push(Check {
            what: format!("{name}: ops in a group over {CONNECTIONS} connections (an input)"),
            unit: "ops",
            simulated: busy.group_size,
            expected: inputs.measured_or_assumed(&format!("{prefix}busy_group"))?,
        });
    }
    let (row, servers) = SCALE;
    checks.push(Check {
        what: format!("PostgreSQL: ops over {CONNECTIONS} connections, {servers} servers on the same machine"),
        unit: "a second",
        simulated: on_one_machine(inputs, Engine::Postgres, servers, CONNECTIONS)?.per_second(Kind::Op),
        expected: benchmark_result(benchmarks, row)?,
    });
    Ok(checks)
}

/// Returns the number of a row in the page of benchmarks.
fn benchmark_result(page: &str, row: &str) -> Result<f64> {
    let mut rows = page.lines().map(|line| line.split('|').map(str::trim));
    let result =
        rows.find_map(|mut cells| (cells.nth(1) == Some(row)).then(|| cells.next().map(str::to_owned))).flatten();
    let number = result.as_deref().and_then(|result| result.split(' ').next()?.replace(',', "").parse().ok());
    number.with_context(|| format!("docs/benchmarks.md has no number for {row}. Run cargo xtask bench scale"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_in_the_page_of_benchmarks() {
        let page = "| Measured | Result | Target | |\n|---|---|---|---|\n| Ops  | 2,006 a second | | |\n| Other | none | | |\n";
        assert_eq!(benchmark_result(page, "Ops").unwrap(), 2_006.0);
        assert!(benchmark_result(page, "Other").is_err() && benchmark_result(page, "Op").is_err());
    }

    #[test]
    fn differences_above_the_tolerance_are_found_in_both_directions() {
        let check = |simulated: f64| Check { what: String::new(), unit: "", simulated, expected: 100.0 }.is_met();
        assert_eq!([60.0, 75.0, 125.0, 140.0].map(check), [false, true, true, false]);
    }
}
