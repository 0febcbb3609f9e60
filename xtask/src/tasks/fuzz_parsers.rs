//! Fuzzing of the readers of files of others: imported files (the crate `formats`), and calendars (the crate `twentyfour-domain`).
//! Runs their property tests with many more cases than in the tests and with random seeds. A failure prints the smallest input.

use crate::command::{self, cargo};
use anyhow::Result;

/// The number of cases of each property test.
const CASES: &str = "20000";

/// The arguments of `cargo test` for each reader.
const READERS: [&[&str]; 2] = [&["-p", "formats"], &["-p", "twentyfour-domain", "--lib", "calendar::"]];

/// Runs the property tests.
pub(crate) fn run() -> Result<()> {
    for reader in READERS {
        let arguments = [&["test", "--no-fail-fast"], reader].concat();
        command::run(cargo(&arguments).env("PROPTEST_CASES", CASES))?;
    }
    Ok(())
}
