//! A note of 50,000 words in a browser: opening it and typing in it.

use super::table::{Table, Target, number as format_number};
use anyhow::{Context, Result};
use serde_json::Value;

/// Runs `web/bench/notes/notes.ts` against the release binary and adds its results.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    add(table, &super::run_script("notes.js")?)
}

fn add(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| {
        measured.pointer(path).and_then(Value::as_f64).with_context(|| format!("the output of notes.ts lacks {path}"))
    };
    let words = measured["words"].as_u64().context("the output of notes.ts lacks the number of words")?;
    let mut row = |what: &str, value: f64, unit: &str, target: Target| {
        table.add(format!("Note of {} words: {what}", format_number(words as f64)), value, unit, target);
    };
    row("opened from the list and painted", number("/opened")?, "ms", Target::AtMost(400.0));
    row("one key, median", number("/typing/p50")?, "ms", Target::AtMost(16.0));
    row("one key, 95th percentile", number("/typing/p95")?, "ms", Target::AtMost(33.0));
    row("one key, worst", number("/typing/worst")?, "ms", Target::None);
    row("one key, worst of all runs", number("/worst_of_all")?, "ms", Target::None);
    row("one key without the editor, median", number("/bare/p50")?, "ms", Target::None);
    row("one key without the editor, 95th percentile", number("/bare/p95")?, "ms", Target::None);
    row("key to paint, 95th percentile", number("/key_to_paint/p95")?, "ms", Target::None);
    row("DOM elements", number("/nodes")?, "", Target::None);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Table, add};
    use serde_json::{Value, json};

    fn measured() -> Value {
        json!({"words": 50_000, "opened": 399.0, "typing": {"p50": 5.0, "p95": 33.1, "worst": 40.0},
            "key_to_paint": {"p50": 10.0, "p95": 24.0, "worst": 50.0}, "bare": {"p50": 9.0, "p95": 20.0, "worst": 30.0},
            "worst_of_all": 60.0, "nodes": 4_000})
    }

    #[test]
    fn each_number_is_compared_with_its_target() {
        let mut table = Table::default();
        add(&mut table, &measured()).expect("complete");
        let result_of =
            |what: &str| table.result_of(&format!("Note of 50,000 words: {what}")).expect("it was measured");
        assert_eq!(result_of("opened from the list and painted"), "met");
        assert_eq!(result_of("one key, median"), "met");
        assert_eq!(result_of("one key, 95th percentile"), "MISSED");
        assert_eq!(result_of("one key without the editor, median"), "");
        assert_eq!(result_of("one key, worst"), "");
    }

    #[test]
    fn missing_number_is_an_error() {
        let mut incomplete = measured();
        incomplete["typing"]["p95"] = Value::Null;
        assert!(add(&mut Table::default(), &incomplete).is_err());
    }
}
