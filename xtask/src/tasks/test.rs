//! `test`: the checks and every test there is, on real parts.

mod postgres;
mod test_counts;

use super::{build, check, fuzz, pkg};
use crate::command::{self, cargo};
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Result, bail};
pub(crate) use postgres::Postgres;
use std::fs;
use std::path::PathBuf;
use std::thread;
pub(crate) use test_counts::Counts;

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestScope {
    /// What runs before every change goes in.
    Standard,
    /// That, every pair of theme and width under axe, all that is about boards in the browser on PostgreSQL too, and the release
    /// binary instead of the one that the Rust tests have anyway: building it anew takes a quarter of an hour on two processors.
    Extended,
}

impl TestScope {
    /// The server that is tried from outside.
    fn binary(self) -> Result<PathBuf> {
        let binary = if self == Self::Extended { workspace::release_binary() } else { workspace::debug_binary() };
        if !binary.is_file() {
            bail!("there is no binary to test");
        }
        Ok(binary)
    }
}

/// Runs everything. One suite that fails does not hide what the others have to say.
pub(crate) fn run(scope: TestScope) -> Result<()> {
    prerequisites::ensure_build_tools()?;
    let mut report = Report::default();
    // The module is compiled as one unit, by one processor; the other builds the Rust tests meanwhile.
    let package = thread::spawn(|| pkg::build_package(pkg::Variant::Release));
    report.build("the Rust tests", build_rust_tests);
    report.build("the package", || package.join().unwrap_or_else(|_| bail!("making it panicked")));
    report.suite("checks", || Ok(Some(check::run_all())));
    report.build("the web", build::web);
    if scope == TestScope::Extended {
        report.build("the server", build::server);
    }
    let postgres = report.postgres();
    report.suite("Rust", || rust(scope, postgres.as_ref()));
    // Both leave a processor idle half of the time.
    let api_fuzzing = thread::spawn(move || api_fuzzing(scope));
    report.suite("package and components", package_and_components);
    report.suite("API fuzzing", || api_fuzzing.join().unwrap_or_else(|_| bail!("the attempt panicked")));
    let engines = report.engines();
    report.suite("browser", || browser(scope, postgres.as_ref(), &engines));
    drop(postgres);
    report.finish()
}

/// What the suites have said so far.
#[derive(Default)]
struct Report {
    suites: Vec<(&'static str, Counts)>,
    skipped: Vec<String>,
}

impl Report {
    /// Builds something that suites need. Where that fails, the failure counts, and the suites say what they lack.
    fn build(&mut self, what: &'static str, work: impl FnOnce() -> Result<()>) {
        if let Err(error) = work() {
            println!("  {what} could not be built: {error:#}");
            self.suites.push((what, Counts { passed: 0, failed: 1 }));
        }
    }

    /// Runs a suite. `None` from it means that this machine cannot run it and may leave it out.
    fn suite(&mut self, name: &'static str, work: impl FnOnce() -> Result<Option<Counts>>) {
        println!("\n=== {name} ===");
        match work() {
            Ok(Some(Counts { passed: 0, failed: 0 })) => {
                println!("  {name}: no tests ran (counted as a failure)");
                self.suites.push((name, Counts { passed: 0, failed: 1 }));
            }
            Ok(Some(counts)) => self.suites.push((name, counts)),
            Ok(None) => self.skipped.push(format!("skipped: {name} (cannot run on this machine, see above)")),
            Err(error) => {
                println!("  {name}: {error:#}");
                self.suites.push((name, Counts { passed: 0, failed: 1 }));
            }
        }
    }

    /// A PostgreSQL for the suites. Where there is none, what needs it does not run, so that it does not count as passed.
    fn postgres(&mut self) -> Option<Postgres> {
        let found = find_or_install(prerequisites::postgres_programs, "PostgreSQL", &["postgresql"]);
        let started = found.and_then(|programs| {
            programs.map(|folder| step("Starting a PostgreSQL for the tests", || Postgres::start(&folder))).transpose()
        });
        match started {
            Ok(Some(postgres)) => return Some(postgres),
            Ok(None) => self.skipped.push("skipped: every test on PostgreSQL, which is missing (see above)".to_owned()),
            Err(error) => {
                println!("  PostgreSQL: {error:#}");
                self.suites.push(("PostgreSQL", Counts { passed: 0, failed: 1 }));
            }
        }
        None
    }

    /// Returns the projects of the browser tests for the engines beside Chromium, and installs what they need where that is possible.
    fn engines(&mut self) -> Vec<&'static str> {
        let mut found = Vec::new();
        for engine in ENGINES {
            match find_or_install(engine.find, engine.name, engine.packages) {
                Ok(Some(_)) => found.push(engine.project),
                Ok(None) => self.skipped.push(format!("skipped: the main flows in {} (see above)", engine.name)),
                Err(error) => {
                    println!("  {}: {error:#}", engine.name);
                    self.suites.push((engine.name, Counts { passed: 0, failed: 1 }));
                }
            }
        }
        found
    }

    /// Prints every suite's count and the sum.
    fn finish(self) -> Result<()> {
        println!();
        for line in &self.skipped {
            println!("{line}");
        }
        for (name, counts) in &self.suites {
            println!("{name:<24} {:>5} passed {:>5} failed", counts.passed, counts.failed);
        }
        let sum: Counts = self.suites.iter().map(|(_, counts)| *counts).sum();
        println!("{} passed, {} failed", sum.passed, sum.failed);
        // The sum is the last line of the output, so the failure says nothing more.
        if sum.failed > 0 {
            std::process::exit(1);
        }
        Ok(())
    }
}

/// A browser engine beside Chromium, in which the main flows run.
struct Engine {
    name: &'static str,
    /// The project in `web/e2e/playwright.config.ts`.
    project: &'static str,
    find: fn() -> Option<PathBuf>,
    /// The Debian packages that bring it.
    packages: &'static [&'static str],
}

const ENGINES: [Engine; 2] = [
    Engine { name: "Firefox", project: "firefox", find: prerequisites::firefox, packages: &["firefox-esr"] },
    Engine { name: "WebKit", project: "webkit", find: prerequisites::webkit, packages: &["webkit2gtk-driver", "xvfb"] },
];

/// Whether nothing may be left out, because nobody reads what was.
fn is_continuous_integration() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// Finds a program, installing its Debian packages where that is possible. `None`: it may be left out here.
fn find_or_install(find: fn() -> Option<PathBuf>, what: &str, packages: &[&str]) -> Result<Option<PathBuf>> {
    if let Some(found) = find() {
        return Ok(Some(found));
    }
    let problem = match prerequisites::install_debian_packages(packages) {
        Ok(()) => "it is not where it was looked for after its installation".to_owned(),
        Err(error) => format!("{error:#}"),
    };
    if let Some(found) = find() {
        return Ok(Some(found));
    }
    if is_continuous_integration() {
        bail!("{what} is missing: {problem}");
    }
    print_progress(&format!("Skipping what needs {what}, which is missing: {problem}"));
    Ok(None)
}

/// Whether nextest is there, which runs the Rust tests side by side.
fn has_nextest() -> bool {
    command::find("cargo-nextest").is_some()
}

/// Builds the Rust tests of all crates, as [`rust`] runs them.
fn build_rust_tests() -> Result<()> {
    let arguments: &[&str] = if has_nextest() {
        &["nextest", "run", "--workspace", "--no-run"]
    } else {
        &["test", "--workspace", "--all-targets", "--no-run"]
    };
    step("Building the Rust tests", || command::run(&mut cargo(arguments)))
}

/// With which chance the usual run tries what holds for everything: the same each time, so that a failure is the change's. The long run
/// looks further, with another chance each time.
const PROPTEST_SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "24");

/// The Rust tests of all crates, on SQLite and on PostgreSQL.
fn rust(scope: TestScope, postgres: Option<&Postgres>) -> Result<Option<Counts>> {
    let mut environment = postgres.map(Postgres::environment).unwrap_or_default();
    if scope == TestScope::Standard {
        environment.push((PROPTEST_SEED.0, PROPTEST_SEED.1.to_owned()));
    }
    // The tests that need it are marked `#[ignore]`, so that without one they are reported as such.
    let has_postgres = postgres.is_some();
    let counts = if has_nextest() {
        let mut nextest = cargo(&["nextest", "run", "--workspace", "--no-fail-fast", "--color", "never"]);
        if has_postgres {
            nextest.args(["--run-ignored", "all"]);
        }
        step("Running the Rust tests with nextest", || test_counts::nextest(nextest.envs(environment.clone())))?
    } else {
        let mut tests = cargo(&["test", "--workspace", "--all-targets", "--no-fail-fast", "--color", "never"]);
        if has_postgres {
            tests.args(["--", "--include-ignored"]);
        }
        step("Running the Rust tests with cargo test", || test_counts::cargo_test(tests.envs(environment.clone())))?
    };
    let mut examples = cargo(&["test", "--workspace", "--doc", "--no-fail-fast", "--color", "never"]);
    let examples = step("Running the examples in the Rust documentation", || test_counts::cargo_test(&mut examples))?;
    Ok(Some(counts + examples))
}

/// Vitest: the built package, and the web's components.
fn package_and_components() -> Result<Option<Counts>> {
    let file = fresh_result_file("vitest.json")?;
    let output = format!("--outputFile.json={}", file.display());
    let mut vitest = command::web_tool("vitest", &["run", "--reporter=default", "--reporter=json", &output]);
    step("Running vitest", || {
        let status = vitest.status()?;
        test_counts::vitest(&fs::read_to_string(&file)?, status.success())
    })
    .map(Some)
}

/// Schemathesis: the server, asked by what its OpenAPI document allows and what it does not. What it has to say is said
/// in the end, since it runs beside another suite.
fn api_fuzzing(scope: TestScope) -> Result<Option<Counts>> {
    if find_or_install(prerequisites::python, "Python 3 with venv", &["python3-venv"])?.is_none() {
        return Ok(None);
    }
    fuzz::run(&scope.binary()?, fuzz::DEFAULT_RUN).map(Some)
}

/// Playwright: Chromium against the server, on SQLite and, for what is kept of boards, on PostgreSQL too; and the main flows in
/// the other engines.
fn browser(scope: TestScope, postgres: Option<&Postgres>, engines: &[&str]) -> Result<Option<Counts>> {
    if find_or_install(prerequisites::chromium, "Chromium", &["chromium"])?.is_none() {
        return Ok(None);
    }
    let binary = scope.binary()?;
    let file = fresh_result_file("playwright.json")?;
    let mut playwright = command::web_tool("playwright", &["test", "--config", "e2e", "--reporter=list,json"]);
    // Named one by one, so that an engine that is missing is left out here alone, where that is reported.
    let databases = postgres.map_or(&["sqlite"][..], |_| &["sqlite", "postgres"]);
    playwright.args(databases.iter().chain(engines).flat_map(|project| ["--project", *project]));
    playwright.env("TWENTYFOUR_BINARY", binary).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &file);
    if scope == TestScope::Extended {
        playwright.env("TEST_LONG", "1");
    }
    playwright.envs(postgres.map(Postgres::environment).unwrap_or_default());
    step("Running the browser tests", || {
        let status = playwright.status()?;
        test_counts::playwright(&fs::read_to_string(&file)?, status.success())
    })
    .map(Some)
}

/// Where a suite writes its results; what an earlier run has left there is gone.
fn fresh_result_file(name: &str) -> Result<PathBuf> {
    let folder = workspace::target().join("test-results");
    fs::create_dir_all(&folder)?;
    let file = folder.join(name);
    if file.exists() {
        fs::remove_file(&file)?;
    }
    Ok(file)
}
