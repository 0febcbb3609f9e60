//! A step at other loads than that of its busiest hour.

use crate::inputs::Inputs;
use crate::load::{Load, config};
use crate::plan::Step;
use crate::simulation::{Config, Kind, run};
use crate::statistics::{SECOND, Time, in_millis};
use anyhow::Result;

/// A run at a load.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The hour of the day, or the load as a multiple of the busiest hour.
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

fn point(x: f64, config: &Config) -> Point {
    let outcome = run(config);
    let op = outcome.times[Kind::Op.index()];
    Point {
        x,
        op_p50: in_millis(op.p50),
        op_p99: in_millis(op.p99),
        delivery_p99: in_millis(outcome.delivery.p99),
        server_use: outcome.server_utilization,
        database_use: outcome.shard_utilization,
        ops: outcome.per_second(Kind::Op),
    }
}

/// Runs a step at several multiples of the load of its busiest hour.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn loads(inputs: &Inputs, step: &Step, factors: &[f64]) -> Result<Vec<Point>> {
    const DURATION: Time = 4 * SECOND;
    let points = factors.iter().map(|factor| {
        let load = Load::new(inputs, step.people * factor, inputs.peak())?;
        Ok(point(*factor, &Config { duration: DURATION, ..config(inputs, &load, step.shape)? }))
    });
    points.collect()
}

/// Runs each hour of a day for some seconds, at the load of that hour.
///
/// # Errors
/// Returns an error if a figure is missing.
pub fn day(inputs: &Inputs, step: &Step) -> Result<Vec<Point>> {
    const DURATION: Time = 3 * SECOND;
    let points = (0..).zip(&inputs.day.values).map(|(hour, factor)| {
        let load = Load::new(inputs, step.people, *factor)?;
        let base = config(inputs, &load, step.shape)?;
        let seed = base.seed + hour;
        Ok(point(hour as f64, &Config { seed, warmup: SECOND, duration: DURATION, ..base }))
    });
    points.collect()
}
