//! `check`: all checks of the sources that do not run the product.

mod dependencies;
mod layers;
mod lock_files;
mod machine_paths;
mod spec_rules;
mod words;

use super::test::Counts;
use super::{budgets, pkg};
use crate::command::{self, cargo};
use crate::prerequisites;
use crate::step::step;
use anyhow::{Result, bail};

/// A check, with the description that is printed.
type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 15] = [
    ("Formatting of Rust", || command::run(&mut cargo(&["fmt", "--all", "--check"]))),
    ("Lint of Rust, warnings being errors", || {
        command::run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    }),
    ("Lint of the core alone, for WebAssembly", || {
        let target = "wasm32-unknown-unknown";
        command::run(&mut cargo(&["clippy", "-p", "core-wasm", "--lib", "--target", target, "--", "-D", "warnings"]))
    }),
    ("Lint of the finder alone, for WebAssembly", || {
        let target = "wasm32-unknown-unknown";
        command::run(&mut cargo(&["clippy", "-p", "finder", "--lib", "--target", target, "--", "-D", "warnings"]))
    }),
    ("Lint of the formats alone, for WebAssembly", || {
        let target = "wasm32-unknown-unknown";
        command::run(&mut cargo(&["clippy", "-p", "formats", "--lib", "--target", target, "--", "-D", "warnings"]))
    }),
    ("SPEC.md rules and tests match", spec_rules::check),
    ("The API report is up to date", pkg::check_api_report),
    ("Types of TypeScript", || {
        command::run(command::command("npm", "web").args(["run", "--silent", "typecheck"]))?;
        command::run(&mut command::web_tool("tsc", &["--noEmit", "--project", "e2e"]))
    }),
    ("Lint of TypeScript", || command::run(command::command("npm", "web").args(["run", "--silent", "lint"]))),
    ("The imports of the core follow its layers", layers::check),
    ("cargo deny", dependencies::check),
    ("Lock files name the public registries only", lock_files::check),
    ("No absolute paths of a developer machine", machine_paths::check),
    ("No banned words", words::check),
    ("The web build stays within budgets.json", budgets::check),
];

/// Runs all checks, and fails at the end if any has failed.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_build_tools()?;
    pkg::build_package(pkg::Variant::Release)?;
    let Counts { passed, failed } = run_all();
    println!("\nchecks: {passed} passed, {failed} failed");
    if failed > 0 {
        bail!("{failed} checks failed, see above");
    }
    Ok(())
}

/// Runs all checks and counts the results. A failure does not stop the others; all failures are listed at the end.
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
