//! Prints progress: a line when a step begins, and its duration if it took long.

use anyhow::Result;
use std::io::Write;
use std::time::{Duration, Instant};

/// Prints a description and runs a step.
pub(crate) fn step<T>(description: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    print_progress(description);
    let started = Instant::now();
    let result = work();
    let elapsed = started.elapsed();
    if elapsed >= Duration::from_secs(1) {
        println!("  {} after {:.1} s", if result.is_ok() { "done" } else { "failed" }, elapsed.as_secs_f64());
    }
    result
}

/// Prints a line of progress.
pub(crate) fn print_progress(description: &str) {
    println!("» {description}");
    // Child processes write to the same output without our buffer.
    let _ = std::io::stdout().flush();
}
