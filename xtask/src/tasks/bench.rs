//! `bench`: measures the performance targets on the real product and prints a table.

mod balancer;
mod capacity;
mod chaos;
mod core;
mod crowd;
mod notes;
mod page;
mod results_page;
mod scale;
mod server;
mod sim;
mod size;
mod sockets;
mod table;
mod ui;

use super::{build, fuzz, fuzz_parsers};
use crate::cluster::{Cluster, namespaces};
use crate::command::{self, cargo};
use crate::prerequisites;
use crate::step::step;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Context, Result, bail};
pub(crate) use chaos::Options as ChaosOptions;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use table::Table;

/// A group of measurements.
#[derive(Clone, Copy)]
pub(crate) enum Benchmark {
    /// A card move, from the intent to the mirror.
    Core,
    /// The files that a browser loads.
    Size,
    /// The server's start, memory and throughput.
    Server,
    /// A board in a browser.
    Ui,
    /// The landing page and Home in a browser.
    Page,
    /// A note of 50,000 words in a browser.
    Notes,
    /// The simulation.
    Sim,
    /// Three servers compared with one.
    Scale,
    /// The figures of the capacity plan. Only by name, since they are inputs of committed charts.
    Capacity,
    /// Three servers with their databases, broken on purpose. Takes more than an hour, so it is not part of [`Self::ALL`].
    Chaos,
    /// Fuzzing of the readers of imported files and calendars, and of the API for ten minutes. Not a measurement, so not part of [`Self::ALL`].
    Fuzz,
}

impl Benchmark {
    /// All measurements, in the order of the table.
    pub(crate) const ALL: &[Benchmark] = &[
        Benchmark::Core,
        Benchmark::Size,
        Benchmark::Server,
        Benchmark::Ui,
        Benchmark::Page,
        Benchmark::Notes,
        Benchmark::Sim,
        Benchmark::Scale,
    ];

    /// Returns the benchmark with a name from the command line.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().chain([Self::Capacity, Self::Chaos, Self::Fuzz]).find(|part| part.name() == name)
    }

    /// Returns its name on the command line and in the page of results.
    fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Size => "size",
            Self::Server => "server",
            Self::Ui => "ui",
            Self::Page => "page",
            Self::Notes => "notes",
            Self::Sim => "sim",
            Self::Scale => "scale",
            Self::Capacity => "capacity",
            Self::Chaos => "chaos",
            Self::Fuzz => "fuzz",
        }
    }
}

/// Builds everything, measures, prints each part's table and writes it into `docs/benchmarks.md`. A missed target is
/// marked in the table and is not an error.
pub(crate) fn run(parts: &[Benchmark]) -> Result<()> {
    build::run()?;
    let mut failed = None;
    for part in parts {
        let mut table = Table::default();
        let measured = match part {
            Benchmark::Core => step("Measuring card moves", || core::measure(&mut table)),
            Benchmark::Size => step("Measuring what a browser loads", || size::measure(&mut table)),
            Benchmark::Server => {
                build_load_generator().and_then(|()| step("Measuring the server", || server::measure(&mut table)))
            }
            Benchmark::Scale => {
                build_load_generator().and_then(|()| step("Measuring three servers", || scale::measure(&mut table)))
            }
            Benchmark::Capacity => return build_load_generator().and_then(|()| measure_capacity()),
            Benchmark::Ui => step("Measuring boards in a browser", || ui::measure(&mut table)),
            Benchmark::Page => step("Measuring Home", || page::measure(&mut table)),
            Benchmark::Notes => step("Measuring a long note", || notes::measure(&mut table)),
            Benchmark::Sim => step("Simulating a million steps", || sim::measure(&mut table)),
            Benchmark::Chaos => return chaos(&ChaosOptions::default()),
            Benchmark::Fuzz => {
                step("Fuzzing the readers of imported files and calendars", fuzz_parsers::run)?;
                return fuzz::run(&workspace::release_binary(), fuzz::EXTENDED_RUN).and_then(fuzz::ensure_passed);
            }
        };
        // An incomplete table is printed, but not recorded.
        println!("\n{}", table.markdown());
        if let Err(error) = measured.and_then(|()| results_page::record(part.name(), &table)) {
            println!("  failed: {error:#}");
            failed = Some(error);
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Measures the figures of the capacity plan, which writes them itself.
fn measure_capacity() -> Result<()> {
    let mut table = Table::default();
    let measured = step("Measuring the figures of the capacity plan", || capacity::measure(&mut table));
    println!("\n{}", table.markdown());
    measured
}

fn build_load_generator() -> Result<()> {
    step("Building the load generator", || command::run(&mut cargo(&["build", "--release", "-p", "load"])))
}

fn load_generator_path() -> PathBuf {
    workspace::target().join("release").join(format!("load{}", std::env::consts::EXE_SUFFIX))
}

/// Breaks a deployment with several servers on purpose, in namespaces of its own, and prints the results. Those of a whole
/// run are recorded.
pub(crate) fn chaos(options: &ChaosOptions) -> Result<()> {
    if !namespaces::is_inside() {
        build::run()?;
        build_load_generator()?;
        Cluster::install_programs()?;
        return namespaces::run_inside(&[&["bench", "chaos"], options.arguments().as_slice()].concat());
    }
    let mut table = Table::default();
    let measured = chaos::measure(&mut table, options);
    println!("\n{}", table.markdown());
    measured?;
    if options.is_whole() {
        results_page::record(Benchmark::Chaos.name(), &table)?;
    }
    if table.has_missed() { bail!("a target was missed") } else { Ok(()) }
}

/// Runs a bundled script in Node and returns the JSON that it prints.
fn run_script(name: &str) -> Result<Value> {
    let folder = TempDir::create("bench")?;
    let output = script(name, &folder)?.stdout(Stdio::piped()).spawn()?.wait_with_output()?;
    if !output.status.success() {
        bail!("{name} failed ({})", output.status);
    }
    parse_output(name, &String::from_utf8(output.stdout)?)
}

/// Returns the command for a bundled script, which measures the release binary in Chromium and stores its data in a
/// folder.
fn script(name: &str, folder: &TempDir) -> Result<Command> {
    let chromium = prerequisites::chromium()
        .with_context(|| format!("{name} needs Chromium. Install it: apt-get install chromium"))?;
    let mut node = command::command("node", "web");
    node.arg(bundle()?.join(name)).env("TWENTYFOUR_BINARY", workspace::release_binary());
    node.env("TMPDIR", &folder.0).env("CHROME_PATH", chromium);
    Ok(node)
}

/// Parses what a script printed.
fn parse_output(name: &str, text: &str) -> Result<Value> {
    serde_json::from_str(text.trim()).with_context(|| format!("the output of {name} is not JSON: {text}"))
}

/// Bundles the measurements that run in Node and returns the folder, from which Node can resolve the packages.
fn bundle() -> Result<PathBuf> {
    let folder = workspace::path("web/node_modules/.bench");
    let mut vite = command::web_tool("vite", &["build", "--logLevel", "warn", "--config", "bench/vite.config.ts"]);
    command::run(vite.arg("--outDir").arg(&folder))?;
    Ok(folder)
}
