//! What a process uses.

use crate::command;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;
use std::process::Child;

/// Returns the resident memory in MB.
pub(crate) fn memory(process: &Child) -> Result<f64> {
    let kilobytes = command::read(command::command("ps", "").args(["-o", "rss=", "-p", &process.id().to_string()]))?;
    Ok(kilobytes.trim().parse::<f64>()? / 1_024.0)
}

/// Returns the CPU time that it has used, in seconds. On Linux only.
pub(crate) fn cpu_seconds(process: &Child) -> Result<f64> {
    let stat = fs::read_to_string(proc(process, "stat"))?;
    let (_, fields) = stat.rsplit_once(')').context("the name of the process is missing")?;
    // The fields `utime` and `stime` of proc(5), in clock ticks of 10 ms.
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}

/// Returns the number of open file descriptors. On Linux only.
pub(crate) fn descriptors(process: &Child) -> Result<usize> {
    Ok(fs::read_dir(proc(process, "fd"))?.count())
}

fn proc(process: &Child, file: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{}/{file}", process.id()))
}
