//! Tells what is going on: one line when a step begins, and how long it took where that is worth knowing.

use anyhow::Result;
use std::io::Write;
use std::time::{Duration, Instant};

/// Runs a step under a line that says what it does.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    say(what);
    let begun = Instant::now();
    let result = work();
    let taken = begun.elapsed();
    if taken >= Duration::from_secs(1) {
        println!("  {} after {:.1} s", if result.is_ok() { "done" } else { "failed" }, taken.as_secs_f64());
    }
    result
}

/// Prints one line about what happens, or why it does not have to.
pub(crate) fn say(what: &str) {
    println!("» {what}");
    // Programs that are started next write past our buffer.
    let _ = std::io::stdout().flush();
}
