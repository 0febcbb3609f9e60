//! The sizes of the files that a browser loads, compressed as the server sends them.

use super::table::{Table, Target};
use crate::workspace;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// The kilobyte of the targets.
const KILOBYTE: f64 = 1_000.0;

/// Adds the size of the wasm module, and of all JavaScript that a real browser loads before the first paint of `/`.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let dist = workspace::path("web/dist");
    let modules = workspace::files_under(&dist, &|_| false)?;
    let module = modules
        .iter()
        .find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
        .context("web/dist has no wasm file")?;
    table.add("WebAssembly module, brotli", compressed(module)?, "KB", Target::AtMost(130.0));

    let painted = super::run_script("first-paint.js")?;
    let scripts = painted["scripts"].as_array().context("the output of first-paint.ts lacks the scripts")?;
    let mut sum = 0.0;
    for script in scripts {
        let path = script.as_str().context("the path of a script is not a string")?;
        if path.ends_with(".wasm") {
            bail!("{path} is loaded before the first paint");
        }
        sum += compressed(&dist.join(path.trim_start_matches('/')))?;
    }
    table.add(
        format!("JavaScript before the first paint of `/`, brotli ({} files)", scripts.len()),
        sum,
        "KB",
        Target::AtMost(100.0),
    );
    let milliseconds =
        painted["first_paint"].as_f64().context("the output of first-paint.ts lacks the time of the first paint")?;
    table.add("First paint of `/` after its request, on this machine", milliseconds, "ms", Target::None);
    Ok(())
}

/// Returns the size of a file as sent: that of its compressed copy, if there is one.
fn compressed(file: &Path) -> Result<f64> {
    let copy = file.with_extension(format!("{}.br", file.extension().unwrap_or_default().to_string_lossy()));
    let sent = if copy.exists() { &copy } else { file };
    Ok(fs::metadata(sent).with_context(|| format!("cannot read {}", sent.display()))?.len() as f64 / KILOBYTE)
}
