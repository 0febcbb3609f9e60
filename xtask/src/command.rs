//! Runs other programs. They cannot read from the terminal, and errors name the command that failed.

use crate::workspace;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns a command that runs in a folder relative to the repository's root.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::path(folder)).stdin(Stdio::null());
    command
}

/// Returns a cargo command that runs in the repository's root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = command("cargo", "");
    command.args(arguments);
    // `cargo run` sets these variables for xtask itself. Build scripts watch them, and would run again at every change
    // between `cargo` and `cargo xtask`.
    for (name, _) in std::env::vars_os() {
        let described = name.to_string_lossy();
        if described.starts_with("CARGO_PKG_") || described.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// Returns the command for a program from the web's npm packages, run in the web folder.
pub(crate) fn web_tool(name: &str, arguments: &[&str]) -> Command {
    let mut command = command(workspace::path("web/node_modules/.bin").join(name), "web");
    command.args(arguments);
    command
}

/// Runs a command with inherited output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", line(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", line(command));
    }
    Ok(())
}

/// Runs a command and returns its standard output.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {}", line(command)))?;
    if !output.status.success() {
        bail!("{} failed ({}): {}", line(command), output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns the path of a program on the PATH.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

/// Returns the command as typed in a shell.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
