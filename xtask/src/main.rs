//! All tasks of the repository: `cargo xtask <task>`.
//!
//! Start reading at [`tasks`], which has one file per task. [`prerequisites`] checks and installs what a machine needs,
//! [`command`] runs programs, [`server`] starts the product, [`cluster`] starts a deployment with several servers,
//! [`api_client`] sends it requests, [`step`] prints progress, [`usage`] reads what a process uses, [`stamp`] tracks what is up to date, and [`workspace`] returns the folders.

mod api_client;
mod cluster;
mod command;
mod prerequisites;
mod server;
mod stamp;
mod step;
mod tasks;
mod temp_dir;
mod usage;
mod workspace;

use std::process::ExitCode;
use tasks::bench::ChaosOptions;
use tasks::snapshots::Pictures;

const USAGE: &str = "\
usage: cargo xtask <task>

  run      builds everything and serves http://127.0.0.1:8080, with its data in data/
  dev      the same with hot reload: the server on 8080, the page on http://127.0.0.1:5173
  build    the release binary target/release/twentyfour, with the web build embedded
  dist     what is shipped, in target/dist: a static binary with a systemd unit and checksums, and the container image's files
           (--test: also tests it, as test --long does)
  pkg      the npm package pkg/ from core-wasm, finder and formats (--dev: quickly, unoptimized)
  check    formatting, lints, types, rule coverage, API report, import layers, dependencies (cargo deny), lock files, machine
           paths, banned words
  test     check and the tests; ends with `N passed, N failed` (--long: also those that take longest)
  snapshots
           compares every screen with its picture in web/e2e/snapshots, and writes a report that shows what changed side by side
           (--update: replaces the pictures)
  bench    all measurements, or one of: core, size, server, ui, page, notes, sim, scale; or one of these, which are not among all
           measurements: capacity: the figures of the capacity plan; fuzz: generated files and requests, for a quarter of an
           hour; chaos: three servers with their databases, broken on purpose, as root (chaos --short: a few times; chaos
           [--short] TEXT: only what has this text in its name)
  capacity simulates 1,000, 1 million and 100 million people, and writes docs/scaling.md and its charts
  doctor   lists missing prerequisites and how to install them";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["run"] => tasks::run::run(),
        ["dev"] => tasks::dev::run(),
        ["build"] => tasks::build::run(),
        ["dist"] => tasks::dist::run(),
        ["dist", "--test"] => tasks::test::shipping::run(&[]).and_then(|counts| counts.require_success()),
        ["pkg"] => tasks::pkg::run(tasks::pkg::Variant::Release),
        ["pkg", "--dev"] => tasks::pkg::run(tasks::pkg::Variant::Development),
        ["check"] => tasks::check::run(),
        ["test"] => tasks::test::run(tasks::test::TestScope::Standard),
        ["test", "--long"] => tasks::test::run(tasks::test::TestScope::Extended),
        ["snapshots"] => tasks::snapshots::run(Pictures::Compare),
        ["snapshots", "--update"] => tasks::snapshots::run(Pictures::Update),
        ["bench"] => tasks::bench::run(tasks::bench::Benchmark::ALL),
        ["bench", "chaos", "--short"] => tasks::bench::chaos(&ChaosOptions { is_short: true, only: None }),
        ["bench", "chaos", "--short", only] => {
            tasks::bench::chaos(&ChaosOptions { is_short: true, only: Some((*only).to_owned()) })
        }
        ["bench", "chaos", only] => {
            tasks::bench::chaos(&ChaosOptions { is_short: false, only: Some((*only).to_owned()) })
        }
        ["bench", part] => match tasks::bench::Benchmark::from_name(part) {
            Some(part) => tasks::bench::run(&[part]),
            None => return usage_error(),
        },
        ["capacity"] => tasks::capacity::run(),
        ["doctor"] => tasks::doctor::run(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => return usage_error(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage_error() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
