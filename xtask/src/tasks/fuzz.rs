//! API fuzzing: schemathesis generates requests from the OpenAPI document and checks every response against it. No
//! response may be a 5xx or undocumented.

use super::test::{Counts, fresh_result_file};
use crate::command;
use crate::server::{Server, sign_up};
use crate::stamp::Stamp;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The duration of a run as part of the tests.
pub(crate) const DEFAULT_RUN: Duration = Duration::from_secs(60);

/// The duration of a run by `bench fuzz`.
pub(crate) const EXTENDED_RUN: Duration = Duration::from_secs(600);

/// The paths that end the login of all requests. They are tested separately at the end.
const LOGIN_ENDING_PATHS: &str = "^/api/account/logins/";

/// The share of the time for these paths: one part in ten.
const LOGIN_ENDING_SHARE: u32 = 10;

/// The Python packages with their versions.
const REQUIREMENTS: &str = "xtask/fuzz-requirements.txt";

/// Installs schemathesis into its own virtual environment.
pub(crate) fn install() -> Result<()> {
    let folder = workspace::target().join("tools/schemathesis");
    let program = program();
    let program_path = program.strip_prefix(workspace::root())?.to_string_lossy().into_owned();
    let stamp = Stamp::of("schemathesis", "", &[REQUIREMENTS], &|_| false, &[&program_path])?;
    if stamp.is_fresh() {
        return Ok(());
    }
    command::read(command::command("python3", "").args(["-m", "venv"]).arg(&folder))?;
    let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", REQUIREMENTS];
    command::read(command::command(folder.join("bin/python"), "").args(arguments))?;
    stamp.save()
}

fn program() -> PathBuf {
    workspace::target().join("tools/schemathesis/bin/schemathesis")
}

/// Fuzzes a server binary for a given duration. Each operation of the document counts as a test.
pub(crate) fn run(binary: &Path, duration: Duration) -> Result<Counts> {
    install()?;
    let folder = TempDir::create("fuzz-data")?;
    let (server, _) = Server::start_binary(binary, &folder.0, None)?;
    let login_ending_time = duration / LOGIN_ENDING_SHARE;
    let general = run_schemathesis(
        &server,
        "ada@example.com",
        &["--exclude-path-regex", LOGIN_ENDING_PATHS],
        duration - login_ending_time,
    )?;
    let login_ending =
        run_schemathesis(&server, "eve@example.com", &["--include-path-regex", LOGIN_ENDING_PATHS], login_ending_time)?;
    server.api().request_json("GET", "/api/health/", None).context("the server is unhealthy after fuzzing")?;
    Ok(general + login_ending)
}

/// Fails if there are failures.
pub(crate) fn ensure_passed(counts: Counts) -> Result<()> {
    println!("  {} operations match the OpenAPI document, {} do not", counts.passed, counts.failed);
    if counts.failed > 0 {
        bail!("some responses do not match the OpenAPI document, see above");
    }
    Ok(())
}

fn run_schemathesis(server: &Server, email: &str, part: &[&str], duration: Duration) -> Result<Counts> {
    let token = sign_up(&server.api(), email)?;
    let report = fresh_result_file("schemathesis.json")?;
    // schemathesis stores its data in the working directory.
    let mut schemathesis = command::command(program(), "target/test-results");
    schemathesis
        .args(["--config-file", &workspace::path("xtask/schemathesis.toml").to_string_lossy()])
        .args(["run", &format!("http://{}/api/openapi.json", server.address)])
        .args(["--header", &format!("Authorization: Bearer {token}"), "--continue-on-failure"])
        .args(["--max-time", &duration.as_secs().to_string(), "--no-color", "--report", "json"])
        .args(["--report-json-path", &report.to_string_lossy()])
        .args(part);
    let output = schemathesis.output().context("cannot start schemathesis")?;
    let report_text = fs::read_to_string(&report)
        .with_context(|| format!("schemathesis wrote no report: {}", String::from_utf8_lossy(&output.stderr)))?;
    let counts = counts(&report_text)?;
    if counts.failed > 0 || !output.status.success() {
        println!("{}", String::from_utf8_lossy(&output.stdout));
    }
    if !output.status.success() && counts.failed == 0 {
        bail!("schemathesis failed ({})", output.status);
    }
    Ok(counts)
}

/// Parses schemathesis' report: an operation with a failure counts as failed.
fn counts(report: &str) -> Result<Counts> {
    let report: Value = serde_json::from_str(report)?;
    let tested = report["operations"]["tested"]
        .as_u64()
        .context("the report of schemathesis lacks the number of tested operations")?;
    let selected = report["operations"]["selected"]
        .as_u64()
        .context("the report of schemathesis lacks the number of selected operations")?;
    let failures = report["failures"].as_array().context("the report of schemathesis lacks the failures")?;
    let operations: BTreeSet<&str> = failures
        .iter()
        .flat_map(|failure| failure["operations"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect();
    let errors = report["errors"].as_array().map_or(0, Vec::len) as u64;
    // Operations that were not tested count as failed, and so does a failure without an operation.
    let failed = (operations.len() as u64).max(u64::from(!failures.is_empty())) + errors + (selected - tested);
    Ok(Counts { passed: selected.saturating_sub(failed), failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_with_a_failure_has_failed_once() {
        let report = r#"{"operations": {"selected": 5, "tested": 4}, "errors": [], "failures": [
            {"operations": ["GET /a", "GET /b"]}, {"operations": ["GET /a"]}]}"#;
        assert_eq!(counts(report).unwrap(), Counts { passed: 2, failed: 3 });
        let none = r#"{"operations": {"selected": 5, "tested": 5}, "errors": [], "failures": []}"#;
        assert_eq!(counts(none).unwrap(), Counts { passed: 5, failed: 0 });
        assert!(counts("{}").is_err());
    }
}
