//! `capacity`: simulates deployments of several sizes, and writes the tables and charts of `docs/scaling.md`.

use crate::command::{self, cargo};
use crate::step::step;
use crate::workspace;
use anyhow::Result;

/// Runs the simulations, which take some seconds.
pub(crate) fn run() -> Result<()> {
    step("Simulating deployments", || {
        command::run(cargo(&["run", "--release", "--quiet", "-p", "capacity", "--"]).arg(workspace::root()))
    })
}
