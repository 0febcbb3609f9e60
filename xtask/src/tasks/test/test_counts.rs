//! Parses the numbers of passed and failed tests from the output of each test runner.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::iter::Sum;
use std::ops::Add;
use std::process::{Command, Stdio};

/// The result of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Counts {
    /// Returns an error if a test failed.
    pub(crate) fn require_success(self) -> Result<()> {
        ensure!(self.failed == 0, "{} passed, {} failed", self.passed, self.failed);
        Ok(())
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Runs cargo-nextest, which writes everything to standard error.
pub(crate) fn nextest(command: &mut Command) -> Result<Counts> {
    let mut child = command.stderr(Stdio::piped()).spawn().context("cargo nextest could not be started")?;
    let text = tee(child.stderr.take().context("cargo nextest has no standard error")?)?;
    let succeeded = child.wait()?.success();
    consistent(read_nextest(&text).context("the Rust tests could not be built or run")?, succeeded)
}

/// Runs cargo test, which prints one result per test binary to standard output.
pub(crate) fn cargo_test(command: &mut Command) -> Result<Counts> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cargo test could not be started")?;
    let text = tee(child.stdout.take().context("cargo test has no standard output")?)?;
    let succeeded = child.wait()?.success();
    consistent(read_cargo_test(&text).context("the Rust tests could not be built or run")?, succeeded)
}

/// Parses vitest's JSON report.
pub(crate) fn vitest(report: &str, succeeded: bool) -> Result<Counts> {
    let report: Value = serde_json::from_str(report)?;
    let number = |name: &str| report[name].as_u64().with_context(|| format!("vitest's report has no {name}"));
    let files = report["testResults"].as_array().map(Vec::as_slice).unwrap_or_default();
    // A test file that could not be loaded has no failed tests, so it is counted separately.
    let files_not_loaded = files
        .iter()
        .filter(|file| file["status"] == "failed" && file["assertionResults"].as_array().is_none_or(Vec::is_empty));
    let failed = number("numFailedTests")? + files_not_loaded.count() as u64;
    consistent(Counts { passed: number("numPassedTests")?, failed }, succeeded)
}

/// Parses Playwright's JSON report. A test that was skipped or that passed only after a retry counts as failed.
pub(crate) fn playwright(report: &str, succeeded: bool) -> Result<Counts> {
    let report: Value = serde_json::from_str(report)?;
    let number =
        |name: &str| report["stats"][name].as_u64().with_context(|| format!("Playwright's report has no {name}"));
    let skipped = number("skipped")?;
    if skipped > 0 {
        println!("  {skipped} browser tests did not run, which counts as a failure");
    }
    let flaky = number("flaky")?;
    if flaky > 0 {
        println!("  {flaky} browser tests passed only when they were repeated, which counts as a failure");
    }
    consistent(Counts { passed: number("expected")?, failed: number("unexpected")? + skipped + flaky }, succeeded)
}

/// Makes sure that a runner that failed counts at least one failure.
fn consistent(counts: Counts, succeeded: bool) -> Result<Counts> {
    if !succeeded && counts.failed == 0 {
        bail!("{} tests passed but the runner failed, see above", counts.passed);
    }
    Ok(counts)
}

/// Prints a program's output while it runs, and returns it.
fn tee(stream: impl Read) -> Result<String> {
    let mut text = String::new();
    for line in BufReader::new(stream).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// Parses the line `Summary [ 1.2s] 9 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 3 skipped`.
fn read_nextest(text: &str) -> Option<Counts> {
    let summary = text.lines().rev().find(|line| line.trim_start().starts_with("Summary ["))?;
    let (before, after) = summary.split_once("run: ")?;
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    // `9 tests run` or, after an abort, `5/9 tests run`: tests that did not run count as failed.
    let planned = words(before.split_once(']')?.1).first()?.rsplit('/').next()?.parse::<u64>().ok()?;
    let passed = after.split(',').find_map(|part| part.trim().split_once(" passed")?.0.parse::<u64>().ok())?;
    Some(Counts { passed, failed: planned.checked_sub(passed)? })
}

/// Parses the lines `test result: ok. 7 passed; 0 failed; …`.
fn read_cargo_test(text: &str) -> Option<Counts> {
    let results: Vec<Counts> = text
        .lines()
        .filter_map(|line| {
            let (_, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
            let mut parts = counts.split(';');
            let passed = parts.next()?.trim().strip_suffix(" passed")?.parse().ok()?;
            let failed = parts.next()?.trim().strip_suffix(" failed")?.parse().ok()?;
            Some(Counts { passed, failed })
        })
        .collect();
    (!results.is_empty()).then(|| results.into_iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64) -> Counts {
        Counts { passed, failed }
    }

    #[test]
    fn nextest_summaries_are_read() {
        let read = |line: &str| read_nextest(&format!("   PASS x\n{line}\nerror: test run failed\n"));
        assert_eq!(read("     Summary [   0.013s] 5 tests run: 5 passed, 0 skipped"), Some(counts(5, 0)));
        assert_eq!(read("     Summary [   1.5s] 1 test run: 0 passed, 1 failed, 2 skipped"), Some(counts(0, 1)));
        assert_eq!(
            read("  Summary [ 9s] 9 tests run: 7 passed (1 slow), 1 failed, 1 timed out, 0 skipped"),
            Some(counts(7, 2))
        );
        assert_eq!(read("  Summary [ 9s] 5/9 tests run: 4 passed, 1 failed, 0 skipped"), Some(counts(4, 5)));
        assert_eq!(read_nextest("error: could not compile"), None);
    }

    #[test]
    fn cargo_test_results_are_summed() {
        let text = "test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                    test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n";
        assert_eq!(read_cargo_test(text), Some(counts(9, 3)));
        assert_eq!(read_cargo_test("error: could not compile"), None);
    }

    #[test]
    fn vitest_counts_files_that_did_not_load() {
        let report = r#"{"numPassedTests": 3, "numFailedTests": 1, "testResults": [
            {"status": "passed", "assertionResults": [{}]},
            {"status": "failed", "assertionResults": [{}]},
            {"status": "failed", "assertionResults": []}
        ]}"#;
        assert_eq!(vitest(report, false).ok(), Some(counts(3, 2)));
    }

    #[test]
    fn playwright_counts_skipped_tests_as_failed() {
        let report = r#"{"stats": {"expected": 4, "unexpected": 1, "flaky": 0, "skipped": 1}}"#;
        assert_eq!(playwright(report, false).ok(), Some(counts(4, 2)));
    }

    #[test]
    fn playwright_counts_flaky_tests_as_failed() {
        let report = r#"{"stats": {"expected": 4, "unexpected": 0, "flaky": 1, "skipped": 0}}"#;
        assert_eq!(playwright(report, true).ok(), Some(counts(4, 1)));
    }

    #[test]
    fn failed_run_without_failed_tests_is_an_error() {
        assert!(consistent(counts(3, 0), false).is_err());
        assert!(consistent(counts(3, 1), false).is_ok());
        assert!(consistent(counts(3, 0), true).is_ok());
    }
}
