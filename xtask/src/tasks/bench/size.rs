//! The sizes of the files that a browser loads, compressed as the server sends them.

use super::table::{Table, Target};
use crate::tasks::budgets;
use crate::workspace;
use anyhow::{Context, Result, bail};

/// The bytes of a kilobyte in the results.
const KILOBYTE: f64 = 1_000.0;

/// Adds the sizes that have a budget in `budgets.json`, compared with it, and all JavaScript that a real browser loads
/// before the first paint of `/`.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    for budget in budgets::measure()? {
        let goal = Target::AtMost(budget.limit as f64 / KILOBYTE);
        table.add(format!("{}, brotli", budget.name), budget.bytes as f64 / KILOBYTE, "KB", goal);
    }

    let painted = super::run_script("first-paint.js")?;
    let scripts = painted["scripts"].as_array().context("the output of first-paint.ts lacks the scripts")?;
    let mut sum = 0;
    for script in scripts {
        let path = script.as_str().context("the path of a script is not a string")?;
        if path.ends_with(".wasm") {
            bail!("{path} is loaded before the first paint");
        }
        sum += budgets::sent(&workspace::path("web/dist").join(path.trim_start_matches('/')))?;
    }
    table.add(
        format!("JavaScript before the first paint of `/`, brotli ({} files)", scripts.len()),
        sum as f64 / KILOBYTE,
        "KB",
        Target::None,
    );
    let milliseconds =
        painted["first_paint"].as_f64().context("the output of first-paint.ts lacks the time of the first paint")?;
    table.add("First paint of `/` after its request, on this machine", milliseconds, "ms", Target::None);
    Ok(())
}
