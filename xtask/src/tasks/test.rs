//! `test`: runs the checks and all tests.

mod postgres;
pub(crate) mod shipping;
mod test_counts;

use super::bench::{self, ChaosOptions};
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

/// How much to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TestScope {
    /// Everything that must pass before a change is merged.
    Standard,
    /// Also runs the tests of the API with two servers at all isolation levels, axe on every combination of theme and width, the
    /// browser tests of boards on PostgreSQL, the tests of what `dist` makes, and the release binary instead of the debug binary
    /// that the Rust tests build anyway: building that takes a quarter of an hour on two processors.
    Extended,
}

impl TestScope {
    /// Returns the server binary for tests from outside.
    fn binary(self) -> Result<PathBuf> {
        let binary = if self == Self::Extended { workspace::release_binary() } else { workspace::debug_binary() };
        if !binary.is_file() {
            bail!("there is no binary to test");
        }
        Ok(binary)
    }
}

/// Runs everything. A failing suite does not stop the others.
pub(crate) fn run(scope: TestScope) -> Result<()> {
    prerequisites::ensure_build_tools()?;
    prerequisites::ensure_client_packages()?;
    let mut report = Report::default();
    // The wasm module is a single codegen unit and uses one processor, so the Rust tests are built at the same time.
    let package = thread::spawn(|| pkg::build_package(pkg::Variant::Release));
    report.build("the Rust tests", build_rust_tests);
    report.build("the package", || package.join().unwrap_or_else(|_| bail!("the build of the package panicked")));
    report.suite("checks", || Ok(Some(check::run_all())));
    report.build("the web", build::web);
    if scope == TestScope::Extended {
        report.build("the server", build::server);
    }
    let postgres = report.postgres();
    if postgres.is_some() {
        report.test_servers();
    }
    report.suite("Rust", || rust(scope, postgres.as_ref()));
    if let (TestScope::Extended, Some(postgres)) = (scope, &postgres) {
        report.suite("two servers", || two_servers(postgres).map(Some));
    }
    // Each of these leaves a processor idle half of the time.
    let api_fuzzing = thread::spawn(move || api_fuzzing(scope));
    report.suite("package and components", package_and_components);
    report.suite("API fuzzing", || api_fuzzing.join().unwrap_or_else(|_| bail!("API fuzzing panicked")));
    let engines = report.engines();
    report.suite("browser", || browser(scope, postgres.as_ref(), &engines));
    if scope == TestScope::Extended {
        let environment = postgres.as_ref().map(Postgres::environment).unwrap_or_default();
        report.suite("shipping", || shipping::run(&environment).map(Some));
        report.suite("several servers, broken on purpose", || {
            bench::chaos(&ChaosOptions { is_short: true, only: None })?;
            Ok(Some(Counts { passed: 1, failed: 0 }))
        });
    }
    drop(postgres);
    report.finish()
}

/// The results of the suites.
#[derive(Default)]
struct Report {
    suites: Vec<(&'static str, Counts)>,
    skipped: Vec<String>,
}

impl Report {
    /// Builds something that suites need. A failure is recorded, and the suites report what is missing.
    fn build(&mut self, what: &'static str, work: impl FnOnce() -> Result<()>) {
        if let Err(error) = work() {
            println!("  {what} could not be built: {error:#}");
            self.suites.push((what, Counts { passed: 0, failed: 1 }));
        }
    }

    /// Runs a suite. `None` means that this machine cannot run it and may skip it.
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

    /// Starts a PostgreSQL for the suites. Without one, the tests that need it are skipped and do not count as passed.
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

    /// Installs the servers that tests of several servers start. Without one, its tests fail with a sentence.
    fn test_servers(&mut self) {
        for (program, package) in [("nats-server", "nats-server"), ("redis-server", "redis-server")] {
            if let Err(error) = find_or_install(|| command::find(program), program, &[package]) {
                println!("  {program}: {error:#}");
            }
        }
    }

    /// Returns the Playwright projects of the engines other than Chromium, installing their packages if possible.
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

    /// Prints the results of all suites and the sum.
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
        // The sum must be the last line of the output, so the error prints nothing more.
        if sum.failed > 0 {
            std::process::exit(1);
        }
        Ok(())
    }
}

/// A browser engine other than Chromium, for the main flows.
struct Engine {
    name: &'static str,
    /// The project in `web/e2e/playwright.config.ts`.
    project: &'static str,
    find: fn() -> Option<PathBuf>,
    /// The Debian packages of the engine.
    packages: &'static [&'static str],
}

const ENGINES: [Engine; 2] = [
    Engine { name: "Firefox", project: "firefox", find: prerequisites::firefox, packages: &["firefox-esr"] },
    Engine { name: "WebKit", project: "webkit", find: prerequisites::webkit, packages: &["webkit2gtk-driver", "xvfb"] },
];

/// Returns whether this is continuous integration, where no suite may be skipped.
fn is_continuous_integration() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}

/// Finds a program, installing its Debian packages if possible. `None`: its suite may be skipped here.
fn find_or_install(find: impl Fn() -> Option<PathBuf>, what: &str, packages: &[&str]) -> Result<Option<PathBuf>> {
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

/// Returns whether cargo-nextest, which runs the Rust tests in parallel, is installed.
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

/// The seed of property tests in a standard run. It is fixed, so that a failure is caused by the change. The extended
/// run uses random seeds.
const PROPTEST_SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "24");

/// Runs the Rust tests of all crates, on SQLite and on PostgreSQL.
fn rust(scope: TestScope, postgres: Option<&Postgres>) -> Result<Option<Counts>> {
    let mut environment = postgres.map(Postgres::environment).unwrap_or_default();
    if scope == TestScope::Standard {
        environment.push((PROPTEST_SEED.0, PROPTEST_SEED.1.to_owned()));
    }
    // Tests that need a PostgreSQL are marked `#[ignore]`, so that they are reported as ignored without one.
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

/// Runs the tests of the API with two servers on one PostgreSQL, at all isolation levels.
fn two_servers(postgres: &Postgres) -> Result<Counts> {
    ["read committed", "repeatable read", "serializable"].into_iter().map(|level| api_at(level, postgres)).sum()
}

/// Runs the tests of the API at an isolation level, with two servers that get requests round-robin.
fn api_at(level: &str, postgres: &Postgres) -> Result<Counts> {
    let mut environment = postgres.environment();
    environment.push(("TEST_ISOLATION", level.to_owned()));
    environment.push(("TEST_TWO_SERVERS", "1".to_owned()));
    environment.push((PROPTEST_SEED.0, PROPTEST_SEED.1.to_owned()));
    let of_api = ["-p", "twentyfour", "--test", "api", "--no-fail-fast", "--color", "never"];
    step(&format!("Running the tests of the API with two servers at {level}"), || {
        if has_nextest() {
            let mut tests = cargo(&["nextest", "run"]);
            tests.args(of_api).args(["--run-ignored", "only", "-E", "test(/::postgres$/)"]);
            return test_counts::nextest(tests.envs(environment));
        }
        let mut tests = cargo(&["test"]);
        tests.args(of_api).args(["--", "--ignored", "::postgres"]);
        test_counts::cargo_test(tests.envs(environment))
    })
}

/// Runs vitest: the built package and the web's components.
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

/// Runs API fuzzing with schemathesis. Its output is printed at the end, because it runs in parallel to another suite.
fn api_fuzzing(scope: TestScope) -> Result<Option<Counts>> {
    if find_or_install(prerequisites::python, "Python 3 with venv", &["python3-venv"])?.is_none() {
        return Ok(None);
    }
    fuzz::run(&scope.binary()?, fuzz::DEFAULT_RUN).map(Some)
}

/// Runs Playwright: Chromium on SQLite and, for the tests of boards, on PostgreSQL; and the main flows in the other
/// engines.
fn browser(scope: TestScope, postgres: Option<&Postgres>, engines: &[&str]) -> Result<Option<Counts>> {
    if find_or_install(prerequisites::chromium, "Chromium", &["chromium", "fonts-liberation"])?.is_none() {
        return Ok(None);
    }
    if prerequisites::lacks_headless_shell()
        && let Err(error) = prerequisites::install_debian_packages(&["chromium-headless-shell"])
    {
        print_progress(&format!("The browser tests run without the headless shell and take twice as long: {error:#}"));
    }
    let binary = scope.binary()?;
    let file = fresh_result_file("playwright.json")?;
    let mut playwright = command::web_tool("playwright", &["test", "--config", "e2e", "--reporter=list,json"]);
    // Named individually, so that a missing engine is skipped only here, where it is reported.
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

/// Returns the path of a suite's result file, after removing the file of an earlier run.
pub(super) fn fresh_result_file(name: &str) -> Result<PathBuf> {
    let folder = workspace::target().join("test-results");
    fs::create_dir_all(&folder)?;
    let file = folder.join(name);
    if file.exists() {
        fs::remove_file(&file)?;
    }
    Ok(file)
}
