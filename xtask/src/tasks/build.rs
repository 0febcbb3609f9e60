//! `build`: the release binary with the embedded web build.

use super::pkg;
use crate::command;
use crate::prerequisites;
use crate::stamp::Stamp;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::Result;
use std::path::Path;

/// Builds the package, the web and the server, each only if it is not up to date.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_build_tools()?;
    pkg::build_package(pkg::Variant::Release)?;
    web()?;
    server()
}

/// Builds the web and compresses its files in advance, so that no request has to wait for that.
pub(crate) fn web() -> Result<()> {
    let inputs = ["web", "pkg/dist", "pkg/package.json", "xtask/scripts/precompress.mjs"];
    let ignored = ["node_modules", "dist", "e2e", "bench", "test-results", "playwright-report", "screenshots"];
    let skip = |path: &Path| {
        path.parent().is_some_and(|parent| parent == workspace::path("web"))
            && path.file_name().is_some_and(|name| ignored.iter().any(|folder| name == *folder))
    };
    let stamp = Stamp::of("web", "", &inputs, &skip, &["web/dist/index.html", "web/dist/site/landing.html"])?;
    if stamp.is_fresh() {
        print_progress("The web build web/dist is up to date");
        return Ok(());
    }
    step("Building the web", || command::run(command::command("npm", "web").args(["run", "--silent", "build"])))?;
    step("Compressing web/dist", || {
        command::run(command::command("node", "").args(["xtask/scripts/precompress.mjs", "web/dist"]))
    })?;
    stamp.save()
}

/// Builds the server. cargo tracks what is up to date, including the embedded web build.
pub(crate) fn server() -> Result<()> {
    step("Building the server", || command::run(&mut command::cargo(&["build", "--release", "-p", "twentyfour"])))?;
    print_progress(&format!("The release binary is {}", workspace::release_binary().display()));
    Ok(())
}
