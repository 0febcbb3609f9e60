//! `bench`: what the product promises in numbers, measured on the real parts and printed as a table.

mod core;
mod notes;
mod page;
mod server;
mod sim;
mod size;
mod table;
mod ui;

use super::{build, fuzz};
use crate::command::{self, cargo};
use crate::step::step;
use crate::workspace;
use anyhow::Result;
use std::path::PathBuf;
use table::Table;

/// One group of measurements.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// A card move, from the intent into the mirror.
    Core,
    /// What a browser has to load.
    Size,
    /// The server's start, memory and throughput.
    Server,
    /// A board in a browser.
    Ui,
    /// Home, as it stands in a tab all day.
    Page,
    /// A note of 50,000 words in a browser.
    Notes,
    /// The simulated world.
    Sim,
    /// Strange requests, for ten minutes. No measure, and so not among all of them.
    Fuzz,
}

impl Part {
    /// All of them, in the order of the table.
    pub(crate) const ALL: &[Part] =
        &[Part::Core, Part::Size, Part::Server, Part::Ui, Part::Page, Part::Notes, Part::Sim];

    /// The part of a name on the command line.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "core" => Some(Self::Core),
            "size" => Some(Self::Size),
            "server" => Some(Self::Server),
            "ui" => Some(Self::Ui),
            "page" => Some(Self::Page),
            "notes" => Some(Self::Notes),
            "sim" => Some(Self::Sim),
            "fuzz" => Some(Self::Fuzz),
            _ => None,
        }
    }
}

/// Builds everything, measures, and prints the table. A number that falls short of its target is said to; it is no error.
pub(crate) fn run(parts: &[Part]) -> Result<()> {
    build::run()?;
    let mut table = Table::default();
    let mut failed = None;
    for part in parts {
        let measured = match part {
            Part::Core => step("Measuring card moves", || core::measure(&mut table)),
            Part::Size => step("Measuring what a browser loads", || size::measure(&mut table)),
            Part::Server => {
                step("Building the load generator", || command::run(&mut cargo(&["build", "--release", "-p", "load"])))
                    .and_then(|()| step("Measuring the server", || server::measure(&mut table)))
            }
            Part::Ui => step("Measuring boards in a browser", || ui::measure(&mut table)),
            Part::Page => step("Measuring Home", || page::measure(&mut table)),
            Part::Notes => step("Measuring a long note", || notes::measure(&mut table)),
            Part::Sim => step("Simulating a million steps", || sim::measure(&mut table)),
            Part::Fuzz => fuzz::run(&workspace::release_binary(), fuzz::LONG).and_then(fuzz::succeed),
        };
        // What has been measured is printed all the same.
        if let Err(error) = measured {
            println!("  could not be measured: {error:#}");
            failed = Some(error);
        }
    }
    table.print();
    failed.map_or(Ok(()), Err)
}

/// Bundles the measurements that run in Node, and gives the folder. It lies where Node finds the packages that they use.
fn bundle() -> Result<PathBuf> {
    let folder = workspace::path("web/node_modules/.bench");
    let mut vite = command::web_tool("vite", &["build", "--logLevel", "warn", "--config", "bench/vite.config.ts"]);
    command::run(vite.arg("--outDir").arg(&folder))?;
    Ok(folder)
}
