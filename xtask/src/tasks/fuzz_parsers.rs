//! Fuzzing of the readers of imported files: the property tests of the crate `formats`, with many more cases than in the tests
//! and with random seeds. A failure prints the smallest input.

use crate::command::{self, cargo};
use anyhow::Result;

/// The number of cases of each property test.
const CASES: &str = "20000";

/// Runs the property tests.
pub(crate) fn run() -> Result<()> {
    command::run(cargo(&["test", "-p", "formats", "--no-fail-fast"]).env("PROPTEST_CASES", CASES))
}
