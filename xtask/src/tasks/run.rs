//! `run`: builds everything and starts the server. It does not optimize the server: that takes longer than everything
//! else together, and is not noticeable with a few users on one machine.

use super::{build, pkg};
use crate::command;
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Result, bail};
use std::thread;

/// Builds, then replaces this process with the server, which inherits the environment.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_programs()?;
    // The debug build reads the web build from the disk when it serves a file, so both can be built at the same time.
    let server = thread::spawn(|| {
        step("Building the server", || command::run(&mut command::cargo(&["build", "-p", "twentyfour"])))
    });
    let web = build_web();
    let server = server.join().unwrap_or_else(|_| bail!("the build of the server panicked"));
    web.and(server)?;
    let address = std::env::var("LISTEN_ADDR").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    print_progress(&format!("Serving http://{address} (Ctrl-C stops it)"));
    let mut server = command::command(workspace::debug_binary(), "");
    exec(&mut server)
}

/// Builds the package, and the web with it.
fn build_web() -> Result<()> {
    pkg::build_package(pkg::Variant::Release)?;
    build::web()
}

#[cfg(unix)]
fn exec(program: &mut std::process::Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(program.exec().into())
}

#[cfg(not(unix))]
fn exec(program: &mut std::process::Command) -> Result<()> {
    command::run(program)
}
