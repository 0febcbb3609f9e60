//! All simulations of the plan.

use crate::checks::{Check, checks};
use crate::costs::Costs;
use crate::curves::{self, Point};
use crate::failures::{Failure, failures};
use crate::inputs::Inputs;
use crate::limits::{self, Limit};
use crate::load::Engine;
use crate::plan::{self, Step};
use anyhow::Result;

/// The multiples of the busiest hour that are simulated.
const LOAD_FACTORS: [f64; 10] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 4.5, 5.0, 6.0];

/// The results of all simulations.
pub(crate) struct Results {
    /// The steps of the plan, the smallest first.
    pub(crate) steps: [Step; 3],
    pub(crate) loads: Vec<Point>,
    pub(crate) day: Vec<Point>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) cell_failures: Vec<Failure>,
    pub(crate) limits: Vec<Limit>,
    pub(crate) checks: Vec<Check>,
    pub(crate) costs: [Costs; 3],
    /// In GB.
    pub(crate) max_database_storage: f64,
}

/// Simulates everything.
///
/// # Errors
/// Returns an error if a figure is missing, or no deployment suffices.
pub(crate) fn simulate(inputs: &Inputs, benchmarks: &str) -> Result<Results> {
    let cell = inputs.assumed("cell_people")?;
    let steps = [
        plan::single(inputs, 1_000.0)?,
        plan::search(inputs, 1e6, Engine::Postgres, 1.0)?,
        plan::search(inputs, cell, Engine::Distributed, (1e8 / cell).ceil())?,
    ];
    Ok(Results {
        loads: curves::loads(inputs, &steps[1], &LOAD_FACTORS)?,
        day: curves::day(inputs, &steps[1])?,
        failures: failures(inputs, &steps[1])?,
        cell_failures: failures(inputs, &steps[2])?,
        limits: limits::compute(inputs, &steps[0], &steps[1])?,
        checks: checks(inputs, benchmarks)?,
        max_database_storage: inputs.assumed("max_database_storage")?,
        costs: [Costs::new(inputs, &steps[0])?, Costs::new(inputs, &steps[1])?, Costs::new(inputs, &steps[2])?],
        steps,
    })
}
