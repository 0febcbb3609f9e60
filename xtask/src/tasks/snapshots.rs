//! `snapshots`: compares every screen with its picture in `web/e2e/snapshots/images`, and shows what changed side by side.

use super::{build, pkg};
use crate::command;
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Result, bail};

/// What happens to pictures that differ from the screens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictures {
    /// They stay, and the task fails.
    Compare,
    /// They are replaced.
    Update,
}

/// Builds everything, compares the screens, and writes a report with the earlier picture, the new one and the difference
/// of each screen that changed.
pub(crate) fn run(pictures: Pictures) -> Result<()> {
    prerequisites::ensure_programs()?;
    pkg::build_package(pkg::Variant::Release)?;
    build::web()?;
    step("Building the server", || command::run(&mut command::cargo(&["build", "-p", "twentyfour"])))?;
    let report = workspace::target().join("snapshots");
    let mut playwright = command::web_tool(
        "playwright",
        &["test", "--config", "e2e", "--project", "sqlite", "--reporter=list,html", "snapshots/"],
    );
    if pictures == Pictures::Update {
        playwright.arg("--update-snapshots");
    }
    playwright
        .env("TEST_LONG", "1")
        .env("TWENTYFOUR_BINARY", workspace::debug_binary())
        .env("PLAYWRIGHT_HTML_OUTPUT_DIR", &report)
        .env("PLAYWRIGHT_HTML_OPEN", "never");
    let status = playwright.status()?;
    print_progress(&format!("The report, with each change side by side: {}", report.join("index.html").display()));
    if !status.success() {
        match pictures {
            Pictures::Compare => {
                bail!("screens differ from their pictures. If that was intended, run `cargo xtask snapshots --update`")
            }
            Pictures::Update => bail!("a test failed, so not all pictures are up to date"),
        }
    }
    Ok(())
}
