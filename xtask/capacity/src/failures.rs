//! What happens when a part fails in the busiest hour.

use crate::inputs::Inputs;
use crate::load::config;
use crate::plan::{FAULT_AT, Step, with_dying_server};
use crate::simulation::{Config, Fault, Outcome, run};
use crate::statistics::{SECOND, Time};
use anyhow::Result;

/// What happens when a part fails in the busiest hour.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What happens.
    pub what: &'static str,
    /// When, or 0 if it is so from the start.
    pub at: Time,
    /// The run.
    pub outcome: Outcome,
}

/// Simulates the failures of a step.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn failures(inputs: &Inputs, step: &Step) -> Result<Vec<Failure>> {
    let base = config(inputs, &step.load, step.shape)?;
    let lasts = (inputs.assumed("failover_seconds")? * SECOND as f64) as Time;
    let (hot_board, hot_shard) = (inputs.assumed("hot_board_share")?, inputs.assumed("hot_shard_share")?);
    let case = |what: &'static str, at: Time, config: &Config| Failure { what, at, outcome: run(config) };
    let leader_lost = Config {
        duration: lasts + 50 * SECOND,
        faults: vec![Fault::LeaderLost { at: FAULT_AT, shard: 0, lasts }],
        ..base.clone()
    };
    let mut cases = vec![
        case("One server dies", FAULT_AT, &with_dying_server(base.clone())),
        case("One leader of the database is lost", FAULT_AT, &leader_lost),
        case("One board gets a fifth of all ops", 0, &Config { hot_board_share: hot_board, ..base.clone() }),
    ];
    if step.shape.shards > 1 {
        cases.push(case("One shard gets half of all writes", 0, &Config { hot_shard_share: hot_shard, ..base }));
    }
    Ok(cases)
}
