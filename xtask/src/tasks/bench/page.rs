//! The landing page on a first visit, and Home in a tab that stays open all day: the Lighthouse results, the wake-ups,
//! and the memory after eight hours.

use super::table::{Table, Target};
use anyhow::{Context, Result};
use serde_json::Value;

const KILOBYTE: f64 = 1_000.0;
const MEGABYTE: f64 = 1_000_000.0;
/// The greatest layout shift that is 0.00 when rounded.
const MAX_LAYOUT_SHIFT: f64 = 0.0049;

/// Runs `web/bench/page/page.ts` against the release binary and adds its results.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    add(table, &super::run_script("page.js")?)
}

fn add(table: &mut Table, measured: &Value) -> Result<()> {
    add_landing_page(table, measured)?;
    add_home(table, measured)?;
    for list in ["/landing_page/desktop/findings", "/lighthouse/findings"] {
        let findings = measured
            .pointer(list)
            .and_then(Value::as_array)
            .with_context(|| format!("the output of page.ts lacks {list}"))?;
        for finding in findings {
            println!("  Lighthouse: {}", finding.as_str().unwrap_or_default());
        }
    }
    Ok(())
}

fn number(measured: &Value, path: &str) -> Result<f64> {
    measured.pointer(path).and_then(Value::as_f64).with_context(|| format!("the output of page.ts lacks {path}"))
}

fn add_landing_page(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number(measured, &format!("/landing_page/{path}"));
    let mut row = |what: &str, value: f64, unit: &str, target: Target| {
        table.add(format!("Landing page: {what}"), value, unit, target);
    };
    row("page, scripts and styles", number("phone/code_bytes")? / KILOBYTE, "KB", Target::AtMost(80.0));
    row("everything", number("phone/all_bytes")? / KILOBYTE, "KB", Target::AtMost(300.0));
    row("largest contentful paint, phone", number("phone/largest_paint")?, "ms", Target::AtMost(1_200.0));
    row("blocking time, phone", number("phone/blocking_time")?, "ms", Target::AtMost(50.0));
    row("Lighthouse performance, phone", number("phone/performance")?, "", Target::None);
    row("Lighthouse performance, desktop", number("desktop/performance")?, "", Target::AtLeast(100.0));
    row("Lighthouse accessibility, desktop", number("desktop/accessibility")?, "", Target::AtLeast(100.0));
    row("Lighthouse best practices, desktop", number("desktop/best_practices")?, "", Target::AtLeast(100.0));
    row("Lighthouse search engines, desktop", number("desktop/seo")?, "", Target::AtLeast(100.0));
    let shift = number("desktop/layout_shift")?;
    table.add_hundredths("Landing page: layout shift, desktop", shift, Target::AtMost(MAX_LAYOUT_SHIFT));
    Ok(())
}

fn add_home(table: &mut Table, measured: &Value) -> Result<()> {
    let number = |path: &str| number(measured, path);
    let mut row = |what: &str, value: f64, unit: &str, target: Target| {
        table.add(format!("Home: {what}"), value, unit, target);
    };
    row("Lighthouse performance, phone", number("/home_phone/performance")?, "", Target::AtLeast(85.0));
    row("largest contentful paint, phone", number("/home_phone/largest_paint")?, "ms", Target::AtMost(2_800.0));
    row("blocking time, phone", number("/home_phone/blocking_time")?, "ms", Target::AtMost(200.0));
    row("Lighthouse performance, desktop", number("/lighthouse/performance")?, "", Target::AtLeast(95.0));
    row("Lighthouse accessibility, desktop", number("/lighthouse/accessibility")?, "", Target::AtLeast(100.0));
    row("Lighthouse best practices, desktop", number("/lighthouse/best_practices")?, "", Target::AtLeast(100.0));
    row("first contentful paint", number("/lighthouse/first_paint")?, "ms", Target::None);
    row("largest contentful paint", number("/lighthouse/largest_paint")?, "ms", Target::None);
    row("blocking time", number("/lighthouse/blocking_time")?, "ms", Target::None);
    row("wake-ups in the busiest second in front", number("/wakes/most_in_a_second")?, "", Target::AtMost(1.0));
    row("wake-ups in a minute behind another tab", number("/wakes/hidden")?, "", Target::AtMost(0.0));
    row("JavaScript heap at first", number("/heap/before")? / MEGABYTE, "MB", Target::None);
    row("JavaScript heap after 8 simulated hours", number("/heap/after")? / MEGABYTE, "MB", Target::AtMost(25.0));
    let shift = number("/lighthouse/layout_shift")?;
    table.add_hundredths("Home: layout shift", shift, Target::AtMost(MAX_LAYOUT_SHIFT));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Table, add};
    use serde_json::{Value, json};

    fn measured() -> Value {
        let landing_page = |largest_paint: f64| {
            json!({"performance": 100, "accessibility": 100, "best_practices": 100, "seo": 92, "layout_shift": 0.0,
                "first_paint": 400.0, "largest_paint": largest_paint, "blocking_time": 0.0, "code_bytes": 9e3,
                "all_bytes": 31e4, "findings": ["link-text"]})
        };
        json!({
            "landing_page": {"phone": landing_page(1_100.0), "desktop": landing_page(300.0)},
            "home_phone": {"performance": 84, "largest_paint": 2_800.0, "blocking_time": 201.0},
            "lighthouse": {"performance": 96, "accessibility": 100, "best_practices": 96, "layout_shift": 0.004,
                "first_paint": 400.0, "largest_paint": 700.0, "blocking_time": 30.0, "findings": ["errors-in-console"]},
            "wakes": {"most_in_a_second": 1, "hidden": 2},
            "heap": {"before": 9e6, "after": 26e6, "time": "05:00"},
        })
    }

    #[test]
    fn each_number_is_compared_with_its_target() {
        let mut table = Table::default();
        add(&mut table, &measured()).expect("complete");
        let result_of = |what: &str| table.result_of(&format!("Home: {what}")).expect("it was measured");
        assert_eq!(result_of("Lighthouse performance, phone"), "MISSED");
        assert_eq!(result_of("largest contentful paint, phone"), "met");
        assert_eq!(result_of("blocking time, phone"), "MISSED");
        assert_eq!(result_of("Lighthouse performance, desktop"), "met");
        assert_eq!(result_of("Lighthouse best practices, desktop"), "MISSED");
        assert_eq!(result_of("layout shift"), "met");
        assert_eq!(result_of("wake-ups in the busiest second in front"), "met");
        assert_eq!(result_of("wake-ups in a minute behind another tab"), "MISSED");
        assert_eq!(result_of("JavaScript heap after 8 simulated hours"), "MISSED");
        let result_of = |what: &str| table.result_of(&format!("Landing page: {what}")).expect("it was measured");
        assert_eq!(result_of("page, scripts and styles"), "met");
        assert_eq!(result_of("everything"), "MISSED");
        assert_eq!(result_of("largest contentful paint, phone"), "met");
        assert_eq!(result_of("Lighthouse search engines, desktop"), "MISSED");
    }

    #[test]
    fn missing_number_is_an_error() {
        let mut incomplete = measured();
        incomplete["wakes"]["hidden"] = Value::Null;
        assert!(add(&mut Table::default(), &incomplete).is_err());
    }
}
