//! `check`: everything that can be said about the sources without running the product.

mod dependencies;
mod lock_files;
mod machine_paths;
mod spec_rules;

use super::pkg;
use super::test::Counts;
use crate::command::{self, cargo};
use crate::prerequisites;
use crate::step::step;
use anyhow::{Result, bail};

/// Checks of the sources, each with what it holds.
type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 10] = [
    ("Formatting of Rust", || command::run(&mut cargo(&["fmt", "--all", "--check"]))),
    ("Lint of Rust, warnings being errors", || {
        command::run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    ("Lint of the core alone, for WebAssembly", || {
        let target = "wasm32-unknown-unknown";
        command::run(&mut cargo(&["clippy", "-p", "core-wasm", "--lib", "--target", target, "--", "-D", "warnings"]))
    }),
    ("Every rule of core-wasm/SPEC.md has a test, and every test a rule", spec_rules::check),
    ("The API report tells what was built", pkg::check_api_report),
    ("Types of TypeScript", || {
        command::run(command::command("npm", "web").args(["run", "--silent", "typecheck"]))?;
        command::run(&mut command::web_tool("tsc", &["--noEmit", "--project", "e2e"]))
    }),
    ("Lint of TypeScript", || command::run(command::command("npm", "web").args(["run", "--silent", "lint"]))),
    ("The Rust dependencies are what deny.toml allows", dependencies::check),
    ("Lock files name the public registries only", lock_files::check),
    ("No file names a path of somebody's machine", machine_paths::check),
];

/// Runs every check, and fails after the last if any has failed.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_build_tools()?;
    pkg::make(pkg::Variant::Release)?;
    let Counts { passed, failed } = run_all();
    println!("\nchecks: {passed} passed, {failed} failed");
    if failed > 0 {
        bail!("{failed} of the checks failed; what is wrong stands above");
    }
    Ok(())
}

/// Runs every check and counts; one that fails does not hide the next, and is named again after the last.
pub(crate) fn run_all() -> Counts {
    let mut failed = Vec::new();
    for (what, check) in CHECKS {
        if let Err(error) = step(what, check) {
            println!("  failed: {error:#}");
            failed.push(what);
        }
    }
    for what in &failed {
        println!("failed: {what}");
    }
    Counts { passed: (CHECKS.len() - failed.len()) as u64, failed: failed.len() as u64 }
}
