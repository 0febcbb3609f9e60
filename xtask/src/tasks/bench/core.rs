//! A card move, from the intent through the built package to the zustand mirror, statistics over ten years, searches in 20,000
//! cards, and imports of 50,000.

use super::table::{Table, Target, number as format_number};
use crate::command;
use crate::tasks::pkg;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;

/// Runs `web/bench/move.ts` and adds its results. The targets are for a board of 10,000 cards.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let folder = super::bundle()?;
    let mut node = command::command("node", "web");
    node.arg(folder.join("move.js")).env("NODE_ENV", "production");
    for line in command::read(&mut node)?.lines() {
        let measured: Value =
            serde_json::from_str(line).with_context(|| format!("the output of move.ts is not JSON: {line}"))?;
        let number =
            |who: &str, which: &str| measured[who][which].as_f64().context("the output of move.ts lacks a number");
        let cards = measured["cards"].as_u64().context("the output of move.ts lacks the number of cards")?;
        let (core, immer) = (number("core", "median")?, number("immer", "median")?);
        let has_target = cards == 10_000;
        let limit = if has_target { Target::AtMost(16.0) } else { Target::None };
        let what = format!("Card move on a board of {} cards", format_number(cards as f64));
        table.add(format!("{what}: core and mirror, median"), core, "µs", limit);
        table.add(format!("{what}: core and mirror, 95th percentile"), number("core", "p95")?, "µs", Target::None);
        table.add(format!("{what}: immer, median"), immer, "µs", Target::None);
        table.add(format!("{what}: spread by hand, median"), number("spread", "median")?, "µs", Target::None);
        let share = if has_target { Target::AtLeast(115.0) } else { Target::None };
        table.add(format!("{what}: faster than immer"), immer / core, "times", share);
    }
    measure_finder(table, &folder)?;
    measure_formats(table, &folder)?;
    measure_statistics(table, &folder)
}

/// Runs `web/bench/finder.ts` and adds its results.
fn measure_finder(table: &mut Table, bundle: &Path) -> Result<()> {
    let mut node = command::command("node", "web");
    node.arg(bundle.join("finder.js"));
    let measured: Value =
        serde_json::from_str(&command::read(&mut node)?).context("the output of finder.ts is not JSON")?;
    let number =
        |which: &str| measured[which].as_f64().with_context(|| format!("the output of finder.ts lacks {which}"));
    let what = format!("Finder with {} cards", format_number(number("cards")?));
    table.add(format!("{what}: indexing"), number("indexing")?, "ms", Target::AtMost(400.0));
    table.add(format!("{what}: titles by some letters, 95th percentile"), number("find")?, "ms", Target::AtMost(30.0));
    table.add(format!("{what}: all texts, 95th percentile"), number("search")?, "ms", Target::AtMost(30.0));
    // Rendering takes the rest of the 30 ms that a key may take.
    table.add(format!("{what}: a line of quick add, 95th percentile"), number("quick_add")?, "ms", Target::AtMost(5.0));
    Ok(())
}

/// Runs `web/bench/formats.ts` and adds its results.
fn measure_formats(table: &mut Table, bundle: &Path) -> Result<()> {
    let mut node = command::command("node", "web");
    node.arg(bundle.join("formats.js"));
    let measured: Value =
        serde_json::from_str(&command::read(&mut node)?).context("the output of formats.ts is not JSON")?;
    let number =
        |which: &str| measured[which].as_f64().with_context(|| format!("the output of formats.ts lacks {which}"));
    let what = format!("Import of {} cards", format_number(number("cards")?));
    table.add(format!("{what}: a board of Trello"), number("trello")?, "ms", Target::AtMost(5_000.0));
    table.add(format!("{what}: a table"), number("csv")?, "ms", Target::AtMost(5_000.0));
    Ok(())
}

/// Runs `web/bench/stats.ts` with a module that exports the measured functions, and adds its result.
fn measure_statistics(table: &mut Table, bundle: &Path) -> Result<()> {
    let folder = TempDir::create("bench-core")?;
    pkg::build_for_bench(&folder.0)?;
    let mut node = command::command("node", "web");
    node.arg(bundle.join("stats.js")).arg(folder.0.join("twentyfour_core.js"));
    let measured: Value =
        serde_json::from_str(&command::read(&mut node)?).context("the output of stats.ts is not JSON")?;
    let number =
        |which: &str| measured[which].as_f64().with_context(|| format!("the output of stats.ts lacks {which}"));
    let what = "Statistics of 73,000 sessions, computed in the module";
    table.add(format!("{what}, median"), number("median")?, "ms", Target::AtMost(20.0));
    table.add(format!("{what}, 95th percentile"), number("p95")?, "ms", Target::None);
    Ok(())
}
