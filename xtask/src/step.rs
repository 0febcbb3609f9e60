//! Tells what is going on: one line when a step begins, and how long it took where that is worth knowing.

use anyhow::Result;
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs a step under a line that says what it does.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    print_progress(what);
    let started = Instant::now();
    let result = work();
    let elapsed = started.elapsed();
    if elapsed >= Duration::from_secs(1) {
        println!("  {} after {:.1} s", if result.is_ok() { "done" } else { "failed" }, elapsed.as_secs_f64());
    }
    result
}

/// Prints one line about what happens, or why it does not have to.
pub(crate) fn print_progress(what: &str) {
    println!("» {what}");
    // Programs that are started next write past our buffer.
    let _ = std::io::stdout().flush();
}
