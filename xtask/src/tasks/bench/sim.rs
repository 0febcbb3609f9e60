//! A million steps of the simulation: users, tabs, browsers and an unreliable network.

use super::table::{Table, Target};
use crate::command::{self, cargo};
use anyhow::{Context, Result};

const STEPS: u64 = 1_000_000;

/// Runs as many worlds as needed for the steps. A failing world prints its seed and fails the measurement.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let mut simulation = cargo(&["test", "--release", "-p", "core-wasm", "--test", "rules"]);
    simulation.args(["simulation::y50_replicas", "--", "--nocapture"]);
    let stdout = command::read(simulation.env("SIMULATION_STEPS", STEPS.to_string()))?;
    let numbers = stdout.lines().find_map(|line| line.strip_suffix(" ms")?.split_once(" steps in "));
    let (steps, milliseconds) = numbers.context("the output of the simulation lacks its steps and duration")?;
    let (steps, milliseconds): (f64, f64) = (steps.parse()?, milliseconds.parse()?);
    table.add("Simulated steps after which all replicas were equal", steps, "", Target::AtLeast(STEPS as f64));
    table.add("Simulated steps", steps / milliseconds * 1_000.0, "a second", Target::None);
    Ok(())
}
