//! What a process uses.

use crate::command;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;
use std::process::Child;

/// The unit of CPU times in proc(5).
const TICKS_PER_SECOND: f64 = 100.0;

/// Returns the resident memory in MB.
pub(crate) fn memory(process: &Child) -> Result<f64> {
    let kilobytes = command::read(command::command("ps", "").args(["-o", "rss=", "-p", &process.id().to_string()]))?;
    Ok(kilobytes.trim().parse::<f64>()? / 1_024.0)
}

/// Makes [`peak_memory`] start with the present memory. On Linux only.
pub(crate) fn reset_peak_memory(process: &Child) -> Result<()> {
    // See proc(5).
    Ok(fs::write(proc(process, "clear_refs"), "5")?)
}

/// Returns the most resident memory that it has had since its start or [`reset_peak_memory`], in MB. On Linux only.
pub(crate) fn peak_memory(process: &Child) -> Result<f64> {
    let status = fs::read_to_string(proc(process, "status"))?;
    // A process that has ended has no memory.
    let Some((_, peak)) = status.split_once("VmHWM:") else { return Ok(0.0) };
    let kilobytes = peak.split_whitespace().next().context("the value is missing")?;
    Ok(kilobytes.parse::<f64>()? / 1_024.0)
}

/// Returns the CPU time that it has used, in seconds. On Linux only.
pub(crate) fn cpu_seconds(process: &Child) -> Result<f64> {
    let stat = fs::read_to_string(proc(process, "stat"))?;
    // The fields `utime` and `stime`.
    Ok(fields(&stat)?.skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()? / TICKS_PER_SECOND)
}

/// Returns the CPU time that it and its children have used, in seconds, those that have ended included. On Linux only.
pub(crate) fn family_cpu_seconds(process: &Child) -> Result<f64> {
    let own = fs::read_to_string(proc(process, "stat"))?;
    // The fields `utime`, `stime`, `cutime` and `cstime`.
    let mut ticks = fields(&own)?.skip(11).take(4).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    let parent = process.id().to_string();
    for entry in fs::read_dir("/proc")? {
        // A process may end meanwhile.
        let Ok(stat) = fs::read_to_string(entry?.path().join("stat")) else { continue };
        if fields(&stat)?.nth(1) == Some(parent.as_str()) {
            ticks += fields(&stat)?.skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
        }
    }
    Ok(ticks / TICKS_PER_SECOND)
}

/// Returns the fields of proc(5) after the name of the process: its state is the first one.
fn fields(stat: &str) -> Result<std::str::SplitWhitespace<'_>> {
    Ok(stat.rsplit_once(')').context("the name of the process is missing")?.1.split_whitespace())
}

/// Returns the number of open file descriptors. On Linux only.
pub(crate) fn descriptors(process: &Child) -> Result<usize> {
    Ok(fs::read_dir(proc(process, "fd"))?.count())
}

fn proc(process: &Child, file: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{}/{file}", process.id()))
}
