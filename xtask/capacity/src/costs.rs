//! What deployments cost.

use crate::inputs::Inputs;
use crate::load::Engine;
use crate::plan::{GB, Step, WORKDAYS};
use anyhow::Result;

/// What a step costs in a month, in USD.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Servers, each with its memory.
    pub servers: f64,
    /// Leaders and replicas of the database.
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
        let (leaders, copies) = match step.shape.engine {
            Engine::Sqlite => (0.0, 1.0),
            // A replica as large as the leader.
            Engine::Postgres => (2.0, 2.0),
            Engine::Distributed => (3.0, 3.0),
        };
        let active = step.people * inputs.assumed("active_share")? * WORKDAYS / 12.0;
        let opened =
            inputs.assumed("opens_per_day")? * inputs.measured("open_bytes")? * inputs.assumed("cards_per_board")?
                / 200.0;
        Ok(Self {
            servers: (step.shape.servers * step.shape.cores) as f64 * core,
            databases: leaders * (step.shape.shards * step.shape.shard_cores) as f64 * core,
            disks: copies * step.storage.after_a_year() * inputs.assumed("month_disk_price")?,
            objects: step.storage.attachments * inputs.assumed("month_object_price")?,
            traffic: active * opened / GB * inputs.assumed("traffic_price")?,
        })
    }

    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.servers + self.databases + self.disks + self.objects + self.traffic
    }
}
