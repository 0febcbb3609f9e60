//! What deployments cost.

use crate::inputs::Inputs;
use crate::load::{Engine, Load, SECONDS_PER_DAY};
use crate::plan::Step;
use crate::simulation::Kind;
use crate::storage::{GB, MEASURED_CARDS, WORKDAYS};
use anyhow::Result;

/// What a step costs in a month, in USD.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Servers, each with its memory.
    pub servers: f64,
    /// The machines of the database.
    pub databases: f64,
    /// The disks of the database after a year, with those of the replicas.
    pub disks: f64,
    /// The object store.
    pub objects: f64,
    /// Traffic to the browsers.
    pub traffic: f64,
}

impl Costs {
    /// Returns what one deployment of a step costs.
    ///
    /// # Errors
    /// Returns an error if a figure is missing.
    pub fn new(inputs: &Inputs, step: &Step) -> Result<Self> {
        let core = inputs.assumed("month_core_price")?;
        let machines = match step.shape.engine {
            Engine::Sqlite => 0.0,
            // The leader, and a replica as large.
            Engine::Postgres => 2.0,
            // The CPU time of a statement on all copies is counted for the machine that leads its shard.
            Engine::Distributed => step.shape.shards as f64,
        };
        Ok(Self {
            servers: (step.shape.servers * step.shape.cores) as f64 * core,
            databases: machines * step.shape.shard_cores as f64 * core,
            disks: step.shape.engine.copies() * step.storage.after_a_year() * inputs.assumed("month_disk_price")?,
            objects: step.storage.attachments * inputs.assumed("month_object_price")?,
            traffic: month_traffic(inputs, step)? / GB * inputs.assumed("traffic_price")?,
        })
    }

    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.servers + self.databases + self.disks + self.objects + self.traffic
    }
}

/// Returns the bytes that are sent to the browsers in a month.
fn month_traffic(inputs: &Inputs, step: &Step) -> Result<f64> {
    let board = inputs.measured("open_bytes")? * inputs.assumed("cards_per_board")? / MEASURED_CARDS;
    let (message, ping) = (inputs.assumed("message_bytes")?, inputs.assumed("ping_bytes")?);
    let deliveries = inputs.assumed("deliveries_per_op")?;
    let load = Load::new(inputs, step.people, 1.0)?;
    let per_second: f64 = Kind::ALL
        .into_iter()
        .map(|kind| {
            let bytes = match kind {
                Kind::OpenCached | Kind::OpenUncached => board,
                Kind::Heartbeat => ping,
                // It is answered, and sent to others.
                Kind::Op => message * (1.0 + deliveries),
                Kind::Changes | Kind::Renewal | Kind::Login | Kind::Connect => message,
            };
            load.rates[kind.index()] * bytes
        })
        .sum();
    let app = load.active * inputs.assumed("month_app_bytes")?;
    Ok(per_second * SECONDS_PER_DAY * WORKDAYS / 12.0 + app)
}
