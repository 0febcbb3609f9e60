//! Boards in a browser: opening them, their memory, and the frame rate while scrolling and dragging. The command palette
//! and quick add on a device with many cards. Interactions to the next paint on a slow processor.

use super::table::{Table, Target, number as format_number};
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// The number of cards for which the targets hold.
const TARGET_BOARD_CARDS: u64 = 10_000;
/// The most DOM elements that cards may have on a board of many lists.
const MAX_CARD_ELEMENTS: f64 = 1_500.0;
/// The longest time from an input to the next paint, in milliseconds.
const MAX_INTERACTION_MS: f64 = 50.0;
const MEGABYTE: f64 = 1_000_000.0;

/// Runs `web/bench/ui/board.ts` against the release binary and adds its results.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let folder = TempDir::create("bench-ui")?;
    let mut node = super::script("board.js", &folder)?.stdout(Stdio::piped()).spawn()?;
    // Line by line, so that results are kept even if a later board size fails.
    for line in BufReader::new(node.stdout.take().context("board.ts has no standard output")?).lines() {
        let measured = super::parse_output("board.js", &line?)?;
        if measured["lists"].is_null() { add(table, &measured)? } else { add_wide(table, &measured)? }
    }
    let status = node.wait()?;
    if !status.success() {
        bail!("board.ts failed ({status})");
    }
    add_typing(table, &super::run_script("typing.js")?)?;
    add_interactions(table, &super::run_script("interactions.js")?)
}

/// Returns a number from the output of a script.
fn number_in(measured: &Value, path: &str) -> Result<f64> {
    let pointer = format!("/{}", path.replace('.', "/"));
    measured.pointer(&pointer).and_then(Value::as_f64).with_context(|| format!("the output lacks {path}"))
}

/// Adds the results for the palette and quick add. The times include the wait for the next frame.
fn add_typing(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number_in(measured, path);
    let cards = format_number(number("cards")?);
    let mut row = |what: &str, value: f64, target: Target| {
        table.add(format!("Device with {cards} cards: {what}"), value, "ms", target);
    };
    row("key to painted results of the palette, median", number("palette.p50")?, Target::None);
    row("key to painted results of the palette, 95th percentile", number("palette.p95")?, Target::AtMost(30.0));
    row("key to painted parts of quick add, median", number("quick_add.p50")?, Target::None);
    row("key to painted parts of quick add, 95th percentile", number("quick_add.p95")?, Target::AtMost(30.0));
    row("Enter in quick add to the painted card, median", number("added.p50")?, Target::None);
    row("Enter in quick add to the painted card, worst", number("added.worst")?, Target::None);
    Ok(())
}

/// Adds the results for interactions. Those of the baseline, a page that only changes a number, show how busy the machine was.
fn add_interactions(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number_in(measured, path);
    let slowdown = format_number(number("slowdown")?);
    for (screen, key, target) in [
        ("Page with a number only", "baseline", Target::None),
        ("Home", "home", Target::AtMost(MAX_INTERACTION_MS)),
        ("Board", "board", Target::AtMost(MAX_INTERACTION_MS)),
        ("Card dialog", "card", Target::AtMost(MAX_INTERACTION_MS)),
    ] {
        let mut row = |what: &str, value: f64, target: Target| {
            table.add(
                format!("{screen} on a processor {slowdown} times slower: interaction to next paint, {what}"),
                value,
                "ms",
                target,
            );
        };
        row("median", number(&format!("{key}.p50"))?, Target::None);
        row("98th percentile", number(&format!("{key}.p98"))?, target);
        let worst = measured.pointer(&format!("/{key}/slowest/0/name")).and_then(Value::as_str);
        let worst = worst.with_context(|| format!("the output lacks the slowest interaction of {key}"))?;
        row(&format!("worst ({worst})"), number(&format!("{key}.worst"))?, Target::None);
    }
    Ok(())
}

/// Adds the results for the board of many lists.
fn add_wide(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number_in(measured, path);
    let lists = number("lists")?;
    let mut row = |what: &str, value: f64, unit: &str, target: Target| {
        table.add(format!("Board of {} lists of 100 cards: {what}", format_number(lists)), value, unit, target);
    };
    row("first card after the navigation, empty cache", number("cold_first_card")?, "ms", Target::None);
    row("first card after the navigation, warm cache", number("first_card")?, "ms", Target::None);
    row("most DOM elements in cards", number("card_elements")?, "", Target::AtMost(MAX_CARD_ELEMENTS));
    row(
        "frames with an empty list in view while scrolling",
        number("frames_with_empty_list")?,
        "",
        Target::AtMost(0.0),
    );
    row("frames while scrolling sideways, median", number("scroll.p50")?, "ms", Target::None);
    row("frames while scrolling sideways, 95th percentile", number("scroll.p95")?, "ms", Target::None);
    row("frames while scrolling sideways, worst", number("scroll.worst")?, "ms", Target::None);
    Ok(())
}

/// Adds the results for one board size.
fn add(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number_in(measured, path);
    let cards = measured["cards"].as_u64().context("the output of board.ts lacks the number of cards")?;
    let at_most = |limit: f64| if cards == TARGET_BOARD_CARDS { Target::AtMost(limit) } else { Target::None };
    let mut row = |what: &str, value: f64, unit: &str, target: Target| {
        table.add(format!("Board of {} cards: {what}", format_number(cards as f64)), value, unit, target);
    };

    row("first card after the navigation, empty cache", number("cold_first_card")?, "ms", at_most(900.0));
    row("first card after the navigation, warm cache", number("first_card")?, "ms", at_most(400.0));
    row("idle page after the navigation, warm cache", number("idle")?, "ms", Target::None);
    let (heap, module) = (number("heap")? / MEGABYTE, number("wasm")? / MEGABYTE);
    row("JavaScript heap", heap, "MB", Target::None);
    row("JavaScript heap and the module's memory", heap + module, "MB", at_most(60.0));
    row("DOM nodes", number("nodes")?, "", at_most(3_000.0));
    // Idle frames depend on the browser only, so they have no target.
    for (what, keys, has_target) in [
        ("idle frames", ["idle_frames"].as_slice(), false),
        ("frames while scrolling and dragging", ["scroll", "drag"].as_slice(), true),
    ] {
        let own_target = |limit: f64| if has_target { at_most(limit) } else { Target::None };
        // The greater of the measurements.
        let greatest = |path: &dyn Fn(&str) -> String| -> Result<f64> {
            keys.iter().try_fold(0.0, |greatest, key| Ok(f64::max(greatest, number(&path(key))?)))
        };
        row(&format!("{what}, median"), greatest(&|key| format!("{key}.p50"))?, "ms", Target::None);
        row(&format!("{what}, 95th percentile"), greatest(&|key| format!("{key}.p95"))?, "ms", own_target(17.0));
        row(&format!("{what}, worst"), greatest(&|key| format!("{key}.worst"))?, "ms", own_target(50.0));
        row(&format!("{what}, worst of all runs"), greatest(&|key| format!("worst_of_all.{key}"))?, "ms", Target::None);
    }
    row("drop to DOM", number("drop_to_dom")?, "ms", at_most(32.0));
    row("drop to paint", number("drop_to_paint")?, "ms", Target::None);
    row("drop to the server's acknowledgement", number("drop_to_acknowledgement")?, "ms", Target::None);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Table, add, add_interactions, add_typing, add_wide};
    use serde_json::{Value, json};

    fn measured(cards: u64, heap: f64) -> Value {
        let frames = json!({"p50": 16.7, "p95": 16.8, "worst": 40.0});
        let drag = json!({"p50": 16.7, "p95": 16.8, "worst": 51.0});
        json!({"cards": cards, "cold_first_card": 901.0, "first_card": 390.0, "idle": 700.0, "heap": heap, "wasm": 2e7, "nodes": 2900,
            "idle_frames": frames, "scroll": frames, "drag": drag, "drop_to_dom": 20.0, "drop_to_paint": 30.0,
            "drop_to_acknowledgement": 40.0, "worst_of_all": {"idle_frames": 17.0, "scroll": 51.0, "drag": 51.0}})
    }

    /// Returns the result of a measurement.
    fn result_of<'a>(table: &'a Table, what: &str) -> &'a str {
        table.result_of(what).expect("it was measured")
    }

    #[test]
    fn the_targets_hold_for_ten_thousand_cards() {
        let mut table = Table::default();
        add(&mut table, &measured(10_000, 41e6)).expect("complete");
        let first_card = "Board of 10,000 cards: first card after the navigation";
        assert_eq!(result_of(&table, &format!("{first_card}, empty cache")), "MISSED");
        assert_eq!(result_of(&table, &format!("{first_card}, warm cache")), "met");
        assert_eq!(result_of(&table, "Board of 10,000 cards: JavaScript heap and the module's memory"), "MISSED");
        assert_eq!(result_of(&table, "Board of 10,000 cards: DOM nodes"), "met");
        let frames = "Board of 10,000 cards: frames while scrolling and dragging";
        assert_eq!(result_of(&table, &format!("{frames}, 95th percentile")), "met");
        assert_eq!(result_of(&table, &format!("{frames}, worst")), "MISSED");
        assert_eq!(result_of(&table, "Board of 10,000 cards: idle frames, worst"), "");
    }

    #[test]
    fn smaller_boards_have_no_target() {
        let mut table = Table::default();
        add(&mut table, &measured(200, 81e6)).expect("complete");
        assert_eq!(result_of(&table, "Board of 200 cards: JavaScript heap and the module's memory"), "");
    }

    #[test]
    fn a_wide_board_mounts_few_cards_and_shows_no_empty_list() {
        let mut table = Table::default();
        let frames = json!({"p50": 16.7, "p95": 16.8, "worst": 40.0});
        let measured = json!({"lists": 30, "cold_first_card": 900.0, "first_card": 400.0, "card_elements": 1_500,
            "frames_with_empty_list": 1, "scroll": frames});
        add_wide(&mut table, &measured).expect("complete");
        assert_eq!(result_of(&table, "Board of 30 lists of 100 cards: most DOM elements in cards"), "met");
        let empty = "Board of 30 lists of 100 cards: frames with an empty list in view while scrolling";
        assert_eq!(result_of(&table, empty), "MISSED");
    }

    #[test]
    fn typing_has_targets_with_many_cards_on_the_device() {
        let mut table = Table::default();
        let times = json!({"p50": 20.0, "p95": 29.0, "worst": 40.0});
        let slow_times = json!({"p50": 20.0, "p95": 31.0, "worst": 40.0});
        let measured = json!({"cards": 20_000, "palette": times, "quick_add": slow_times, "added": times});
        add_typing(&mut table, &measured).expect("complete");
        let key = "Device with 20,000 cards: key to painted";
        assert_eq!(result_of(&table, &format!("{key} results of the palette, 95th percentile")), "met");
        assert_eq!(result_of(&table, &format!("{key} parts of quick add, 95th percentile")), "MISSED");
    }

    #[test]
    fn interactions_have_targets_except_for_the_baseline() {
        let mut table = Table::default();
        let screen = |p98: f64| json!({"p50": 16.0, "p98": p98, "worst": 96.0, "slowest": [{"name": "add a card", "duration": 96.0}]});
        let measured = json!({"slowdown": 4, "baseline": screen(64.0), "home": screen(48.0), "board": screen(56.0), "card": screen(48.0)});
        add_interactions(&mut table, &measured).expect("complete");
        let what = "on a processor 4 times slower: interaction to next paint,";
        assert_eq!(result_of(&table, &format!("Page with a number only {what} 98th percentile")), "");
        assert_eq!(result_of(&table, &format!("Home {what} 98th percentile")), "met");
        assert_eq!(result_of(&table, &format!("Board {what} 98th percentile")), "MISSED");
        assert_eq!(result_of(&table, &format!("Board {what} worst (add a card)")), "");
    }

    #[test]
    fn missing_number_is_an_error() {
        let mut incomplete = measured(200, 1e6);
        incomplete["scroll"] = Value::Null;
        assert!(add(&mut Table::default(), &incomplete).is_err());
    }
}
