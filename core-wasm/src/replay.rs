//! A scenario, replayed: the same inputs give the same steps, natively and in the browser's module, to the byte. The test
//! vectors under `vectors/` are scenarios, and a fault that a person meets can be told as one.

use crate::app::{App, Input};
use crate::env::Env;
use crate::protocol::effect::Step;
use crate::protocol::time::Timestamp;
use crate::protocol::view::Snapshot;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What happens, in order.
#[derive(Deserialize)]
struct Scenario {
    /// What the browser has stored at the start, by key.
    #[serde(default)]
    stored: BTreeMap<String, String>,
    /// The inputs.
    inputs: Vec<Moment>,
}

/// One input with what it is stamped with.
#[derive(Deserialize)]
struct Moment {
    now: Timestamp,
    #[serde(default)]
    utc_offset: i32,
    #[serde(default)]
    entropy: u64,
    #[serde(flatten)]
    input: Input,
}

/// What came of a scenario.
#[derive(Serialize)]
struct Record {
    /// One step for each input.
    steps: Vec<Step>,
    /// The state at the end.
    snapshot: Snapshot,
}

/// Replays a scenario (JSON text) from a fresh core and gives the steps and the last snapshot as JSON text. The error says
/// where the scenario could not be read.
pub fn replay(scenario: &str) -> Result<String, serde_json::Error> {
    let scenario: Scenario = serde_json::from_str(scenario)?;
    let mut app = App::new(scenario.stored);
    let steps = scenario
        .inputs
        .into_iter()
        .map(|moment| app.handle(moment.input, &Env::new(moment.now, moment.utc_offset, moment.entropy)))
        .collect();
    Ok(crate::json(&Record { steps, snapshot: app.snapshot() }))
}
