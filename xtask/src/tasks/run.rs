//! `run`: builds everything and starts the server.

use super::build;
use crate::command;
use crate::step::print_progress;
use crate::workspace;
use anyhow::Result;

/// Builds, then replaces this process with the server, which inherits the environment.
pub(crate) fn run() -> Result<()> {
    build::run()?;
    let address = std::env::var("LISTEN_ADDR").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    print_progress(&format!("Serving http://{address} (Ctrl-C stops it)"));
    let mut server = command::command(workspace::release_binary(), "");
    exec(&mut server)
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
